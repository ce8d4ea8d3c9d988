//! Who comes after an owner that is gone: this process, another one that this one attaches to, or one that it goes on
//! beside. What was ordered and not confirmed goes along.

use std::path::Path;

use tokio::time::Instant;

use super::{LOOK, is_served, own};
use crate::actor::Handle;
use crate::app::startup::{Handover, StartFrom};
use crate::app::{Setup, StartupError};
use crate::ipc::Patience;
use crate::ipc::client::{AttachError, Attachment, OpeningError, Relay, Unconfirmed, attach};
use crate::ipc::message::Hello;
use crate::l10n::{counted, say};
use crate::protocol::command::Command;
use crate::protocol::query::{Query, Reply};
use crate::provider::registry::Registry;
use crate::store::lock::{LockError, SessionLock};

/// Who comes after an owner that is gone.
pub(super) enum NextOwner {
    Ours(SessionLock),
    /// Another one that was quicker.
    Attached(Attachment),
    /// Another one that this one cannot or must not attach to, with why: it goes on beside it.
    Beside(String),
}

/// With whom a screen goes on.
pub(super) enum Successor {
    /// With another process, which knows what is to be done.
    Attached(Box<Attachment>),
    /// With this one, and with these orders; it owns the workspace where there is a lock.
    Own(Vec<Unconfirmed>, Option<SessionLock>),
}

/// Finds who comes next, and tells the human what that means. `None` where the screen is left meanwhile.
pub(super) async fn heir(
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
            relay.say(say!(
                "terminals-unconfirmed",
                pid = before.pid,
                orders = counted(others, "order")
            ));
        }
        let mut next = match next {
            NextOwner::Attached(next) => next,
            NextOwner::Ours(lock) => {
                let me = setup.hello();
                relay.say(say!(
                    "terminals-owner-gone",
                    before = before.pid,
                    now = me.pid
                ));
                say_what_ended(relay, before, &me);
                tracing::info!(before = before.pid, "took the workspace over");
                return Ok(Some(Successor::Own(again, Some(lock))));
            }
            NextOwner::Beside(why) => {
                relay.say(say!("terminals-gone-why", pid = before.pid, why));
                say_what_ended(relay, before, &setup.hello());
                return Ok(Some(Successor::Own(again, None)));
            }
        };
        let asking = still_to_do(&mut next, &again);
        let asking = tokio::time::timeout(patience.handover, asking);
        let answer = relay.meanwhile(asking).await;
        if let Some(Ok(Ok(orders))) = answer {
            // It may be one that was not there before, and has none of them open.
            let open = |session| Command::OpenSession { session };
            let opening = relay.sessions().into_iter().map(open);
            relay.order_first(opening.chain(orders).collect());
            relay.say(say!("terminals-attached-to", pid = next.owner.pid));
            say_what_ended(relay, before, &next.owner);
            return Ok(Some(Successor::Attached(Box::new(next))));
        }
        again.into_iter().for_each(|one| relay.remember(one));
        match answer {
            None => return Ok(None),
            Some(Err(_)) => tell_once(relay, &mut told),
            // It is gone too: the one after it is asked.
            Some(Ok(_)) => {}
        }
    }
}

/// Waits for who comes next, and says so where that takes long.
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
            Err(_) => tell_once(relay, told),
        }
    }
}

fn tell_once(relay: &Relay, told: &mut bool) {
    if !std::mem::replace(told, true) {
        relay.tell_who_waits(say!("terminals-owner-silent"));
    }
}

/// Takes the workspace, or attaches to who has it, whichever can be done first.
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
            Ok(attachment) if is_served(&setup.flags, &attachment.owner.started) => {
                return Ok(NextOwner::Attached(attachment));
            }
            Ok(attachment) => return Ok(NextOwner::Beside(not_served(attachment.owner.pid))),
            // It hangs: it is gone on with, or ended.
            Err(AttachError::Silent) => {}
            Err(error @ (AttachError::Refused(_) | AttachError::Stranger(_))) => {
                return Err(error.into());
            }
            // The one that goes has still the lock, or the next one has no socket yet.
            Err(_) if first.elapsed() < patience.socket => {}
            Err(error) => {
                tracing::warn!(%error, "the next owner cannot be attached to");
                return Ok(NextOwner::Beside(takes_none(holder)));
            }
        }
        tokio::time::sleep(LOOK).await;
    }
}

/// Goes on with an actor of this process; `seat` is there where it owns the workspace.
pub(super) async fn go_on(
    setup: &Setup,
    providers: Registry,
    relay: Relay,
    unconfirmed: Vec<Unconfirmed>,
    handle: &Handle,
    seat: Option<(&Path, SessionLock)>,
) -> Result<(), StartupError> {
    let said = relay.unsaid();
    let shown = relay.shown();
    let (sessions, asked, requests) = relay.into_parts();
    let begin = StartFrom::After(Handover {
        sessions: sessions.clone(),
        unconfirmed,
        asked,
    });
    let running = setup.bring_up_with(providers, begin, requests).await?;
    if let Some((folder, lock)) = seat {
        setup.let_others_in(folder, lock, handle);
    }
    // Where none could be taken over there is a new one.
    let sessions = if matches!(running.open, Command::CreateSession { .. }) {
        handle.send(running.open).ok();
        vec![running.session]
    } else {
        sessions
    };
    let texts = said.into_iter().chain(running.notices);
    let text = texts.collect::<Vec<_>>().join("\n\n");
    // It is about the terminal and not about a session: once is enough.
    let shown = shown.filter(|session| sessions.contains(session));
    if let Some(session) = shown.or_else(|| sessions.first().copied()) {
        handle.send(Command::AddNotice { session, text }).ok();
    }
    Ok(())
}

/// The orders that were not confirmed and that this owner does not know of.
async fn still_to_do(
    attachment: &mut Attachment,
    unconfirmed: &[Unconfirmed],
) -> Result<Vec<Command>, OpeningError> {
    let mut orders = Vec::new();
    for one in unconfirmed {
        let session = one.command.session();
        match attachment.ask(Query::Session { session }).await? {
            Some(Reply::Session { session }) if one.is_done(&session) => {}
            _ => orders.push(one.command.clone()),
        }
    }
    Ok(orders)
}

/// Why a terminal does not attach to this process, which has not what its flags ask for.
pub(super) fn not_served(pid: u32) -> String {
    say!("terminals-not-served", pid)
}

/// Why it cannot.
pub(super) fn takes_none(pid: u32) -> String {
    say!("terminals-takes-none", pid)
}

fn say_what_ended(relay: &mut Relay, before: &Hello, after: &Hello) {
    if let Some(text) = no_longer_holds(before, after) {
        relay.say(text);
    }
}

/// What is to be said where an owner is gone that was started with more than who comes after it.
pub(super) fn no_longer_holds(before: &Hello, after: &Hello) -> Option<String> {
    let had = &before.started.program;
    (!had.is_empty() && *had != after.started.program).then(|| {
        say!(
            "terminals-no-longer-holds",
            before = before.pid,
            after = after.pid
        )
    })
}
