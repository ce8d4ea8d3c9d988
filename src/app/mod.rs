//! The composition root: from flags, files and environment to an actor that listens.
//!
//! It has two halves, so that the first frame waits for neither database nor network: [`Setup::of`]
//! is quick and detects everything that can be wrong with the invocation; [`Setup::startup`] opens
//! the store, takes the session's lock and starts the actor.

pub mod accessibility;
mod agents;
mod boxed_program;
mod cache;
pub mod catalogue;
pub mod claude;
mod crash_recovery;
pub mod data_dirs;
mod database_trust;
pub mod demo;
mod egress;
mod embedder;
mod hooks;
pub mod mcp;
mod memory;
mod model_choice;
mod onboarding;
mod patterns;
mod providers;
pub mod replay_check;
mod replay_writer;
mod rlimits;
mod routing;
mod rule_files;
mod sandbox_off;
mod startup;
mod terminals;
pub mod user_keymap;
pub mod user_themes;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use crate::cli::args::SessionFlags;
use crate::logging::{self, Log};
use config::load::{Flag, LoadedConfig, Sources, load};
use config::paths::Folders;
use config::trust::TrustStore;
use config::{ConfigProblem, ProblemLocation, paths};
use engine::Attendance;
use l10n::{Language, counted, say};
use notice::{Notice, notice};
use protocol::approval::Rule;
use protocol::ids::{SessionId, WorkspaceId};
use redact::{Masker, RuntimeSecrets, Secret};
use runtime::actor::JournalPatience;
use workspace::Workspace;
use workspace::root::{self, DetectedRoot};

use catalogue::{Catalog, KeyState};

pub use embedder::ProviderEmbedder;
pub use model_choice::choose as choose_model;
pub use onboarding::{onboarding, still_without_model};
pub use providers::registry;
pub use rlimits::raise_open_file_limit;
pub use startup::{ProgramRungs, Running, StartWith, StartupError};
pub use terminals::{AttachedTerminal, JoinOutcome};

/// The environment variable with the log filter.
const LOG_FILTER: &str = "AGENTICHAT_LOG";

/// An error that prevents the start.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.notice())]
pub enum SetupError {
    /// The working folder does not exist.
    Folder {
        path: PathBuf,
        #[source]
        cause: std::io::Error,
    },
    /// The workspace's path is not UTF-8, but everything that is stored and sent of a
    /// session must be.
    NotUtf8 { path: PathBuf },
    /// The user's folders cannot be determined.
    Folders(#[from] config::paths::FoldersError),
    /// The workspace cannot be opened.
    Workspace(#[from] workspace::WorkspaceError),
    /// A rule of the command line is invalid.
    Rule { rule: String, why: Notice },
}

impl SetupError {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            Self::Folder { path, cause } => {
                notice!("told-no-working-folder", path = path.display(), why = cause)
            }
            Self::NotUtf8 { path } => notice!("told-folder-not-utf-eight", path = path.display()),
            Self::Folders(error) => error.notice(),
            Self::Workspace(error) => error.notice(),
            Self::Rule { rule, why } => notice!("told-flag-rule", rule, why),
        }
    }
}

/// Everything that is known before anything is opened.
pub struct Setup {
    pub folders: Folders,
    pub environment: BTreeMap<String, String>,
    /// The configuration with its problems.
    pub loaded: LoadedConfig,
    pub detected: DetectedRoot,
    pub workspace_id: WorkspaceId,
    /// The gateway to the workspace's files.
    pub workspace: Arc<Workspace>,
    /// Rules of command line and config.
    pub rules: Vec<Rule>,
    /// Whether a user can be asked.
    pub attendance: Attendance,
    /// Time that the actor waits for a journal fault to pass.
    pub patience: JournalPatience,
    pub flags: SessionFlags,
    /// Name of a new session; the root's name if left out.
    pub session_name: Option<String>,
    pub keys: BTreeMap<String, KeyState>,
    /// Keys that are entered while the program runs.
    pub learned: RuntimeSecrets,
    /// Opened on first use, because opening waits for a database.
    catalogue: OnceLock<Arc<Catalog>>,
}

impl Setup {
    /// Decides everything that can be decided without opening a database or a connection.
    ///
    /// # Errors
    /// If there is nothing to work in or with. An invalid config is no error: see
    /// [`LoadedConfig::problems`].
    pub fn of(flags: SessionFlags, attendance: Attendance) -> Result<Self, SetupError> {
        let environment = paths::environment();
        let folders = Folders::find(&environment)?;
        folders.mend_folder();
        let cwd = working_folder(flags.cwd.as_deref())?;
        let detected = root::detect(&cwd);
        if detected.root.to_str().is_none() {
            let path = detected.root;
            return Err(SetupError::NotUtf8 { path });
        }
        let trust = TrustStore::open(&folders.trust_file());
        let (config_flags, flag_problems) = config_flags(&flags);
        let mut loaded = load(&Sources {
            folders: &folders,
            workspace: Some(&detected.root),
            trust: &trust,
            environment: &environment,
            flags: &config_flags,
        });
        loaded.problems.extend(flag_problems);
        loaded.problems.extend(trust.problem());
        loaded.problems.extend(log_problem(&environment));
        let unknown_providers = providers::unknown_providers(&loaded);
        loaded.problems.extend(unknown_providers);
        let rules = patterns::rules(&flags, &mut loaded)?;
        patterns::check_block_list(&mut loaded);
        let workspace = Arc::new(Workspace::open(&detected.root, &loaded.config.block)?);
        let workspace_id = root::workspace_id(&detected.root);
        let keys = catalogue::look_for_keys(&loaded, &folders, &environment);
        let found = keys.iter().filter(|(_, key)| key.found.is_some());
        loaded.keyed = found.map(|(name, _)| name.clone()).collect();
        Ok(Self {
            folders,
            environment,
            loaded,
            detected,
            workspace_id,
            workspace,
            rules,
            attendance,
            patience: match attendance {
                Attendance::Attended => JournalPatience::UntilItPasses,
                Attendance::Unattended => JournalPatience::UNATTENDED,
            },
            flags,
            session_name: None,
            keys,
            learned: RuntimeSecrets::default(),
            catalogue: OnceLock::new(),
        })
    }

    /// Returns the catalogue of models and providers. The first call blocks for some milliseconds.
    pub fn catalogue(&self) -> &Arc<Catalog> {
        self.catalogue.get_or_init(|| Arc::new(Catalog::open(self)))
    }

    /// Returns the language of the user interface.
    pub fn language(&self) -> Language {
        let variable = |name: &str| self.environment.get(name).cloned();
        Language::chosen(&self.loaded.config.language, variable)
    }

    /// Starts the log; it runs as long as the returned value lives.
    pub fn start_logging(&self) -> Option<Log> {
        let filter = self.environment.get(LOG_FILTER);
        let filter = filter.map_or("", String::as_str);
        // The program also works without a log.
        logging::start(&self.folders.logs(), filter, self.masker()).ok()
    }

    /// Creates a masker for secrets in the environment, and for the providers' keys
    /// from any source.
    fn masker(&self) -> Masker {
        let variables = self.environment.iter();
        Masker::of_environment(variables.map(|(name, value)| (name.as_str(), value.as_str())))
            .and_values(self.secrets())
            .learning(&self.learned)
    }

    /// Returns the providers' keys themselves.
    fn secrets(&self) -> impl Iterator<Item = &str> {
        let secrets = self.keys.values().filter_map(KeyState::secret);
        secrets.map(Secret::expose)
    }

    /// Returns the question about a workspace config that is not trusted and asks for more
    /// than it may.
    pub fn trust_question(&self) -> Option<String> {
        let keys: Vec<&str> = self
            .loaded
            .ignored
            .iter()
            .map(|ignored| ignored.key)
            .collect();
        let commands = self.untrusted_commands();
        let mut wants = Vec::new();
        if !keys.is_empty() {
            let keys = keys.join("**, **");
            wants.push(say!("trust-keys", keys));
        }
        if !commands.is_empty() {
            let commands = commands.join("**, **");
            wants.push(say!("trust-commands", commands));
        }
        let agents = self.agent_files().untrusted();
        if agents > 0 {
            wants.push(say!("trust-agents", counted = counted(agents, "agent")));
        }
        let skills = self.skill_files().untrusted();
        if skills > 0 {
            wants.push(say!("trust-skills", counted = counted(skills, "skill")));
        }
        (!wants.is_empty()).then(|| say!("trust-question", wants = wants.join(" ")))
    }

    /// Returns the problems of the configuration as messages, one notice each.
    pub fn problem_lines(&self) -> Vec<Notice> {
        let problems = self.loaded.problems.iter();
        problems.map(ConfigProblem::notice).collect()
    }
}

/// Returns the problem if the value of `AGENTICHAT_LOG` is invalid.
fn log_problem(environment: &BTreeMap<String, String>) -> Option<ConfigProblem> {
    let fault = logging::filter_fault(environment.get(LOG_FILTER)?)?;
    let place = ProblemLocation::Environment {
        variable: LOG_FILTER.to_owned(),
    };
    Some(ConfigProblem::error(place, fault).warning_only())
}

fn working_folder(named: Option<&Path>) -> Result<PathBuf, SetupError> {
    let path = named.map_or_else(|| PathBuf::from("."), Path::to_path_buf);
    path.canonicalize()
        .map_err(|cause| SetupError::Folder { path, cause })
}

/// Translates the flags that correspond to configuration keys.
fn config_flags(flags: &SessionFlags) -> (Vec<Flag>, Vec<ConfigProblem>) {
    let mut out = Vec::new();
    let mut problems = Vec::new();
    for argument in &flags.set {
        match Flag::set(argument) {
            Ok(flag) => out.push(flag),
            Err(problem) => problems.push(problem),
        }
    }
    if let Some(provider) = &flags.provider {
        out.push(Flag::new("--provider", "provider", provider));
    }
    if let Some(model) = &flags.model {
        out.push(Flag::new("--model", "model", model));
    }
    if let Some(mode) = flags.mode {
        out.push(Flag::new(
            "--mode",
            "mode",
            protocol::approval::Mode::from(mode).word(),
        ));
    }
    if let Some(effort) = flags.effort {
        out.push(Flag::new("--effort", "effort", effort.word()));
    }
    (out, problems)
}

/// Parses a session id as the user types it. It must be complete; its first letters are not enough.
///
/// # Errors
/// If the text is no id.
pub fn parse_session(text: &str) -> Result<SessionId, Notice> {
    let id = text.trim().parse();
    id.map_err(|_| notice!("told-no-session-id-form", word = text))
}
