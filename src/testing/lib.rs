//! Helpers shared by the tests of all modules.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a helper of a test may fail the test"
)]

use proptest::test_runner::{Config, RngSeed};

/// Returns a configuration with this number of generated cases, the same ones in each run. If
/// `AGENTICHAT_CASES` is set to a number, the cases differ and their number is multiplied by it.
pub fn cases(usual: u32) -> Config {
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

/// Reports that this machine cannot run a test, so that a skipped test never looks like a passed one.
pub fn skipped(why: &str) {
    let name = std::thread::current().name().unwrap_or_default().to_owned();
    told(&format!("SKIPPED {name}: {why}"));
}

/// Prints a line on what was tested. Bypasses the capture of test output.
pub fn told(line: &str) {
    use std::io::Write;
    // A failed write has no reader to report to.
    writeln!(std::io::stderr(), "{line}").ok();
}
