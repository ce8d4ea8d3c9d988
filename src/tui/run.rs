//! The loop of the full screen: the main thread, without tokio, waiting on one channel.
//!
//! It takes one thing, drains the rest, does input before events, and draws once: at once after
//! input, at most 25 times a second for events, never when nothing changed. It touches no file
//! but the draft for `$EDITOR`, no database and no network; tasks on the runtime bring events,
//! answers and signals into the channel.

mod appearance;
mod bridge;
mod driver;
mod execute;
mod external;
mod panic_point;
mod report;
mod saved_layout;
mod stop;

use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::Instant;

use nix::sys::signal::Signal;

use super::app::{AfterOpening, App};
use super::effect::ExitReason;
use super::input::{Input, InputThread, InputThreadError};
use super::keymap::{KeymapFault, LoadedKeymap};
use super::motion::Motion;
use super::part::PaneFactory;
use super::screen::Glyphs;
use super::settings::JobId;
use super::terminal::findings::TmuxKeys;
use super::terminal::{MouseCapture, Terminal, TerminalError};
use super::theme::{ColourDepth, OwnThemes, ThemeChoice, ThemeSet, guessed_lightness};
use crate::actor::Handle;
use crate::actor::handle::HandleError;
use crate::protocol::catalogue::{JobProgress, ModelSearch};
use crate::protocol::event::{Delivery, NoticeLevel};
use crate::protocol::query::{Query, Reply};
use driver::Driver;

/// Whether the terminal's bell is rung.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Bell {
    #[default]
    On,
    /// The human wants it quiet.
    Off,
}

/// Whether the desktop is told of what waits while the window has not the focus.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Notifications {
    #[default]
    On,
    /// The human wants none.
    Off,
}

/// What takes a text to the clipboard beside the terminal; it gives the names of the programs that took it.
type ClipboardWriter = dyn Fn(&str) -> Vec<String> + Send + Sync;

/// Programs that take a text to the clipboard. It may block for some seconds.
#[derive(Clone)]
pub struct Copier(Arc<ClipboardWriter>);

impl Copier {
    /// One that does this.
    pub fn new(takes: impl Fn(&str) -> Vec<String> + Send + Sync + 'static) -> Self {
        Self(Arc::new(takes))
    }

    /// Gives them the text; gives the names of those that took it.
    pub fn copy(&self, text: &str) -> Vec<String> {
        (self.0)(text)
    }
}

/// Whether what is done outlasts the program.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum SaveScope {
    /// It is saved.
    #[default]
    Yes,
    /// It is the demo's, whose folder goes with it.
    No,
}

/// What the screen is started with.
pub struct Options {
    /// What is shown over it.
    pub then: AfterOpening,
    /// Whether the bell is rung.
    pub bell: Bell,
    /// Whether the desktop is told of what waits.
    pub notifications: Notifications,
    /// Who has the mouse.
    pub mouse: MouseCapture,
    /// What takes texts to the clipboard beside the terminal.
    pub copier: Copier,
    /// Gives the key table, with the user's over it, and what of that is not used.
    pub keys: Box<dyn FnOnce() -> Result<LoadedKeymap, KeymapFault>>,
    /// Begins to find out what is told later on: what it gives is held as long as the screen is shown.
    pub ask_others: Box<dyn FnOnce(ExternalChange) -> Box<dyn std::any::Any>>,
    /// The theme; `auto` follows the terminal.
    pub theme: ThemeChoice,
    /// Which signs frames and marks are drawn with.
    pub glyphs: Glyphs,
    /// Whether anything moves by itself.
    pub motion: Motion,
    /// The user's own themes.
    pub themes: Arc<dyn OwnThemes>,
    /// The environment, as far as it tells of the terminal.
    pub variable: fn(&str) -> Option<String>,
    /// The workspace's root, for `$EDITOR`.
    pub root: std::path::PathBuf,
    /// Where the screen is kept from one time to the next.
    pub kept: Option<std::path::PathBuf>,
    /// Whether what was kept comes back.
    pub restore: bool,
    /// Whether what is done outlasts it.
    pub lasts: SaveScope,
    /// Brings what was looked at, where no model can be used.
    pub no_model: Option<tokio::sync::oneshot::Receiver<ModelSearch>>,
    /// Makes panes, bar and editor; the waker tells the loop that one of their threads is done.
    pub parts: Box<dyn FnOnce(Waker) -> Box<dyn PaneFactory>>,
}

impl std::fmt::Debug for Options {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Options")
            .field("then", &self.then)
            .field("bell", &self.bell)
            .field("theme", &self.theme)
            .field("root", &self.root)
            .finish_non_exhaustive()
    }
}

/// Tells the loop that a thread of the front end (highlighting) made something to draw.
#[derive(Debug, Clone)]
pub struct Waker(Sender<Message>);

impl Waker {
    /// Asks for a frame soon.
    pub fn wake(&self) {
        // A loop that has ended draws no more.
        self.0.send(Message::Wake).ok();
    }
}

/// Tells the loop what others found out: the user's keymap, tmux.
#[derive(Debug, Clone)]
pub struct ExternalChange(Sender<Message>);

impl ExternalChange {
    /// The user's keymap changed; false where the loop has ended.
    pub fn keys(&self, keys: LoadedKeymap) -> bool {
        self.0.send(Message::Keys(Box::new(keys))).is_ok()
    }

    /// What tmux says of itself.
    pub fn tmux(&self, tmux: TmuxKeys) {
        // A loop that has ended needs it no more.
        self.0.send(Message::Tmux(tmux)).ok();
    }
}

/// The full screen could not be shown.
#[derive(Debug, thiserror::Error)]
pub enum TuiError {
    /// The terminal cannot be used.
    #[error(transparent)]
    Terminal(#[from] TerminalError),
    /// The keyboard cannot be read.
    #[error(transparent)]
    Input(#[from] InputThreadError),
    /// The theme cannot be used.
    #[error(transparent)]
    Theme(#[from] super::theme::ThemeError),
    /// The key table cannot be used.
    #[error(transparent)]
    Keys(#[from] KeymapFault),
    /// The engine takes no orders.
    #[error(transparent)]
    Engine(#[from] HandleError),
    /// The engine has stopped: why, and what was typed and is kept nowhere.
    #[error("{0}")]
    Stopped(String),
}

/// What comes over the channel.
#[derive(Debug)]
pub(super) enum Message {
    /// From the keyboard.
    Input(Input),
    /// From the engine.
    Delivery(Box<Delivery>),
    /// From the engine, to a question.
    Reply(Box<(Query, Reply)>),
    /// A step of an errand; `None` is its end.
    Errand(JobId, Option<Box<JobProgress>>),
    /// No model can be used; this was looked at.
    NoModel(Box<ModelSearch>),
    /// The engine is gone.
    EngineStopped,
    Signal(Signal),
    /// A thread of the front end made something.
    Wake,
    /// A thread of the front end has something to say.
    Say(NoticeLevel, String),
    /// The user's keymap changed.
    Keys(Box<LoadedKeymap>),
    /// tmux told of itself.
    Tmux(TmuxKeys),
    /// A text was taken to the clipboard by these.
    Copied(Vec<String>),
    /// The keyboard is gone.
    KeyboardGone,
}

/// Shows the full screen until the human leaves, a signal comes or the terminal goes away. The
/// engine is not stopped: that is the caller's.
///
/// # Errors
/// If the terminal cannot be used or the theme is not there.
pub fn run(
    handle: Handle,
    runtime: &tokio::runtime::Handle,
    options: Options,
) -> Result<ExitReason, TuiError> {
    let (began, began_at) = (Instant::now(), jiff::Timestamp::now());
    let depth = ColourDepth::detect(options.variable);
    let terminal_seems = guessed_lightness(options.variable);
    let mut themes = ThemeSet::new(options.themes, options.theme, depth, terminal_seems);
    let (theme, theme_problem) = themes.first()?;
    let (sender, inbox) = channel();
    let bridge = bridge::Bridge::new(handle, runtime.clone(), sender.clone());
    bridge.listen_to_signals();
    let mut terminal = Terminal::enter(options.variable)?;
    let (width, height) = terminal.size()?;
    let parts = (options.parts)(Waker(sender.clone()));
    let screen = super::screen::Screen::new(width, height).with_glyphs(options.glyphs);
    let keys = (options.keys)()?;
    let mut app = App::new(width, height, keys.keymap, theme, parts);
    app.set_began(began_at);
    app.set_motion(options.motion);
    app.lasts = options.lasts;
    app.set_colours(depth);
    app.set_findings(terminal.findings());
    app.set_mouse(options.mouse);
    app.set_key_faults(keys.faults);
    let outside = ExternalChange(sender.clone());
    let mut driver = Driver {
        app,
        screen,
        began,
        bridge,
        root: options.root,
        kept: options.kept.map(saved_layout::SavedLayoutFile::new),
        bell: options.bell,
        notifications: options.notifications,
        copier: options.copier,
        themes,
        untried: None,
        variable: options.variable,
        sender: sender.clone(),
        last_frame: None,
        exit: None,
        input: None,
        inputs: std::collections::VecDeque::new(),
        rest: std::collections::VecDeque::new(),
    };
    // The first frame comes before anything that could take time.
    driver.draw(&mut terminal)?;
    driver.input = Some(start_input(began, sender)?);
    terminal.probe()?;
    let asked = (options.ask_others)(outside);
    driver.bridge.subscribe();
    if let Some(no_model) = options.no_model {
        driver.bridge.await_search(no_model);
    }
    driver.app.show_after_opening(options.then);
    if options.restore
        && let Some(text) = driver
            .kept
            .as_ref()
            .and_then(saved_layout::SavedLayoutFile::read)
    {
        driver.app.restore(&text);
    }
    // Whoever starts the engine opens it meanwhile.
    driver.app.await_session();
    driver.app.ask_for_surroundings();
    if let Some(problem) = theme_problem {
        driver.app.say(NoticeLevel::Warning, problem);
    }
    let reason = match driver.run(&mut terminal, &inbox) {
        // A terminal that was closed cannot be written to any more: that is no fault.
        Err(TuiError::Terminal(TerminalError::Io(_))) => Ok(ExitReason::TerminalGone),
        Ok(ExitReason::EngineStopped | ExitReason::Quit) if driver.app.has_stopped() => {
            match driver.app.told_when_left() {
                Some(why) => Err(TuiError::Stopped(why)),
                None => Ok(ExitReason::EngineStopped),
            }
        }
        reason => reason,
    };
    // The reader lets go of the terminal before its modes are taken back.
    driver.input = None;
    drop(asked);
    drop(terminal);
    reason
}

fn start_input(began: Instant, sender: Sender<Message>) -> Result<InputThread, TuiError> {
    let gone = KeyboardGone(sender.clone());
    let thread = InputThread::start(began, move |input| {
        // Held, so that the loop is told when the thread ends.
        let _ = &gone;
        sender.send(Message::Input(input)).is_ok()
    })?;
    Ok(thread)
}

/// Tells the loop when the reader thread ends.
struct KeyboardGone(Sender<Message>);

impl Drop for KeyboardGone {
    fn drop(&mut self) {
        self.0.send(Message::KeyboardGone).ok();
    }
}
