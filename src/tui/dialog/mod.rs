//! Dialogs: what lies over the panes and takes the keys.
//!
//! A dialog owns its state, its keys and its drawing. It never reaches into the screen: what it
//! must know of it comes as a [`DialogContext`], what it wants done is returned as
//! [`Effect`]s. The topmost dialog of [`Dialogs`] has the keys; those beneath it hear events,
//! replies and background jobs, and return when it closes.

pub mod agents;
pub(crate) mod apply_sheet;
pub mod choice_picker;
pub(crate) mod confirm;
mod context;
pub(crate) mod diff_dialog;
pub mod figures;
pub mod full_text;
#[cfg(test)]
mod harness;
pub mod help;
pub mod interrupted;
pub(crate) mod key_test;
pub mod memory;
pub(crate) mod message_jump;
mod opening;
pub mod palette;
pub mod rollback;
pub(crate) mod search_results;
pub mod session_form;
pub mod session_list;
pub mod settings;
mod stack;
pub mod stall_notice;
pub mod start_screen;
pub mod tasks;
pub mod timeline;

use std::any::Any;
use std::fmt::Debug;
use std::time::Duration;

use crossterm::event::KeyEvent;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

pub use context::DialogContext;
pub use opening::{DialogRequest, Opened, Opening};
pub use stack::Dialogs;

use super::effect::Effect;
use super::hints::KeyHints;
use super::input::InputUse;
use super::keymap::{Action, Context};
use super::select::Page;
use super::theme::Theme;
use super::widget::list_view::ListView;
use client::job::JobId;
use protocol::catalogue::JobProgress;
use protocol::event::Event;
use protocol::ids::SessionId;
use protocol::query::{Query, Reply};

/// A dialog over the panes. Its keys go to [`Dialog::act`] if they are bound in its contexts, and
/// to [`Dialog::key`] otherwise.
pub trait Dialog: Debug + Any {
    /// Returns the contexts in which keys are looked up, innermost first.
    fn contexts(&self) -> &'static [Context];

    /// Returns the key hints.
    fn key_hints(&self) -> KeyHints {
        KeyHints::OfContext
    }

    /// Whether the screen carries out this action although the dialog has the keys.
    fn passes_on(&self, action: Action) -> bool {
        is_of_screen(action)
    }

    /// Whether keys are text. Only keys that are bound everywhere keep their actions.
    fn takes_text(&self) -> bool {
        false
    }

    /// Whether the dialog takes every key, except those that stop.
    fn takes_every_key(&self) -> bool {
        false
    }

    /// Whether Ctrl+J is a key of its own and not another Enter.
    fn takes_line_feeds(&self) -> bool {
        false
    }

    /// Sets the time of the next input or tick.
    fn set_now(&mut self, _now: Duration) {}

    /// Returns when [`Dialog::tick`] is due if no input comes.
    fn deadline(&self) -> Option<Duration> {
        None
    }

    /// Does the work that is due at the time that was set.
    fn tick(&mut self) -> Vec<Effect> {
        Vec::new()
    }

    /// Carries out the action of a bound key.
    fn act(&mut self, action: Action) -> Vec<Effect>;

    /// Handles a key without a binding here, or any key while keys are text.
    fn key(&mut self, _key: &KeyEvent) -> Vec<Effect> {
        Vec::new()
    }

    fn paste(&mut self, _text: &str) -> Vec<Effect> {
        Vec::new()
    }

    /// Carries out the decision of a held key, now known to have been alone. Returns `None` if no
    /// key was held.
    fn settled(&mut self) -> Option<Vec<Effect>> {
        None
    }

    /// Discards a held key: it was not alone, so it decides nothing.
    fn drop_held_key(&mut self) {}

    /// Handles the mouse wheel, down if positive. Decides nothing.
    fn scroll(&mut self, _rows: isize) -> Vec<Effect> {
        Vec::new()
    }

    /// Returns the list in which a click chooses a row, on a screen of this area.
    fn list(&self, _whole: Rect) -> Option<ListView> {
        None
    }

    /// Chooses a row of the list.
    fn choose(&mut self, _row: usize) {}

    /// Handles a click on a screen of this area. Decides nothing.
    fn click(&mut self, whole: Rect, at: Position) -> Vec<Effect> {
        let row = self.list(whole).and_then(|list| list.row_at(at));
        if let Some(row) = row {
            self.choose(row);
        }
        Vec::new()
    }

    /// Returns the text that can be selected, with the area in which it is drawn.
    fn text(&self) -> Option<(Rect, &Page)> {
        None
    }

    /// Returns the selectable text for changing the selection.
    fn text_mut(&mut self) -> Option<&mut Page> {
        None
    }

    /// Handles an event of any session.
    fn on_event(&mut self, _event: &Event) -> Vec<Effect> {
        Vec::new()
    }

    /// Takes the reply to a query. Uses the reply up if nothing else may take it.
    fn on_reply(&mut self, _query: &Query, _reply: &Reply) -> InputUse {
        InputUse::No
    }

    /// Takes a step of a background job; `None` means that the job ended without a result.
    fn on_job(&mut self, _job: JobId, _progress: Option<&JobProgress>) -> Vec<Effect> {
        Vec::new()
    }

    /// Takes over the state of the screen on which the keys depend, and requests what the dialog
    /// has to show. Called after every input, event and reply.
    fn sync(&mut self, _cx: &DialogContext<'_>) -> Vec<Effect> {
        Vec::new()
    }

    /// Takes over what the next frame shows of the screen; called before drawing.
    fn measure(&mut self, _cx: &DialogContext<'_>) {}

    /// Reports what the user has seen so far; called after [`Dialog::measure`].
    fn note_seen(&mut self) -> Vec<Effect> {
        Vec::new()
    }

    /// Whether another frame would show more of the content received so far.
    fn is_incomplete(&self) -> bool {
        false
    }

    /// Draws the dialog over a screen of this area; returns the cursor position.
    fn draw(&self, whole: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position>;

    /// Returns what follows when the user closes the dialog.
    fn closed(&mut self) -> Vec<Effect> {
        Vec::new()
    }

    /// Whether the dialog stays open beneath one that opens over it.
    fn stays_beneath(&self) -> bool {
        true
    }

    /// Handles the end of the review that was opened from the dialog, with the session that is
    /// shown then. Returns whether the dialog comes back.
    fn review_closed(&mut self, _session: Option<SessionId>) -> bool {
        false
    }
}

/// Whether an action stops, leaves or redraws: no dialog keeps it unless it says so.
pub fn is_of_screen(action: Action) -> bool {
    matches!(
        action,
        Action::Interrupt | Action::Quit | Action::PanicStop | Action::Suspend | Action::Redraw
    )
}

/// Whether an action explains the keys, or opens a screen that may replace a dialog in which the
/// user types and chooses nothing.
pub fn leads_elsewhere(action: Action) -> bool {
    matches!(
        action,
        Action::Help | Action::OpenReview | Action::OpenCheckpoints
    )
}

/// Moves by `rows` in the list of a dialog, as its keys do.
pub fn step_list(dialog: &mut dyn Dialog, rows: isize) -> Vec<Effect> {
    let action = if rows < 0 {
        Action::LineUp
    } else {
        Action::LineDown
    };
    // These actions move up and down in every list, and do nothing else.
    let steps = (0..rows.unsigned_abs()).flat_map(|_| dialog.act(action));
    steps.collect()
}
