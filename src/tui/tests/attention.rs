//! Tests of desktop notifications: those that are sent and those that are not.

use super::*;
use crate::protocol::ids::QuestionId;

fn told(stage: &mut Stage) -> Vec<String> {
    let effects = std::mem::take(&mut stage.effects);
    let told = effects.into_iter().filter_map(|effect| match effect {
        Effect::Notify(told) => Some(format!("{}: {}", told.title, told.text)),
        _ => None,
    });
    told.collect()
}

fn prompt(stage: &mut Stage, number: u128) {
    let question = crate::protocol::approval::Question {
        id: QuestionId(Uuid::from_u128(900 + number)),
        ..prompts::prompt()
    };
    stage.fact(EventKind::QuestionOpened { question });
}

fn answered(stage: &mut Stage, number: u128) {
    let answer = crate::protocol::approval::Answer {
        question: QuestionId(Uuid::from_u128(900 + number)),
        shown: prompts::prompt().shown,
        decision: crate::protocol::approval::Decision::Yes,
        by: crate::protocol::approval::AnsweredBy::Key,
    };
    stage.fact(EventKind::QuestionAnswered {
        answer,
        summary: "cargo test".into(),
    });
}

fn working() -> Stage {
    let mut stage = Stage::furnished(120, 40);
    stage.begin_run();
    stage.effects.clear();
    stage
}

#[test]
fn nothing_is_told_while_the_window_has_the_focus_or_nobody_knows() {
    let mut stage = working();
    prompt(&mut stage, 1);
    assert!(told(&mut stage).is_empty());
    stage.input(InputKind::FocusLost);
    stage.input(InputKind::FocusGained);
    prompt(&mut stage, 2);
    stage.fact(EventKind::RunCompleted {
        result: RunResult::default(),
    });
    assert!(told(&mut stage).is_empty());
}

#[test]
fn a_wait_is_told_once_however_many_questions_wait_behind_it() {
    let mut stage = working();
    stage.input(InputKind::FocusLost);
    prompt(&mut stage, 1);
    assert_eq!(
        told(&mut stage),
        ["agentichat auth-refactor: a question waits: shell_exec"]
    );
    prompt(&mut stage, 1);
    prompt(&mut stage, 2);
    assert!(told(&mut stage).is_empty(), "they wait with the first");
    // A notification never contains the question's text, which may hold anything.
    answered(&mut stage, 1);
    answered(&mut stage, 2);
    prompt(&mut stage, 3);
    assert_eq!(told(&mut stage).len(), 1, "another wait");
}

#[test]
fn the_end_of_a_run_is_told_and_a_run_that_the_human_ended_is_not() {
    let mut stage = working();
    stage.input(InputKind::FocusLost);
    stage.fact(EventKind::RunCompleted {
        result: RunResult::default(),
    });
    assert_eq!(
        told(&mut stage),
        ["agentichat auth-refactor: the run is done"]
    );
    stage.begin_run();
    stage.fact(EventKind::RunCancelled {
        result: RunResult::default(),
    });
    assert!(told(&mut stage).is_empty());
}

#[test]
fn a_secret_in_the_name_of_a_session_is_not_told() {
    let mut stage = Stage::new(120, 40);
    let name = "fix sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJ";
    stage.fact(EventKind::SessionChanged {
        settings: SessionSettings {
            name: name.into(),
            ..settings()
        },
    });
    stage.begin_run();
    stage.effects.clear();
    stage.input(InputKind::FocusLost);
    prompt(&mut stage, 1);
    let told = told(&mut stage);
    assert!(
        told.len() == 1 && !told[0].contains("abcdefghijklmnop"),
        "{told:?}"
    );
}
