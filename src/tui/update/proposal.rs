//! The diff pane follows the questions: while the bar shows a question about a write, the pane
//! shows what it would write. Called after every input, event and answer.

use super::super::app::App;
use super::super::chrome::Focus;
use super::super::layout::Pane;
use super::super::model::Model;
use l10n::say;
use protocol::change::FileDiff;

impl App {
    /// Shows the proposal of the visible question. While nothing is asked the pane stays: the
    /// outcome of the answer decides.
    pub(crate) fn sync_proposal(&mut self) {
        let reads_diff = self.reads_diff();
        let Model {
            sessions, panes, ..
        } = &mut self.model;
        let tab = sessions.tab();
        if let Some(question) = tab.and_then(|tab| tab.bar.shown()) {
            panes.follow_question(question, reads_diff);
        }
    }

    /// Shows a change that was logged, even if it is only proposed and not written. Does not
    /// replace what the user is reading.
    pub(crate) fn change_logged(&mut self, diff: &FileDiff) {
        if !self.reads_diff() {
            let sides = say!("proposal-sides");
            self.model.panes.show_file_diff(diff, sides);
        }
    }

    /// Removes the proposal from the pane, unless its question is still open.
    pub(crate) fn end_proposal(&mut self) {
        let Model {
            sessions, panes, ..
        } = &mut self.model;
        let tab = sessions.tab();
        panes.end_proposal(tab.and_then(|tab| tab.bar.shown()));
    }

    fn reads_diff(&self) -> bool {
        self.model.chrome.focus == Focus::Pane(Pane::Diff)
    }
}
