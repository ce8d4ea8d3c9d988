//! The dialog that the program was started for.

use super::super::app::App;
use super::super::dialog::DialogRequest;
use super::super::sessions::AfterOpening;

impl App {
    /// Shows the dialog that the program was started for once a session is there and nothing lies
    /// over it. Called after everything that happens, because it derives from both.
    pub(crate) fn after_opening(&mut self) {
        let is_free = !self.model.dialogs.is_open() && self.model.sessions.tab().is_some();
        if self.model.sessions.after_opening == AfterOpening::ChooseSession && is_free {
            self.model.sessions.after_opening = AfterOpening::Nothing;
            self.open(DialogRequest::Sessions(None));
        }
    }
}
