//! Draws a frame: the row of tabs, panes, bar, editor, hints and status line.
//!
//! Reads the model and the layout that was measured for this frame; changes nothing.

mod chrome;
mod overlay;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::Span;

use super::app::App;
use super::layout::{LEAST_HEIGHT, LEAST_WIDTH, fits};
use super::model::{Engine, Focus};
use super::part::Focused;
use super::theme::{Role, Theme};

/// Draws everything and gives the place of the cursor.
pub(super) fn draw(app: &App, buf: &mut Buffer) -> Option<Position> {
    let area = buf.area;
    buf.set_style(area, base(&app.theme));
    if !fits(area.width, area.height) {
        too_small(&app.theme, buf);
        return None;
    }
    chrome::tabs(app, buf);
    chrome::panes(app, buf);
    let bar_cursor = bar(app, buf);
    chrome::rule(app, buf);
    let editor_cursor = editor(app, buf);
    chrome::hint_row(app, buf);
    chrome::status(app, buf);
    let overlaid = overlay::draw(app, buf);
    overlay::which_key(app, buf);
    match (&app.model.overlay, app.model.focus) {
        (Some(_), _) => overlaid,
        (None, Focus::Bar) => bar_cursor,
        (None, Focus::Editor) => editor_cursor,
        (None, Focus::Pane(_)) => None,
    }
}

fn base(theme: &Theme) -> Style {
    theme.style(Role::Bg).patch(theme.style(Role::Fg))
}

fn too_small(theme: &Theme, buf: &mut Buffer) {
    let area = buf.area;
    let lines = [
        "too small".to_owned(),
        format!(
            "needs {LEAST_WIDTH}x{LEAST_HEIGHT}, is {}x{}",
            area.width, area.height
        ),
        "sessions go on; Ctrl+C stops".to_owned(),
    ];
    for (row, line) in (area.top()..area.bottom()).zip(&lines) {
        let width = usize::from(area.width);
        buf.set_stringn(area.left(), row, line, width, theme.style(Role::Warn));
    }
}

fn bar(app: &App, buf: &mut Buffer) -> Option<Position> {
    let tab = app.model.tab()?;
    if app.layout.bar.is_empty() {
        return None;
    }
    tab.bar.draw(app.layout.bar, buf, &app.theme)
}

fn editor(app: &App, buf: &mut Buffer) -> Option<Position> {
    let area = app.layout.editor;
    if app.model.engine == Engine::Stopped {
        let text =
            "the engine has stopped; nothing typed is lost: start agentichat again with --continue";
        line(buf, area, &[Span::styled(text, app.theme.style(Role::Err))]);
        return None;
    }
    let tab = app.model.tab()?;
    let focused = match app.model.focus {
        Focus::Editor => Focused::Yes,
        Focus::Bar | Focus::Pane(_) => Focused::No,
    };
    let cursor = tab.editor.draw(area, buf, &app.theme, focused);
    let room = Rect {
        y: app.layout.tabs.bottom(),
        height: app.layout.rule.y.saturating_sub(app.layout.tabs.bottom()),
        ..area
    };
    tab.editor.draw_popup(area, room, buf, &app.theme);
    cursor
}

/// Draws spans on the first row of an area, cut at its end; gives the column after them.
pub(super) fn line(buf: &mut Buffer, area: Rect, spans: &[Span<'_>]) -> u16 {
    let mut column = area.left();
    if area.is_empty() {
        return column;
    }
    for span in spans {
        let left = usize::from(area.right().saturating_sub(column));
        let (end, _) = buf.set_stringn(column, area.top(), &span.content, left, span.style);
        column = end;
    }
    column
}

/// The columns that spans need.
pub(super) fn width(spans: &[Span<'_>]) -> u16 {
    let columns: usize = spans.iter().map(Span::width).sum();
    u16::try_from(columns).unwrap_or(u16::MAX)
}

/// Draws spans at the left end of a row and others at its right end; the right ones give way.
pub(super) fn two_ends(buf: &mut Buffer, area: Rect, left: &[Span<'_>], right: &[Span<'_>]) {
    let end = line(buf, area, left);
    let columns = width(right);
    let start = area.right().saturating_sub(columns);
    if start >= end && columns <= area.width {
        let place = Rect {
            x: start,
            width: columns,
            ..area
        };
        line(buf, place, right);
    }
}

/// A text from outside on one row: without control characters.
pub(super) fn plain(text: &str) -> String {
    text.chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect()
}
