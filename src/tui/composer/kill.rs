//! The kill ring: what was cut last, and what before that. Called by `line_edit`.

/// How many cuts are kept.
const DEPTH: usize = 60;

/// Cuts, latest last.
#[derive(Debug, Clone, Default)]
pub struct KillRing {
    cuts: Vec<String>,
    shown: usize,
    joining: bool,
}

/// Where a cut joins the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    /// Before the cursor: goes in front of the cut before.
    Backward,
    /// Behind the cursor: goes behind it.
    Forward,
}

impl KillRing {
    /// Keeps a cut. Cuts that follow each other without another key are one.
    pub fn push(&mut self, text: &str, cut: Cut) {
        if text.is_empty() {
            return;
        }
        match self.cuts.last_mut() {
            Some(last) if self.joining => match cut {
                Cut::Backward => last.insert_str(0, text),
                Cut::Forward => last.push_str(text),
            },
            _ => {
                if self.cuts.len() == DEPTH {
                    self.cuts.remove(0);
                }
                self.cuts.push(text.to_owned());
            }
        }
        self.joining = true;
    }

    /// The next cut is one of its own.
    pub fn part(&mut self) {
        self.joining = false;
    }

    /// The last cut.
    pub fn yank(&mut self) -> Option<&str> {
        self.shown = self.cuts.len().checked_sub(1)?;
        self.cuts.get(self.shown).map(String::as_str)
    }

    /// The cut before the one that was yanked last; after the oldest comes the latest.
    pub fn rotate(&mut self) -> Option<&str> {
        self.shown = match self.shown.checked_sub(1) {
            Some(before) => before,
            None => self.cuts.len().checked_sub(1)?,
        };
        self.cuts.get(self.shown).map(String::as_str)
    }
}
