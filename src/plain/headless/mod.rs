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
use std::sync::Arc;

use protocol::command::{CancelMode, Command, CommandKind};
use protocol::event::{Delivery, Event, EventKind};
use protocol::ids::{RunId, Seq, SessionId};
use protocol::session::{RunStatus, SessionSnapshot};
use session::Handle;

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
    let Opening {
        open,
        then,
        prompt: question,
    } = opening;
    let session = open.session();
    let mut printer = print::Printer::new(output, out, log);
    let Ok(mut events) = handle.subscribe(Seq(0)) else {
        return Ending::stopped();
    };
    let send = Command::SendMessage {
        session,
        text: question,
    };
    if handle.send(open).is_err() {
        return Ending::stopped();
    }
    let mut unsent: Option<Vec<Command>> = Some(then.into_iter().chain([send]).collect());
    let mut ending = Ending::default();
    let mut how = CancelMode::Gracefully;
    let mut seen = Seq(0);
    let mut started = None;
    let mut heard = false;
    loop {
        tokio::select! {
            delivery = events.recv() => {
                heard |= delivery.is_some();
                let event = match delivery {
                    Some(Delivery::Event { event }) => event,
                    Some(Delivery::Snapshot { seq, sessions }) => {
                        seen = seen.max(seq);
                        // The state contains the missed events; the first state is from
                        // before the run.
                        match started.and_then(|run| end_in(&sessions, run)) {
                            Some(event) => Arc::new(event),
                            None => continue,
                        }
                    }
                    // The engine dropped this slow subscriber: continue from the last
                    // event that arrived.
                    None => match handle.subscribe(seen) {
                        // A subscription that yielded nothing was ended because the
                        // engine goes away.
                        Ok(again) if heard => {
                            events = again;
                            heard = false;
                            printer.note_missed_events();
                            continue;
                        }
                        Ok(_) | Err(_) => return ending.or_stopped(),
                    },
                };
                seen = event.seq.map_or(seen, |seq| seen.max(seq));
                if event.session != session {
                    continue;
                }
                if let EventKind::RunStarted { .. } = event.fact {
                    started = event.run;
                }
                printer.event(&event);
                ending.observe(&event);
                if is_open(&event, session)
                    && let Some(commands) = unsent.take()
                    && commands.into_iter().any(|command| handle.send(command).is_err())
                {
                    return Ending::stopped();
                }
                if is_over(&event, unsent.is_none()) {
                    printer.finish();
                    return ending;
                }
            }
            Some(()) = interrupted.recv() => {
                if unsent.is_some() {
                    return Ending::cancelled();
                }
                // If the engine does not take it, the user interrupts again.
                handle.send(Command::CancelRun { session, how }).ok();
                how = CancelMode::KillTree;
            }
        }
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
fn is_open(event: &Event, session: SessionId) -> bool {
    event.session == session
        && matches!(
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
