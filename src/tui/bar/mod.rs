//! The confirmation bar: the one place where a human says yes.
//!
//! A pure state machine and its drawing. Owns the queue of open prompts of a session, which one
//! is shown, who gave the bar the focus, and the rule that a stray key never approves: see
//! `guard` for the clock and `input` for the keys. Time comes only with an input and with
//! [`Bar::tick`]. Knows no engine: what it decides is handed out as [`BarEffect`].
//!
//! The loop hands every input to [`Bar::input`]: while the bar has the focus it acts, otherwise
//! it only notes the time. When its inputs are drained the loop calls [`Bar::tick`], after each
//! batch and at [`Bar::next_deadline`]: only there does the bar take the focus by itself.

mod answer;
mod auto;
mod buttons;
mod decide;
mod draw;
mod effect;
mod elsewhere;
mod entry;
mod field;
mod guard;
mod input;
mod key_hints;
mod passthrough;
mod pointing;
mod queue;
mod reading;
mod rows;
#[cfg(test)]
mod tests;
mod typing;
mod validate;
pub(in crate::tui) mod visible;

pub use auto::{AutoApproved, draw_auto};
pub use effect::{BarContext, BarEffect, EditSubject, TimerHold, Where};
pub use passthrough::PassthroughQuestion;

use std::time::Duration;

use crate::protocol::ids::{CallId, QuestionId};
use crate::tui::motion::Motion;
use crate::tui::screen::Glyphs;
use entry::{Entry, View};
use guard::Guard;

/// The confirmation bar of one session.
#[derive(Debug, Clone, Default)]
pub struct Bar {
    entries: Vec<Entry>,
    shown: Option<QuestionId>,
    /// The wizard whose question was answered last, in the bar that the user had gone to: its next question takes the
    /// focus, until a key goes elsewhere.
    follows: Option<CallId>,
    passthrough: Option<PassthroughQuestion>,
    guard: Guard,
    now: Duration,
    context: BarContext,
    /// What is around it as it is drawn.
    around: BarContext,
    glyphs: Glyphs,
    motion: Motion,
    view: View,
    /// Set by what happens without a time; the next tick gives it one.
    wants_tick: bool,
    /// What the last key came to, where the human must be told.
    message: Option<String>,
}
