//! Replay: a choice of hunks as a text, by filtering the woven lines. No merge, no search: the
//! order of decisions cannot matter, and touching hunks cannot conflict.

use std::ops::Range;
use std::sync::Arc;

use crate::protocol::change::Entry;
use crate::protocol::ids::EntryId;

use super::choice::Choice;
use super::endings::Endings;
use super::log::FileLog;
use super::weave::{HunkRef, LineRef, Weave, hunk_at};

/// What a line is, whatever became of the lines around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LineId {
    /// A line of the base, from 0.
    Base(u32),
    /// A line that an entry inserted.
    Inserted {
        entry: EntryId,
        /// Its number among all lines that the entry inserted, from 0.
        index: u32,
    },
}

/// A line of a replayed text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// What it is.
    pub id: LineId,
    /// Where it is in the text, its ending included.
    pub bytes: Range<usize>,
}

/// What a choice of hunks gives, with what its lines are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replayed {
    /// The text; `None` where the file is absent.
    pub text: Option<String>,
    /// Its lines, top to bottom.
    pub lines: Vec<Line>,
    pub path: Option<String>,
    pub mode: Option<u32>,
    pub made_by: Option<EntryId>,
}

/// What a choice of hunks gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplayedText {
    /// The text; `None` where the file is absent.
    pub text: Option<Arc<str>>,
    /// The path that the file has then, relative to the root; `None` where no entry has said one.
    pub path: Option<String>,
    /// The permission bits that it has then; `None` where neither the base nor an entry has said
    /// any.
    pub mode: Option<u32>,
    /// The entry that made it; `None` where it was there before the log. Two files that were made at
    /// one path, one after the other, are told apart by it.
    pub made_by: Option<EntryId>,
}

impl Replayed {
    /// The text of a line, with its ending.
    pub fn line(&self, number: usize) -> Option<&str> {
        let bytes = self.lines.get(number)?.bytes.clone();
        self.text.as_deref()?.get(bytes)
    }
}

impl Weave {
    /// The text of a choice of hunks, with what its lines are.
    pub(super) fn replay(&self, log: &FileLog, choice: &Choice) -> Replayed {
        let text = choice.exists(log).then(|| self.text(log, choice));
        let lines = text.as_deref().map(|text| self.lines(log, choice, text));
        Replayed {
            lines: lines.unwrap_or_default(),
            text,
            path: choice.path(log),
            mode: choice.mode(log),
            made_by: choice.made_by(log),
        }
    }

    /// The same without the lines, in much less time where there are many.
    pub(super) fn give(&self, log: &FileLog, choice: &Choice) -> ReplayedText {
        let exists = choice.exists(log);
        ReplayedText {
            text: exists.then(|| Arc::from(self.text(log, choice))),
            path: choice.path(log),
            mode: choice.mode(log),
            made_by: choice.made_by(log),
        }
    }

    fn text(&self, log: &FileLog, choice: &Choice) -> String {
        let endings = Endings::of_log(log);
        let mut text = String::with_capacity(log.base.as_deref().map_or(0, str::len));
        let mut last: Option<LineRef> = None;
        let mut push = |by: Option<HunkRef>, number: usize, lines: &str| {
            if let Some((by, _)) = last.filter(|_| !text.ends_with('\n')) {
                text.push_str(endings.of(by));
            }
            text.push_str(lines);
            last = Some((by, number));
        };
        for span in self.spans.iter().filter(|span| span.is_in(choice)) {
            match span.inserted_by {
                // Only the last line of the base can be without an ending, so they go in as one.
                None => {
                    let lines = self.base_lines(log, &span.lines).unwrap_or_default();
                    push(None, span.lines.end.saturating_sub(1), lines);
                }
                by => {
                    for number in span.lines.clone() {
                        if let Some(line) = self.line(log, (by, number)) {
                            push(by, number, line);
                        }
                    }
                }
            }
        }
        if let Some(last) = last.filter(|last| self.was_ended(*last, choice))
            && !text.ends_with('\n')
        {
            text.push_str(endings.of(last.0));
        }
        text
    }

    /// Where the lines of a choice are in its text.
    fn lines(&self, log: &FileLog, choice: &Choice, text: &str) -> Vec<Line> {
        let endings = Endings::of_log(log);
        let offsets = offsets(log);
        let mut lines: Vec<Line> = Vec::with_capacity(self.base_ends.len());
        let mut end = 0_usize;
        for span in self.spans.iter().filter(|span| span.is_in(choice)) {
            for number in span.lines.clone() {
                let at = (span.inserted_by, number);
                let (Some(line), Some(id)) = (self.line(log, at), id(log, &offsets, at)) else {
                    continue;
                };
                let start = end;
                end = end.saturating_add(line.len());
                let is_ended = text.get(..end).is_some_and(|above| above.ends_with('\n'));
                if !is_ended && end < text.len() {
                    end = end.saturating_add(endings.of(at.0).len());
                }
                let bytes = start..end;
                lines.push(Line { id, bytes });
            }
        }
        lines
    }

    /// A line as it was written.
    pub(super) fn line<'a>(&self, log: &'a FileLog, (by, number): LineRef) -> Option<&'a str> {
        match by {
            None => self.base_lines(log, &(number..number.checked_add(1)?)),
            Some(by) => Some(hunk_at(log, by)?.1.inserted.get(number)?),
        }
    }

    /// Neighbouring lines of the base.
    fn base_lines<'a>(&self, log: &'a FileLog, lines: &Range<usize>) -> Option<&'a str> {
        let start = match lines.start.checked_sub(1) {
            None => 0,
            Some(above) => *self.base_ends.get(above)?,
        };
        let end = *self.base_ends.get(lines.end.checked_sub(1)?)?;
        log.base.as_deref()?.get(start..end)
    }
}

/// For each entry and hunk, how many lines the entry's hunks before it insert.
fn offsets(log: &FileLog) -> Vec<Vec<usize>> {
    let of_entry = |entry: &Entry| {
        let before = entry.hunks.iter().scan(0_usize, |sum, hunk| {
            let here = *sum;
            *sum = sum.saturating_add(hunk.inserted.len());
            Some(here)
        });
        before.collect()
    };
    log.entries.iter().map(of_entry).collect()
}

fn id(log: &FileLog, offsets: &[Vec<usize>], (by, number): LineRef) -> Option<LineId> {
    let Some(by) = by else {
        return Some(LineId::Base(u32::try_from(number).ok()?));
    };
    let offset = *offsets.get(by.0)?.get(by.1)?;
    Some(LineId::Inserted {
        entry: log.entries.get(by.0)?.id,
        index: u32::try_from(offset.saturating_add(number)).ok()?,
    })
}
