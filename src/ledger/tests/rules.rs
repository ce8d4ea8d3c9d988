//! Tests of review rules over the store and the disk that no other test covers.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use super::cases::{agent, splice, touches, tree, writes};
use super::desk::{AgentCall, Desk};
use super::interleavings::take;
use super::steps::Step;
use crate::protocol::approval::Mode;
use crate::protocol::change::{Hunk, HunkState};
use crate::protocol::command::Command;
use crate::protocol::ids::ContentHash;
use crate::protocol::review::rollback::{HARD_WORD, RollbackMode, RollbackRequest, RollbackScope};
use crate::protocol::review::{CommentTarget, ReviewCommand, ReviewQuery, ReviewReply};

fn hunks(desk: &Desk) -> Vec<Hunk> {
    let logs = desk.logs();
    let hunks = logs.values().flat_map(|logged| logged.log.hunks());
    hunks.map(|(_, hunk)| hunk.clone()).collect()
}

#[test]
fn a_file_with_a_conflict_that_is_not_settled_is_named_and_not_saved() {
    let mut desk = Desk::in_memory(&tree(&[("a.txt", "", 0o644), ("b.txt", "", 0o644)]));
    let calls = vec![writes("a.txt", &["its\n"]), writes("b.txt", &["its\n"])];
    take(&mut desk, &agent(true, calls));
    take(&mut desk, &Step::Touch(touches("a.txt", &["mine\n"])));
    take(&mut desk, &Step::Look);
    let hunks = desk.hunks();
    let state = HunkState::Accepted;
    desk.order(ReviewCommand::Decide { hunks, state });
    // In the order of the summary's `y`: the files that it shows as written.
    let summary = desk.summary();
    let files = summary.files.iter().map(|(file, _)| *file).collect();
    let shown = summary.shown.unwrap();
    desk.order(ReviewCommand::Apply { files, shown });
    let [(path, why)] = summary.skipped.as_slice() else {
        panic!("{summary:?}");
    };
    assert!(path == "a.txt" && why.contains("conflict"), "{why}");
    let saved = tree(&[("a.txt", "mine\n", 0o644), ("b.txt", "its\n", 0o644)]);
    assert_eq!(desk.tree(), saved);
}

#[test]
fn switching_the_mode_decides_nothing_that_is_staged() {
    let base = tree(&[("a.txt", "", 0o644)]);
    let mut desk = Desk::in_memory(&base);
    take(&mut desk, &agent(true, vec![writes("a.txt", &["its\n"])]));
    let proposed = hunks(&desk);
    let session = desk.session;
    for mode in Mode::ALL {
        desk.command(Command::SetMode { session, mode });
        assert_eq!(
            (hunks(&desk), desk.tree()),
            (proposed.clone(), base.clone())
        );
    }
}

#[test]
fn an_auto_write_that_builds_on_a_pending_hunk_is_staged_too() {
    let base = tree(&[("a.txt", "1\n2\n", 0o644)]);
    let mut desk = Desk::in_memory(&base);
    take(&mut desk, &agent(true, vec![writes("a.txt", &["its\n"])]));
    let on_it = AgentCall::Splice("a.txt".to_owned(), splice(0, 1, &["more\n"]));
    take(&mut desk, &agent(false, vec![on_it]));
    assert_eq!(desk.tree(), base);
    let waits = |hunk: &Hunk| hunk.state == HunkState::Pending && !hunk.written;
    assert!(hunks(&desk).iter().all(waits), "{:?}", hunks(&desk));
}

#[test]
fn a_comment_that_was_not_sent_is_there_after_a_restart() {
    let mut desk = Desk::in_memory(&tree(&[("a.txt", "", 0o644)]));
    take(&mut desk, &agent(true, vec![writes("a.txt", &["its\n"])]));
    let on = CommentTarget::Hunk(desk.hunks()[0]);
    let text = "why?".to_owned();
    desk.order(ReviewCommand::Comment { on, text });
    desk.restart();
    let Ok(ReviewReply::Comments { comments }) = desk.ask(&ReviewQuery::Comments) else {
        panic!("no comments");
    };
    assert_eq!(comments.len(), 1);
    assert_eq!(comments[0].text, "why?");
}

#[test]
fn decisions_and_their_undo_outlive_a_restart_and_a_split() {
    let base = tree(&[("a.txt", "", 0o644)]);
    let mut desk = Desk::in_memory(&base);
    take(
        &mut desk,
        &agent(false, vec![writes("a.txt", &["1\n", "2\n"])]),
    );
    let written = desk.tree();
    take(&mut desk, &Step::RollBack(super::steps::Scope::Session));
    assert_eq!(desk.tree(), base);
    take(&mut desk, &Step::Split(0, None));
    assert_eq!(desk.hunks().len(), 2);
    desk.restart();
    // Undo takes back the split first.
    desk.order(ReviewCommand::Undo);
    assert_eq!(desk.hunks().len(), 1);
    assert_eq!(desk.tree(), base);
    desk.restart();
    desk.order(ReviewCommand::Undo);
    assert_eq!(desk.tree(), written);
    desk.restart();
    desk.order(ReviewCommand::Redo);
    assert_eq!(desk.tree(), base);
    desk.order(ReviewCommand::Redo);
    assert_eq!(desk.hunks().len(), 2);
}

#[test]
fn a_change_right_after_a_look_is_seen_by_the_next_and_what_is_as_it_was_is_not_read_again() {
    let mut desk = Desk::in_memory(&tree(&[("a.txt", "", 0o644)]));
    take(&mut desk, &agent(false, vec![writes("a.txt", &["its\n"])]));
    let path = desk.root().join("a.txt");
    // All texts have the same length, and the writes follow so fast that a file system's clock may
    // not tell them apart.
    for number in 10..60 {
        desk.look();
        let text = format!("{number}\n");
        std::fs::write(&path, &text).unwrap();
        desk.look();
        let written = desk.logs().values().next().unwrap().log.written();
        assert_eq!(written.text.as_deref(), Some(text.as_str()));
    }
    let stat = || desk.ledger.workspace.stat("a.txt").unwrap();
    while stat().unsettled(SystemTime::now()) > Duration::ZERO {
        std::thread::yield_now();
    }
    desk.look();
    let logged = Arc::clone(desk.logs().values().next().unwrap());
    let stat = desk.ledger.workspace.stat("a.txt").unwrap();
    assert!(desk.ledger.is_as_seen(&logged, &stat));
    std::fs::write(&path, "last\n").unwrap();
    let stat = desk.ledger.workspace.stat("a.txt").unwrap();
    assert!(!desk.ledger.is_as_seen(&logged, &stat));
}

#[test]
fn a_checkpoint_whose_contents_were_dropped_is_not_gone_back_to() {
    let mut desk = Desk::in_memory(&tree(&[("a.txt", "old\n", 0o644)]));
    take(&mut desk, &agent(false, vec![writes("a.txt", &["new\n"])]));
    let there = desk.tree();
    let request = RollbackRequest {
        how: RollbackMode::Hard,
        scope: RollbackScope::Session,
        without: Vec::new(),
        settle: Vec::new(),
        unclear: Vec::new(),
        word: HARD_WORD.to_owned(),
    };
    let preview = desk.preview(&request).unwrap();
    desk.store.forget_blocking(&ContentHash::of(b"old\n"));
    let why = desk.preview(&request).unwrap_err();
    assert!(
        why.contains("is not whole any more") && why.contains("checkpoints.max_mb"),
        "{why}"
    );
    desk.roll_back(&request, &preview);
    assert_eq!(desk.tree(), there);
    assert!(desk.saves.is_empty());
}
