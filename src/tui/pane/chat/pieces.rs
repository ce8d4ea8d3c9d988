//! Pieces of a stream that may come twice, late or out of order, put where they belong.

use std::collections::BTreeMap;

/// Pieces beyond a gap that are kept; the whole text comes in the end in any case.
const MAX_WAITING: usize = 1_024;

/// How far a stream has been heard, and what came too early.
#[derive(Debug, Clone, Default)]
pub(super) struct Pieces {
    end: u64,
    waiting: BTreeMap<u64, String>,
}

impl Pieces {
    /// A stream that has been heard up to here.
    pub(super) fn heard(end: usize) -> Self {
        Self {
            end: end as u64,
            waiting: BTreeMap::new(),
        }
    }

    /// Takes a piece and gives what is new and follows on what was heard; empty if nothing does.
    pub(super) fn take(&mut self, offset: u64, text: &str) -> String {
        let mut out = String::new();
        if !self.follow(offset, text, &mut out) {
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
            if !self.follow(offset, &text, &mut out) {
                self.waiting.insert(offset, text);
                break;
            }
        }
        out
    }

    /// Adds what of a piece is new. False where there is a gap before it.
    fn follow(&mut self, offset: u64, text: &str, out: &mut String) -> bool {
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
