//! Overlays of selectable text: help, and the full text of what a question would grant.

use ratatui::layout::Rect;

use super::super::app::App;
use super::super::overlay::Overlay;
use super::super::select::Page;
use super::super::widget::boxed::inside;
use super::help::{HelpRow, help_columns, help_rows, help_size, words_column};
use super::plain;
use client::text::fill_end;

/// Returns the area of the overlay's text and its lines as drawn.
pub(crate) fn text_over(app: &App) -> Option<(Rect, Page)> {
    let (width, height) = app.size();
    let whole = Rect::new(0, 0, width, height);
    match app.model.overlay.as_ref()? {
        Overlay::Text(text) => {
            let inner = inside(whole, (width, height.saturating_sub(2)));
            let area = Rect {
                height: inner.height.saturating_sub(2),
                ..inner
            };
            let page = Page {
                lines: text.lines.iter().map(|line| plain(line)).collect(),
                top: text.top,
                rows: area.height,
                width: area.width,
                columns: 1,
            };
            Some((area, page))
        }
        Overlay::Help(help) => {
            let inner = inside(whole, help_size(width, height));
            let area = Rect {
                y: inner.y + 2.min(inner.height),
                height: inner.height.saturating_sub(3),
                ..inner
            };
            let columns = help_columns(area.width);
            let width = area.width / columns;
            let rows = help_rows(help, app, usize::from(width.saturating_sub(1)));
            let shown = usize::from(area.height) * usize::from(columns);
            let page = Page {
                top: help.top.min(rows.len().saturating_sub(shown)),
                lines: rows.into_iter().map(|row| line(row, width)).collect(),
                rows: area.height,
                width,
                columns,
            };
            Some((area, page))
        }
        _ => None,
    }
}

/// Returns a help row as drawn into a column of this width.
fn line(row: HelpRow, width: u16) -> String {
    match row {
        HelpRow::Head(head) => head.to_uppercase(),
        HelpRow::Word(_, text) => text,
        HelpRow::Keys(keys, text) => {
            let begin = words_column(usize::from(width.saturating_sub(1)));
            format!("{}{text}", fill_end(&keys, begin))
        }
    }
}
