//! The question that is asked when passthrough is turned on for the first time. Part of [`Bar`].
//!
//! It starts on "no". The user pressed the key for it, so it has the focus at once, and is armed
//! like any question.

use super::Bar;
use super::input::Act;
use crate::effect::Effect;
use client::question::Choice;
use protocol::command::Command;

/// Content of the question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PassthroughQuestion {
    /// The session, as shown: `session 1`.
    pub session: String,
    /// The workspace, as shown: `~/src/shop`.
    pub root: String,
    /// The mode that would stay in effect.
    pub mode: String,
    on_yes: bool,
}

impl PassthroughQuestion {
    pub fn new(
        session: impl Into<String>,
        root: impl Into<String>,
        mode: impl Into<String>,
    ) -> Self {
        Self {
            session: session.into(),
            root: root.into(),
            mode: mode.into(),
            on_yes: false,
        }
    }

    /// Whether "turn on" has the focus.
    pub(super) fn is_on_yes(&self) -> bool {
        self.on_yes
    }

    pub(super) fn focus_other(&mut self) {
        self.on_yes = !self.on_yes;
    }
}

impl Bar {
    pub(super) fn perform_passthrough(&mut self, act: Act, effects: &mut Vec<Effect>) {
        let on_yes = self
            .passthrough
            .as_ref()
            .is_some_and(PassthroughQuestion::is_on_yes);
        match act {
            Act::Choose(Choice::Yes) => self.close_passthrough(effects, Choice::Yes),
            Act::Press if on_yes => self.close_passthrough(effects, Choice::Yes),
            Act::Press | Act::Choose(Choice::No | Choice::Later) => {
                self.close_passthrough(effects, Choice::No);
            }
            _ => effects.push(Effect::Bell),
        }
    }

    /// Withdraws the question whether to turn passthrough on: everything is stopped.
    pub fn withdraw_passthrough(&mut self) -> Vec<Effect> {
        let mut effects = Vec::new();
        if self.passthrough.is_some() {
            self.guard.held = None;
            self.leave(&mut effects);
            self.wants_tick = true;
        }
        effects
    }

    fn close_passthrough(&mut self, effects: &mut Vec<Effect>, answer: Choice) {
        if answer == Choice::Yes {
            let session = self.session;
            effects.push(Effect::Send(Command::TogglePassthrough { session }));
        }
        self.leave(effects);
        self.wants_tick = true;
    }
}
