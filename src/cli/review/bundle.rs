//! The diff bundle: files with their hunks as unified patches, for other programs.

use serde::Serialize;

use super::Reviewed;
use crate::protocol::change::HunkState;
use crate::protocol::ids::{EntryId, HunkId, SessionId};
use crate::protocol::review::view::{HunkRow, LineRow, ViewRow};

/// What a session proposes.
#[derive(Debug, Serialize)]
pub(super) struct Bundle {
    /// The session.
    job_id: SessionId,
    /// The files, by path.
    files: Vec<BundledFile>,
}

#[derive(Debug, Serialize)]
struct BundledFile {
    file_path: String,
    /// The checkpoint that the patches are against; `None` where it is the session's beginning.
    base_checkpoint: Option<u64>,
    hunks: Vec<BundledHunk>,
}

#[derive(Debug, Serialize)]
struct BundledHunk {
    hunk_id: HunkId,
    /// A unified patch with the line numbers of base and proposal.
    patch: String,
    /// `None` while nothing was decided.
    accepted: Option<bool>,
    written: bool,
    conflict: Option<String>,
    edit_ids: Vec<EntryId>,
}

impl Bundle {
    /// The bundle of these files.
    pub(super) fn of(session: SessionId, files: &[Reviewed]) -> Self {
        let files = files.iter().map(|reviewed| BundledFile {
            file_path: reviewed.file.path.clone(),
            base_checkpoint: reviewed.file.base.map(|(number, _)| number),
            hunks: reviewed
                .hunks
                .iter()
                .map(|hunk| BundledHunk {
                    hunk_id: hunk.id,
                    patch: patch(reviewed, hunk),
                    accepted: match hunk.state {
                        HunkState::Pending => None,
                        HunkState::Accepted => Some(true),
                        HunkState::Rejected | HunkState::RolledBack => Some(false),
                    },
                    written: hunk.written,
                    conflict: hunk.conflict.as_ref().map(|conflict| conflict.why.clone()),
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

/// A hunk as a unified patch without context.
pub(super) fn patch(reviewed: &Reviewed, hunk: &HunkRow) -> String {
    let own: Vec<&LineRow> = reviewed
        .rows
        .iter()
        .filter_map(|row| match row {
            ViewRow::Lines(row) if row.hunk == Some(hunk.id) => Some(row),
            _ => None,
        })
        .collect();
    let (mut removed, mut added) = (Vec::new(), Vec::new());
    for row in own {
        match (&row.base, &row.proposed) {
            (Some(base), None) => removed.push(base),
            (_, Some(proposed)) => added.push(proposed),
            (None, None) => {}
        }
    }
    let first =
        |cells: &[&crate::protocol::review::view::Cell]| cells.first().map_or(0, |cell| cell.line);
    let mut text = format!(
        "@@ -{},{} +{},{} @@\n",
        first(&removed),
        removed.len(),
        first(&added),
        added.len()
    );
    for (sign, cells) in [('-', &removed), ('+', &added)] {
        for cell in cells {
            text.push(sign);
            text.push_str(&cell.text);
            text.push('\n');
        }
    }
    text
}
