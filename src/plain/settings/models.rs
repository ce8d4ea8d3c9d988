//! Models in the settings: change, remove and add stored models, and let providers fetch others.

use super::{SettingChoice, SettingsTask, TypedValue};
use crate::menu::{Menu, MenuAction};
use crate::state::Plain;
use crate::{text, words};
use client::slash::SlashHost;
use l10n::{say, thousands};
use protocol::catalogue::{
    BackgroundJob, CatalogueCommand, DEFAULT_TEMPERATURE, ModelChange, ModelRecord, NewModel,
    Price, SettingsView,
};
use protocol::command::Command;
use protocol::stream::PullProgress;

/// A field of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Field {
    /// Context window in tokens.
    Window,
    /// Maximum tokens of an answer.
    Output,
    Temperature,
    /// Price of a million input tokens.
    PriceIn,
    /// Price of a million output tokens.
    PriceOut,
    /// Price of a million input tokens that the server had cached.
    PriceKept,
    /// Whether the model accepts pictures.
    Vision,
}

impl Field {
    const ALL: [Self; 7] = [
        Field::Window,
        Field::Output,
        Field::Temperature,
        Field::PriceIn,
        Field::PriceOut,
        Field::PriceKept,
        Field::Vision,
    ];

    fn name(self) -> &'static str {
        match self {
            Field::Window => say!("plain-model-window"),
            Field::Output => say!("plain-model-output"),
            Field::Temperature => say!("plain-model-temperature"),
            Field::PriceIn => say!("plain-model-price-in"),
            Field::PriceOut => say!("plain-model-price-out"),
            Field::PriceKept => say!("plain-model-price-kept"),
            Field::Vision => say!("plain-model-vision"),
        }
    }

    fn value(self, model: &ModelRecord) -> String {
        let price = |price: Option<f64>| price.map(|price| price.to_string());
        let value = match self {
            Field::Window => Some(thousands(model.context_window)),
            Field::Output => Some(thousands(model.max_output_tokens)),
            Field::Temperature => Some(model.temperature_default.to_string()),
            Field::PriceIn => price(model.price.input),
            Field::PriceOut => price(model.price.output),
            Field::PriceKept => price(model.price.cached),
            Field::Vision => model.vision.map(|sees| {
                if sees {
                    say!("plain-model-yes").to_owned()
                } else {
                    say!("plain-model-no").to_owned()
                }
            }),
        };
        value.unwrap_or_else(|| say!("plain-model-unknown").to_owned())
    }

    /// Returns the change for a typed value; `None` if the value is invalid.
    fn change(self, model: &ModelRecord, typed: &str) -> Option<ModelChange> {
        let mut change = ModelChange::default();
        let price = |set: fn(&mut Price, f64)| {
            let mut price = model.price;
            set(&mut price, number(typed)?);
            Some(price)
        };
        match self {
            Field::Window => change.context_window = Some(whole(typed)?),
            Field::Output => change.max_output_tokens = Some(whole(typed)?),
            Field::Temperature => change.temperature_default = Some(number(typed)?),
            Field::PriceIn => change.price = Some(price(|price, to| price.input = Some(to))?),
            Field::PriceOut => change.price = Some(price(|price, to| price.output = Some(to))?),
            Field::PriceKept => change.price = Some(price(|price, to| price.cached = Some(to))?),
            Field::Vision => {
                change.vision = Some(match words::english(typed).as_str() {
                    "yes" | "y" => true,
                    "no" | "n" => false,
                    _ => return None,
                });
            }
        }
        Some(change)
    }
}

/// The parts entered so far of a model being added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Adding {
    /// Waits for the model's name at this provider.
    Name(String),
    /// Waits for the context window; holds provider and name.
    Window(String, String),
    /// Waits for the maximum output; holds provider, name and window.
    Output(String, String, u64),
}

impl Plain {
    /// Performs an action on models.
    pub(super) fn set_model(&mut self, set: SettingChoice) {
        match set {
            SettingChoice::Model(id) => self.ask_about_model(&id),
            SettingChoice::Field(id, field) => {
                let Some(model) = self.model_set(&id) else {
                    return;
                };
                let (now, question) = (field.value(model), self.field_question(&id, field));
                self.ask_line(TypedValue::Field(id, field), &now, question);
            }
            SettingChoice::RemoveModel(id) => {
                self.change_catalogue(CatalogueCommand::RemoveModel { id });
            }
            SettingChoice::Add => self.ask_provider_of_new(),
            SettingChoice::AddOf(provider) => {
                let question = say!("plain-model-add-name", provider = text::line(&provider));
                self.ask_line(TypedValue::Adding(Adding::Name(provider)), "", question);
            }
            SettingChoice::Fetch(provider) => {
                let question = say!("plain-model-fetch-name", provider = text::line(&provider));
                self.ask_line(TypedValue::Fetch(provider), "", question);
            }
            _ => {}
        }
    }

    fn model_set(&self, id: &str) -> Option<&ModelRecord> {
        let mut all = self.view.as_deref()?.models.iter();
        all.find(|model| model.id == id)
    }

    fn field_question(&self, id: &str, field: Field) -> String {
        let model = self.model_set(id).map(called).unwrap_or_default();
        match field {
            Field::Vision => say!("plain-model-type-vision", model),
            field => say!("plain-model-type", field = field.name(), model),
        }
    }

    fn ask_about_model(&mut self, id: &str) {
        let Some(model) = self.model_set(id) else {
            return;
        };
        let mut own = Menu::new(say!("plain-model-which-value", model = called(model)));
        let fields = Field::ALL.into_iter();
        // The temperature is the only field of a built-in model that can be changed.
        let fields = fields.filter(|field| !model.is_builtin || *field == Field::Temperature);
        for field in fields {
            let deed = MenuAction::Set(SettingChoice::Field(id.to_owned(), field));
            own = own.or_named(field.name(), field.value(model), deed);
        }
        if !model.is_builtin {
            let question = say!("plain-model-remove-sure", model = called(model));
            let remove = Box::new(SettingChoice::RemoveModel(id.to_owned()));
            let deed = MenuAction::Set(SettingChoice::Sure(question, remove));
            own = own.or("remove", say!("plain-model-remove"), deed);
        }
        self.ask_menu(own.loose());
    }

    /// Handles a typed field value.
    pub(super) fn field_entered(&mut self, id: &str, field: Field, typed: &str) {
        let Some(model) = self.model_set(id) else {
            return;
        };
        match field.change(model, typed) {
            Some(change) => {
                let id = id.to_owned();
                self.change_catalogue(CatalogueCommand::ChangeModel { id, change });
            }
            None => self.say(say!("plain-model-no-number", typed = text::line(typed))),
        }
    }

    fn change_catalogue(&mut self, order: CatalogueCommand) {
        if let Some(session) = self.current {
            self.send(Command::ChangeCatalogue { session, order });
        }
    }

    fn ask_provider_of_new(&mut self) {
        let Some(view) = self.view.as_deref() else {
            return;
        };
        let mut own = Menu::new(say!("plain-model-add-which"));
        for known in &view.providers {
            let name = known.view.provider.clone();
            own = own.or_named(
                text::line(&name),
                "",
                MenuAction::Set(SettingChoice::AddOf(name)),
            );
        }
        self.ask_menu(own.loose());
    }

    /// Handles a typed part of a model being added.
    pub(super) fn model_part_entered(&mut self, adding: Adding, typed: &str) {
        let ask = |plain: &mut Self, next: Adding, question: &str| {
            plain.ask_line(TypedValue::Adding(next), "", question.to_owned());
        };
        match (adding, whole(typed)) {
            (Adding::Name(provider), _) => {
                let next = Adding::Window(provider, typed.to_owned());
                ask(self, next, say!("plain-model-add-window"));
            }
            (Adding::Window(provider, name), Some(window)) => {
                let next = Adding::Output(provider, name, window);
                ask(self, next, say!("plain-model-add-output"));
            }
            (Adding::Output(provider, name, context_window), Some(max_output_tokens)) => {
                let model = NewModel {
                    provider,
                    api_name: name.clone(),
                    name,
                    context_window,
                    max_output_tokens,
                    temperature_default: DEFAULT_TEMPERATURE,
                    price: Price::default(),
                    vision: None,
                };
                self.change_catalogue(CatalogueCommand::AddModel { model });
            }
            (again, None) => {
                let question = say!("plain-model-no-number", typed = text::line(typed));
                ask(self, again, &question);
            }
        }
    }

    /// Lets a provider fetch a model.
    pub(super) fn fetch(&mut self, provider: String, model: &str) {
        let model = model.to_owned();
        self.say(say!("plain-fetching", model = text::line(&model)));
        let work = SettingsTask::Pull(model.clone(), 0);
        self.begin_settings_job(work, BackgroundJob::Pull { provider, model });
    }

    /// Announces the progress at each quarter and at the end. Returns the quarters
    /// announced so far.
    pub(super) fn pull_step(&mut self, model: &str, told: u64, progress: &PullProgress) -> u64 {
        let model = text::line(model);
        if progress.over {
            self.say(say!("plain-fetched", model));
            return told;
        }
        let all = progress.total.filter(|all| *all > 0);
        let quarter = all.map(|all| progress.done.saturating_mul(4) / all);
        match quarter {
            Some(quarter) if quarter > told && quarter < 4 => {
                self.say(say!("plain-fetching-part", model, percent = quarter * 25));
                quarter
            }
            _ => told,
        }
    }

    /// Stops fetching a model; returns whether one was being fetched.
    pub(super) fn stop_fetching(&mut self) -> bool {
        let mut jobs = self.jobs.iter();
        let pull = jobs.find(|(_, work)| matches!(work, SettingsTask::Pull(..)));
        let Some(id) = pull.map(|(id, _)| *id) else {
            return false;
        };
        self.jobs.remove(&id);
        self.end_job(id);
        self.say(say!("plain-fetch-stopped"));
        true
    }
}

/// Formats `provider/name` for printing.
fn called(model: &ModelRecord) -> String {
    text::line(&format!("{}/{}", model.provider, model.name))
}

/// Returns a menu of the stored models.
pub(super) fn models(view: &SettingsView) -> Menu {
    let mut own = Menu::new(say!("plain-set-which-model"));
    own = own.or(
        "add",
        say!("plain-model-add"),
        MenuAction::Set(SettingChoice::Add),
    );
    for known in view.providers.iter().filter(|known| known.fetches_models) {
        let name = known.view.provider.clone();
        let words = say!("plain-model-fetch", provider = text::line(&name));
        own = own.or_named(words, "", MenuAction::Set(SettingChoice::Fetch(name)));
    }
    for model in &view.models {
        let words = say!(
            "plain-model-row",
            window = thousands(model.context_window),
            output = thousands(model.max_output_tokens)
        );
        let id = model.id.clone();
        own = own.or_named(
            called(model),
            words,
            MenuAction::Set(SettingChoice::Model(id)),
        );
    }
    own
}

/// Parses a whole number; blanks, commas or underscores may separate its digits.
fn whole(typed: &str) -> Option<u64> {
    let is_mark = |letter: &char| matches!(letter, '_' | ',' | ' ' | '\u{a0}' | '\u{202f}');
    let digits: String = typed.chars().filter(|letter| !is_mark(letter)).collect();
    digits.parse().ok()
}

fn number(typed: &str) -> Option<f64> {
    let number: f64 = typed.trim().replace(',', ".").parse().ok()?;
    number.is_finite().then_some(number)
}
