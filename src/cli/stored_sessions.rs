//! Runs a command that reads or changes stored sessions: loads the settings, starts the log, a runtime
//! and, for commands of a front end, an actor, and turns the outcome into an exit status.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use super::args::SessionFlags;
use super::failure::Failure;
use super::stderr::tell;
use super::{Format, exit_of, help, runtime};
use crate::app::{Setup, StartWith, StartupError, registry};
use client::session_client::SessionClient;
use engine::Attendance;
use l10n::said;
use notice::{Notice, notice};
use protocol::command::Command;
use session::Handle;
use store::lock::LockError;

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
        Err(error) => {
            help::speak(&[]);
            return Failure::usage(error.notice()).say(format);
        }
    };
    if format == Format::Text {
        l10n::speak(setup.language());
    }
    let _log = setup.start_logging();
    let runtime = match runtime() {
        Ok(runtime) => runtime,
        Err(error) => return Failure::refused(Notice::from(&error)).say(format),
    };
    let outcome = runtime.block_on(work(&setup));
    runtime.shutdown_timeout(END_LIMIT);
    match outcome {
        Ok(done) => exit_of(done),
        Err(failure) => failure.say(format),
    }
}

/// Starts an actor and prints its notices. Also returns the command that opens the session; until it
/// is sent, no session is open.
pub(super) async fn start(
    setup: &Setup,
    start_with: StartWith,
) -> Result<(SessionClient, Command), Failure> {
    let (handle, requests) = Handle::channel();
    let running = setup
        .startup(registry(setup), start_with, requests)
        .await
        .map_err(|error| match error {
            StartupError::Lock(LockError::Held(holder)) => {
                notice!("cli-session-held", held = holder.notice())
            }
            error => error.notice(),
        })?;
    tell_all(&running.notices);
    Ok((SessionClient::new(handle), running.open))
}

/// Prints notices, each in the user's language.
pub(super) fn tell_all(notices: &[Notice]) {
    for notice in notices {
        tell(&said(notice));
    }
}
