//! The way to a first model: when the start screen opens and closes, and which model a session
//! without one gets.

use super::Model;
use crate::app::Redraw;
use crate::chrome::Focus;
use crate::dialog::start_screen::StartScreen;
use crate::effect::Effect;
use l10n::say;
use protocol::catalogue::FoundModel;
use protocol::event::NoticeLevel;

impl Model {
    /// Opens the start screen and searches for a model, if the shown session has none.
    pub(crate) fn open_start(&mut self) -> Vec<Effect> {
        let settings = self.sessions.tab().map(|tab| &tab.facts.settings);
        if let Some(settings) = settings.filter(|settings| !settings.model.is_empty()) {
            let (provider, model) = (&settings.provider, &settings.model);
            let text = say!("start-has-model", provider, model);
            return vec![Effect::Tell(NoticeLevel::Info, text)];
        }
        self.dialogs.show_start();
        self.chrome.touch(Redraw::Soon);
        self.search_model()
    }

    /// Searches for a model again, as at startup.
    pub(crate) fn search_model(&mut self) -> Vec<Effect> {
        let tab = self.sessions.tab();
        let provider = tab.map(|tab| tab.facts.settings.provider.clone());
        let search = provider.map(|provider| self.dialogs.search_model(provider));
        search.into_iter().collect()
    }

    /// Uses a provider that was just set up for the sessions without a model.
    pub(crate) fn use_provider(&mut self, provider: String, model: Option<String>) -> Vec<Effect> {
        let mut effects = Vec::new();
        if model.is_some() && self.dialogs.shows::<StartScreen>() {
            // The settings that were opened from it have closed.
            effects = self.dialogs.close();
        }
        match model {
            Some(model) => effects.extend(self.use_model(FoundModel { provider, model })),
            None if self.sessions.lack_model() => {
                effects.push(self.dialogs.search_saved_provider(provider));
            }
            None => {}
        }
        effects
    }

    /// Sets the model for all sessions of this screen that have none.
    pub(crate) fn use_model(&mut self, found: FoundModel) -> Vec<Effect> {
        let mut effects = self.sessions.use_model(&found);
        if effects.is_empty() {
            return effects;
        }
        effects.extend(self.dialogs.model_found());
        let FoundModel { provider, model } = found;
        effects.push(Effect::info(say!("start-found", provider, model)));
        effects
    }

    /// Opens the start screen when it is due, yields to open questions, reopens it after the
    /// settings, and closes it once there is a model. Called after everything that happens, because
    /// it derives from the shown session, the dialogs and the focus alike.
    pub(crate) fn sync_start_screen(&mut self) {
        let Some(tab) = self.sessions.tab() else {
            return;
        };
        if !tab.facts.settings.model.is_empty() {
            self.dialogs.memory.starting.is_due = false;
            if self.dialogs.remove::<StartScreen>() {
                self.chrome.touch(Redraw::Soon);
            }
            return;
        }
        let is_asked = self.sessions.waiting() > 0;
        let was_used = tab.activity.spoken || tab.facts.is_running() || !tab.draft_is_empty();
        if is_asked && self.dialogs.shows::<StartScreen>() {
            self.dialogs.close_all();
        }
        if self.dialogs.is_open() {
            return;
        }
        let is_free = self.chrome.focus == Focus::Editor && self.chrome.pending.is_none();
        match self.dialogs.memory.starting.is_due && !is_asked {
            // A user who has already begun finds the start screen through its command, which
            // the first screen names, or else a notice.
            true if was_used => {
                self.dialogs.memory.starting.is_due = false;
                let why = self.dialogs.memory.starting.reason();
                if let Some(why) = why.filter(|_| !tab.chat.is_beginning()) {
                    let text = say!("start-no-model", why);
                    self.chrome.say(NoticeLevel::Warning, text);
                }
            }
            true if is_free => {
                self.dialogs.show_start();
                self.chrome.touch(Redraw::Soon);
            }
            _ => {}
        }
    }
}
