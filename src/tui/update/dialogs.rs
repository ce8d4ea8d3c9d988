//! The dialogs on the screen: what they may know of it, and closing them.

use super::super::app::App;
use super::super::chrome::Focus;
use super::super::dialog::{DialogContext, Dialogs};
use super::super::input::InputUse;
use super::super::layout::Pane;

impl App {
    /// Calls `work` with the dialogs and what they may know of the rest of the screen.
    pub(crate) fn with_dialogs<T>(
        &mut self,
        work: impl FnOnce(&mut Dialogs, DialogContext<'_>) -> T,
    ) -> T {
        let mut dialogs = std::mem::take(&mut self.model.dialogs);
        let done = work(&mut dialogs, DialogContext::new(self));
        self.model.dialogs = dialogs;
        done
    }

    /// Passes the state of the screen to the open dialog, and requests what it has to show. Called
    /// after everything that happens, because what a dialog shows derives from all parts.
    pub(crate) fn sync_dialogs(&mut self) {
        let effects = self.with_dialogs(Dialogs::sync);
        self.carry_out(effects);
    }

    /// Closes the topmost dialog, or what lies over the rows of the review while it has the
    /// keys. Returns [`InputUse::No`] if nothing was open.
    pub(super) fn close_overlay(&mut self) -> InputUse {
        if self.model.dialogs.is_open() {
            self.update(|model| model.dialogs.close());
            return InputUse::Yes;
        }
        let in_review = self.model.chrome.focus == Focus::Pane(Pane::Review);
        let review = self.model.sessions.review_mut().filter(|_| in_review);
        review.map_or(InputUse::No, |review| review.close_dialog())
    }
}
