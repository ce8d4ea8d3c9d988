//! Restarts of servers.

use std::time::Duration;

use proptest::prelude::*;

use crate::lifecycle::{AfterFailure, Failures};

fn at(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

#[test]
fn the_waits_double_and_the_fifth_failure_in_ten_minutes_is_the_last() {
    let mut failures = Failures::default();
    let after: Vec<AfterFailure> = (0..5).map(|time| failures.add(at(time))).collect();
    let waits =
        [500, 1_000, 2_000, 4_000].map(|ms| AfterFailure::StartAfter(Duration::from_millis(ms)));
    assert_eq!(after[..4], waits);
    assert_eq!(after[4], AfterFailure::GiveUp);
    failures.forget();
    assert_eq!(failures.add(at(5)), waits[0]);
}

#[test]
fn failures_that_are_ten_minutes_old_do_not_count() {
    let mut failures = Failures::default();
    for time in 0..4 {
        failures.add(at(time));
    }
    assert_eq!(
        failures.add(at(700)),
        AfterFailure::StartAfter(Duration::from_millis(500))
    );
}

proptest! {
    #[test]
    fn a_server_is_never_started_more_than_five_times_in_ten_minutes(
        pauses in prop::collection::vec(0_u64..400, 1..60)
    ) {
        let mut failures = Failures::default();
        let mut now = Duration::ZERO;
        let mut starts: Vec<Duration> = Vec::new();
        for pause in pauses {
            now += at(pause);
            match failures.add(now) {
                AfterFailure::GiveUp => break,
                AfterFailure::StartAfter(wait) => {
                    prop_assert!(wait <= at(60));
                    now += wait;
                    starts.push(now);
                }
            }
            let recent = starts.iter().filter(|start| now - **start <= at(600)).count();
            prop_assert!(recent <= 5, "{recent}");
        }
    }
}
