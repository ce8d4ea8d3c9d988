//! Counts the lines that a review adds to a file and removes from it. Lines with the same identity
//! in both texts are equal; only the lines between them are compared, so the cost depends on the
//! changes and not on the length of the file.

use std::borrow::Cow;

use super::choice::Choice;
use super::endings::Endings;
use super::hunks::spans_between;
use super::view::BaseChoice;
use super::weave::{LineRef, Span};
use super::woven::Woven;
use protocol::change::{Entry, Hunk};

impl Woven {
    /// Returns the number of lines that BUFFER adds to a base, and the number that it removes.
    pub fn lines_changed(&self, base: &BaseChoice) -> (u32, u32) {
        let before = Choice::of_first(self, base.entries, &|_: &Entry, hunk: &Hunk| {
            !base.without.contains(&hunk.id)
        });
        self.lines_from(&before, self.live())
    }

    /// Counts like `lines_changed`, but between two points in time that each had some
    /// of the entries.
    pub fn lines_between(
        &self,
        before: &dyn Fn(&Entry) -> bool,
        after: &dyn Fn(&Entry) -> bool,
    ) -> (u32, u32) {
        let live = self.live();
        self.lines_from(&live.within(self, before), &live.within(self, after))
    }

    fn lines_from(&self, before: &Choice, after: &Choice) -> (u32, u32) {
        let count = Count {
            before: Side::of(self, before),
            after: Side::of(self, after),
            log: self,
        };
        count.lines()
    }
}

/// One of the two compared texts.
struct Side<'a> {
    choice: &'a Choice,
    exists: bool,
    last: Option<LineRef>,
}

impl<'a> Side<'a> {
    fn of(log: &Woven, choice: &'a Choice) -> Self {
        let spans = log.weave().spans.iter().rev();
        let last = { spans }.find(|span| span.is_in(choice));
        Self {
            choice,
            exists: choice.exists(log),
            last: last.map(|span| (span.inserted_by, span.lines.end.saturating_sub(1))),
        }
    }

    fn has(&self, span: &Span) -> bool {
        self.exists && span.is_in(self.choice)
    }
}

struct Count<'a> {
    before: Side<'a>,
    after: Side<'a>,
    log: &'a Woven,
}

impl Count<'_> {
    fn lines(&self) -> (u32, u32) {
        let (mut added, mut removed) = (0_usize, 0_usize);
        let (mut old, mut new): (Vec<Cow<'_, str>>, Vec<Cow<'_, str>>) = Default::default();
        let mut flush = |old: &mut Vec<Cow<'_, str>>, new: &mut Vec<Cow<'_, str>>| {
            let before: Vec<&str> = old.iter().map(AsRef::as_ref).collect();
            let after: Vec<&str> = new.iter().map(AsRef::as_ref).collect();
            for span in spans_between(&before, &after) {
                removed = removed.saturating_add(span.old.len());
                added = added.saturating_add(span.new.len());
            }
            old.clear();
            new.clear();
        };
        let endings = Endings::of_log(self.log);
        for span in &self.log.weave().spans {
            let (was, is) = (self.before.has(span), self.after.has(span));
            if was && is && !self.ends_otherwise(span) {
                flush(&mut old, &mut new);
                continue;
            }
            for line in span.lines.clone().map(|number| (span.inserted_by, number)) {
                if was {
                    old.extend(self.text(line, &self.before, &endings));
                }
                if is {
                    new.extend(self.text(line, &self.after, &endings));
                }
            }
        }
        flush(&mut old, &mut new);
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        (number(added), number(removed))
    }

    /// Returns whether a line without a line ending is the last one in one of the texts and has
    /// lines below it in the other.
    fn ends_otherwise(&self, span: &Span) -> bool {
        let lines = (span.inserted_by, span.lines.start)..(span.inserted_by, span.lines.end);
        let mut lines = self.log.weave().unended.range(lines);
        lines.any(|(line, _)| {
            self.is_ended(*line, &self.before) != self.is_ended(*line, &self.after)
        })
    }

    fn is_ended(&self, line: LineRef, side: &Side<'_>) -> bool {
        side.last != Some(line) || self.log.weave().was_ended(line, side.choice)
    }

    fn text(&self, line: LineRef, side: &Side<'_>, endings: &Endings) -> Option<Cow<'_, str>> {
        let text = self.log.weave().line(self.log, line)?;
        Some(if !text.ends_with('\n') && self.is_ended(line, side) {
            Cow::Owned(format!("{text}{}", endings.of(line.0)))
        } else {
            Cow::Borrowed(text)
        })
    }
}
