//! What tests of every module share.

#[cfg(test)]
mod stored;

use proptest::test_runner::{Config, RngSeed};

/// So many generated cases, the same ones in each run; other ones, and as many times so many, where
/// `AGENTICHAT_CASES` is set to a number.
pub(crate) fn cases(usual: u32) -> Config {
    let times = std::env::var("AGENTICHAT_CASES").ok();
    let times: Option<u32> = times.and_then(|times| times.parse().ok());
    Config {
        cases: usual.saturating_mul(times.unwrap_or(1)),
        rng_seed: match times {
            Some(_) => RngSeed::Random,
            None => RngSeed::Fixed(1),
        },
        failure_persistence: None,
        ..Config::default()
    }
}

/// Says that this machine cannot show what a test is about. It goes past what catches the output of tests, so that nobody
/// takes for tested what was not.
pub(crate) fn skipped(why: &str) {
    use std::io::Write;
    let name = std::thread::current().name().unwrap_or_default().to_owned();
    // Where nobody reads it nothing can be said.
    writeln!(std::io::stderr(), "SKIPPED {name}: {why}").ok();
}
