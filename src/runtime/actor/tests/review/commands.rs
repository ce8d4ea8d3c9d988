//! Tests of commands that run with proposed changes, and of the writes before them.

use crate::actor::tests::harness::review::BEFORE;
use crate::actor::tests::harness::{ActorHarness, calls, read, says, shell, write};
use protocol::approval::{Decision, Mode, Question, QuestionBody};
use protocol::change::{FileStat, HunkState};
use protocol::event::EventKind;
use protocol::review::ReviewCommand;
use protocol::session::UnappliedExtent;

/// Sets up a session in which the agent has proposed a change of `a.txt` and asks to run these
/// commands.
async fn proposes_and_asks_to_run(commands: &[&str]) -> ActorHarness {
    let harness = ActorHarness::new(Mode::Review).await;
    harness.put("a.txt", BEFORE);
    let commands: Vec<_> = commands.iter().map(|command| shell(command)).collect();
    harness.provider.answer(calls(&[read("a.txt")]));
    harness
        .provider
        .answer(calls(&[write("a.txt", "staged\n")]));
    harness.provider.answer(calls(&commands));
    harness.provider.answer(says("done"));
    harness.send("change and copy");
    harness
}

/// Returns the number of proposed hunks that a question about a command tells of.
fn proposed_hunks(question: &Question) -> Option<u32> {
    match &question.body {
        QuestionBody::Command { proposed, .. } => proposed.as_ref().map(|proposed| proposed.hunks),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_command_sees_what_is_staged_only_where_the_user_says_so() {
    let copies = ["cp a.txt first.txt", "cp a.txt second.txt"];
    let mut harness = proposes_and_asks_to_run(&copies).await;
    for (decision, content) in [(Decision::OnDisk, BEFORE), (Decision::Yes, "staged\n")] {
        let question = harness.question().await;
        harness.answer(&question, decision);
        let result = harness.call_result().await;
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

#[tokio::test]
async fn an_edited_command_runs_beside_what_is_proposed_where_the_user_says_so() {
    for (on_disk, content) in [(true, BEFORE), (false, "staged\n")] {
        let mut harness = proposes_and_asks_to_run(&["cp a.txt b.txt"]).await;
        let question = harness.question().await;
        let text = "cp a.txt c.txt".to_owned();
        harness.answer(&question, Decision::Edited { text, on_disk });
        harness.idle().await;
        let copied = (harness.disk("a.txt"), harness.disk("c.txt"));
        assert_eq!(copied, (content.to_owned(), content.to_owned()));
    }
}

#[tokio::test]
async fn what_the_user_edits_of_a_staged_hunk_is_counted_with_it() {
    let changed = BEFORE.replace("two", "TWO").replace("nine", "NINE");
    let mut harness = ActorHarness::rewritten(Mode::Review, &changed).await;
    let hunk = harness.hunks().await[0];
    harness.amend(hunk, "zwei\n").await;
    harness.provider.answer(calls(&[shell("cp a.txt b.txt")]));
    harness.send("copy");
    let question = harness.question().await;
    assert_eq!(proposed_hunks(&question), Some(2));
}

#[tokio::test]
async fn a_question_that_says_what_is_staged_is_put_again_when_that_has_changed() {
    let mut harness = proposes_and_asks_to_run(&["cp a.txt b.txt"]).await;
    let first = harness.question().await;
    assert_eq!(proposed_hunks(&first), Some(1));
    let hunk = harness.hunks().await[0];
    harness.order(ReviewCommand::Decide {
        hunks: vec![hunk],
        state: HunkState::Rejected,
    });
    let without = harness.question().await;
    assert_eq!((without.id, proposed_hunks(&without)), (first.id, None));
    assert!(without.changed && without.shown != first.shown);
    // The undone change is proposed again. A yes would write it, so the question mentions it.
    harness.order(ReviewCommand::Undo);
    let with = harness.question().await;
    assert_eq!((with.id, proposed_hunks(&with)), (first.id, Some(1)));
    assert!(!with.changed, "it shows what it showed first");
    harness.answer(&without, Decision::Yes);
    harness.event("command.rejected").await;
    harness.order(ReviewCommand::Redo);
    let again = harness.question().await;
    assert_eq!(proposed_hunks(&again), None);
    harness.answer(&first, Decision::Yes);
    harness.event("command.rejected").await;
    harness.answer(&again, Decision::Yes);
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
    harness.provider.answer(calls(&[shell("cp a.txt c.txt")]));
    harness.provider.answer(says("done"));
    harness.send("change and copy");
    let question = harness.question().await;
    let mine = BEFORE.replace("two", "mine");
    harness.put("a.txt", &mine);
    harness.answer(&question, Decision::Yes);
    // The question is asked again, with the reason.
    let again = harness.question().await;
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
    harness.answer(&again, Decision::OnDisk);
    let done = harness.event("tool.call.completed").await;
    assert!(matches!(done.fact, EventKind::CallCompleted { result, .. } if result.ok));
    assert_eq!(harness.disk("c.txt"), mine, "on the disk as it is");
    assert_eq!(harness.disk("b.txt"), BEFORE);
}

#[tokio::test]
async fn what_was_taken_and_not_written_is_written_before_a_command_too() {
    for state in [HunkState::Accepted, HunkState::Rejected] {
        let mut harness = ActorHarness::rewritten(Mode::Review, "staged\n").await;
        let hunk = harness.hunks().await[0];
        if state == HunkState::Rejected {
            // Accepted and on the disk, then refused: the disk still has the change.
            harness.decide(hunk, HunkState::Accepted).await;
            harness.apply().await;
        }
        harness.decide(hunk, state).await;
        harness.provider.answer(calls(&[shell("cp a.txt b.txt")]));
        harness.provider.answer(says("done"));
        harness.send("copy");
        let question = harness.question().await;
        assert_eq!(proposed_hunks(&question), Some(1), "{state:?}");
        harness.answer(&question, Decision::Yes);
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
    let mut harness = proposes_and_asks_to_run(&["cp a.txt b.txt"]).await;
    let question = harness.question().await;
    let hunk = harness.hunks().await[0];
    let text = "edited\nand more\n".to_owned();
    harness.order(ReviewCommand::Amend { hunk, text });
    harness.event("review.updated").await;
    harness.answer(&question, Decision::No { reason: None });
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
