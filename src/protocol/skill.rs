//! Skills as front ends list them: instructions for a kind of work, which the agent takes when it needs them.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use notice::Notice;

/// Name of the tool by which the agent takes a skill.
pub const USE_SKILL: &str = "use_skill";

/// Where a skill lies. Of several with the same name, the first in the order of the variants counts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "from", rename_all = "snake_case")]
pub enum SkillSource {
    /// `.agentichat/skills` of the workspace.
    Workspace { folder: PathBuf },
    /// `skills` in the user's config folder.
    User { folder: PathBuf },
    /// A folder of skills of Claude Code, of the workspace or of the user.
    Claude { folder: PathBuf },
}

impl SkillSource {
    /// Returns the folder of the skill.
    pub fn folder(&self) -> &PathBuf {
        match self {
            Self::Workspace { folder } | Self::User { folder } | Self::Claude { folder } => folder,
        }
    }
}

/// The part of a skill that the model gets before it calls `use_skill`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SkillOffer {
    /// Its name and its description.
    Described,
    /// Its name: the descriptions of the others take the room.
    Named,
    /// Nothing: its file says that the model must not take it by itself, or the offer is full.
    Withheld,
    /// Nothing: another one of this name counts.
    Shadowed,
}

/// A skill in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkillRow {
    pub name: String,
    pub description: String,
    pub source: SkillSource,
    pub offer: SkillOffer,
    /// Estimated tokens of its text, which a model reads when it takes it.
    pub tokens: u64,
    /// The tools that suffice for it, as its file says; `None` if it says nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tools: Option<Vec<String>>,
    /// Parts of the file that are not used, with the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Notice>,
}

/// All skills of a workspace.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkillList {
    /// By their names; of several with the same name, the one that counts comes first.
    pub skills: Vec<SkillRow>,
    /// Estimated tokens of the offer in each request.
    pub offer_tokens: u64,
    /// Files that are not used, with the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<Notice>,
}

/// A skill whole, as the agent gets it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkillText {
    pub skill: SkillRow,
    /// The text below the front matter.
    pub text: String,
    /// The files beside it, relative to its folder.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
}
