//! Turns of the loop: wait, drain, handle input before events, draw if a frame is due.

use std::collections::VecDeque;
use std::sync::mpsc::RecvTimeoutError;
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

use nix::sys::signal::Signal;

use super::panic_point::panic_point;
use super::pending_queries::PendingQueries;
use super::stop::Stopped;
use super::{Bell, Copier, Message, Notifications, TuiError};
use crate::app::{App, Redraw};
use crate::effect::ExitReason;
use crate::input::InputThread;
use crate::screen::Screen;
use crate::terminal::Terminal;
use crate::theme::ThemeSet;
use client::connection::{Connection, ConnectionEvent};
use client::input::{Input, InputKind};

/// Minimum interval between frames for events.
const FRAME: Duration = Duration::from_millis(40);

/// Minimum interval between frames for answers, because each change of many files queries
/// everything open again.
const ANSWER: Duration = Duration::from_millis(4);

/// Maximum number of events handled before the effect of an input is shown.
const BEFORE_INPUT_IS_SHOWN: usize = 16;

/// Everything that the loop owns, except the terminal.
pub(super) struct Driver {
    pub(super) app: App,
    pub(super) screen: Screen,
    pub(super) began: Instant,
    pub(super) connection: Connection,
    pub(super) queries: PendingQueries,
    pub(super) root: std::path::PathBuf,
    /// The file that stores the screen layout.
    pub(super) kept: Option<super::saved_layout::SavedLayoutFile>,
    pub(super) bell: Bell,
    pub(super) notifications: Notifications,
    pub(super) copier: Copier,
    pub(super) themes: ThemeSet,
    /// The previous appearance while another one is being tried.
    pub(super) appearance_before_trial: Option<super::appearance::Appearance>,
    /// Reads an environment variable, to learn about the terminal.
    pub(super) variable: fn(&str) -> Option<String>,
    /// Channel for threads of the screen to report back.
    pub(super) sender: Sender<Message>,
    pub(super) last_frame: Option<Duration>,
    pub(super) exit: Option<ExitReason>,
    pub(super) input: Option<InputThread>,
    pub(super) inputs: VecDeque<Input>,
    pub(super) rest: VecDeque<Message>,
}

impl Driver {
    pub(super) fn run(
        &mut self,
        terminal: &mut Terminal,
        inbox: &Receiver<Message>,
    ) -> Result<ExitReason, TuiError> {
        self.execute(terminal)?;
        loop {
            self.wait(inbox);
            self.take_inputs(terminal)?;
            self.take_rest(inbox, terminal)?;
            self.app.tick(self.began.elapsed());
            self.execute(terminal)?;
            if let Some(reason) = self.exit.take() {
                self.app.store_drafts();
                self.execute(terminal)?;
                return Ok(reason);
            }
            if self.frame_is_due() {
                self.draw(terminal)?;
                // Measuring may have found that rows are missing.
                self.execute(terminal)?;
            }
        }
    }

    /// Handles all inputs first, so that an interrupt never waits behind a stream.
    fn take_inputs(&mut self, terminal: &mut Terminal) -> Result<(), TuiError> {
        while let Some(input) = self.inputs.pop_front() {
            self.app.input(&input);
            if let InputKind::Resize(width, height) = input.kind {
                self.screen.resize(width, height);
            }
            self.execute(terminal)?;
        }
        Ok(())
    }

    /// Handles the other messages until an input arrives. The effect of an input is shown before a
    /// whole burst of messages has been handled.
    fn take_rest(
        &mut self,
        inbox: &Receiver<Message>,
        terminal: &mut Terminal,
    ) -> Result<(), TuiError> {
        let mut taken = 0;
        while let Some(message) = self.rest.pop_front() {
            self.message(message, terminal)?;
            self.adopt_orphaned_draft(inbox);
            taken += 1;
            let shows_input = self.app.dirty() == Redraw::Now && taken >= BEFORE_INPUT_IS_SHOWN;
            if shows_input || !self.inputs.is_empty() {
                break;
            }
        }
        Ok(())
    }

    /// Waits for the first message or a deadline if nothing is left to do, then takes in
    /// all available messages.
    pub(super) fn wait(&mut self, inbox: &Receiver<Message>) {
        if self.inputs.is_empty() && self.rest.is_empty() {
            let first = match self.deadline() {
                None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(at) => inbox.recv_timeout(at.saturating_sub(self.began.elapsed())),
            };
            if let Ok(message) = first {
                self.sort(message);
            }
        }
        self.adopt_orphaned_draft(inbox);
    }

    fn adopt_orphaned_draft(&mut self, inbox: &Receiver<Message>) {
        while let Ok(message) = inbox.try_recv() {
            self.sort(message);
        }
    }

    pub(super) fn sort(&mut self, message: Message) {
        match message {
            Message::Input(input) => self.inputs.push_back(input),
            other => self.rest.push_back(other),
        }
    }

    pub(super) fn deadline(&self) -> Option<Duration> {
        let frame = match self.app.dirty() {
            Redraw::Soon => Some(self.after_last_frame(FRAME)),
            Redraw::Answered => Some(self.after_last_frame(ANSWER)),
            Redraw::No | Redraw::Now => None,
        };
        frame.into_iter().chain(self.app.deadline()).min()
    }

    fn after_last_frame(&self, pause: Duration) -> Duration {
        self.last_frame.map_or(Duration::ZERO, |last| last + pause)
    }

    pub(super) fn frame_is_due(&self) -> bool {
        match self.app.dirty() {
            Redraw::No => false,
            Redraw::Now => true,
            // Pending input is handled first, so that the same frame shows its effect.
            Redraw::Soon | Redraw::Answered if !self.inputs.is_empty() => false,
            Redraw::Soon => self.began.elapsed() >= self.after_last_frame(FRAME),
            Redraw::Answered => self.began.elapsed() >= self.after_last_frame(ANSWER),
        }
    }

    pub(super) fn message(
        &mut self,
        message: Message,
        terminal: &mut Terminal,
    ) -> Result<(), TuiError> {
        match message {
            Message::Input(input) => self.app.input(&input),
            Message::Connection(event) => self.connection_event(event, terminal)?,
            Message::Coloured(made) => self.app.coloured(made),
            Message::Say(level, text) => self.app.notify_in_other_session(level, text),
            Message::Keys(keys) => self.app.set_keys(*keys),
            Message::Tmux(tmux) => self.app.set_tmux(tmux),
            Message::Copied(ways) => self.app.copied_to(&ways),
            Message::KeyboardGone => {
                // Leaving on purpose ends the thread too; an earlier exit reason stands.
                self.exit.get_or_insert(ExitReason::TerminalGone);
            }
        }
        self.execute(terminal)
    }

    fn connection_event(
        &mut self,
        event: ConnectionEvent,
        terminal: &mut Terminal,
    ) -> Result<(), TuiError> {
        match event {
            ConnectionEvent::Delivery(delivery, _credit) => self.app.delivery(&delivery),
            ConnectionEvent::Reply(number, reply) => {
                let query = self.queries.replied(&self.connection, number);
                // The stopped engine, which replies no more, is reported once.
                if let (Some(query), Some(reply)) = (query, reply) {
                    self.app.reply(&query, *reply);
                }
            }
            ConnectionEvent::Job(id, step) => {
                self.app.job_progress(id, step.as_deref());
            }
            ConnectionEvent::ModelSearchEnded(Some(search)) => self.app.no_model(*search),
            ConnectionEvent::EngineStopped => self.app.engine_stopped(),
            ConnectionEvent::Signal(signal) => self.signal(signal, terminal)?,
            ConnectionEvent::Resubscribed
            | ConnectionEvent::Settled(_)
            | ConnectionEvent::ModelSearchEnded(None) => {}
        }
        Ok(())
    }

    pub(super) fn signal(
        &mut self,
        signal: Signal,
        terminal: &mut Terminal,
    ) -> Result<(), TuiError> {
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
                self.ask_background(terminal)?;
                let (width, height) = terminal.size()?;
                self.resize(width, height);
            }
            Signal::SIGTSTP => self.stop(Stopped::Program, terminal)?,
            other => self.exit = Some(ExitReason::Signal(other as i32)),
        }
        Ok(())
    }

    pub(super) fn resize(&mut self, width: u16, height: u16) {
        panic_point(width, height);
        self.screen.resize(width, height);
        self.app.input(&Input {
            at: self.began.elapsed(),
            alone: false,
            kind: InputKind::Resize(width, height),
        });
    }

    pub(super) fn draw(&mut self, terminal: &mut Terminal) -> Result<(), TuiError> {
        let app = &mut self.app;
        let bytes = self.screen.frame(|buf| app.draw(buf));
        terminal.write(&bytes)?;
        terminal.shape_cursor(self.app.model().cursor_shape())?;
        self.last_frame = Some(self.began.elapsed());
        Ok(())
    }
}
