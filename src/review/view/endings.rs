//! Line endings in a column. An ending only differs from the written one for a line that had none:
//! it gets one if a choice of hunks puts another line after it.

use std::collections::BTreeMap;

use super::lines::ending_of;
use super::runs::Column;
use crate::choice::Choice;
use crate::endings::Endings;
use crate::log::FileLog;
use crate::weave::{LineRef, Weave};
use protocol::review::view::LineEnding;

/// Lines that were written without an ending, by their number among the lines of the view.
#[derive(Debug, Clone, Default)]
pub(super) struct Unended(BTreeMap<usize, GivenLines>);

#[derive(Debug, Clone)]
struct GivenLines {
    /// Line ending if another line follows.
    before_another: LineEnding,
    /// Whether the line also has the ending as the last line, in each column.
    as_last: [bool; 3],
}

impl Unended {
    /// Collects the lines without an ending of a log. `choices` are the contents of the columns.
    pub(super) fn of(
        weave: &Weave,
        log: &FileLog,
        choices: [&Choice; 3],
        number: impl Fn(LineRef) -> Option<usize>,
    ) -> Self {
        let endings = Endings::of_log(log);
        let given = |line: LineRef| {
            let given = GivenLines {
                before_another: ending_of(endings.of(line.0)),
                as_last: choices.map(|choice| weave.was_ended(line, choice)),
            };
            Some((number(line)?, given))
        };
        Self(weave.unended.keys().copied().filter_map(given).collect())
    }

    /// Returns the ending of a line in a column, given whether it is the last line there.
    pub(super) fn ending(
        &self,
        line: usize,
        text: &str,
        column: Column,
        place: LinePosition,
    ) -> LineEnding {
        let written = ending_of(text);
        let Some(given) = self.0.get(&line).filter(|_| written == LineEnding::None) else {
            return written;
        };
        let has_it = given.as_last.get(column as usize).copied() == Some(true);
        match place {
            LinePosition::Last if !has_it => LineEnding::None,
            _ => given.before_another,
        }
    }
}

/// Position of a line in a column's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LinePosition {
    Last,
    /// A line follows, or the line is not in the text.
    Before,
}
