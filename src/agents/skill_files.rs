//! The skills of a workspace and its user: the folders that have them, and the files beside them.
//!
//! A list is read at the start and at the beginning of each run ([`SkillFiles::refresh`]), so that the offer
//! is the same in all requests of a run.

use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::AgentFolders;
use super::folder::{MOST_FILES, Reach, entries, text_of};
use super::front_matter::FileFault;
use super::skill::{Offer, Skill, offer, parse};
use notice::{Notice, count, notice};
use protocol::estimate::Estimate;
use protocol::skill::{SkillList, SkillOffer, SkillRow, SkillSource, SkillText};
use support::foreign_file::{Links, read_text};

/// Name of the file that makes a folder a skill.
const FILE: &str = "SKILL.md";

/// Most files beside a skill that are listed, and how deep they may lie.
const MOST_BESIDE: usize = 100;
const DEPTH: usize = 3;

/// Most bytes of a file beside a skill that are read.
const MOST_BYTES: u64 = 256 * 1024;

/// Where skills lie.
struct Place {
    folder: PathBuf,
    reach: Reach,
    source: fn(PathBuf) -> SkillSource,
}

#[derive(Debug, Clone)]
struct FoundSkill {
    skill: Skill,
    source: SkillSource,
    reach: Reach,
    offer: SkillOffer,
}

impl FoundSkill {
    fn row(&self) -> SkillRow {
        SkillRow {
            name: self.skill.name.clone(),
            description: self.skill.description.clone(),
            source: self.source.clone(),
            offer: self.offer,
            tokens: Estimate::USUAL.text(&self.skill.text),
            tools: self.skill.tools.clone(),
            notes: self.skill.notes.clone(),
        }
    }
}

/// The skills of one reading.
#[derive(Debug, Default)]
pub struct FoundSkills {
    skills: Vec<FoundSkill>,
    offer: String,
    problems: Vec<Notice>,
}

/// The files with skills.
pub struct SkillFiles {
    folders: AgentFolders,
    /// The names of this program's tools.
    tools: Arc<[&'static str]>,
    known: Mutex<Arc<FoundSkills>>,
}

/// The reason why a skill, or a file of it, was not read.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.notice())]
pub enum SkillError {
    Unknown {
        name: String,
        names: Vec<String>,
    },
    /// The path does not stay in the skill's folder, or is a name that no tool reads.
    Path {
        path: String,
    },
    /// The file cannot be read.
    File {
        path: String,
        cause: std::io::Error,
    },
}

impl SkillError {
    /// Returns the message for the user and the model.
    pub fn notice(&self) -> Notice {
        match self {
            Self::Unknown { name, names } => {
                let name = redact::one_line(name);
                if names.is_empty() {
                    notice!("skills-unknown-none", name)
                } else {
                    notice!("skills-unknown", name, rest = names.join(", "))
                }
            }
            Self::Path { path } => notice!("skills-path", path = redact::one_line(path)),
            Self::File { path, cause } => {
                notice!("agents-file", path = redact::one_line(path), why = cause)
            }
        }
    }
}

impl FoundSkills {
    /// Returns the offer: a line for each skill; empty if none is offered.
    pub fn offer(&self) -> &str {
        &self.offer
    }

    /// Returns all skills.
    pub fn list(&self) -> SkillList {
        SkillList {
            skills: self.skills.iter().map(FoundSkill::row).collect(),
            offer_tokens: Estimate::USUAL.text(&self.offer),
            problems: self.problems.clone(),
        }
    }

    /// Returns a skill whole. Blocks.
    ///
    /// # Errors
    /// If there is none of this name.
    pub fn text(&self, name: &str) -> Result<SkillText, SkillError> {
        let found = self.find(name)?;
        let folder = found.source.folder();
        let mut files = Vec::new();
        beside(folder, folder, DEPTH, &mut files);
        Ok(SkillText {
            skill: found.row(),
            text: found.skill.text,
            files,
        })
    }

    /// Returns the text of a file in a skill's folder. Follows no link. Blocks.
    ///
    /// # Errors
    /// If there is no such skill, the path leaves its folder, or the file cannot be read.
    pub fn file(&self, name: &str, path: &str) -> Result<String, SkillError> {
        let found = self.find(name)?;
        let folder = found.source.folder();
        let wrong = || SkillError::Path {
            path: path.to_owned(),
        };
        let inside = Path::new(path);
        let mut parts = inside.components();
        let is_plain = parts.all(|part| match part {
            Component::Normal(part) => !is_blocked(&part.to_string_lossy()),
            _ => false,
        });
        if !is_plain || path.is_empty() {
            return Err(wrong());
        }
        let file = folder.join(inside);
        let cause = |cause| SkillError::File {
            path: path.to_owned(),
            cause,
        };
        let real = fs::canonicalize(&file).map_err(cause)?;
        let root = fs::canonicalize(folder).map_err(cause)?;
        // A folder in the path may be a link; the skill's own folder may be one of the user's.
        if real != root.join(inside) || !found.reach.contains(&file) {
            return Err(wrong());
        }
        read_text(&real, Links::Refuse, MOST_BYTES).map_err(cause)
    }

    fn find(&self, name: &str) -> Result<FoundSkill, SkillError> {
        let mut counting = self
            .skills
            .iter()
            .filter(|one| one.offer != SkillOffer::Shadowed);
        let found = counting.clone().find(|one| one.skill.name == name);
        found.cloned().ok_or_else(|| {
            let names = counting.by_ref().map(|one| one.skill.name.clone());
            SkillError::Unknown {
                name: name.to_owned(),
                names: names.collect(),
            }
        })
    }
}

impl SkillFiles {
    /// Reads nothing yet.
    pub fn new(folders: AgentFolders, tools: Arc<[&'static str]>) -> Self {
        Self {
            folders,
            tools,
            known: Mutex::default(),
        }
    }

    /// Reads the skills again. Blocks.
    pub fn refresh(&self) {
        let found = Arc::new(self.read());
        *self.known.lock().unwrap_or_else(PoisonError::into_inner) = found;
    }

    /// Returns the skills as they were when they were read for the run.
    pub fn known(&self) -> Arc<FoundSkills> {
        let known = self.known.lock();
        Arc::clone(&known.unwrap_or_else(PoisonError::into_inner))
    }

    fn places(&self) -> Vec<Place> {
        let folders = &self.folders;
        let root = &folders.root;
        let own = root.join(folders.workspace_folder).join("skills");
        let mut places = Vec::new();
        let mut add = |folder: PathBuf, reach: Reach, source: fn(PathBuf) -> SkillSource| {
            places.push(Place {
                folder,
                reach,
                source,
            });
        };
        let in_workspace = || Reach::Workspace(root.clone());
        if folders.is_trusted {
            add(own, in_workspace(), |folder| SkillSource::Workspace {
                folder,
            });
        }
        add(folders.config.join("skills"), Reach::User, |folder| {
            SkillSource::User { folder }
        });
        let of_claude = |folder| SkillSource::Claude { folder };
        if folders.is_trusted {
            add(root.join(".claude/skills"), in_workspace(), of_claude);
        }
        if let Some(claude) = &folders.claude {
            add(claude.join("skills"), Reach::User, of_claude);
        }
        places
    }

    /// Returns the number of skills that would be read if the workspace were trusted.
    pub fn untrusted(&self) -> usize {
        if self.folders.is_trusted {
            return 0;
        }
        let root = &self.folders.root;
        let own = root.join(self.folders.workspace_folder).join("skills");
        let folders = [own, root.join(".claude/skills")].into_iter();
        let reach = Reach::Workspace(root.clone());
        let folders = folders.filter(|folder| reach.contains(folder));
        let skills = folders.flat_map(|folder| entries(&folder));
        skills.filter(|skill| skill.join(FILE).is_file()).count()
    }

    /// Reads the skills, and leaves what is offered as it is. Blocks.
    pub fn read(&self) -> FoundSkills {
        let mut found = FoundSkills::default();
        for place in self.places() {
            self.read_place(&place, &mut found);
        }
        let waiting = self.untrusted();
        if waiting > 0 {
            let counted = count(waiting, "skill");
            found.problems.push(notice!("skills-untrusted", counted));
        }
        found
            .skills
            .sort_by(|one, other| one.skill.name.cmp(&other.skill.name));
        let offered: Vec<(&str, &str)> = found
            .skills
            .iter()
            .filter(|one| is_offered(one))
            .map(|one| (one.skill.name.as_str(), one.skill.description.as_str()))
            .collect();
        let Offer { text, of_each } = offer(&offered);
        let mut of_each = of_each.into_iter();
        for one in found.skills.iter_mut().filter(|one| is_offered(one)) {
            one.offer = of_each.next().unwrap_or(SkillOffer::Withheld);
        }
        found.offer = text;
        found
    }

    fn read_place(&self, place: &Place, found: &mut FoundSkills) {
        if !place.folder.is_dir() {
            return;
        }
        let path = place.folder.display().to_string();
        if !place.reach.contains(&place.folder) {
            let why = notice!("agents-folder-leaves");
            found.problems.push(notice!("agents-file", path, why));
            return;
        }
        let folders = entries(&place.folder).into_iter();
        let folders = folders.filter(|folder| {
            let is_link = folder.is_symlink() && place.reach.links() == Links::Refuse;
            !is_link && folder.join(FILE).symlink_metadata().is_ok()
        });
        for (number, folder) in folders.enumerate() {
            if number >= MOST_FILES {
                let why = notice!("agents-folder-many", most = MOST_FILES);
                found.problems.push(notice!("agents-file", path, why));
                break;
            }
            match self.read_skill(&folder, &place.reach) {
                Ok(skill) => {
                    let is_shadowed = found.skills.iter().any(|one| one.skill.name == skill.name);
                    found.skills.push(FoundSkill {
                        skill,
                        source: (place.source)(folder),
                        reach: place.reach.clone(),
                        offer: if is_shadowed {
                            SkillOffer::Shadowed
                        } else {
                            SkillOffer::Withheld
                        },
                    });
                }
                Err(faults) => {
                    let path = folder.join(FILE).display().to_string();
                    let faults = faults.iter().map(|fault| fault.notice(&path));
                    found.problems.extend(faults);
                }
            }
        }
    }

    fn read_skill(&self, folder: &Path, reach: &Reach) -> Result<Skill, Vec<FileFault>> {
        let text = text_of(&folder.join(FILE), reach).map_err(|fault| vec![fault])?;
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        parse(&name, &text, &self.tools)
    }
}

fn is_offered(found: &FoundSkill) -> bool {
    found.offer != SkillOffer::Shadowed && found.skill.is_offered
}

/// Collects the files below a folder that are no links, relative to the skill's folder.
fn beside(root: &Path, folder: &Path, depth: usize, into: &mut Vec<String>) {
    for path in entries(folder) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if into.len() >= MOST_BESIDE || path.is_symlink() || is_blocked(&name) {
            continue;
        }
        if path.is_dir() {
            if depth > 0 {
                beside(root, &path, depth - 1, into);
            }
        } else if let Ok(inside) = path.strip_prefix(root)
            && inside != Path::new(FILE)
        {
            into.push(redact::one_line(&inside.to_string_lossy()));
        }
    }
}

/// Whether no tool reads a file or a folder of this name.
fn is_blocked(name: &str) -> bool {
    let mut blocked = protocol::protected_paths::BLOCKED_NAMES.iter();
    blocked.any(|pattern| match pattern.split_once('*') {
        Some((start, end)) => {
            name.len() >= start.len() + end.len() && name.starts_with(start) && name.ends_with(end)
        }
        None => *pattern == name,
    })
}
