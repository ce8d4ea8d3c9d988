//! Builds logs for the tests: entries from two texts by a plain line diff, with ascending ids.

use jiff::Timestamp;
use similar::{Algorithm, capture_diff_slices};
use uuid::Uuid;

use crate::log::{FileLog, split_lines};
use protocol::change::{Entry, FileOperation, Hunk, HunkState, Origin};
use protocol::ids::{CallId, ContentHash, EntryId, FileId, HunkId, RunId, SessionId};

pub fn agent() -> Origin {
    Origin::Agent {
        agent: "coder".into(),
        run: RunId(Uuid::from_u128(1)),
        call: CallId(Uuid::from_u128(2)),
    }
}

/// A log built step by step.
pub struct Maker {
    pub log: FileLog,
    next: u128,
}

impl Maker {
    pub fn new(base: Option<&str>) -> Self {
        Self {
            log: FileLog::new(FileId(Uuid::from_u128(7)), base.map(str::to_owned)),
            next: 100,
        }
    }

    pub fn id(&mut self) -> Uuid {
        self.next += 1;
        Uuid::from_u128(self.next)
    }

    pub fn hunk(&mut self, old_start: u32, old_count: u32, inserted: &[&str]) -> Hunk {
        Hunk {
            id: HunkId(self.id()),
            old_start,
            old_count,
            new_start: old_start,
            inserted: inserted.iter().map(|line| (*line).to_owned()).collect(),
            state: HunkState::Pending,
            written: false,
            oversized: false,
            amends: None,
        }
    }

    /// Logs an entry on the buffer; returns the ids of its hunks.
    pub fn log(
        &mut self,
        origin: Origin,
        operation: FileOperation,
        hunks: Vec<Hunk>,
        after: Option<&str>,
    ) -> Vec<HunkId> {
        let ids = hunks.iter().map(|hunk| hunk.id).collect();
        let hash = |text: &str| ContentHash::of(text.as_bytes());
        let entry = Entry {
            id: EntryId(self.id()),
            file: self.log.file,
            path: "a.txt".into(),
            session: SessionId(Uuid::from_u128(3)),
            origin,
            operation,
            before: self.log.buffer().text.as_deref().map(hash),
            after: after.map(hash),
            hunks,
            made_without: self.log.not_live(),
            rationale: None,
            at: Timestamp::UNIX_EPOCH,
        };
        self.log.entries.push(entry);
        ids
    }

    /// Logs an entry of one hunk without checking the text, for long logs.
    pub fn log_unchecked(&mut self, hunk: Hunk) {
        let entry = Entry {
            id: EntryId(self.id()),
            file: self.log.file,
            path: "a.txt".into(),
            session: SessionId(Uuid::from_u128(3)),
            origin: agent(),
            operation: FileOperation::Edit,
            before: None,
            after: None,
            hunks: vec![hunk],
            made_without: Vec::new(),
            rationale: None,
            at: Timestamp::UNIX_EPOCH,
        };
        self.log.entries.push(entry);
    }

    /// Logs the hunks, of at most `most` lines each, that turn the buffer into `after`.
    pub fn edit_to(&mut self, origin: Origin, after: &str, most: usize) -> Vec<HunkId> {
        let before = self.log.buffer().text.unwrap_or_default();
        let old: Vec<&str> = split_lines(&before).collect();
        let new: Vec<&str> = split_lines(after).collect();
        let mut hunks = Vec::new();
        for op in capture_diff_slices(Algorithm::Myers, &old, &new) {
            let (tag, from, to) = op.as_tag_tuple();
            if tag == similar::DiffTag::Equal {
                continue;
            }
            let (mut at, mut put) = (from.start, to.start);
            while at < from.end || put < to.end {
                let (end, last) = ((at + most).min(from.end), (put + most).min(to.end));
                let start = u32::try_from(at + 1).unwrap();
                let count = u32::try_from(end - at).unwrap();
                hunks.push(self.hunk(start, count, &new[put..last]));
                (at, put) = (end, last);
            }
        }
        self.log(origin, FileOperation::Edit, hunks, Some(after))
    }

    /// Logs the creation of the file, as hunks of at most `most` lines.
    pub fn create(&mut self, text: &str, most: usize) -> Vec<HunkId> {
        let lines: Vec<&str> = split_lines(text).collect();
        let mut hunks = vec![self.hunk(1, 0, lines.get(..most.min(lines.len())).unwrap())];
        for part in lines.get(most..).unwrap_or_default().chunks(most) {
            hunks.push(self.hunk(1, 0, part));
        }
        self.log(agent(), FileOperation::Create, hunks, Some(text))
    }

    /// Logs the deletion of the file.
    pub fn delete(&mut self, origin: Origin) -> HunkId {
        let lines = self.log.buffer().lines.len();
        let hunk = self.hunk(1, u32::try_from(lines).unwrap(), &[]);
        self.log(origin, FileOperation::Delete, vec![hunk], None)[0]
    }

    /// Sets whether a hunk is on the disk.
    pub fn write(&mut self, id: HunkId, written: bool) {
        let hunks = self
            .log
            .entries
            .iter_mut()
            .flat_map(|entry| &mut entry.hunks);
        for hunk in hunks.filter(|hunk| hunk.id == id) {
            hunk.written = written;
        }
    }

    pub fn buffer(&self) -> Option<String> {
        self.log.buffer().text
    }

    pub fn decide(&mut self, hunks: &[HunkId], state: HunkState) {
        self.log.decide(hunks, state);
    }
}
