//! What came of a command for the workspace: entries, the bytes that they speak of, and the words for
//! the model and the chat.

use std::io;
use std::ops::Range;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::blob_file::BlobFile;
use super::entries::Side;
use super::pair::Change;
use super::plan::{Uncovered, UncoveredReason, words};
use crate::protocol::ids::ContentHash;
use crate::protocol::plan::ObservedChange;

/// Paths that the model is told of.
const TOLD: usize = 50;

/// Bytes that the log speaks of, to be kept as blobs.
#[derive(Debug, Default)]
pub struct KeptBlobs {
    packs: Vec<BlobFile>,
    /// What is where: the pack by its number, and the place in it.
    places: Vec<(ContentHash, usize, Range<u64>)>,
}

/// What changed while a command ran.
#[derive(Default)]
pub(in crate::tools) struct CommandChanges {
    /// The entries, in the order in which they can be made again.
    pub(in crate::tools) observed: Vec<ObservedChange>,
    /// The bytes that they speak of.
    pub(in crate::tools) kept: KeptBlobs,
    /// The paths with what became of them, for the model.
    pub(super) paths: Vec<String>,
    /// Those that changed and are not covered.
    lost: Vec<Uncovered>,
    /// Bytes of text in the entries so far.
    pub(super) text: u64,
}

/// A change as the model is told of it.
pub(super) fn told(change: &Change, before: Option<&Side>, after: Option<&Side>) -> String {
    let path = &change.path;
    match (&change.from, before, after) {
        (Some(from), ..) => format!("{path} (renamed from {from})"),
        (_, None, _) => format!("{path} (new)"),
        (_, _, None) => format!("{path} (deleted)"),
        (_, Some(before), Some(after)) if before.bytes == after.bytes => {
            format!("{path} (mode {:o} to {:o})", before.mode, after.mode)
        }
        _ => path.clone(),
    }
}

impl CommandChanges {
    /// Puts the entries of what changed before in front of these. What is told stays what these tell.
    pub(in crate::tools) fn after(mut self, mut before: CommandChanges) -> Self {
        before.observed.append(&mut self.observed);
        before.kept.append(std::mem::take(&mut self.kept));
        Self {
            observed: before.observed,
            kept: before.kept,
            ..self
        }
    }

    /// The same with what changed beside it.
    pub(in crate::tools) fn and(mut self, mut more: CommandChanges) -> Self {
        self.observed.append(&mut more.observed);
        self.kept.append(more.kept);
        self.paths.append(&mut more.paths);
        self.lost.append(&mut more.lost);
        self
    }

    /// What changed and cannot be brought back, in words.
    pub(in crate::tools) fn lost_words(&self) -> Option<String> {
        words(&self.lost)
    }

    pub(super) fn lose(&mut self, path: &str, why: UncoveredReason) {
        let path = path.to_owned();
        self.lost.push(Uncovered { path, why });
    }

    /// What the model is told: the paths, and what cannot be brought back.
    pub(in crate::tools) fn tell(&self, fields: &mut Map<String, Value>) {
        if !self.paths.is_empty() {
            let first: Vec<Value> = self
                .paths
                .iter()
                .take(TOLD)
                .cloned()
                .map(Value::from)
                .collect();
            fields.insert("changed_files".into(), first.into());
        }
        if let Some(more) = self.paths.len().checked_sub(TOLD).filter(|more| *more > 0) {
            fields.insert("more_changed_files".into(), more.into());
        }
        if let Some(words) = words(&self.lost) {
            fields.insert("not_covered".into(), format!("changed, and {words}").into());
        }
    }

    /// The same for the line in the chat; empty where nothing changed.
    pub(in crate::tools) fn words(&self) -> String {
        let changed = match self.paths.len().saturating_add(self.lost.len()) {
            0 => return String::new(),
            1 => ", changed 1 file".to_owned(),
            more => format!(", changed {more} files"),
        };
        match words(&self.lost) {
            Some(words) => format!("{changed}: {words}"),
            None => changed,
        }
    }
}

impl KeptBlobs {
    /// Of one pack, with what is where in it.
    pub(super) fn of(pack: Option<BlobFile>, places: Vec<(ContentHash, Range<u64>)>) -> Self {
        let places = places.into_iter();
        Self {
            packs: Vec::from_iter(pack),
            places: places.map(|(hash, place)| (hash, 0, place)).collect(),
        }
    }

    /// Adds what another one keeps.
    pub(super) fn append(&mut self, other: KeptBlobs) {
        let first = self.packs.len();
        self.packs.extend(other.packs);
        let places = other.places.into_iter();
        self.places
            .extend(places.map(|(hash, pack, place)| (hash, first.saturating_add(pack), place)));
    }

    /// The hashes of all bytes.
    pub fn hashes(&self) -> impl ExactSizeIterator<Item = &ContentHash> {
        self.places.iter().map(|(hash, ..)| hash)
    }

    /// The bytes from number `from` on: one at least, if there is one, and others up to `most`
    /// bytes.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn read(&self, from: usize, most: u64) -> io::Result<Vec<(ContentHash, Arc<[u8]>)>> {
        let mut found: Vec<(ContentHash, Arc<[u8]>)> = Vec::new();
        let mut size = 0_u64;
        for (hash, pack, place) in self.places.iter().skip(from) {
            size = size.saturating_add(place.end.saturating_sub(place.start));
            let Some(pack) = self.packs.get(*pack) else {
                break;
            };
            if size > most && !found.is_empty() {
                break;
            }
            found.push((*hash, Arc::from(pack.read(place)?)));
        }
        Ok(found)
    }
}
