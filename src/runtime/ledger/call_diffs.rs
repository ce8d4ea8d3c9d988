//! The changes that calls made, as the user edited them, each against the text that its author had,
//! whatever was decided since.

use super::answers::diff_of;
use super::base::taken;
use super::patches::text_of;
use super::{Ledger, LedgerError};
use protocol::change::{Entry, FileDiff};
use protocol::ids::{CallId, HunkId, SessionId};
use protocol::review::ReviewReply;
use review::binary::blob_of;
use review::woven::Woven;

impl Ledger {
    /// Returns the changes of these calls. A file whose log cannot be read is left out.
    pub(super) fn call_diffs(
        &self,
        session: SessionId,
        calls: &[CallId],
    ) -> Result<ReviewReply, LedgerError> {
        let (logs, _unreadable) = self.logs(session)?;
        let diffs = logs.iter().flat_map(|logged| diffs_in(&logged.log, calls));
        Ok(ReviewReply::CallDiffs {
            diffs: diffs.collect(),
        })
    }
}

/// Returns the changes that these calls made to one file.
fn diffs_in(log: &Woven, calls: &[CallId]) -> Vec<(CallId, FileDiff)> {
    let mut diffs = Vec::new();
    for (place, entry) in log.entries.iter().enumerate() {
        let Some(call) = entry.origin.call().filter(|call| calls.contains(call)) else {
            continue;
        };
        let without = entry.made_without.iter().copied().collect();
        let mut kept = taken(log, place, &without);
        let before = text_of(log, &kept);
        kept.extend(entry.hunks.iter().map(|hunk| hunk.id));
        kept.extend(edits_of(log, entry));
        let after = text_of(log, &kept);
        let (before, after) = (before.as_deref(), after.as_deref());
        let is_binary = [before, after]
            .iter()
            .flatten()
            .any(|text| blob_of(text).is_some());
        if !is_binary && let Some(diff) = diff_of(&entry.path, before, after) {
            diffs.push((call, diff));
        }
    }
    diffs
}

/// Returns the hunks by which the user edited those of an entry.
fn edits_of<'a>(log: &'a Woven, entry: &'a Entry) -> impl Iterator<Item = HunkId> + 'a {
    let is_own = |amended: HunkId| entry.hunks.iter().any(|hunk| hunk.id == amended);
    let all = log.entries.iter().flat_map(|later| &later.hunks);
    let edits = all.filter(move |edit| edit.amends.is_some_and(is_own) && edit.state.is_live());
    edits.map(|edit| edit.id)
}
