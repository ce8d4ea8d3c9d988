//! Ending a run at every point.

use super::plans::{path, shell};
use super::world::World;
use crate::protocol::approval::{Decision, Mode};
use crate::protocol::command::CancelMode;
use crate::protocol::stream::ProviderErrorKind;

#[test]
fn a_cancel_while_streaming_keeps_the_text_and_drops_the_stream() {
    let mut world = World::new(Mode::Review);
    world.send("go");
    world.text("half");
    world.skip();
    world.cancel(CancelMode::Gracefully);
    world.saw(
        "end of assistant (interrupted): half
        run cancelled
        status idle
        -> drop s1",
    );
    world.text(" late");
    world.says("half late");
    world.saw("");
}

#[test]
fn a_cancel_while_asking_closes_the_question() {
    let mut world = World::new(Mode::Confirm);
    world.send("go");
    world.calls(&[("shell_exec", shell("make")), ("read_file", path("a.rs"))]);
    world.prepared(1);
    world.skip();
    world.cancel(CancelMode::Gracefully);
    world.saw(
        "p1 answered no by Cancel
        c1 E015: not run: the user cancelled the run
        c2 E015: not run: the user cancelled the run
        run cancelled
        status idle
        -> refuse c1
        -> refuse c2",
    );
    world.answer(Decision::Yes);
    world.saw("rejected answer_prompt: this question was answered before, or its run has ended");
}

#[test]
fn a_cancel_while_a_command_runs_waits_for_its_report_and_a_second_one_kills() {
    let mut world = World::new(Mode::Passthrough);
    world.send("go");
    world.calls(&[
        ("shell_exec", shell("make")),
        ("shell_exec", shell("make b")),
    ]);
    world.prepared(1);
    world.skip();
    world.cancel(CancelMode::Gracefully);
    world.saw(
        "c2 E015: not run: the user cancelled the run
        -> refuse c2
        -> end c1 Gracefully",
    );
    world.cancel(CancelMode::KillTree);
    world.saw("-> end c1 KillTree");
    world.send("what happened");
    world.saw("queued: what happened");
    world.finished(1);
    world.saw(
        "c1 ok
        returned: what happened
        run cancelled
        status idle",
    );
}

#[test]
fn a_cancel_while_a_call_is_planned_forgets_the_plan_that_comes_late() {
    let mut world = World::new(Mode::Passthrough);
    world.send("go");
    world.calls(&[("shell_exec", shell("make"))]);
    world.skip();
    world.cancel(CancelMode::Gracefully);
    world.saw(
        "c1 E015: not run: the user cancelled the run
        run cancelled
        status idle
        -> refuse c1",
    );
    world.prepared(1);
    world.saw("-> refuse c1");
}

#[test]
fn a_cancel_during_the_pause_before_a_retry_stops_the_timer() {
    let mut world = World::new(Mode::Review);
    world.send("go");
    world.fails_with(ProviderErrorKind::Connection);
    world.skip();
    world.cancel(CancelMode::Gracefully);
    world.saw(
        "run cancelled
        status idle
        -> stop t1",
    );
    world.fired();
    world.saw("");
}

#[test]
fn late_outcomes_of_a_run_that_is_over_change_nothing() {
    let mut world = World::new(Mode::Passthrough);
    world.send("one");
    world.calls(&[("read_file", path("a.rs"))]);
    world.read(1);
    world.says("done");
    world.send("two");
    world.skip();
    world.finished(1);
    world.refused(1, crate::protocol::call::ErrorCode::Timeout);
    world.saw("");
    world.prepared(1);
    world.saw("-> refuse c1");
}

#[test]
fn a_finish_of_a_call_that_does_not_run_changes_nothing() {
    let mut world = World::new(Mode::Confirm);
    world.send("go");
    world.calls(&[("shell_exec", shell("make"))]);
    world.skip();
    world.finished(1);
    world.saw("");
    world.prepared(1);
    world.finished(1);
    world.saw(
        "p1 asks about c1: $ make
        status waiting",
    );
    world.answer(Decision::Yes);
    assert!(world.trace().contains("-> run c1 as planned"));
}
