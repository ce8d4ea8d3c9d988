//! The file list beside the rows on wide screens: files by folder, each with its state as sign and
//! colour and its added and removed line counts.

use crate::pane::review::{Review, Subject, Visibility};
use crate::pane::tree::{legend_rows, state_mark};
use crate::theme::Role;
use crate::widget::row::{Piece, Row, TextStyle};
use client::review::ChangeState;
use client::text::{pad_end, truncate_start, visible, width_of};
use l10n::say;
use protocol::review::FileReview;

/// Minimum screen width for the list.
const FROM: u16 = 160;
/// Width of the list in columns, including the line at its right.
const WIDTH: u16 = 26;
/// Minimum height of a list that shows a legend.
const WITH_LEGEND: usize = 18;

impl Review {
    /// Returns the number of columns that the list takes of a screen.
    pub(super) fn list_width(&self, screen: u16) -> u16 {
        let shown = self.list == Visibility::Yes && self.subject == Subject::Files;
        if screen >= FROM && shown { WIDTH } else { 0 }
    }

    /// Returns the rows of the list, from the top of the view to the bottom.
    pub(super) fn list_rows(&self, height: usize) -> Vec<Row> {
        let width = usize::from(WIDTH) - 1;
        let title = say!("review-list-head");
        let count = say!("review-list-changed", count = self.files.len());
        let gap = width.saturating_sub(title.len() + width_of(&count));
        let head = Row {
            fill: Some(Role::BgPanel),
            ..Row::of(vec![
                Piece::new(title, TextStyle::of(Role::Accent)),
                Piece::new(
                    format!("{}{count}", " ".repeat(gap)),
                    TextStyle::of(Role::FgMuted),
                ),
            ])
        };
        let has_legend = height >= WITH_LEGEND && !self.is_of_git();
        let legend = if has_legend {
            legend_rows()
        } else {
            Vec::new()
        };
        let room = height.saturating_sub(1 + usize::from(has_legend) + legend.len());
        let mut rows = vec![head];
        rows.extend(self.entries(width, room));
        if has_legend {
            rows.resize_with(height.saturating_sub(legend.len()), Row::default);
            rows.extend(legend);
        }
        rows
    }

    /// Returns rows for folders and files; if there are too many, only those around
    /// the current file.
    fn entries(&self, width: usize, room: usize) -> Vec<Row> {
        let here = self.file().map(|file| file.file);
        let mut rows = Vec::new();
        let mut at_hand = 0;
        let mut folder = "";
        // Files that are further away have no room.
        let at = self.files.iter().position(|file| Some(file.file) == here);
        let near = self.files.iter().skip(at.unwrap_or(0).saturating_sub(room));
        for file in near.take(2 * room) {
            let (of, name) = file.path.rsplit_once('/').unwrap_or(("", &file.path));
            if of != folder {
                let text = format!(" {}/", visible(of));
                let text = truncate_start(&text, width).into_owned();
                rows.push(Row::text(text, TextStyle::of(Role::FgMuted)));
                folder = of;
            }
            if Some(file.file) == here {
                at_hand = rows.len();
            }
            rows.push(self.entry(file, name, Some(file.file) == here, width));
        }
        let first = (at_hand + 2).saturating_sub(room);
        let first = first.min(rows.len().saturating_sub(room));
        rows.into_iter().skip(first).take(room).collect()
    }

    /// `>[~] M session.rs +18-6`; a `p` in place of the kind of change, as in the tree, while it is
    /// not on the disk.
    fn entry(&self, file: &FileReview, name: &str, is_at_hand: bool, width: usize) -> Row {
        let (sign, role) = state_mark(ChangeState::of_file(file));
        let mark = if is_at_hand { ">" } else { " " };
        let streams = self.streaming_path() == Some(file.path.as_str());
        let sign = if streams {
            "[…]"
        } else if self.is_of_git() {
            "   "
        } else {
            sign
        };
        let letter = match file.change.id() {
            _ if file.proposed => "p",
            Some("told-file-created" | "told-repo-untracked") => "A",
            Some("told-file-deleted") => "D",
            Some("told-file-renamed") => "R",
            _ => "M",
        };
        let dirty = if file.dirty { "*" } else { "" };
        let size = format!(" +{}-{}{dirty}", file.added, file.removed);
        let room = width.saturating_sub(7 + width_of(&size));
        let name = visible(name);
        let name = truncate_start(&name, room);
        let mut row = Row::of(vec![
            Piece::new(mark, TextStyle::of(Role::Accent)),
            Piece::new(sign, TextStyle::of(role)),
            Piece::new(format!(" {letter} "), TextStyle::of(Role::FgMuted)),
            Piece::new(pad_end(&name, room), TextStyle::default()),
            Piece::new(size, TextStyle::of(Role::FgMuted)),
        ]);
        row.fill = is_at_hand.then_some(Role::BgSel);
        row
    }
}
