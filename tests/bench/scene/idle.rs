//! The cost of an idle program.

use std::time::Duration;

use crate::bench_harness::BenchHarness;
use crate::process;
use crate::report::{Report, milliseconds};

/// Idle time to measure.
const QUIET: Duration = Duration::from_secs(10);

/// Quiet time after which the work of the start counts as over.
const SETTLED: Duration = Duration::from_millis(1_500);

pub fn run(report: &mut Report) {
    let harness = BenchHarness::new();
    let mut session = harness.open();
    session.wait_for_quiet("the start is over", SETTLED);
    let pid = session.pid();
    let (written, cpu, wakings) = (
        session.bytes().len(),
        process::processor_time(pid),
        process::wakings(pid),
    );
    session.listen_for(QUIET);
    let seconds = QUIET.as_secs_f64();
    let written = session.bytes().len() - written;
    let cpu = process::processor_time(pid).saturating_sub(cpu);
    let wakings = process::wakings(pid).saturating_sub(wakings) as f64 / seconds;
    report.promised("bytes written", "B", written as f64, 0.0);
    let share = milliseconds(cpu) / (seconds * 10.0);
    report.promised("processor, one core", "%", share, 0.0);
    report.promised("wake-ups a second", "times", wakings, 0.0);
    report.promised("memory (RSS)", "MiB", process::memory(pid), 30.0);
}
