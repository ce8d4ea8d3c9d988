//! `agentichat` without a subcommand: opens the workbench.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::oneshot;

use super::args::{Arguments, SessionFlags};
use super::{BAD_USAGE, complain, runtime};
use crate::actor::Handle;
use crate::app::access;
use crate::app::demo::{self, Demo};
use crate::app::own_keys::{OwnKeys, ask_others};
use crate::app::own_themes::UserThemes;
use crate::app::{
    Attached, BringUpError, Entered, Running, Setup, StartWith, choose_model, onboarding,
    onboarding_on_screen, parse_session, registry, still_without_model,
};
use crate::cli::args::ModeArgument;
use crate::config::paths::WORKSPACE_FOLDER;
use crate::config::schema::THEMES;
use crate::engine::Attendance;
use crate::language;
use crate::language::{notice, say};
use crate::logging::Log;
use crate::protocol::approval::Mode;
use crate::protocol::catalogue::ModelSearch;
use crate::protocol::command::Command;
use crate::protocol::ids::SessionId;
use crate::protocol::query::{Query, Reply};
use crate::protocol::session::SessionSummary;
use crate::protocol::stream::ProviderError;
use crate::provider::Provider;
use crate::provider::registry::Registry;
use crate::provider::replay::Pace;
use crate::redact::one_line;
use crate::tui::motion::Motion;
use crate::tui::screen::Glyphs;
use crate::tui::terminal::{MouseCapture, TerminalError};
use crate::tui::theme::{OwnThemes, Palette, ThemeChoice};
use crate::tui::{
    AfterOpening, Bell, Copier, ExitReason, Lasts, Notifications, Options, RealParts,
};
use crate::workspace::copying;

/// How long the end may take after the screen is gone.
const END_LIMIT: Duration = Duration::from_secs(2);

/// The file in the workspace's folder in which the screen is kept.
const SCREEN: &str = "screen.json";

/// The demo's mode where none is named.
const DEMO_MODE: ModeArgument = ModeArgument::Review;

/// Name of the demo's model, which is none.
const DEMO_MODEL: &str = "recorded";

/// What is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Interface {
    /// The full screen.
    Screen,
    /// Lines.
    Plain,
}

impl Interface {
    /// What the configuration says.
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
    // Known before anything is opened, so that no session is made that nobody sees.
    if wanted.is_none()
        && let Some(why) = no_screen()
        && !is_plain_configured(&arguments.session)
    {
        return complain(&why, BAD_USAGE);
    }
    let start_with = match &arguments.resume {
        Some(Some(id)) => match parse_session(id) {
            Ok(id) => StartWith::Session(id),
            Err(why) => return complain(&why, BAD_USAGE),
        },
        Some(None) => StartWith::Latest,
        None if arguments.r#continue => StartWith::Latest,
        None => StartWith::New,
    };
    // Without an id the human chooses, over the latest one.
    let mut then = match &arguments.resume {
        Some(None) => AfterOpening::ChooseSession,
        _ => AfterOpening::Nothing,
    };
    let mut place = if arguments.demo {
        Place::Demo
    } else {
        Place::Here(start_with)
    };
    loop {
        match show(&arguments.session, wanted, place, std::mem::take(&mut then)) {
            Ok(Left::As(ExitReason::Demo)) => place = Place::Demo,
            Ok(Left::As(reason)) => return exit_of(reason),
            Ok(Left::With(status)) => return ExitCode::from(status),
            Err(why) => return complain(&why, 1),
        }
    }
}

/// Why no screen can be drawn; `None` where one can.
fn no_screen() -> Option<String> {
    if !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
        let why = "the workbench needs a terminal; without one use agentichat run \"…\", or agentichat --plain";
        return Some(why.to_owned());
    }
    let dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
    dumb.then(|| TerminalError::Dumb.to_string())
}

/// Whether the configuration wants lines. What is wrong with it is told when it is opened.
fn is_plain_configured(flags: &SessionFlags) -> bool {
    let setup = Setup::of(flags.clone(), Attendance::Attended);
    setup.is_ok_and(|setup| Interface::of(&setup) == Interface::Plain)
}

/// Where the workbench opens.
enum Place {
    /// In the workspace.
    Here(StartWith),
    /// In the demo's repository.
    Demo,
}

fn exit_of(reason: ExitReason) -> ExitCode {
    match reason {
        ExitReason::Quit | ExitReason::Demo => ExitCode::SUCCESS,
        ExitReason::EngineStopped => complain("the engine has stopped; the log says why", 1),
        // As a shell reports a program that a signal ended.
        ExitReason::Signal(number) => ExitCode::from(u8::try_from(128 + number).unwrap_or(1)),
        ExitReason::TerminalGone => ExitCode::from(129),
    }
}

/// Shows the workbench once; gives why it was left.
fn show(
    flags: &SessionFlags,
    wanted: Option<Interface>,
    place: Place,
    then: AfterOpening,
) -> Result<Left, String> {
    let (demo, place) = match place {
        Place::Demo => {
            let mode = Mode::from(flags.mode.unwrap_or(DEMO_MODE));
            let demo = Demo::create(mode).map_err(|error| error.to_string())?;
            (Some(demo), place)
        }
        Place::Here(start_with) => match left_demo(flags) {
            // A recording is played once: it goes on where it was.
            Some(demo) if start_with == StartWith::New => {
                (Some(demo), Place::Here(StartWith::Latest))
            }
            demo => (demo, Place::Here(start_with)),
        },
    };
    let flags = match (&demo, &place) {
        (Some(demo), Place::Demo) => SessionFlags {
            mode: flags.mode.or(Some(DEMO_MODE)),
            ..demo_flags(flags, demo)
        },
        (Some(demo), Place::Here(_)) => demo_flags(flags, demo),
        (None, _) => flags.clone(),
    };
    let mut setup = Setup::of(flags, Attendance::Attended).map_err(|error| error.to_string())?;
    language::speak(setup.language());
    setup.session_name = demo.as_ref().map(|_| "demo".to_owned());
    let interface = wanted.unwrap_or_else(|| Interface::of(&setup));
    // Who goes on finds the screen as it was; who chooses a session, or begins one, has it alone.
    let restore = matches!(place, Place::Here(StartWith::Latest)) && then == AfterOpening::Nothing;
    let (teller, no_model) = oneshot::channel();
    let (looked, looks_for_model) = oneshot::channel();
    let front = match interface {
        Interface::Screen => {
            let options = screen_options(&setup, then, restore);
            let no_model = Some(no_model);
            Front::Screen(Box::new(Options {
                no_model,
                lasts: match demo {
                    Some(_) => Lasts::No,
                    None => Lasts::Yes,
                },
                ..options
            }))
        }
        Interface::Plain => Front::Plain(crate::plain::Options {
            bell: setup.loaded.config.bell,
            choose_session: then == AfterOpening::ChooseSession,
            root: setup.detected.root.clone(),
            looks_for_model,
        }),
    };
    let log = setup.start_logging();
    let runtime = runtime().map_err(|error| error.to_string())?;
    let (handle, requests) = Handle::channel();
    let start_with = match place {
        Place::Here(start_with) => start_with,
        Place::Demo => StartWith::New,
    };
    let replay = demo
        .as_ref()
        .map(|demo| demo.provider(Pace::Recorded { factor: 1.0 }));
    let replay = replay.transpose().map_err(|error| error.to_string())?;
    let mode = demo.as_ref().map_or(Mode::Review, Demo::mode);
    let failure = Arc::new(std::sync::OnceLock::new());
    let told = Arc::clone(&failure);
    let opener = handle.clone();
    crate::task::spawn_on(runtime.handle(), async move {
        let mut providers = registry(&setup);
        let opening = match replay {
            Some(replay) => {
                providers.insert(Arc::new(replay) as Arc<dyn Provider>);
                Opening::Demo(mode)
            }
            None => Opening::Workspace,
        };
        let chooser = providers.clone();
        let entered = match opening {
            Opening::Demo(_) => {
                let running = setup.bring_up(providers, start_with, requests).await;
                running.map(|running| Entered::Own(Box::new(running)))
            }
            Opening::Workspace => {
                let entering = setup.enter(providers, start_with, requests, &opener);
                entering.await
            }
        };
        let ended = match entered {
            Ok(Entered::Own(running)) => {
                let front = (interface, teller);
                welcome(&opener, &setup, *running, opening, &chooser, front).await;
                drop(looked);
                Ok(())
            }
            Ok(Entered::Attached(attached)) => {
                let front = (interface, teller);
                stay_attached(*attached, &setup, &chooser, &opener, (front, looked)).await
            }
            Err(error) => Err(error),
        };
        // The receiver is gone with the failed attempt, so the screen learns of the end.
        if let Err(error) = ended {
            drop(told.set(error.to_string()));
        }
    });
    let reason = match front {
        Front::Screen(options) => {
            let reason = crate::tui::run(handle.clone(), runtime.handle(), *options);
            reason.map(Left::As).map_err(|error| error.to_string())
        }
        Front::Plain(options) => {
            let leave = crate::plain::run(handle.clone(), runtime.handle(), options);
            leave.map(Left::of).map_err(|error| match error.kind() {
                io::ErrorKind::StorageFull | io::ErrorKind::WriteZero => {
                    say!("plain-cannot-write", error = error.to_string())
                }
                _ => format!(
                    "the terminal cannot be used: {error}; use `agentichat run \"…\"` instead"
                ),
            })
        }
    };
    crate::task::wait_for(runtime.handle(), handle.shutdown());
    runtime.shutdown_timeout(END_LIMIT);
    if let Some(why) = log.as_ref().and_then(Log::failure) {
        writeln!(std::io::stderr(), "agentichat: {}", notice(why)).ok();
    }
    if let Some(demo) = demo {
        // Nobody reads it where the terminal is gone.
        writeln!(std::io::stdout(), "{}", demo.leave()).ok();
    }
    if let Some(why) = failure.get() {
        return Err(why.clone());
    }
    reason
}

/// What shows the engine.
enum Front {
    Screen(Box<Options>),
    Plain(crate::plain::Options),
}

/// How the workbench was left.
enum Left {
    /// For this reason.
    As(ExitReason),
    /// By the end of a pipe, with this status.
    With(u8),
}

impl Left {
    fn of(leave: crate::plain::Leave) -> Self {
        use crate::plain::Leave;
        Left::As(match leave {
            Leave::Quit => ExitReason::Quit,
            Leave::Short(status) => return Left::With(status),
            Leave::Demo => ExitReason::Demo,
            Leave::EngineStopped => ExitReason::EngineStopped,
            Leave::Signal(number) => ExitReason::Signal(number),
            Leave::TerminalGone => ExitReason::TerminalGone,
        })
    }
}

/// Where the screen hears what was looked at for a model.
type Teller = oneshot::Sender<ModelSearch>;

/// What the full screen is started with.
fn screen_options(setup: &Setup, then: AfterOpening, restore: bool) -> Options {
    let own = OwnKeys::of(setup);
    // The longest of what the first frame waits for.
    let keys = Box::new(own.load_ahead());
    let in_tmux = setup
        .environment
        .get("TMUX")
        .is_some_and(|value| !value.is_empty());
    let themes = UserThemes::new(setup.folders.clone());
    let theme_names = theme_names(&themes);
    let glyphs = Glyphs::of(&setup.loaded.config.glyphs);
    let motion = Motion::of(access::motion(setup));
    Options {
        then,
        bell: if setup.loaded.config.bell {
            Bell::On
        } else {
            Bell::Off
        },
        notifications: if setup.loaded.config.notifications {
            Notifications::On
        } else {
            Notifications::Off
        },
        mouse: MouseCapture::of(&setup.loaded.config.mouse),
        copier: Copier::new(|text| copying::copy(text, |name| std::env::var(name).ok())),
        keys,
        ask_others: Box::new(ask_others(own, in_tmux)),
        theme: ThemeChoice {
            name: setup.loaded.config.theme.clone(),
            palette: Palette::of(&setup.loaded.config.palette),
        },
        glyphs,
        motion,
        themes: Arc::new(themes),
        variable: |name| std::env::var(name).ok(),
        root: setup.detected.root.clone(),
        kept: Some(setup.detected.root.join(WORKSPACE_FOLDER).join(SCREEN)),
        restore,
        lasts: Lasts::Yes,
        no_model: None,
        parts: Box::new(move |waker| {
            Box::new(
                RealParts::new(waker)
                    .with_themes(theme_names)
                    .with_glyphs(glyphs)
                    .with_motion(motion),
            )
        }),
    }
}

/// What `/theme` can be told.
fn theme_names(own: &UserThemes) -> Vec<String> {
    let known = THEMES.iter().map(|name| (*name).to_owned());
    known.chain(own.names()).collect()
}

/// The demo whose process was killed, where the workbench opens in its folder.
fn left_demo(flags: &SessionFlags) -> Option<Demo> {
    let here = || std::env::current_dir().ok();
    Demo::left_at(&flags.cwd.clone().or_else(here)?)
}

fn demo_flags(flags: &SessionFlags, demo: &Demo) -> SessionFlags {
    SessionFlags {
        provider: Some("replay".to_owned()),
        base_url: None,
        model: Some(DEMO_MODEL.to_owned()),
        cwd: Some(demo.root().to_path_buf()),
        ..flags.clone()
    }
}

enum Opening {
    Workspace,
    /// In this mode.
    Demo(Mode),
}

/// Opens the session, says what there is to say, and finds a model where none is chosen.
async fn welcome(
    handle: &Handle,
    setup: &Setup,
    running: Running,
    opening: Opening,
    providers: &Registry,
    (interface, teller): (Interface, Teller),
) {
    let session = running.session;
    let say = |text: String| handle.send(Command::AddNotice { session, text }).ok();
    let comes_back = matches!(running.open, Command::OpenSession { .. });
    // What follows waits in the engine until a stored session has been read.
    let first = std::iter::once(running.open).chain(running.then);
    for command in first {
        if handle.send(command).is_err() {
            return;
        }
    }
    if let Ok(provider) = providers.get(&setup.loaded.config.provider) {
        crate::task::blocking(move || provider.warm());
    }
    let problems = problems_of(setup);
    let has_problems = problems.is_some();
    problems.map(say);
    for notice in running.notices {
        say(notice);
    }
    if let Some(unkept) = setup.unkept() {
        say(unkept);
    }
    if interface == Interface::Screen
        && let Some(suggestion) = access::suggestion(setup)
    {
        say(suggestion);
    }
    if let Some(question) = setup.trust_question() {
        say(question);
    }
    if let Ok(Some(model)) = setup.embedding_model(providers)
        && let Some(question) = model.question()
    {
        say(question);
    }
    match opening {
        // What was killed and is gone on with has its conversation.
        Opening::Demo(_) if comes_back => {}
        Opening::Demo(mode) => {
            say(match interface {
                Interface::Screen => demo::welcome(mode).to_owned(),
                Interface::Plain => demo::welcome_in_lines(mode),
            });
            let text = demo::MESSAGE.to_owned();
            handle.send(Command::SaveDraft { session, text }).ok();
        }
        Opening::Workspace if setup.loaded.config.model.is_none() => {
            match set_model(handle, setup, session, providers).await {
                Ok(()) => {}
                Err(error) => {
                    let mut text = match (interface, comes_back) {
                        (Interface::Plain, true) => still_without_model(&error),
                        _ => tell_no_model(setup, providers, &error, (interface, teller)).await,
                    };
                    if has_problems {
                        text.push_str(match interface {
                            Interface::Screen => say!("workbench-config-fault"),
                            Interface::Plain => say!("workbench-config-fault-in-lines"),
                        });
                    }
                    say(text);
                }
            }
        }
        Opening::Workspace => {}
    }
}

/// What is wrong with the configuration and the theme, where something is.
fn problems_of(setup: &Setup) -> Option<String> {
    let mut problems = setup.problem_lines();
    let themes = UserThemes::new(setup.folders.clone());
    let theme = &setup.loaded.config.theme;
    problems.extend(themes.fault(theme).map(|fault| one_line(&fault)));
    let mut text = problems.join("\n\n");
    if setup.loaded.leaves_out() {
        text.push_str(say!("workbench-file-left-out"));
    }
    (!problems.is_empty()).then_some(text)
}

/// Looks at what there is, shows it where a screen can, and gives what stays in the conversation.
async fn tell_no_model(
    setup: &Setup,
    providers: &Registry,
    error: &ProviderError,
    (interface, teller): (Interface, Teller),
) -> String {
    let search = setup.catalogue().looked_at(None, error, providers).await;
    match interface {
        Interface::Plain => onboarding(&search),
        Interface::Screen => {
            // A screen that is gone shows nothing more.
            teller.send(search).ok();
            onboarding_on_screen(error)
        }
    }
}

/// Chooses a model for a session that has none.
async fn set_model(
    handle: &Handle,
    setup: &Setup,
    session: SessionId,
    providers: &Registry,
) -> Result<(), ProviderError> {
    // A stored session has its own.
    if has_model(handle, session).await {
        return Ok(());
    }
    let chosen = choose_model(setup, providers).await?;
    // The human may have chosen one while the servers were asked.
    if has_model(handle, session).await {
        return Ok(());
    }
    let usual = &setup.loaded.config.provider;
    if chosen.provider != *usual {
        let text = say!(
            "workbench-other-provider",
            usual,
            provider = chosen.provider,
            model = chosen.model
        );
        handle.send(Command::AddNotice { session, text }).ok();
    }
    let (provider, model) = (Some(chosen.provider), chosen.model);
    let command = Command::SetModel {
        session,
        provider,
        model,
    };
    handle.send(command).ok();
    Ok(())
}

/// Asked of the list, which reads no messages; what nobody has said anything in is in none, and is short.
async fn has_model(handle: &Handle, session: SessionId) -> bool {
    let has = |summary: &SessionSummary| !summary.settings.model.is_empty();
    let of_list = ask(handle, Query::Sessions).await;
    if let Some(Reply::Sessions { sessions }) = of_list
        && let Some(listed) = sessions.iter().find(|listed| listed.id == session)
    {
        return has(listed);
    }
    match ask(handle, Query::Session { session }).await {
        Some(Reply::Session { session }) => has(&session.summary),
        _ => false,
    }
}

async fn ask(handle: &Handle, query: Query) -> Option<Reply> {
    handle.query(query).ok()?.await.ok()
}

/// Serves a screen that is attached, and finds a model where a session was made for it without one.
async fn stay_attached(
    mut attached: Attached,
    setup: &Setup,
    providers: &Registry,
    handle: &Handle,
    (front, looked): ((Interface, Teller), oneshot::Sender<()>),
) -> Result<(), BringUpError> {
    // The session may be another terminal's, whose configuration is in order.
    for problem in problems_of(setup)
        .iter()
        .flat_map(|text| text.split("\n\n"))
    {
        attached.say(problem.to_owned());
    }
    let made = attached
        .made
        .filter(|_| setup.loaded.config.model.is_none());
    let choosing = async {
        if let Some(session) = made
            && let Err(error) = set_model(handle, setup, session, providers).await
        {
            let text = tell_no_model(setup, providers, &error, front).await;
            handle.send(Command::AddNotice { session, text }).ok();
        }
        drop(looked);
    };
    let staying = attached.stay(setup, providers.clone(), handle);
    let (ended, ()) = tokio::join!(staying, choosing);
    ended
}
