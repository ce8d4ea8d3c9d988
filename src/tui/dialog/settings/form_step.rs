//! The steps of a model's form, with their labels and valid values.

use l10n::say;

/// A step of the form, in screen order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Provider,
    ApiName,
    Name,
    Window,
    Output,
    Temperature,
    PriceIn,
    PriceOut,
    PriceCached,
    Vision,
    /// The summary of all values; Enter accepts it.
    Summary,
}

impl Step {
    pub const ALL: [Step; 11] = [
        Step::Provider,
        Step::ApiName,
        Step::Name,
        Step::Window,
        Step::Output,
        Step::Temperature,
        Step::PriceIn,
        Step::PriceOut,
        Step::PriceCached,
        Step::Vision,
        Step::Summary,
    ];

    /// Returns the label before the value.
    pub fn label(self) -> &'static str {
        match self {
            Step::Provider => say!("settings-label-provider"),
            Step::ApiName => say!("settings-label-api-name"),
            Step::Name => say!("settings-label-name"),
            Step::Window => say!("settings-label-window"),
            Step::Output => say!("settings-label-output"),
            Step::Temperature => say!("settings-label-temperature"),
            Step::PriceIn => say!("settings-label-in"),
            Step::PriceOut => say!("settings-label-out"),
            Step::PriceCached => say!("settings-label-cached"),
            Step::Vision => say!("settings-label-sees"),
            Step::Summary => "",
        }
    }

    /// Returns a hint about the valid values.
    pub fn hint(self) -> &'static str {
        match self {
            Step::Provider => say!("settings-help-provider"),
            Step::ApiName => say!("settings-help-api-name"),
            Step::Name => say!("settings-help-name"),
            Step::Window => say!("settings-help-window"),
            Step::Output => say!("settings-help-output"),
            Step::Temperature => say!("settings-help-temperature"),
            Step::PriceIn => say!("settings-help-in"),
            Step::PriceOut => say!("settings-help-out"),
            Step::PriceCached => {
                say!("settings-help-cached")
            }
            Step::Vision => say!("settings-help-vision"),
            Step::Summary => say!("settings-help-summary"),
        }
    }
}
