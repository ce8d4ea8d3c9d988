//! The times of change of proposed texts: later than any time that the path had, so that every tool
//! which compares times builds it again. Python compares whole seconds, so each is in a later one.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use protocol::ids::ContentHash;
use sandbox::upper::Proposed;

/// The times that the worlds of a session gave.
#[derive(Debug, Default)]
pub(super) struct Fresh {
    /// The text that a path has now in the worlds, and its time.
    given: BTreeMap<PathBuf, (ContentHash, SystemTime)>,
    /// The latest time that a path ever had.
    latest: BTreeMap<PathBuf, SystemTime>,
}

impl Fresh {
    /// Forgets which texts have a time: each gets a new one.
    pub(super) fn renew(&mut self) {
        self.given.clear();
    }

    /// Returns the time of each proposed file. `on_disk` returns the time of the disk's file at a path,
    /// in nanoseconds since 1970.
    pub(super) fn times(
        &mut self,
        shown: &BTreeMap<PathBuf, Proposed>,
        on_disk: &dyn Fn(&Path) -> Option<i128>,
    ) -> BTreeMap<PathBuf, SystemTime> {
        // A path that is as on the disk again has another text there.
        self.given.retain(|path, _| shown.contains_key(path));
        let files = shown.iter().filter_map(|(path, state)| match state {
            Proposed::File { bytes, .. } => Some((path, ContentHash::of(bytes))),
            Proposed::Deleted => None,
        });
        let times = files.map(|(path, text)| {
            let on_disk = on_disk(path).and_then(|nanoseconds| u64::try_from(nanoseconds).ok());
            let on_disk = on_disk.map(|nanoseconds| UNIX_EPOCH + Duration::from_nanos(nanoseconds));
            (path.clone(), self.time(path, text, on_disk))
        });
        times.collect()
    }

    /// Returns the time of a proposed text.
    fn time(&mut self, path: &Path, text: ContentHash, on_disk: Option<SystemTime>) -> SystemTime {
        if let Some((known, time)) = self.given.get(path)
            && *known == text
            && on_disk.is_none_or(|on_disk| seconds(on_disk) < seconds(*time))
        {
            return *time;
        }
        let before = self.latest.get(path).copied().into_iter().chain(on_disk);
        let time = later_than(before.max(), SystemTime::now());
        self.given.insert(path.to_owned(), (text, time));
        self.latest.insert(path.to_owned(), time);
        time
    }
}

/// Returns `now`, or the next whole second after `before` if that is later.
fn later_than(before: Option<SystemTime>, now: SystemTime) -> SystemTime {
    let earliest = before.map_or(0, |before| seconds(before).saturating_add(1));
    now.max(UNIX_EPOCH + Duration::from_secs(earliest))
}

fn seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs())
}
