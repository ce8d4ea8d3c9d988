//! Tests of files that commands leave on the disk: their outputs, and the deletion of old ones.

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, SystemTime};

use proptest::prelude::*;
use serde_json::json;

use super::Harness;
use crate::prune::{KEEP, RetentionLimits, prune};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

fn put(folder: &Path, name: &str, bytes: usize, written: SystemTime) {
    let file = File::create(folder.join(name)).unwrap();
    file.set_len(bytes as u64).unwrap();
    file.set_modified(written).unwrap();
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn old_outputs_go_and_other_files_stay() {
    let folder = tempfile::tempdir().unwrap();
    let now = SystemTime::now();
    put(folder.path(), "old.log", 1, now - DAY * 8);
    put(folder.path(), "young.log", 1, now - DAY * 6);
    put(folder.path(), "future.log", 1, now + DAY * 30);
    put(folder.path(), "old.txt", 1, now - DAY * 80);
    fs::create_dir(folder.path().join("folder.log")).unwrap();
    std::os::unix::fs::symlink("old.txt", folder.path().join("link.log")).unwrap();
    let later = now + DAY * 900;
    assert_eq!(prune(folder.path(), KEEP, now), 1);
    let stay = [
        "folder.log",
        "future.log",
        "link.log",
        "old.txt",
        "young.log",
    ];
    assert_eq!(names(folder.path()), stay);
    assert_eq!(prune(folder.path(), KEEP, later), 2);
    assert_eq!(names(folder.path()), ["folder.log", "link.log", "old.txt"]);
    assert_eq!(prune(&folder.path().join("none"), KEEP, now), 0);
}

proptest! {
    #![proptest_config(testing::cases(64))]
    #[test]
    fn the_newest_that_fit_are_kept(sizes in proptest::collection::vec(0..50_usize, 0..12)) {
        let folder = tempfile::tempdir().unwrap();
        let now = SystemTime::now();
        for (hours, size) in sizes.iter().enumerate() {
            let age = Duration::from_secs(hours as u64 * 3_600);
            put(folder.path(), &format!("{hours:02}.log"), *size, now - age);
        }
        prune(folder.path(), RetentionLimits { age: DAY, bytes: 100 }, now);
        let mut sum = 0;
        let fit = sizes.iter().take_while(|size| { sum += **size; sum <= 100 }).count();
        let expected: Vec<String> = (0..fit).map(|hours| format!("{hours:02}.log")).collect();
        prop_assert_eq!(names(folder.path()), expected);
    }
}

#[test]
fn the_first_command_takes_old_outputs_away_and_its_own_is_private() {
    let harness = Harness::new();
    let folder = harness.private.path().join("logs");
    fs::create_dir(&folder).unwrap();
    put(&folder, "old.log", 1, SystemTime::now() - DAY * 8);
    harness.ok("shell_exec", json!({ "command": "echo x" }));
    // The runtime of the first command has ended, and its workers' work with it.
    let outputs = || -> Vec<String> {
        let mut left = names(&folder);
        // The copies made for commands are deleted with the tool box.
        left.retain(|name| name != "covers");
        left
    };
    let left = outputs();
    assert_eq!(left.len(), 1);
    assert_ne!(left[0], "old.log");
    let mode = fs::metadata(folder.join(&left[0]))
        .unwrap()
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o600);
    put(&folder, "old.log", 1, SystemTime::now() - DAY * 8);
    harness.ok("shell_exec", json!({ "command": "echo y" }));
    assert!(folder.join("old.log").exists());
    assert_eq!(harness.tools.prune_outputs(), 1);
    assert_eq!(outputs().len(), 2);
}
