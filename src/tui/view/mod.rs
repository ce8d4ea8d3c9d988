//! Draws a frame: the row of tabs, panes, bar, editor, hints and status line.
//!
//! Reads the model and the layout that was measured for this frame; changes nothing.

mod asked;
mod chrome;
mod dialog;
mod frozen;
mod plan;
mod which_key;

pub(super) use chrome::{notice_rows, tab_at};
pub(super) use frozen::rows as rows_of_banner;
pub(super) use which_key::pages_of_ways;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::Span;

use super::app::App;
use super::bar::draw_auto;
use super::chrome::{Engine, Focus};
use super::hints;
use super::layout::{LEAST_HEIGHT, LEAST_WIDTH, fits};
use super::pane::Focused;
use super::theme::{Role, Theme};
use client::text::{visible, width_of};
use l10n::say;

/// Draws everything and returns the cursor position.
pub(super) fn draw(app: &App, buf: &mut Buffer) -> Option<Position> {
    let area = buf.area;
    buf.set_style(area, base(&app.theme));
    if !fits(area.width, area.height) {
        too_small(&app.theme, buf);
        return None;
    }
    chrome::tabs(app, buf);
    let pane_cursor = chrome::panes(app, buf);
    let bar_cursor = bar(app, buf);
    plan::draw(app, buf);
    chrome::rule(app, buf);
    let editor_cursor = editor(app, buf);
    chrome::hint_row(app, buf);
    chrome::status(app, buf);
    let dialog_cursor = dialog::draw(app, buf);
    which_key::which_key(app, buf);
    match app.model.chrome.focus {
        _ if app.model.dialogs.is_open() => dialog_cursor,
        Focus::Bar => bar_cursor,
        Focus::Editor => editor_cursor,
        Focus::Pane(_) => pane_cursor,
    }
}

fn base(theme: &Theme) -> Style {
    theme.style(Role::Bg).patch(theme.style(Role::Fg))
}

fn too_small(theme: &Theme, buf: &mut Buffer) {
    let area = buf.area;
    let lines = [
        say!("view-too-small").to_owned(),
        say!(
            "view-needs",
            least_width = LEAST_WIDTH,
            least_height = LEAST_HEIGHT,
            width = area.width,
            height = area.height
        ),
        say!("view-sessions-go-on").to_owned(),
    ];
    for (row, line) in (area.top()..area.bottom()).zip(&lines) {
        let width = usize::from(area.width);
        buf.set_stringn(area.left(), row, line, width, theme.style(Role::Warn));
    }
}

fn bar(app: &App, buf: &mut Buffer) -> Option<Position> {
    let tab = app.model.sessions.tab()?;
    if app.layout.bar.is_empty() {
        return None;
    }
    if let Some((_, asking)) = app.model.sessions.asks_elsewhere() {
        asked::asks_elsewhere_row(app, asking, buf);
        return None;
    }
    if let (false, Some(passed)) = (tab.bar.is_open(), tab.activity.auto_approved.passed()) {
        let keys = hints::keys_that_end_passthrough(&app.keymap);
        let zone = app.options.zone();
        let undo = hints::key_that_undoes(&app.keymap);
        let words = (keys.as_str(), undo.as_str());
        draw_auto(passed, words, zone, app.layout.bar, buf, &app.theme);
        return None;
    }
    if app.model.bar_is_collapsed(&app.layout) {
        asked::waits(app, tab, buf);
        return None;
    }
    tab.bar.draw(app.layout.bar, buf, &app.theme)
}

fn editor(app: &App, buf: &mut Buffer) -> Option<Position> {
    let area = app.layout.editor;
    if app.model.chrome.engine == Engine::Stopped {
        let text = say!("view-engine-stopped");
        line(buf, area, &[Span::styled(text, app.theme.style(Role::Err))]);
        // The typed text stays readable and can be copied.
        let below = Rect {
            y: area.y.saturating_add(1),
            height: area.height.saturating_sub(1),
            ..area
        };
        let tab = app.model.sessions.tab().filter(|_| below.height > 0)?;
        return tab.editor.draw(below, buf, &app.theme, Focused::Yes);
    }
    let Some(tab) = app.model.sessions.tab() else {
        return app
            .model
            .sessions
            .type_ahead
            .shown()?
            .draw(area, buf, &app.theme, Focused::Yes);
    };
    if tab.facts.is_frozen() {
        frozen::draw(app, &tab.facts, area, buf);
        return None;
    }
    let focused = match app.model.chrome.focus {
        Focus::Editor => Focused::Yes,
        Focus::Bar | Focus::Pane(_) => Focused::No,
    };
    let cursor = tab.editor.draw(area, buf, &app.theme, focused);
    let room = app.layout.popup_room();
    tab.editor.draw_popup(area, room, buf, &app.theme);
    cursor
}

/// Returns one row of an area.
pub(super) fn row(area: Rect, index: u16) -> Rect {
    if index >= area.height {
        return Rect { height: 0, ..area };
    }
    Rect {
        y: area.y + index,
        height: 1,
        ..area
    }
}

/// Draws spans on the first row of an area, cut at its end; returns the column after them.
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

/// Returns the columns that spans need.
pub(super) fn width(spans: &[Span<'_>]) -> u16 {
    let columns: usize = spans.iter().map(|span| width_of(&span.content)).sum();
    u16::try_from(columns).unwrap_or(u16::MAX)
}

/// Draws spans at both ends of a row; the right ones give way.
pub(super) fn two_ends(buf: &mut Buffer, area: Rect, left: &[Span<'_>], right: &[Span<'_>]) {
    let end = cut_line(buf, area, left);
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

/// Draws spans at both ends of a row; the left ones give way and are cut with `…`.
pub(super) fn two_ends_right_first(
    buf: &mut Buffer,
    area: Rect,
    left: &[Span<'_>],
    right: &[Span<'_>],
) {
    let columns = width(right).min(area.width);
    // A blank column separates the two.
    let room = Rect {
        width: (area.width - columns).saturating_sub(u16::from(columns > 0)),
        ..area
    };
    cut_line(buf, room, left);
    let place = Rect {
        x: area.right() - columns,
        width: columns,
        ..area
    };
    line(buf, place, right);
}

/// Draws like [`line()`], with `…` where the spans are cut.
pub(super) fn cut_line(buf: &mut Buffer, area: Rect, spans: &[Span<'_>]) -> u16 {
    let end = line(buf, area, spans);
    if width(spans) > area.width && area.width > 0 && area.height > 0 {
        // Two cells, because the last one may be the second half of a wide letter.
        let at = area.right().saturating_sub(2).max(area.x);
        let style = spans.last().map_or_else(Style::default, |span| span.style);
        buf.set_stringn(at, area.y, "… ", usize::from(area.right() - at), style);
    }
    end
}

/// Puts external text on one row: line ends become blanks, invisible characters become tokens.
pub(super) fn plain(text: &str) -> String {
    visible(text).replace('\n', " ")
}
