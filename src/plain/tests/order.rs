//! Tests of concurrent calls: each is announced under its number, in the order of the requests.

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::json;
use uuid::Uuid;

use super::help::{PlainHarness, answered_by, call, command, done, result};
use notice::Notice;
use protocol::approval::{AnsweredBy, Question, RiskReport};
use protocol::event::EventKind;
use protocol::ids::CallId;
use protocol::session::RunResult;
use testing::cases;

/// A question to the user about a call.
fn asked(id: u128) -> Question {
    let mut question = command(
        100 + id,
        "git add a",
        RiskReport::medium(Notice::text("it may write")),
    );
    question.call = Some(CallId(Uuid::from_u128(id)));
    question
}

fn started(id: u128) -> EventKind {
    EventKind::CallStarted {
        call: CallId(Uuid::from_u128(id)),
        allowed_by: Notice::text("the mode"),
    }
}

/// Requests several calls in one agent message.
fn requested(harness: &mut PlainHarness, tools: &[&str]) {
    for (id, tool) in (30..).zip(tools) {
        harness.hear(call(id, tool, json!({ "path": format!("{id}.rs") })));
    }
}

fn begun(tools: &[&str]) -> PlainHarness {
    let mut harness = PlainHarness::begin();
    harness.run_begins("Go");
    requested(&mut harness, tools);
    harness.record.clear();
    harness
}

/// Returns the announcements of calls.
fn told(harness: &PlainHarness) -> Vec<&str> {
    let lines = harness.record.iter().map(String::as_str);
    lines.filter(|line| line.starts_with("Tool ")).collect()
}

#[test]
fn calls_are_told_in_the_order_in_which_they_were_asked_for_whichever_ends_first() {
    let mut harness = begun(&["read_file", "read_file", "list_files"]);
    harness.hear(started(30));
    harness.hear(started(31));
    harness.hear(result(31, "read_file", true, "second"));
    harness.hear(result(32, "list_files", false, "third"));
    assert!(told(&harness).is_empty(), "the first is not over");
    harness.hear(result(30, "read_file", true, "first"));
    assert_eq!(
        told(&harness),
        [
            "Tool 1: read_file 30.rs: first",
            "Tool 2: read_file 31.rs: second",
            "Tool 3: list_files 32.rs: FAILED: third",
        ]
    );
}

#[test]
fn a_call_that_waits_for_the_user_is_told_as_waiting_and_the_others_go_on() {
    let mut harness = begun(&["web", "read_file", "read_file"]);
    harness.hear(result(31, "read_file", true, "second"));
    assert!(told(&harness).is_empty());
    harness.asks(asked(30));
    let waiting = [
        "Tool 1: web 30.rs waits for your answer.",
        "Tool 2: read_file 31.rs: second",
    ];
    assert_eq!(told(&harness), waiting);
    let question = harness.text().find("Question: ").expect("it is asked");
    assert!(
        harness
            .text()
            .find("Tool 2")
            .is_some_and(|at| at < question),
        "{}",
        harness.text()
    );
    harness.hear(result(32, "read_file", true, "third"));
    harness.types("1");
    harness.answer_is_taken("$ git add a");
    harness.hear(result(30, "web", true, "first"));
    assert_eq!(
        told(&harness)[2..],
        ["Tool 3: read_file 32.rs: third", "Tool 1: web 30.rs: first"]
    );
}

#[test]
fn a_question_alone_is_told_by_itself_and_not_as_a_call_that_waits() {
    let mut harness = begun(&["shell_exec", "read_file"]);
    harness.asks(asked(30));
    harness.types("1");
    harness.answer_is_taken("$ git add a");
    harness.hear(started(30));
    harness.hear(result(30, "shell_exec", true, "exit 0"));
    assert_eq!(
        told(&harness),
        [
            "Tool 1: shell_exec 30.rs runs.",
            "Tool 1: shell_exec 30.rs: exit 0"
        ]
    );
}

#[test]
fn a_call_that_another_one_asks_for_is_told_while_that_one_runs() {
    let mut harness = begun(&["helper"]);
    harness.hear(started(30));
    harness.hear(call(31, "read_file", json!({ "path": "31.rs" })));
    harness.hear(result(31, "read_file", true, "inside"));
    assert_eq!(
        told(&harness),
        [
            "Tool 1: helper 30.rs runs.",
            "Tool 2: read_file 31.rs: inside"
        ]
    );
}

#[test]
fn what_is_held_back_is_told_when_the_run_ends() {
    let mut harness = begun(&["read_file", "read_file"]);
    harness.hear(result(31, "read_file", true, "second"));
    harness.hear(EventKind::RunCancelled {
        result: RunResult::default(),
    });
    assert_eq!(told(&harness), ["Tool 2: read_file 31.rs: second"]);
    let ended = harness.text().find("Stopped.");
    assert!(harness.text().find("Tool 2") < ended, "{}", harness.text());
}

/// A step of a call, in this order; the question and its answer are optional.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Asked,
    Answered,
    Started,
    Over,
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn whatever_happens_in_what_order_numbers_come_up_ascending_and_each_end_once(
        kinds in prop::collection::vec((any::<bool>(), any::<bool>(), any::<bool>()), 1..6),
        order in prop::collection::vec(0_usize..6, 0..40),
    ) {
        let tools: Vec<&str> = kinds.iter().map(|(long, ..)| if *long { "shell_exec" } else { "read_file" }).collect();
        let mut harness = begun(&tools);
        let mut left: Vec<Vec<Step>> = kinds
            .iter()
            .map(|(_, asks, starts)| {
                let mut steps = vec![Step::Over];
                steps.extend(starts.then_some(Step::Started));
                steps.extend(asks.then_some([Step::Answered, Step::Asked]).into_iter().flatten());
                steps
            })
            .collect();
        for place in order {
            let Some(step) = left.get_mut(place).and_then(Vec::pop) else { continue };
            let id = 30 + place as u128;
            match step {
                Step::Asked => harness.asks(asked(id)),
                Step::Answered => harness.hear(answered_by(&asked(id), AnsweredBy::Key)),
                Step::Started => harness.hear(started(id)),
                Step::Over => harness.hear(result(id, tools[place], true, "over")),
            }
            let is_asking = |steps: &Vec<Step>| steps.last() == Some(&Step::Answered);
            let is_over = |place: usize| left.get(place).is_some_and(Vec::is_empty);
            let told = told(&harness);
            // No call waits for one that waits for the user.
            for (place, tool) in tools.iter().enumerate() {
                let all_before = (0..place).all(|before| is_over(before) || is_asking(&left[before]));
                let end = format!("Tool {}: {tool} {}.rs: over", place + 1, 30 + place);
                let is_told = told.contains(&end.as_str());
                prop_assert!(is_told || !(is_over(place) && all_before), "{place} in {told:?}");
            }
        }
        harness.hear(done());
        let lines = told(&harness);
        let mut known = BTreeSet::new();
        let numbers = lines.iter().map(|line| line[5..6].parse::<usize>().unwrap());
        let first: Vec<usize> = numbers.filter(|number| known.insert(*number)).collect();
        prop_assert!(first.is_sorted(), "{lines:?}");
        for (place, tool) in tools.iter().enumerate() {
            let end = format!("Tool {}: {tool} {}.rs: over", place + 1, 30 + place);
            let told = lines.iter().filter(|line| **line == end).count();
            prop_assert_eq!(told, usize::from(left[place].is_empty()), "{} in {:?}", end, lines);
        }
    }
}
