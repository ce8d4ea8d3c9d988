//! The profiles of a workspace: the folders that have them, which one of the same id counts, and changes.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::Timestamp;

use super::folder::{Reach, markdown_in, text_of};
use super::profile::foreign::{Known, claude, opencode};
use super::profile::{FileFault, FoundProfile, KnownModels, ProfileChange, parse, write};
use notice::{Notice, count, notice};
use protocol::agent_profile::{
    AgentProfile, AgentProfileId, AgentProfileList, AgentProfileRow, ProfileFault, ProfileSource,
};
use protocol::ids::ContentHash;
use support::atomic::{Access, lock_beside, replace};

/// How deep the agents of other programs may lie below their folder.
const DEPTH: usize = 3;

/// The owner of a profile that this program may write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    User,
    Workspace,
}

/// The folders of a workspace and its user.
#[derive(Debug, Clone, Default)]
pub struct AgentFolders {
    pub root: PathBuf,
    /// Whether the user trusts the workspace; nothing of it is read otherwise.
    pub is_trusted: bool,
    /// The program's folder in the workspace, by its name.
    pub workspace_folder: &'static str,
    /// The user's config folder of this program.
    pub config: PathBuf,
    /// The data folder of this program, for locks.
    pub data: PathBuf,
    /// The user's config folder of Claude Code.
    pub claude: Option<PathBuf>,
    /// The user's config folder of opencode.
    pub opencode: Option<PathBuf>,
}

/// The files with profiles.
#[derive(Clone)]
pub struct AgentFiles {
    folders: AgentFolders,
    /// The names of this program's tools.
    tools: Arc<[&'static str]>,
    models: Arc<dyn KnownModels>,
}

/// A form of files.
#[derive(Clone, Copy)]
enum Form {
    OfWorkspace,
    OfUser,
    Claude,
    Opencode,
}

impl Form {
    fn source(self, path: PathBuf) -> ProfileSource {
        match self {
            Self::OfWorkspace => ProfileSource::Workspace { path },
            Self::OfUser => ProfileSource::User { path },
            Self::Claude => ProfileSource::Claude { path },
            Self::Opencode => ProfileSource::Opencode { path },
        }
    }
}

/// A folder with profiles.
struct Place {
    folder: PathBuf,
    form: Form,
    reach: Reach,
}

/// A profile that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundAgent {
    pub profile: AgentProfile,
    /// Parts of the file that are not used, with the reason.
    pub notes: Vec<Notice>,
    /// The source of the profile with the same id that counts in place of this one.
    pub shadowed_by: Option<ProfileSource>,
}

impl FoundAgent {
    pub fn row(&self) -> AgentProfileRow {
        AgentProfileRow {
            shadowed_by: self.shadowed_by.clone(),
            notes: self.notes.clone(),
            ..self.profile.row()
        }
    }
}

/// All profiles that were found.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct FoundAgents {
    /// By id; of several with the same id, the one that counts comes first.
    pub agents: Vec<FoundAgent>,
    /// Files that are not used, with the reason.
    pub problems: Vec<Notice>,
}

impl FoundAgents {
    /// Returns the agent that an id or a name means.
    pub fn find(&self, name: &str) -> Option<&FoundAgent> {
        let mut counting = self.counting();
        let of_name = || self.counting().find(|agent| agent.profile.name == name);
        counting
            .find(|agent| agent.profile.id.as_str() == name)
            .or_else(of_name)
    }

    /// Returns the agents that are not shadowed.
    pub fn counting(&self) -> impl Iterator<Item = &FoundAgent> {
        let agents = self.agents.iter();
        agents.filter(|agent| agent.shadowed_by.is_none())
    }

    pub fn list(&self) -> AgentProfileList {
        AgentProfileList {
            agents: self.agents.iter().map(FoundAgent::row).collect(),
            problems: self.problems.clone(),
        }
    }
}

/// The reason why a profile was not changed.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.notice())]
pub enum AgentFileError {
    /// No agent has this id or name.
    Unknown { name: String },
    /// There is a file of this id already.
    Known { path: PathBuf },
    /// The profile is another program's.
    ReadOnly { name: String, path: PathBuf },
    /// The user does not trust the workspace.
    Untrusted,
    /// The folder leads out of the workspace.
    Leaves { path: PathBuf },
    /// The profile would break rules, or the text is no profile.
    Faults {
        path: PathBuf,
        faults: Vec<FileFault>,
    },
    /// The file was changed by another program since it was read.
    Changed { path: PathBuf },
    Write {
        path: PathBuf,
        #[source]
        cause: std::io::Error,
    },
}

impl AgentFileError {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            Self::Unknown { name } => notice!("agents-unknown", name = redact::one_line(name)),
            Self::Known { path } => notice!("agents-known", path = path.display()),
            Self::ReadOnly { name, path } => {
                notice!("agents-read-only", name, path = path.display())
            }
            Self::Untrusted => notice!("agents-untrusted-write"),
            Self::Leaves { path } => {
                let why = notice!("agents-folder-leaves");
                notice!("agents-file", path = path.display(), why)
            }
            Self::Faults { path, faults } => {
                let path = path.display().to_string();
                let said: Vec<Notice> = faults.iter().map(|fault| fault.notice(&path)).collect();
                match said.as_slice() {
                    [one] => one.clone(),
                    _ => notice!("agents-not-written", rest = said),
                }
            }
            Self::Changed { path } => notice!("agents-changed", path = path.display()),
            Self::Write { path, cause } => {
                notice!("told-file-folder-room", path = path.display(), why = cause)
            }
        }
    }
}

impl fmt::Debug for AgentFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AgentFiles")
            .field("folders", &self.folders)
            .finish_non_exhaustive()
    }
}

impl AgentFiles {
    pub fn new(
        folders: AgentFolders,
        tools: Arc<[&'static str]>,
        models: Arc<dyn KnownModels>,
    ) -> Self {
        Self {
            folders,
            tools,
            models,
        }
    }

    /// Returns the names that a profile may give its tools by.
    pub fn tools(&self) -> &[&'static str] {
        &self.tools
    }

    /// Returns the folder of an owner's profiles.
    pub fn folder_of(&self, owner: Owner) -> PathBuf {
        match owner {
            Owner::User => self.folders.config.join("agents"),
            Owner::Workspace => {
                let own = self.folders.root.join(self.folders.workspace_folder);
                own.join("agents")
            }
        }
    }

    /// Returns the folders in the order in which they count.
    fn places(&self) -> Vec<Place> {
        let folders = &self.folders;
        let root = &folders.root;
        let of_workspace = |folder: PathBuf, form| {
            let reach = Reach::Workspace(root.clone());
            folders.is_trusted.then_some(Place {
                folder,
                form,
                reach,
            })
        };
        let of_user = |folder: Option<PathBuf>, form| {
            folder.map(|folder| Place {
                folder,
                form,
                reach: Reach::User,
            })
        };
        let opencode = |name: &str| folders.opencode.as_ref().map(|folder| folder.join(name));
        [
            of_workspace(self.folder_of(Owner::Workspace), Form::OfWorkspace),
            of_user(Some(self.folder_of(Owner::User)), Form::OfUser),
            of_workspace(root.join(".claude/agents"), Form::Claude),
            of_user(
                folders.claude.as_ref().map(|folder| folder.join("agents")),
                Form::Claude,
            ),
            of_workspace(root.join(".opencode/agents"), Form::Opencode),
            of_workspace(root.join(".opencode/agent"), Form::Opencode),
            of_user(opencode("agents"), Form::Opencode),
            of_user(opencode("agent"), Form::Opencode),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// Reads all profiles. Blocks.
    pub fn read(&self) -> FoundAgents {
        let mut found = FoundAgents::default();
        for place in self.places() {
            self.read_place(&place, &mut found);
        }
        if !self.folders.is_trusted {
            let waiting = self.untrusted();
            if waiting > 0 {
                let counted = count(waiting, "agent");
                found.problems.push(notice!("agents-untrusted", counted));
            }
        }
        // Stable: of the same id, the one that counts stays first.
        let agents = &mut found.agents;
        agents.sort_by(|one, other| one.profile.id.cmp(&other.profile.id));
        found
    }

    /// Returns the number of files with agents that would be read if the workspace were trusted.
    pub fn untrusted(&self) -> usize {
        if self.folders.is_trusted {
            return 0;
        }
        let root = &self.folders.root;
        let reach = Reach::Workspace(root.clone());
        let folders = [
            (self.folder_of(Owner::Workspace), 0),
            (root.join(".claude/agents"), DEPTH),
            (root.join(".opencode/agents"), DEPTH),
            (root.join(".opencode/agent"), DEPTH),
        ];
        let files = folders.map(|(folder, depth)| markdown_in(&folder, &reach, depth).paths.len());
        files.iter().sum()
    }

    fn read_place(&self, place: &Place, found: &mut FoundAgents) {
        let depth = match place.form {
            Form::OfWorkspace | Form::OfUser => 0,
            Form::Claude | Form::Opencode => DEPTH,
        };
        let files = markdown_in(&place.folder, &place.reach, depth);
        found.problems.extend(files.problems);
        for path in files.paths {
            match self.read_file(place, &path) {
                Ok(None) => {}
                Ok(Some(read)) => {
                    let same = found
                        .agents
                        .iter()
                        .find(|one| one.profile.id == read.profile.id);
                    let shadowed_by = same.map(|one| {
                        let first = one.shadowed_by.as_ref();
                        first.unwrap_or(&one.profile.source).clone()
                    });
                    found.agents.push(FoundAgent {
                        profile: read.profile,
                        notes: read.notes,
                        shadowed_by,
                    });
                }
                Err(faults) => {
                    let path = path.display().to_string();
                    let faults = faults.iter().map(|fault| fault.notice(&path));
                    found.problems.extend(faults);
                }
            }
        }
    }

    fn read_file(
        &self,
        place: &Place,
        path: &Path,
    ) -> Result<Option<FoundProfile>, Vec<FileFault>> {
        let text = text_of(path, &place.reach).map_err(|fault| vec![fault])?;
        let source = place.form.source(path.to_path_buf());
        let known = Known {
            tools: &self.tools,
            models: self.models.as_ref(),
        };
        let stem = path.with_extension("");
        let name = stem.file_name().unwrap_or_default().to_string_lossy();
        let mut read = match place.form {
            Form::OfWorkspace | Form::OfUser => {
                let id = id_of(&name)?;
                let profile = parse(id, &text, source, &self.tools)?;
                let notes = Vec::new();
                Some(FoundProfile { profile, notes })
            }
            Form::Claude => Some(claude(&name, &text, source, &known)?),
            Form::Opencode => {
                let below = stem.strip_prefix(&place.folder).unwrap_or(&stem);
                opencode(&below.to_string_lossy(), &text, source, &known)?
            }
        };
        if let Some(read) = &mut read {
            read.profile.updated = changed_at(path);
        }
        Ok(read)
    }

    /// Makes a profile of the user's or of the workspace's. Its source and its times are set here.
    ///
    /// # Errors
    /// [`AgentFileError`]; nothing is written then.
    pub fn create(
        &self,
        owner: Owner,
        mut profile: AgentProfile,
        now: Timestamp,
    ) -> Result<AgentProfile, AgentFileError> {
        let path = self
            .folder_of(owner)
            .join(format!("{}.md", profile.id.as_str()));
        self.check_place(owner)?;
        let _lock = self.lock();
        if path.symlink_metadata().is_ok() {
            return Err(AgentFileError::Known { path });
        }
        profile.source = match owner {
            Owner::User => ProfileSource::User { path },
            Owner::Workspace => ProfileSource::Workspace { path },
        };
        profile.created = Some(now);
        self.store(profile)
    }

    /// Changes a profile that counts, but for its lifecycle.
    ///
    /// # Errors
    /// [`AgentFileError`]; the file is as it was then.
    pub fn update(
        &self,
        name: &str,
        change: &ProfileChange,
    ) -> Result<AgentProfile, AgentFileError> {
        let _lock = self.lock();
        let (mut profile, _) = self.writable(name)?;
        change.apply(&mut profile);
        self.store(profile)
    }

    /// Returns the text of the file of a profile that counts, with the hash by which [`Self::replace_text`]
    /// sees that it was changed.
    ///
    /// # Errors
    /// If there is none that may be written, or it cannot be read.
    pub fn text(&self, name: &str) -> Result<(PathBuf, String, ContentHash), AgentFileError> {
        let (_, path) = self.writable(name)?;
        let text = std::fs::read_to_string(&path);
        let text = text.map_err(|cause| AgentFileError::Write {
            path: path.clone(),
            cause,
        })?;
        let hash = ContentHash::of(text.as_bytes());
        Ok((path, text, hash))
    }

    /// Puts a text in place of a file that had the text of a hash. The text must be a profile, with the
    /// lifecycle of the one before.
    ///
    /// # Errors
    /// [`AgentFileError`]; the file is as it was then.
    pub fn replace_text(
        &self,
        name: &str,
        before: ContentHash,
        text: &str,
    ) -> Result<AgentProfile, AgentFileError> {
        let _lock = self.lock();
        let (known, path) = self.writable(name)?;
        let now = std::fs::read(&path).unwrap_or_default();
        if ContentHash::of(&now) != before {
            return Err(AgentFileError::Changed { path });
        }
        let profile = parse(known.id.clone(), text, known.source.clone(), &self.tools);
        let mut profile = profile.map_err(|faults| AgentFileError::Faults {
            path: path.clone(),
            faults,
        })?;
        if profile.lifecycle != known.lifecycle {
            let why = notice!("agents-fault-lifecycle-fixed");
            let faults = vec![FileFault::whole(why)];
            return Err(AgentFileError::Faults { path, faults });
        }
        put(&path, text)?;
        profile.updated = changed_at(&path);
        Ok(profile)
    }

    /// Deletes the file of a profile that counts. Returns its path.
    ///
    /// # Errors
    /// [`AgentFileError`]; the file stays then.
    pub fn delete(&self, name: &str) -> Result<PathBuf, AgentFileError> {
        let _lock = self.lock();
        let (_, path) = self.writable(name)?;
        match std::fs::remove_file(&path) {
            Ok(()) => Ok(path),
            Err(cause) => Err(AgentFileError::Write { path, cause }),
        }
    }

    /// Returns a profile that counts and that this program may write, with its path.
    fn writable(&self, name: &str) -> Result<(AgentProfile, PathBuf), AgentFileError> {
        let found = self.read();
        let agent = found.find(name).ok_or_else(|| AgentFileError::Unknown {
            name: name.to_owned(),
        })?;
        let path = agent.profile.source.path().unwrap_or(Path::new(""));
        let path = path.to_path_buf();
        if !agent.profile.source.is_writable() {
            let name = agent.profile.id.to_string();
            return Err(AgentFileError::ReadOnly { name, path });
        }
        Ok((agent.profile.clone(), path))
    }

    fn check_place(&self, owner: Owner) -> Result<(), AgentFileError> {
        if owner == Owner::User {
            return Ok(());
        }
        if !self.folders.is_trusted {
            return Err(AgentFileError::Untrusted);
        }
        let folder = self.folder_of(owner);
        let reach = Reach::Workspace(self.folders.root.clone());
        // The first part that exists decides where the folder will be.
        let there = folder
            .ancestors()
            .find(|path| path.symlink_metadata().is_ok());
        if there.is_some_and(|there| reach.contains(there)) {
            Ok(())
        } else {
            Err(AgentFileError::Leaves { path: folder })
        }
    }

    /// Writes a profile into its file. What was written is what the next reading gives.
    fn store(&self, mut profile: AgentProfile) -> Result<AgentProfile, AgentFileError> {
        let path = profile.source.path().unwrap_or(Path::new(""));
        let path = path.to_path_buf();
        let faults = profile.faults(&self.tools);
        let mut faults: Vec<FileFault> = faults
            .iter()
            .map(|fault| FileFault::whole(fault.notice()))
            .collect();
        let text = write(&profile);
        if faults.is_empty() {
            let again = parse(
                profile.id.clone(),
                &text,
                profile.source.clone(),
                &self.tools,
            );
            match again {
                Ok(again) => profile = again,
                Err(found) => faults = found,
            }
        }
        if !faults.is_empty() {
            return Err(AgentFileError::Faults { path, faults });
        }
        put(&path, &text)?;
        profile.updated = changed_at(&path);
        Ok(profile)
    }

    /// Keeps other processes from changing profiles until it is dropped. Without a lock a file is written all
    /// the same: some file systems have none.
    fn lock(&self) -> Option<std::fs::File> {
        let lock = lock_beside(&self.folders.data.join("agents"));
        lock.inspect_err(|error| tracing::debug!(%error, "no lock for the agents"))
            .ok()
    }
}

fn id_of(name: &str) -> Result<AgentProfileId, Vec<FileFault>> {
    AgentProfileId::new(name).ok_or_else(|| {
        let why = ProfileFault::Id(name.to_owned()).notice();
        vec![FileFault::whole(why)]
    })
}

fn put(path: &Path, text: &str) -> Result<(), AgentFileError> {
    replace(path, text, Access::Kept).map_err(|cause| AgentFileError::Write {
        path: path.to_path_buf(),
        cause,
    })
}

fn changed_at(path: &Path) -> Option<Timestamp> {
    let changed = path.metadata().ok()?.modified().ok()?;
    let changed = Timestamp::try_from(changed).ok()?;
    // As times are written elsewhere.
    Timestamp::from_second(changed.as_second()).ok()
}
