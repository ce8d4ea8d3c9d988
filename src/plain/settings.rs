//! Settings by numbered choices: providers with address, first model and key; models;
//! appearance; configuration. Each page reads all settings again when it opens, and each change
//! is saved at once.

pub(super) mod key_entry;
pub(super) mod models;
mod pages;

use super::menu::{Menu, MenuAction};
use super::state::Plain;
use super::text;
use client::job::{JobCommand, JobId};
use client::settings::{Draft, Edit, ModelField, TypedModel, parse_config_value};
use client::slash::{SlashHost, cancel_probe, probe_progress};
use l10n::say;
use notice::Notice;
use protocol::catalogue::{
    BackgroundJob, ConfigSetting, JobProgress, KeyChange, KeyPlace, ModelListing, ProviderChange,
    SaveError, SettingsProvider,
};
use session::SessionFacts;

/// Maximum number of a provider's models offered.
const OFFERED: usize = 100;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Page {
    Menu,
    Providers,
    /// The stored models.
    Models,
    /// The appearance of the full screen.
    Look,
    /// The agents that files define.
    Agents,
    /// The key bindings of the full screen.
    Keys,
    /// Configuration of permissions and budgets.
    Policy,
    /// The entry of this provider's key.
    Key(String),
}

impl Page {
    /// Returns the page with this word; without a word, the list of pages.
    pub(super) fn named(word: &str) -> Self {
        match word {
            "providers" => Page::Providers,
            "models" => Page::Models,
            "agents" => Page::Agents,
            "theme" => Page::Look,
            "keys" => Page::Keys,
            "policy" => Page::Policy,
            _ => Page::Menu,
        }
    }
}

/// A chosen setting or action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum SettingChoice {
    /// Shows a page.
    Page(Page),
    /// Runs a slash command.
    Slash(String),
    /// Asks this question first.
    Sure(String, Box<SettingChoice>),
    /// Lists the possible actions on this provider.
    Provider(String),
    /// Asks for the provider's address.
    Address(String),
    /// Lists the provider's models, to choose its first one.
    FirstModel(String),
    /// Asks for the provider's key, to be kept at this place.
    Key(String, KeyPlace),
    /// Removes the provider's key.
    RemoveKey(String),
    /// Lists the possible actions on this model.
    Model(String),
    /// Asks for a value of the model.
    Field(String, ModelField),
    /// Removes the model.
    RemoveModel(String),
    /// Adds a model: asks for the provider.
    Add,
    /// Adds a model of this provider: asks for the model.
    AddOf(String),
    /// Lets this provider fetch a model.
    Fetch(String),
    /// Asks for the value of this configuration setting.
    Config(String),
    /// Sets a configuration setting to this value.
    ConfigTo(String, String),
}

/// A value that is typed on one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TypedValue {
    /// The address of a provider.
    Address(String),
    /// A value of a model.
    Field(String, ModelField),
    /// A value of a model being added, with the values so far.
    Adding(TypedModel, ModelField),
    /// The name of a model for this provider to fetch.
    Fetch(String),
    /// A setting of the configuration.
    Config(String),
}

/// A settings task in progress.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum SettingsTask {
    /// Reads all settings for this page.
    Look(Page),
    /// Lists a provider's models, to choose its first one.
    List(String),
    /// A provider fetches a model; counts the quarters already announced.
    Pull(String, u64),
    /// Saves a change; with the provider whose key is part of it.
    Save(Option<String>),
    /// Searches for a model that the session can start with.
    FindModel,
}

impl SettingsTask {
    /// Whether its end leads to a question.
    pub(super) fn asks_next(&self) -> bool {
        matches!(
            self,
            SettingsTask::Look(_) | SettingsTask::List(_) | SettingsTask::FindModel
        )
    }

    /// Whether lines are taken meanwhile.
    pub(super) fn takes_long(&self) -> bool {
        matches!(self, SettingsTask::Pull(..))
    }
}

impl Plain {
    /// Reads all settings, and shows a page of them.
    pub(super) fn open_settings_page(&mut self, page: Page) {
        self.begin_job(SettingsTask::Look(page), BackgroundJob::Look);
    }

    pub(super) fn begin_job(&mut self, work: SettingsTask, job: BackgroundJob) {
        let id = self.next_job();
        self.jobs.insert(id, work);
        self.send_job(JobCommand::Begin(id, Box::new(job)));
    }

    /// Stops a background job on Ctrl+C if nothing else can be stopped.
    pub(super) fn stop_job(&mut self) -> bool {
        if self.menu.is_some() || self.facts().is_some_and(SessionFacts::is_running) {
            return false;
        }
        self.stop_fetching() || cancel_probe(self)
    }

    /// Handles a step of a background job.
    pub(super) fn job_progress(&mut self, id: JobId, step: Option<JobProgress>) {
        if probe_progress(self, id, step.as_ref()).is_some() {
            return;
        }
        let Some(step) = step else {
            self.jobs.remove(&id);
            return;
        };
        let Some(work) = self.jobs.get(&id).cloned() else {
            return;
        };
        match (work, step) {
            (SettingsTask::Look(page), JobProgress::Looked(view)) => {
                self.view = Some(view);
                self.show_page(page);
            }
            (
                SettingsTask::List(provider),
                JobProgress::Listed {
                    result, is_last, ..
                },
            ) => {
                if is_last {
                    self.offer_first_models(&provider, result);
                }
            }
            (SettingsTask::Pull(model, told), JobProgress::Pulled(progress)) => {
                let told = self.pull_step(&model, told, &progress);
                self.jobs.insert(id, SettingsTask::Pull(model, told));
            }
            (SettingsTask::Save(provider), JobProgress::Saved { result, view }) => {
                self.view = Some(view);
                self.saved(result, provider);
            }
            (SettingsTask::FindModel, step) => self.model_search_step(step),
            (_, JobProgress::Failed(why)) => {
                self.say(say!("plain-not-done", why = text::told(&why)));
            }
            (_, _) => self.say(say!("plain-wrong-answer")),
        }
    }

    fn saved(&mut self, result: Result<Vec<Notice>, SaveError>, key_of: Option<String>) {
        match result {
            Ok(words) => {
                self.say(say!("plain-set-saved"));
                self.say_all(words.iter().map(text::told));
                if let Some(provider) = key_of {
                    self.find_first_model(provider);
                }
            }
            Err(why) => {
                let why = text::told(&why.notice());
                self.say(say!("plain-not-done", why));
            }
        }
    }

    fn show_page(&mut self, page: Page) {
        let Some(view) = self.view.as_deref() else {
            return;
        };
        let own = match page {
            Page::Menu => pages::menu(),
            Page::Providers => pages::providers(view),
            Page::Models => models::models(view),
            Page::Look => pages::config(say!("plain-set-which-look"), &view.look),
            Page::Policy => pages::config(say!("plain-set-which-policy"), &view.configured)
                .with([say!("plain-set-policy-how").to_owned()]),
            Page::Agents => return self.slash("/agents"),
            Page::Keys => return self.say(say!("plain-set-no-keys")),
            Page::Key(provider) => return self.enter_key(&provider),
        };
        self.ask_menu(own.loose());
    }

    /// Performs the chosen action.
    pub(super) fn set(&mut self, set: SettingChoice) {
        match set {
            SettingChoice::Page(page) => self.show_page(page),
            SettingChoice::Slash(line) => self.slash(&line),
            SettingChoice::Provider(name) => self.ask_about_provider(&name),
            SettingChoice::Address(name) => {
                let known = self.provider_set(&name);
                let example = known.map(|known| known.needs.address.clone());
                let now = known.and_then(|known| known.view.base_url.clone());
                let example = example.filter(|example| !example.is_empty());
                let example = example.unwrap_or_else(|| "https://host/v1".to_owned());
                let question = say!("plain-set-address", name = text::line(&name), example);
                self.ask_line(
                    TypedValue::Address(name),
                    &now.unwrap_or_default(),
                    question,
                );
            }
            SettingChoice::FirstModel(provider) => {
                self.say(say!("plain-asking-models"));
                let job = BackgroundJob::List {
                    provider: provider.clone(),
                    change: ProviderChange::default(),
                    key: None,
                };
                self.begin_job(SettingsTask::List(provider), job);
            }
            SettingChoice::Key(provider, place) => self.ask_for_key(provider, place),
            SettingChoice::Sure(question, set) => self.ask_menu(
                Menu::new(question)
                    .or("yes", say!("plain-set-yes"), MenuAction::Set(*set))
                    .or(
                        "no",
                        say!("plain-rollback-no"),
                        MenuAction::Nothing(say!("plain-nothing-done")),
                    ),
            ),
            SettingChoice::RemoveKey(provider) => self.save_key(provider, KeyChange::Remove),
            SettingChoice::Config(key) => self.ask_about_config(&key),
            SettingChoice::ConfigTo(key, value) => self.save_change(Edit::Config(key, value), None),
            set => self.set_model(set),
        }
    }

    /// Handles a typed value.
    pub(super) fn value_entered(&mut self, of: TypedValue, text: &str) {
        match of {
            TypedValue::Address(name) => self.slash(&provider_line("url", &name, Some(text))),
            TypedValue::Field(id, field) => self.field_entered(&id, field, text),
            TypedValue::Adding(model, field) => self.model_part_entered(model, field, text),
            TypedValue::Fetch(provider) => self.fetch(provider, text),
            TypedValue::Config(key) => self.config_entered(key, text),
        }
    }

    pub(super) fn provider_set(&self, name: &str) -> Option<&SettingsProvider> {
        let mut all = self.view.as_deref()?.providers.iter();
        all.find(|known| known.view.provider == name)
    }

    fn offer_first_models(&mut self, provider: &str, result: Result<ModelListing, Notice>) {
        let models = match result {
            Ok(listed) => listed.models,
            Err(why) => {
                let problem = text::told(&why);
                let provider = text::line(provider);
                return self.say(say!("plain-provider-problem", provider, problem));
            }
        };
        let models = models.into_iter().filter(|model| !model.embeds_only);
        let names: Vec<String> = models.map(|model| model.name).take(OFFERED).collect();
        if names.is_empty() {
            return self.say(say!("plain-no-models"));
        }
        let title = say!("plain-set-which-first", provider = text::line(provider));
        let mut own = Menu::new(title);
        for name in names {
            let deed = MenuAction::Set(SettingChoice::Slash(provider_line(
                "model",
                provider,
                Some(&name),
            )));
            own = own.or_named(text::line(&name), "", deed);
        }
        self.ask_menu(own.loose());
    }

    /// Stores or removes a key.
    pub(super) fn save_key(&mut self, provider: String, change: KeyChange) {
        let is_kept = matches!(change, KeyChange::Keep { .. });
        let key_of = Some(provider.clone()).filter(|_| is_kept);
        self.save_change(Edit::Key(provider, change), key_of);
    }

    /// Saves a change of the settings as last read; with the provider whose key is part of it.
    fn save_change(&mut self, edit: Edit, key_of: Option<String>) {
        let Some(view) = self.view.as_deref() else {
            return;
        };
        let mut draft = Draft::default();
        draft.add(vec![edit]);
        let shown = draft.over(view);
        if shown.unsaved() == 0 {
            let why = say!("settings-nothing-to-save");
            return self.say(say!("plain-not-done", why));
        }
        let save = BackgroundJob::Save(Box::new(shown.save(view)));
        self.begin_job(SettingsTask::Save(key_of), save);
    }

    /// Returns a configuration setting as last read.
    pub(super) fn config_set(&self, key: &str) -> Option<&ConfigSetting> {
        let view = self.view.as_deref()?;
        let mut all = view.look.iter().chain(&view.configured);
        all.find(|known| known.said.key == key)
    }

    /// Handles a typed value of the configuration.
    fn config_entered(&mut self, key: String, typed: &str) {
        match parse_config_value(&key, typed) {
            Some(value) => self.save_change(Edit::Config(key, value), None),
            None => {
                let known = self.config_set(&key).and_then(|known| known.typed.as_ref());
                let wanted = known.map(text::told).unwrap_or_default();
                let why = say!("settings-config-must-be", key, wanted);
                self.say(say!("plain-not-done", why = text::line(&why)));
            }
        }
    }
}

/// Formats a command such as `/provider url "openai" "https://…"`.
fn provider_line(word: &str, name: &str, value: Option<&str>) -> String {
    let value = value.map(|value| format!(" {}", quoted(value)));
    format!(
        "/provider {word} {}{}",
        quoted(name),
        value.unwrap_or_default()
    )
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
