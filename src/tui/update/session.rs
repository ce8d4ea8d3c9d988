//! Sessions and modes: which session is visible, new sessions, and their modes.

use uuid::Uuid;

use super::super::app::{App, Redraw};
use super::super::bar::PassthroughQuestion;
use super::super::chrome::{Engine, Focus};
use super::super::effect::{Effect, ExitReason};
use super::super::layout::Pane;
use super::super::sessions::{AfterOpening, Awaited};
use super::super::tab::TabVisibility;
use l10n::say;
use protocol::approval::{CommandSwitch, Mode, PolicyState, TextSwitch};
use protocol::command::Command;
use protocol::event::NoticeLevel;
use protocol::ids::SessionId;
use protocol::query::Query;
use protocol::session::SessionSettings;
use session::SessionFacts;

impl App {
    /// Creates a session and shows it.
    pub fn create_session(&mut self, settings: SessionSettings) {
        self.add_session(settings);
        self.show_tab(self.model.sessions.tabs.len().saturating_sub(1));
    }

    /// Creates a session without showing it yet.
    fn add_session(&mut self, settings: SessionSettings) -> SessionId {
        let session = SessionId(Uuid::now_v7());
        let command = Command::CreateSession {
            session,
            settings: settings.clone(),
        };
        self.effects.push(Effect::Send(command));
        // The tab is there at once; the engine's event fills it.
        let mode = settings.mode;
        let facts = SessionFacts::new(session, settings, policy_of(mode));
        let mut tab = self.tab_for(facts, TabVisibility::Yes);
        // The session is new, so no draft comes back.
        tab.returned_before_load = None;
        self.model.sessions.tabs.push(tab);
        session
    }

    /// Shows the first session that is announced; another part opens it.
    pub fn await_session(&mut self) {
        self.model.sessions.awaited = Awaited::First;
    }

    /// Sets what to show over the first session once it is there.
    pub fn show_after_opening(&mut self, then: AfterOpening) {
        self.model.sessions.after_opening = then;
    }

    /// Shows the dialog set by [`App::show_after_opening`] once a session is there and nothing
    /// lies over it.
    pub(crate) fn after_opening(&mut self) {
        let is_free = !self.model.dialogs.is_open() && self.model.sessions.tab().is_some();
        if !is_free {
            return;
        }
        match std::mem::take(&mut self.model.sessions.after_opening) {
            AfterOpening::Nothing => {}
            AfterOpening::ChooseSession => self.open_session_list(),
            AfterOpening::Review(base) => self.review_since(base),
        }
    }

    /// Shows a session, and loads it if it is not known yet.
    pub fn open_session(&mut self, session: SessionId) {
        let mut tabs = self.model.sessions.tabs.iter();
        if let Some(place) = tabs.position(|tab| tab.facts.id == session) {
            return self.show_tab(place);
        }
        self.model.sessions.awaited = Awaited::This(session);
        self.effects
            .push(Effect::Send(Command::OpenSession { session }));
        self.effects.push(Effect::Ask(Query::Session { session }));
    }

    /// Shows the tab at this index.
    pub(crate) fn show_tab(&mut self, place: usize) {
        let Some(tab) = self.model.sessions.tabs.get_mut(place) else {
            return;
        };
        let bar = tab.bar.has_focus();
        let session = tab.facts.id;
        // A session that was only announced so far brings its draft.
        if std::mem::replace(&mut tab.shown, TabVisibility::Yes) == TabVisibility::No {
            self.effects.push(Effect::Ask(Query::Draft { session }));
        }
        let is_another = self.model.sessions.current != place;
        if is_another {
            self.model.panes.drop_proposal();
            self.model.sessions.came_from = None;
            self.model.chrome.pane_before = None;
            self.leave_files();
        }
        if let Some(before) = self.model.sessions.session() {
            self.model.panes.splits.show(before, session);
        }
        self.model.sessions.current = place;
        self.model.chrome.focus = if bar { Focus::Bar } else { Focus::Editor };
        self.model.chrome.armed = None;
        self.sync_tab();
        if is_another {
            self.sync_files();
        }
        self.touch(Redraw::Now);
    }

    /// Records which file the session that is being left shows.
    fn leave_files(&mut self) {
        let path = self.model.panes.diff.path().map(str::to_owned);
        if let Some(tab) = self.model.sessions.tab_mut() {
            tab.file = path;
        }
    }

    /// Switches the tree and the diff to the visible session. The proposed files that the
    /// filter finds and the base of a diff differ between sessions. The replies include
    /// what changed meanwhile.
    pub(crate) fn sync_files(&mut self) {
        self.model.panes.tree.refresh();
        self.fill_pane(Pane::Tree);
        let Some(tab) = self.model.sessions.tab() else {
            return;
        };
        let last = || tab.activity.changed.last().cloned();
        let path = tab.file.clone().or_else(last);
        let session = tab.facts.id;
        match path {
            Some(path) => self
                .effects
                .push(Effect::Ask(Query::FileDiff { session, path })),
            // The file of another session says nothing about this one.
            None => self.model.panes.diff.clear(),
        }
    }

    /// Creates a session with the settings of the visible one and shows it.
    pub(crate) fn new_session(&mut self) {
        let session = self.model.sessions.session();
        match session.and_then(|session| self.add_session_like(session)) {
            Some(session) => self.show_session(session),
            None => {
                let text = say!("session-none-to-copy");
                self.model.chrome.say(NoticeLevel::Warning, text);
            }
        }
    }

    /// Creates a session with the settings of another one, without showing it yet.
    pub(crate) fn add_session_like(&mut self, other: SessionId) -> Option<SessionId> {
        let number = self.model.sessions.shown_tabs().count() + 1;
        let tab = self.model.sessions.tab_of(other)?;
        let settings = SessionSettings {
            name: say!("session-numbered", number),
            ..tab.facts.settings.clone()
        };
        Some(self.add_session(settings))
    }

    /// Shows the next or previous tab of the row.
    pub(crate) fn step_session(&mut self, by: isize) {
        let places: Vec<usize> = self
            .model
            .sessions
            .shown_tabs()
            .map(|(place, _)| place)
            .collect();
        let Some(at) = places
            .iter()
            .position(|place| *place == self.model.sessions.current)
        else {
            return;
        };
        let count = places.len().cast_signed();
        let next = (at.cast_signed() + by).rem_euclid(count).cast_unsigned();
        if let Some(place) = places.get(next) {
            self.show_tab(*place);
        }
    }

    /// Shift+Tab: cycles plan, review, confirm, accept-edits; never passthrough.
    pub(crate) fn cycle_mode(&mut self) {
        if let Some(tab) = self.model.sessions.tab() {
            self.set_mode(tab.facts.policy.mode.next());
        }
    }

    pub(crate) fn set_mode(&mut self, mode: Mode) {
        if let Some(session) = self.model.sessions.session() {
            self.effects
                .push(Effect::Send(Command::SetMode { session, mode }));
        }
    }

    /// Switches to passthrough, or back to the mode before it.
    pub(crate) fn toggle_passthrough(&mut self) {
        let now = self.model.chrome.now;
        let root = self
            .model
            .chrome
            .workspace
            .as_ref()
            .map_or(String::from(say!("session-workspace")), |facts| {
                facts.root.display().to_string()
            });
        let Some(tab) = self.model.sessions.tab_mut() else {
            return;
        };
        let session = tab.facts.id;
        let mode = tab.facts.policy.mode;
        if mode == Mode::Passthrough || tab.activity.knows_passthrough {
            return self
                .effects
                .push(Effect::Send(Command::TogglePassthrough { session }));
        }
        // The first time in a session the user is asked in full.
        let question = PassthroughQuestion::new(say!("whole-this-session"), root, mode.word());
        let effects = tab.bar.ask_passthrough(question, now);
        self.carry_out_of_bar(effects);
    }

    /// Handles that the engine has stopped.
    pub fn engine_stopped(&mut self) {
        self.model.chrome.engine = Engine::Stopped;
        // Messages given to the engine that are not in the conversation were not stored either.
        for tab in &mut self.model.sessions.tabs {
            tab.return_all();
        }
        // Nothing is on the screen that could be lost: the program exits with the reason.
        if self.model.sessions.tabs.is_empty() {
            self.effects.push(Effect::Exit(ExitReason::EngineStopped));
        }
        self.touch(Redraw::Now);
    }
}

/// Returns the policy that a mode implies, until the engine reports it.
fn policy_of(mode: Mode) -> PolicyState {
    let (text, command) = match mode {
        Mode::Plan => (TextSwitch::Deny, CommandSwitch::Deny),
        Mode::Review => (TextSwitch::Propose, CommandSwitch::Ask),
        Mode::Confirm => (TextSwitch::Ask, CommandSwitch::Ask),
        Mode::AcceptEdits => (TextSwitch::Auto, CommandSwitch::Ask),
        Mode::Passthrough => (TextSwitch::Auto, CommandSwitch::Auto),
    };
    PolicyState {
        mode,
        mode_before: None,
        text,
        command,
        text_until_next_message: false,
        command_until_next_message: false,
        rules: Vec::new(),
    }
}
