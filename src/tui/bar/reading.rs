//! What is not shown cannot be approved: whether all of a question was on the screen. Part of
//! [`Bar`].
//!
//! Read is what fits, what was scrolled through row by row, and what was seen to its end in the
//! full text.

use super::Bar;
use super::effect::BarEffect;
use super::entry::{BarSheet, Entry, View};
use super::rows::{self, HiddenPart};
use crate::l10n::say;
use crate::protocol::approval::Decision;

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

    /// Notes the rows that are on the screen now; where some between were skipped they do not
    /// count.
    pub(super) fn note_read(&mut self) {
        let view = self.view;
        let Some(entry) = self
            .current()
            .filter(|entry| matches!(entry.sheet, BarSheet::Buttons))
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

    /// Hands out an answer that grants something, where all that it grants was shown.
    pub(super) fn approve(&mut self, decision: Decision, effects: &mut Vec<BarEffect>) {
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

    /// Says why a yes does not count, beside the buttons, where the way to all of it is.
    pub(super) fn refuse_unread(&mut self, effects: &mut Vec<BarEffect>) {
        if let Some(entry) = self.current_mut() {
            entry.sheet = BarSheet::Buttons;
        }
        self.refuse(say!("bar-not-all-seen"), effects);
    }
}

impl Entry {
    /// How many rows were read at this width; at another one they are other rows.
    fn read_at(&self, width: u16) -> usize {
        let (at, read) = self.read;
        if at == width { read } else { 0 }
    }
}
