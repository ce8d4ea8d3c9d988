//! Reasoning effort in requests: what is known about models, from the table in
//! `assets/models.toml`, and the error of a server that refuses the effort. How the effort is sent
//! is each adapter's own matter.

use std::sync::OnceLock;

use serde::Deserialize;

use crate::http::Refusal;
use notice::notice;
use protocol::effort::{Effort, ReasoningTable};
use protocol::stream::{ProviderError, ProviderErrorKind};

const TABLE: &str = include_str!("../../assets/models.toml");

#[derive(Deserialize)]
struct Table {
    reasoning: ReasoningTable,
}

/// Returns what is known about the reasoning of models.
pub fn table() -> &'static ReasoningTable {
    static KNOWN: OnceLock<ReasoningTable> = OnceLock::new();
    KNOWN.get_or_init(|| match toml::from_str::<Table>(TABLE) {
        Ok(table) => table.reasoning,
        Err(error) => {
            tracing::error!(%error, "the table of models is broken");
            ReasoningTable::default()
        }
    })
}

/// Returns the error for a refusal whose message objects to the effort that the request carried;
/// `None` if it carried none, or if the message is about something else.
pub(crate) fn refused(
    refusal: &Refusal,
    (model, effort): (&str, Effort),
    fields: &[&str],
) -> Option<ProviderError> {
    let is_refusal = matches!(refusal.status, 400 | 422);
    let words = refusal.words.to_ascii_lowercase();
    let is_of_effort = fields.iter().any(|field| words.contains(field));
    if effort.is_auto() || !is_refusal || !is_of_effort {
        return None;
    }
    let (place, word) = (&refusal.place, effort.word());
    let reason = &refusal.words;
    let message = notice!("told-effort-refused", place, model, word, reason);
    let error = ProviderError::new(ProviderErrorKind::Rejected, message);
    Some(error.with_hint(notice!("told-effort-auto")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use Effort::{High, Low, Medium, Minimal, Off, XHigh};

    #[test]
    fn the_table_has_the_efforts_of_the_models_that_come_with_the_program() {
        let of = |provider, model| table().of(provider, model);
        assert_eq!(
            of("openai", "gpt-5-mini").efforts,
            [Minimal, Low, Medium, High]
        );
        assert_eq!(
            of("openai", "gpt-5.2").efforts,
            [Off, Low, Medium, High, XHigh]
        );
        assert_eq!(of("openai", "gpt-4.1").reasons, Some(false));
        assert_eq!(
            of("anthropic", "claude-sonnet-4-5").efforts,
            [Off, Low, Medium, High]
        );
        assert_eq!(of("mistral", "magistral-medium-latest").reasons, Some(true));
        assert_eq!(of("mistral", "magistral-medium-latest").efforts, []);
        assert_eq!(of("mistral", "mistral-small-latest").efforts, [Off, High]);
        assert_eq!(of("ollama", "gpt-oss:20b").efforts, [Low, Medium, High]);
        assert_eq!(of("ollama", "qwen3:8b").efforts, [Off, High]);
        assert_eq!(of("ollama", "qwen3-coder:30b").reasons, Some(false));
        assert_eq!(of("ollama", "mistral:7b").reasons, Some(false));
        assert_eq!(of("claude-cli", "default").reasons, Some(true));
        assert_eq!(of("openai", "anybody/else").reasons, None);
    }
}
