//! Masks secrets in text that is shown, logged, stored or sent: private keys between their
//! marks, values that were given because they are secret, and keys by their shape.
//!
//! Called by the log, by tools on what commands print, by providers on what servers say and on
//! recordings, and by whatever prints settings.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use super::pem::{PemBlock, mask_blocks};
use super::runtime_secrets::RuntimeSecrets;
use super::secret_names::is_secret_variable;
use super::shapes::mask_shapes;

/// What stands in the place of a secret.
pub const MASK: &str = "[secret]";

/// Shortest value of a variable that is masked: shorter ones turn up by chance.
const SHORTEST_OF_ENVIRONMENT: usize = 8;
/// Shortest value that is masked where it is known to be a secret.
const SHORTEST_GIVEN: usize = 4;
/// Shortest line of a value of several lines that is masked by itself.
const SHORTEST_LINE: usize = 20;

/// Masks secrets. Cheap to clone, and cheap where there is none: the text is given back as it is.
/// `Debug` does not show what it knows.
#[derive(Clone, Default)]
pub struct Masker {
    /// Longest first, so that a secret which contains another one goes whole.
    values: Arc<[String]>,
    learned: RuntimeSecrets,
}

impl Masker {
    /// A masker that knows these values beside the shapes. White space around them does not
    /// count; those under 4 bytes are left out, since they would mask half of every text.
    pub fn of_values<'a>(values: impl IntoIterator<Item = &'a str>) -> Self {
        Self::default().and_values(values)
    }

    /// The same, for these values too.
    #[must_use]
    pub fn and_values<'a>(self, values: impl IntoIterator<Item = &'a str>) -> Self {
        let mut known: Vec<String> = self.values.to_vec();
        for value in values.into_iter().map(str::trim) {
            if value.len() >= SHORTEST_GIVEN {
                known.push(value.to_owned());
            }
            // Text comes in lines, so a value of several is known by each of them too.
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

    /// The same, for what is learned later too.
    #[must_use]
    pub fn learning(self, learned: &RuntimeSecrets) -> Self {
        Self {
            learned: learned.clone(),
            ..self
        }
    }

    /// A masker that knows the values of those variables whose names say that they hold a secret.
    pub fn of_environment<'a>(variables: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let secret = |(name, value): &(&str, &str)| {
            is_secret_variable(name) && value.trim().len() >= SHORTEST_OF_ENVIRONMENT
        };
        Self::of_values(variables.into_iter().filter(secret).map(|(_, value)| value))
    }

    /// The text with its secrets masked.
    pub fn mask<'a>(&self, text: &'a str) -> Cow<'a, str> {
        self.mask_next(text, &mut PemBlock::default())
    }

    /// The same for the next whole lines of a longer text: a private key may go over several.
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

/// The text without private keys and without anything that has the shape of a key.
pub fn mask(text: &str) -> Cow<'_, str> {
    Masker::default().mask(text)
}
