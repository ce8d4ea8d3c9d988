//! Several terminals on one workspace: the first owns it, runs the actor and lets the others
//! attach. When the owner is gone, an attached terminal takes over, or attaches to the process
//! that was quicker.

mod takeover;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::Instant;

use self::takeover::{
    Successor, continue_with_own_actor, find_successor, no_terminals_notice, not_served_notice,
};
use super::{Running, Setup, StartWith, StartupError};
use crate::cli::args::SessionFlags;
use client::ipc::Patience;
use client::ipc::client::{AttachError, Attachment, ConversationEnd, Opening, Relay, attach};
use client::ipc::message::{Hello, StartFingerprint};
use client::ipc::server::serve;
use client::ipc::socket_path::SocketPaths;
use notice::{Notice, notice};
use protocol::ids::{ContentHash, SessionId};
use provider::registry::Registry;
use session::Handle;
use session::handle::Request;
use store::lock::{LockError, LockHolder, SessionLock};

/// Interval between two checks for the owner, or for its place.
const LOOK: Duration = Duration::from_millis(50);

/// The keys of a `--set` that belong to the screen, so that they apply even if another process
/// has the actor.
const OF_THE_SCREEN: &[&str] = &[
    "sessions.second_terminal",
    "theme",
    "palette",
    "glyphs",
    "mouse",
    "notifications",
    "language",
    "keymap",
    "editor.keys",
    "bell",
];

/// The way in which a terminal joined.
#[derive(Debug)]
pub enum JoinOutcome {
    /// With its own actor.
    Own(Box<Running>),
    /// Attached to the owner.
    Attached(Box<AttachedTerminal>),
}

/// An attached terminal. [`AttachedTerminal::serve_screen`] serves its screen.
#[derive(Debug)]
pub struct AttachedTerminal {
    relay: Relay,
    attachment: Attachment,
    folder: PathBuf,
    patience: Patience,
    /// The session that was created for it, if any.
    pub made: Option<SessionId>,
}

impl Setup {
    /// Joins the workspace: as its owner, attached to its owner, or beside it with separate
    /// sessions. `handle` is the other end of `requests`.
    ///
    /// # Errors
    /// See [`StartupError`].
    pub async fn join(
        &self,
        providers: Registry,
        start_with: StartWith,
        requests: mpsc::Receiver<Request>,
        handle: &Handle,
    ) -> Result<JoinOutcome, StartupError> {
        let own = |running: Running| JoinOutcome::Own(Box::new(running));
        if self.loaded.config.sessions_second_terminal == "own" {
            return Ok(own(self.startup(providers, start_with, requests).await?));
        }
        let patience = Patience::default();
        let mut since = None;
        loop {
            let (folder, held) = match self.take_ownership()? {
                Ownership::Ours(folder, lock) => {
                    let running = self.startup(providers, start_with, requests).await?;
                    self.serve_other_terminals(&folder, lock, handle);
                    return Ok(own(running));
                }
                Ownership::Nobodys => {
                    return Ok(own(self.startup(providers, start_with, requests).await?));
                }
                Ownership::Anothers(folder, held) => (folder, held),
            };
            match attach(&self.places(&folder), &self.hello(), patience).await {
                Ok(attachment) => {
                    if !can_be_served(&self.flags, &attachment.owner.started) {
                        drop(attachment);
                        let mut running = self.startup(providers, start_with, requests).await?;
                        running.notices.push(not_served_notice(held.pid));
                        return Ok(own(running));
                    }
                    let attached = self.attached(attachment, folder, &start_with, requests);
                    return Ok(JoinOutcome::Attached(Box::new(attached.await?)));
                }
                // The owner has just started, or is about to go.
                Err(AttachError::Nobody)
                    if since.get_or_insert_with(Instant::now).elapsed() < patience.socket =>
                {
                    tokio::time::sleep(LOOK).await;
                }
                Err(AttachError::Nobody) => {
                    let mut running = self.startup(providers, start_with, requests).await?;
                    running.notices.push(no_terminals_notice(held.pid));
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
    ) -> Result<AttachedTerminal, StartupError> {
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
            for command in self.flags_for_stored(session, self.flags.provider.as_deref()) {
                relay.queue_command(command);
            }
        }
        relay.queue_notice(notice!("terminals-attached", pid = attachment.owner.pid));
        Ok(AttachedTerminal {
            relay,
            attachment,
            folder,
            patience,
            made: is_new.then_some(session),
        })
    }

    /// Returns the request to the owner: its session, unless another one is meant.
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

    fn take_ownership(&self) -> Result<Ownership, StartupError> {
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

    /// Creates the socket and serves it until the actor has stopped; releases the lock after that.
    fn serve_other_terminals(&self, folder: &Path, lock: SessionLock, handle: &Handle) {
        match self.places(folder).bind() {
            Ok(bound) => {
                tracing::info!(socket = %bound.path().display(), "others can attach");
                let (me, patience) = (self.hello(), Patience::default());
                tokio::spawn(serve(bound, lock, handle.clone(), me, patience));
            }
            Err(error) => {
                tracing::warn!(%error, "no other terminal can attach");
                let handle = handle.clone();
                tokio::spawn(async move {
                    handle.stopped().await;
                    drop(lock);
                });
            }
        }
    }

    fn places(&self, folder: &Path) -> SocketPaths {
        let runtime = self.environment.get("XDG_RUNTIME_DIR").map(PathBuf::from);
        let runtime = runtime.filter(|folder| folder.is_absolute());
        SocketPaths::of(folder, runtime.as_deref(), &std::env::temp_dir())
    }

    fn hello(&self) -> Hello {
        Hello::of(self.workspace_id.clone(), started(&self.flags))
    }
}

impl AttachedTerminal {
    /// Shows a notice on this terminal only.
    pub fn say(&mut self, told: Notice) {
        self.relay.queue_notice(told);
    }

    /// Serves the screen until the user leaves it: over the connection, and when the owner is gone
    /// over one to the next owner, or with an actor of this process. Input that is given while
    /// there is none and that no actor takes is stored.
    ///
    /// # Errors
    /// If there is neither an owner nor an actor any more.
    pub async fn serve_screen(
        self,
        setup: &Setup,
        providers: Registry,
        handle: &Handle,
    ) -> Result<(), StartupError> {
        let Self {
            mut relay,
            mut attachment,
            folder,
            patience,
            ..
        } = self;
        loop {
            let before = attachment.owner.clone();
            if relay.relay_to_owner(attachment).await == ConversationEnd::Left {
                return Ok(());
            }
            let seat = (folder.as_path(), patience);
            match find_successor(&mut relay, setup, seat, &before).await {
                Ok(Some(Successor::Attached(next))) => attachment = *next,
                Ok(Some(Successor::Own(unconfirmed, lock))) => {
                    let seat = lock.map(|lock| (folder.as_path(), lock));
                    return continue_with_own_actor(
                        setup,
                        providers,
                        relay,
                        unconfirmed,
                        handle,
                        seat,
                    )
                    .await;
                }
                Ok(None) => return setup.store_as_drafts(relay.take_commands()).await,
                Err(error) => {
                    setup.store_as_drafts(relay.take_commands()).await?;
                    return Err(error);
                }
            }
        }
    }
}

/// The owner of the workspace.
enum Ownership {
    Ours(PathBuf, SessionLock),
    Anothers(PathBuf, LockHolder),
    /// Nobody: no folder can be written.
    Nobodys,
}

/// Returns fingerprints of what these flags request.
fn started(flags: &SessionFlags) -> StartFingerprint {
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
    let session = (flags.mode, &flags.model, &flags.provider, flags.effort);
    let is_set = flags.mode.is_some()
        || flags.model.is_some()
        || flags.provider.is_some()
        || flags.effort.is_some();
    StartFingerprint {
        program: fingerprint(said, &program),
        session: fingerprint(is_set, &session),
    }
}

/// Whether an actor that was started this way can do what these flags request.
fn can_be_served(flags: &SessionFlags, owner: &StartFingerprint) -> bool {
    let wish = started(flags).program;
    flags.record.is_none() && (wish.is_empty() || wish == owner.program)
}

/// Returns a fingerprint of a setting that was given; empty if it was not given.
fn fingerprint(said: bool, what: &impl std::fmt::Debug) -> String {
    if said {
        ContentHash::of(format!("{what:?}").as_bytes()).to_string()
    } else {
        String::new()
    }
}

fn own(folder: &Path) -> Result<SessionLock, LockError> {
    SessionLock::acquire_owner(folder)
}
