//! The diff pane follows the questions: while the bar shows a question about a write, the pane
//! shows what it would write. Called after every input, event and answer.

use super::super::app::App;
use super::super::layout::Pane;
use super::super::model::{Focus, Model, ShownProposal};
use l10n::say;
use protocol::approval::{Question, QuestionBody};
use protocol::call::CallResult;
use protocol::change::FileDiff;

impl App {
    /// Shows the proposal of the visible question, or the pane's earlier content for a question of
    /// another kind. While nothing is asked the pane stays: the outcome of the answer decides.
    pub(crate) fn sync_proposal(&mut self) {
        let Model {
            tabs,
            current,
            diff,
            proposed,
            focus,
            ..
        } = &mut self.model;
        let Some(prompt) = tabs.get(*current).and_then(|tab| tab.bar.shown()) else {
            return;
        };
        let Some(change) = change_of(prompt) else {
            diff.end_proposal();
            *proposed = None;
            return;
        };
        let now = ShownProposal {
            question: prompt.id,
            call: prompt.call,
            shown: prompt.shown,
        };
        let same_prompt = proposed
            .as_ref()
            .is_some_and(|one| one.question == now.question);
        // Do not replace what the user is reading; a changed proposal counts as another one.
        let is_read = *focus == Focus::Pane(Pane::Diff) && !same_prompt;
        if proposed.as_ref() != Some(&now) && !is_read {
            diff.propose(change);
            *proposed = Some(now);
        }
    }

    /// Shows a change that was logged, even if it is only proposed and not written. Does not
    /// replace what the user is reading.
    pub(crate) fn change_logged(&mut self, diff: &FileDiff) {
        if self.model.focus != Focus::Pane(Pane::Diff) {
            let sides = say!("proposal-sides").to_owned();
            self.model.diff.set(diff, sides);
            self.model.diff_follows = true;
        }
    }

    /// Handles the end of a call: the proposal of a refused or failed call is void. After a
    /// successful call, the written file takes the pane when it arrives.
    pub(crate) fn review_question(&mut self, result: &CallResult) {
        let is_its_own = self
            .model
            .proposed
            .as_ref()
            .is_some_and(|proposed| proposed.call == Some(result.call));
        if is_its_own && !result.ok {
            self.drop_proposal();
        }
    }

    /// Removes the proposal from the pane, unless its question is still open.
    pub(crate) fn end_proposal(&mut self) {
        let asked = self.model.tab().and_then(|tab| tab.bar.shown());
        if asked.and_then(change_of).is_none() {
            self.drop_proposal();
        }
    }

    /// Drops the proposal when another session is shown or the run is over: no proposal stays
    /// without its question.
    pub(crate) fn drop_proposal(&mut self) {
        self.model.diff.end_proposal();
        self.model.proposed = None;
    }
}

fn change_of(question: &Question) -> Option<&FileDiff> {
    match &question.body {
        QuestionBody::Write { diff, .. } => Some(diff),
        _ => None,
    }
}
