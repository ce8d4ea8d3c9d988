//! The start screen, the way to a first model: when it opens and closes, and which model a session
//! without one gets.

use super::super::app::{App, Redraw};
use super::super::chrome::Focus;
use super::super::dialog::settings::{Begin, Settings};
use super::super::dialog::start_screen::StartScreen;
use super::super::effect::Effect;
use super::super::input::InputUse;
use super::super::tab::{Tab, TabVisibility};
use client::job::{JobCommand, JobId};
use l10n::{said, say};
use protocol::catalogue::{BackgroundJob, FoundModel, JobProgress, ModelSearch};
use protocol::command::Command;
use protocol::event::NoticeLevel;
use protocol::ids::SessionId;

impl App {
    /// Takes the result of a search that found no usable model. The start screen opens as soon as
    /// nothing else is shown.
    pub fn no_model(&mut self, search: ModelSearch) {
        self.touch(Redraw::Soon);
        self.model.dialogs.memory.starting.searched = Some(search);
        self.model.dialogs.memory.starting.is_due = true;
        self.sync_start_screen();
    }

    pub(super) fn open_start(&mut self) {
        if let Some((provider, model)) = self.model_of_session() {
            let text = say!("start-has-model", provider, model);
            return self.tell(NoticeLevel::Info, &text);
        }
        self.show_start();
        self.start_model_search();
    }

    fn show_start(&mut self) {
        self.model.dialogs.memory.starting.is_due = false;
        let known = self.model.dialogs.memory.starting.searched.clone();
        let start = StartScreen::new(known);
        self.model.dialogs.show(Box::new(start));
        self.touch(Redraw::Soon);
    }

    fn model_of_session(&self) -> Option<(String, String)> {
        let settings = &self.model.sessions.tab()?.facts.settings;
        let has = !settings.model.is_empty();
        has.then(|| (settings.provider.clone(), settings.model.clone()))
    }

    /// Opens the start screen when it is due, yields to open questions, reopens it after the
    /// settings, and closes it once there is a model.
    pub(crate) fn sync_start_screen(&mut self) {
        let Some(tab) = self.model.sessions.tab() else {
            return;
        };
        if !tab.facts.settings.model.is_empty() {
            self.model.dialogs.memory.starting.is_due = false;
            if self.model.dialogs.remove::<StartScreen>() {
                self.touch(Redraw::Soon);
            }
            return;
        }
        let is_asked = self.model.sessions.waiting() > 0;
        let was_used = tab.activity.spoken || tab.facts.is_running() || !tab.draft_is_empty();
        if is_asked && self.model.dialogs.shows::<StartScreen>() {
            self.model.dialogs.close_all();
        }
        if self.model.dialogs.is_open() {
            return;
        }
        let is_free =
            self.model.chrome.focus == Focus::Editor && self.model.chrome.pending.is_none();
        match self.model.dialogs.memory.starting.is_due && !is_asked {
            // A user who has already begun finds the start screen through its command, which
            // the conversation names.
            true if was_used => self.model.dialogs.memory.starting.is_due = false,
            true if is_free => self.show_start(),
            _ => {}
        }
    }

    /// Opens the wizard of a provider, with the way back to the start screen.
    pub(super) fn set_up_provider(&mut self, provider: String, begin: Begin) {
        let start = self.model.dialogs.find_mut::<StartScreen>();
        let key = start.map(StartScreen::take_key).unwrap_or_default();
        let mut settings = self.settings("providers");
        settings.begin_with(provider, begin, key);
        let effects = settings.begin();
        self.model.dialogs.cover(Box::new(settings));
        self.carry_out(effects);
    }

    /// Searches for a model again, as at startup.
    pub(super) fn start_model_search(&mut self) {
        let Some(tab) = self.model.sessions.tab() else {
            return;
        };
        let provider = tab.facts.settings.provider.clone();
        let id = self.find_model(provider);
        self.model.dialogs.memory.starting.looking = Some(id);
        if let Some(start) = self.start() {
            start.set_search_job(id);
        }
    }

    fn find_model(&mut self, provider: String) -> JobId {
        let id = self.number_of_jobs();
        let job = Box::new(BackgroundJob::FindModel { provider });
        self.effects.push(Effect::Job(JobCommand::Begin(id, job)));
        id
    }

    /// Returns the start screen, visible or beneath the settings.
    fn start(&mut self) -> Option<&mut StartScreen> {
        self.model.dialogs.find_mut()
    }

    fn start_of(&mut self, id: JobId) -> Option<&mut StartScreen> {
        self.start().filter(|start| start.looking() == Some(id))
    }

    /// Takes a step of a background job that searches for a model, or its end.
    pub(super) fn search_step(&mut self, id: JobId, step: Option<&JobProgress>) -> InputUse {
        let of_save = self.model.dialogs.memory.starting.finding.clone();
        if let Some((_, provider)) = of_save.filter(|(finding, _)| *finding == id) {
            self.model.dialogs.memory.starting.finding = None;
            self.found_after_save(id, &provider, step);
            return InputUse::Yes;
        }
        if self
            .model
            .dialogs
            .memory
            .starting
            .looking
            .take_if(|looking| *looking == id)
            .is_none()
        {
            return InputUse::No;
        }
        match step {
            Some(JobProgress::Searched(search)) => {
                self.model.dialogs.memory.starting.searched = Some(search.clone());
                if let Some(start) = self.start_of(id) {
                    start.tell(search.clone());
                }
                if let Some(found) = search.found.clone() {
                    self.use_first_model(found);
                }
            }
            step => {
                let why = match step {
                    Some(JobProgress::Failed(why)) => &said(why),
                    _ => say!("settings-no-answer"),
                };
                if let Some(start) = self.start_of(id) {
                    start.failed(why);
                }
            }
        }
        InputUse::Yes
    }

    /// Searches a saved provider that names no first model: queries what its server offers, if a
    /// session needs a model.
    pub(super) fn find_first_model(&mut self, provider: String) {
        if self.without_model().is_empty() {
            return;
        }
        let id = self.find_model(provider.clone());
        if let Some(start) = self.start() {
            start.set_search_job(id);
        }
        self.model.dialogs.memory.starting.finding = Some((id, provider));
    }

    /// Takes the result of that search. If it found no model, the start screen shows the reason and
    /// what is available by now.
    fn found_after_save(&mut self, id: JobId, provider: &str, step: Option<&JobProgress>) {
        if let Some(JobProgress::Searched(search)) = step {
            self.model.dialogs.memory.starting.searched = Some(search.clone());
            if let Some(start) = self.start_of(id) {
                start.tell(search.clone());
            }
        }
        let why = match step {
            Some(JobProgress::Searched(search)) => match &search.found {
                Some(found) => return self.use_first_model(found.clone()),
                None => &search.said.first().map(said).unwrap_or_default(),
            },
            Some(JobProgress::Failed(why)) => &said(why),
            _ => say!("settings-no-answer"),
        };
        let text = say!("start-none-of", provider, why);
        if let Some(start) = self.start() {
            start.failed(&text);
        }
        self.model.chrome.say(NoticeLevel::Warning, text);
    }

    /// Returns the sessions of this screen that have no model.
    fn without_model(&self) -> Vec<SessionId> {
        let has_none =
            |tab: &&Tab| tab.shown == TabVisibility::Yes && tab.facts.settings.model.is_empty();
        let tabs = self.model.sessions.tabs.iter().filter(has_none);
        tabs.map(|tab| tab.facts.id).collect()
    }

    /// Sets the model for all sessions that have none. A user who came from the start screen
    /// leaves the settings.
    pub(super) fn use_first_model(&mut self, found: FoundModel) {
        let FoundModel { provider, model } = found;
        let sessions = self.without_model();
        if sessions.is_empty() {
            return;
        }
        for session in sessions {
            self.effects.push(Effect::Send(Command::SetModel {
                session,
                provider: Some(provider.clone()),
                model: model.clone(),
            }));
        }
        let is_covered = !self.model.dialogs.shows::<StartScreen>();
        if is_covered
            && self.model.dialogs.remove::<StartScreen>()
            && self.model.dialogs.shows::<Settings>()
            && let Some(settings) = self.model.dialogs.find_mut::<Settings>()
        {
            let effects = settings.leave_if_saved();
            self.carry_out(effects);
        }
        let text = say!("start-found", provider, model);
        self.model.chrome.say(NoticeLevel::Info, text);
    }
}
