//! The diff of a write in the bar: with its context lines if all of it fits, otherwise as many of
//! its changed lines as there is room for.

use ratatui::text::{Line, Span};

use super::Paint;
use crate::bar::entry::Entry;
use crate::bar::visible::visible_line;
use crate::screen::Glyphs;
use crate::theme::Role;
use crate::widget::diff::changed_words;
use client::question::is_high_risk;
use client::text::{fitting, width_of};
use l10n::{counted, say};
use protocol::approval::QuestionBody;
use protocol::change::{DiffLineKind, FileDiff};

/// Minimum rows of a diff, even if the room is small.
const LEAST_DIFF: usize = 2;

#[derive(Debug, Clone, PartialEq, Eq)]
enum DiffRow {
    /// A line of the file.
    Line {
        /// Line number on its own side.
        number: u32,
        kind: DiffLineKind,
        text: String,
        /// The row of the line that this one replaces, or that replaces it.
        pair: Option<usize>,
    },
    /// A place where lines of the file are left out.
    Gap,
}

/// The lines of a diff to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lines {
    /// The changed lines and those around them.
    All,
    /// The changed lines only.
    Changed,
}

/// The rows of a diff that are shown.
struct Window {
    rows: Vec<DiffRow>,
    first: usize,
    shown: usize,
    /// Number of rows that are missing because the diff itself was cut.
    missing: usize,
}

impl Window {
    fn of(diff: &FileDiff, (room, scroll): (usize, usize), glyphs: Glyphs) -> Self {
        let room = room.max(LEAST_DIFF);
        let all = rows_of(diff, Lines::All, glyphs);
        let changed = rows_of(diff, Lines::Changed, glyphs);
        let missing = ((diff.added + diff.removed) as usize).saturating_sub(changed.len());
        let rows = if all.len() <= room { all } else { changed };
        let shown = rows.len().min(room);
        let first = scroll.min(rows.len() - shown);
        Self {
            rows,
            first,
            shown,
            missing,
        }
    }

    /// Describes how much is above and below, for the last row.
    fn rest(&self) -> String {
        let below = self.rows.len() - self.first - self.shown + self.missing;
        match (self.first, below) {
            (0, 0) => String::new(),
            (0, 1) => say!("bar-diff-below-one").to_owned(),
            (0, below) => say!("bar-diff-below", below),
            (above, 0) => say!("bar-diff-above", above),
            (above, below) => say!("bar-diff-both", above, below),
        }
    }
}

impl Paint<'_> {
    pub(super) fn diff(&self, entry: &Entry, diff: &FileDiff, room: usize) -> Vec<Line<'static>> {
        if let Some(text) = &entry.draft.edited {
            let lines = text.lines().count();
            let lines = counted(lines, "line");
            let words = say!("bar-y-writes-saved", lines);
            return vec![self.line(Role::Fg, &words)];
        }
        let window = Window::of(diff, (room, entry.scroll), self.view.glyphs);
        let rest = window.rest();
        (window.first..window.first + window.shown)
            .map(|at| {
                let is_last = at + 1 == window.first + window.shown;
                let behind = if is_last { rest.as_str() } else { "" };
                self.diff_row(&window.rows, at, behind)
            })
            .collect()
    }

    /// Returns how far the diff of a question can be scrolled.
    pub(super) fn diff_overflow(&self, entry: &Entry, room: usize) -> Option<usize> {
        let QuestionBody::Write { path, diff, note } = &entry.question.body else {
            return None;
        };
        let mut above = self.write(entry, path, diff, note.as_ref()).len();
        if is_high_risk(&entry.question) {
            above += self.reasons(entry).len();
        }
        let window = Window::of(diff, (room.saturating_sub(above), 0), self.view.glyphs);
        Some(window.rows.len() - window.shown)
    }

    fn diff_row(&self, rows: &[DiffRow], at: usize, behind: &str) -> Line<'static> {
        let Some(DiffRow::Line {
            number,
            kind,
            text,
            pair,
        }) = rows.get(at)
        else {
            return Line::from(vec![
                self.span(Role::DiffLineno, "    ⋯"),
                self.span(Role::FgMuted, behind),
            ]);
        };
        let (sign, role, grounds) = match kind {
            DiffLineKind::Add => (
                '+',
                Role::DiffAddFg,
                Some((Role::DiffAddBg, Role::DiffAddWordBg)),
            ),
            DiffLineKind::Remove => (
                '-',
                Role::DiffDelFg,
                Some((Role::DiffDelBg, Role::DiffDelWordBg)),
            ),
            DiffLineKind::Context => (' ', Role::FgMuted, None),
        };
        let room = usize::from(self.view.width).saturating_sub(8 + width_of(behind));
        let mut plain = self.theme.style(role);
        let mut marked = plain;
        if let Some((back, word)) = grounds {
            plain = plain.patch(self.theme.style(back));
            marked = plain.patch(self.theme.style(word));
        }
        let mut spans = vec![
            self.span(Role::DiffLineno, &format!("{number:>5} ")),
            Span::styled(format!("{sign} "), plain),
        ];
        let shown = cut(text, room);
        let marks = match pair.and_then(|pair| rows.get(pair)) {
            Some(DiffRow::Line { text: other, .. }) => changed_words(text, other),
            _ => Vec::new(),
        };
        let mut at = 0;
        for (from, to) in marks {
            let (from, to) = (from.min(shown.len()), to.min(shown.len()));
            let parts = (shown.get(at..from), shown.get(from..to));
            if let (Some(before), Some(word)) = parts {
                spans.push(Span::styled(before.to_owned(), plain));
                spans.push(Span::styled(word.to_owned(), marked));
                at = to;
            }
        }
        let rest = shown.get(at..).unwrap_or_default();
        spans.push(Span::styled(rest.to_owned(), plain));
        spans.retain(|span| !span.content.is_empty());
        spans.push(self.span(Role::FgMuted, behind));
        Line::from(spans)
    }
}

/// Returns the rows of a diff, each with the line number on its own side.
fn rows_of(diff: &FileDiff, lines: Lines, glyphs: Glyphs) -> Vec<DiffRow> {
    let mut rows = Vec::new();
    for hunk in &diff.hunks {
        let between = !rows.is_empty() && !hunk.lines.is_empty();
        if between && lines == Lines::All {
            rows.push(DiffRow::Gap);
        }
        let (mut old, mut new) = (hunk.old_start, hunk.new_start);
        // The removed lines that no added line has replaced yet.
        let mut removed: std::collections::VecDeque<usize> = std::collections::VecDeque::new();
        let mut added_before = false;
        for line in &hunk.lines {
            let number = match line.kind {
                DiffLineKind::Remove => old,
                DiffLineKind::Context | DiffLineKind::Add => new,
            };
            old += u32::from(line.kind != DiffLineKind::Add);
            new += u32::from(line.kind != DiffLineKind::Remove);
            let at = rows.len();
            let mut pair = None;
            match line.kind {
                DiffLineKind::Context => removed.clear(),
                DiffLineKind::Remove => {
                    if added_before {
                        removed.clear();
                    }
                    removed.push_back(at);
                }
                DiffLineKind::Add => {
                    pair = removed.pop_front();
                    if let Some(DiffRow::Line { pair: other, .. }) =
                        pair.and_then(|pair| rows.get_mut(pair))
                    {
                        *other = Some(at);
                    }
                }
            }
            added_before = line.kind == DiffLineKind::Add;
            if line.kind != DiffLineKind::Context || lines == Lines::All {
                rows.push(DiffRow::Line {
                    number,
                    kind: line.kind,
                    text: visible_line(&line.content, glyphs),
                    pair,
                });
            }
        }
    }
    rows
}

/// Returns the text, or its beginning and `…` if it is wider than `room`.
fn cut(text: &str, room: usize) -> String {
    let (whole, _) = fitting(text, room);
    if whole.len() == text.len() {
        return text.to_owned();
    }
    let (part, _) = fitting(text, room.saturating_sub(1));
    format!("{part}…")
}
