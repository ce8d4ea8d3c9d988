//! What the report tells. Filled by the caller from the workspace, the config and the providers.

use std::path::PathBuf;

use serde::Serialize;

use crate::config::ConfigProblem;
use crate::protocol::catalogue::ModelProbe;
use crate::protocol::query::{ExternalProgram, ProviderStatus};
use crate::tui::keymap::KeymapFault;
use crate::tui::terminal::findings::{Finding, KeyFindings, Multiplexer};

/// Everything that the report tells.
#[derive(Debug, Clone, Serialize)]
pub struct DoctorFacts {
    /// The program's version.
    pub version: String,
    /// The operating system and the processor: `linux x86_64`.
    pub platform: String,
    pub terminal: TerminalFacts,
    /// The language of the screen.
    pub language: LanguageReport,
    pub workspace: WorkspaceReport,
    pub config: ConfigReport,
    /// The user's own keymap.
    pub keymap: KeymapReport,
    /// Where things are kept.
    pub places: Vec<PlaceReport>,
    /// Programs that the agent may want.
    pub programs: Vec<ExternalProgram>,
    pub providers: Vec<ProviderReport>,
    /// The model that sessions would begin with; `None` where there is none.
    pub model: Option<ModelReport>,
    /// Anything else worth a line.
    pub notices: Vec<String>,
}

/// Which language the screen speaks.
#[derive(Debug, Clone, Default, Serialize)]
pub struct LanguageReport {
    /// Its code: `fr`.
    pub code: String,
    /// What says so: `the locale`, `environment AGENTICHAT_LANGUAGE`.
    pub from: String,
}

/// What is known of the terminal without asking it.
#[derive(Debug, Clone, Default, Serialize)]
pub struct TerminalFacts {
    /// Whether standard output is a terminal.
    pub interactive: bool,
    /// Columns and rows.
    pub size: Option<(u16, u16)>,
    pub term: Option<String>,
    pub colorterm: Option<String>,
    pub program: Option<String>,
    /// `tmux`, `zellij` or `screen`, where it runs in one.
    pub multiplexer: Option<String>,
    /// Whether it comes over ssh.
    pub ssh: bool,
    /// Whether `NO_COLOR` is set.
    pub no_color: bool,
    /// The variable that tells of a screen reader.
    pub screen_reader: Option<String>,
    /// Whether the locale is UTF-8.
    pub utf8: bool,
    /// How it tells keys; empty where it was not asked.
    pub keys: Vec<Finding>,
}

impl TerminalFacts {
    /// What the environment says. Whether it is a terminal, and its size, are the caller's.
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
    /// What told that this is the root: `agentichat`, `llm-context`, `git` or `cwd`.
    pub detected_by: String,
    /// Whether files can be made in it.
    pub writable: bool,
    /// `absent`, `trusted`, `untrusted` or `broken`, of its config file.
    pub config: String,
    /// Keys that it may set only once it is trusted.
    pub ignored: Vec<String>,
}

#[derive(Debug, Clone, Serialize)]
pub struct ConfigReport {
    /// The files, and whether they are there.
    pub files: Vec<(PathBuf, Presence)>,
    /// What is wrong.
    pub problems: Vec<ConfigProblem>,
}

/// The user's own keymap.
#[derive(Debug, Clone, Default, Serialize)]
pub struct KeymapReport {
    /// Where it lies, or would.
    pub file: PathBuf,
    /// How many rows of it are used.
    pub rows: usize,
    /// What of it is not used: file, line and why.
    #[serde(serialize_with = "as_texts")]
    pub faults: Vec<KeymapFault>,
}

fn as_texts<S: serde::Serializer>(faults: &[KeymapFault], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(faults.iter().map(ToString::to_string))
}

/// Whether something is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    Present,
    /// It is not, and need not be.
    Absent,
}

/// A file or folder of ours.
#[derive(Debug, Clone, Serialize)]
pub struct PlaceReport {
    /// What lies there: `state`, `log`, `data`.
    pub name: String,
    pub path: PathBuf,
    /// What is wrong with it.
    pub problem: Option<String>,
}

#[derive(Debug, Clone, Serialize)]
pub struct ProviderReport {
    #[serde(flatten)]
    pub status: ProviderStatus,
    /// Whether the human has set it up; one that was not is optional.
    pub wanted: bool,
    /// Models that it offers; `None` where it was not asked or did not say.
    pub models: Option<usize>,
    /// Its key, where it needs one.
    pub key: Option<KeyReport>,
    /// What to do next, where something is wrong.
    pub next: Option<String>,
}

/// The model that sessions would begin with.
#[derive(Debug, Clone, Serialize)]
pub struct ModelReport {
    pub provider: String,
    /// Its name there.
    pub name: String,
    /// Result of its last probe; `None` if it was never probed.
    pub probe: Option<ModelProbe>,
}

/// Whether a key is there. The key itself is never in it.
#[derive(Debug, Clone, Serialize)]
pub struct KeyReport {
    /// The variable that is looked at first.
    pub variable: String,
    /// Whether there is one.
    pub present: bool,
    /// Where it is kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
}
