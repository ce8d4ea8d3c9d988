//! Sessions as documents outside the store: writing one as JSON or Markdown, reading one and checking everything in
//! it. The document's types are [`protocol::transfer`](crate::protocol::transfer), its schema is
//! `assets/session.schema.json`.
//!
//! Pure over texts, but for [`files`]. Called by the actor; the store writes what was read here.

mod changes;
mod check;
pub mod files;
mod markdown;
mod place;
mod schema;
#[cfg(test)]
mod tests;

use serde_json::Value;

use crate::protocol::transfer::SessionBundle;
use crate::redact::mask;

pub use changes::changes;
pub use check::{Incoming, read};
pub use markdown::markdown;

/// What is wrong with a document, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{}line {line}, column {column}: {problem}; nothing was imported",
    pointed(pointer)
)]
pub struct Fault {
    /// The place as a JSON pointer (RFC 6901); empty is the whole document.
    pub pointer: String,
    /// Its line, from 1.
    pub line: usize,
    /// Its column, from 1.
    pub column: usize,
    /// What is wrong.
    pub problem: String,
}

fn pointed(pointer: &str) -> String {
    match pointer {
        "" => String::new(),
        pointer => format!("{pointer}, "),
    }
}

/// Fields whose texts are no words: a mask would break them.
const UNMASKED: [&str; 3] = ["sealed", "base64", "hash"];

/// A session as JSON, secrets masked.
///
/// # Errors
/// If it cannot be written as JSON.
pub fn json(bundle: &SessionBundle) -> Result<String, serde_json::Error> {
    let mut value = serde_json::to_value(bundle)?;
    mask_all(&mut value);
    let mut text = serde_json::to_string_pretty(&value)?;
    text.push('\n');
    Ok(text)
}

fn mask_all(value: &mut Value) {
    match value {
        Value::String(text) => {
            let masked = mask(text).into_owned();
            *text = masked;
        }
        Value::Array(values) => values.iter_mut().for_each(mask_all),
        Value::Object(fields) => {
            for (name, value) in fields.iter_mut() {
                if !UNMASKED.contains(&name.as_str()) {
                    mask_all(value);
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
