//! Finds the successor of an owner that is gone: this process, another one that this one attaches
//! to, or one that it runs beside. Commands that were sent and not confirmed are carried over.

use std::path::Path;

use tokio::time::Instant;

use super::{LOOK, can_be_served, own};
use crate::app::startup::{Handover, StartFrom};
use crate::app::{Setup, StartupError};
use client::ipc::Patience;
use client::ipc::client::{AttachError, Attachment, OpeningError, Relay, Unconfirmed, attach};
use client::ipc::message::Hello;
use l10n::said;
use notice::{Notice, count, notice};
use protocol::command::Command;
use protocol::query::{Query, Reply};
use provider::registry::Registry;
use session::Handle;
use store::lock::{LockError, SessionLock};

/// The next owner of the workspace.
pub(super) enum NextOwner {
    Ours(SessionLock),
    /// Another process that was quicker.
    Attached(Box<Attachment>),
    /// Another process that this one cannot or must not attach to, with the reason: this one
    /// runs beside it.
    Beside(Notice),
}

/// The side that serves the screen from now on.
pub(super) enum Successor {
    /// Another process, which has received the unfinished commands.
    Attached(Box<Attachment>),
    /// This process, with these commands; it owns the workspace if there is a lock.
    Own(Vec<Unconfirmed>, Option<SessionLock>),
}

/// Finds the successor, and tells the user what that means. `None` if the user leaves
/// the screen meanwhile.
pub(super) async fn find_successor(
    relay: &mut Relay,
    setup: &Setup,
    (folder, patience): (&Path, Patience),
    before: &Hello,
) -> Result<Option<Successor>, StartupError> {
    let mut told = false;
    loop {
        let Some(next) = search(relay, setup, (folder, patience), &mut told).await else {
            return Ok(None);
        };
        let next = next?;
        let (again, others) = relay.take_unconfirmed();
        if others > 0 {
            relay.queue_notice(notice!(
                "terminals-unconfirmed",
                pid = before.pid,
                orders = count(others, "order")
            ));
        }
        let mut next = match next {
            NextOwner::Attached(next) => next,
            NextOwner::Ours(lock) => {
                let me = setup.hello();
                relay.queue_notice(notice!(
                    "terminals-owner-gone",
                    before = before.pid,
                    now = me.pid
                ));
                report_lost_settings(relay, before, &me);
                tracing::info!(before = before.pid, "took the workspace over");
                return Ok(Some(Successor::Own(again, Some(lock))));
            }
            NextOwner::Beside(why) => {
                relay.queue_notice(notice!("terminals-gone-why", pid = before.pid, why));
                report_lost_settings(relay, before, &setup.hello());
                return Ok(Some(Successor::Own(again, None)));
            }
        };
        let asking = unfinished_commands(&mut next, &again);
        let asking = tokio::time::timeout(patience.handover, asking);
        let answer = relay.meanwhile(asking).await;
        if let Some(Ok(Ok(orders))) = answer {
            // The owner may be a new process, which has none of the sessions open.
            let open = |session| Command::OpenSession { session };
            let opening = relay.sessions().into_iter().map(open);
            relay.queue_commands_first(opening.chain(orders).collect());
            relay.queue_notice(notice!("terminals-attached-to", pid = next.owner.pid));
            report_lost_settings(relay, before, &next.owner);
            return Ok(Some(Successor::Attached(next)));
        }
        again.into_iter().for_each(|one| relay.remember(one));
        match answer {
            None => return Ok(None),
            Some(Err(_)) => report_silence_once(relay, &mut told),
            // That owner is gone too: the search continues with the next one.
            Some(Ok(_)) => {}
        }
    }
}

/// Waits for the successor, and shows a notice if that takes long.
async fn search(
    relay: &mut Relay,
    setup: &Setup,
    (folder, patience): (&Path, Patience),
    told: &mut bool,
) -> Option<Result<NextOwner, StartupError>> {
    loop {
        let looking = next_owner(setup, folder, patience);
        let looking = tokio::time::timeout(patience.handover, looking);
        match relay.meanwhile(looking).await? {
            Ok(next) => return Some(next),
            Err(_) => report_silence_once(relay, told),
        }
    }
}

fn report_silence_once(relay: &Relay, told: &mut bool) {
    if !std::mem::replace(told, true) {
        relay.notify_waiting(&notice!("terminals-owner-silent"));
    }
}

/// Takes the workspace or attaches to its owner, whichever succeeds first.
pub(super) async fn next_owner(
    setup: &Setup,
    folder: &Path,
    patience: Patience,
) -> Result<NextOwner, StartupError> {
    let mut since: Option<(u32, Instant)> = None;
    loop {
        let holder = match own(folder) {
            Ok(lock) => return Ok(NextOwner::Ours(lock)),
            Err(LockError::Held(held)) => held.pid,
            Err(error) => return Err(error.into()),
        };
        let same = since.filter(|(pid, _)| *pid == holder);
        let (_, first) = *since.insert(same.unwrap_or_else(|| (holder, Instant::now())));
        match attach(&setup.places(folder), &setup.hello(), patience).await {
            Ok(attachment) if can_be_served(&setup.flags, &attachment.owner.started) => {
                return Ok(NextOwner::Attached(Box::new(attachment)));
            }
            Ok(attachment) => {
                return Ok(NextOwner::Beside(not_served_notice(attachment.owner.pid)));
            }
            // The owner hangs: it will recover or be ended.
            Err(AttachError::Silent) => {}
            Err(error @ (AttachError::Refused(_) | AttachError::Stranger(_))) => {
                return Err(error.into());
            }
            // The leaving owner still has the lock, or the next one has no socket yet.
            Err(_) if first.elapsed() < patience.socket => {}
            Err(error) => {
                tracing::warn!(%error, "the next owner cannot be attached to");
                return Ok(NextOwner::Beside(no_terminals_notice(holder)));
            }
        }
        tokio::time::sleep(LOOK).await;
    }
}

/// Continues with an actor of this process; `seat` is the lock if this process owns the workspace.
pub(super) async fn continue_with_own_actor(
    setup: &Setup,
    providers: Registry,
    relay: Relay,
    unconfirmed: Vec<Unconfirmed>,
    handle: &Handle,
    seat: Option<(&Path, SessionLock)>,
) -> Result<(), StartupError> {
    let undelivered_notices = relay.undelivered_notices();
    let shown = relay.shown();
    let (sessions, asked, requests) = relay.into_parts();
    let begin = StartFrom::After(Handover {
        sessions: sessions.clone(),
        unconfirmed,
        asked,
    });
    let running = setup.startup_with(providers, begin, requests).await?;
    if let Some((folder, lock)) = seat {
        setup.serve_other_terminals(folder, lock, handle);
    }
    // If no session could be taken over, there is a new one.
    let sessions = if matches!(running.open, Command::CreateSession { .. }) {
        // The queue of a new actor has room.
        handle.send(running.open).ok();
        vec![running.session]
    } else {
        sessions
    };
    let notices = undelivered_notices.iter().chain(&running.notices);
    let text = notices.map(said).collect::<Vec<_>>().join("\n\n");
    // The notice concerns the terminal and not a session: once is enough.
    let shown = shown.filter(|session| sessions.contains(session));
    if let Some(session) = shown.or_else(|| sessions.first().copied()) {
        // A notice that cannot be sent is not worth failing the takeover.
        handle.send(Command::AddNotice { session, text }).ok();
    }
    Ok(())
}

/// Returns the commands that were not confirmed and that this owner does not know.
async fn unfinished_commands(
    attachment: &mut Attachment,
    unconfirmed: &[Unconfirmed],
) -> Result<Vec<Command>, OpeningError> {
    let mut orders = Vec::new();
    for one in unconfirmed {
        let session = one.command.session();
        match attachment.ask(Query::Session { session }).await? {
            Some(Reply::Session { session }) if one.has_taken_effect(&session) => {}
            _ => orders.push(one.command.clone()),
        }
    }
    Ok(orders)
}

/// Explains why a terminal does not attach to this process: its actor lacks what the
/// terminal's flags request.
pub(super) fn not_served_notice(pid: u32) -> Notice {
    notice!("terminals-not-served", pid)
}

/// Explains why a terminal cannot attach to this process.
pub(super) fn no_terminals_notice(pid: u32) -> Notice {
    notice!("terminals-takes-none", pid)
}

fn report_lost_settings(relay: &mut Relay, before: &Hello, after: &Hello) {
    if let Some(told) = lost_settings_notice(before, after) {
        relay.queue_notice(told);
    }
}

/// Returns the notice if the previous owner was started with settings that its successor lacks.
pub(super) fn lost_settings_notice(before: &Hello, after: &Hello) -> Option<Notice> {
    let had = &before.started.program;
    (!had.is_empty() && *had != after.started.program).then(|| {
        notice!(
            "terminals-no-longer-holds",
            before = before.pid,
            after = after.pid
        )
    })
}
