//! Finds renames: a deleted file whose bytes and mode are those of a created one.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::compare::{Content, State, state};
use super::{Change, EntryKind, Shown, UpperError};

/// Replaces pairs of a deletion and a creation by a rename. Of several candidates, one with the same
/// name is taken first. Empty files are no renames: all of them are alike.
pub(super) fn paired(
    changes: Vec<Change>,
    upper: &Path,
    shown: Shown<'_>,
) -> Result<Vec<Change>, UpperError> {
    let mut deleted: BTreeMap<u64, Vec<PathBuf>> = BTreeMap::new();
    for change in &changes {
        if let Change::Deleted { path, was } = change
            && *was == EntryKind::File
            && let State::File { content, .. } = shown.before(path)?
        {
            deleted
                .entry(content.size())
                .or_default()
                .push(path.clone());
        }
    }
    let mut renamed = BTreeMap::new();
    for change in &changes {
        if let Change::Created { path, kind } = change
            && *kind == EntryKind::File
            && let State::File { content, mode } = state(&upper.join(path))?
            && let Some(candidates) = deleted.get_mut(&content.size())
            && let Some(from) = take_same(candidates, path, (&content, mode), shown)?
        {
            renamed.insert(path.clone(), from);
        }
    }
    let is_source = |path: &Path| renamed.values().any(|from| from == path);
    let kept = changes.into_iter().filter_map(|change| match change {
        Change::Deleted { path, .. } if is_source(&path) => None,
        Change::Created { path: to, .. } if renamed.contains_key(&to) => {
            let from = renamed.get(&to)?.clone();
            Some(Change::Renamed { from, to })
        }
        change => Some(change),
    });
    Ok(kept.collect())
}

/// Takes the candidate that is the same file, if there is one.
fn take_same(
    candidates: &mut Vec<PathBuf>,
    to: &Path,
    (content, mode): (&Content, u32),
    shown: Shown<'_>,
) -> Result<Option<PathBuf>, UpperError> {
    if content.size() == 0 {
        return Ok(None);
    }
    candidates.sort_by_key(|from| (from.file_name() != to.file_name(), from.clone()));
    for index in 0..candidates.len() {
        let Some(from) = candidates.get(index) else {
            break;
        };
        if let State::File {
            content: before,
            mode: mode_before,
        } = shown.before(from)?
            && mode == mode_before
            && content.is_same(&before)?
        {
            return Ok(Some(candidates.remove(index)));
        }
    }
    Ok(None)
}
