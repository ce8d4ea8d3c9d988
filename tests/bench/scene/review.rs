//! The three-way view of a file of 100,000 lines with 500 hunks: in a real terminal, and through
//! the library, once with an entry for each hunk, once with one entry for all.

use std::time::{Duration, Instant};

use protocol::change::{Entry, FileOperation, Hunk, HunkState, Origin};
use protocol::ids::{CallId, EntryId, FileId, HunkId, RunId, SessionId};
use protocol::review::view::ViewOptions;
use review::log::FileLog;
use review::view::{BaseChoice, FileView, Notes, Texts};
use review::woven::Woven;
use serde_json::json;
use uuid::Uuid;

use crate::bench_harness::{SIZE, shows};
use crate::harness::{Key, Place, Session, Start, Step, play};
use crate::report::{Report, milliseconds, percentile};

const LINES: u32 = 100_000;
const HUNKS: u32 = 500;

/// Budgets of the first window and of all marks, in milliseconds.
const FIRST: f64 = 50.0;
const ALL: f64 = 300.0;

/// Number of hunks visited by key.
const WALKED: u32 = 120;

/// Start of a synchronized frame: the terminal shows it once it is complete.
const FRAME: &[u8] = b"\x1b[?2026h";

pub fn run(report: &mut Report) {
    on_screen(report);
    measure("500 entries", &log(1), report);
    measure("one entry", &log(HUNKS), report);
    let same = "}\n".repeat(50_000) + &"end\n}\n".repeat(25_000);
    let other = "}\nend\n".repeat(25_000) + &"}\n".repeat(50_000);
    let texts = Texts {
        current: Some(&other),
        base: Some(&same),
        proposed: Some(&other),
    };
    let begun = Instant::now();
    let view = FileView::of_texts(&texts, FileView::QUICK);
    let took = begun.elapsed();
    assert!(view.stat().0 > 0, "they differ");
    report.promised(
        "repetitive texts without a history",
        "ms",
        milliseconds(took),
        ALL,
    );
}

/// A run proposes 500 hunks in the file; the scene opens its review and steps through it.
fn on_screen(report: &mut Report) {
    let place = Place::new();
    let before: String = (0..LINES).map(line).collect();
    std::fs::write(place.work().join("large.rs"), &before).expect("the file");
    let step = LINES / HUNKS;
    let after: String = (0..LINES)
        .map(|number| match number % step {
            100 => {
                format!("    let value_{number} = compute(other, {number});\n    check(value)?;\n")
            }
            _ => line(number),
        })
        .collect();
    let read = json!({"path": "large.rs"});
    let write = json!({"path": "large.rs", "content": after});
    let steps = vec![
        Step::calls("I read it.", "read_file", &read),
        Step::calls("I change it.", "write_file", &write),
        Step::says("It is changed."),
    ];
    let mut words = play(&place, steps);
    words.extend(["--mode".to_owned(), "review".to_owned()]);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut session = Start::program(&place, &words).size(SIZE.0, SIZE.1).begin();
    session.wait_for(&["── draft ──"]);
    session.line("Change it");
    session.wait_for(&["500 proposed changes to review: F7", "500 to review"]);
    session.wait_for_quiet("the run is over", Duration::from_millis(500));
    let pressed = Instant::now();
    session.press(Key::F(7));
    // The status row contains the word too, as the mode.
    let first = session.time_of("the review's first frame", |screen| {
        shows(screen, "reading the changes") || shows(screen, "Review  large.rs")
    });
    let marks = session.time_of("all hunks are counted", |screen| {
        shows(screen, "hunk 1 of 500") && shows(screen, "compute(other, 100)")
    });
    let took = |at: Instant| milliseconds(at.saturating_duration_since(pressed));
    report.promised("on screen: first frame", "ms", took(first), FIRST);
    report.promised("on screen: rows and all marks", "ms", took(marks), ALL);
    // Colours are computed in the background and arrive later.
    session.wait_for_quiet("the rows are coloured", Duration::from_millis(500));
    walk(&mut session, report);
}

/// Moves from hunk to hunk, and counts what is drawn for each key.
fn walk(session: &mut Session, report: &mut Report) {
    let mut times = Vec::new();
    let (mut most, mut more) = (0, 0);
    for hunk in 2..=WALKED {
        session.listen_for(Duration::from_millis(20));
        let from = session.bytes().len();
        let pressed = Instant::now();
        session.text("n");
        let words = format!("hunk {hunk} of 500");
        let shown = session.time_of("the next hunk", |screen| shows(screen, &words));
        times.push(shown.saturating_duration_since(pressed));
        session.listen_for(Duration::from_millis(40));
        let written = session.bytes().get(from..).unwrap_or_default();
        let frames = written.windows(FRAME.len()).filter(|bytes| *bytes == FRAME);
        let frames = frames.count();
        most = most.max(frames);
        more += u32::from(frames > 1);
    }
    report.times("on screen: key to the next hunk", &times, 16.0);
    let most = f64::from(u32::try_from(most).expect("few"));
    report.promised("on screen: frames for a key, most", "", most, 1.0);
    let what = "on screen: keys with more than one frame";
    report.noted(what, "", f64::from(more));
}

fn line(number: u32) -> String {
    format!("    let value_{number} = compute(argument, {number});\n")
}

fn measure(which: &str, log: &FileLog, report: &mut Report) {
    let timed = |what: &str, took: Duration, budget: f64, report: &mut Report| {
        report.promised(
            &format!("{which}: {what}"),
            "ms",
            milliseconds(took),
            budget,
        );
    };
    let woven = Woven::from(log.clone());
    let begun = Instant::now();
    let buffer = woven.buffer().text.as_deref().unwrap_or_default();
    timed("replay", begun.elapsed(), FIRST, report);
    let breaks = buffer.bytes().filter(|byte| *byte == b'\n');
    assert_eq!(breaks.count(), 100_500, "each hunk adds a line");
    let woven = Woven::from(log.clone());
    let begun = Instant::now();
    let view = FileView::of(&woven, &BaseChoice::default(), &Notes::default());
    let shape = view.shape(&ViewOptions::default());
    let rows = view.rows(&shape, 0, 60);
    timed("first window", begun.elapsed(), FIRST, report);
    assert_eq!((rows.len(), shape.hunks().len()), (60, 500));
    let begun = Instant::now();
    let all = view.rows(&shape, 0, usize::MAX);
    timed("every row with its marks", begun.elapsed(), ALL, report);
    assert!(all.len() > 3_000, "{} rows", all.len());
    let windows: Vec<Duration> = (0..shape.rows().saturating_sub(60))
        .step_by(7)
        .map(|first| {
            let begun = Instant::now();
            let first = usize::try_from(first).expect("a row");
            assert_eq!(view.rows(&shape, first, 60).len(), 60);
            begun.elapsed()
        })
        .collect();
    report.noted(
        &format!("{which}: a window for a key, p95"),
        "ms",
        percentile(&windows, 95.0),
    );
    let begun = Instant::now();
    assert_eq!(log.conflicts(), []);
    report.noted(
        &format!("{which}: conflicts"),
        "ms",
        milliseconds(begun.elapsed()),
    );
}

/// Returns a log of [`HUNKS`] hunks with this many per entry.
fn log(in_an_entry: u32) -> FileLog {
    let base: String = (0..LINES).map(line).collect();
    let file = FileId(Uuid::from_u128(1));
    let mut log = FileLog::new(file, Some(base));
    let step = LINES / HUNKS;
    for entry in 0..HUNKS / in_an_entry {
        let hunk = |part: u32| {
            let number = entry * in_an_entry + part;
            // Each hunk of an earlier entry has moved the lines down by one.
            let moved = entry * in_an_entry;
            let line = number * step + 100;
            Hunk {
                id: HunkId(Uuid::from_u128(u128::from(number) + 1_000)),
                old_start: line + 1 + moved,
                old_count: 1,
                new_start: line + 1 + number,
                inserted: vec![
                    format!("    let value_{line} = compute(other, {line});\n"),
                    "    check(value)?;\n".to_owned(),
                ],
                state: HunkState::Pending,
                written: false,
                oversized: false,
                amends: None,
            }
        };
        log.entries.push(Entry {
            id: EntryId(Uuid::from_u128(u128::from(entry) + 10_000)),
            file,
            path: "large.rs".into(),
            session: SessionId(Uuid::from_u128(2)),
            origin: Origin::Agent {
                agent: "build".into(),
                run: RunId(Uuid::from_u128(3)),
                call: CallId(Uuid::from_u128(4)),
            },
            operation: FileOperation::Edit,
            before: None,
            after: None,
            hunks: (0..in_an_entry).map(hunk).collect(),
            made_without: Vec::new(),
            rationale: None,
            at: jiff::Timestamp::UNIX_EPOCH,
        });
    }
    log
}
