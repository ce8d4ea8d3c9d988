//! Regression tests: hand-written interleavings that once failed. Each step has the checks of the
//! generated ones.

use super::harness::{AgentCall, LedgerHarness, Splice, Touch, Tree};
use super::interleavings::take;
use super::steps::{Scope, Step};
use protocol::change::HunkState;
use protocol::ids::{ApplyId, CheckpointId, ContentHash, FileId};
use protocol::review::{
    AppliedFile, ApplyPurpose, ApplyRecord, ApplyResult, ConflictChoice, ReviewBase, ReviewCommand,
    ReviewQuery, ReviewReply,
};

pub(super) fn tree(files: &[(&str, &str, u32)]) -> Tree {
    let files = files.iter();
    files
        .map(|(path, text, mode)| ((*path).to_owned(), (text.as_bytes().to_vec(), *mode)))
        .collect()
}

pub(super) fn splice(at: usize, gone: usize, put: &[&str]) -> Splice {
    let put = put.iter().map(|line| (*line).to_owned()).collect();
    Splice { at, gone, put }
}

pub(super) fn agent(proposed: bool, calls: Vec<AgentCall>) -> Step {
    Step::Agent { proposed, calls }
}

pub(super) fn writes(path: &str, put: &[&str]) -> AgentCall {
    AgentCall::Splice(path.to_owned(), splice(0, 0, put))
}

pub(super) fn deletes(path: &str) -> AgentCall {
    AgentCall::Delete(path.to_owned())
}

pub(super) fn touches(path: &str, put: &[&str]) -> Touch {
    Touch::Splice(path.to_owned(), splice(0, 0, put))
}

pub(super) fn moves(from: &str, to: &str) -> Touch {
    Touch::Move(from.to_owned(), to.to_owned())
}

pub(super) fn command(own: Vec<Touch>) -> Step {
    let calls = AgentCall::Command(own, Vec::new());
    let with_proposed = false;
    Step::Command {
        calls,
        with_proposed,
    }
}

/// Takes the steps, then refuses all hunks and applies, then accepts all and applies; returns the
/// tree before and after each.
fn refused_and_taken(base: &Tree, steps: &[Step]) -> (Tree, Tree, Tree) {
    let mut harness = LedgerHarness::in_memory(base);
    for step in steps {
        take(&mut harness, step);
    }
    let before = harness.tree();
    let mut decide = |state| {
        let hunks = harness.hunks();
        harness.order(ReviewCommand::Decide { hunks, state });
        take(&mut harness, &Step::Apply);
        harness.tree()
    };
    let refused = decide(HunkState::Rejected);
    let taken = decide(HunkState::Accepted);
    (before, refused, taken)
}

#[test]
fn a_file_that_is_made_after_its_proposed_deletion_is_a_new_one() {
    let base = tree(&[("b.txt", "", 0o644)]);
    for proposed in [true, false] {
        let mut harness = LedgerHarness::in_memory(&base);
        take(&mut harness, &agent(true, vec![deletes("b.txt")]));
        take(
            &mut harness,
            &agent(proposed, vec![writes("b.txt", &["a\n"])]),
        );
        assert_eq!(harness.tree(), base);
        take(&mut harness, &Step::RollBack(Scope::Session));
        assert_eq!(harness.tree(), base);
    }
}

#[test]
fn an_undecided_change_that_was_on_the_disk_comes_back_onto_it_with_the_undo_of_its_rollback() {
    let mut harness = LedgerHarness::in_memory(&tree(&[("a.txt", "", 0o644)]));
    take(&mut harness, &agent(false, vec![writes("a.txt", &["a\n"])]));
    let written = harness.tree();
    take(&mut harness, &Step::Decide(vec![(0, HunkState::Pending)]));
    take(&mut harness, &Step::RollBack(Scope::Hunks(1)));
    harness.order(ReviewCommand::Undo);
    assert_eq!(harness.tree(), written);
    let logs = harness.logs();
    let (_, hunk) = logs.values().next().unwrap().log.hunks().next().unwrap();
    assert_eq!((hunk.state, hunk.written), (HunkState::Pending, true));
}

#[test]
fn a_file_that_was_made_in_the_place_of_another_comes_back_with_its_own_bits() {
    let mut harness = LedgerHarness::in_memory(&tree(&[("a.txt", "", 0o755)]));
    take(
        &mut harness,
        &agent(false, vec![deletes("a.txt"), writes("a.txt", &["a\n"])]),
    );
    assert_eq!(harness.tree(), tree(&[("a.txt", "a\n", 0o644)]));
    take(&mut harness, &Step::RollBack(Scope::Run(0)));
    assert_eq!(harness.tree(), tree(&[("a.txt", "", 0o755)]));
    harness.order(ReviewCommand::Undo);
    assert_eq!(harness.tree(), tree(&[("a.txt", "a\n", 0o644)]));
}

#[test]
fn a_rename_over_another_file_goes_back_alone_or_with_it() {
    let base = tree(&[("a.txt", "a\n", 0o755), ("b.txt", "b\n", 0o644)]);
    for mask in 0..4 {
        let mut harness = LedgerHarness::in_memory(&base);
        take(&mut harness, &command(vec![moves("a.txt", "b.txt")]));
        assert_eq!(harness.tree(), tree(&[("b.txt", "a\n", 0o755)]));
        take(&mut harness, &Step::RollBack(Scope::Hunks(mask)));
    }
    let mut harness = LedgerHarness::in_memory(&base);
    take(&mut harness, &command(vec![moves("a.txt", "b.txt")]));
    take(&mut harness, &Step::RollBack(Scope::Session));
    assert_eq!(harness.tree(), base);
}

#[test]
fn two_files_that_changed_places_change_them_back() {
    let base = tree(&[("a.txt", "a\n", 0o755), ("b.txt", "b\n", 0o644)]);
    let swapped = tree(&[("a.txt", "b\n", 0o644), ("b.txt", "a\n", 0o755)]);
    let swap = vec![
        moves("a.txt", "c"),
        moves("b.txt", "a.txt"),
        moves("c", "b.txt"),
    ];
    let (before, refused, taken) = refused_and_taken(&base, &[command(swap.clone())]);
    assert_eq!(
        (before, refused, taken),
        (swapped.clone(), base.clone(), swapped)
    );
    let mut harness = LedgerHarness::in_memory(&base);
    take(&mut harness, &command(swap));
    take(&mut harness, &Step::RollBack(Scope::Session));
    assert_eq!(harness.tree(), base);
}

#[test]
fn a_rename_goes_back_and_forth_with_what_others_did_to_the_file_since() {
    let mut harness = LedgerHarness::in_memory(&tree(&[("a.txt", "1\n2\n3\n", 0o755)]));
    take(&mut harness, &command(vec![moves("a.txt", "d/b.txt")]));
    take(&mut harness, &Step::Touch(touches("d/b.txt", &["mine\n"])));
    take(
        &mut harness,
        &agent(
            false,
            vec![AgentCall::Splice(
                "d/b.txt".to_owned(),
                splice(4, 0, &["its\n"]),
            )],
        ),
    );
    take(&mut harness, &Step::RollBack(Scope::Call(0)));
    assert_eq!(
        harness.tree(),
        tree(&[("a.txt", "mine\n1\n2\n3\nits\n", 0o755)])
    );
    harness.order(ReviewCommand::Undo);
    assert_eq!(
        harness.tree(),
        tree(&[("d/b.txt", "mine\n1\n2\n3\nits\n", 0o755)])
    );
}

#[test]
fn a_rename_does_not_go_back_over_a_file_that_came_to_its_place() {
    let mut harness = LedgerHarness::in_memory(&tree(&[("a.txt", "a\n", 0o644)]));
    take(&mut harness, &command(vec![moves("a.txt", "b.txt")]));
    take(&mut harness, &Step::Touch(touches("a.txt", &["mine\n"])));
    let before = harness.tree();
    take(&mut harness, &Step::RollBack(Scope::Session));
    assert_eq!(harness.tree(), before);
    take(
        &mut harness,
        &Step::Touch(Touch::Remove("a.txt".to_owned())),
    );
    take(&mut harness, &Step::RollBack(Scope::Session));
    assert_eq!(harness.tree(), tree(&[("a.txt", "a\n", 0o644)]));
}

#[test]
fn what_is_made_where_a_renamed_file_was_is_another_file() {
    let mut harness = LedgerHarness::in_memory(&tree(&[("a.txt", "", 0o644)]));
    take(&mut harness, &command(vec![moves("a.txt", "d/c.txt")]));
    take(&mut harness, &Step::HardRollBack);
    take(
        &mut harness,
        &agent(false, vec![writes("d/c.txt", &["a\n"])]),
    );
    assert_eq!(harness.logs().len(), 2);
}

#[test]
fn what_waits_beside_it_does_not_keep_a_rollback_from_being_taken_back() {
    let mut harness = LedgerHarness::in_memory(&tree(&[("c", "", 0o644)]));
    take(&mut harness, &agent(true, vec![writes("c", &["a\n"])]));
    take(&mut harness, &Step::Touch(touches("c", &["a\n"])));
    take(&mut harness, &Step::Look);
    // Only the user's hunk, which conflicts with the proposed one.
    take(&mut harness, &Step::RollBack(Scope::Hunks(0b10)));
    assert_eq!(harness.tree(), tree(&[("c", "", 0o644)]));
    harness.order(ReviewCommand::Undo);
    assert_eq!(harness.tree(), tree(&[("c", "a\n", 0o644)]));
}

#[test]
fn a_file_that_cannot_come_back_leaves_the_one_at_its_place_alone() {
    let base = tree(&[("b.txt", "", 0o644), ("c.txt", "", 0o644)]);
    for mask in 0..16 {
        let mut harness = LedgerHarness::in_memory(&base);
        take(&mut harness, &agent(false, vec![writes("c.txt", &["a\n"])]));
        take(&mut harness, &command(vec![moves("c.txt", "b.txt")]));
        take(&mut harness, &Step::RollBack(Scope::Hunks(mask)));
    }
}

#[test]
fn bits_that_a_command_set_are_refused_taken_and_rolled_back() {
    for bits in [0o755, 0o600, 0o444] {
        let base = tree(&[("a.txt", "a\n", 0o644)]);
        let set = tree(&[("a.txt", "a\n", bits)]);
        let sets = command(vec![Touch::Mode("a.txt".to_owned(), bits)]);
        let (before, refused, taken) = refused_and_taken(&base, std::slice::from_ref(&sets));
        assert_eq!((&before, &refused, &taken), (&set, &base, &set));
        let mut harness = LedgerHarness::in_memory(&base);
        take(&mut harness, &sets);
        take(&mut harness, &Step::RollBack(Scope::Session));
        assert_eq!(harness.tree(), base);
        harness.order(ReviewCommand::Undo);
        assert_eq!(harness.tree(), set);
    }
}

#[test]
fn the_users_own_bits_outlive_a_rollback_of_the_agents_text() {
    let mut harness = LedgerHarness::in_memory(&tree(&[("a.sh", "a\n", 0o644)]));
    take(
        &mut harness,
        &agent(false, vec![writes("a.sh", &["its\n"])]),
    );
    take(
        &mut harness,
        &Step::Touch(Touch::Mode("a.sh".to_owned(), 0o755)),
    );
    take(&mut harness, &Step::RollBack(Scope::Session));
    assert_eq!(harness.tree(), tree(&[("a.sh", "a\n", 0o755)]));
}

#[test]
fn work_between_an_agents_lines_keeps_what_builds_on_it_too() {
    let mut harness = LedgerHarness::in_memory(&tree(&[("a.txt", "", 0o644)]));
    take(
        &mut harness,
        &agent(false, vec![writes("a.txt", &["1\n", "2\n"])]),
    );
    take(
        &mut harness,
        &Step::Touch(Touch::Splice(
            "a.txt".to_owned(),
            splice(1, 1, &["mine\n", "mine\n"]),
        )),
    );
    take(
        &mut harness,
        &agent(
            false,
            vec![AgentCall::Splice(
                "a.txt".to_owned(),
                splice(2, 0, &["on\n"]),
            )],
        ),
    );
    let before = harness.tree();
    // The first call cannot go, so the agent's hunk on top of the user's work stays as well.
    take(&mut harness, &Step::RollBack(Scope::Call(0)));
    assert_eq!(harness.tree(), before);
}

#[test]
fn an_apply_that_fails_on_its_way_takes_back_what_it_wrote() {
    let harness = LedgerHarness::in_memory(&tree(&[("b.txt", "b\n", 0o644)]));
    let before = harness.tree();
    let hash = |text: &str| {
        let bytes = std::sync::Arc::from(text.as_bytes());
        harness.store.put_blob_blocking(bytes).unwrap()
    };
    let (new, old): (ContentHash, ContentHash) = (hash("new\n"), hash("b\n"));
    let file = |path: &str, before: Option<&ContentHash>| AppliedFile {
        file: FileId(uuid::Uuid::now_v7()),
        path: path.to_owned(),
        moves_to: None,
        before: before.cloned(),
        after: Some(new),
        mode_before: None,
        mode_after: None,
        hunks: Vec::new(),
        added: 0,
        removed: 0,
    };
    // The temporary file of the last one creates a folder at the path of the one before it.
    let files = vec![
        file("a.txt", None),
        file("b.txt", Some(&old)),
        file("c", None),
        file("c/d", None),
    ];
    let apply = ApplyRecord {
        id: ApplyId(uuid::Uuid::now_v7()),
        purpose: ApplyPurpose::Apply,
        checkpoint: CheckpointId(uuid::Uuid::now_v7()),
        files,
    };
    let result = harness.ledger.apply(&apply);
    assert!(matches!(result, ApplyResult::Nothing { .. }), "{result:?}");
    assert_eq!(harness.tree(), before);
}

#[test]
fn an_auto_write_leaves_what_is_decided_and_not_applied_off_the_disk() {
    let mut harness = LedgerHarness::in_memory(&tree(&[("a.txt", "1\n2\n3\n", 0o644)]));
    take(
        &mut harness,
        &agent(true, vec![writes("a.txt", &["staged\n"])]),
    );
    take(&mut harness, &Step::Decide(vec![(0, HunkState::Accepted)]));
    let end = AgentCall::Splice("a.txt".to_owned(), splice(4, 0, &["its\n"]));
    take(&mut harness, &agent(false, vec![end]));
    assert_eq!(harness.tree(), tree(&[("a.txt", "1\n2\n3\nits\n", 0o644)]));
    take(&mut harness, &Step::Apply);
    assert_eq!(
        harness.tree(),
        tree(&[("a.txt", "staged\n1\n2\n3\nits\n", 0o644)])
    );
}

#[test]
fn an_edit_above_a_hunk_whose_ground_is_refused_fits_its_hashes() {
    let mut harness = LedgerHarness::in_memory(&tree(&[("a.txt", "x\n", 0o644)]));
    take(
        &mut harness,
        &agent(false, vec![writes("a.txt", &["1\n", "2\n"])]),
    );
    let own_line = AgentCall::Splice("a.txt".to_owned(), splice(1, 1, &["on\n"]));
    take(&mut harness, &agent(false, vec![own_line]));
    take(&mut harness, &Step::Decide(vec![(0, HunkState::Rejected)]));
    // The line inside the refused change belongs to the user from now on.
    take(&mut harness, &Step::Editor(0, splice(0, 1, &["mine\n"])));
    assert_eq!(harness.logs().len(), 1);
}

#[test]
fn a_file_that_was_proposed_and_written_for_a_command_which_deletes_it_is_gone() {
    let base = tree(&[("b.txt", "", 0o644)]);
    let mut harness = LedgerHarness::in_memory(&base);
    take(&mut harness, &agent(false, vec![deletes("b.txt")]));
    take(&mut harness, &agent(true, vec![writes("b.txt", &[])]));
    let calls = AgentCall::Command(vec![Touch::Remove("b.txt".to_owned())], Vec::new());
    let with_proposed = true;
    take(
        &mut harness,
        &Step::Command {
            calls,
            with_proposed,
        },
    );
    assert!(harness.tree().is_empty());
}

#[test]
fn what_a_command_does_to_a_file_whose_move_is_not_applied_is_done_to_that_file() {
    let mut harness = LedgerHarness::in_memory(&tree(&[("a.txt", "1\n", 0o644)]));
    let end = AgentCall::Splice("a.txt".to_owned(), splice(1, 0, &["its\n"]));
    take(&mut harness, &agent(false, vec![end]));
    take(&mut harness, &command(vec![moves("a.txt", "b.txt")]));
    let decide = |harness: &mut LedgerHarness, state| {
        let logs = harness.logs();
        let entries = logs.values().flat_map(|logged| &logged.log.entries);
        let renames = entries.filter(|entry| {
            matches!(
                entry.operation,
                protocol::change::FileOperation::Rename { .. }
            )
        });
        let hunks = renames.flat_map(|entry| &entry.hunks);
        let hunks = hunks.map(|hunk| hunk.id).collect();
        harness.order(ReviewCommand::Decide { hunks, state });
    };
    decide(&mut harness, HunkState::Rejected);
    // The file is at b.txt and will move to a.txt.
    take(
        &mut harness,
        &command(vec![touches("b.txt", &["command\n"])]),
    );
    assert_eq!(harness.logs().len(), 1);
    take(&mut harness, &Step::Apply);
    assert_eq!(
        harness.tree(),
        tree(&[("a.txt", "command\n1\nits\n", 0o644)])
    );
}

#[test]
fn what_an_agent_makes_where_a_file_is_about_to_leave_waits_for_it_to_go() {
    let mut harness = LedgerHarness::in_memory(&tree(&[("a.txt", "1\n", 0o644)]));
    let end = AgentCall::Splice("a.txt".to_owned(), splice(1, 0, &["its\n"]));
    take(&mut harness, &agent(false, vec![end]));
    take(&mut harness, &command(vec![moves("a.txt", "b.txt")]));
    let rename = harness.hunks().pop().into_iter().collect();
    let state = HunkState::Rejected;
    harness.order(ReviewCommand::Decide {
        hunks: rename,
        state,
    });
    take(
        &mut harness,
        &agent(false, vec![writes("b.txt", &["new\n"])]),
    );
    assert_eq!(harness.logs().len(), 2);
    assert_eq!(harness.tree(), tree(&[("b.txt", "1\nits\n", 0o644)]));
    let hunks = harness.hunks().pop().into_iter().collect();
    let state = HunkState::Accepted;
    harness.order(ReviewCommand::Decide { hunks, state });
    take(&mut harness, &Step::Apply);
    let both = tree(&[("a.txt", "1\nits\n", 0o644), ("b.txt", "new\n", 0o644)]);
    assert_eq!(harness.tree(), both);
}

#[test]
fn a_file_that_went_unnoticed_before_another_was_moved_to_its_place_is_gone_in_the_log() {
    let base = tree(&[("a.txt", "", 0o644), ("b.txt", "", 0o644)]);
    let mut harness = LedgerHarness::in_memory(&base);
    take(&mut harness, &command(vec![touches("a.txt", &["a\n"])]));
    take(
        &mut harness,
        &Step::Touch(Touch::Remove("a.txt".to_owned())),
    );
    take(&mut harness, &command(vec![moves("b.txt", "a.txt")]));
    take(&mut harness, &Step::RollBack(Scope::Session));
    assert_eq!(harness.tree(), tree(&[("b.txt", "", 0o644)]));
}

#[test]
fn what_an_agent_writes_where_a_file_is_that_a_move_takes_away_waits_for_it_to_go() {
    let base = tree(&[("a.txt", "a\n", 0o644), ("b.txt", "b\n", 0o644)]);
    let mut harness = LedgerHarness::in_memory(&base);
    take(&mut harness, &command(vec![moves("a.txt", "b.txt")]));
    let rename = harness.hunks().pop();
    harness.order(ReviewCommand::Decide {
        hunks: rename.into_iter().collect(),
        state: HunkState::Rejected,
    });
    take(&mut harness, &Step::Apply);
    harness.order(ReviewCommand::Decide {
        hunks: rename.into_iter().collect(),
        state: HunkState::Pending,
    });
    take(
        &mut harness,
        &agent(false, vec![writes("a.txt", &["new\n"])]),
    );
    assert_eq!(harness.tree()["a.txt"].0, b"a\n", "it is still there");
    harness.order(ReviewCommand::Decide {
        hunks: harness.hunks(),
        state: HunkState::Accepted,
    });
    take(&mut harness, &Step::Apply);
    let after = tree(&[("a.txt", "new\n", 0o644), ("b.txt", "a\n", 0o644)]);
    assert_eq!(harness.tree(), after);
}

/// Creates a harness in which the agent has changed a line of a file.
fn morning() -> LedgerHarness {
    let base = tree(&[("a.txt", "1\nHello\n3\n", 0o644)]);
    let mut harness = LedgerHarness::in_memory(&base);
    let write = AgentCall::Splice("a.txt".to_owned(), splice(1, 1, &["Good morning\n"]));
    take(&mut harness, &agent(false, vec![write]));
    harness
}

fn replaced(put: &str) -> Step {
    Step::Touch(Touch::Splice("a.txt".to_owned(), splice(1, 1, &[put])))
}

fn text(harness: &LedgerHarness) -> String {
    let (bytes, _) = harness.tree().remove("a.txt").unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn what_was_changed_since_a_rollback_is_not_put_together_with_what_comes_back() {
    for put in ["Hi\n", "Hello there\n"] {
        let mut harness = morning();
        take(&mut harness, &Step::RollBack(Scope::Session));
        take(&mut harness, &replaced(put));
        take(&mut harness, &Step::Undo);
        assert_eq!(
            text(&harness),
            format!("1\n{put}3\n"),
            "the human's line stands alone"
        );
        // The restored hunk waits in the review and conflicts with the line.
        take(&mut harness, &Step::Settle(0, ConflictChoice::Agent));
        take(&mut harness, &Step::Apply);
        assert_eq!(text(&harness), "1\nGood morning\n3\n");
    }
}

#[test]
fn what_was_changed_since_an_undo_is_not_put_together_with_what_goes_again() {
    let mut harness = morning();
    for step in [
        Step::RollBack(Scope::Session),
        Step::Undo,
        replaced("Good night\n"),
        Step::Redo,
    ] {
        take(&mut harness, &step);
    }
    assert_eq!(text(&harness), "1\nGood night\n3\n");
}

#[test]
fn a_line_that_two_calls_of_a_run_change_counts_once_for_the_run() {
    let base = tree(&[("a.txt", "1\n2\n3\n", 0o644)]);
    let mut harness = LedgerHarness::in_memory(&base);
    let replaces = |line: &str| AgentCall::Splice("a.txt".to_owned(), splice(1, 1, &[line]));
    take(
        &mut harness,
        &agent(true, vec![replaces("two\n"), replaces("TWO\n")]),
    );
    let counted = |harness: &LedgerHarness| {
        let question = ReviewQuery::Files {
            since: ReviewBase::default(),
        };
        let Ok(ReviewReply::Files { files, runs, .. }) = harness.ask(&question) else {
            panic!("no files");
        };
        let of_file = files.iter().map(|file| (file.added, file.removed));
        let of_runs = runs.iter().map(|run| (run.added, run.removed));
        (of_file.collect::<Vec<_>>(), of_runs.collect::<Vec<_>>())
    };
    assert_eq!(counted(&harness), (vec![(1, 1)], vec![(1, 1)]));
    // Each run counts from what was there before it, the review from the base.
    take(&mut harness, &agent(true, vec![replaces("second\n")]));
    assert_eq!(counted(&harness), (vec![(1, 1)], vec![(1, 1), (1, 1)]));
    let hunks = harness.hunks();
    let state = HunkState::Rejected;
    harness.order(ReviewCommand::Decide { hunks, state });
    assert_eq!(counted(&harness).1, [(0, 0), (0, 0)]);
}
