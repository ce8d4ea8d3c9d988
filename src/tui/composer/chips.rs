//! Large pastes and pictures, folded to a chip in the text and unfolded for sending.
//!
//! A chip is its label, `[paste 1: 312 lines]` or `[picture 1: shot.png]`, as plain text in the
//! buffer: it can be cut, moved and yanked like text, and is deleted as one. Called by `line_edit`.

use l10n::{counted, say};
use protocol::picture::{label, tags};
use std::ops::Range;

/// A paste of more lines than this is folded.
const FOLD_LINES: usize = 10;
/// A paste of more characters than this is folded too: a line may also be long.
const FOLD_CHARACTERS: usize = 4_000;

/// The pastes that have a chip.
#[derive(Debug, Clone, Default)]
pub struct Folds {
    pastes: Vec<Paste>,
    made: usize,
    /// Number of pictures that got a chip.
    pictures: usize,
}

#[derive(Debug, Clone)]
struct Paste {
    label: String,
    text: String,
}

impl Folds {
    /// Returns the text to insert for a paste: the paste itself, or its chip.
    pub fn fold(&mut self, pasted: &str) -> String {
        let lines = pasted.trim_end_matches('\n').split('\n').count();
        if lines <= FOLD_LINES && pasted.chars().count() <= FOLD_CHARACTERS {
            return self.fold_tags(pasted);
        }
        self.made += 1;
        let label = say!(
            "composer-paste",
            made = self.made,
            lines = counted(lines, "line")
        );
        self.pastes.push(Paste {
            label: label.clone(),
            text: pasted.to_owned(),
        });
        label
    }

    /// Returns the text with a chip for each picture tag.
    pub fn fold_tags(&mut self, text: &str) -> String {
        let (mut folded, mut done) = (String::with_capacity(text.len()), 0);
        for (place, picture) in tags(text) {
            self.pictures += 1;
            let label = label(self.pictures, &picture);
            folded.push_str(text.get(done..place.start).unwrap_or_default());
            folded.push_str(&label);
            done = place.end;
            self.pastes.push(Paste {
                label,
                text: picture.tag(),
            });
        }
        folded.push_str(text.get(done..).unwrap_or_default());
        folded
    }

    /// Returns the ranges of chips in `text`, in order.
    pub fn spans(&self, text: &str) -> Vec<Range<usize>> {
        let mut spans: Vec<Range<usize>> = self
            .pastes
            .iter()
            .flat_map(|paste| {
                text.match_indices(paste.label.as_str())
                    .map(|(start, label)| start..start + label.len())
            })
            .collect();
        spans.sort_by_key(|span| span.start);
        spans
    }

    /// Returns the text with every chip unfolded.
    pub fn unfold(&self, text: &str) -> String {
        let mut whole = String::with_capacity(text.len());
        let mut done = 0;
        for span in self.spans(text) {
            whole.push_str(text.get(done..span.start).unwrap_or_default());
            let label = text.get(span.clone()).unwrap_or_default();
            let paste = self.pastes.iter().find(|paste| paste.label == label);
            whole.push_str(paste.map_or(label, |paste| &paste.text));
            done = span.end;
        }
        whole.push_str(text.get(done..).unwrap_or_default());
        whole
    }

    /// Forgets all pastes and pictures.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}
