//! The timing part of the rule that a stray key never approves. Pure; called by `input`.
//!
//! Owns: since when the bar has the focus and who gave it, when the window regained the
//! focus, which key is held until it is known that it was alone, which key came last, and
//! whether that key answered.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent};

use super::input::Act;
use crate::input::Window;
use client::question::Arming;

/// Time for which the editor must have been left alone before the bar takes the focus by itself.
pub const QUIET: Duration = Duration::from_millis(1_500);
/// Time from the window's return to the first key that counts.
pub const WINDOW_BACK: Duration = Duration::from_millis(300);
/// Time for which a key is held if the bar took the focus by itself.
pub const FILL: Duration = Duration::from_millis(500);
/// Without release reports, the same key again within this time is a repeat.
pub const REPEAT: Duration = Duration::from_millis(700);

/// The giver of the bar's focus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FocusBy {
    /// The user, with a key for it.
    User,
    /// The bar itself.
    Itself,
}

/// The focus of the bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Focus {
    /// The giver of the focus.
    pub by: FocusBy,
    /// The arming of the shown question.
    pub arming: Arming,
}

/// A key that may decide, held until it is known that it was alone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HeldKey {
    pub key: KeyEvent,
    /// The act that the key would perform.
    pub act: Act,
    /// Time of the key press.
    pub at: Duration,
    /// The condition that ends the hold.
    pub until: Until,
}

/// The condition that a held key waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Until {
    /// The report that no byte followed the key.
    Settled,
    /// The whole of [`FILL`].
    Filled,
}

#[derive(Debug, Clone, Default)]
pub struct Guard {
    /// The bar's focus, if it has it.
    pub focus: Option<Focus>,
    /// The key that is held.
    pub held: Option<HeldKey>,
    /// Time of the last key or paste, wherever it went.
    pub last_key_at: Option<Duration>,
    /// Whether the last key answered a question (the key that asks for the bar does not count): a
    /// user who answers one question and presses a key as the next comes up means that question,
    /// and is not writing a message.
    pub has_answered: bool,
    last_key: Option<(KeyCode, Duration)>,
    /// Whether the terminal's window has the focus, that is, the user is present.
    pub window: Window,
}

impl Guard {
    /// Gives the bar the focus; the shown question is armed some time after `since`.
    pub fn take(&mut self, by: FocusBy, since: Duration) {
        self.focus = Some(Focus {
            by,
            arming: Arming::since(since),
        });
    }

    /// Starts arming again, from the next known time, because the shown content is new.
    pub fn rearm(&mut self) {
        if let Some(focus) = self.focus.as_mut() {
            focus.arming.restart();
        }
    }

    /// Sets the current time.
    pub fn at(&mut self, now: Duration) {
        if let Some(focus) = self.focus.as_mut() {
            focus.arming.begin(now);
        }
    }

    /// Whether the user gave the focus.
    pub fn is_deliberate(&self) -> bool {
        self.focus.is_some_and(|focus| focus.by == FocusBy::User)
    }

    /// Whether a key that may decide is meant for the bar, even if it cannot count yet: the user
    /// asked for the bar, or has just answered.
    pub fn is_answering(&self) -> bool {
        self.has_answered || self.is_deliberate()
    }

    /// Returns how long until a key counts; zero if it already does.
    pub fn arming_left(&self, now: Duration) -> Duration {
        let arming = self.focus.map(|focus| focus.arming).unwrap_or_default();
        let back = match self.window {
            Window::Here { since: Some(back) } => (back + WINDOW_BACK).saturating_sub(now),
            _ => Duration::ZERO,
        };
        arming.left(now).max(back)
    }

    /// Whether a key that comes now can count.
    pub fn is_armed(&self, now: Duration) -> bool {
        self.window != Window::Away && self.arming_left(now).is_zero()
    }

    /// Notes a key press and returns whether it is the same key as the press before, within the
    /// time in which a terminal without release reports may repeat it.
    pub fn note_press(&mut self, key: &KeyEvent, at: Duration) -> bool {
        let again = self
            .last_key
            .is_some_and(|(code, before)| code == key.code && at.saturating_sub(before) < REPEAT);
        self.last_key = Some((key.code, at));
        self.last_key_at = Some(at);
        again
    }

    /// Returns when something happens by itself while the bar has the focus.
    pub fn deadline(&self, now: Duration) -> Option<Duration> {
        self.focus?;
        match self.held {
            Some(held) if held.until == Until::Filled => Some(held.at + FILL),
            _ => {
                let left = self.arming_left(now);
                (!left.is_zero() && self.window != Window::Away).then(|| now + left)
            }
        }
    }
}
