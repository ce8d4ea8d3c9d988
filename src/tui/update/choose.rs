//! Slash commands that the palette chose.

use super::super::app::App;
use client::slash::{SlashLine, run_line};
use l10n::say;
use protocol::event::NoticeLevel;

impl App {
    /// Runs the line of a slash command; where none can run, puts it into the editor.
    pub(super) fn run_command(&mut self, line: String) {
        let session = self.model.sessions.session();
        match session.filter(|_| !self.is_frozen()) {
            Some(session) => run_line(self, &SlashLine::new(session, line)),
            None => self.begin_command(&line),
        }
    }

    /// Puts a slash command into the editor; the history keeps the previous text.
    pub(super) fn begin_command(&mut self, text: &str) {
        let Some(tab) = self.model.sessions.tab_mut() else {
            return;
        };
        let draft = tab.editor.clear();
        tab.editor.set(text);
        if !draft.trim().is_empty() {
            self.remember(draft);
            let text = say!("choose-in-history");
            self.model.chrome.say(NoticeLevel::Info, text);
        }
        self.focus_editor();
    }
}
