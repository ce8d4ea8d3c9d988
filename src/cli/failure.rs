//! The error of a command for scripts.

use std::io::{self, Write};
use std::process::ExitCode;

use serde_json::json;

use super::{BAD_USAGE, Format, complain};
use l10n::said;
use notice::Notice;
use redact::clean_message;

/// A message of an error with its exit status.
#[derive(Debug)]
pub(super) struct Failure {
    message: Notice,
    status: u8,
}

impl Failure {
    /// Creates the error for a wrong invocation.
    pub(super) fn usage(message: Notice) -> Self {
        Self {
            message,
            status: BAD_USAGE,
        }
    }

    /// Creates the error for a command that cannot be carried out.
    pub(super) fn refused(message: Notice) -> Self {
        Self { message, status: 1 }
    }

    /// Prints the error: in the user's language on standard error, or as JSON in English in place of
    /// the answer.
    pub(super) fn say(&self, format: Format) -> ExitCode {
        match format {
            Format::Text => complain(&said(&self.message), self.status),
            Format::Json => {
                let error = clean_message(&self.message.to_string());
                let line = json!({ "ok": false, "error": error });
                // If nobody reads the output, the exit status still tells.
                writeln!(io::stdout(), "{line}").ok();
                ExitCode::from(self.status)
            }
        }
    }
}

/// A message of the actor: the command is refused.
impl From<Notice> for Failure {
    fn from(message: Notice) -> Self {
        Self::refused(message)
    }
}
