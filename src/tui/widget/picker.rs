//! A list that narrows as the user types, in a box of its own or inside another dialog.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::Span;

use super::boxed::{box_in, inside};
use super::list_view::{ListView, cycle, step};
use super::text_field::{FieldKey, TextField};
use crate::hints::spoken_key;
use crate::keymap::{Action, Context, Keymap};
use crate::layout::LEAST_HEIGHT;
use crate::theme::{Role, Theme};
use crate::view::{cut_line, plain, row, two_ends};
use client::line_editor::LineEditor;
use client::text::width_of;
use l10n::say;

/// Maximum columns and rows of the box.
const SIZE: (u16, u16) = (110, 24);

/// Maximum rows of failed queries.
const PROBLEMS: u16 = 3;

/// Rows of items, if there are so many, that failed queries leave room for.
const LEAST_ITEMS: u16 = 3;

/// Rows of the box beside items and failed queries: the filter, the headings, a blank and the keys.
const OTHER_ROWS: u16 = 4;

/// A row, which chooses a value of the dialog that owns the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item<T> {
    /// The text that is shown and searched.
    pub label: String,
    /// The text at the right: a key, a state.
    pub detail: String,
    /// Cells below the picker's headings, in place of the detail.
    pub cells: Vec<String>,
    pub choice: T,
}

/// A column of a picker at the right of the labels.
#[derive(Debug, Clone, Copy)]
pub struct Column {
    pub heading: &'static str,
    /// In a narrow box, the columns with the lowest rank are left out first.
    pub rank: u8,
}

/// Outcome of a bound key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PickerOutcome<T> {
    /// The list stays open.
    Open,
    Closed,
    /// The user took the value of a row.
    Taken(T),
}

/// A list with a filter.
#[derive(Debug, Clone)]
pub struct Picker<T> {
    /// The title of the box.
    pub title: &'static str,
    /// The typed text.
    pub filter: LineEditor,
    /// Text shown in place of the rows while there are none, whatever the user types.
    pub empty: String,
    /// Queries that failed.
    pub problems: Vec<String>,
    /// Columns of the rows' cells; without any, the rows show their details.
    pub columns: Vec<Column>,
    items: Vec<Item<T>>,
    shown: Vec<usize>,
    selected: usize,
}

impl<T: Clone + PartialEq> Picker<T> {
    /// Creates a list of these items.
    pub fn new(title: &'static str, items: Vec<Item<T>>, empty: impl Into<String>) -> Self {
        let mut picker = Self {
            title,
            filter: LineEditor::default(),
            empty: empty.into(),
            problems: Vec::new(),
            columns: Vec::new(),
            items: Vec::new(),
            shown: Vec::new(),
            selected: 0,
        };
        picker.set_items(items);
        picker
    }

    /// Replaces the rows; the filter stays.
    pub fn set_items(&mut self, items: Vec<Item<T>>) {
        self.items = items;
        self.refilter();
    }

    /// Returns the rows that match the filter, best first.
    pub fn rows(&self) -> impl Iterator<Item = &Item<T>> {
        self.shown.iter().filter_map(|index| self.items.get(*index))
    }

    /// Replaces the cells of the rows; `cells` gets whether the row is the selected one.
    pub fn set_cells(&mut self, cells: impl Fn(&Item<T>, bool) -> Vec<String>) {
        let selected = self.shown.get(self.selected).copied();
        for (index, item) in self.items.iter_mut().enumerate() {
            item.cells = cells(item, selected == Some(index));
        }
    }

    /// Returns how many rows there are without the filter.
    pub fn total(&self) -> usize {
        self.items.len()
    }

    /// Returns the index of the selected row.
    pub fn selected(&self) -> usize {
        self.selected
    }

    /// Returns the selected row.
    pub fn chosen(&self) -> Option<&Item<T>> {
        let index = self.shown.get(self.selected)?;
        self.items.get(*index)
    }

    /// Selects the row of this choice.
    pub fn select(&mut self, choice: &T) {
        let place = self.rows().position(|item| item.choice == *choice);
        self.selected = place.unwrap_or(0);
    }

    /// Selects no row until the user moves to one.
    pub fn select_none(&mut self) {
        self.selected = usize::MAX;
    }

    /// Moves up or down, wrapping around the ends.
    pub fn step(&mut self, by: isize) {
        self.selected = cycle(self.selected, by, self.shown.len());
    }

    /// Moves this many rows up or down, and stops at the ends.
    pub fn go(&mut self, by: isize) {
        self.selected = step(self.selected, by, self.shown.len());
    }

    /// Selects a row.
    pub fn go_to(&mut self, row: usize) {
        self.selected = row;
    }

    /// Handles a key of a dialog that binds none: the arrows and Ctrl+N and Ctrl+P move.
    pub fn key(&mut self, key: &KeyEvent) -> FieldKey {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Esc => return FieldKey::Left,
            KeyCode::Enter => return FieldKey::Accepted,
            KeyCode::Up => self.step(-1),
            KeyCode::Down => self.step(1),
            KeyCode::Char('p') if control => self.step(-1),
            KeyCode::Char('n') if control => self.step(1),
            _ => self.type_key(key),
        }
        FieldKey::Edited
    }

    /// Handles a bound key of a dialog that consists of the list.
    pub fn act(&mut self, action: Action) -> PickerOutcome<T> {
        match action {
            Action::PickerPrevious => self.step(-1),
            Action::PickerNext => self.step(1),
            Action::PickerComplete => self.complete(),
            // There are rows, but none is chosen yet.
            Action::PickerRun if self.chosen().is_none() && !self.shown.is_empty() => {}
            Action::PickerRun => {
                let chosen = self.chosen().map(|item| item.choice.clone());
                return chosen.map_or(PickerOutcome::Closed, PickerOutcome::Taken);
            }
            _ => return PickerOutcome::Closed,
        }
        PickerOutcome::Open
    }

    /// Handles a key that the list does not use itself: it edits the filter.
    pub fn type_key(&mut self, key: &KeyEvent) {
        let before = self.filter.text().to_owned();
        // The filter ignores a key that has no meaning.
        let _ = self.filter.key(key);
        if self.filter.text() != before {
            self.refilter();
        }
    }

    /// Completes the filter with the rest of the selected row.
    pub fn complete(&mut self) {
        if let Some(chosen) = self.chosen() {
            self.filter = LineEditor::of(&chosen.label);
            self.refilter();
        }
    }

    /// Inserts the first line of a paste into the filter.
    pub fn paste(&mut self, text: &str) {
        self.filter.paste(text);
        self.refilter();
    }

    fn refilter(&mut self) {
        self.selected = 0;
        if self.filter.is_empty() {
            self.shown = (0..self.items.len()).collect();
            return;
        }
        let mut matcher = Matcher::new(Config::DEFAULT);
        let pattern = Pattern::parse(
            self.filter.text(),
            CaseMatching::Smart,
            Normalization::Smart,
        );
        let mut scored: Vec<(u32, usize)> = Vec::new();
        let mut buffer = Vec::new();
        for (index, item) in self.items.iter().enumerate() {
            let text = Utf32Str::new(&item.label, &mut buffer);
            if let Some(score) = pattern.score(text, &mut matcher) {
                scored.push((score, index));
            }
        }
        scored.sort_by_key(|(score, index)| (std::cmp::Reverse(*score), *index));
        self.shown = scored.into_iter().map(|(_, index)| index).collect();
    }
}

impl<T> Picker<T> {
    fn size(whole: Rect) -> (u16, u16) {
        let most = whole.height.saturating_sub(2);
        // On a low screen the box takes what it can, so that a row is shown.
        let height = (whole.height * 2 / 3).max(LEAST_HEIGHT);
        (SIZE.0, SIZE.1.min(height).min(most))
    }

    /// Returns how many rows a box of this inner height has for failed queries, which leave some to
    /// the items.
    fn problem_rows(&self, height: u16) -> u16 {
        let count = |length: usize| u16::try_from(length).unwrap_or(u16::MAX);
        let items = count(self.shown.len()).clamp(1, LEAST_ITEMS);
        let room = height.saturating_sub(OTHER_ROWS + items);
        count(self.problems.len()).min(PROBLEMS).min(room)
    }

    /// Returns the list in its box on a screen of this area.
    pub fn list(&self, whole: Rect) -> ListView {
        let inner = inside(whole, Self::size(whole));
        let others = OTHER_ROWS + self.problem_rows(inner.height);
        let area = Rect {
            y: inner.y.saturating_add(2),
            height: inner.height.saturating_sub(others),
            ..inner
        };
        ListView::new(area, self.selected, self.shown.len())
    }

    /// Draws the list in a box of its own, with its keys below; returns the cursor position.
    pub fn draw(
        &self,
        keys: &str,
        whole: Rect,
        buf: &mut Buffer,
        theme: &Theme,
    ) -> Option<Position> {
        let inner = box_in(whole, Self::size(whole), self.title, buf, theme);
        let muted = theme.style(Role::FgMuted);
        if self.shown.is_empty() {
            let empty = if self.items.is_empty() {
                self.empty.as_str()
            } else {
                say!("choose-palette-empty")
            };
            cut_line(buf, row(inner, 2), &[Span::styled(empty.to_owned(), muted)]);
        }
        let widths = self.column_widths(usize::from(inner.width));
        let headings = self.columns.iter().map(|column| column.heading);
        let headings = [Span::styled(in_columns(headings, &widths), muted)];
        if !self.shown.is_empty() {
            two_ends(buf, row(inner, 1), &[], &headings);
        }
        let list = self.list(whole);
        for (down, place) in (2..).zip(list.shown()) {
            let Some(item) = self.shown.get(place).and_then(|at| self.items.get(*at)) else {
                continue;
            };
            let selected = place == self.selected;
            let right = if item.detail.is_empty() {
                in_columns(item.cells.iter().map(String::as_str), &widths)
            } else {
                format!("  {}", plain(&item.detail))
            };
            let emphasis = selected && item.detail.is_empty();
            let right = Span::styled(
                right,
                theme.style(if emphasis {
                    Role::Accent
                } else {
                    Role::FgMuted
                }),
            );
            draw_item(&item.label, right, selected, row(inner, down), theme, buf);
        }
        let problems = self.problem_rows(inner.height);
        let below = inner.height.saturating_sub(2 + problems);
        for (down, problem) in (below..).zip(&self.problems).take(usize::from(problems)) {
            let text = Span::styled(plain(problem), theme.style(Role::Warn));
            cut_line(buf, row(inner, down), &[text]);
        }
        let (found, total) = (self.shown.len(), self.items.len());
        let count = say!("overlay-found", found, total, keys);
        let last = row(inner, inner.height.saturating_sub(1));
        cut_line(buf, last, &[Span::styled(count, muted)]);
        TextField::new("> ", &self.filter).draw(inner, buf, theme)
    }

    /// Returns the widths of the columns that have room beside the labels; 0 leaves one out.
    fn column_widths(&self, room: usize) -> Vec<usize> {
        let label = self.items.iter().map(|item| width_of(&item.label) + 2);
        let mut left = room.saturating_sub(label.max().unwrap_or(0).min(room * 2 / 3));
        let cells = |at: usize| self.items.iter().filter_map(move |item| item.cells.get(at));
        let width = |at: usize, column: &Column| {
            match cells(at).map(|cell| width_of(cell)).max().unwrap_or(0) {
                // A column of empty cells says nothing.
                0 => 0,
                widest => widest.max(width_of(column.heading)),
            }
        };
        let mut widths: Vec<usize> = self
            .columns
            .iter()
            .enumerate()
            .map(|(at, column)| width(at, column))
            .collect();
        let mut ranked: Vec<usize> = (0..widths.len()).collect();
        let rank = |at: &usize| self.columns.get(*at).map_or(0, |column| column.rank);
        ranked.sort_by_key(|at| std::cmp::Reverse(rank(at)));
        for at in ranked {
            let Some(width) = widths.get_mut(at).filter(|width| **width > 0) else {
                continue;
            };
            match left.checked_sub(*width + GAP) {
                Some(rest) => left = rest,
                None => *width = 0,
            }
        }
        widths
    }
}

/// Blanks before a column.
const GAP: usize = 2;

/// Joins cells to a row of these column widths.
fn in_columns<'a>(cells: impl Iterator<Item = &'a str>, widths: &[usize]) -> String {
    let shown = cells.zip(widths).filter(|(_, width)| **width > 0);
    shown
        .map(|(cell, width)| {
            let blanks = width.saturating_sub(width_of(cell));
            format!("{}{cell}{}", " ".repeat(GAP), " ".repeat(blanks))
        })
        .collect()
}

fn draw_item(
    label: &str,
    right: Span<'_>,
    selected: bool,
    area: Rect,
    theme: &Theme,
    buf: &mut Buffer,
) {
    let (mark, style) = if selected {
        buf.set_style(area, theme.style(Role::BgSel));
        ("> ", theme.style(Role::Accent))
    } else {
        ("  ", theme.style(Role::Fg))
    };
    let left = [Span::styled(format!("{mark}{}", plain(label)), style)];
    two_ends(buf, area, &left, &[right]);
}

/// Returns `Enter take  Ctrl+N/P move  Esc close`, with the keys bound to these actions.
pub fn picker_keys(keymap: &Keymap) -> String {
    let key = |action| keymap.key_for(&[Context::Picker], action);
    joined([
        (key(Action::PickerRun), say!("overlay-take")),
        (moving_keys(keymap), say!("overlay-move")),
        (key(Action::PickerClose), say!("overlay-close")),
    ])
}

/// Returns the keys that move the choice.
pub fn moving_keys(keymap: &Keymap) -> Option<String> {
    let key = |action| keymap.key_for(&[Context::Picker], action);
    match (key(Action::PickerNext)?, key(Action::PickerPrevious)?) {
        (next, previous) if (next.as_str(), previous.as_str()) == ("Down", "Up") => {
            Some("Ctrl+N/P".to_owned())
        }
        (next, previous) => Some(format!("{next} {previous}")),
    }
}

/// Joins the keys that exist with their words.
pub fn joined<const N: usize>(words: [(Option<String>, &str); N]) -> String {
    let words = words
        .into_iter()
        .filter_map(|(key, word)| Some(format!("{} {word}", spoken_key(&key?))));
    words.collect::<Vec<_>>().join("  ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failed_queries_leave_room_for_the_items() {
        let item = |number: usize| Item {
            label: format!("model {number}"),
            detail: String::new(),
            cells: Vec::new(),
            choice: number,
        };
        for height in 10..48 {
            let mut picker = Picker::new("Model", (0..5).map(item).collect(), "");
            picker.problems = vec!["no key is set".to_owned(); 3];
            let list = picker.list(Rect::new(0, 0, 40, height));
            assert!(list.shown().count() >= 2, "{height}");
        }
    }
}
