//! Lines of a hunk: the selection, and the split that precedes a decision about them.
//!
//! A decision belongs to a whole hunk, so selected lines first become a hunk of their own: the
//! command to split goes out, and the decision follows once the parts are known.

use super::moves::say;
use super::row_cache::{distance, last_row};
use super::{Review, Subject};
use crate::effect::Effect;
use l10n::say;
use protocol::change::{Hunk, HunkState};
use protocol::ids::HunkId;
use protocol::review::view::{Cell, CellKind, HunkRow, LineRow};
use protocol::review::{CommentTarget, ReviewCommand, SplitAt};

/// A split whose parts have not arrived yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Splitting {
    hunk: HunkId,
    old: (u32, u32),
    new: (u32, u32),
    then: HunkState,
}

/// Line ranges of a hunk, as offsets from its first line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Spans {
    old: (u32, u32),
    new: (u32, u32),
}

impl Review {
    /// Returns the hunk whose lines are selected.
    pub(super) fn selected_hunk(&self) -> Option<&HunkRow> {
        let anchor = self.select?;
        let hunk = self.row_cache.as_ref()?.nearest(anchor)?;
        (distance(hunk, anchor) == 0).then_some(hunk)
    }

    /// Returns the first and last selected row.
    pub(super) fn selected_rows(&self) -> Option<(u32, u32)> {
        let anchor = self.select?;
        Some((anchor.min(self.cursor), anchor.max(self.cursor)))
    }

    /// `v`: begins or ends a selection.
    pub(super) fn toggle_selection(&mut self) -> Vec<Effect> {
        if self.subject != Subject::Files {
            return say(say!("review-lines-whole"));
        }
        if self.select.take().is_some() {
            return Vec::new();
        }
        let inside = self
            .hunk_at_hand()
            .filter(|hunk| distance(hunk, self.cursor) == 0);
        if inside.is_none() {
            return say(say!("review-cursor-in-no-hunk"));
        }
        self.select = Some(self.cursor);
        say(say!("review-lines-keys"))
    }

    /// Decides about the selected lines only.
    pub(super) fn decide_lines(&mut self, then: HunkState) -> Vec<Effect> {
        let (Some(hunk), Some(rows)) = (self.selected_hunk(), self.selected_rows()) else {
            return Vec::new();
        };
        if self.subject != Subject::Files {
            return say(say!("review-lines-whole"));
        }
        let id = hunk.id;
        let (added, removed) = (hunk.added, hunk.removed);
        let Some(spans) = self.spans(hunk, rows) else {
            return say(say!("review-lines-together"));
        };
        self.select = None;
        if spans.old == (0, removed) && spans.new == (0, added) {
            return self.decide_about(&[id], then);
        }
        let Spans { old, new } = spans;
        self.splitting = Some(Splitting {
            hunk: id,
            old,
            new,
            then,
        });
        vec![self.order(ReviewCommand::Split {
            hunk: id,
            at: SplitAt::Lines { old, new },
        })]
    }

    /// Maps rows to the lines that a hunk deletes and inserts. Returns `None` if some of the hunk's
    /// rows are missing or do not match the hunk.
    fn spans(&self, hunk: &HunkRow, (first, last): (u32, u32)) -> Option<Spans> {
        let row_cache = self.row_cache.as_ref()?;
        let (mut old, mut new) = (0, 0);
        let mut spans = Spans::default();
        for row in hunk.first_row..=last_row(hunk) {
            if row == first {
                spans = Spans {
                    old: (old, old),
                    new: (new, new),
                };
            }
            let lines = row_cache.lines(row)?;
            if lines.hunk == Some(hunk.id) {
                old += u32::from(is_deleted(lines));
                new += u32::from(is_inserted(lines));
            }
            if row == last {
                spans.old.1 = old;
                spans.new.1 = new;
            }
        }
        let whole = (old, new) == (hunk.removed, hunk.added);
        let some = spans.old.0 < spans.old.1 || spans.new.0 < spans.new.1;
        (whole && some).then_some(spans)
    }

    /// Handles the completed split of a hunk: decides about the part that was selected.
    pub(super) fn split_completed(&mut self, hunk: HunkId, parts: &[Hunk]) -> Vec<Effect> {
        let Some(wanted) = self.splitting.take_if(|wanted| wanted.hunk == hunk) else {
            return Vec::new();
        };
        let (mut old, mut new) = (0, 0);
        for part in parts {
            let inserted = u32::try_from(part.inserted.len()).unwrap_or(u32::MAX);
            let here = ((old, old + part.old_count), (new, new + inserted));
            if here == (wanted.old, wanted.new) {
                return vec![self.order(ReviewCommand::Decide {
                    hunks: vec![part.id],
                    state: wanted.then,
                })];
            }
            old += part.old_count;
            new += inserted;
        }
        say(say!("review-lines-split"))
    }

    /// Returns the target of a comment: the selected lines, or the current hunk.
    pub(super) fn comment_target(&self) -> Option<CommentTarget> {
        if self.is_of_git() {
            return self.git_target();
        }
        let file = self.file()?.file;
        if let Some((first, last)) = self.selected_rows()
            && let Some((first, last)) = self.proposed_lines(first, last)
        {
            return Some(CommentTarget::Lines { file, first, last });
        }
        self.hunk_at_hand().map(|hunk| CommentTarget::Hunk(hunk.id))
    }

    /// Returns the range of PROPOSED lines that the rows hold.
    pub(super) fn proposed_lines(&self, first: u32, last: u32) -> Option<(u32, u32)> {
        let row_cache = self.row_cache.as_ref()?;
        let number = |row: u32| {
            let cell = row_cache.lines(row)?.proposed.as_ref()?;
            (cell.line > 0).then_some(cell.line)
        };
        let lowest = (first..=last).find_map(number)?;
        let highest = (first..=last).rev().find_map(number)?;
        Some((lowest, highest))
    }
}

fn is(cell: Option<&Cell>, kinds: &[CellKind]) -> bool {
    cell.is_some_and(|cell| kinds.contains(&cell.kind))
}

/// Whether a row holds a line that its hunk deletes.
fn is_deleted(row: &LineRow) -> bool {
    let gone = [CellKind::Removed, CellKind::Conflict];
    is(row.base.as_ref(), &gone) || (row.base.is_none() && is(row.current.as_ref(), &gone))
}

/// Whether a row holds a line that its hunk inserts.
fn is_inserted(row: &LineRow) -> bool {
    let come = [CellKind::Added, CellKind::Refused, CellKind::Conflict];
    is(row.proposed.as_ref(), &come)
}
