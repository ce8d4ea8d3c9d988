//! The loop of the full screen: the main thread, without tokio, waiting on one channel.
//!
//! It takes one thing, drains the rest, does input before events, and draws once: at once after
//! input, at most 30 times a second for events, never when nothing changed. It touches no file
//! but the draft for `$EDITOR`, no database and no network; tasks on the runtime bring events,
//! answers and signals into the channel.

mod bridge;
mod external;

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::app::{App, Dirty};
use super::effect::{Effect, ExitReason};
use super::input::{Input, InputThread, InputThreadError, TerminalReply};
use super::keymap::Keymap;
use super::part::Parts;
use super::screen::Screen;
use super::terminal::{AskBackground, KeyProtocol, Terminal, TerminalError, copy_sequence};
use super::theme::{ColourDepth, Theme};
use crate::actor::Handle;
use crate::actor::handle::HandleError;
use crate::protocol::event::{Delivery, NoticeLevel};
use crate::protocol::ids::SessionId;
use crate::protocol::query::{Query, Reply};
use crate::protocol::session::SessionSettings;

pub use bridge::Credit;

/// Frames for events are at least so far apart.
const FRAME: Duration = Duration::from_millis(33);

/// Which session the screen begins with.
#[derive(Debug, Clone)]
pub enum Start {
    /// A new one.
    New(Box<SessionSettings>),
    /// One that is there.
    Open(SessionId),
}

/// What the screen is started with.
pub struct Options {
    /// Which session it begins with.
    pub start: Start,
    /// The key table, with the user's over it.
    pub keymap: Keymap,
    /// Name of the theme; `auto` follows the terminal.
    pub theme: String,
    /// The environment, as far as it tells of the terminal.
    pub variable: fn(&str) -> Option<String>,
    /// The workspace's root, for `$EDITOR`.
    pub root: std::path::PathBuf,
    /// Makes panes, bar and editor; the waker tells the loop that one of their threads is done.
    pub parts: Box<dyn FnOnce(Waker) -> Box<dyn Parts>>,
}

impl std::fmt::Debug for Options {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Options")
            .field("start", &self.start)
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
    /// The engine takes no orders.
    #[error(transparent)]
    Engine(#[from] HandleError),
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
    /// The engine is gone.
    EngineStopped,
    /// A signal.
    Signal(Signal),
    /// A thread of the front end made something.
    Wake,
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
    let began = Instant::now();
    let depth = ColourDepth::detect(options.variable);
    let theme = Theme::load(theme_name(&options), depth)?;
    let mut terminal = Terminal::enter(options.variable)?;
    let (width, height) = terminal.size()?;
    let (sender, inbox) = channel();
    let parts = (options.parts)(Waker(sender.clone()));
    let app = App::new(width, height, options.keymap, theme, parts);
    let mut driver = Driver {
        app,
        screen: Screen::new(width, height),
        began,
        bridge: bridge::Bridge::new(handle, runtime.clone(), sender.clone()),
        root: options.root,
        theme: options.theme,
        depth,
        last_frame: None,
        exit: None,
        input: None,
        inputs: VecDeque::new(),
        rest: VecDeque::new(),
    };
    // The first frame comes before anything that could take time.
    driver.draw(&mut terminal)?;
    driver.input = Some(start_input(began, sender)?);
    driver.bridge.listen_to_signals();
    let background = if driver.theme == "auto" {
        AskBackground::Yes
    } else {
        AskBackground::No
    };
    terminal.probe(background)?;
    driver.bridge.subscribe();
    match options.start {
        Start::New(settings) => driver.app.create_session(*settings),
        Start::Open(session) => driver.app.open_session(session),
    }
    driver.app.ask_for_surroundings();
    let reason = driver.run(&mut terminal, &inbox);
    // The reader lets go of the terminal before its modes are taken back.
    driver.input = None;
    drop(terminal);
    reason
}

fn theme_name(options: &Options) -> &str {
    match options.theme.as_str() {
        "auto" if super::theme::is_dark(options.variable) => "dark",
        "auto" => "light",
        name => name,
    }
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

/// Everything that the loop owns but the terminal.
struct Driver {
    app: App,
    screen: Screen,
    began: Instant,
    bridge: bridge::Bridge,
    root: std::path::PathBuf,
    theme: String,
    depth: ColourDepth,
    last_frame: Option<Duration>,
    exit: Option<ExitReason>,
    input: Option<InputThread>,
    inputs: VecDeque<Input>,
    rest: VecDeque<Message>,
}

impl Driver {
    fn run(
        &mut self,
        terminal: &mut Terminal,
        inbox: &Receiver<Message>,
    ) -> Result<ExitReason, TuiError> {
        self.carry_out(terminal)?;
        loop {
            self.wait(inbox);
            // An interrupt never waits behind a stream.
            while let Some(input) = self.inputs.pop_front() {
                self.app.input(&input);
                if let super::input::InputKind::Resize(width, height) = input.kind {
                    self.screen.resize(width, height);
                }
                self.carry_out(terminal)?;
            }
            while let Some(message) = self.rest.pop_front() {
                self.message(message, terminal)?;
            }
            self.app.tick(self.began.elapsed());
            self.carry_out(terminal)?;
            if let Some(reason) = self.exit.take() {
                self.app.keep_drafts();
                self.carry_out(terminal)?;
                return Ok(reason);
            }
            if self.frame_is_due() {
                self.draw(terminal)?;
            }
        }
    }

    /// Waits for the first message or a deadline, then takes all that is there.
    fn wait(&mut self, inbox: &Receiver<Message>) {
        let first = match self.deadline() {
            None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(at) => inbox.recv_timeout(at.saturating_sub(self.began.elapsed())),
        };
        if let Ok(message) = first {
            self.sort(message);
        }
        while let Ok(message) = inbox.try_recv() {
            self.sort(message);
        }
    }

    fn sort(&mut self, message: Message) {
        match message {
            Message::Input(input) => self.inputs.push_back(input),
            other => self.rest.push_back(other),
        }
    }

    fn deadline(&self) -> Option<Duration> {
        let frame = (self.app.dirty() == Dirty::Soon)
            .then(|| self.last_frame.map_or(Duration::ZERO, |last| last + FRAME));
        frame.into_iter().chain(self.app.deadline()).min()
    }

    fn frame_is_due(&self) -> bool {
        match self.app.dirty() {
            Dirty::No => false,
            Dirty::Now => true,
            Dirty::Soon => self
                .last_frame
                .is_none_or(|last| self.began.elapsed() >= last + FRAME),
        }
    }

    fn message(&mut self, message: Message, terminal: &mut Terminal) -> Result<(), TuiError> {
        match message {
            Message::Input(input) => self.app.input(&input),
            Message::Delivery(delivery) => {
                self.app.delivery(&delivery);
                self.bridge.credit().give_back();
            }
            Message::Reply(answer) => self.app.reply(&answer.0, answer.1),
            Message::EngineStopped => self.app.engine_stopped(),
            Message::Wake => self.app.wake(),
            Message::KeyboardGone => {
                // Our own end drops the thread too; what was decided before stands.
                self.exit.get_or_insert(ExitReason::TerminalGone);
            }
            Message::Signal(signal) => self.signal(signal, terminal)?,
        }
        self.carry_out(terminal)
    }

    fn signal(&mut self, signal: Signal, terminal: &mut Terminal) -> Result<(), TuiError> {
        match signal {
            Signal::SIGWINCH => {
                let (width, height) = terminal.size()?;
                let (shown_width, shown_height) = self.app.size();
                if (width, height) != (shown_width, shown_height) {
                    self.resize(width, height);
                }
            }
            Signal::SIGCONT => {
                terminal.resume()?;
                let (width, height) = terminal.size()?;
                self.resize(width, height);
            }
            other => self.exit = Some(ExitReason::Signal(other as i32)),
        }
        Ok(())
    }

    fn resize(&mut self, width: u16, height: u16) {
        self.screen.resize(width, height);
        self.app.input(&Input {
            at: self.began.elapsed(),
            alone: false,
            kind: super::input::InputKind::Resize(width, height),
        });
    }

    fn draw(&mut self, terminal: &mut Terminal) -> Result<(), TuiError> {
        let app = &mut self.app;
        let bytes = self.screen.frame(|buf| app.draw(buf));
        terminal.write(&bytes)?;
        self.last_frame = Some(self.began.elapsed());
        Ok(())
    }

    fn carry_out(&mut self, terminal: &mut Terminal) -> Result<(), TuiError> {
        for effect in self.app.take_effects() {
            self.effect(effect, terminal)?;
        }
        Ok(())
    }

    fn effect(&mut self, effect: Effect, terminal: &mut Terminal) -> Result<(), TuiError> {
        match effect {
            Effect::Send(command) => self.told(self.bridge.send(command)),
            Effect::Ask(query) => self.told(self.bridge.ask(query)),
            Effect::Copy(text) => {
                if let Some(bytes) = copy_sequence(&text) {
                    terminal.write(&bytes)?;
                }
            }
            Effect::Bell => terminal.write(b"\x07")?,
            Effect::Suspend => self.suspend(terminal)?,
            Effect::Redraw => {
                let (width, height) = terminal.size()?;
                self.resize(width, height);
                terminal.probe(AskBackground::No)?;
            }
            Effect::Edit(edit) => self.edit(&edit, terminal)?,
            Effect::Terminal(reply) => self.terminal_replied(reply, terminal)?,
            Effect::Exit(reason) => {
                self.exit.get_or_insert(reason);
            }
        }
        Ok(())
    }

    /// The engine did not take it: say why.
    fn told(&mut self, result: Result<(), HandleError>) {
        match result {
            Ok(()) => {}
            Err(HandleError::Stopped) => self.app.engine_stopped(),
            Err(error) => self.app.say(NoticeLevel::Warning, error.to_string()),
        }
    }

    fn set_theme(&mut self, name: &str) {
        match Theme::load(name, self.depth) {
            Ok(theme) => {
                name.clone_into(&mut self.theme);
                self.app.set_theme(theme);
            }
            Err(error) => self.app.say(NoticeLevel::Warning, error.to_string()),
        }
    }

    fn terminal_replied(
        &mut self,
        reply: TerminalReply,
        terminal: &mut Terminal,
    ) -> Result<(), TuiError> {
        if let Some(keys) = terminal.answered(reply)? {
            self.app.set_key_protocol(keys);
            if keys == KeyProtocol::Kitty
                && let Some(input) = &mut self.input
            {
                input.set_key_protocol();
            }
        }
        match reply {
            TerminalReply::Mode {
                mode: 2026,
                supported: true,
            } => self.screen.set_synchronized(),
            TerminalReply::Background { .. } if self.theme == "auto" => {
                if let Some(name) = App::background(reply) {
                    self.set_theme(name);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Stops the whole job, as the shell expects of Ctrl+Z; goes on here when it is continued.
    fn suspend(&mut self, terminal: &mut Terminal) -> Result<(), TuiError> {
        // Where there is no job control the signal is ignored, and the screen comes back at once.
        terminal.lend(|| kill(Pid::from_raw(0), Signal::SIGTSTP).ok())?;
        let (width, height) = terminal.size()?;
        self.resize(width, height);
        Ok(())
    }

    fn edit(
        &mut self,
        edit: &super::effect::ExternalEdit,
        terminal: &mut Terminal,
    ) -> Result<(), TuiError> {
        if let Some(input) = &mut self.input {
            input.pause();
        }
        let root = self.root.clone();
        let done = terminal.lend(|| external::edit(&edit.subject, &root))?;
        if let Some(input) = &mut self.input {
            input.resume();
        }
        let (width, height) = terminal.size()?;
        self.resize(width, height);
        match done {
            Ok(text) => self.app.edited(edit.purpose, text),
            Err(error) => self.app.say(NoticeLevel::Warning, error.to_string()),
        }
        Ok(())
    }
}
