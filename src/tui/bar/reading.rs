//! Tracks whether all of a question was on the screen: the user cannot approve what was not shown.
//! Part of [`Bar`].
//!
//! Text counts as read if it fits, was scrolled through row by row, or was seen to its end in
//! the full text.

use super::Bar;
use super::entry::{BarPanel, Entry, View};
use super::rows::{self, HiddenPart};
use crate::effect::Effect;
use l10n::say;
use protocol::approval::Decision;

impl Bar {
    /// Whether a part of what a yes would grant was never on the screen.
    pub(super) fn is_unread(&self, entry: &Entry, view: View) -> bool {
        if entry.seen_in_full {
            return false;
        }
        match rows::unseen(self, entry, view) {
            HiddenPart::Nothing => false,
            HiddenPart::Part => true,
            HiddenPart::Rows { of, .. } => entry.read_at(view.width) < of,
        }
    }

    /// Whether help or an explanation stands in place of the question: nothing can be granted then.
    pub(super) fn is_covered(&self, entry: &Entry) -> bool {
        self.passthrough.is_none() && rows::is_covered(self, entry, self.view)
    }

    /// Shows the question again in place of what lies over it for a moment. A question that was
    /// covered is shown anew, and so is armed again.
    pub(super) fn close_panel(&mut self) {
        let Some(entry) = self.current().filter(|entry| entry.panel.is_passing()) else {
            return;
        };
        if self.is_covered(entry) {
            self.guard.rearm();
        }
        self.show_dialog(BarPanel::Buttons);
    }

    /// Notes the rows that are on the screen now; they do not count if rows before
    /// them were skipped.
    pub(super) fn record_read_rows(&mut self) {
        let view = self.view;
        let Some(entry) = self
            .current()
            .filter(|entry| matches!(entry.panel, BarPanel::Buttons))
        else {
            return;
        };
        let HiddenPart::Rows { first, end, .. } = rows::unseen(self, entry, view) else {
            return;
        };
        let read = entry.read_at(view.width);
        if first <= read
            && let Some(entry) = self.current_mut()
        {
            entry.read = (view.width, read.max(end));
        }
    }

    /// Hands out an answer that grants something, if all that it grants was shown.
    pub(super) fn approve(&mut self, decision: Decision, effects: &mut Vec<Effect>) {
        let view = self.view;
        if self
            .current()
            .is_some_and(|entry| self.is_unread(entry, view))
        {
            self.refuse_unread(effects);
        } else {
            self.answer(decision, effects);
        }
    }

    /// Shows why a yes does not count, beside the buttons, where the user also finds how
    /// to see everything.
    pub(super) fn refuse_unread(&mut self, effects: &mut Vec<Effect>) {
        if let Some(entry) = self.current_mut() {
            entry.panel = BarPanel::Buttons;
        }
        self.refuse(say!("bar-not-all-seen"), effects);
    }
}

impl Entry {
    /// Returns how many rows were read at this width; at another width the rows differ.
    fn read_at(&self, width: u16) -> usize {
        let (at, read) = self.read;
        if at == width { read } else { 0 }
    }
}
