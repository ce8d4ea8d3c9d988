//! Converts the program's errors to the wording and kinds that all providers share.

use std::io;

use super::message::TurnError;
use notice::notice;
use protocol::stream::{ProviderError, ProviderErrorKind as Kind};
use redact::{mask, sanitize};

/// Maximum number of characters shown of the program's own message.
const SHOWN: usize = 400;

/// Converts the error of a failed turn. The program has already retried, so the caller must not.
pub(super) fn of_turn(error: &TurnError) -> ProviderError {
    let said = error.text.clone().map_texts(&mut |text| {
        let said = sanitize(&mask(text));
        said.trim().chars().take(SHOWN).collect()
    });
    let lower = said.to_string().to_lowercase();
    let (kind, hint) = match error.status {
        _ if lower.contains("prompt is too long") => {
            (Kind::ContextOverflow, notice!("told-clear-or-less"))
        }
        Some(401 | 403) => (Kind::Authentication, notice!("told-claude-log-in")),
        None if lower.contains("/login") || lower.contains("not logged in") => {
            (Kind::Authentication, notice!("told-claude-log-in"))
        }
        Some(404) => (Kind::ModelNotFound, notice!("told-choose-with-model")),
        Some(429) => (Kind::Rejected, notice!("told-wait-then-send")),
        Some(400) if lower.contains("credit") => (Kind::Rejected, notice!("told-look-at-balance")),
        _ => (Kind::Rejected, notice!("told-send-or-provider")),
    };
    ProviderError::new(kind, notice!("told-claude-says", why = said)).with_hint(hint)
}

/// Whether the program does not know the conversation that it was to continue.
pub(super) fn is_unknown_conversation(error: &TurnError) -> bool {
    error.turns == 0 && error.text.to_string().contains("No conversation found")
}

/// Whether an older program rejected the option for partial messages.
pub(super) fn lacks_pieces(error: &ProviderError) -> bool {
    let words = error.message.to_string();
    words.contains("unknown option") && words.contains("partial-messages")
}

/// Converts the error of a program that cannot be started.
pub(super) fn of_start(program: &str, error: &io::Error) -> ProviderError {
    let message = match error.kind() {
        io::ErrorKind::NotFound => notice!("told-no-program", word = program),
        _ => notice!("told-not-started", word = program, why = error),
    };
    ProviderError::new(Kind::ProcessGone, message).with_hint(notice!("told-install-claude"))
}
