//! Draws the palette.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use unicode_segmentation::UnicodeSegmentation;

use super::{Entry, Palette};
use crate::keymap::{Action, Context, Keymap};
use crate::theme::{Role, Theme};
use crate::widget::boxed::box_in;
use crate::widget::list_view::ListView;
use crate::widget::picker::{joined, moving_keys};
use crate::widget::row::{Row, TextStyle, draw_rows};
use crate::widget::text_field::TextField;
use client::text::{truncate, visible, width_of};
use l10n::say;
use ratatui::style::Modifier;

/// Maximum columns and rows of the box.
const SIZE: (u16, u16) = (110, 24);

/// Rows of the box beside the list: the typed text, a blank one, the count, the keys.
const AROUND: u16 = 4;

pub(super) fn size(whole: Rect) -> (u16, u16) {
    let most = (whole.height * 2 / 3).max(14);
    (SIZE.0, SIZE.1.min(most).min(whole.height.saturating_sub(2)))
}

fn list(inner: Rect) -> Rect {
    Rect {
        y: inner.y + 2.min(inner.height),
        height: inner.height.saturating_sub(AROUND),
        ..inner
    }
}

impl Palette {
    /// Returns the list in this box.
    pub(super) fn list_in(&self, inner: Rect) -> ListView {
        ListView::new(list(inner), self.selected, self.hits.len())
    }

    /// Draws the palette and returns the cursor's place.
    pub(super) fn draw_rows_and_keys(
        &self,
        whole: Rect,
        buf: &mut Buffer,
        theme: &Theme,
    ) -> Option<Position> {
        let inner = box_in(whole, size(whole), say!("choose-palette"), buf, theme);
        let width = usize::from(inner.width);
        let shown = self.list_in(inner).shown();
        let hits = self.rows().enumerate().skip(shown.start).take(shown.len());
        let mut rows: Vec<Row> = hits
            .map(|(place, (entry, matched))| row(entry, matched, place == self.selected, width))
            .collect();
        if rows.is_empty() {
            let words = say!("choose-palette-empty");
            rows.push(Row::text(
                truncate(words, width),
                TextStyle::of(Role::FgMuted),
            ));
        }
        draw_rows(&rows, list(inner), buf, theme);

        let count = say!(
            "palette-count",
            found = self.hits.len(),
            total = self.entries.len()
        );
        let foot = [count.as_str(), self.keys.as_str()];
        let foot =
            foot.map(|words| Row::text(truncate(words, width), TextStyle::of(Role::FgMuted)));
        let below = Rect {
            y: inner.bottom().saturating_sub(2),
            height: 2.min(inner.height),
            ..inner
        };
        draw_rows(&foot, below, buf, theme);
        TextField::new("> ", &self.typed).draw(inner, buf, theme)
    }
}

/// Draws a row: its mark, its label with the typed letters highlighted, and at the right its
/// key or state.
fn row(entry: &Entry, matched: &[u32], selected: bool, width: usize) -> Row {
    let detail = visible(&entry.detail);
    let right = match width_of(&detail) {
        0 => 0,
        columns => (columns + 2).min(width / 2),
    };
    let room = width.saturating_sub(2 + right);
    let (mark, look) = if selected {
        ("> ", TextStyle::of(Role::Accent))
    } else {
        ("  ", TextStyle::default())
    };
    let mut row = Row::text(mark, look);
    let label = visible(&entry.label);
    let is_whole = label == entry.label;
    let shown = truncate(&label, room);
    for (place, cluster) in shown.graphemes(true).enumerate() {
        let hit = is_whole && u32::try_from(place).is_ok_and(|place| matched.contains(&place));
        let look = if hit {
            TextStyle::of(Role::Accent).with(Modifier::BOLD | Modifier::UNDERLINED)
        } else {
            look
        };
        row.push(cluster, look);
    }
    let gap = width.saturating_sub(row.width() + right);
    row.push(&" ".repeat(gap), TextStyle::default());
    if right > 0 {
        let text = format!("  {}", truncate(&detail, right - 2));
        row.push(&text, TextStyle::of(Role::FgMuted));
    }
    row.fill = selected.then_some(Role::BgSel);
    row
}

/// Returns `Enter run  Tab argument  Ctrl+N/P move  Esc close`, with the keys bound to these
/// actions.
pub(super) fn palette_keys(keymap: &Keymap) -> String {
    let key = |action| keymap.key_for(&[Context::Picker], action);
    joined([
        (key(Action::PickerRun), say!("palette-run")),
        (key(Action::PickerComplete), say!("palette-argument")),
        (moving_keys(keymap), say!("overlay-move")),
        (key(Action::PickerClose), say!("overlay-close")),
    ])
}
