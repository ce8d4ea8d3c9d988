//! Draws the settings: tabs, the page, and the foot. `draw_over` draws the dialogs over the page.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Position, Rect};

use super::page::{Key, PageContent, PageContext};
use super::{KeyQuestion, PageDialog, QuestionPending, Settings};
use crate::keymap::Action;
use crate::theme::{Role, Theme};
use crate::widget::boxed::{box_in, inside};
use crate::widget::list_view::ListView;
use crate::widget::row::{Row, TextStyle, draw_rows};
use crate::widget::tabs::tabs;
use crate::widget::wrap::wrap_text;
use client::text::{truncate, visible, width_of, with_capital};
use l10n::counted;
use l10n::say;

/// Maximum columns and rows.
const SIZE: (u16, u16) = (110, 30);

/// End of a row of key hints that has more: the key that shows all of them.
const REST: &str = "? …";

/// Minimum height for blank rows between the parts.
const ROOMY: u16 = 18;

/// Areas of the settings' parts.
pub(super) struct Parts {
    pub(super) tabs: Rect,
    pub(super) page: Rect,
    pub(super) foot: Rect,
}

fn size(whole: Rect) -> (u16, u16) {
    (SIZE.0, SIZE.1.min(whole.height.saturating_sub(2)))
}

fn parts(inner: Rect, foot: u16) -> Parts {
    let gap = u16::from(inner.height >= ROOMY);
    let foot = foot.min(inner.height);
    let top = (1 + gap).min(inner.height.saturating_sub(foot));
    Parts {
        tabs: Rect {
            height: 1.min(inner.height),
            ..inner
        },
        page: Rect {
            y: inner.y + top,
            height: inner.height.saturating_sub(top + foot + gap),
            ..inner
        },
        foot: Rect {
            y: inner.bottom().saturating_sub(foot),
            height: foot,
            ..inner
        },
    }
}

/// Returns how many rows a page has on a screen of this area.
pub(super) fn rows_of_page(whole: Rect) -> usize {
    let parts = parts(inside(whole, size(whole)), 2);
    usize::from(parts.page.height.saturating_sub(4)).max(1)
}

impl Settings {
    /// Draws the settings and returns the cursor position.
    pub(super) fn draw_settings(
        &self,
        whole: Rect,
        buf: &mut Buffer,
        theme: &Theme,
    ) -> Option<Position> {
        let inner = box_in(whole, size(whole), say!("settings-title"), buf, theme);
        let width = usize::from(inner.width);
        let said = self.said_rows(width, inner.height);
        let rows = u16::try_from(said.len()).unwrap_or(1);
        let parts = parts(
            inner,
            match self.over {
                // A dialog over the page shows its own keys and also takes the row of key hints.
                Some(_) => rows,
                None => rows.max(1) + 1,
            },
        );
        draw_rows(&[self.tab_row(width)], parts.tabs, buf, theme);
        draw_rows(&said, parts.foot, buf, theme);
        if self.over.is_none() {
            let last = Rect {
                y: parts.foot.bottom().saturating_sub(1),
                height: 1.min(parts.foot.height),
                ..parts.foot
            };
            draw_rows(&[self.key_row(width)], last, buf, theme);
        }
        if let Some(drawn) = self.draw_over(&parts, buf, theme) {
            return drawn;
        }
        self.draw_page(parts.page, buf, theme);
        None
    }

    /// `[Providers] Models  Policy            2 unsaved`
    fn tab_row(&self, width: usize) -> Row {
        let words: Vec<String> = self
            .pages
            .iter()
            .map(|page| page_word(page.word()))
            .collect();
        let mut row = tabs(words.iter().map(String::as_str), self.at);
        let unsaved = match (self.jobs.is_saving(), self.unsaved()) {
            (true, _) => say!("settings-saving").to_owned(),
            (false, 0) => String::new(),
            (false, count) => say!("settings-unsaved", count),
        };
        // Shows the keys that lead to the other pages, if there is room.
        let keys = say!("settings-pages-keys");
        if row.width() + width_of(keys) + width_of(&unsaved) + 6 <= width {
            row.push("   ", TextStyle::default());
            row.push(keys, TextStyle::of(Role::FgMuted));
        }
        let gap = width.saturating_sub(row.width() + width_of(&unsaved));
        row.push(&" ".repeat(gap), TextStyle::default());
        row.push(&unsaved, TextStyle::of(Role::Warn));
        row
    }

    /// Returns the notice, in as many rows as it needs and the screen has.
    fn said_rows(&self, width: usize, height: u16) -> Vec<Row> {
        let waits = say!("settings-run-question");
        let (role, text) = match (&self.said, self.question) {
            (Some((role, text)), _) => (*role, text.as_str()),
            (None, QuestionPending::Yes) => (Role::Warn, waits),
            (None, QuestionPending::No) => return Vec::new(),
        };
        let most = usize::from(height / 4).max(1);
        let mut rows = wrap_text(&visible(text), TextStyle::of(role), width);
        let cut = rows.len() > most;
        rows.truncate(most);
        if let Some(last) = rows.last_mut().filter(|_| cut) {
            let text = format!("{}…", truncate(&last.plain(), width.saturating_sub(1)));
            *last = Row::text(text, TextStyle::of(role));
        }
        rows
    }

    /// Returns the hints for the page's keys that fit beside those common to every page. If some do
    /// not fit, the row ends with the key that shows all.
    fn key_row(&self, width: usize) -> Row {
        let [own, same, more] = &self.footers;
        let columns = |(key, word): &(String, String)| width_of(key) + width_of(word) + 3;
        let columns_of = |keys: &[(String, String)]| keys.iter().map(columns).sum::<usize>();
        let is_cut = columns_of(own) + columns_of(same) > width + 2;
        let rest = if is_cut { width_of(REST) + 2 } else { 0 };
        let first = own.first().map_or(0, columns);
        // The action of Enter takes precedence over the key that undoes a change.
        let is_tight = is_cut && first + columns_of(same) + rest > width + 2;
        let same = same.get(usize::from(is_tight)..).unwrap_or_default();
        let mut room = (width + 2).saturating_sub(columns_of(same) + rest);
        let mut fits = |key: &&(String, String)| {
            let left = room.checked_sub(columns(key));
            room = left.unwrap_or(0);
            left.is_some()
        };
        let mut keys: Vec<_> = own.iter().take_while(&mut fits).collect();
        let more: Vec<_> = more.iter().take_while(&mut fits).collect();
        keys.extend(same);
        keys.extend(more);
        let mut row = Row::default();
        for (key, word) in keys {
            if row.width() > 0 {
                row.push("  ", TextStyle::default());
            }
            row.push(key, TextStyle::of(Role::Accent));
            row.push(&format!(" {word}"), TextStyle::of(Role::FgMuted));
        }
        if is_cut {
            row.push(&format!("  {REST}"), TextStyle::of(Role::Accent));
        }
        row
    }

    /// Returns the keys of the page, those common to every page, and those shown only if
    /// there is room.
    pub(super) fn page_keys(&self) -> [Vec<Key>; 3] {
        let same = vec![
            (Action::SettingUndo, say!("hint-undo")),
            (Action::SettingSave, say!("hint-save")),
            (Action::Back, say!("hint-back")),
        ];
        let more = vec![
            (Action::SettingNextPage, say!("settings-key-page")),
            (Action::Help, say!("settings-key-help")),
        ];
        let own = self.on_page(|page, cx| page.keys(cx)).unwrap_or_default();
        [own, same, more]
    }

    fn on_page<T>(
        &self,
        look: impl FnOnce(&dyn super::page::PageView, &PageContext<'_>) -> T,
    ) -> Option<T> {
        let (view, page) = (self.view.as_ref()?, self.pages.get(self.at)?);
        let cx = PageContext {
            view,
            shown: &self.shown,
            keys: &self.keys,
            jobs: &self.jobs,
            rows: self.rows,
        };
        Some(look(&**page, &cx))
    }

    pub(super) fn draw_page(&self, area: Rect, buf: &mut Buffer, theme: &Theme) {
        let width = usize::from(area.width);
        let Some(sheet) = self.on_page(|page, cx| page.sheet(cx, width)) else {
            let row = Row::text(say!("settings-reading"), TextStyle::of(Role::FgMuted));
            return draw_rows(&[row], area, buf, theme);
        };
        draw_dialog(&sheet, area, buf, theme);
    }

    /// Returns the number of rows from the chosen one to the one at a screen position; 0 if
    /// there is none.
    pub(super) fn steps_to(&self, whole: Rect, at: Position) -> isize {
        let inner = inside(whole, size(whole));
        let said = self.said_rows(usize::from(inner.width), inner.height);
        let foot = u16::try_from(said.len()).unwrap_or(1).max(1) + 1;
        let area = parts(inner, foot).page;
        let width = usize::from(area.width);
        let Some(sheet) = self.on_page(|page, cx| page.sheet(cx, width)) else {
            return 0;
        };
        let list = list_of(&sheet, area);
        match (sheet.selected, list.row_at(at)) {
            (Some(selected), Some(row)) => row.cast_signed() - selected.cast_signed(),
            _ => 0,
        }
    }

    /// Returns the open confirmation and its keys.
    pub(super) fn question(&self) -> Option<(String, &'static str)> {
        let Some(PageDialog::Ask(question)) = &self.over else {
            return None;
        };
        Some(match question {
            KeyQuestion::RemoveKey(name) => (
                say!("settings-remove-key", name),
                say!("settings-remove-key-keys"),
            ),
            KeyQuestion::RemoveModel(_, named) => (
                say!("settings-remove-model", named),
                say!("settings-remove-key-keys"),
            ),
            KeyQuestion::Leave => {
                let unsaved = self.unsaved();
                let mut words = Vec::new();
                if unsaved > 0 {
                    words.push(say!(
                        "settings-leave-unsaved",
                        changes = counted(unsaved, "change")
                    ));
                }
                if let Some(pull) = &self.jobs.pull {
                    let model = visible(&pull.model);
                    words.push(say!("settings-leave-fetching", model));
                }
                let keys = match unsaved {
                    0 => say!("settings-leave-keys"),
                    _ => say!("settings-leave-keys-unsaved"),
                };
                (words.join(" "), keys)
            }
        })
    }
}

/// The parts of a page: its head, its rows, the gap below them, and the details.
struct PageParts {
    head: Rect,
    rows: Rect,
    gap: Rect,
    details: Rect,
}

fn page_parts(sheet: &PageContent, area: Rect) -> PageParts {
    let count = |rows: &[Row]| u16::try_from(rows.len()).unwrap_or(u16::MAX);
    let (wanted, details) = (count(&sheet.rows), count(&sheet.detail));
    // A row is shown whatever the head says.
    let head = count(&sheet.head).min(area.height.saturating_sub(1));
    let rest = area.height - head;
    // The rows take precedence: details get a third, and more if the rows leave it.
    let gap = u16::from(rest >= ROOMY / 2 && details > 0);
    let room = (rest / 3).max(rest.saturating_sub(wanted.saturating_add(gap)));
    let details = details.min(room.saturating_sub(gap));
    let [head, rows, gap, details] = Layout::vertical([
        Constraint::Length(head),
        Constraint::Fill(1),
        Constraint::Length(gap),
        Constraint::Length(details),
    ])
    .areas(area);
    PageParts {
        head,
        rows,
        gap,
        details,
    }
}

fn list_of(sheet: &PageContent, area: Rect) -> ListView {
    let rows = page_parts(sheet, area).rows;
    let chosen = sheet.selected.unwrap_or(usize::MAX);
    ListView::new(rows, chosen, sheet.rows.len())
}

/// Draws the head, the rows with the chosen one visible, and the details below as far as
/// there is room.
fn draw_dialog(sheet: &PageContent, area: Rect, buf: &mut Buffer, theme: &Theme) {
    let parts = page_parts(sheet, area);
    let list = list_of(sheet, area);
    draw_rows(&sheet.head, parts.head, buf, theme);
    let rows = list.rows(|place| sheet.rows.get(place).cloned().unwrap_or_default());
    draw_rows(&rows, parts.rows, buf, theme);
    if list.below() > 0 {
        let words = format!("  {}", say!("settings-more-below", more = list.below()));
        let more = Row::text(words, TextStyle::of(Role::FgMuted));
        draw_rows(&[more], parts.gap, buf, theme);
    }
    let mut rows = sheet.detail.clone();
    if rows.len() > usize::from(parts.details.height) {
        rows.truncate(usize::from(parts.details.height));
        if let Some(last) = rows.pop() {
            rows.push(going_on(last, usize::from(area.width)));
        }
    }
    draw_rows(&rows, parts.details, buf, theme);
}

/// Marks a row after which more rows follow.
fn going_on(mut row: Row, width: usize) -> Row {
    row = row.cut(width.saturating_sub(2));
    if row
        .pieces
        .last()
        .is_some_and(|last| last.text.ends_with('…'))
    {
        return row;
    }
    let look = row
        .pieces
        .last()
        .map_or(TextStyle::default(), |last| last.style);
    row.push(" …", look);
    row
}

/// Returns the title of a page, given its word after `/settings`.
fn page_word(page: &str) -> String {
    with_capital(&say!("settings-page", page))
}
