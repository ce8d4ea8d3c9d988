//! Protects against showing secrets, and text that controls a terminal. Owns the formats of
//! known keys, the names of variables that hold secrets, the masking of given values and of
//! private keys, the type that holds a key, the sanitizing of external text, and the exact
//! rendering of text to be approved.
//!
//! Pure, and imports no other module of the crate, so that every other folder may use it. Does not
//! decide where text goes: code that shows, logs, stores or sends text calls this first.

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
