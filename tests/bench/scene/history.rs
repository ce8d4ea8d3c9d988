//! A file that a session changes thousands of times: the cost of each further evaluation of its
//! log, through the library.

use std::time::Instant;

use protocol::change::{Entry, FileOperation, Hunk, HunkState, Origin};
use protocol::ids::{EntryId, FileId, HunkId, SessionId};
use review::log::FileLog;
use uuid::Uuid;

use crate::report::{Report, milliseconds};

/// Lines of the file.
const LINES: u32 = 2_000;

pub fn run(report: &mut Report) {
    for entries in [500, 1_000, 2_500, 5_000] {
        for (what, state, written) in [
            ("taken", HunkState::Accepted, true),
            ("pending", HunkState::Pending, false),
        ] {
            let log = log(entries, state, written);
            let begun = Instant::now();
            assert!(log.buffer().text.is_some());
            let took = milliseconds(begun.elapsed());
            report.noted(&format!("{entries} entries, {what}: replay"), "ms", took);
        }
    }
}

fn log(entries: u32, state: HunkState, written: bool) -> FileLog {
    let base: String = (0..LINES).map(|line| format!("line {line}\n")).collect();
    let file = FileId(Uuid::from_u128(1));
    let mut log = FileLog::new(file, Some(base));
    for number in 0..entries {
        let hunk = Hunk {
            id: HunkId(Uuid::from_u128(u128::from(number) + 1_000_000)),
            old_start: number * 7 % LINES + 1,
            old_count: 1,
            new_start: number * 7 % LINES + 1,
            inserted: vec![format!("line of entry {number}\n")],
            state,
            written,
            oversized: false,
            amends: None,
        };
        log.entries.push(Entry {
            id: EntryId(Uuid::from_u128(u128::from(number) + 10_000_000)),
            file,
            path: "a.rs".into(),
            session: SessionId(Uuid::from_u128(2)),
            origin: Origin::User,
            operation: FileOperation::Edit,
            before: None,
            after: None,
            hunks: vec![hunk],
            made_without: Vec::new(),
            rationale: None,
            at: jiff::Timestamp::UNIX_EPOCH,
        });
    }
    log
}
