//! Messages that the user sends during a run.

use crate::testing::harness::{Harness, SESSION};
use crate::testing::plans::path;
use protocol::approval::Mode;
use protocol::command::{CancelMode, Command};

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
