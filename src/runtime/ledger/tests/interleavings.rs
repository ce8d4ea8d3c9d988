//! Interleavings: agents, commands, the user and other programs work on the same files, and the
//! review decides, applies and rolls back in between. The model:
//!
//! - A state is a tree of files with bytes and bits, and for each file the log of the session. The
//!   engine, the ledger, the store and the tools are the real ones; only the model and the terminal
//!   are missing.
//! - A step is anything that may happen. After each step the logs match their hashes, and
//!   everything that the log says is on the disk is there, at every path that has been scanned.
//! - The oracle checks each rollback; it derives from the entries who wrote each line. The chosen
//!   scope goes, except for hunks that the user's live work builds on (exactly those are listed);
//!   every line, file and bit outside the scope stays; after undo and redo everything is identical.
//! - Scanned work of the user disappears only by the user's own decision.
//! - In the end everything is refused, in any order, and applied: the tree is the initial one.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use proptest::prelude::*;

use super::harness::{LedgerHarness, Tree};
use super::oracle::{Story, Verdict};
use super::steps::{Scope, Step, story};
use crate::ledger::Logged;
use notice::Notice;
use protocol::approval::{Decision, Mode};
use protocol::change::{Entry, Hunk, HunkState, Origin};
use protocol::ids::{CallId, ContentHash, FileId, HunkId, RunId};
use protocol::review::rollback::{HARD_WORD, RollbackMode, RollbackRequest, RollbackScope};
use protocol::review::{ApplyResult, ReviewCommand, SplitAt};
use review::binary::{as_text, content_hash};
use review::log::must_yield;
use review::replay::LineId;

type Logs = BTreeMap<FileId, Arc<Logged>>;

/// Takes a step and checks all invariants.
pub(super) fn take(harness: &mut LedgerHarness, step: &Step) {
    match step {
        Step::Agent { proposed, calls } => {
            let mode = if *proposed {
                Mode::Review
            } else {
                Mode::AcceptEdits
            };
            harness.agent(mode, calls);
        }
        Step::Command {
            calls,
            with_proposed,
        } => {
            harness.beside_proposed = if *with_proposed {
                Decision::Yes
            } else {
                Decision::OnDisk
            };
            harness.agent(Mode::Review, std::slice::from_ref(calls));
        }
        Step::Touch(touch) => harness.touch(touch),
        Step::Look => harness.look(),
        Step::Editor(which, splice) => {
            let logs = harness.logs();
            let Some((file, logged)) = logs.iter().nth(which % logs.len().max(1)) else {
                return;
            };
            let text = logged.log.log().buffer().text.unwrap_or_default();
            harness.order(ReviewCommand::EditFile {
                file: *file,
                on: ContentHash::of(text.as_bytes()),
                text: splice.of(&text),
            });
        }
        Step::Amend(which, text) => {
            if let Some(hunk) = pick(harness, *which) {
                let text = text.concat();
                harness.order(ReviewCommand::Amend { hunk, text });
            }
        }
        Step::Split(which, at) => {
            let at = at.map_or(SplitAt::Natural, |(a, b, c, d)| SplitAt::Lines {
                old: (a, a + b),
                new: (c, c + d),
            });
            if let Some(hunk) = pick(harness, *which) {
                harness.order(ReviewCommand::Split { hunk, at });
            }
        }
        Step::Settle(which, choice) => {
            let logs = harness.logs();
            let conflicts = logs.values().flat_map(|logged| logged.log.conflicts());
            let hunks: Vec<HunkId> = conflicts.map(|conflict| conflict.hunk).collect();
            if let Some(hunk) = hunks.get(which % hunks.len().max(1)).copied() {
                let choice = choice.clone();
                harness.order(ReviewCommand::Settle { hunk, choice });
            }
        }
        Step::Decide(decisions) => {
            for (which, state) in decisions {
                let hunks = pick(harness, *which).into_iter().collect();
                let state = *state;
                harness.order(ReviewCommand::Decide { hunks, state });
            }
        }
        Step::Apply => apply(harness),
        Step::Undo => harness.order(ReviewCommand::Undo),
        Step::Redo => harness.order(ReviewCommand::Redo),
        Step::RollBack(scope) => roll_back(harness, *scope),
        Step::HardRollBack => hard(harness),
        Step::Restart => harness.restart(),
    }
    let logs = harness.logs();
    if !harness.is_touched {
        let tree = harness.tree();
        for logged in logs.values() {
            is_there(harness, logged, &logs, &tree);
        }
    }
}

fn pick(harness: &LedgerHarness, which: usize) -> Option<HunkId> {
    let all = harness.hunks();
    all.get(which % all.len().max(1)).copied()
}

/// Returns the content of a path as a text of a log.
fn at(tree: &Tree, path: &str) -> Option<String> {
    tree.get(path).map(|(bytes, _)| as_text(bytes).into_owned())
}

/// Whether the file at the path of a removed one was not made by the session.
fn is_foreign(logged: &Logged, logs: &Logs, tree: &Tree) -> bool {
    let now = at(tree, &logged.path);
    let made = logs.values().flat_map(|logged| &logged.log.entries);
    let mut made = made.filter(|entry| must_yield(&entry.origin));
    let hash = now.as_deref().map(content_hash);
    now.is_some() && !made.any(|entry| entry.path == logged.path && entry.after == hash)
}

/// Whether another file of the session is or was at the same path.
fn others_at(logged: &Logged, logs: &Logs) -> bool {
    let mut others = logs
        .values()
        .filter(|other| other.log.file != logged.log.file);
    others.any(|other| other.path == logged.path && other.log.written().text.is_some())
}

/// Checks that everything the log of a file says is on the disk is there.
fn is_there(harness: &LedgerHarness, logged: &Logged, logs: &Logs, tree: &Tree) {
    let written = logged.log.log().written();
    // The path may hold a file that the session does not know.
    let is_foreign = || harness.by_others.contains(&logged.path) || is_foreign(logged, logs, tree);
    if written.text.is_none() && (others_at(logged, logs) || is_foreign()) {
        return;
    }
    assert_eq!(at(tree, &logged.path), written.text, "{}", logged.path);
    if let (Some(mode), Some((_, there))) = (written.mode, tree.get(&logged.path)) {
        assert_eq!(mode, *there, "the bits of {}", logged.path);
    }
}

/// Applies, and checks that all decisions are on the disk, except for the files that it
/// names as skipped.
fn apply(harness: &mut LedgerHarness) {
    let (there, known) = (harness.tree(), harness.logs());
    let summary = harness.apply();
    let (tree, logs) = (harness.tree(), harness.logs());
    for logged in logs.values() {
        is_there(harness, logged, &logs, &tree);
        was_noticed(&known[&logged.log.file], logged, &known, &there);
        let skipped = summary.skipped.iter().any(|(path, _)| *path == logged.path);
        let (target, written) = (logged.log.target(), logged.log.written());
        if !skipped {
            let path = target.text.as_ref().and(target.path);
            let there = written.text.as_ref().and(written.path);
            assert_eq!(
                (written.text, there),
                (target.text, path),
                "{} as decided",
                logged.path
            );
        }
    }
}

/// Checks that the log has earlier changes of other programs now.
fn was_noticed(before: &Logged, after: &Logged, known: &Logs, there: &Tree) {
    let text = at(there, &before.path);
    if text == before.log.log().written().text || others_at(before, known) {
        return;
    }
    let hash = text.as_deref().map(content_hash);
    let mut others = after
        .log
        .entries
        .iter()
        .rev()
        .filter(|entry| !must_yield(&entry.origin));
    assert!(
        others.any(|entry| entry.after == hash),
        "{} as it was",
        before.path
    );
}

fn request(how: RollbackMode, scope: RollbackScope) -> RollbackRequest {
    RollbackRequest {
        how,
        scope,
        without: Vec::new(),
        settle: Vec::new(),
        unclear: Vec::new(),
        word: HARD_WORD.to_owned(),
    }
}

/// Returns an existing scope of the requested kind.
fn wanted(logs: &Logs, scope: Scope) -> Option<RollbackScope> {
    let entries = || logs.values().flat_map(|logged| &logged.log.entries);
    let by: BTreeSet<(RunId, CallId)> = entries()
        .filter_map(|entry| match entry.origin {
            Origin::Agent { run, call, .. } | Origin::Shell { run, call } => Some((run, call)),
            _ => None,
        })
        .collect();
    let nth = |which: usize| by.iter().nth(which % by.len().max(1)).copied();
    Some(match scope {
        Scope::Hunks(mask) => {
            let hunks = entries().flat_map(|entry| &entry.hunks).enumerate();
            let chosen = hunks.filter(|(number, _)| mask >> (number % 64) & 1 == 1);
            let hunks = chosen.map(|(_, hunk)| hunk.id).collect();
            RollbackScope::Hunks { hunks }
        }
        Scope::File(which) => {
            let file = *logs.keys().nth(which % logs.len().max(1))?;
            RollbackScope::File { file }
        }
        Scope::Call(which) => RollbackScope::Call {
            call: nth(which)?.1,
        },
        Scope::Run(which) => RollbackScope::Run { run: nth(which)?.0 },
        Scope::Agent => RollbackScope::Agent {
            agent: "code".to_owned(),
        },
        Scope::Session => RollbackScope::Session,
    })
}

/// Whether a live hunk belongs to a scope by itself.
fn is_in(scope: &RollbackScope, file: FileId, entry: &Entry, hunk: &Hunk) -> bool {
    let made = match &entry.origin {
        Origin::Agent { run, call, agent } => Some((*run, *call, Some(agent.as_str()))),
        Origin::Shell { run, call } => Some((*run, *call, None)),
        _ => None,
    };
    let is_named = made.is_some_and(|(of_run, of_call, of_agent)| match scope {
        RollbackScope::Hunks { .. } => false,
        RollbackScope::File { file: wanted } => *wanted == file,
        RollbackScope::Call { call } => *call == of_call,
        RollbackScope::Run { run } => *run == of_run,
        RollbackScope::Agent { agent } => of_agent == Some(agent.as_str()),
        RollbackScope::Session => true,
        RollbackScope::Checkpoint { .. } => unreachable!("not asked for"),
    });
    let by_id = matches!(scope, RollbackScope::Hunks { hunks } if hunks.contains(&hunk.id));
    hunk.state.is_live() && (is_named || by_id)
}

/// Checks that a scoped rollback matches the oracle, in the preview and on the disk, and that it
/// can be undone and redone.
fn roll_back(harness: &mut LedgerHarness, scope: Scope) {
    harness.look();
    let before = harness.logs();
    let there = harness.tree();
    for logged in before.values() {
        is_there(harness, logged, &before, &there);
    }
    let Some(scope) = wanted(&before, scope) else {
        return;
    };
    let verdicts: BTreeMap<FileId, Verdict> = before
        .iter()
        .map(|(file, logged)| {
            let hunks = logged.log.hunks();
            let mine = hunks.filter(|(entry, hunk)| is_in(&scope, *file, entry, hunk));
            let chosen: BTreeSet<HunkId> = mine.map(|(_, hunk)| hunk.id).collect();
            (*file, Story::of(&logged.log).verdict(&chosen))
        })
        .collect();
    let request = request(RollbackMode::Scoped, scope);
    let preview = match harness.preview(&request) {
        Ok(preview) => preview,
        Err(why) => {
            assert!(
                verdicts
                    .values()
                    .all(|verdict| *verdict == Verdict::default()),
                "{why}"
            );
            return;
        }
    };
    for file in &preview.files {
        let listed = file
            .conflicts
            .iter()
            .map(|conflict| conflict.hunk)
            .collect();
        assert_eq!(
            verdicts[&file.file].stuck, listed,
            "conflicts of {}",
            file.path
        );
    }
    let applies = harness.applies.len();
    harness.roll_back(&request, &preview);
    if harness.applies.len() == applies {
        let left_out = |file: &FileId| {
            let path = &before[file].path;
            preview.not_covered.iter().any(|(left, _)| left == path)
        };
        let mut idle = verdicts.iter();
        assert!(idle.all(|(file, verdict)| verdict.going.is_empty() || left_out(file)));
        return;
    }
    let (_, result) = &harness.applies[applies];
    assert_eq!(*result, ApplyResult::Done);
    let skipped = |logged: &Logged| {
        preview
            .not_covered
            .iter()
            .any(|(path, _)| *path == logged.path)
    };
    let after = harness.logs();
    let now = harness.tree();
    for (file, was) in &before {
        let going = gone(&was.log, &after[file].log);
        let is_twice = before
            .values()
            .filter(|other| other.path == was.path)
            .count()
            > 1;
        match skipped(was) {
            // The path does not tell which of the two files is meant.
            true if is_twice && !going.is_empty() => assert_eq!(going, verdicts[file].going),
            true => assert!(going.is_empty(), "{} was left out", was.path),
            false => assert_eq!(going, verdicts[file].going, "what goes of {}", was.path),
        }
        // If one file of the session made room for another, the path belongs to the other.
        let shares = others_at(was, &before) || others_at(&after[file], &after);
        if going.is_empty() && !shares {
            assert_eq!(
                there.get(&was.path),
                now.get(&was.path),
                "{} is not of it",
                was.path
            );
        }
        if !going.is_empty() {
            only_its_lines_go(was, &after[file], &going);
            is_there(harness, &after[file], &after, &now);
            let written = after[file].log.written();
            assert_eq!(written.text, after[file].log.target().text);
        }
    }
    there_and_back(harness, (&there, &now));
}

/// Returns the hunks that a rollback reverted.
fn gone(before: &review::log::FileLog, after: &review::log::FileLog) -> BTreeSet<HunkId> {
    let taken = |log: &review::log::FileLog| -> BTreeSet<HunkId> {
        let hunks = log
            .hunks()
            .filter(|(_, hunk)| hunk.state == HunkState::RolledBack);
        hunks.map(|(_, hunk)| hunk.id).collect()
    };
    taken(after).difference(&taken(before)).copied().collect()
}

/// Checks that every expected line on the disk that does not belong to these hunks is still there,
/// in the same order. Restored lines were deleted by these hunks. Refused hunks that had to stay
/// because of the user's work on them go too.
fn only_its_lines_go(before: &Logged, after: &Logged, going: &BTreeSet<HunkId>) {
    let story = Story::of(&before.log);
    let (was, is) = (before.log.log().target(), after.log.log().target());
    let held = story.held(going);
    let refused = after.log.hunks().filter(|(_, hunk)| !hunk.state.is_live());
    let refused = refused.map(|(_, hunk)| hunk.id);
    let gone: BTreeSet<HunkId> = refused.filter(|hunk| !held.contains(hunk)).collect();
    let of_it = |line: &LineId| story.inserted.get(line).is_some_and(|by| gone.contains(by));
    // A restored file brings back the lines that it got from writers that did not see its removal.
    let was_absent = was.text.is_none();
    let taken_by_it = |line: &LineId| {
        let by = story.deleted.get(line);
        (was_absent && !of_it(line)) || by.is_some_and(|by| !by.is_disjoint(&gone))
    };
    let texts = |replayed: &review::replay::Replayed| -> Vec<(LineId, String)> {
        let lines = replayed.lines.iter().enumerate();
        let text = |(number, line): (usize, &review::replay::Line)| {
            let text = replayed.line(number).unwrap();
            // Whether a last line has a line end depends on what follows it.
            (line.id, text.trim_end_matches(['\r', '\n']).to_owned())
        };
        lines.map(text).collect()
    };
    let (was_lines, is_lines) = (texts(&was), texts(&is));
    if is.text.is_some() {
        let stays: Vec<_> = was_lines.iter().filter(|(line, _)| !of_it(line)).collect();
        let stayed: Vec<_> = is_lines
            .iter()
            .filter(|(line, _)| was_lines.iter().any(|(known, _)| known == line))
            .collect();
        assert_eq!(
            stays, stayed,
            "the lines of {} that are not of it",
            before.path
        );
    }
    for (line, text) in &is_lines {
        let was_there = was_lines.iter().any(|(known, _)| known == line);
        assert!(was_there || taken_by_it(line), "{text:?} came from nowhere");
    }
}

/// Checks that undo restores the decisions from before, and redo those from after, byte for byte.
fn there_and_back(harness: &mut LedgerHarness, (there, now): (&Tree, &Tree)) {
    harness.order(ReviewCommand::Undo);
    let back = harness.tree();
    assert_eq!(*there, back, "taken back");
    harness.order(ReviewCommand::Redo);
    let again = harness.tree();
    assert_eq!(*now, again, "done again");
    harness.order(ReviewCommand::Undo);
    assert_eq!(harness.tree(), back, "taken back again");
    harness.order(ReviewCommand::Redo);
    assert_eq!(harness.tree(), again, "done a third time");
}

/// Checks that a hard rollback of the session restores the files that it lists, and can be undone.
fn hard(harness: &mut LedgerHarness) {
    harness.look();
    let there = harness.tree();
    let request = request(RollbackMode::Hard, RollbackScope::Session);
    let Ok(preview) = harness.preview(&request) else {
        return;
    };
    let applies = harness.applies.len();
    harness.roll_back(&request, &preview);
    if harness.applies.len() == applies {
        return;
    }
    let (now, logs) = (harness.tree(), harness.logs());
    for logged in logs.values() {
        is_there(harness, logged, &logs, &now);
    }
    there_and_back(harness, (&there, &now));
}

/// Refuses everything, one hunk after the other, and applies: the session's files are as
/// in the beginning.
pub(super) fn refuse_all(harness: &mut LedgerHarness, order: u64) {
    harness.look();
    let before = harness.tree();
    let mut hunks = harness.hunks();
    let places = hunks.len().max(1);
    for number in 0..hunks.len() {
        let other = usize::try_from(order.rotate_left(number as u32)).unwrap() % places;
        hunks.swap(number, other);
    }
    let state = HunkState::Rejected;
    for hunk in hunks {
        let hunks = vec![hunk];
        harness.order(ReviewCommand::Decide { hunks, state });
    }
    let summary = harness.apply();
    let after = harness.tree();
    let logs = harness.logs();
    // Somebody has created another file at an initial path; it stays.
    let is_blocked = |path: &str| {
        let blocked =
            |(at, why): &(String, Notice)| at == path && why.to_string().contains("exists already");
        summary.skipped.iter().any(blocked)
    };
    let mut left = after.clone();
    for logged in logs.values().filter(|logged| !is_blocked(&logged.path)) {
        let first = &logged.log.entries[0];
        let path = logged
            .log
            .replay(&|_, _| false)
            .path
            .unwrap_or(first.path.clone());
        if let Some(base_text) = &logged.log.base {
            assert_eq!(
                at(&after, &path).as_deref(),
                Some(&**base_text),
                "{path} is the base"
            );
            let bits = after.get(&path).map(|(_, mode)| *mode);
            assert_eq!(
                logged.log.base_mode, bits,
                "{path} has the bits of the base"
            );
        }
        left.remove(&path);
    }
    for (path, found) in left {
        let blocked = logs
            .values()
            .any(|logged| logged.path == path && is_blocked(&path));
        let by_somebody = before.get(&path) == Some(&found);
        assert!(blocked || by_somebody, "{path} was made and is refused");
    }
}

/// Takes the steps, and checks that every scanned text that the user wrote to the disk is
/// in the log.
fn run(mut harness: LedgerHarness, steps: &[Step], order: u64) {
    for step in steps {
        take(&mut harness, step);
    }
    refuse_all(&mut harness, order);
}

proptest! {
    #![proptest_config(testing::cases(16))]

    #[test]
    fn whatever_happens_a_rollback_takes_its_own_and_nothing_else(
        (base, steps) in story(),
        order in any::<u64>(),
    ) {
        run(LedgerHarness::in_memory(&base), &steps, order);
    }
}

proptest! {
    #![proptest_config(testing::cases(4))]

    #[test]
    fn the_same_holds_on_a_real_disk(
        (base, steps) in story(),
        order in any::<u64>(),
    ) {
        run(LedgerHarness::on_disk(&base), &steps, order);
    }
}
