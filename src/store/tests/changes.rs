//! Tests that the change log and the checkpoints are read back as written.

use jiff::Timestamp;
use uuid::Uuid;

use super::{commit, memory, session, wait};
use crate::EntriesOf;
use notice::Notice;
use protocol::change::{
    Checkpoint, CheckpointFile, CheckpointKind, Entry, FileOperation, Hunk, HunkState, Origin,
};
use protocol::event::EventKind;
use protocol::ids::{CheckpointId, ContentHash, EntryId, FileId, HunkId, RunId};

fn id(number: u128) -> Uuid {
    Uuid::from_u128(number)
}

fn entry(number: u128, path: &str, operation: FileOperation) -> Entry {
    Entry {
        id: EntryId(id(number)),
        file: FileId(id(9)),
        path: path.into(),
        session: session(1),
        origin: Origin::User,
        operation,
        before: Some(ContentHash::of(b"a")),
        after: None,
        hunks: vec![Hunk {
            id: HunkId(id(number + 1)),
            old_start: 1,
            old_count: 1,
            new_start: 1,
            inserted: vec!["x\r\n".into(), "y".into()],
            state: HunkState::Pending,
            written: false,
            oversized: true,
            amends: None,
        }],
        made_without: vec![HunkId(id(70))],
        rationale: Some("why".into()),
        at: Timestamp::UNIX_EPOCH,
    }
}

#[test]
fn the_change_log_comes_back_with_the_decisions_of_now() {
    let store = memory();
    let mut first = entry(100, "a.txt", FileOperation::Edit);
    let moved = FileOperation::Rename {
        from: "a.txt".into(),
    };
    let second = entry(200, "b.txt", moved);
    let decide = |entry: &Entry, state, written| EventKind::ReviewUpdated {
        entry: entry.id,
        hunks: vec![entry.hunks[0].id],
        state,
        written,
    };
    let propose = |entry: &Entry| EventKind::EditsProposed {
        entry: entry.clone(),
    };
    let facts = vec![propose(&first), propose(&second)];
    commit(&store, 1, session(1), facts);
    let file = |path: &str| wait(store.file_id(session(1), path)).unwrap();
    assert_eq!((file("a.txt"), file("b.txt")), (None, Some(first.file)));
    assert_eq!(wait(store.unwritten_entries()).unwrap().len(), 2);
    let facts = vec![
        decide(&first, HunkState::Accepted, true),
        decide(&second, HunkState::Rejected, false),
    ];
    commit(&store, 3, session(1), facts);
    // A refused rename leaves the file where it was.
    assert_eq!((file("a.txt"), file("b.txt")), (Some(first.file), None));
    assert_eq!(wait(store.unwritten_entries()).unwrap(), []);
    first.hunks[0].state = HunkState::Accepted;
    first.hunks[0].written = true;
    let of_file = wait(store.entries(EntriesOf::SessionFile(session(1), first.file))).unwrap();
    assert_eq!(of_file[0], first);
    assert_eq!(of_file[1].hunks[0].state, HunkState::Rejected);
    assert_eq!(
        wait(store.entries(EntriesOf::Session(session(1)))).unwrap(),
        of_file
    );
}

#[test]
fn of_two_files_that_two_sessions_made_of_one_each_has_its_own() {
    let store = memory();
    let mut entries = Vec::new();
    for number in [1_u128, 2] {
        let mut made = entry(number * 100, "a.txt", FileOperation::Edit);
        made.session = session(number);
        made.file = FileId(id(1_000 + number));
        entries.push(made);
    }
    for (number, entry) in entries.iter().enumerate() {
        let seq = u64::try_from(number).unwrap() + 1;
        let fact = EventKind::EditsProposed {
            entry: entry.clone(),
        };
        commit(&store, seq, entry.session, vec![fact]);
    }
    let file = |number| wait(store.file_id(session(number), "a.txt")).unwrap();
    assert_eq!(file(1), Some(entries[0].file));
    assert_eq!(file(2), Some(entries[1].file));
    assert_eq!(
        file(3),
        Some(entries[1].file),
        "who has none takes the last"
    );
}

#[test]
fn the_first_base_of_a_session_is_found_by_the_files_present_path() {
    let store = memory();
    let checkpoint = |number: u64| Checkpoint {
        id: CheckpointId(id(u128::from(number))),
        number,
        kind: CheckpointKind::Auto,
        session: session(1),
        run: Some(RunId(id(5))),
        at: Timestamp::UNIX_EPOCH,
        label: Notice::text("before the run"),
    };
    let kept = |number, path: &str, base: &[u8]| CheckpointFile {
        checkpoint: CheckpointId(id(number)),
        file: FileId(id(9)),
        path: path.into(),
        base: Some(ContentHash::of(base)),
        sha256: Some(ContentHash::of(b"ab")),
        mode: Some(0o644),
        after_entry: None,
        without: Vec::new(),
    };
    let keep = |file: &CheckpointFile| EventKind::CheckpointFileKept { file: file.clone() };
    let moved = FileOperation::Rename {
        from: "a.txt".into(),
    };
    let facts = vec![
        EventKind::CheckpointCreated {
            checkpoint: checkpoint(1),
        },
        keep(&kept(1, "a.txt", b"one")),
        keep(&kept(1, "a.txt", b"later, so not the base")),
        EventKind::EditsProposed {
            entry: entry(300, "b.txt", moved),
        },
        EventKind::CheckpointCreated {
            checkpoint: checkpoint(2),
        },
        keep(&kept(2, "b.txt", b"two")),
    ];
    commit(&store, 1, session(1), facts);
    let expected = Some((checkpoint(1), kept(1, "a.txt", b"one")));
    assert_eq!(
        wait(store.first_base(session(1), "b.txt")).unwrap(),
        expected
    );
    assert_eq!(wait(store.first_base(session(2), "b.txt")).unwrap(), None);
    assert_eq!(wait(store.last_checkpoint_number()).unwrap(), 2);
    let all = wait(store.checkpoints(session(1))).unwrap();
    assert_eq!(all[1], (checkpoint(2), vec![kept(2, "b.txt", b"two")]));
}
