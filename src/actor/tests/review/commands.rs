//! Tests of how proposed changes are handed to a command, and of what is written before it runs.

use serde_json::json;

use super::{BEFORE, read, write};
use crate::actor::tests::support::{House, calls, says};
use crate::protocol::approval::{Answer, AnsweredBy, Decision, Mode, Question, QuestionBody};
use crate::protocol::change::{FileStat, HunkState};
use crate::protocol::command::Command;
use crate::protocol::event::EventKind;
use crate::protocol::review::ReviewCommand;
use crate::protocol::session::UnappliedExtent;

/// Returns the next question.
async fn asked(house: &mut House) -> Question {
    match house.event("confirmation.requested").await.fact {
        EventKind::QuestionOpened { question } => question,
        other => panic!("{other:?}"),
    }
}

/// Sends the user's answer to the question as it was shown.
fn answer(house: &House, prompt: &Question, decision: Decision) {
    house.command(Command::AnswerQuestion {
        session: house.session,
        answer: Answer {
            question: prompt.id,
            shown: prompt.shown,
            decision,
            by: AnsweredBy::Key,
        },
    });
}

#[tokio::test]
async fn a_command_sees_what_is_staged_only_where_the_human_says_so() {
    let mut house = House::new(Mode::Review).await;
    house.put("a.txt", BEFORE);
    house.provider.answer(calls(&[read("a.txt")]));
    house.provider.answer(calls(&[write("a.txt", "staged\n")]));
    let copy = |to: &str| ("shell_exec", json!({ "command": format!("cp a.txt {to}") }));
    house
        .provider
        .answer(calls(&[copy("first.txt"), copy("second.txt")]));
    house.provider.answer(says("done"));
    house.send("change and copy");
    for (decision, content) in [(Decision::OnDisk, BEFORE), (Decision::Yes, "staged\n")] {
        let question = asked(&mut house).await;
        answer(&house, &question, decision);
        let done = house.event("tool.call.completed").await;
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
        assert_eq!(house.disk(name), content);
    }
    house.idle().await;
    assert_eq!(house.disk("a.txt"), "staged\n");
    let (file, _) = house.file().await;
    assert_eq!(file.counts.pending, 1, "written is not decided: {file:?}");
}

/// Sets up a session in which the agent has proposed a change of `a.txt` and asks to copy the file.
async fn asks_to_copy_what_is_staged() -> House {
    let house = House::new(Mode::Review).await;
    house.put("a.txt", BEFORE);
    house.provider.answer(calls(&[read("a.txt")]));
    house.provider.answer(calls(&[write("a.txt", "staged\n")]));
    let copy = ("shell_exec", json!({ "command": "cp a.txt b.txt" }));
    house.provider.answer(calls(&[copy]));
    house.provider.answer(says("done"));
    house.send("change and copy");
    house
}

#[tokio::test]
async fn an_edited_command_runs_beside_what_is_staged_where_the_human_says_so() {
    for (on_disk, content) in [(true, BEFORE), (false, "staged\n")] {
        let mut house = asks_to_copy_what_is_staged().await;
        let question = asked(&mut house).await;
        let text = "cp a.txt c.txt".to_owned();
        answer(&house, &question, Decision::Edited { text, on_disk });
        house.idle().await;
        let copied = (house.disk("a.txt"), house.disk("c.txt"));
        assert_eq!(copied, (content.to_owned(), content.to_owned()));
    }
}

#[tokio::test]
async fn what_the_human_edits_of_a_staged_hunk_is_counted_with_it() {
    let mut house = House::new(Mode::Review).await;
    house.put("a.txt", BEFORE);
    let changed = BEFORE.replace("two", "TWO").replace("nine", "NINE");
    house.agent_writes("a.txt", &changed).await;
    let hunk = house.hunks().await[0];
    let text = "zwei\n".to_owned();
    house.order(ReviewCommand::Amend { hunk, text });
    house.idle().await;
    let copy = ("shell_exec", json!({ "command": "cp a.txt b.txt" }));
    house.provider.answer(calls(&[copy]));
    house.send("copy");
    let question = asked(&mut house).await;
    let QuestionBody::Command { proposed, .. } = &question.body else {
        panic!("{question:?}");
    };
    assert_eq!(proposed.as_ref().map(|proposed| proposed.hunks), Some(2));
}

#[tokio::test]
async fn a_question_that_says_what_is_staged_is_put_again_when_that_has_changed() {
    let staged = |question: &Question| match &question.body {
        QuestionBody::Command { proposed, .. } => proposed.as_ref().map(|proposed| proposed.hunks),
        other => panic!("{other:?}"),
    };
    let mut house = asks_to_copy_what_is_staged().await;
    let first = asked(&mut house).await;
    assert_eq!(staged(&first), Some(1));
    let hunk = house.hunks().await[0];
    house.order(ReviewCommand::Decide {
        hunks: vec![hunk],
        state: HunkState::Rejected,
    });
    let without = asked(&mut house).await;
    assert_eq!((without.id, staged(&without)), (first.id, None));
    assert!(without.changed && without.shown != first.shown);
    // The undone change is proposed again. A yes would write it, so the question mentions it.
    house.order(ReviewCommand::Undo);
    let with = asked(&mut house).await;
    assert_eq!((with.id, staged(&with)), (first.id, Some(1)));
    answer(&house, &without, Decision::Yes);
    house.event("command.rejected").await;
    house.order(ReviewCommand::Redo);
    let again = asked(&mut house).await;
    assert_eq!(staged(&again), None);
    answer(&house, &first, Decision::Yes);
    house.event("command.rejected").await;
    answer(&house, &again, Decision::Yes);
    house.event("job.completed").await;
    assert_eq!(house.disk("b.txt"), BEFORE);
}

#[tokio::test]
async fn a_command_does_not_run_where_not_all_of_what_is_shown_can_be_written() {
    let mut house = House::new(Mode::Review).await;
    house.put("a.txt", BEFORE);
    house.put("b.txt", BEFORE);
    house
        .provider
        .answer(calls(&[read("a.txt"), read("b.txt")]));
    let both = [
        write("a.txt", &BEFORE.replace("two", "TWO")),
        write("b.txt", &BEFORE.replace("two", "TWO")),
    ];
    house.provider.answer(calls(&both));
    let copy = ("shell_exec", json!({ "command": "cp a.txt c.txt" }));
    house.provider.answer(calls(&[copy]));
    house.provider.answer(says("done"));
    house.send("change and copy");
    let question = asked(&mut house).await;
    let mine = BEFORE.replace("two", "mine");
    house.put("a.txt", &mine);
    answer(&house, &question, Decision::Yes);
    // The question is asked again, with the reason.
    let again = asked(&mut house).await;
    assert_ne!(again.id, question.id);
    let QuestionBody::Command {
        proposed: Some(staged),
        ..
    } = &again.body
    else {
        panic!("{again:?}");
    };
    let why = staged.unwritten.as_deref().unwrap_or_default();
    assert!(why.starts_with("a.txt is not written"), "{why}");
    house.idle().await;
    assert_eq!(house.disk("a.txt"), mine);
    assert_eq!(house.disk("b.txt"), BEFORE, "all of it or nothing");
    assert!(!house.root().join("c.txt").exists());
    answer(&house, &again, Decision::OnDisk);
    let done = house.event("tool.call.completed").await;
    assert!(matches!(done.fact, EventKind::CallCompleted { result, .. } if result.ok));
    assert_eq!(house.disk("c.txt"), mine, "on the disk as it is");
    assert_eq!(house.disk("b.txt"), BEFORE);
}

#[tokio::test]
async fn what_was_taken_and_not_written_is_written_before_a_command_too() {
    for state in [HunkState::Accepted, HunkState::Rejected] {
        let mut house = House::new(Mode::Review).await;
        house.put("a.txt", BEFORE);
        house.provider.answer(calls(&[read("a.txt")]));
        house.provider.answer(calls(&[write("a.txt", "staged\n")]));
        house.provider.answer(says("staged"));
        house.send("change");
        house.idle().await;
        let hunk = house.hunks().await[0];
        if state == HunkState::Rejected {
            // Accepted and on the disk, then refused: the disk still has the change.
            let hunks = vec![hunk];
            let taken = HunkState::Accepted;
            house.order(ReviewCommand::Decide {
                hunks,
                state: taken,
            });
            house.idle().await;
            house.save().await;
            house.idle().await;
        }
        let hunks = vec![hunk];
        house.order(ReviewCommand::Decide { hunks, state });
        house.idle().await;
        let copy = ("shell_exec", json!({ "command": "cp a.txt b.txt" }));
        house.provider.answer(calls(&[copy]));
        house.provider.answer(says("done"));
        house.send("copy");
        let question = asked(&mut house).await;
        let QuestionBody::Command { proposed, .. } = &question.body else {
            panic!("{question:?}");
        };
        assert_eq!(
            proposed.as_ref().map(|proposed| proposed.hunks),
            Some(1),
            "{state:?}"
        );
        answer(&house, &question, Decision::Yes);
        house.event("job.completed").await;
        let wanted = match state {
            HunkState::Accepted => "staged\n",
            _ => BEFORE,
        };
        assert_eq!(
            (house.disk("a.txt"), house.disk("b.txt")),
            (wanted.to_owned(), wanted.to_owned())
        );
    }
}

#[tokio::test]
async fn a_run_ends_with_what_it_only_proposed_and_what_was_refused_or_failed() {
    let mut house = asks_to_copy_what_is_staged().await;
    let question = asked(&mut house).await;
    let hunk = house.hunks().await[0];
    let text = "edited\nand more\n".to_owned();
    house.order(ReviewCommand::Amend { hunk, text });
    house.event("review.updated").await;
    answer(&house, &question, Decision::No { reason: None });
    let ended = house.event("job.completed").await;
    let EventKind::RunCompleted { result } = ended.fact else {
        panic!("{ended:?}");
    };
    let lines = |file: &FileStat| (file.path.clone(), file.added, file.removed);
    let files: Vec<_> = result.files_modified.iter().map(lines).collect();
    assert_eq!(files, [("a.txt".to_owned(), 2, 9)]);
    assert_eq!(result.unwritten_of("a.txt"), Some(UnappliedExtent::All));
    assert_eq!((result.refused_calls, result.failed_calls), (1, 0));

    house.provider.answer(calls(&[read("nowhere.txt")]));
    house.provider.answer(says("it is not there"));
    house.send("look");
    let ended = house.event("job.completed").await;
    let EventKind::RunCompleted { result } = ended.fact else {
        panic!("{ended:?}");
    };
    assert_eq!((result.refused_calls, result.failed_calls), (0, 1));
}
