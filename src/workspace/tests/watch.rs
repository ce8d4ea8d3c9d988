//! The watcher, on real files.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use super::Harness;
use super::walk::git;
use crate::watch::{Changes, Report, Settings, Watch};

/// Upper limit of a wait; only a failing test reaches it.
const PATIENCE: Duration = Duration::from_secs(20);

fn settings() -> Settings {
    Settings {
        delay: Duration::ZERO,
        quiet: Duration::from_millis(20),
        ..Settings::default()
    }
}

/// A watched workspace, and its reports.
struct Watched {
    watch: Watch,
    reports: Receiver<Report>,
}

impl Watched {
    /// Starts the watch; returns once changes are noticed.
    fn of(harness: &Harness, settings: Settings) -> Self {
        let (to, reports) = channel();
        let report = move |report| to.send(report).is_ok();
        let watch = Watch::start(Arc::new(harness.open()), settings, report).unwrap();
        assert_eq!(reports.recv_timeout(PATIENCE), Ok(Report::Watching));
        Self { watch, reports }
    }

    /// Collects all reports until the condition holds.
    fn until(&self, is_told: impl Fn(&Changes) -> bool) -> Changes {
        let mut all = Changes::default();
        while !is_told(&all) {
            match self.reports.recv_timeout(PATIENCE) {
                Ok(Report::Changed(changes)) => {
                    all.paths.extend(changes.paths);
                    all.and_others |= changes.and_others;
                    all.git |= changes.git;
                }
                other => panic!("{other:?} after {all:?}"),
            }
        }
        all.paths.sort();
        all.paths.dedup();
        all
    }

    fn until_path(&self, path: &str) -> Vec<String> {
        let told = |changes: &Changes| changes.paths.iter().any(|told| told == path);
        self.until(told).paths
    }
}

#[test]
fn what_is_made_changed_moved_and_deleted_is_told_and_nothing_else() {
    let harness = Harness::new();
    harness.put(".gitignore", "*.log\ntarget/\n");
    harness.put("src/a.rs", "a");
    harness.put("src/b.rs", "b");
    harness.put("target/x", "x");
    harness.put(".agentichat/state.db", "x");
    harness.put("quiet.txt", "read only");
    let watched = Watched::of(&harness, settings());
    harness.put("src/a.rs", "changed");
    assert_eq!(watched.until_path("src/a.rs"), ["src/a.rs"]);
    harness.put("some.log", "ignored");
    harness.put("target/x", "ignored");
    harness.put(".agentichat/state.db", "ours");
    harness.read("quiet.txt");
    std::fs::rename(
        harness.root().join("src/b.rs"),
        harness.root().join("src/c.rs"),
    )
    .unwrap();
    std::fs::remove_file(harness.root().join("src/a.rs")).unwrap();
    harness.put("src/z.rs", "last");
    assert_eq!(
        watched.until_path("src/z.rs"),
        ["src/a.rs", "src/b.rs", "src/c.rs", "src/z.rs"]
    );
}

#[test]
fn new_and_moved_folders_are_followed() {
    let harness = Harness::new();
    harness.put("old/x", "x");
    let watched = Watched::of(&harness, settings());
    harness.put("new/deep/a.txt", "a");
    watched.until_path("new/deep/a.txt");
    harness.put("new/deep/b.txt", "b");
    assert_eq!(watched.until_path("new/deep/b.txt"), ["new/deep/b.txt"]);
    std::fs::rename(harness.root().join("old"), harness.root().join("moved")).unwrap();
    watched.until_path("moved/x");
    harness.put("moved/x", "changed");
    let told = watched.until_path("moved/x");
    assert_eq!(told, ["moved/x"]);
}

#[test]
fn what_is_no_longer_ignored_is_watched() {
    let harness = Harness::new();
    harness.put(".gitignore", "out/\n");
    harness.put("out/deep/x", "x");
    let watched = Watched::of(&harness, settings());
    harness.put(".gitignore", "");
    watched.until_path(".gitignore");
    harness.put("out/deep/x", "changed");
    assert_eq!(watched.until_path("out/deep/x"), ["out/deep/x"]);
}

#[test]
fn of_gits_own_files_only_index_and_head_are_told() {
    let harness = Harness::new();
    harness.put("a.txt", "a");
    git(&harness, &["init", "-q"]);
    let watched = Watched::of(&harness, settings());
    git(&harness, &["add", "a.txt"]);
    let told = watched.until(|changes| changes.git);
    assert_eq!(told.paths, [] as [&str; 0]);
    harness.put(".git/description", "nothing");
    harness.put("b.txt", "b");
    let told = watched.until(|changes| !changes.paths.is_empty());
    assert_eq!((told.paths, told.git), (vec!["b.txt".to_owned()], false));
}

#[test]
fn where_not_all_can_be_watched_the_rest_is_looked_for() {
    let harness = Harness::new();
    harness.put("one/two/x", "x");
    let settings = Settings {
        folders: 1,
        scan: Duration::from_millis(30),
        ..settings()
    };
    let watched = Watched::of(&harness, settings);
    harness.put("one/two/x", "changed");
    assert_eq!(watched.until_path("one/two/x"), ["one/two/x"]);
}

#[test]
fn a_flood_is_told_as_one_word_and_new_folders_of_it_are_watched() {
    let harness = Harness::new();
    let watched = Watched::of(&harness, settings());
    for number in 0..150 {
        for name in 0..10 {
            harness.put(&format!("many/{number}/{name}"), "x");
        }
    }
    let named = |changes: &Changes| changes.paths.iter().collect::<BTreeSet<_>>().len();
    watched.until(|changes| changes.and_others || named(changes) == 1_500);
    // The rest of the flood may swallow the name of a change made meanwhile, so another
    // change is made.
    for attempt in 0.. {
        let last = format!("many/149/last-{attempt}");
        harness.put(&last, "x");
        let told = watched.until(|changes| changes.and_others || changes.paths.contains(&last));
        if told.paths.contains(&last) {
            break;
        }
    }
}

#[test]
fn it_ends_when_nobody_wants_it_any_more() {
    let harness = Harness::new();
    let Watched { watch, reports } = Watched::of(&harness, settings());
    drop(watch);
    // The thread's end of the channel closes with the thread.
    while reports.recv_timeout(PATIENCE).is_ok() {}
    assert_eq!(
        reports.recv_timeout(PATIENCE),
        Err(std::sync::mpsc::RecvTimeoutError::Disconnected)
    );
}
