//! Tests of the records of each call, run and hunk afterwards.

use super::{BEFORE, request};
use crate::actor::tests::harness::{ActorHarness, says};
use protocol::approval::Mode;
use protocol::change::{DiffLineKind, FileDiff, HunkState};
use protocol::ids::{CallId, HunkId};
use protocol::review::LineOwner;
use protocol::review::rollback::{RollbackMode, RollbackScope};
use protocol::review::{
    CommentTarget, ReviewBase, ReviewCommand, ReviewQuery, ReviewReply, ReviewSubject,
};

#[tokio::test]
async fn of_each_call_it_is_known_what_became_of_its_changes_also_after_the_next_run() {
    let both = BEFORE.replace("one", "ONE").replace("nine", "NINE");
    let harness = ActorHarness::rewritten(Mode::Review, &both).await;
    assert_eq!(harness.fates().await, [], "all of it stands");
    assert_eq!(harness.proposed_counts().await, [(2, 2)]);
    let hunks = harness.hunks().await;
    harness.decide(hunks[0], HunkState::Accepted).await;
    harness.decide(hunks[1], HunkState::Rejected).await;
    assert_eq!(harness.fates().await, [(2, 1, 0, 0)]);
    assert_eq!(
        harness.proposed_counts().await,
        [(2, 1)],
        "decided is not written"
    );
    harness.apply().await;
    assert_eq!(harness.proposed_counts().await, [(2, 0)]);
    harness.exchange("and?", says("I see")).await;
    assert_eq!(harness.fates().await, [(2, 1, 0, 0)], "it is not forgotten");
    let scope = RollbackScope::Session;
    harness
        .roll_back(request(RollbackMode::Scoped, scope))
        .await;
    assert_eq!(harness.fates().await, [(2, 1, 1, 0)]);
    harness.execute(ReviewCommand::Undo).await;
    assert_eq!(harness.fates().await, [(2, 1, 0, 0)]);
}

#[tokio::test]
async fn the_diff_of_each_call_is_what_it_changed_whatever_came_later() {
    let first = BEFORE.replace("two", "TWO");
    let harness = ActorHarness::rewritten(Mode::Review, &first).await;
    let (_, changes, _) = harness.under_review().await;
    let one = changes.first().expect("the first call").call;
    let hunk = harness.hunks().await[0];
    harness
        .agent_writes("a.txt", &first.replace("nine", "NINE"))
        .await;
    let (_, changes, _) = harness.under_review().await;
    let mut calls = changes.iter().map(|changes| changes.call);
    let two = calls.find(|call| *call != one).expect("the second call");
    let diffs = async |calls: Vec<CallId>| match harness.ask(ReviewQuery::CallDiffs { calls }).await
    {
        ReviewReply::CallDiffs { diffs } => {
            let changed = |diff: &FileDiff| -> Vec<String> {
                let lines = diff.hunks.iter().flat_map(|hunk| &hunk.lines);
                let changed = lines.filter(|line| line.kind != DiffLineKind::Context);
                changed.map(|line| line.content.clone()).collect()
            };
            let diffs = diffs.iter().map(|(call, diff)| (*call, changed(diff)));
            diffs.collect::<Vec<_>>()
        }
        other => panic!("{other:?}"),
    };
    let of_one = (one, vec!["two".to_owned(), "TWO".to_owned()]);
    let of_two = (two, vec!["nine".to_owned(), "NINE".to_owned()]);
    assert_eq!(diffs(vec![two]).await, std::slice::from_ref(&of_two));
    harness.decide(hunk, HunkState::Rejected).await;
    harness.apply().await;
    assert_eq!(diffs(vec![one, two]).await, [of_one, of_two]);
    let unknown = CallId(uuid::Uuid::from_u128(1));
    assert_eq!(diffs(vec![unknown]).await, []);
    let text = "mine\n".to_owned();
    harness.execute(ReviewCommand::Amend { hunk, text }).await;
    let edited = (one, vec!["two".to_owned(), "mine".to_owned()]);
    assert_eq!(diffs(vec![one]).await, [edited]);
    let (_, changes, _) = harness.under_review().await;
    let edited: Vec<u32> = changes.iter().map(|changes| changes.edited).collect();
    assert_eq!(edited, [1, 0]);
}

#[tokio::test]
async fn what_was_written_and_refused_is_known_to_be_on_the_disk_until_that_is_applied() {
    let harness = ActorHarness::rewritten(Mode::AcceptEdits, &BEFORE.replace("five", "FIVE")).await;
    let hunks = harness.hunks().await;
    harness.decide(hunks[0], HunkState::Rejected).await;
    assert_eq!(harness.fates().await, [(1, 1, 0, 1)]);
    harness.apply().await;
    assert_eq!(harness.fates().await, [(1, 1, 0, 0)]);
    assert_eq!(harness.disk("a.txt"), BEFORE);
}

#[tokio::test]
async fn of_each_run_it_is_known_what_stands_and_what_of_each_call_is_on_the_disk() {
    let both = BEFORE
        .replace("one", "ONE\nand more")
        .replace("nine", "NINE");
    let harness = ActorHarness::rewritten(Mode::Review, &both).await;
    let standing = async || {
        let (_, changes, runs) = harness.under_review().await;
        let run = runs.first().expect("the run");
        let counts = (
            run.files,
            run.added,
            run.removed,
            run.refused,
            run.taken_back,
        );
        (counts, changes.first().expect("the call").written)
    };
    assert_eq!(standing().await, ((1, 3, 2, 0, 0), 0));
    let hunks = harness.hunks().await;
    harness.decide(hunks[0], HunkState::Accepted).await;
    harness.decide(hunks[1], HunkState::Rejected).await;
    assert_eq!(standing().await, ((1, 2, 1, 1, 0), 0));
    harness.apply().await;
    assert_eq!(standing().await, ((1, 2, 1, 1, 0), 1));
    let scope = RollbackScope::Session;
    harness
        .roll_back(request(RollbackMode::Scoped, scope))
        .await;
    assert_eq!(standing().await, ((0, 0, 0, 1, 1), 0));
    let (file, _) = harness.file().await;
    assert!(!file.stands(), "{file:?}");
}

#[tokio::test]
async fn near_a_hunk_that_waits_stands_what_taking_it_gives() {
    let both = BEFORE.replace("one", "ONE").replace("nine", "NINE");
    let harness = ActorHarness::rewritten(Mode::Review, &both).await;
    let hunks = harness.hunks().await;
    let near = async |hunk| {
        let (file, _) = harness.file().await;
        let since = ReviewBase::Open;
        let of = ReviewSubject::File {
            file: file.file,
            since,
        };
        let lines = 8;
        match harness.ask(ReviewQuery::Result { of, hunk, lines }).await {
            ReviewReply::Result { lines, .. } => lines,
            other => panic!("{other:?}"),
        }
    };
    let made = |lines: &[(String, LineOwner)]| -> Vec<String> {
        let made = lines.iter().filter(|(_, of)| of.is_its());
        made.map(|(text, _)| text.clone()).collect()
    };
    let lines = near(hunks[1]).await;
    assert_eq!(made(&lines), ["NINE"]);
    assert!(lines.iter().all(|(text, _)| text != "ONE"), "{lines:?}");
    harness.decide(hunks[1], HunkState::Rejected).await;
    let lines = near(hunks[1]).await;
    assert_eq!(made(&lines), Vec::<String>::new());
    assert!(lines.iter().any(|(text, _)| text == "nine"), "{lines:?}");
}

#[tokio::test]
async fn the_lines_of_a_run_are_counted_as_the_user_left_them() {
    let both = BEFORE.replace("two", "TWO").replace("nine", "NINE");
    let harness = ActorHarness::rewritten(Mode::Review, &both).await;
    let lines = async || {
        let (_, _, runs) = harness.under_review().await;
        let run = runs.first().expect("the run");
        (run.added, run.removed, run.edited)
    };
    assert_eq!(lines().await, (2, 2, 0));
    let hunk = harness.hunks().await[0];
    harness.amend(hunk, "zwei\nund mehr\n").await;
    assert_eq!(lines().await, (3, 2, 1));
    harness.amend(hunk, "").await;
    assert_eq!(lines().await, (1, 2, 1));
    harness.execute(ReviewCommand::Undo).await;
    assert_eq!(lines().await, (3, 2, 1));
    harness.decide(hunk, HunkState::Rejected).await;
    assert_eq!(lines().await, (1, 1, 0));
}

#[tokio::test]
async fn a_comment_that_was_told_stays_as_long_as_what_it_is_about() {
    let harness = ActorHarness::rewritten(
        Mode::Review,
        &BEFORE.replace("two", "TWO").replace("nine", "NINE"),
    )
    .await;
    let hunk: HunkId = harness.hunks().await[0];
    let (file, _) = harness.file().await;
    let lines = CommentTarget::Lines {
        file: file.file,
        first: 4,
        last: 5,
    };
    for (on, text) in [(CommentTarget::Hunk(hunk), "why?"), (lines, "and these?")] {
        let text = text.to_owned();
        harness.order(ReviewCommand::Comment { on, text });
    }
    harness.idle().await;
    let comments = async || -> Vec<(String, bool)> {
        let comments = harness.comments().await.into_iter();
        comments
            .map(|comment| (comment.text, comment.told))
            .collect()
    };
    let with = |told| vec![("why?".to_owned(), told), ("and these?".to_owned(), told)];
    assert_eq!(comments().await, with(false));
    harness.exchange("and?", says("because")).await;
    assert_eq!(comments().await, with(true));
    harness.amend(hunk, "zwei\n").await;
    let hunks = vec![("why?".to_owned(), true)];
    assert_eq!(comments().await, hunks, "the lines are others now");
    harness.exchange("again?", says("nothing new")).await;
    let asked = harness.last_messages();
    assert_eq!(asked.matches("why?").count(), 1, "told once");
}
