//! A program that nobody asks for anything writes nothing.

use std::time::Duration;

use crate::demo;
use crate::harness::{Place, Start};

/// A cursor that blinks, a clock or a spinner would write within this time.
const QUIET: Duration = Duration::from_millis(1_500);

#[test]
fn nothing_is_written_while_nothing_happens() {
    let place = Place::new();
    let mut session = Start::program(&place, &[]).begin();
    session.wait_for(&["What was looked for"]);
    session.wait_for_quiet("idle after the welcome", QUIET);
}

#[test]
fn nothing_is_written_while_a_question_waits() {
    let place = Place::new();
    let mut session = demo::begin(&place);
    session.wait_for(&[">[y approve"]);
    session.wait_for_quiet("a question waits", QUIET);
}
