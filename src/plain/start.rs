//! `/start`: the way to a first model. Searches for a model again; if there is none, prints where
//! it searched, and numbers the next steps.

use super::live_session::model_of;
use super::menu::{Menu, MenuAction};
use super::settings::{Page, SettingsTask};
use super::state::{Effect, Plain, PlainExit};
use super::text;
use l10n::say;
use protocol::catalogue::{BackgroundJob, FoundModel, JobProgress, ModelSearch};
use protocol::command::Command;

/// A way to a model, or around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum StartChoice {
    /// Searches again, after the user started a server.
    Again,
    /// Enters a key: asks for the provider.
    Key,
    KeyOf(String),
    /// Sets up a provider.
    SetUp,
    Demo,
}

impl Plain {
    pub(super) fn start(&mut self) {
        let Some(facts) = self.facts() else { return };
        if !facts.settings.model.is_empty() {
            let model = model_of(facts);
            return self.say(say!("plain-start-has-model", model));
        }
        self.find_model(facts.settings.provider.clone());
    }

    /// Searches for a model that the session can start with, this provider's first.
    pub(super) fn find_model(&mut self, provider: String) {
        self.say(say!("plain-start-looking"));
        self.begin_job(
            SettingsTask::FindModel,
            BackgroundJob::FindModel { provider },
        );
    }

    /// Gives a session without a model one of a provider that was just set up.
    pub(super) fn find_first_model(&mut self, provider: String) {
        let without = self
            .facts()
            .is_some_and(|facts| facts.settings.model.is_empty());
        if without {
            self.find_model(provider);
        }
    }

    /// Handles the result of the search.
    pub(super) fn model_search_step(&mut self, step: JobProgress) {
        match step {
            JobProgress::Searched(search) => match &search.found {
                Some(found) => self.use_model(found),
                None => self.ask_start_choice(search),
            },
            JobProgress::Failed(why) => self.say(say!("plain-not-done", why = text::told(&why))),
            _ => self.say(say!("plain-wrong-answer")),
        }
    }

    fn use_model(&mut self, found: &FoundModel) {
        if let Some(session) = self.current {
            self.send(Command::SetModel {
                session,
                provider: Some(found.provider.clone()),
                model: found.model.clone(),
            });
        }
    }

    fn ask_start_choice(&mut self, search: ModelSearch) {
        self.say(say!("plain-start-none"));
        let said = search.said.iter();
        let lines: Vec<String> = said.map(|said| format!("- {}", text::told(said))).collect();
        self.say_all(lines);
        self.searched = Some(search);
        let way = MenuAction::Start;
        let own = Menu::new(say!("plain-start-which"))
            .or("key", say!("plain-start-key"), way(StartChoice::Key))
            .or_named(
                say!("plain-start-again-word"),
                say!("plain-start-again"),
                way(StartChoice::Again),
            )
            .also(&["again"])
            .or_named(
                say!("plain-start-set-up-word"),
                say!("plain-start-set-up"),
                way(StartChoice::SetUp),
            )
            .also(&["provider"])
            .or_named(
                say!("plain-start-demo-word"),
                say!("plain-start-demo"),
                way(StartChoice::Demo),
            )
            .also(&["demo"]);
        self.ask_menu(own.loose());
    }

    /// Takes one of the ways.
    pub(super) fn execute_start_choice(&mut self, way: StartChoice) {
        match way {
            StartChoice::Again => self.start(),
            StartChoice::Key => self.ask_whose_key(),
            StartChoice::KeyOf(provider) => self.open_settings_page(Page::Key(provider)),
            StartChoice::SetUp => self.open_settings_page(Page::Providers),
            StartChoice::Demo => self.effects.push(Effect::Leave(PlainExit::Demo)),
        }
    }

    fn ask_whose_key(&mut self) {
        let searched = self.searched.as_ref();
        let keys = searched.map(|search| search.keys.as_slice());
        let mut own = Menu::new(say!("plain-start-whose-key"));
        for key in keys.unwrap_or_default() {
            let state = if key.is_set {
                say!("plain-start-key-there").to_owned()
            } else {
                say!(
                    "plain-start-key-missing",
                    variable = text::line(&key.variable)
                )
            };
            let deed = MenuAction::Start(StartChoice::KeyOf(key.provider.clone()));
            own = own.or_named(text::line(&key.provider), state, deed);
        }
        self.ask_menu(own.loose());
    }
}
