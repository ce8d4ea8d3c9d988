//! Counts the lines that entries add to and remove from their files, as a review counts them: the
//! timeline shows them for the changes after each checkpoint.

use std::collections::BTreeSet;

use super::Ledger;
use protocol::change::Entry;
use protocol::ids::{EntryId, FileId, SessionId};

impl Ledger {
    /// Counts the lines that these entries add and remove, relative to the earlier content. Refused
    /// and rolled back hunks do not count, and a line that the user changed again counts once.
    pub(super) fn lines_of(
        &self,
        session: SessionId,
        entries: &[&Entry],
        was_there: &dyn Fn(&Entry) -> bool,
    ) -> (u32, u32) {
        let (mut added, mut removed) = (0_u32, 0_u32);
        let ids: BTreeSet<EntryId> = entries.iter().map(|entry| entry.id).collect();
        let files: BTreeSet<FileId> = entries.iter().map(|entry| entry.file).collect();
        for file in files {
            let lines = match self.logged(session, file) {
                Ok(Some(logged)) => logged.log.lines_between(was_there, &|entry| {
                    was_there(entry) || ids.contains(&entry.id)
                }),
                // The content before the entries is gone, so only each hunk by itself
                // can be counted.
                Ok(None) | Err(_) => {
                    let of_file = entries.iter().filter(|entry| entry.file == file);
                    let hunks = of_file.flat_map(|entry| &entry.hunks);
                    let standing = hunks.filter(|hunk| hunk.state.is_live());
                    standing.fold((0, 0), |(added, removed), hunk| {
                        let inserted = u32::try_from(hunk.inserted.len()).unwrap_or(u32::MAX);
                        (
                            u32::saturating_add(added, inserted),
                            u32::saturating_add(removed, hunk.old_count),
                        )
                    })
                }
            };
            added = added.saturating_add(lines.0);
            removed = removed.saturating_add(lines.1);
        }
        (added, removed)
    }
}
