//! The forms in which a call comes as text.

use serde::Deserialize;

/// A form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// JSON in a fence or at the start of a line.
    Json,
    /// JSON behind a tag: Hermes, Qwen, Granite, Mistral before `[ARGS]`.
    Tagged,
}

/// Some of the forms.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Forms(u32);

impl Forms {
    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether this is among them.
    pub fn contains(self, form: Form) -> bool {
        self.0 & (1 << form as u32) != 0
    }
}

impl FromIterator<Form> for Forms {
    fn from_iter<I: IntoIterator<Item = Form>>(forms: I) -> Self {
        let bits = forms.into_iter().map(|form| 1 << form as u32);
        Self(bits.fold(0, |all, bit| all | bit))
    }
}
