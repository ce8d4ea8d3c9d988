//! `agentichat run`: one instruction without a screen.
//!
//! A front end like the others: it sends commands, hears events, and prints them as text or as
//! lines of JSON. What would need a question is denied by the engine, which was told that nobody
//! is there.

mod exit;
mod print;
#[cfg(test)]
mod tests;

use std::io::Write;

use crate::actor::Handle;
use crate::protocol::command::{CancelHow, Command};
use crate::protocol::event::{Delivery, Event, Fact};
use crate::protocol::ids::{Seq, SessionId};

pub use exit::Ending;
pub use print::{Output, print_failure};

/// What is said to the engine, in this order.
#[derive(Debug)]
pub struct Opening {
    /// Makes the session live.
    pub open: Command,
    /// Sets it up as the flags want it.
    pub then: Vec<Command>,
    /// The instruction.
    pub prompt: String,
}

/// Carries out one instruction and prints what happens. Gives how it ended.
///
/// `interrupted` resolves when the user wants it to stop; the second time it resolves, running
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
    let mut printer = print::Printer::new(output, out, log);
    let Ok(mut events) = handle.subscribe(Seq(0)) else {
        return Ending::stopped();
    };
    let send = Command::SendMessage {
        session,
        text: prompt,
    };
    if handle.send(open).is_err() {
        return Ending::stopped();
    }
    let mut unsent: Option<Vec<Command>> = Some(then.into_iter().chain([send]).collect());
    let mut ending = Ending::default();
    let mut how = CancelHow::Gracefully;
    loop {
        tokio::select! {
            delivery = events.recv() => {
                let Some(Delivery::Event { event }) = delivery else {
                    if delivery.is_none() {
                        return ending.or_stopped();
                    }
                    continue;
                };
                if event.session != session {
                    continue;
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
                handle.send(Command::CancelRun { session, how }).ok();
                how = CancelHow::KillTree;
            }
        }
    }
}

/// Whether the session is live after this event: it was made, or its state was told.
fn is_open(event: &Event, session: SessionId) -> bool {
    event.session == session
        && matches!(
            event.fact,
            Fact::SessionCreated { .. } | Fact::SessionOpened { .. }
        )
}

fn is_over(event: &Event, sent: bool) -> bool {
    match &event.fact {
        Fact::RunCompleted { .. } | Fact::RunFailed { .. } | Fact::RunCancelled { .. } => true,
        // The message, or the opening of the session, was refused.
        Fact::CommandRejected { command, .. } => {
            matches!(command.as_str(), "open_session" | "create_session")
                || (sent && command == "send_message")
        }
        _ => false,
    }
}
