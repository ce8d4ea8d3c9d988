//! Budgets, loops, and tolerance for a model's mistakes.

use crate::testing::harness::Harness;
use crate::testing::plans::{path, shell};
use crate::{Attendance, EngineConfig};
use protocol::approval::{Decision, Mode};
use protocol::call::ErrorCode;

fn limited(attendance: Attendance) -> Harness {
    let config = EngineConfig {
        max_tool_calls: 2,
        max_schema_retries: 2,
        max_conflict_retries: 1,
        attendance,
        ..EngineConfig::default()
    };
    let mut harness = Harness::with(config, Mode::Passthrough);
    harness.send("go");
    harness
}

#[test]
fn the_budget_is_asked_about_and_a_yes_gives_as_many_again() {
    let mut harness = limited(Attendance::Attended);
    let reads: Vec<_> = ["a", "b", "c", "d", "e"]
        .map(|name| ("read_file", path(name)))
        .to_vec();
    harness.calls(&reads);
    harness.saw_last(
        "p1 asks about c3: The run has made 2 tool calls. Go on for as many as 2 more?
        status waiting
        -> prepare c1
        -> prepare c2",
    );
    harness.read(1);
    harness.skip();
    harness.answer(Decision::Yes);
    harness.saw(
        "p1 answered yes by Key
        status running
        p2 asks about c5: The run has made 4 tool calls. Go on for as many as 2 more?
        status waiting
        -> prepare c3
        -> prepare c4",
    );
}

#[test]
fn a_no_to_the_budget_ends_the_run_with_a_result_for_every_call() {
    let mut harness = limited(Attendance::Attended);
    harness.calls(&[
        ("read_file", path("a")),
        ("read_file", path("b")),
        ("read_file", path("c")),
    ]);
    harness.prepared(1);
    harness.skip();
    harness.answer(Decision::No { reason: None });
    harness.saw(
        "p1 answered no by Key
        status running
        c2 E015: not run: stopped after 2 tool calls, as you said
        c3 E015: not run: stopped after 2 tool calls, as you said
        -> refuse c2
        -> refuse c3
        -> end c1 Gracefully",
    );
    harness.finished(1);
    harness.saw(
        "c1 ok
        run failed E010: stopped after 2 tool calls, as you said
        status idle: stopped after 2 tool calls, as you said",
    );
}

#[test]
fn without_anyone_to_ask_the_budget_ends_the_run() {
    let mut harness = limited(Attendance::Unattended);
    harness.calls(&[("shell_exec", shell("make a"))]);
    harness.read(1);
    harness.calls(&[("shell_exec", shell("make b"))]);
    harness.read(2);
    harness.skip();
    harness.calls(&[("shell_exec", shell("make c"))]);
    harness.saw_last(
        "c3 E015: not run: the run has made 2 tool calls without finishing
        run failed E010: the run has made 2 tool calls without finishing
        status idle: the run has made 2 tool calls without finishing
        -> refuse c3",
    );
}

fn repeat(attendance: Attendance, names: &[&str]) -> Harness {
    let config = EngineConfig {
        attendance,
        ..EngineConfig::default()
    };
    let mut harness = Harness::with(config, Mode::Review);
    harness.send("go");
    for (index, name) in names.iter().enumerate() {
        harness.skip();
        harness.calls(&[("read_file", path(name))]);
        if index + 1 < names.len() {
            harness.read(index + 1);
        }
    }
    harness
}

#[test]
fn three_identical_calls_are_asked_about() {
    let mut harness = repeat(Attendance::Attended, &["a", "a", "a"]);
    harness.saw_last(
        "p1 asks about c3: The agent calls read_file with the same arguments for the third time in a row. Let it?
        status waiting",
    );
    harness.answer(Decision::Yes);
    harness.saw(
        "p1 answered yes by Key
        status running
        -> prepare c3",
    );
}

#[test]
fn two_calls_in_turn_three_times_are_asked_about() {
    let mut harness = repeat(Attendance::Attended, &["a", "b", "a", "b", "a", "b"]);
    harness.saw_last(
        "p1 asks about c6: The agent goes back and forth between two calls, now read_file again. Let it?
        status waiting",
    );
    harness.answer(Decision::No { reason: None });
    harness.saw_last("c6 E006: you made this call in turn with another call, three times, and the user refused this call. Explain what the call was for, or propose another way; do not repeat the call\nstep 7\n-> ask the model s7 #7");
}

#[test]
fn a_loop_that_nobody_allows_is_refused_once_and_then_ends_the_run() {
    let mut harness = repeat(Attendance::Unattended, &["a", "a", "a"]);
    harness.saw_last(
        "c3 E006: you made this call three times in a row with the same arguments, so agentichat did not run it again. Its earlier result still holds: use it, do something else, or say what is missing
        step 4
        -> ask the model s4 #4",
    );
    for number in 4..6 {
        harness.calls(&[("read_file", path("a"))]);
        harness.read(number);
    }
    harness.skip();
    harness.calls(&[("read_file", path("a"))]);
    harness.saw_last(
        "run failed E010: the model repeats the same tool calls
        status idle: the model repeats the same tool calls
        -> refuse c6",
    );
}

#[test]
fn other_arguments_are_no_loop() {
    let mut harness = repeat(Attendance::Attended, &["a", "a", "b", "a", "a", "b", "c"]);
    harness.saw_last("-> prepare c7");
}

#[test]
fn bad_arguments_go_back_to_the_model_a_limited_number_of_times() {
    let mut harness = limited(Attendance::Unattended);
    harness.calls(&[("read_file", path("1")), ("read_file", path("2"))]);
    harness.refused(1, ErrorCode::InvalidArguments);
    harness.refused(2, ErrorCode::InvalidArguments);
    harness.saw_last("c2 E013: it does not fit\nstep 2\n-> ask the model s2 #2");
}

#[test]
fn an_answer_with_bad_arguments_that_is_one_too_many_ends_the_run_and_reads_under_way_still_report()
{
    let config = EngineConfig {
        max_schema_retries: 0,
        ..EngineConfig::default()
    };
    let mut harness = Harness::with(config, Mode::Review);
    harness.send("go");
    harness.calls(&[("read_file", path("a")), ("read_file", path("b"))]);
    harness.prepared(1);
    harness.skip();
    harness.refused(2, ErrorCode::InvalidArguments);
    harness.saw(
        "c2 E013: it does not fit
        -> end c1 Gracefully",
    );
    harness.finished(1);
    harness.saw(
        "c1 ok
        run failed E013: the model called tools with wrong arguments
        status idle: the model called tools with wrong arguments",
    );
}

/// Plays answers of one call each; each call is refused or done.
fn answers_of(harness: &mut Harness, from: usize, tool: &str, faults: &[Option<ErrorCode>]) {
    for (at, fault) in faults.iter().enumerate() {
        let number = from + at;
        harness.skip();
        harness.calls(&[(tool, path(&number.to_string()))]);
        match fault {
            Some(code) => harness.refused(number, *code),
            None => harness.read(number),
        }
    }
}

fn patient() -> Harness {
    let config = EngineConfig {
        max_schema_retries: 2,
        max_conflict_retries: 1,
        attendance: Attendance::Unattended,
        ..EngineConfig::default()
    };
    let mut harness = Harness::with(config, Mode::Passthrough);
    harness.send("go");
    harness
}

#[test]
fn many_bad_calls_of_one_answer_count_once_and_the_model_hears_of_all() {
    let mut harness = patient();
    let calls: Vec<_> = ["a", "b", "c", "d", "e", "f"]
        .map(|name| ("read_file", path(name)))
        .to_vec();
    harness.calls(&calls);
    for number in 1..=6 {
        harness.skip();
        harness.refused(number, ErrorCode::InvalidArguments);
    }
    harness.saw("c6 E013: it does not fit\nstep 2\n-> ask the model s2 #2");
}

#[test]
fn bad_answers_that_were_each_put_right_never_end_a_run() {
    let mut harness = patient();
    let bad = Some(ErrorCode::InvalidArguments);
    for round in 0..6 {
        let from = 1 + 3 * round;
        answers_of(&mut harness, from, "read_file", &[bad, bad, None]);
    }
    harness.saw_last("step 19\n-> ask the model s19 #19");
}

#[test]
fn bad_answers_in_a_row_end_the_run_with_how_many_they_were() {
    let mut harness = patient();
    let bad = Some(ErrorCode::InvalidArguments);
    answers_of(&mut harness, 1, "read_file", &[bad, None, bad, bad, bad]);
    let why = "the model called tools with wrong arguments in 3 answers in a row";
    harness.saw_last(&format!("run failed E013: {why}\nstatus idle: {why}"));
}

#[test]
fn an_answer_with_a_good_and_a_bad_call_is_a_bad_one() {
    let mut harness = patient();
    for step in 0..3 {
        let (good, bad) = (2 * step + 1, 2 * step + 2);
        let name = |number: usize| path(&number.to_string());
        harness.calls(&[("read_file", name(good)), ("read_file", name(bad))]);
        harness.read(good);
        harness.skip();
        harness.refused(bad, ErrorCode::InvalidArguments);
    }
    let why = "the model called tools with wrong arguments in 3 answers in a row";
    harness.saw(&format!(
        "c6 E013: it does not fit\nrun failed E013: {why}\nstatus idle: {why}"
    ));
}

#[test]
fn conflicts_are_borne_in_a_limited_number_of_answers_in_a_row() {
    let mut harness = patient();
    let late = Some(ErrorCode::Conflict);
    answers_of(&mut harness, 1, "write_file", &[late]);
    answers_of(&mut harness, 2, "read_file", &[None]);
    answers_of(&mut harness, 3, "write_file", &[late]);
    harness.saw_last("c3 E011: it does not fit\nstep 4\n-> ask the model s4 #4");
    harness.calls(&[("write_file", path("4"))]);
    harness.skip();
    harness.refused(4, ErrorCode::Conflict);
    let why = "the model wrote to files that had changed in 2 answers in a row";
    harness.saw(&format!(
        "c4 E011: it does not fit\nrun failed E011: {why}\nstatus idle: {why}"
    ));
}
