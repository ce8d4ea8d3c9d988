//! From the start of the process to its first frame, and to the first key that shows.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::process;
use crate::report::{Report, median, percentile};
use crate::repository;
use crate::stage::{Stage, is_drawn};

/// Number of starts.
const TIMES: usize = 21;

pub fn small(report: &mut Report) {
    let stage = Stage::new();
    let folder = stage.place.work();
    measure(report, &stage, &folder);
}

pub fn large(report: &mut Report) {
    let stage = Stage::new();
    measure(report, &stage, &repository::large());
}

fn measure(report: &mut Report, stage: &Stage, folder: &Path) {
    // The first start creates the database, which is not the everyday case.
    start(stage, folder);
    let (frames, keys): (Vec<Duration>, Vec<Duration>) =
        (0..TIMES).map(|_| start(stage, folder)).unzip();
    report.promised("first frame, p50", "ms", median(&frames), 15.0);
    report.noted("first frame, p95", "ms", percentile(&frames, 95.0));
    report.promised("input ready, p50", "ms", median(&keys), 20.0);
    report.noted("input ready, p95", "ms", percentile(&keys, 95.0));
}

/// Starts the program; returns the times of its first frame and of the first key that showed.
fn start(stage: &Stage, folder: &Path) -> (Duration, Duration) {
    let begun = Instant::now();
    let mut session = stage.start_in(folder, &[]);
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
