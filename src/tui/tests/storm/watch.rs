//! Conditions that an approval must meet under the rule "a stray key never approves", observed from
//! outside the bar.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind};

use crate::chrome::Focus;
use client::input::{Input, InputKind};
use protocol::ids::ContentHash;

const fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

/// State of the screen at a moment.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Moment {
    pub(super) now: Duration,
    /// The part with the focus.
    pub(super) focus: Focus,
    /// Whether a dialog or help lies over the question.
    pub(super) covered: bool,
    /// The question that the bar shows.
    pub(super) shown: Option<ContentHash>,
}

impl Moment {
    fn is_of_the_bar(&self) -> bool {
        self.focus == Focus::Bar && !self.covered
    }
}

/// Cause of the bar's focus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum By {
    User,
    Itself,
}

/// The time since which the bar has the focus.
#[derive(Debug, Clone, Copy)]
struct Held {
    since: Duration,
    by: By,
}

/// The last key, and the state when it arrived.
#[derive(Debug, Clone)]
struct Pressed {
    key: KeyEvent,
    at: Duration,
    is_fresh: bool,
    is_armed: bool,
    by: Option<By>,
    shown: Option<ContentHash>,
    is_followed: bool,
}

#[derive(Debug, Default)]
pub(super) struct Watch {
    /// Whether the terminal reports key releases.
    releases: bool,
    held: Option<Held>,
    shown: Option<ContentHash>,
    changed: Duration,
    window_back: Option<Duration>,
    is_away: bool,
    last: Option<Pressed>,
    /// Number of letters that arrived while the bar was armed. `arming` counts those during
    /// the arming delay.
    pub(super) armed: usize,
    pub(super) arming: usize,
    pub(super) approvals: usize,
}

impl Watch {
    /// Creates the watch for a terminal that does or does not report releases.
    pub(super) fn on(releases: bool) -> Self {
        Self {
            releases,
            ..Self::default()
        }
    }

    /// Records an input before the screen handles it.
    pub(super) fn input(&mut self, input: &Input, moment: &Moment) {
        match &input.kind {
            InputKind::Key(key) if key.kind == KeyEventKind::Release => return,
            InputKind::Settled | InputKind::Resize(..) | InputKind::Reply(_) => return,
            InputKind::Key(key) => return self.key(*key, input, moment),
            InputKind::FocusLost => self.is_away = true,
            InputKind::FocusGained => {
                self.is_away = false;
                self.window_back = Some(input.at);
            }
            _ => {}
        }
        if let Some(last) = &mut self.last {
            last.is_followed = true;
        }
    }

    fn key(&mut self, key: KeyEvent, input: &Input, moment: &Moment) {
        let at = input.at;
        let again = self.last.as_ref().is_some_and(|last| {
            last.key.code == key.code && at.saturating_sub(last.at) < ms(700) && !self.releases
        });
        let held = self.held.filter(|_| moment.is_of_the_bar());
        let back = self
            .window_back
            .map_or(Duration::ZERO, |back| back + ms(300));
        let is_armed = held.is_some_and(|held| {
            at >= held.since.max(self.changed) + ms(400) && at >= back && !self.is_away
        });
        if key.code.as_char().is_some() && held.is_some() {
            if is_armed {
                self.armed += 1;
            } else {
                self.arming += 1;
            }
        }
        self.last = Some(Pressed {
            key,
            at,
            is_fresh: input.alone && key.kind == KeyEventKind::Press && !again,
            is_armed,
            by: held.map(|held| held.by),
            shown: moment.shown,
            is_followed: false,
        });
    }

    /// Records the state after an input was handled or time passed.
    pub(super) fn see(&mut self, moment: &Moment, by: By, asked: bool) {
        if moment.shown != self.shown {
            self.shown.clone_from(&moment.shown);
            self.changed = moment.now;
        }
        let since = moment.now;
        self.held = match (moment.is_of_the_bar(), self.held) {
            (false, _) => None,
            (true, None) => Some(Held { since, by }),
            (true, Some(held)) if asked => Some(Held {
                by: By::User,
                ..held
            }),
            (true, held) => held,
        };
    }

    /// Asserts that an approval that happened now was intended.
    pub(super) fn approved(&mut self, now: Duration, shown: Option<&ContentHash>) {
        self.approvals += 1;
        let last = self.last.as_ref().expect("an approval without a key");
        assert!(last.is_fresh, "no fresh press that came alone: {last:?}");
        assert!(!last.is_followed, "something followed: {last:?}");
        assert!(
            now >= last.at + ms(30),
            "nobody knows yet that it was alone: {last:?}"
        );
        assert!(last.is_armed, "it was not armed: {last:?}");
        match last.by {
            Some(By::User) => {}
            Some(By::Itself) => {
                assert!(now >= last.at + ms(500), "it was not filled: {last:?}");
                assert_ne!(last.key.code, KeyCode::Enter, "Enter counts only after F2");
            }
            None => panic!("the bar did not have the keys: {last:?}"),
        }
        if shown.is_some() {
            assert_eq!(last.shown.as_ref(), shown, "something else was shown");
        }
    }
}
