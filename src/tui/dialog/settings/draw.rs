//! Draws the settings: tabs, the page, and the foot. `draw_over` draws the dialogs over the page.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Modifier;

use super::page::{Key, PageContent, PageContext};
use super::{KeyQuestion, PageDialog, QuestionPending, Settings};
use crate::keymap::Action;
use crate::theme::{Role, Theme};
use crate::widget::boxed::{box_in, inside};
use crate::widget::row::{Row, TextStyle, draw_rows};
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
        let mut row = Row::default();
        for (place, page) in self.pages.iter().enumerate() {
            let word = with_capital(&page_word(page.word()));
            if place == self.at {
                row.push(
                    &format!("[{word}]"),
                    TextStyle::of(Role::Accent).with(Modifier::BOLD),
                );
            } else {
                row.push(&format!(" {word} "), TextStyle::of(Role::FgMuted));
            }
        }
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
        let [own, mut same, more] = self.page_keys();
        let columns = |key: &Key| width_of(named(key.0)) + width_of(key.1) + 3;
        let columns_of = |keys: &[Key]| keys.iter().map(columns).sum::<usize>();
        let is_cut = columns_of(&own) + columns_of(&same) > width + 2;
        let rest = if is_cut { width_of(REST) + 2 } else { 0 };
        let first = own.first().map_or(0, columns);
        // The action of Enter takes precedence over the key that undoes a change.
        if is_cut && first + columns_of(&same) + rest > width + 2 {
            same.retain(|key| key.0 != Action::SettingUndo);
        }
        let mut room = (width + 2).saturating_sub(columns_of(&same) + rest);
        let mut fitting = |keys: Vec<Key>| -> Vec<Key> {
            let fits = |key: &Key| {
                let left = room.checked_sub(columns(key));
                room = left.unwrap_or(0);
                left.is_some()
            };
            keys.into_iter().take_while(fits).collect()
        };
        let mut keys = fitting(own);
        let more = fitting(more);
        keys.extend(same);
        keys.extend(more);
        let mut row = Row::default();
        for (key, word) in keys {
            if row.width() > 0 {
                row.push("  ", TextStyle::default());
            }
            row.push(named(key), TextStyle::of(Role::Accent));
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
            rows: self.rows.cast_signed(),
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
        let (Some(selected), true) = (sheet.selected, list.contains(at)) else {
            return 0;
        };
        let top = (selected + 1).saturating_sub(usize::from(list.height));
        match top + usize::from(at.y - list.y) {
            wanted if wanted < sheet.rows.len() => wanted.cast_signed() - selected.cast_signed(),
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

/// Returns the default key of an action.
fn named(action: Action) -> &'static str {
    match action {
        Action::SettingEdit => "Enter",
        Action::SettingToggle => "Space",
        Action::SettingTest => "t",
        Action::SettingAdd => "a",
        Action::SettingRemove => "x",
        Action::SettingProvider => "f",
        Action::SettingPull => "p",
        Action::SettingProbe => "c",
        Action::Search => "/",
        Action::SettingUndo => "u",
        Action::SettingSave => "Ctrl+S",
        Action::SettingNextPage => "Tab",
        Action::Help => "?",
        _ => "q",
    }
}

/// Returns the area of a page's rows: below its head and above its details.
fn list_of(sheet: &PageContent, area: Rect) -> Rect {
    let head = u16::try_from(sheet.head.len())
        .unwrap_or(0)
        .min(area.height);
    let rest = area.height.saturating_sub(head);
    let (details, gap) = details_of(sheet, rest);
    Rect {
        y: area.y + head,
        height: rest.saturating_sub(details + gap.min(rest)),
        ..area
    }
}

/// Returns the numbers of rows for the details and above them.
fn details_of(sheet: &PageContent, rest: u16) -> (u16, u16) {
    // The rows take precedence: details get a third, and more if the rows leave it.
    let wanted = u16::try_from(sheet.rows.len()).unwrap_or(u16::MAX);
    let details = u16::try_from(sheet.detail.len()).unwrap_or(u16::MAX);
    let gap = u16::from(rest >= ROOMY / 2 && details > 0);
    let room = (rest / 3).max(rest.saturating_sub(wanted.saturating_add(gap)));
    (details.min(room.saturating_sub(gap.min(room))), gap)
}

/// Draws the head, the rows with the chosen one visible, and the details below as far as
/// there is room.
fn draw_dialog(sheet: &PageContent, area: Rect, buf: &mut Buffer, theme: &Theme) {
    draw_rows(&sheet.head, area, buf, theme);
    let list = list_of(sheet, area);
    let (details, gap) = details_of(sheet, area.height.saturating_sub(list.y - area.y));
    let selected = sheet.selected.unwrap_or(0);
    let top = (selected + 1).saturating_sub(usize::from(list.height));
    let shown = sheet.rows.iter().enumerate().skip(top);
    let rows = shown.map(|(place, row)| {
        if sheet.selected == Some(place) {
            chosen(row)
        } else {
            row.clone()
        }
    });
    let rows: Vec<Row> = rows.take(usize::from(list.height)).collect();
    draw_rows(&rows, list, buf, theme);
    let more = sheet.rows.len().saturating_sub(top + rows.len());
    if more > 0 && gap > 0 {
        let gap = Rect {
            y: list.bottom(),
            height: gap,
            ..area
        };
        let words = format!("  {}", say!("settings-more-below", more));
        draw_rows(
            &[Row::text(words, TextStyle::of(Role::FgMuted))],
            gap,
            buf,
            theme,
        );
    }
    let below = Rect {
        y: area.bottom().saturating_sub(details),
        height: details,
        ..area
    };
    let mut rows = sheet.detail.clone();
    if rows.len() > usize::from(details) {
        rows.truncate(usize::from(details));
        if let Some(last) = rows.pop() {
            rows.push(going_on(last, usize::from(area.width)));
        }
    }
    draw_rows(&rows, below, buf, theme);
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

/// Marks the chosen row with a sign, not by colour alone.
pub(super) fn chosen(row: &Row) -> Row {
    let mut row = row.clone();
    row.fill = Some(Role::BgSel);
    if let Some(first) = row.pieces.first_mut() {
        first.text = format!(">{}", first.text.get(1..).unwrap_or_default());
    }
    row
}

/// Returns the title of a page, given its word after `/settings`.
fn page_word(page: &str) -> String {
    say!("settings-page", page)
}
