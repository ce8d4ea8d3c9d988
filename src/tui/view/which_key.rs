//! The continuations of a key sequence that has begun, in columns over the editor, after a delay.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::Span;
use ratatui::widgets::{Clear, Widget};

use super::cut_line;
use super::row;
use crate::app::App;
use crate::hints::spoken_key;
use crate::keymap::{Binding, Key, shown};
use crate::theme::{Role, Theme};
use client::text::width_of;
use l10n::say;

/// A line of the table.
#[derive(Debug, Clone, Copy)]
enum Entry<'a> {
    /// The heading of the lines below it.
    Heading(&'a str),
    /// A row, with the keys that are still to be pressed.
    Way(&'a [String], &'a Binding),
    /// An empty line, so that no heading ends a column.
    Empty,
}

impl Entry<'_> {
    fn keys(&self) -> String {
        match self {
            Entry::Way(keys, _) => spoken_key(&keys.join(" ")),
            Entry::Heading(_) | Entry::Empty => String::new(),
        }
    }

    fn columns(&self) -> usize {
        match self {
            Entry::Heading(text) => width_of(text) + 1,
            Entry::Way(_, binding) => width_of(&self.keys()) + width_of(binding.said()) + 2,
            Entry::Empty => 0,
        }
    }

    fn spans(&self, theme: &Theme) -> Vec<Span<'static>> {
        match self {
            Entry::Heading(text) => {
                let style = theme
                    .style(Role::FgMuted)
                    .add_modifier(Modifier::UNDERLINED);
                vec![Span::styled((*text).to_owned(), style)]
            }
            Entry::Way(_, binding) => vec![
                Span::styled(self.keys(), theme.style(Role::Accent)),
                Span::styled(format!(" {}", binding.said()), theme.style(Role::Fg)),
            ],
            Entry::Empty => Vec::new(),
        }
    }
}

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
    let pending = app.model.chrome.pending.as_ref();
    let pending = pending.map_or(&[][..], |(keys, _)| keys.as_slice());
    let ways = app.keymap.continuations(&app.model.contexts(), pending);
    let table = Table::of(app, &ways);
    let pages = table.pages();
    let page = app.model.chrome.page_of_ways.min(pages.saturating_sub(1));
    let shown = table.page(page);
    let is_way = |entry: &&Entry<'_>| matches!(entry, Entry::Way(..));
    let more = ways.len() - shown.iter().filter(is_way).count();
    let widths = column_widths(shown, &table, buf.area.width.saturating_sub(1));
    let height = u16::try_from(table.lines)
        .unwrap_or(u16::MAX)
        .saturating_add(2)
        .min(most_rows(app));
    let area = Rect {
        x: 0,
        y: app.layout.rule.y.saturating_sub(height),
        width: buf.area.width,
        height,
    };
    Clear.render(area, buf);
    buf.set_style(
        area,
        theme.style(Role::BgPopup).patch(theme.style(Role::Fg)),
    );
    let head = head(pending, (page + 1, pages, more), theme);
    cut_line(buf, area, &head);
    for (index, entry) in shown.iter().enumerate() {
        let column = index / table.lines.max(1);
        let down = u16::try_from(index % table.lines.max(1)).unwrap_or(0);
        let before: u16 = widths.iter().take(column).sum();
        let width = widths.get(column).copied().unwrap_or(0);
        let place = Rect {
            x: area.x + 1 + before,
            width: width.saturating_sub(1),
            ..row(area, down + 1)
        };
        cut_line(buf, place, &entry.spans(theme));
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

/// The continuations in columns, filled from above.
struct Table<'a> {
    entries: Vec<Entry<'a>>,
    columns: u16,
    lines: usize,
}

impl<'a> Table<'a> {
    /// Arranges the continuations, under headings if all fit on one page with them.
    fn of(app: &App, ways: &'a [(Vec<String>, &'a Binding)]) -> Self {
        let room = usize::from(most_rows(app).saturating_sub(1));
        let width = app.size().0;
        let grouped = grouped(ways);
        let (columns, lines) = which_key_table(grouped.len(), width, room);
        for lines in lines..=room {
            let table = Self {
                entries: without_ending_headings(&grouped, lines),
                columns,
                lines,
            };
            let needed: u16 = column_needs(&table.entries, lines).iter().sum();
            if table.pages() == 1 && needed < width {
                return table;
            }
        }
        let (columns, lines) = which_key_table(ways.len(), width, room);
        Self {
            entries: ways
                .iter()
                .map(|(keys, row)| Entry::Way(keys, row))
                .collect(),
            columns,
            lines,
        }
    }

    fn places(&self) -> usize {
        (self.lines * usize::from(self.columns)).max(1)
    }

    fn pages(&self) -> usize {
        self.entries.len().div_ceil(self.places())
    }

    fn page(&self, page: usize) -> &[Entry<'a>] {
        let mut pages = self.entries.chunks(self.places());
        pages.nth(page).unwrap_or_default()
    }
}

/// Returns the continuations with a heading before those of each group; rows without a group come
/// first.
fn grouped<'a>(ways: &'a [(Vec<String>, &'a Binding)]) -> Vec<Entry<'a>> {
    let mut groups: Vec<&str> = vec![""];
    for (_, row) in ways {
        if !groups.contains(&row.group.as_str()) {
            groups.push(&row.group);
        }
    }
    let mut entries = Vec::new();
    for group in groups {
        let mut rows = ways.iter().filter(|(_, row)| row.group == group).peekable();
        if let Some((_, first)) = rows.peek().filter(|_| !group.is_empty()) {
            entries.push(Entry::Heading(first.heading()));
        }
        entries.extend(rows.map(|(keys, row)| Entry::Way(keys, row)));
    }
    entries
}

/// Moves a heading that would be the last line of a column into the next column.
fn without_ending_headings<'a>(entries: &[Entry<'a>], lines: usize) -> Vec<Entry<'a>> {
    let mut moved = Vec::new();
    for entry in entries {
        let ends_column = moved.len() % lines.max(1) + 1 == lines;
        if ends_column && matches!(entry, Entry::Heading(_)) {
            moved.push(Entry::Empty);
        }
        moved.push(*entry);
    }
    moved
}

/// Returns the number of pages of continuations; 0 if they are not shown.
pub(crate) fn pages_of_ways(app: &App, pending: &[Key]) -> usize {
    Table::of(
        app,
        &app.keymap.continuations(&app.model.contexts(), pending),
    )
    .pages()
}

/// Returns the columns of the longest entry of each column of the table.
fn column_needs(entries: &[Entry<'_>], lines: usize) -> Vec<u16> {
    let needs = |entries: &[Entry<'_>]| {
        let need = entries.iter().map(Entry::columns).max();
        u16::try_from(need.unwrap_or(0)).unwrap_or(u16::MAX)
    };
    entries.chunks(lines.max(1)).map(needs).collect()
}

/// Returns the width of each column: its longest entry, with the rest shared out. If there is not
/// enough room, the widest columns give way first.
fn column_widths(entries: &[Entry<'_>], table: &Table<'_>, width: u16) -> Vec<u16> {
    let mut widths = column_needs(entries, table.lines);
    widths.truncate(usize::from(table.columns));
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
