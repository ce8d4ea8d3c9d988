//! Runs a command that reads or changes stored sessions: loads the settings, starts the log and a runtime, and turns the
//! outcome into an exit status.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use super::args::SessionFlags;
use super::failure::Failure;
use super::{Format, exit_of, runtime};
use crate::app::Setup;
use engine::Attendance;

/// Waits this long for tasks that still run when the command is over.
const END_LIMIT: Duration = Duration::from_secs(2);

/// The result of a command: its exit status or an output error, or the reason of a refusal.
pub(super) type Outcome = Result<io::Result<u8>, Failure>;

/// Runs `work` in the workspace that contains `cwd`, the working folder if `None`.
pub(super) fn with_stored_sessions(
    cwd: Option<PathBuf>,
    attendance: Attendance,
    format: Format,
    work: impl AsyncFnOnce(&Setup) -> Outcome,
) -> ExitCode {
    let flags = SessionFlags {
        cwd,
        ..SessionFlags::default()
    };
    let setup = match Setup::of(flags, attendance) {
        Ok(setup) => setup,
        Err(error) => return Failure::usage(&error).say(format),
    };
    let _log = setup.start_logging();
    let runtime = match runtime() {
        Ok(runtime) => runtime,
        Err(error) => return Failure::refused(&error).say(format),
    };
    let outcome = runtime.block_on(work(&setup));
    runtime.shutdown_timeout(END_LIMIT);
    match outcome {
        Ok(done) => exit_of(done),
        Err(failure) => failure.say(format),
    }
}
