//! The human's own changes of what is proposed: a hunk taken apart, a hunk's text changed, a file edited.

use std::sync::Arc;

use super::disk::Stamp;
use super::logs::Logged;
use super::work::gone;
use super::{Ledger, LedgerError};
use crate::engine::ReviewWork;
use crate::protocol::ids::{ContentHash, FileId, HunkId, SessionId};
use crate::protocol::review::SplitAt;

impl Ledger {
    /// The log that has a hunk.
    pub(super) fn log_with(
        &self,
        session: SessionId,
        hunk: HunkId,
    ) -> Result<Option<Arc<Logged>>, LedgerError> {
        let mut logs = self.logs(session)?.0.into_iter();
        Ok(logs.find(|logged| logged.log.hunks().any(|(_, known)| known.id == hunk)))
    }

    pub(super) fn split(
        &self,
        session: SessionId,
        hunk: HunkId,
        _at: &SplitAt,
        _stamp: &Stamp,
    ) -> Result<ReviewWork, LedgerError> {
        self.log_with(session, hunk)?.ok_or_else(gone)?;
        Err(LedgerError::Refused("this hunk cannot be split".into()))
    }

    pub(super) fn amend(
        &self,
        session: SessionId,
        hunk: HunkId,
        _text: &str,
        _stamp: &Stamp,
    ) -> Result<ReviewWork, LedgerError> {
        self.log_with(session, hunk)?.ok_or_else(gone)?;
        Err(LedgerError::Refused("this hunk cannot be edited".into()))
    }

    pub(super) fn edit_file(
        &self,
        _session: SessionId,
        _file: FileId,
        _on: &ContentHash,
        _text: &str,
        _stamp: &Stamp,
    ) -> Result<ReviewWork, LedgerError> {
        Err(LedgerError::Refused("this file cannot be edited".into()))
    }

    pub(super) fn settle_by_edit(
        &self,
        session: SessionId,
        (hunk, _with): (HunkId, HunkId),
        _text: &str,
        _stamp: &Stamp,
    ) -> Result<ReviewWork, LedgerError> {
        self.log_with(session, hunk)?.ok_or_else(gone)?;
        Err(LedgerError::Refused(
            "this conflict cannot be edited".into(),
        ))
    }
}
