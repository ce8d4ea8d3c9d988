//! The user's consent to sharing: the address, what leaves this machine, and the first rows of it. It covers
//! exactly what was shown: another address, or another kind of content, needs another consent.

use notice::{Notice, notice};
use protocol::ids::WorkspaceId;
use protocol::index::Consent;
use redact::Masker;
use rusqlite::params;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use store::codec;

use super::address::ShareAddress;
use super::outbox::{self, Due, Target};
use super::{Collection, SharedItem};
use crate::error::MemoryError;
use crate::memory_store::MemoryStore;

/// Rows of a dry run.
pub const DRY_RUN_ROWS: usize = 20;

/// Who shares what with whom.
#[derive(Debug, Clone)]
pub struct Sharing {
    pub address: ShareAddress,
    pub collection: Collection,
    pub workspace: WorkspaceId,
    /// Name of the workspace's project for colleagues, as that of its folder.
    pub project: String,
}

impl Sharing {
    pub(crate) fn target(&self) -> Target {
        Target {
            place: format!("{}#{}", self.address, self.collection.name()),
            collection: self.collection.clone(),
            workspace: self.workspace.clone(),
            project: self.project.clone(),
        }
    }
}

/// What the user is asked to allow.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShareConsent {
    /// Where it goes.
    pub address: String,
    pub collection: String,
    /// The name that leaves as the place of items.
    pub project: String,
    /// Whether vectors leave too; the text can be guessed from them.
    pub vectors: bool,
    /// Number of items that would leave now.
    pub count: u64,
    /// The first of them, as they would be sent, without their vectors.
    pub rows: Vec<SharedItem>,
    /// The user's answer, if they gave one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Consent>,
}

impl ShareConsent {
    /// Returns the text of the question, without the rows.
    pub fn notice(&self) -> Notice {
        let (address, project) = (self.address.as_str(), self.project.as_str());
        let count = self.count;
        if self.vectors {
            notice!("memory-consent-vectors", address, project, count)
        } else {
            notice!("memory-consent", address, project, count)
        }
    }
}

/// Returns the mark of what a consent covers.
fn shown(sharing: &Sharing) -> String {
    let mut hash = Sha256::new();
    for part in [
        sharing.address.to_string(),
        sharing.workspace.0.clone(),
        sharing.project.clone(),
        sharing.collection.model.is_some().to_string(),
    ] {
        hash.update(part.len().to_le_bytes());
        hash.update(part);
    }
    hash.finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// Masks what leaves once more: the program may have learned secrets since the item was stored.
pub(crate) fn masked(mut item: SharedItem, masker: &Masker) -> SharedItem {
    item.text = masker.mask(&item.text).into_owned();
    for tag in &mut item.tags {
        *tag = masker.mask(tag).into_owned();
    }
    item
}

fn answer_of(word: &str) -> Option<Consent> {
    [Consent::Given, Consent::Refused]
        .into_iter()
        .find(|answer| codec::word(answer).is_ok_and(|name| name == word))
}

/// Returns what a consent would cover, with the first rows. Sends nothing.
///
/// # Errors
/// If the database cannot be read.
pub async fn dry_run(store: &MemoryStore, sharing: &Sharing) -> Result<ShareConsent, MemoryError> {
    let (target, masker, asked) = (sharing.target(), store.masker().clone(), sharing.clone());
    store
        .read(move |connection| {
            let due = outbox::due(connection, &target, DRY_RUN_ROWS)?;
            let rows = due.into_iter().filter_map(|due| match due {
                Due::Upsert(item) => Some(masked(item, &masker)),
                Due::Remove(_) => None,
            });
            let rows = rows.map(|item| SharedItem {
                vector: Vec::new(),
                ..item
            });
            let answer = outbox::consent(connection, &asked.address.to_string(), &shown(&asked))?;
            Ok(ShareConsent {
                address: asked.address.to_string(),
                collection: asked.collection.name(),
                project: asked.project.clone(),
                vectors: asked.collection.model.is_some(),
                count: outbox::count(connection, &target)?,
                rows: rows.collect(),
                answer: answer.as_deref().and_then(answer_of),
            })
        })
        .await
}

/// Returns the user's answer for this sharing; `None` if they were not asked.
///
/// # Errors
/// If the database cannot be read.
pub async fn answer(
    store: &MemoryStore,
    sharing: &Sharing,
) -> Result<Option<Consent>, MemoryError> {
    let (address, shown) = (sharing.address.to_string(), shown(sharing));
    let answer = store
        .read(move |connection| outbox::consent(connection, &address, &shown))
        .await?;
    Ok(answer.as_deref().and_then(answer_of))
}

/// Stores the user's answer.
///
/// # Errors
/// If the database cannot be written.
pub async fn keep_answer(
    store: &MemoryStore,
    sharing: &Sharing,
    answer: Consent,
    at: jiff::Timestamp,
) -> Result<(), MemoryError> {
    let (address, shown) = (sharing.address.to_string(), shown(sharing));
    let answer = codec::word(&answer)?;
    store
        .write(move |connection| {
            connection.execute(
                "INSERT INTO consents (address, shown, answer, at) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (address, shown) DO UPDATE SET answer = ?3, at = ?4",
                params![address, shown, answer, codec::nanoseconds(at)],
            )?;
            Ok(())
        })
        .await
}
