//! The confirmation bar: the one place where a user says yes.
//!
//! A pure state machine and its drawing. Owns the queue of a session's open questions, which one is
//! shown, who gave the bar the focus, and the rule that a stray key never approves: see `guard` for
//! the clock and `input` for the keys. Time comes only with an input and with [`Bar::tick`]. Knows
//! no engine: the bar returns its decisions as effects.
//!
//! The loop hands every input to [`Bar::input`]: while the bar has the focus it acts, otherwise it
//! only notes the time. When its inputs are drained the loop calls [`Bar::tick`], after each batch
//! and at [`Bar::next_deadline`]: only there does the bar take the focus by itself.

mod answer;
mod auto;
mod buttons;
mod context;
mod decide;
mod draw;
mod elsewhere;
mod entry;
mod external_edit;
mod field;
mod full_text;
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
pub(crate) mod visible;

pub use auto::{AutoApproved, draw_auto};
pub use context::{BarContext, TimerHold, Where};
pub(crate) use full_text::diff_lines;
pub(crate) use guard::FILL;
pub use passthrough::PassthroughQuestion;

use std::time::Duration;

use crate::motion::Motion;
use crate::screen::Glyphs;
use entry::{Entry, View};
use external_edit::OpenEdit;
use guard::Guard;
use protocol::ids::{CallId, QuestionId, SessionId};

/// The confirmation bar of one session.
#[derive(Debug, Clone)]
pub struct Bar {
    session: SessionId,
    entries: Vec<Entry>,
    shown: Option<QuestionId>,
    /// The asker of the wizard that the user answered last, in a bar that had the focus: its next
    /// question takes the focus, until a key goes elsewhere.
    follows: Option<(String, Option<CallId>)>,
    passthrough: Option<PassthroughQuestion>,
    guard: Guard,
    now: Duration,
    context: BarContext,
    /// State of the rest of the screen when the bar is drawn.
    around: BarContext,
    glyphs: Glyphs,
    motion: Motion,
    view: View,
    /// Set by changes that come without a time; the next tick gives them one.
    wants_tick: bool,
    /// The result of the last key, if the user must be notified of it.
    message: Option<String>,
    /// The question of the last given answer, in case the engine refuses the answer.
    answering: Option<QuestionId>,
    /// The text that is open in `$EDITOR`.
    open_edit: Option<OpenEdit>,
}
