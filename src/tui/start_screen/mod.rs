//! The way to a first model, over the panes: what was looked at, and four ways on. Comes up by itself where no model can
//! be used and nothing was said yet, and with `/start`.
//!
//! A key that is pasted is held masked until its provider is chosen, and goes to where keys are entered: it is never a
//! part of the draft.
//!
//! It takes no letter from who begins to write: digits choose and `r` looks again, and with a letter behind them they
//! are the beginning of the draft, as any other letter is. Only Enter goes a way, and not at once.

mod draw;
mod pasted;
#[cfg(test)]
pub(in crate::tui) mod tests;

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

pub use draw::{Words, key_words};
use pasted::Pasted;

use super::hints::{KeyHints, START_HINTS, START_PAGE_HINTS};
use super::settings::{Begin, JobId, Masked};
use super::theme::Role;
use crate::l10n::{placed, say};
use crate::protocol::catalogue::ModelSearch;
use crate::redact::Secret;

/// From when it was seen first to the first Enter that counts.
const ARMING: Duration = Duration::from_millis(400);

/// Keys that are so near to each other may be one word.
const WORD: Duration = Duration::from_millis(1_000);

/// A way to a model, or around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StartChoice {
    /// A key of a provider is entered.
    Key,
    /// A server on this machine is looked for again.
    Local,
    /// A provider is set up, step by step.
    SetUp,
    Demo,
}

impl StartChoice {
    /// Every one, in their order.
    pub const ALL: [StartChoice; 4] = [
        StartChoice::Key,
        StartChoice::Local,
        StartChoice::SetUp,
        StartChoice::Demo,
    ];
}

/// What is chosen from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Page {
    Ways,
    /// The provider for one of the first and the third way.
    Providers(Begin),
}

/// What a key came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StartOutcome {
    /// Nothing that anyone else does.
    Nowhere,
    /// It is to be closed.
    Closed,
    /// It is to be closed, and these letters are the draft's; the key that came last follows them.
    Typed(String),
    /// It is to be looked for a model again.
    LookAgain,
    /// This provider is to be set up, from there on.
    SetUp(String, Begin),
    /// The demo is to be shown.
    Demo,
}

/// What the screen knows of the way to a first model.
#[derive(Debug, Default)]
pub struct ModelSearchState {
    /// What was looked at last.
    pub(super) searched: Option<ModelSearch>,
    /// It is to be shown as soon as nothing else is.
    pub(super) is_due: bool,
    /// What is come back to from the settings without a model.
    pub(super) beneath: Option<Box<StartScreen>>,
    /// The errand that looks again. A model that it finds is used also where it was closed meanwhile.
    pub(super) looking: Option<JobId>,
    /// The errand that looks for a model of a provider that was just saved, and its name.
    pub(super) finding: Option<(JobId, String)>,
}

#[derive(Debug)]
pub struct StartScreen {
    known: Option<ModelSearch>,
    looking: Option<JobId>,
    said: Option<(Role, String)>,
    page: Page,
    selected: usize,
    /// When it was seen first.
    since: Option<Duration>,
    /// Letters that chose something, and when the last of them came.
    typed: (String, Duration),
    /// The row that was marked before them.
    marked_before: usize,
    /// A key that was pasted or typed, until its provider is chosen.
    held: Masked,
}

impl StartScreen {
    /// One that shows what is known by now.
    pub fn new(known: Option<ModelSearch>) -> Self {
        Self {
            known,
            looking: None,
            said: None,
            page: Page::Ways,
            selected: 0,
            since: None,
            typed: (String::new(), Duration::ZERO),
            marked_before: 0,
            held: Masked::default(),
        }
    }

    /// It is about to be seen.
    pub fn seen(&mut self, now: Duration) {
        self.since.get_or_insert(now);
    }

    /// The errand that looks again.
    pub fn looking(&self) -> Option<JobId> {
        self.looking
    }

    /// It is looked again, by this errand.
    pub fn looks_again(&mut self, errand: JobId) {
        self.looking = Some(errand);
        self.said = Some((Role::Info, say!("start-looking").to_owned()));
    }

    /// This was looked at.
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
            (None, Some(said)) => (Role::Warn, say!("start-looked-again", said = placed(said))),
            (None, None) => (Role::Warn, say!("start-looked-again", said = "")),
        });
        self.known = Some(search);
        if self.holds_key() && self.page == Page::Ways && self.has_takers() {
            self.page = Page::Providers(Begin::AtItsKey);
            self.selected = 0;
        }
    }

    /// It could not be looked.
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

    /// The providers that one of the ways is for, each with what is known of its key.
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

    /// What the hint row says.
    pub fn hinted(&self) -> KeyHints {
        KeyHints::These(match self.page {
            Page::Ways => START_HINTS,
            Page::Providers(_) => START_PAGE_HINTS,
        })
    }

    /// Goes up or down, around the ends.
    pub fn step(&mut self, by: isize) {
        self.typed.0.clear();
        let count = self.count().max(1).cast_signed();
        let next = (self.selected.cast_signed() + by).rem_euclid(count);
        self.selected = next.cast_unsigned();
    }

    /// Goes so many rows up or down, and stops at the ends.
    pub fn go(&mut self, by: isize) {
        let last = self.count().saturating_sub(1);
        self.selected = self.selected.saturating_add_signed(by).min(last);
    }

    /// Goes to a row, where there is such a one.
    pub fn go_to(&mut self, row: usize) {
        if row < self.count() {
            self.selected = row;
        }
    }

    /// Esc: back to the ways, or away.
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

    /// Enter: goes the way that is chosen.
    pub fn run(&mut self, now: Duration) -> StartOutcome {
        self.typed.0.clear();
        let is_seen = |since| now.saturating_sub(since) >= ARMING;
        if !self.since.is_some_and(is_seen) {
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

    /// Looks again, where it is not looking.
    fn look_again(&self) -> StartOutcome {
        match self.looking {
            Some(_) => StartOutcome::Nowhere,
            None => StartOutcome::LookAgain,
        }
    }

    /// A key that is bound to nothing here.
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

    /// Whether it is asked whose key it is: what is typed or pasted there is the key.
    fn asks_for_key(&self) -> bool {
        self.page == Page::Providers(Begin::AtItsKey)
    }

    fn holds_key(&self) -> bool {
        self.held.letters() > 0
    }

    fn has_takers(&self) -> bool {
        !self.providers(Begin::AtItsKey).is_empty()
    }

    /// A key of the keyboard that changes the key that is held, where one is asked for.
    fn type_held(&mut self, key: &KeyEvent) -> StartOutcome {
        if !self.asks_for_key() {
            return StartOutcome::Nowhere;
        }
        if !self.typed.0.is_empty() {
            // They marked a row, and were the beginning of the key.
            self.selected = self.marked_before;
            let before = self.take_typed();
            self.held.push(&before);
        }
        self.held.key(key);
        StartOutcome::Nowhere
    }

    /// A paste. `None` where it is the draft's; a key never is.
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

    /// Holds a key until it is said whose it is.
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

    /// The key that is held, for where it is entered. It is held here no more.
    pub fn take_key(&mut self) -> Masked {
        std::mem::take(&mut self.held)
    }

    /// Letters that chose something and may be the beginning of a text.
    pub fn take_typed(&mut self) -> String {
        std::mem::take(&mut self.typed.0)
    }
}
