//! Files that a call could change, in words.

use l10n::{counted, say};
use protocol::approval::{DeleteItem, ProposedNote};

/// Lists the files in a folder that a call affects, at most this many, and how many more there are.
/// `show` prepares a path.
pub fn inside(item: &DeleteItem, most: usize, show: impl Fn(&str) -> String) -> Vec<String> {
    let named = item.inside.iter().take(most);
    let left = item.inside.len().saturating_sub(most) as u64 + item.unnamed();
    let more = (left > 0).then(|| say!("whole-more-files", counted = counted(left, "file")));
    let named = named.map(|path| format!("    {}", show(path)));
    named.chain(more).collect()
}

/// Describes the proposed changes that a command would not see. `show` prepares a path.
pub fn proposed(proposed: &ProposedNote, show: impl Fn(&str) -> String) -> String {
    let paths: Vec<String> = proposed.files.iter().map(|path| show(path)).collect();
    say!(
        "bar-proposed",
        changes = counted(proposed.hunks, "proposed change"),
        files = counted(proposed.files.len(), "file"),
        paths = paths.join(", ")
    )
}
