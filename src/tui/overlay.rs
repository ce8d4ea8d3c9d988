//! Overlays over the panes: pickers, help, and the dialog about interrupted sessions.
//!
//! Owns their state and the effects of their keys on it; `update` decides what a choice means.

pub mod full_text;

use crossterm::event::KeyEvent;
use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

use full_text::FullText;

use super::confirm::Confirm;
use super::figures::Figures;
use super::hints::own::{KEY_TEST_KEYS, SESSION_FORM_KEYS, SURE_KEYS};
use super::hints::{FIGURES_HINTS, KeyHints, PROCEED_HINTS, READING_HINTS, SILENT_HINTS};
use super::key_test::KeyTest;
use super::keymap::Context;
use super::palette::Palette;
use super::rollback::Rollback;
use super::search_results::SearchResultsView;
use super::session_form::SessionForm;
use super::session_list::SessionList;
use super::settings::Settings;
use super::start_screen::StartScreen;
use super::timeline::Timeline;
use client::line_editor::LineEditor;
use l10n::say;
use protocol::approval::Mode;
use protocol::ids::SessionId;

/// The value that a row of a picker chooses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    Model {
        provider: String,
        /// The model's name at the provider.
        model: String,
    },
    Mode(Mode),
    /// A value, by its word or id.
    Draft(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// The text that is shown and searched.
    pub label: String,
    /// The text at the right: a key, a state.
    pub detail: String,
    pub choice: Choice,
}

/// A list with a filter.
#[derive(Debug, Clone, Default)]
pub struct Picker {
    /// Title, in capitals.
    pub title: &'static str,
    /// The typed text.
    pub filter: LineEditor,
    /// Text shown in place of the rows while there are none.
    pub empty: String,
    /// Queries that failed.
    pub problems: Vec<String>,
    items: Vec<Item>,
    shown: Vec<usize>,
    selected: usize,
}

impl Picker {
    /// Creates a list of these items.
    pub fn new(title: &'static str, items: Vec<Item>, empty: impl Into<String>) -> Self {
        let mut picker = Self {
            title,
            empty: empty.into(),
            ..Self::default()
        };
        picker.set_items(items);
        picker
    }

    /// Replaces the rows; the filter stays.
    pub fn set_items(&mut self, items: Vec<Item>) {
        self.items = items;
        self.refilter();
    }

    /// Returns the rows that match the filter, best first.
    pub fn rows(&self) -> impl Iterator<Item = &Item> {
        self.shown.iter().filter_map(|index| self.items.get(*index))
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
    pub fn chosen(&self) -> Option<&Item> {
        let index = self.shown.get(self.selected)?;
        self.items.get(*index)
    }

    /// Selects the row of this choice.
    pub fn select(&mut self, choice: &Choice) {
        let place = self.rows().position(|item| item.choice == *choice);
        self.selected = place.unwrap_or(0);
    }

    /// Selects no row until the user moves to one.
    pub fn select_none(&mut self) {
        self.selected = usize::MAX;
    }

    /// Moves up or down, wrapping around the ends.
    pub fn step(&mut self, by: isize) {
        let count = self.shown.len();
        if self.selected >= count {
            self.selected = if by < 0 { count.saturating_sub(1) } else { 0 };
        } else if count > 0 {
            let count = count.cast_signed();
            self.selected = (self.selected.cast_signed() + by)
                .rem_euclid(count)
                .cast_unsigned();
        }
    }

    /// Moves this many rows up or down, and stops at the ends.
    pub fn go(&mut self, by: isize) {
        let last = self.shown.len().saturating_sub(1);
        let from = self.selected.min(last);
        self.selected = from.saturating_add_signed(by).min(last);
    }

    /// Selects a row, if it exists.
    pub fn go_to(&mut self, row: usize) {
        if row < self.shown.len() {
            self.selected = row;
        }
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

/// Help for the part that has the focus.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Help {
    /// The explained contexts, the innermost first.
    pub contexts: Vec<Context>,
    /// The first row that is shown.
    pub top: usize,
}

/// A choice when a session does not respond.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StallChoice {
    Wait,
    /// Cancels the run.
    Stop,
    /// Cancels the run and ends its processes at once.
    Kill,
    /// Writes a report to a file, without keys and without the conversation.
    Report,
    /// Leaves the program.
    Leave,
}

/// The dialog about a session that does not respond.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StallNotice {
    /// The available choices.
    pub ways: Vec<StallChoice>,
    /// Index of the choice that Enter takes.
    pub selected: usize,
}

impl StallNotice {
    /// Moves up or down, wrapping around the ends.
    pub fn step(&mut self, by: isize) {
        let count = self.ways.len().max(1).cast_signed();
        let next = (self.selected.cast_signed() + by).rem_euclid(count);
        self.selected = next.cast_unsigned();
    }

    /// Returns the choice that Enter takes.
    pub fn chosen(&self) -> StallChoice {
        self.ways
            .get(self.selected)
            .copied()
            .unwrap_or(StallChoice::Wait)
    }
}

/// An overlay over the panes.
#[derive(Debug)]
pub enum Overlay {
    /// The shown session does not respond.
    Silent(StallNotice),
    /// The full text of a question.
    Text(FullText),
    /// A list to choose from.
    Picker(Picker),
    /// The command palette.
    Palette(Box<Palette>),
    Help(Help),
    /// The timeline of checkpoints.
    Checkpoints(Box<Timeline>),
    /// The rollback dialog.
    Rollback(Box<Rollback>),
    /// The results of a search.
    Search(Box<SearchResultsView>),
    Settings(Box<Settings>),
    Sessions(Box<SessionList>),
    /// The settings of one session.
    SessionForm(Box<SessionForm>),
    /// The search for the first model.
    Start(Box<StartScreen>),
    /// The last question before an action that cannot be taken back.
    Sure(Confirm),
    /// The test of two keys.
    KeyTest(KeyTest),
    Figures(Box<Figures>),
    /// Sessions whose process died during a run; only Proceed closes it.
    Interrupted(Vec<(SessionId, String)>),
}

impl Overlay {
    /// Returns its hints for the hint row.
    pub fn key_hints(&self) -> KeyHints {
        match self {
            Overlay::Silent(_) => KeyHints::These(SILENT_HINTS),
            Overlay::Text(_) | Overlay::Help(_) => KeyHints::These(READING_HINTS),
            Overlay::Interrupted(_) => KeyHints::These(PROCEED_HINTS),
            Overlay::Figures(_) => KeyHints::These(FIGURES_HINTS),
            Overlay::Start(start) => start.key_hints(),
            Overlay::Checkpoints(timeline) => timeline.key_hints(),
            Overlay::Rollback(dialog) => dialog.key_hints(),
            Overlay::Settings(settings) => settings.key_hints(),
            Overlay::Search(finder) => finder.key_hints(),
            Overlay::Sessions(list) => list.key_hints(),
            Overlay::Picker(_) | Overlay::Palette(_) => KeyHints::OfContext,
            Overlay::SessionForm(_) => KeyHints::Keys(SESSION_FORM_KEYS),
            Overlay::Sure(_) => KeyHints::Keys(SURE_KEYS),
            Overlay::KeyTest(_) => KeyHints::Keys(KEY_TEST_KEYS),
        }
    }
}

/// Returns the modes as rows.
pub fn modes() -> Vec<Item> {
    Mode::ALL
        .into_iter()
        .map(|mode| Item {
            label: mode.word().to_owned(),
            detail: mode_description(mode).to_owned(),
            choice: Choice::Mode(mode),
        })
        .collect()
}

/// Describes what a mode means for writes and commands.
pub fn mode_description(mode: Mode) -> &'static str {
    match mode {
        Mode::Plan => say!("mode-plan"),
        Mode::Review => say!("mode-review"),
        Mode::Confirm => say!("mode-confirm"),
        Mode::AcceptEdits => say!("mode-accept-edits"),
        Mode::Passthrough => say!("mode-passthrough"),
    }
}
