//! `agentichat` without a subcommand: opens the workbench.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio::sync::oneshot;

use super::args::{Arguments, ReviewTarget, SessionFlags};
use super::stderr::tell;
use super::{BAD_USAGE, complain, pending_changes, runtime};
use crate::app::demo::{Demo, script};
use crate::app::{Setup, StartWith, parse_session};
use crate::cli::args::ModeArgument;
use crate::logging::Log;
use engine::Attendance;
use l10n::said;
use notice::{Notice, notice};
use plain::{self, PlainExit};
use protocol::approval::Mode;
use protocol::review::ReviewBase;
use runtime::actor::JournalPatience;
use session::Handle;
use tui::terminal::TerminalError;
use tui::{AfterOpening, ExitReason, Options, SaveScope};

mod background;
mod screen;

use background::{BackgroundStartup, Opening};

/// Time limit of the shutdown after the screen is gone.
const END_LIMIT: Duration = Duration::from_secs(2);

/// The demo's default mode.
const DEMO_MODE: ModeArgument = ModeArgument::Review;

/// The front end to open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Interface {
    /// The full screen.
    Screen,
    Plain,
}

impl Interface {
    /// Reads the choice from the configuration.
    fn of(setup: &Setup) -> Self {
        match setup.loaded.config.interface.as_str() {
            "plain" => Interface::Plain,
            _ => Interface::Screen,
        }
    }
}

/// Opens the workbench on the main thread.
pub(super) fn open(arguments: &Arguments) -> ExitCode {
    let wanted = arguments.plain.then_some(Interface::Plain);
    // Checked before anything is opened, so that no session is created that nobody sees.
    if wanted.is_none()
        && let Some(why) = no_screen()
        && !is_plain_configured(&arguments.session)
    {
        return complain(&said(&why), BAD_USAGE);
    }
    let start_with = match &arguments.resume {
        Some(Some(id)) => match parse_session(id) {
            Ok(id) => StartWith::Session(id),
            Err(why) => return complain(&said(&why), BAD_USAGE),
        },
        Some(None) => StartWith::Latest,
        None if arguments.r#continue => StartWith::Latest,
        None => StartWith::New,
    };
    // Without an id the user chooses a session, in a dialog over the latest one.
    let then = match &arguments.resume {
        Some(None) => AfterOpening::ChooseSession,
        _ => AfterOpening::Nothing,
    };
    let place = if arguments.demo {
        WorkbenchLocation::Demo
    } else {
        WorkbenchLocation::Here(start_with)
    };
    show_places(&arguments.session, wanted, place, then)
}

/// Opens the workbench in the review of the changes since a base. `at` names the session; without
/// one it is the latest.
pub(super) fn open_review(at: &ReviewTarget, base: ReviewBase) -> ExitCode {
    let flags = SessionFlags {
        cwd: at.cwd.clone(),
        ..SessionFlags::default()
    };
    let start_with = match at.session_id.as_deref().map(parse_session) {
        Some(Ok(id)) => StartWith::Session(id),
        Some(Err(why)) => return complain(&said(&why), BAD_USAGE),
        None => StartWith::Latest,
    };
    let place = WorkbenchLocation::Here(start_with);
    show_places(&flags, None, place, AfterOpening::Review(base))
}

/// Shows the workbench until the user leaves it, and the demo if they ask for it.
fn show_places(
    flags: &SessionFlags,
    wanted: Option<Interface>,
    mut place: WorkbenchLocation,
    mut then: AfterOpening,
) -> ExitCode {
    loop {
        match show(flags, wanted, place, std::mem::take(&mut then)) {
            Ok(ExitOutcome::As(ExitReason::Demo)) => place = WorkbenchLocation::Demo,
            Ok(ExitOutcome::As(reason)) => return exit_of(reason),
            Ok(ExitOutcome::With(status)) => return ExitCode::from(status),
            Err(why) => return complain(&said(&why), 1),
        }
    }
}

/// Returns why no screen can be drawn; `None` if one can.
fn no_screen() -> Option<Notice> {
    if !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
        return Some(notice!("told-no-terminal"));
    }
    let dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
    dumb.then(|| TerminalError::Dumb.notice())
}

/// Whether the configuration selects the line mode. Problems of the configuration are reported when
/// it is opened.
fn is_plain_configured(flags: &SessionFlags) -> bool {
    let setup = Setup::of(flags.clone(), Attendance::Attended);
    setup.is_ok_and(|setup| Interface::of(&setup) == Interface::Plain)
}

/// The place where the workbench opens.
enum WorkbenchLocation {
    /// In the workspace.
    Here(StartWith),
    /// In the demo's repository.
    Demo,
}

fn exit_of(reason: ExitReason) -> ExitCode {
    match reason {
        ExitReason::Quit | ExitReason::Demo => ExitCode::SUCCESS,
        ExitReason::EngineStopped => complain(&said(&notice!("told-engine-has-stopped")), 1),
        // As a shell reports a program that was ended by a signal.
        ExitReason::Signal(number) => ExitCode::from(u8::try_from(128 + number).unwrap_or(1)),
        ExitReason::TerminalGone => ExitCode::from(129),
    }
}

/// Shows the workbench once; returns why the user left it.
fn show(
    flags: &SessionFlags,
    wanted: Option<Interface>,
    place: WorkbenchLocation,
    then: AfterOpening,
) -> Result<ExitOutcome, Notice> {
    let OpenedWorkbench {
        flags,
        demo,
        start_with,
    } = OpenedWorkbench::of(flags, place)?;
    let mut setup = Setup::of(flags, Attendance::Attended).map_err(|error| error.notice())?;
    l10n::speak(setup.language());
    setup.session_name = demo.as_ref().map(|_| "demo".to_owned());
    let interface = wanted.unwrap_or_else(|| Interface::of(&setup));
    if interface == Interface::Plain && !io::stdin().is_terminal() {
        // Nobody reads notices in a pipe while the program waits.
        setup.patience = JournalPatience::UNATTENDED;
    }
    // A user who continues finds the screen as it was; a user who chooses or starts a session sees
    // only that one.
    let restore = start_with == StartWith::Latest && then == AfterOpening::Nothing;
    let (search_listener, no_model) = oneshot::channel();
    let (search_done, looks_for_model) = oneshot::channel();
    let front = match interface {
        Interface::Screen => FrontEnd::Screen(Box::new(Options {
            then,
            restore,
            no_model: Some(no_model),
            save_scope: match demo {
                Some(_) => SaveScope::No,
                None => SaveScope::Yes,
            },
            ..screen::options(&setup)
        })),
        Interface::Plain => FrontEnd::Plain(plain::Options {
            bell: setup.loaded.config.bell,
            choose_session: then == AfterOpening::ChooseSession,
            review: match &then {
                AfterOpening::Review(base) => Some(base.clone()),
                _ => None,
            },
            root: setup.detected.root.clone(),
            looks_for_model,
        }),
    };
    let log = setup.start_logging();
    let runtime = runtime().map_err(|error| Notice::from(&error))?;
    let (handle, requests) = Handle::channel();
    let opening = match &demo {
        None => Opening::Workspace,
        Some(_) => Opening::Demo(script::provider()),
    };
    let background = BackgroundStartup {
        setup,
        opening,
        start_with,
        interface,
        handle: handle.clone(),
        requests,
        search_listener,
        search_done,
    };
    let failure = Arc::new(OnceLock::new());
    let told = Arc::clone(&failure);
    runtime.spawn(async move {
        // The receiver is gone with the failed attempt, so the screen learns that the
        // engine has ended.
        if let Err(error) = background.open().await {
            drop(told.set(error.notice()));
        }
    });
    let left = front.show(&handle, runtime.handle());
    // Changes in the demo's folder are removed with it.
    let way_on = match (&demo, interface) {
        (Some(_), _) => None,
        (None, Interface::Plain) => runtime.block_on(pending_changes::waiting(&handle)),
        (None, Interface::Screen) => runtime.block_on(pending_changes::way_on(&handle)),
    };
    runtime.block_on(handle.shutdown());
    runtime.shutdown_timeout(END_LIMIT);
    if let Some(why) = log.as_ref().and_then(Log::failure) {
        tell(&said(why));
    }
    if let Some(way_on) = way_on {
        tell(&way_on);
    }
    if let Some(demo) = demo {
        // If the terminal is gone, nobody reads it.
        writeln!(io::stdout(), "{}", demo.leave()).ok();
    }
    match failure.get() {
        Some(why) => Err(why.clone()),
        None => left,
    }
}

/// The final place and mode of the opened workbench.
struct OpenedWorkbench {
    flags: SessionFlags,
    demo: Option<Demo>,
    start_with: StartWith,
}

impl OpenedWorkbench {
    fn of(flags: &SessionFlags, place: WorkbenchLocation) -> Result<Self, Notice> {
        let site = |demo: Demo, mode, start_with| OpenedWorkbench {
            flags: SessionFlags {
                provider: Some(script::PROVIDER.to_owned()),
                base_url: None,
                model: Some(script::MODEL.to_owned()),
                cwd: Some(demo.root().to_path_buf()),
                mode,
                ..flags.clone()
            },
            demo: Some(demo),
            start_with,
        };
        match place {
            WorkbenchLocation::Demo => {
                let mode = flags.mode.unwrap_or(DEMO_MODE);
                let demo = Demo::create(Mode::from(mode)).map_err(|error| error.notice())?;
                Ok(site(demo, Some(mode), StartWith::New))
            }
            WorkbenchLocation::Here(start_with) => Ok(match left_demo(flags) {
                // The demo continues where it was.
                Some(demo) if start_with == StartWith::New => {
                    site(demo, flags.mode, StartWith::Latest)
                }
                Some(demo) => site(demo, flags.mode, start_with),
                None => OpenedWorkbench {
                    flags: flags.clone(),
                    demo: None,
                    start_with,
                },
            }),
        }
    }
}

/// Returns the demo whose process was killed, if the workbench opens in its folder.
fn left_demo(flags: &SessionFlags) -> Option<Demo> {
    let here = || std::env::current_dir().ok();
    Demo::resumable_at(&flags.cwd.clone().or_else(here)?)
}

/// The front end of the engine.
enum FrontEnd {
    Screen(Box<Options>),
    Plain(plain::Options),
}

impl FrontEnd {
    /// Shows the front end until the user leaves it.
    fn show(
        self,
        handle: &Handle,
        runtime: &tokio::runtime::Handle,
    ) -> Result<ExitOutcome, Notice> {
        match self {
            FrontEnd::Screen(options) => {
                let reason = tui::run(handle.clone(), runtime, *options);
                reason.map(ExitOutcome::As).map_err(|error| error.notice())
            }
            FrontEnd::Plain(options) => {
                let leave = plain::run(handle.clone(), runtime, options);
                leave
                    .map(ExitOutcome::of)
                    .map_err(|error| match error.kind() {
                        io::ErrorKind::StorageFull | io::ErrorKind::WriteZero => {
                            notice!("plain-cannot-write", error = error)
                        }
                        _ => notice!("told-terminal-unusable", why = error),
                    })
            }
        }
    }
}

/// The way in which the user left the workbench.
enum ExitOutcome {
    /// For this reason.
    As(ExitReason),
    /// By the end of a pipe, with this exit status.
    With(u8),
}

impl ExitOutcome {
    fn of(leave: PlainExit) -> Self {
        ExitOutcome::As(match leave {
            PlainExit::Quit => ExitReason::Quit,
            PlainExit::Short(status) => return ExitOutcome::With(status),
            PlainExit::Demo => ExitReason::Demo,
            PlainExit::EngineStopped => ExitReason::EngineStopped,
            PlainExit::Signal(number) => ExitReason::Signal(number),
            PlainExit::TerminalGone => ExitReason::TerminalGone,
        })
    }
}
