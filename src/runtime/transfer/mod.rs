//! Sessions as documents outside the store: writes one as JSON or Markdown, and reads one with full
//! checks. The document's types are [`protocol::transfer`](protocol::transfer), its schema is
//! `assets/session.schema.json`.
//!
//! Works on texts only, except for [`files`]. Called by the actor; the store writes imported
//! sessions.

mod changes;
mod check;
pub mod files;
mod json_location;
mod markdown;
mod schema;
#[cfg(test)]
mod tests;

use std::path::Path;

use serde_json::Value;

use notice::{Notice, notice};
use protocol::transfer::SessionBundle;
use redact::mask;

pub use changes::changes;
pub use check::{read, strip_permissions};
pub use markdown::markdown;

/// A fault in a document, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The place as a JSON pointer (RFC 6901); empty is the whole document.
    pub pointer: String,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    pub problem: Notice,
}

impl Fault {
    /// Returns the message for the user about the document at a path.
    pub fn notice(&self, path: &Path) -> Notice {
        let (path, number, word) = (path.display(), self.line, self.column);
        let why = &self.problem;
        match self.pointer.as_str() {
            "" => notice!("told-import-line", path, number, word, why),
            rest => notice!("told-import-at", path, rest, number, word, why),
        }
    }
}

/// Fields whose texts are not natural language: masking would break them.
const UNMASKED: [&str; 3] = ["sealed", "base64", "hash"];

/// Fields below which a model or a tool chose the field names.
const FOREIGN: [&str; 2] = ["arguments", "content"];

/// Returns a session as JSON with secrets masked.
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

/// Masks every text in a value, both in our own fields and in those of a model or a tool.
pub fn mask_all(value: &mut Value) {
    mask_below(value, Fields::Ours);
}

/// Origin of the field names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fields {
    /// The document's own fields.
    Ours,
    /// Fields named by the maker of a call or a result: the names carry no meaning here.
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
