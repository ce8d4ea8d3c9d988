//! The panes that all sessions share, what they show, and the layout that the user asked for. The
//! conversation and the review belong to a session: [`Tab`](super::tab::Tab).

mod arrange;
mod files;
mod restoring;
mod workspace_note;

use std::time::Duration;

use super::layout::LayoutRequest;
use super::pane::diff::DiffPane;
use super::pane::note::NotePane;
use super::pane::tree::Tree;
use super::saved_layout::SavedLayout;
use super::splits::Splits;
use super::tab::Tab;
use protocol::approval::{Question, QuestionBody};
use protocol::call::CallResult;
use protocol::change::FileDiff;
use protocol::ids::{CallId, ContentHash, QuestionId};
use protocol::query::Query;
use protocol::review::FileReview;
use restoring::LayoutRestore;

/// Interval between queries for a view that is still being refined.
const REFINED: Duration = Duration::from_millis(100);

#[derive(Debug, Default)]
pub struct Panes {
    pub tree: Tree,
    pub diff: DiffPane,
    pub note: NotePane,
    pub layout_request: LayoutRequest,
    /// The sessions that are shown beside the current one.
    pub splits: Splits,
    /// Whether the diff shows a file's current state, which changes with the decisions about it.
    pub diff_follows: bool,
    /// The question's proposal that the diff pane shows.
    pub proposed: Option<ShownProposal>,
    /// The query for a file that is to be shown at a line.
    pub opening: Option<(Query, u32)>,
    /// Time at which a preliminary view of the review is queried again.
    pub refine_at: Option<Duration>,
    /// The saved layout that is still being restored.
    layout_restore: Option<LayoutRestore>,
    /// The screen layout as it was last saved.
    saved_layout: Option<SavedLayout>,
}

/// The proposal that the diff pane shows of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownProposal {
    pub question: QuestionId,
    /// The call of the question.
    call: Option<CallId>,
    /// Hash of the shown content: another hash means another proposal.
    shown: ContentHash,
}

impl Panes {
    /// Shows the diff of a call, which does not change any more.
    pub fn show_call_diff(&mut self, diff: &FileDiff, sides: impl Into<String>) {
        self.diff.end_proposal();
        self.diff.set(diff, sides);
        self.diff_follows = false;
    }

    /// Shows the current state of a file.
    pub fn show_file_diff(&mut self, diff: &FileDiff, sides: impl Into<String>) {
        self.diff.set(diff, sides);
        self.diff_follows = true;
    }

    /// Shows the proposal of the visible question, or the earlier content for a question of another
    /// kind. Does not replace what the user is reading; a changed proposal counts as another one.
    pub fn follow_question(&mut self, question: &Question, reads_diff: bool) {
        let Some(change) = change_of(question) else {
            return self.drop_proposal();
        };
        let now = ShownProposal {
            question: question.id,
            call: question.call,
            shown: question.shown,
        };
        let before = self.proposed.as_ref();
        let same_question = before.is_some_and(|one| one.question == now.question);
        if before != Some(&now) && (same_question || !reads_diff) {
            self.diff.propose(change);
            self.proposed = Some(now);
        }
    }

    /// Handles the end of a call: the proposal of a refused or failed call is void. After a
    /// successful call, the written file takes the pane when it arrives.
    pub fn call_ended(&mut self, result: &CallResult) {
        let proposed = self.proposed.as_ref();
        let is_its_own = proposed.is_some_and(|proposed| proposed.call == Some(result.call));
        if is_its_own && !result.ok {
            self.drop_proposal();
        }
    }

    /// Removes the proposal from the diff, unless its question is still open.
    pub fn end_proposal(&mut self, asked: Option<&Question>) {
        if asked.and_then(change_of).is_none() {
            self.drop_proposal();
        }
    }

    /// Drops the proposal when another session is shown or the run is over: no proposal stays
    /// without its question.
    pub fn drop_proposal(&mut self) {
        self.diff.end_proposal();
        self.proposed = None;
    }

    /// Takes over what the review of the visible session has learned.
    pub fn review_changed(&mut self, tab: &Tab, now: Duration) {
        self.tree.set_marks(tab.reviewed.marks());
        let refines = tab.review.as_ref().is_some_and(|one| one.is_refining());
        let at = self.refine_at.unwrap_or(now + REFINED);
        self.refine_at = refines.then_some(at);
    }

    /// Returns what the review knows of the file in the diff, if the diff follows the file.
    pub fn followed_file<'a>(&self, tab: &'a Tab) -> Option<&'a FileReview> {
        let path = self.diff.path().filter(|_| self.diff_follows)?;
        tab.reviewed.file(path)
    }
}

fn change_of(question: &Question) -> Option<&FileDiff> {
    match &question.body {
        QuestionBody::Write { diff, .. } => Some(diff),
        _ => None,
    }
}
