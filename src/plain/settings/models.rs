//! Models in the settings: change, remove and add stored models, and let providers fetch others.

use super::{SettingChoice, SettingsTask, TypedValue};
use crate::menu::{Menu, MenuAction};
use crate::state::Plain;
use crate::{text, words};
use client::job::JobCommand;
use client::settings::{Draft, ModelField, NoFileEdit, TypedModel};
use client::slash::SlashHost;
use l10n::{say, thousands};
use protocol::catalogue::{BackgroundJob, CatalogueCommand, ModelRecord, SettingsView};
use protocol::command::Command;
use protocol::stream::PullProgress;

/// The values of a stored model that can be changed; its names stay.
const FIELDS: [ModelField; 7] = [
    ModelField::Window,
    ModelField::Output,
    ModelField::Temperature,
    ModelField::PriceIn,
    ModelField::PriceOut,
    ModelField::PriceCached,
    ModelField::Vision,
];

/// Returns the name of a value in a sentence.
fn name_of(field: ModelField) -> &'static str {
    match field {
        ModelField::ApiName | ModelField::Name => field.label(),
        ModelField::Window => say!("plain-model-window"),
        ModelField::Output => say!("plain-model-output"),
        ModelField::Temperature => say!("plain-model-temperature"),
        ModelField::PriceIn => say!("plain-model-price-in"),
        ModelField::PriceOut => say!("plain-model-price-out"),
        ModelField::PriceCached => say!("plain-model-price-kept"),
        ModelField::Vision => say!("plain-model-vision"),
    }
}

/// Returns a value of a stored model for printing.
fn value_of(field: ModelField, model: &ModelRecord) -> String {
    let price = |price: Option<f64>| price.map(|price| price.to_string());
    let value = match field {
        ModelField::ApiName => Some(model.api_name.clone()),
        ModelField::Name => Some(model.name.clone()),
        ModelField::Window => Some(thousands(model.context_window)),
        ModelField::Output => Some(thousands(model.max_output_tokens)),
        ModelField::Temperature => Some(model.temperature_default.to_string()),
        ModelField::PriceIn => price(model.price.input),
        ModelField::PriceOut => price(model.price.output),
        ModelField::PriceCached => price(model.price.cached),
        ModelField::Vision => model.vision.map(|sees| {
            let word = if sees {
                say!("plain-model-yes")
            } else {
                say!("plain-model-no")
            };
            word.to_owned()
        }),
    };
    value.unwrap_or_else(|| say!("plain-model-unknown").to_owned())
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
                let (now, question) = (value_of(field, model), self.field_question(&id, field));
                self.ask_line(TypedValue::Field(id, field), &now, question);
            }
            SettingChoice::RemoveModel(id) => {
                self.change_catalogue(CatalogueCommand::RemoveModel { id });
            }
            SettingChoice::Add => self.ask_provider_of_new(),
            SettingChoice::AddOf(provider) => {
                let question = say!("plain-model-add-name", provider = text::line(&provider));
                let model = TypedModel::new(&provider, "");
                let of = TypedValue::Adding(model, ModelField::ApiName);
                self.ask_line(of, "", question);
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

    fn field_question(&self, id: &str, field: ModelField) -> String {
        let model = self.model_set(id).map(called).unwrap_or_default();
        match field {
            ModelField::Vision => say!("plain-model-type-vision", model),
            field => say!("plain-model-type", field = name_of(field), model),
        }
    }

    fn ask_about_model(&mut self, id: &str) {
        let Some(model) = self.model_set(id) else {
            return;
        };
        let mut own = Menu::new(say!("plain-model-which-value", model = called(model)));
        // The temperature is the only field of a built-in model that can be changed.
        let fields = FIELDS.into_iter();
        let fields = fields.filter(|field| !model.is_builtin || *field == ModelField::Temperature);
        for field in fields {
            let deed = MenuAction::Set(SettingChoice::Field(id.to_owned(), field));
            own = own.or_named(name_of(field), value_of(field, model), deed);
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
    pub(super) fn field_entered(&mut self, id: &str, field: ModelField, typed: &str) {
        let Some(model) = self.model_set(id) else {
            return;
        };
        let change = match field {
            ModelField::Vision => field.change(model, &words::english(typed)),
            field => field.change(model, typed),
        };
        match change {
            Ok(change) => {
                let id = id.to_owned();
                self.change_catalogue(CatalogueCommand::ChangeModel { id, change });
            }
            Err(why) => self.say(say!("plain-not-done", why = text::line(&why))),
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

    /// Handles a typed value of a model being added: asks for the next one, and again for an invalid
    /// one.
    pub(super) fn model_part_entered(
        &mut self,
        mut model: TypedModel,
        field: ModelField,
        typed: &str,
    ) {
        let Some(view) = self.view.as_deref() else {
            return;
        };
        model.set(field, typed);
        let shown = Draft::<NoFileEdit>::default().over(view);
        if let Err(why) = model.check(field, &shown, None) {
            self.say(text::line(&why));
            let question = say!("plain-model-no-number", typed = text::line(typed));
            return self.ask_line(TypedValue::Adding(model, field), "", question);
        }
        let (next, question) = match field {
            ModelField::ApiName => (ModelField::Window, say!("plain-model-add-window")),
            ModelField::Window => (ModelField::Output, say!("plain-model-add-output")),
            _ => {
                let model = model.model().into_iter();
                let orders = model.map(|model| CatalogueCommand::AddModel { model });
                return orders.for_each(|order| self.change_catalogue(order));
            }
        };
        self.ask_line(TypedValue::Adding(model, next), "", question.to_owned());
    }

    /// Lets a provider fetch a model.
    pub(super) fn fetch(&mut self, provider: String, model: &str) {
        let model = model.to_owned();
        self.say(say!("plain-fetching", model = text::line(&model)));
        let work = SettingsTask::Pull(model.clone(), 0);
        self.begin_job(work, BackgroundJob::Pull { provider, model });
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
        self.send_job(JobCommand::End(id));
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
