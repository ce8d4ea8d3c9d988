//! Signs and words for hunks, files and lines.

use super::row_cache::Column;
use crate::pane::tree::state_mark;
use crate::theme::Role;
use client::review::{ChangeState, state_words};
use l10n::{said, say};
use protocol::change::Origin;
use protocol::review::view::{CellKind, HunkRow, LineEnding};

/// Returns the sign and colour of a hunk.
pub(super) fn sign(hunk: &HunkRow) -> (&'static str, Role) {
    state_mark(ChangeState::of(hunk))
}

/// Returns the letter of a sign; `None` for that of a proposed hunk, which has none.
pub(super) fn bar_sign(sign: &'static str) -> Option<&'static str> {
    sign.get(1..2).filter(|letter| *letter != " ")
}

/// Returns the author of a hunk in a word or two.
pub(super) fn maker(origin: &Origin) -> String {
    match origin {
        Origin::Agent { agent, .. } => agent.clone(),
        Origin::User => say!("review-maker-you").to_owned(),
        Origin::Shell { .. } => say!("review-maker-command").to_owned(),
        Origin::Session { name } => say!("review-maker-session", name),
        Origin::Unclear => say!("review-maker-unclear").to_owned(),
    }
}

/// Returns the sign before a line for its author; [`maker`] returns the word.
pub(super) fn maker_sign(origin: &Origin) -> &'static str {
    match origin {
        Origin::Agent { .. } => "a",
        Origin::User => "u",
        Origin::Shell { .. } => "$",
        Origin::Session { .. } => "s",
        Origin::Unclear => "?",
    }
}

/// Describes a hunk in one line.
pub(super) fn about(hunk: &HunkRow) -> String {
    let mut words = Vec::new();
    if !hunk.operation.is_empty() {
        words.push(said(&hunk.operation));
    }
    if let Some(conflict) = &hunk.conflict {
        words.push(said(&conflict.why));
    }
    words.push(maker(&hunk.origin));
    words.push(state_words(hunk));
    if hunk.oversized {
        words.push(say!("review-about-oversized").into());
    }
    if hunk.amended {
        words.push(say!("review-about-edited").into());
    }
    if !hunk.builds_on.is_empty() {
        words.push(say!("review-about-builds-on", count = hunk.builds_on.len()));
    }
    if !hunk.carries.is_empty() {
        words.push(say!("review-about-carries", count = hunk.carries.len()));
    }
    if let Some(why) = hunk.rationale.as_ref().filter(|why| !why.is_empty()) {
        words.push(format!("\"{why}\""));
    }
    words.join(" · ")
}

/// Returns the sign of a line in a column.
pub(super) fn line_sign(kind: CellKind, column: Column) -> (&'static str, Role) {
    match (kind, column) {
        (CellKind::Same, _) => (" ", Role::FgMuted),
        (CellKind::Added, _) => ("+", Role::DiffAddFg),
        (CellKind::Removed, _) => ("-", Role::DiffDelFg),
        (CellKind::User, _) => ("u", Role::DiffUserFg),
        (CellKind::Refused, _) => ("x", Role::HunkRejected),
        (CellKind::Conflict, Column::Current) => ("c", Role::DiffConfFg),
        (CellKind::Conflict, Column::Base) => ("b", Role::DiffConfFg),
        (CellKind::Conflict, Column::Proposed) => ("a", Role::DiffConfFg),
    }
}

/// Returns the background of a line, and the background of its words that differ.
pub(super) fn grounds(kind: CellKind) -> Option<(Role, Role)> {
    match kind {
        CellKind::Same => None,
        CellKind::Added => Some((Role::DiffAddBg, Role::DiffAddWordBg)),
        CellKind::Removed => Some((Role::DiffDelBg, Role::DiffDelWordBg)),
        // The text is muted and would be hard to read on the background for words; the background
        // of the line marks it.
        CellKind::Refused => Some((Role::DiffDelBg, Role::DiffDelBg)),
        CellKind::User => Some((Role::DiffUserBg, Role::DiffUserBg)),
        CellKind::Conflict => Some((Role::DiffConfBg, Role::DiffConfBg)),
    }
}

/// Returns the note after a line whose line ending differs from the rest of its file.
pub(super) fn ending(ending: Option<LineEnding>) -> &'static str {
    match ending {
        None => "",
        Some(LineEnding::Lf) => " <LF>",
        Some(LineEnding::CrLf) => " <CR LF>",
        Some(LineEnding::None) => say!("review-no-newline"),
    }
}

/// Returns the name of a conflict side, shown beside its line in the unified layout.
pub(super) fn side(kind: CellKind, column: Column) -> &'static str {
    match (kind, column) {
        (CellKind::Conflict, Column::Current) => say!("review-cell-yours-now"),
        (CellKind::Conflict, Column::Base) => say!("review-cell-base"),
        (CellKind::Conflict, Column::Proposed) => say!("review-cell-agent"),
        (CellKind::User, _) => say!("review-cell-yours"),
        (CellKind::Refused, _) => say!("review-cell-rejected"),
        _ => "",
    }
}
