//! A call whose arguments are marked one by one, while it comes in. Part of [`Recoverer`], which owns the held text.

use super::classify::HOLD_LIMIT;
use super::recover::{Mode, Recoverer};
use super::values::{Marked, Marks, read};
use crate::protocol::stream::StreamPart;

/// Bytes of a call that are looked at with each piece: its name stands in them.
const HEAD: usize = 256;

/// Such a call.
#[derive(Debug)]
pub(super) struct MarkedCall {
    /// Where in the held text it begins.
    at: usize,
    /// Bytes to let go if it is none: the opening.
    opening: usize,
    marks: &'static Marks,
    /// How much of the held text was looked at.
    seen: usize,
}

impl MarkedCall {
    pub(super) fn new(at: usize, opening: usize, marks: &'static Marks) -> Self {
        Self {
            at,
            opening,
            marks,
            seen: 0,
        }
    }

    /// Whether what came since the last look may end it: each end has this.
    fn may_have_ended(&self, held: &str) -> bool {
        let new = self.seen.checked_sub(1).and_then(|from| held.get(from..));
        self.seen < self.at + HEAD || new.is_none_or(|new| new.contains('<') || new.contains('/'))
    }
}

impl Recoverer {
    /// Looks at a call as far as it has come; false where more text is needed.
    pub(super) fn marked(&mut self, mut call: MarkedCall, out: &mut Vec<StreamPart>) -> bool {
        if self.held.len() > HOLD_LIMIT {
            return self.reject(call.opening, out);
        }
        let text = self.held.get(call.at..).unwrap_or_default();
        let read = if call.may_have_ended(&self.held) {
            read(text, call.marks, &self.specs)
        } else {
            Marked::Open
        };
        match read {
            Marked::None => self.reject(call.opening, out),
            Marked::Open => {
                call.seen = self.held.len();
                self.mode = Mode::Marked(call);
                false
            }
            Marked::Whole(length, found) => {
                let text = text.get(..length).unwrap_or_default();
                self.pending.add(vec![found], call.marks.form, text);
                self.absorb(call.at + length);
                self.mode = Mode::After(call.marks.form);
                true
            }
        }
    }

    /// The text is over: only the last mark may be missing.
    pub(super) fn settle_marked(&mut self, call: &MarkedCall) {
        let text = self.held.get(call.at..).unwrap_or_default();
        let closed = format!("{}\n{}", text.trim_end(), call.marks.end);
        if let Marked::Whole(_, found) = read(&closed, call.marks, &self.specs) {
            self.pending.add(vec![found], call.marks.form, text);
            self.absorb(self.held.len());
        }
    }
}
