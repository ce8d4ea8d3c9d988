//! The state of the disk's own ignored folders, in short: the newest change and the number of entries.
//! A kept layer lies over them, and is worth nothing once they changed.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// Most entries that are looked at.
const MOST: usize = 50_000;

/// Folders of packages: only their first two levels are looked at, since installers change those.
const PACKAGES: [&str; 2] = ["node_modules", ".venv"];
const PACKAGES_DEPTH: usize = 2;

/// `None` if there was too much to look at, which counts as changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Signature(Option<(i64, i64, usize)>);

impl Signature {
    /// Returns the signature of these paths on the disk. Follows no link.
    pub(super) fn of(root: &Path, paths: &[PathBuf]) -> Self {
        let mut look = Look {
            newest: (0, 0),
            count: 0,
        };
        for path in paths {
            let name = path.file_name().and_then(|name| name.to_str());
            let is_packages = name.is_some_and(|name| PACKAGES.contains(&name));
            let depth = if is_packages {
                PACKAGES_DEPTH
            } else {
                usize::MAX
            };
            if look.add(&root.join(path), depth).is_none() {
                return Self(None);
            }
        }
        Self(Some((look.newest.0, look.newest.1, look.count)))
    }

    /// Returns a signature that no other is the same as.
    pub(super) fn unknown() -> Self {
        Self(None)
    }

    /// Whether something changed in the second of `time` or later.
    pub(super) fn is_newer_than(self, time: SystemTime) -> bool {
        let since = time.duration_since(UNIX_EPOCH);
        let second = since.map_or(0, |since| {
            i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
        });
        self.0.is_none_or(|(newest, ..)| newest >= second)
    }

    /// Whether nothing changed between the two.
    pub(super) fn is_same(self, other: Self) -> bool {
        self.0.is_some() && self == other
    }
}

struct Look {
    /// Seconds and nanoseconds of the newest change.
    newest: (i64, i64),
    count: usize,
}

impl Look {
    fn add(&mut self, path: &Path, depth: usize) -> Option<()> {
        let Ok(facts) = path.symlink_metadata() else {
            return Some(());
        };
        self.count += 1;
        if self.count > MOST {
            return None;
        }
        self.newest = self.newest.max((facts.ctime(), facts.ctime_nsec()));
        if !facts.is_dir() || depth == 0 {
            return Some(());
        }
        // A folder that cannot be read counts as changed.
        for entry in fs::read_dir(path).ok()? {
            self.add(&entry.ok()?.path(), depth.saturating_sub(1))?;
        }
        Some(())
    }
}
