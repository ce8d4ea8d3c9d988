//! A choice of hunks of a log, as a table of yes and no by their place. Which hunks are chosen is
//! said by the log (TARGET, BUFFER) or by who asks; what a choice gives is in `replay`.

use super::log::FileLog;
use super::weave::HunkRef;
use crate::protocol::change::{Entry, FileOperation, Hunk};
use crate::protocol::ids::EntryId;

/// For each hunk of a log, whether it is taken.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Choice {
    kept: Vec<Vec<bool>>,
}

impl Choice {
    /// The hunks that `keep` says yes to. It is asked once for each.
    pub(super) fn of(log: &FileLog, keep: &dyn Fn(&Entry, &Hunk) -> bool) -> Self {
        let of_entry = |entry: &Entry| entry.hunks.iter().map(|hunk| keep(entry, hunk)).collect();
        Self {
            kept: log.entries.iter().map(of_entry).collect(),
        }
    }

    /// The same as if the log had only its first `entries` entries.
    pub(super) fn of_first(
        log: &FileLog,
        entries: usize,
        keep: &dyn Fn(&Entry, &Hunk) -> bool,
    ) -> Self {
        let mut choice = Self::of(log, keep);
        choice.kept.truncate(entries);
        choice
    }

    /// What it takes of the entries that `keep` says yes to.
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

    /// No hunk of the log.
    pub(super) fn none(log: &FileLog) -> Self {
        Self::of(log, &|_, _| false)
    }

    /// Whether a hunk is taken.
    pub(super) fn has(&self, hunk: HunkRef) -> bool {
        let entry = self.kept.get(hunk.0);
        entry.and_then(|entry| entry.get(hunk.1)).copied() == Some(true)
    }

    /// Whether any hunk of an entry is taken.
    pub(super) fn has_any_of(&self, entry: usize) -> bool {
        let entry = self.kept.get(entry);
        entry.is_some_and(|entry| entry.contains(&true))
    }

    /// Takes a hunk too.
    pub(super) fn add(&mut self, hunk: HunkRef) {
        if let Some(kept) = self.at(hunk) {
            *kept = true;
        }
    }

    /// Takes a hunk no more.
    pub(super) fn remove(&mut self, hunk: HunkRef) {
        if let Some(kept) = self.at(hunk) {
            *kept = false;
        }
    }

    fn at(&mut self, hunk: HunkRef) -> Option<&mut bool> {
        self.kept.get_mut(hunk.0)?.get_mut(hunk.1)
    }

    /// The hunks that are taken, in the order of the log.
    pub(super) fn places(&self) -> impl Iterator<Item = HunkRef> {
        self.kept.iter().enumerate().flat_map(|(number, entry)| {
            let parts = entry.iter().enumerate();
            parts
                .filter(|(_, kept)| **kept)
                .map(move |(part, _)| (number, part))
        })
    }

    /// Whether there is a file: that of the base or of a creation that is taken, unless a deletion after it is taken
    /// too. A deletion says nothing of a file whose making it had not seen.
    pub(super) fn exists(&self, log: &FileLog) -> bool {
        let (of_base, made) = self.there(log);
        of_base || !made.is_empty()
    }

    /// Whether the file of the base is there, and the creations whose files are.
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

    /// Whether what an entry does to the file as a whole is taken: its first hunk carries the
    /// decision, and without hunks it cannot be refused.
    fn has_operation(&self, log: &FileLog, number: usize) -> bool {
        let entry = log.entries.get(number);
        let unrefusable = entry.is_some_and(|entry| entry.hunks.is_empty());
        number < self.kept.len() && (unrefusable || self.has((number, 0)))
    }

    /// The path that the file has: where it was made last, or moved to since; `None` where no entry
    /// has said one.
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

    /// The last creation that is taken, of those whose file is there if any is.
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

    /// The bits that the last change of them that is taken gave, or else those before the first;
    /// `None` where nobody knows. A file that is made anew has nothing of the one before.
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
