//! One round with a shared store: sends what is due, and receives what colleagues wrote. Stops at the first error;
//! the next round goes on from what is marked.

use jiff::Timestamp;
use protocol::ids::MemoryId;
use protocol::index::Consent;
use protocol::memory::MemoryOrigin;
use protocol::taint::Taint;

use super::consent::{self, Sharing, masked};
use super::outbox::{self, Due};
use super::{SharedError, SharedItem, SharedStore};
use crate::changes;
use crate::error::MemoryError;
use crate::item::{CheckedItem, NewItem};
use crate::memory_store::MemoryStore;

/// Pending writes that a round takes into memory.
pub const WRITES: usize = 1_000;

/// Writes of one request.
const PART: usize = 50;

/// Ids of one request.
const IDS: usize = 1_000;

/// Ids that a round looks at.
const MOST_IDS: usize = 10_000;

/// Received items that may wait for the user.
pub const WAITING: u64 = 200;

/// Result of a round.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Exchanged {
    pub sent: u64,
    pub received: u64,
}

/// Why a round ended early.
#[derive(Debug, thiserror::Error)]
pub enum RoundError {
    /// The user did not allow it; nothing was sent or asked.
    #[error("no consent")]
    NoConsent,
    #[error(transparent)]
    Shared(#[from] SharedError),
    #[error(transparent)]
    Local(#[from] MemoryError),
}

/// Sends and receives once, if the user has consented.
///
/// # Errors
/// See [`RoundError`]. What was done until then is marked and counts.
pub async fn exchange(
    store: &MemoryStore,
    shared: &dyn SharedStore,
    sharing: &Sharing,
) -> Result<Exchanged, RoundError> {
    if consent::answer(store, sharing).await? != Some(Consent::Given) {
        return Err(RoundError::NoConsent);
    }
    shared.prepare(&sharing.collection).await?;
    let sent = send(store, shared, sharing).await?;
    let received = receive(store, shared, sharing).await?;
    Ok(Exchanged { sent, received })
}

/// Sends what is due, in parts that are marked one by one.
async fn send(
    store: &MemoryStore,
    shared: &dyn SharedStore,
    sharing: &Sharing,
) -> Result<u64, RoundError> {
    let mut sent = 0;
    loop {
        let target = sharing.target();
        let due = store
            .read(move |connection| outbox::due(connection, &target, WRITES))
            .await?;
        for part in due.chunks(PART) {
            send_part(store, shared, sharing, part).await?;
            sent += u64::try_from(part.len()).unwrap_or(u64::MAX);
        }
        if due.len() < WRITES {
            return Ok(sent);
        }
    }
}

async fn send_part(
    store: &MemoryStore,
    shared: &dyn SharedStore,
    sharing: &Sharing,
    part: &[Due],
) -> Result<(), RoundError> {
    let (mut upserts, mut removals) = (Vec::new(), Vec::new());
    for write in part {
        match write {
            Due::Upsert(item) => upserts.push(masked(item.clone(), store.masker())),
            Due::Remove(id) => removals.push(*id),
        }
    }
    let (target, writes) = (sharing.target(), part.to_vec());
    store
        .write(move |connection| outbox::announce(connection, &target, &writes))
        .await?;
    shared.remove(&sharing.collection, &removals).await?;
    shared.upsert(&sharing.collection, &upserts).await?;
    let (target, done) = (sharing.target(), part.to_vec());
    store
        .write(move |connection| outbox::acknowledge(connection, &target, &done))
        .await?;
    Ok(())
}

/// Receives the items of colleagues that this machine does not know, while there is room in the inbox.
async fn receive(
    store: &MemoryStore,
    shared: &dyn SharedStore,
    sharing: &Sharing,
) -> Result<u64, RoundError> {
    let (mut after, mut received, mut seen) = (None, 0, 0);
    while seen < MOST_IDS {
        let room = WAITING.saturating_sub(store.read(outbox::waiting).await?);
        if room == 0 {
            break;
        }
        let ids = shared
            .ids(&sharing.collection, &sharing.project, after, IDS)
            .await?;
        let Some(last) = ids.last().copied() else {
            break;
        };
        (after, seen) = (Some(last), seen + ids.len());
        let address = sharing.address.to_string();
        let mut unknown = store
            .read(move |connection| outbox::unknown(connection, &address, &ids))
            .await?;
        unknown.truncate(usize::try_from(room).unwrap_or(usize::MAX));
        for part in unknown.chunks(PART) {
            let items = shared.get(&sharing.collection, part).await?;
            received += take_in(store, sharing, part.to_vec(), items).await?;
        }
    }
    Ok(received)
}

/// Stores items of colleagues in the inbox and marks their ids as seen; returns how many are new.
pub(crate) async fn take_in(
    store: &MemoryStore,
    sharing: &Sharing,
    asked: Vec<MemoryId>,
    items: Vec<SharedItem>,
) -> Result<u64, MemoryError> {
    let (sharing, masker) = (sharing.clone(), store.masker().clone());
    store
        .write(move |connection| {
            let address = sharing.address.to_string();
            let transaction = connection.transaction()?;
            let room = WAITING.saturating_sub(outbox::waiting(&transaction)?);
            let (mut new, mut asked) = (0, asked);
            for item in items {
                if new >= room {
                    // It comes when the user has decided on others.
                    asked.retain(|id| *id != item.id);
                    continue;
                }
                let known = outbox::unknown(&transaction, &address, &[item.id])?.is_empty();
                let is_ours = item.project.is_empty() || item.project == sharing.project;
                if known || !is_ours {
                    continue;
                }
                // One that cannot be stored is marked as seen all the same.
                if let Ok(checked) = CheckedItem::of(received(item, &sharing, &address), &masker) {
                    let added = changes::add_one(&transaction, &checked)?;
                    new += u64::from(matches!(added, changes::Added::New(_)));
                }
            }
            for id in asked {
                outbox::mark_received(&transaction, &address, id)?;
            }
            transaction.commit()?;
            Ok(new)
        })
        .await
}

/// Returns a colleague's item as one to be stored: from outside, whatever it says of itself.
fn received(item: SharedItem, sharing: &Sharing, address: &str) -> NewItem {
    let created = Timestamp::from_second(item.created).unwrap_or_else(|_| Timestamp::now());
    NewItem {
        id: item.id,
        kind: item.kind,
        text: item.text,
        tags: item.tags,
        workspace: (!item.project.is_empty()).then(|| sharing.workspace.clone()),
        run: None,
        origin: MemoryOrigin::Tool,
        taint: Taint::Outside,
        created: created.min(Timestamp::now()),
        received_from: Some(address.to_owned()),
    }
}
