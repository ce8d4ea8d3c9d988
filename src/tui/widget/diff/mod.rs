//! A unified diff of one file: line numbers, signs, backgrounds, marks on changed words, and the
//! lines between hunks folded into one row that says how many they are.
//!
//! Rows are made one line at a time, for the lines on the screen. Callers count *items*: an item
//! stands on one row, or on several if it wraps, as the diff is arranged. Used by the diff pane, by
//! opened calls in the chat and by the confirmation bar's full view.

mod arranged;
mod rows;
mod words;

use std::collections::HashMap;
use std::sync::Arc;

use crate::highlight::{CodeBlock, MAX_LINES, language_of};
use arranged::Item;
pub use arranged::{Arrangement, Columns, Side};
use client::text::visible;
use l10n::say;
use protocol::change::{DiffChange, DiffLineKind, FileDiff};
pub use rows::{DiffShape, halves};
pub use words::changed as changed_words;

/// Most lines that keep the marks of their changed words.
const MAX_MARKED: usize = 2_000;

/// A diff prepared for drawing.
#[derive(Debug, Clone, Default)]
pub struct Diff {
    path: String,
    change: DiffChange,
    truncated: bool,
    entries: Vec<Entry>,
    /// Entries at which the hunks begin.
    hunks: Vec<usize>,
    arrangement: Arrangement,
    items: Vec<Item>,
    /// Items at which the hunks begin.
    hunk_items: Vec<usize>,
    old_code: Option<CodeBlock>,
    new_code: Option<CodeBlock>,
    marks: HashMap<usize, Vec<(usize, usize)>>,
    largest_number: u32,
}

/// The content of an item, on one row or on several if it wraps.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Entry {
    /// This many unchanged lines; `None` if their number is not known.
    Fold(Option<u32>),
    Line(Line),
    /// This many lines of the file are not shown.
    LeftOut(u32),
    /// The diff was cut here.
    Cut,
    Nothing,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Line {
    kind: DiffLineKind,
    old: u32,
    new: u32,
    text: String,
    /// The line as it is in the file, if it is drawn differently.
    raw: Option<Arc<str>>,
    /// The entry that this line replaces or is replaced by.
    pair: Option<usize>,
    /// Its line number in the code of its side.
    code_line: u32,
}

impl Line {
    /// Returns the text as it is in the file.
    fn source(&self) -> &str {
        self.raw.as_deref().unwrap_or(&self.text)
    }
}

impl Diff {
    /// Prepares a diff for drawing.
    pub fn new(diff: &FileDiff) -> Self {
        let mut made = Self {
            path: visible(&diff.path).into_owned(),
            change: diff.change,
            truncated: diff.truncated,
            ..Self::default()
        };
        let (mut old_text, mut new_text) = (Code::default(), Code::default());
        let mut next_old = 1;
        for hunk in &diff.hunks {
            let between = hunk.old_start.saturating_sub(next_old);
            if between > 0 && diff.change == DiffChange::Modified {
                made.entries.push(Entry::Fold(Some(between)));
            }
            made.hunks.push(made.entries.len());
            let (mut old, mut new) = (hunk.old_start, hunk.new_start);
            let first = made.entries.len();
            for line in &hunk.lines {
                let (text, raw) = drawn(line.content.trim_end_matches(['\n', '\r']));
                let code_line = match line.kind {
                    DiffLineKind::Remove => old_text.push(&text),
                    DiffLineKind::Add => new_text.push(&text),
                    DiffLineKind::Context => {
                        old_text.push(&text);
                        new_text.push(&text)
                    }
                };
                made.entries.push(Entry::Line(Line {
                    kind: line.kind,
                    old,
                    new,
                    text,
                    raw,
                    pair: None,
                    code_line,
                }));
                made.largest_number = made.largest_number.max(old).max(new);
                if line.kind != DiffLineKind::Add {
                    old = old.saturating_add(1);
                }
                if line.kind != DiffLineKind::Remove {
                    new = new.saturating_add(1);
                }
            }
            words::pair(&mut made.entries, first);
            next_old = hunk.old_start.saturating_add(hunk.old_count);
        }
        made.entries.push(made.last_entry());
        let language = language_of(&diff.path);
        made.old_code = old_text.into_code(language);
        made.new_code = new_text.into_code(language);
        made.arrange(Arrangement::default(), 0);
        made
    }

    /// Shows lines of a file as they are, from line `first` on; the file has `total` lines.
    pub fn of_text(path: &str, text: &str, first: u32, total: u32) -> Self {
        let mut made = Self {
            path: visible(path).into_owned(),
            largest_number: total,
            ..Self::default()
        };
        let mut side = Code::default();
        let left_out = |lines: u32| (lines > 0).then_some(Entry::LeftOut(lines));
        made.entries.extend(left_out(first.saturating_sub(1)));
        made.hunks.push(made.entries.len());
        let mut next = first;
        for line in text.lines() {
            let (text, raw) = drawn(line);
            let code_line = side.push(&text);
            made.entries.push(Entry::Line(Line {
                kind: DiffLineKind::Context,
                old: next,
                new: next,
                text,
                raw,
                pair: None,
                code_line,
            }));
            next = next.saturating_add(1);
        }
        let after = (total + 1).saturating_sub(next);
        made.entries.extend(left_out(after));
        made.new_code = side.into_code(language_of(path));
        made.arrange(Arrangement::default(), 0);
        made
    }

    /// Returns the item that shows a line of the new text.
    pub fn item_of(&self, number: u32) -> Option<usize> {
        let is_it = |entry| {
            let line = self.line(entry);
            line.is_some_and(|line| line.new == number && line.kind != DiffLineKind::Remove)
        };
        let entries = self.items.iter().map(|item| item.entry());
        entries
            .into_iter()
            .position(|entry| entry.is_some_and(is_it))
    }

    fn last_entry(&self) -> Entry {
        if self.truncated {
            Entry::Cut
        } else if self.entries.is_empty() {
            Entry::Nothing
        } else {
            Entry::Fold(None)
        }
    }

    /// Returns the file's path relative to the root, safe to display.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Returns the word for what the diff does to the file; `None` for a file that
    /// existed and stays.
    pub fn change_word(&self) -> Option<&'static str> {
        match self.change {
            DiffChange::Modified => None,
            DiffChange::Created => Some(say!("widget-new-file")),
            DiffChange::Deleted => Some(say!("widget-deleted")),
        }
    }

    /// Returns the number of items: lines and the folds between them.
    pub fn item_count(&self) -> usize {
        self.items.len()
    }

    pub fn hunk_count(&self) -> usize {
        self.hunks.len()
    }

    /// Returns the hunk, from 0, that an item is in or precedes.
    pub fn hunk_at(&self, item: usize) -> usize {
        self.hunk_items
            .partition_point(|start| *start <= item)
            .saturating_sub(1)
    }

    /// Returns the item at which a hunk begins.
    pub fn hunk_start(&self, hunk: usize) -> Option<usize> {
        self.hunk_items.get(hunk).copied()
    }

    fn line_of(&self, item: usize) -> Option<&Line> {
        self.line(self.items.get(item)?.entry()?)
    }

    /// Returns the text of the line at an item.
    pub fn text(&self, item: usize) -> Option<&str> {
        Some(&self.line_of(item)?.text)
    }

    /// Returns the line at an item as it is in the file.
    pub fn source(&self, item: usize) -> Option<&str> {
        Some(self.line_of(item)?.source())
    }

    /// Whether an item is a line that the diff adds or removes.
    pub fn is_changed(&self, item: usize) -> bool {
        self.line_of(item)
            .is_some_and(|line| line.kind != DiffLineKind::Context)
    }

    /// Whether an item is a line that the new text no longer has.
    pub fn is_removed(&self, item: usize) -> bool {
        self.line_of(item)
            .is_some_and(|line| line.kind == DiffLineKind::Remove)
    }

    /// Returns the line number at an item: in the new text, or in the old text if the
    /// line was removed.
    pub fn number(&self, item: usize) -> Option<u32> {
        let line = self.line_of(item)?;
        Some(match line.kind {
            DiffLineKind::Remove => line.old,
            _ => line.new,
        })
    }

    /// Returns the code that the rows need colours for.
    pub fn codes(&self) -> impl Iterator<Item = &CodeBlock> {
        self.old_code.iter().chain(&self.new_code)
    }

    /// Marks the changed words of these items. Call it while measuring, for what is on the screen.
    pub fn mark_words(&mut self, items: std::ops::Range<usize>) {
        if self.marks.len() > MAX_MARKED {
            self.marks.clear();
        }
        let sides = [Side::Old, Side::New];
        for (item, side) in items.flat_map(|item| sides.map(|side| (item, side))) {
            if let Some(entry) = self.entry_on(item, side) {
                self.mark_entry(entry);
            }
        }
    }

    fn mark_entry(&mut self, entry: usize) {
        if self.marks.contains_key(&entry) {
            return;
        }
        let own = self.line(entry);
        let other = own.and_then(|line| self.line(line.pair?));
        if let Some((own, other)) = own.zip(other) {
            let found = words::changed(&own.text, &other.text);
            self.marks.insert(entry, found);
        }
    }
}

/// Returns a line as it is drawn, and as it is in the file if that differs.
fn drawn(line: &str) -> (String, Option<Arc<str>>) {
    match visible(line) {
        std::borrow::Cow::Borrowed(text) => (text.to_owned(), None),
        std::borrow::Cow::Owned(text) => (text, Some(Arc::from(line))),
    }
}

/// The lines of one side, coloured as one text.
#[derive(Default)]
struct Code {
    text: String,
    lines: u32,
}

impl Code {
    fn push(&mut self, line: &str) -> u32 {
        if self.lines > 0 {
            self.text.push('\n');
        }
        self.text.push_str(line);
        self.lines += 1;
        self.lines - 1
    }

    fn into_code(self, language: &str) -> Option<CodeBlock> {
        let few = (1..=MAX_LINES).contains(&(self.lines as usize));
        few.then(|| CodeBlock::new(language, Arc::<str>::from(self.text)))
    }
}

#[cfg(test)]
mod tests;
