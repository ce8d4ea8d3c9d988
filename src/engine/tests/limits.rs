//! Budgets, loops and patience with a model's mistakes.

use super::plans::{path, shell};
use super::world::World;
use crate::engine::{Attendance, EngineConfig};
use crate::protocol::approval::{Decision, Mode};
use crate::protocol::call::ErrorCode;

fn limited(attendance: Attendance) -> World {
    let config = EngineConfig {
        max_tool_calls: 2,
        max_schema_retries: 2,
        max_conflict_retries: 1,
        attendance,
        ..EngineConfig::default()
    };
    let mut world = World::with(config, Mode::Passthrough);
    world.send("go");
    world
}

#[test]
fn the_budget_is_asked_about_and_a_yes_gives_as_many_again() {
    let mut world = limited(Attendance::Attended);
    let reads: Vec<_> = ["a", "b", "c", "d", "e"]
        .map(|name| ("read_file", path(name)))
        .to_vec();
    world.calls(&reads);
    world.saw_last(
        "p1 asks about c3: The run has made 2 tool calls. Go on for as many as 2 more?
        status waiting
        -> prepare c1
        -> prepare c2",
    );
    world.read(1);
    world.skip();
    world.answer(Decision::Yes);
    world.saw(
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
    let mut world = limited(Attendance::Attended);
    world.calls(&[
        ("read_file", path("a")),
        ("read_file", path("b")),
        ("read_file", path("c")),
    ]);
    world.prepared(1);
    world.skip();
    world.answer(Decision::No { reason: None });
    world.saw(
        "p1 answered no by Key
        status running
        c2 E015: not run: stopped after 2 tool calls, as you said
        c3 E015: not run: stopped after 2 tool calls, as you said
        -> refuse c2
        -> refuse c3
        -> end c1 Gracefully",
    );
    world.finished(1);
    world.saw(
        "c1 ok
        run failed E010: stopped after 2 tool calls, as you said
        status idle: stopped after 2 tool calls, as you said",
    );
}

#[test]
fn without_anyone_to_ask_the_budget_ends_the_run() {
    let mut world = limited(Attendance::Unattended);
    world.calls(&[("shell_exec", shell("make a"))]);
    world.read(1);
    world.calls(&[("shell_exec", shell("make b"))]);
    world.read(2);
    world.skip();
    world.calls(&[("shell_exec", shell("make c"))]);
    world.saw_last(
        "c3 E015: not run: the run has made 2 tool calls without coming to an end
        run failed E010: the run has made 2 tool calls without coming to an end
        status idle: the run has made 2 tool calls without coming to an end
        -> refuse c3",
    );
}

fn repeat(attendance: Attendance, names: &[&str]) -> World {
    let config = EngineConfig {
        attendance,
        ..EngineConfig::default()
    };
    let mut world = World::with(config, Mode::Review);
    world.send("go");
    for (index, name) in names.iter().enumerate() {
        world.skip();
        world.calls(&[("read_file", path(name))]);
        if index + 1 < names.len() {
            world.read(index + 1);
        }
    }
    world
}

#[test]
fn three_identical_calls_are_asked_about() {
    let mut world = repeat(Attendance::Attended, &["a", "a", "a"]);
    world.saw_last(
        "p1 asks about c3: The agent calls read_file with the same arguments for the third time in a row. Let it?
        status waiting",
    );
    world.answer(Decision::Yes);
    world.saw(
        "p1 answered yes by Key
        status running
        -> prepare c3",
    );
}

#[test]
fn two_calls_in_turn_three_times_are_asked_about() {
    let mut world = repeat(Attendance::Attended, &["a", "b", "a", "b", "a", "b"]);
    world.saw_last(
        "p1 asks about c6: The agent goes back and forth between two calls, now read_file again. Let it?
        status waiting",
    );
    world.answer(Decision::No { reason: None });
    world.saw_last("c6 E006: this call was made in turn with another call, three times, and the user refused this call. Explain what it was for, or propose another way; do not repeat it\nstep 7\n-> ask the model s7 #7");
}

#[test]
fn a_loop_that_nobody_allows_is_refused_once_and_then_ends_the_run() {
    let mut world = repeat(Attendance::Unattended, &["a", "a", "a"]);
    world.saw_last(
        "c3 E006: this call was made three times in a row with the same arguments and was not run again. Its earlier result still stands: use it, do something else, or say what is missing
        step 4
        -> ask the model s4 #4",
    );
    for number in 4..6 {
        world.calls(&[("read_file", path("a"))]);
        world.read(number);
    }
    world.skip();
    world.calls(&[("read_file", path("a"))]);
    world.saw_last(
        "run failed E010: the model repeats the same tool calls
        status idle: the model repeats the same tool calls
        -> refuse c6",
    );
}

#[test]
fn other_arguments_are_no_loop() {
    let mut world = repeat(Attendance::Attended, &["a", "a", "b", "a", "a", "b", "c"]);
    world.saw_last("-> prepare c7");
}

#[test]
fn bad_arguments_go_back_to_the_model_a_limited_number_of_times() {
    let mut world = limited(Attendance::Unattended);
    world.calls(&[("read_file", path("1")), ("read_file", path("2"))]);
    world.refused(1, ErrorCode::InvalidArguments);
    world.refused(2, ErrorCode::InvalidArguments);
    world.saw_last("c2 E013: it does not fit\nstep 2\n-> ask the model s2 #2");
}

#[test]
fn one_more_bad_call_ends_the_run_and_reads_under_way_still_report() {
    let config = EngineConfig {
        max_schema_retries: 0,
        ..EngineConfig::default()
    };
    let mut world = World::with(config, Mode::Review);
    world.send("go");
    world.calls(&[("read_file", path("a")), ("read_file", path("b"))]);
    world.prepared(1);
    world.skip();
    world.refused(2, ErrorCode::InvalidArguments);
    world.saw(
        "c2 E013: it does not fit
        -> end c1 Gracefully",
    );
    world.finished(1);
    world.saw(
        "c1 ok
        run failed E013: the model made more than 0 calls that do not fit the tools' schema
        status idle: the model made more than 0 calls that do not fit the tools' schema",
    );
}

#[test]
fn conflicts_are_borne_a_limited_number_of_times() {
    let mut world = limited(Attendance::Unattended);
    world.calls(&[("write_file", path("1"))]);
    world.refused(1, ErrorCode::Conflict);
    world.calls(&[("write_file", path("2"))]);
    world.skip();
    world.refused(2, ErrorCode::Conflict);
    world.saw(
        "c2 E011: it does not fit
        run failed E011: the model made more than 1 writes to files that had changed
        status idle: the model made more than 1 writes to files that had changed",
    );
}
