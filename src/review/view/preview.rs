//! Previews the result of applying near a hunk.

use super::Notes;
use super::hunks::why;
use super::lines::without_ending;
use crate::endings::Endings;
use crate::groups::Groups;
use crate::weave::{Span, hunk_at};
use crate::woven::Woven;
use notice::{Notice, notice};
use protocol::ids::HunkId;
use protocol::review::LineOwner;

/// Lines of TARGET near a hunk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview {
    /// Number of the first line, from 1.
    pub first_line: u32,
    /// The lines, without endings, each with whether the hunk inserted it.
    pub lines: Vec<(String, LineOwner)>,
    /// Conflict to settle first.
    pub note: Option<Notice>,
}

/// Returns at most `count` lines of TARGET with the place of a hunk in the middle. `None` if the
/// log does not have the hunk.
pub fn result_near(log: &Woven, notes: &Notes, hunk: HunkId, count: usize) -> Option<Preview> {
    let place = log.place(hunk)?;
    let groups = Groups::of(log);
    let is_its = |by: &_| groups.root(*by) == groups.root(place);
    let (weave, target) = (log.weave(), log.targeted());
    let before = weave.lines_before(target, |by| is_its(&by));
    let mut spans: Vec<&Span> = Vec::new();
    if target.exists(log) {
        spans.extend(weave.spans.iter().filter(|span| span.is_in(target)));
    }
    let length = |span: &&Span| span.lines.len();
    let made = { spans.iter().copied() }.filter(|span| span.inserted_by.iter().any(is_its));
    let made: usize = made.map(|span| length(&span)).sum();
    let above = count.saturating_sub(made.max(1)).div_ceil(2);
    let first = before.saturating_sub(above);
    let all: usize = spans.iter().map(length).sum();
    let window = first..first.saturating_add(count).min(all);
    let endings = Endings::of_log(log);
    let mut lines = Vec::new();
    let mut at = 0_usize;
    for span in spans {
        let here = at..at.saturating_add(span.lines.len());
        at = here.end;
        let shown = here.start.max(window.start)..here.end.min(window.end);
        let by = span.inserted_by.filter(|by| is_its(by));
        let of = match by.map(|by| hunk_at(log, by).is_some_and(|(_, hunk)| hunk.amends.is_some()))
        {
            None => LineOwner::Others,
            Some(false) => LineOwner::Hunk,
            Some(true) => LineOwner::Edit,
        };
        for number in shown {
            let line = (span.inserted_by, number - here.start + span.lines.start);
            let text = weave.line(log, line).unwrap_or_default();
            let is_ended = number + 1 < all || weave.was_ended(line, target);
            let text = if text.ends_with('\n') || !is_ended {
                without_ending(text).to_owned()
            } else {
                without_ending(&format!("{text}{}", endings.of(line.0))).to_owned()
            };
            lines.push((text, of));
        }
    }
    Some(Preview {
        first_line: u32::try_from(first.saturating_add(1)).unwrap_or(u32::MAX),
        lines,
        note: note(log, notes, hunk),
    })
}

fn note(log: &Woven, notes: &Notes, hunk: HunkId) -> Option<Notice> {
    let mut open = log.conflicts().iter().filter(|conflict| {
        let is_its = conflict.hunk == hunk || conflict.with == hunk;
        is_its && !notes.is_settled(conflict.hunk, conflict.with)
    });
    let conflict = open.next()?;
    let with = hunk_at(log, log.place(conflict.with)?)?;
    let its = log.place(conflict.hunk);
    let its = its.and_then(|place| hunk_at(log, place));
    let why = why(conflict.kind, with, its);
    Some(notice!("told-settle-first", why))
}
