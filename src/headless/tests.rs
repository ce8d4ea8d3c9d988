//! Tests of the exit status.

use super::Ending;

#[test]
fn a_stopped_engine_is_a_failure() {
    assert_eq!(Ending::stopped().status(), 1);
}

#[test]
fn bad_usage_goes_before_failure() {
    assert_eq!(Ending::bad_usage().or_stopped().status(), 2);
}
