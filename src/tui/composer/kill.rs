//! The kill ring: the last cut and those before it. Called by `line_edit`.

/// Number of cuts kept.
const DEPTH: usize = 60;

/// The cuts, latest last.
#[derive(Debug, Clone, Default)]
pub struct KillRing {
    cuts: Vec<String>,
    shown: usize,
    joining: bool,
}

/// The side at which a cut joins the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    /// Cut before the cursor: goes in front of the earlier cut.
    Backward,
    /// Cut behind the cursor: goes behind the earlier cut.
    Forward,
}

impl KillRing {
    /// Adds a cut. Cuts that follow each other without another key are joined.
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

    /// Ends joining: the next cut is separate.
    pub fn part(&mut self) {
        self.joining = false;
    }

    /// Returns the last cut.
    pub fn yank(&mut self) -> Option<&str> {
        self.shown = self.cuts.len().checked_sub(1)?;
        self.cuts.get(self.shown).map(String::as_str)
    }

    /// Returns the cut before the one that was yanked last; after the oldest comes the latest.
    pub fn rotate(&mut self) -> Option<&str> {
        self.shown = match self.shown.checked_sub(1) {
            Some(before) => before,
            None => self.cuts.len().checked_sub(1)?,
        };
        self.cuts.get(self.shown).map(String::as_str)
    }
}
