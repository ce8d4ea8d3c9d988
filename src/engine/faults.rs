//! How many answers in a row had a fault of a kind. What counts is the answer, not the call: a model hears of the
//! faults of an answer together, and an answer without one shows that it has understood.

/// Answers in a row with a fault.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct FaultyAnswers {
    in_a_row: u32,
    /// Whether the present answer is among them.
    is_present: bool,
}

impl FaultyAnswers {
    /// Takes note of a fault in the present answer; tells how many answers in a row have one.
    pub(super) fn note(&mut self) -> u32 {
        if !self.is_present {
            self.is_present = true;
            self.in_a_row = self.in_a_row.saturating_add(1);
        }
        self.in_a_row
    }

    /// How many answers in a row have one.
    pub(super) fn in_a_row(self) -> u32 {
        self.in_a_row
    }

    /// The present answer is over: one without a fault ends the row.
    pub(super) fn next_answer(&mut self) {
        if !std::mem::take(&mut self.is_present) {
            self.in_a_row = 0;
        }
    }
}
