//! What a dialog may know of the rest of the screen.

use std::time::Duration;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use ratatui::layout::Rect;

use crate::app::App;
use crate::dialog::session_list::OpenSession;
use crate::keymap::{Keymap, KeymapFault};
use crate::tab::Tab;
use crate::terminal::findings::KeyFindings;
use crate::theme::{ColourDepth, Theme};
use client::vim::EditorKeys;
use protocol::ids::SessionId;

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
        let (width, height) = self.app.size();
        Rect::new(0, 0, width, height)
    }

    /// Returns the time since the program began.
    pub fn now(&self) -> Duration {
        self.app.model.chrome.now
    }

    pub fn time_of_day(&self) -> Option<Timestamp> {
        self.app.time_of_day(self.app.model.chrome.now)
    }

    pub fn zone(&self) -> &'a TimeZone {
        self.app.options.zone()
    }

    /// Returns the session that is shown.
    pub fn session(&self) -> Option<&'a Tab> {
        self.app.model.sessions.tab()
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
            messages: tab.facts.messages.len() as u64,
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
