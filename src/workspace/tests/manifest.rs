//! An incremental manifest equals the one of a walk.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::Harness;
use super::walk::git;
use crate::Workspace;
use crate::manifest::Manifest;

/// Takes manifests, each based on the one before, and compares them with a walk.
struct Looker {
    workspace: Workspace,
    last: Manifest,
}

impl Looker {
    fn at(harness: &Harness) -> Self {
        let workspace = harness.open();
        let last = workspace.manifest(std::iter::empty());
        Self { workspace, last }
    }

    fn look(&mut self) {
        let later = self
            .workspace
            .manifest_after(&self.last, std::iter::empty());
        let walked = self.workspace.manifest(std::iter::empty());
        assert_eq!(later.files, walked.files);
        self.last = later;
    }
}

const FOLDERS: [&str; 5] = ["", "a/", "a/b/", "c/", "kept/"];
const FILES: [&str; 5] = [
    "one",
    "two.log",
    "three.tmp",
    ".gitignore",
    ".git/info/exclude",
];
const RULES: [&str; 4] = ["*.log\n", "*.tmp\n", "a/\n", "!*.log\nb\n"];

/// Performs one change: its kind, a folder, a file, rules.
fn happens(root: &Path, (what, folder, file, rules): (usize, usize, usize, usize)) {
    let path = root.join(FOLDERS[folder]).join(FILES[file]);
    let folder = root.join(FOLDERS[folder]);
    let make = |path: &Path| fs::create_dir_all(path.parent().unwrap());
    // Some changes are impossible, because the path is a folder or does not exist.
    let done = match what {
        0 | 1 => make(&path).and_then(|()| fs::write(&path, RULES[rules])),
        2 => fs::remove_file(&path),
        3 => fs::rename(&path, folder.join("renamed")),
        4 => fs::rename(&folder, root.join("moved")),
        5 => fs::rename(root.join("moved"), &folder),
        6 => fs::remove_dir_all(&folder).and_then(|()| fs::create_dir_all(root)),
        7 => fs::create_dir_all(folder.join(".git")),
        _ => make(&path).and_then(|()| {
            fs::remove_file(&path).ok();
            std::os::unix::fs::symlink("one", &path)
        }),
    };
    drop(done);
}

proptest! {
    #![proptest_config(testing::cases(24))]

    #[test]
    fn whatever_happened_in_between_it_is_as_if_walked(
        steps in prop::collection::vec(
            prop::collection::vec((0..9_usize, 0..5_usize, 0..5_usize, 0..4_usize), 0..4),
            1..10,
        ),
    ) {
        let harness = Harness::new();
        harness.put("a/b/one", "1\n");
        harness.put("a/two.log", "2\n");
        harness.put("c/one", "3\n");
        let mut looker = Looker::at(&harness);
        for step in steps {
            for one in step {
                happens(&harness.root(), one);
            }
            looker.look();
        }
    }
}

#[test]
fn a_file_that_comes_within_the_same_tick_of_the_clock_is_seen() {
    let harness = Harness::new();
    harness.put("folder/first", "1\n");
    let mut looker = Looker::at(&harness);
    for number in 0..200 {
        // The folder changes right before its names are read, and right after.
        harness.put(&format!("folder/{number}"), "1\n");
        looker.look();
        harness.put(&format!("folder/{number}-again"), "1\n");
        looker.look();
        fs::remove_file(harness.root().join(format!("folder/{number}"))).unwrap();
        looker.look();
    }
}

#[test]
fn where_nothing_changed_the_same_list_is_shared() {
    let harness = Harness::new();
    harness.put("folder/first", "1\n");
    let workspace = harness.open();
    let mut last = workspace.manifest(std::iter::empty());
    // At first a folder may be too young for its times to be reliable.
    let began = Instant::now();
    loop {
        let later = workspace.manifest_after(&last, std::iter::empty());
        if Arc::ptr_eq(&last.files, &later.files) {
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "never shared");
        last = later;
    }
}

#[test]
fn rules_from_outside_of_the_root_and_of_a_linked_working_tree_are_looked_at() {
    let harness = Harness::new();
    harness.put("a.log", "1\n");
    harness.put("a.txt", "1\n");
    harness.put("b", "1\n");
    let above = harness.root().parent().unwrap().join(".gitignore");
    let mut looker = Looker::at(&harness);
    fs::write(above, "*.log\n").unwrap();
    looker.look();
    assert!(!looker.last.files.contains_key("a.log"));
    git(&harness, &["init", "-q"]);
    looker.look();
    git(&harness, &["add", "-A"]);
    git(&harness, &["commit", "-q", "-m", "all"]);
    let linked = harness.root().parent().unwrap().join("linked");
    git(
        &harness,
        &["worktree", "add", "-q", linked.to_str().unwrap()],
    );
    let workspace = Workspace::open(&linked, &[]).unwrap();
    let last = workspace.manifest(std::iter::empty());
    assert!(last.files.contains_key("a.txt"));
    harness.put(".git/info/exclude", "*.txt\n");
    let later = workspace.manifest_after(&last, std::iter::empty());
    let walked = workspace.manifest(std::iter::empty());
    assert_eq!(later.files, walked.files);
    assert!(!later.files.contains_key("a.txt"));
}

#[test]
fn a_tracked_file_in_a_folder_that_is_not_shown_is_looked_at() {
    let harness = Harness::new();
    harness.put(".gitignore", "hidden/\n");
    harness.put("hidden/a", "1\n");
    let workspace = harness.open();
    let tracked = || std::iter::once("hidden/a");
    let last = workspace.manifest(tracked());
    let later = |last: &Manifest| workspace.manifest_after(last, tracked());
    assert_eq!(later(&last).files, workspace.manifest(tracked()).files);
    harness.put("hidden/a", "22\n");
    let last = later(&last);
    assert_eq!(last.files["hidden/a"].bytes, 3);
    let status = Command::new("rm")
        .arg("-r")
        .arg(harness.root().join("hidden"))
        .status();
    assert!(status.unwrap().success());
    harness.link("../outside", "hidden");
    assert!(
        !later(&last).files.contains_key("hidden/a"),
        "not behind a link"
    );
}
