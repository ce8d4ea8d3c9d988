//! The values of a model that the user types: their labels, their checks one by one, and the model
//! that they make.

use std::collections::BTreeMap;

use super::draft::{Edit, Shown};
use super::save::{as_new, difference};
use super::value::parse_temperature;
use l10n::{said, say};
use notice::{Notice, notice};
use protocol::catalogue::{
    CONTEXT_WINDOW, CatalogueError, DEFAULT_TEMPERATURE, ModelChange, ModelRecord, NewModel, Price,
};
use redact::one_line;

/// A value of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ModelField {
    /// Name at the provider.
    ApiName,
    Name,
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
    PriceCached,
    /// Whether the model accepts pictures.
    Vision,
}

impl ModelField {
    pub const ALL: [Self; 9] = [
        ModelField::ApiName,
        ModelField::Name,
        ModelField::Window,
        ModelField::Output,
        ModelField::Temperature,
        ModelField::PriceIn,
        ModelField::PriceOut,
        ModelField::PriceCached,
        ModelField::Vision,
    ];

    /// Returns the label before the value.
    pub fn label(self) -> &'static str {
        match self {
            ModelField::ApiName => say!("settings-label-api-name"),
            ModelField::Name => say!("settings-label-name"),
            ModelField::Window => say!("settings-label-window"),
            ModelField::Output => say!("settings-label-output"),
            ModelField::Temperature => say!("settings-label-temperature"),
            ModelField::PriceIn => say!("settings-label-in"),
            ModelField::PriceOut => say!("settings-label-out"),
            ModelField::PriceCached => say!("settings-label-cached"),
            ModelField::Vision => say!("settings-label-sees"),
        }
    }

    /// Returns the value of a model as the user would type it.
    fn text(self, model: &NewModel) -> String {
        let price = |price: Option<f64>| price.map_or_else(String::new, |one| one.to_string());
        match self {
            ModelField::ApiName => model.api_name.clone(),
            ModelField::Name => model.name.clone(),
            ModelField::Window => model.context_window.to_string(),
            ModelField::Output => model.max_output_tokens.to_string(),
            ModelField::Temperature => model.temperature_default.to_string(),
            ModelField::PriceIn => price(model.price.input),
            ModelField::PriceOut => price(model.price.output),
            ModelField::PriceCached => price(model.price.cached),
            ModelField::Vision => match model.vision {
                None => String::new(),
                Some(true) => "yes".to_owned(),
                Some(false) => "no".to_owned(),
            },
        }
    }

    /// Parses a typed value into a model. Does not check its bounds.
    ///
    /// # Errors
    /// The rule for the value, in words for the user.
    fn parse_into(self, text: &str, model: &mut NewModel) -> Result<(), String> {
        match self {
            ModelField::ApiName => text.clone_into(&mut model.api_name),
            ModelField::Name => text.clone_into(&mut model.name),
            ModelField::Window => model.context_window = count(self, text)?,
            ModelField::Output => model.max_output_tokens = count(self, text)?,
            ModelField::Temperature => model.temperature_default = parse_temperature(text)?,
            ModelField::PriceIn => model.price.input = price(self, text)?,
            ModelField::PriceOut => model.price.output = price(self, text)?,
            ModelField::PriceCached => model.price.cached = price(self, text)?,
            ModelField::Vision => model.vision = vision(text)?,
        }
        Ok(())
    }

    /// Returns the change of a model to a typed value.
    ///
    /// # Errors
    /// The rule for the value, in words for the user.
    pub fn change(self, record: &ModelRecord, typed: &str) -> Result<ModelChange, String> {
        let mut model = as_new(record);
        self.parse_into(typed.trim(), &mut model)?;
        Ok(difference(record, &with_values(record, model)))
    }

    /// Formats an error with the label on the screen instead of the field's internal name.
    fn labelled(self, error: &CatalogueError) -> String {
        match error {
            CatalogueError::OutOfRange { allowed, found, .. } => {
                say!("settings-must-be", field = self.label(), allowed, found)
            }
            error => said(&error.notice()),
        }
    }
}

/// The values of a model as the user typed them. A value that was not typed is as in a new model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypedModel {
    pub provider: String,
    values: BTreeMap<ModelField, String>,
}

impl TypedModel {
    /// Creates the values of a new model, with the limits left blank: nobody chose them.
    pub fn new(provider: &str, api_name: &str) -> Self {
        let mut typed = Self {
            provider: provider.to_owned(),
            values: values_of(&harmless(provider)),
        };
        typed.set(ModelField::ApiName, api_name);
        for blank in [ModelField::Name, ModelField::Window, ModelField::Output] {
            typed.set(blank, "");
        }
        typed
    }

    /// Creates the values of an existing model.
    pub fn of(record: &ModelRecord) -> Self {
        Self {
            provider: record.provider.clone(),
            values: values_of(&as_new(record)),
        }
    }

    pub fn set(&mut self, field: ModelField, text: impl Into<String>) {
        self.values.insert(field, text.into());
    }

    pub fn get(&self, field: ModelField) -> &str {
        self.values.get(&field).map_or("", |text| text.trim())
    }

    /// Checks a value; of the other values, only the window counts, into which the output has to
    /// fit. `but` is the model that may have the name.
    ///
    /// # Errors
    /// The rule for the value, in words for the user.
    pub fn check(&self, field: ModelField, shown: &Shown, but: Option<&str>) -> Result<(), String> {
        let text = self.get(field);
        if field == ModelField::Name && text.is_empty() {
            return Ok(());
        }
        let mut model = harmless(&self.provider);
        if field == ModelField::Output {
            let window = count(ModelField::Window, self.get(ModelField::Window));
            let (least, most) = CONTEXT_WINDOW;
            model.context_window = window.unwrap_or(most).clamp(least, most);
        }
        field.parse_into(text, &mut model)?;
        let labelled = |error| field.labelled(&error);
        let model = model.check().map_err(labelled)?;
        match field {
            ModelField::ApiName => shown.free_name(&model, but).map_err(labelled),
            _ => Ok(()),
        }
    }

    /// Returns the model, if every value is valid. Without a name it is called as at its provider.
    pub fn model(&self) -> Option<NewModel> {
        let mut model = harmless(&self.provider);
        for field in ModelField::ALL {
            field.parse_into(self.get(field), &mut model).ok()?;
        }
        if model.name.is_empty() {
            model.name = model.api_name.chars().take(64).collect();
        }
        model.check().ok()
    }

    /// Returns the edit that adds the model, or changes the one that it was before; `None` if a
    /// value is invalid.
    pub fn edits<F>(&self, before: Option<&ModelRecord>) -> Option<Vec<Edit<F>>> {
        let model = self.model()?;
        let Some(before) = before else {
            return Some(vec![Edit::Add(model)]);
        };
        let change = difference(before, &with_values(before, model));
        if change == ModelChange::default() {
            return Some(Vec::new());
        }
        Some(vec![Edit::Change(before.id.clone(), change)])
    }
}

fn values_of(model: &NewModel) -> BTreeMap<ModelField, String> {
    let all = ModelField::ALL.into_iter();
    all.map(|field| (field, field.text(model))).collect()
}

/// Returns the record with the values of a model.
fn with_values(record: &ModelRecord, model: NewModel) -> ModelRecord {
    ModelRecord {
        name: model.name,
        api_name: model.api_name,
        context_window: model.context_window,
        max_output_tokens: model.max_output_tokens,
        temperature_default: model.temperature_default,
        price: model.price,
        vision: model.vision,
        ..record.clone()
    }
}

/// Returns a model without any invalid value.
fn harmless(provider: &str) -> NewModel {
    NewModel {
        provider: provider.to_owned(),
        name: "m".to_owned(),
        api_name: "m".to_owned(),
        context_window: 8_192,
        max_output_tokens: 1_024,
        temperature_default: DEFAULT_TEMPERATURE,
        price: Price::default(),
        vision: None,
    }
}

/// Parses whether a model sees pictures; an empty text leaves that to the server's statement.
fn vision(text: &str) -> Result<Option<bool>, String> {
    match text.to_lowercase().as_str() {
        "" => Ok(None),
        "yes" | "y" => Ok(Some(true)),
        "no" | "n" => Ok(Some(false)),
        _ => Err(say!("settings-sees-yes-no").to_owned()),
    }
}

/// Parses a count of tokens, with or without separators between its digits.
fn count(field: ModelField, text: &str) -> Result<u64, String> {
    let is_mark = |letter: &char| matches!(letter, ',' | '_' | ' ' | '\u{a0}' | '\u{202f}');
    let digits: String = text.chars().filter(|letter| !is_mark(letter)).collect();
    let wrong = |_| say!("settings-must-be-tokens", label = field.label());
    digits.parse().map_err(wrong)
}

/// Parses a price; an empty text and `unknown` give `None`.
fn price(field: ModelField, text: &str) -> Result<Option<f64>, String> {
    if text.is_empty() || text == "unknown" {
        return Ok(None);
    }
    let number = text.trim_start_matches('$').trim().replace(',', ".");
    let number = number.parse::<f64>().ok().filter(|one| one.is_finite());
    number.map(Some).ok_or_else(|| {
        field.labelled(&CatalogueError::OutOfRange {
            field: String::new(),
            allowed: notice!("settings-dollars-or-empty"),
            found: Notice::text(one_line(text)),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::NoFileEdit;

    fn typed() -> TypedModel {
        let mut typed = TypedModel::new("openai", "gpt-next");
        typed.set(ModelField::Window, "64_000");
        typed.set(ModelField::Output, "4,096");
        typed
    }

    #[test]
    fn values_are_checked_one_by_one() {
        let shown = Shown::default();
        let mut model = typed();
        for field in ModelField::ALL {
            assert_eq!(model.check(field, &shown, None), Ok(()), "{field:?}");
        }
        for (field, wrong) in [
            (ModelField::ApiName, ""),
            (ModelField::Window, "many"),
            (ModelField::Window, "10"),
            (ModelField::Output, "64001"),
            (ModelField::Temperature, "warm"),
            (ModelField::PriceIn, "-1"),
            (ModelField::PriceOut, "inf"),
            (ModelField::Vision, "maybe"),
        ] {
            let mut model = typed();
            model.set(field, wrong);
            assert!(
                model.check(field, &shown, None).is_err(),
                "{field:?} {wrong}"
            );
        }
        model.set(ModelField::PriceIn, "$ 2,5");
        let made = model.model().expect("a model");
        assert_eq!(
            (made.name.as_str(), made.context_window),
            ("gpt-next", 64_000)
        );
        assert_eq!(made.price.input, Some(2.5));
    }

    #[test]
    fn a_changed_value_is_the_only_one_in_the_change() {
        let record = ModelRecord {
            id: "1".into(),
            provider: "openai".into(),
            name: "m".into(),
            api_name: "m".into(),
            is_builtin: false,
            context_window: 8_192,
            max_output_tokens: 1_024,
            temperature_default: 0.7,
            price: Price::default(),
            vision: None,
            created_at: jiff::Timestamp::UNIX_EPOCH,
            updated_at: jiff::Timestamp::UNIX_EPOCH,
        };
        let window = ModelField::Window.change(&record, "200 000");
        assert_eq!(
            window,
            Ok(ModelChange {
                context_window: Some(200_000),
                ..ModelChange::default()
            })
        );
        let mut typed = TypedModel::of(&record);
        assert_eq!(typed.edits::<NoFileEdit>(Some(&record)), Some(Vec::new()));
        typed.set(ModelField::Vision, "yes");
        let change = ModelChange {
            vision: Some(true),
            ..ModelChange::default()
        };
        assert_eq!(
            typed.edits::<NoFileEdit>(Some(&record)),
            Some(vec![Edit::Change("1".into(), change)])
        );
    }
}
