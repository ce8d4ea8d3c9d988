//! Determines how each file of the workspace can be restored if a command changes it: from git,
//! from a copy made first, or not at all; and describes the files for which it is impossible. Pure.

use notice::{Notice, count, notice};
use workspace::MAX_FILE_BYTES;
use workspace::git::tracked::TrackedFiles;
use workspace::manifest::Manifest;

/// Maximum number of names listed for each reason.
const NAMES: usize = 3;

/// Reason why the bytes of a file cannot be restored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum UncoveredReason {
    /// The file is over the size limit of a copy.
    TooLarge,
    /// The copy would exceed the total size of copies.
    TooMuch,
    /// Checkpoints are switched off, so nothing is copied.
    Off,
    /// The file cannot be read.
    Unreadable,
    /// The file cannot be copied.
    NoCopy,
    /// More files changed than a command's log holds.
    TooMany,
    /// The file was ignored before, so its previous state is unknown.
    Hidden,
    /// The file name is not UTF-8.
    NotUtf8,
}

impl UncoveredReason {
    /// Returns the text that follows a number of files.
    fn words(self) -> Notice {
        match self {
            UncoveredReason::TooLarge => notice!("told-uncovered-large"),
            UncoveredReason::TooMuch => notice!("told-uncovered-much"),
            UncoveredReason::Off => notice!("told-uncovered-off"),
            UncoveredReason::Unreadable => notice!("told-uncovered-unreadable"),
            UncoveredReason::NoCopy => notice!("told-uncovered-no-copy"),
            UncoveredReason::TooMany => notice!("told-uncovered-many"),
            UncoveredReason::NotUtf8 => notice!("told-uncovered-no-utf-eight"),
            UncoveredReason::Hidden => notice!("told-uncovered-hidden"),
        }
    }
}

/// A file that is not covered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Uncovered {
    pub(super) path: String,
    pub(super) why: UncoveredReason,
}

/// Actions to take before a command.
#[derive(Debug, Default)]
pub(super) struct SnapshotPlan {
    /// Files to copy.
    pub(super) copy: Vec<String>,
    /// Files that are not covered, ordered by path.
    pub(super) uncovered: Vec<Uncovered>,
}

impl Uncovered {
    pub(super) fn of((path, why): (impl Into<String>, UncoveredReason)) -> Self {
        let path = path.into();
        Self { path, why }
    }
}

/// Plans the snapshot of a workspace with copies of at most this many bytes. Copies small files
/// first, to cover most files.
pub(super) fn plan(manifest: &Manifest, tracked: &TrackedFiles, all_copies: u64) -> SnapshotPlan {
    let files = manifest.files.iter();
    let mut open: Vec<(u64, &String)> = files
        .filter(|(path, stat)| tracked.object(path, stat).is_none())
        .map(|(path, stat)| (stat.bytes, path))
        .collect();
    open.sort_unstable();
    let mut plan = SnapshotPlan::default();
    let mut copied = 0_u64;
    for (bytes, path) in open {
        copied = copied.saturating_add(bytes);
        let why = if bytes > MAX_FILE_BYTES {
            UncoveredReason::TooLarge
        } else if all_copies == 0 {
            UncoveredReason::Off
        } else if copied > all_copies {
            UncoveredReason::TooMuch
        } else {
            plan.copy.push(path.clone());
            continue;
        };
        let path = path.clone();
        plan.uncovered.push(Uncovered { path, why });
    }
    let unnamed = manifest.unnamed.keys();
    let unnamed = unnamed.filter(|path| !path.ends_with('/'));
    plan.uncovered
        .extend(unnamed.map(|path| Uncovered::of((path, UncoveredReason::NotUtf8))));
    plan.copy.sort_unstable();
    plan.uncovered
        .sort_by(|one, other| one.path.cmp(&other.path));
    plan
}

/// Describes the files that are not covered: how many, why, and the first of them by name.
pub(super) fn words(uncovered: &[Uncovered]) -> Option<Notice> {
    let mut reasons: Vec<UncoveredReason> = uncovered.iter().map(|file| file.why).collect();
    reasons.sort_unstable();
    reasons.dedup();
    let of_reason = |why: &UncoveredReason| {
        let files: Vec<&str> = uncovered
            .iter()
            .filter(|file| file.why == *why)
            .map(|file| file.path.as_str())
            .collect();
        let names = files
            .iter()
            .take(NAMES)
            .copied()
            .collect::<Vec<_>>()
            .join(", ");
        let places = match files.len().saturating_sub(NAMES) {
            0 => Notice::text(names),
            more => notice!("told-uncovered-more", places = names, number = more),
        };
        let (counted, why) = (count(files.len(), "file"), why.words());
        match files.len() {
            1 => notice!("told-uncovered-file", counted, why, places),
            _ => notice!("told-uncovered-files", counted, why, places),
        }
    };
    let mut parts: Vec<Notice> = reasons.iter().map(of_reason).collect();
    match parts.len() {
        0 | 1 => parts.pop(),
        _ => Some(notice!("told-all-of", whys = parts)),
    }
}
