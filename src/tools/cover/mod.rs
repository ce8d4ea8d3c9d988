//! Covers the workspace around a command that may change it: what is there before, the bytes that
//! are needed to bring it back, and afterwards the changes as entries of the log.
//!
//! Owns when what is looked at and kept. What can be covered is `plan`'s, which file became which
//! `pair`'s, whose doing it is `named`'s, the entries `entries`'. Called by `shell_exec`, on
//! workers.

mod entries;
mod named;
mod pack;
mod pair;
mod plan;

use std::collections::{HashMap, HashSet};
use std::io;
use std::ops::Range;
use std::sync::{Arc, PoisonError};

use serde_json::{Map, Value};

use self::entries::{Maker, Side};
use self::pack::Pack;
use self::pair::{Change, pair};
use self::plan::{Uncovered, Why, plan, words};
use super::api::Asker;
use super::toolbox::Inner;
use crate::protocol::ids::{CallId, ContentHash};
use crate::protocol::plan::ObservedChange;
use crate::review::binary::{as_text, blob_of};
use crate::workspace::MAX_FILE_BYTES;
use crate::workspace::git::tracked::Tracked;
use crate::workspace::manifest::{Difference, Manifest, Stat};

pub(super) use self::named::Named;

/// Files that are logged for one command at most: an installation makes tens of thousands.
const FILES: usize = 2_000;

/// Bytes of changed text that are logged for one command at most.
const TEXT: u64 = 32 * 1024 * 1024;

/// Bytes of objects that are asked of git at once, and their number.
const AT_ONCE: (u64, usize) = (16 * 1024 * 1024, 500);

/// Paths that the model is told of.
const TOLD: usize = 50;

/// The workspace as it is before a command.
pub(super) struct Cover {
    manifest: Manifest,
    tracked: Arc<Tracked>,
    copies: HashMap<String, Range<u64>>,
    pack: Option<Pack>,
    uncovered: Vec<Uncovered>,
}

/// Bytes that the log speaks of, to be kept as blobs.
#[derive(Debug, Default)]
pub struct Kept {
    pack: Option<Pack>,
    places: Vec<(ContentHash, Range<u64>)>,
}

/// What changed while a command ran.
#[derive(Default)]
pub(super) struct Changed {
    /// The entries, in the order in which they can be made again.
    pub(super) observed: Vec<ObservedChange>,
    /// The bytes that they speak of.
    pub(super) kept: Kept,
    /// The paths with what became of them, for the model.
    paths: Vec<String>,
    /// Those that changed and are not covered.
    lost: Vec<Uncovered>,
    /// Bytes of text in the entries so far.
    text: u64,
}

/// What could not be brought back if a command changed it now, in words.
pub(super) fn uncovered(inner: &Inner) -> Option<String> {
    let (manifest, tracked) = survey(inner);
    words(&plan(&manifest, &tracked).uncovered)
}

/// Looks at the workspace. Git is asked only if its index is another one than the last time.
fn survey(inner: &Inner) -> (Manifest, Arc<Tracked>) {
    let workspace = &inner.workspace;
    let known = || inner.tracked.lock().unwrap_or_else(PoisonError::into_inner);
    let last = Arc::clone(&known());
    let mut manifest = workspace.manifest(last.hidden.iter().map(String::as_str));
    let index = workspace.index_stat();
    if index == last.index {
        return (manifest, last);
    }
    let tracked = Arc::new(workspace.tracked(&manifest, index));
    workspace.add_to(&mut manifest, tracked.hidden.iter().map(String::as_str));
    *known() = Arc::clone(&tracked);
    (manifest, tracked)
}

impl Cover {
    /// Looks at the workspace and copies what git could not give back.
    pub(super) fn begin(inner: &Inner) -> Self {
        let (manifest, tracked) = survey(inner);
        let plan = plan(&manifest, &tracked);
        let mut cover = Self {
            manifest,
            tracked,
            copies: HashMap::new(),
            pack: None,
            uncovered: plan.uncovered,
        };
        for path in plan.copy {
            if let Err(why) = cover.copy(inner, &path) {
                cover.uncovered.push(Uncovered { path, why });
            }
        }
        cover
    }

    fn copy(&mut self, inner: &Inner, path: &str) -> Result<(), Why> {
        let Ok((bytes, stat)) = inner.workspace.read_bytes(path) else {
            return Err(Why::Unreadable);
        };
        let place = self.keep(inner, &bytes)?;
        self.copies.insert(path.to_owned(), place);
        // It may have changed since it was looked at: the copy is what was there.
        self.manifest.files.insert(path.to_owned(), stat);
        Ok(())
    }

    fn keep(&mut self, inner: &Inner, bytes: &[u8]) -> Result<Range<u64>, Why> {
        let pack = match self.pack.take() {
            Some(pack) => Ok(pack),
            None => Pack::create(&inner.surroundings.private_dir),
        };
        pack.and_then(|pack| self.pack.insert(pack).add(bytes))
            .map_err(|error| {
                tracing::warn!(%error, "a file could not be copied before a command");
                Why::NoCopy
            })
    }

    /// Looks at the workspace again and makes entries of what changed.
    pub(super) fn finish(
        mut self,
        inner: &Inner,
        asker: &Asker,
        call: CallId,
        named: &Named,
    ) -> Changed {
        let mut changed = Changed::default();
        let changes = self.changes(inner, named, &mut changed);
        let mut maker = Maker::new(inner, asker, call, named);
        let mut rest = changes.as_slice();
        while !rest.is_empty() {
            let (group, later) = rest.split_at(self.group(rest));
            rest = later;
            let objects = self.objects(inner, group);
            for change in group {
                if let Err(why) = self.log(change, &objects, &mut maker, &mut changed) {
                    changed.lose(&change.path, why);
                }
            }
        }
        changed.observed = maker.observed;
        changed.kept.pack = self.pack;
        changed
    }

    /// What became of which file, as many as are logged.
    fn changes(&self, inner: &Inner, named: &Named, changed: &mut Changed) -> Vec<Change> {
        let workspace = &inner.workspace;
        let hidden = self.tracked.hidden.iter();
        let later = workspace.manifest(hidden.map(String::as_str));
        let now = |path: &str| workspace.stat(path);
        let mut found = self.manifest.differences(&later, &now);
        if found.iter().any(Difference::changes_what_is_ignored) {
            self.leave_out_unhidden(&mut found, changed);
        }
        let objects = self.objects_of_gone(inner, &found);
        let same = |from: &str, to: &str| {
            let before = self.manifest.files.get(from);
            let before = before.and_then(|stat| self.bytes_before(from, stat, &objects).ok());
            let after = workspace.read_bytes(to).ok();
            before.is_some_and(|before| after.is_some_and(|(after, _)| before == after))
        };
        let changes = pair(found, &same);
        // What the command names comes first; else the order stays, which has a meaning.
        let mut order: Vec<(bool, usize)> = changes
            .iter()
            .enumerate()
            .map(|(index, change)| (!named.names(&change.path), index))
            .collect();
        order.sort_unstable();
        let kept: HashSet<usize> = order.iter().take(FILES).map(|(_, index)| *index).collect();
        let mut out = Vec::with_capacity(kept.len());
        for (index, change) in changes.into_iter().enumerate() {
            match kept.contains(&index) {
                true => out.push(change),
                false => changed.lose(&change.path, Why::TooMany),
            }
        }
        out
    }

    /// Files that seem new only because the command changed what is ignored were there before.
    fn leave_out_unhidden(&self, found: &mut Vec<Difference>, changed: &mut Changed) {
        let began = self.manifest.began;
        let known: HashSet<(u64, u64)> = self
            .manifest
            .files
            .values()
            .map(|stat| stat.inode)
            .collect();
        found.retain(|one| match (one.before, one.after) {
            (None, Some(stat)) if !stat.is_new_since(began) && !known.contains(&stat.inode) => {
                if stat.is_touched_since(began) {
                    changed.lose(&one.path, Why::Hidden);
                }
                false
            }
            _ => true,
        });
    }

    /// How many of these changes are looked at together.
    fn group(&self, changes: &[Change]) -> usize {
        let mut bytes = 0_u64;
        let sizes = changes
            .iter()
            .map(|change| change.before.map_or(0, |stat| stat.bytes));
        let fitting = sizes.take(AT_ONCE.1).take_while(|size| {
            bytes = bytes.saturating_add(*size);
            bytes <= AT_ONCE.0
        });
        fitting.count().max(1)
    }

    /// What git has of files that it could give back.
    fn objects(&self, inner: &Inner, changes: &[Change]) -> HashMap<String, Vec<u8>> {
        let before = changes
            .iter()
            .filter_map(|change| Some((change.old_path(), change.before?)));
        self.objects_at(inner, before)
    }

    /// The same of those that are gone and have the size of one that is new.
    fn objects_of_gone(&self, inner: &Inner, found: &[Difference]) -> HashMap<String, Vec<u8>> {
        let fresh = found.iter().filter(|one| one.before.is_none());
        let sizes: HashSet<u64> = fresh.filter_map(|one| Some(one.after?.bytes)).collect();
        let mut bytes = 0_u64;
        let gone = found
            .iter()
            .filter(|one| one.after.is_none())
            .filter_map(|one| Some((one.path.as_str(), one.before?)))
            .filter(|(_, stat)| sizes.contains(&stat.bytes))
            .take_while(|(_, stat)| {
                bytes = bytes.saturating_add(stat.bytes);
                bytes <= AT_ONCE.0
            });
        self.objects_at(inner, gone.take(AT_ONCE.1))
    }

    fn objects_at<'a>(
        &self,
        inner: &Inner,
        files: impl Iterator<Item = (&'a str, Stat)>,
    ) -> HashMap<String, Vec<u8>> {
        let mut paths = Vec::new();
        let mut wanted = Vec::new();
        for (path, stat) in files {
            if let Some(object) = self.tracked.object(path, &stat)
                && stat.bytes <= MAX_FILE_BYTES
                && !self.copies.contains_key(path)
            {
                paths.push(path.to_owned());
                wanted.push((object, stat.bytes));
            }
        }
        let found = inner.workspace.objects(&wanted);
        let found = paths.into_iter().zip(found);
        found
            .filter_map(|(path, bytes)| Some((path, bytes?)))
            .collect()
    }

    fn bytes_before(
        &self,
        path: &str,
        stat: &Stat,
        objects: &HashMap<String, Vec<u8>>,
    ) -> Result<Vec<u8>, Why> {
        if let Some(bytes) = objects.get(path) {
            return Ok(bytes.clone());
        }
        if let (Some(place), Some(pack)) = (self.copies.get(path), &self.pack) {
            return pack.read(place).map_err(|_| Why::NoCopy);
        }
        if stat.bytes > MAX_FILE_BYTES {
            return Err(Why::TooLarge);
        }
        let known = self.uncovered.iter().find(|file| file.path == path);
        Err(known.map_or(Why::NoCopy, |file| file.why))
    }

    fn log(
        &mut self,
        change: &Change,
        objects: &HashMap<String, Vec<u8>>,
        maker: &mut Maker<'_>,
        changed: &mut Changed,
    ) -> Result<(), Why> {
        let inner = maker.inner;
        let after = match change.after {
            Some(stat) if stat.bytes > MAX_FILE_BYTES => return Err(Why::TooLarge),
            Some(_) => {
                let read = inner.workspace.read_bytes(&change.path);
                let (bytes, stat) = read.map_err(|_| Why::Unreadable)?;
                let mode = stat.mode;
                Some(Side { bytes, mode })
            }
            None => None,
        };
        let before = match &change.before {
            Some(stat) => {
                let bytes = self.bytes_before(change.old_path(), stat, objects)?;
                let mode = stat.mode;
                Some(Side { bytes, mode })
            }
            None => None,
        };
        if change.from.is_none() && before == after {
            // Only touched.
            return Ok(());
        }
        let text = after.as_ref().map_or(0, |side| side.bytes.len() as u64);
        changed.text = changed.text.saturating_add(text);
        if changed.text > TEXT {
            return Err(Why::TooMany);
        }
        if let Some(side) = &before {
            let place = match self.copies.get(change.old_path()) {
                Some(place) => place.clone(),
                None => self.keep(inner, &side.bytes)?,
            };
            changed
                .kept
                .places
                .push((ContentHash::of(&side.bytes), place));
        }
        // The entry has every other text.
        if let Some(side) = after.as_ref()
            && let Some(hash) = blob_of(&as_text(&side.bytes))
        {
            let place = self.keep(inner, &side.bytes)?;
            changed.kept.places.push((hash, place));
        }
        maker.add(change, before.as_ref(), after.as_ref());
        changed
            .paths
            .push(told(change, before.as_ref(), after.as_ref()));
        Ok(())
    }
}

/// A change as the model is told of it.
fn told(change: &Change, before: Option<&Side>, after: Option<&Side>) -> String {
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

impl Changed {
    fn lose(&mut self, path: &str, why: Why) {
        let path = path.to_owned();
        self.lost.push(Uncovered { path, why });
    }

    /// What the model is told: the paths, and what cannot be brought back.
    pub(super) fn tell(&self, fields: &mut Map<String, Value>) {
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
    pub(super) fn words(&self) -> String {
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

impl Kept {
    /// The hashes of all bytes.
    pub fn hashes(&self) -> impl ExactSizeIterator<Item = &ContentHash> {
        self.places.iter().map(|(hash, _)| hash)
    }

    /// The bytes from number `from` on: one at least, if there is one, and others up to `most`
    /// bytes.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn read(&self, from: usize, most: u64) -> io::Result<Vec<(ContentHash, Arc<[u8]>)>> {
        let mut found: Vec<(ContentHash, Arc<[u8]>)> = Vec::new();
        let mut size = 0_u64;
        let Some(pack) = &self.pack else {
            return Ok(found);
        };
        for (hash, place) in self.places.iter().skip(from) {
            size = size.saturating_add(place.end.saturating_sub(place.start));
            if size > most && !found.is_empty() {
                break;
            }
            found.push((hash.clone(), Arc::from(pack.read(place)?)));
        }
        Ok(found)
    }
}

#[cfg(test)]
impl super::ToolBox {
    /// What a prepared command leaves in the log if running it is doing `work`.
    pub(crate) fn covered(
        &self,
        prepared: &super::Prepared,
        work: impl FnOnce(),
    ) -> (Vec<ObservedChange>, Kept) {
        let super::work::Work::Command(command) = &prepared.work else {
            panic!("no command");
        };
        let none = Named::default();
        let named = command.named.as_ref().unwrap_or(&none);
        let cover = Cover::begin(&self.inner);
        work();
        let call = prepared.plan.call;
        let changed = cover.finish(&self.inner, &prepared.asker, call, named);
        (changed.observed, changed.kept)
    }
}
