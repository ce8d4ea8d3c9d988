//! The tree of a repository of 100,000 files: navigated by keys, and filtered over all files.

use std::time::{Duration, Instant};

use crate::bench_harness::{BenchHarness, is_drawn, shows};
use crate::harness::{Key, Session};
use crate::report::{Report, percentile};
use crate::repository;

/// Number of names filtered after the first.
const NAMES: usize = 20;

/// Number of files passed by key: those of one folder.
const WALKED: usize = 99;

/// Number of folders opened in turn.
const OPENED: usize = 20;

/// Step from one folder of an area to its next.
const AREAS: usize = 50;

/// Pause before a key.
const PAUSE: Duration = Duration::from_millis(30);

pub fn run(report: &mut Report) {
    let harness = BenchHarness::new();
    let folder = repository::large();
    let mut session = harness.start_in(&folder, &[]);
    session.time_of("the first frame", is_drawn);
    session.press(Key::Esc);
    // A key that arrives in one piece with the Esc would go to the editor.
    session.time_of("the panes have the keys", |screen| {
        shows(screen, "i editor")
    });
    session.text("1");
    let (opened, walked) = walk(&mut session);
    report.times("folder opened, key to frame", &opened, 16.0);
    report.times("walking, key to frame", &walked, 16.0);
    // The first filter lists the workspace.
    let first = filter(&mut session, 31_415);
    let later: Vec<Filtered> = (0..NAMES)
        .map(|number| filter(&mut session, number * 4_999 + 17))
        .collect();
    let echoes: Vec<Duration> = later.iter().flat_map(|one| one.echoes.clone()).collect();
    let found: Vec<Duration> = later.iter().map(|one| one.found).collect();
    report.times("filter, key to echo", &echoes, 16.0);
    report.times("filter, last key to the file", &found, 16.0);
    report.noted(
        "the first one, p95 of its keys",
        "ms",
        percentile(&first.echoes, 95.0),
    );
}

/// Opens a folder and several in it, and moves over the files of the first.
fn walk(session: &mut Session) -> (Vec<Duration>, Vec<Duration>) {
    session.wait_until("the root is there", |view| view.shows("area_00/"));
    let mut opened = vec![timed(session, "l", "part_0000/", Cursor::Anywhere)];
    for number in 0..OPENED {
        let folder = number * AREAS;
        let part = format!("part_{folder:04}/");
        timed(session, "j", &part, Cursor::There);
        let first = repository::name(folder * (WALKED + 1));
        opened.push(timed(session, "l", &first, Cursor::Anywhere));
        session.text("h");
        session.time_of("it is closed", |screen| {
            !has_row(screen, &first, Cursor::Anywhere)
        });
    }
    for number in (0..OPENED - 1).rev() {
        timed(
            session,
            "k",
            &format!("part_{:04}/", number * AREAS),
            Cursor::There,
        );
    }
    timed(session, "l", &repository::name(0), Cursor::Anywhere);
    let walked = (0..WALKED)
        .map(|number| timed(session, "j", &repository::name(number), Cursor::There))
        .collect();
    (opened, walked)
}

/// Whether the cursor must be on a row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cursor {
    There,
    Anywhere,
}

/// Presses a key; returns the time until a row of the tree equals `row`.
fn timed(session: &mut Session, key: &str, row: &str, cursor: Cursor) -> Duration {
    session.listen_for(PAUSE);
    let pressed = Instant::now();
    session.text(key);
    let shown = session.time_of(&format!("{row} after {key}"), |screen| {
        has_row(screen, row, cursor)
    });
    shown.saturating_duration_since(pressed)
}

fn has_row(screen: &vt100::Screen, name: &str, cursor: Cursor) -> bool {
    screen
        .rows(0, 27)
        .any(|row| row.contains(name) && (cursor == Cursor::Anywhere || row.starts_with('>')))
}

/// Times of one filter.
struct Filtered {
    /// Times from each key to its letter on the screen.
    echoes: Vec<Duration>,
    /// Time from the last key to the file under the cursor.
    found: Duration,
}

/// Types a name into the filter key by key, and leaves the filter.
fn filter(session: &mut Session, number: usize) -> Filtered {
    let name = repository::name(number);
    // The end of the name is the same for all.
    let typed = name.trim_end_matches(".rs");
    session.text("/");
    session.time_of("the filter is open", |screen| starts(screen, "/_"));
    let mut echoes = Vec::new();
    let mut pressed = Instant::now();
    for (at, key) in typed.char_indices() {
        session.listen_for(PAUSE);
        let so_far = format!("/{}{key}_", &typed[..at]);
        pressed = Instant::now();
        session.text(&key.to_string());
        let shown = session.time_of("the key is shown", |screen| starts(screen, &so_far));
        echoes.push(shown.saturating_duration_since(pressed));
    }
    let shown = session.time_of("the file has the cursor", |screen| {
        has_row(screen, &name, Cursor::There)
    });
    session.press(Key::Esc);
    session.time_of("the filter is left", |screen| !starts(screen, "/"));
    Filtered {
        echoes,
        found: shown.saturating_duration_since(pressed),
    }
}

fn starts(screen: &vt100::Screen, text: &str) -> bool {
    screen.rows(0, 27).any(|row| row.starts_with(text))
}
