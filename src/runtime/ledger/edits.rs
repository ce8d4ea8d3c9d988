//! The user's own changes of proposals: splitting a hunk, editing a hunk's text, editing a file.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::disk::Stamp;
use super::logs::Logged;
use super::plan::Decisions;
use super::work::gone;
use super::{Ledger, LedgerError};
use engine::ReviewWork;
use notice::{Notice, notice};
use protocol::change::{Entry, HunkState};
use protocol::ids::{ContentHash, EntryId, FileId, HunkId, SessionId};
use protocol::review::{DecisionChange, HunkSplit, SplitAt};
use review::binary::blob_of;
use review::hunks::HunkLimits;
use review::user_edit::EntryHead;

impl Ledger {
    /// Returns the log that contains a hunk.
    pub(super) fn log_with(
        &self,
        session: SessionId,
        hunk: HunkId,
    ) -> Result<Option<Arc<Logged>>, LedgerError> {
        let mut logs = self.logs(session)?.0.into_iter();
        Ok(logs.find(|logged| logged.log.hunks().any(|(_, known)| known.id == hunk)))
    }

    pub(super) fn split(
        &self,
        session: SessionId,
        hunk: HunkId,
        at: &SplitAt,
        ids: &mut dyn FnMut() -> HunkId,
    ) -> Result<ReviewWork, LedgerError> {
        let logged = self.log_with(session, hunk)?.ok_or_else(gone)?;
        let parts = logged
            .log
            .split(hunk, at, HunkLimits::default(), ids)
            .map_err(|error| LedgerError::Refused(error.notice()))?;
        let mut hunks = logged.log.hunks();
        let (entry, _) = hunks.find(|(_, known)| known.id == hunk).ok_or_else(gone)?;
        Ok(ReviewWork {
            split: Some((entry.id, hunk, parts)),
            ..ReviewWork::default()
        })
    }

    /// Splits a joined hunk again, into the same parts as before.
    pub(super) fn split_again(
        &self,
        session: SessionId,
        division: &HunkSplit,
        stamp: &Stamp,
    ) -> Result<ReviewWork, LedgerError> {
        let mut ids = division.parts.iter();
        let mut next_id = || ids.next().map_or_else(|| HunkId((stamp.ids)()), |id| *id);
        self.split(session, division.hunk, &division.at, &mut next_id)
    }

    /// Joins the parts of a hunk.
    pub(super) fn join(
        &self,
        session: SessionId,
        division: &HunkSplit,
    ) -> Result<ReviewWork, LedgerError> {
        let HunkSplit {
            entry, hunk, parts, ..
        } = division;
        let first = parts.first().ok_or_else(gone)?;
        let logged = self.log_with(session, *first)?.ok_or_else(gone)?;
        let whole = logged.log.join(parts, *hunk);
        let whole = whole.map_err(|error| LedgerError::Refused(error.notice()))?;
        Ok(ReviewWork {
            joined: Some((*entry, parts.clone(), whole)),
            ..ReviewWork::default()
        })
    }

    pub(super) fn amend(
        &self,
        session: SessionId,
        hunk: HunkId,
        text: &str,
        stamp: &Stamp,
    ) -> Result<ReviewWork, LedgerError> {
        let logged = self.log_with(session, hunk)?.ok_or_else(gone)?;
        check(text)?;
        let present = self.present(&logged, stamp)?;
        let decision = accepted_by_edit(&present.logged, hunk)?;
        let decided: Decisions = decision.iter().map(|one| (one.hunk, one.after)).collect();
        let mut next_id = || HunkId((stamp.ids)());
        let entry = present
            .logged
            .taken_for(&decided)
            .amend(hunk, text, &head(session, stamp), &mut next_id)
            .map_err(|error| LedgerError::Refused(error.notice()))?;
        let title = notice!("title-edited", path = logged.path);
        let mut work = edited(present.observed, entry, title);
        work.changes = decision.into_iter().collect();
        Ok(work)
    }

    pub(super) fn edit_file(
        &self,
        session: SessionId,
        file: FileId,
        on: &ContentHash,
        text: &str,
        stamp: &Stamp,
    ) -> Result<ReviewWork, LedgerError> {
        let Some(logged) = self.logged(session, file)? else {
            return Err(LedgerError::Refused(notice!("told-review-not-changed")));
        };
        check(text)?;
        let present = self.present(&logged, stamp)?;
        let log = &present.logged.log;
        let now = log.buffer().text.as_deref().unwrap_or_default();
        if ContentHash::of(now.as_bytes()) != *on {
            let path = &logged.path;
            return Err(LedgerError::Refused(notice!("told-review-edit-late", path)));
        }
        let mut next_id = || HunkId((stamp.ids)());
        let entry = log
            .edit_buffer(text, &head(session, stamp), &mut next_id)
            .map_err(|error| LedgerError::Refused(error.notice()))?;
        let title = notice!("title-edited", path = logged.path);
        Ok(edited(present.observed, entry, title))
    }

    /// Settles a conflict with a new text: the agent's hunk is refused, and the user's hunk is
    /// edited to the text.
    pub(super) fn settle_by_edit(
        &self,
        session: SessionId,
        (hunk, with): (HunkId, HunkId),
        text: &str,
        stamp: &Stamp,
    ) -> Result<ReviewWork, LedgerError> {
        let logged = self.log_with(session, hunk)?.ok_or_else(gone)?;
        check(text)?;
        let refusal = logged.log.hunks().find_map(|(entry, known)| {
            (known.id == hunk && known.state != HunkState::Rejected).then_some(DecisionChange {
                entry: entry.id,
                hunk,
                before: known.state,
                after: HunkState::Rejected,
            })
        });
        let decided: Decisions = [(hunk, HunkState::Rejected)].into();
        let decided = logged.taken_for(&decided);
        let mut next_id = || HunkId((stamp.ids)());
        let entry = decided.amend(with, text, &head(session, stamp), &mut next_id);
        let mut work = match entry {
            Ok(entry) => edited(Vec::new(), entry, notice!("title-settled")),
            // The user's hunk already has this text.
            Err(review::user_edit::AmendError::Unchanged) => ReviewWork::default(),
            Err(error) => return Err(LedgerError::Refused(error.notice())),
        };
        work.changes = refusal.into_iter().collect();
        work.settled = vec![(hunk, with)];
        work.title = notice!("title-settled");
        Ok(work)
    }
}

/// Accepts a hunk because the user edits it, whatever its decision was: the user wants the edited
/// text there. A hunk that builds on undecided hunks stays pending with them.
///
/// # Errors
/// Fails if the hunk builds on a rejected hunk, or would conflict with another one.
pub(super) fn accepted_by_edit(
    logged: &Logged,
    hunk: HunkId,
) -> Result<Option<DecisionChange>, LedgerError> {
    let log = &logged.log;
    let (entry, known) = log
        .hunks()
        .find(|(_, known)| known.id == hunk)
        .ok_or_else(gone)?;
    let requisites = log.requisites_of(&BTreeSet::from([hunk]));
    let on = log
        .hunks()
        .filter(|(_, other)| requisites.contains(&other.id));
    let states: Vec<HunkState> = on.map(|(_, other)| other.state).collect();
    if !known.state.is_live() && states.iter().any(|state| !state.is_live()) {
        return Err(LedgerError::Refused(notice!("told-review-on-rejected")));
    }
    let after = if states.contains(&HunkState::Pending) {
        HunkState::Pending
    } else {
        HunkState::Accepted
    };
    if known.state == after || known.state == HunkState::Accepted {
        return Ok(None);
    }
    let decided = logged.taken_for(&Decisions::from([(hunk, after)]));
    let mut conflicts = decided.conflicts().iter();
    if conflicts.any(|conflict| conflict.hunk == hunk) {
        return if known.state.is_live() {
            Ok(None)
        } else {
            Err(LedgerError::Refused(notice!("told-review-odds")))
        };
    }
    Ok(Some(DecisionChange {
        entry: entry.id,
        hunk,
        before: known.state,
        after,
    }))
}

fn head(session: SessionId, stamp: &Stamp) -> EntryHead {
    EntryHead {
        id: EntryId((stamp.ids)()),
        session,
        at: stamp.now,
    }
}

fn edited(observed: Vec<Entry>, entry: Entry, title: Notice) -> ReviewWork {
    ReviewWork {
        observed,
        entries: vec![entry],
        title,
        ..ReviewWork::default()
    }
}

/// Checks that the user's text is one that a tool could write too.
fn check(text: &str) -> Result<(), LedgerError> {
    if text.contains('\0') || blob_of(text).is_some() {
        return Err(LedgerError::Refused(notice!("told-review-nul")));
    }
    Ok(())
}
