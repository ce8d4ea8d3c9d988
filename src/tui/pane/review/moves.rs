//! Movement by rows, hunks and files; folds, columns and layout.

use super::row_cache::{distance, last_row};
use super::{CONTEXT, Lines, Preview, Review, ScrollTarget, Subject, Visibility};
use crate::effect::Effect;
use client::review::is_open;
use l10n::say;
use protocol::event::NoticeLevel;
use protocol::ids::HunkId;
use protocol::review::CommentTarget;
use protocol::review::view::{HunkRow, ViewLayout, ViewRow, Whitespace};

/// Columns of one sideways step.
const SIDE_STEP: usize = 8;
/// Lines of a fold that one key press opens.
const FOLD_STEP: u32 = 10;
/// Number of context lines that leaves nothing folded.
pub(super) const ALL: u32 = 10_000_000;

/// Direction of a movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Forward,
    Back,
}

/// Returns an effect that shows the text to the user as a notice.
pub(super) fn say(text: impl Into<String>) -> Vec<Effect> {
    vec![Effect::Say(NoticeLevel::Info, text.into())]
}

impl Review {
    /// Returns the current hunk: the one at the cursor, or else the nearest one on the screen.
    pub(super) fn hunk_at_hand(&self) -> Option<&HunkRow> {
        let hunk = self.row_cache.as_ref()?.nearest(self.cursor)?;
        let on_screen = hunk.first_row <= self.laid.last && last_row(hunk) >= self.top;
        (distance(hunk, self.cursor) == 0 || on_screen).then_some(hunk)
    }

    pub(super) fn rows(&self) -> u32 {
        self.row_cache
            .as_ref()
            .map_or(0, |row_cache| row_cache.rows)
    }

    /// Moves the cursor up or down by rows; a selection stays within its hunk.
    pub(super) fn step(&mut self, by: i64) {
        let wanted = (i64::from(self.cursor) + by).max(0);
        let wanted = u32::try_from(wanted).unwrap_or(u32::MAX);
        let (low, high) = self
            .selected_hunk()
            .map_or((0, self.rows().saturating_sub(1)), |hunk| {
                (hunk.first_row, last_row(hunk))
            });
        self.cursor = wanted.clamp(low, high.max(low));
    }

    /// Moves one line down; in a row that is higher than the screen, first scrolls to the rest
    /// of that row.
    pub(super) fn line_down(&mut self) {
        let room = self.laid.room;
        let tall = self.cursor == self.top && self.row_height(self.top) > self.skip + room;
        if self.lines == Lines::Wrapped && tall {
            self.skip += 1;
        } else {
            self.step(1);
        }
    }

    /// Moves one line down; shows a notice if a selection has reached the end of its hunk.
    pub(super) fn line_down_or_say(&mut self) -> Vec<Effect> {
        let before = (self.cursor, self.skip);
        self.line_down();
        if self.select.is_some() && before == (self.cursor, self.skip) {
            say(say!("review-lines-end"))
        } else {
            Vec::new()
        }
    }

    /// Goes to the hunk after or before the one at the cursor, across files.
    pub(super) fn walk_hunks(&mut self, way: Way) -> Vec<Effect> {
        self.select = None;
        let Some(row_cache) = &self.row_cache else {
            return Vec::new();
        };
        let cursor = self.cursor;
        let found = match way {
            Way::Forward => row_cache.hunks.iter().find(|hunk| hunk.first_row > cursor),
            Way::Back => row_cache
                .hunks
                .iter()
                .rev()
                .find(|hunk| hunk.first_row < cursor),
        };
        if let Some(row) = found.map(|hunk| hunk.first_row) {
            self.jump(row);
            return Vec::new();
        }
        let goal = match way {
            Way::Forward => ScrollTarget::FirstHunk,
            Way::Back => ScrollTarget::LastHunk,
        };
        self.walk_files(way, goal)
    }

    /// Puts the cursor on a row and scrolls so that some context above it is visible.
    pub(super) fn jump(&mut self, row: u32) {
        self.cursor = row;
        let room = u32::try_from(self.laid.room.max(1)).unwrap_or(1);
        if row < self.top || row + 3 > self.top + room {
            let top = row.saturating_sub(CONTEXT.min(room / 2));
            self.top = self.filling(top, self.rows(), self.laid.room);
            self.skip = 0;
        }
    }

    /// Moves the cursor to the row above the comment that was just kept, if the comment is not on
    /// the screen.
    pub(super) fn show_kept_comment(&mut self) {
        let kept = self
            .comments
            .iter()
            .find(|comment| Some(comment.id) == self.kept);
        let Some(comment) = kept else {
            return;
        };
        let row = self.row_of_comment(&comment.on);
        self.kept = None;
        if let Some(row) = row.filter(|row| !self.is_on_screen(*row)) {
            self.cursor = row;
        }
    }

    /// Returns the row below which a comment stands.
    fn row_of_comment(&self, on: &CommentTarget) -> Option<u32> {
        let row_cache = self.row_cache.as_ref()?;
        let of_hunk = |id: HunkId| {
            let mut hunks = row_cache.hunks.iter();
            let hunk = hunks.find(|hunk| hunk.id == id && hunk.rows > 0);
            hunk.map(last_row)
        };
        let of_line = |line: u32| row_cache.find_line(line).ok();
        match on {
            CommentTarget::Hunk(hunk) => of_hunk(*hunk),
            CommentTarget::Lines { last, .. } => of_line(*last),
            CommentTarget::Git(place) => match place.hunk {
                Some(hunk) => of_hunk(hunk),
                None => of_line(place.last),
            },
        }
    }

    /// Whether a row is on the screen with all its lines and the comments below it.
    fn is_on_screen(&self, row: u32) -> bool {
        let rows = self.top..=row;
        // Every row takes at least one line, so a long way need not be measured.
        if row < self.top || rows.clone().count() > self.laid.room + self.skip {
            return false;
        }
        let lines: usize = rows.map(|row| self.row_height(row)).sum();
        lines <= self.laid.room + self.skip
    }

    /// Goes to the file after or before the current one.
    pub(super) fn walk_files(&mut self, way: Way, goal: ScrollTarget) -> Vec<Effect> {
        let here = self.file().map(|file| file.file);
        let at = self.files.iter().position(|file| Some(file.file) == here);
        let next = match (at, way) {
            // A file that is still being written has no place in the list yet.
            (None, _) => Some(0),
            (Some(at), Way::Forward) => at.checked_add(1),
            (Some(at), Way::Back) => at.checked_sub(1),
        };
        match next.and_then(|next| self.files.get(next)) {
            Some(file) if self.subject == Subject::Files => {
                let file = file.file;
                self.go_to_file(file, goal);
                Vec::new()
            }
            _ => say(match way {
                Way::Forward => say!("review-last-one"),
                Way::Back => say!("review-first-one"),
            }),
        }
    }

    /// Goes to the next undecided hunk: below the cursor in this file, then in the files after it,
    /// then in those before it.
    pub(super) fn next_open(&mut self) -> Vec<Effect> {
        let Some(row_cache) = &self.row_cache else {
            return Vec::new();
        };
        let cursor = self.cursor;
        let below = row_cache
            .hunks
            .iter()
            .find(|hunk| is_open(hunk) && hunk.first_row > cursor);
        if let Some(row) = below.map(|hunk| hunk.first_row) {
            self.jump(row);
            return Vec::new();
        }
        let here = row_cache.file.file;
        let above = row_cache.hunks.iter().find(|hunk| is_open(hunk));
        let above = above.map(|hunk| hunk.first_row);
        let at = self.files.iter().position(|file| file.file == here);
        let (before, after) = self.files.split_at(at.unwrap_or(0));
        let other = after
            .iter()
            .chain(before)
            .find(|file| file.file != here && file.counts.pending > 0);
        if let (Some(file), Subject::Files) = (other.map(|file| file.file), &self.subject) {
            self.go_to_file(file, ScrollTarget::FirstOpen);
            return Vec::new();
        }
        if let Some(row) = above {
            self.jump(row);
            return Vec::new();
        }
        say(match self.subject {
            Subject::Files => say!("review-all-decided"),
            Subject::Question(_) => say!("review-all-marked"),
        })
    }

    /// Opens the fold at the cursor, or the next one on the screen, by some lines. Without such a
    /// fold, closes the fold that was opened last.
    pub(super) fn fold(&mut self) -> Vec<Effect> {
        let Some(row_cache) = &self.row_cache else {
            return Vec::new();
        };
        let fold = (self.cursor..=self.laid.last.max(self.cursor)).find_map(|row| match row_cache
            .row(row)?
        {
            ViewRow::Fold { fold, .. } => Some(*fold),
            ViewRow::Lines(_) => None,
        });
        match fold {
            Some(fold) => match self.opened.iter_mut().find(|(open, _)| *open == fold) {
                Some((_, lines)) => *lines = lines.saturating_add(FOLD_STEP),
                None => self.opened.push((fold, FOLD_STEP)),
            },
            None if self.opened.pop().is_some() => {}
            None => return say(say!("review-no-fold")),
        }
        Vec::new()
    }

    pub(super) fn fold_all(&mut self) {
        self.opened.clear();
        self.context = if self.context == CONTEXT {
            ALL
        } else {
            CONTEXT
        };
    }

    /// Cycles through three columns, two and one, as far as there is room.
    pub(super) fn cycle_layout(&mut self) {
        let next = match self.layout() {
            ViewLayout::Three => ViewLayout::Two,
            ViewLayout::Two => ViewLayout::Unified,
            ViewLayout::Unified if self.has_room(ViewLayout::Three) => ViewLayout::Three,
            ViewLayout::Unified => ViewLayout::Two,
        };
        self.layout = Some(next);
        self.select = None;
    }

    pub(super) fn toggle_wrap(&mut self) {
        self.lines = match self.lines {
            Lines::Cut => Lines::Wrapped,
            Lines::Wrapped => Lines::Cut,
        };
        self.skip = 0;
        self.column = 0;
    }

    pub(super) fn toggle_whitespace(&mut self) -> Vec<Effect> {
        let (next, word) = match self.whitespace {
            Whitespace::Shown => (Whitespace::Ignored, say!("review-white-space-ignored")),
            Whitespace::Ignored => (Whitespace::Shown, say!("review-white-space-counts")),
        };
        self.whitespace = next;
        say(word)
    }

    pub(super) fn sideways(&mut self, way: Way) {
        self.column = match way {
            Way::Forward => (self.column + SIDE_STEP).min(3_000),
            Way::Back => self.column.saturating_sub(SIDE_STEP),
        };
    }

    /// Shows or hides a column; at least one column stays.
    pub(super) fn toggle_column(&mut self, place: usize) -> Vec<Effect> {
        if self.layout() == ViewLayout::Unified {
            return say(say!("review-one-column"));
        }
        let is_shown = self.columns.get(place) == Some(&Visibility::Yes);
        let exists = |at: usize| self.layout() == ViewLayout::Three || at != 1;
        let others = (0..3)
            .filter(|at| *at != place && exists(*at))
            .any(|at| self.columns.get(at) == Some(&Visibility::Yes));
        if is_shown && !others {
            return say(say!("review-only-column"));
        }
        if let Some(column) = self.columns.get_mut(place) {
            *column = if is_shown {
                Visibility::No
            } else {
                Visibility::Yes
            };
        }
        Vec::new()
    }

    /// Shows or hides the file list beside the rows; the list appears only where there is room.
    pub(super) fn toggle_list(&mut self) {
        self.list = match self.list {
            Visibility::Yes => Visibility::No,
            Visibility::No => Visibility::Yes,
        };
    }

    pub(super) fn toggle_preview(&mut self) {
        self.preview = if self.shows_result() {
            Preview::Off
        } else {
            Preview::On
        };
    }
}
