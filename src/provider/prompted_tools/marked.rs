//! A call in progress whose arguments are marked one by one. Part of [`Recoverer`], which owns
//! the held text.

use super::classify::HOLD_LIMIT;
use super::recover::{Mode, Recoverer};
use super::values::{Marked, Marks, read};
use protocol::stream::StreamPart;

/// Bytes at the start of a call that are examined with each piece: they contain its name.
const HEAD: usize = 256;

/// A call in progress with marked arguments.
#[derive(Debug)]
pub(super) struct MarkedCall {
    /// Start of the call in the held text.
    at: usize,
    /// Number of bytes to release as text if it is no call: the opening.
    opening: usize,
    marks: &'static Marks,
    /// Length of the held text that has been examined.
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

    /// Whether the text since the last check may end the call: every end contains this character.
    fn may_have_ended(&self, held: &str) -> bool {
        let new = self.seen.checked_sub(1).and_then(|from| held.get(from..));
        self.seen < self.at + HEAD || new.is_none_or(|new| new.contains('<') || new.contains('/'))
    }
}

impl Recoverer {
    /// Examines a call as far as it has arrived; returns false if more text is needed.
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

    /// Decides about the call at the end of the text: only the last mark may be missing.
    pub(super) fn settle_marked(&mut self, call: &MarkedCall) {
        let text = self.held.get(call.at..).unwrap_or_default();
        let closed = format!("{}\n{}", text.trim_end(), call.marks.end);
        if let Marked::Whole(_, found) = read(&closed, call.marks, &self.specs) {
            self.pending.add(vec![found], call.marks.form, text);
            self.absorb(self.held.len());
        }
    }
}
