//! The keys of the start screen.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::draw::Words;
use super::pasted::{self, Pasted};
use super::{Page, StartChoice, StartScreen, WORD};
use crate::bar::FILL;
use crate::dialog::settings::Begin;
use crate::dialog::{Dialog, DialogContext};
use crate::effect::Effect;
use crate::hints::{HintRow, KeyHints};
use crate::keymap::{Action, Context};
use crate::theme::{Role, Theme};
use crate::widget::list_view::step;
use l10n::say;
use redact::Secret;

/// Hints when there is no model yet.
const START_HINTS: &[HintRow] = &[
    (Action::PickerRun, "hint-go"),
    (Action::PickerNext, "hint-next"),
    (Action::PickerPrevious, "hint-previous"),
    (Action::PickerClose, "hint-close"),
];

/// Hints of the next page when there is no model yet.
const START_PAGE_HINTS: &[HintRow] = &[
    (Action::PickerRun, "hint-go"),
    (Action::PickerNext, "hint-next"),
    (Action::PickerPrevious, "hint-previous"),
    (Action::PickerClose, "hint-back"),
];

impl Dialog for StartScreen {
    fn contexts(&self) -> &'static [Context] {
        &[Context::Picker]
    }

    fn key_hints(&self) -> KeyHints {
        KeyHints::These(match self.page {
            Page::Ways => START_HINTS,
            Page::Providers(_) => START_PAGE_HINTS,
        })
    }

    fn passes_on(&self, action: Action) -> bool {
        matches!(
            action,
            Action::Suspend | Action::Redraw | Action::PanicStop | Action::Quit
        )
    }

    fn set_now(&mut self, now: Duration) {
        self.now = now;
    }

    fn deadline(&self) -> Option<Duration> {
        self.chosen_at
    }

    fn tick(&mut self) -> Vec<Effect> {
        let is_due = |at: &mut Duration| *at <= self.now;
        match self.chosen_at.take_if(is_due) {
            Some(_) => self.run(),
            None => Vec::new(),
        }
    }

    fn act(&mut self, action: Action) -> Vec<Effect> {
        self.chosen_at = None;
        match action {
            Action::PickerPrevious => self.step(-1),
            Action::PickerNext | Action::PickerComplete => self.step(1),
            Action::PickerRun => return self.run(),
            Action::PickerClose | Action::CancelOverlay => return self.back(),
            // A key with a function elsewhere does that, also one that stops: the screen opened by
            // itself and must not hold up a user who leaves.
            _ => return vec![Effect::CloseDialog, Effect::Act(action)],
        }
        Vec::new()
    }

    fn key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        let now = self.now;
        self.chosen_at = None;
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
            Some(place) => {
                self.selected = place;
                let counts = self.typed.0.is_empty() && self.arming.is_armed(now);
                self.chosen_at = counts.then(|| now + FILL);
            }
            None if letter == 'r' && self.typed.0.is_empty() => {
                self.typed = (letter.to_string(), now);
                return self.look_again();
            }
            None if self.asks_for_key() => return self.type_held(key),
            None => {
                let mut effects = self.leave_for_draft();
                effects.push(Effect::Press(*key));
                return effects;
            }
        }
        self.typed.0.push(letter);
        self.typed.1 = now;
        Vec::new()
    }

    /// An API key is held here; anything else goes into the draft.
    fn paste(&mut self, text: &str) -> Vec<Effect> {
        self.chosen_at = None;
        match (Pasted::of(text), self.asks_for_key()) {
            (Pasted::Text, false) => {
                let mut effects = self.leave_for_draft();
                effects.push(Effect::Insert(text.to_owned()));
                return effects;
            }
            (Pasted::WithKey, false) => {
                self.said = Some((Role::Warn, say!("start-key-within").to_owned()));
                return Vec::new();
            }
            _ => {}
        }
        self.typed.0.clear();
        self.hold(text)
    }

    fn scroll(&mut self, rows: isize) -> Vec<Effect> {
        self.chosen_at = None;
        self.selected = step(self.selected, rows, self.count());
        Vec::new()
    }

    fn click(&mut self, whole: Rect, at: Position) -> Vec<Effect> {
        self.chosen_at = None;
        self.selected = self.row_at(whole, at).unwrap_or(self.selected);
        Vec::new()
    }

    fn measure(&mut self, cx: &DialogContext<'_>) {
        self.arming.begin(cx.now());
        self.words = Words::of(cx);
    }

    fn draw(&self, whole: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
        self.draw_choices(whole, buf, theme);
        None
    }
}

impl StartScreen {
    /// Esc: returns to the options, or closes the start screen.
    fn back(&mut self) -> Vec<Effect> {
        self.typed.0.clear();
        self.held.clear();
        match self.page {
            Page::Ways => vec![Effect::CloseDialog],
            Page::Providers(begin) => {
                self.page = Page::Ways;
                self.selected = match begin {
                    Begin::AtItsKey => 0,
                    Begin::AtItsStart => 2,
                };
                Vec::new()
            }
        }
    }

    /// Enter: takes the chosen option.
    fn run(&mut self) -> Vec<Effect> {
        self.typed.0.clear();
        if !self.arming.is_armed(self.now) {
            return Vec::new();
        }
        match self.page {
            Page::Ways => match StartChoice::ALL.get(self.selected) {
                Some(StartChoice::Key) => self.choose_provider(Begin::AtItsKey),
                Some(StartChoice::SetUp) => self.choose_provider(Begin::AtItsStart),
                Some(StartChoice::Local) => self.look_again(),
                Some(StartChoice::Demo) => vec![Effect::ShowDemo],
                None => Vec::new(),
            },
            Page::Providers(begin) => match self.providers(begin).get(self.selected) {
                Some((name, _)) => vec![Effect::SetUpProvider((*name).to_owned(), begin)],
                None => Vec::new(),
            },
        }
    }

    fn choose_provider(&mut self, begin: Begin) -> Vec<Effect> {
        if self.providers(begin).is_empty() {
            self.said = Some((Role::Warn, say!("start-looking").to_owned()));
            return self.look_again();
        }
        self.page = Page::Providers(begin);
        self.selected = 0;
        Vec::new()
    }

    /// Requests a new search unless one is running.
    fn look_again(&self) -> Vec<Effect> {
        match self.looking {
            Some(_) => Vec::new(),
            None => vec![Effect::SearchModel],
        }
    }

    /// Edits the held API key with a key press, if the screen asks for one.
    fn type_held(&mut self, key: &KeyEvent) -> Vec<Effect> {
        if !self.asks_for_key() {
            return Vec::new();
        }
        if !self.typed.0.is_empty() {
            // Those letters chose a row, but were the beginning of the API key.
            self.selected = self.marked_before;
            let before = self.take_typed();
            self.held.push(&before);
        }
        self.held.key(key);
        Vec::new()
    }

    /// Holds an API key until the user chooses its provider.
    fn hold(&mut self, text: &str) -> Vec<Effect> {
        let value = pasted::value(text);
        let key = Secret::new(value);
        if let Some(why) = key.fault() {
            self.said = Some((Role::Err, say!("settings-no-key-is", why)));
            return Vec::new();
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
        Vec::new()
    }

    /// Closes the screen. Letters that acted as choices are the beginning of the draft.
    fn leave_for_draft(&mut self) -> Vec<Effect> {
        let letters = self.take_typed();
        let keys = letters.chars().map(KeyCode::Char).map(KeyEvent::from);
        vec![
            Effect::CloseDialog,
            Effect::FocusEditor,
            Effect::Type(keys.collect()),
        ]
    }

    /// Takes the letters that acted as choices and may be the beginning of a text.
    fn take_typed(&mut self) -> String {
        std::mem::take(&mut self.typed.0)
    }
}
