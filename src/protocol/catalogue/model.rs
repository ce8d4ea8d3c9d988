//! Stored models: the record, a new model, a change, and the bounds of the fields.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::error::{BuiltInAttempt, CatalogueError};
use super::money::Price;
use notice::{Notice, notice};

/// Minimum and maximum letters of a model's name.
pub const NAME_LETTERS: (u64, u64) = (1, 64);
/// Minimum and maximum tokens of a context window.
pub const CONTEXT_WINDOW: (u64, u64) = (1_024, 2_000_000);
/// Minimum and maximum tokens of an answer.
pub const MAX_OUTPUT: (u64, u64) = (256, 128_000);
pub const TEMPERATURE: (f64, f64) = (0.0, 2.0);
/// Temperature of a model without a configured one.
pub const DEFAULT_TEMPERATURE: f64 = 0.7;
/// The highest price of a million tokens, in dollars: detects typos without refusing a real price.
const HIGHEST_PRICE: f64 = 100_000.0;

/// A stored model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelRecord {
    /// A UUID; for a built-in model, its name at the provider.
    pub id: String,
    pub provider: String,
    pub name: String,
    /// Name at the provider, unique there.
    pub api_name: String,
    /// Whether the model came with the program: then only its temperature can be changed, and it
    /// cannot be removed.
    pub is_builtin: bool,
    /// Context window in tokens.
    pub context_window: u64,
    /// Maximum tokens of an answer.
    pub max_output_tokens: u64,
    pub temperature_default: f64,
    pub price: Price,
    /// Whether the model accepts pictures; `None` relies on what its server reports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vision: Option<bool>,
    pub created_at: Timestamp,
    /// Time of the last change.
    pub updated_at: Timestamp,
}

impl ModelRecord {
    /// Whether the model is free because it runs on this machine, as most models of this provider
    /// do, and no price is known.
    pub fn is_free_here(&self) -> bool {
        self.provider == "ollama" && self.price == Price::default()
    }
}

/// A model to be added.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NewModel {
    pub provider: String,
    pub name: String,
    /// Name at the provider.
    pub api_name: String,
    /// Context window in tokens.
    pub context_window: u64,
    /// Maximum tokens of an answer.
    pub max_output_tokens: u64,
    #[serde(default = "default_temperature")]
    pub temperature_default: f64,
    #[serde(default)]
    pub price: Price,
    /// Whether the model accepts pictures; `None` relies on what its server reports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vision: Option<bool>,
}

fn default_temperature() -> f64 {
    DEFAULT_TEMPERATURE
}

/// A change of a model; fields that are `None` stay.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ModelChange {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Name at the provider.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub api_name: Option<String>,
    /// Context window in tokens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context_window: Option<u64>,
    /// Maximum tokens of an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_output_tokens: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature_default: Option<f64>,
    /// Replaces the whole price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Price>,
    /// Whether the model accepts pictures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vision: Option<bool>,
}

impl ModelChange {
    /// Whether it changes only the temperature, which is the only change that a
    /// built-in model accepts.
    fn is_temperature_alone(&self) -> bool {
        let rest = Self {
            temperature_default: None,
            ..self.clone()
        };
        rest == Self::default()
    }

    /// Returns the record with this change applied.
    ///
    /// # Errors
    /// [`CatalogueError::BuiltIn`] if the model is built in and more than its temperature changes,
    /// and the errors of [`NewModel::check`] on the result.
    pub fn apply(&self, to: &ModelRecord, now: Timestamp) -> Result<ModelRecord, CatalogueError> {
        if to.is_builtin && !self.is_temperature_alone() {
            return Err(CatalogueError::BuiltIn {
                model: to.id.clone(),
                what: BuiltInAttempt::Change,
            });
        }
        let mut made = to.clone();
        let change = self.clone();
        made.name = change.name.unwrap_or(made.name);
        made.api_name = change.api_name.unwrap_or(made.api_name);
        made.context_window = change.context_window.unwrap_or(made.context_window);
        made.max_output_tokens = change.max_output_tokens.unwrap_or(made.max_output_tokens);
        made.temperature_default = change
            .temperature_default
            .unwrap_or(made.temperature_default);
        made.price = change.price.unwrap_or(made.price);
        made.vision = change.vision.or(made.vision);
        made.updated_at = now;
        let checked = NewModel {
            provider: made.provider,
            name: made.name,
            api_name: made.api_name,
            context_window: made.context_window,
            max_output_tokens: made.max_output_tokens,
            temperature_default: made.temperature_default,
            price: made.price,
            vision: made.vision,
        }
        .check()?;
        Ok(ModelRecord {
            provider: checked.provider,
            name: checked.name,
            api_name: checked.api_name,
            ..made
        })
    }
}

impl NewModel {
    /// Trims the names and checks the bounds.
    ///
    /// # Errors
    /// [`CatalogueError::OutOfRange`] with the first field that is out of bounds.
    pub fn check(mut self) -> Result<Self, CatalogueError> {
        self.provider = checked_name("provider", &self.provider, 64)?;
        self.name = checked_name("name", &self.name, NAME_LETTERS.1)?;
        self.api_name = checked_name("api_name", &self.api_name, 200)?;
        within("context_window", self.context_window, CONTEXT_WINDOW)?;
        within("max_output_tokens", self.max_output_tokens, MAX_OUTPUT)?;
        if self.max_output_tokens > self.context_window {
            return Err(CatalogueError::OutOfRange {
                field: "max_output_tokens".to_owned(),
                allowed: notice!("wanted-within-window", number = self.context_window),
                found: Notice::text(self.max_output_tokens.to_string()),
            });
        }
        between("temperature_default", self.temperature_default, TEMPERATURE)?;
        let prices = [
            ("price.input", self.price.input),
            ("price.output", self.price.output),
            ("price.cached", self.price.cached),
        ];
        for (field, price) in prices {
            if let Some(price) = price {
                between(field, price, (0.0, HIGHEST_PRICE))?;
            }
        }
        Ok(self)
    }
}

/// Trims a name, and refuses control characters.
fn checked_name(field: &str, text: &str, most: u64) -> Result<String, CatalogueError> {
    let text = text.trim();
    let letters = text.chars().count() as u64;
    let is_clean = !text.chars().any(char::is_control);
    if (1..=most).contains(&letters) && is_clean {
        Ok(text.to_owned())
    } else {
        Err(CatalogueError::OutOfRange {
            field: field.to_owned(),
            allowed: notice!("wanted-letters", number = most),
            found: notice!("wanted-found-letters", number = letters),
        })
    }
}

fn within(field: &str, found: u64, (least, most): (u64, u64)) -> Result<(), CatalogueError> {
    if (least..=most).contains(&found) {
        Ok(())
    } else {
        Err(CatalogueError::OutOfRange {
            field: field.to_owned(),
            allowed: notice!("wanted-whole", min = least, max = most),
            found: Notice::text(found.to_string()),
        })
    }
}

fn between(field: &str, found: f64, (least, most): (f64, f64)) -> Result<(), CatalogueError> {
    // NaN is within no bounds.
    if found >= least && found <= most {
        Ok(())
    } else {
        Err(CatalogueError::OutOfRange {
            field: field.to_owned(),
            allowed: notice!(
                "wanted-between",
                min = least.to_string(),
                max = most.to_string()
            ),
            found: Notice::text(found.to_string()),
        })
    }
}
