//! What a save makes of the disk, path by path. A file that moves concerns two paths, and two files
//! may change places: so paths are compared, written and brought back, not files.
//!
//! Pure over the intent that is kept in the store; what is on the disk is asked by `save`.

use std::collections::BTreeMap;

use crate::protocol::ids::ContentHash;
use crate::protocol::review::AppliedFile;

/// What is at a path: the content, and permission bits where they matter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Content {
    pub(super) hash: ContentHash,
    pub(super) mode: Option<u32>,
}

/// What a save makes of one path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct PathPlan<'a> {
    pub(super) path: &'a str,
    /// What must be there; `None` is nothing.
    pub(super) before: Option<Content>,
    /// What will be there. Without bits they are left as they are.
    pub(super) after: Option<Content>,
}

/// How a path stands to a save.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DiskState {
    /// As it was.
    Before,
    /// As it shall be.
    After,
    /// Neither: somebody else changed it, in these words.
    Elsewhere(&'static str),
}

impl PathPlan<'_> {
    /// How it stands with this on the disk.
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
            (None, _) => DiskState::Elsewhere("is gone"),
            (Some(_), None) => DiskState::Elsewhere("is there"),
            (Some(_), Some(_)) => DiskState::Elsewhere("was changed"),
        }
    }

    /// The way back.
    pub(super) fn turned(self) -> Self {
        Self {
            before: self.after,
            after: self.before,
            ..self
        }
    }
}

/// The paths of a save in the order in which they are written: new ones, then those that get another
/// content, then those that are left. So what moves to a new path is never in neither of its two.
pub(super) fn places(files: &[AppliedFile]) -> Vec<PathPlan<'_>> {
    let mut found: BTreeMap<&str, PathPlan<'_>> = BTreeMap::new();
    let content = |hash: &Option<ContentHash>, mode: Option<u32>| {
        let hash = (*hash)?;
        Some(Content { hash, mode })
    };
    // A file that was not there and will not be there concerns no place: another one may have it.
    let on_disk = |file: &&AppliedFile| file.before.is_some() || file.after.is_some();
    for file in files.iter().filter(on_disk) {
        let (from, to) = ends(file);
        // Where one was that comes back elsewhere another one may be.
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

/// Paths in the order in which they are written.
pub(super) fn in_order(mut places: Vec<PathPlan<'_>>) -> Vec<PathPlan<'_>> {
    places.sort_by_key(|place| match (&place.before, &place.after) {
        (None, Some(_)) => 0,
        (_, Some(_)) => 1,
        (_, None) => 2,
    });
    places
}

/// The files that hang together, each with those that it shares a path with: if one cannot be
/// brought to its end, none of them is touched.
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

/// Where a file is, and where it will be.
fn ends(file: &AppliedFile) -> (&str, &str) {
    let from = file.path.as_str();
    (from, file.moves_to.as_deref().unwrap_or(from))
}
