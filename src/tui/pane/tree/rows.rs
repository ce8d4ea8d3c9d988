//! Draws the rows of the tree.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::{Tree, TreeRow};
use crate::pane::Focused;
use crate::theme::Role;
use crate::widget::row::{Paint, Row, Slot, TextStyle, draw_row};
use client::review::ChangeState;
use client::text::{pad_end, truncate, visible, width_of};
use l10n::{say, thousands};
use protocol::query::TreeEntry;

/// Column of the review's mark, and column of a changed file's name.
const MARK_COLUMN: usize = 2;
const CHANGED_NAME_COLUMN: usize = 8;
/// Minimum height for a legend of the marks below the rows.
const LEGEND_HEIGHT: usize = 12;
/// The states whose signs the legend explains, two in a row.
const LEGEND: [[ChangeState; 2]; 4] = [
    [ChangeState::Proposed, ChangeState::Open],
    [ChangeState::Accepted, ChangeState::Rejected],
    [ChangeState::RolledBack, ChangeState::Partial],
    [ChangeState::Conflict, ChangeState::Yours],
];
/// Rows of the legend: the signs, and the letter of what is not on the disk.
const LEGEND_ROWS: usize = LEGEND.len() + 1;
/// Columns of the first state of a row, and of the second one.
const LEGEND_WIDTHS: [usize; 2] = [13, 12];

impl Tree {
    /// Returns the filter and the number of matching files: `/ses  3 of 1,234`. Where both do not
    /// fit, the number stays.
    pub(super) fn filter_words(&self, width: usize) -> Option<String> {
        let fitting = self.fitting_words()?;
        let pattern = visible(self.filter()?);
        let room = width.saturating_sub(width_of(&fitting) + 3);
        Some(format!("/{}  {fitting}", truncate(&pattern, room)))
    }

    /// Returns the number of matching files: `3 of 1,234`.
    pub(super) fn fitting_words(&self) -> Option<String> {
        let found = self.found.as_ref()?;
        let Some(total) = found.total else {
            return Some(say!("tree-looking").to_owned());
        };
        let shown = found.folder_cache.count(|_| true) as u64;
        let total = thousands(total as u64);
        let only = if self.only.is_some() {
            say!("tree-and-changed")
        } else {
            ""
        };
        Some(say!("tree-fitting", shown = thousands(shown), total, only))
    }

    /// Sets the size and scrolls the cursor onto the screen.
    pub(super) fn lay_out(&mut self, width: u16, height: u16) {
        self.width = usize::from(width);
        self.height = usize::from(height);
        let room = self.rows_shown().max(1);
        if self.cursor < self.top {
            self.top = self.cursor;
        } else if self.cursor >= self.top + room {
            self.top = self.cursor + 1 - room;
        }
        self.top = self.top.min(self.rows.len().saturating_sub(room));
    }

    /// Scrolls the rows and keeps the cursor on the screen.
    pub(super) fn scroll_by(&mut self, rows: isize) {
        let room = self.rows_shown().max(1);
        let most = self.rows.len().saturating_sub(room);
        self.top = self.top.saturating_add_signed(rows).min(most);
        let last = (self.top + room - 1).min(self.rows.len().saturating_sub(1));
        self.cursor = self.cursor.clamp(self.top.min(last), last);
    }

    fn has_legend(&self) -> bool {
        !self.marks.is_empty() && self.height >= LEGEND_HEIGHT
    }

    pub(super) fn rows_shown(&self) -> usize {
        if self.has_legend() {
            self.height - LEGEND_ROWS
        } else {
            self.height
        }
    }

    pub(super) fn draw_rows(
        &self,
        area: Rect,
        buf: &mut Buffer,
        paint: Paint<'_>,
        focused: Focused,
    ) {
        let area = area.intersection(buf.area);
        let slot = |y| Slot {
            x: area.x,
            y,
            width: area.width,
        };
        let shown = self.top..(self.top + self.rows_shown()).min(self.rows.len());
        for (y, number) in (area.top()..area.bottom()).zip(shown) {
            let (Some(row), Some(entry)) = (self.rows.get(number), self.entry_at(number)) else {
                continue;
            };
            let mut drawn = self.row(row, entry);
            if number == self.cursor {
                let (mark, fill) = match focused {
                    Focused::Yes => (">", Role::BgSel),
                    Focused::No => (" ", Role::BgCursorline),
                };
                drawn.fill = Some(fill);
                if let Some(first) = drawn.pieces.first_mut()
                    && first.text == " "
                {
                    first.text = mark.to_owned();
                }
            }
            draw_row(&drawn, slot(y), buf, paint);
        }
        if self.rows.is_empty() && area.height > 0 {
            let text = match (&self.found, &self.only) {
                (Some(found), _) if found.total.is_none() => say!("tree-row-looking"),
                (Some(_), Some(_)) => say!("tree-no-changed-fits"),
                (Some(_), None) => say!("tree-none-fits"),
                (None, Some(_)) => say!("tree-nothing-changed"),
                (None, None) if self.all.knows("") => say!("tree-none"),
                (None, None) => say!("tree-loading"),
            };
            let text = truncate(text, self.width).into_owned();
            draw_row(
                &Row::text(text, TextStyle::of(Role::FgMuted)),
                slot(area.y),
                buf,
                paint,
            );
        }
        if self.has_legend() {
            let first = area.bottom().saturating_sub(LEGEND_ROWS as u16);
            for (y, row) in (first..area.bottom()).zip(legend_rows()) {
                draw_row(&row.cut(self.width), slot(y), buf, paint);
            }
        }
    }

    /// Returns the part of a row before the name.
    pub(super) fn before_name(&self, place: &TreeRow, entry: &TreeEntry) -> Row {
        let mut row = Row::default();
        let mark = if self.marked.contains(&entry.path) {
            "*"
        } else {
            " "
        };
        row.pieces.push(crate::widget::row::Piece::new(
            mark,
            TextStyle::of(Role::Accent),
        ));
        self.push_signs(&mut row, entry, place.depth * 2);
        row
    }

    /// Returns the part of a row after the name, and its number of columns.
    pub(super) fn behind_name(&self, entry: &TreeEntry) -> (usize, Row) {
        let right = right_side(self.lines_of(entry));
        let width = if right.width() + 14 > self.width {
            0
        } else {
            right.width() + 2
        };
        (width, right)
    }

    pub(super) fn row(&self, place: &TreeRow, entry: &TreeEntry) -> Row {
        let mut row = self.before_name(place, entry);
        let (right_width, right) = self.behind_name(entry);
        let room = self.width.saturating_sub(row.width() + right_width);
        row.push(&truncate(&name_of(entry), room), name_style(entry));
        if right_width > 0 && !right.pieces.is_empty() {
            let space = self.width.saturating_sub(row.width() + right_width);
            row.push(&" ".repeat(space), TextStyle::default());
            for piece in &right.pieces {
                row.push(&piece.text, piece.style);
            }
        }
        row
    }

    /// Returns the lines that the proposal adds and removes: in a file, or in everything inside
    /// a closed folder.
    fn lines_of(&self, entry: &TreeEntry) -> (u32, u32) {
        if !entry.is_folder {
            return self
                .marks
                .get(&entry.path)
                .map_or((0, 0), |mark| mark.lines);
        }
        if self.is_open(&entry.path) {
            return (0, 0);
        }
        let is_below = |path: &str| {
            let rest = path.strip_prefix(entry.path.as_str());
            rest.is_some_and(|rest| rest.starts_with('/'))
        };
        let below = self.marks.iter().filter(|(path, _)| is_below(path));
        below.fold((0, 0), |(added, removed), (_, mark)| {
            let (more, fewer) = mark.lines;
            (added.saturating_add(more), removed.saturating_add(fewer))
        })
    }

    /// Appends the signs before the name: whether a folder is open, or the state of a file.
    fn push_signs(&self, row: &mut Row, entry: &TreeEntry, indent: usize) {
        let most = self.width.saturating_sub(10);
        if entry.is_folder {
            let open = self.is_open(&entry.path);
            row.push(&" ".repeat(indent.min(most)), TextStyle::default());
            row.push(if open { "v " } else { "> " }, TextStyle::of(Role::FgMuted));
            return;
        }
        let known = self.marks.get(&entry.path);
        if known.is_none() && entry.git.is_none() {
            row.push(&" ".repeat((indent + 2).min(most)), TextStyle::default());
            return;
        }
        row.push(&" ".repeat(MARK_COLUMN - 1), TextStyle::default());
        let (mark, role) = known.map_or(("   ", Role::FgMuted), |known| state_mark(known.state));
        row.push(mark, TextStyle::of(role));
        let letter = match (known, entry.git) {
            (Some(known), None) if known.proposed => "p".to_owned(),
            (_, letter) => letter.map_or_else(|| String::from(" "), String::from),
        };
        row.push(&format!(" {} ", visible(&letter)), git_style(entry.git));
        let column = (indent + 3).max(CHANGED_NAME_COLUMN);
        let missing = column.min(most).saturating_sub(row.width());
        row.push(&" ".repeat(missing), TextStyle::default());
    }
}

/// Returns a row's name as it is drawn; the name of a folder ends with a slash.
pub(super) fn name_of(entry: &TreeEntry) -> String {
    let name = visible(&entry.name);
    if entry.is_folder {
        format!("{name}/")
    } else {
        name.into_owned()
    }
}

/// Returns the sign and colour of a state. Colour never carries the state alone.
pub(crate) fn state_mark(state: ChangeState) -> (&'static str, Role) {
    let role = match state {
        ChangeState::Proposed | ChangeState::Open | ChangeState::Partial => Role::HunkPending,
        ChangeState::Accepted | ChangeState::Applied => Role::HunkAccepted,
        ChangeState::Rejected | ChangeState::RolledBack => Role::HunkRejected,
        ChangeState::Conflict => Role::HunkConflict,
        ChangeState::Yours => Role::HunkUser,
    };
    (state.sign(), role)
}

/// Returns the legend of the signs and of the letter of what is not on the disk.
pub(crate) fn legend_rows() -> Vec<Row> {
    let signs = LEGEND.iter().map(|states| {
        let mut row = Row::default();
        for (state, width) in states.iter().zip(LEGEND_WIDTHS) {
            let (sign, role) = state_mark(*state);
            row.push(sign, TextStyle::of(role));
            let name = format!(" {}", state.name());
            row.push(&pad_end(&name, width - 3), TextStyle::of(Role::FgMuted));
        }
        row
    });
    let proposed = Row::text(say!("tree-legend-proposed"), TextStyle::of(Role::FgMuted));
    signs.chain([proposed]).collect()
}

fn git_style(letter: Option<char>) -> TextStyle {
    TextStyle::of(match letter {
        Some('A' | '?') => Role::Ok,
        Some('D') => Role::Err,
        Some(_) => Role::Warn,
        None => Role::FgMuted,
    })
}

fn name_style(entry: &TreeEntry) -> TextStyle {
    match (entry.is_folder, entry.git) {
        (true, None) => TextStyle::of(Role::Accent),
        (true, Some(_)) => TextStyle::of(Role::Accent).with(Modifier::BOLD),
        (false, None) => TextStyle::default(),
        (false, letter) => git_style(letter),
    }
}

/// Returns the counts of added and removed lines.
fn right_side((added, removed): (u32, u32)) -> Row {
    let mut row = Row::default();
    if added > 0 {
        row.push(&format!("+{added}"), TextStyle::of(Role::DiffAddFg));
    }
    if removed > 0 {
        row.push(&format!("-{removed}"), TextStyle::of(Role::DiffDelFg));
    }
    row
}
