//! Tests of the records of each call, run and hunk afterwards.

use super::{BEFORE, request};
use crate::actor::tests::support::{ActorHarness, says};
use protocol::approval::Mode;
use protocol::change::HunkState;
use protocol::ids::HunkId;
use protocol::review::LineOwner;
use protocol::review::rollback::{RollbackMode, RollbackScope};
use protocol::review::{
    Comment, CommentTarget, ReviewBase, ReviewCommand, ReviewQuery, ReviewReply, ReviewSubject,
};

#[tokio::test]
async fn of_each_call_it_is_known_what_became_of_its_changes_also_after_the_next_run() {
    let harness = ActorHarness::new(Mode::Review).await;
    harness.put("a.txt", BEFORE);
    let both = BEFORE.replace("one", "ONE").replace("nine", "NINE");
    harness.agent_writes("a.txt", &both).await;
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
    harness.provider.answer(says("I see"));
    harness.send("and?");
    harness.idle().await;
    assert_eq!(harness.fates().await, [(2, 1, 0, 0)], "it is not forgotten");
    let scope = RollbackScope::Session;
    harness
        .roll_back(request(RollbackMode::Scoped, scope))
        .await;
    assert_eq!(harness.fates().await, [(2, 1, 1, 0)]);
    harness.order(ReviewCommand::Undo);
    harness.idle().await;
    assert_eq!(harness.fates().await, [(2, 1, 0, 0)]);
}

#[tokio::test]
async fn what_was_written_and_refused_is_known_to_be_on_the_disk_until_that_is_applied() {
    let harness = ActorHarness::new(Mode::AcceptEdits).await;
    harness.put("a.txt", BEFORE);
    harness
        .agent_writes("a.txt", &BEFORE.replace("five", "FIVE"))
        .await;
    let hunks = harness.hunks().await;
    harness.decide(hunks[0], HunkState::Rejected).await;
    assert_eq!(harness.fates().await, [(1, 1, 0, 1)]);
    harness.apply().await;
    assert_eq!(harness.fates().await, [(1, 1, 0, 0)]);
    assert_eq!(harness.disk("a.txt"), BEFORE);
}

#[tokio::test]
async fn of_each_run_it_is_known_what_stands_and_what_of_each_call_is_on_the_disk() {
    let harness = ActorHarness::new(Mode::Review).await;
    harness.put("a.txt", BEFORE);
    let both = BEFORE
        .replace("one", "ONE\nand more")
        .replace("nine", "NINE");
    harness.agent_writes("a.txt", &both).await;
    let standing = async || {
        let since = ReviewBase::Open;
        match harness.ask(ReviewQuery::Files { since }).await {
            ReviewReply::Files { runs, changes, .. } => {
                let run = runs.first().expect("the run");
                let counts = (
                    run.files,
                    run.added,
                    run.removed,
                    run.refused,
                    run.taken_back,
                );
                (counts, changes.first().expect("the call").written)
            }
            other => panic!("{other:?}"),
        }
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
    let harness = ActorHarness::new(Mode::Review).await;
    harness.put("a.txt", BEFORE);
    let both = BEFORE.replace("one", "ONE").replace("nine", "NINE");
    harness.agent_writes("a.txt", &both).await;
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
    let harness = ActorHarness::new(Mode::Review).await;
    harness.put("a.txt", BEFORE);
    let both = BEFORE.replace("two", "TWO").replace("nine", "NINE");
    harness.agent_writes("a.txt", &both).await;
    let lines = async || {
        let since = ReviewBase::Open;
        match harness.ask(ReviewQuery::Files { since }).await {
            ReviewReply::Files { runs, .. } => {
                let run = runs.first().expect("the run");
                (run.added, run.removed, run.edited)
            }
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(lines().await, (2, 2, 0));
    let hunk = harness.hunks().await[0];
    let amend = async |text: &str| {
        let text = text.to_owned();
        harness.order(ReviewCommand::Amend { hunk, text });
        harness.idle().await;
    };
    amend("zwei\nund mehr\n").await;
    assert_eq!(lines().await, (3, 2, 1));
    amend("").await;
    assert_eq!(lines().await, (1, 2, 1));
    harness.order(ReviewCommand::Undo);
    harness.idle().await;
    assert_eq!(lines().await, (3, 2, 1));
    harness.decide(hunk, HunkState::Rejected).await;
    assert_eq!(lines().await, (1, 1, 0));
}

/// Returns the comments of the review, and whether each was reported to the model.
async fn comments(harness: &ActorHarness) -> Vec<(String, bool)> {
    match harness.ask(ReviewQuery::Comments).await {
        ReviewReply::Comments { comments } => {
            let said = |comment: Comment| (comment.text, comment.told);
            comments.into_iter().map(said).collect()
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_comment_that_was_told_stays_as_long_as_what_it_is_about() {
    let harness = ActorHarness::new(Mode::Review).await;
    harness.put("a.txt", BEFORE);
    harness
        .agent_writes(
            "a.txt",
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
    let with = |told| vec![("why?".to_owned(), told), ("and these?".to_owned(), told)];
    assert_eq!(comments(&harness).await, with(false));
    harness.provider.answer(says("because"));
    harness.send("and?");
    harness.idle().await;
    assert_eq!(comments(&harness).await, with(true));
    harness.order(ReviewCommand::Amend {
        hunk,
        text: "zwei\n".to_owned(),
    });
    harness.idle().await;
    let hunks = vec![("why?".to_owned(), true)];
    assert_eq!(comments(&harness).await, hunks, "the lines are others now");
    harness.provider.answer(says("nothing new"));
    harness.send("again?");
    harness.idle().await;
    let asked = serde_json::to_string(&harness.provider.requests().last().unwrap().messages);
    assert_eq!(asked.unwrap().matches("why?").count(), 1, "told once");
}
