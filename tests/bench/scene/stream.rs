//! Streaming tokens: at the pace of a fast model, and as fast as the program takes them.

use std::time::{Duration, Instant};

use crate::bench_harness::{BenchHarness, shows, wait_for_the_end};
use crate::harness::{Key, Session};
use crate::keys::Typist;
use crate::process;
use crate::report::{Report, milliseconds};
use crate::server::Answer;
use crate::texts;

/// Pace of a fast model.
const TOKENS_A_SECOND: u32 = 200;

/// Tokens of a long answer.
pub const LONG: usize = 20_000;

/// Silence after which an answer counts as complete.
const OVER: Duration = Duration::from_millis(300);

pub fn paced(report: &mut Report) {
    let harness = BenchHarness::new();
    let mut session = harness.open();
    let pid = session.pid();
    harness.ask(&mut session, paced_answer("the first end"));
    harness.server.asked();
    let began = Instant::now();
    let (cpu, written) = (process::processor_time(pid), session.bytes().len());
    session.time_of("the end of the answer", |screen| {
        shows(screen, "the first end")
    });
    let seconds = began.elapsed().as_secs_f64();
    let cpu = process::processor_time(pid).saturating_sub(cpu);
    let written = (session.bytes().len() - written) as f64;
    let share = milliseconds(cpu) / (seconds * 10.0);
    report.promised(
        "processor at 200 tokens a second, one core",
        "%",
        share,
        5.0,
    );
    // A share of ten seconds: a reader that falls behind uses less of the processor, for longer.
    report.promised("until 2,000 of them are on screen", "s", seconds, 10.2);
    report.promised(
        "written at 200 tokens a second",
        "KB/s",
        written / 1_000.0 / seconds,
        12.0,
    );
    wait_for_the_end(&mut session);
    harness.ask(&mut session, paced_answer("the second end"));
    harness.server.asked();
    let mut typist = Typist::begin(&mut session);
    typist.type_while(&mut session, |screen| !shows(screen, "the second end"));
    let times = typist.end(&mut session);
    report.times("key to echo at 200 tokens a second", &times, 4.0);
}

/// Returns an answer that lasts ten seconds.
fn paced_answer(mark: &str) -> Answer {
    Answer::paced(&texts::markdown(2_000, mark), TOKENS_A_SECOND)
}

/// Splits the screen for another session, below or beside.
fn split(session: &mut Session, key: &str, name: &str) {
    session.text("\x18");
    session.text(key);
    session.wait_for(&[name]);
}

pub fn four(report: &mut Report) {
    let harness = BenchHarness::new();
    let mut session = harness.open();
    let pid = session.pid();
    let marks = ["end of one", "end of two", "end of three", "end of four"];
    let answer = |mark| Answer::paced(&texts::markdown(1_500, mark), 100);
    harness.ask(&mut session, answer(marks[0]));
    harness.server.asked();
    for (mark, (key, name)) in marks.into_iter().skip(1).zip([
        ("3", "[2 new session"),
        ("2", "[3 new session"),
        ("2", "[4 new session"),
    ]) {
        split(&mut session, key, name);
        harness.ask(&mut session, answer(mark));
        harness.server.asked();
    }
    let (began, cpu) = (Instant::now(), process::processor_time(pid));
    let mut typist = Typist::begin(&mut session);
    typist.type_while(&mut session, |screen| !shows(screen, marks[0]));
    let times = typist.end(&mut session);
    let cpu = process::processor_time(pid).saturating_sub(cpu);
    let share = milliseconds(cpu) / (began.elapsed().as_secs_f64() * 10.0);
    report.times("key to echo beside four streams", &times, 8.0);
    report.noted(
        "processor at four times 100 tokens a second, one core",
        "%",
        share,
    );
}

pub fn flood(report: &mut Report) {
    let mut floods: Vec<Flood> = (0..5).map(|_| measure_flood()).collect();
    floods.sort_by(|one, other| one.seconds.total_cmp(&other.seconds));
    let middle = &floods[floods.len() / 2];
    report.promised("20,000 tokens on screen", "s", middle.seconds, 0.2);
    report.promised("processor", "s", middle.processor, 0.3);
    report.promised("most memory", "MiB", middle.memory, 60.0);
    report.promised("written to the terminal", "KB", middle.written, 50.0);
}

/// The cost of 20,000 tokens.
struct Flood {
    seconds: f64,
    processor: f64,
    memory: f64,
    written: f64,
}

fn measure_flood() -> Flood {
    let harness = BenchHarness::new();
    let mut session = harness.open();
    let pid = session.pid();
    let mark = "the end of the flood";
    harness
        .server
        .answer(Answer::flood(&texts::markdown(LONG, mark)));
    session.text("go on");
    session.wait_until("the message is in the editor", |view| {
        view.draft().contains("go on")
    });
    let (processor, written) = (process::processor_time(pid), session.bytes().len());
    let sent = Instant::now();
    session.press(Key::Enter);
    let shown = session.time_of(mark, |screen| shows(screen, mark));
    session.wait_for_quiet("the answer is over", OVER);
    Flood {
        seconds: (shown - sent).as_secs_f64(),
        processor: process::processor_time(pid)
            .saturating_sub(processor)
            .as_secs_f64(),
        memory: process::most_memory(pid),
        written: (session.bytes().len() - written) as f64 / 1_000.0,
    }
}

pub fn flood_with_keys(report: &mut Report) {
    let harness = BenchHarness::new();
    let mut session = harness.open();
    let times = type_in_floods(&harness, &mut session, 12);
    report.times("key to echo in a flood", &times, 8.0);
}

/// Types while 20,000 tokens stream in at full speed, `floods` times.
pub fn type_in_floods(
    harness: &BenchHarness,
    session: &mut Session,
    floods: usize,
) -> Vec<Duration> {
    let mut times = Vec::new();
    for number in 0..floods {
        let mark = format!("the end of flood {number}");
        harness.ask(session, Answer::flood(&texts::markdown(LONG, &mark)));
        harness.server.asked();
        let mut typist = Typist::begin(session);
        typist.type_while(session, |screen| !shows(screen, &mark));
        times.extend(typist.end(session));
        wait_for_the_end(session);
    }
    times
}
