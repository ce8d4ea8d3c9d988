//! Rates the risk of a shell command.

use std::path::PathBuf;

use super::blocked::BlockList;
use super::low::{self, Condition, NotLow};
use super::walk::{State, script};
use notice::notice;
use protocol::approval::RiskReport;

/// The location in which a command would run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShellScope {
    /// The workspace's root, absolute.
    pub root: PathBuf,
    /// The working folder, absolute.
    pub cwd: PathBuf,
    /// The config's additions to the block list.
    pub block: Vec<String>,
}

/// The assessment of a command before it runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShellAssessment {
    /// Risk with its reasons; spans are byte offsets into the command.
    pub report: RiskReport,
    /// The simple commands, including nested ones. Write redirections and variable assignments
    /// before a command are separate parts.
    pub parts: Vec<Part>,
    /// False if a construct was not understood.
    pub understood: bool,
    /// Paths that the command names for deletion, as written (without quotes).
    pub deletes: Vec<String>,
    /// Paths below the root that the command evidently writes to, with `/`; patterns as written.
    pub writes: Vec<String>,
    /// Folders in which git would run, absolute. If the command provably only reads, the list
    /// contains every folder in which git could run a program.
    pub git_folders: Vec<PathBuf>,
    /// Whether the command provably only reads, if the conditions hold; the same as low risk.
    pub read_only: bool,
    /// Conditions on the disk for low risk. Empty if the risk is not low.
    pub conditions: Vec<Condition>,
}

/// A simple command inside a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The text, with single spaces and without unnecessary quotes.
    pub text: String,
    /// The text without the program's folder and the options before a subcommand, if that differs.
    pub normal: Option<String>,
    /// If the part by itself is low risk: the conditions on the disk for that.
    pub low: Option<Vec<Condition>>,
}

/// Assesses the risk of `command` when it runs in `scope`. Never panics; the work is bounded
/// for any command.
pub fn assess(command: &str, scope: &ShellScope) -> ShellAssessment {
    let mut state = State::new(scope);
    let whole = (0, command.len());
    if let Some((at, found)) = command
        .char_indices()
        .find(|(_, c)| c.is_control() && *c != '\n' && *c != '\t')
    {
        state.findings.not_understood(
            notice!("risk-has-control-characters"),
            (at, at + found.len_utf8()),
        );
        let blank = |c: char| c.is_control() && c != '\n' && c != '\t';
        script(&command.replace(blank, " "), Some(whole), &mut state);
    } else {
        script(command, None, &mut state);
    }
    state.findings.finish(low_by_text(command, scope))
}

/// Messages of commands that reach the network.
const NETWORK_REASONS: [&str; 7] = [
    "risk-git-may-reach-the",
    "risk-name-can-send-data-out",
    "risk-name-may-fetch-or-install",
    "risk-name-reaches-the-network",
    "risk-name-runs-a-package-and",
    "risk-name-runs-what-comes-from",
    "risk-place-the-network",
];

/// Whether a reason of the report says that the command reaches the network, so that its output may hold text
/// from there.
pub fn reaches_network(report: &RiskReport) -> bool {
    let ids = report.reasons.iter().filter_map(|reason| reason.text.id());
    let mut ids = ids.filter(|id| NETWORK_REASONS.contains(id));
    ids.next().is_some()
}

/// Returns the conditions on the disk if `command` belongs to the language of low risk. [`assess`]
/// may still rate it higher than low.
///
/// # Errors
/// If the command is not low; the error holds the reason.
pub fn low_by_text(command: &str, scope: &ShellScope) -> Result<Vec<Condition>, NotLow> {
    let blocks = BlockList::new(&scope.block);
    let place = low::CommandLocation {
        root: &scope.root,
        blocks: &blocks,
    };
    low::judge(command, std::slice::from_ref(&scope.cwd), place)
}
