//! `agentichat run`: one instruction without a screen.
//!
//! A front end like the others: it sends commands, receives events, and prints them as text or
//! as lines of JSON. The engine knows that nobody is there and denies everything that would
//! need a question.

mod exit;
pub mod json_lines;
mod print;
#[cfg(test)]
mod tests;

use std::io::Write;

use client::connection::{Connection, ConnectionEvent};
use print::Printer;
use protocol::command::{CancelMode, Command, CommandKind};
use protocol::event::{Delivery, Event, EventKind};
use protocol::ids::{RunId, SessionId};
use protocol::session::{RunStatus, SessionSnapshot};
use session::{Handle, HandleError};

pub use exit::Ending;
pub use print::{Output, print_failure};

/// The opening commands to the engine, in this order.
#[derive(Debug)]
pub struct Opening {
    /// Makes the session live.
    pub open: Command,
    /// Configures the session as the flags demand.
    pub then: Vec<Command>,
    pub prompt: String,
}

/// Carries out one instruction and prints what happens. Returns how it ended.
///
/// `interrupted` resolves when the user wants to stop; when it resolves a second time, running
/// commands are killed.
pub async fn run(
    handle: &Handle,
    opening: Opening,
    output: Output,
    out: &mut (dyn Write + Send),
    log: &mut (dyn Write + Send),
    mut interrupted: tokio::sync::mpsc::Receiver<()>,
) -> Ending {
    let Opening { open, then, prompt } = opening;
    let session = open.session();
    let send = Command::send_message(session, prompt);
    let (connection, mut events) = Connection::with_events(handle.clone());
    if handle.send(open).is_err() {
        return Ending::stopped();
    }
    let mut run = HeadlessRun {
        session,
        connection,
        printer: Printer::new(output, out, log),
        unsent: Some(then.into_iter().chain([send]).collect()),
        started: None,
        ending: Ending::default(),
    };
    let mut how = CancelMode::Gracefully;
    loop {
        tokio::select! {
            event = events.recv() => {
                let is_over = match event {
                    Some(ConnectionEvent::Delivery(delivery, _credit)) => run.delivery(*delivery),
                    Some(ConnectionEvent::Resubscribed) => {
                        run.printer.note_missed_events();
                        Ok(Progress::Going)
                    }
                    Some(ConnectionEvent::EngineStopped) | None => Err(HandleError::Stopped),
                    Some(_) => Ok(Progress::Going),
                };
                match is_over {
                    Ok(Progress::Going) => {}
                    Ok(Progress::Over) => return run.ending,
                    Err(_) => return run.ending.or_stopped(),
                }
            }
            Some(()) = interrupted.recv() => {
                if run.unsent.is_some() {
                    return Ending::cancelled();
                }
                // If the engine does not take it, the user interrupts again.
                handle.send(Command::CancelRun { session, how }).ok();
                how = CancelMode::KillTree;
            }
        }
    }
}

/// Whether more is to come of the run.
enum Progress {
    Going,
    Over,
}

/// The instruction being carried out.
struct HeadlessRun<'a> {
    session: SessionId,
    connection: Connection,
    printer: Printer<'a>,
    /// The commands to send once the session is live.
    unsent: Option<Vec<Command>>,
    /// The run that carries the instruction out.
    started: Option<RunId>,
    ending: Ending,
}

impl HeadlessRun<'_> {
    fn delivery(&mut self, delivery: Delivery) -> Result<Progress, HandleError> {
        match delivery {
            Delivery::Event { event } => self.event(&event),
            // The state contains the missed events; the first state is from before the run.
            Delivery::Snapshot { sessions, .. } => {
                match self.started.and_then(|run| end_in(&sessions, run)) {
                    Some(event) => self.event(&event),
                    None => Ok(Progress::Going),
                }
            }
        }
    }

    fn event(&mut self, event: &Event) -> Result<Progress, HandleError> {
        if event.session != self.session {
            return Ok(Progress::Going);
        }
        if let EventKind::RunStarted { .. } = event.fact {
            self.started = event.run;
        }
        self.printer.event(event);
        self.ending.observe(event);
        if is_open(event)
            && let Some(commands) = self.unsent.take()
        {
            for command in commands {
                self.connection.handle().send(command)?;
            }
        }
        if is_over(event, self.unsent.is_none()) {
            self.printer.finish();
            return Ok(Progress::Over);
        }
        Ok(Progress::Going)
    }
}

/// Builds the missed event for the end of a run from the state.
fn end_in(sessions: &[SessionSnapshot], started: RunId) -> Option<Event> {
    let mut runs = sessions.iter().filter_map(|found| found.run.as_ref());
    let run = runs.find(|run| run.id == started)?;
    let result = run.result.clone().unwrap_or_default();
    let fact = match run.status {
        RunStatus::Completed | RunStatus::AwaitingReview => EventKind::RunCompleted { result },
        RunStatus::Cancelled => EventKind::RunCancelled { result },
        RunStatus::Failed | RunStatus::Interrupted => EventKind::RunFailed {
            error: run.error.clone().unwrap_or_default(),
            hint: None,
            code: None,
            result,
        },
        RunStatus::Queued | RunStatus::Running | RunStatus::WaitingForUser => return None,
    };
    Some(Event {
        seq: None,
        at: run.finished_at.unwrap_or(run.started_at),
        session: run.session,
        run: Some(run.id),
        fact,
    })
}

/// Whether the session is live after this event: it was created, or its state arrived.
fn is_open(event: &Event) -> bool {
    matches!(
        event.fact,
        EventKind::SessionCreated { .. } | EventKind::SessionOpened { .. }
    )
}

fn is_over(event: &Event, sent: bool) -> bool {
    match &event.fact {
        EventKind::RunCompleted { .. }
        | EventKind::RunFailed { .. }
        | EventKind::RunCancelled { .. } => true,
        // The engine rejected the message or the opening of the session.
        EventKind::CommandRejected { command, .. } => {
            matches!(
                command,
                CommandKind::OpenSession | CommandKind::CreateSession
            ) || (sent && *command == CommandKind::SendMessage)
        }
        _ => false,
    }
}
