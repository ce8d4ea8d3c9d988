//! Counts how many answers in a row had a fault of a kind. Answers count, not calls: a model learns
//! of all faults of an answer together, and an answer without one shows that it has understood.

/// Counter of consecutive answers with a fault.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct FaultyAnswers {
    in_a_row: u32,
    /// Whether the current answer is counted.
    is_present: bool,
}

impl FaultyAnswers {
    /// Notes a fault in the current answer; returns how many answers in a row have one.
    pub(super) fn note(&mut self) -> u32 {
        if !self.is_present {
            self.is_present = true;
            self.in_a_row = self.in_a_row.saturating_add(1);
        }
        self.in_a_row
    }

    /// Returns how many answers in a row have a fault.
    pub(super) fn in_a_row(self) -> u32 {
        self.in_a_row
    }

    /// Ends the current answer; an answer without a fault resets the count.
    pub(super) fn next_answer(&mut self) {
        if !std::mem::take(&mut self.is_present) {
            self.in_a_row = 0;
        }
    }
}
