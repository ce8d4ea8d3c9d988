//! The result that applying would give near the current hunk: its lines and as many lines around
//! them as fit.

use crate::pane::review::row_cache::last_row;
use crate::pane::review::words::{maker, maker_sign};
use crate::pane::review::{Lines, Result, Review};
use crate::theme::Role;
use crate::widget::row::{Row, TextStyle};
use crate::widget::wrap::chop;
use client::text::{pad_start, truncate, visible, width_of, window};
use l10n::{said, say};
use protocol::change::Origin;
use protocol::review::LineOwner;
use protocol::review::view::HunkRow;

/// Lines around the hunk that are shown if there is room.
pub(in crate::pane::review) const AROUND: u32 = 3;
/// Columns before the text of a line: its number and its sign.
const LEAD: usize = 7;

/// A row of the result, with the index of its line and whether the hunk produced that line.
struct ResultRow {
    line: usize,
    made: bool,
    row: Row,
}

impl Review {
    /// `a by build`: explains the sign before the lines, if any line has it.
    pub(super) fn result_legend(&self, hunk: &HunkRow) -> Option<String> {
        let result = self.result_of(hunk)?;
        let has = |of: LineOwner| result.lines.iter().any(|(_, by)| *by == of);
        let of = |origin: &Origin| {
            let who = visible(&maker(origin)).into_owned();
            say!("review-result-sign", sign = maker_sign(origin), who)
        };
        let words = [
            has(LineOwner::Hunk).then(|| of(&hunk.origin)),
            has(LineOwner::Edit).then(|| of(&Origin::User)),
        ];
        let words: Vec<String> = words.into_iter().flatten().collect();
        (!words.is_empty()).then(|| words.join("  "))
    }

    fn result_of(&self, hunk: &HunkRow) -> Option<&Result> {
        self.results.iter().find(|result| result.hunk == hunk.id)
    }

    /// Returns at most `room` rows. If the hunk has more, returns those near the cursor and the
    /// number of the others.
    pub(super) fn result_rows(&self, hunk: &HunkRow, room: usize) -> Vec<Row> {
        let Some(result) = self.result_of(hunk) else {
            return vec![Row::text("  …", TextStyle::of(Role::FgMuted))];
        };
        let width = usize::from(self.width);
        let note = result.note.iter().map(|note| {
            let text = format!("     <<<   {}", visible(&said(note)).replace('\n', " "));
            Row::text(truncate(&text, width), TextStyle::of(Role::DiffConfFg))
        });
        let mut rows: Vec<Row> = note.collect();
        let room = room.saturating_sub(rows.len()).max(1);
        let shown = self.result_lines(result, maker_sign(&hunk.origin));
        let first = shown.iter().position(|row| row.made);
        let end = shown.iter().rposition(|row| row.made);
        let (Some(first), Some(end)) = (first, end.map(|at| at + 1)) else {
            rows.extend(shown.into_iter().take(room).map(|shown| shown.row));
            return rows;
        };
        let its = end - first;
        if its > room {
            rows.extend(self.part_of_result(hunk, &shown, (first, end), room));
            return rows;
        }
        let around = (room - its).div_ceil(2).min(AROUND as usize);
        let from = first.saturating_sub(around);
        let upto = (end + AROUND as usize).min(from + room);
        let near = shown.into_iter().take(upto).skip(from);
        rows.extend(near.map(|shown| shown.row));
        rows
    }

    /// Returns the rows near the cursor out of those that the hunk produced, with the number of
    /// lines above and below them.
    fn part_of_result(
        &self,
        hunk: &HunkRow,
        shown: &[ResultRow],
        (first, end): (usize, usize),
        room: usize,
    ) -> Vec<Row> {
        let its = shown.get(first..end).unwrap_or_default();
        let room = room.saturating_sub(1).max(1);
        let line_of = |at: usize| its.get(at).map_or(0, |row| row.line);
        let begins = line_of(0);
        let wanted = begins + self.lines_to_cursor(hunk);
        let at = its.iter().rposition(|row| row.line <= wanted).unwrap_or(0);
        let from = (at + 1).saturating_sub(room);
        let upto = (from + room).min(its.len());
        let above = line_of(from).saturating_sub(begins);
        let fetched = line_of(its.len().saturating_sub(1)) + 1 - begins;
        let all = fetched.max(usize::try_from(hunk.added).unwrap_or(usize::MAX));
        let below = all.saturating_sub(line_of(upto.saturating_sub(1)) + 1 - begins);
        let part = its.iter().take(upto).skip(from);
        let mut rows: Vec<Row> = part.map(|shown| shown.row.clone()).collect();
        let between = if above > 0 && below > 0 { ", " } else { "" };
        let more = say!("review-result-more", above, between, below);
        let more = format!("{}{more}", " ".repeat(LEAD));
        rows.push(Row::text(
            truncate(&more, usize::from(self.width)),
            TextStyle::of(Role::FgMuted),
        ));
        rows
    }

    /// Returns the number of lines of a hunk before the cursor.
    fn lines_to_cursor(&self, hunk: &HunkRow) -> usize {
        let Some(row_cache) = &self.row_cache else {
            return 0;
        };
        let upto = self.cursor.min(last_row(hunk) + 1);
        (hunk.first_row..upto)
            .filter_map(|row| row_cache.lines(row))
            .filter(|row| row.hunk == Some(hunk.id) && row.proposed.is_some())
            .count()
    }

    /// Returns rows for every known line, cut or wrapped like those of the columns.
    fn result_lines(&self, result: &Result, sign: &str) -> Vec<ResultRow> {
        let room = usize::from(self.width).saturating_sub(LEAD).max(1);
        let mut shown = Vec::new();
        let numbered = (result.first_line..).zip(&result.lines);
        for (line, (number, (text, of))) in numbered.enumerate() {
            let text = visible(text);
            let made = of.is_its();
            let sign = match of {
                LineOwner::Others => " ",
                LineOwner::Hunk => sign,
                LineOwner::Edit => maker_sign(&Origin::User),
            };
            for (at, (part, goes_on)) in self.parts_of_result(&text, room).into_iter().enumerate() {
                let lead = match at {
                    0 => format!("{} ", pad_start(&number.to_string(), 4)),
                    _ => " ".repeat(LEAD - 2),
                };
                let sign = if at == 0 { sign } else { " " };
                let mut row = Row::text(lead, TextStyle::of(Role::DiffLineno));
                row.push(&format!("{sign} "), TextStyle::of(Role::DiffAddFg));
                row.push(&part, TextStyle::default());
                if goes_on {
                    row.push("…", TextStyle::of(Role::FgMuted));
                }
                shown.push(ResultRow { line, made, row });
            }
        }
        shown
    }

    /// Splits a line into the parts for its rows, each with whether the line is cut after it.
    fn parts_of_result(&self, text: &str, room: usize) -> Vec<(String, bool)> {
        match self.lines {
            Lines::Wrapped => chop(text, room)
                .into_iter()
                .map(|(_, part)| (part.to_owned(), false))
                .collect(),
            Lines::Cut => {
                let goes_on = width_of(text).saturating_sub(self.column) > room;
                let room = room - usize::from(goes_on);
                vec![(window(text, self.column, room), goes_on)]
            }
        }
    }
}
