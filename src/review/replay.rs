//! Replays a choice of hunks as a text, by filtering the woven lines. There is no merge and no
//! search: the order of decisions cannot matter, and touching hunks cannot conflict.

use std::ops::Range;
use std::sync::Arc;

use protocol::ids::EntryId;

use super::choice::Choice;
use super::endings::Endings;
use super::log::FileLog;
use super::weave::{HunkRef, LineRef, Weave, hunk_at};

/// Identity of a line, independent of changes to the lines around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LineId {
    /// Line of the base, from 0.
    Base(u32),
    /// Line that an entry inserted.
    Inserted {
        entry: EntryId,
        /// Index among all lines that the entry inserted, from 0.
        index: u32,
    },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub id: LineId,
    /// Byte range in the text, including the line ending.
    pub bytes: Range<usize>,
}

/// Text of a choice of hunks, with the identity of its lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replayed {
    /// Text; `None` if the file is absent.
    pub text: Option<String>,
    /// Lines, top to bottom.
    pub lines: Vec<Line>,
    pub path: Option<String>,
    pub mode: Option<u32>,
    pub made_by: Option<EntryId>,
}

/// Text of a choice of hunks, without its lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplayedText {
    /// Text; `None` if the file is absent.
    pub text: Option<Arc<str>>,
    /// Path of the file, relative to the root; `None` if no entry names one.
    pub path: Option<String>,
    /// Permission bits of the file; `None` if neither the base nor an entry sets any.
    pub mode: Option<u32>,
    /// Entry that created the file; `None` if it existed before the log. Distinguishes two files
    /// that were created at one path, one after the other.
    pub made_by: Option<EntryId>,
}

impl Replayed {
    /// Returns the text of a line, with its ending.
    pub fn line(&self, number: usize) -> Option<&str> {
        let bytes = self.lines.get(number)?.bytes.clone();
        self.text.as_deref()?.get(bytes)
    }
}

impl Weave {
    /// Computes the text of a choice of hunks, with the identity of its lines.
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

    /// Works like `replay` without the lines, which is much faster for many lines.
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
                // Only the last line of the base can lack an ending, so the lines are added as one
                // piece.
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

    /// Locates the lines of a choice in its text.
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

    /// Returns a line as it was written.
    pub(super) fn line<'a>(&self, log: &'a FileLog, (by, number): LineRef) -> Option<&'a str> {
        match by {
            None => self.base_lines(log, &(number..number.checked_add(1)?)),
            Some(by) => Some(hunk_at(log, by)?.1.inserted.get(number)?),
        }
    }

    /// Returns adjacent lines of the base.
    fn base_lines<'a>(&self, log: &'a FileLog, lines: &Range<usize>) -> Option<&'a str> {
        let start = match lines.start.checked_sub(1) {
            None => 0,
            Some(above) => *self.base_ends.get(above)?,
        };
        let end = *self.base_ends.get(lines.end.checked_sub(1)?)?;
        log.base.as_deref()?.get(start..end)
    }
}

/// Computes, for each entry and hunk, how many lines the entry's earlier hunks insert.
fn offsets(log: &FileLog) -> Vec<Vec<usize>> {
    log.entries
        .iter()
        .map(|entry| {
            let before = entry.hunks.iter().scan(0_usize, |sum, hunk| {
                let here = *sum;
                *sum = sum.saturating_add(hunk.inserted.len());
                Some(here)
            });
            before.collect()
        })
        .collect()
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
