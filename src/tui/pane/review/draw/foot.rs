//! The area below the rows: the current hunk and its keys, the result that applying would give near
//! it, and the files.

use crate::pane::review::words::about;
use crate::pane::review::{Review, Subject};
use crate::pane::tree::state_mark;
use crate::theme::Role;
use crate::widget::row::{Piece, Row, TextStyle};
use client::review::{ChangeState, is_users};
use client::text::{truncate, visible, width_of};
use l10n::counted;
use l10n::say;
use protocol::change::HunkState;
use protocol::review::FileReview;
use protocol::review::view::HunkRow;

/// Minimum rows of the result when the columns leave no free rows.
const RESULT: usize = 6;
/// Minimum width and height for the file strip.
const STRIP_WIDTH: u16 = 100;
const STRIP_HEIGHT: u16 = 18;
/// Minimum width at which a conflict's keys leave room for the legend of the line signs.
const LEGEND_WIDTH: u16 = 130;
/// Below this height only conflicts get a rule.
const LOW: u16 = 11;

fn conflict_keys() -> &'static str {
    say!("review-conflict-keys")
}

impl Review {
    /// Builds the rows of the foot. `below` counts the rows of the current hunk below the last row
    /// on the screen; `free` counts the rows that the columns leave free.
    pub(super) fn foot_rows(&self, below: u32, free: usize) -> Vec<Row> {
        let Some(row_cache) = &self.row_cache else {
            return Vec::new();
        };
        let mut rows = Vec::new();
        let mut result = None;
        if let Some(hunk) = self.hunk_at_hand() {
            let number = row_cache.hunk(hunk.id).map_or(0, |(at, _)| at + 1);
            if let Some((first, last)) = self.selected_rows() {
                let lines = counted(last - first + 1, "line");
                let chosen = say!("review-lines-chosen", lines);
                rows.push(self.rule(&chosen, say!("review-lines-standing")));
            } else if self.describes_hunk(hunk) {
                rows.push(self.hunk_rule(hunk, number, below));
            }
            if self.shows_result() {
                result = Some((rows.len(), hunk));
            }
        }
        if let Some((text, keys)) = self.search_words() {
            rows.insert(0, self.rule(&visible(&text), keys));
            result = result.map(|(at, hunk)| (at + 1, hunk));
        }
        if self.width >= STRIP_WIDTH && self.height >= STRIP_HEIGHT {
            rows.push(self.marks_rule());
            if self.subject == Subject::Files && self.list_width(self.screen) == 0 {
                rows.push(self.file_strip());
            }
        }
        if let Some((at, hunk)) = result {
            let room = free.saturating_sub(rows.len()).max(RESULT);
            rows.splice(at..at, self.result_rows(hunk, room));
        }
        rows
    }

    /// Whether a rule below the rows describes the hunk.
    pub(super) fn describes_hunk(&self, hunk: &HunkRow) -> bool {
        self.height >= LOW || hunk.conflict.is_some()
    }

    /// `── hunk 3: the same line was changed by you ──── m mine  t agent … ─`
    fn hunk_rule(&self, hunk: &HunkRow, number: usize, below: u32) -> Row {
        let legend = self.result_legend(hunk).filter(|_| self.shows_result());
        let legend = legend.unwrap_or_default();
        let keys = match (&hunk.conflict, &self.subject) {
            (Some(_), Subject::Files) if self.width >= LEGEND_WIDTH && !legend.is_empty() => {
                format!("{legend}   {}", conflict_keys())
            }
            (Some(_), Subject::Files) => conflict_keys().to_owned(),
            _ => legend,
        };
        // While the hunk is undecided, the result shows the effect of accepting it. A conflict has
        // to be settled first.
        let is_undecided = hunk.state == HunkState::Pending && hunk.conflict.is_none();
        let is_open = is_undecided && !hunk.written;
        let head = match (self.shows_result(), is_open) {
            (true, true) => say!("review-result-if", number),
            (true, false) => say!("review-result-of", number),
            (false, _) => say!("review-hunk-number", number),
        };
        let more = match below {
            0 => String::new(),
            count => {
                let long = say!("review-hunk-goes-on", count);
                let around = width_of(&head) + width_of(&keys) + 8;
                if around + width_of(&long) <= usize::from(self.width) {
                    long
                } else {
                    say!("review-hunk-goes-on-short", count)
                }
            }
        };
        let about = self.git_hunk_words(hunk).unwrap_or_else(|| about(hunk));
        let about = visible(&about).replace('\n', " ");
        let text = say!("review-about", head = format!("{head}{more}"), about);
        self.rule(&text, &keys)
    }

    fn marks_rule(&self) -> Row {
        if let Some(text) = self.waiting_comments() {
            return self.rule(&text, "");
        }
        let text = match self.subject {
            Subject::Files if self.is_all_written() => say!("review-marks-applied"),
            Subject::Files => say!("review-marks-not-applied"),
            Subject::Question(_) => say!("review-answer-not-given"),
        };
        let own = self
            .row_cache
            .iter()
            .flat_map(|row_cache| &row_cache.hunks)
            .any(is_users);
        let right = if own { say!("review-yours-stay") } else { "" };
        self.rule(text, right)
    }

    /// Whether something was decided and the disk matches every decision.
    fn is_all_written(&self) -> bool {
        let decided = |file: &FileReview| {
            let counts = &file.counts;
            counts.accepted + counts.rejected + counts.rolled_back > 0
        };
        self.files.iter().any(decided) && !self.files.iter().any(|file| file.dirty)
    }

    fn rule(&self, text: &str, right: &str) -> Row {
        let width = usize::from(self.width);
        let right_width = if right.is_empty() {
            0
        } else {
            width_of(right) + 3
        };
        let border = TextStyle::of(Role::Border);
        let mut row = Row::text("── ", border);
        let room = width.saturating_sub(right_width + 5);
        row.push(&truncate(text, room), TextStyle::of(Role::FgMuted));
        let dashes = width.saturating_sub(row.width() + right_width + 1);
        row.push(&format!(" {}", "─".repeat(dashes)), border);
        if !right.is_empty() {
            row.push(" ", border);
            row.push(right, TextStyle::of(Role::Accent));
            row.push(" ─", border);
        }
        row
    }

    /// ` files: >[!] src/auth/session.rs 4   [ ] src/auth/token.rs 1`; always includes
    /// the current file.
    fn file_strip(&self) -> Row {
        let here = self.file().map(|file| file.file);
        let at = self.files.iter().position(|file| Some(file.file) == here);
        let width = usize::from(self.width);
        // Entries that are further away have no room.
        let skipped = at.unwrap_or(0).saturating_sub(width);
        let near = self.files.iter().enumerate().skip(skipped).take(2 * width);
        let words: Vec<Vec<Piece>> = near
            .map(|(place, file)| match self.git_strip_word(file) {
                Some(word) => strip_entry(word, Some(place) == at),
                None => strip_word(file, Some(place) == at),
            })
            .collect();
        let size =
            |word: &Vec<Piece>| -> usize { word.iter().map(|piece| width_of(&piece.text)).sum() };
        let mut first = 0;
        let upto = at.unwrap_or(0) - skipped;
        // Drops leading entries until the current file fits.
        while first < upto
            && words
                .iter()
                .take(upto + 1)
                .skip(first)
                .map(size)
                .sum::<usize>()
                + 14
                > width
        {
            first += 1;
        }
        let lead = if first + skipped > 0 {
            say!("review-foot-files-more")
        } else {
            say!("review-foot-files")
        };
        let mut row = Row::text(lead, TextStyle::of(Role::FgMuted));
        for (place, word) in words.iter().enumerate().skip(first) {
            if row.width() + size(word) + 8 > width && place > upto {
                let rest = counted(self.files.len() - skipped - place, "more file");
                row.push(&truncate(&rest, 8), TextStyle::of(Role::FgMuted));
                break;
            }
            for piece in word {
                row.push(&piece.text, piece.style);
            }
        }
        row
    }
}

fn strip_entry(word: Piece, is_at_hand: bool) -> Vec<Piece> {
    let mark = if is_at_hand { ">" } else { " " };
    vec![Piece::new(mark, TextStyle::of(Role::Accent)), word]
}

fn strip_word(file: &FileReview, is_at_hand: bool) -> Vec<Piece> {
    let (sign, role) = state_mark(ChangeState::of_file(file));
    let mark = if is_at_hand { ">" } else { " " };
    let counts = &file.counts;
    let hunks = counts.pending + counts.accepted + counts.rejected + counts.rolled_back;
    let dirty = if file.dirty { "*" } else { "" };
    vec![
        Piece::new(mark, TextStyle::of(Role::Accent)),
        Piece::new(sign, TextStyle::of(role)),
        Piece::new(
            format!(" {} {hunks}{dirty}  ", visible(&file.path)),
            TextStyle::default(),
        ),
    ]
}
