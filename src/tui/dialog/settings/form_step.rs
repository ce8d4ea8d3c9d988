//! The steps of a model's form, with their labels and hints.

use client::settings::ModelField;
use l10n::say;

/// A step of the form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Provider,
    Value(ModelField),
    /// The summary of all values; Enter accepts it.
    Summary,
}

impl Step {
    /// Returns all steps, in screen order.
    pub fn all() -> impl Iterator<Item = Step> {
        let values = ModelField::ALL.into_iter().map(Step::Value);
        [Step::Provider]
            .into_iter()
            .chain(values)
            .chain([Step::Summary])
    }

    /// Returns the label before the value.
    pub fn label(self) -> &'static str {
        match self {
            Step::Provider => say!("settings-label-provider"),
            Step::Value(field) => field.label(),
            Step::Summary => "",
        }
    }

    /// Returns a hint about the valid values.
    pub fn hint(self) -> &'static str {
        match self {
            Step::Provider => say!("settings-help-provider"),
            Step::Value(ModelField::ApiName) => say!("settings-help-api-name"),
            Step::Value(ModelField::Name) => say!("settings-help-name"),
            Step::Value(ModelField::Window) => say!("settings-help-window"),
            Step::Value(ModelField::Output) => say!("settings-help-output"),
            Step::Value(ModelField::Temperature) => say!("settings-help-temperature"),
            Step::Value(ModelField::PriceIn) => say!("settings-help-in"),
            Step::Value(ModelField::PriceOut) => say!("settings-help-out"),
            Step::Value(ModelField::PriceCached) => say!("settings-help-cached"),
            Step::Value(ModelField::Vision) => say!("settings-help-vision"),
            Step::Summary => say!("settings-help-summary"),
        }
    }
}
