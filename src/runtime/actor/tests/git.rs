//! Tests that the actor never writes to the user's own `.git`, whatever it stores.

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command as Program;
use std::time::SystemTime;

use serde_json::json;
use tempfile::TempDir;

use super::harness::{HarnessSetup, calls, says, shell};
use protocol::approval::Mode;
use protocol::command::Command;
use protocol::query::{Query, Reply};
use protocol::review::ReviewCommand;

/// Number of runs, each with a checkpoint before it, and of named checkpoints after each.
const ROUNDS: (usize, usize) = (4, 24);

fn git(folder: &Path, arguments: &[&str]) {
    let output = Program::new("git")
        .current_dir(folder)
        .args(["-c", "user.name=t", "-c", "user.email=t@example.org"])
        .args(arguments)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
}

/// Returns everything at or below a path: bytes, mode bits and times of all files.
fn all_of(path: &Path) -> BTreeMap<String, (Vec<u8>, u32, SystemTime)> {
    let mut found = BTreeMap::new();
    let mut rest = vec![path.to_path_buf()];
    while let Some(path) = rest.pop() {
        let Ok(metadata) = path.symlink_metadata() else {
            continue;
        };
        let mut bytes = Vec::new();
        if metadata.is_dir() {
            let below = std::fs::read_dir(&path).unwrap().flatten();
            rest.extend(below.map(|entry| entry.path()));
        } else {
            bytes = std::fs::read(&path).unwrap();
        }
        let facts = (
            bytes,
            metadata.permissions().mode(),
            metadata.modified().unwrap(),
        );
        found.insert(path.display().to_string(), facts);
    }
    found
}

/// Creates a workspace with two files in a repository; returns where its git keeps everything.
fn plain(folder: &TempDir) -> Vec<&'static str> {
    let work = folder.path().join("work");
    std::fs::create_dir(&work).unwrap();
    std::fs::write(work.join("a.txt"), "one\n").unwrap();
    std::fs::write(work.join("b.txt"), "one\n").unwrap();
    git(&work, &["init", "-q"]);
    git(&work, &["add", "-A"]);
    git(&work, &["commit", "-qm", "all"]);
    vec!["work/.git"]
}

/// Like [`plain`], with files that are in git's index, changed afterwards, and renamed
/// in the index.
fn dirty(folder: &TempDir) -> Vec<&'static str> {
    let kept = plain(folder);
    let work = folder.path().join("work");
    git(&work, &["mv", "b.txt", "c.txt"]);
    std::fs::write(work.join("a.txt"), "staged\n").unwrap();
    std::fs::write(work.join("d.txt"), "new\n").unwrap();
    git(&work, &["add", "a.txt", "d.txt"]);
    std::fs::write(work.join("a.txt"), "changed since\n").unwrap();
    // Only touched: git would note in its index that the content is unchanged.
    std::fs::write(work.join("c.txt"), "one\n").unwrap();
    kept
}

/// The same files in a linked worktree of another repository.
fn linked(folder: &TempDir) -> Vec<&'static str> {
    plain(folder);
    let main = folder.path().join("main");
    std::fs::rename(folder.path().join("work"), &main).unwrap();
    git(&main, &["worktree", "add", "-q", "../work"]);
    vec!["main/.git", "work/.git"]
}

/// The same files without git.
fn without(folder: &TempDir) -> Vec<&'static str> {
    plain(folder);
    std::fs::remove_dir_all(folder.path().join("work/.git")).unwrap();
    vec!["work/.git"]
}

#[tokio::test]
async fn a_hundred_checkpoints_leave_git_as_it_was_to_the_byte() {
    let kinds: [fn(&TempDir) -> Vec<&'static str>; 4] = [plain, dirty, linked, without];
    for (kind, make) in kinds.into_iter().enumerate() {
        let folder = TempDir::new().unwrap();
        let kept = make(&folder);
        let base = folder.path().to_path_buf();
        let gits = || -> Vec<_> { kept.iter().map(|path| all_of(&base.join(path))).collect() };
        let before = gits();
        assert_eq!(before.iter().all(BTreeMap::is_empty), kind == 3);
        let setup = HarnessSetup::in_folder(folder);
        let harness = setup.with_session(Mode::Passthrough).await;
        for round in 0..ROUNDS.0 {
            let text = format!("round {round}\n");
            let command = format!("echo {round} >> a.txt; echo {round} > made-{round}.txt");
            let write = json!({ "path": format!("written-{round}.txt"), "content": text });
            harness.provider.answer(calls(&[("write_file", write)]));
            harness.provider.answer(calls(&[shell(&command)]));
            harness.exchange("go on", says("done")).await;
            for number in 0..ROUNDS.1 {
                let name = format!("{round}-{number}");
                harness.command(Command::Review {
                    session: harness.session,
                    order: ReviewCommand::NameCheckpoint { name },
                });
                harness.idle().await;
            }
        }
        let checkpoints = harness.store.checkpoints(harness.session).await.unwrap();
        assert_eq!(checkpoints.len(), 100, "{kind}");
        let made = harness.disk("a.txt");
        assert!(made.ends_with("0\n1\n2\n3\n"), "{made}");
        assert!(gits() == before, "{kind}: .git is not as it was");
    }
}

#[tokio::test]
async fn a_file_that_became_binary_is_not_shown_as_deleted() {
    let folder = TempDir::new().unwrap();
    plain(&folder);
    let setup = HarnessSetup::in_folder(folder).in_memory();
    let harness = setup.with_session(Mode::Confirm).await;
    harness.put("a.txt", [0, 1, 255]);
    let query = Query::FileDiff {
        session: harness.session,
        path: "a.txt".into(),
    };
    let Reply::Failed { reason } = harness.query(query).await else {
        panic!("a diff of bytes");
    };
    assert!(
        reason.to_string().contains("binary file of 3 bytes"),
        "{reason}"
    );
    // A query for the text to include it also comes from the user, and gets the same reason.
    let query = Query::BufferText {
        session: harness.session,
        path: "a.txt".into(),
        start_line: 1,
        lines: 1,
    };
    let Reply::Failed { reason } = harness.query(query).await else {
        panic!("bytes as text");
    };
    assert!(
        reason.to_string().contains("binary file of 3 bytes"),
        "{reason}"
    );
}
