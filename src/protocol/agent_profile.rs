//! Agent profiles: an agent that the primary agent may start, with its prompt, its model and its tools.
//! Here are the data and the rules that a profile must meet, both pure.
//!
//! A profile narrows: its agent has no tool and no MCP server that the agent which starts it lacks.

use std::fmt;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::sub_agent::AgentLimits;
use notice::words::nearest_of;
use notice::{Notice, notice};

/// Prefix of the name of a tool of an MCP server.
const SERVER_TOOL: &str = "mcp__";

/// The name by which a profile is meant: 1 to 64 lower-case letters, digits, `-` and `_`, with a letter or
/// a digit first. Of a profile in a file it is the file's name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct AgentProfileId(String);

impl AgentProfileId {
    /// Longest id, in characters.
    pub const LONGEST: usize = 64;

    /// Takes an id; `None` if it is not a valid one.
    pub fn new(id: &str) -> Option<Self> {
        let is_plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
        let is_valid = id.starts_with(is_plain)
            && id.len() <= Self::LONGEST
            && id
                .chars()
                .all(|letter| is_plain(letter) || matches!(letter, '-' | '_'));
        is_valid.then(|| Self(id.to_owned()))
    }

    /// Makes an id of a name: `Code reviewer` is `code-reviewer`. `None` if the name has no letter and no
    /// digit of ASCII.
    pub fn of_name(name: &str) -> Option<Self> {
        let mut id = String::new();
        for letter in name.chars() {
            let letter = letter.to_ascii_lowercase();
            if letter.is_ascii_alphanumeric() || letter == '_' {
                id.push(letter);
            } else if !id.ends_with('-') {
                id.push('-');
            }
        }
        let is_edge = |letter: char| matches!(letter, '-' | '_');
        let id: String = id
            .trim_matches(is_edge)
            .chars()
            .take(Self::LONGEST)
            .collect();
        Self::new(id.trim_end_matches(is_edge))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for AgentProfileId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for AgentProfileId {
    type Error = ProfileFault;

    fn try_from(id: String) -> Result<Self, ProfileFault> {
        Self::new(&id).ok_or(ProfileFault::Id(id))
    }
}

impl From<AgentProfileId> for String {
    fn from(id: AgentProfileId) -> Self {
        id.0
    }
}

/// How long a profile is kept. Fixed when the profile is made.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lifecycle {
    /// Until the user deletes it.
    #[default]
    Permanent,
    /// Made for one piece of work: of the primary agent's, until the session ends; in a file, until the user
    /// clears the temporary ones.
    Temporary,
}

impl Lifecycle {
    pub const ALL: [Self; 2] = [Self::Permanent, Self::Temporary];

    /// Returns the lifecycle as it is stored and typed.
    pub fn word(self) -> &'static str {
        match self {
            Self::Permanent => "permanent",
            Self::Temporary => "temporary",
        }
    }

    /// Returns the lifecycle with this name.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|lifecycle| lifecycle.word() == word)
    }
}

/// Where a profile comes from. Of several with the same id, the first in the order of the variants counts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "from", rename_all = "snake_case")]
pub enum ProfileSource {
    /// The primary agent made it for its session.
    Session,
    /// `.agentichat/agents` of the workspace.
    Workspace { path: PathBuf },
    /// `agents` in the user's config folder.
    User { path: PathBuf },
    /// A file for Claude Code; read, never written.
    Claude { path: PathBuf },
    /// A file for opencode; read, never written.
    Opencode { path: PathBuf },
}

impl ProfileSource {
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Session => None,
            Self::Workspace { path }
            | Self::User { path }
            | Self::Claude { path }
            | Self::Opencode { path } => Some(path),
        }
    }

    /// Whether this program may change the file.
    pub fn is_writable(&self) -> bool {
        matches!(self, Self::Workspace { .. } | Self::User { .. })
    }
}

/// A profile of an agent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AgentProfile {
    pub id: AgentProfileId,
    /// The name that the user sees.
    pub name: String,
    /// The purpose of the agent, as the primary agent reads it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    #[serde(default, skip_serializing_if = "is_permanent")]
    pub lifecycle: Lifecycle,
    /// `None` for the session's provider.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    /// `None` for the provider's model: the session's if the provider is, else its default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The sampling temperature, 0 to 2; `None` for the model's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f32>,
    /// Most tokens of an answer; `None` for the model's limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<u32>,
    /// The names of the tools that it may have; `None` for all of the agent's that starts it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tools: Option<Vec<String>>,
    /// The names of tools that it must not have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub denied_tools: Vec<String>,
    /// The MCP servers whose tools it may have; `None` for all if `tools` are all too, else for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mcp_servers: Option<Vec<String>>,
    /// The system prompt.
    pub prompt: String,
    /// When it was made; `None` for a file that the user or another program wrote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created: Option<Timestamp>,
    /// When it was last changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub updated: Option<Timestamp>,
    pub source: ProfileSource,
}

fn is_permanent(lifecycle: &Lifecycle) -> bool {
    *lifecycle == Lifecycle::Permanent
}

impl AgentProfile {
    pub const LONGEST_NAME: usize = 64;
    pub const LONGEST_DESCRIPTION: usize = 4_096;
    pub const LONGEST_PROMPT: usize = 10_000;
    pub const HIGHEST_TEMPERATURE: f32 = 2.0;
    pub const MOST_TOKENS: std::ops::RangeInclusive<u32> = 256..=128_000;
    /// Most names in each list of tools or servers.
    pub const MOST_NAMES: usize = 100;

    /// Makes a profile with a prompt and nothing else set: the session's model, and all tools.
    pub fn new(id: AgentProfileId, name: String, prompt: String, source: ProfileSource) -> Self {
        Self {
            id,
            name,
            description: String::new(),
            lifecycle: Lifecycle::default(),
            provider: None,
            model: None,
            temperature: None,
            max_tokens: None,
            tools: None,
            denied_tools: Vec::new(),
            mcp_servers: None,
            prompt,
            created: None,
            updated: None,
            source,
        }
    }

    /// Returns the limits of its agent.
    pub fn limits(&self) -> AgentLimits {
        AgentLimits {
            tools: self.tools.clone(),
            denied: self.denied_tools.clone(),
            servers: self.mcp_servers.clone(),
            temperature: self.temperature,
            max_tokens: self.max_tokens,
        }
    }

    /// Whether its agent may be offered a tool that the agent which starts it has. `server` is the MCP server
    /// of the tool, if it is one's.
    pub fn allows(&self, tool: &str, server: Option<&str>) -> bool {
        self.limits().allows(tool, server)
    }

    /// Checks the profile; `tools` are the names of all tools of this program. Returns every fault.
    pub fn faults(&self, tools: &[&str]) -> Vec<ProfileFault> {
        let mut faults = Vec::new();
        let mut check = |is_wrong: bool, fault: &dyn Fn() -> ProfileFault| {
            if is_wrong {
                faults.push(fault());
            }
        };
        let name = self.name.chars().count();
        check(
            self.name.trim().is_empty() || name > Self::LONGEST_NAME || !is_one_line(&self.name),
            &|| ProfileFault::Name { length: name },
        );
        let description = self.description.chars().count();
        check(description > Self::LONGEST_DESCRIPTION, &|| {
            ProfileFault::Description {
                length: description,
            }
        });
        for (key, value) in [("provider", &self.provider), ("model", &self.model)] {
            let is_wrong = value.as_ref().is_some_and(|value| !is_word(value));
            check(is_wrong, &|| ProfileFault::Word { key });
        }
        let is_cold_enough = |value: &f32| (0.0..=Self::HIGHEST_TEMPERATURE).contains(value);
        check(
            !self.temperature.as_ref().is_none_or(is_cold_enough),
            &|| ProfileFault::Temperature,
        );
        let is_in_range = |most: &u32| Self::MOST_TOKENS.contains(most);
        check(!self.max_tokens.as_ref().is_none_or(is_in_range), &|| {
            ProfileFault::MaxTokens
        });
        let prompt = self.prompt.chars().count();
        check(self.prompt.trim().is_empty(), &|| ProfileFault::NoPrompt);
        check(prompt > Self::LONGEST_PROMPT, &|| {
            ProfileFault::LongPrompt { length: prompt }
        });
        let lists = [
            ("tools", self.tools.as_deref()),
            ("denied_tools", Some(self.denied_tools.as_slice())),
            ("mcp_servers", self.mcp_servers.as_deref()),
        ];
        for (key, names) in lists {
            let names = names.unwrap_or_default();
            check(names.len() > Self::MOST_NAMES, &|| {
                ProfileFault::ManyNames { key }
            });
            for name in names {
                let is_wrong = match key {
                    "mcp_servers" => !is_word(name),
                    _ => !is_tool(name, tools),
                };
                check(is_wrong, &|| ProfileFault::name_in(key, name, tools));
            }
        }
        faults
    }

    /// Returns the profile for a list, without its prompt.
    pub fn row(&self) -> AgentProfileRow {
        AgentProfileRow {
            id: self.id.clone(),
            name: self.name.clone(),
            description: self.description.clone(),
            lifecycle: self.lifecycle,
            provider: self.provider.clone(),
            model: self.model.clone(),
            tools: self.tools.as_ref().map(Vec::len),
            mcp_servers: self.mcp_servers.as_ref().map(Vec::len),
            source: self.source.clone(),
            shadowed_by: None,
            notes: Vec::new(),
        }
    }
}

fn is_one_line(text: &str) -> bool {
    !text.chars().any(char::is_control)
}

/// Whether a text can be the name of a provider, a model or a server.
fn is_word(text: &str) -> bool {
    let is_inner = |letter: char| !letter.is_control() && !letter.is_whitespace();
    !text.is_empty() && text.chars().count() <= 128 && text.chars().all(is_inner)
}

fn is_tool(name: &str, tools: &[&str]) -> bool {
    tools.contains(&name) || (name.starts_with(SERVER_TOOL) && is_word(name))
}

/// A rule that a profile breaks.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.notice())]
pub enum ProfileFault {
    Id(String),
    Name {
        length: usize,
    },
    Description {
        length: usize,
    },
    /// A provider or a model that cannot be the name of one.
    Word {
        key: &'static str,
    },
    Temperature,
    MaxTokens,
    NoPrompt,
    LongPrompt {
        length: usize,
    },
    ManyNames {
        key: &'static str,
    },
    Tool {
        key: &'static str,
        name: String,
        nearest: Option<String>,
    },
    Server {
        name: String,
    },
}

impl ProfileFault {
    fn name_in(key: &'static str, name: &str, tools: &[&str]) -> Self {
        let name = redact::one_line(name);
        if key == "mcp_servers" {
            return Self::Server { name };
        }
        let nearest = nearest_of(&name, tools.iter().copied()).map(str::to_owned);
        Self::Tool { key, name, nearest }
    }

    /// Returns the key of the front matter that the fault is about; `None` for the file's name and the prompt.
    pub fn key(&self) -> Option<&'static str> {
        match self {
            Self::Id(_) | Self::NoPrompt | Self::LongPrompt { .. } => None,
            Self::Name { .. } => Some("name"),
            Self::Description { .. } => Some("description"),
            Self::Word { key } | Self::ManyNames { key } | Self::Tool { key, .. } => Some(key),
            Self::Temperature => Some("temperature"),
            Self::MaxTokens => Some("max_tokens"),
            Self::Server { .. } => Some("mcp_servers"),
        }
    }

    /// Returns the message for the user: the wrong part, and what is right there.
    pub fn notice(&self) -> Notice {
        let most = AgentProfile::LONGEST_PROMPT;
        match self {
            Self::Id(id) => notice!(
                "agents-fault-id",
                name = redact::one_line(id),
                most = AgentProfileId::LONGEST
            ),
            Self::Name { length: 0 } => notice!("agents-fault-no-name"),
            Self::Name { length } => notice!(
                "agents-fault-name",
                length,
                most = AgentProfile::LONGEST_NAME
            ),
            Self::Description { length } => notice!(
                "agents-fault-description",
                length,
                most = AgentProfile::LONGEST_DESCRIPTION
            ),
            Self::Word { key } => notice!("agents-fault-word", key),
            Self::Temperature => notice!("agents-fault-temperature"),
            Self::MaxTokens => notice!("agents-fault-max-tokens"),
            Self::NoPrompt => notice!("agents-fault-no-prompt"),
            Self::LongPrompt { length } => notice!("agents-fault-long-prompt", length, most),
            Self::ManyNames { key } => {
                notice!(
                    "agents-fault-many-names",
                    key,
                    most = AgentProfile::MOST_NAMES
                )
            }
            Self::Tool {
                key,
                name,
                nearest: Some(nearest),
            } => notice!("agents-fault-tool-near", key, name, nearest),
            Self::Tool {
                key,
                name,
                nearest: None,
            } => notice!("agents-fault-tool", key, name),
            Self::Server { name } => notice!("agents-fault-server", name),
        }
    }
}

/// A profile in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentProfileRow {
    pub id: AgentProfileId,
    pub name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    #[serde(default, skip_serializing_if = "is_permanent")]
    pub lifecycle: Lifecycle,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The number of tools that it lists; `None` for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tools: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mcp_servers: Option<usize>,
    pub source: ProfileSource,
    /// The source of the profile with the same id that counts in place of this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shadowed_by: Option<ProfileSource>,
    /// Parts of the file that are not used, with the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Notice>,
}

/// All profiles of a workspace.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentProfileList {
    /// By their ids; of several with the same id, the one that counts comes first.
    pub agents: Vec<AgentProfileRow>,
    /// Files that are not used, with the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<Notice>,
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOOLS: [&str; 3] = ["read_file", "search_text", "shell_exec"];

    fn profile() -> AgentProfile {
        AgentProfile::new(
            AgentProfileId::new("reviewer").unwrap(),
            "Reviewer".to_owned(),
            "Review the change.".to_owned(),
            ProfileSource::Session,
        )
    }

    #[test]
    fn an_id_is_made_of_a_name_and_is_a_plain_word() {
        for (name, id) in [
            ("Code Reviewer", Some("code-reviewer")),
            ("  -Ünit  tests!- ", Some("nit-tests")),
            ("sql_expert 2", Some("sql_expert-2")),
            ("…", None),
        ] {
            let made = AgentProfileId::of_name(name);
            assert_eq!(made.as_ref().map(AgentProfileId::as_str), id, "{name}");
        }
        let long = AgentProfileId::of_name(&format!("{} b", "a".repeat(63))).unwrap();
        assert_eq!(long.as_str(), "a".repeat(63));
        for wrong in ["", "-a", "A", "a b", "a/b", "..", "é", &"a".repeat(65)] {
            assert_eq!(AgentProfileId::new(wrong), None, "{wrong}");
            let text = serde_json::to_string(wrong).unwrap();
            assert!(serde_json::from_str::<AgentProfileId>(&text).is_err());
        }
    }

    #[test]
    fn a_profile_within_the_limits_has_no_fault() {
        let mut profile = profile();
        assert_eq!(profile.faults(&TOOLS), []);
        profile.name = "n".repeat(64);
        profile.prompt = "é".repeat(10_000);
        profile.temperature = Some(2.0);
        profile.max_tokens = Some(128_000);
        profile.tools = Some(vec!["read_file".into(), "mcp__git__log".into()]);
        profile.mcp_servers = Some(vec!["git".into()]);
        assert_eq!(profile.faults(&TOOLS), []);
    }

    #[test]
    fn each_fault_has_its_own_message_with_what_is_right() {
        let set = |change: fn(&mut AgentProfile)| {
            let mut profile = profile();
            change(&mut profile);
            let faults = profile.faults(&TOOLS).into_iter();
            let said = faults.map(|fault| (fault.key(), fault.notice().to_string()));
            said.collect::<Vec<_>>()
        };
        type Change = fn(&mut AgentProfile);
        let cases: [(Change, Option<&str>, &str); 12] = [
            (|one| one.name.clear(), Some("name"), "give a name"),
            (|one| one.name = "n".repeat(65), Some("name"), "64"),
            (|one| one.name = "a\nb".into(), Some("name"), "one line"),
            (|one| one.prompt = " \n".into(), None, "no prompt"),
            (|one| one.prompt = "p".repeat(10_001), None, "10001"),
            (
                |one| one.temperature = Some(2.1),
                Some("temperature"),
                "0 to 2",
            ),
            (
                |one| one.temperature = Some(f32::NAN),
                Some("temperature"),
                "0 to 2",
            ),
            (|one| one.max_tokens = Some(255), Some("max_tokens"), "256"),
            (
                |one| one.model = Some("a b".into()),
                Some("model"),
                "no blanks",
            ),
            (
                |one| one.tools = Some(vec!["read_fil".into()]),
                Some("tools"),
                "read_file",
            ),
            (
                |one| one.denied_tools = vec!["zzzzzzz".into()],
                Some("denied_tools"),
                "zzzzzzz",
            ),
            (
                |one| one.mcp_servers = Some(vec![String::new()]),
                Some("mcp_servers"),
                "server",
            ),
        ];
        for (change, key, part) in cases {
            let said = set(change);
            let [(found, text)] = said.as_slice() else {
                panic!("{said:?}");
            };
            assert_eq!(*found, key, "{text}");
            assert!(text.contains(part), "{text}");
        }
    }

    #[test]
    fn a_profile_narrows_the_tools_and_the_servers() {
        let mut all = profile();
        all.denied_tools = vec!["shell_exec".into()];
        assert!(all.allows("read_file", None));
        assert!(all.allows("mcp__git__log", Some("git")));
        assert!(!all.allows("shell_exec", None));
        all.mcp_servers = Some(vec!["docs".into()]);
        assert!(!all.allows("mcp__git__log", Some("git")));
        assert!(all.allows("read_file", None));

        let mut few = profile();
        few.tools = Some(vec!["read_file".into(), "mcp__git__log".into()]);
        assert!(few.allows("read_file", None));
        assert!(!few.allows("shell_exec", None));
        assert!(few.allows("mcp__git__log", Some("git")));
        assert!(!few.allows("mcp__git__push", Some("git")));
        assert!(!few.allows("mcp__docs__find", Some("docs")));
        few.mcp_servers = Some(vec!["docs".into()]);
        assert!(few.allows("mcp__docs__find", Some("docs")));
    }

    #[test]
    fn a_row_has_no_prompt_and_reads_back() {
        let row = profile().row();
        let text = serde_json::to_string(&row).unwrap();
        assert!(!text.contains("Review the change"), "{text}");
        assert_eq!(serde_json::from_str::<AgentProfileRow>(&text).unwrap(), row);
        let text = serde_json::to_string(&profile()).unwrap();
        assert_eq!(
            serde_json::from_str::<AgentProfile>(&text).unwrap(),
            profile()
        );
    }
}
