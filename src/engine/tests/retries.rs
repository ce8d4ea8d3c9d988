//! Requests that fail and are sent again.

use crate::Effect;
use crate::testing::harness::Harness;
use notice::Notice;
use protocol::approval::Mode;
use protocol::command::{CancelMode, Command};
use protocol::event::EventKind;
use protocol::stream::{ProviderError, ProviderErrorKind};

#[test]
fn a_lost_connection_is_tried_three_times_with_doubling_pauses() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("go");
    harness.text("half");
    harness.skip();
    harness.fails_with(ProviderErrorKind::Connection);
    harness.saw(
        "end of assistant (interrupted): half
        attempt 2 of 3 after 1000 ms
        -> timer t1 1000 ms Retry",
    );
    harness.fired();
    harness.saw("step 1\n-> ask the model s2 #1");
    harness.fails_with(ProviderErrorKind::Connection);
    harness.saw("attempt 3 of 3 after 2000 ms\n-> timer t2 2000 ms Retry");
    harness.fired();
    harness.skip();
    harness.fails_with(ProviderErrorKind::Connection);
    harness.saw("run failed E014: Connection\nstatus idle: Connection");
}

#[test]
fn the_servers_own_pause_is_honoured_and_an_endless_one_is_not() {
    let mut limited = ProviderError::new(ProviderErrorKind::RateLimited, Notice::text("slow down"));
    limited.retry_after_s = Some(30);
    let mut harness = Harness::new(Mode::Review);
    harness.send("go");
    harness.skip();
    harness.fails(limited.clone());
    harness.saw("attempt 2 of 3 after 30000 ms\n-> timer t1 30000 ms Retry");
    harness.fired();
    harness.skip();
    limited.retry_after_s = Some(86_400);
    harness.fails(limited);
    harness.saw("run failed E014: slow down\nstatus idle: slow down");
}

/// Fails until the run gives up; returns the pauses in seconds.
fn pauses_after(error: &ProviderError) -> Vec<u64> {
    let mut harness = Harness::new(Mode::Review);
    harness.send("go");
    let mut pauses = Vec::new();
    loop {
        let before = harness.effects.len();
        harness.fails(error.clone());
        let mut later = harness.effects.iter().skip(before);
        let timer = later.find_map(|effect| match effect {
            Effect::StartTimer { after_ms, .. } => Some(after_ms / 1_000),
            _ => None,
        });
        let Some(pause) = timer else { break };
        pauses.push(pause);
        harness.fired();
    }
    let told = harness.trace();
    let last = format!("attempt {0} of {0} after", pauses.len() + 1);
    assert!(told.contains(&last), "{last} in {told}");
    assert!(told.contains("run failed E014"), "{told}");
    pauses
}

#[test]
fn a_limit_of_requests_that_names_no_time_is_waited_for_up_to_a_minute_each() {
    let mut limited = ProviderError::new(ProviderErrorKind::RateLimited, Notice::text("slow down"));
    assert_eq!(pauses_after(&limited), [1, 2, 4, 8, 16, 32, 60]);
    limited.retry_after_s = Some(0);
    assert_eq!(pauses_after(&limited), [1, 2], "the server knows better");
}

#[test]
fn a_model_that_is_loading_is_waited_for_two_minutes_and_the_user_is_told() {
    let mut loading =
        ProviderError::new(ProviderErrorKind::Unavailable, Notice::text("is loading"));
    loading.is_loading = true;
    let pauses = pauses_after(&loading);
    let sum: u64 = pauses.iter().sum();
    assert!((100..=120).contains(&sum), "{pauses:?}");
    assert!(pauses.iter().all(|pause| *pause <= 5), "{pauses:?}");
    loading.is_loading = false;
    assert_eq!(pauses_after(&loading), [1, 2], "one that is only away");
}

#[test]
fn waiting_for_a_model_that_is_loading_ends_at_once_when_the_run_is_stopped() {
    let mut loading =
        ProviderError::new(ProviderErrorKind::Unavailable, Notice::text("is loading"));
    loading.is_loading = true;
    let mut harness = Harness::new(Mode::Review);
    harness.send("go");
    harness.fails(loading);
    harness.skip();
    harness.cancel(CancelMode::Gracefully);
    let seen = harness.trace();
    assert!(seen.contains("run cancelled"), "{seen}");
}

#[test]
fn a_broken_server_is_tried_once_more_only() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("go");
    harness.fails_with(ProviderErrorKind::Server);
    harness.fired();
    harness.skip();
    harness.fails_with(ProviderErrorKind::Server);
    harness.saw("run failed E014: Server\nstatus idle: Server");
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
        let mut harness = Harness::new(Mode::Review);
        harness.send("go");
        harness.fails_with(kind);
        let timers = harness
            .effects
            .iter()
            .filter(|effect| matches!(effect, Effect::StartTimer { .. }));
        assert_eq!(timers.count(), 0, "{kind:?}");
        assert!(harness.trace().contains("run failed E014"), "{kind:?}");
    }
}

#[test]
fn after_a_failure_the_next_message_begins_anew() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("go");
    harness.send("queued one");
    harness.skip();
    harness.fails_with(ProviderErrorKind::Authentication);
    harness.saw(
        "returned: queued one
        run failed E014: Authentication
        status idle: Authentication",
    );
    harness.send("again");
    harness.saw(
        "user: again
        run started
        status running
        step 1
        -> ask the model s2 #2",
    );
}

#[test]
fn attempts_are_counted_anew_for_each_step() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("go");
    harness.fails_with(ProviderErrorKind::Timeout);
    harness.fired();
    harness.fails_with(ProviderErrorKind::Timeout);
    harness.fired();
    harness.calls(&[("read_file", crate::testing::plans::path("a"))]);
    harness.read(1);
    harness.skip();
    harness.fails_with(ProviderErrorKind::Timeout);
    harness.saw("attempt 2 of 3 after 1000 ms\n-> timer t3 1000 ms Retry");
}

#[test]
fn a_session_whose_program_is_gone_is_not_asked_again_and_takes_no_messages() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("go");
    harness.text("half");
    harness.skip();
    harness.fails_with(ProviderErrorKind::ProcessGone);
    harness.saw(
        "end of assistant (interrupted): half
        run failed E014: ProcessGone
        status error: ProcessGone",
    );
    let session = crate::testing::harness::SESSION;
    let sends = [
        Command::send_message(session, "again".to_owned()),
        Command::RunShell {
            session,
            command: "ls".to_owned(),
        },
        Command::Compact {
            session,
            words: String::new(),
        },
    ];
    for command in sends {
        harness.command(command);
        let seen = harness.trace();
        assert!(
            seen.starts_with("rejected") && seen.contains("ended with an error"),
            "{seen}"
        );
    }
    // The session can still be renamed, read and cleared; after clearing, nothing refers to
    // the lost program.
    harness.command(Command::RenameSession {
        session,
        name: "old".to_owned(),
    });
    assert!(!harness.trace().contains("rejected"));
    harness.command(Command::ClearMessages { session });
    assert!(harness.trace().ends_with("status idle"));
    harness.send("anew");
    assert!(harness.trace().contains("ask the model"));
}

#[test]
fn sent_again_a_message_starts_the_program_that_is_gone_anew() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("go");
    harness.fails_with(ProviderErrorKind::ProcessGone);
    let started = harness.events.iter().find_map(|event| match &event.fact {
        EventKind::RunStarted { message } => Some(*message),
        _ => None,
    });
    harness.skip();
    harness.command(Command::ResendMessage {
        session: crate::testing::harness::SESSION,
        message: started.expect("a run was started"),
        text: "go".to_owned(),
    });
    let seen = harness.trace();
    assert!(
        seen.contains("status idle") && seen.contains("ask the model"),
        "{seen}"
    );
    harness.says("here I am");
    harness.skip();
    harness.send("and on");
    assert!(
        harness.trace().contains("ask the model"),
        "it takes messages"
    );
}

#[test]
fn another_provider_answers_in_the_place_of_a_program_that_is_gone() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("go");
    harness.fails_with(ProviderErrorKind::ProcessGone);
    harness.skip();
    let session = crate::testing::harness::SESSION;
    let model = |provider: Option<&str>| Command::SetModel {
        session,
        provider: provider.map(str::to_owned),
        model: "other".to_owned(),
    };
    harness.command(model(None));
    assert!(
        !harness.trace().contains("status"),
        "the same program is as gone as before"
    );
    harness.command(model(Some("elsewhere")));
    assert!(harness.trace().ends_with("status idle"));
}
