//! Stores input that the user gave while nobody owned the workspace as drafts, so that the next
//! start finds it.

use std::collections::BTreeSet;

use jiff::Timestamp;

use super::StartupError;
use crate::app::Setup;
use crate::app::crash_recovery::commit;
use client::ipc::client::Unconfirmed;
use notice::{Notice, count, notice};
use protocol::command::Command;
use protocol::event::{Event, EventKind};
use protocol::instruction::draft_of;
use protocol::session::SessionSnapshot;

impl Setup {
    /// Stores drafts, and messages and command lines that no actor has taken, as the drafts of
    /// their sessions.
    ///
    /// # Errors
    /// If they cannot be stored: says how many are lost.
    pub(in crate::app) async fn store_as_drafts(
        &self,
        given: Vec<Unconfirmed>,
    ) -> Result<(), StartupError> {
        let given: Vec<Unconfirmed> = given.into_iter().filter(is_text).collect();
        if given.is_empty() {
            return Ok(());
        }
        let lost = count(given.len(), "order");
        let kept = self.keep(&given).await;
        kept.map_err(|why| StartupError::Unkept { lost, why })
    }

    async fn keep(&self, given: &[Unconfirmed]) -> Result<(), Notice> {
        let opened = self.open_store(&mut Vec::new());
        let opened = opened.map_err(|error| error.notice())?.0;
        let store = opened.store;
        let sessions: BTreeSet<_> = given.iter().map(|one| one.command.session()).collect();
        let mut events = Vec::new();
        for session in sessions {
            let found = store.session(session).await;
            let found = found.map_err(|error| error.notice())?;
            let snapshot = found.ok_or_else(|| notice!("told-session-not-stored"))?;
            let before = store.draft(session).await;
            let before = before.map_err(|error| error.notice())?;
            let of_it = given.iter().filter(|one| one.command.session() == session);
            let text = draft(&before, of_it, &snapshot);
            let text = redact::mask(&text).into_owned();
            if text != before {
                events.push(Event {
                    seq: None,
                    at: Timestamp::now(),
                    session,
                    run: None,
                    fact: EventKind::DraftSaved { text },
                });
            }
        }
        let kept = commit(&store, events, opened.last_seq).await;
        kept.map(drop).map_err(|error| error.notice())
    }
}

/// Whether it is text that the user wrote.
fn is_text(one: &Unconfirmed) -> bool {
    matches!(
        one.command,
        Command::SendMessage { .. }
            | Command::ResendMessage { .. }
            | Command::RunShell { .. }
            | Command::ProposeInstruction { .. }
            | Command::SaveDraft { .. }
    )
}

/// Puts text that was sent and not taken before text that was typed since.
fn draft<'a>(
    before: &str,
    given: impl Iterator<Item = &'a Unconfirmed>,
    session: &SessionSnapshot,
) -> String {
    let mut sent: Vec<String> = Vec::new();
    let mut typed = before.to_owned();
    for one in given {
        let text = match &one.command {
            Command::SaveDraft { text, .. } => {
                typed.clone_from(text);
                continue;
            }
            Command::SendMessage { text, .. } | Command::ResendMessage { text, .. } => text.clone(),
            Command::RunShell { command, .. } => format!("!{command}"),
            Command::ProposeInstruction { text, .. } => draft_of(text),
            _ => continue,
        };
        // The draft that was stored before sending is the beginning of the sent text.
        typed.clear();
        if !one.has_taken_effect(session) {
            sent.push(text);
        }
    }
    sent.extend(Some(typed).filter(|typed| !typed.is_empty()));
    sent.join("\n")
}
