//! The changes of an apply operation on the disk, path by path. A file that moves affects
//! two paths, and two files may swap places; therefore paths are compared, written and
//! restored, not files.
//!
//! Pure over the intent in the store; `apply` reads the disk.

use std::collections::BTreeMap;

use notice::{Notice, notice};
use protocol::ids::ContentHash;
use protocol::review::AppliedFile;

/// The state of a path: the content hash, and permission bits if they matter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Content {
    pub(super) hash: ContentHash,
    pub(super) mode: Option<u32>,
}

/// The change of one path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct PathPlan<'a> {
    pub(super) path: &'a str,
    /// The expected state; `None` means no file.
    pub(super) before: Option<Content>,
    /// The new state. Without bits, the file keeps its own.
    pub(super) after: Option<Content>,
}

/// The state of a path relative to an apply operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum DiskState {
    Before,
    After,
    /// Neither, because another program changed it; the notice says how.
    Elsewhere(Notice),
}

impl PathPlan<'_> {
    /// Compares the plan with the current state of the path.
    pub(super) fn stands(&self, now: Option<&Content>) -> DiskState {
        let has_bits =
            |side: &Option<Content>| side.as_ref().is_some_and(|side| side.mode.is_some());
        let fits = |side: Option<&Content>, with_bits: bool| match (side, now) {
            (None, None) => true,
            (Some(side), Some(now)) => {
                side.hash == now.hash && (!with_bits || side.mode == now.mode)
            }
            _ => false,
        };
        let sets_bits = has_bits(&self.after);
        let knew_bits = has_bits(&self.before);
        if fits(self.after.as_ref(), sets_bits) {
            return DiskState::After;
        }
        if fits(self.before.as_ref(), sets_bits && knew_bits) {
            return DiskState::Before;
        }
        match (now, &self.before) {
            (None, _) => DiskState::Elsewhere(notice!("told-review-late-gone")),
            (Some(_), None) => DiskState::Elsewhere(notice!("told-review-late-there")),
            (Some(_), Some(_)) => DiskState::Elsewhere(notice!("told-review-late-changed")),
        }
    }

    /// Returns the plan that reverts this one.
    pub(super) fn turned(self) -> Self {
        Self {
            before: self.after,
            after: self.before,
            ..self
        }
    }
}

/// Returns the paths in the order in which they are written: new ones, then those with
/// changed content, then those that become free. So a file that moves always exists at one
/// of its two paths.
pub(super) fn places(files: &[AppliedFile]) -> Vec<PathPlan<'_>> {
    let mut found: BTreeMap<&str, PathPlan<'_>> = BTreeMap::new();
    let content = |hash: &Option<ContentHash>, mode: Option<u32>| {
        let hash = (*hash)?;
        Some(Content { hash, mode })
    };
    // A file that does not exist before or after claims no path: another file may be there.
    for file in files
        .iter()
        .filter(|file| file.before.is_some() || file.after.is_some())
    {
        let (from, to) = ends(file);
        // A file that did not exist before does not claim its old path: another file may be there.
        let left = file.before.as_ref().map(|_| from);
        for path in left.into_iter().chain([to]) {
            found.entry(path).or_default().path = path;
        }
        if let Some(place) = found.get_mut(from) {
            let before = content(&file.before, file.mode_before);
            place.before = before.or(place.before.take());
        }
        if let Some(place) = found.get_mut(to) {
            let after = content(&file.after, file.mode_after);
            place.after = after.or(place.after.take());
        }
    }
    in_order(found.into_values().collect())
}

/// Sorts paths into the order in which they are written.
pub(super) fn in_order(mut places: Vec<PathPlan<'_>>) -> Vec<PathPlan<'_>> {
    places.sort_by_key(|place| match (&place.before, &place.after) {
        (None, Some(_)) => 0,
        (_, Some(_)) => 1,
        (_, None) => 2,
    });
    places
}

/// Groups the files that share paths with each other: if one cannot be finished, none of its
/// group is touched.
pub(super) fn groups(files: &[AppliedFile]) -> Vec<Vec<&AppliedFile>> {
    let mut groups: Vec<Vec<&AppliedFile>> = Vec::new();
    for file in files {
        let (from, to) = ends(file);
        let meets = |group: &Vec<&AppliedFile>| {
            let mut paths = group
                .iter()
                .flat_map(|other| <[&str; 2]>::from(ends(other)));
            paths.any(|path| path == from || path == to)
        };
        let (mine, mut others): (Vec<_>, Vec<_>) = groups.into_iter().partition(meets);
        let mut mine: Vec<&AppliedFile> = mine.into_iter().flatten().collect();
        mine.push(file);
        others.push(mine);
        groups = others;
    }
    groups
}

/// Returns the old and the new path of a file.
fn ends(file: &AppliedFile) -> (&str, &str) {
    let from = file.path.as_str();
    (from, file.moves_to.as_deref().unwrap_or(from))
}
