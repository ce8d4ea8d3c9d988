//! Ending a run at every point.

use crate::testing::harness::Harness;
use crate::testing::plans::{path, shell};
use protocol::approval::{Decision, Mode};
use protocol::command::CancelMode;
use protocol::stream::ProviderErrorKind;

#[test]
fn a_cancel_while_streaming_keeps_the_text_and_drops_the_stream() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("go");
    harness.text("half");
    harness.skip();
    harness.cancel(CancelMode::Gracefully);
    harness.saw(
        "end of assistant (interrupted): half
        run cancelled
        status idle
        -> drop s1",
    );
    harness.text(" late");
    harness.says("half late");
    harness.saw("");
}

#[test]
fn a_cancel_while_asking_closes_the_question() {
    let mut harness = Harness::new(Mode::Confirm);
    harness.send("go");
    harness.calls(&[("shell_exec", shell("make")), ("read_file", path("a.rs"))]);
    harness.prepared(1);
    harness.skip();
    harness.cancel(CancelMode::Gracefully);
    harness.saw(
        "p1 answered no by Cancel
        c1 E015: not run: the user cancelled the run
        c2 E015: not run: the user cancelled the run
        run cancelled
        status idle
        -> refuse c1
        -> refuse c2",
    );
    harness.answer(Decision::Yes);
    harness.saw("rejected answer_prompt: this question is already answered, or its run has ended");
}

#[test]
fn a_cancel_while_a_command_runs_waits_for_its_report_and_a_second_one_kills() {
    let mut harness = Harness::new(Mode::Passthrough);
    harness.send("go");
    harness.calls(&[
        ("shell_exec", shell("make")),
        ("shell_exec", shell("make b")),
    ]);
    harness.prepared(1);
    harness.skip();
    harness.cancel(CancelMode::Gracefully);
    harness.saw(
        "c2 E015: not run: the user cancelled the run
        -> refuse c2
        -> end c1 Gracefully",
    );
    harness.cancel(CancelMode::KillTree);
    harness.saw("-> end c1 KillTree");
    harness.send("what happened");
    harness.saw("queued: what happened");
    harness.finished(1);
    harness.saw(
        "c1 ok
        returned: what happened
        run cancelled
        status idle",
    );
}

#[test]
fn a_cancel_while_a_call_is_planned_forgets_the_plan_that_comes_late() {
    let mut harness = Harness::new(Mode::Passthrough);
    harness.send("go");
    harness.calls(&[("shell_exec", shell("make"))]);
    harness.skip();
    harness.cancel(CancelMode::Gracefully);
    harness.saw(
        "c1 E015: not run: the user cancelled the run
        run cancelled
        status idle
        -> refuse c1",
    );
    harness.prepared(1);
    harness.saw("-> refuse c1");
}

#[test]
fn a_cancel_during_the_pause_before_a_retry_stops_the_timer() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("go");
    harness.fails_with(ProviderErrorKind::Connection);
    harness.skip();
    harness.cancel(CancelMode::Gracefully);
    harness.saw(
        "run cancelled
        status idle
        -> stop t1",
    );
    harness.fired();
    harness.saw("");
}

#[test]
fn late_outcomes_of_a_run_that_is_over_change_nothing() {
    let mut harness = Harness::new(Mode::Passthrough);
    harness.send("one");
    harness.calls(&[("read_file", path("a.rs"))]);
    harness.read(1);
    harness.says("done");
    harness.send("two");
    harness.skip();
    harness.finished(1);
    harness.refused(1, protocol::call::ErrorCode::Timeout);
    harness.saw("");
    harness.prepared(1);
    harness.saw("-> refuse c1");
}

#[test]
fn a_finish_of_a_call_that_does_not_run_changes_nothing() {
    let mut harness = Harness::new(Mode::Confirm);
    harness.send("go");
    harness.calls(&[("shell_exec", shell("make"))]);
    harness.skip();
    harness.finished(1);
    harness.saw("");
    harness.prepared(1);
    harness.finished(1);
    harness.saw(
        "p1 asks about c1: $ make
        status waiting",
    );
    harness.answer(Decision::Yes);
    assert!(harness.trace().contains("-> run c1 as planned"));
}
