//! Masks secrets in text that is shown, logged, stored or sent: private keys between their BEGIN
//! and END marks, values that are known to be secret, and keys by their format.
//!
//! Called by the log, by tools for the output of commands, by providers for messages of servers and
//! for recordings, and by everything that prints settings.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use super::pem::{PemBlock, mask_blocks};
use super::runtime_secrets::RuntimeSecrets;
use super::secret_names::is_secret_variable;
use super::shapes::mask_shapes;

/// Replacement for a secret.
pub const MASK: &str = "[secret]";

/// Minimum length of a variable's value that is masked: shorter ones occur by chance.
const SHORTEST_OF_ENVIRONMENT: usize = 8;
/// Minimum length of a value that is known to be secret.
const SHORTEST_GIVEN: usize = 4;
/// Minimum length of a line in a multi-line value that is masked by itself.
const SHORTEST_LINE: usize = 20;

/// Masks secrets. Cheap to clone, and cheap for text without secrets, which is returned unchanged.
/// `Debug` does not show the known values.
#[derive(Clone, Default)]
pub struct Masker {
    /// Longest first, so that a secret that contains another one is masked as a whole.
    values: Arc<[String]>,
    learned: RuntimeSecrets,
}

impl Masker {
    /// Creates a masker that knows these values in addition to the formats. Whitespace around them
    /// is ignored; values under 4 bytes are skipped, since they would mask half of every text.
    pub fn of_values<'a>(values: impl IntoIterator<Item = &'a str>) -> Self {
        Self::default().and_values(values)
    }

    /// Adds these values.
    #[must_use]
    pub fn and_values<'a>(self, values: impl IntoIterator<Item = &'a str>) -> Self {
        let mut known: Vec<String> = self.values.to_vec();
        for value in values.into_iter().map(str::trim) {
            if value.len() >= SHORTEST_GIVEN {
                known.push(value.to_owned());
            }
            // Text arrives in lines, so each line of a multi-line value is masked too.
            let lines = value.lines().map(str::trim);
            known.extend(
                lines
                    .filter(|line| line.len() >= SHORTEST_LINE && !line.starts_with("-----"))
                    .map(str::to_owned),
            );
        }
        known.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        known.dedup();
        Self {
            values: known.into(),
            ..self
        }
    }

    /// Adds the secrets that the program learns at runtime.
    #[must_use]
    pub fn learning(self, learned: &RuntimeSecrets) -> Self {
        Self {
            learned: learned.clone(),
            ..self
        }
    }

    /// Creates a masker that knows the values of those variables whose names indicate a secret.
    pub fn of_environment<'a>(variables: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let secret = |(name, value): &(&str, &str)| {
            is_secret_variable(name) && value.trim().len() >= SHORTEST_OF_ENVIRONMENT
        };
        Self::of_values(variables.into_iter().filter(secret).map(|(_, value)| value))
    }

    /// Masks the secrets in a text.
    pub fn mask<'a>(&self, text: &'a str) -> Cow<'a, str> {
        self.mask_next(text, &mut PemBlock::default())
    }

    /// Masks the next whole lines of a longer text: a private key may extend over several calls.
    pub fn mask_next<'a>(&self, text: &'a str, block: &mut PemBlock) -> Cow<'a, str> {
        let mut masked = mask_blocks(text, block);
        for value in self.values.iter() {
            if masked.contains(value.as_str()) {
                masked = Cow::Owned(masked.replace(value.as_str(), MASK));
            }
        }
        for secret in self.learned.secrets().iter() {
            if masked.contains(secret.expose()) {
                masked = Cow::Owned(masked.replace(secret.expose(), MASK));
            }
        }
        match mask_shapes(&masked) {
            Some(shaped) => Cow::Owned(shaped),
            None => masked,
        }
    }
}

impl fmt::Debug for Masker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Masker({} values)", self.values.len())
    }
}

/// Masks private keys and everything in the format of a key.
pub fn mask(text: &str) -> Cow<'_, str> {
    Masker::default().mask(text)
}
