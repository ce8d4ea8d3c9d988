//! Sessions that come, are shown and go: their tabs, and what was typed meanwhile.

use std::path::PathBuf;

use uuid::Uuid;

use super::{Awaited, Sessions};
use crate::effect::Effect;
use crate::part_options::PartOptions;
use crate::splits::Splits;
use crate::tab::{Tab, TabVisibility};
use crate::widget::list_view::cycle;
use l10n::say;
use protocol::approval::{Mode, PolicyState};
use protocol::command::Command;
use protocol::event::NoticeLevel;
use protocol::ids::SessionId;
use protocol::query::Query;
use protocol::session::{SessionSettings, SettingsChange};
use session::SessionFacts;

impl Sessions {
    /// Creates a session without showing it yet. The tab is there at once; the engine's event fills
    /// it.
    pub(crate) fn add(
        &mut self,
        settings: SessionSettings,
        options: &PartOptions,
    ) -> (SessionId, Effect) {
        let session = SessionId(Uuid::now_v7());
        let command = Command::CreateSession {
            session,
            settings: settings.clone(),
        };
        let mode = settings.mode;
        let facts = SessionFacts::new(session, settings, policy_of(mode));
        let mut tab = self.new_tab(facts, options, TabVisibility::Yes);
        // The session is new, so no draft comes back.
        tab.returned_before_load = None;
        self.tabs.push(tab);
        (session, Effect::Send(command))
    }

    /// Creates a session with the settings of another one, without showing it yet.
    pub(crate) fn add_like(
        &mut self,
        other: SessionId,
        options: &PartOptions,
    ) -> Option<(SessionId, Effect)> {
        let tab = self.tab_of(other)?;
        let settings = SessionSettings {
            name: String::new(),
            ..tab.facts.settings.clone()
        };
        Some(self.add(settings, options))
    }

    /// Creates a session with the settings of the shown one and shows it.
    pub(crate) fn new_session(&mut self, options: &PartOptions) -> Vec<Effect> {
        let shown = self.session();
        match shown.and_then(|session| self.add_like(session, options)) {
            Some((session, created)) => vec![created, Effect::ShowSession(session)],
            None => {
                let text = say!("session-none-to-copy").to_owned();
                vec![Effect::Say(NoticeLevel::Warning, text)]
            }
        }
    }

    /// Creates a session that works in a folder, if one is given, and shows it. The engine checks
    /// the folder.
    pub(crate) fn new_session_in(
        &mut self,
        folder: Option<PathBuf>,
        settings: SessionSettings,
        options: &PartOptions,
    ) -> Vec<Effect> {
        let (session, created) = self.add(settings, options);
        let mut effects = vec![created, Effect::ShowSession(session)];
        if folder.is_some() {
            let change = SettingsChange {
                cwd: folder,
                ..SettingsChange::default()
            };
            effects.push(Effect::Send(Command::ConfigureSession { session, change }));
        }
        effects
    }

    /// Returns a tab for a session, with the history of the workspace.
    pub(crate) fn new_tab(
        &self,
        facts: SessionFacts,
        options: &PartOptions,
        shown: TabVisibility,
    ) -> Tab {
        let mut tab = Tab::new(facts, options, shown);
        tab.editor.recall(&self.history);
        tab
    }

    /// Adds the tab of a reported session. Returns whether this screen waits for the session, to
    /// show it.
    pub(crate) fn arrived(&mut self, tab: Tab) -> bool {
        let is_awaited = match self.awaited {
            Awaited::Nothing => false,
            Awaited::This(id) => id == tab.facts.id,
            Awaited::First => true,
        };
        if is_awaited {
            self.awaited = Awaited::Nothing;
        }
        self.tabs.push(tab);
        is_awaited
    }

    /// Shows the first session that is announced; another part opens it.
    pub(crate) fn await_first(&mut self) {
        self.awaited = Awaited::First;
    }

    /// Loads a session that is not known yet, to show it.
    pub(crate) fn open(&mut self, session: SessionId) -> Vec<Effect> {
        self.awaited = Awaited::This(session);
        vec![
            Effect::Send(Command::OpenSession { session }),
            Effect::Ask(Query::Session { session }),
        ]
    }

    /// Makes the tab at this place the shown one.
    pub(crate) fn show(&mut self, place: usize) -> Vec<Effect> {
        self.current = place;
        let Some(tab) = self.tab_mut() else {
            return Vec::new();
        };
        tab.reviewed.record_outdated();
        let session = tab.facts.id;
        match std::mem::replace(&mut tab.shown, TabVisibility::Yes) {
            // A session that was only announced so far brings its draft.
            TabVisibility::No => vec![Effect::Ask(Query::Draft { session })],
            TabVisibility::Yes => Vec::new(),
        }
    }

    /// Returns the place of a session among all tabs.
    pub(crate) fn place_of(&self, session: SessionId) -> Option<usize> {
        self.tabs.iter().position(|tab| tab.facts.id == session)
    }

    /// Returns the session of the next or previous tab of the row, wrapping around.
    pub(crate) fn neighbour(&self, by: isize) -> Option<SessionId> {
        let row: Vec<_> = self.shown_tabs().collect();
        let at = row.iter().position(|(place, _)| *place == self.current)?;
        row.get(cycle(at, by, row.len()))
            .map(|(_, tab)| tab.facts.id)
    }

    /// Returns the next tab after a session's that has no window.
    pub(crate) fn without_window(&self, at: SessionId, splits: &Splits) -> Option<SessionId> {
        let shown: Vec<SessionId> = self.shown_tabs().map(|(_, tab)| tab.facts.id).collect();
        let windows = splits.sessions();
        let place = shown.iter().position(|session| *session == at)?;
        let after = shown.iter().cycle().skip(place + 1).take(shown.len());
        after
            .copied()
            .find(|session| *session != at && !windows.contains(session))
    }

    /// Moves text typed into a removed session into the shown one.
    pub(crate) fn adopt_orphaned_draft(&mut self) {
        if !self.orphaned_draft.trim().is_empty() && self.tab().is_some() {
            let draft = std::mem::take(&mut self.orphaned_draft);
            self.return_draft(&draft);
        }
    }
}

/// Returns the policy that a mode implies, until the engine reports it.
fn policy_of(mode: Mode) -> PolicyState {
    let (text, command) = mode.switches();
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
