//! Tests of the review through the whole program: changes are proposed, decided, applied, rolled
//! back and reported.

mod accounts;
mod agent_program;
mod commands;
mod rollbacks;

use super::harness::review::{BEFORE, request};
use super::harness::{ActorHarness, calls, read, says};
use protocol::approval::Mode;
use protocol::change::{DiffChange, FileDiff, HunkState, Origin};
use protocol::ids::ContentHash;
use protocol::query::{Query, Reply};
use protocol::review::{ApplyScope, CommentTarget, ConflictChoice, ReviewCommand, SplitAt};
use protocol::session::SessionStatus;

#[tokio::test]
async fn a_proposed_write_leaves_the_disk_and_is_what_the_agent_reads() {
    let harness = ActorHarness::rewritten(
        Mode::Review,
        &BEFORE.replace("one", "ONE").replace("nine", "NINE"),
    )
    .await;
    assert_eq!(harness.disk("a.txt"), BEFORE);
    let (file, hunks) = harness.file().await;
    assert!(file.proposed && !file.dirty, "{file:?}");
    assert_eq!((file.counts.pending, hunks.len()), (2, 2));
    let snapshot = harness.stored().await;
    assert_eq!(snapshot.summary.status, SessionStatus::AwaitingReview);
    harness.provider.answer(calls(&[read("a.txt")]));
    harness.exchange("read it", says("it reads so")).await;
    let seen = harness.last_messages();
    assert!(
        seen.contains("ONE\\\\ntwo") || seen.contains("ONE\\ntwo"),
        "{seen}"
    );
}

#[tokio::test]
async fn what_is_taken_is_written_by_an_apply_and_what_is_refused_never_is() {
    let harness = ActorHarness::rewritten(
        Mode::Review,
        &BEFORE.replace("one", "ONE").replace("nine", "NINE"),
    )
    .await;
    let hunks = harness.hunks().await;
    harness.decide(hunks[0], HunkState::Accepted).await;
    harness.decide(hunks[1], HunkState::Rejected).await;
    assert_eq!(harness.disk("a.txt"), BEFORE, "a decision writes nothing");
    let summary = harness.summary().await;
    assert_eq!((summary.files.len(), summary.pending), (1, 0));
    harness.apply().await;
    assert_eq!(harness.disk("a.txt"), BEFORE.replace("one", "ONE"));
    let (file, decided) = harness.file().await;
    assert!(!file.dirty && !file.proposed);
    assert_eq!(
        decided.len(),
        2,
        "what was decided stays in view until the next run"
    );
    // The next message carries the report to the model, once.
    harness.exchange("and?", says("I see")).await;
    let told = |harness: &ActorHarness| {
        let requests = harness.provider.requests();
        let last = requests.last().unwrap();
        last.messages
            .iter()
            .filter(|message| message.plain_text().contains("has reviewed your changes"))
            .count()
    };
    assert_eq!(told(&harness), 1);
    harness.exchange("more?", says("yes")).await;
    assert_eq!(told(&harness), 1);
}

#[tokio::test]
async fn an_edited_hunk_is_written_as_it_was_edited_and_the_agent_hears_of_it() {
    let harness = ActorHarness::rewritten(Mode::Review, &BEFORE.replace("two", "TWO")).await;
    let hunk = harness.hunks().await[0];
    harness.amend(hunk, "zwei\n").await;
    harness.decide(hunk, HunkState::Accepted).await;
    harness.order(ReviewCommand::Comment {
        on: CommentTarget::Hunk(hunk),
        text: "in German, please".to_owned(),
    });
    harness.apply().await;
    assert_eq!(harness.disk("a.txt"), BEFORE.replace("two", "zwei"));
    harness.provider.answer(says("gut"));
    harness.execute(ReviewCommand::TellAgent).await;
    let told = harness.last_messages();
    assert!(told.contains("edited by the user"), "{told}");
    assert!(told.contains("in German, please"), "{told}");
}

#[tokio::test]
async fn an_edit_of_a_rejected_hunk_accepts_it_as_edited_and_undo_takes_both_back() {
    let harness = ActorHarness::rewritten(Mode::Review, &BEFORE.replace("two", "TWO")).await;
    let hunk = harness.hunks().await[0];
    harness.decide(hunk, HunkState::Rejected).await;
    harness.amend(hunk, "zwei\n").await;
    harness.apply().await;
    assert_eq!(harness.disk("a.txt"), BEFORE.replace("two", "zwei"));
    let agent = harness.file().await.0.by.to_string().replace(", you", "");
    let by = harness.file().await.0.by.to_string();
    assert_eq!(by, format!("{agent}, you"));
    harness.execute(ReviewCommand::Undo).await;
    assert_eq!(
        harness.file().await.0.by.to_string(),
        agent,
        "nothing of the user's is in it"
    );
    harness.apply().await;
    assert_eq!(harness.disk("a.txt"), BEFORE, "rejected as it was");
    harness.provider.answer(says("gut"));
    harness.order(ReviewCommand::Redo);
    harness.execute(ReviewCommand::TellAgent).await;
    let told = harness.last_messages();
    assert!(told.contains("edited by the user"), "{told}");
}

#[tokio::test]
async fn a_split_is_undone_and_done_again_with_what_was_decided_of_its_parts() {
    let text = BEFORE.replace("two\nthree\n", "TWO\nTHREE\n");
    let harness = ActorHarness::rewritten(Mode::Review, &text).await;
    let hunk = harness.hunks().await[0];
    let at = SplitAt::Natural;
    harness.execute(ReviewCommand::Split { hunk, at }).await;
    let parts = harness.hunks().await;
    assert_eq!(parts.len(), 2);
    harness.decide(parts[1], HunkState::Rejected).await;
    for _ in 0..2 {
        harness.execute(ReviewCommand::Undo).await;
    }
    assert_eq!(harness.hunks().await, [hunk], "one again");
    for _ in 0..2 {
        harness.execute(ReviewCommand::Redo).await;
    }
    assert_eq!(harness.hunks().await, parts, "the same parts");
    harness.decide(parts[0], HunkState::Accepted).await;
    harness.apply().await;
    assert_eq!(harness.disk("a.txt"), BEFORE.replace("two", "TWO"));
}

#[tokio::test]
async fn a_comment_is_changed_removed_and_undone_until_the_agent_is_told() {
    let harness = ActorHarness::rewritten(Mode::Review, &BEFORE.replace("two", "TWO")).await;
    let hunk = harness.hunks().await[0];
    let said = async || -> Vec<String> {
        harness.idle().await;
        let comments = harness.comments().await;
        comments.into_iter().map(|comment| comment.text).collect()
    };
    let on = CommentTarget::Hunk(hunk);
    let text = "why".to_owned();
    harness.order(ReviewCommand::Comment { on, text });
    assert_eq!(said().await, ["why"]);
    let comment = harness.comments().await[0].id;
    let text = "why?".to_owned();
    harness.order(ReviewCommand::Reword { comment, text });
    assert_eq!(said().await, ["why?"]);
    harness.order(ReviewCommand::RemoveComment { comment });
    assert_eq!(said().await, Vec::<String>::new());
    for words in [&["why?"][..], &["why"], &[]] {
        harness.order(ReviewCommand::Undo);
        assert_eq!(said().await, words);
    }
    harness.order(ReviewCommand::Redo);
    assert_eq!(said().await, ["why"]);
}

#[tokio::test]
async fn the_parts_of_a_hunk_are_decided_one_by_one() {
    let text = BEFORE.replace("two\nthree\n", "TWO\nTHREE\n");
    let harness = ActorHarness::rewritten(Mode::Review, &text).await;
    let hunk = harness.hunks().await[0];
    harness
        .execute(ReviewCommand::Split {
            hunk,
            at: SplitAt::Lines {
                old: (0, 1),
                new: (0, 1),
            },
        })
        .await;
    let parts = harness.hunks().await;
    assert_eq!(parts.len(), 2);
    harness.decide(parts[1], HunkState::Rejected).await;
    harness.decide(parts[0], HunkState::Accepted).await;
    harness.apply().await;
    assert_eq!(harness.disk("a.txt"), BEFORE.replace("two", "TWO"));
}

async fn diff_of(harness: &ActorHarness, path: &str) -> (FileDiff, bool) {
    let query = Query::FileDiff {
        session: harness.session,
        path: path.into(),
    };
    match harness.query(query).await {
        Reply::Diff {
            diff, is_proposed, ..
        } => (diff, is_proposed),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn the_diff_of_a_file_shows_what_is_proposed_until_it_is_applied_or_rejected() {
    let harness = ActorHarness::rewritten(Mode::Review, &BEFORE.replace("two", "TWO")).await;
    let (diff, is_proposed) = diff_of(&harness, "a.txt").await;
    assert_eq!((diff.added, diff.removed, is_proposed), (1, 1, true));
    let hunk = harness.hunks().await[0];
    harness.decide(hunk, HunkState::Rejected).await;
    let (diff, is_proposed) = diff_of(&harness, "a.txt").await;
    assert_eq!((diff.added, diff.removed, is_proposed), (0, 0, false));
    harness.decide(hunk, HunkState::Accepted).await;
    harness.apply().await;
    let (diff, is_proposed) = diff_of(&harness, "a.txt").await;
    assert_eq!((diff.added, diff.removed, is_proposed), (1, 1, false));
}

#[tokio::test]
async fn the_diff_of_a_file_that_is_only_proposed_shows_it_as_created() {
    let harness = ActorHarness::new(Mode::Review).await;
    harness.agent_writes("new.txt", "one\ntwo\n").await;
    assert!(!harness.root().join("new.txt").exists());
    let (diff, is_proposed) = diff_of(&harness, "new.txt").await;
    assert_eq!(diff.change, DiffChange::Created);
    assert_eq!((diff.added, is_proposed), (2, true));
}

/// Applies every proposed change, as shown.
async fn apply_proposed(harness: &ActorHarness, shown: ContentHash) {
    harness.order(ReviewCommand::Apply {
        files: Vec::new(),
        shown,
        of: ApplyScope::Proposed,
    });
    harness.idle().await;
}

#[tokio::test]
async fn applying_the_proposed_changes_accepts_the_undecided_ones_and_leaves_the_rejected_ones() {
    let text = BEFORE.replace("two", "TWO").replace("seven", "SEVEN");
    let harness = ActorHarness::rewritten(Mode::Review, &text).await;
    let hunks = harness.hunks().await;
    assert_eq!(hunks.len(), 2);
    harness.decide(hunks[0], HunkState::Rejected).await;
    let summary = harness.summary_of(ApplyScope::Proposed).await;
    assert_eq!(
        (summary.hunks, summary.hunk_files, summary.pending),
        (1, 1, 0)
    );
    assert_eq!(summary.rejected, [("a.txt".to_owned(), 1)]);
    apply_proposed(&harness, summary.shown.unwrap()).await;
    assert_eq!(harness.disk("a.txt"), BEFORE.replace("seven", "SEVEN"));
    let (_, rows) = harness.file().await;
    let states: Vec<_> = rows.iter().map(|row| (row.state, row.written)).collect();
    assert_eq!(
        states,
        [(HunkState::Rejected, false), (HunkState::Accepted, true)]
    );
}

#[tokio::test]
async fn a_rejection_that_the_agent_was_told_of_is_not_counted_again_by_the_next_applying() {
    let text = BEFORE.replace("two", "TWO").replace("seven", "SEVEN");
    let harness = ActorHarness::rewritten(Mode::Review, &text).await;
    let hunks = harness.hunks().await;
    harness.decide(hunks[0], HunkState::Rejected).await;
    harness.provider.answer(says("I see"));
    harness.execute(ReviewCommand::TellAgent).await;
    let summary = harness.summary_of(ApplyScope::Proposed).await;
    assert_eq!(summary.hunks, 1);
    assert!(summary.rejected.is_empty(), "{:?}", summary.rejected);
}

#[tokio::test]
async fn a_decision_after_the_summary_of_the_proposed_changes_makes_it_out_of_date() {
    let mut harness = ActorHarness::rewritten(Mode::Review, &BEFORE.replace("two", "TWO")).await;
    let hunk = harness.hunks().await[0];
    let summary = harness.summary_of(ApplyScope::Proposed).await;
    harness.decide(hunk, HunkState::Rejected).await;
    apply_proposed(&harness, summary.shown.unwrap()).await;
    assert!(harness.refusal().await.contains("look again"));
    assert_eq!(harness.disk("a.txt"), BEFORE);
}

#[tokio::test]
async fn a_mode_that_writes_at_once_leaves_nothing_to_apply() {
    let text = BEFORE.replace("two", "TWO");
    let harness = ActorHarness::rewritten(Mode::AcceptEdits, &text).await;
    let summary = harness.summary_of(ApplyScope::Proposed).await;
    assert!(summary.files.is_empty(), "{summary:?}");
    assert_eq!(summary.hunks, 0);
    let (_, rows) = harness.file().await;
    assert_eq!(
        (rows[0].state, rows[0].written),
        (HunkState::Accepted, true)
    );
    assert_eq!(harness.disk("a.txt"), text);
}

#[tokio::test]
async fn a_summary_that_is_out_of_date_writes_nothing() {
    let mut harness = ActorHarness::rewritten(Mode::Review, &BEFORE.replace("two", "TWO")).await;
    let hunk = harness.hunks().await[0];
    harness.decide(hunk, HunkState::Accepted).await;
    harness.order(ReviewCommand::Apply {
        files: Vec::new(),
        shown: ContentHash::of(b"something else"),
        of: ApplyScope::Decided,
    });
    let reason = harness.refusal().await;
    assert!(reason.contains("look again"), "{reason}");
    assert_eq!(harness.disk("a.txt"), BEFORE);
}

#[tokio::test]
async fn what_another_program_writes_is_the_users_and_is_in_what_the_agent_reads() {
    let harness = ActorHarness::rewritten(Mode::Review, &BEFORE.replace("two", "TWO")).await;
    harness.put("a.txt", BEFORE.replace("nine", "mine"));
    harness.execute(ReviewCommand::LookAtDisk).await;
    let entries = harness
        .store
        .entries(store::EntriesOf::Session(harness.session));
    let entries = entries.await.unwrap();
    assert_eq!(entries.last().unwrap().origin, Origin::User);
    let hunk = harness.hunks().await[0];
    harness.decide(hunk, HunkState::Accepted).await;
    harness.apply().await;
    let both = BEFORE.replace("two", "TWO").replace("nine", "mine");
    assert_eq!(harness.disk("a.txt"), both);
}

#[tokio::test]
async fn a_hunk_that_gave_way_and_is_taken_after_all_is_in_conflict_again() {
    let changed = BEFORE.replace("five", "FIVE");
    let harness = ActorHarness::rewritten(Mode::Review, &changed).await;
    // The user makes the same change.
    harness.put("a.txt", &changed);
    harness.execute(ReviewCommand::LookAtDisk).await;
    let (file, hunks) = harness.file().await;
    assert_eq!(file.counts.conflicts, 1);
    let agents = hunks.iter().find(|hunk| hunk.conflict.is_some());
    let hunk = agents.unwrap().id;
    let choice = ConflictChoice::Mine;
    harness
        .execute(ReviewCommand::Settle { hunk, choice })
        .await;
    assert_eq!(harness.file().await.0.counts.conflicts, 0);
    harness.decide(hunk, HunkState::Accepted).await;
    assert_eq!(harness.file().await.0.counts.conflicts, 1);
    assert!(
        harness.summary().await.files.is_empty(),
        "it is not doubled"
    );
}
