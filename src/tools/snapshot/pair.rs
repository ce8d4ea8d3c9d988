//! Detects renames: pairs files that are gone with new files. Pure.

use std::collections::{HashMap, HashSet};

use super::entries::FileChange;
use workspace::manifest::{Difference, Stat};

/// Maximum number of pairs of equal size whose bytes are compared.
const COMPARED: usize = 500;

/// Change of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Change {
    /// Present path, or the path of a deleted file.
    pub(super) path: String,
    /// Previous path, if the file was renamed.
    pub(super) from: Option<String>,
    pub(super) before: Option<Stat>,
    pub(super) after: Option<Stat>,
}

impl Change {
    pub(super) fn paths(&self) -> FileChange {
        FileChange {
            path: self.path.clone(),
            from: self.from.clone(),
        }
    }

    /// Returns the path at which the bytes were before.
    pub(super) fn old_path(&self) -> &str {
        self.from.as_deref().unwrap_or(&self.path)
    }
}

/// Turns differences into changes, in an order in which they can be replayed: first deletions, then
/// renames, then new and modified files. `same` returns whether a deleted and a new file have the
/// same bytes.
pub(super) fn pair(found: Vec<Difference>, same: &dyn Fn(&str, &str) -> bool) -> Vec<Change> {
    let sources = by_inode(&found)
        .into_iter()
        .chain(by_bytes(&found, same))
        .collect::<Vec<_>>();
    let mut renamed: HashMap<String, (String, Stat)> = HashMap::new();
    let mut used: HashSet<String> = HashSet::new();
    for (from, stat, to) in sources {
        let is_in_other = |one: &str, other: &str| {
            let rest = one.strip_prefix(other);
            rest.is_some_and(|rest| rest.starts_with('/'))
        };
        // A file cannot be moved into itself; an apparent move of that kind is a deletion
        // and a creation.
        let fits = !is_in_other(&from, &to) && !is_in_other(&to, &from);
        if fits && !used.contains(&from) && !renamed.contains_key(&to) {
            used.insert(from.clone());
            renamed.insert(to, (from, stat));
        }
    }
    let (mut gone, mut moved, mut rest) = (Vec::new(), Vec::new(), Vec::new());
    for Difference {
        path,
        before,
        after,
    } in found
    {
        let plain = |path: String, before, after| Change {
            path,
            from: None,
            before,
            after,
        };
        if let Some((from, stat)) = renamed.remove(&path) {
            if before.is_some() {
                gone.push(plain(path.clone(), before, None));
            }
            moved.push(Change {
                path,
                from: Some(from),
                before: Some(stat),
                after,
            });
        } else if after.is_none() {
            if !used.contains(&path) {
                gone.push(plain(path, before, after));
            }
        } else {
            rest.push(plain(path, before, after));
        }
    }
    gone.extend(moved);
    gone.extend(rest);
    gone
}

/// Finds files that are at another path now, by inode.
fn by_inode(found: &[Difference]) -> Vec<(String, Stat, String)> {
    let gone = found.iter().filter(|one| one.after.is_none());
    let gone: HashMap<(u64, u64), (&str, Stat)> = gone
        .filter_map(|one| {
            one.before
                .map(|stat| (stat.inode, (one.path.as_str(), stat)))
        })
        .collect();
    let here = found.iter().filter_map(|one| {
        let after = one.after?;
        let (from, before) = gone.get(&after.inode)?;
        // The inode number of a deleted file may be reused.
        before
            .is_same_file(&after)
            .then(|| ((*from).to_owned(), *before, one.path.clone()))
    });
    here.collect()
}

/// Finds deleted files and new ones with the same bytes.
fn by_bytes(
    found: &[Difference],
    same: &dyn Fn(&str, &str) -> bool,
) -> Vec<(String, Stat, String)> {
    let mut gone: HashMap<u64, Vec<(&str, Stat)>> = HashMap::new();
    for one in found {
        if let (Some(stat), None) = (one.before, one.after)
            && stat.bytes > 0
        {
            gone.entry(stat.bytes).or_default().push((&one.path, stat));
        }
    }
    let mut pairs = Vec::new();
    let mut left = COMPARED;
    for one in found.iter().filter(|one| one.before.is_none()) {
        let Some(candidates) = one.after.and_then(|stat| gone.get_mut(&stat.bytes)) else {
            continue;
        };
        let at = candidates.iter().position(|(from, _)| {
            left = left.saturating_sub(1);
            left > 0 && same(from, &one.path)
        });
        if let Some(at) = at {
            let (from, stat) = candidates.swap_remove(at);
            pairs.push((from.to_owned(), stat, one.path.clone()));
        }
    }
    pairs
}
