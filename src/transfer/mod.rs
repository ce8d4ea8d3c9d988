//! Sessions as documents outside the store: writing one as JSON or Markdown, reading one and checking everything in
//! it. The document's types are [`protocol::transfer`](crate::protocol::transfer), its schema is
//! `assets/session.schema.json`.
//!
//! Pure over texts, but for [`files`]. Called by the actor; the store writes what was read here.

mod changes;
mod check;
pub mod files;
mod json_location;
mod markdown;
mod schema;
#[cfg(test)]
mod tests;

use serde_json::Value;

use crate::protocol::transfer::SessionBundle;
use crate::redact::mask;

pub use changes::changes;
pub use check::{read, without_leave};
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

/// Fields below which the names are those of a model or a tool.
const FOREIGN: [&str; 2] = ["arguments", "content"];

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

/// Masks every text of ours, or of a model's or a tool's, that is in a value.
pub(crate) fn mask_all(value: &mut Value) {
    mask_below(value, Fields::Ours);
}

/// Whose the names of fields are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fields {
    /// The document's own.
    Ours,
    /// Those of whoever made a call or a result: they say nothing.
    Theirs,
}

fn mask_below(value: &mut Value, fields: Fields) {
    match value {
        Value::String(text) => {
            let masked = mask(text).into_owned();
            *text = masked;
        }
        Value::Array(values) => values
            .iter_mut()
            .for_each(|value| mask_below(value, fields)),
        Value::Object(members) => {
            for (name, value) in members.iter_mut() {
                let name = name.as_str();
                if fields == Fields::Ours && UNMASKED.contains(&name) {
                    continue;
                }
                let below = if FOREIGN.contains(&name) {
                    Fields::Theirs
                } else {
                    fields
                };
                mask_below(value, below);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
