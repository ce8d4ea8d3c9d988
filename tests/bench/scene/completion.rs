//! `@` in a repository of 100,000 files: from the last key to the wanted file.

use std::time::{Duration, Instant};

use crate::bench_harness::{BenchHarness, is_drawn};
use crate::harness::Session;
use crate::report::{Report, median, milliseconds, percentile};
use crate::repository;

/// Number of names completed after the first.
const NAMES: usize = 20;

pub fn run(report: &mut Report) {
    let harness = BenchHarness::new();
    let folder = repository::large();
    let mut session = harness.start_in(&folder, &[]);
    session.time_of("the first frame", is_drawn);
    let cold = complete(&mut session, 31_415);
    let warm: Vec<Duration> = (0..NAMES)
        .map(|number| complete(&mut session, number * 4_999 + 17))
        .collect();
    report.promised("the first completion", "ms", milliseconds(cold), 100.0);
    report.promised("later ones, p50", "ms", median(&warm), 5.0);
    report.noted("later ones, p95", "ms", percentile(&warm, 95.0));
}

/// Types `@` and a name key by key; returns the time from the last key to its file in the list.
fn complete(session: &mut Session, number: usize) -> Duration {
    let name = repository::name(number);
    let typed = format!("@{name}");
    let (last, before) = (typed.len() - 1, &typed[..typed.len() - 1]);
    for key in before.chars() {
        session.text(&key.to_string());
        session.listen_for(Duration::from_millis(30));
    }
    let pressed = Instant::now();
    session.text(&typed[last..]);
    let chosen = format!(" > {}", repository::path(number));
    let shown = session.time_of("the file is first in the list", |screen| {
        let mut rows = screen.rows(0, 80);
        rows.any(|row| row.starts_with(&chosen))
            && screen.rows(0, 80).any(|row| row.contains(&typed))
    });
    // Closes the list and empties the editor.
    session.text(&"\x7f".repeat(typed.len()));
    session.time_of("the editor is empty", |screen| {
        screen.rows(0, 8).any(|row| row.trim_end() == ">")
    });
    shown.saturating_duration_since(pressed)
}
