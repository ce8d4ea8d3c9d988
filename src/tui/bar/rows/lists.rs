//! The parts of the body that are lists: files to delete, options, scopes.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::Paint;
use super::command::bounded_command;
use crate::bar::entry::Entry;
use crate::composer::layout;
use crate::theme::Role;
use client::text::{fill_end, width_of};
use l10n::{said, say, tenths};
use protocol::approval::{DeleteItem, QuestionBody};

impl Paint<'_> {
    pub(super) fn delete(&self, entry: &Entry) -> Vec<Line<'static>> {
        let has_cursor = self.bar.guard.is_deliberate();
        let mut lines = Vec::new();
        for (index, (item, chosen)) in entry.draft.files(&entry.question).enumerate() {
            let mark = if chosen { " [x] " } else { " [ ] " };
            let rows = self.file(item, mark).into_iter();
            if has_cursor && index == entry.cursor {
                let style = self.theme.style(Role::BgSel);
                lines.extend(rows.map(|row| row.patch_style(style)));
            } else {
                lines.extend(rows);
            }
        }
        let total: u64 = entry
            .draft
            .files(&entry.question)
            .map(|(item, _)| item.files)
            .sum();
        let bytes: u64 = entry
            .draft
            .files(&entry.question)
            .filter(|(_, chosen)| *chosen)
            .map(|(item, _)| item.bytes)
            .sum();
        let line = say!(
            "bar-delete-checkpoint",
            chosen = entry.draft.marked_files(&entry.question),
            total,
            size = size(bytes)
        );
        lines.extend(self.folded(Role::FgMuted, &line));
        lines
    }

    /// Returns the last row of the highlighted item, counted from the first row of the body.
    pub(super) fn cursor_row(&self, entry: &Entry) -> usize {
        let rows = match &entry.question.body {
            QuestionBody::Delete { .. } => entry
                .draft
                .files(&entry.question)
                .take(entry.cursor + 1)
                .map(|(item, _)| self.file(item, " [x] ").len())
                .sum(),
            QuestionBody::Select {
                question, options, ..
            } => {
                let options = self.options(entry, options);
                let above: usize = options
                    .into_iter()
                    .take(entry.cursor + 1)
                    .map(|rows| rows.len())
                    .sum();
                self.wrapped(Role::Fg, question).len() + above
            }
            _ => 1,
        };
        rows.saturating_sub(1)
    }

    pub(super) fn file(&self, item: &DeleteItem, mark: &str) -> Vec<Line<'static>> {
        let unit = if item.files == 1 {
            say!("bar-file-unit")
        } else {
            say!("bar-files-unit")
        };
        let role = if item.note.id() == Some("told-git-not") {
            Role::Err
        } else {
            Role::Fg
        };
        let path = self.exact_line(&item.path);
        let text = format!(
            "{} {:>3} {unit}  {}",
            fill_end(&path, 18),
            item.files,
            self.seen_line(&said(&item.note))
        );
        self.hanging(self.theme.style(role), mark, &text)
    }

    /// Returns the rows of each option.
    pub(super) fn options(&self, entry: &Entry, options: &[String]) -> Vec<Vec<Line<'static>>> {
        let multiple = matches!(
            entry.question.body,
            QuestionBody::Select { multiple: true, .. }
        );
        options
            .iter()
            .map(|option| self.seen_line(&bounded_command(option).0))
            .chain([say!("bar-other-answer").to_owned()])
            .enumerate()
            .map(|(index, option)| {
                let mark = match entry.draft.marked.get(index) {
                    Some(true) if multiple => "[x] ",
                    Some(false) if multiple => "[ ] ",
                    _ => "",
                };
                self.choice(index, entry.cursor, &format!("{mark}{option}"))
            })
            .collect()
    }

    fn choice(&self, index: usize, cursor: usize, text: &str) -> Vec<Line<'static>> {
        let number = index + 1;
        if index == cursor {
            let style = self
                .theme
                .style(Role::Accent)
                .patch(self.theme.style(Role::BgSel));
            return self.hanging(style, &format!("  >{number} "), text);
        }
        self.hanging(self.theme.style(Role::Fg), &format!("   {number} "), text)
    }

    /// Lays out a text behind its mark with a hanging indent, on as many rows as it needs.
    fn hanging(&self, style: Style, mark: &str, text: &str) -> Vec<Line<'static>> {
        let indent = width_of(mark);
        let room = usize::from(self.view.width).saturating_sub(indent);
        layout::rows(text, room)
            .into_iter()
            .enumerate()
            .map(|(index, row)| {
                let part = text.get(row.bytes).unwrap_or_default().trim_end();
                let lead = if index == 0 { mark } else { "" };
                Line::from(Span::styled(format!("{lead:<indent$}{part}"), style))
            })
            .collect()
    }

    pub(super) fn scopes(&self, entry: &Entry, index: usize) -> Vec<Line<'static>> {
        let mut lines = vec![self.line(Role::Fg, say!("bar-how-far"))];
        for (number, scope) in entry.question.scopes.iter().enumerate() {
            let grants = self.seen_line(&said(&scope.grants));
            let text = match &scope.pattern {
                Some(pattern) if !grants.contains(pattern.as_str()) => {
                    format!("{grants}: {}", self.seen_line(pattern))
                }
                _ => grants,
            };
            lines.extend(self.choice(number, index, &text));
        }
        lines
    }
}

fn size(bytes: u64) -> String {
    let of = |unit: u64| tenths(bytes.saturating_mul(10) / unit);
    match bytes {
        1_000_000_000.. => say!("size-gigabytes", size = of(1_000_000_000)),
        1_000_000.. => say!("size-megabytes", size = of(1_000_000)),
        1_000.. => say!("size-kilobytes", size = of(1_000)),
        _ => say!("bar-bytes", bytes),
    }
}
