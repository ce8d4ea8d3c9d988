//! Effects of a command on the workspace: entries, the bytes that they refer to, and the texts for
//! the model and the chat.

use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::blob_file::BlobFile;
use super::entries::{FileChange, Side};
use super::plan::{Uncovered, UncoveredReason, words};
use notice::{Notice, count, notice};
use protocol::ids::ContentHash;
use protocol::plan::ObservedChange;

/// Maximum number of paths reported to the model.
const TOLD: usize = 50;

/// Bytes that the log refers to, to be stored as blobs.
#[derive(Debug, Default)]
pub struct KeptBlobs {
    packs: Vec<BlobFile>,
    /// Location of each content: the number of its pack, and the range in it.
    places: Vec<(ContentHash, usize, Range<u64>)>,
}

/// Changes made while a command ran.
#[derive(Default)]
pub(crate) struct CommandChanges {
    /// Entries, in the order in which they can be replayed.
    pub(crate) observed: Vec<ObservedChange>,
    /// Bytes that the entries refer to.
    pub(crate) kept: KeptBlobs,
    /// Changed paths with the kind of change, for the model.
    pub(super) paths: Vec<String>,
    /// Changed files that are not covered.
    lost: Vec<Uncovered>,
    /// Number of bytes of text in the entries.
    pub(super) text: u64,
}

/// Describes a change for the model.
pub(crate) fn told(change: &FileChange, before: Option<&Side>, after: Option<&Side>) -> String {
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
    /// Prepends the entries of earlier changes. The report covers only the later ones.
    pub(crate) fn after(mut self, mut before: CommandChanges) -> Self {
        before.observed.append(&mut self.observed);
        before.kept.append(std::mem::take(&mut self.kept));
        Self {
            observed: before.observed,
            kept: before.kept,
            ..self
        }
    }

    /// Appends the changes made beside these.
    pub(crate) fn and(mut self, mut more: CommandChanges) -> Self {
        self.observed.append(&mut more.observed);
        self.kept.append(more.kept);
        self.paths.append(&mut more.paths);
        self.lost.append(&mut more.lost);
        self
    }

    /// Adds a changed path with the kind of change, for the model.
    pub(crate) fn note(&mut self, told: String) {
        self.paths.push(told);
    }

    /// Describes the changes that cannot be undone.
    pub(crate) fn uncovered_notice(&self) -> Option<Notice> {
        words(&self.lost)
    }

    pub(super) fn lose(&mut self, path: &str, why: UncoveredReason) {
        let path = path.to_owned();
        self.lost.push(Uncovered { path, why });
    }

    /// Adds the report for the model: the paths, and the changes that cannot be undone.
    pub(crate) fn tell(&self, fields: &mut Map<String, Value>) {
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
            let told = notice!("told-changed-not-covered", why = words);
            fields.insert("not_covered".into(), told.to_string().into());
        }
    }

    /// Summarizes the changes for the line in the chat.
    pub(crate) fn counts(&self) -> ChangeCounts {
        ChangeCounts {
            files: self.paths.len().saturating_add(self.lost.len()),
            lost: words(&self.lost),
        }
    }

    /// Returns the line for the chat that says the result, then the changes.
    pub(crate) fn summary_with(&self, result: Notice) -> Notice {
        self.counts().summary_with(result)
    }
}

impl CommandChanges {
    /// Returns the line for the chat that says the result, then the changes that are proposed.
    pub(crate) fn summary_proposed(&self, result: &Notice) -> Notice {
        let files = count(self.paths.len(), "file");
        notice!("gave-proposed", rest = result, files)
    }
}

/// The number of changed files, and the notice about those that are not covered.
pub(crate) struct ChangeCounts {
    files: usize,
    lost: Option<Notice>,
}

impl ChangeCounts {
    /// See [`CommandChanges::summary_with`].
    pub(crate) fn summary_with(&self, result: Notice) -> Notice {
        let counted_files = count(self.files, "file");
        match &self.lost {
            _ if self.files == 0 => result,
            Some(why) => notice!("gave-changed-lost", rest = result, counted_files, why),
            None => notice!("gave-changed", rest = result, counted_files),
        }
    }
}

impl KeptBlobs {
    /// Creates the collection from one file, with the locations in it.
    pub(super) fn of(pack: Option<BlobFile>, places: Vec<(ContentHash, Range<u64>)>) -> Self {
        let places = places.into_iter();
        Self {
            packs: Vec::from_iter(pack),
            places: places.map(|(hash, place)| (hash, 0, place)).collect(),
        }
    }

    /// Adds a content, in a file without a name in this private folder.
    ///
    /// # Errors
    /// Fails if the bytes cannot be written.
    pub(crate) fn keep(
        &mut self,
        folder: &Path,
        hash: ContentHash,
        bytes: &[u8],
    ) -> io::Result<()> {
        if self.places.iter().any(|(known, ..)| *known == hash) {
            return Ok(());
        }
        if self.packs.is_empty() {
            self.packs.push(BlobFile::create(folder)?);
        }
        let number = self.packs.len().saturating_sub(1);
        if let Some(pack) = self.packs.last_mut() {
            let place = pack.add(bytes)?;
            self.places.push((hash, number, place));
        }
        Ok(())
    }

    /// Appends the contents of another collection.
    pub(super) fn append(&mut self, other: KeptBlobs) {
        let first = self.packs.len();
        self.packs.extend(other.packs);
        let places = other.places.into_iter();
        self.places
            .extend(places.map(|(hash, pack, place)| (hash, first.saturating_add(pack), place)));
    }

    /// Returns the hashes of all contents.
    pub fn hashes(&self) -> impl ExactSizeIterator<Item = &ContentHash> {
        self.places.iter().map(|(hash, ..)| hash)
    }

    /// Returns the contents from number `from` on: at least one, if there is one, and more up to
    /// `most` bytes.
    ///
    /// # Errors
    /// Fails if the bytes cannot be read.
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
