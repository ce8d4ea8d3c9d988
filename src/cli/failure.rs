//! Why a command for scripts could not do what it was asked.

use std::io::{self, Write};
use std::process::ExitCode;

use serde_json::json;

use super::{BAD_USAGE, Format, complain};
use crate::redact::clean_message;

/// Why something could not be done, with the status.
pub(super) struct Failure {
    message: String,
    status: u8,
}

impl Failure {
    /// It was asked for wrongly.
    pub(super) fn usage(message: &(impl ToString + ?Sized)) -> Self {
        Self {
            message: message.to_string(),
            status: BAD_USAGE,
        }
    }

    /// It cannot be done.
    pub(super) fn refused(message: &(impl ToString + ?Sized)) -> Self {
        Self {
            message: message.to_string(),
            status: 1,
        }
    }

    /// Says it: to people on standard error, to a program where the answer would have been.
    pub(super) fn say(&self, format: Format) -> ExitCode {
        match format {
            Format::Text => complain(&self.message, self.status),
            Format::Json => {
                let line = json!({ "ok": false, "error": clean_message(&self.message) });
                writeln!(io::stdout(), "{line}").ok();
                ExitCode::from(self.status)
            }
        }
    }
}
