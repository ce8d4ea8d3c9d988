//! Entries for files that the agent program wrote without requesting permission: the program
//! reports the previous content.

use std::ops::Range;

use super::super::api::CallContext;
use super::blob_file::BlobFile;
use super::entries::{Maker, Side};
use super::named::Named;
use super::outcome::{CommandChanges, KeptBlobs, told};
use super::pair::Change;
use super::plan::UncoveredReason;
use crate::toolbox::Inner;
use protocol::ids::{CallId, ContentHash};
use protocol::permission::UntrackedEdit;
use review::binary::{as_text, blob_of};

/// Permission bits of a new file.
const NEW: u32 = 0o644;

/// Returns the entries of edits in the order in which they were made. Skips files outside the
/// workspace or on the block list, which are not ours to log. Blocks.
pub(crate) fn unasked(
    inner: &Inner,
    asker: &CallContext,
    call: CallId,
    edits: &[UntrackedEdit],
) -> CommandChanges {
    let mut changed = CommandChanges::default();
    let resolved: Vec<(String, Option<&str>)> = edits
        .iter()
        .filter_map(|edit| {
            let path = inner.workspace.resolve(&edit.path).ok()?.path;
            Some((path, edit.before.as_deref()))
        })
        .collect();
    let paths: Vec<String> = resolved.iter().map(|(path, _)| path.clone()).collect();
    let root = inner.workspace.root();
    let named = Named::of(root, root, &[], &paths);
    let mut maker = Maker::new(inner, asker, Some(call), &named);
    let (mut pack, mut places) = (None, Vec::new());
    for (index, (path, before)) in resolved.iter().enumerate() {
        let later = resolved.iter().skip(index + 1);
        let next = later
            .filter(|(other, _)| other == path)
            .find_map(|(_, before)| *before);
        let disk = inner.workspace.read_bytes(path).ok();
        let mode = disk.as_ref().map_or(NEW, |(_, stat)| stat.mode);
        let side = |bytes: Vec<u8>| Side { bytes, mode };
        let before = before.map(|text| side(text.as_bytes().to_vec()));
        let after = match next {
            Some(text) => Some(side(text.as_bytes().to_vec())),
            None => disk.map(|(bytes, _)| side(bytes)),
        };
        if before == after {
            continue;
        }
        let change = Change {
            path: path.clone(),
            from: None,
            before: None,
            after: None,
        };
        let sides = (before.as_ref(), after.as_ref());
        if keep(inner, &mut pack, sides, &mut places).is_none() {
            changed.lose(path, UncoveredReason::NoCopy);
            continue;
        }
        maker.add(&change, sides.0, sides.1);
        changed.note(told(&change.paths(), sides.0, sides.1));
    }
    changed.observed = maker.observed;
    changed.kept = KeptBlobs::of(pack, places);
    changed
}

/// Stores the bytes that an entry refers to.
fn keep(
    inner: &Inner,
    pack: &mut Option<BlobFile>,
    (before, after): (Option<&Side>, Option<&Side>),
    places: &mut Vec<(ContentHash, Range<u64>)>,
) -> Option<()> {
    if pack.is_none() {
        // Without a place for the bytes, the caller counts the edit as not covered.
        *pack = BlobFile::create(&inner.surroundings.private_dir).ok();
    }
    let pack = pack.as_mut()?;
    if let Some(side) = before {
        let place = pack.add(&side.bytes).ok()?;
        let hash = ContentHash::of(&side.bytes);
        places.push((hash, place));
    }
    // The entry contains every other text.
    if let Some(side) = after
        && let Some(hash) = blob_of(&as_text(&side.bytes))
    {
        let place = pack.add(&side.bytes).ok()?;
        places.push((hash, place));
    }
    Some(())
}
