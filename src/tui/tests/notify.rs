//! Tests of desktop notifications: those that are sent and those that are not.

use super::*;
use notice::Notice;
use protocol::ids::QuestionId;

fn told(harness: &mut TuiHarness) -> Vec<String> {
    let effects = std::mem::take(&mut harness.effects);
    let told = effects.into_iter().filter_map(|effect| match effect {
        Effect::Notify(told) => Some(format!("{}: {}", told.title, told.text)),
        _ => None,
    });
    told.collect()
}

fn prompt(harness: &mut TuiHarness, number: u128) {
    let question = protocol::approval::Question {
        id: QuestionId(Uuid::from_u128(900 + number)),
        ..prompts::prompt()
    };
    harness.fact(EventKind::QuestionOpened { question });
}

fn answered(harness: &mut TuiHarness, number: u128) {
    let answer = protocol::approval::Answer {
        question: QuestionId(Uuid::from_u128(900 + number)),
        shown: prompts::prompt().shown,
        decision: protocol::approval::Decision::Yes,
        by: protocol::approval::AnsweredBy::Key,
    };
    harness.fact(EventKind::QuestionAnswered {
        answer,
        summary: Notice::text("cargo test"),
    });
}

fn working() -> TuiHarness {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.begin_run();
    harness.effects.clear();
    harness
}

#[test]
fn nothing_is_told_while_the_window_has_the_focus_or_nobody_knows() {
    let mut harness = working();
    prompt(&mut harness, 1);
    assert!(told(&mut harness).is_empty());
    harness.input(InputKind::FocusLost);
    harness.input(InputKind::FocusGained);
    prompt(&mut harness, 2);
    harness.fact(EventKind::RunCompleted {
        result: RunResult::default(),
    });
    assert!(told(&mut harness).is_empty());
}

#[test]
fn a_wait_is_told_once_however_many_questions_wait_behind_it() {
    let mut harness = working();
    harness.input(InputKind::FocusLost);
    prompt(&mut harness, 1);
    assert_eq!(
        told(&mut harness),
        ["agentichat auth-refactor: a question waits: shell_exec"]
    );
    prompt(&mut harness, 1);
    prompt(&mut harness, 2);
    assert!(told(&mut harness).is_empty(), "they wait with the first");
    // A notification never contains the question's text, which may hold anything.
    answered(&mut harness, 1);
    answered(&mut harness, 2);
    prompt(&mut harness, 3);
    assert_eq!(told(&mut harness).len(), 1, "another wait");
}

#[test]
fn the_end_of_a_run_is_told_and_a_run_that_the_user_ended_is_not() {
    let mut harness = working();
    harness.input(InputKind::FocusLost);
    harness.fact(EventKind::RunCompleted {
        result: RunResult::default(),
    });
    assert_eq!(told(&mut harness), ["agentichat auth-refactor: run done"]);
    harness.begin_run();
    harness.fact(EventKind::RunCancelled {
        result: RunResult::default(),
    });
    assert!(told(&mut harness).is_empty());
}

#[test]
fn a_secret_in_the_name_of_a_session_is_not_told() {
    let mut harness = TuiHarness::new(120, 40);
    let name = "fix sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJ";
    harness.fact(EventKind::SessionChanged {
        settings: SessionSettings {
            name: name.into(),
            ..settings()
        },
    });
    harness.begin_run();
    harness.effects.clear();
    harness.input(InputKind::FocusLost);
    prompt(&mut harness, 1);
    let told = told(&mut harness);
    assert!(
        told.len() == 1 && !told[0].contains("abcdefghijklmnop"),
        "{told:?}"
    );
}
