//! What must not be shown: secrets, and text that steers a terminal. Owns the shapes of known
//! keys, the names of variables that hold secrets, the masking of given values and of private
//! keys, the type that holds a key, the cleaning of foreign text, and showing all of one that is to be approved.
//!
//! Pure, and imports nothing of ours, so that every other folder may use it. Decides nothing
//! about where text goes: who shows, logs, stores or sends it calls this first.

mod alike;
mod exact;
mod masker;
mod pem;
mod runtime_secrets;
mod sanitize;
mod secret;
mod secret_names;
mod shapes;
#[cfg(test)]
mod tests;

pub use exact::{PaddingWords, exact};
pub use masker::{MASK, Masker, mask};
pub use pem::PemBlock;
pub use runtime_secrets::RuntimeSecrets;
pub use sanitize::{Sanitizer, clean_message, is_invisible, is_unsafe, one_line, sanitize};
pub use secret::Secret;
pub use secret_names::{is_secret_setting, is_secret_variable};
