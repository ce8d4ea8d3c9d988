//! Opens the session list, the form of a session and the figures.

use super::super::app::App;
use super::super::dialog::DialogContext;
use super::super::dialog::figures::Figures;
use super::super::dialog::session_form::SessionForm;
use super::super::dialog::session_list::SessionList;
use super::super::effect::Effect;
use super::super::hints::no_session;
use super::super::sessions::AfterOpening;
use l10n::say;
use protocol::event::NoticeLevel;
use protocol::ids::SessionId;
use protocol::query::{ModelLists, Query};
use protocol::session::SessionSettings;

impl App {
    /// Shows the dialog that the program was started for once a session is there and nothing lies
    /// over it. Called after everything that happens, because it derives from both.
    pub(crate) fn after_opening(&mut self) {
        let is_free = !self.model.dialogs.is_open() && self.model.sessions.tab().is_some();
        if self.model.sessions.after_opening == AfterOpening::ChooseSession && is_free {
            self.model.sessions.after_opening = AfterOpening::Nothing;
            self.open_session_list();
        }
    }

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

    /// Shows the figures of the visible session.
    pub(crate) fn open_figures(&mut self) {
        let zone = self.options.zone().clone();
        let Some(tab) = self.model.sessions.tab() else {
            return self.tell(NoticeLevel::Info, no_session());
        };
        let figures = Figures::new(tab.facts.id, tab.facts.settings.name.clone(), zone);
        self.effects.push(Effect::Ask(figures.question()));
        self.show_dialog(Box::new(figures));
    }
}
