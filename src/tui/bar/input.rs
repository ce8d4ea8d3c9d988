//! The meaning of an input to the bar: text, a move, or a key that may decide. Part of [`Bar`].
//!
//! The bar never acts on a key that may decide as soon as it comes. It holds the key until the key
//! is known to have been alone: until the input says [`InputKind::Settled`] if the user took the
//! bar, for half a second if the bar took the focus by itself. Whatever comes in between makes the
//! key text, and text belongs to the editor. A key that comes before the bar is armed is text too,
//! unless the user asked for the bar or was answering just before: then a key that stays alone does
//! nothing but report that it was too early.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEventKind};

use super::Bar;
use super::context::{BarContext, TimerHold, Where};
use super::entry::BarPanel;
use super::guard::{HeldKey, Until};
use crate::effect::Effect;
use crate::input::InputUse;
use client::input::{Input, InputKind};
use client::line_editor::typed;
use client::question::Choice;
use l10n::say;
use protocol::command::Command;
use protocol::ids::QuestionId;

/// The act of a key in the bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    Choose(Choice),
    /// No, with a reason.
    Comment,
    /// Marks the highlighted entry, or holds the countdown.
    Toggle,
    Down,
    Up,
    /// Highlights the entry with this number, from 1.
    Pick(usize),
    /// Shows the previous question.
    PreviousQuestion,
    /// Shows the next question.
    NextQuestion,
    /// Presses the focused button, or takes what is highlighted or typed.
    Press,
    Help,
    /// Does nothing: the key was pressed before the shown question was armed.
    TooEarly,
}

impl Act {
    /// Whether the act may grant something, or lead to granting it.
    pub(super) fn can_grant(self) -> bool {
        matches!(
            self,
            Act::Press | Act::Choose(Choice::Yes | Choice::Always | Choice::Edit)
        )
    }

    /// Whether repeating the act, or doing it by mistake, decides nothing.
    fn is_move(self) -> bool {
        matches!(self, Act::Down | Act::Up | Act::Pick(_))
    }

    /// Returns the act of a letter; capital or small.
    fn of(character: char) -> Option<Self> {
        Some(match character.to_ascii_lowercase() {
            'c' => Act::Comment,
            ' ' => Act::Toggle,
            'j' => Act::Down,
            'k' => Act::Up,
            '[' => Act::PreviousQuestion,
            ']' => Act::NextQuestion,
            '?' => Act::Help,
            digit @ '1'..='9' => Act::Pick(digit.to_digit(10).map_or(0, |digit| digit as usize)),
            other => Act::Choose(Choice::of_key(other)?),
        })
    }
}

impl Bar {
    /// Handles one input. The loop hands in every input first; without the focus the bar only notes
    /// the time, and `F2` takes the focus. Returns also whether the bar used the input up.
    pub fn input(&mut self, input: &Input, context: &BarContext) -> (Vec<Effect>, InputUse) {
        let had_focus = self.has_focus();
        let mut effects = Vec::new();
        self.advance(input.at, context, &mut effects);
        match &input.kind {
            InputKind::Key(key) => self.key(key, input.alone, &mut effects),
            InputKind::Settled => self.settled(&mut effects),
            InputKind::Paste(text) => self.paste(text, &mut effects),
            InputKind::Mouse(mouse) => {
                if mouse.kind != MouseEventKind::Moved {
                    self.type_held_key(&mut effects);
                }
            }
            InputKind::FocusGained | InputKind::FocusLost => self.type_held_key(&mut effects),
            InputKind::PasteCut | InputKind::Resize(..) | InputKind::Reply(_) => {}
        }
        let takes = matches!(
            input.kind,
            InputKind::Key(_) | InputKind::Paste(_) | InputKind::Settled
        );
        // If the user has moved the focus elsewhere meanwhile, the key belongs there.
        let used = if had_focus && takes && context.focus == Where::Bar {
            InputUse::Yes
        } else {
            InputUse::No
        };
        (effects, used)
    }

    /// Returns the effect that holds a question's countdown, or lets it continue.
    pub(super) fn pause_timeout(&self, question: QuestionId, hold: TimerHold) -> Effect {
        Effect::Send(Command::PauseQuestionTimeout {
            session: self.session,
            question,
            paused: hold == TimerHold::Held,
        })
    }

    fn key(&mut self, key: &KeyEvent, alone: bool, effects: &mut Vec<Effect>) {
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
            if !self.repeats_held_move(&held, key, effects) {
                self.second_key(held, key, effects);
                return;
            }
        }
        self.hold_timer(key, effects);
        let fresh = alone && !repeated;
        match self.current().map(|entry| &entry.panel) {
            Some(BarPanel::Field(_)) if self.passthrough.is_none() => {
                self.field_key(key, fresh, effects);
            }
            _ => self.button_key(key, fresh, repeated, effects),
        }
    }

    /// Performs a held move when its key is pressed again, instead of taking it as text: users walk
    /// lists by holding a key.
    fn repeats_held_move(
        &mut self,
        held: &HeldKey,
        key: &KeyEvent,
        effects: &mut Vec<Effect>,
    ) -> bool {
        let same = held.key.code == key.code && held.until == Until::Settled;
        if same && held.act.is_move() {
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
        effects: &mut Vec<Effect>,
    ) {
        if let Some(character) = typed(key) {
            let goes_back = self
                .current()
                .is_some_and(|entry| entry.question.has_way_back());
            let act =
                Act::of(character).filter(|act| *act != Act::Choose(Choice::Back) || goes_back);
            let counts = fresh && self.guard.is_armed(self.now);
            match act {
                Some(act) if act.is_move() && repeated && self.guard.is_deliberate() => {
                    self.perform(act, effects);
                }
                Some(act) if counts => self.hold(key, act),
                Some(_) if fresh && self.guard.is_answering() => self.hold_too_early(key),
                Some(_) if repeated => effects.push(Effect::Bell),
                _ => self.pass_to_editor(vec![*key], effects),
            }
            return;
        }
        match key.code {
            KeyCode::Esc => self.perform(Act::Choose(Choice::Later), effects),
            KeyCode::Enter if key.modifiers.is_empty() => self.enter(key, fresh, effects),
            KeyCode::Tab | KeyCode::Right => self.move_button(1),
            KeyCode::BackTab | KeyCode::Left => self.move_button(-1),
            KeyCode::Down => self.perform(Act::Down, effects),
            KeyCode::Up => self.perform(Act::Up, effects),
            _ => {}
        }
    }

    /// Handles Enter, which counts only if the user took the bar themselves.
    pub(super) fn enter(&mut self, key: &KeyEvent, fresh: bool, effects: &mut Vec<Effect>) {
        if !self.guard.is_deliberate() {
            self.message = Some(say!("bar-focus-then-enter").to_owned());
            effects.push(Effect::Bell);
        } else if fresh && self.guard.is_armed(self.now) {
            self.hold(key, Act::Press);
        } else {
            effects.push(Effect::Bell);
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

    /// Holds a key that came before the shown question was armed. A key that soon follows
    /// makes it text.
    fn hold_too_early(&mut self, key: &KeyEvent) {
        self.guard.held = Some(HeldKey {
            key: *key,
            act: Act::TooEarly,
            at: self.now,
            until: Until::Filled,
        });
    }

    fn settled(&mut self, effects: &mut Vec<Effect>) {
        if let Some(held) = self.guard.held
            && held.until == Until::Settled
        {
            self.guard.held = None;
            self.perform(held.act, effects);
        }
    }

    /// Handles a key that came while another was held: both were text.
    fn second_key(&mut self, held: HeldKey, key: &KeyEvent, effects: &mut Vec<Effect>) {
        if typed(&held.key).is_none() {
            // Enter, with another key right behind it: neither counts, and the typed text is kept.
            if typed(key).is_some() {
                match self.current().map(|entry| &entry.panel) {
                    Some(BarPanel::Field(_)) => self.field_key(key, false, effects),
                    _ => self.pass_to_editor(vec![*key], effects),
                }
            }
            effects.push(Effect::Bell);
            return;
        }
        match key.code {
            // Enter is not passed on: it would send an unfinished message.
            KeyCode::Enter => self.pass_to_editor(vec![held.key], effects),
            KeyCode::Esc => {
                self.put_off();
                self.pass_to_editor(vec![held.key], effects);
            }
            _ if key
                .modifiers
                .intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) =>
            {
                self.pass_to_editor(vec![held.key], effects);
            }
            _ => self.pass_to_editor(vec![held.key, *key], effects),
        }
    }

    /// Passes keys that were text to the editor, with the focus.
    pub(super) fn pass_to_editor(&mut self, keys: Vec<KeyEvent>, effects: &mut Vec<Effect>) {
        self.leave(effects);
        effects.push(Effect::Type(keys));
    }

    /// Passes the held key to the editor as text, with the focus.
    pub(super) fn type_held_key(&mut self, effects: &mut Vec<Effect>) {
        if let Some(held) = self.guard.held.take()
            && typed(&held.key).is_some()
        {
            self.pass_to_editor(vec![held.key], effects);
        }
    }

    /// Does the same as [`Bar::type_held_key`], but the user asked for the bar and keeps its focus.
    pub(super) fn type_held_key_keeping_focus(&mut self, effects: &mut Vec<Effect>) {
        if let Some(held) = self.guard.held.take()
            && typed(&held.key).is_some()
        {
            effects.push(Effect::Type(vec![held.key]));
        }
    }

    /// Returns the focus to the editor.
    pub(super) fn leave(&mut self, effects: &mut Vec<Effect>) {
        self.passthrough = None;
        self.guard.has_answered = false;
        self.close_panel();
        let held = self.guard.held.take();
        if self.guard.focus.take().is_some() {
            effects.push(Effect::FocusEditor);
        }
        if let Some(held) = held.filter(|held| typed(&held.key).is_some()) {
            effects.push(Effect::Type(vec![held.key]));
        }
    }

    /// Holds the countdown at any key: the user is present.
    fn hold_timer(&mut self, key: &KeyEvent, effects: &mut Vec<Effect>) {
        let now = self.now;
        if typed(key) == Some(' ') {
            return; // Space holds it and lets it go on, see `toggle`.
        }
        if let Some(entry) = self.current_mut()
            && let Some(timer) = entry.timer.as_mut().filter(|timer| !timer.held)
        {
            timer.hold(now);
            let question = entry.question.id;
            effects.push(self.pause_timeout(question, TimerHold::Held));
        }
    }
}
