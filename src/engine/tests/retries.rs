//! Requests that fail and are made again.

use super::world::World;
use crate::engine::Effect;
use crate::protocol::approval::Mode;
use crate::protocol::stream::{ProviderError, ProviderErrorKind};

#[test]
fn a_lost_connection_is_tried_three_times_with_doubling_pauses() {
    let mut world = World::new(Mode::Review);
    world.send("go");
    world.text("half");
    world.skip();
    world.fails_with(ProviderErrorKind::Connection);
    world.saw(
        "end of assistant (interrupted): half
        attempt 2 of 3 after 1000 ms
        -> timer t1 1000 ms Retry",
    );
    world.fired();
    world.saw("step 1\n-> ask the model s2 #1");
    world.fails_with(ProviderErrorKind::Connection);
    world.saw("attempt 3 of 3 after 2000 ms\n-> timer t2 2000 ms Retry");
    world.fired();
    world.skip();
    world.fails_with(ProviderErrorKind::Connection);
    world.saw("run failed E014: Connection\nstatus error: Connection");
}

#[test]
fn the_servers_own_pause_is_honoured_and_an_endless_one_is_not() {
    let mut limited = ProviderError::new(ProviderErrorKind::RateLimited, "slow down");
    limited.retry_after_s = Some(30);
    let mut world = World::new(Mode::Review);
    world.send("go");
    world.skip();
    world.fails(limited.clone());
    world.saw("attempt 2 of 3 after 30000 ms\n-> timer t1 30000 ms Retry");
    world.fired();
    world.skip();
    limited.retry_after_s = Some(86_400);
    world.fails(limited);
    world.saw("run failed E014: slow down\nstatus error: slow down");
}

#[test]
fn a_broken_server_is_tried_once_more_only() {
    let mut world = World::new(Mode::Review);
    world.send("go");
    world.fails_with(ProviderErrorKind::Server);
    world.fired();
    world.skip();
    world.fails_with(ProviderErrorKind::Server);
    world.saw("run failed E014: Server\nstatus error: Server");
}

#[test]
fn what_will_not_get_better_is_not_tried_again() {
    for kind in [
        ProviderErrorKind::Authentication,
        ProviderErrorKind::ModelNotFound,
        ProviderErrorKind::Protocol,
        ProviderErrorKind::Rejected,
        ProviderErrorKind::Recording,
        ProviderErrorKind::Configuration,
    ] {
        let mut world = World::new(Mode::Review);
        world.send("go");
        world.fails_with(kind);
        let timers = world
            .effects
            .iter()
            .filter(|effect| matches!(effect, Effect::StartTimer { .. }));
        assert_eq!(timers.count(), 0, "{kind:?}");
        assert!(world.trace().contains("run failed E014"), "{kind:?}");
    }
}

#[test]
fn after_a_failure_the_next_message_begins_anew() {
    let mut world = World::new(Mode::Review);
    world.send("go");
    world.send("queued one");
    world.skip();
    world.fails_with(ProviderErrorKind::Authentication);
    world.saw(
        "returned: queued one
        run failed E014: Authentication
        status error: Authentication",
    );
    world.send("again");
    world.saw(
        "user: again
        run started
        status running
        step 1
        -> ask the model s2 #2",
    );
}

#[test]
fn attempts_are_counted_anew_for_each_step() {
    let mut world = World::new(Mode::Review);
    world.send("go");
    world.fails_with(ProviderErrorKind::Timeout);
    world.fired();
    world.fails_with(ProviderErrorKind::Timeout);
    world.fired();
    world.calls(&[("read_file", super::plans::path("a"))]);
    world.read(1);
    world.skip();
    world.fails_with(ProviderErrorKind::Timeout);
    world.saw("attempt 2 of 3 after 1000 ms\n-> timer t3 1000 ms Retry");
}
