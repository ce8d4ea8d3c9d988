//! How lines end in a column. Only a line that came without an ending can end otherwise than it
//! was written: it gets one where a choice of hunks puts another line behind it.

use std::collections::BTreeMap;

use super::lines::ending_of;
use super::runs::Column;
use crate::protocol::review::view::LineEnding;
use crate::review::choice::Choice;
use crate::review::endings::Endings;
use crate::review::log::FileLog;
use crate::review::weave::{LineRef, Weave};

/// Lines that came without an ending, by their number among the lines of the view.
#[derive(Debug, Clone, Default)]
pub(super) struct Unended(BTreeMap<usize, GivenLines>);

#[derive(Debug, Clone)]
struct GivenLines {
    /// The ending that it has with another line behind it.
    before_another: LineEnding,
    /// Whether it has it as the last line too, in each column.
    as_last: [bool; 3],
}

impl Unended {
    /// Those of a log. `choices` are what the columns hold.
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

    /// How a line ends in a column, where it is the last one there or is not.
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

/// Where a line stands in a column's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LinePosition {
    /// Nothing follows it.
    Last,
    /// A line follows it, or it is not in the text.
    Before,
}
