//! Tests that changes made by commands are detected, stored and reported, with git and without.

mod crash;
mod property;

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use super::Harness;
use crate::Finished;
use protocol::approval::QuestionBody;
use protocol::change::{FileOperation, HunkState, Origin};
use protocol::ids::{ContentHash, FileId};
use protocol::plan::{Grant, ObservedChange};
use review::binary::as_text;
use review::log::FileLog;

/// Files with their bytes and permission bits.
type Tree = BTreeMap<String, (Vec<u8>, u32)>;

/// Returns every file below a folder, except git's own.
fn tree(root: &Path) -> Tree {
    let mut tree = Tree::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let (path, kind) = (entry.path(), entry.file_type().unwrap());
            if kind.is_dir() && entry.file_name() != ".git" {
                folders.push(path);
            } else if kind.is_file() {
                let name = path.strip_prefix(root).unwrap().to_str().unwrap();
                let mode = path.metadata().unwrap().permissions().mode() & 0o7777;
                tree.insert(name.to_owned(), (std::fs::read(&path).unwrap(), mode));
            }
        }
    }
    tree
}

/// Returns every file of git's own.
fn git_files(harness: &Harness) -> BTreeMap<String, Vec<u8>> {
    let files = tree(&harness.path(".git")).into_iter();
    files.map(|(path, (bytes, _))| (path, bytes)).collect()
}

fn git(harness: &Harness, arguments: &[&str]) {
    let output = Command::new("git")
        .current_dir(harness.root.path())
        .args(["-c", "user.name=t", "-c", "user.email=t@example.org"])
        .args(arguments)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
}

/// Commits all existing files.
fn commit(harness: &Harness) {
    git(harness, &["init", "-q"]);
    git(harness, &["add", "-A"]);
    git(harness, &["commit", "-q", "--allow-empty", "-m", "all"]);
}

fn shell(harness: &Harness, command: &str) -> Finished {
    let prepared = harness.planned("shell_exec", json!({ "command": command }));
    harness.finish(prepared, Grant::AsPlanned)
}

/// Returns the stored bytes by their hash.
fn kept(finished: &Finished) -> BTreeMap<ContentHash, Vec<u8>> {
    let found = finished.kept.read(0, u64::MAX).unwrap();
    found
        .into_iter()
        .map(|(hash, bytes)| {
            assert_eq!(hash, ContentHash::of(&bytes));
            (hash, bytes.to_vec())
        })
        .collect()
}

/// Undoes every entry, file by file, using only the log and the stored bytes.
fn taken_back(finished: &Finished, mut tree: Tree) -> Tree {
    let blobs = kept(finished);
    let bytes_of = |text: &str| match review::binary::blob_of(text) {
        Some(hash) => blobs[&hash].clone(),
        None => text.as_bytes().to_vec(),
    };
    let mut files: Vec<FileId> = Vec::new();
    for change in &finished.observed {
        if !files.contains(&change.entry.file) {
            files.push(change.entry.file);
        }
    }
    let mut back = Tree::new();
    for file in files {
        let of_file = finished.observed.iter();
        let changes: Vec<&ObservedChange> =
            of_file.filter(|change| change.entry.file == file).collect();
        let base = &changes[0].base;
        let text = base
            .blob
            .as_ref()
            .map(|hash| as_text(&blobs[hash]).into_owned());
        let mut log = FileLog::new(file, text);
        log.entries = changes.iter().map(|change| change.entry.clone()).collect();
        log.verify().unwrap();
        let all = log.target();
        assert_eq!(all, log.written());
        if let Some(text) = &all.text {
            let path = all.path.clone().unwrap();
            let (bytes, mode) = tree.remove(&path).unwrap();
            assert_eq!(bytes, bytes_of(text), "{path} made again");
            assert!(all.mode.is_none_or(|made| made == mode), "{path}: {mode:o}");
        }
        let none = log.replay(&|_, _| false);
        if let Some(text) = &none.text {
            let path = none.path.clone().unwrap();
            assert_eq!(path, base.path);
            back.insert(path, (bytes_of(text), base.mode.unwrap()));
        }
    }
    tree.extend(back);
    tree
}

fn changed(finished: &Finished) -> &Value {
    let content = &finished.result.content;
    if content["error"]["details"].is_object() {
        &content["error"]["details"]["changed_files"]
    } else {
        &content["changed_files"]
    }
}

/// Returns operation, path and origin of each entry.
fn operations(finished: &Finished) -> Vec<(FileOperation, &str, bool)> {
    let entries = finished.observed.iter().map(|change| &change.entry);
    entries
        .map(|entry| {
            let is_shell = matches!(entry.origin, Origin::Shell { .. });
            assert!(is_shell || entry.origin == Origin::Unclear);
            (entry.operation.clone(), entry.path.as_str(), is_shell)
        })
        .collect()
}

fn prepared_files(harness: &Harness) {
    for name in ["clean", "dirty", "gone", "moved", "mode", "same"] {
        harness.put(&format!("{name}.txt"), format!("{name} 1\n{name} 2\n"));
    }
    harness.put("picture.bin", b"\0\x01\xff");
}

const ALL: &str = "echo more >> clean.txt; echo other > dirty.txt; echo x >> untracked.txt; \
     rm gone.txt; mv moved.txt there.txt; chmod 755 mode.txt; printf '\\0\\2' > picture.bin; \
     touch same.txt; echo fresh > fresh.txt";

#[test]
fn every_kind_of_change_is_one_entry_that_can_be_taken_back() {
    for has_git in [true, false] {
        let harness = Harness::judged();
        prepared_files(&harness);
        if has_git {
            commit(&harness);
            harness.put("dirty.txt", "changed since\n");
        }
        harness.put("untracked.txt", "u\n");
        let before = tree(harness.root.path());
        let own = has_git.then(|| git_files(&harness));
        let finished = shell(&harness, ALL);
        let from = "moved.txt".to_owned();
        let (from_mode, to) = (before["mode.txt"].1, 0o755);
        assert_eq!(
            operations(&finished),
            [
                (FileOperation::Delete, "gone.txt", true),
                (FileOperation::Rename { from }, "there.txt", true),
                (FileOperation::Edit, "clean.txt", true),
                (FileOperation::Edit, "dirty.txt", true),
                (FileOperation::Create, "fresh.txt", true),
                (
                    FileOperation::Mode {
                        from: from_mode,
                        to
                    },
                    "mode.txt",
                    true
                ),
                (FileOperation::Edit, "picture.bin", true),
                (FileOperation::Edit, "untracked.txt", true),
            ]
        );
        let hunks = finished
            .observed
            .iter()
            .flat_map(|change| &change.entry.hunks);
        assert!(
            hunks
                .clone()
                .all(|hunk| hunk.written && hunk.state == HunkState::Accepted)
        );
        assert_eq!(hunks.count(), 8);
        assert_eq!(taken_back(&finished, tree(harness.root.path())), before);
        assert_eq!(
            own,
            has_git.then(|| git_files(&harness)),
            ".git is as it was"
        );
        assert_eq!(
            changed(&finished),
            &json!([
                "gone.txt (deleted)",
                "there.txt (renamed from moved.txt)",
                "clean.txt",
                "dirty.txt",
                "fresh.txt (new)",
                format!("mode.txt (mode {from_mode:o} to 755)"),
                "picture.bin",
                "untracked.txt",
            ])
        );
        assert_eq!(
            finished.result.summary.to_string(),
            "exit 0, 0 lines, changed 8 files"
        );
    }
}

#[test]
fn what_the_command_does_not_name_may_be_the_users() {
    let harness = Harness::judged();
    prepared_files(&harness);
    harness.put("run.sh", "echo y >> clean.txt\n");
    let finished = shell(&harness, "sh run.sh; echo z >> dirty.txt; false");
    assert!(
        !finished.result.ok,
        "a command that fails has changed files too"
    );
    assert_eq!(
        operations(&finished),
        [
            (FileOperation::Edit, "clean.txt", false),
            (FileOperation::Edit, "dirty.txt", true),
        ]
    );
    assert_eq!(changed(&finished), &json!(["clean.txt", "dirty.txt"]));
}

#[test]
fn a_command_that_changes_nothing_leaves_nothing_behind() {
    let harness = Harness::judged();
    prepared_files(&harness);
    commit(&harness);
    harness.put("untracked.txt", "u\n");
    let finished = shell(
        &harness,
        "touch clean.txt untracked.txt; cp -p dirty.txt /tmp/ 2>&1; true",
    );
    assert_eq!(finished.observed, []);
    assert_eq!(kept(&finished).len(), 0);
    assert_eq!(changed(&finished), &Value::Null);
    assert!(finished.result.summary.to_string().ends_with("lines"));
    let private = harness.private.path().join("logs");
    let left = |folder: &Path| -> Vec<_> {
        let left = std::fs::read_dir(folder).into_iter().flatten().flatten();
        left.map(|entry| entry.file_name()).collect()
    };
    assert_eq!(left(&private), ["covers"]);
    // Kept for the next command; deleted with the tool box.
    let covers = private.join("covers");
    assert_eq!(left(&covers).len(), 2);
    let Harness { tools, .. } = harness;
    drop(tools);
    assert!(left(&covers).is_empty(), "{:?}", left(&covers));
}

#[test]
fn what_cannot_be_covered_is_named_before_and_after() {
    let harness = Harness::judged();
    let big = vec![b'x'; 10 * 1024 * 1024 + 1];
    for name in ["a.bin", "b.bin", "c.bin", "d.bin"] {
        harness.put(name, &big);
    }
    let named = |command: &str| {
        let prepared = harness.planned("shell_exec", json!({ "command": command }));
        match prepared.plan.body {
            Some(QuestionBody::Command { uncovered, .. }) => uncovered,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(
        named("make").as_ref().map(ToString::to_string).as_deref(),
        Some("4 files over 10 MiB are not covered: a.bin, b.bin, c.bin and 1 more")
    );
    assert_eq!(named("ls"), None, "what only reads needs no cover");
    let finished = shell(&harness, "echo y >> b.bin; echo z > small.txt");
    assert_eq!(operations(&finished).len(), 1);
    let told = &finished.result.content["not_covered"];
    assert_eq!(
        told,
        "changed, and 1 file over 10 MiB is not covered: b.bin"
    );
    assert_eq!(
        finished.result.summary.to_string(),
        "exit 0, 0 lines, changed 2 files: 1 file over 10 MiB is not covered: b.bin"
    );
    commit(&harness);
    assert_eq!(named("make"), None, "git has them");
}

#[test]
fn files_with_a_backslash_a_tab_or_a_line_end_in_their_names_are_taken_back() {
    for with_git in [false, true] {
        let harness = Harness::judged();
        for name in ["a\\b.txt", "a\tb.txt", "a\nb.txt", "sub/c\\d.txt"] {
            harness.put(name, "before\n");
        }
        if with_git {
            git(&harness, &["init", "-q"]);
            commit(&harness);
        }
        let before = tree(harness.root.path());
        let command =
            "for f in a* sub/*; do echo more >> \"$f\"; done; rm 'a\\b.txt'; echo x > 'new\\one'";
        let finished = shell(&harness, command);
        assert_eq!(finished.result.content["not_covered"], Value::Null);
        let after = tree(harness.root.path());
        assert_ne!(after, before);
        assert_eq!(taken_back(&finished, after), before);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_utf8_are_told_before_and_after_a_command_and_in_lists() {
    use std::os::unix::ffi::OsStrExt;
    let harness = Harness::judged();
    harness.put("a.txt", "a\n");
    harness.put("sub/b.txt", "b\n");
    let odd = |name: &[u8]| harness.root.path().join(std::ffi::OsStr::from_bytes(name));
    std::fs::write(odd(b"caf\xe9.txt"), "one").unwrap();
    let prepared = harness.planned("shell_exec", json!({ "command": "make" }));
    let Some(QuestionBody::Command { uncovered, .. }) = prepared.plan.body else {
        panic!("a command");
    };
    let uncovered = uncovered.expect("it is told before");
    assert!(
        uncovered
            .to_string()
            .contains("1 file whose names are not UTF-8"),
        "{uncovered}"
    );
    let quiet = shell(&harness, "echo more >> a.txt");
    assert_eq!(
        quiet.result.content["not_covered"],
        Value::Null,
        "only what changed"
    );
    let changed = shell(&harness, "for f in caf*; do echo more >> \"$f\"; done");
    let told = changed.result.content["not_covered"]
        .as_str()
        .expect("it is told after");
    assert!(told.contains("caf\u{fffd}.txt"), "{told}");
    // A newly created name is reported too, even if only one folder is scanned again.
    std::fs::remove_file(odd(b"caf\xe9.txt")).unwrap();
    shell(&harness, "true > a.txt");
    let made = shell(&harness, "printf x > sub/$(printf 'new\\351')");
    let told = made.result.content["not_covered"]
        .as_str()
        .expect("it is told after");
    assert!(told.contains("sub/new\u{fffd}"), "{told}");
    let listed = harness.ok("list_files", json!({ "path": "sub" }));
    assert_eq!(listed["entries"].as_array().map(Vec::len), Some(1));
    let told = listed["not_utf8"].as_str().expect("it is told");
    assert!(
        told.starts_with("1 more") && told.contains("sub/new\u{fffd}"),
        "{told}"
    );
    let all = harness.ok("list_files", json!({ "recursive": true }));
    assert!(all["not_utf8"].is_string(), "{all}");
    let none = harness.ok("list_files", json!({ "path": "." }));
    assert!(none["not_utf8"].is_null(), "{none}");
}

#[test]
fn a_file_that_git_keeps_in_another_form_is_copied() {
    let harness = Harness::judged();
    harness.put(".gitattributes", "*.crlf text\n*.rot filter=rot\n");
    harness.put("a.crlf", "one\r\ntwo\r\n");
    harness.put("b.rot", "abc\n");
    git(&harness, &["init", "-q"]);
    git(&harness, &["config", "filter.rot.clean", "tr a-m n-z"]);
    commit(&harness);
    let before = tree(harness.root.path());
    let finished = shell(&harness, "echo x > a.crlf; echo y > b.rot");
    assert_eq!(taken_back(&finished, tree(harness.root.path())), before);
}

#[test]
fn ignored_files_are_left_alone_but_for_those_that_git_tracks() {
    let harness = Harness::judged();
    harness.put("kept.log", "1\n");
    commit(&harness);
    harness.put(".gitignore", "*.log\n");
    harness.put("other.log", "1\n");
    let finished = shell(&harness, "echo 2 >> kept.log; echo 2 >> other.log");
    assert_eq!(
        operations(&finished),
        [(FileOperation::Edit, "kept.log", true)]
    );
}

#[test]
fn a_change_of_what_is_ignored_makes_no_file_new_or_gone() {
    let harness = Harness::judged();
    harness.put(".gitignore", "*.log\n");
    harness.put("a.log", "1\n");
    harness.put("b.log", "1\n");
    harness.put("c.tmp", "1\n");
    let made = std::time::Instant::now();
    while made.elapsed() < std::time::Duration::from_millis(20) {
        // The clock of the file system advances in ticks.
        std::thread::yield_now();
    }
    let finished = shell(
        &harness,
        "echo '*.tmp' > .gitignore; echo 2 >> b.log; echo 3 > d.log",
    );
    assert_eq!(
        operations(&finished),
        [
            (FileOperation::Edit, ".gitignore", true),
            (FileOperation::Create, "d.log", true),
        ]
    );
    let told = finished.result.content["not_covered"].as_str().unwrap();
    assert!(told.ends_with("not covered: b.log"), "{told}");
}

#[test]
fn a_folder_that_is_moved_in_is_noticed_and_links_are_not_followed() {
    let harness = Harness::judged();
    harness.put("src/a.txt", "a\n");
    harness.put("src/b.txt", "b\n");
    let outside = tempfile::tempdir().unwrap();
    std::fs::write(outside.path().join("secret.txt"), "secret").unwrap();
    let before = tree(harness.root.path());
    let command = format!(
        "mv src lib; ln -s {} out; echo x >> out/secret.txt",
        outside.path().display()
    );
    let finished = shell(&harness, &command);
    let rename = |name: &str| FileOperation::Rename {
        from: format!("src/{name}"),
    };
    let found: Vec<FileOperation> = operations(&finished)
        .into_iter()
        .map(|(it, ..)| it)
        .collect();
    assert_eq!(found, [rename("a.txt"), rename("b.txt")]);
    assert_eq!(taken_back(&finished, tree(harness.root.path())), before);
}

#[test]
fn a_flood_of_new_files_is_bounded_and_counted() {
    let harness = Harness::judged();
    harness.put("zz.txt", "1\n");
    harness.put(
        "make.sh",
        "mkdir many; cd many; for n in $(seq 2500); do echo $n > $n; done",
    );
    let finished = shell(&harness, "sh make.sh; echo 2 >> zz.txt");
    assert_eq!(finished.observed.len(), 2_000);
    let content = &finished.result.content;
    assert_eq!(content["changed_files"].as_array().unwrap().len(), 50);
    assert_eq!(content["more_changed_files"], 1_950);
    let told = content["not_covered"].as_str().unwrap();
    assert!(
        told.contains("501 files beyond those that are logged for one command"),
        "{told}"
    );
    let zz = |change: &ObservedChange| change.entry.path == "zz.txt";
    assert!(
        finished.observed.iter().any(zz),
        "what it names comes first"
    );
}
