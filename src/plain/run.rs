//! The loop of the line mode: the main thread, without tokio. It waits for bytes on standard input
//! and for messages from the engine, passes both to [`Plain`], and prints the results.
//!
//! It does two things itself: it holds back output while the user types a line, so that nothing
//! is read out in between; and before it prints the last line of a question, it takes
//! everything typed until then, so that only later input can answer. While input keeps coming, or
//! bytes that were read may continue, the question is not asked yet.

mod output;

use std::collections::VecDeque;
use std::io::{self, IsTerminal, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{Signal, raise};
use uuid::Uuid;

use super::editor::{EchoingEditor, Edit};
use super::pipe::PipeLines;
use super::state::{
    Awaiting, Editor, Effect, Input, Interaction, LineState, Lines, Plain, PlainExit, UnreadLine,
};
use super::terminal::{Modes, Pastes};
use client::connection::{Connection, ConnectionEvent};
use client::external;
use client::job::JobCommand;
use l10n::say;
use protocol::catalogue::JobProgress;
use protocol::ids::TerminalId;
use protocol::presence::Presence;
use protocol::query::Reply;
use protocol::review::ReviewBase;
use session::Handle;
use session::handle::HandleError;

/// Time that output waits after the last key of an unsent line.
const QUIET: Duration = Duration::from_millis(1_500);

/// Delay from the first unsaved key until the typed text is kept.
const KEPT_AFTER: Duration = Duration::from_secs(1);

/// Maximum number of messages taken before keys are checked again: an interrupt never waits
/// behind a stream.
const AT_ONCE: usize = 128;

/// Bytes per read.
const CHUNK: usize = 4_096;

/// Start options of the line mode.
#[derive(Debug)]
pub struct Options {
    /// Whether the bell rings for a question.
    pub bell: bool,
    /// Whether the user first chooses a session.
    pub choose_session: bool,
    /// The base of the review to begin in.
    pub review: Option<ReviewBase>,
    /// The workspace's root, for the editor.
    pub root: PathBuf,
    /// Completes, or is dropped, when the search for a model has ended.
    pub looks_for_model: tokio::sync::oneshot::Receiver<()>,
}

/// Runs the line mode until the user quits, the input ends, a signal arrives or the terminal goes
/// away. The caller stops the engine.
///
/// # Errors
/// If the terminal cannot be used.
pub fn run(
    handle: Handle,
    runtime: &tokio::runtime::Handle,
    options: Options,
) -> io::Result<PlainExit> {
    let (sender, inbox) = channel();
    let (wake, woken) = UnixStream::pair()?;
    wake.set_nonblocking(true)?;
    woken.set_nonblocking(true)?;
    let connection = Connection::new(handle, runtime.clone(), move |event| {
        let sent = sender.send(event).is_ok();
        // A full pipe wakes the loop too.
        (&wake).write_all(&[1]).ok();
        sent
    });
    connection.listen_to_signals(&[Signal::SIGTERM, Signal::SIGHUP, Signal::SIGINT]);
    let search = options.looks_for_model;
    connection.await_model_search(async {
        // An error means that the searching task has ended; its result is in the conversation.
        search.await.ok();
        None
    });
    let is_terminal = io::stdin().is_terminal();
    let source = if is_terminal {
        Source::Terminal {
            modes: Modes::enter(pastes())?,
            editor: Box::new(EchoingEditor::new()),
        }
    } else {
        Source::Pipe(PipeLines::default())
    };
    let manner = Interaction {
        lines: if is_terminal {
            Lines::Terminal
        } else {
            Lines::Pipe
        },
        editor: match external::named() {
            Some(_) if is_terminal => Editor::There,
            _ => Editor::None,
        },
        bell: options.bell && is_terminal,
        choose_session: options.choose_session,
        review: options.review,
        model: Awaiting::Yes,
    };
    let mut driver = Driver {
        plain: Plain::new(manner),
        began: Instant::now(),
        connection,
        inbox,
        woken,
        source,
        held: VecDeque::new(),
        covered: false,
        root: options.root,
        terminal: TerminalId(Uuid::now_v7()),
        // The echo goes where the user sees it.
        echo_to_errors: is_terminal && !io::stdout().is_terminal(),
        leave: None,
        input_is_open: true,
        unreported_since: None,
        has_more: false,
    };
    match driver.run() {
        // The reader of the output is gone.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
            Ok(PlainExit::Signal(Signal::SIGPIPE as i32))
        }
        ended => ended,
    }
}

/// Returns whether the terminal can mark pastes: all but dumb ones can.
fn pastes() -> Pastes {
    match std::env::var("TERM") {
        Ok(term) if term != "dumb" && !term.is_empty() && io::stdout().is_terminal() => {
            Pastes::Marked
        }
        _ => Pastes::Unmarked,
    }
}

/// The source of lines.
#[derive(Debug)]
enum Source {
    Terminal {
        modes: Modes,
        editor: Box<EchoingEditor>,
    },
    Pipe(PipeLines),
}

struct Driver {
    plain: Plain,
    began: Instant,
    connection: Connection,
    inbox: Receiver<ConnectionEvent>,
    woken: UnixStream,
    source: Source,
    /// Lines that wait until the user is not typing.
    held: VecDeque<String>,
    /// Whether other lines were printed over the one being typed.
    covered: bool,
    root: PathBuf,
    terminal: TerminalId,
    echo_to_errors: bool,
    leave: Option<PlainExit>,
    input_is_open: bool,
    /// Time of the first key that the draft does not contain yet.
    unreported_since: Option<Duration>,
    /// Whether the channel still holds messages.
    has_more: bool,
}

impl Driver {
    fn run(&mut self) -> io::Result<PlainExit> {
        let effects = self.plain.begin();
        self.execute(effects)?;
        loop {
            self.print_and_mark()?;
            if let Some(leave) = self.leave {
                self.print_all()?;
                self.report_typed_line()?;
                return Ok(leave);
            }
            let (keys, news) = self.wait()?;
            if self.draft_report_due().is_some_and(|at| at <= self.now()) {
                self.report_typed_line()?;
            }
            if keys {
                self.read_input()?;
            } else {
                self.decode_due_input()?;
            }
            if news {
                self.take_news()?;
            }
        }
    }

    fn now(&self) -> Duration {
        self.began.elapsed()
    }

    /// Waits for an event; returns whether there are bytes, and whether there are messages.
    fn wait(&self) -> io::Result<(bool, bool)> {
        let due = [
            self.hold_until(),
            self.draft_report_due(),
            self.decoding_until(),
        ];
        let next = due.into_iter().flatten().min();
        let left = next.map(|next| next.saturating_sub(self.now()));
        let timeout = match left {
            _ if self.has_more => PollTimeout::ZERO,
            // Rounded up, so that the timeout does not end before the time.
            Some(left) => {
                let milliseconds = u16::try_from(left.as_millis() + 1).unwrap_or(u16::MAX);
                PollTimeout::from(milliseconds)
            }
            None => PollTimeout::NONE,
        };
        let stdin = io::stdin();
        let news = PollFd::new(self.woken.as_fd(), PollFlags::POLLIN);
        let keys = PollFd::new(stdin.as_fd(), PollFlags::POLLIN);
        let ready = |fd: &PollFd| fd.any().unwrap_or(true);
        if self.input_is_open {
            let mut both = [keys, news];
            wait_for(&mut both, timeout)?;
            let [keys, news] = both;
            return Ok((ready(&keys), ready(&news) || self.has_more));
        }
        let mut one = [news];
        wait_for(&mut one, timeout)?;
        let [news] = one;
        Ok((false, ready(&news) || self.has_more))
    }

    /// Returns the time until which output is held back.
    fn hold_until(&self) -> Option<Duration> {
        match &self.source {
            Source::Terminal { editor, .. } if editor.is_begun() && !self.held.is_empty() => {
                Some(editor.last_key() + QUIET)
            }
            _ => None,
        }
    }

    /// Returns the time until which bytes that were read may continue.
    fn decoding_until(&self) -> Option<Duration> {
        match &self.source {
            Source::Terminal { editor, .. } => editor.deadline(),
            Source::Pipe(_) => None,
        }
    }

    /// Returns the time at which the typed text is passed on to be kept.
    fn draft_report_due(&self) -> Option<Duration> {
        Some(self.unreported_since? + KEPT_AFTER)
    }

    fn take_news(&mut self) -> io::Result<()> {
        let mut bytes = [0; 64];
        while matches!(self.woken.read(&mut bytes), Ok(count) if count > 0) {}
        self.has_more = true;
        for _ in 0..AT_ONCE {
            let Ok(event) = self.inbox.try_recv() else {
                self.has_more = false;
                break;
            };
            let input = match event {
                ConnectionEvent::Delivery(delivery, _credit) => Input::Delivery(delivery),
                ConnectionEvent::Resubscribed => continue,
                ConnectionEvent::Reply(number, Some(reply)) => Input::Reply(number, reply),
                ConnectionEvent::Reply(number, None) => {
                    let reason = HandleError::Stopped.notice();
                    Input::Reply(number, Box::new(Reply::Failed { reason }))
                }
                ConnectionEvent::Settled(number) => Input::Settled(number),
                ConnectionEvent::Job(job, step) => Input::Job(job, step),
                ConnectionEvent::ModelSearchEnded(_) => Input::ModelSearchEnded,
                ConnectionEvent::EngineStopped => Input::EngineStopped,
                ConnectionEvent::Signal(Signal::SIGINT) => Input::Interrupt(LineState::No),
                ConnectionEvent::Signal(signal) => {
                    self.leave.get_or_insert(match signal {
                        Signal::SIGHUP => PlainExit::TerminalGone,
                        signal => PlainExit::Signal(signal as i32),
                    });
                    return Ok(());
                }
            };
            self.give(input)?;
            // A new question is printed before further input is handled.
            if self.plain.wants_mark() {
                self.print_and_mark()?;
            }
            if self.leave.is_some() {
                return Ok(());
            }
        }
        Ok(())
    }

    fn give(&mut self, input: Input) -> io::Result<()> {
        let effects = self.update(input);
        self.execute(effects)
    }

    fn update(&mut self, input: Input) -> Vec<Effect> {
        self.plain.update(self.began.elapsed(), input)
    }

    /// Prints the waiting lines unless the user is typing. Prints the last line of a
    /// question only when all earlier input is consumed: the sender of any later input could
    /// know the whole question.
    fn print_and_mark(&mut self) -> io::Result<()> {
        if self.hold_until().is_some_and(|until| self.now() < until) {
            return Ok(());
        }
        if !self.plain.wants_mark() || self.leave.is_some() {
            return self.print(self.held.len());
        }
        self.print_over(self.held.len().saturating_sub(1))?;
        if self.input_is_open && self.has_input()? {
            self.print_line_again()?;
            return self.read_input();
        }
        if self.decoding_until().is_some() {
            return self.print_line_again();
        }
        let now = self.now();
        self.plain.mark(now);
        self.print(self.held.len())
    }

    fn has_input(&self) -> io::Result<bool> {
        let stdin = io::stdin();
        let mut one = [PollFd::new(stdin.as_fd(), PollFlags::POLLIN)];
        wait_for(&mut one, PollTimeout::ZERO)?;
        let [stdin] = one;
        Ok(stdin.any().unwrap_or(true))
    }

    fn read_input(&mut self) -> io::Result<()> {
        let mut bytes = [0; CHUNK];
        let count = match nix::unistd::read(io::stdin().as_fd(), &mut bytes) {
            Ok(count) => count,
            Err(nix::errno::Errno::EINTR | nix::errno::Errno::EAGAIN) => return Ok(()),
            // A closed terminal returns an error.
            Err(_) => 0,
        };
        let now = self.now();
        let bytes = bytes.get(..count).unwrap_or_default();
        match &mut self.source {
            Source::Terminal { .. } if bytes.is_empty() => {
                self.input_is_open = false;
                self.leave.get_or_insert(PlainExit::TerminalGone);
                Ok(())
            }
            Source::Terminal { editor, .. } => {
                if let Ok((columns, _)) = crossterm::terminal::size() {
                    editor.set_columns(usize::from(columns));
                }
                let lead = self.plain.lead();
                editor.hide(self.plain.wants_secret());
                let edits = editor.feed(now, bytes, lead);
                self.unreported_since.get_or_insert(now);
                self.edits(edits)
            }
            Source::Pipe(lines) => {
                let (whole, ended) = if bytes.is_empty() {
                    (lines.end(), true)
                } else {
                    (lines.feed(now, bytes), false)
                };
                for line in whole {
                    let input = line.map_or_else(Input::Unread, Input::Typed);
                    let is_binary = matches!(input, Input::Unread(UnreadLine::Binary(_)));
                    self.give(input)?;
                    if is_binary {
                        self.input_is_open = false;
                        return Ok(());
                    }
                }
                if ended {
                    self.input_is_open = false;
                    self.give(Input::End)?;
                }
                Ok(())
            }
        }
    }

    /// Takes the keys and pastes that are complete because no byte followed.
    fn decode_due_input(&mut self) -> io::Result<()> {
        let now = self.now();
        let lead = self.plain.lead();
        match &mut self.source {
            Source::Terminal { editor, .. } => {
                let edits = editor.tick(now, lead);
                self.edits(edits)
            }
            Source::Pipe(_) => Ok(()),
        }
    }

    fn edits(&mut self, edits: Vec<Edit>) -> io::Result<()> {
        for edit in edits {
            match edit {
                Edit::Echo(text) => self.echo(&text)?,
                Edit::Line(line) => self.give(Input::Typed(line))?,
                Edit::Interrupt(begun) => self.give(Input::Interrupt(begun))?,
                Edit::Quit => self.give(Input::Quit)?,
                Edit::Suspend => self.suspend()?,
                Edit::Complete(typed) => self.give(Input::Complete(typed))?,
                Edit::Editor(line) => self.give(Input::EditLine(line))?,
                Edit::Secret(key) => self.give(Input::Secret(key))?,
            }
            if self.leave.is_some() {
                break;
            }
        }
        Ok(())
    }

    /// Suspends to the shell on Ctrl+Z. Questions that arrive meanwhile are asked again when the
    /// user is back.
    fn suspend(&mut self) -> io::Result<()> {
        let Source::Terminal { modes, editor } = &self.source else {
            return Ok(());
        };
        if editor.is_begun() {
            self.echo("\n")?;
        }
        // The kernel does not stop a process that nobody could resume.
        modes.lend(|| raise(Signal::SIGTSTP).ok())?;
        if editor.is_begun() {
            let again = editor.again();
            self.echo(&again)?;
        }
        Ok(())
    }

    fn execute(&mut self, effects: Vec<Effect>) -> io::Result<()> {
        let mut effects: VecDeque<Effect> = effects.into();
        while let Some(effect) = effects.pop_front() {
            match effect {
                Effect::Say(line) => self.held.push_back(line),
                Effect::Send(command) => {
                    let sent = self.connection.handle().send(command.clone());
                    // The subscription reports the stopped engine.
                    if sent == Err(HandleError::Busy) {
                        effects.extend(self.update(Input::NotSent(Box::new(command))));
                    }
                }
                Effect::Ask(number, query) => {
                    if let Err(error) = self.connection.ask(number, query) {
                        let reason = error.notice();
                        let reply = Box::new(Reply::Failed { reason });
                        effects.extend(self.update(Input::Reply(number, reply)));
                    }
                }
                Effect::Settle(number, until) => self.connection.settle(number, until),
                Effect::Edit(text) => {
                    self.print_all()?;
                    let input = self.edit(&text)?;
                    effects.extend(self.update(input));
                }
                Effect::OpenFile(path) => {
                    self.print_all()?;
                    let input = self.open(&path)?;
                    effects.extend(self.update(input));
                }
                Effect::Complete(completed) => self.put_in(&completed)?,
                Effect::Job(JobCommand::Begin(id, job)) => {
                    if let Err(error) = self.connection.begin(id, *job) {
                        let failed = Box::new(JobProgress::Failed(error.notice()));
                        for step in [Some(failed), None] {
                            effects.extend(self.update(Input::Job(id, step)));
                        }
                    }
                }
                Effect::Job(JobCommand::End(id)) => self.connection.cancel(id),
                Effect::Recall(lines) => {
                    if let Source::Terminal { editor, .. } = &mut self.source {
                        editor.recall(lines);
                    }
                }
                Effect::Present(sessions) => {
                    let terminal = self.terminal;
                    let shown = Presence { terminal, sessions };
                    // A failure only leaves other front ends uninformed.
                    self.connection.handle().show(shown).ok();
                }
                Effect::Bell => self.echo("\u{7}")?,
                Effect::Leave(leave) => {
                    self.leave.get_or_insert(leave);
                }
            }
        }
        Ok(())
    }

    fn edit(&self, text: &str) -> io::Result<Input> {
        let Source::Terminal { modes, .. } = &self.source else {
            return Ok(Input::NoEditor(say!("plain-no-terminal").to_owned()));
        };
        let Some(editor) = external::named() else {
            return Ok(Input::NoEditor(say!("plain-no-editor").to_owned()));
        };
        Ok(
            match modes.lend(|| external::edit(&editor, text, &self.root))? {
                Ok(text) => Input::Edited(text),
                Err(why) => Input::NoEditor(why.to_string()),
            },
        )
    }

    /// Opens a file of the workspace in the user's own editor.
    fn open(&self, path: &str) -> io::Result<Input> {
        let refused = |why: &str| Input::FileClosed(Err(why.to_owned()));
        let Source::Terminal { modes, .. } = &self.source else {
            return Ok(refused(say!("plain-no-terminal")));
        };
        let Some(editor) = external::named() else {
            return Ok(refused(say!("plain-no-editor")));
        };
        let path = self.root.join(path);
        let opened = modes.lend(|| external::open(&editor, &path, 1, &self.root))?;
        Ok(Input::FileClosed(
            opened.map(drop).map_err(|why| why.to_string()),
        ))
    }

    /// Passes on the line being typed, so that it outlives the program.
    fn report_typed_line(&mut self) -> io::Result<()> {
        self.unreported_since = None;
        match &self.source {
            Source::Terminal { editor, .. } => {
                let line = editor.text();
                self.give(Input::Typing(line))
            }
            Source::Pipe(_) => Ok(()),
        }
    }
}

fn wait_for(fds: &mut [PollFd<'_>], timeout: PollTimeout) -> io::Result<()> {
    match poll(fds, timeout) {
        Ok(_) | Err(nix::errno::Errno::EINTR) => Ok(()),
        Err(error) => Err(error.into()),
    }
}
