//! Handles lines that a terminal, or tmux, pastes without markers: they come as keys, and each
//! Enter would send one. Nobody types a text and Enter in one read, so such an Enter is a line end,
//! also the last one: nothing is sent without the user's request. Part of the decoder.
//!
//! Fast typing is read key by key; if a slow connection delivers a word and its Enter together, the
//! user presses Enter once more to send.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::COMPANY;
use crate::input::{Input, InputKind};

/// Minimum letters in one read to count as a text that continues with the next read.
const TEXT: usize = 8;

/// Tracks whether text comes in one burst.
#[derive(Debug, Default)]
pub(super) struct Lines {
    burst: Option<Burst>,
}

/// Text that came faster than a person types.
#[derive(Debug, Clone, Copy)]
struct Burst {
    /// Time of the last read.
    last: Duration,
    /// Whether it contained a line end.
    has_lines: bool,
}

impl Lines {
    /// Makes Enter a line end if it came behind text in one read, or in a read that continues such
    /// a text. An Enter by itself behind one line is a key: a program that types for the user
    /// (`tmux send-keys TEXT Enter`) sends it so.
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
                // The key of a line feed.
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

/// Whether a read holds text and more than one line end, and no sequence.
pub(super) fn are_several(read: &[u8]) -> bool {
    let ends = read.iter().filter(|byte| matches!(byte, b'\r' | b'\n'));
    let has_text = read.iter().any(|byte| *byte > b' ');
    has_text && !read.contains(&0x1b) && ends.count() > 1
}

fn is_text(key: &KeyEvent) -> bool {
    let is_letter = matches!(key.code, KeyCode::Char(_) | KeyCode::Tab);
    is_letter && key.kind != KeyEventKind::Release && KeyModifiers::SHIFT.contains(key.modifiers)
}

fn is_enter(key: &KeyEvent) -> bool {
    key.code == KeyCode::Enter && key.kind == KeyEventKind::Press && key.modifiers.is_empty()
}
