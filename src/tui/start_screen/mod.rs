//! The start screen over the panes, which leads to a first model: the search results, and
//! four options. Opens by itself if no model is usable and the conversation is still empty,
//! and with `/start`.
//!
//! A pasted API key is held masked until its provider is chosen, and then goes into the key field:
//! it is never part of the draft.
//!
//! The screen takes no letter from a user who begins to write: digits choose and `r` searches
//! again, but followed by a letter they become the beginning of the draft, like any other letter.
//! Only Enter takes an option, and not immediately.

mod draw;
mod pasted;
#[cfg(test)]
pub(crate) mod tests;

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

pub use draw::{Words, key_words};
use pasted::Pasted;

use super::hints::{KeyHints, START_HINTS, START_PAGE_HINTS};
use super::settings::Begin;
use super::theme::Role;
use client::job::JobId;
use client::line_editor::SecretInput;
use client::question::Arming;
use l10n::say;
use protocol::catalogue::ModelSearch;
use redact::Secret;

/// Keys within this interval may belong to one word.
const WORD: Duration = Duration::from_millis(1_000);

/// An option that leads to a model, or works without one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StartChoice {
    /// Enter a provider's key.
    Key,
    /// Search again for a server on this machine.
    Local,
    /// Set up a provider step by step.
    SetUp,
    Demo,
}

impl StartChoice {
    /// Every option, in screen order.
    pub const ALL: [StartChoice; 4] = [
        StartChoice::Key,
        StartChoice::Local,
        StartChoice::SetUp,
        StartChoice::Demo,
    ];
}

/// The list that the user chooses from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Page {
    Ways,
    /// The providers for the first or the third option.
    Providers(Begin),
}

/// Outcome of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StartOutcome {
    /// The start screen handled the key itself.
    Nowhere,
    /// The start screen closes.
    Closed,
    /// The start screen closes; these letters belong to the draft, and the last key follows them.
    Typed(String),
    /// A new search for a model is requested.
    LookAgain,
    /// This provider is to be set up, from the given step.
    SetUp(String, Begin),
    /// The demo is to be shown.
    Demo,
}

/// State of the search for a first model.
#[derive(Debug, Default)]
pub struct ModelSearchState {
    /// Result of the last search.
    pub(super) searched: Option<ModelSearch>,
    /// Whether the start screen opens as soon as nothing else is shown.
    pub(super) is_due: bool,
    /// The start screen that returns when the settings close without a model.
    pub(super) beneath: Option<Box<StartScreen>>,
    /// The background job that searches again. A model that it finds is used even if the start
    /// screen was closed meanwhile.
    pub(super) looking: Option<JobId>,
    /// The background job that looks for a model of a just saved provider, and the provider's name.
    pub(super) finding: Option<(JobId, String)>,
}

#[derive(Debug)]
pub struct StartScreen {
    known: Option<ModelSearch>,
    looking: Option<JobId>,
    said: Option<(Role, String)>,
    page: Page,
    selected: usize,
    /// Begins with the first display.
    arming: Arming,
    /// Letters that acted as choices, and the time of the last one.
    typed: (String, Duration),
    /// The row chosen before those letters.
    marked_before: usize,
    /// A pasted or typed API key, held until its provider is chosen.
    held: SecretInput,
}

impl StartScreen {
    /// Creates a start screen with the known search result.
    pub fn new(known: Option<ModelSearch>) -> Self {
        Self {
            known,
            looking: None,
            said: None,
            page: Page::Ways,
            selected: 0,
            arming: Arming::default(),
            typed: (String::new(), Duration::ZERO),
            marked_before: 0,
            held: SecretInput::default(),
        }
    }

    /// Records the time of the first display.
    pub fn seen(&mut self, now: Duration) {
        self.arming.begin(now);
    }

    /// Returns the background job that searches again.
    pub fn looking(&self) -> Option<JobId> {
        self.looking
    }

    /// Notes that this background job searches again.
    pub fn set_search_job(&mut self, job: JobId) {
        self.looking = Some(job);
        self.said = Some((Role::Info, say!("start-looking").to_owned()));
    }

    /// Takes the result of a search.
    pub fn tell(&mut self, search: ModelSearch) {
        self.looking = None;
        self.said = Some(match (&search.found, search.said.last()) {
            (Some(found), _) => (
                Role::Ok,
                say!(
                    "start-found",
                    provider = found.provider,
                    model = found.model
                ),
            ),
            (None, Some(last)) => (Role::Warn, say!("start-looked-again", said = last)),
            (None, None) => (Role::Warn, say!("start-looked-again", said = "")),
        });
        self.known = Some(search);
        if self.holds_key() && self.page == Page::Ways && self.has_takers() {
            self.page = Page::Providers(Begin::AtItsKey);
            self.selected = 0;
        }
    }

    /// Notes that the search failed.
    pub fn failed(&mut self, why: &str) {
        self.looking = None;
        self.said = Some((Role::Err, why.to_owned()));
    }

    fn count(&self) -> usize {
        match self.page {
            Page::Ways => StartChoice::ALL.len(),
            Page::Providers(begin) => self.providers(begin).len(),
        }
    }

    /// Returns the providers for an option, each with the known state of its key.
    fn providers(&self, begin: Begin) -> Vec<(&str, Option<bool>)> {
        let Some(known) = &self.known else {
            return Vec::new();
        };
        let with_key = |name: &str| {
            let key = known.keys.iter().find(|key| key.provider == name);
            key.map(|key| key.is_set)
        };
        let all = known.providers.iter().map(String::as_str);
        let all = all.map(|name| (name, with_key(name)));
        all.filter(|(_, key)| begin == Begin::AtItsStart || key.is_some())
            .collect()
    }

    /// Returns the key hints.
    pub fn key_hints(&self) -> KeyHints {
        KeyHints::These(match self.page {
            Page::Ways => START_HINTS,
            Page::Providers(_) => START_PAGE_HINTS,
        })
    }

    /// Moves the choice up or down, wrapping around.
    pub fn step(&mut self, by: isize) {
        self.typed.0.clear();
        let count = self.count().max(1).cast_signed();
        let next = (self.selected.cast_signed() + by).rem_euclid(count);
        self.selected = next.cast_unsigned();
    }

    /// Moves the choice by some rows and stops at the ends.
    pub fn go(&mut self, by: isize) {
        let last = self.count().saturating_sub(1);
        self.selected = self.selected.saturating_add_signed(by).min(last);
    }

    /// Chooses a row if it exists.
    pub fn go_to(&mut self, row: usize) {
        if row < self.count() {
            self.selected = row;
        }
    }

    /// Esc: returns to the options, or closes the start screen.
    pub fn back(&mut self) -> StartOutcome {
        self.typed.0.clear();
        self.held.clear();
        match self.page {
            Page::Ways => StartOutcome::Closed,
            Page::Providers(begin) => {
                self.page = Page::Ways;
                self.selected = match begin {
                    Begin::AtItsKey => 0,
                    Begin::AtItsStart => 2,
                };
                StartOutcome::Nowhere
            }
        }
    }

    /// Enter: takes the chosen option.
    pub fn run(&mut self, now: Duration) -> StartOutcome {
        self.typed.0.clear();
        if !self.arming.is_armed(now) {
            return StartOutcome::Nowhere;
        }
        match self.page {
            Page::Ways => match StartChoice::ALL.get(self.selected) {
                Some(StartChoice::Key) => self.choose_provider(Begin::AtItsKey),
                Some(StartChoice::SetUp) => self.choose_provider(Begin::AtItsStart),
                Some(StartChoice::Local) => self.look_again(),
                Some(StartChoice::Demo) => StartOutcome::Demo,
                None => StartOutcome::Nowhere,
            },
            Page::Providers(begin) => match self.providers(begin).get(self.selected) {
                Some((name, _)) => StartOutcome::SetUp((*name).to_owned(), begin),
                None => StartOutcome::Nowhere,
            },
        }
    }

    fn choose_provider(&mut self, begin: Begin) -> StartOutcome {
        if self.providers(begin).is_empty() {
            self.said = Some((Role::Warn, say!("start-looking").to_owned()));
            return self.look_again();
        }
        self.page = Page::Providers(begin);
        self.selected = 0;
        StartOutcome::Nowhere
    }

    /// Requests a new search unless one is running.
    fn look_again(&self) -> StartOutcome {
        match self.looking {
            Some(_) => StartOutcome::Nowhere,
            None => StartOutcome::LookAgain,
        }
    }

    /// Handles a key without a binding here.
    pub fn key(&mut self, key: &KeyEvent, now: Duration) -> StartOutcome {
        let chord = KeyModifiers::CONTROL | KeyModifiers::ALT | KeyModifiers::SUPER;
        let KeyCode::Char(letter) = key.code else {
            return self.type_held(key);
        };
        if key.modifiers.intersects(chord) {
            return self.type_held(key);
        }
        let is_word = now.saturating_sub(self.typed.1) < WORD;
        if !is_word {
            self.typed.0.clear();
        }
        if self.typed.0.is_empty() {
            self.marked_before = self.selected;
        }
        if self.holds_key() {
            return self.type_held(key);
        }
        let place = letter.to_digit(10).map(|digit| digit as usize);
        let place = place.and_then(|digit| digit.checked_sub(1));
        match place.filter(|place| *place < self.count()) {
            Some(place) => self.selected = place,
            None if letter == 'r' && self.typed.0.is_empty() => {
                self.typed = (letter.to_string(), now);
                return self.look_again();
            }
            None if self.asks_for_key() => return self.type_held(key),
            None => return StartOutcome::Typed(self.take_typed()),
        }
        self.typed.0.push(letter);
        self.typed.1 = now;
        StartOutcome::Nowhere
    }

    /// Whether the screen asks for the provider of a key; text typed or pasted then is the key.
    fn asks_for_key(&self) -> bool {
        self.page == Page::Providers(Begin::AtItsKey)
    }

    fn holds_key(&self) -> bool {
        self.held.letters() > 0
    }

    fn has_takers(&self) -> bool {
        !self.providers(Begin::AtItsKey).is_empty()
    }

    /// Edits the held API key with a key press, if the screen asks for one.
    fn type_held(&mut self, key: &KeyEvent) -> StartOutcome {
        if !self.asks_for_key() {
            return StartOutcome::Nowhere;
        }
        if !self.typed.0.is_empty() {
            // Those letters chose a row, but were the beginning of the API key.
            self.selected = self.marked_before;
            let before = self.take_typed();
            self.held.push(&before);
        }
        self.held.key(key);
        StartOutcome::Nowhere
    }

    /// Handles a paste. Returns `None` if the paste belongs to the draft; an API key never does.
    pub fn paste(&mut self, text: &str) -> Option<StartOutcome> {
        match (Pasted::of(text), self.asks_for_key()) {
            (Pasted::Text, false) => return None,
            (Pasted::WithKey, false) => {
                self.said = Some((Role::Warn, say!("start-key-within").to_owned()));
                return Some(StartOutcome::Nowhere);
            }
            _ => {}
        }
        self.typed.0.clear();
        Some(self.hold(text))
    }

    /// Holds an API key until the user chooses its provider.
    fn hold(&mut self, text: &str) -> StartOutcome {
        let value = pasted::value(text);
        let key = Secret::new(value);
        if let Some(why) = key.fault() {
            self.said = Some((Role::Err, say!("settings-no-key-is", why)));
            return StartOutcome::Nowhere;
        }
        self.held.clear();
        self.held.push(key.expose());
        self.said = None;
        if !self.has_takers() {
            self.said = Some((Role::Warn, say!("start-looking").to_owned()));
            return self.look_again();
        }
        if !self.asks_for_key() {
            self.page = Page::Providers(Begin::AtItsKey);
            self.selected = 0;
        }
        let keys = self.known.as_ref().map_or(&[][..], |known| &known.keys);
        if let Some(provider) = pasted::provider_of(text, keys) {
            let rows = self.providers(Begin::AtItsKey);
            let place = rows.iter().position(|(name, _)| *name == provider);
            self.selected = place.unwrap_or(self.selected);
        }
        StartOutcome::Nowhere
    }

    /// Takes out the held API key for the key field; the start screen no longer holds it.
    pub fn take_key(&mut self) -> SecretInput {
        std::mem::take(&mut self.held)
    }

    /// Takes the letters that acted as choices and may be the beginning of a text.
    pub fn take_typed(&mut self) -> String {
        std::mem::take(&mut self.typed.0)
    }
}
