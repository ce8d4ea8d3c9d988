//! Marks of search matches on rows that have been drawn.

use ratatui::buffer::Buffer;
use unicode_segmentation::UnicodeSegmentation;

use super::row::{Row, Slot};
use crate::theme::{Role, Theme};
use client::text::cluster_width;

/// Draws the background of the matches of a lower-case text on a row that has been drawn.
pub fn draw_matches(row: &Row, wanted: &str, slot: Slot, buf: &mut Buffer, theme: &Theme) {
    let style = theme.style(Role::MatchFg).patch(theme.style(Role::MatchBg));
    for (start, end) in match_columns(&row.plain(), wanted) {
        for column in start..end {
            let x = usize::from(slot.x) + column;
            let inside = column < usize::from(slot.width);
            if let (true, Ok(x)) = (inside, u16::try_from(x))
                && let Some(cell) = buf.cell_mut((x, slot.y))
            {
                cell.set_style(style);
            }
        }
    }
}

/// Returns the columns of the matches of a lower-case text on a row.
fn match_columns(text: &str, wanted: &str) -> Vec<(usize, usize)> {
    // Lower case may be longer than the text, so each of its bytes maps back to a column.
    let mut lower = String::with_capacity(text.len());
    let mut columns = Vec::with_capacity(text.len() + 1);
    let mut column = 0;
    for cluster in text.graphemes(true) {
        let before = lower.len();
        lower.push_str(&cluster.to_lowercase());
        columns.resize(lower.len().max(before), column);
        column += cluster_width(cluster);
    }
    columns.push(column);
    lower
        .match_indices(wanted)
        .filter_map(|(at, found)| Some((*columns.get(at)?, *columns.get(at + found.len())?)))
        .collect()
}
