//! Tests of review rules over the store and the disk that no other test covers.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use super::cases::{agent, splice, touches, tree, writes};
use super::harness::{AgentCall, LedgerHarness};
use super::interleavings::take;
use super::steps::Step;
use protocol::approval::Mode;
use protocol::change::{Hunk, HunkState};
use protocol::command::Command;
use protocol::ids::ContentHash;
use protocol::review::rollback::{HARD_WORD, RollbackMode, RollbackRequest, RollbackScope};
use protocol::review::{ApplyScope, CommentTarget, ReviewCommand, ReviewQuery, ReviewReply};

fn hunks(harness: &LedgerHarness) -> Vec<Hunk> {
    let logs = harness.logs();
    let hunks = logs.values().flat_map(|logged| logged.log.hunks());
    hunks.map(|(_, hunk)| hunk.clone()).collect()
}

#[test]
fn a_file_with_a_conflict_that_is_not_settled_is_named_and_not_applied() {
    let mut harness =
        LedgerHarness::in_memory(&tree(&[("a.txt", "", 0o644), ("b.txt", "", 0o644)]));
    let calls = vec![writes("a.txt", &["its\n"]), writes("b.txt", &["its\n"])];
    take(&mut harness, &agent(true, calls));
    take(&mut harness, &Step::Touch(touches("a.txt", &["mine\n"])));
    take(&mut harness, &Step::Look);
    let hunks = harness.hunks();
    let state = HunkState::Accepted;
    harness.order(ReviewCommand::Decide { hunks, state });
    // In the order of the summary's `y`: the files that it shows as written.
    let summary = harness.summary();
    let files = summary.files.iter().map(|(file, _)| *file).collect();
    let shown = summary.shown.unwrap();
    let of = ApplyScope::Decided;
    harness.order(ReviewCommand::Apply { files, shown, of });
    let [(path, why)] = summary.skipped.as_slice() else {
        panic!("{summary:?}");
    };
    assert!(
        path == "a.txt" && why.to_string().contains("conflict"),
        "{why}"
    );
    let applied = tree(&[("a.txt", "mine\n", 0o644), ("b.txt", "its\n", 0o644)]);
    assert_eq!(harness.tree(), applied);
}

#[test]
fn switching_the_mode_decides_nothing_that_is_proposed() {
    let base = tree(&[("a.txt", "", 0o644)]);
    let mut harness = LedgerHarness::in_memory(&base);
    take(
        &mut harness,
        &agent(true, vec![writes("a.txt", &["its\n"])]),
    );
    let proposed = hunks(&harness);
    let session = harness.session;
    for mode in Mode::ALL {
        harness.command(Command::SetMode { session, mode });
        assert_eq!(
            (hunks(&harness), harness.tree()),
            (proposed.clone(), base.clone())
        );
    }
}

#[test]
fn an_auto_write_that_builds_on_a_pending_hunk_is_proposed_too() {
    let base = tree(&[("a.txt", "1\n2\n", 0o644)]);
    let mut harness = LedgerHarness::in_memory(&base);
    take(
        &mut harness,
        &agent(true, vec![writes("a.txt", &["its\n"])]),
    );
    let on_it = AgentCall::Splice("a.txt".to_owned(), splice(0, 1, &["more\n"]));
    take(&mut harness, &agent(false, vec![on_it]));
    assert_eq!(harness.tree(), base);
    let waits = |hunk: &Hunk| hunk.state == HunkState::Pending && !hunk.written;
    assert!(hunks(&harness).iter().all(waits), "{:?}", hunks(&harness));
}

#[test]
fn a_comment_that_was_not_sent_is_there_after_a_restart() {
    let mut harness = LedgerHarness::in_memory(&tree(&[("a.txt", "", 0o644)]));
    take(
        &mut harness,
        &agent(true, vec![writes("a.txt", &["its\n"])]),
    );
    let on = CommentTarget::Hunk(harness.hunks()[0]);
    let text = "why?".to_owned();
    harness.order(ReviewCommand::Comment { on, text });
    harness.restart();
    let Ok(ReviewReply::Comments { comments }) = harness.ask(&ReviewQuery::Comments) else {
        panic!("no comments");
    };
    assert_eq!(comments.len(), 1);
    assert_eq!(comments[0].text, "why?");
}

#[test]
fn decisions_and_their_undo_outlive_a_restart_and_a_split() {
    let base = tree(&[("a.txt", "", 0o644)]);
    let mut harness = LedgerHarness::in_memory(&base);
    take(
        &mut harness,
        &agent(false, vec![writes("a.txt", &["1\n", "2\n"])]),
    );
    let written = harness.tree();
    take(&mut harness, &Step::RollBack(super::steps::Scope::Session));
    assert_eq!(harness.tree(), base);
    take(&mut harness, &Step::Split(0, None));
    assert_eq!(harness.hunks().len(), 2);
    harness.restart();
    // Undo takes back the split first.
    harness.order(ReviewCommand::Undo);
    assert_eq!(harness.hunks().len(), 1);
    assert_eq!(harness.tree(), base);
    harness.restart();
    harness.order(ReviewCommand::Undo);
    assert_eq!(harness.tree(), written);
    harness.restart();
    harness.order(ReviewCommand::Redo);
    assert_eq!(harness.tree(), base);
    harness.order(ReviewCommand::Redo);
    assert_eq!(harness.hunks().len(), 2);
}

#[test]
fn a_change_right_after_a_look_is_seen_by_the_next_and_what_is_as_it_was_is_not_read_again() {
    let mut harness = LedgerHarness::in_memory(&tree(&[("a.txt", "", 0o644)]));
    take(
        &mut harness,
        &agent(false, vec![writes("a.txt", &["its\n"])]),
    );
    let path = harness.root().join("a.txt");
    // All texts have the same length, and the writes follow so fast that a file system's clock may
    // not tell them apart.
    for number in 10..60 {
        harness.look();
        let text = format!("{number}\n");
        std::fs::write(&path, &text).unwrap();
        harness.look();
        let written = harness.logs().values().next().unwrap().log.written();
        assert_eq!(written.text.as_deref(), Some(text.as_str()));
    }
    let stat = || harness.ledger.workspace.stat("a.txt").unwrap();
    while stat().unsettled(SystemTime::now()) > Duration::ZERO {
        std::thread::yield_now();
    }
    harness.look();
    let logged = Arc::clone(harness.logs().values().next().unwrap());
    let stat = harness.ledger.workspace.stat("a.txt").unwrap();
    assert!(harness.ledger.is_as_seen(&logged, &stat));
    std::fs::write(&path, "last\n").unwrap();
    let stat = harness.ledger.workspace.stat("a.txt").unwrap();
    assert!(!harness.ledger.is_as_seen(&logged, &stat));
}

#[test]
fn a_checkpoint_whose_contents_were_dropped_is_not_gone_back_to() {
    let mut harness = LedgerHarness::in_memory(&tree(&[("a.txt", "old\n", 0o644)]));
    take(
        &mut harness,
        &agent(false, vec![writes("a.txt", &["new\n"])]),
    );
    let there = harness.tree();
    let request = RollbackRequest {
        how: RollbackMode::Hard,
        scope: RollbackScope::Session,
        without: Vec::new(),
        settle: Vec::new(),
        unclear: Vec::new(),
        word: HARD_WORD.to_owned(),
    };
    let preview = harness.preview(&request).unwrap();
    harness.store.forget_blocking(&ContentHash::of(b"old\n"));
    let why = harness.preview(&request).unwrap_err();
    assert!(
        why.contains("is incomplete") && why.contains("checkpoints.max_mb"),
        "{why}"
    );
    harness.roll_back(&request, &preview);
    assert_eq!(harness.tree(), there);
    assert!(harness.applies.is_empty());
}
