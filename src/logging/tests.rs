//! Tests of the log writer. They leave the process-wide subscriber alone: each test writes through
//! its own subscriber.

use std::io::Write;
use std::sync::mpsc;

use jiff::civil::date;

use super::daily::{MAX_FILES, file_of};
use super::queue::MOST_WAITING;
use super::*;

fn logged(folder: &Path, masker: Masker, write: impl FnOnce()) -> Option<String> {
    let (writer, log) = writer(folder, masker).unwrap();
    let layer = tracing_subscriber::fmt::layer()
        .with_ansi(false)
        .with_writer(writer);
    let subscriber = tracing_subscriber::registry().with(layer);
    tracing::subscriber::with_default(subscriber, write);
    let failure = Arc::clone(&log.failure);
    // Dropping the guard waits until every line is written.
    drop(log);
    failure.get().map(ToString::to_string)
}

fn text_of(folder: &Path) -> String {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    assert_eq!(files.len(), 1);
    std::fs::read_to_string(files.remove(0)).unwrap()
}

#[test]
fn a_secret_never_reaches_the_log_file() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("logs");
    let masker = Masker::of_values(["hunter2-registered"]);
    let failure = logged(&folder, masker, || {
        tracing::info!(
            key = "sk-abcdefghijklmnop1234",
            "asked with hunter2-registered"
        );
        tracing::info!("Authorization: Bearer abcdef123456789");
    });
    assert_eq!(failure, None);
    let text = text_of(&folder);
    assert!(text.contains("asked with [secret]"), "{text}");
    assert!(text.contains("Bearer [secret]"), "{text}");
    for secret in ["hunter2", "abcdefghijklmnop", "abcdef123456789"] {
        assert!(!text.contains(secret), "{text}");
    }
}

#[test]
fn a_control_sequence_never_reaches_the_log_file() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("logs");
    logged(&folder, Masker::default(), || {
        tracing::info!("before \u{1b}[2J\u{9b}31m after");
    });
    let text = text_of(&folder);
    assert!(text.contains("before") && text.contains("after"), "{text}");
    assert!(
        text.chars().all(|c| c == '\n' || !c.is_control()),
        "{text:?}"
    );
}

#[test]
fn nothing_is_opened_before_the_first_line() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("logs");
    assert_eq!(logged(&folder, Masker::default(), || {}), None);
    assert!(!folder.exists());
}

#[test]
fn a_folder_that_cannot_be_made_is_a_notice() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("a-file");
    std::fs::write(&file, "in the way").unwrap();
    let failure = logged(&file.join("logs"), Masker::default(), || {
        tracing::info!("lost");
    });
    let failure = failure.unwrap();
    assert!(failure.contains("a-file"), "{failure}");
    assert!(failure.contains("AGENTICHAT_DATA_DIR"), "{failure}");
}

#[test]
fn a_new_day_has_a_new_file_and_the_lines_of_the_old_one_are_kept() {
    let home = tempfile::tempdir().unwrap();
    let mut files = Daily::new(home.path().to_owned());
    let (first, second) = (date(2026, 2, 28), date(2026, 3, 1));
    for (day, line) in [(first, "a\n"), (first, "b\n"), (second, "c\n")] {
        files.write(day, line).unwrap();
    }
    files.flush().unwrap();
    let text = |day| std::fs::read_to_string(file_of(home.path(), day)).unwrap();
    assert_eq!((text(first), text(second)), ("a\nb\n".into(), "c\n".into()));
}

#[test]
fn a_second_run_of_the_day_adds_to_its_file() {
    let home = tempfile::tempdir().unwrap();
    let day = date(2026, 3, 1);
    for line in ["first\n", "second\n"] {
        let mut files = Daily::new(home.path().to_owned());
        files.write(day, line).unwrap();
        files.flush().unwrap();
    }
    assert_eq!(text_of(home.path()), "first\nsecond\n");
}

#[test]
fn files_of_others_are_left_alone() {
    let home = tempfile::tempdir().unwrap();
    for name in [
        "agentichat.log",
        "agentichat.notes.log",
        "aaa.2020-01-01.log",
    ] {
        std::fs::write(home.path().join(name), "mine").unwrap();
    }
    let mut files = Daily::new(home.path().to_owned());
    for day in 1..=9 {
        files.write(date(2026, 3, day), "line\n").unwrap();
    }
    let names = std::fs::read_dir(home.path()).unwrap().count();
    assert_eq!(names, MAX_FILES + 3);
}

#[test]
fn a_clock_that_ran_ahead_does_not_cost_the_file_of_today() {
    let home = tempfile::tempdir().unwrap();
    for day in 1..=9 {
        std::fs::write(file_of(home.path(), date(2099, 1, day)), "ahead\n").unwrap();
    }
    let today = date(2026, 3, 1);
    let mut files = Daily::new(home.path().to_owned());
    files.write(today, "line\n").unwrap();
    assert!(file_of(home.path(), today).exists());
    assert_eq!(std::fs::read_dir(home.path()).unwrap().count(), MAX_FILES);
}

#[test]
fn the_last_lines_before_a_panic_are_in_the_log() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().to_owned();
    let panicked = std::thread::spawn(move || {
        logged(&folder, Masker::default(), || {
            tracing::info!("the last line");
            std::panic::panic_any("stopped by the test");
        });
    })
    .join();
    assert!(panicked.is_err());
    assert!(text_of(home.path()).contains("the last line"));
}

#[test]
fn at_most_seven_files_are_kept() {
    let home = tempfile::tempdir().unwrap();
    for day in 1..=9 {
        std::fs::write(file_of(home.path(), date(2020, 1, day)), "old\n").unwrap();
    }
    logged(home.path(), Masker::default(), || tracing::info!("new"));
    let names: Vec<String> = std::fs::read_dir(home.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert!(names.len() <= MAX_FILES, "{names:?}");
    assert!(
        !names.contains(&"agentichat.2020-01-01.log".to_owned()),
        "{names:?}"
    );
}

#[test]
fn the_named_file_is_the_one_that_is_written() {
    let home = tempfile::tempdir().unwrap();
    let before = jiff::Timestamp::now();
    logged(home.path(), Masker::default(), || tracing::info!("here"));
    let after = jiff::Timestamp::now();
    // Midnight may pass in between.
    let found = [before, after].into_iter().any(|now| {
        let day = now.to_zoned(jiff::tz::TimeZone::UTC).date();
        file_of(home.path(), day).exists()
    });
    assert!(found);
}

#[test]
fn a_bare_level_is_meant_for_this_program() {
    let filter = parse_filter("debug").unwrap();
    let shown = filter.to_string();
    assert!(
        shown.contains("agentichat=debug") && shown.contains("warn"),
        "{shown}"
    );
    let fault = filter_fault("agentichat=loudly").unwrap().to_string();
    assert!(fault.contains("use error, warn"), "{fault}");
}

/// The only test that starts the log of the process.
#[test]
fn the_log_of_the_process_starts_once_and_writes_what_waits_when_it_ends() {
    let home = tempfile::tempdir().unwrap();
    let log = start(home.path(), "info", Masker::default()).unwrap();
    tracing::info!("a line of the process");
    tracing::debug!("too fine to be kept");
    assert_eq!(log.failure(), None);
    let again = start(home.path(), "", Masker::default());
    assert!(matches!(again, Err(LogError::Running)));
    drop(log);
    let text = text_of(home.path());
    assert!(text.contains("a line of the process"), "{text}");
    assert!(!text.contains("too fine"), "{text}");
}

/// A sink that forwards each line and does not go on before the test lets it.
struct HeldSink {
    lines: mpsc::Sender<String>,
    go_on: mpsc::Receiver<()>,
}

impl Sink for HeldSink {
    fn line(&mut self, line: &[u8]) {
        let line = String::from_utf8_lossy(line).into_owned();
        self.lines.send(line).unwrap();
        // Never held again once the test has dropped its end.
        self.go_on.recv().ok();
    }

    fn pause(&mut self) {}
}

#[test]
fn lines_beyond_the_queue_are_dropped_and_their_number_is_logged_behind_the_others() {
    let ((lines, written), (release, go_on)) = (mpsc::channel(), mpsc::channel());
    let (mut queue, worker) = queue::start(HeldSink { lines, go_on }).unwrap();
    queue.write_all(b"held\n").unwrap();
    assert_eq!(written.recv().unwrap(), "held\n");
    for number in 0..MOST_WAITING + 3 {
        queue.write_all(format!("{number}\n").as_bytes()).unwrap();
    }
    drop(release);
    let expected = (0..MOST_WAITING).map(|number| format!("{number}\n"));
    assert!(expected.eq(written.iter().take(MOST_WAITING)));
    let note = "3 lines came too fast and are not in the log\n";
    assert_eq!(written.recv().unwrap(), note);
    queue.write_all(b"afterwards\n").unwrap();
    drop(worker);
    assert_eq!(written.iter().collect::<Vec<_>>(), ["afterwards\n"]);
}
