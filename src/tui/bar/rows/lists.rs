//! The parts of the body that are lists: files to delete, options, scopes.

use ratatui::text::{Line, Span};

use super::Paint;
use crate::protocol::approval::{DeleteItem, PromptBody};
use crate::tui::bar::entry::Entry;
use crate::tui::bar::visible::visible_line;
use crate::tui::theme::Role;

impl Paint<'_> {
    pub(super) fn delete(&self, entry: &Entry) -> Vec<Line<'static>> {
        let has_cursor = self.bar.guard.is_deliberate();
        let mut lines: Vec<Line<'static>> = entry
            .delete_items()
            .enumerate()
            .map(|(index, (item, chosen))| {
                let mark = if chosen { " [x] " } else { " [ ] " };
                let line = self.file(item, mark);
                if has_cursor && index == entry.cursor {
                    line.patch_style(self.theme.style(Role::BgSel))
                } else {
                    line
                }
            })
            .collect();
        let total: u64 = entry.delete_items().map(|(item, _)| item.files).sum();
        let bytes: u64 = entry
            .delete_items()
            .filter(|(_, chosen)| *chosen)
            .map(|(item, _)| item.bytes)
            .sum();
        let line = format!(
            " a safety checkpoint is made first          {} of {total} chosen, {}",
            entry.chosen_count(),
            size(bytes)
        );
        lines.push(self.line(Role::FgMuted, &line));
        lines
    }

    pub(super) fn file(&self, item: &DeleteItem, mark: &str) -> Line<'static> {
        let unit = if item.files == 1 { "file " } else { "files" };
        let role = if item.note.starts_with("NOT") {
            Role::Err
        } else {
            Role::Fg
        };
        let path = visible_line(&item.path);
        let text = format!(
            "{mark}{path:<18} {:>3} {unit}  {}",
            item.files,
            visible_line(&item.note)
        );
        self.line(role, &text)
    }

    pub(super) fn options(&self, entry: &Entry, options: &[String]) -> Vec<Line<'static>> {
        let multiple = matches!(entry.prompt.body, PromptBody::Select { multiple: true, .. });
        options
            .iter()
            .map(|option| visible_line(option))
            .chain(["other: type an answer".to_owned()])
            .enumerate()
            .map(|(index, option)| {
                let mark = match entry.chosen.get(index) {
                    Some(true) if multiple => "[x] ",
                    Some(false) if multiple => "[ ] ",
                    _ => "",
                };
                self.choice(index, entry.cursor, &format!("{mark}{option}"))
            })
            .collect()
    }

    fn choice(&self, index: usize, cursor: usize, text: &str) -> Line<'static> {
        let number = index + 1;
        if index == cursor {
            let style = self
                .theme
                .style(Role::Accent)
                .patch(self.theme.style(Role::BgSel));
            return Line::from(Span::styled(format!("  >{number} {text}"), style));
        }
        self.line(Role::Fg, &format!("   {number} {text}"))
    }

    pub(super) fn scopes(&self, entry: &Entry, index: usize) -> Vec<Line<'static>> {
        let mut lines = vec![self.line(Role::Fg, " How far shall this yes reach?")];
        for (number, scope) in entry.prompt.scopes.iter().enumerate() {
            let grants = visible_line(&scope.grants);
            let text = match &scope.pattern {
                Some(pattern) if !grants.contains(pattern.as_str()) => {
                    format!("{grants}: {}", visible_line(pattern))
                }
                _ => grants,
            };
            lines.push(self.choice(number, index, &text));
        }
        lines
    }
}

/// `1.9 MB`.
fn size(bytes: u64) -> String {
    let (unit, name) = match bytes {
        1_000_000_000.. => (1_000_000_000, "GB"),
        1_000_000.. => (1_000_000, "MB"),
        1_000.. => (1_000, "kB"),
        _ => return format!("{bytes} bytes"),
    };
    format!("{}.{} {name}", bytes / unit, bytes % unit * 10 / unit)
}
