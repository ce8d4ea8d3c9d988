//! The arrangement of a diff: which lines stand on which rows, one below the other or old text
//! beside new, and whether white space changes count. Affects only the drawing.

use super::{Diff, Entry, Line};
use protocol::change::DiffLineKind;
use protocol::review::view::Whitespace;
use review::view::same_but_for_space;

/// Number of text columns.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Columns {
    /// Removed lines above added lines.
    #[default]
    One,
    /// The old text at the left, the new text at the right.
    Two,
}

/// The arrangement of a diff.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Arrangement {
    pub columns: Columns,
    /// Whether lines that differ only in white space are drawn as unchanged.
    pub whitespace: Whitespace,
}

/// One of the two texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Old,
    /// The new text.
    New,
}

/// The content of one row, or of several if it wraps: entries by their index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Item {
    /// One entry over the whole width.
    Alone(usize),
    /// A line of the old text beside one of the new text; either may be missing.
    Beside(Option<usize>, Option<usize>),
}

impl Item {
    /// Returns the entry of the item: that of the new text if there is one.
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
    pub fn arrangement(&self) -> Arrangement {
        self.arrangement
    }

    /// Changes the arrangement. Returns the item that now shows what stood at `item`.
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

    /// Returns the item that shows an entry, or the next one if the entry is not shown.
    fn place(&self, entry: usize) -> usize {
        let found = self.items.iter().position(|item| item.holds(entry));
        found.or_else(|| self.place_behind(entry)).unwrap_or(0)
    }

    /// Returns the first item behind an entry that has no item of its own.
    fn place_behind(&self, entry: usize) -> Option<usize> {
        let begins = |item: &Item| item.entry().is_some_and(|own| own > entry);
        self.items.iter().position(begins)
    }

    fn below_each_other(&self) -> Vec<Item> {
        // Lines drawn as unchanged appear once, in their new form.
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

    /// Pairs a run of removed lines with the run of added lines behind it, side by side; returns
    /// the entry behind both.
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
                // The partner of this line comes further down.
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

    /// Whether a changed line is drawn as unchanged: it differs from its partner only in white
    /// space, and white space does not count.
    pub(super) fn is_same(&self, entry: usize) -> bool {
        if self.arrangement.whitespace == Whitespace::Shown {
            return false;
        }
        let own = self.line(entry);
        let other = own.and_then(|line| self.line(line.pair?));
        own.zip(other)
            .is_some_and(|(own, other)| same_but_for_space(own.source(), other.source()))
    }

    fn is_kind(&self, entry: usize, kind: DiffLineKind) -> bool {
        self.line(entry).is_some_and(|line| line.kind == kind)
    }

    /// Returns the entry of an item on one side; an item without sides returns its entry for both.
    pub(super) fn entry_on(&self, item: usize, side: Side) -> Option<usize> {
        match (*self.items.get(item)?, side) {
            (Item::Alone(entry), _) => Some(entry),
            (Item::Beside(old, _), Side::Old) => old,
            (Item::Beside(_, new), Side::New) => new,
        }
    }

    /// Returns the text of a line on a side of an item.
    pub fn text_on(&self, item: usize, side: Side) -> Option<&str> {
        Some(&self.line(self.entry_on(item, side)?)?.text)
    }

    /// Returns the line on a side of an item as it is in the file.
    pub fn source_on(&self, item: usize, side: Side) -> Option<&str> {
        Some(self.line(self.entry_on(item, side)?)?.source())
    }
}
