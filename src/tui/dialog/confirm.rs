//! The last question before something that was typed and cannot be taken back: its words, the
//! commands that a yes sends, and its keys. A `y` counts only if it was pressed alone and some time
//! after the question appeared; any other key does nothing.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::dialog::Dialog;
use crate::effect::Effect;
use crate::hints::{KeyHints, OwnKey};
use crate::keymap::{Action, Context};
use crate::theme::{Role, Theme};
use crate::widget::boxed::box_in;
use crate::widget::row::{Row, TextStyle, draw_rows};
use crate::widget::wrap::{wrap_entries, wrap_text};
use client::question::Arming;
use l10n::say;
use protocol::command::Command;
use redact::one_line;

/// Keys before an action that cannot be taken back.
const SURE_KEYS: &[OwnKey] = &[("y", "hint-yes"), ("n", "hint-no"), ("Esc", "hint-back")];

/// Maximum columns of the box.
const WIDTH: u16 = 76;

#[derive(Debug, Clone, PartialEq)]
pub struct Confirm {
    question: String,
    yes: Vec<Command>,
    arming: Arming,
    /// Time of the last input.
    now: Duration,
    /// A `y` was pressed; whether it was alone is not known yet.
    held: bool,
}

impl Confirm {
    /// Asks the question from now on.
    pub fn new(question: &str, yes: Vec<Command>, now: Duration) -> Self {
        Self {
            question: one_line(question),
            yes,
            arming: Arming::since(now),
            now,
            held: false,
        }
    }
}

impl Dialog for Confirm {
    fn contexts(&self) -> &'static [Context] {
        &[Context::Picker]
    }

    fn key_hints(&self) -> KeyHints {
        KeyHints::Keys(SURE_KEYS)
    }

    fn takes_text(&self) -> bool {
        true
    }

    /// Only Enter itself is Enter here.
    fn takes_line_feeds(&self) -> bool {
        true
    }

    fn set_now(&mut self, now: Duration) {
        self.now = now;
    }

    /// The dialog's own keys are letters.
    fn act(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::CancelOverlay => vec![Effect::CloseDialog],
            _ => Vec::new(),
        }
    }

    fn key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        self.held = false;
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let chord = KeyModifiers::CONTROL | KeyModifiers::ALT | KeyModifiers::SUPER;
        match key.code {
            KeyCode::Char('g') if control => vec![Effect::CloseDialog],
            KeyCode::Char(_) if key.modifiers.intersects(chord) => Vec::new(),
            KeyCode::Char('y') => {
                self.held = self.arming.is_armed(self.now);
                Vec::new()
            }
            KeyCode::Esc | KeyCode::Char('n' | 'q') => vec![Effect::CloseDialog],
            _ => Vec::new(),
        }
    }

    fn settled(&mut self) -> Option<Vec<Effect>> {
        if !std::mem::take(&mut self.held) {
            return None;
        }
        let orders = std::mem::take(&mut self.yes);
        let orders = orders.into_iter().map(Effect::Send);
        let effects = std::iter::once(Effect::CloseDialog);
        Some(effects.chain(orders).collect())
    }

    fn drop_held_key(&mut self) {
        self.held = false;
    }

    fn draw(&self, whole: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
        let width = WIDTH.min(whole.width.saturating_sub(2));
        let room = usize::from(width.saturating_sub(4)).max(1);
        let mut rows = wrap_text(&self.question, TextStyle::of(Role::Fg), room);
        rows.push(Row::default());
        rows.extend(wrap_entries(
            say!("sure-keys"),
            TextStyle::of(Role::Accent),
            room,
        ));
        let height = u16::try_from(rows.len()).unwrap_or(u16::MAX);
        let height = height.saturating_add(2);
        let inner = box_in(whole, (width, height), say!("sure-title"), buf, theme);
        draw_rows(&rows, inner, buf, theme);
        None
    }

    /// A question that was covered for a while may be forgotten by the time it returns.
    fn stays_beneath(&self) -> bool {
        false
    }
}
