//! Answers crafted to be expensive: keys while they stream and below them, and again after a
//! restart; and an endless answer.

use std::fs;
use std::time::Duration;

use crate::bench_harness::{BenchHarness, page_up, shows, wait_for_the_end};
use crate::harness::Session;
use crate::keys::Typist;
use crate::process;
use crate::report::Report;
use crate::server::Answer;
use crate::texts;

/// The last line of each answer.
const MARK: &str = "the latest";

/// Budget until a key shows, in milliseconds.
const KEY: f64 = 50.0;

/// Keys typed below each answer.
const BELOW: usize = 40;

/// Bytes per piece of an answer.
const PIECE: usize = 256;

/// Bytes that the endless answer would have; the workbench stops it before.
const ENDLESS: usize = 12 * 1024 * 1024;

/// A start counts as over when nothing new appears for this long.
const QUIET: Duration = Duration::from_millis(500);

pub fn keys(report: &mut Report) {
    let (mut meanwhile, mut below, mut again) = (Vec::new(), Vec::new(), Vec::new());
    for (name, text) in texts::hostile() {
        let harness = BenchHarness::new();
        let mut session = harness.open();
        let pieces = texts::in_pieces(&format!("{text}\n\n{MARK}\n"), PIECE);
        harness.ask(&mut session, Answer::flood(&pieces));
        harness.server.asked();
        let mut typist = Typist::begin(&mut session);
        typist.type_while(&mut session, |screen| !shows(screen, MARK));
        let mut times = typist.end(&mut session);
        wait_for_the_end(&mut session);
        let most = |times: &[Duration]| {
            let most = times.iter().max().copied().unwrap_or_default();
            most.as_secs_f64() * 1_000.0
        };
        report.noted(&format!("{name}: longest meanwhile"), "ms", most(&times));
        meanwhile.append(&mut times);
        let mut times = type_below(&mut session);
        report.noted(&format!("{name}: longest below"), "ms", most(&times));
        below.append(&mut times);
        drop(session);
        let mut session = harness.start(&["--continue"]);
        session.wait_for(&[MARK]);
        again.append(&mut type_below(&mut session));
    }
    report.times("key to echo while they stream in", &meanwhile, KEY);
    report.times("key to echo below them", &below, KEY);
    report.times("key to echo in the next start", &again, KEY);
}

/// Types below the end of the conversation, and again some screens further up.
fn type_below(session: &mut Session) -> Vec<Duration> {
    let mut typist = Typist::begin(session);
    typist.type_keys(session, BELOW);
    let mut times = typist.end(session);
    for _ in 0..4 {
        page_up(session);
    }
    let mut typist = Typist::begin(session);
    typist.type_keys(session, BELOW);
    times.extend(typist.end(session));
    times
}

pub fn endless(report: &mut Report) {
    let harness = BenchHarness::new();
    let mut session = harness.open();
    session.wait_for_quiet("the start is over", QUIET);
    let pid = session.pid();
    let before = process::memory(pid);
    let pieces = texts::in_pieces(&texts::prose(ENDLESS), 4 * PIECE);
    harness.ask(&mut session, Answer::flood(&pieces));
    harness.server.asked();
    let mut typist = Typist::begin(&mut session);
    typist.type_while(&mut session, |screen| !shows(screen, "8 MiB"));
    let times = typist.end(&mut session);
    wait_for_the_end(&mut session);
    session.wait_for_quiet("nothing more is shown", QUIET);
    report.times("key to echo while 8 MiB stream in", &times, KEY);
    report.noted("memory before", "MiB", before);
    report.promised(
        "most memory over that",
        "MiB",
        process::most_memory(pid) - before,
        60.0,
    );
    report.noted(
        "memory afterwards over that",
        "MiB",
        process::memory(pid) - before,
    );
    // The screen then shows another conversation.
    session.line("/session new");
    session.wait_for_quiet("nothing more is shown", QUIET);
    report.noted(
        "the same in a new session",
        "MiB",
        process::memory(pid) - before,
    );
    report.noted("the database", "MiB", size_of_database(&harness));
}

fn size_of_database(harness: &BenchHarness) -> f64 {
    let folder = harness.place.work().join(".agentichat");
    let files = fs::read_dir(folder).expect("a folder").flatten();
    let sizes = files
        .filter(|file| file.file_name().to_string_lossy().starts_with("state.db"))
        .filter_map(|file| Some(file.metadata().ok()?.len()));
    sizes.sum::<u64>() as f64 / (1024.0 * 1024.0)
}
