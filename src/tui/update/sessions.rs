//! The session list over the panes: opening, actions, replies.

use std::path::PathBuf;

use super::super::app::App;
use super::super::effect::Effect;
use super::super::figures::Figures;
use super::super::hints::no_session;
use super::super::overlay::Overlay;
use super::super::session_form::{OpenedFrom, SessionForm};
use super::super::session_list::{OpenSession, SessionList};
use super::super::splits::Axis;
use super::super::tab::Tab;
use super::dialogs::running;
use l10n::{said, say};
use protocol::command::Command;
use protocol::event::{Event, EventKind, NoticeLevel};
use protocol::ids::SessionId;
use protocol::query::{ModelLists, Query, Reply};
use protocol::session::{SessionSettings, SettingsChange};
use protocol::session_list::SessionGroup;

impl App {
    pub(crate) fn open_session_list(&mut self) {
        self.open_session_list_at(self.model.session());
    }

    /// Shows the session list with this session selected.
    pub(crate) fn open_session_list_at(&mut self, session: Option<SessionId>) {
        let zone = self.options.zone().clone();
        let list = SessionList::new(zone, session, self.live_sessions());
        let question = list.question();
        self.model.overlay = Some(Overlay::Sessions(Box::new(list)));
        self.carry_out(vec![question]);
    }

    /// Returns the live sessions in their current state: those with a tab, and those that
    /// were only announced.
    pub(crate) fn live_sessions(&self) -> Vec<OpenSession> {
        let live = |tab: &Tab| OpenSession {
            session: tab.facts.id,
            number: self.model.number_of(tab.facts.id),
            elsewhere: self.model.elsewhere_of(tab.facts.id),
            settings: tab.facts.settings.clone(),
            mode: tab.facts.policy.mode,
            status: tab.facts.status,
            waits: tab.facts.questions.len(),
            percent: tab.facts.percent(),
            messages: tab.facts.messages.len() as u64,
            usage: tab.facts.usage.clone(),
        };
        self.model.tabs.iter().map(live).collect()
    }

    /// Fills the session list with a reply.
    pub(crate) fn fill_sessions(&mut self, query: &Query, groups: Vec<SessionGroup>) {
        if let Some(Overlay::Sessions(list)) = &mut self.model.overlay {
            list.set(query, groups);
        }
    }

    /// Passes an event of any session on: the list queries the stored sessions again, and the list
    /// and the form learn the outcome of their commands.
    pub(crate) fn list_fact(&mut self, event: &Event) {
        let changes_rows = matches!(
            event.fact,
            EventKind::SessionCreated { .. }
                | EventKind::SessionClosed
                | EventKind::SessionDeleted
                | EventKind::SessionChanged { .. }
                | EventKind::SessionStatusChanged { .. }
                | EventKind::SessionCleared
                | EventKind::SessionForked { .. }
                | EventKind::SessionImported { .. }
                | EventKind::StepCompleted { .. }
                | EventKind::MessageAdded { .. }
        );
        let effects = match (&mut self.model.overlay, &event.fact) {
            (
                Some(Overlay::Sessions(list)),
                EventKind::CommandRejected {
                    command, reason, ..
                },
            ) if !command.is_by_the_way() => {
                list.told(&said(reason));
                Vec::new()
            }
            (Some(Overlay::Sessions(list)), _) if changes_rows => vec![list.question()],
            (Some(Overlay::SessionForm(form)), fact) => form.fact(event.session, fact),
            _ => Vec::new(),
        };
        self.carry_out(effects);
    }

    /// Shows the settings of the visible session.
    pub(crate) fn open_session_form(&mut self) {
        let Some(tab) = self.model.tab() else {
            let text = say!("hint-no-session");
            return self.tell(NoticeLevel::Info, text);
        };
        let mut settings = tab.facts.settings.clone();
        settings.mode = tab.facts.policy.mode;
        let session = tab.facts.id;
        self.show_session_form(Some(session), settings, OpenedFrom::Session);
    }

    pub(super) fn show_session_form(
        &mut self,
        session: Option<SessionId>,
        settings: SessionSettings,
        from: OpenedFrom,
    ) {
        let root = self
            .model
            .workspace
            .as_ref()
            .map(|facts| facts.root.clone());
        // Until the workspace is known, a session works at its root.
        let root = root.unwrap_or_else(|| settings.cwd.clone());
        let mut form = SessionForm::new(session, settings, &root, from);
        let mut tabs = self.model.tabs.iter();
        let works = tabs.any(|tab| Some(tab.facts.id) == session && tab.facts.is_running());
        form.set_running(running(works));
        self.model.overlay = Some(Overlay::SessionForm(Box::new(form)));
        self.effects.push(Effect::Ask(Query::Models {
            provider: None,
            lists: ModelLists::Before,
        }));
    }

    pub(super) fn leave_session_form(&mut self) {
        let Some(Overlay::SessionForm(form)) = &self.model.overlay else {
            return;
        };
        match form.from() {
            OpenedFrom::List => self.open_session_list_at(form.session().or(self.model.session())),
            OpenedFrom::Session => self.model.overlay = None,
        }
    }

    /// Creates a session with the given settings and shows it. The engine checks its folder.
    pub(super) fn new_session_with(&mut self, settings: SessionSettings, folder: Option<PathBuf>) {
        self.create_session(settings);
        let session = self.model.session().filter(|_| folder.is_some());
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
        let Some(tab) = self.model.tab() else {
            return self.tell(NoticeLevel::Info, no_session());
        };
        let figures = Figures::new(tab.facts.id, tab.facts.settings.name.clone(), zone);
        self.effects.push(Effect::Ask(figures.question()));
        self.model.overlay = Some(Overlay::Figures(Box::new(figures)));
    }

    /// Refreshes the figures after an event that may change them.
    pub(crate) fn figures_fact(&mut self, session: SessionId, fact: &EventKind) {
        let Some(Overlay::Figures(figures)) = &self.model.overlay else {
            return;
        };
        let counts = matches!(
            fact,
            EventKind::RunStarted { .. }
                | EventKind::RunCompleted { .. }
                | EventKind::RunCancelled { .. }
                | EventKind::RunFailed { .. }
                | EventKind::StepCompleted { .. }
                | EventKind::CallCompleted { .. }
                | EventKind::QuestionOpened { .. }
                | EventKind::QuestionAnswered { .. }
        );
        if counts && figures.session() == session {
            self.effects.push(Effect::Ask(figures.question()));
        }
    }

    /// Fills the figures with a reply.
    pub(crate) fn figures_reply(&mut self, query: &Query, reply: &Reply) {
        let Some(Overlay::Figures(figures)) = &mut self.model.overlay else {
            return;
        };
        if figures.question() != *query {
            return;
        }
        match reply {
            Reply::Figures { runs } => figures.set(runs.clone()),
            Reply::Failed { reason } => figures.failed(&said(reason)),
            _ => {}
        }
    }

    /// Shows a session of the list beside the visible one.
    pub(super) fn open_beside(&mut self, session: SessionId) {
        let Some(at) = self.model.session().filter(|at| *at != session) else {
            let text = say!("sessions-shown-already");
            return self.model.say(NoticeLevel::Info, text);
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
