//! Claims about what the change log tells the tools.

use jiff::Timestamp;
use uuid::Uuid;

use super::*;
use crate::protocol::change::Origin;
use crate::protocol::event::{Event, Fact};
use crate::protocol::ids::{EntryId, HunkId, Seq, WorkspaceId};
use crate::review::hunks::{HunkLimits, hunks_between};
use crate::store::{Batch, Place};

const SESSION: SessionId = SessionId(Uuid::from_u128(1));

fn store() -> Store {
    let id = WorkspaceId("0123456789abcdef".into());
    Store::open(Place::Memory, &id).unwrap().store
}

/// A change of `a.txt`, all of it written.
fn change(number: u128, before: Option<&str>, after: &str) -> Entry {
    let limits = HunkLimits {
        max_lines: usize::MAX,
        max_bytes: usize::MAX,
    };
    let mut next = number * 100;
    let mut hunks = hunks_between(before.unwrap_or_default(), after, limits, &mut || {
        next += 1;
        HunkId(Uuid::from_u128(next))
    });
    for hunk in &mut hunks {
        hunk.state = HunkState::Accepted;
        hunk.written = true;
    }
    Entry {
        id: EntryId(Uuid::from_u128(number)),
        file: FileId(Uuid::from_u128(7)),
        path: "a.txt".into(),
        session: SESSION,
        origin: Origin::User,
        operation: match before {
            Some(_) => FileOperation::Edit,
            None => FileOperation::Create,
        },
        before: before.map(|text| ContentHash::of(text.as_bytes())),
        after: Some(ContentHash::of(after.as_bytes())),
        hunks,
        made_without: Vec::new(),
        rationale: None,
        at: Timestamp::UNIX_EPOCH,
    }
}

fn log(store: &Store, kept: &[&str], entries: Vec<Entry>) {
    let events = (1..).zip(entries).map(|(seq, entry)| {
        Arc::new(Event {
            seq: Some(Seq(seq)),
            at: Timestamp::UNIX_EPOCH,
            session: SESSION,
            run: None,
            fact: Fact::EditsProposed { entry },
        })
    });
    let blobs = kept.iter().map(|text| {
        let bytes: Arc<[u8]> = Arc::from(text.as_bytes());
        (ContentHash::of(&bytes), bytes)
    });
    let batch = Batch {
        events: events.collect(),
        blobs: blobs.collect(),
        ..Batch::default()
    };
    store.commit_blocking(batch).unwrap();
}

fn last(kept: &[&str], entries: Vec<Entry>) -> Option<String> {
    let store = store();
    log(&store, kept, entries);
    let text = StoredRecords::new(store).last_disk("a.txt");
    text.map(|text| text.to_string())
}

#[test]
fn a_file_keeps_its_id() {
    let store = store();
    log(&store, &[], vec![change(1, None, "a\n")]);
    let records = StoredRecords::new(store);
    assert_eq!(records.file_id("a.txt"), Some(FileId(Uuid::from_u128(7))));
    assert_eq!(records.file_id("b.txt"), None);
}

#[test]
fn the_text_after_the_last_written_change_is_known() {
    let entries = vec![
        change(1, None, "a\nb\n"),
        change(2, Some("a\nb\n"), "a\nc\n"),
    ];
    assert_eq!(last(&["a\nb\n"], entries).as_deref(), Some("a\nc\n"));
    let made = vec![change(1, None, "a\nb\n")];
    assert_eq!(last(&[], made).as_deref(), Some("a\nb\n"));
}

#[test]
fn refused_hunks_are_not_in_the_text() {
    let before = "a\nb\nc\nd\ne\nf\ng\n";
    let mut entry = change(1, Some(before), "A\nb\nc\nd\ne\nf\nG\n");
    assert_eq!(entry.hunks.len(), 2);
    entry.hunks[0].state = HunkState::Rejected;
    entry.hunks[0].written = false;
    let text = last(&[before], vec![entry]);
    assert_eq!(text.as_deref(), Some("a\nb\nc\nd\ne\nf\nG\n"));
}

#[test]
fn a_change_that_was_refused_whole_is_passed_over() {
    let mut refused = change(2, Some("a\n"), "b\n");
    for hunk in &mut refused.hunks {
        hunk.state = HunkState::Rejected;
        hunk.written = false;
    }
    let text = last(&[], vec![change(1, None, "a\n"), refused]);
    assert_eq!(text.as_deref(), Some("a\n"));
}

#[test]
fn nothing_is_said_where_it_is_not_certain() {
    // The process died while it wrote.
    let mut begun = change(2, Some("a\n"), "b\n");
    for hunk in &mut begun.hunks {
        hunk.written = false;
    }
    assert_eq!(last(&["a\n"], vec![change(1, None, "a\n"), begun]), None);
    // The text before is gone.
    assert_eq!(last(&[], vec![change(2, Some("a\n"), "b\n")]), None);
    // The hunks do not give what the entry promises.
    let mut wrong = change(1, None, "a\n");
    wrong.after = Some(ContentHash::of(b"z\n"));
    assert_eq!(last(&[], vec![wrong]), None);
    // Nothing was ever changed there.
    assert_eq!(last(&[], Vec::new()), None);
}
