//! Takes a snapshot around a command that may change the workspace: records what exists before and
//! the bytes needed to restore it, and afterwards turns the changes into log entries.
//!
//! Owns when files are scanned and stored. `plan` decides what can be covered, `last_scan` scans,
//! `copies` stores what outlives the process, `pair` detects renames, `named` attributes changes,
//! `entries` makes the entries. Called by `shell_exec`, on workers; `baseline` owns the snapshot
//! that stays active while an agent program works.

mod baseline;
mod blob_file;
mod copies;
mod cut_off;
mod entries;
mod journal;
mod last_scan;
mod named;
mod outcome;
mod pair;
mod plan;
mod reading;
mod untracked_edits;

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::{Arc, PoisonError};

use self::blob_file::BlobFile;
use self::copies::{ByPath, Bytes};
use self::entries::Maker;
use self::journal::StartedCommand;
use self::named::Named;
use self::pair::{Change, pair};
use self::plan::{Uncovered, UncoveredReason, plan, words};
use self::reading::{AT_ONCE, fitting, read_all, read_settled};
use super::api::CallContext;
use super::toolbox::Inner;
use notice::Notice;
use protocol::ids::{CallId, ContentHash};
use review::binary::{as_text, blob_of};
use workspace::MAX_FILE_BYTES;
use workspace::git::tracked::TrackedFiles;
use workspace::manifest::{Difference, Manifest, Stat};

pub use self::baseline::Besides;
pub(super) use self::baseline::{Baselines, By, naming_of, nothing_named};
pub(super) use self::copies::Copies;
pub use self::cut_off::CutOff;
pub(super) use self::entries::{Allowed, FileChange, Side, hunks_of, steps};
pub(super) use self::journal::Naming;
pub(super) use self::last_scan::LastScan;
pub use self::outcome::KeptBlobs;
pub(super) use self::outcome::{CommandChanges, told};
pub(super) use self::untracked_edits::unasked;

/// Maximum number of files logged for one command: an installation creates tens of thousands.
const FILES: usize = 2_000;

/// Maximum number of bytes of changed text logged for one command.
const TEXT: u64 = 32 * 1024 * 1024;

/// State of the workspace before a command.
pub(super) struct Snapshot {
    manifest: Manifest,
    tracked: Arc<TrackedFiles>,
    copies: ByPath,
    /// File that contains the copies.
    bytes: Option<Bytes>,
    /// Locations of the bytes that entries refer to.
    pack: Option<BlobFile>,
    places: Vec<(ContentHash, Range<u64>)>,
    uncovered: Vec<Uncovered>,
}

/// Whether the scanned files may still be changing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SnapshotScope {
    /// The command that changed them has ended.
    Still,
    /// The files may change at any moment.
    Moving,
}

/// A changed file, as it was read for its entry.
enum News {
    /// The bytes, with their metadata.
    Read(String, Stat, Vec<u8>),
    /// The file is gone.
    Gone,
    /// The file disappeared while it was read; its previous state is reported later.
    Later(Change),
}

/// Describes the files that could not be restored if a command changed them now.
pub(super) fn uncovered(inner: &Inner) -> Option<Notice> {
    let (manifest, tracked) = inner.sight.look(inner);
    words(&plan(&manifest, &tracked, inner.limits.copied_bytes).uncovered)
}

impl Snapshot {
    /// Scans the workspace and copies files that git could not restore. When this returns, the
    /// copies are on the disk, and any later change of a file is detectable.
    pub(super) fn begin(inner: &Inner, asker: &CallContext, call: CallId, naming: &Naming) -> Self {
        Self::begin_at(inner, inner.sight.look_or_last(inner), asker, call, naming)
    }

    fn begin_at(
        inner: &Inner,
        (manifest, tracked): last_scan::ScannedFiles,
        asker: &CallContext,
        call: CallId,
        naming: &Naming,
    ) -> Self {
        let plan = plan(&manifest, &tracked, inner.limits.copied_bytes);
        let mut cover = Self {
            manifest,
            tracked,
            copies: ByPath::default(),
            bytes: None,
            pack: None,
            places: Vec::new(),
            uncovered: plan.uncovered,
        };
        if inner.limits.copied_bytes > 0 {
            let begun = cover.begun(asker, call, naming);
            cover.copy_all(inner, &plan.copy, begun);
        }
        std::thread::sleep(cover.manifest.unsettled());
        cover
    }

    fn begun(&self, asker: &CallContext, call: CallId, naming: &Naming) -> StartedCommand {
        StartedCommand {
            session: asker.session,
            run: asker.run,
            call,
            agent: asker.agent.clone(),
            looked: self.manifest.began,
            naming: naming.clone(),
        }
    }

    fn copy_all(&mut self, inner: &Inner, wanted: &[String], begun: StartedCommand) {
        let mut copies = inner.copies.lock().unwrap_or_else(PoisonError::into_inner);
        if copies.as_ref().is_some_and(Copies::is_over) {
            *copies = None;
        }
        let copies = match &mut *copies {
            Some(copies) => copies,
            none => match Copies::create(&inner.surroundings.private_dir) {
                Ok(fresh) => none.insert(fresh),
                Err(error) => {
                    tracing::warn!(%error, "files could not be copied before a command");
                    let lost = wanted.iter().map(|path| (path, UncoveredReason::NoCopy));
                    self.uncovered.extend(lost.map(Uncovered::of));
                    return;
                }
            },
        };
        let missing: Vec<&String> = wanted
            .iter()
            .filter(|path| {
                let stat = self.manifest.files.get(*path);
                stat.is_none_or(|stat| !copies.has(path, stat) && !self.has_copy(path, stat))
            })
            .collect();
        let mut rest = missing.as_slice();
        while !rest.is_empty() {
            let sizes = rest.iter().map(|path| self.manifest.files.get(*path));
            let sizes = sizes.map(|stat| stat.map_or(0, |stat| stat.bytes));
            let (group, later) = rest.split_at(fitting(sizes));
            rest = later;
            for (path, read) in read_all(inner, group) {
                let copied = read.and_then(|(bytes, stat)| {
                    self.manifest.correct(path, stat);
                    copies.add(path, &bytes, stat).map_err(|error| {
                        tracing::warn!(%error, "a file could not be copied before a command");
                        UncoveredReason::NoCopy
                    })
                });
                if let Err(why) = copied {
                    self.uncovered.push(Uncovered::of((path, why)));
                }
            }
        }
        if let Err(error) = copies.note(&self.manifest, &self.tracked, begun) {
            tracing::warn!(%error, "what is there before a command would not outlive a crash");
        }
        self.take_over(Arc::clone(&copies.by_path));
        self.bytes = Some(copies.bytes());
    }

    /// Takes over the present copies. If another command has since copied a file in its present
    /// state, the copy of the earlier state stays.
    fn take_over(&mut self, mut copies: ByPath) {
        let fits =
            |path: &String, copy: &copies::Copy| self.manifest.files.get(path) == Some(&copy.stat);
        let only_here: Vec<(String, copies::Copy)> = self
            .copies
            .iter()
            .filter(|(path, copy)| fits(path, copy))
            .filter(|(path, _)| !copies.get(*path).is_some_and(|copy| fits(path, copy)))
            .map(|(path, copy)| (path.clone(), copy.clone()))
            .collect();
        if !only_here.is_empty() {
            Arc::make_mut(&mut copies).extend(only_here);
        }
        self.copies = copies;
    }

    fn keep(&mut self, inner: &Inner, bytes: &[u8]) -> Result<Range<u64>, UncoveredReason> {
        let pack = match self.pack.take() {
            Some(pack) => Ok(pack),
            None => BlobFile::create(&inner.surroundings.private_dir),
        };
        pack.and_then(|pack| self.pack.insert(pack).add(bytes))
            .map_err(|error| {
                tracing::warn!(%error, "a file could not be copied before a command");
                UncoveredReason::NoCopy
            })
    }

    /// Scans the workspace again and makes entries of the changes.
    pub(super) fn finish(
        mut self,
        inner: &Inner,
        asker: &CallContext,
        call: CallId,
        naming: &Naming,
    ) -> CommandChanges {
        let named = naming.named(inner.workspace.root());
        let mut maker = Maker::new(inner, asker, Some(call), &named);
        self.log_changes(&mut maker, SnapshotScope::Still).0
    }

    /// Makes entries of the changes, and returns the present state with the content read for them.
    fn log_changes(
        &mut self,
        maker: &mut Maker<'_>,
        world: SnapshotScope,
    ) -> (CommandChanges, Manifest, Vec<News>) {
        let inner = maker.inner;
        let mut changed = CommandChanges::default();
        let (later, changes) = self.changes(inner, maker.named, &mut changed);
        let mut all_news = Vec::new();
        let mut rest = changes.as_slice();
        while !rest.is_empty() {
            let sizes = rest.iter().map(|change| change.before);
            let sizes = sizes.map(|stat| stat.map_or(0, |stat| stat.bytes));
            let (group, next) = rest.split_at(fitting(sizes));
            rest = next;
            let objects = self.objects(inner, group);
            for change in group {
                if maker.is_later(change) {
                    all_news.push(News::Later(change.clone()));
                    continue;
                }
                match self.log(change, &objects, maker, &mut changed) {
                    Ok(News::Later(_)) if world == SnapshotScope::Still => {
                        changed.lose(&change.path, UncoveredReason::Unreadable);
                    }
                    Ok(news) if world == SnapshotScope::Moving => all_news.push(news),
                    Ok(_) => {}
                    Err(why) => changed.lose(&change.path, why),
                }
            }
        }
        changed.observed = std::mem::take(&mut maker.observed);
        let places = std::mem::take(&mut self.places);
        changed.kept = KeptBlobs::of(self.pack.take(), places);
        (changed, later, all_news)
    }

    /// Returns the changes by file, as many as are logged.
    fn changes(
        &self,
        inner: &Inner,
        named: &Named,
        changed: &mut CommandChanges,
    ) -> (Manifest, Vec<Change>) {
        let workspace = &inner.workspace;
        let later = inner
            .sight
            .look_after(inner, (&self.manifest, &self.tracked));
        self.note_folders(inner, &later);
        for path in self.manifest.unnamed_changes(&later) {
            changed.lose(&path, UncoveredReason::NotUtf8);
        }
        let mut found = self
            .manifest
            .differences(&later, &|path| workspace.stat(path));
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
        // Files that the command names come first; otherwise the order stays, because it matters.
        let mut order: Vec<(bool, usize)> = changes
            .iter()
            .enumerate()
            .map(|(index, change)| (!named.names(&change.path), index))
            .collect();
        order.sort_unstable();
        let kept: HashSet<usize> = order.iter().take(FILES).map(|(_, index)| *index).collect();
        let mut out = Vec::with_capacity(kept.len());
        for (index, change) in changes.into_iter().enumerate() {
            if kept.contains(&index) {
                out.push(change);
            } else {
                changed.lose(&change.path, UncoveredReason::TooMany);
            }
        }
        (later, out)
    }

    /// Records folders that the command created, so that a rollback which empties
    /// them deletes them.
    fn note_folders(&self, inner: &Inner, later: &Manifest) {
        let began = self.manifest.began;
        for folder in self.manifest.new_folders(later) {
            // A folder that was hidden before is older.
            let metadata = inner.workspace.root().join(&folder).symlink_metadata();
            if metadata.is_ok_and(|found| Stat::of(&found).is_new_since(began)) {
                inner.workspace.note_made_folder(&folder);
            }
        }
    }

    /// Leaves out files that seem new only because the command changed the ignore rules:
    /// they existed before.
    fn leave_out_unhidden(&self, found: &mut Vec<Difference>, changed: &mut CommandChanges) {
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
                    changed.lose(&one.path, UncoveredReason::Hidden);
                }
                false
            }
            _ => true,
        });
    }

    /// Returns the contents that git has of changed files.
    fn objects(&self, inner: &Inner, changes: &[Change]) -> HashMap<String, Vec<u8>> {
        let before = changes
            .iter()
            .filter_map(|change| Some((change.old_path(), change.before?)));
        self.objects_at(inner, before)
    }

    /// Returns the contents that git has of deleted files with the size of a new one.
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
                && !self.has_copy(path, &stat)
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

    fn has_copy(&self, path: &str, stat: &Stat) -> bool {
        let copy = self.copies.get(path);
        copy.is_some_and(|copy| copy.stat == *stat)
    }

    fn bytes_before(
        &self,
        path: &str,
        stat: &Stat,
        objects: &HashMap<String, Vec<u8>>,
    ) -> Result<Vec<u8>, UncoveredReason> {
        if let Some(bytes) = objects.get(path) {
            return Ok(bytes.clone());
        }
        if let (Some(copy), Some(bytes)) = (self.copies.get(path), &self.bytes)
            && copy.stat == *stat
        {
            return copies::read(bytes, &copy.place).map_err(|_| UncoveredReason::NoCopy);
        }
        if stat.bytes > MAX_FILE_BYTES {
            return Err(UncoveredReason::TooLarge);
        }
        let known = self.uncovered.iter().find(|file| file.path == path);
        Err(known.map_or(UncoveredReason::NoCopy, |file| file.why))
    }

    fn log(
        &mut self,
        change: &Change,
        objects: &HashMap<String, Vec<u8>>,
        maker: &mut Maker<'_>,
        changed: &mut CommandChanges,
    ) -> Result<News, UncoveredReason> {
        let inner = maker.inner;
        let after = match change.after {
            Some(stat) if stat.bytes > MAX_FILE_BYTES => return Err(UncoveredReason::TooLarge),
            Some(_) => match read_settled(inner, &change.path) {
                Ok((bytes, stat)) => {
                    let mode = stat.mode;
                    Some((Side { bytes, mode }, stat))
                }
                Err(_) if inner.workspace.stat(&change.path).is_none() => {
                    return Ok(News::Later(change.clone()));
                }
                Err(why) => return Err(why),
            },
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
        let side = after.as_ref().map(|(side, _)| side);
        if change.from.is_some() || before.as_ref() != side {
            self.log_sides(change, (before.as_ref(), side), maker, changed)?;
        }
        Ok(match after {
            Some((side, stat)) => News::Read(change.path.clone(), stat, side.bytes),
            None => News::Gone,
        })
    }

    fn log_sides(
        &mut self,
        change: &Change,
        (before, after): (Option<&Side>, Option<&Side>),
        maker: &mut Maker<'_>,
        changed: &mut CommandChanges,
    ) -> Result<(), UncoveredReason> {
        let inner = maker.inner;
        let text = after.map_or(0, |side| side.bytes.len() as u64);
        changed.text = changed.text.saturating_add(text);
        if changed.text > TEXT {
            return Err(UncoveredReason::TooMany);
        }
        if let Some(side) = before {
            let place = self.keep(inner, &side.bytes)?;
            self.places.push((ContentHash::of(&side.bytes), place));
        }
        // The entry contains every other text.
        if let Some(side) = after
            && let Some(hash) = blob_of(&as_text(&side.bytes))
        {
            let place = self.keep(inner, &side.bytes)?;
            self.places.push((hash, place));
        }
        maker.add(change, before, after);
        changed.note(told(&change.paths(), before, after));
        Ok(())
    }
}

#[cfg(any(test, feature = "testing"))]
#[allow(clippy::panic, reason = "a helper of a test may fail the test")]
impl super::ToolBox {
    /// Returns the entries that a prepared command leaves in the log if running it means doing
    /// `work`.
    pub fn covered(
        &self,
        prepared: &super::Prepared,
        work: impl FnOnce(),
    ) -> (Vec<protocol::plan::ObservedChange>, KeptBlobs) {
        let super::work::PlannedWork::Command(command) = &prepared.work else {
            panic!("no command");
        };
        let none = Naming {
            folder: self.inner.workspace.root().to_path_buf(),
            texts: Vec::new(),
            writes: Vec::new(),
        };
        let naming = command.naming.as_ref().unwrap_or(&none);
        let call = prepared.plan.call;
        let cover = Snapshot::begin(&self.inner, &prepared.asker, call, naming);
        work();
        let changed = cover.finish(&self.inner, &prepared.asker, call, naming);
        (changed.observed, changed.kept)
    }
}
