//! Forks, exports and imports sessions in the background; releases sessions that are closed.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Dispatch;
use crate::transfer;
use engine::{Imported, Outcome};
use notice::{Notice, count, notice};
use protocol::approval::Answer;
use protocol::call::ErrorCode;
use protocol::compaction::Compaction;
use protocol::ids::{MessageId, SessionId};
use protocol::session::{Fork, ForkAt, SessionSnapshot, SettingsChange, settled};
use protocol::task::Task;
use store::Store;
use workspace::Workspace;

impl Dispatch {
    /// Checks a conversation that is to be forked.
    pub(super) fn read_fork(&self, (session, new): (SessionId, SessionId), at: ForkAt) {
        let store = self.store.clone();
        self.in_background(async move {
            let result = read_fork(&store, session, at).await;
            Outcome::ForkRead {
                session,
                new,
                result,
            }
        });
    }

    /// Writes a session to a file.
    pub(super) fn export_session(&self, session: SessionId, path: Option<PathBuf>) {
        let store = self.store.clone();
        let root = self.workspace.root().to_path_buf();
        self.in_background(async move {
            let result = export(&store, &root, session, path).await;
            Outcome::SessionExported { session, result }
        });
    }

    /// Checks a file and stores it as a session.
    pub(super) fn import_session(&self, (session, new): (SessionId, SessionId), path: PathBuf) {
        let store = self.store.clone();
        let root = self.workspace.root().to_path_buf();
        self.in_background(async move {
            let result = import(&store, &root, new, path).await;
            Outcome::SessionImported {
                session,
                new,
                result,
            }
        });
    }

    /// Resolves the folder that a change of settings names.
    pub(super) fn resolve_folder(&self, session: SessionId, mut change: SettingsChange) {
        let workspace = Arc::clone(&self.workspace);
        self.in_background(async move {
            let work = move || {
                let named = change.cwd.unwrap_or_default();
                change.cwd = Some(folder_in(&workspace, &named)?);
                Ok(change)
            };
            let done = tokio::task::spawn_blocking(work).await;
            let result = done.unwrap_or_else(|_| Err(notice!("told-broke-folder")));
            Outcome::FolderResolved { session, result }
        });
    }

    /// Checks whether the path of an answer is in the workspace. The path need not exist.
    pub(super) fn check_path(&self, session: SessionId, path: String, answer: Answer) {
        let workspace = Arc::clone(&self.workspace);
        self.in_background(async move {
            let work = move || match workspace.resolve(&path) {
                Ok(_) => Ok(()),
                Err(error) => Err(error.message),
            };
            let done = tokio::task::spawn_blocking(work).await;
            let result = done.unwrap_or_else(|_| Err(notice!("told-path-look-broke")));
            Outcome::PathChecked {
                session,
                answer,
                result,
            }
        });
    }

    /// Releases a session that nothing in this process works in any more.
    pub(super) fn release(&mut self, session: SessionId) {
        self.systems.remove(&session);
        self.locks.remove(&session);
    }
}

/// Returns the absolute path of a folder in the workspace.
fn folder_in(workspace: &Workspace, named: &Path) -> Result<PathBuf, Notice> {
    let path = named
        .to_str()
        .ok_or_else(|| notice!("told-not-named-here", path = named.display()))?;
    let folder = workspace.folder(path).map_err(|error| match error.code {
        ErrorCode::FileNotFound => notice!("told-no-folder", path),
        _ => error.message,
    })?;
    // Joined with an empty path, the root would end in a slash.
    Ok(folder.components().collect())
}

async fn read_fork(store: &Store, session: SessionId, at: ForkAt) -> Result<Box<Fork>, Notice> {
    let found = store.session(session).await;
    let found = found.map_err(|error| error.notice())?;
    let snapshot = found.ok_or_else(|| notice!("told-no-session-id"))?;
    let count = taken(&snapshot, at)?;
    let messages = snapshot.messages.get(..count).unwrap_or_default();
    let has = |id: MessageId| messages.iter().any(|message| message.id == id);
    let holds = |kept: &Compaction| has(kept.through);
    Ok(Box::new(Fork {
        from: session,
        through: messages.last().map(|message| message.id),
        settings: snapshot.summary.settings,
        policy: snapshot.policy,
        context: snapshot.context,
        compactions: snapshot.compactions.into_iter().filter(holds).collect(),
        tasks: snapshot.tasks.iter().map(Task::without_run).collect(),
    }))
}

/// Returns how many messages a fork keeps: those up to the named one, with the results
/// of its calls.
fn taken(snapshot: &SessionSnapshot, at: ForkAt) -> Result<usize, Notice> {
    let messages = &snapshot.messages;
    let wanted = match at {
        ForkAt::End => return Ok(settled(messages)),
        ForkAt::Number { number } => usize::try_from(number).unwrap_or(usize::MAX),
        ForkAt::Message { message } => messages
            .iter()
            .position(|known| known.id == message)
            .map_or(0, |index| index + 1),
    };
    if wanted == 0 || wanted > messages.len() {
        let counted = count(messages.len(), "message");
        return Err(notice!("told-no-such-message", counted));
    }
    let mut ends = wanted..=messages.len();
    ends.find(|count| settled(messages.get(..*count).unwrap_or_default()) == *count)
        .ok_or_else(|| {
            let number = settled(messages);
            notice!("told-fork-open-calls", word = wanted, number)
        })
}

async fn export(
    store: &Store,
    root: &Path,
    session: SessionId,
    path: Option<PathBuf>,
) -> Result<Notice, Notice> {
    let bundle = store.bundle(session).await;
    let bundle = bundle.map_err(|error| error.notice())?;
    let bundle = bundle.ok_or_else(|| notice!("told-no-session-id"))?;
    let root = root.to_path_buf();
    let work = move || {
        let text = if path.as_deref().is_some_and(transfer::files::is_markdown) {
            transfer::markdown(&bundle)
        } else {
            transfer::json(&bundle).map_err(|error| Notice::text(error.to_string()))?
        };
        let named = (bundle.session.settings.name.as_str(), bundle.exported_at);
        let file = transfer::files::write(&root, path.as_deref(), named, &text)?;
        let counted = count(bundle.messages.len(), "message");
        let (path, pending) = (file.display(), bundle.review.pending);
        let counted_changes = count(pending, "change");
        Ok(match pending {
            0 => notice!("told-messages-written", counted, path),
            1 => notice!("told-messages-pending-one", counted, path, counted_changes),
            _ => notice!("told-messages-pending", counted, path, counted_changes),
        })
    };
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| Err(notice!("told-broke-export")))
}

async fn import(
    store: &Store,
    root: &Path,
    new: SessionId,
    path: PathBuf,
) -> Result<Imported, Notice> {
    let here = root.to_path_buf();
    let work = move || {
        let text = transfer::files::read(&here, &path)?;
        let read = transfer::read(&text);
        read.map_err(|fault| fault.notice(&path))
    };
    let read = tokio::task::spawn_blocking(work).await;
    let mut incoming = read.unwrap_or_else(|_| Err(notice!("told-broke-import")))?;
    incoming.bundle.session.settings.cwd = root.to_path_buf();
    let name = incoming.bundle.session.settings.name.clone();
    let messages = incoming.bundle.messages.len() as u64;
    let changes = incoming.bundle.changes.entries.len() as u64;
    let stored = store.import(new, incoming.bundle, incoming.pictures).await;
    stored.map_err(|error| error.notice())?;
    Ok(Imported {
        name,
        messages,
        changes,
        left_out: incoming.left_out,
    })
}
