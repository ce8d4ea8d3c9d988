//! From the start of the process to its first frame, and to the first key that shows.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::bench_harness::{BenchHarness, is_drawn};
use crate::process;
use crate::report::{Report, median, percentile};
use crate::repository;

/// Number of starts.
const TIMES: usize = 21;

pub fn small(report: &mut Report) {
    let harness = BenchHarness::new();
    let folder = harness.place.work();
    measure(report, &harness, &folder);
}

pub fn large(report: &mut Report) {
    let harness = BenchHarness::new();
    measure(report, &harness, &repository::large());
}

fn measure(report: &mut Report, harness: &BenchHarness, folder: &Path) {
    // The first start creates the database, which is not the everyday case.
    start(harness, folder);
    let (frames, keys): (Vec<Duration>, Vec<Duration>) =
        (0..TIMES).map(|_| start(harness, folder)).unzip();
    report.promised("first frame, p50", "ms", median(&frames), 15.0);
    report.noted("first frame, p95", "ms", percentile(&frames, 95.0));
    report.promised("input ready, p50", "ms", median(&keys), 20.0);
    report.noted("input ready, p95", "ms", percentile(&keys, 95.0));
}

/// Starts the program; returns the times of its first frame and of the first key that showed.
fn start(harness: &BenchHarness, folder: &Path) -> (Duration, Duration) {
    let begun = Instant::now();
    let mut session = harness.start_in(folder, &[]);
    let frame = session.time_of("the first frame", is_drawn) - begun;
    session.text("x");
    let key = session.time_of("the first key is shown", |screen| {
        screen.rows(0, 8).any(|row| row.trim_end() == "> x")
    });
    // Git processes of this start must not slow the next one down.
    let pid = session.pid();
    session.wait_until("its helpers are done", |_| !process::has_children(pid));
    (frame, key - begun)
}
