//! An unchanged file in place of a diff. Part of [`DiffPane`].

use super::DiffPane;
use crate::effect::Effect;
use crate::theme::Role;
use crate::widget::diff::Diff;
use client::text::{truncate, truncate_start, width_of};
use l10n::say;

/// Lines of a file, with the line of interest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilePart {
    /// Path relative to the root.
    pub path: String,
    pub text: String,
    /// Number of the first of these lines, from 1.
    pub first: u32,
    /// Number of lines in the file.
    pub total: u32,
    /// The line of interest, from 1.
    pub line: u32,
}

/// The content of the pane.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum View {
    #[default]
    Difference,
    Text {
        /// The line of interest, its entry, and the number of lines in the file.
        line: u32,
        entry: Option<usize>,
        total: u32,
    },
}

impl DiffPane {
    /// Shows lines of a file, with the line of interest at a third of the height.
    pub fn show_text(&mut self, part: &FilePart) {
        self.under = None;
        self.edition += 1;
        self.at_hand = None;
        let diff = Diff::of_text(&part.path, &part.text, part.first, part.total);
        let entry = diff.item_of(part.line);
        let above = self.height / 3;
        self.top = (entry.unwrap_or(0).saturating_sub(above), 0);
        self.column = 0;
        self.sides = String::new();
        self.diff = Some(diff);
        self.view = View::Text {
            line: part.line,
            entry,
            total: part.total,
        };
        // Content that fits is shown from its beginning.
        self.top = self.top.min(self.end_top());
    }

    /// Returns the title `FILE  src/auth/session.rs   line 12 of 340`, if a file is shown.
    pub(super) fn text_title(&self, width: usize) -> Option<String> {
        let View::Text { line, total, .. } = self.view else {
            return None;
        };
        let facts = say!("diff-line-of", line, total);
        let room = width.saturating_sub(width_of(&facts) + 6).max(8);
        let path = truncate_start(self.path()?, room).into_owned();
        Some(truncate(&say!("diff-file", path, facts), width).into_owned())
    }

    /// Pins the lines that are on the screen.
    pub(super) fn pin_shown(&self, diff: &Diff) -> Vec<Effect> {
        let shown = self.top.0..self.shown_to;
        let numbers = || shown.clone().filter_map(|entry| diff.number(entry));
        pin(diff, numbers().min(), numbers().max())
    }
}

/// Pins the lines from the first to the last; does nothing if there are none.
pub(super) fn pin(diff: &Diff, first: Option<u32>, last: Option<u32>) -> Vec<Effect> {
    match first.zip(last) {
        Some((start_line, end_line)) => vec![Effect::Pin {
            path: diff.path().to_owned(),
            start_line,
            end_line,
        }],
        None => Vec::new(),
    }
}

/// Returns the background of an entry's rows: only the line of interest has one.
pub(super) fn ground_of(view: View, wanted: usize) -> Option<Role> {
    match view {
        View::Text { entry, .. } if entry == Some(wanted) => Some(Role::DiffCurBg),
        _ => None,
    }
}
