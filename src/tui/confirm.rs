//! The last question before something that was typed and cannot be taken back: its words, the
//! commands that a yes sends, and its keys. A `y` counts only if it was pressed alone and some time
//! after the question appeared; any other key does nothing.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::effect::Effect;
use super::theme::{Role, Theme};
use super::widget::boxed::box_in;
use super::widget::row::{Row, TextStyle, draw_rows};
use super::widget::wrap::{wrap_entries, wrap_text};
use client::question::Arming;
use l10n::say;
use protocol::command::Command;
use redact::one_line;

/// Maximum columns of the box.
const WIDTH: u16 = 76;

#[derive(Debug, Clone, PartialEq)]
pub struct Confirm {
    question: String,
    yes: Vec<Command>,
    arming: Arming,
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
            held: false,
        }
    }

    pub fn key(&mut self, key: &KeyEvent, now: Duration) -> Vec<Effect> {
        self.held = false;
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let chord = KeyModifiers::CONTROL | KeyModifiers::ALT | KeyModifiers::SUPER;
        match key.code {
            KeyCode::Char('g') if control => vec![Effect::CloseOverlay],
            KeyCode::Char(_) if key.modifiers.intersects(chord) => Vec::new(),
            KeyCode::Char('y') => {
                self.held = self.arming.is_armed(now);
                Vec::new()
            }
            KeyCode::Esc | KeyCode::Char('n' | 'q') => vec![Effect::CloseOverlay],
            _ => Vec::new(),
        }
    }

    /// Reports that the last key was alone.
    pub fn settled(&mut self) -> Vec<Effect> {
        if !std::mem::take(&mut self.held) {
            return Vec::new();
        }
        let orders = std::mem::take(&mut self.yes);
        let orders = orders.into_iter().map(Effect::Send);
        std::iter::once(Effect::CloseOverlay)
            .chain(orders)
            .collect()
    }

    /// Discards the held key: it was not alone, or something came after it.
    pub fn drop_held_key(&mut self) {
        self.held = false;
    }

    pub fn draw(&self, whole: Rect, buf: &mut Buffer, theme: &Theme) {
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
    }
}
