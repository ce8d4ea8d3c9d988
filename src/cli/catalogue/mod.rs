//! `agentichat models` and `agentichat providers`: parses the arguments, queries and changes the
//! catalogue, and prints the result. Owns no data: that is the catalogue's.

pub mod args;
mod count;
mod key;
mod models;
mod print;
mod probe;
mod providers;
pub(super) mod secret_prompt;

use std::io;
use std::process::ExitCode;

use serde_json::json;

use super::args::SessionFlags;
use super::config::write_json;
use super::{BAD_USAGE, Format, complain, exit_of, faults_of, runtime};
use crate::app::Setup;
use crate::app::catalogue::ServiceError;
use engine::Attendance;
use l10n::said;
use protocol::catalogue::CatalogueError;
use redact::clean_message;

pub(super) use count::run as count;
pub(super) use models::run as models;
pub(super) use providers::run as providers;

/// Exit status if the catalogue refused the command or a provider did not answer.
const FAILED: u8 = 1;

/// The setup and output format of a command.
struct CatalogClient {
    setup: Setup,
    runtime: tokio::runtime::Runtime,
    format: Format,
}

impl CatalogClient {
    fn open(json: bool) -> Result<Self, ExitCode> {
        let setup = Setup::of(SessionFlags::default(), Attendance::Unattended)
            .map_err(|error| complain(&error.to_string(), BAD_USAGE))?;
        if setup.loaded.has_errors() {
            let faults = faults_of(&setup, Format::of(json));
            return Err(complain(&faults, BAD_USAGE));
        }
        let runtime = runtime().map_err(|error| complain(&error.to_string(), FAILED))?;
        Ok(Self {
            setup,
            runtime,
            format: Format::of(json),
        })
    }

    /// Returns the exit status of a command, after printing its error in the requested format.
    fn end(&self, done: Result<io::Result<u8>, Refusal>) -> ExitCode {
        match done {
            Ok(printed) => exit_of(printed),
            Err(Refusal { name, message }) => {
                if self.format == Format::Json {
                    let error = json!({ "error": name, "message": clean_message(&message) });
                    // If nobody reads the output, the exit status still tells.
                    write_json(error, &mut io::stdout().lock()).ok();
                }
                complain(&message, FAILED)
            }
        }
    }
}

/// The reason why a command was not carried out.
struct Refusal {
    /// Name of the error, for programs.
    name: &'static str,
    message: String,
}

impl Refusal {
    fn new(name: &'static str, message: &str) -> Self {
        Self {
            name,
            message: message.to_owned(),
        }
    }
}

impl From<CatalogueError> for Refusal {
    fn from(error: CatalogueError) -> Self {
        Self::new(error.name(), &error.to_string())
    }
}

impl From<ServiceError> for Refusal {
    fn from(error: ServiceError) -> Self {
        match error {
            ServiceError::Refused(error) => error.into(),
            ServiceError::NotKept(why) => Self::new("not_kept", &said(&why)),
        }
    }
}
