//! The values of a model's form: what stands before each, and what it may be.

/// A value of the form, in their order.
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
    /// Everything is said; Enter keeps it.
    Summary,
}

impl Step {
    /// Every one.
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

    /// What stands before it.
    pub fn label(self) -> &'static str {
        match self {
            Step::Provider => "provider",
            Step::ApiName => "api name",
            Step::Name => "name",
            Step::Window => "window",
            Step::Output => "max output",
            Step::Temperature => "temperature",
            Step::PriceIn => "$ in",
            Step::PriceOut => "$ out",
            Step::PriceCached => "$ cached",
            Step::Vision => "sees",
            Step::Summary => "",
        }
    }

    /// What it may be.
    pub fn hint(self) -> &'static str {
        match self {
            Step::Provider => "Left and Right choose",
            Step::ApiName => "its name at its provider, as gpt-5-mini; unique there",
            Step::Name => "what you call it, 1 to 64 letters; empty takes the api name",
            Step::Window => "tokens that it holds, 1,024 to 2,000,000",
            Step::Output => "tokens of an answer at most, 256 to 128,000",
            Step::Temperature => "0 to 2",
            Step::PriceIn => "dollars for a million tokens of the prompt; empty is unknown",
            Step::PriceOut => "dollars for a million tokens of the answer; empty is unknown",
            Step::PriceCached => {
                "dollars for a million tokens from the cache; empty costs as the rest"
            }
            Step::Vision => "yes or no: whether it sees pictures; empty asks its server",
            Step::Summary => "Enter takes it into your changes; Ctrl+S saves it too",
        }
    }
}
