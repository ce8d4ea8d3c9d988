//! The loop of the full screen: the main thread, without tokio, waiting on one channel.
//!
//! It takes one message, drains the rest, handles input before events, and draws once: at once
//! after input, at most 25 times a second for events, never if nothing changed. It touches no file
//! except the draft for `$EDITOR`, no database and no network; tasks on the runtime bring events,
//! answers and signals into the channel.

mod appearance;
mod driver;
mod execute;
mod external;
mod panic_point;
mod pending_queries;
mod report;
mod saved_layout;
mod stop;

use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::Instant;

use nix::sys::signal::Signal;

use super::app::App;
use super::effect::ExitReason;
use super::highlight::{Colours, Highlighted};
use super::input::{InputThread, InputThreadError};
use super::keymap::{KeymapFault, LoadedKeymap};
use super::motion::Motion;
use super::pane::chat::Diffs;
use super::part_options::PartOptions;
use super::screen::Glyphs;
use super::sessions::AfterOpening;
use super::terminal::findings::TmuxKeys;
use super::terminal::{self, MouseCapture, Terminal, TerminalError};
use super::theme::{ColourDepth, OwnThemes, ThemeChoice, ThemeSet, guessed_lightness};
use client::coach::Coach;
use client::connection::{Connection, ConnectionEvent};
use client::input::Input;
use client::vim::EditorKeys;
use driver::Driver;
use l10n::said;
use notice::Notice;
use pending_queries::PendingQueries;
use protocol::catalogue::ModelSearch;
use protocol::event::NoticeLevel;
use session::Handle;
use session::handle::HandleError;
use stop::{Stopped, stop};

/// Whether the screen rings the terminal's bell.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Bell {
    #[default]
    On,
    /// The user turned the bell off.
    Off,
}

/// Whether the screen sends desktop notifications about open questions while the window
/// lacks the focus.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Notifications {
    #[default]
    On,
    /// The user turned notifications off.
    Off,
}

/// Copies a text to the clipboard by other means than the terminal; returns the names of the
/// programs that took it.
type ClipboardWriter = dyn Fn(&str) -> Vec<String> + Send + Sync;

/// The clipboard programs. Copying may block for some seconds.
#[derive(Clone)]
pub struct Copier(Arc<ClipboardWriter>);

impl Copier {
    /// Wraps a function that copies a text.
    pub fn new(takes: impl Fn(&str) -> Vec<String> + Send + Sync + 'static) -> Self {
        Self(Arc::new(takes))
    }

    /// Passes the text to the programs; returns the names of those that took it.
    pub fn copy(&self, text: &str) -> Vec<String> {
        (self.0)(text)
    }
}

/// Whether changes outlast the program.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum SaveScope {
    /// Changes are saved.
    #[default]
    Yes,
    /// Changes belong to the demo and are deleted with its folder.
    No,
}

/// Start options of the screen.
pub struct Options {
    /// The view or dialog to open first.
    pub then: AfterOpening,
    pub bell: Bell,
    /// Whether desktop notifications are sent.
    pub notifications: Notifications,
    /// Mouse capture at the start.
    pub mouse: MouseCapture,
    /// Copies texts to the clipboard beside the terminal.
    pub copier: Copier,
    /// Loads the key table with the user's keymap over it, and reports its unused entries.
    pub keys: Box<dyn FnOnce() -> Result<LoadedKeymap, KeymapFault>>,
    /// Starts the observers that report external changes later; the returned value lives as
    /// long as the screen.
    pub ask_others: Box<dyn FnOnce(ExternalChange) -> Box<dyn std::any::Any>>,
    /// The theme; `auto` follows the terminal.
    pub theme: ThemeChoice,
    /// Character set for frames and marks.
    pub glyphs: Glyphs,
    /// Whether the screen animates anything.
    pub motion: Motion,
    /// Keys that edit the draft.
    pub editor_keys: EditorKeys,
    /// Whether the changes of edits stand below their rows.
    pub diffs: Diffs,
    /// The user's own themes.
    pub themes: Arc<dyn OwnThemes>,
    /// Reads an environment variable, to learn about the terminal.
    pub variable: fn(&str) -> Option<String>,
    /// The workspace's root, for `$EDITOR`.
    pub root: std::path::PathBuf,
    /// Path of the file that stores the screen layout between two runs.
    pub kept: Option<std::path::PathBuf>,
    /// Whether the stored layout is restored.
    pub restore: bool,
    /// Whether changes outlast the program.
    pub save_scope: SaveScope,
    /// Delivers the result of the model search if no model is usable.
    pub no_model: Option<tokio::sync::oneshot::Receiver<ModelSearch>>,
    /// Names of all themes, for completion.
    pub theme_names: Vec<String>,
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

/// Reports external changes to the loop: the user's keymap, tmux.
#[derive(Debug, Clone)]
pub struct ExternalChange(Sender<Message>);

impl ExternalChange {
    /// Reports a changed keymap of the user; returns false if the loop has ended.
    pub fn keys(&self, keys: LoadedKeymap) -> bool {
        self.0.send(Message::Keys(Box::new(keys))).is_ok()
    }

    /// Reports the key settings of tmux.
    pub fn tmux(&self, tmux: TmuxKeys) {
        // An ended loop does not need them.
        self.0.send(Message::Tmux(tmux)).ok();
    }
}

/// Error that ends the full screen or prevents its start.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.notice())]
pub enum TuiError {
    /// The terminal is unusable.
    Terminal(#[from] TerminalError),
    /// The keyboard is unreadable.
    Input(#[from] InputThreadError),
    /// The theme is unusable.
    Theme(#[from] super::theme::ThemeError),
    /// The key table is unusable.
    Keys(#[from] KeymapFault),
    /// The engine accepts no commands.
    Engine(#[from] HandleError),
    /// The engine has stopped; carries the reason and the typed text that is stored nowhere else.
    Stopped(String),
}

impl TuiError {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            TuiError::Terminal(error) => error.notice(),
            TuiError::Input(error) => error.notice(),
            TuiError::Theme(error) => error.notice(),
            TuiError::Keys(fault) => fault.notice(),
            TuiError::Engine(error) => error.notice(),
            TuiError::Stopped(words) => Notice::text(words),
        }
    }
}

/// Message in the loop's channel.
#[derive(Debug)]
pub(super) enum Message {
    Input(Input),
    /// An event of the connection to the engine.
    Connection(ConnectionEvent),
    /// Syntax colours that their thread has computed.
    Coloured(Highlighted),
    /// Notice from a front-end thread.
    Say(NoticeLevel, String),
    /// The user's keymap changed.
    Keys(Box<LoadedKeymap>),
    /// Key settings reported by tmux.
    Tmux(TmuxKeys),
    /// Names of the programs that put the text on the clipboard.
    Copied(Vec<String>),
    /// The keyboard thread has ended.
    KeyboardGone,
}

/// Shows the full screen until the user quits, a signal arrives or the terminal goes away. Does not
/// stop the engine; the caller does.
///
/// # Errors
/// If the terminal is unusable or the theme does not exist.
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
    let connection = connect(handle, runtime, sender.clone());
    if let Some(no_model) = options.no_model {
        connection.await_model_search(async { no_model.await.ok() });
    }
    let mut terminal = Terminal::enter(options.variable)?;
    let (width, height) = terminal.size()?;
    let coloured = sender.clone();
    // An ended loop draws no more.
    let colours = Colours::with_worker(move |made| drop(coloured.send(Message::Coloured(made))));
    let parts = PartOptions::new(
        options.theme_names,
        options.glyphs,
        options.motion,
        options.editor_keys,
        options.diffs,
    );
    let screen = super::screen::Screen::new(width, height).with_glyphs(options.glyphs);
    let keys = (options.keys)()?;
    let mut app = App::new(width, height, keys.keymap, theme, parts, colours);
    app.model.chrome.began = Some(began_at);
    app.model.chrome.save_scope = options.save_scope;
    app.coach = (options.save_scope == SaveScope::No).then(Coach::default);
    app.depth = depth;
    app.set_findings(terminal.findings());
    app.set_mouse(options.mouse);
    app.set_key_faults(keys.faults);
    let outside = ExternalChange(sender.clone());
    let mut driver = Driver {
        app,
        screen,
        began,
        connection,
        queries: PendingQueries::default(),
        root: options.root,
        kept: options.kept.map(saved_layout::SavedLayoutFile::new),
        bell: options.bell,
        notifications: options.notifications,
        copier: options.copier,
        themes,
        appearance_before_trial: None,
        variable: options.variable,
        sender: sender.clone(),
        last_frame: None,
        exit: None,
        input: None,
        inputs: std::collections::VecDeque::new(),
        rest: std::collections::VecDeque::new(),
    };
    // Draws the first frame before anything that could take time.
    driver.draw(&mut terminal)?;
    driver.input = Some(start_input(began, sender)?);
    terminal.probe()?;
    let asked = (options.ask_others)(outside);
    driver.app.model.sessions.after_opening = options.then;
    if options.restore
        && let Some(text) = driver
            .kept
            .as_ref()
            .and_then(saved_layout::SavedLayoutFile::read)
    {
        driver.app.model.panes.restore(&text);
    }
    // The code that starts the engine opens the session meanwhile.
    driver.app.model.sessions.await_first();
    driver.app.ask_for_surroundings();
    if let Some(problem) = theme_problem {
        driver.app.say(NoticeLevel::Warning, said(&problem));
    }
    let reason = match driver.run(&mut terminal, &inbox) {
        // Writing to a closed terminal fails; that is no error of the program.
        Err(TuiError::Terminal(TerminalError::Io(_))) => Ok(ExitReason::TerminalGone),
        Ok(ExitReason::EngineStopped | ExitReason::Quit)
            if driver.app.model.chrome.has_stopped() =>
        {
            match driver.app.model.farewell_text() {
                Some(why) => Err(TuiError::Stopped(why)),
                None => Ok(ExitReason::EngineStopped),
            }
        }
        reason => reason,
    };
    // The reader must release the terminal before its modes are restored.
    driver.input = None;
    drop(asked);
    drop(terminal);
    reason
}

/// The signals that concern a terminal program.
const SIGNALS: [Signal; 7] = [
    Signal::SIGWINCH,
    Signal::SIGTERM,
    Signal::SIGHUP,
    Signal::SIGINT,
    Signal::SIGQUIT,
    Signal::SIGCONT,
    Signal::SIGTSTP,
];

/// Connects the loop to the engine, and listens to signals.
fn connect(
    handle: Handle,
    runtime: &tokio::runtime::Handle,
    sender: Sender<Message>,
) -> Connection {
    let connection = Connection::new(handle, runtime.clone(), move |event| {
        if let ConnectionEvent::Signal(Signal::SIGTSTP) = event
            && !terminal::is_ours()
        {
            // An editor owns the terminal and the loop waits for it. The shell regains its terminal
            // only when the whole job has stopped.
            stop(Stopped::Program);
            return true;
        }
        sender.send(Message::Connection(event)).is_ok()
    });
    connection.listen_to_signals(&SIGNALS);
    connection
}

fn start_input(began: Instant, sender: Sender<Message>) -> Result<InputThread, TuiError> {
    let gone = KeyboardGone(sender.clone());
    let thread = InputThread::start(began, move |input| {
        // Held so that its drop tells the loop when the thread ends.
        let _ = &gone;
        sender.send(Message::Input(input)).is_ok()
    })?;
    Ok(thread)
}

/// Tells the loop that the reader thread has ended.
struct KeyboardGone(Sender<Message>);

impl Drop for KeyboardGone {
    fn drop(&mut self) {
        // An ended loop reads no keyboard.
        self.0.send(Message::KeyboardGone).ok();
    }
}
