//! Opens the session list, the form of a session and the figures, and carries out their effects.

use std::path::PathBuf;

use super::super::app::App;
use super::super::dialog::DialogContext;
use super::super::dialog::figures::Figures;
use super::super::dialog::session_form::SessionForm;
use super::super::dialog::session_list::SessionList;
use super::super::effect::Effect;
use super::super::hints::no_session;
use super::super::splits::Axis;
use client::phrases::session::session_name;
use l10n::say;
use protocol::command::Command;
use protocol::event::NoticeLevel;
use protocol::ids::SessionId;
use protocol::query::{ModelLists, Query};
use protocol::session::{SessionSettings, SettingsChange};

impl App {
    pub(crate) fn open_session_list(&mut self) {
        self.open_session_list_at(self.model.sessions.session());
    }

    /// Shows the session list with this session selected.
    pub(crate) fn open_session_list_at(&mut self, session: Option<SessionId>) {
        let zone = self.options.zone().clone();
        let live = DialogContext::new(self).live_sessions();
        let list = SessionList::new(zone, session, live);
        let question = list.question();
        self.show_dialog(Box::new(list));
        self.carry_out(vec![question]);
    }

    /// Shows the settings of the visible session.
    pub(crate) fn open_session_form(&mut self) {
        let Some(tab) = self.model.sessions.tab() else {
            let text = say!("hint-no-session");
            return self.tell(NoticeLevel::Info, text);
        };
        let mut settings = tab.facts.settings.clone();
        settings.mode = tab.facts.policy.mode;
        let session = tab.facts.id;
        let form = self.session_form(Some(session), settings);
        self.show_dialog(Box::new(form));
    }

    /// Shows the settings of a session of the list, or of one to be created, over the list.
    pub(super) fn open_form_over_list(
        &mut self,
        session: Option<SessionId>,
        settings: SessionSettings,
    ) {
        let form = self.session_form(session, settings);
        self.model.dialogs.cover(Box::new(form));
    }

    fn session_form(
        &mut self,
        session: Option<SessionId>,
        settings: SessionSettings,
    ) -> SessionForm {
        self.effects.push(Effect::Ask(Query::Models {
            provider: None,
            lists: ModelLists::Before,
        }));
        let facts = self.model.chrome.workspace.as_ref();
        // Until the workspace is known, a session works at its root.
        let root = facts.map_or_else(|| settings.cwd.clone(), |facts| facts.root.clone());
        SessionForm::new(session, settings, &root)
    }

    /// Creates a session with the given settings and shows it. The engine checks its folder.
    pub(super) fn new_session_with(&mut self, settings: SessionSettings, folder: Option<PathBuf>) {
        self.create_session(settings);
        let session = self.model.sessions.session().filter(|_| folder.is_some());
        if let Some(session) = session {
            let change = SettingsChange {
                cwd: folder,
                ..SettingsChange::default()
            };
            let command = Command::ConfigureSession { session, change };
            self.effects.push(Effect::Send(command));
        }
    }

    /// Shows the figures of the visible session.
    pub(crate) fn open_figures(&mut self) {
        let zone = self.options.zone().clone();
        let Some(tab) = self.model.sessions.tab() else {
            return self.tell(NoticeLevel::Info, no_session());
        };
        let figures = Figures::new(
            tab.facts.id,
            session_name(&tab.facts.settings).to_owned(),
            zone,
        );
        self.effects.push(Effect::Ask(figures.question()));
        self.show_dialog(Box::new(figures));
    }

    /// Shows a session of the list beside the visible one.
    pub(super) fn open_beside(&mut self, session: SessionId) {
        let Some(at) = self.model.sessions.session().filter(|at| *at != session) else {
            let text = say!("sessions-shown-already");
            return self.model.chrome.say(NoticeLevel::Info, text);
        };
        let mut splits = self.model.panes.splits.clone();
        if !splits.sessions().contains(&session) {
            splits.split(at, Axis::Beside, session);
        }
        if !self.has_room(&splits) {
            let text = say!("sessions-no-room");
            return self.tell(NoticeLevel::Warning, text);
        }
        self.model.panes.splits = splits;
        self.open_session(session);
    }
}
