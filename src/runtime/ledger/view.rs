//! Computes the three-way view of a file and caches it while it is valid: front ends request the
//! rows window by window.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::answers::file_review;
use super::layout::Layout;
use super::{Ledger, LedgerError};
use notice::{Notice, notice};
use protocol::change::{Entry, Hunk, HunkState};
use protocol::ids::{FileId, HunkId, SessionId};
use protocol::review::view::{HunkRow, ViewOptions};
use protocol::review::{
    CommentTarget, FileReview, HunkCounts, ReviewBase, ReviewReply, ReviewSubject,
};
use review::log::FileLog;
use review::view::{BaseChoice, FileView, Notes, result_near};
use review::woven::Woven;

/// Number of cached views: the file shown, and the ones before and after it.
const KEPT_VIEWS: usize = 4;

/// The change that an open question proposes, or a call that streams in.
#[derive(Debug, Clone)]
pub struct Proposal {
    /// The review subject that shows this proposal.
    pub of: ReviewSubject,
    /// Differs whenever the proposal has changed.
    pub revision: u64,
    /// The change, as it would be logged.
    pub entry: Entry,
    /// Changes that others made to the file before; they are logged along with the entry.
    pub observed: Vec<Entry>,
    /// The text on the disk; `None` if there is no file.
    pub disk: Option<String>,
}

/// A view laid out with certain options.
#[derive(Debug)]
pub(super) struct LaidOutView {
    session: SessionId,
    of: ReviewSubject,
    options: ViewOptions,
    log: Arc<Woven>,
    notes: Notes,
    review: FileReview,
    layout: Layout,
}

impl Ledger {
    pub(super) fn file_answer(
        &self,
        session: SessionId,
        of: &ReviewSubject,
        options: &ViewOptions,
        proposal: Option<&Proposal>,
    ) -> Result<ReviewReply, LedgerError> {
        let laid = self.laid(session, of, options, proposal)?;
        let hunks = laid.layout.hunks().to_vec();
        Ok(laid.layout.file_answer(&laid.review, hunks))
    }

    pub(super) fn rows_answer(
        &self,
        session: SessionId,
        of: &ReviewSubject,
        options: &ViewOptions,
        (first, rows): (u32, u32),
        proposal: Option<&Proposal>,
    ) -> Result<ReviewReply, LedgerError> {
        let laid = match (of, proposal) {
            // A streaming call may have grown since: the rows are those of the last layout
            // of the file.
            (ReviewSubject::Stream { .. }, None) => self.last_laid(session, of, options)?,
            _ => self.laid(session, of, options, proposal)?,
        };
        Ok(laid.layout.rows_answer(first, rows))
    }

    pub(super) fn found_answer(
        &self,
        session: SessionId,
        of: &ReviewSubject,
        options: &ViewOptions,
        text: &str,
        proposal: Option<&Proposal>,
    ) -> Result<ReviewReply, LedgerError> {
        let laid = self.laid(session, of, options, proposal)?;
        Ok(laid.layout.found_answer(text))
    }

    pub(super) fn result_answer(
        &self,
        session: SessionId,
        of: &ReviewSubject,
        (hunk, lines): (HunkId, u32),
        proposal: Option<&Proposal>,
    ) -> Result<ReviewReply, LedgerError> {
        let laid = self.laid(session, of, &ViewOptions::default(), proposal)?;
        let count = usize::try_from(lines).unwrap_or(usize::MAX);
        let near = match if_taken(&laid.log, hunk) {
            Some(taken) => result_near(&taken, &laid.notes, hunk, count),
            None => result_near(&laid.log, &laid.notes, hunk, count),
        };
        let near = near.ok_or_else(super::work::gone)?;
        Ok(ReviewReply::Result {
            first_line: near.first_line,
            lines: near.lines,
            note: near.note,
        })
    }

    fn laid(
        &self,
        session: SessionId,
        of: &ReviewSubject,
        options: &ViewOptions,
        proposal: Option<&Proposal>,
    ) -> Result<Arc<LaidOutView>, LedgerError> {
        let proposal = proposal.filter(|proposal| proposal.of == *of);
        let revision = proposal.map_or(0, |proposal| proposal.revision);
        // The session's own version number stays far below 2³².
        let version = self.version(session).wrapping_add(revision << 32);
        let is_it = |laid: &Arc<LaidOutView>| {
            laid.session == session
                && laid.layout.version == version
                && laid.of == *of
                && laid.options == *options
        };
        if let Some(known) = self.state().views.iter().find(|laid| is_it(laid)) {
            return Ok(Arc::clone(known));
        }
        let laid = Arc::new(match of {
            ReviewSubject::File { file, since } => {
                let file = (*file, since);
                self.lay_file(session, file, options, version)?
            }
            ReviewSubject::Question { .. } | ReviewSubject::Stream { .. } => {
                let proposal = proposal.ok_or_else(gone)?;
                self.lay_proposal(session, proposal, options, version)?
            }
        });
        let mut state = self.state();
        if state.views.len() >= KEPT_VIEWS {
            state.views.remove(0);
        }
        state.views.push(Arc::clone(&laid));
        Ok(laid)
    }

    /// Returns the view that was laid out last.
    fn last_laid(
        &self,
        session: SessionId,
        of: &ReviewSubject,
        options: &ViewOptions,
    ) -> Result<Arc<LaidOutView>, LedgerError> {
        let state = self.state();
        let known = state
            .views
            .iter()
            .rev()
            .find(|laid| laid.session == session && laid.of == *of && laid.options == *options);
        known.map(Arc::clone).ok_or_else(gone)
    }

    fn lay_file(
        &self,
        session: SessionId,
        (file, since): (FileId, &ReviewBase),
        options: &ViewOptions,
        version: u64,
    ) -> Result<LaidOutView, LedgerError> {
        let logged = self
            .logged(session, file)?
            .ok_or_else(|| LedgerError::Refused(notice!("told-review-not-changed")))?;
        let base = self.base(&logged, since)?;
        let notes = self.notes(session)?;
        let review = file_review(&logged, &base, &notes.settled);
        let view = FileView::of(&logged.log, &base.choice, &notes);
        Ok(LaidOutView {
            session,
            of: ReviewSubject::File {
                file,
                since: since.clone(),
            },
            options: options.clone(),
            layout: Layout::new(view, options, version),
            log: Arc::clone(&logged.log),
            notes,
            review,
        })
    }

    fn lay_proposal(
        &self,
        session: SessionId,
        proposal: &Proposal,
        options: &ViewOptions,
        version: u64,
    ) -> Result<LaidOutView, LedgerError> {
        let entry = &proposal.entry;
        let known = self.logged(session, entry.file)?;
        let mut log = known.as_ref().map_or_else(
            || FileLog::new(entry.file, proposal.disk.clone()),
            |known| known.log.log().clone(),
        );
        log.entries.extend(proposal.observed.clone());
        let base = BaseChoice {
            entries: log.entries.len(),
            without: unwritten(&log),
        };
        log.entries.push(entry.clone());
        let log = Arc::new(Woven::from(log));
        let notes = self.notes(session)?;
        let view = FileView::of(&log, &base, &notes);
        let (added, removed) = view.stat();
        let layout = Layout::new(view, options, version);
        let review = FileReview {
            file: entry.file,
            path: entry.path.clone(),
            change: Notice::default(),
            added,
            removed,
            counts: counts(layout.hunks()),
            dirty: false,
            proposed: true,
            base: None,
            by: super::answers::by_whom_of(&[entry]),
            proposed_by: Vec::new(),
        };
        Ok(LaidOutView {
            session,
            of: proposal.of.clone(),
            options: options.clone(),
            layout,
            log,
            notes,
            review,
        })
    }

    fn notes(&self, session: SessionId) -> Result<Notes, LedgerError> {
        let mut comments: BTreeMap<HunkId, u32> = BTreeMap::new();
        for comment in self.store.comments_blocking(session)? {
            if let CommentTarget::Hunk(hunk) = comment.on {
                let count = comments.entry(hunk).or_default();
                *count = count.saturating_add(1);
            }
        }
        Ok(Notes {
            settled: self.settled(session)?,
            comments,
        })
    }
}

fn gone() -> LedgerError {
    LedgerError::Refused(notice!("told-review-question-over"))
}

fn unwritten(log: &FileLog) -> BTreeSet<HunkId> {
    let hunks = log.hunks().filter(|(_, hunk)| !hunk.written);
    hunks.map(|(_, hunk)| hunk.id).collect()
}

fn counts(hunks: &[HunkRow]) -> HunkCounts {
    let mut counts = HunkCounts::default();
    for hunk in hunks {
        counts.pending = counts.pending.saturating_add(1);
        counts.conflicts = counts
            .conflicts
            .saturating_add(u32::from(hunk.conflict.is_some()));
        counts.oversized = counts.oversized.saturating_add(u32::from(hunk.oversized));
    }
    counts
}

/// Returns the log as it would be if an undecided hunk that is on no disk were accepted together
/// with the hunks it builds on. Returns `None` if the hunk is decided or written, since applying
/// gives the decided result, or if it has a conflict that must be resolved first.
fn if_taken(log: &Woven, hunk: HunkId) -> Option<Woven> {
    let is_open = |hunk: &Hunk| hunk.state == HunkState::Pending && !hunk.written;
    let (_, found) = log.hunks().find(|(_, known)| known.id == hunk)?;
    let mut conflicts = log.conflicts().iter();
    if !is_open(found) || conflicts.any(|conflict| conflict.hunk == hunk) {
        return None;
    }
    let mut taken: BTreeSet<HunkId> = log
        .requisites_of(&BTreeSet::from([hunk]))
        .into_iter()
        .collect();
    taken.insert(hunk);
    Some(log.as_if(&|hunk| {
        if taken.contains(&hunk.id) && is_open(hunk) {
            (HunkState::Accepted, hunk.written)
        } else {
            (hunk.state, hunk.written)
        }
    }))
}
