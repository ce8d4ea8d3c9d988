//! Which lines of a diff stand on which rows: one below the other, or the old text beside the new one; and whether
//! changes of white space count. Changes what is drawn and nothing else.

use super::{Diff, Entry, Line};
use crate::protocol::change::DiffLineKind;
use crate::protocol::review::view::Whitespace;
use crate::review::view::same_but_for_space;

/// How many columns of text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Columns {
    /// What goes above what comes.
    #[default]
    One,
    /// The old text at the left, the new one at the right.
    Two,
}

/// How a diff is shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Arrangement {
    /// How many columns.
    pub columns: Columns,
    /// Whether lines that differ in white space only are drawn as the same.
    pub whitespace: Whitespace,
}

/// One of the two texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Old,
    /// What is to be.
    New,
}

/// What stands on one row, or on several where it is wrapped: entries by their number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Item {
    /// One, over the whole width.
    Alone(usize),
    /// A line of the old text beside one of the new text; either may be missing.
    Beside(Option<usize>, Option<usize>),
}

impl Item {
    /// The entry that it is about: that of the new text where it has one.
    pub(super) fn entry(self) -> Option<usize> {
        match self {
            Item::Alone(entry) => Some(entry),
            Item::Beside(old, new) => new.or(old),
        }
    }

    fn holds(self, entry: usize) -> bool {
        match self {
            Item::Alone(own) => own == entry,
            Item::Beside(old, new) => old == Some(entry) || new == Some(entry),
        }
    }
}

impl Diff {
    /// How it is shown.
    pub fn arrangement(&self) -> Arrangement {
        self.arrangement
    }

    /// Shows it so from now on. Gives the item at which that stands which stood at `item`.
    pub fn arrange(&mut self, arrangement: Arrangement, item: usize) -> usize {
        let entry = self.items.get(item).and_then(|item| item.entry());
        self.arrangement = arrangement;
        self.items = match arrangement.columns {
            Columns::One => self.below_each_other(),
            Columns::Two => self.beside_each_other(),
        };
        self.hunk_items = self.hunks.iter().map(|hunk| self.place(*hunk)).collect();
        entry.map_or(0, |entry| self.place(entry))
    }

    /// The item on which an entry stands; the one behind it where it is not shown.
    fn place(&self, entry: usize) -> usize {
        let found = self.items.iter().position(|item| item.holds(entry));
        found.or_else(|| self.place_behind(entry)).unwrap_or(0)
    }

    /// The first item behind an entry that has none of its own.
    fn place_behind(&self, entry: usize) -> Option<usize> {
        let begins = |item: &Item| item.entry().is_some_and(|own| own > entry);
        self.items.iter().position(begins)
    }

    fn below_each_other(&self) -> Vec<Item> {
        // What is drawn as the same stands there once, as it is to be.
        let is_twice =
            |entry: usize| self.is_kind(entry, DiffLineKind::Remove) && self.is_same(entry);
        (0..self.entries.len())
            .filter(|entry| !is_twice(*entry))
            .map(Item::Alone)
            .collect()
    }

    fn beside_each_other(&self) -> Vec<Item> {
        let mut items = Vec::with_capacity(self.entries.len());
        let mut at = 0;
        while at < self.entries.len() {
            match self.entries.get(at) {
                Some(Entry::Line(line)) if line.kind == DiffLineKind::Context => {
                    items.push(Item::Beside(Some(at), Some(at)));
                    at += 1;
                }
                Some(Entry::Line(_)) => at = self.changed_lines(at, &mut items),
                _ => {
                    items.push(Item::Alone(at));
                    at += 1;
                }
            }
        }
        items
    }

    /// A run of removed lines with the run of added ones behind it, beside each other; gives the entry behind both.
    fn changed_lines(&self, first: usize, items: &mut Vec<Item>) -> usize {
        let run = |from: usize, kind| {
            let is_of_it = |entry: &usize| self.is_kind(*entry, kind);
            (from..self.entries.len()).take_while(is_of_it).count()
        };
        let middle = first + run(first, DiffLineKind::Remove);
        let end = middle + run(middle, DiffLineKind::Add);
        let (mut old, mut new) = (first, middle);
        while old < middle || new < end {
            let pair = self.line(old).filter(|_| old < middle);
            let pair = pair.and_then(|line| line.pair);
            let item = match pair {
                Some(pair) if pair == new => Item::Beside(Some(old), Some(new)),
                // The line that this one belongs to comes further down.
                Some(_) if new < end => Item::Beside(None, Some(new)),
                _ if old < middle => Item::Beside(Some(old), None),
                _ => Item::Beside(None, Some(new)),
            };
            if let Item::Beside(left, right) = item {
                old += usize::from(left.is_some());
                new += usize::from(right.is_some());
            }
            items.push(item);
        }
        end
    }

    pub(super) fn line(&self, entry: usize) -> Option<&Line> {
        match self.entries.get(entry)? {
            Entry::Line(line) => Some(line),
            _ => None,
        }
    }

    /// Whether a changed line is drawn as one that stays: it differs from its other in white space only, and that does
    /// not count.
    pub(super) fn is_same(&self, entry: usize) -> bool {
        if self.arrangement.whitespace == Whitespace::Shown {
            return false;
        }
        let own = self.line(entry);
        let other = own.and_then(|line| self.line(line.pair?));
        own.zip(other)
            .is_some_and(|(own, other)| same_but_for_space(own.source(), other.source()))
    }

    /// Whether an entry is a line of this kind.
    fn is_kind(&self, entry: usize, kind: DiffLineKind) -> bool {
        self.line(entry).is_some_and(|line| line.kind == kind)
    }

    /// The entry of an item on one of the two sides; of one that has no sides its own on both.
    pub(super) fn entry_on(&self, item: usize, side: Side) -> Option<usize> {
        match (*self.items.get(item)?, side) {
            (Item::Alone(entry), _) => Some(entry),
            (Item::Beside(old, _), Side::Old) => old,
            (Item::Beside(_, new), Side::New) => new,
        }
    }

    /// The text of a line on a side of an item.
    pub fn text_on(&self, item: usize, side: Side) -> Option<&str> {
        Some(&self.line(self.entry_on(item, side)?)?.text)
    }

    /// The same as it is in the file.
    pub fn source_on(&self, item: usize, side: Side) -> Option<&str> {
        Some(self.line(self.entry_on(item, side)?)?.source())
    }
}
