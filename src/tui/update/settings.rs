//! The settings on the screen: opening them, the steps of background jobs, and the appearance that
//! is being tried.

use super::super::app::{App, Redraw};
use super::super::dialog::settings::Settings;
use super::super::dialog::start_screen::StartScreen;
use super::super::effect::{Effect, ThemeCommand};
use super::super::input::InputUse;
use client::job::JobId;
use protocol::catalogue::{FoundModel, JobProgress};

/// Most background jobs of one opening: the numbers of the next opening start after them.
const JOB_IDS: u64 = 1 << 32;

impl App {
    /// Shows the settings, on the page named `page` if there is one.
    pub(crate) fn open_settings(&mut self, page: &str) {
        let mut settings = self.settings(page);
        let effects = settings.begin();
        self.model.dialogs.show(Box::new(settings));
        self.carry_out(effects);
    }

    /// Returns the settings on a page, to be shown.
    pub(super) fn settings(&mut self, page: &str) -> Settings {
        let first = self.number_of_jobs();
        Settings::new(page, first, &self.model.dialogs.memory.tested)
    }

    /// Returns the first number for background jobs that belong together.
    pub(super) fn number_of_jobs(&mut self) -> JobId {
        self.model.dialogs.memory.settings_opened += 1;
        JobId(self.model.dialogs.memory.settings_opened * JOB_IDS)
    }

    /// Takes a step of a background job, or its end.
    pub(crate) fn job_progress(&mut self, id: JobId, step: Option<&JobProgress>) {
        self.touch(Redraw::Answered);
        if self.search_step(id, step) == InputUse::Yes || self.probe_step(id, step) == InputUse::Yes
        {
            return;
        }
        let dialogs = &mut self.model.dialogs;
        let effects = dialogs.tell(|dialog| dialog.on_job(id, step));
        self.carry_out(effects);
        self.sync_theme_trial();
        self.sync_start_screen();
    }

    /// Uses a provider that was just set up for the sessions without a model.
    pub(super) fn use_provider(&mut self, provider: String, model: Option<String>) {
        if model.is_some() && self.model.dialogs.shows::<StartScreen>() {
            // The settings that were opened from it have closed.
            self.update(|model| model.dialogs.close());
        }
        match model {
            Some(model) => self.use_first_model(FoundModel { provider, model }),
            None => self.find_first_model(provider),
        }
    }

    /// Draws the screen with the unsaved theme settings; restores the saved ones when the settings
    /// close.
    pub(crate) fn sync_theme_trial(&mut self) {
        let (mut kept, mut tried) = (false, std::collections::BTreeMap::new());
        if let Some(settings) = self.model.dialogs.find_mut::<Settings>() {
            kept = settings.take_theme_saved();
            tried = settings.tried();
        }
        if kept {
            self.effects.push(Effect::Look(ThemeCommand::Keep));
            self.model.dialogs.memory.look_tried.clear();
        }
        if tried != self.model.dialogs.memory.look_tried {
            self.model.dialogs.memory.look_tried.clone_from(&tried);
            self.effects.push(Effect::Look(ThemeCommand::Try(tried)));
        }
    }
}
