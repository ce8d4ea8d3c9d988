//! A choice of hunks of a log, as a table of booleans by place. The log (TARGET, BUFFER) or the
//! caller decides which hunks are chosen; `replay` computes the text that a choice gives.

use super::log::FileLog;
use super::weave::HunkRef;
use protocol::change::{Entry, FileOperation, Hunk};
use protocol::ids::EntryId;

/// Whether each hunk of a log is taken.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Choice {
    kept: Vec<Vec<bool>>,
}

impl Choice {
    /// Takes the hunks for which `keep` returns true. Calls `keep` once for each hunk.
    pub(super) fn of(log: &FileLog, keep: &dyn Fn(&Entry, &Hunk) -> bool) -> Self {
        Self {
            kept: log
                .entries
                .iter()
                .map(|entry| entry.hunks.iter().map(|hunk| keep(entry, hunk)).collect())
                .collect(),
        }
    }

    /// Works like `of` on a log with only its first `entries` entries.
    pub(super) fn of_first(
        log: &FileLog,
        entries: usize,
        keep: &dyn Fn(&Entry, &Hunk) -> bool,
    ) -> Self {
        let mut choice = Self::of(log, keep);
        choice.kept.truncate(entries);
        choice
    }

    /// Restricts the choice to the entries for which `keep` returns true.
    pub(super) fn within(&self, log: &FileLog, keep: &dyn Fn(&Entry) -> bool) -> Self {
        let rows = self.kept.iter().zip(&log.entries);
        let kept = rows.map(|(kept, entry)| {
            if keep(entry) {
                kept.clone()
            } else {
                vec![false; kept.len()]
            }
        });
        Self {
            kept: kept.collect(),
        }
    }

    /// Takes no hunk of the log.
    pub(super) fn none(log: &FileLog) -> Self {
        Self::of(log, &|_, _| false)
    }

    /// Returns whether a hunk is taken.
    pub(super) fn has(&self, hunk: HunkRef) -> bool {
        let entry = self.kept.get(hunk.0);
        entry.and_then(|entry| entry.get(hunk.1)).copied() == Some(true)
    }

    /// Returns whether any hunk of an entry is taken.
    pub(super) fn has_any_of(&self, entry: usize) -> bool {
        let entry = self.kept.get(entry);
        entry.is_some_and(|entry| entry.contains(&true))
    }

    pub(super) fn add(&mut self, hunk: HunkRef) {
        if let Some(kept) = self.at(hunk) {
            *kept = true;
        }
    }

    /// Removes a hunk from the choice.
    pub(super) fn remove(&mut self, hunk: HunkRef) {
        if let Some(kept) = self.at(hunk) {
            *kept = false;
        }
    }

    fn at(&mut self, hunk: HunkRef) -> Option<&mut bool> {
        self.kept.get_mut(hunk.0)?.get_mut(hunk.1)
    }

    /// Returns the taken hunks in log order.
    pub(super) fn places(&self) -> impl Iterator<Item = HunkRef> {
        self.kept.iter().enumerate().flat_map(|(number, entry)| {
            let parts = entry.iter().enumerate();
            parts
                .filter(|(_, kept)| **kept)
                .map(move |(part, _)| (number, part))
        })
    }

    /// Whether the file exists in the choice: from the base or from a taken creation, unless a
    /// later taken deletion removes it. A deletion does not remove a file whose creation its author
    /// had not seen.
    pub(super) fn exists(&self, log: &FileLog) -> bool {
        let (of_base, made) = self.there(log);
        of_base || !made.is_empty()
    }

    /// Returns whether the base file exists, and the creations whose files exist.
    fn there<'a>(&self, log: &'a FileLog) -> (bool, Vec<&'a Entry>) {
        let (mut of_base, mut made) = (log.base.is_some(), Vec::new());
        for (number, entry) in log.entries.iter().enumerate() {
            if !self.has_operation(log, number) {
                continue;
            }
            match entry.operation {
                FileOperation::Create => made.push(entry),
                FileOperation::Delete => {
                    of_base = false;
                    made.retain(|making: &&Entry| {
                        let first = making.hunks.first();
                        first.is_some_and(|first| entry.made_without.contains(&first.id))
                    });
                }
                FileOperation::Edit | FileOperation::Rename { .. } | FileOperation::Mode { .. } => {
                }
            }
        }
        (of_base, made)
    }

    /// Returns whether an entry's operation on the whole file is taken. The entry's first hunk
    /// carries the decision; an entry without hunks cannot be refused.
    fn has_operation(&self, log: &FileLog, number: usize) -> bool {
        let entry = log.entries.get(number);
        let unrefusable = entry.is_some_and(|entry| entry.hunks.is_empty());
        number < self.kept.len() && (unrefusable || self.has((number, 0)))
    }

    /// Returns the path of the file: that of its last creation, or of the last move since. `None`
    /// if no entry names a path.
    pub(super) fn path(&self, log: &FileLog) -> Option<String> {
        let mut path: Option<&String> = None;
        for (number, entry) in log.entries.iter().enumerate() {
            let is_taken = self.has_operation(log, number);
            match &entry.operation {
                FileOperation::Rename { .. } | FileOperation::Create if is_taken => {
                    path = Some(&entry.path);
                }
                FileOperation::Rename { from } => path = path.or(Some(from)),
                _ => path = path.or(Some(&entry.path)),
            }
        }
        path.cloned()
    }

    /// Returns the last taken creation. Creations whose file exists take precedence.
    pub(super) fn made_by(&self, log: &FileLog) -> Option<EntryId> {
        if let Some(making) = self.there(log).1.last() {
            return Some(making.id);
        }
        let mut entries = log.entries.iter().enumerate().rev();
        let made = entries.find(|(number, entry)| {
            entry.operation == FileOperation::Create && self.has_operation(log, *number)
        });
        made.map(|(_, entry)| entry.id)
    }

    /// Returns the permission bits set by the last taken change of them, else those before
    /// the first change; `None` if they are unknown. A newly created file inherits nothing
    /// from a previous file.
    pub(super) fn mode(&self, log: &FileLog) -> Option<u32> {
        let mut mode = log.base_mode;
        for (number, entry) in log.entries.iter().enumerate() {
            match entry.operation {
                FileOperation::Mode { to, .. } if self.has_operation(log, number) => {
                    mode = Some(to);
                }
                FileOperation::Mode { from, .. } => mode = mode.or(Some(from)),
                FileOperation::Create if self.has_operation(log, number) => mode = None,
                _ => {}
            }
        }
        mode
    }
}
