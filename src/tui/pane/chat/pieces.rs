//! Orders the pieces of a stream, which may come twice, late or out of order.

use std::collections::BTreeMap;

/// Maximum number of pieces kept beyond a gap; the whole text arrives in the end in any case.
const MAX_WAITING: usize = 1_024;

/// The received length of a stream, and the pieces that came too early.
#[derive(Debug, Clone, Default)]
pub(super) struct Pieces {
    end: u64,
    waiting: BTreeMap<u64, String>,
}

impl Pieces {
    /// Creates a stream that has been received up to here.
    pub(super) fn received(end: usize) -> Self {
        Self {
            end: end as u64,
            waiting: BTreeMap::new(),
        }
    }

    /// Takes a piece and returns the new text that continues the received one; empty if
    /// there is none.
    pub(super) fn take(&mut self, offset: u64, text: &str) -> String {
        let mut out = String::new();
        if !self.append_new(offset, text, &mut out) {
            if self.waiting.len() < MAX_WAITING {
                let longer = self
                    .waiting
                    .get(&offset)
                    .is_none_or(|known| known.len() < text.len());
                if longer {
                    self.waiting.insert(offset, text.to_owned());
                }
            }
            return out;
        }
        while let Some((offset, text)) = self.waiting.pop_first() {
            if !self.append_new(offset, &text, &mut out) {
                self.waiting.insert(offset, text);
                break;
            }
        }
        out
    }

    /// Appends the new part of a piece. Returns false if there is a gap before it.
    fn append_new(&mut self, offset: u64, text: &str, out: &mut String) -> bool {
        let Some(known) = self.end.checked_sub(offset) else {
            return false;
        };
        let new = usize::try_from(known)
            .ok()
            .and_then(|known| text.get(known..));
        if let Some(new) = new {
            out.push_str(new);
            self.end += new.len() as u64;
        }
        true
    }
}
