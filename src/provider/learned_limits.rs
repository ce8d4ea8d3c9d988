//! Facts that the adapters learn about models at runtime: for which models a server refused tools,
//! and which request fields it refused. Kept for the life of the program, so that the next request
//! is right at once.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;

use protocol::stream::{ProviderError, ProviderErrorKind};

/// Models that share one learned property, for example that they accept no native tools. Clones
/// share one set.
#[derive(Debug, Clone, Default)]
pub struct ModelSet {
    models: Arc<Mutex<HashSet<String>>>,
}

impl ModelSet {
    /// Adds a model.
    pub fn remember(&self, model: &str) {
        // A set of names stays valid even if a thread panicked while holding the lock.
        let mut models = self.models.lock().unwrap_or_else(PoisonError::into_inner);
        models.insert(model.to_owned());
    }

    pub fn contains(&self, model: &str) -> bool {
        let models = self.models.lock().unwrap_or_else(PoisonError::into_inner);
        models.contains(model)
    }
}

/// Whether a server's message says that the model accepts no tools.
pub fn refuses_tools(words: &str) -> bool {
    let words = words.to_ascii_lowercase();
    words.contains("tool")
        && [
            "not support",
            "unsupported",
            "requires --enable-auto-tool-choice",
        ]
        .iter()
        .any(|saying| words.contains(saying))
}

/// Whether an error says that the model, or its server, accepts no pictures.
pub fn refuses_pictures(error: &ProviderError) -> bool {
    // An unsupported file format or a broken file: the model may still accept pictures.
    let of_the_file = [
        "image format",
        "formats",
        "unsupported format",
        "image type",
        "image_type",
        "media type",
        "media_type",
        "mime",
        "file type",
        "decode",
        "dimension",
        "too large",
        "too many",
    ];
    let is_refusal = matches!(
        error.kind,
        ProviderErrorKind::Rejected | ProviderErrorKind::Unsupported
    );
    let words = error.message.to_string().to_ascii_lowercase();
    let of_pictures = ["image", "vision", "multimodal", "multi-modal"];
    let refusing = ["not support", "unsupported", "cannot", "can't", "only text"];
    let has = |sayings: &[&str]| sayings.iter().any(|saying| words.contains(saying));
    is_refusal && has(&of_pictures) && has(&refusing) && !has(&of_the_file)
}

/// Fields that a server refused, by model. Clones share one set.
#[derive(Debug, Clone, Default)]
pub struct RefusedFields {
    fields: Arc<Mutex<HashSet<(String, &'static str)>>>,
}

impl RefusedFields {
    /// Returns the body without the field that the server's message objects to, if it is one that
    /// the request can omit; later requests to this model omit it too.
    pub fn learn(
        &self,
        model: &str,
        words: &str,
        body: &Value,
        optional: &[&'static str],
    ) -> Option<Value> {
        let given = body.as_object()?;
        let field = optional
            .iter()
            .find(|field| given.contains_key(**field) && names(words, field))?;
        // A poisoned lock is no problem here either.
        let mut fields = self.fields.lock().unwrap_or_else(PoisonError::into_inner);
        fields.insert((model.to_owned(), field));
        tracing::info!(model, field, "the server refused a field; it is left out");
        let mut body = body.clone();
        body.as_object_mut()?.remove(*field);
        Some(body)
    }

    /// Removes the fields from a body that were refused for its model before.
    pub fn leave_out(&self, model: &str, body: &mut Value) {
        let fields = self.fields.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(object) = body.as_object_mut() else {
            return;
        };
        for (_, field) in fields.iter().filter(|(of, _)| of == model) {
            object.remove(*field);
        }
    }
}

/// Whether the text contains the field's name as a separate word.
fn names(words: &str, field: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    words.match_indices(field).any(|(at, _)| {
        let before = words.get(..at).and_then(|text| text.chars().next_back());
        let after = words
            .get(at + field.len()..)
            .and_then(|text| text.chars().next());
        !before.is_some_and(inside) && !after.is_some_and(inside)
    })
}
