//! The start screen, the way to a first model: when it opens and closes, its keys, and which model
//! a session without one gets.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::super::app::{App, Redraw};
use super::super::effect::{Effect, ExitReason};
use super::super::hints::named_key;
use super::super::input::InputUse;
use super::super::keymap::{Action, Context};
use super::super::model::Focus;
use super::super::overlay::Overlay;
use super::super::settings::Begin;
use super::super::start_screen::{StartOutcome, StartScreen, Words};
use super::super::tab::{Tab, TabVisibility};
use super::super::theme::ColourDepth;
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
        self.model.starting.searched = Some(search);
        self.model.starting.is_due = true;
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
        self.model.starting.is_due = false;
        let known = self.model.starting.searched.clone();
        let start = StartScreen::new(known);
        self.model.overlay = Some(Overlay::Start(Box::new(start)));
        self.touch(Redraw::Soon);
    }

    fn model_of_session(&self) -> Option<(String, String)> {
        let settings = &self.model.tab()?.facts.settings;
        let has = !settings.model.is_empty();
        has.then(|| (settings.provider.clone(), settings.model.clone()))
    }

    /// Opens the start screen when it is due, yields to open questions, reopens it after the
    /// settings, and closes it once there is a model.
    pub(crate) fn sync_start_screen(&mut self) {
        let is_open = matches!(self.model.overlay, Some(Overlay::Start(_)));
        let Some(tab) = self.model.tab() else { return };
        if !tab.facts.settings.model.is_empty() {
            self.model.starting.is_due = false;
            self.model.starting.beneath = None;
            if is_open {
                self.model.overlay = None;
                self.touch(Redraw::Soon);
            }
            return;
        }
        let is_asked = self.model.waiting() > 0;
        let was_used = tab.activity.spoken || tab.facts.is_running() || !tab.draft_is_empty();
        if is_asked && is_open {
            self.model.overlay = None;
        }
        // Settings that another overlay covered come back first.
        if self.model.overlay.is_some() || self.model.beneath.is_some() {
            return;
        }
        if let Some(start) = self.model.starting.beneath.take().filter(|_| !is_asked) {
            self.model.overlay = Some(Overlay::Start(start));
            return;
        }
        let is_free = self.model.focus == Focus::Editor && self.model.pending.is_none();
        match self.model.starting.is_due && !is_asked {
            // A user who has already begun finds the start screen through its command, which
            // the conversation names.
            true if was_used => self.model.starting.is_due = false,
            true if is_free => self.show_start(),
            _ => {}
        }
    }

    /// Handles a bound key while the start screen is open. A key with a function elsewhere does
    /// that, and the screen closes.
    pub(super) fn start_action(&mut self, action: Action) -> InputUse {
        let now = self.model.now;
        let Some(Overlay::Start(start)) = &mut self.model.overlay else {
            return InputUse::No;
        };
        let went = match action {
            Action::PickerPrevious => {
                start.step(-1);
                StartOutcome::Nowhere
            }
            Action::PickerNext | Action::PickerComplete => {
                start.step(1);
                StartOutcome::Nowhere
            }
            Action::PickerRun => start.run(now),
            Action::PickerClose | Action::CancelOverlay => start.back(),
            Action::Suspend | Action::Redraw | Action::PanicStop | Action::Quit => {
                return InputUse::No;
            }
            // Keys that stop close it as well: the screen opened by itself and must not hold up a
            // user who leaves.
            _ => {
                self.model.overlay = None;
                return InputUse::No;
            }
        };
        self.start_went(went);
        InputUse::Yes
    }

    /// Handles an unbound key while the start screen is open.
    pub(super) fn start_key(&mut self, key: &KeyEvent) {
        let now = self.model.now;
        let Some(Overlay::Start(start)) = &mut self.model.overlay else {
            return;
        };
        match start.key(key, now) {
            StartOutcome::Typed(before) => {
                self.model.overlay = None;
                self.type_into_draft(&before);
                self.key(key);
            }
            went => self.start_went(went),
        }
    }

    /// Handles a paste while the start screen is open: an API key is held there, anything else goes
    /// into the draft.
    pub(super) fn paste_at_start(&mut self, text: &str) {
        let Some(Overlay::Start(start)) = &mut self.model.overlay else {
            return;
        };
        match start.paste(text) {
            Some(went) => self.start_went(went),
            None => {
                self.leave_start_for_the_draft();
                self.paste_into_editor(text);
            }
        }
    }

    /// Closes the start screen because text goes into the draft.
    fn leave_start_for_the_draft(&mut self) {
        if let Some(Overlay::Start(start)) = &mut self.model.overlay {
            let before = start.take_typed();
            self.model.overlay = None;
            self.type_into_draft(&before);
        }
    }

    /// Types letters into the draft that were meant for it.
    fn type_into_draft(&mut self, letters: &str) {
        self.focus_editor();
        for letter in letters.chars() {
            self.type_key(&KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE));
        }
    }

    fn start_went(&mut self, went: StartOutcome) {
        match went {
            StartOutcome::Nowhere | StartOutcome::Typed(_) => {}
            StartOutcome::Closed => self.model.overlay = None,
            StartOutcome::LookAgain => self.start_model_search(),
            StartOutcome::Demo => self.effects.push(Effect::Exit(ExitReason::Demo)),
            StartOutcome::SetUp(provider, begin) => {
                self.set_up_provider_from_start(provider, begin);
            }
        }
    }

    /// Opens the wizard of a provider, with the way back to the start screen.
    fn set_up_provider_from_start(&mut self, provider: String, begin: Begin) {
        let Some(Overlay::Start(mut start)) = self.model.overlay.take() else {
            return;
        };
        let key = start.take_key();
        self.model.starting.beneath = Some(start);
        self.open_settings("providers");
        if let Some(Overlay::Settings(settings)) = &mut self.model.overlay {
            settings.begin_with(provider, begin, key);
        }
    }

    /// Searches for a model again, as at startup.
    fn start_model_search(&mut self) {
        let Some(tab) = self.model.tab() else { return };
        let provider = tab.facts.settings.provider.clone();
        let id = self.find_model(provider);
        self.model.starting.looking = Some(id);
        if let Some(Overlay::Start(start)) = &mut self.model.overlay {
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
        let start = match &mut self.model.overlay {
            Some(Overlay::Start(start)) => Some(start),
            _ => self.model.starting.beneath.as_mut(),
        };
        start.map(|start| &mut **start)
    }

    fn start_of(&mut self, id: JobId) -> Option<&mut StartScreen> {
        self.start().filter(|start| start.looking() == Some(id))
    }

    /// Takes a step of a background job that searches for a model, or its end.
    pub(super) fn search_step(&mut self, id: JobId, step: Option<&JobProgress>) -> InputUse {
        let of_save = self.model.starting.finding.clone();
        if let Some((_, provider)) = of_save.filter(|(finding, _)| *finding == id) {
            self.model.starting.finding = None;
            self.found_after_save(id, &provider, step);
            return InputUse::Yes;
        }
        if self
            .model
            .starting
            .looking
            .take_if(|looking| *looking == id)
            .is_none()
        {
            return InputUse::No;
        }
        match step {
            Some(JobProgress::Searched(search)) => {
                self.model.starting.searched = Some(search.clone());
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
        self.model.starting.finding = Some((id, provider));
    }

    /// Takes the result of that search. If it found no model, the start screen shows the reason and
    /// what is available by now.
    fn found_after_save(&mut self, id: JobId, provider: &str, step: Option<&JobProgress>) {
        if let Some(JobProgress::Searched(search)) = step {
            self.model.starting.searched = Some(search.clone());
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
        self.model.say(NoticeLevel::Warning, text);
    }

    /// Returns the sessions of this screen that have no model.
    fn without_model(&self) -> Vec<SessionId> {
        let has_none =
            |tab: &&Tab| tab.shown == TabVisibility::Yes && tab.facts.settings.model.is_empty();
        let tabs = self.model.tabs.iter().filter(has_none);
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
        if self.model.starting.beneath.take().is_some()
            && let Some(Overlay::Settings(settings)) = &mut self.model.overlay
        {
            let effects = settings.leave_if_saved();
            self.carry_out(effects);
        }
        let text = say!("start-found", provider, model);
        self.model.say(NoticeLevel::Info, text);
    }

    /// Collects the facts for the start screen that it cannot know itself.
    pub(crate) fn start_screen_words(&self) -> Words {
        let colours = match self.depth {
            ColourDepth::TrueColour => say!("start-colours-24"),
            ColourDepth::Palette256 => say!("start-colours-256"),
            ColourDepth::Ansi16 => say!("start-colours-16"),
            ColourDepth::None => say!("start-colours-none"),
        };
        let key = |action| {
            let key = self.keymap.key_for(&[Context::Picker], action);
            key.unwrap_or_else(|| named_key(&self.keymap, action))
        };
        Words {
            terminal: say!(
                "start-terminal",
                colours,
                keys = self.model.findings.protocol.word(),
                theme = self.theme.name
            ),
            run: key(Action::PickerRun),
            close: key(Action::PickerClose),
        }
    }
}
