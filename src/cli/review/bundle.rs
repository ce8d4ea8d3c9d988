//! The diff bundle: files with their hunks as unified patches, for other programs.

use serde::Serialize;

use super::ReviewedFile;
use protocol::change::HunkState;
use protocol::ids::{ContentHash, EntryId, HunkId, SessionId};
use protocol::review::HunkPatch;
use protocol::review::view::HunkRow;

/// The proposed changes of a session, or changes that git knows.
#[derive(Debug, Serialize)]
pub(super) struct Bundle {
    /// `None` for changes that git knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    job_id: Option<SessionId>,
    /// The files, by path.
    files: Vec<BundledFile>,
}

#[derive(Debug, Serialize)]
struct BundledFile {
    file_path: String,
    /// SHA-256 of the file that the patches are against; `None` if there was none.
    base_file_hash: Option<ContentHash>,
    /// The checkpoint that the patches are against; `None` if it is the session's beginning.
    base_checkpoint: Option<u64>,
    hunks: Vec<BundledHunk>,
}

#[derive(Debug, Serialize)]
struct BundledHunk {
    hunk_id: HunkId,
    /// The hunk as a unified diff, against the base with the hunks in `needs`; empty if it
    /// changes no line.
    patch: String,
    /// The hunks that it builds on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    needs: Vec<HunkId>,
    /// `None` while the hunk is undecided.
    accepted: Option<bool>,
    written: bool,
    conflict: Option<String>,
    edit_ids: Vec<EntryId>,
}

impl Bundle {
    /// Creates the bundle of these files.
    pub(super) fn of(session: Option<SessionId>, files: &[ReviewedFile]) -> Self {
        let files = files.iter().map(|reviewed| BundledFile {
            file_path: reviewed.file.path.clone(),
            base_file_hash: reviewed.base_hash,
            base_checkpoint: reviewed.file.base.map(|(number, _)| number),
            hunks: reviewed
                .hunks
                .iter()
                .map(|hunk| BundledHunk {
                    hunk_id: hunk.id,
                    patch: patch(reviewed, hunk).to_owned(),
                    needs: found(reviewed, hunk).map_or_else(Vec::new, |it| it.needs.clone()),
                    accepted: match hunk.state {
                        HunkState::Pending => None,
                        HunkState::Accepted => Some(true),
                        HunkState::Rejected | HunkState::RolledBack => Some(false),
                    },
                    written: hunk.written,
                    conflict: hunk
                        .conflict
                        .as_ref()
                        .map(|conflict| conflict.why.to_string()),
                    edit_ids: vec![hunk.entry],
                })
                .collect(),
        });
        Self {
            job_id: session,
            files: files.collect(),
        }
    }
}

/// Returns the patch of a hunk.
pub(super) fn patch<'a>(reviewed: &'a ReviewedFile, hunk: &HunkRow) -> &'a str {
    found(reviewed, hunk).map_or("", |found| found.patch.as_str())
}

fn found<'a>(reviewed: &'a ReviewedFile, hunk: &HunkRow) -> Option<&'a HunkPatch> {
    reviewed.patches.iter().find(|found| found.hunk == hunk.id)
}
