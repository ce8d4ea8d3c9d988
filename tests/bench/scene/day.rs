//! A long day in short: answer after answer with scrolling between. Memory must end where the first
//! third left it.

use crate::bench_harness::{BenchHarness, page_down, page_up};
use crate::process;
use crate::report::Report;
use crate::server::Answer;
use crate::texts;

/// Number of answers.
const ANSWERS: usize = 120;

/// Tokens of each answer.
const TOKENS: usize = 3_000;

pub fn run(report: &mut Report) {
    let harness = BenchHarness::new();
    let mut session = harness.open();
    let mut after_third = 0.0;
    for number in 1..=ANSWERS {
        let mark = format!("the end of answer {number}.");
        let answer = Answer::flood(&texts::markdown(TOKENS, &mark));
        harness.ask_and_wait(&mut session, answer, &mark);
        for _ in 0..12 {
            page_up(&mut session);
        }
        session.wait_until("the reader is above the end", |view| !view.shows(&mark));
        for _ in 0..12 {
            page_down(&mut session);
        }
        session.wait_for(&[&mark]);
        if number == ANSWERS / 3 {
            after_third = process::memory(session.pid());
        }
    }
    let end = process::memory(session.pid());
    report.noted("memory after a third", "MiB", after_third);
    report.noted("memory at the end", "MiB", end);
    report.promised("the rest added", "MiB", end - after_third, 5.0);
}
