//! Messages that the user sends during a run.

use crate::testing::harness::{Harness, SESSION};
use crate::testing::plans::path;
use protocol::approval::Mode;
use protocol::command::{CancelMode, Command};
use protocol::stream::ProviderErrorKind;

#[test]
fn a_message_sent_during_a_run_reaches_the_agent_at_the_end_of_the_step() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("first");
    harness.calls(&[("read_file", path("a.rs"))]);
    harness.skip();
    harness.send("also this");
    harness.send("and that");
    harness.saw("queued: also this\nqueued: and that");
    harness.read(1);
    harness.saw(
        "c1 started by it changes nothing
        -> run c1 as planned
        c1 ok
        delivered: also this
        user: also this
        delivered: and that
        user: and that
        step 2
        -> ask the model s2 #2",
    );
}

#[test]
fn a_message_sent_during_the_last_answer_goes_on_with_the_run() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("first");
    harness.send("second");
    harness.skip();
    harness.says("done");
    harness.saw(
        "assistant:
        end of assistant: done
        step done
        delivered: second
        user: second
        step 2
        -> ask the model s2 #2",
    );
}

#[test]
fn the_last_queued_message_can_be_taken_back() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("first");
    harness.send("a");
    harness.send("b");
    harness.skip();
    for _ in 0..3 {
        harness.command(Command::UnqueueMessage { session: SESSION });
    }
    harness.saw(
        "taken back: b
        taken back: a
        rejected unqueue_message: no message is waiting",
    );
    harness.says("done");
    assert!(harness.trace().contains("run completed"));
}

#[test]
fn a_cancel_gives_queued_messages_back() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("first");
    harness.send("later");
    harness.skip();
    harness.cancel(CancelMode::Gracefully);
    harness.saw(
        "returned: later
        run cancelled
        status idle
        -> drop s1",
    );
}

#[test]
fn a_cancel_gives_the_last_message_back_first_so_that_each_one_goes_before_the_later_ones() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("first");
    harness.send("a");
    harness.send("b");
    harness.send("c");
    harness.skip();
    harness.cancel(CancelMode::Gracefully);
    harness.saw(
        "returned: c
        returned: b
        returned: a
        run cancelled
        status idle
        -> drop s1",
    );
}

#[test]
fn a_message_for_the_end_of_the_run_waits_for_it_and_starts_a_run_of_its_own() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("first");
    harness.calls(&[("read_file", path("a.rs"))]);
    harness.send_for_the_end("then the docs");
    harness.skip();
    harness.read(1);
    harness.saw_last("step 2\n-> ask the model s2 #2");
    harness.says("done");
    harness.saw(
        "assistant:
        end of assistant: done
        step done
        run completed, 1 calls
        status idle
        delivered: then the docs
        user: then the docs
        run started
        status running
        step 1
        -> ask the model s3 #3",
    );
}

#[test]
fn messages_for_the_end_are_done_one_after_the_other_and_others_overtake_them() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("first");
    harness.send_for_the_end("second");
    harness.send_for_the_end("third");
    harness.send("now");
    harness.skip();
    harness.says("well");
    let delivered = |harness: &mut Harness| {
        let trace = harness.trace();
        let lines = trace
            .lines()
            .filter_map(|line| line.strip_prefix("delivered: "));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(delivered(&mut harness), ["now"]);
    harness.says("done");
    assert_eq!(delivered(&mut harness), ["second"]);
    harness.says("done");
    assert_eq!(delivered(&mut harness), ["third"]);
    harness.says("done");
    harness.saw_last("run completed, 0 calls\nstatus idle");
}

#[test]
fn a_message_for_the_end_comes_back_like_any_other() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("first");
    harness.send_for_the_end("a");
    harness.send("b");
    harness.send_for_the_end("c");
    harness.skip();
    harness.command(Command::UnqueueMessage { session: SESSION });
    harness.saw("taken back: c");
    harness.cancel(CancelMode::Gracefully);
    harness.saw(
        "returned: b
        returned: a
        run cancelled
        status idle
        -> drop s1",
    );
}

#[test]
fn a_message_for_the_end_that_finds_nothing_running_is_sent_at_once() {
    let mut harness = Harness::new(Mode::Review);
    harness.send_for_the_end("first");
    harness.saw(
        "user: first
        run started
        status running
        step 1
        -> ask the model s1 #1",
    );
}

#[test]
fn what_waits_for_the_end_waits_through_a_retry() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("first");
    harness.send_for_the_end("second");
    harness.fails_with(ProviderErrorKind::Connection);
    harness.skip();
    harness.fired();
    harness.says("done");
    assert!(
        harness
            .trace()
            .contains("run completed, 0 calls\nstatus idle\ndelivered: second")
    );
}
