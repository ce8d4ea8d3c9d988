//! Several terminals on one workspace: the first owns it, runs the actor and lets the others attach. One that is
//! attached goes on when the owner is gone: it takes over, or attaches to who was quicker.

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::Instant;

use super::bring_up::{Begin, Inheritance};
use super::{BringUpError, Running, Setup, StartWith};
use crate::actor::Handle;
use crate::actor::handle::Request;
use crate::cli::args::SessionFlags;
use crate::protocol::command::Command;
use crate::protocol::ids::{SessionId, sha256_hex};
use crate::protocol::query::{Query, Reply};
use crate::provider::registry::Registry;
use crate::store::lock::{HeldBy, LockError, SessionLock};
use crate::wire::Patience;
use crate::wire::client::{
    AttachError, Attachment, Opening, OpeningError, Parting, Relay, Unconfirmed, attach,
};
use crate::wire::message::{Hello, Started};
use crate::wire::place::Places;
use crate::wire::server::serve;
use crate::words::counted;

/// Between two looks for the owner, or for its place.
const LOOK: Duration = Duration::from_millis(50);

/// What of a `--set` is the screen's own, so that it is heard where another process has the actor.
const OF_THE_SCREEN: &[&str] = &["sessions.second_terminal", "theme", "keymap", "bell"];

/// How a terminal came in.
#[derive(Debug)]
pub enum Entered {
    /// With an actor of its own.
    Own(Box<Running>),
    /// Attached to the owner.
    Attached(Box<Attached>),
}

/// A terminal that is attached. Its screen is served by [`Attached::stay`].
#[derive(Debug)]
pub struct Attached {
    relay: Relay,
    attachment: Attachment,
    folder: PathBuf,
    patience: Patience,
    /// The session that was made for it, if one was.
    pub made: Option<SessionId>,
}

impl Setup {
    /// Comes into the workspace: as its owner, attached to its owner, or beside it with sessions of its own.
    /// `handle` is the other end of `requests`.
    ///
    /// # Errors
    /// See [`BringUpError`].
    pub async fn enter(
        &self,
        providers: Registry,
        start_with: StartWith,
        requests: mpsc::Receiver<Request>,
        handle: &Handle,
    ) -> Result<Entered, BringUpError> {
        let own = |running: Running| Entered::Own(Box::new(running));
        if self.loaded.config.sessions_second_terminal == "own" {
            return Ok(own(self.bring_up(providers, start_with, requests).await?));
        }
        let patience = Patience::default();
        let mut since = None;
        loop {
            let (folder, held) = match self.take_ownership()? {
                Ownership::Ours(folder, lock) => {
                    let running = self.bring_up(providers, start_with, requests).await?;
                    self.let_others_in(&folder, lock, handle);
                    return Ok(own(running));
                }
                Ownership::Nobodys => {
                    return Ok(own(self.bring_up(providers, start_with, requests).await?));
                }
                Ownership::Anothers(folder, held) => (folder, held),
            };
            match attach(&self.places(&folder), &self.hello(), patience).await {
                Ok(attachment) => {
                    if !is_served(&self.flags, &attachment.owner.started) {
                        drop(attachment);
                        let mut running = self.bring_up(providers, start_with, requests).await?;
                        running.notices.push(not_served(held.pid));
                        return Ok(own(running));
                    }
                    let attached = self.attached(attachment, folder, &start_with, requests);
                    return Ok(Entered::Attached(Box::new(attached.await?)));
                }
                // It has just begun, or goes this moment.
                Err(AttachError::Nobody)
                    if since.get_or_insert_with(Instant::now).elapsed() < patience.socket =>
                {
                    tokio::time::sleep(LOOK).await;
                }
                Err(AttachError::Nobody) => {
                    let mut running = self.bring_up(providers, start_with, requests).await?;
                    running.notices.push(takes_none(held.pid));
                    return Ok(own(running));
                }
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Opens the session at the owner.
    async fn attached(
        &self,
        mut attachment: Attachment,
        folder: PathBuf,
        start_with: &StartWith,
        requests: mpsc::Receiver<Request>,
    ) -> Result<Attached, BringUpError> {
        let patience = Patience::default();
        let opening = self.opening(start_with, &attachment.owner);
        let is_new = matches!(opening, Opening::New(_));
        let is_named = matches!(opening, Opening::Latest(_) | Opening::Session(_));
        let session = tokio::time::timeout(patience.handover, attachment.open(opening))
            .await
            .map_err(|_| AttachError::Silent)??;
        let mut relay = Relay::new(requests, patience);
        relay.begin_with(session);
        if is_named {
            for command in self.flags_for_stored(session) {
                relay.order(command);
            }
        }
        relay.say(format!(
            "attached to the terminal of process {}, which owns this workspace: both show and steer the same \
             sessions",
            attachment.owner.pid
        ));
        Ok(Attached {
            relay,
            attachment,
            folder,
            patience,
            made: is_new.then_some(session),
        })
    }

    /// What is wanted of the owner: its session, unless another one is meant.
    fn opening(&self, start_with: &StartWith, owner: &Hello) -> Opening {
        let wish = started(&self.flags).session;
        let is_other = !wish.is_empty() && wish != owner.started.session;
        let settings = || Box::new(self.session_settings());
        match start_with {
            StartWith::New if is_other => Opening::New(settings()),
            StartWith::New => Opening::Owners,
            StartWith::Latest => Opening::Latest(settings()),
            StartWith::Session(session) => Opening::Session(*session),
        }
    }

    fn take_ownership(&self) -> Result<Ownership, BringUpError> {
        for folder in self.state_folders() {
            match own(&folder) {
                Ok(lock) => return Ok(Ownership::Ours(folder, lock)),
                Err(LockError::Held(held)) => return Ok(Ownership::Anothers(folder, held)),
                // As with the state itself: the next folder may be writable.
                Err(LockError::Unavailable { .. }) => {}
            }
        }
        Ok(Ownership::Nobodys)
    }

    /// Makes the socket and serves it until the actor has stopped; the lock is let go after that.
    fn let_others_in(&self, folder: &Path, lock: SessionLock, handle: &Handle) {
        match self.places(folder).bind() {
            Ok(bound) => {
                tracing::info!(socket = %bound.path().display(), "others can attach");
                let (me, patience) = (self.hello(), Patience::default());
                crate::task::spawn(serve(bound, lock, handle.clone(), me, patience));
            }
            Err(error) => {
                tracing::warn!(%error, "no other terminal can attach");
                let handle = handle.clone();
                crate::task::spawn(async move {
                    handle.stopped().await;
                    drop(lock);
                });
            }
        }
    }

    fn places(&self, folder: &Path) -> Places {
        let runtime = self.environment.get("XDG_RUNTIME_DIR").map(PathBuf::from);
        let runtime = runtime.filter(|folder| folder.is_absolute());
        Places::of(folder, runtime.as_deref(), &std::env::temp_dir())
    }

    fn hello(&self) -> Hello {
        Hello::of(self.workspace_id.clone(), started(&self.flags))
    }
}

impl Attached {
    /// Serves the screen until it is left: over the connection, and when the owner is gone over one to the next
    /// owner, or with an actor of this process. What is given while there is none and not taken by anybody is kept.
    ///
    /// # Errors
    /// If there is neither an owner nor an actor any more.
    pub async fn stay(
        self,
        setup: &Setup,
        providers: Registry,
        handle: &Handle,
    ) -> Result<(), BringUpError> {
        let Self {
            mut relay,
            mut attachment,
            folder,
            patience,
            ..
        } = self;
        loop {
            let before = attachment.owner.clone();
            if relay.carry(attachment).await == Parting::Left {
                return Ok(());
            }
            let seat = (folder.as_path(), patience);
            match heir(&mut relay, setup, seat, &before).await {
                Ok(Some(Heir::Attached(next))) => attachment = *next,
                Ok(Some(Heir::Own(unconfirmed, lock))) => {
                    let seat = lock.map(|lock| (folder.as_path(), lock));
                    return go_on(setup, providers, relay, unconfirmed, handle, seat).await;
                }
                Ok(None) => return setup.keep_as_drafts(relay.take_orders()).await,
                Err(error) => {
                    setup.keep_as_drafts(relay.take_orders()).await?;
                    return Err(error);
                }
            }
        }
    }
}

/// Who owns the workspace.
enum Ownership {
    /// This process does now.
    Ours(PathBuf, SessionLock),
    /// Another one.
    Anothers(PathBuf, HeldBy),
    /// No folder can be written: nobody can.
    Nobodys,
}

/// Who comes after an owner that is gone.
enum Next {
    /// This process.
    Ours(SessionLock),
    /// Another one that was quicker.
    Attached(Attachment),
    /// Another one that this one cannot or must not attach to, with why: it goes on beside it.
    Beside(String),
}

/// With whom a screen goes on.
enum Heir {
    /// With another process, which knows what is to be done.
    Attached(Box<Attachment>),
    /// With this one, and with these orders; it owns the workspace where there is a lock.
    Own(Vec<Unconfirmed>, Option<SessionLock>),
}

/// Finds who comes next, and tells the human what that means. `None` where the screen is left meanwhile.
async fn heir(
    relay: &mut Relay,
    setup: &Setup,
    (folder, patience): (&Path, Patience),
    before: &Hello,
) -> Result<Option<Heir>, BringUpError> {
    let mut told = false;
    loop {
        let Some(next) = search(relay, setup, (folder, patience), &mut told).await else {
            return Ok(None);
        };
        let next = next?;
        let (again, others) = relay.take_unconfirmed();
        if others > 0 {
            relay.say(format!(
                "process {} was gone before it confirmed {}: look whether it was done, and do it again if not",
                before.pid,
                counted(others, "order")
            ));
        }
        let mut next = match next {
            Next::Attached(next) => next,
            Next::Ours(lock) => {
                let me = setup.hello();
                relay.say(format!(
                    "process {} is gone: process {} owns the workspace now",
                    before.pid, me.pid
                ));
                say_what_ended(relay, before, &me);
                tracing::info!(before = before.pid, "took the workspace over");
                return Ok(Some(Heir::Own(again, Some(lock))));
            }
            Next::Beside(why) => {
                relay.say(format!("process {} is gone: {why}", before.pid));
                say_what_ended(relay, before, &setup.hello());
                return Ok(Some(Heir::Own(again, None)));
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
            relay.say(format!("attached to process {}", next.owner.pid));
            say_what_ended(relay, before, &next.owner);
            return Ok(Some(Heir::Attached(Box::new(next))));
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
) -> Option<Result<Next, BringUpError>> {
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
        relay.tell_who_waits(
            "the terminal that owns this workspace now does not answer; what you do here waits for it. Go on with \
             it (fg), or end it: then this one takes over",
        );
    }
}

/// Takes the workspace, or attaches to who has it, whichever can be done first.
async fn next_owner(
    setup: &Setup,
    folder: &Path,
    patience: Patience,
) -> Result<Next, BringUpError> {
    let mut since: Option<(u32, Instant)> = None;
    loop {
        let holder = match own(folder) {
            Ok(lock) => return Ok(Next::Ours(lock)),
            Err(LockError::Held(held)) => held.pid,
            Err(error) => return Err(error.into()),
        };
        let same = since.filter(|(pid, _)| *pid == holder);
        let (_, first) = *since.insert(same.unwrap_or_else(|| (holder, Instant::now())));
        match attach(&setup.places(folder), &setup.hello(), patience).await {
            Ok(attachment) if is_served(&setup.flags, &attachment.owner.started) => {
                return Ok(Next::Attached(attachment));
            }
            Ok(attachment) => return Ok(Next::Beside(not_served(attachment.owner.pid))),
            // It hangs: it is gone on with, or ended.
            Err(AttachError::Silent) => {}
            Err(error @ (AttachError::Refused(_) | AttachError::Stranger(_))) => {
                return Err(error.into());
            }
            // The one that goes has still the lock, or the next one has no socket yet.
            Err(_) if first.elapsed() < patience.socket => {}
            Err(error) => {
                tracing::warn!(%error, "the next owner cannot be attached to");
                return Ok(Next::Beside(takes_none(holder)));
            }
        }
        tokio::time::sleep(LOOK).await;
    }
}

/// Goes on with an actor of this process; `seat` is there where it owns the workspace.
async fn go_on(
    setup: &Setup,
    providers: Registry,
    relay: Relay,
    unconfirmed: Vec<Unconfirmed>,
    handle: &Handle,
    seat: Option<(&Path, SessionLock)>,
) -> Result<(), BringUpError> {
    let said = relay.unsaid();
    let (sessions, asked, requests) = relay.into_parts();
    let begin = Begin::After(Inheritance {
        sessions: sessions.clone(),
        unconfirmed,
        asked,
    });
    let running = setup.bring_up_with(providers, begin, requests).await?;
    if let Some((folder, lock)) = seat {
        setup.let_others_in(folder, lock, handle);
    }
    // Where none could be taken over there is a new one.
    let sessions = match matches!(running.open, Command::CreateSession { .. }) {
        true => {
            handle.send(running.open).ok();
            vec![running.session]
        }
        false => sessions,
    };
    let texts = said.into_iter().chain(running.notices);
    let text = texts.collect::<Vec<_>>().join("\n\n");
    for session in sessions {
        let text = text.clone();
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
fn not_served(pid: u32) -> String {
    format!(
        "this was started with rules, settings or addresses that process {pid}, which owns the workspace, does not \
         have: this terminal has a session of its own"
    )
}

/// Why it cannot.
fn takes_none(pid: u32) -> String {
    format!(
        "process {pid} owns this workspace and takes no other terminals, so this one has a session of its own"
    )
}

fn say_what_ended(relay: &mut Relay, before: &Hello, after: &Hello) {
    if let Some(text) = no_longer_holds(before, after) {
        relay.say(text);
    }
}

/// What is to be said where an owner is gone that was started with more than who comes after it.
fn no_longer_holds(before: &Hello, after: &Hello) -> Option<String> {
    let had = &before.started.program;
    (!had.is_empty() && *had != after.started.program).then(|| {
        format!(
            "**Rules, settings or addresses that process {} was started with (--allow, --deny, --set, --base-url) \
             hold no longer**: process {} was not started with them. Leave it and start it with them where they are \
             needed",
            before.pid, after.pid
        )
    })
}

/// Marks of what these flags ask for.
fn started(flags: &SessionFlags) -> Started {
    let of_the_screen = |set: &&String| {
        let key = set.split_once('=').map_or(set.as_str(), |(key, _)| key);
        OF_THE_SCREEN.contains(&key.trim())
    };
    let set: Vec<&String> = flags.set.iter().filter(|set| !of_the_screen(set)).collect();
    let said = flags.base_url.is_some()
        || !flags.allow.is_empty()
        || !flags.deny.is_empty()
        || !set.is_empty();
    let program = (&flags.base_url, &flags.allow, &flags.deny, set);
    let session = (flags.mode, &flags.model, &flags.provider);
    let is_set = flags.mode.is_some() || flags.model.is_some() || flags.provider.is_some();
    Started {
        program: mark(said, &program),
        session: mark(is_set, &session),
    }
}

/// Whether an actor that was started so can do what these flags ask for.
fn is_served(flags: &SessionFlags, owner: &Started) -> bool {
    let wish = started(flags).program;
    flags.record.is_none() && (wish.is_empty() || wish == owner.program)
}

/// A mark of what was said; empty where nothing was.
fn mark(said: bool, what: &impl std::fmt::Debug) -> String {
    match said {
        true => sha256_hex(format!("{what:?}").as_bytes()),
        false => String::new(),
    }
}

fn own(folder: &Path) -> Result<SessionLock, LockError> {
    SessionLock::acquire_owner(folder)
}
