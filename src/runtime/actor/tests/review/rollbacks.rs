//! Tests of rollbacks and checkpoints through the actor.

use super::{BEFORE, request};
use crate::actor::tests::harness::{ActorHarness, calls, write};
use protocol::approval::Mode;
use protocol::change::{DiffLineKind, FileDiff, HunkState};
use protocol::review::rollback::{RollbackMode, RollbackRequest, RollbackScope};
use protocol::review::{ConflictChoice, ReviewCommand, ReviewQuery, ReviewReply};

fn changed_lines(diffs: &[FileDiff]) -> Vec<String> {
    let lines = diffs.iter().flat_map(|diff| &diff.hunks);
    let lines = lines.flat_map(|hunk| &hunk.lines);
    lines
        .filter(|line| line.kind != DiffLineKind::Context)
        .map(|line| line.content.clone())
        .collect()
}

#[tokio::test]
async fn two_checkpoints_differ_by_all_that_was_changed_between_them() {
    let harness = ActorHarness::new(Mode::AcceptEdits).await;
    harness.put("a.txt", BEFORE);
    harness.put("b.txt", "old\n");
    harness
        .agent_writes("a.txt", &BEFORE.replace("two", "TWO"))
        .await;
    harness.agent_writes("b.txt", "new\n").await;
    let checkpoints = harness.checkpoints().await;
    let [second, first] = checkpoints.as_slice() else {
        panic!("{checkpoints:?}");
    };
    let (first, second) = (first.checkpoint.id, second.checkpoint.id);
    let between = async |from, to| match harness.ask(ReviewQuery::Compare { from, to }).await {
        ReviewReply::Compared { diffs, left_out } => {
            assert!(left_out.is_empty(), "{left_out:?}");
            changed_lines(&diffs)
        }
        other => panic!("{other:?}"),
    };
    // The second range holds only changes after the second checkpoint; the first file has none.
    assert_eq!(between(first, Some(second)).await, ["two", "TWO"]);
    assert_eq!(
        between(second, Some(first)).await,
        ["two", "TWO"],
        "the older comes first"
    );
    assert_eq!(between(first, None).await, ["two", "TWO", "old", "new"]);
    assert_eq!(between(second, None).await, ["old", "new"]);
}

#[tokio::test]
async fn the_users_own_line_outlives_a_scoped_rollback_which_can_be_undone() {
    let harness = ActorHarness::rewritten(Mode::AcceptEdits, &BEFORE.replace("two", "TWO")).await;
    let mine = BEFORE.replace("two", "TWO").replace("nine", "nine, mine");
    harness.put("a.txt", &mine);
    let whole = request(RollbackMode::Scoped, RollbackScope::Session);
    let ReviewReply::Compared { diffs, left_out } = harness
        .ask(ReviewQuery::RollbackDiff {
            request: whole.clone(),
        })
        .await
    else {
        panic!("the difference");
    };
    let changed = changed_lines(&diffs);
    assert_eq!(changed, ["TWO", "two"], "one's own line is no part of it");
    assert!(left_out.is_empty(), "{left_out:?}");
    let preview = harness.preview(&whole).await;
    assert_eq!(
        preview.files[0].becomes.to_string(),
        "1 hunk back, 1 of yours kept"
    );
    harness.roll_back(whole).await;
    let without = BEFORE.replace("nine", "nine, mine");
    assert_eq!(harness.disk("a.txt"), without);
    let ReviewReply::Compared { diffs, .. } = harness.ask(ReviewQuery::UndoDiff).await else {
        panic!("the difference");
    };
    assert_eq!(
        changed_lines(&diffs),
        ["two", "TWO"],
        "the undo turns it round"
    );
    harness.execute(ReviewCommand::Undo).await;
    assert_eq!(harness.disk("a.txt"), mine);
    harness.execute(ReviewCommand::Redo).await;
    assert_eq!(harness.disk("a.txt"), without);
}

#[tokio::test]
async fn what_the_user_edited_of_a_hunk_that_goes_is_told_and_a_file_that_is_left_out_stays_in_the_list()
 {
    let harness = ActorHarness::rewritten(Mode::Review, &BEFORE.replace("two", "TWO")).await;
    let hunk = harness.hunks().await[0];
    harness.amend(hunk, "zwei\n").await;
    let mut whole = request(RollbackMode::Scoped, RollbackScope::Session);
    let preview = harness.preview(&whole).await;
    assert_eq!((preview.edited(), preview.files[0].hunks), (1, 1));
    whole.without = vec![preview.files[0].file];
    let without = harness.preview(&whole).await;
    assert_eq!(without.files.len(), 1, "it can be taken in again");
    assert_eq!((without.edited(), without.files[0].hunks), (0, 0));
    assert_eq!(without.files[0].becomes.to_string(), "stays");
}

#[tokio::test]
async fn a_hard_rollback_brings_the_base_back_byte_for_byte() {
    let harness = ActorHarness::rewritten(Mode::AcceptEdits, &BEFORE.replace("two", "TWO")).await;
    harness.put("a.txt", BEFORE.replace("two", "TWO, mine"));
    let hard = request(RollbackMode::Hard, RollbackScope::Session);
    let preview = harness.preview(&hard).await;
    assert_eq!(preview.user_hunks_lost, 1);
    harness.roll_back(hard).await;
    assert_eq!(harness.disk("a.txt"), BEFORE);
}

#[tokio::test]
async fn work_on_the_agents_lines_is_a_conflict_and_stays_until_it_is_settled() {
    let harness = ActorHarness::rewritten(Mode::AcceptEdits, &BEFORE.replace("two", "TWO")).await;
    let mine = BEFORE.replace("two", "TWO, mine");
    harness.put("a.txt", &mine);
    let scoped = request(RollbackMode::Scoped, RollbackScope::Session);
    let preview = harness.preview(&scoped).await;
    assert_eq!(preview.files[0].conflicts.len(), 1, "{preview:?}");
    let hunk = preview.files[0].conflicts[0].hunk;
    let settled = RollbackRequest {
        settle: vec![(hunk, ConflictChoice::Base)],
        ..scoped
    };
    harness.roll_back(settled).await;
    assert_eq!(harness.disk("a.txt"), BEFORE);
    harness.execute(ReviewCommand::Undo).await;
    assert_eq!(harness.disk("a.txt"), mine);
}

#[tokio::test]
async fn a_file_that_the_agent_made_goes_with_the_rollback_and_comes_back() {
    let harness = ActorHarness::new(Mode::AcceptEdits).await;
    let make = calls(&[write("new.txt", "made\n")]);
    harness.exchange("make it", make).await;
    assert_eq!(harness.disk("new.txt"), "made\n");
    harness
        .roll_back(request(RollbackMode::Scoped, RollbackScope::Session))
        .await;
    assert!(!harness.root().join("new.txt").exists());
    harness.execute(ReviewCommand::Undo).await;
    assert_eq!(harness.disk("new.txt"), "made\n");
}

#[tokio::test]
async fn the_checkpoint_that_a_save_made_is_gone_back_to_hunk_by_hunk() {
    let both = BEFORE.replace("one", "ONE").replace("nine", "NINE");
    let harness = ActorHarness::rewritten(Mode::Review, &both).await;
    let hunks = harness.hunks().await;
    harness.decide(hunks[0], HunkState::Accepted).await;
    harness.apply().await;
    let mine = harness.disk("a.txt").replace("five", "five, mine");
    harness.put("a.txt", &mine);
    let checkpoints = harness.checkpoints().await;
    let newest = checkpoints.iter().max_by_key(|row| row.checkpoint.number);
    let checkpoint = newest.expect("a checkpoint").checkpoint.id;
    let back = request(
        RollbackMode::Scoped,
        RollbackScope::Checkpoint { checkpoint },
    );
    let preview = harness.preview(&back).await;
    assert_eq!(
        preview.files[0].becomes.to_string(),
        "1 hunk back, 1 of yours kept"
    );
    harness.roll_back(back.clone()).await;
    assert_eq!(harness.disk("a.txt"), BEFORE.replace("five", "five, mine"));
    let (file, decided) = harness.file().await;
    assert_eq!(file.counts.pending, 1, "what waited waits on: {decided:?}");
}

#[tokio::test]
async fn a_checkpoint_tells_what_stands_of_all_that_came_after_it() {
    let both = BEFORE.replace("one", "ONE").replace("nine", "NINE");
    let harness = ActorHarness::rewritten(Mode::Review, &both).await;
    let first = async || {
        let checkpoints = harness.checkpoints().await;
        let first = checkpoints.iter().find(|row| row.checkpoint.number == 1);
        let first = first.expect("the first");
        (first.added, first.removed)
    };
    // The checkpoint was made because of the first write.
    assert_eq!(first().await, (2, 2));
    let hunks = harness.hunks().await;
    harness.decide(hunks[0], HunkState::Accepted).await;
    harness.decide(hunks[1], HunkState::Rejected).await;
    assert_eq!(first().await, (1, 1));
    // The checkpoint of the apply holds the state before it.
    harness.apply().await;
    assert_eq!(first().await, (1, 1));
}

#[tokio::test]
async fn a_line_that_the_user_edited_is_counted_once_on_the_timeline_as_in_the_review() {
    let both = BEFORE.replace("one\n", "one\nand\n") + "ten\n";
    let harness = ActorHarness::rewritten(Mode::Review, &both).await;
    let counted = async || {
        let checkpoints = harness.checkpoints().await;
        let first = checkpoints
            .iter()
            .find(|row| row.checkpoint.number == 1)
            .expect("the first");
        let (file, _) = harness.file().await;
        assert_eq!((first.added, first.removed), (file.added, file.removed));
        (first.added, first.removed)
    };
    assert_eq!(counted().await, (2, 0));
    let hunk = harness.hunks().await[0];
    harness.amend(hunk, "und\n").await;
    assert_eq!(counted().await, (2, 0), "edited in the review");
    for hunk in harness.hunks().await {
        harness.decide(hunk, HunkState::Accepted).await;
    }
    harness.apply().await;
    let mine = harness.disk("a.txt").replace("ten", "zehn");
    harness.put("a.txt", &mine);
    assert_eq!(counted().await, (2, 0));
}

#[tokio::test]
async fn a_rollback_names_the_users_edits_that_go_with_the_agents_hunks() {
    let both = BEFORE.replace("two", "TWO").replace("nine", "NINE");
    let harness = ActorHarness::rewritten(Mode::Review, &both).await;
    let hunk = harness.hunks().await[0];
    harness.amend(hunk, "zwei\n").await;
    let session = request(RollbackMode::Scoped, RollbackScope::Session);
    let preview = harness.preview(&session).await;
    assert_eq!(
        preview.files[0].becomes.to_string(),
        "2 hunks back, only proposed, 1 edited by you"
    );
    harness.decide(hunk, HunkState::Accepted).await;
    harness.apply().await;
    for how in [RollbackMode::Scoped, RollbackMode::Hard] {
        let preview = harness.preview(&request(how, RollbackScope::Session)).await;
        let file = &preview.files[0];
        assert_eq!(
            file.becomes.to_string(),
            "2 hunks back, 1 only proposed, 1 edited by you",
            "{how:?}"
        );
        assert_eq!((file.edited, file.lost, file.kept), (1, 0, 0), "{how:?}");
    }
    harness.roll_back(session).await;
    assert_eq!(harness.disk("a.txt"), BEFORE);
}

#[tokio::test]
async fn work_of_the_users_that_goes_by_the_choice_of_the_checkpoint_is_named() {
    let harness = ActorHarness::rewritten(Mode::AcceptEdits, &BEFORE.replace("two", "TWO")).await;
    let mine = BEFORE.replace("two", "TWO, mine");
    harness.put("a.txt", mine.replace("nine", "nine, mine"));
    let scoped = request(RollbackMode::Scoped, RollbackScope::Session);
    let preview = harness.preview(&scoped).await;
    let file = &preview.files[0];
    assert_eq!((file.lost, file.kept), (0, 2), "{preview:?}");
    let settled = RollbackRequest {
        settle: vec![(file.conflicts[0].hunk, ConflictChoice::Base)],
        ..scoped
    };
    let preview = harness.preview(&settled).await;
    let file = &preview.files[0];
    assert_eq!(
        file.becomes.to_string(),
        "2 hunks back, 1 of yours lost, 1 of yours kept, 1 conflict"
    );
    assert_eq!((file.lost, file.kept), (1, 1));
}

#[tokio::test]
async fn a_file_that_is_left_out_is_named_and_can_be_chosen_again() {
    let after = BEFORE.replace("two", "TWO");
    let harness = ActorHarness::rewritten(Mode::AcceptEdits, &after).await;
    let whole = request(RollbackMode::Scoped, RollbackScope::Session);
    let preview = harness.preview(&whole).await;
    let without = RollbackRequest {
        without: vec![preview.files[0].file],
        ..whole.clone()
    };
    let left_out = harness.preview(&without).await;
    assert_eq!(left_out.files.len(), 1, "{left_out:?}");
    assert_eq!(left_out.files[0].becomes.to_string(), "stays");
    assert_eq!((left_out.files[0].added, left_out.files[0].removed), (0, 0));
    let shown = left_out.shown;
    let request = without;
    harness
        .execute(ReviewCommand::RollBack { request, shown })
        .await;
    assert_eq!(harness.disk("a.txt"), after, "nothing is chosen");
    assert_eq!(harness.preview(&whole).await.files, preview.files);
    harness.roll_back(whole).await;
    assert_eq!(harness.disk("a.txt"), BEFORE);
}
