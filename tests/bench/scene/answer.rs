//! One answer: a long one, and the path of a message to the server.

use std::time::{Duration, Instant};

use crate::bench_harness::{BenchHarness, shows, wait_for_the_end};
use crate::harness::Key;
use crate::keys::Typist;
use crate::process;
use crate::report::{Report, median, percentile};
use crate::server::Answer;
use crate::texts;

pub fn lines(report: &mut Report) {
    let harness = BenchHarness::new();
    let mut session = harness.open();
    harness
        .server
        .answer(Answer::flood(&texts::lines(5_000, "the last line")));
    session.text("go on");
    session.wait_until("the message is in the editor", |view| {
        view.draft().contains("go on")
    });
    let sent = Instant::now();
    session.press(Key::Enter);
    let shown = session.time_of("the last line", |screen| shows(screen, "the last line"));
    report.promised(
        "5,000 lines on screen",
        "s",
        (shown - sent).as_secs_f64(),
        0.5,
    );
    wait_for_the_end(&mut session);
    let mut typist = Typist::begin(&mut session);
    typist.type_keys(&mut session, 300);
    let times = typist.end(&mut session);
    report.times("key to echo below 5,000 lines", &times, 2.0);
    report.promised("memory after", "MiB", process::memory(session.pid()), 60.0);
}

pub fn send(report: &mut Report) {
    let harness = BenchHarness::new();
    let mut session = harness.open();
    let times: Vec<Duration> = (0..21)
        .map(|number| {
            let mark = format!("answer-{number}");
            harness
                .server
                .answer(Answer::flood(&texts::words(20, &mark)));
            session.text("go on");
            session.wait_until("the message is in the editor", |view| {
                view.draft().contains("go on")
            });
            let sent = Instant::now();
            session.press(Key::Enter);
            let asked = harness.server.asked();
            session.wait_for(&[&mark]);
            wait_for_the_end(&mut session);
            asked - sent
        })
        .collect();
    report.noted(
        "the first message to its request",
        "ms",
        times[0].as_secs_f64() * 1_000.0,
    );
    report.promised("message to request, p50", "ms", median(&times[1..]), 5.0);
    report.noted(
        "message to request, p95",
        "ms",
        percentile(&times[1..], 95.0),
    );
}
