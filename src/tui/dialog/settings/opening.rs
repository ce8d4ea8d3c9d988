//! Opening the settings, and the theme that they try.

use super::Settings;
use crate::dialog::Dialogs;
use crate::effect::{Effect, ThemeCommand};

impl Dialogs {
    /// Shows the settings, on the page named `page` if there is one.
    pub(crate) fn open_settings(&mut self, page: &str) -> Vec<Effect> {
        let mut settings = self.settings(page);
        let effects = settings.begin();
        self.show(Box::new(settings));
        effects
    }

    /// Returns the settings on a page, to be shown.
    pub(crate) fn settings(&mut self, page: &str) -> Settings {
        let first = self.memory.first_job();
        Settings::new(page, first, &self.memory.tested)
    }

    /// Draws the screen with the unsaved theme settings; restores the saved ones when the settings
    /// close. Called after everything that happens, because the settings may be closed or replaced
    /// in many ways, and none must keep a trial.
    pub(crate) fn sync_theme_trial(&mut self) -> Vec<Effect> {
        let settings = self.find_mut::<Settings>();
        let (kept, tried) = settings.map_or_else(Default::default, |settings| {
            (settings.take_theme_saved(), settings.tried())
        });
        let mut effects = Vec::new();
        if kept {
            effects.push(Effect::Look(ThemeCommand::Keep));
            self.memory.look_tried.clear();
        }
        if tried != self.memory.look_tried {
            self.memory.look_tried.clone_from(&tried);
            effects.push(Effect::Look(ThemeCommand::Try(tried)));
        }
        effects
    }
}
