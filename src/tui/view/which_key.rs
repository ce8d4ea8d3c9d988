//! The continuations of a key sequence that has begun, in columns over the editor, after a delay.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Span;
use ratatui::widgets::{Clear, Widget};

use super::row;
use super::{cut_line, line};
use crate::app::App;
use crate::keymap::{Key, shown};
use crate::theme::{Role, Theme};
use client::text::width_of;
use l10n::say;

/// Draws the continuations of a sequence that has begun, after a delay.
pub(super) fn which_key(app: &App, buf: &mut Buffer) {
    let due = app
        .model
        .chrome
        .which_key_at()
        .is_some_and(|at| at <= app.model.chrome.now);
    if !due {
        return;
    }
    let theme = &app.theme;
    let pending = app
        .model
        .chrome
        .pending
        .as_ref()
        .map(|(keys, _)| keys.as_slice());
    let pending = pending.unwrap_or_default();
    let rows = app.keymap.continuations(&app.contexts(), pending);
    let bottom = app.layout.rule.y;
    let most = most_rows(app);
    let (columns, lines) = table_of(app, rows.len());
    let ways: Vec<(String, &str)> = rows
        .iter()
        .map(|(keys, binding)| (keys.join(" "), binding.said()))
        .collect();
    let places = (lines * usize::from(columns)).max(1);
    let pages = ways.len().div_ceil(places);
    let page = app.model.chrome.page_of_ways.min(pages.saturating_sub(1));
    let first = page * places;
    let shown_ways: Vec<_> = ways.into_iter().skip(first).take(places).collect();
    let widths = way_widths(
        &shown_ways,
        lines,
        columns,
        buf.area.width.saturating_sub(1),
    );
    let height = u16::try_from(lines).unwrap_or(u16::MAX).saturating_add(2);
    let area = Rect {
        x: 0,
        y: bottom.saturating_sub(height.min(most)),
        width: buf.area.width,
        height: height.min(most),
    };
    Clear.render(area, buf);
    buf.set_style(
        area,
        theme.style(Role::BgPopup).patch(theme.style(Role::Fg)),
    );
    let more = rows.len().saturating_sub(shown_ways.len());
    let head = head(pending, (page + 1, pages, more), theme);
    line(buf, area, &head);
    for (index, (keys, said)) in shown_ways.iter().enumerate() {
        let column = index / lines.max(1);
        let down = u16::try_from(index % lines.max(1)).unwrap_or(0);
        let before: u16 = widths.iter().take(column).sum();
        let width = widths.get(column).copied().unwrap_or(0);
        let place = Rect {
            x: area.x + 1 + before,
            width: width.saturating_sub(1),
            ..row(area, down + 1)
        };
        let spans = [
            Span::styled(keys.clone(), theme.style(Role::Accent)),
            Span::styled(format!(" {said}"), theme.style(Role::Fg)),
        ];
        cut_line(buf, place, &spans);
    }
}

/// Returns the head: the keys pressed so far and, if the continuations do not fit, the page, the
/// number of pages, and how many entries are on other pages.
fn head(
    pending: &[Key],
    (page, pages, more): (usize, usize, usize),
    theme: &Theme,
) -> Vec<Span<'static>> {
    let mut head = vec![
        Span::styled(format!(" {} ", shown(pending)), theme.style(Role::Accent)),
        Span::styled(say!("overlay-then"), theme.style(Role::FgMuted)),
    ];
    if pages > 1 {
        let more = say!("overlay-more-keys", page, pages, more);
        let more = Span::styled(format!("  {more}"), theme.style(Role::FgMuted));
        head.push(more);
    }
    head
}

/// Returns the most rows that the table can have.
fn most_rows(app: &App) -> u16 {
    app.layout.rule.y.saturating_sub(app.layout.tabs.bottom())
}

/// Returns the columns and lines for `count` continuations.
fn table_of(app: &App, count: usize) -> (u16, usize) {
    let room = usize::from(most_rows(app).saturating_sub(1));
    which_key_table(count, app.size().0, room)
}

/// Returns the number of pages of continuations; 0 if they are not shown.
pub(crate) fn pages_of_ways(app: &App, pending: &[Key]) -> usize {
    let count = app.keymap.continuations(&app.contexts(), pending).len();
    let (columns, lines) = table_of(app, count);
    count.div_ceil((lines * usize::from(columns)).max(1))
}

/// Returns the width of each column: its longest entry, with the rest shared out. If there is not
/// enough room, the widest columns give way first.
fn way_widths(ways: &[(String, &str)], lines: usize, columns: u16, width: u16) -> Vec<u16> {
    let needs = |ways: &[(String, &str)]| {
        let need = ways
            .iter()
            .map(|(keys, said)| width_of(keys) + width_of(said) + 2);
        u16::try_from(need.max().unwrap_or(0)).unwrap_or(u16::MAX)
    };
    let mut widths: Vec<u16> = ways.chunks(lines.max(1)).map(needs).collect();
    widths.truncate(usize::from(columns));
    let total = |widths: &[u16]| widths.iter().copied().fold(0, u16::saturating_add);
    while total(&widths) > width
        && let Some(widest) = widths.iter_mut().max()
    {
        *widest = widest.saturating_sub(1);
    }
    let count = u16::try_from(widths.len()).unwrap_or(u16::MAX).max(1);
    let left = width.saturating_sub(total(&widths));
    let more = |column: u16| left / count + u16::from(column < left % count);
    (0..)
        .zip(&widths)
        .map(|(column, width)| width + more(column))
        .collect()
}

/// Column widths that show a key with its full text, and with enough of it.
const KEY_COLUMNS: (u16, u16) = (36, 20);

/// Returns in how many columns and lines `count` keys are shown: wide columns if all keys fit,
/// else narrower ones.
fn which_key_table(count: usize, width: u16, room: usize) -> (u16, usize) {
    let (wide, least) = KEY_COLUMNS;
    let fewest = (width / wide).max(1);
    let most = (width / least).max(fewest);
    let lines = |columns: u16| count.div_ceil(usize::from(columns));
    let columns = (fewest..=most).find(|columns| lines(*columns) <= room);
    let columns = columns.unwrap_or(most);
    (columns, lines(columns).min(room))
}
