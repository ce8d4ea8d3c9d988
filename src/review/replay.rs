//! Replay: a choice of hunks as a text, by filtering the woven lines. No merge, no search: the
//! order of decisions cannot matter, and touching hunks cannot conflict.

use std::ops::Range;

use crate::protocol::change::Entry;
use crate::protocol::ids::EntryId;

use super::choice::Choice;
use super::endings::Endings;
use super::log::{FileLog, split_lines};
use super::weave::{LineRef, Span, Weave, hunk_at};

/// What a line is, whatever became of the lines around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LineId {
    /// A line of the base, from 0.
    Base(u32),
    /// A line that an entry inserted.
    Inserted {
        /// The entry.
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

/// What a choice of hunks gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replayed {
    /// The text; `None` where the file is absent.
    pub text: Option<String>,
    /// Its lines, top to bottom.
    pub lines: Vec<Line>,
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
    /// The text of a choice of hunks.
    pub(super) fn replay(&self, log: &FileLog, choice: &Choice) -> Replayed {
        let mut replayed = Replayed {
            text: None,
            lines: Vec::new(),
            path: choice.path(log),
            mode: choice.mode(log),
            made_by: choice.made_by(log),
        };
        if !choice.exists(log) {
            return replayed;
        }
        let base: Vec<&str> = split_lines(log.base.as_deref().unwrap_or_default()).collect();
        let offsets = offsets(log);
        let endings = Endings::of_log(log);
        let mut text = String::with_capacity(log.base.as_deref().map_or(0, str::len));
        replayed.lines.reserve(base.len());
        let mut last: Option<LineRef> = None;
        for span in self.spans.iter().filter(|span| span.is_in(choice)) {
            for number in span.lines.clone() {
                let Some((id, line)) = resolve(log, &base, &offsets, span, number) else {
                    continue;
                };
                end_line(&mut text, &mut replayed.lines, &endings);
                let start = text.len();
                text.push_str(line);
                replayed.lines.push(Line {
                    id,
                    bytes: start..text.len(),
                });
                last = Some((span.inserted_by, number));
            }
        }
        if last.is_some_and(|last| self.was_ended(last, choice)) {
            end_line(&mut text, &mut replayed.lines, &endings);
        }
        replayed.text = Some(text);
        replayed
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

fn resolve<'a>(
    log: &'a FileLog,
    base: &[&'a str],
    offsets: &[Vec<usize>],
    span: &Span,
    number: usize,
) -> Option<(LineId, &'a str)> {
    let Some(by) = span.inserted_by else {
        let index = u32::try_from(number).ok()?;
        return Some((LineId::Base(index), base.get(number)?));
    };
    let (entry, hunk) = hunk_at(log, by)?;
    let offset = *offsets.get(by.0)?.get(by.1)?;
    let id = LineId::Inserted {
        entry: entry.id,
        index: u32::try_from(offset.saturating_add(number)).ok()?,
    };
    Some((id, hunk.inserted.get(number)?.as_str()))
}

fn end_line(text: &mut String, lines: &mut [Line], endings: &Endings) {
    let Some(last) = lines.last_mut().filter(|_| !text.ends_with('\n')) else {
        return;
    };
    text.push_str(endings.of(last.id));
    last.bytes.end = text.len();
}
