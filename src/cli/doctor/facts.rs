//! The facts of the report. The caller fills them from the workspace, the config and the providers.

use std::path::PathBuf;

use serde::Serialize;

use crate::app::ProgramRungs;
use config::ConfigProblem;
use notice::Notice;
use protocol::catalogue::ModelProbe;
use protocol::query::{ExternalProgram, ProviderStatus};
use sandbox::compose::SandboxOffer;
use sandbox::trial::Outcome;
use tui::keymap::KeymapFault;
use tui::terminal::findings::{Finding, KeyFindings, Multiplexer};

/// All facts of the report.
#[derive(Debug, Clone, Serialize)]
pub struct DoctorFacts {
    pub version: String,
    /// The operating system and the processor, as in `linux x86_64`.
    pub platform: String,
    pub terminal: TerminalFacts,
    pub language: LanguageReport,
    pub workspace: WorkspaceReport,
    pub config: ConfigReport,
    /// The user's own keymap.
    pub keymap: KeymapReport,
    /// Files and folders of the program.
    pub places: Vec<PlaceReport>,
    /// The boxes that this machine can make for commands.
    pub sandbox: SandboxReport,
    /// Programs that the agent may want to use.
    pub programs: Vec<ExternalProgram>,
    pub providers: Vec<ProviderReport>,
    /// The model that sessions would start with; `None` if there is none.
    pub model: Option<ModelReport>,
    pub notices: Vec<Notice>,
}

/// The language of the user interface.
#[derive(Debug, Clone, Default, Serialize)]
pub struct LanguageReport {
    /// Its code, as in `fr`.
    pub code: String,
    /// Source of the choice: `the locale`, `environment AGENTICHAT_LANGUAGE`.
    pub from: Notice,
}

/// Facts about the terminal that are known without querying it.
#[derive(Debug, Clone, Default, Serialize)]
pub struct TerminalFacts {
    /// Whether standard output is a terminal.
    pub interactive: bool,
    /// Columns and rows.
    pub size: Option<(u16, u16)>,
    pub term: Option<String>,
    pub colorterm: Option<String>,
    pub program: Option<String>,
    /// `tmux`, `zellij` or `screen`, if the terminal runs in one.
    pub multiplexer: Option<String>,
    /// Whether the connection comes over ssh.
    pub ssh: bool,
    /// Whether `NO_COLOR` is set.
    pub no_color: bool,
    /// The variable that indicates a screen reader.
    pub screen_reader: Option<String>,
    /// Whether the locale is UTF-8.
    pub utf8: bool,
    /// Findings on how the terminal reports keys; empty if it was not queried.
    pub keys: Vec<Finding>,
}

impl TerminalFacts {
    /// Reads the facts from the environment. The caller adds whether it is a terminal,
    /// and its size.
    pub fn from_environment(environment: &std::collections::BTreeMap<String, String>) -> Self {
        let get = |name: &str| {
            environment
                .get(name)
                .filter(|text| !text.is_empty())
                .cloned()
        };
        let multiplexer = KeyFindings::of_environment(get).multiplexer;
        let multiplexer = multiplexer.map(|one| match one {
            Multiplexer::Tmux => "tmux".to_owned(),
            Multiplexer::Zellij => "zellij".to_owned(),
            Multiplexer::Screen => "screen".to_owned(),
        });
        let locale = get("LC_ALL")
            .or_else(|| get("LC_CTYPE"))
            .or_else(|| get("LANG"));
        let locale = locale.unwrap_or_default().to_ascii_lowercase();
        Self {
            interactive: false,
            size: None,
            term: get("TERM"),
            colorterm: get("COLORTERM"),
            program: get("TERM_PROGRAM"),
            multiplexer,
            ssh: get("SSH_CONNECTION").is_some() || get("SSH_TTY").is_some(),
            no_color: get("NO_COLOR").is_some(),
            screen_reader: crate::app::accessibility::reader(get).map(str::to_owned),
            utf8: locale.contains("utf-8") || locale.contains("utf8"),
            keys: Vec::new(),
        }
    }
}

#[derive(Debug, Clone, Serialize)]
pub struct WorkspaceReport {
    pub root: PathBuf,
    /// The marker by which the root was detected: `agentichat`, `llm-context`, `git` or `cwd`.
    pub detected_by: String,
    /// Whether files can be created in the workspace.
    pub writable: bool,
    /// State of its config file: `absent`, `trusted`, `untrusted` or `broken`.
    pub config: String,
    /// Keys that take effect only once the workspace is trusted.
    pub ignored: Vec<String>,
}

#[derive(Debug, Clone, Serialize)]
pub struct ConfigReport {
    /// The files, and whether they exist.
    pub files: Vec<(PathBuf, Presence)>,
    pub problems: Vec<ConfigProblem>,
}

/// The user's own keymap.
#[derive(Debug, Clone, Default, Serialize)]
pub struct KeymapReport {
    /// Actual or future path of the file.
    pub file: PathBuf,
    /// Number of rows in use.
    pub rows: usize,
    /// Rows that are not used: file, line and reason.
    #[serde(serialize_with = "as_texts")]
    pub faults: Vec<KeymapFault>,
}

fn as_texts<S: serde::Serializer>(faults: &[KeymapFault], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(faults.iter().map(ToString::to_string))
}

/// Whether a file exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    Present,
    /// The file does not exist, and is optional.
    Absent,
}

/// A file or folder of the program.
#[derive(Debug, Clone, Serialize)]
pub struct PlaceReport {
    /// Its content: `state`, `log`, `data`.
    pub name: String,
    /// Its path; for the keyring, its kind.
    pub path: Notice,
    /// The problem with it, if any.
    pub problem: Option<Notice>,
}

#[derive(Debug, Clone, Serialize)]
pub struct ProviderReport {
    #[serde(flatten)]
    pub status: ProviderStatus,
    /// Whether the user has set the provider up; otherwise it is optional.
    pub wanted: bool,
    /// Number of models that it offers; `None` if it was not asked or did not say.
    pub models: Option<usize>,
    /// Its key, if it needs one.
    pub key: Option<KeyReport>,
    /// The next step for the user, if something is wrong.
    pub next: Option<Notice>,
}

/// The model that sessions would start with.
#[derive(Debug, Clone, Serialize)]
pub struct ModelReport {
    pub provider: String,
    /// Its name at the provider.
    pub name: String,
    /// Result of its last probe; `None` if it was never probed.
    pub probe: Option<ModelProbe>,
}

/// State of a key. Never contains the key itself.
#[derive(Debug, Clone, Serialize)]
pub struct KeyReport {
    /// The variable that is checked first.
    pub variable: String,
    /// Whether there is a key.
    pub present: bool,
    /// Place where the key is stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Notice>,
}

/// The sandbox, tried on this machine.
#[derive(Debug, Clone, Serialize)]
pub struct SandboxReport {
    pub offer: SandboxOffer,
    /// The rungs of programs that are no commands of the agent, as the configuration wants them.
    pub programs: ProgramRungs,
    /// Whether the settings of Claude Code ask for its own sandbox.
    pub claude_has_own: bool,
    /// The outcome of each forbidden attempt; empty without a box.
    pub attempts: Vec<Outcome>,
    /// Reason why nothing could be tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<Notice>,
}
