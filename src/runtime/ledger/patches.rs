//! Exports the changes of a file as patches for other programs: each hunk against the base together
//! with the hunks that it builds on, whatever their decisions.

use std::collections::BTreeSet;

use super::base::taken;
use super::{Ledger, LedgerError};
use notice::notice;
use protocol::change::{Entry, Hunk};
use protocol::ids::{FileId, HunkId, SessionId};
use protocol::review::{HunkPatch, ReviewBase, ReviewReply};
use review::binary::content_hash;
use review::patch::patch;
use review::woven::Woven;

impl Ledger {
    pub(super) fn patches(
        &self,
        session: SessionId,
        file: FileId,
        since: &ReviewBase,
    ) -> Result<ReviewReply, LedgerError> {
        let logged = self
            .logged(session, file)?
            .ok_or_else(|| LedgerError::Refused(notice!("told-review-not-changed")))?;
        let base = self.base(&logged, since)?;
        let (log, choice) = (&logged.log, &base.choice);
        let before = taken(log, choice.entries, &choice.without);
        let hunks = log.hunks().filter(|(_, hunk)| !before.contains(&hunk.id));
        let hunks = hunks.filter(|(_, hunk)| hunk.amends.is_none());
        let hunks = hunks
            .map(|(_, hunk)| patch_of(log, &before, hunk))
            .collect();
        let text = text_of(log, &before);
        let base = base
            .exists
            .then(|| content_hash(text.as_deref().unwrap_or_default()));
        Ok(ReviewReply::Patches { base, hunks })
    }
}

fn patch_of(log: &Woven, before: &BTreeSet<HunkId>, hunk: &Hunk) -> HunkPatch {
    let all = log.requisites_of(&BTreeSet::from([hunk.id]));
    let mut needs: Vec<HunkId> = all.into_iter().filter(|it| !before.contains(it)).collect();
    needs.retain(|needed| *needed != hunk.id);
    let mut without = before.clone();
    without.extend(needs.iter().copied());
    // The user's edits of a hunk are part of its proposal.
    let amended = log.hunks().map(|(_, other)| other);
    let amended = amended.filter(|other| other.amends == Some(hunk.id));
    let own = amended.map(|other| other.id).chain([hunk.id]);
    let with: BTreeSet<HunkId> = without.iter().copied().chain(own).collect();
    HunkPatch {
        hunk: hunk.id,
        patch: patch(
            text_of(log, &without).as_deref(),
            text_of(log, &with).as_deref(),
        ),
        needs,
    }
}

pub(super) fn text_of(log: &Woven, kept: &BTreeSet<HunkId>) -> Option<std::sync::Arc<str>> {
    log.replay(&|_: &Entry, hunk: &Hunk| kept.contains(&hunk.id))
        .text
}
