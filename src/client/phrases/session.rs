//! A session in words: its name and its model.

use l10n::say;
use protocol::session::SessionSettings;

/// Returns a session's name. One that has none yet is called new: its first message names it.
pub fn session_name(settings: &SessionSettings) -> &str {
    stored_name(&settings.name)
}

/// Returns the name of a session as it is stored, or the words for none.
pub fn stored_name(name: &str) -> &str {
    if name.is_empty() {
        say!("session-unnamed")
    } else {
        name
    }
}

/// Returns `openai/gpt-5 · high`, or `gpt-5 · high` without the provider; empty without a model.
pub fn model_words(settings: &SessionSettings, provider: ProviderName) -> String {
    if settings.model.is_empty() {
        return String::new();
    }
    let mut words = match provider {
        ProviderName::Shown => format!("{}/{}", settings.provider, settings.model),
        ProviderName::Hidden => settings.model.clone(),
    };
    if let Some(effort) = settings.effort.chosen() {
        words.push_str(&format!(" · {}", effort.word()));
    }
    words
}

/// Whether a model is named with its provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProviderName {
    Shown,
    Hidden,
}
