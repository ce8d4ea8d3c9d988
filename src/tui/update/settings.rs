//! The settings on the screen: opening, keys they do not handle, the steps of their background
//! jobs, and overlays that cover them for a while.

use crossterm::event::KeyEvent;

use super::super::app::{App, Redraw};
use super::super::effect::{Effect, ThemeCommand};
use super::super::input::InputUse;
use super::super::keymap::{Action, Context, Resolution};
use super::super::overlay::Overlay;
use super::super::settings::{QuestionPending, Settings};
use client::job::JobId;
use protocol::catalogue::{FoundModel, JobProgress};

/// Most background jobs of one opening: the numbers of the next opening start after them.
const JOB_IDS: u64 = 1 << 32;

impl App {
    /// Shows the settings, on the page named `page` if there is one.
    pub(crate) fn open_settings(&mut self, page: &str) {
        let first = self.number_of_jobs();
        let mut settings = Settings::new(page, first, &self.model.tested);
        let effects = settings.begin();
        self.model.overlay = Some(Overlay::Settings(Box::new(settings)));
        self.carry_out(effects);
    }

    /// Returns the first number for background jobs that belong together.
    pub(super) fn number_of_jobs(&mut self) -> JobId {
        self.model.settings_opened += 1;
        JobId(self.model.settings_opened * JOB_IDS)
    }

    /// Handles a bound key while the settings are open. Keys that stop, suspend or redraw work as
    /// everywhere; leaving asks first if something is not saved.
    pub(super) fn settings_action(&mut self, action: Action) -> InputUse {
        let Some(Overlay::Settings(settings)) = &mut self.model.overlay else {
            return InputUse::No;
        };
        match action {
            Action::PanicStop | Action::Suspend | Action::Redraw | Action::Help => {
                return InputUse::No;
            }
            Action::Quit if !settings.asks_before_leaving() => return InputUse::No,
            _ => {}
        }
        let effects = settings.act(action);
        self.carry_out(effects);
        InputUse::Yes
    }

    /// Takes a step of a background job, or its end.
    pub(crate) fn job_progress(&mut self, id: JobId, step: Option<JobProgress>) {
        self.touch(Redraw::Answered);
        if self.search_step(id, step.as_ref()) == InputUse::Yes
            || self.probe_step(id, step.as_ref()) == InputUse::Yes
        {
            return;
        }
        let covered = self.model.beneath.as_deref_mut();
        let shown = match &mut self.model.overlay {
            Some(Overlay::Settings(settings)) => Some(&mut **settings),
            _ => covered,
        };
        let Some(settings) = shown else { return };
        let effects = match step {
            Some(step) => settings.step(id, step),
            None => settings.ended(id),
        };
        let tests = settings.saved_tests();
        self.model.tested = tests;
        let set_up = settings.take_set_up();
        self.carry_out(effects);
        match set_up {
            Some((provider, Some(model))) => self.use_first_model(FoundModel { provider, model }),
            Some((provider, None)) => self.find_first_model(provider),
            None => {}
        }
        self.sync_theme_trial();
        self.sync_start_screen();
    }

    /// Tells the settings whether a question of the run waits.
    pub(super) fn sync_settings(&mut self) {
        let waits = match self.model.waiting() {
            0 => QuestionPending::No,
            _ => QuestionPending::Yes,
        };
        if let Some(Overlay::Settings(settings)) = &mut self.model.overlay {
            settings.set_question(waits);
            settings.set_protocol(self.model.findings.protocol);
        }
    }

    /// Draws the screen with the unsaved theme settings; restores the saved ones when the settings
    /// close.
    pub(crate) fn sync_theme_trial(&mut self) {
        let settings = match &mut self.model.overlay {
            Some(Overlay::Settings(settings)) => Some(settings),
            _ => self.model.beneath.as_mut(),
        };
        let (mut kept, mut tried) = (false, std::collections::BTreeMap::new());
        if let Some(settings) = settings {
            kept = settings.take_theme_saved();
            tried = settings.tried();
        }
        if kept {
            self.effects.push(Effect::Look(ThemeCommand::Keep));
            self.model.look_tried.clear();
        }
        if tried != self.model.look_tried {
            self.model.look_tried.clone_from(&tried);
            self.effects.push(Effect::Look(ThemeCommand::Try(tried)));
        }
    }

    /// Takes a key that the user wants to bind, which does nothing else; keys that stop
    /// work as everywhere.
    pub(super) fn captured_key(&mut self, key: &KeyEvent) -> InputUse {
        let captures = match &self.model.overlay {
            Some(Overlay::Settings(settings)) => settings.captures_keys(),
            // The user presses Ctrl+Tab to see whether it arrives; it does nothing here.
            Some(Overlay::KeyTest(_)) => true,
            _ => false,
        };
        let stops = || {
            let found = self.keymap.resolve(&[Context::Global], &[], key);
            let action = |action| found == Resolution::Action(action);
            action(Action::Interrupt) || action(Action::PanicStop)
        };
        if !captures || stops() {
            return InputUse::No;
        }
        self.dialog_key(key);
        InputUse::Yes
    }

    /// Stores the settings with their unsaved changes beneath another overlay that is
    /// about to open.
    pub(crate) fn cover_settings(&mut self) {
        if let Some(Overlay::Settings(_)) = &self.model.overlay
            && let Some(Overlay::Settings(settings)) = self.model.overlay.take()
        {
            self.model.beneath = Some(settings);
        }
    }

    /// Brings the settings back when the overlay over them is gone.
    pub(crate) fn uncover_settings(&mut self) {
        if self.model.overlay.is_none()
            && let Some(settings) = self.model.beneath.take()
        {
            self.model.overlay = Some(Overlay::Settings(settings));
        }
    }
}
