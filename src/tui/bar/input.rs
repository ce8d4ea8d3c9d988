//! What an input means to the bar: text, a move, or a key that may decide. Part of [`Bar`].
//!
//! A key that may decide is never acted on when it comes. It is held until it is known to have
//! been alone: until the input says [`InputKind::Settled`] where the human took the bar, for
//! half a second where the bar took the focus by itself. Whatever comes in between makes it
//! text, and text belongs to the editor. So is one that comes before the bar is armed, unless the
//! human asked for the bar or was answering just before: then one that stays alone does nothing but say so.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEventKind};

use super::Bar;
use super::effect::{BarContext, BarEffect, TimerHold};
use super::entry::BarSheet;
use super::guard::{HeldKey, Until};
use crate::l10n::say;
use crate::tui::composer::typed;
use crate::tui::input::{Input, InputKind};

/// What a key does in the bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    Yes,
    No,
    /// Opens the list of scopes.
    Always,
    /// The whole text, or the review.
    Full,
    Edit,
    /// No, with a reason.
    Comment,
    /// Why the risk is what it is.
    Explain,
    Skip,
    /// The question before, in a wizard.
    Back,
    /// Marks the highlighted thing, or holds the count-down.
    Toggle,
    Down,
    Up,
    /// Highlights the one with this number, from 1.
    Pick(usize),
    /// The prompt before.
    PreviousPrompt,
    /// The prompt after.
    NextPrompt,
    /// Presses the focused button, or takes what is highlighted or typed.
    Press,
    Help,
    /// Back to the editor.
    Later,
    /// Nothing: it was pressed before what is shown was armed.
    TooEarly,
}

impl Act {
    /// Whether doing it twice, or by mistake, decides nothing.
    fn only_moves(self) -> bool {
        matches!(self, Act::Down | Act::Up | Act::Pick(_))
    }

    /// What a letter does; capital or small.
    fn of(character: char) -> Option<Self> {
        Some(match character.to_ascii_lowercase() {
            'y' => Act::Yes,
            'n' => Act::No,
            'a' => Act::Always,
            'd' | 'r' => Act::Full,
            'e' => Act::Edit,
            'c' => Act::Comment,
            'x' => Act::Explain,
            's' => Act::Skip,
            'b' => Act::Back,
            ' ' => Act::Toggle,
            'j' => Act::Down,
            'k' => Act::Up,
            '[' => Act::PreviousPrompt,
            ']' => Act::NextPrompt,
            '?' => Act::Help,
            digit @ '1'..='9' => Act::Pick(digit.to_digit(10).map_or(0, |digit| digit as usize)),
            _ => return None,
        })
    }
}

impl Bar {
    /// One input. Every input is handed in; without the focus it only tells the time, and `F2`
    /// takes the focus.
    pub fn input(&mut self, input: &Input, context: &BarContext) -> Vec<BarEffect> {
        let mut effects = Vec::new();
        self.advance(input.at, context, &mut effects);
        match &input.kind {
            InputKind::Key(key) => self.key(key, input.alone, &mut effects),
            InputKind::Settled => self.settled(&mut effects),
            InputKind::Paste(text) => self.paste(text, &mut effects),
            InputKind::Mouse(mouse) => {
                if mouse.kind != MouseEventKind::Moved {
                    self.give_up_held(&mut effects);
                }
            }
            InputKind::FocusGained | InputKind::FocusLost => self.give_up_held(&mut effects),
            InputKind::PasteCut | InputKind::Resize(..) | InputKind::Reply(_) => {}
        }
        effects
    }

    fn key(&mut self, key: &KeyEvent, alone: bool, effects: &mut Vec<BarEffect>) {
        if key.kind == KeyEventKind::Release {
            return;
        }
        let again = self.guard.note_press(key, self.now);
        let repeated =
            key.kind == KeyEventKind::Repeat || (again && !self.context.releases_reported);
        if key.code == KeyCode::F(2) {
            effects.extend(self.take_focus(self.now));
            return;
        }
        if self.guard.focus.is_none() {
            self.guard.has_answered = false;
            self.follows = None;
            return;
        }
        self.message = None;
        if let Some(held) = self.guard.held.take() {
            if key.kind == KeyEventKind::Repeat && held.key.code == key.code {
                self.guard.held = Some(held);
                return;
            }
            if !self.moves_on(&held, key, effects) {
                self.second_key(held, key, effects);
                return;
            }
        }
        self.hold_timer(key, effects);
        let fresh = alone && !repeated;
        match self.current().map(|entry| &entry.sheet) {
            Some(BarSheet::Field(_)) if self.passthrough.is_none() => {
                self.field_key(key, fresh, effects);
            }
            _ => self.button_key(key, fresh, repeated, effects),
        }
    }

    /// A held move that is pressed again is done, not typed: lists are walked by holding a key.
    fn moves_on(&mut self, held: &HeldKey, key: &KeyEvent, effects: &mut Vec<BarEffect>) -> bool {
        let same = held.key.code == key.code && held.until == Until::Settled;
        if same && held.act.only_moves() {
            self.perform(held.act, effects);
            return true;
        }
        false
    }

    fn button_key(
        &mut self,
        key: &KeyEvent,
        fresh: bool,
        repeated: bool,
        effects: &mut Vec<BarEffect>,
    ) {
        if let Some(character) = typed(key) {
            let goes_back = self
                .current()
                .is_some_and(|entry| entry.prompt.has_way_back());
            let act = Act::of(character).filter(|act| *act != Act::Back || goes_back);
            let counts = fresh && self.guard.is_armed(self.now);
            match act {
                Some(act) if act.only_moves() && repeated && self.guard.is_deliberate() => {
                    self.perform(act, effects);
                }
                Some(act) if counts => self.hold(key, act),
                Some(_) if fresh && self.guard.is_answering() => self.hold_too_early(key),
                Some(_) if repeated => effects.push(BarEffect::Bell),
                _ => self.typed_text(vec![*key], effects),
            }
            return;
        }
        match key.code {
            KeyCode::Esc => self.perform(Act::Later, effects),
            KeyCode::Enter if key.modifiers.is_empty() => self.enter(key, fresh, effects),
            KeyCode::Tab | KeyCode::Right => self.move_button(1),
            KeyCode::BackTab | KeyCode::Left => self.move_button(-1),
            KeyCode::Down => self.perform(Act::Down, effects),
            KeyCode::Up => self.perform(Act::Up, effects),
            _ => {}
        }
    }

    /// Enter counts only where the human took the bar himself.
    pub(super) fn enter(&mut self, key: &KeyEvent, fresh: bool, effects: &mut Vec<BarEffect>) {
        if !self.guard.is_deliberate() {
            self.message = Some(say!("bar-focus-then-enter").to_owned());
            effects.push(BarEffect::Bell);
        } else if fresh && self.guard.is_armed(self.now) {
            self.hold(key, Act::Press);
        } else {
            effects.push(BarEffect::Bell);
        }
    }

    fn hold(&mut self, key: &KeyEvent, act: Act) {
        let until = if self.guard.is_deliberate() {
            Until::Settled
        } else {
            Until::Filled
        };
        self.guard.held = Some(HeldKey {
            key: *key,
            act,
            at: self.now,
            until,
        });
    }

    /// A key for what is shown, before that is armed. What follows it soon makes it text.
    fn hold_too_early(&mut self, key: &KeyEvent) {
        self.guard.held = Some(HeldKey {
            key: *key,
            act: Act::TooEarly,
            at: self.now,
            until: Until::Filled,
        });
    }

    fn settled(&mut self, effects: &mut Vec<BarEffect>) {
        if let Some(held) = self.guard.held
            && held.until == Until::Settled
        {
            self.guard.held = None;
            self.perform(held.act, effects);
        }
    }

    /// A key came while another was held: both were text.
    fn second_key(&mut self, held: HeldKey, key: &KeyEvent, effects: &mut Vec<BarEffect>) {
        if typed(&held.key).is_none() {
            // Enter, and something on its heels: neither counts, and what was typed is kept.
            if typed(key).is_some() {
                match self.current().map(|entry| &entry.sheet) {
                    Some(BarSheet::Field(_)) => self.field_key(key, false, effects),
                    _ => self.typed_text(vec![*key], effects),
                }
            }
            effects.push(BarEffect::Bell);
            return;
        }
        match key.code {
            // Not handed on: Enter would send what is not even a message yet.
            KeyCode::Enter => self.typed_text(vec![held.key], effects),
            KeyCode::Esc => {
                self.put_off();
                self.typed_text(vec![held.key], effects);
            }
            _ if key
                .modifiers
                .intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) =>
            {
                self.typed_text(vec![held.key], effects);
            }
            _ => self.typed_text(vec![held.key, *key], effects),
        }
    }

    /// Keys that were text: the editor gets them, and the focus with them.
    pub(super) fn typed_text(&mut self, keys: Vec<KeyEvent>, effects: &mut Vec<BarEffect>) {
        self.leave(effects);
        effects.push(BarEffect::TypeIntoEditor(keys));
    }

    /// The held key was text after all; the focus goes with it.
    pub(super) fn give_up_held(&mut self, effects: &mut Vec<BarEffect>) {
        if let Some(held) = self.guard.held.take()
            && typed(&held.key).is_some()
        {
            self.typed_text(vec![held.key], effects);
        }
    }

    /// As [`Bar::give_up_held`], but the human asked for the bar and keeps it.
    pub(super) fn give_up_held_to(&mut self, effects: &mut Vec<BarEffect>) {
        if let Some(held) = self.guard.held.take()
            && typed(&held.key).is_some()
        {
            effects.push(BarEffect::TypeIntoEditor(vec![held.key]));
        }
    }

    /// The focus goes back to the editor.
    pub(super) fn leave(&mut self, effects: &mut Vec<BarEffect>) {
        self.passthrough = None;
        self.guard.has_answered = false;
        let held = self.guard.held.take();
        if self.guard.focus.take().is_some() {
            effects.push(BarEffect::Unfocus);
        }
        if let Some(held) = held.filter(|held| typed(&held.key).is_some()) {
            effects.push(BarEffect::TypeIntoEditor(vec![held.key]));
        }
    }

    /// Any key holds a count-down: somebody is there.
    fn hold_timer(&mut self, key: &KeyEvent, effects: &mut Vec<BarEffect>) {
        let now = self.now;
        if typed(key) == Some(' ') {
            return; // Space holds it and lets it go on, see `toggle`.
        }
        if let Some(entry) = self.current_mut()
            && let Some(timer) = entry.timer.as_mut().filter(|timer| !timer.held)
        {
            timer.hold(now);
            effects.push(BarEffect::PauseTimer(entry.prompt.id, TimerHold::Held));
        }
    }
}
