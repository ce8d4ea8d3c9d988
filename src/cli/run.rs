//! `agentichat run`: reads the instruction, sets everything up, and hands over to `headless`.

use std::io::{self, IsTerminal, Read, Write};
use std::process::ExitCode;

use tokio::sync::mpsc;

use super::args::RunArguments;
use super::stderr::{Lines, tell};
use super::{Format, faults_of, runtime};
use crate::app::{Setup, StartWith, StartupError, choose_model, parse_session, registry};
use crate::logging::Log;
use engine::Attendance;
use l10n::said;
use notice::{Notice, notice};
use plain::headless::{Ending, Opening, Output, print_failure, run as run_headless};
use policy::network::PATTERN;
use protocol::stream::{ProviderError, ProviderErrorKind};
use session::Handle;

/// Maximum bytes of an instruction on standard input.
const LONGEST_PROMPT: u64 = 1024 * 1024;

pub(super) fn run(arguments: RunArguments) -> ExitCode {
    let output = if arguments.json {
        Output::Json
    } else {
        Output::Text
    };
    let ending = prepare_and_run(arguments, output).unwrap_or_else(|failure| {
        let (mut out, mut log) = (io::stdout(), Lines::default());
        print_failure(output, &failure.message, &mut out, &mut log);
        failure.ending
    });
    // If nobody reads the output, the exit status still tells.
    io::stdout().flush().ok();
    ExitCode::from(ending.status())
}

struct Failure {
    message: Notice,
    ending: Ending,
}

impl Failure {
    fn usage(message: Notice) -> Self {
        Self {
            message,
            ending: Ending::bad_usage(),
        }
    }

    fn other(message: Notice) -> Self {
        Self {
            message,
            ending: Ending::stopped(),
        }
    }
}

fn prepare_and_run(mut arguments: RunArguments, output: Output) -> Result<Ending, Failure> {
    if arguments.allow_network {
        arguments.session.allow.push(PATTERN.to_owned());
    }
    let prompt = prompt(arguments.prompt)?;
    let start_with = match &arguments.session_id {
        Some(id) => StartWith::Session(parse_session(id).map_err(Failure::usage)?),
        None => StartWith::New,
    };
    // A run without a screen has no user to ask, wherever its output goes.
    let setup = Setup::of(arguments.session, Attendance::Unattended)
        .map_err(|error| Failure::usage(error.notice()))?;
    if setup.loaded.has_errors() {
        let format = Format::of(output == Output::Json);
        return Err(Failure::usage(Notice::text(faults_of(&setup, format))));
    }
    if output == Output::Text {
        l10n::speak(setup.language());
    }
    let log = setup.start_logging();
    let runtime = runtime().map_err(|error| Failure::other(Notice::from(&error)))?;
    let ending = runtime.block_on(async {
        // Spawned, so that the run works on the worker threads and not on this one.
        let work = tokio::spawn(with_actor(setup, start_with, prompt, output));
        work.await
            .unwrap_or_else(|_| Err(Failure::other(notice!("told-run-broke"))))
    });
    runtime.shutdown_timeout(std::time::Duration::from_secs(2));
    if let Some(why) = log.as_ref().and_then(Log::failure) {
        tell(&said(why));
    }
    ending
}

async fn with_actor(
    mut setup: Setup,
    start_with: StartWith,
    prompt: String,
    output: Output,
) -> Result<Ending, Failure> {
    let providers = registry(&setup);
    let (interrupt, mut interrupted) = mpsc::channel(4);
    tokio::spawn(pass_on_signals(interrupt));
    // An unusable provider is reported before a session is created for it.
    let provider = &setup.loaded.config.provider;
    if let Err(error) = providers.get(provider)
        && (start_with == StartWith::New || setup.flags.provider.is_some())
    {
        let unknown = error.kind == ProviderErrorKind::Configuration;
        let message = with_hint(&error);
        return Err(if unknown {
            Failure::usage(message)
        } else {
            Failure::other(message)
        });
    }
    // A stored session already has its model.
    let has_model = matches!(start_with, StartWith::Session(_)) && setup.flags.provider.is_none();
    if setup.loaded.config.model.is_none() && !has_model {
        let chosen = tokio::select! {
            chosen = choose_model(&setup, &providers) => {
                chosen.map_err(|error| Failure::other(with_hint(&error)))?
            }
            Some(()) = interrupted.recv() => return Ok(Ending::cancelled()),
        };
        setup.loaded.config.provider = chosen.provider;
        setup.loaded.config.model = Some(chosen.model);
    }
    // Another mode than the one that was asked for would do something else.
    if (start_with == StartWith::New || setup.flags.mode.is_some())
        && let Some(why) = setup.mode_obstacle()
    {
        return Err(Failure::usage(notice!("told-auto-not-run", why)));
    }
    let (handle, requests) = Handle::channel();
    let running = setup.startup(providers, start_with, requests).await;
    let running = running.map_err(|error| match error {
        StartupError::Recording(_) | StartupError::NoSession(_) => Failure::usage(error.notice()),
        other => Failure::other(other.notice()),
    })?;
    for told in &running.notices {
        tell(&said(told));
    }
    let (mut out, mut log) = (io::stdout(), Lines::default());
    let ending = run_headless(
        &handle,
        Opening {
            open: running.open,
            then: running.then,
            prompt,
        },
        output,
        &mut out,
        &mut log,
        interrupted,
    )
    .await;
    handle.shutdown().await;
    Ok(ending)
}

fn with_hint(error: &ProviderError) -> Notice {
    match &error.hint {
        Some(hint) => notice!("told-why-next", why = error.message, why_next = hint),
        None => error.message.clone(),
    }
}

/// Forwards every Ctrl+C, SIGTERM and SIGHUP as a request to stop the run.
async fn pass_on_signals(interrupt: mpsc::Sender<()>) {
    use tokio::signal::unix::{SignalKind, signal};
    let signals = (
        signal(SignalKind::interrupt()),
        signal(SignalKind::terminate()),
        signal(SignalKind::hangup()),
    );
    let (Ok(mut int), Ok(mut term), Ok(mut hup)) = signals else {
        return;
    };
    loop {
        tokio::select! {
            _ = int.recv() => {}
            _ = term.recv() => {}
            _ = hup.recv() => {}
        }
        if interrupt.send(()).await.is_err() {
            return;
        }
    }
}

fn prompt(given: Option<String>) -> Result<String, Failure> {
    let text = match given {
        Some(text) if text != "-" => text,
        _ => {
            let stdin = io::stdin();
            if stdin.is_terminal() {
                return Err(Failure::usage(notice!("told-no-instruction")));
            }
            let mut bytes = Vec::new();
            let mut limited = stdin.lock().take(LONGEST_PROMPT + 1);
            limited
                .read_to_end(&mut bytes)
                .map_err(|error| Failure::other(Notice::from(&error)))?;
            if bytes.len() as u64 > LONGEST_PROMPT {
                return Err(Failure::usage(notice!("told-instruction-long")));
            }
            String::from_utf8(bytes)
                .map_err(|_| Failure::usage(notice!("told-instruction-not-text")))?
        }
    };
    if text.trim().is_empty() {
        return Err(Failure::usage(notice!("told-instruction-empty")));
    }
    Ok(text)
}
