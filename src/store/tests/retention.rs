//! Tests of the cap on stored contents: the order of deletions, the protected contents, and the
//! reported sizes.

use std::collections::BTreeSet;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use uuid::Uuid;

use super::{Harness, commit, memory, message, session, time, wait};
use crate::lock::SessionLock;
use crate::{RetentionMode, Store, retention};
use notice::Notice;
use protocol::change::{
    Checkpoint, CheckpointFile, CheckpointKind, Entry, FileOperation, Hunk, HunkState, Origin,
};
use protocol::event::EventKind;
use protocol::ids::{ApplyId, CheckpointId, ContentHash, EntryId, FileId, HunkId, SessionId};
use protocol::picture::{Media, Picture};
use protocol::review::{AppliedFile, ApplyPurpose, ApplyRecord};

/// Size of each content in bytes. The contents are incompressible.
const SIZE: usize = 100_000;

/// Returns incompressible bytes, different for each number.
fn noise(number: u64, size: usize) -> Arc<[u8]> {
    let mut state = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        u8::try_from(state >> 56).unwrap()
    };
    (0..size).map(|_| next()).collect()
}

/// Writes facts about files of one session, each with a checkpoint of its own and an entry.
pub(super) struct Writer<'a> {
    store: &'a Store,
    session: SessionId,
    seq: u64,
}

impl<'a> Writer<'a> {
    pub(super) fn new(store: &'a Store, number: u128) -> Self {
        Self {
            store,
            session: session(number),
            seq: u64::try_from(number).unwrap() * 10_000,
        }
    }

    fn say(&mut self, facts: Vec<EventKind>) {
        self.seq += 10;
        commit(self.store, self.seq, self.session, facts);
    }

    /// Stores content `number` as the base of file `number`, with a change whose hunk is
    /// in this state.
    pub(super) fn keep(
        &mut self,
        number: u64,
        kind: CheckpointKind,
        (state, written): (HunkState, bool),
    ) {
        let id = Uuid::from_u128(u128::from(number) + self.session.0.as_u128() * 1_000);
        let base = wait(self.store.put_blob(noise(number, SIZE))).unwrap();
        let checkpoint = Checkpoint {
            id: CheckpointId(id),
            number,
            kind,
            session: self.session,
            run: None,
            at: time(u128::from(number)),
            label: Notice::default(),
        };
        let file = CheckpointFile {
            checkpoint: checkpoint.id,
            file: FileId(id),
            path: format!("{number}.bin"),
            base: Some(base),
            sha256: None,
            mode: None,
            after_entry: None,
            without: Vec::new(),
        };
        let entry = Entry {
            id: EntryId(id),
            file: FileId(id),
            path: file.path.clone(),
            session: self.session,
            origin: Origin::User,
            operation: FileOperation::Edit,
            before: Some(base),
            after: Some(ContentHash::of(b"another")),
            hunks: vec![Hunk {
                id: HunkId(id),
                old_start: 1,
                old_count: 1,
                new_start: 1,
                inserted: vec!["another".into()],
                state,
                written,
                oversized: false,
                amends: None,
            }],
            made_without: Vec::new(),
            rationale: None,
            at: time(u128::from(number)),
        };
        self.say(vec![
            EventKind::CheckpointCreated { checkpoint },
            EventKind::CheckpointFileKept { file },
            EventKind::EditsProposed { entry },
        ]);
    }
}

pub(super) const CLOSED: (HunkState, bool) = (HunkState::Accepted, true);

/// Returns the numbers of the contents that are stored.
pub(super) fn there(store: &Store, of: std::ops::Range<u64>) -> Vec<u64> {
    let has = |number: &u64| {
        let hash = ContentHash::of(&noise(*number, SIZE));
        wait(store.get_blob(&hash)).unwrap().is_some()
    };
    of.filter(has).collect()
}

/// Collects as if two hours had passed, down to this number of contents.
fn collect(store: &Store, contents: u64, open: Vec<SessionId>) -> u64 {
    let cap = contents * (SIZE as u64 + 100);
    let now = Timestamp::now() + SignedDuration::from_hours(2);
    let work = move |connection: &mut rusqlite::Connection| {
        retention::collect(connection, cap, &|| open.clone(), now)
    };
    wait(store.keeper.run(work)).unwrap()
}

#[test]
fn over_the_cap_the_oldest_contents_go_first_and_their_checkpoints_say_so() {
    let store = memory();
    let mut writer = Writer::new(&store, 1);
    for number in 0..20 {
        writer.keep(number, CheckpointKind::Auto, CLOSED);
    }
    assert_eq!(collect(&store, 20, Vec::new()), 0, "within the cap");
    assert_eq!(
        store.broken_checkpoints_blocking().unwrap(),
        BTreeSet::new()
    );
    assert_eq!(
        collect(&store, 10, Vec::new()),
        11,
        "down to nine tenths of it"
    );
    assert_eq!(there(&store, 0..20), (11..20).collect::<Vec<_>>());
    let broken = store.broken_checkpoints_blocking().unwrap();
    let kept = store.checkpoints_blocking(session(1)).unwrap();
    let old: BTreeSet<CheckpointId> = kept.iter().take(11).map(|(known, _)| known.id).collect();
    assert_eq!(broken, old);
    let kept = store.kept_blocking().unwrap();
    assert_eq!(kept.contents, 9);
    assert!(kept.bytes <= kept.cap.unwrap());
}

#[test]
fn what_is_under_review_named_open_or_being_saved_never_goes() {
    let store = memory();
    let mut writer = Writer::new(&store, 1);
    writer.keep(0, CheckpointKind::Auto, (HunkState::Pending, false));
    writer.keep(1, CheckpointKind::Auto, (HunkState::Pending, true));
    writer.keep(2, CheckpointKind::Auto, (HunkState::Accepted, false));
    writer.keep(3, CheckpointKind::Auto, (HunkState::Rejected, true));
    writer.keep(4, CheckpointKind::Named, CLOSED);
    writer.keep(5, CheckpointKind::Auto, (HunkState::Rejected, false));
    let now = wait(store.put_blob(noise(6, SIZE))).unwrap();
    let record = ApplyRecord {
        id: ApplyId(Uuid::from_u128(1)),
        purpose: ApplyPurpose::Apply,
        checkpoint: CheckpointId(Uuid::from_u128(1)),
        files: vec![AppliedFile {
            file: FileId(Uuid::from_u128(1)),
            path: "a".into(),
            moves_to: None,
            before: None,
            after: Some(now),
            mode_before: None,
            mode_after: None,
            hunks: Vec::new(),
            added: 0,
            removed: 0,
        }],
    };
    writer.say(vec![EventKind::ApplyStarted { apply: record }]);
    let mut other = Writer::new(&store, 2);
    other.keep(7, CheckpointKind::Auto, CLOSED);
    let mut third = Writer::new(&store, 3);
    third.keep(8, CheckpointKind::Auto, CLOSED);
    assert_eq!(collect(&store, 1, vec![session(2)]), 2);
    assert_eq!(there(&store, 0..9), [0, 1, 2, 3, 4, 6, 7]);
    // No process has the session open any more.
    assert_eq!(collect(&store, 1, Vec::new()), 1);
    assert_eq!(there(&store, 0..9), [0, 1, 2, 3, 4, 6]);
}

#[test]
fn pictures_of_open_sessions_and_of_drafts_stay() {
    let store = memory();
    let picture = |number: u64| {
        let bytes = noise(number, SIZE);
        wait(store.put_blob(Arc::clone(&bytes))).unwrap();
        Picture {
            hash: ContentHash::of(&bytes),
            media: Media::Png,
            width: 1,
            height: 1,
            bytes: SIZE as u64,
            name: "a.png".to_owned(),
        }
    };
    for number in 0..2 {
        let mut writer = Writer::new(&store, u128::from(number) + 1);
        let mut message = message(session(u128::from(number) + 1), 1, "see");
        message.attach(&[picture(number)]);
        writer.say(vec![EventKind::MessageAdded { message }]);
    }
    let text = format!("what is {}", picture(2).tag());
    Writer::new(&store, 3).say(vec![EventKind::DraftSaved { text }]);
    picture(3);
    assert_eq!(collect(&store, 1, vec![session(2)]), 2);
    assert_eq!(there(&store, 0..4), [1, 2]);
}

#[test]
fn a_content_stays_while_a_younger_checkpoint_has_it() {
    let store = memory();
    let mut writer = Writer::new(&store, 1);
    writer.keep(0, CheckpointKind::Auto, CLOSED);
    for number in 1..10 {
        writer.keep(number, CheckpointKind::Auto, CLOSED);
    }
    let mut later = Writer::new(&store, 2);
    later.keep(0, CheckpointKind::Auto, CLOSED);
    // The content is the same, so its age counts from its last use, which the events tell.
    let again = "UPDATE checkpoints SET at = 9000000000000000000 WHERE position = 11";
    wait(store.writer.run(move |to| Ok(to.execute(again, [])?))).unwrap();
    assert_eq!(collect(&store, 5, Vec::new()), 6);
    assert_eq!(there(&store, 0..10), [0, 7, 8, 9]);
}

#[test]
fn what_was_put_in_again_a_moment_ago_stays_though_no_event_speaks_of_it_yet() {
    let store = memory();
    for number in 0..4 {
        wait(store.put_blob(noise(number, SIZE))).unwrap();
    }
    let aged = "UPDATE blobs SET created_at = created_at - 86400000000000";
    wait(store.writer.run(move |to| Ok(to.execute(aged, [])?))).unwrap();
    wait(store.put_blob(noise(0, SIZE))).unwrap();
    let work = |connection: &mut rusqlite::Connection| {
        retention::collect(connection, 1, &Vec::new, Timestamp::now())
    };
    assert_eq!(wait(store.keeper.run(work)).unwrap(), 3);
    assert_eq!(there(&store, 0..4), [0]);
}

#[test]
fn a_collection_gives_way_to_a_writer_and_begins_anew() {
    let harness = Harness::new();
    let store = harness.store();
    let mut writer = Writer::new(&store, 1);
    for number in 0..20 {
        writer.keep(number, CheckpointKind::Auto, CLOSED);
    }
    let other = harness.store();
    let asked = std::sync::atomic::AtomicU64::new(0);
    // Whenever a piece is about to be deleted, another process names the
    // youngest deletable content.
    let open = move || {
        let number = asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        if number == 1 {
            let id = CheckpointId(Uuid::from_u128(1_000));
            let name = "keep me".to_owned();
            let fact = EventKind::CheckpointRenamed {
                checkpoint: id,
                name,
            };
            commit(&other, 50_000_000, session(1), vec![fact]);
        }
        Vec::new()
    };
    let now = Timestamp::now() + SignedDuration::from_hours(2);
    let work = move |connection: &mut rusqlite::Connection| {
        retention::collect(connection, 10 * (SIZE as u64 + 100), &open, now)
    };
    assert_eq!(wait(store.keeper.run(work)).unwrap(), 11);
    assert_eq!(there(&store, 0..3), [0], "named in between");
}

#[test]
fn a_session_that_is_open_in_a_process_is_told_by_its_lock() {
    let harness = Harness::new();
    let folder = harness.folder();
    std::fs::create_dir_all(&folder).unwrap();
    let lock = SessionLock::acquire(&folder, session(7)).unwrap();
    drop(SessionLock::acquire(&folder, session(8)).unwrap());
    assert_eq!(crate::lock::open_sessions(&folder), [session(7)]);
    drop(lock);
    assert_eq!(crate::lock::open_sessions(&folder), []);
}

#[test]
fn a_store_over_its_cap_collects_by_itself_and_keeps_what_is_new() {
    let harness = Harness::new();
    let store = harness.keeping(RetentionMode::UpTo(1_000_000));
    let mut writer = Writer::new(&store, 1);
    for number in 0..20 {
        writer.keep(number, CheckpointKind::Auto, CLOSED);
    }
    // Everything was stored within this hour, so nothing is deletable yet.
    assert_eq!(wait(store.collect()).unwrap(), 0);
    let aged = "UPDATE blobs SET created_at = created_at - 86400000000000";
    wait(store.writer.run(move |to| Ok(to.execute(aged, [])?))).unwrap();
    writer.keep(20, CheckpointKind::Auto, CLOSED);
    // The last collection finds nothing to do, because the one that the write started
    // ran before it.
    assert_eq!(wait(store.collect()).unwrap(), 0);
    assert_eq!(there(&store, 0..21), (13..21).collect::<Vec<_>>());
}

#[test]
fn with_checkpoints_off_contents_are_there_until_the_end_and_never_in_a_file() {
    let harness = Harness::new();
    let store = harness.keeping(RetentionMode::Off);
    let mut writer = Writer::new(&store, 1);
    writer.keep(0, CheckpointKind::Auto, CLOSED);
    assert_eq!(there(&store, 0..1), [0]);
    assert_eq!(
        store.broken_checkpoints_blocking().unwrap(),
        BTreeSet::new()
    );
    let kept = store.kept_blocking().unwrap();
    assert_eq!(
        (kept.contents, kept.bytes, kept.cap),
        (1, SIZE as u64, None)
    );
    let needle = noise(0, 64);
    for entry in std::fs::read_dir(harness.folder()).unwrap().flatten() {
        let bytes = std::fs::read(entry.path()).unwrap();
        let has = bytes.windows(needle.len()).any(|part| *part == *needle);
        assert!(!has, "{}", entry.path().display());
    }
    drop(store);
    let store = harness.keeping(RetentionMode::Off);
    assert_eq!(there(&store, 0..1), [] as [u64; 0]);
    assert_eq!(store.broken_checkpoints_blocking().unwrap().len(), 1);
}

/// Returns lines like those of a program, different for each number.
fn program(number: u64, size: usize) -> Arc<[u8]> {
    let mut text = String::with_capacity(size + 100);
    for (line, word) in noise(number, size / 8 + 1).chunks(4).enumerate() {
        let name: String = word
            .iter()
            .map(|byte| char::from(b'a' + byte % 26))
            .collect();
        text.push_str(&format!(
            "    let {name}_{line} = self.{name}(argument, {number})?;\n"
        ));
        if text.len() >= size {
            break;
        }
    }
    text.truncate(size);
    Arc::from(text.into_bytes())
}

#[test]
fn the_database_grows_by_at_most_six_fifths_of_the_texts_and_four_mebibytes() {
    let harness = Harness::new();
    let store = harness.store();
    let mut texts = 0;
    // Small and large contents, including sizes that fill pages badly, and some contents twice.
    let sizes = [200, 900, 2_100, 4_200, 4_300, 6_400, 9_000, 40_000, 300_000];
    for number in 0..900_u64 {
        let size = sizes[usize::try_from(number).unwrap() % sizes.len()];
        let text = program(number, size);
        texts += text.len();
        wait(store.put_blob(Arc::clone(&text))).unwrap();
        wait(store.put_blob(text)).unwrap();
    }
    let pages: u64 = wait(store.writer.run(|of| {
        of.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
        Ok(
            u64::try_from(of.query_row("PRAGMA page_count", [], |row| row.get::<_, i64>(0))?)
                .unwrap_or(0),
        )
    }))
    .unwrap();
    let file = std::fs::metadata(harness.file()).unwrap().len();
    assert_eq!(file, pages * 4_096);
    let bound = texts as u64 * 6 / 5 + 4 * 1024 * 1024;
    assert!(file <= bound, "{file} for {texts} bytes of texts");
    // The bound must not hold only because of the four MiB: it holds without them too.
    assert!(
        file <= texts as u64 * 6 / 5,
        "{file} for {texts} bytes of texts"
    );
}
