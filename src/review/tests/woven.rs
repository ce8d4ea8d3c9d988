//! Tests of weaving and of the cached state of a log, on logs of any shape, since a log may come
//! from a file.

use std::collections::BTreeSet;
use std::sync::Arc;

use jiff::Timestamp;
use proptest::prelude::*;
use uuid::Uuid;

use super::plain::Plain;
use crate::conflicts::Conflict;
use crate::log::{FileLog, split_lines};
use crate::testing::histories::decided;
use crate::testing::maker::agent;
use crate::view::BaseChoice;
use crate::weave::{HunkRef, Weave};
use crate::woven::Woven;
use protocol::change::{Entry, FileOperation, Hunk, HunkState};
use protocol::ids::{EntryId, FileId, HunkId, SessionId};

/// A hunk of any shape: start line, number of deleted and inserted lines, whether the last line has
/// an ending, and the earlier hunk that it amends.
type AnyHunk = (u32, u32, usize, bool, Option<usize>);

/// An entry of any shape: its operation, its hunks, and the earlier hunks that its author
/// had not seen.
type AnyEntry = (u8, Vec<AnyHunk>, Vec<usize>);

fn any_log() -> impl Strategy<Value = FileLog> {
    let hunk = (
        0..14_u32,
        prop_oneof![3 => Just(0_u32), 3 => Just(1_u32), 2 => 2..5_u32, 1 => Just(u32::MAX)],
        0..3_usize,
        prop::bool::weighted(0.9),
        prop::option::weighted(0.1, any::<usize>()),
    );
    let hunks = prop::collection::vec(hunk, 0..4);
    let unseen = prop_oneof![
        1 => Just(Vec::new()),
        2 => prop::collection::vec(any::<usize>(), 0..4),
    ];
    let entries = prop::collection::vec((0..12_u8, hunks, unseen), 0..14);
    let base = prop_oneof![
        1 => Just(None),
        4 => (0..9_usize, any::<bool>()).prop_map(|(lines, ended)| {
            let mut text = "base\n".repeat(lines);
            if !ended {
                text.pop();
            }
            Some(text)
        }),
    ];
    (base, entries).prop_map(|(base, entries)| log_of(base, &entries))
}

fn log_of(base: Option<String>, entries: &[AnyEntry]) -> FileLog {
    let mut log = FileLog::new(FileId(Uuid::from_u128(7)), base);
    let mut ids: Vec<HunkId> = Vec::new();
    for (number, (operation, hunks, unseen)) in entries.iter().enumerate() {
        let earlier = |which: &usize| (!ids.is_empty()).then(|| ids[which % ids.len()]);
        let made_without = unseen.iter().filter_map(earlier).collect();
        let mut new: Vec<Hunk> = Vec::new();
        for (part, (start, deleted, inserted, ended, amends)) in hunks.iter().enumerate() {
            let mut lines = vec!["new\n".to_owned(); *inserted];
            if let Some(last) = lines.last_mut().filter(|_| !ended) {
                last.pop();
            }
            new.push(Hunk {
                id: HunkId(Uuid::from_u128((number * 100 + part + 1_000) as u128)),
                old_start: *start,
                old_count: *deleted,
                new_start: *start,
                inserted: lines,
                state: HunkState::Pending,
                written: false,
                oversized: false,
                amends: amends.as_ref().and_then(earlier),
            });
        }
        // Top to bottom, like the hunks of a valid entry. Occasionally not, because a log may come
        // from a file.
        if *operation != 11 {
            new.sort_by_key(|hunk| hunk.old_start);
        }
        ids.extend(new.iter().map(|hunk| hunk.id));
        log.entries.push(Entry {
            id: EntryId(Uuid::from_u128(number as u128)),
            file: log.file,
            path: "a.txt".into(),
            session: SessionId(Uuid::from_u128(3)),
            origin: agent(),
            operation: match operation {
                0 => FileOperation::Create,
                1 => FileOperation::Delete,
                _ => FileOperation::Edit,
            },
            before: None,
            after: None,
            hunks: new,
            made_without,
            rationale: None,
            at: Timestamp::UNIX_EPOCH,
        });
    }
    log
}

proptest! {
    #![proptest_config(testing::cases(400))]

    #[test]
    fn any_log_is_woven_as_if_line_by_line(log in any_log()) {
        let (plain, weave) = (Plain::of(&log), Weave::of(&log));
        prop_assert_eq!(weave.spans, plain.spans);
        prop_assert_eq!(weave.on, plain.on);
        prop_assert_eq!(weave.gaps, plain.gaps);
        prop_assert_eq!(weave.unended, plain.unended);
        prop_assert_eq!(weave.parts, plain.parts);
        let unseen = weave.unseen.iter().map(|unseen| unseen.iter().copied().collect());
        prop_assert_eq!(unseen.collect::<Vec<BTreeSet<HunkRef>>>(), plain.unseen);
        let base = log.base.as_deref().unwrap_or_default();
        let lines = weave.base_ends.iter().scan(0, |start, end| {
            Some(&base[std::mem::replace(start, *end)..*end])
        });
        prop_assert!(lines.eq(split_lines(base)));
    }
}

/// Texts, hunks in BUFFER and in TARGET, hunks that are not live, and conflicts.
type Gives = (
    Vec<Option<String>>,
    Vec<BTreeSet<HunkId>>,
    Vec<HunkId>,
    Vec<Conflict>,
);

/// Computes the results from the log itself.
fn given(log: &FileLog) -> Gives {
    let texts = vec![log.buffer().text, log.target().text, log.written().text];
    let hunks = vec![log.in_buffer(), log.in_target()];
    (texts, hunks, log.not_live(), log.conflicts())
}

/// Computes the same results from a log with cached state.
fn kept(log: &Woven) -> Gives {
    let all = [log.buffer().clone(), log.target(), log.written()];
    let texts = all.map(|given| given.text.as_deref().map(str::to_owned));
    let hunks = vec![log.in_buffer(), log.in_target()];
    (
        texts.to_vec(),
        hunks,
        log.not_live(),
        log.conflicts().to_vec(),
    )
}

proptest! {
    #![proptest_config(testing::cases(200))]

    #[test]
    fn what_is_kept_of_a_log_is_what_the_log_gives(
        log in any_log(),
        states in prop::collection::vec((decided(), any::<bool>()), 1..20),
    ) {
        let woven = Woven::from(log.clone());
        prop_assert_eq!(kept(&woven), given(&log));
        // New decisions do not cause a new weave.
        let number = |hunk: &Hunk| hunk.id.0.as_u128() as usize % states.len();
        let mut decided = log.clone();
        for hunk in decided.entries.iter_mut().flat_map(|entry| &mut entry.hunks) {
            (hunk.state, hunk.written) = states[number(hunk)];
        }
        let again = woven.read_again(decided.clone());
        prop_assert!(Arc::ptr_eq(again.weave(), woven.weave()));
        prop_assert_eq!(kept(&again), given(&decided));
        let as_if = woven.as_if(&|hunk| states[number(hunk)]);
        prop_assert_eq!(kept(&as_if), given(&decided));
        // Other entries do.
        let mut longer = decided.clone();
        longer.entries.extend(log.entries.last().cloned());
        prop_assert_eq!(kept(&again.and_then(log.entries.last().cloned())), given(&longer));
        prop_assert_eq!(kept(&again.read_again(longer.clone())), given(&longer));
    }

    #[test]
    fn lines_that_come_and_go_are_those_by_which_the_texts_differ(
        log in any_log(),
        entries in 0..15_usize,
        without in prop::collection::vec(any::<usize>(), 0..3),
    ) {
        let hunks: Vec<HunkId> = log.hunks().map(|(_, hunk)| hunk.id).collect();
        let without = without.iter().filter_map(|which| hunks.get(which % hunks.len().max(1)));
        let base = BaseChoice { entries, without: without.copied().collect() };
        let early: BTreeSet<EntryId> = log.entries.iter().take(entries).map(|entry| entry.id).collect();
        let in_base = |entry: &Entry, hunk: &Hunk| {
            early.contains(&entry.id) && !base.without.contains(&hunk.id)
        };
        let lines = |text: &str| split_lines(text).count() as i64;
        // An entry without hunks cannot be left out of a choice, only out of the log.
        let mut first = log.clone();
        first.entries.truncate(entries);
        let before = first.replay(&in_base).text.unwrap_or_default();
        let after = log.buffer().text.unwrap_or_default();
        let (added, removed) = Woven::from(log).lines_changed(&base);
        prop_assert_eq!(i64::from(added) - i64::from(removed), lines(&after) - lines(&before));
        prop_assert!(before == after || added + removed > 0);
    }
}
