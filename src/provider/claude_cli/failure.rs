//! Converts the program's errors to the wording and kinds that all providers share.

use std::io;

use super::message::TurnError;
use crate::protocol::stream::{ProviderError, ProviderErrorKind as Kind};
use crate::redact::{mask, sanitize};

/// Maximum number of characters shown of the program's own message.
const SHOWN: usize = 400;

/// Converts the error of a failed turn. The program has already retried, so the caller must not.
pub(super) fn of_turn(error: &TurnError) -> ProviderError {
    let said = sanitize(&mask(&error.text));
    let said: String = said.trim().chars().take(SHOWN).collect();
    let lower = said.to_lowercase();
    let (kind, hint) = match error.status {
        _ if lower.contains("prompt is too long") => (
            Kind::ContextOverflow,
            "empty the conversation with /clear, or say less",
        ),
        Some(401 | 403) => (
            Kind::Authentication,
            "log in by running `claude` in a terminal, or set ANTHROPIC_API_KEY",
        ),
        None if lower.contains("/login") || lower.contains("not logged in") => (
            Kind::Authentication,
            "log in by running `claude` in a terminal, or set ANTHROPIC_API_KEY",
        ),
        Some(404) => (Kind::ModelNotFound, "choose another model with /model"),
        Some(429) => (Kind::Rejected, "wait for a while, then send it again"),
        Some(400) if lower.contains("credit") => (
            Kind::Rejected,
            "look at your balance with Anthropic, or choose another provider",
        ),
        _ => (Kind::Rejected, "send it again, or choose another provider"),
    };
    ProviderError::new(kind, format!("claude: {said}")).with_hint(hint)
}

/// Whether the program does not know the conversation that it was to continue.
pub(super) fn is_unknown_conversation(error: &TurnError) -> bool {
    error.turns == 0 && error.text.contains("No conversation found")
}

/// Whether an older program rejected the option for partial messages.
pub(super) fn lacks_pieces(error: &ProviderError) -> bool {
    error.message.to_string().contains("unknown option")
        && error.message.to_string().contains("partial-messages")
}

/// Converts the error of a program that cannot be started.
pub(super) fn of_start(program: &str, error: &io::Error) -> ProviderError {
    let message = match error.kind() {
        io::ErrorKind::NotFound => format!("there is no program {program}"),
        _ => format!("{program} cannot be started: {error}"),
    };
    ProviderError::new(Kind::ProcessGone, message).with_hint(
        "install it with `npm install -g @anthropic-ai/claude-code`, or say where it is with \
         providers.claude-cli.program",
    )
}
