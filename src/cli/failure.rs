//! The error of a command for scripts.

use std::io::{self, Write};
use std::process::ExitCode;

use serde_json::json;

use super::{BAD_USAGE, Format, complain};
use redact::clean_message;

/// An error message with its exit status.
pub(super) struct Failure {
    message: String,
    status: u8,
}

impl Failure {
    /// Creates the error for a wrong invocation.
    pub(super) fn usage(message: &(impl ToString + ?Sized)) -> Self {
        Self {
            message: message.to_string(),
            status: BAD_USAGE,
        }
    }

    /// Creates the error for a command that cannot be carried out.
    pub(super) fn refused(message: &(impl ToString + ?Sized)) -> Self {
        Self {
            message: message.to_string(),
            status: 1,
        }
    }

    /// Prints the error: as text on standard error, as JSON in place of the answer.
    pub(super) fn say(&self, format: Format) -> ExitCode {
        match format {
            Format::Text => complain(&self.message, self.status),
            Format::Json => {
                let line = json!({ "ok": false, "error": clean_message(&self.message) });
                // If nobody reads it, the exit status still tells.
                writeln!(io::stdout(), "{line}").ok();
                ExitCode::from(self.status)
            }
        }
    }
}
