//! Visible files, git facts and programs.

use std::process::Command;

use super::{Harness, code};
use crate::git::GitState;
use crate::programs;

pub(super) fn git(harness: &Harness, arguments: &[&str]) {
    let output = Command::new("git")
        .current_dir(harness.root())
        .args(["-c", "user.name=t", "-c", "user.email=t@example.org"])
        .args([
            "-c",
            "commit.gpgsign=false",
            "-c",
            "init.defaultBranch=main",
        ])
        .args(arguments)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
}

fn planted() -> Harness {
    let harness = Harness::new();
    harness.put(".gitignore", "target/\n*.log\n");
    for path in [
        "src/main.rs",
        "src/deep/x.rs",
        ".hidden/y",
        "a.log",
        "target/z",
        ".DS_Store",
        "src/Thumbs.db",
        ".env",
        ".agentichat/state.db",
        ".agentichat-tmp-0",
    ] {
        harness.put(path, "text\n");
    }
    harness.link("../outside", "out");
    harness
}

#[test]
fn the_walk_shows_what_git_would_show_with_and_without_git() {
    let harness = planted();
    let expected = [".gitignore", ".hidden/y", "src/deep/x.rs", "src/main.rs"];
    let seen = || -> Vec<String> { harness.open().files().map(|file| file.path).collect() };
    assert_eq!(seen(), expected);
    git(&harness, &["init", "-q"]);
    assert_eq!(seen(), expected);
    let out = Command::new("git")
        .current_dir(harness.root())
        .args(["ls-files", "--others", "--exclude-standard"])
        .output()
        .unwrap();
    let by_git = String::from_utf8(out.stdout).unwrap();
    for path in expected {
        assert!(by_git.lines().any(|line| line == path), "{path}");
    }
}

#[test]
fn a_folder_that_is_ignored_has_no_entries() {
    let harness = planted();
    let workspace = harness.open();
    assert_eq!(workspace.walk("target").count(), 0);
    assert_eq!(workspace.walk("src").count(), 3);
    assert_eq!(workspace.entries("target"), []);
    let names: Vec<String> = workspace
        .entries("src")
        .into_iter()
        .map(|e| e.path)
        .collect();
    assert_eq!(names, ["src/deep", "src/main.rs"]);
}

#[test]
fn caches_and_packages_are_ignored_unless_a_rule_says_otherwise() {
    let harness = Harness::new();
    for path in [
        "a.py",
        "__pycache__/a.cpython-311.pyc",
        "deep/.pytest_cache/v",
        "deep/node_modules/x/index.js",
        "node_modules.md",
    ] {
        harness.put(path, "text\n");
    }
    let seen = || -> Vec<String> { harness.open().files().map(|file| file.path).collect() };
    assert_eq!(seen(), ["a.py", "node_modules.md"]);
    harness.put("deep/.gitignore", "!node_modules\n");
    let all = [
        "a.py",
        "deep/.gitignore",
        "deep/node_modules/x/index.js",
        "node_modules.md",
    ];
    assert_eq!(seen(), all);
}

#[test]
fn the_tree_has_what_was_deleted_too() {
    let harness = planted();
    harness.put("gone/deep/one.txt", "one\n");
    harness.put("src/old.rs", "old\n");
    git(&harness, &["init", "-q"]);
    git(&harness, &["add", "gone", "src"]);
    git(&harness, &["commit", "-q", "-m", "x"]);
    let workspace = harness.open();
    std::fs::remove_dir_all(workspace.root().join("gone")).unwrap();
    std::fs::remove_file(workspace.root().join("src/old.rs")).unwrap();
    let facts = workspace.git_facts().unwrap();
    let deleted = |folder: &str| -> Vec<(String, bool)> {
        let entries = workspace.list_folder(folder, Some(&facts)).unwrap();
        let deleted = entries.into_iter().filter(|one| one.git == Some('D'));
        deleted.map(|one| (one.path, one.is_folder)).collect()
    };
    // `src` exists, and something in it is deleted.
    let row = |path: &str, is_folder| (path.to_owned(), is_folder);
    assert_eq!(deleted(""), [row("gone", true), row("src", true)]);
    assert_eq!(deleted("src"), [row("src/old.rs", false)]);
    assert_eq!(deleted("gone"), [row("gone/deep", true)]);
    assert_eq!(deleted("gone/deep"), [row("gone/deep/one.txt", false)]);
}

#[test]
fn the_tree_has_folders_first_and_what_git_says() {
    let harness = planted();
    git(&harness, &["init", "-q"]);
    git(&harness, &["add", "src/main.rs", ".gitignore"]);
    git(&harness, &["commit", "-q", "-m", "x"]);
    harness.put("src/main.rs", "other\n");
    let workspace = harness.open();
    let facts = workspace.git_facts().unwrap();
    assert_eq!(facts.branch, "main");
    assert!(
        facts.changed.contains(&("src/main.rs".into(), 'M')),
        "{facts:?}"
    );
    let rows: Vec<(String, bool, Option<char>)> = workspace
        .list_folder("", Some(&facts))
        .unwrap()
        .into_iter()
        .map(|entry| (entry.name, entry.is_folder, entry.git))
        .collect();
    assert_eq!(
        rows,
        [
            (".hidden".into(), true, Some('?')),
            ("src".into(), true, Some('M')),
            (".gitignore".into(), false, None),
            ("out".into(), false, Some('?')),
        ]
    );
    assert_eq!(code(workspace.list_folder("../outside", None)), "E001");
    assert_eq!(code(workspace.list_folder(".git", None)), "E002");
    assert_eq!(code(workspace.list_folder("nowhere", None)), "E003");
}

#[test]
fn git_tells_what_could_be_got_back() {
    let harness = Harness::new();
    harness.put("clean", "a\n");
    harness.put("changed", "a\n");
    git(&harness, &["init", "-q"]);
    git(&harness, &["add", "."]);
    git(&harness, &["commit", "-q", "-m", "x"]);
    harness.put("changed", "b\n");
    harness.put("new", "b\n");
    let workspace = harness.open();
    assert_eq!(workspace.state_of("clean"), GitState::Clean);
    assert_eq!(workspace.state_of("changed"), GitState::Changed);
    assert_eq!(workspace.state_of("new"), GitState::Unknown);
    assert_eq!(workspace.head_text("changed").as_deref(), Some("a\n"));
    assert_eq!(workspace.head_text("new"), None);
    assert_eq!(workspace.tracked_below("."), 2);
    let without = Harness::new();
    assert_eq!(without.open().state_of("x"), GitState::Unknown);
}

#[test]
fn git_tells_what_is_staged_in_its_index() {
    let harness = Harness::new();
    for name in ["a", "b", "sub/c"] {
        harness.put(name, "one\n");
    }
    git(&harness, &["init", "-q"]);
    git(&harness, &["add", "a", "sub/c"]);
    let all = ["a", "b", "sub/c", "missing"];
    let staged = |harness: &Harness| harness.open().in_index(&all);
    assert_eq!(staged(&harness), ["a", "sub/c"], "before the first commit");
    git(&harness, &["commit", "-q", "-m", "x"]);
    harness.put("a", "two\n");
    assert_eq!(staged(&harness), Vec::<String>::new(), "only changed");
    git(&harness, &["add", "a", "b"]);
    harness.put("a", "one\n");
    assert_eq!(staged(&harness), ["a", "b"], "whatever the disk has");
    assert_eq!(harness.open().in_index(&["sub/c"]), Vec::<String>::new());
    assert_eq!(Harness::new().open().in_index(&all), Vec::<String>::new());
}

#[test]
fn a_rename_and_a_subfolder_as_root_are_read_right() {
    let harness = Harness::new();
    harness.put("sub/old name", "line one\nline two\n");
    harness.put("above", "x");
    git(&harness, &["init", "-q"]);
    git(&harness, &["add", "."]);
    git(&harness, &["commit", "-q", "-m", "x"]);
    git(&harness, &["mv", "sub/old name", "sub/new name"]);
    harness.put("above", "y");
    let workspace = crate::Workspace::open(&harness.root().join("sub"), &[]).unwrap();
    let facts = workspace.git_facts().unwrap();
    assert_eq!(facts.changed, [("new name".to_owned(), 'R')]);
}

#[test]
fn the_list_of_all_files_is_that_of_the_walk_up_to_its_cap() {
    let harness = planted();
    let workspace = harness.open();
    let mut listed = workspace.all_files(1_000);
    listed.sort();
    let mut walked: Vec<String> = workspace.files().map(|entry| entry.path).collect();
    walked.sort();
    assert!(!walked.is_empty());
    assert_eq!(listed, walked);
    assert_eq!(workspace.all_files(2).len(), 2);
}

#[test]
fn versions_are_taken_from_what_programs_say() {
    for (said, version) in [
        ("git version 2.43.0\n", "2.43.0"),
        ("Docker version 27.5.1, build 9f9e405\n", "27.5.1"),
        ("v20.19.2\n", "20.19.2"),
        ("Python 3.12.3\n", "3.12.3"),
        ("go version go1.22.1 linux/amd64\n", "1.22.1"),
        ("GNU Make 4.3\nBuilt for x\n", "4.3"),
    ] {
        assert_eq!(programs::version_in(said).as_deref(), Some(version));
    }
    assert_eq!(programs::version_in("no such thing"), None);
}

#[test]
fn a_root_that_is_laid_out_as_a_bare_repository_is_none() {
    let harness = Harness::new();
    harness.put("a.txt", "x");
    git(&harness, &["init", "-q", "--bare", "."]);
    git(&harness, &["config", "-f", "config", "core.bare", "false"]);
    git(&harness, &["config", "-f", "config", "core.worktree", "."]);
    // Git itself accepts it as a repository.
    git(&harness, &["status"]);
    assert_eq!(harness.open().git_facts(), None);
}

#[test]
fn programs_are_found_by_their_files_and_none_is_started_for_it() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::TempDir::new().unwrap();
    let marker = folder.path().join("started");
    for (name, mode) in [("git", 0o755), ("npm", 0o644)] {
        let file = folder.path().join(name);
        let text = format!("#!/bin/sh\ntouch {}\n", marker.display());
        std::fs::write(&file, text).unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).unwrap();
    }
    let workspace = tempfile::TempDir::new().unwrap();
    let found_from = |path: &str, root: &std::path::Path| {
        let there = programs::look_for_files(Some(path), root);
        let there = there.into_iter().filter(|one| one.version.is_some());
        there.map(|one| one.name).collect::<Vec<_>>()
    };
    let found = |path: &str| found_from(path, workspace.path());
    let path = format!("/nowhere:{}", folder.path().display());
    assert_eq!(found(&path), ["git"], "npm cannot be run");
    let in_it = found_from(&path, folder.path());
    assert_eq!(in_it, [""; 0], "a program of the workspace is not started");
    assert!(!marker.exists());
    assert_eq!(found("."), [""; 0], "a relative folder is the workspace's");
    assert_eq!(found(""), [""; 0]);
}
