//! The clock of the rule that a stray key never approves. Pure; called by `input`.
//!
//! Owns: since when the bar has the focus and who gave it, when the window came back, which key
//! is held until it is known that it was alone, which key came last, and whether that answered.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent};

use super::input::Act;
use crate::tui::input::Window;

/// The editor must have been left alone for so long before the bar takes the focus by itself.
pub const QUIET: Duration = Duration::from_millis(1_500);
/// From the focus to the first key that counts.
pub const ARMING: Duration = Duration::from_millis(400);
/// From the window's return to the first key that counts.
pub const WINDOW_BACK: Duration = Duration::from_millis(300);
/// How long a key is held when the bar took the focus by itself.
pub const FILL: Duration = Duration::from_millis(500);
/// Without reports of releases, the same key again within this time is a repeat.
pub const REPEAT: Duration = Duration::from_millis(700);

/// Who gave the bar the focus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FocusBy {
    /// The human, with a key for it.
    Human,
    /// The bar took it.
    Itself,
}

/// The bar has the focus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Focus {
    /// Who gave it.
    pub by: FocusBy,
    /// Since when what is shown can be answered; `None` until the next time is known.
    pub since: Option<Duration>,
}

/// A key that may decide, until it is known that it was alone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HeldKey {
    pub key: KeyEvent,
    /// What it would do.
    pub act: Act,
    /// When it came.
    pub at: Duration,
    /// What it waits for.
    pub until: Until,
}

/// What a held key waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Until {
    /// Word that no byte followed it.
    Settled,
    /// The whole of [`FILL`].
    Filled,
}

#[derive(Debug, Clone, Default)]
pub struct Guard {
    /// The focus, if the bar has it.
    pub focus: Option<Focus>,
    /// The key that is held.
    pub held: Option<HeldKey>,
    /// When the last key or paste came, wherever it went.
    pub last_key_at: Option<Duration>,
    /// Whether the last key answered a prompt, but for the one that asks for the bar: who answers
    /// one and presses a key as the next comes up means that one, and writes no message.
    pub has_answered: bool,
    last_key: Option<(KeyCode, Duration)>,
    /// Whether the human is there.
    pub window: Window,
}

impl Guard {
    /// Gives the bar the focus; what is shown is armed a while after `since`.
    pub fn take(&mut self, by: FocusBy, since: Duration) {
        self.focus = Some(Focus {
            by,
            since: Some(since),
        });
    }

    /// What is shown is new: it is armed a while after the next time that is known.
    pub fn rearm(&mut self) {
        if let Some(focus) = self.focus.as_mut() {
            focus.since = None;
        }
    }

    /// Tells the time.
    pub fn at(&mut self, now: Duration) {
        if let Some(focus) = self.focus.as_mut()
            && focus.since.is_none()
        {
            focus.since = Some(now);
        }
    }

    /// Whether the human gave the focus.
    pub fn is_deliberate(&self) -> bool {
        self.focus.is_some_and(|focus| focus.by == FocusBy::Human)
    }

    /// Whether a key that may decide is meant for the bar, also where it cannot count yet: the human asked for the bar, or
    /// has just answered.
    pub fn is_answering(&self) -> bool {
        self.has_answered || self.is_deliberate()
    }

    /// How long until a key counts; zero where it does.
    pub fn arming_left(&self, now: Duration) -> Duration {
        let armed = self
            .focus
            .and_then(|focus| focus.since)
            .map_or(now + ARMING, |since| since + ARMING);
        let back = match self.window {
            Window::Here { since: Some(back) } => back + WINDOW_BACK,
            _ => Duration::ZERO,
        };
        armed.max(back).saturating_sub(now)
    }

    /// Whether a key that comes now can count.
    pub fn is_armed(&self, now: Duration) -> bool {
        self.window != Window::Away && self.arming_left(now).is_zero()
    }

    /// Notes a press and says whether it is the same key as the press before, within the time
    /// in which a terminal without release reports may repeat it.
    pub fn note_press(&mut self, key: &KeyEvent, at: Duration) -> bool {
        let again = self
            .last_key
            .is_some_and(|(code, before)| code == key.code && at.saturating_sub(before) < REPEAT);
        self.last_key = Some((key.code, at));
        self.last_key_at = Some(at);
        again
    }

    /// When something happens by itself while the bar has the focus.
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
