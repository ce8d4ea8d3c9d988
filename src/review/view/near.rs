//! What saving would give near a hunk.

use super::Notes;
use super::hunks::why;
use super::lines::without_ending;
use crate::protocol::ids::HunkId;
use crate::review::groups::Groups;
use crate::review::log::FileLog;
use crate::review::weave::{Span, Weave, hunk_at};

/// Lines of TARGET near a hunk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Near {
    /// Number of the first line, from 1.
    pub first_line: u32,
    /// The lines, without endings, each with whether the hunk made it.
    pub lines: Vec<(String, bool)>,
    /// What has to be settled first.
    pub note: Option<String>,
}

/// At most `count` lines of TARGET with the place of a hunk in the middle. `None` for a hunk that
/// the log does not have.
pub fn result_near(log: &FileLog, notes: &Notes, hunk: HunkId, count: usize) -> Option<Near> {
    let place = log.place(hunk)?;
    let weave = Weave::of(log);
    let groups = Groups::of(log);
    let is_its = |by: &_| groups.root(*by) == groups.root(place);
    let target = log.target_of(&weave);
    let before = weave.lines_before(&target, |by| is_its(&by));
    let (mut made, mut lines) = (0, Vec::new());
    for span in weave.spans.iter().filter(|span| span.is_in(&target)) {
        let is_made = span.inserted_by.iter().any(is_its);
        made += if is_made { span.lines.len() } else { 0 };
        lines.push((span, is_made));
    }
    let above = count.saturating_sub(made.max(1)).div_ceil(2);
    let first = before.saturating_sub(above);
    let replayed = weave.replay(log, &target);
    let is_made = made_lines(&lines);
    let window = first..first.saturating_add(count).min(replayed.lines.len());
    let text = |number: usize| {
        let line = replayed.line(number)?;
        let is_made = is_made(number);
        Some((without_ending(line).to_owned(), is_made))
    };
    Some(Near {
        first_line: u32::try_from(first.saturating_add(1)).unwrap_or(u32::MAX),
        lines: window.filter_map(text).collect(),
        note: note(log, &weave, notes, hunk),
    })
}

/// Whether line `number` of neighbouring spans is of one that is said to be made.
fn made_lines(spans: &[(&Span, bool)]) -> impl Fn(usize) -> bool {
    let mut ranges = Vec::new();
    let mut at = 0_usize;
    for (span, is_made) in spans {
        let end = at + span.lines.len();
        if *is_made {
            ranges.push(at..end);
        }
        at = end;
    }
    move |number| ranges.iter().any(|range| range.contains(&number))
}

fn note(log: &FileLog, weave: &Weave, notes: &Notes, hunk: HunkId) -> Option<String> {
    let live = log.live_of(weave);
    let conflicts = log.conflicts_in(weave, &live);
    let mut open = conflicts.iter().filter(|conflict| {
        let is_its = conflict.hunk == hunk || conflict.with == hunk;
        is_its && !notes.is_settled(conflict.hunk, conflict.with)
    });
    let conflict = open.next()?;
    let (with, _) = hunk_at(log, log.place(conflict.with)?)?;
    Some(format!("to settle first: {}", why(conflict.kind, with)))
}
