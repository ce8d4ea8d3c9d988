//! Draws the start screen, which leads to a first model.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{Page, StartChoice, StartScreen};
use crate::dialog::DialogContext;
use crate::dialog::settings::Begin;
use crate::hints::{key_in, named_key};
use crate::keymap::{Action, Context};
use crate::theme::{ColourDepth, Role, Theme};
use crate::widget::boxed::{box_in, inside};
use crate::widget::row::{Piece, Row, TextStyle, draw_rows};
use crate::widget::wrap::wrap_text;
use client::text::{pad_end, truncate, visible, width_of};
use l10n::{said, say};
use notice::Notice;
use protocol::catalogue::{KeySource, MissingKey, ModelSearch};

/// Maximum width of the box in columns.
const WIDTH: u16 = 86;

/// Texts from the rest of the screen.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Words {
    /// Facts about the terminal.
    terminal: String,
    /// Key that takes the chosen option.
    run: String,
    /// Key that closes the start screen.
    close: String,
}

/// Priority of a part. On a low screen parts are dropped, those later in this order first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Need {
    /// The part is always shown.
    Always,
    Looked,
    Terminal,
    /// An empty row.
    Blank,
}

/// A row with its priority and the index of the option on it.
struct Line {
    row: Row,
    need: Need,
    choice: Option<usize>,
}

impl Line {
    fn new(row: Row, need: Need) -> Self {
        Self {
            row,
            need,
            choice: None,
        }
    }
}

impl Words {
    pub(super) fn of(cx: &DialogContext<'_>) -> Self {
        let colours = match cx.colours() {
            ColourDepth::TrueColour => say!("start-colours-24"),
            ColourDepth::Palette256 => say!("start-colours-256"),
            ColourDepth::Ansi16 => say!("start-colours-16"),
            ColourDepth::None => say!("start-colours-none"),
        };
        let key = |action| {
            let key = key_in(cx.keymap(), &[Context::Picker], action);
            key.unwrap_or_else(|| named_key(cx.keymap(), action))
        };
        Self {
            terminal: say!(
                "start-terminal",
                colours,
                keys = cx.findings().protocol.word(),
                theme = cx.theme().name
            ),
            run: key(Action::PickerRun),
            close: key(Action::PickerClose),
        }
    }
}

impl StartScreen {
    pub(super) fn draw_choices(&self, whole: Rect, buf: &mut Buffer, theme: &Theme) {
        let (size, lines) = self.lay_out(whole);
        let inner = box_in(whole, size, say!("start-title"), buf, theme);
        let rows: Vec<Row> = lines.into_iter().map(|line| line.row).collect();
        draw_rows(&rows, inner, buf, theme);
    }

    /// Returns the option at a screen position.
    pub(super) fn row_at(&self, whole: Rect, at: Position) -> Option<usize> {
        let (size, lines) = self.lay_out(whole);
        let inner = inside(whole, size);
        if !inner.contains(at) {
            return None;
        }
        lines.get(usize::from(at.y - inner.y))?.choice
    }

    /// Returns the size of the box, and its rows.
    fn lay_out(&self, whole: Rect) -> ((u16, u16), Vec<Line>) {
        let columns = WIDTH.min(whole.width.saturating_sub(2));
        let width = usize::from(columns.saturating_sub(4)).max(1);
        // The status line stays visible.
        let room = usize::from(whole.height.saturating_sub(3));
        let mut lines = self.lines(width);
        for need in [Need::Blank, Need::Terminal] {
            if lines.len() > room {
                lines.retain(|line| line.need != need);
            }
        }
        drop_low_priority_rows(&mut lines, room, width);
        let height = u16::try_from(lines.len()).unwrap_or(u16::MAX);
        ((columns, height.saturating_add(2)), lines)
    }

    fn lines(&self, width: usize) -> Vec<Line> {
        let always = |row| Line::new(row, Need::Always);
        let blank = || Line::new(Row::default(), Need::Blank);
        let wrapped = |text: &str, role| wrap_text(&visible(text), TextStyle::of(role), width);
        let head = wrapped(say!("start-head"), Role::Fg);
        let mut lines: Vec<Line> = head.into_iter().map(always).collect();
        lines.push(blank());
        if let Some(known) = &self.known {
            let looked = looked_at(known, width);
            lines.extend(looked.into_iter().map(|row| Line::new(row, Need::Looked)));
            lines.push(blank());
        }
        lines.extend(self.choices(width));
        if self.holds_key() {
            let held = say!("start-key-held", letters = self.held.letters());
            lines.extend(wrapped(&held, Role::Accent).into_iter().map(always));
        }
        if let Some((role, said)) = &self.said {
            lines.push(blank());
            let rows = wrapped(said, *role).into_iter().take(2);
            lines.extend(rows.map(always));
        }
        lines.push(blank());
        let terminal = wrapped(&self.words.terminal, Role::FgMuted).into_iter();
        lines.extend(terminal.map(|row| Line::new(row, Need::Terminal)));
        let letters = if self.asks_for_key() {
            say!("start-letters-key")
        } else {
            say!("start-letters")
        };
        for text in [self.keys().as_str(), letters] {
            lines.extend(wrapped(text, Role::FgMuted).into_iter().map(always));
        }
        lines
    }

    /// Returns the key hints.
    fn keys(&self) -> String {
        let leave = match self.page {
            Page::Ways => say!("hint-close"),
            Page::Providers(_) => say!("hint-back"),
        };
        let words = &self.words;
        let (last, run, close) = (self.count(), words.run.as_str(), words.close.as_str());
        say!("start-keys", last, run, close, leave)
    }

    fn choices(&self, width: usize) -> Vec<Line> {
        let mut lines = Vec::new();
        let rows: Vec<(String, String)> = match self.page {
            Page::Ways => StartChoice::ALL.iter().map(|way| words_of(*way)).collect(),
            Page::Providers(begin) => {
                let head = match begin {
                    Begin::AtItsKey => say!("start-whose-key"),
                    Begin::AtItsStart => say!("start-which-provider"),
                };
                let head = Row::text(truncate(head, width), TextStyle::of(Role::Fg));
                lines.push(Line::new(head, Need::Always));
                let rows = self.providers(begin).into_iter();
                let rows = rows.map(|(name, key)| {
                    let key = match key {
                        Some(true) => say!("start-key-there"),
                        Some(false) => say!("start-key-not-there"),
                        None => "",
                    };
                    let what = match (name, begin) {
                        ("openai", Begin::AtItsStart) => say!("start-any-server", key),
                        _ => key.to_owned(),
                    };
                    (name.to_owned(), what)
                });
                rows.collect()
            }
        };
        let names = rows.iter().map(|(name, _)| width_of(name)).max();
        let names = names.unwrap_or(0) + 2;
        for (number, (name, what)) in rows.iter().enumerate() {
            let is_selected = number == self.selected;
            let (mark, role) = if is_selected {
                (">", Role::Accent)
            } else {
                (" ", Role::Fg)
            };
            let name = pad_end(name, names);
            let begin = format!("{mark} {} {name}", number + 1);
            let room = width.saturating_sub(width_of(&begin));
            let mut row = Row::of(vec![
                Piece::new(truncate(&begin, width), TextStyle::of(role)),
                Piece::new(truncate(what, room), TextStyle::of(Role::FgMuted)),
            ]);
            row.fill = is_selected.then_some(Role::BgSel);
            lines.push(Line {
                row,
                need: Need::Always,
                choice: Some(number),
            });
        }
        lines
    }
}

/// Drops the last search results first; a row notes how many.
fn drop_low_priority_rows(lines: &mut Vec<Line>, room: usize, width: usize) {
    let last = |lines: &[Line]| lines.iter().rposition(|line| line.need == Need::Looked);
    let mut hidden = 0;
    while lines.len() + usize::from(hidden > 0) > room
        && let Some(last) = last(lines)
    {
        lines.remove(last);
        hidden += 1;
    }
    if hidden > 0 {
        let text = say!("start-more-rows", count = hidden, hidden);
        let row = Row::text(truncate(&text, width), TextStyle::of(Role::FgMuted));
        let place = lines
            .iter()
            .position(|line| line.choice.is_some())
            .unwrap_or(lines.len());
        let place = last(lines).map_or(place, |last| last + 1);
        lines.insert(place, Line::new(row, Need::Looked));
    }
}

fn words_of(way: StartChoice) -> (String, String) {
    let (name, what) = match way {
        StartChoice::Key => (say!("start-key"), say!("start-key-what")),
        StartChoice::Local => (say!("start-local"), say!("start-local-what")),
        StartChoice::SetUp => (say!("start-set-up"), say!("start-set-up-what")),
        StartChoice::Demo => (say!("start-demo"), say!("start-demo-what")),
    };
    (name.to_owned(), what.to_owned())
}

/// Describes a missing key by its location: its variable, or its provider and storage place.
pub fn key_words(key: &MissingKey) -> String {
    let provider = &key.provider;
    match &key.from {
        Some(KeySource::File { .. }) => say!("onboarding-key-file", provider),
        Some(KeySource::Keyring) => say!("onboarding-key-keyring", provider),
        Some(KeySource::Environment { .. }) | None => key.variable.clone(),
    }
}

/// Returns the search results, labelled before the first row.
fn looked_at(known: &ModelSearch, width: usize) -> Vec<Row> {
    let label = say!("start-looked-at");
    let column = width_of(label) + 2;
    let room = width.saturating_sub(column).max(1);
    let named = |is_set: bool| {
        let keys = known.keys.iter().filter(move |key| key.is_set == is_set);
        keys.map(key_words).collect::<Vec<_>>().join(", ")
    };
    let warn = |text: &Notice| (Role::Warn, said(text));
    let mut texts: Vec<(Role, String)> = known.not_kept.iter().map(warn).collect();
    texts.extend(known.faults.iter().map(warn));
    if !known.faults.is_empty() {
        texts.push((Role::Warn, say!("start-config-fault").to_owned()));
    }
    texts.extend(known.said.iter().map(|text| (Role::Fg, said(text))));
    let (found, missing) = (named(true), named(false));
    if !found.is_empty() {
        texts.push((Role::Fg, say!("onboarding-set", keys = found)));
    }
    if !missing.is_empty() {
        texts.push((Role::Fg, say!("onboarding-not-set", keys = missing)));
    }
    let rows = texts
        .iter()
        .flat_map(|(role, text)| wrap_text(&visible(text), TextStyle::of(*role), room));
    let mut out = Vec::new();
    for (number, mut row) in rows.enumerate() {
        let before = match number {
            0 => pad_end(label, column),
            _ => " ".repeat(column),
        };
        row.pieces
            .insert(0, Piece::new(before, TextStyle::of(Role::FgMuted)));
        out.push(row);
    }
    out
}
