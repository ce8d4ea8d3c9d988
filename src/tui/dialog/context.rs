//! The state of the screen that a dialog may read.

use std::path::Path;
use std::time::Duration;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use ratatui::layout::Rect;

use super::Dialog;
use super::stack::DialogMemory;
use crate::app::App;
use crate::chrome::Focus;
use crate::dialog::session_list::OpenSession;
use crate::keymap::{Context, Keymap, KeymapFault};
use crate::layout::Pane;
use crate::tab::Tab;
use crate::terminal::findings::KeyFindings;
use crate::theme::{ColourDepth, Theme};
use crate::widget::footer::Footer;
use client::vim::EditorKeys;
use protocol::custom::CustomCommand;
use protocol::ids::{FileId, HunkId, SessionId};

#[derive(Debug, Clone, Copy)]
pub struct DialogContext<'a> {
    app: &'a App,
}

impl<'a> DialogContext<'a> {
    pub fn new(app: &'a App) -> Self {
        Self { app }
    }

    /// Returns the area of the screen.
    pub fn area(&self) -> Rect {
        self.app.model.chrome.area()
    }

    /// Returns the time since the program began.
    pub fn now(&self) -> Duration {
        self.app.model.chrome.now
    }

    pub fn time_of_day(&self) -> Option<Timestamp> {
        self.app.model.chrome.time_of_day()
    }

    pub fn zone(&self) -> &'a TimeZone {
        self.app.options.zone()
    }

    /// Returns the session that is shown.
    pub fn session(&self) -> Option<&'a Tab> {
        self.app.model.sessions.tab()
    }

    /// Returns the file and the hunk that have the focus in the review.
    pub fn review_at_hand(&self) -> Option<(FileId, Option<HunkId>)> {
        let in_review = self.app.model.chrome.focus == Focus::Pane(Pane::Review);
        let review = self.session().filter(|_| in_review)?.review.as_ref()?;
        review.at_hand()
    }

    /// Returns the key contexts of the part that has the keys, the innermost first.
    pub fn contexts(&self) -> Vec<Context> {
        self.app.model.contexts()
    }

    /// Returns the open dialog of this type, also if another one covers it.
    pub fn dialog<T: Dialog>(&self) -> Option<&'a T> {
        self.app.model.dialogs.find()
    }

    /// Whether the topmost dialog is one of this type.
    pub fn shows<T: Dialog>(&self) -> bool {
        self.app.model.dialogs.shows::<T>()
    }

    /// Returns what dialogs have left for their next opening.
    pub fn memory(&self) -> &'a DialogMemory {
        &self.app.model.dialogs.memory
    }

    /// Returns the workspace's own commands.
    pub fn custom_commands(&self) -> &'a [CustomCommand] {
        &self.app.model.sessions.slash.custom
    }

    /// Returns the root of the workspace once it is known.
    pub fn root(&self) -> Option<&'a Path> {
        let facts = self.app.model.chrome.workspace.as_ref();
        facts.map(|facts| facts.root.as_path())
    }

    /// Returns the live sessions in their current state: those with a tab, and those that
    /// were only announced.
    pub fn live_sessions(&self) -> Vec<OpenSession> {
        let model = &self.app.model;
        let live = |tab: &Tab| OpenSession {
            session: tab.facts.id,
            number: model.sessions.number_of(tab.facts.id),
            elsewhere: model.sessions.elsewhere_of(tab.facts.id),
            settings: tab.facts.settings.clone(),
            mode: tab.facts.policy.mode,
            status: tab.facts.status,
            waits: tab.facts.questions.len(),
            percent: tab.facts.percent(),
            messages: tab.facts.message_count(),
            usage: tab.facts.usage.clone(),
        };
        model.sessions.tabs.iter().map(live).collect()
    }

    pub fn is_running(&self, session: SessionId) -> bool {
        let mut tabs = self.app.model.sessions.tabs.iter();
        tabs.any(|tab| tab.facts.id == session && tab.facts.is_running())
    }

    /// Returns the number of open questions in all tabs.
    pub fn open_questions(&self) -> usize {
        self.app.model.sessions.waiting()
    }

    pub fn keymap(&self) -> &'a Keymap {
        &self.app.keymap
    }

    /// Returns the row of a dialog's key hints.
    pub fn footer(&self, dialog: &dyn Dialog) -> Footer {
        let contexts = [dialog.contexts(), &[Context::Global]].concat();
        Footer::new(dialog.key_hints().words(self.keymap(), &contexts))
    }

    /// Returns the faults in the user's own key table.
    pub fn keymap_faults(&self) -> &'a [KeymapFault] {
        &self.app.faults
    }

    /// Returns the keys that edit the draft.
    pub fn editor_keys(&self) -> EditorKeys {
        self.app.options.editor_keys
    }

    pub fn findings(&self) -> &'a KeyFindings {
        &self.app.model.chrome.findings
    }

    pub fn theme(&self) -> &'a Theme {
        &self.app.theme
    }

    /// Returns how many colours the terminal shows.
    pub fn colours(&self) -> ColourDepth {
        self.app.depth
    }
}
