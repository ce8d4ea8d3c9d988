//! Determines which files a search in a folder would read: a bounded walk like that of `grep
//! -r` or ripgrep.

use std::path::Path;

use ignore::overrides::OverrideBuilder;
use ignore::types::TypesBuilder;
use ignore::{Walk, WalkBuilder};

use notice::{Notice, notice};
use policy::shell::TreeReader;
use workspace::block::BlockList;

/// Maximum number of files and folders to visit.
const MAX_ENTRIES: usize = 20_000;

/// Checks that a search that starts in the folder `place` reads nothing on the block list.
///
/// # Errors
/// Returns the blocked file that it would read, or fails if there is too much to check.
pub(super) fn finds_nothing_blocked(
    place: &Path,
    reader: &TreeReader,
    root: &Path,
    blocks: &BlockList,
) -> Result<(), Notice> {
    for (number, entry) in walk(place, reader)?.enumerate() {
        if number >= MAX_ENTRIES {
            return Err(notice!("risk-searches-what-cannot-be-looked-at"));
        }
        let Ok(entry) = entry else {
            return Err(notice!("risk-searches-what-cannot-be-looked-at"));
        };
        let inner = entry.path().strip_prefix(root).unwrap_or(entry.path());
        let name = inner.to_string_lossy();
        if blocks.matches(&name).is_some() {
            return Err(notice!("risk-would-search", name));
        }
    }
    Ok(())
}

/// Walks the tree like the searching program. Ripgrep is built on the same library, so its rules
/// for hidden, ignored and re-included files are the same.
fn walk(place: &Path, reader: &TreeReader) -> Result<Walk, Notice> {
    let mut walk = WalkBuilder::new(place);
    walk.follow_links(false).max_filesize(None);
    match reader {
        TreeReader::Everything => {
            walk.standard_filters(false);
        }
        TreeReader::Ripgrep { globs, types } => {
            walk.add_custom_ignore_filename(".rgignore");
            let unclear = |_| notice!("risk-searches-what-cannot-be-looked-at");
            if !globs.is_empty() {
                let mut overrides = OverrideBuilder::new(place);
                for glob in globs {
                    overrides.add(glob).map_err(unclear)?;
                }
                walk.overrides(overrides.build().map_err(unclear)?);
            }
            if !types.is_empty() {
                let mut chosen = TypesBuilder::new();
                chosen.add_defaults();
                for name in types {
                    chosen.select(name);
                }
                walk.types(chosen.build().map_err(unclear)?);
            }
        }
    }
    Ok(walk.build())
}
