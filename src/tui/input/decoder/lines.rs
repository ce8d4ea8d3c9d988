//! Lines that a terminal, or tmux, pastes without marks: they come as keys, and each Enter would send one. Nobody types
//! a text and Enter in one read, so such an Enter is a line end, also the last one: nothing is sent that nobody asked
//! for. Part of the decoder.
//!
//! Who types fast is read key by key; where a slow connection brings a word and its Enter together, Enter once more
//! sends.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::COMPANY;
use crate::tui::input::{Input, InputKind};

/// So many letters in one read are a text that goes on with the next read.
const TEXT: usize = 8;

/// Whether text comes in one burst.
#[derive(Debug, Default)]
pub(super) struct Lines {
    burst: Option<Burst>,
}

/// Text that came faster than it is typed.
#[derive(Debug, Clone, Copy)]
struct Burst {
    /// When its last read came.
    last: Duration,
    /// Whether there was a line end in it.
    has_lines: bool,
}

impl Lines {
    /// Makes Enter a line end where it came behind text in one read, or in a read that goes on
    /// with such a text. An Enter by itself behind one line is a key: a program that types for the
    /// user (`tmux send-keys TEXT Enter`) sends it so.
    pub(super) fn join(&mut self, read: &mut [Input], now: Duration) {
        let burst = self
            .burst
            .filter(|burst| now.saturating_sub(burst.last) < COMPANY);
        let keys = || {
            read.iter()
                .filter(|input| matches!(input.kind, InputKind::Key(_)))
        };
        let is_alone = keys().count() == 1;
        let goes_on = burst.is_some_and(|burst| burst.has_lines || !is_alone);
        let (mut letters, mut joined) = (0, false);
        for input in read.iter_mut() {
            let InputKind::Key(key) = &mut input.kind else {
                continue;
            };
            if is_text(key) {
                letters += 1;
            } else if is_enter(key) && (goes_on || letters > 0) {
                // What a line feed is.
                *key = KeyEvent::new(KeyCode::Char('j'), KeyModifiers::CONTROL);
                joined = true;
            }
        }
        if joined || letters >= TEXT || (burst.is_some() && letters > 0) {
            self.burst = Some(Burst {
                last: now,
                has_lines: joined || burst.is_some_and(|burst| burst.has_lines),
            });
        }
    }
}

fn is_text(key: &KeyEvent) -> bool {
    let is_letter = matches!(key.code, KeyCode::Char(_) | KeyCode::Tab);
    is_letter && key.kind != KeyEventKind::Release && KeyModifiers::SHIFT.contains(key.modifiers)
}

fn is_enter(key: &KeyEvent) -> bool {
    key.code == KeyCode::Enter && key.kind == KeyEventKind::Press && key.modifiers.is_empty()
}
