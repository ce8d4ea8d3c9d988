//! The proposed world of a command: the workspace as the agent sees it, with the session's proposals in
//! the place of what the disk has. What the command changes lands in an upper folder and becomes
//! proposals; the disk stays as it is.
//!
//! A session keeps the ignored part of its upper folder, so that builds stay warm. Refused code must
//! never run again, so three rules hold: *drop* – the kept part goes as soon as a hunk that it was
//! built with is no longer live, or the same folders changed on the disk; *fresh* – a proposed text
//! has a time of change later than any that its path had; *disk* – every write to the disk has a new
//! time ([`Workspace::write_atomic`](workspace::Workspace)).

mod changes;
mod fresh;
mod layer;
mod parts;
mod signature;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use nix::time::{ClockId, clock_gettime};
use notice::{Notice, notice};
use protocol::ids::{CallId, SessionId};
use sandbox::plan::Overlay;
use sandbox::scratch::Scratch;
use sandbox::upper::{Extent, Proposed, Shown, UpperError, lay_in, read};

use self::layer::Layer;
use self::parts::Parts;
use crate::api::{Buffer, CallContext};
use crate::snapshot::CommandChanges;
use crate::toolbox::Inner;

/// The kept layers of the sessions that use none at this moment.
#[derive(Debug, Default)]
pub(super) struct Worlds {
    layers: Mutex<HashMap<SessionId, Layer>>,
}

/// The world of one command.
pub(super) struct World {
    layer: Layer,
    shown: BTreeMap<PathBuf, Proposed>,
    parts: Parts,
    /// Start of the world on the clock of the file system, which ticks a few hundred times a second.
    began: i128,
}

/// The effects of a command on its world.
#[derive(Default)]
pub(super) struct WorldChanges {
    pub(super) changes: CommandChanges,
    /// Changes that are not proposed, with the reason.
    pub(super) left: Vec<Notice>,
    /// The number of changed files, if they are too many, or too large, to be proposed.
    pub(super) too_many: Option<usize>,
}

/// The reason why there is no world.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.notice())]
pub(super) enum WorldError {
    Folder(PathBuf, #[source] std::io::Error),
    Upper(#[from] UpperError),
    /// The bytes of a proposed file are gone.
    NoContent(String),
}

impl WorldError {
    pub(super) fn notice(&self) -> Notice {
        match self {
            WorldError::Folder(path, why) => {
                let path = path.display().to_string();
                notice!("told-box-no-folder", path, why)
            }
            WorldError::Upper(error) => error.notice(),
            WorldError::NoContent(path) => notice!("told-world-no-content", path),
        }
    }
}

impl Worlds {
    /// Removes what a session keeps from world to world. Blocks: builds may have left much.
    pub(super) fn forget(&self, session: SessionId) {
        drop(self.take(session));
    }

    fn take(&self, session: SessionId) -> Option<Layer> {
        let layers = self.layers.lock();
        let mut layers = layers.unwrap_or_else(PoisonError::into_inner);
        layers.remove(&session)
    }

    /// Keeps a layer, unless a command that ran at the same time has kept one.
    fn give_back(&self, session: SessionId, layer: Layer) {
        let layers = self.layers.lock();
        let mut layers = layers.unwrap_or_else(PoisonError::into_inner);
        layers.entry(session).or_insert(layer);
    }
}

impl World {
    /// Lays the session's proposals into its layer, or into an empty one if another command of the
    /// session has it. `below` is the private folder of the workspace's boxes. Blocks.
    pub(super) fn begin(
        inner: &Inner,
        asker: &CallContext,
        below: &Path,
    ) -> Result<Self, WorldError> {
        let records = &inner.surroundings.records;
        let buffers = records.buffers(asker.session);
        let parts = Parts::new(inner, &buffers, &inner.sight.tracked(inner));
        let shown = shown(inner, buffers)?;
        let root = inner.workspace.root();
        let mut layer = match inner.worlds.take(asker.session) {
            Some(layer) => layer,
            None => Layer::new(below, asker.session)?,
        };
        layer.begin(root, records.live_hunks(asker.session))?;
        let on_disk = |path: &Path| Some(inner.workspace.stat(path.to_str()?)?.modified);
        let times = layer.fresh.times(&shown, &on_disk);
        lay_in(&layer.upper(), root, &shown, &|path| {
            times.get(path).copied().unwrap_or_else(SystemTime::now)
        })?;
        wait_for(times.values().max());
        Ok(Self {
            layer,
            shown,
            parts,
            began: now_of_files(),
        })
    }

    /// Returns the folders of the overlay; `scratch` is the command's own.
    pub(super) fn overlay(&self, scratch: &Scratch) -> Overlay {
        Overlay {
            upper: self.layer.upper(),
            ..scratch.overlay()
        }
    }

    /// Reads what the command changed, as proposals of the call, and keeps the ignored part for the
    /// session. Blocks.
    pub(super) fn finish(
        mut self,
        inner: &Inner,
        asker: &CallContext,
        call: CallId,
    ) -> WorldChanges {
        let found = self.changes(inner, asker, call);
        let mut found = found.unwrap_or_else(|error| WorldChanges {
            left: vec![notice!("told-world-lost", why = error.notice())],
            ..WorldChanges::default()
        });
        let part = |path: &Path, kind| self.parts.of(path, kind);
        // A layer that cannot be kept goes, and the next world begins with an empty one.
        match self.layer.end(inner.workspace.root(), &part) {
            Ok(None) => inner.worlds.give_back(asker.session, self.layer),
            Ok(Some(why)) => found.left.push(why),
            Err(error) => tracing::warn!(%error, "the caches of a world are not kept"),
        }
        found
    }

    fn changes(
        &self,
        inner: &Inner,
        asker: &CallContext,
        call: CallId,
    ) -> Result<WorldChanges, WorldError> {
        let shown = Shown {
            lower: inner.workspace.root(),
            proposed: &self.shown,
        };
        let reading = read(&self.layer.upper(), shown, &|path, kind| {
            self.parts.of(path, kind)
        })?;
        let mut left = reading.notices();
        if reading.extent == Extent::Whole {
            let files = notice::count(reading.changes.len(), "file");
            left.push(notice!("told-world-whole", files));
            return Ok(WorldChanges {
                left,
                too_many: Some(reading.changes.len()),
                ..WorldChanges::default()
            });
        }
        let mut proposals = changes::Proposals::new(inner, asker, call, self);
        for change in &reading.changes {
            proposals.add(change);
        }
        let (changes, more) = proposals.made();
        left.extend(more);
        Ok(WorldChanges {
            changes,
            left,
            too_many: None,
        })
    }
}

/// Returns the state of each file that differs from the disk.
fn shown(inner: &Inner, buffers: Vec<Buffer>) -> Result<BTreeMap<PathBuf, Proposed>, WorldError> {
    /// Mode of a file that nothing says otherwise about.
    const PLAIN: u32 = 0o644;
    let mut shown = BTreeMap::new();
    for Buffer { path, text, mode } in buffers {
        let state = match &text {
            None => Proposed::Deleted,
            Some(text) => {
                let on_disk = inner.workspace.stat(&path).map(|stat| stat.mode);
                Proposed::File {
                    bytes: bytes_of(inner, text).ok_or(WorldError::NoContent(path.clone()))?,
                    mode: mode.or(on_disk).unwrap_or(PLAIN),
                }
            }
        };
        shown.insert(PathBuf::from(path), state);
    }
    Ok(shown)
}

/// Waits until a time of change is over, a second at most: `make` warns of a time in the future.
fn wait_for(time: Option<&SystemTime>) {
    let rest = time.and_then(|time| time.duration_since(SystemTime::now()).ok());
    if let Some(rest) = rest {
        std::thread::sleep(rest.min(Duration::from_secs(1)));
    }
}

/// Returns the time that a file which changes now would have, in nanoseconds since 1970.
fn now_of_files() -> i128 {
    let now = clock_gettime(ClockId::CLOCK_REALTIME_COARSE);
    now.map_or(0, |now| {
        i128::from(now.tv_sec()) * 1_000_000_000 + i128::from(now.tv_nsec())
    })
}

fn bytes_of(inner: &Inner, text: &Arc<str>) -> Option<Arc<[u8]>> {
    match review::binary::blob_of(text) {
        None => Some(Arc::from(text.as_bytes())),
        Some(hash) => inner.surroundings.records.blob(&hash),
    }
}
