//! Messages that the user sends during a run.

use super::plans::path;
use super::world::{SESSION, World};
use crate::protocol::approval::Mode;
use crate::protocol::command::{CancelMode, Command};

#[test]
fn a_message_sent_during_a_run_reaches_the_agent_at_the_end_of_the_step() {
    let mut world = World::new(Mode::Review);
    world.send("first");
    world.calls(&[("read_file", path("a.rs"))]);
    world.skip();
    world.send("also this");
    world.send("and that");
    world.saw("queued: also this\nqueued: and that");
    world.read(1);
    world.saw(
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
    let mut world = World::new(Mode::Review);
    world.send("first");
    world.send("second");
    world.skip();
    world.says("done");
    world.saw(
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
    let mut world = World::new(Mode::Review);
    world.send("first");
    world.send("a");
    world.send("b");
    world.skip();
    for _ in 0..3 {
        world.command(Command::UnqueueMessage { session: SESSION });
    }
    world.saw(
        "taken back: b
        taken back: a
        rejected unqueue_message: no message is waiting",
    );
    world.says("done");
    assert!(world.trace().contains("run completed"));
}

#[test]
fn a_cancel_gives_queued_messages_back() {
    let mut world = World::new(Mode::Review);
    world.send("first");
    world.send("later");
    world.skip();
    world.cancel(CancelMode::Gracefully);
    world.saw(
        "returned: later
        run cancelled
        status idle
        -> drop s1",
    );
}
