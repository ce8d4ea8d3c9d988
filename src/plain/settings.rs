//! Settings by numbered choices: providers with address, first model and key; models; the look; what the configuration
//! says. Everything is read anew when a page is opened, and each change is saved by itself.

pub(super) mod key_entry;
pub(super) mod models;
mod pages;

use self::models::{Adding, Field};
use super::menu::{Menu, MenuAction};
use super::pending::PendingQuery;
use super::state::{Effect, Plain};
use super::text;
use crate::l10n::say;
use crate::protocol::catalogue::{
    BackgroundJob, ConfigSave, ConfigSetting, JobProgress, KeyChange, KeyPlace, KeySave,
    ModelListing, ProviderChange, SaveError, SettingsProvider, SettingsSave,
};

/// Models of a provider that are offered.
const OFFERED: usize = 100;

/// A page of the settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Page {
    Menu,
    Providers,
    /// The models that are kept.
    Models,
    /// How the full screen looks.
    Look,
    /// The keys of the full screen.
    Keys,
    /// What the configuration says of who decides and what may be spent.
    Policy,
    /// A provider's key is entered.
    Key(String),
}

impl Page {
    /// The page with this word; without one the list of them.
    pub(super) fn named(word: &str) -> Self {
        match word {
            "providers" => Page::Providers,
            "models" => Page::Models,
            "theme" => Page::Look,
            "keys" => Page::Keys,
            "policy" => Page::Policy,
            _ => Page::Menu,
        }
    }
}

/// Something that was chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum SettingChoice {
    /// A page is shown.
    Page(Page),
    /// A slash command does it.
    Slash(String),
    /// This is asked first.
    Sure(String, Box<SettingChoice>),
    /// What can be done with this provider.
    Provider(String),
    /// Its address is typed.
    Address(String),
    /// Its first model is chosen from those that it offers.
    FirstModel(String),
    /// Its key is entered, to be kept there.
    Key(String, KeyPlace),
    /// Its key is removed.
    RemoveKey(String),
    /// What can be done with this model.
    Model(String),
    /// A value of it is typed.
    Field(String, Field),
    /// It is kept no longer.
    RemoveModel(String),
    /// A model is added: of which provider.
    Add,
    /// A model of this provider is added: which.
    AddOf(String),
    /// This provider fetches a model.
    Fetch(String),
    /// A setting of the configuration: what it shall be.
    Config(String),
    /// It shall be this.
    ConfigTo(String, String),
}

/// A value that is typed on one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TypedValue {
    /// The address of a provider.
    Address(String),
    /// A value of a model.
    Field(String, Field),
    /// A part of a model that is added.
    Adding(Adding),
    /// The name of a model that this provider fetches.
    Fetch(String),
    /// A setting of the configuration.
    Config(String),
}

/// What is under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum SettingsTask {
    /// Everything is read, for this page.
    Look(Page),
    /// A provider tells its models: the first one is chosen from them.
    List(String),
    /// A provider fetches a model; so many quarters of it were told.
    Pull(String, u64),
    /// A model is probed.
    Probe(String),
    /// Something is saved: a key of this provider among it.
    Save(Option<String>),
    /// A model is looked for that the session can begin with.
    FindModel,
}

impl SettingsTask {
    /// Whether something is asked when it is done.
    pub(super) fn asks_next(&self) -> bool {
        matches!(
            self,
            SettingsTask::Look(_) | SettingsTask::List(_) | SettingsTask::FindModel
        )
    }

    /// Whether lines are taken meanwhile.
    pub(super) fn takes_long(&self) -> bool {
        matches!(self, SettingsTask::Pull(..) | SettingsTask::Probe(_))
    }
}

impl Plain {
    /// Reads everything that is set, and shows a page of it.
    pub(super) fn look_for(&mut self, page: Page) {
        self.begin_errand(SettingsTask::Look(page), BackgroundJob::Look);
    }

    pub(super) fn begin_errand(&mut self, work: SettingsTask, errand: BackgroundJob) {
        let ticket = self.ticket(PendingQuery::Errand(work));
        self.effects.push(Effect::Errand(ticket, errand));
    }

    /// An errand came a step further.
    pub(super) fn errand_step(
        &mut self,
        ticket: super::pending::QueryNumber,
        step: Option<JobProgress>,
    ) {
        let Some(PendingQuery::Errand(work)) = self.waiting.get(&ticket) else {
            return;
        };
        let work = work.clone();
        let Some(step) = step else {
            self.waiting.remove(&ticket);
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
                    self.first_models_came(&provider, result);
                }
            }
            (SettingsTask::Pull(model, told), JobProgress::Pulled(progress)) => {
                let told = self.pull_step(&model, told, &progress);
                self.waiting.insert(
                    ticket,
                    PendingQuery::Errand(SettingsTask::Pull(model, told)),
                );
            }
            (SettingsTask::Save(provider), JobProgress::Saved { result, view }) => {
                self.view = Some(view);
                self.saved(result, provider);
            }
            (SettingsTask::Probe(model), step) => self.model_probed(&model, &step),
            (SettingsTask::FindModel, step) => self.model_searched(step),
            (_, JobProgress::Failed(why)) => {
                self.say(say!("plain-not-done", why = text::told(&why)));
            }
            (_, _) => self.say(say!("plain-wrong-answer")),
        }
    }

    fn saved(&mut self, result: Result<Vec<String>, SaveError>, key_of: Option<String>) {
        match result {
            Ok(words) => {
                self.say(say!("plain-set-saved"));
                self.say_all(words.iter().map(|words| text::told(words)));
                if let Some(provider) = key_of {
                    self.find_first_model(provider);
                }
            }
            Err(why) => {
                let why = text::told(&why.to_string());
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
            Page::Keys => return self.say(say!("plain-set-no-keys")),
            Page::Key(provider) => return self.enter_key(&provider),
        };
        self.ask_own(own.loose());
    }

    /// Does what was chosen.
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
                let errand = BackgroundJob::List {
                    provider: provider.clone(),
                    change: ProviderChange::default(),
                    key: None,
                };
                self.begin_errand(SettingsTask::List(provider), errand);
            }
            SettingChoice::Key(provider, place) => self.ask_for_key(provider, place),
            SettingChoice::Sure(question, set) => self.ask_own(
                Menu::new(question)
                    .or("yes", say!("plain-set-yes"), MenuAction::Set(*set))
                    .or(
                        "no",
                        say!("plain-anew-no"),
                        MenuAction::Nothing(say!("plain-nothing-done")),
                    ),
            ),
            SettingChoice::RemoveKey(provider) => self.save_key(provider, KeyChange::Remove),
            SettingChoice::Config(key) => self.ask_about_config(&key),
            SettingChoice::ConfigTo(key, value) => self.save_config(key, value),
            set => self.set_model(set),
        }
    }

    /// A value was typed.
    pub(super) fn line_given(&mut self, of: TypedValue, text: &str) {
        match of {
            TypedValue::Address(name) => self.slash(&provider_line("url", &name, Some(text))),
            TypedValue::Field(id, field) => self.field_given(&id, field, text),
            TypedValue::Adding(adding) => self.adding_given(adding, text),
            TypedValue::Fetch(provider) => self.fetch(provider, text),
            TypedValue::Config(key) => self.save_config(key, text.to_owned()),
        }
    }

    pub(super) fn provider_set(&self, name: &str) -> Option<&SettingsProvider> {
        let mut all = self.view.as_deref()?.providers.iter();
        all.find(|known| known.view.provider == name)
    }

    fn first_models_came(&mut self, provider: &str, result: Result<ModelListing, String>) {
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
        self.ask_own(own.loose());
    }

    /// Keeps a key, or removes it.
    pub(super) fn save_key(&mut self, provider: String, change: KeyChange) {
        let known = self.provider_set(&provider);
        let seen = known.and_then(|known| known.view.api_key_from.clone());
        let is_kept = matches!(change, KeyChange::Keep { .. });
        let work = SettingsTask::Save(Some(provider.clone()).filter(|_| is_kept));
        let key = KeySave {
            provider,
            change,
            seen,
        };
        let save = SettingsSave {
            keys: vec![key],
            ..SettingsSave::default()
        };
        self.begin_errand(work, BackgroundJob::Save(Box::new(save)));
    }

    /// A setting of the configuration, as it was read.
    pub(super) fn config_set(&self, key: &str) -> Option<&ConfigSetting> {
        let view = self.view.as_deref()?;
        let mut all = view.look.iter().chain(&view.configured);
        all.find(|known| known.said.key == key)
    }

    fn save_config(&mut self, key: String, value: String) {
        let Some(seen) = self.config_set(&key).map(|known| known.said.value.clone()) else {
            return;
        };
        let save = SettingsSave {
            config: vec![ConfigSave { key, value, seen }],
            ..SettingsSave::default()
        };
        self.begin_errand(
            SettingsTask::Save(None),
            BackgroundJob::Save(Box::new(save)),
        );
    }
}

/// `/provider url "openai" "https://…"`.
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
