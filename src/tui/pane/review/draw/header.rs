//! The area above the rows: file, hunk, counts, base, and the column titles.

use ratatui::style::Modifier;

use super::body::column_name;
use super::cells::GUTTER;
use crate::pane::review::row_cache::{Column, RowCache};
use crate::pane::review::words::sign;
use crate::pane::review::{Review, Subject};
use crate::pane::tree::state_mark;
use crate::theme::Role;
use crate::widget::row::{Piece, Row, TextStyle};
use client::review::ChangeState;
use client::text::{clock, pad_end, truncate, truncate_start, visible, width_of};
use l10n::{counted, said, say};
use protocol::change::HunkState;
use protocol::review::FileReview;
use protocol::review::view::{HunkRow, ViewLayout};

/// Below this width there is one column and a short header.
const SHORT: u16 = 100;
/// Minimum width at which the header lists the hunks that have no rows.
const REPORT_PHRASES: u16 = 70;
/// The states that the header counts, in this order.
const COUNTED: [ChangeState; 7] = [
    ChangeState::Accepted,
    ChangeState::Rejected,
    ChangeState::Conflict,
    ChangeState::Yours,
    ChangeState::RolledBack,
    ChangeState::Open,
    ChangeState::Proposed,
];
/// Minimum width for the header with all its words.
const LONG: u16 = 150;

impl Review {
    pub(super) fn header_rows(&self) -> Vec<Row> {
        let Some(row_cache) = &self.row_cache else {
            let question = || {
                let title = say!("review-head-of-question");
                vec![Piece::new(title, TextStyle::of(Role::Accent))]
            };
            let mut pieces = match self.tabs() {
                Some((shown, _)) => vec![shown],
                None => question(),
            };
            self.add_other_tab(&mut pieces);
            return vec![self.title_row(pieces)];
        };
        let mut rows = vec![match self.width {
            ..SHORT => self.short_title(row_cache),
            _ => self.long_title(row_cache),
        }];
        match row_cache.options.layout {
            ViewLayout::Unified => rows.push(self.unified_words(row_cache)),
            _ => rows.extend(self.column_titles(row_cache)),
        }
        rows
    }

    /// `REVIEW  src/auth/session.rs  file 1 of 4   hunk 3 of 4   [+]2 …   #31 > proposed by build`
    fn long_title(&self, row_cache: &RowCache) -> Row {
        let file = &row_cache.file;
        let mut pieces = self.word();
        let mut tail = vec![Piece::new(
            format!(
                "  {}{}   ",
                self.file_place(file),
                self.hunk_place(row_cache)
            ),
            TextStyle::default(),
        )];
        tail.extend(self.counts(row_cache));
        let mut last = String::from("  ");
        if let Some((number, _)) = file.base {
            last.push_str(&format!("#{number} > "));
        }
        let lead = if self.width >= LONG && !self.is_of_git() {
            say!("review-proposed-by")
        } else {
            ""
        };
        last.push_str(&format!("{lead}{}", visible(&said(&file.by))));
        last.push_str(&self.state_words(file));
        last.push_str(self.progress_words(row_cache));
        tail.push(Piece::new(last, TextStyle::of(Role::FgMuted)));
        let others = pieces.iter().chain(&tail);
        let taken: usize = others.map(|piece| width_of(&piece.text)).sum();
        let room = usize::from(self.width).saturating_sub(taken);
        let path = visible(&file.path);
        pieces.push(Piece::new(
            truncate_start(&path, room.max(16)),
            TextStyle::default().with(Modifier::BOLD),
        ));
        if !file.change.is_empty() {
            let change = format!("  {}", visible(&said(&file.change)));
            pieces.push(Piece::new(change, TextStyle::of(Role::Warn)));
        }
        pieces.extend(tail);
        self.add_other_tab(&mut pieces);
        self.title_row(pieces)
    }

    /// `REVIEW session.rs  1/4 files  [+]2 [!]1 [ ]1  conflicts block w`
    fn short_title(&self, row_cache: &RowCache) -> Row {
        let file = &row_cache.file;
        let mut tail = vec![Piece::new(
            format!("  {}  ", self.short_place(file)),
            TextStyle::default(),
        )];
        tail.extend(self.counts(row_cache));
        let progress = self.progress_words(row_cache);
        if !progress.is_empty() {
            tail.push(Piece::new(progress, TextStyle::of(Role::FgMuted)));
        } else if row_cache.hunks.iter().any(|hunk| hunk.conflict.is_some()) {
            let text = say!("review-conflicts-block");
            tail.push(Piece::new(text, TextStyle::of(Role::HunkConflict)));
        } else if !file.change.is_empty() {
            let text = format!(" {}", visible(&said(&file.change)));
            tail.push(Piece::new(text, TextStyle::of(Role::Warn)));
        } else {
            let text = self.state_words(file);
            tail.push(Piece::new(text, TextStyle::of(Role::FgMuted)));
        }
        let mut pieces = self.word();
        let others = pieces.iter().chain(&tail);
        let taken: usize = others.map(|piece| width_of(&piece.text)).sum();
        let room = usize::from(self.width).saturating_sub(taken);
        let name = file.path.rsplit('/').next().unwrap_or(&file.path);
        let name = visible(name);
        pieces.push(Piece::new(
            truncate(&name, room.max(8)),
            TextStyle::default().with(Modifier::BOLD),
        ));
        pieces.extend(tail);
        self.title_row(pieces)
    }

    fn title_row(&self, pieces: Vec<Piece>) -> Row {
        let mut row = Row::of(pieces).cut(usize::from(self.width));
        row.fill = Some(Role::BgPanel);
        row
    }

    /// Returns what is reviewed.
    fn word(&self) -> Vec<Piece> {
        let shown = self.tabs().map(|(shown, _)| shown).unwrap_or_else(|| {
            let word = format!(" {} ", say!("review-column-proposed"));
            Piece::new(word, TextStyle::of(Role::Accent))
        });
        let gap = if self.width < SHORT { "" } else { " " };
        vec![shown, Piece::new(gap, TextStyle::default())]
    }

    /// Adds the tab that `T` leads to at the right, where there is room.
    fn add_other_tab(&self, pieces: &mut Vec<Piece>) {
        let Some((_, others)) = self.tabs() else {
            return;
        };
        let taken: usize = pieces.iter().map(|piece| width_of(&piece.text)).sum();
        let room = usize::from(self.width).saturating_sub(taken);
        let mut fitting = others
            .into_iter()
            .map(|other| (width_of(&other.text), other));
        if let Some((columns, other)) = fitting.find(|(columns, _)| columns + 2 <= room) {
            pieces.push(Piece::new(" ".repeat(room - columns), TextStyle::default()));
            pieces.push(other);
        }
    }

    /// Returns the progress words for work on the shown file that is still running.
    fn progress_words(&self, row_cache: &RowCache) -> &'static str {
        match (self.shows_stream(), row_cache.refining) {
            (true, _) if self.streaming_path().is_none() => say!("review-whole-not-logged"),
            (true, _) => say!("review-being-written"),
            (false, true) => say!("review-refining"),
            (false, false) => "",
        }
    }

    fn state_words(&self, file: &FileReview) -> String {
        if self.subject != Subject::Files {
            // A file in a question's proposal is not written anywhere yet.
            return String::new();
        }
        if self.is_of_git() {
            return if file.dirty {
                say!("review-git-disk-differs").to_owned()
            } else {
                String::new()
            };
        }
        match (file.dirty, file.proposed) {
            (true, _) => say!("review-not-applied").to_owned(),
            (false, true) => format!("   {}", ChangeState::Proposed.name()),
            (false, false) => String::new(),
        }
    }

    /// Returns the number of hunks in each state; of changes that git knows, their lines.
    fn counts(&self, row_cache: &RowCache) -> Vec<Piece> {
        if !self.is_of_git() {
            return counts(row_cache);
        }
        let FileReview { added, removed, .. } = &row_cache.file;
        vec![
            Piece::new(format!("+{added} "), TextStyle::of(Role::DiffAddFg)),
            Piece::new(format!("-{removed} "), TextStyle::of(Role::DiffDelFg)),
        ]
    }

    fn file_place(&self, file: &FileReview) -> String {
        let at = self.files.iter().position(|known| known.file == file.file);
        match at {
            Some(at) => say!("review-file-place", number = at + 1, all = self.files.len()),
            None => String::new(),
        }
    }

    fn short_place(&self, file: &FileReview) -> String {
        let at = self.files.iter().position(|known| known.file == file.file);
        match at {
            Some(at) => say!(
                "review-file-place-short",
                number = at + 1,
                all = self.files.len()
            ),
            None => say!("review-one-file").to_owned(),
        }
    }

    fn hunk_place(&self, row_cache: &RowCache) -> String {
        let all = row_cache.hunks.len();
        let at = self.hunk_at_hand().and_then(|hunk| row_cache.hunk(hunk.id));
        let Some((at, hunk)) = at else {
            return counted(all, "hunk");
        };
        let number = self.hunk_numbers(row_cache, at);
        let place = say!("review-hunk-place", number, all);
        let place = match self.width {
            ..REPORT_PHRASES => place,
            _ => format!("{place}{}", hidden(row_cache)),
        };
        // If no rule below the rows shows the remaining rows, the header does.
        match self.below {
            count if count > 0 && !self.describes_hunk(hunk) => {
                format!("{place}{}", say!("review-hunk-goes-on", count))
            }
            _ => place,
        }
    }

    /// Returns the number of the current hunk, or `2+3` if several stand in the same rows, between
    /// which no key moves.
    fn hunk_numbers(&self, row_cache: &RowCache, at: usize) -> String {
        let rows = |hunk: &HunkRow| (hunk.first_row, hunk.rows);
        let here = row_cache.hunks.get(at).map(rows);
        let hunks = (1..).zip(&row_cache.hunks);
        let numbers = hunks.filter(|(number, hunk)| *number == at + 1 || Some(rows(hunk)) == here);
        let numbers: Vec<String> = numbers.map(|(number, _)| number.to_string()).collect();
        numbers.join("+")
    }

    /// Returns the second header row of the unified layout.
    fn unified_words(&self, row_cache: &RowCache) -> Row {
        let mut text = match self.git_column(Column::Base) {
            Some((_, base)) => say!("review-git-unified", base),
            None => say!("review-unified").to_owned(),
        };
        if let Some((number, _)) = row_cache.file.base {
            text.push_str(&say!("review-unified-base", number));
        }
        let tail = say!("review-unified-keys", hunk = self.hunk_place(row_cache));
        let room = usize::from(self.width).saturating_sub(width_of(&tail) + 2);
        let text = format!("{} {tail}", pad_end(&text, room));
        Row::text(
            truncate(&text, usize::from(self.width)),
            TextStyle::of(Role::FgMuted),
        )
    }

    /// Returns the column titles and a rule.
    fn column_titles(&self, row_cache: &RowCache) -> Vec<Row> {
        let frame = self.frame();
        let mut titles = Row::text(" ".repeat(GUTTER), TextStyle::default());
        let mut rule = Row::text("─".repeat(GUTTER), TextStyle::of(Role::Border));
        for (place, (column, _, width)) in frame.columns.iter().enumerate() {
            if place > 0 {
                titles.push("│ ", TextStyle::of(Role::Border));
                rule.push("┼─", TextStyle::of(Role::Border));
            }
            let (name, words) = self
                .git_column(*column)
                .unwrap_or_else(|| (column_name(*column), self.column_words(*column, row_cache)));
            let text = format!("{name}  {words}");
            titles.push(&pad_end(&text, *width), TextStyle::of(Role::FgMuted));
            rule.push(&"─".repeat(*width), TextStyle::of(Role::Border));
        }
        vec![titles, rule]
    }

    fn column_words(&self, column: Column, row_cache: &RowCache) -> String {
        let file = &row_cache.file;
        match column {
            Column::Current => say!("review-on-disk-now").to_owned(),
            Column::Base => match file.base {
                Some((number, at)) => {
                    say!("review-checkpoint-at", number, time = clock(at, &self.zone))
                }
                None => say!("review-before-it").to_owned(),
            },
            Column::Proposed => visible(&said(&file.by)).into_owned(),
        }
    }
}

/// `, 2 taken back, not shown`: the hunks that have no rows here, by number, and the reason.
fn hidden(row_cache: &RowCache) -> String {
    let numbers = |wanted: fn(&HunkRow) -> bool| {
        let hunks = row_cache.hunks.iter().enumerate();
        let hidden = hunks.filter(|(_, hunk)| hunk.rows == 0 && wanted(hunk));
        let numbers: Vec<String> = hidden.map(|(at, _)| (at + 1).to_string()).collect();
        numbers.join(", ")
    };
    let back = numbers(|hunk| hunk.state == HunkState::RolledBack);
    let under = numbers(|hunk| hunk.state != HunkState::RolledBack);
    let mut words = String::new();
    if !back.is_empty() {
        words.push_str(&say!("review-hidden-back", numbers = back));
    }
    if !under.is_empty() {
        words.push_str(&say!("review-hidden-under", numbers = under));
    }
    words
}

/// `[+]2 [-]1 [!]1 [ ]1`, counted from the hunks on the screen, so that new marks count at once.
fn counts(row_cache: &RowCache) -> Vec<Piece> {
    let count = |wanted: &str| {
        let signs = row_cache.hunks.iter().map(|hunk: &HunkRow| sign(hunk).0);
        signs.filter(|sign| *sign == wanted).count()
    };
    let all = COUNTED.map(|state| (state_mark(state), count(state.sign())));
    let is_decided = count(ChangeState::Open.sign()) == 0;
    all.into_iter()
        .filter(|((sign, _), count)| {
            *count > 0 || (is_decided && *sign == ChangeState::Proposed.sign())
        })
        .map(|((sign, role), count)| Piece::new(format!("{sign}{count} "), TextStyle::of(role)))
        .collect()
}
