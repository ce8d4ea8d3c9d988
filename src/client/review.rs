//! The user's decisions about the agent's changes, as every front end needs them: which hunks may be
//! decided, which others a decision concerns, the state of a change, and what applying does, in
//! words.

use l10n::{counted, say};
use notice::Notice;
use protocol::change::{HunkState, Origin};
use protocol::ids::HunkId;
use protocol::review::view::HunkRow;
use protocol::review::{ApplySummary, FileReview};

/// The state of a change, with one name and one sign for all places that show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeState {
    /// Made by the agent, undecided, and not on the disk.
    Proposed,
    /// Accepted, and not on the disk yet.
    Accepted,
    /// Made by the agent, undecided, and on the disk already.
    Open,
    /// Accepted, and on the disk.
    Applied,
    Rejected,
    RolledBack,
    /// Undecided because another change is in its place.
    Conflict,
    /// Made by the user or by another session.
    Yours,
    /// Several changes, of which only some are decided or applied.
    Partial,
}

impl ChangeState {
    /// Returns the state of a hunk.
    pub fn of(hunk: &HunkRow) -> Self {
        match (hunk.state, hunk.written) {
            (HunkState::RolledBack, _) => Self::RolledBack,
            (HunkState::Rejected, _) => Self::Rejected,
            _ if hunk.conflict.is_some() => Self::Conflict,
            _ if is_users(hunk) => Self::Yours,
            (HunkState::Accepted, true) => Self::Applied,
            (HunkState::Pending, true) => Self::Open,
            (HunkState::Accepted, false) => Self::Accepted,
            (HunkState::Pending, false) => Self::Proposed,
        }
    }

    /// Returns the state of a file, from the counts of its hunks.
    pub fn of_file(file: &FileReview) -> Self {
        let counts = &file.counts;
        let decided = counts.accepted + counts.rejected + counts.rolled_back;
        match counts {
            counts if counts.conflicts > 0 => Self::Conflict,
            counts if counts.pending > 0 && decided > 0 => Self::Partial,
            counts if counts.pending > 0 && file.proposed => Self::Proposed,
            counts if counts.pending > 0 => Self::Open,
            counts if counts.accepted > 0 && decided > counts.accepted => Self::Partial,
            counts if counts.accepted > 0 => Self::Accepted,
            counts if counts.rejected > 0 => Self::Rejected,
            counts if counts.rolled_back > 0 => Self::RolledBack,
            _ => Self::Yours,
        }
    }

    /// Returns the sign of the state.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Proposed => "[ ]",
            Self::Open => "[=]",
            Self::Accepted | Self::Applied => "[+]",
            Self::Rejected => "[-]",
            Self::RolledBack => "[x]",
            Self::Conflict => "[!]",
            Self::Yours => "[u]",
            Self::Partial => "[~]",
        }
    }

    /// Returns the name of the state in the user's language.
    pub fn name(self) -> &'static str {
        match self {
            Self::Proposed => say!("change-proposed"),
            Self::Open => say!("change-open"),
            Self::Accepted => say!("change-accepted"),
            Self::Applied => say!("change-applied"),
            Self::Rejected => say!("change-rejected"),
            Self::RolledBack => say!("change-rolled-back"),
            Self::Conflict => say!("change-conflict"),
            Self::Yours => say!("change-yours"),
            Self::Partial => say!("change-partial"),
        }
    }
}

/// Describes the state of a hunk, with the step that is missing until disk and decision agree.
pub fn state_words(hunk: &HunkRow) -> String {
    let state = ChangeState::of(hunk);
    match (state, hunk.written) {
        (ChangeState::Rejected, true) => say!("change-until-applied", state = state.name()),
        (ChangeState::Open, _) => say!("change-not-decided", state = ChangeState::Applied.name()),
        _ => state.name().to_owned(),
    }
}

/// Whether the hunk is no proposal: it is the user's, or another session's.
pub fn is_users(hunk: &HunkRow) -> bool {
    matches!(hunk.origin, Origin::User | Origin::Session { .. })
}

/// Whether the hunk still needs a decision.
pub fn is_open(hunk: &HunkRow) -> bool {
    hunk.state == HunkState::Pending && !is_users(hunk)
}

/// Returns the other hunks that a decision about these concerns: undecided ones that an accepted
/// hunk builds on, and those that build on a rejected one. `state_of` returns the state of a hunk,
/// as far as it is known.
pub fn concerned<'a>(
    chosen: impl IntoIterator<Item = &'a HunkRow>,
    state: HunkState,
    state_of: impl Fn(HunkId) -> Option<HunkState>,
) -> Vec<HunkId> {
    let chosen: Vec<&HunkRow> = chosen.into_iter().collect();
    let is_open = |hunk: &HunkId| state_of(*hunk).is_none_or(|state| state == HunkState::Pending);
    let mut others: Vec<HunkId> = Vec::new();
    for hunk in &chosen {
        match state {
            HunkState::Accepted => others.extend(hunk.builds_on.iter().filter(|id| is_open(id))),
            HunkState::Rejected => others.extend(&hunk.carries),
            HunkState::Pending | HunkState::RolledBack => {}
        }
    }
    others.retain(|id| chosen.iter().all(|hunk| hunk.id != *id));
    others.sort_unstable();
    others.dedup();
    others
}

/// How a front end shows text that comes from outside: a path, and a reason.
#[derive(Debug, Clone, Copy)]
pub struct ForeignText {
    pub path: fn(&str) -> String,
    pub reason: fn(&Notice) -> String,
}

/// Asks whether to apply, with the numbers of changes and files; `None` if there is nothing to do.
pub fn apply_question(summary: &ApplySummary) -> Option<String> {
    let changes = counted(summary.hunks, "change");
    let files = counted(summary.hunk_files, "file");
    match (summary.files.is_empty(), summary.hunks) {
        (true, 0) => None,
        (true, _) => Some(say!("apply-question-on-disk", changes, files)),
        // A file can change without a hunk, such as one that only moves.
        (false, 0) => {
            let files = counted(summary.files.len(), "file");
            Some(say!("apply-question-files", files))
        }
        (false, _) => Some(say!("apply-question", changes, files)),
    }
}

/// Describes, apart from the written files, what applying does to which file and why.
pub fn apply_notes(summary: &ApplySummary, shown: ForeignText) -> Vec<String> {
    let mut notes = Vec::new();
    for (path, why) in &summary.skipped {
        let (path, why) = ((shown.path)(path), (shown.reason)(why));
        notes.push(say!("apply-skipped", path, why));
    }
    for path in &summary.edited {
        notes.push(say!("apply-edited", path = (shown.path)(path)));
    }
    for (path, lines) in &summary.oversized {
        let lines = counted(*lines, "line");
        notes.push(say!("apply-oversized", path = (shown.path)(path), lines));
    }
    for (path, count) in &summary.rejected {
        let changes = counted(*count, "change");
        notes.push(say!("apply-rejected", path = (shown.path)(path), changes));
    }
    if summary.pending > 0 {
        let changes = counted(summary.pending, "change");
        notes.push(say!("apply-undecided", changes));
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use notice::notice;
    use protocol::ids::{CallId, EntryId, FileId, RunId};
    use protocol::review::HunkCounts;
    use uuid::Uuid;

    fn id(number: u128) -> HunkId {
        HunkId(Uuid::from_u128(number))
    }

    fn row(number: u128) -> HunkRow {
        HunkRow {
            id: id(number),
            entry: EntryId(Uuid::from_u128(9)),
            origin: Origin::Agent {
                agent: "build".into(),
                run: RunId(Uuid::from_u128(2)),
                call: CallId(Uuid::from_u128(3)),
            },
            state: HunkState::Pending,
            written: false,
            conflict: None,
            first_row: 0,
            rows: 1,
            added: 1,
            removed: 0,
            oversized: false,
            amended: false,
            comments: 0,
            builds_on: Vec::new(),
            carries: Vec::new(),
            rationale: None,
            operation: Notice::default(),
        }
    }

    #[test]
    fn accepting_concerns_only_the_undecided_hunks_below_and_not_the_chosen_ones() {
        let one = HunkRow {
            builds_on: vec![id(2), id(3), id(4), id(5)],
            ..row(1)
        };
        let two = row(2);
        let state_of = |hunk: HunkId| match hunk {
            _ if hunk == id(3) => Some(HunkState::Accepted),
            _ if hunk == id(4) => Some(HunkState::Pending),
            _ => None,
        };
        let others = concerned([&one, &two], HunkState::Accepted, state_of);
        assert_eq!(others, [id(4), id(5)], "an unknown hunk may be undecided");
        assert!(concerned([&one], HunkState::Pending, state_of).is_empty());
    }

    #[test]
    fn rejecting_concerns_all_that_builds_on_the_hunk() {
        let one = HunkRow {
            carries: vec![id(7), id(6), id(7)],
            ..row(1)
        };
        let others = concerned([&one], HunkState::Rejected, |_| None);
        assert_eq!(others, [id(6), id(7)]);
    }

    #[test]
    fn a_change_has_one_state_from_the_proposal_to_the_disk() {
        let state = |state, written| {
            ChangeState::of(&HunkRow {
                state,
                written,
                ..row(1)
            })
        };
        assert_eq!(state(HunkState::Pending, false), ChangeState::Proposed);
        assert_eq!(state(HunkState::Accepted, false), ChangeState::Accepted);
        assert_eq!(state(HunkState::Accepted, true), ChangeState::Applied);
        assert_eq!(state(HunkState::Pending, true), ChangeState::Open);
        assert_eq!(state(HunkState::Rejected, true), ChangeState::Rejected);
        let yours = HunkRow {
            origin: Origin::User,
            ..row(1)
        };
        assert_eq!(ChangeState::of(&yours), ChangeState::Yours);
    }

    #[test]
    fn what_applying_leaves_out_is_named_with_its_reason() {
        let shown = ForeignText {
            path: str::to_owned,
            reason: l10n::said,
        };
        let summary = ApplySummary {
            hunks: 4,
            hunk_files: 3,
            skipped: vec![("a.rs".into(), notice!("told-conflict-waits"))],
            edited: vec!["b.rs".into()],
            oversized: vec![("c.rs".into(), 120)],
            rejected: vec![("d.rs".into(), 2)],
            pending: 1,
            ..ApplySummary::default()
        };
        let notes = apply_notes(&summary, shown).join("\n");
        for path in ["a.rs", "b.rs", "c.rs: 120 lines", "d.rs", "1 change"] {
            assert!(notes.contains(path), "{path}: {notes}");
        }
        assert_eq!(
            apply_question(&summary).as_deref(),
            Some("Accept 4 changes in 3 files? They are on disk already.")
        );
        assert_eq!(apply_question(&ApplySummary::default()), None);
    }

    #[test]
    fn a_file_says_whether_its_undecided_changes_are_on_the_disk_and_whether_they_were_rolled_back()
    {
        let state = |counts, proposed| {
            ChangeState::of_file(&FileReview {
                file: FileId(Uuid::from_u128(40)),
                path: "a.rs".into(),
                change: Notice::default(),
                added: 1,
                removed: 0,
                counts,
                dirty: false,
                proposed,
                base: None,
                by: Notice::default(),
                proposed_by: Vec::new(),
            })
        };
        let pending = HunkCounts {
            pending: 1,
            ..HunkCounts::default()
        };
        assert_eq!(state(pending, true), ChangeState::Proposed);
        assert_eq!(state(pending, false), ChangeState::Open);
        let undone = HunkCounts {
            rolled_back: 2,
            ..HunkCounts::default()
        };
        assert_eq!(state(undone, false), ChangeState::RolledBack);
        let rejected = HunkCounts {
            rejected: 1,
            ..undone
        };
        assert_eq!(state(rejected, false), ChangeState::Rejected);
    }
}
