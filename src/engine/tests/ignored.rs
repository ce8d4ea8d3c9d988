//! Empty answers, and texts that look like calls.

use crate::StepAnswer;
use crate::context::fit;
use crate::testing::harness::Harness;
use crate::testing::plans::path;
use protocol::approval::Mode;
use protocol::estimate::Estimate;
use protocol::event::EventKind;
use protocol::message::{Message, Role};
use protocol::stream::{IGNORED_NOTE, IgnoredCall, IgnoredReason, StopReason};
use std::sync::Arc;

fn asked() -> Harness {
    let mut harness = Harness::new(Mode::Review);
    harness.send("go");
    harness.skip();
    harness
}

/// Returns what the model would read of the conversation now, without its own words.
fn told(harness: &Harness) -> Vec<String> {
    let mut messages: Vec<Arc<Message>> = Vec::new();
    for event in &harness.events {
        if let EventKind::MessageAdded { message } | EventKind::MessageCompleted { message } =
            &event.fact
        {
            messages.retain(|known| known.id != message.id);
            messages.push(Arc::new(message.clone()));
        }
    }
    let fitted = fit(&messages, &[], u64::MAX, Estimate::USUAL);
    let users = fitted.messages.iter().filter(|one| one.role == Role::User);
    users.map(|message| message.plain_text()).collect()
}

fn thoughts(stop: Option<StopReason>) -> StepAnswer {
    StepAnswer {
        reasoning: "I call read_file(a) now.".to_owned(),
        stop,
        ..StepAnswer::default()
    }
}

#[test]
fn an_empty_answer_is_asked_for_once_more_and_then_the_run_fails() {
    let mut harness = asked();
    harness.says(" \n");
    harness.saw_last(
        "system: Empty answer. Asking the model once more.
        step 2
        -> ask the model s2 #2",
    );
    assert_eq!(told(&harness).len(), 2);
    assert!(told(&harness)[1].contains("your last answer was empty"));
    harness.says("");
    harness.saw_last(
        "run failed E014: the model's answer was empty, twice in a row
        status idle: the model's answer was empty, twice in a row",
    );
}

#[test]
fn thoughts_alone_are_no_answer_and_a_call_in_them_is_not_run() {
    let mut harness = asked();
    harness.answers_with(thoughts(Some(StopReason::Done)));
    harness.saw_last(
        "system: The answer had only thinking. Asking the model once more.
        step 2
        -> ask the model s2 #2",
    );
    assert!(told(&harness)[1].contains("no call in them runs"));
    harness.answers_with(thoughts(Some(StopReason::Length)));
    harness.saw_last(
        "run failed E014: the model's thinking filled its answer, twice in a row
        status idle: the model's thinking filled its answer, twice in a row",
    );
}

#[test]
fn an_answer_after_an_empty_one_is_the_runs_and_patience_begins_anew() {
    let mut harness = asked();
    harness.says("");
    harness.calls(&[("read_file", path("a"))]);
    harness.read(1);
    harness.says("");
    harness.saw_last(
        "system: Empty answer. Asking the model once more.
        step 4
        -> ask the model s4 #4",
    );
    harness.says("Done.");
    harness.saw_last("run completed, 1 calls\nstatus idle");
}

#[test]
fn what_the_user_said_meanwhile_is_answered_in_place_of_nothing() {
    let mut harness = asked();
    harness.send("and this");
    harness.says("");
    harness.saw_last("step 2\n-> ask the model s2 #2");
    assert_eq!(told(&harness), ["go", "and this"]);
}

#[test]
fn a_refusal_of_the_server_is_a_failure_at_once() {
    let mut harness = asked();
    harness.answers_with(StepAnswer {
        stop: Some(StopReason::Refused),
        ..StepAnswer::default()
    });
    harness.saw_last(
        "run failed E014: the server refused to answer
        status idle: the server refused to answer",
    );
}

#[test]
fn what_looks_like_a_call_and_was_not_run_is_a_row_and_the_model_hears_of_it() {
    let mut harness = asked();
    let of = |tool: &str, why| IgnoredCall {
        tool: tool.to_owned(),
        why,
    };
    harness.answers_with(StepAnswer {
        text: "The call would be {…}, but no.".to_owned(),
        ignored: vec![
            of("write_file", IgnoredReason::Followed),
            of("write_file", IgnoredReason::Followed),
            of("shell_exec", IgnoredReason::Followed),
            of("delete_file", IgnoredReason::Quoted),
        ],
        ..StepAnswer::default()
    });
    harness.saw_last(
        "system: A possible call of write_file, shell_exec was not run: other text follows it. Ask again if you want it.
        system: A possible call of delete_file was not run: it quotes the model's input. Ask again if you want it.
        run completed, 0 calls
        status idle",
    );
    let told = told(&harness);
    let [_, followed, quoted] = told.as_slice() else {
        panic!("{told:?}");
    };
    assert!(followed.starts_with(&format!("{IGNORED_NOTE} write_file, shell_exec. ")));
    assert!(quoted.starts_with(&format!("{IGNORED_NOTE} delete_file. ")));
}
