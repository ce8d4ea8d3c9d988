//! What the adapters learn about models while they talk to them: which ones a server refused
//! tools for. Kept for the life of the program, so that the second request is right at once.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

/// The models that take no native tools. Clones share one list.
#[derive(Debug, Clone, Default)]
pub struct WithoutTools {
    models: Arc<Mutex<HashSet<String>>>,
}

impl WithoutTools {
    /// Remembers a model.
    pub fn remember(&self, model: &str) {
        // A set of names stays good whatever thread broke off while it held the lock.
        let mut models = self.models.lock().unwrap_or_else(PoisonError::into_inner);
        models.insert(model.to_owned());
    }

    /// Whether this model was remembered.
    pub fn contains(&self, model: &str) -> bool {
        let models = self.models.lock().unwrap_or_else(PoisonError::into_inner);
        models.contains(model)
    }
}

/// Whether a server's words say that the model takes no tools.
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
