//! Tests of how proposed changes are handed to a command, and of what is written before it runs.

use serde_json::json;

use super::{BEFORE, read, write};
use crate::actor::tests::support::{ActorHarness, calls, says};
use protocol::approval::{Answer, AnsweredBy, Decision, Mode, Question, QuestionBody};
use protocol::change::{FileStat, HunkState};
use protocol::command::Command;
use protocol::event::EventKind;
use protocol::review::ReviewCommand;
use protocol::session::UnappliedExtent;

/// Returns the next question.
async fn asked(harness: &mut ActorHarness) -> Question {
    match harness.event("confirmation.requested").await.fact {
        EventKind::QuestionOpened { question } => question,
        other => panic!("{other:?}"),
    }
}

/// Sends the user's answer to the question as it was shown.
fn answer(harness: &ActorHarness, prompt: &Question, decision: Decision) {
    harness.command(Command::AnswerQuestion {
        session: harness.session,
        answer: Answer {
            question: prompt.id,
            shown: prompt.shown,
            decision,
            by: AnsweredBy::Key,
        },
    });
}

#[tokio::test]
async fn a_command_sees_what_is_proposed_only_where_the_user_says_so() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    harness.put("a.txt", BEFORE);
    harness.provider.answer(calls(&[read("a.txt")]));
    harness
        .provider
        .answer(calls(&[write("a.txt", "staged\n")]));
    let copy = |to: &str| ("shell_exec", json!({ "command": format!("cp a.txt {to}") }));
    harness
        .provider
        .answer(calls(&[copy("first.txt"), copy("second.txt")]));
    harness.provider.answer(says("done"));
    harness.send("change and copy");
    for (decision, content) in [(Decision::OnDisk, BEFORE), (Decision::Yes, "staged\n")] {
        let question = asked(&mut harness).await;
        answer(&harness, &question, decision);
        let done = harness.event("tool.call.completed").await;
        let EventKind::CallCompleted { result, .. } = done.fact else {
            panic!("{done:?}");
        };
        assert!(result.ok, "{result:?}");
        assert!(result.content["staged"].is_string(), "{result:?}");
        let name = if content == BEFORE {
            "first.txt"
        } else {
            "second.txt"
        };
        assert_eq!(harness.disk(name), content);
    }
    harness.idle().await;
    assert_eq!(harness.disk("a.txt"), "staged\n");
    let (file, _) = harness.file().await;
    assert_eq!(file.counts.pending, 1, "written is not decided: {file:?}");
}

/// Sets up a session in which the agent has proposed a change of `a.txt` and asks to copy the file.
async fn asks_to_copy_what_is_proposed() -> ActorHarness {
    let harness = ActorHarness::new(Mode::Review).await;
    harness.put("a.txt", BEFORE);
    harness.provider.answer(calls(&[read("a.txt")]));
    harness
        .provider
        .answer(calls(&[write("a.txt", "staged\n")]));
    let copy = ("shell_exec", json!({ "command": "cp a.txt b.txt" }));
    harness.provider.answer(calls(&[copy]));
    harness.provider.answer(says("done"));
    harness.send("change and copy");
    harness
}

#[tokio::test]
async fn an_edited_command_runs_beside_what_is_proposed_where_the_user_says_so() {
    for (on_disk, content) in [(true, BEFORE), (false, "staged\n")] {
        let mut harness = asks_to_copy_what_is_proposed().await;
        let question = asked(&mut harness).await;
        let text = "cp a.txt c.txt".to_owned();
        answer(&harness, &question, Decision::Edited { text, on_disk });
        harness.idle().await;
        let copied = (harness.disk("a.txt"), harness.disk("c.txt"));
        assert_eq!(copied, (content.to_owned(), content.to_owned()));
    }
}

#[tokio::test]
async fn what_the_user_edits_of_a_proposed_hunk_is_counted_with_it() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    harness.put("a.txt", BEFORE);
    let changed = BEFORE.replace("two", "TWO").replace("nine", "NINE");
    harness.agent_writes("a.txt", &changed).await;
    let hunk = harness.hunks().await[0];
    let text = "zwei\n".to_owned();
    harness.order(ReviewCommand::Amend { hunk, text });
    harness.idle().await;
    let copy = ("shell_exec", json!({ "command": "cp a.txt b.txt" }));
    harness.provider.answer(calls(&[copy]));
    harness.send("copy");
    let question = asked(&mut harness).await;
    let QuestionBody::Command { proposed, .. } = &question.body else {
        panic!("{question:?}");
    };
    assert_eq!(proposed.as_ref().map(|proposed| proposed.hunks), Some(2));
}

#[tokio::test]
async fn a_question_that_says_what_is_proposed_is_put_again_when_that_has_changed() {
    let proposed = |question: &Question| match &question.body {
        QuestionBody::Command { proposed, .. } => proposed.as_ref().map(|proposed| proposed.hunks),
        other => panic!("{other:?}"),
    };
    let mut harness = asks_to_copy_what_is_proposed().await;
    let first = asked(&mut harness).await;
    assert_eq!(proposed(&first), Some(1));
    let hunk = harness.hunks().await[0];
    harness.order(ReviewCommand::Decide {
        hunks: vec![hunk],
        state: HunkState::Rejected,
    });
    let without = asked(&mut harness).await;
    assert_eq!((without.id, proposed(&without)), (first.id, None));
    assert!(without.changed && without.shown != first.shown);
    // The undone change is proposed again. A yes would write it, so the question mentions it.
    harness.order(ReviewCommand::Undo);
    let with = asked(&mut harness).await;
    assert_eq!((with.id, proposed(&with)), (first.id, Some(1)));
    answer(&harness, &without, Decision::Yes);
    harness.event("command.rejected").await;
    harness.order(ReviewCommand::Redo);
    let again = asked(&mut harness).await;
    assert_eq!(proposed(&again), None);
    answer(&harness, &first, Decision::Yes);
    harness.event("command.rejected").await;
    answer(&harness, &again, Decision::Yes);
    harness.event("job.completed").await;
    assert_eq!(harness.disk("b.txt"), BEFORE);
}

#[tokio::test]
async fn a_command_does_not_run_where_not_all_of_what_is_shown_can_be_written() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    harness.put("a.txt", BEFORE);
    harness.put("b.txt", BEFORE);
    harness
        .provider
        .answer(calls(&[read("a.txt"), read("b.txt")]));
    let both = [
        write("a.txt", &BEFORE.replace("two", "TWO")),
        write("b.txt", &BEFORE.replace("two", "TWO")),
    ];
    harness.provider.answer(calls(&both));
    let copy = ("shell_exec", json!({ "command": "cp a.txt c.txt" }));
    harness.provider.answer(calls(&[copy]));
    harness.provider.answer(says("done"));
    harness.send("change and copy");
    let question = asked(&mut harness).await;
    let mine = BEFORE.replace("two", "mine");
    harness.put("a.txt", &mine);
    answer(&harness, &question, Decision::Yes);
    // The question is asked again, with the reason.
    let again = asked(&mut harness).await;
    assert_ne!(again.id, question.id);
    let QuestionBody::Command {
        proposed: Some(proposed),
        ..
    } = &again.body
    else {
        panic!("{again:?}");
    };
    let why = proposed
        .unwritten
        .as_ref()
        .map(ToString::to_string)
        .unwrap_or_default();
    assert!(why.starts_with("a.txt is not applied"), "{why}");
    harness.idle().await;
    assert_eq!(harness.disk("a.txt"), mine);
    assert_eq!(harness.disk("b.txt"), BEFORE, "all of it or nothing");
    assert!(!harness.root().join("c.txt").exists());
    answer(&harness, &again, Decision::OnDisk);
    let done = harness.event("tool.call.completed").await;
    assert!(matches!(done.fact, EventKind::CallCompleted { result, .. } if result.ok));
    assert_eq!(harness.disk("c.txt"), mine, "on the disk as it is");
    assert_eq!(harness.disk("b.txt"), BEFORE);
}

#[tokio::test]
async fn what_was_taken_and_not_written_is_written_before_a_command_too() {
    for state in [HunkState::Accepted, HunkState::Rejected] {
        let mut harness = ActorHarness::new(Mode::Review).await;
        harness.put("a.txt", BEFORE);
        harness.provider.answer(calls(&[read("a.txt")]));
        harness
            .provider
            .answer(calls(&[write("a.txt", "staged\n")]));
        harness.provider.answer(says("staged"));
        harness.send("change");
        harness.idle().await;
        let hunk = harness.hunks().await[0];
        if state == HunkState::Rejected {
            // Accepted and on the disk, then refused: the disk still has the change.
            let hunks = vec![hunk];
            let taken = HunkState::Accepted;
            harness.order(ReviewCommand::Decide {
                hunks,
                state: taken,
            });
            harness.idle().await;
            harness.apply().await;
            harness.idle().await;
        }
        let hunks = vec![hunk];
        harness.order(ReviewCommand::Decide { hunks, state });
        harness.idle().await;
        let copy = ("shell_exec", json!({ "command": "cp a.txt b.txt" }));
        harness.provider.answer(calls(&[copy]));
        harness.provider.answer(says("done"));
        harness.send("copy");
        let question = asked(&mut harness).await;
        let QuestionBody::Command { proposed, .. } = &question.body else {
            panic!("{question:?}");
        };
        assert_eq!(
            proposed.as_ref().map(|proposed| proposed.hunks),
            Some(1),
            "{state:?}"
        );
        answer(&harness, &question, Decision::Yes);
        harness.event("job.completed").await;
        let wanted = match state {
            HunkState::Accepted => "staged\n",
            _ => BEFORE,
        };
        assert_eq!(
            (harness.disk("a.txt"), harness.disk("b.txt")),
            (wanted.to_owned(), wanted.to_owned())
        );
    }
}

#[tokio::test]
async fn a_run_ends_with_what_it_only_proposed_and_what_was_refused_or_failed() {
    let mut harness = asks_to_copy_what_is_proposed().await;
    let question = asked(&mut harness).await;
    let hunk = harness.hunks().await[0];
    let text = "edited\nand more\n".to_owned();
    harness.order(ReviewCommand::Amend { hunk, text });
    harness.event("review.updated").await;
    answer(&harness, &question, Decision::No { reason: None });
    let ended = harness.event("job.completed").await;
    let EventKind::RunCompleted { result } = ended.fact else {
        panic!("{ended:?}");
    };
    let lines = |file: &FileStat| (file.path.clone(), file.added, file.removed);
    let files: Vec<_> = result.files_modified.iter().map(lines).collect();
    assert_eq!(files, [("a.txt".to_owned(), 2, 9)]);
    assert_eq!(result.unwritten_of("a.txt"), Some(UnappliedExtent::All));
    assert_eq!((result.refused_calls, result.failed_calls), (1, 0));

    harness.provider.answer(calls(&[read("nowhere.txt")]));
    harness.provider.answer(says("it is not there"));
    harness.send("look");
    let ended = harness.event("job.completed").await;
    let EventKind::RunCompleted { result } = ended.fact else {
        panic!("{ended:?}");
    };
    assert_eq!((result.refused_calls, result.failed_calls), (0, 1));
}
