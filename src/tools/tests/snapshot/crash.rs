//! Tests that copies made before a command outlive the process, and that two changes in one tick of
//! the clock count as two.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use serde_json::json;

use super::{Harness, commit, git, operations, prepared_files, shell, taken_back, tree};
use crate::{CutOff, Finished};
use protocol::change::FileOperation;
use protocol::ids::{CallId, SessionId};
use protocol::plan::Grant;

/// Returns the files of copies and notes.
fn covers(harness: &Harness) -> Vec<PathBuf> {
    let folder = harness.private.path().join("logs/covers");
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    files.map(|entry| entry.path()).collect()
}

/// Simulates that the process was killed after the command had done its work. The command itself
/// copies the left files, so they show the state at its start.
fn killed_in(harness: &Harness, command: &str) -> (CallId, Option<CutOff>) {
    let private = harness.private.path();
    let (covers, into) = (private.join("logs/covers"), private.join("left"));
    fs::create_dir_all(&into).unwrap();
    let copy = format!("cp {}/* {}/", covers.display(), into.display());
    let whole = json!({ "command": format!("{copy}; {command}") });
    let prepared = harness.planned("shell_exec", whole);
    let call = prepared.plan.call;
    harness.finish(prepared, Grant::AsPlanned);
    for entry in fs::read_dir(&into).unwrap().flatten() {
        let end = entry.path().extension().unwrap().to_owned();
        fs::rename(entry.path(), covers.join("dead").with_extension(end)).unwrap();
    }
    let session = harness.asker("coder").session;
    (
        call,
        harness.tools.cut_off(session, &BTreeSet::from([call])),
    )
}

fn as_finished(cut_off: CutOff, like: Finished) -> Finished {
    Finished {
        observed: cut_off.observed,
        kept: cut_off.kept,
        ..like
    }
}

#[test]
fn what_a_command_changed_is_told_after_a_crash_byte_for_byte() {
    for has_git in [true, false] {
        let harness = Harness::judged();
        prepared_files(&harness);
        if has_git {
            commit(&harness);
            harness.put("dirty.txt", "changed since\n");
        }
        harness.put("untracked.txt", "u\n");
        // The copies and notes of an earlier command are continued.
        let first = shell(&harness, "echo before >> untracked.txt");
        let before = tree(harness.root.path());
        let (_, cut_off) = killed_in(&harness, super::ALL);
        let cut_off = as_finished(cut_off.unwrap(), first);
        assert_eq!(operations(&cut_off).len(), 8);
        let rename = FileOperation::Rename {
            from: "moved.txt".into(),
        };
        assert!(operations(&cut_off).contains(&(rename, "there.txt", true)));
        assert_eq!(taken_back(&cut_off, tree(harness.root.path())), before);
    }
}

#[test]
fn a_commit_in_the_command_does_not_hide_what_was_before() {
    let harness = Harness::judged();
    harness.put("a.txt", "one\n");
    commit(&harness);
    let first = shell(&harness, "touch b.txt");
    let before = tree(harness.root.path());
    let all = "echo two > a.txt; git add -A; git -c user.name=t -c user.email=t@e.org commit -qm x";
    let (_, cut_off) = killed_in(&harness, all);
    let cut_off = as_finished(cut_off.unwrap(), first);
    assert_eq!(taken_back(&cut_off, tree(harness.root.path())), before);
    git(&harness, &["status"]);
}

#[test]
fn what_is_left_of_the_dead_goes_when_their_calls_are_over_and_never_what_the_living_have() {
    let harness = Harness::judged();
    prepared_files(&harness);
    let (call, cut_off) = killed_in(&harness, "echo x > clean.txt");
    assert_eq!(cut_off.unwrap().observed.len(), 1);
    let other = SessionId(uuid::Uuid::from_u128(77));
    assert!(
        harness
            .tools
            .cut_off(other, &BTreeSet::from([call]))
            .is_none()
    );
    let session = harness.asker("coder").session;
    assert_eq!(covers(&harness).len(), 4);
    assert!(
        harness.tools.cut_off(session, &BTreeSet::new()).is_none(),
        "it is over"
    );
    assert_eq!(covers(&harness).len(), 2, "those of a living process");
    let finished = shell(&harness, "echo y > clean.txt");
    assert_eq!(operations(&finished).len(), 1);
}

#[test]
fn notes_that_were_cut_off_anywhere_are_read_as_far_as_they_go() {
    let harness = Harness::judged();
    prepared_files(&harness);
    let (call, cut_off) = killed_in(&harness, "echo x > clean.txt");
    let (session, open) = (harness.asker("coder").session, BTreeSet::from([call]));
    let whole = cut_off.unwrap().observed.len();
    let notes = harness.private.path().join("logs/covers/dead.notes");
    let text = fs::read(&notes).unwrap();
    for length in 0..text.len() {
        fs::write(&notes, &text[..length]).unwrap();
        let found = harness.tools.cut_off(session, &open);
        // Its line is the last one: without it the command had not begun.
        assert!(
            found.is_none_or(|found| found.observed.len() == whole && length + 1 == text.len())
        );
    }
}

#[test]
fn before_the_second_command_only_what_changed_is_copied() {
    let harness = Harness::judged();
    for number in 0..50 {
        harness.put(&format!("{number}.txt"), "x".repeat(1_000));
    }
    let size = || -> u64 {
        let files = covers(&harness).into_iter();
        let bytes = files.filter(|path| path.extension().is_some_and(|end| end == "bytes"));
        bytes.map(|path| path.metadata().unwrap().len()).sum()
    };
    shell(&harness, "mkdir new");
    assert_eq!(size(), 50_000);
    let finished = shell(&harness, "echo y > 7.txt");
    assert_eq!(operations(&finished).len(), 1);
    assert_eq!(size(), 50_000);
    let before = tree(harness.root.path());
    let finished = shell(&harness, "echo z > 7.txt");
    assert_eq!(size(), 50_002);
    assert_eq!(taken_back(&finished, tree(harness.root.path())), before);
}

#[test]
fn with_checkpoints_off_nothing_is_copied_and_that_is_said() {
    let limits = crate::Limits {
        copied_bytes: 0,
        ..crate::Limits::default()
    };
    let harness = Harness::with(limits);
    harness.put("a.txt", "a\n");
    let finished = shell(&harness, "echo b > a.txt");
    assert!(finished.result.ok);
    assert_eq!(finished.observed, []);
    let told = finished.result.content["not_covered"].as_str().unwrap();
    assert!(told.contains("with checkpoints off"), "{told}");
    assert_eq!(covers(&harness), [] as [PathBuf; 0]);
}

#[test]
fn what_an_agents_own_program_had_changed_since_the_last_look_is_told_after_a_crash() {
    let harness = Harness::judged();
    harness.put("a.txt", "zero\n");
    harness.put("still.txt", "still\n");
    let asker = harness.asker("coder");
    harness.tools.begin_baseline(&asker);
    harness.put("a.txt", "first\n");
    let told = harness.tools.changed_besides(&asker, &[]);
    assert_eq!(told.observed.len(), 1, "{told:?}");
    harness.put("a.txt", "second\n");
    // Simulates that the process was killed now.
    let left = harness.private.path().join("left");
    fs::create_dir_all(&left).unwrap();
    for path in covers(&harness) {
        fs::copy(&path, left.join(path.file_name().unwrap())).unwrap();
    }
    let folder = harness.private.path().join("logs/covers");
    for entry in fs::read_dir(&left).unwrap().flatten() {
        let end = entry.path().extension().unwrap().to_owned();
        fs::rename(entry.path(), folder.join("dead").with_extension(end)).unwrap();
    }
    let open = BTreeSet::from([CallId(asker.run.0)]);
    let found = harness.tools.cut_off(asker.session, &open).unwrap();
    let changes: Vec<_> = found
        .observed
        .iter()
        .map(|change| (change.entry.path.as_str(), change.entry.before))
        .collect();
    let before = review::binary::content_hash("first\n");
    assert_eq!(changes, [("a.txt", Some(before))]);
}

#[test]
fn a_baseline_is_moved_on_with_what_was_logged_and_loses_nothing_between() {
    let harness = Harness::judged();
    harness.put("a.txt", "0\n");
    let asker = harness.asker("coder");
    harness.tools.begin_baseline(&asker);
    let mut texts = vec!["0\n".to_owned()];
    for number in 1..20 {
        // Same size each time, and within one tick of the clock.
        let text = format!("{}\n", number % 10);
        harness.put("a.txt", &text);
        let told = harness.tools.changed_besides(&asker, &[]);
        let entry = &told.observed.first().unwrap().entry;
        assert_eq!(told.observed.len(), 1);
        let known = texts.last().unwrap();
        assert_eq!(entry.before, Some(review::binary::content_hash(known)));
        assert_eq!(entry.after, Some(review::binary::content_hash(&text)));
        texts.push(text);
    }
    assert!(
        harness
            .tools
            .changed_besides(&asker, &[])
            .observed
            .is_empty()
    );
    harness.tools.drop_baseline(asker.session, asker.run);
    harness.put("a.txt", "x\n");
    assert!(
        harness
            .tools
            .changed_besides(&asker, &[])
            .observed
            .is_empty()
    );
}

#[test]
fn a_first_look_that_ends_after_its_run_does_not_stand() {
    let harness = Harness::judged();
    let asker = harness.asker("coder");
    harness.tools.drop_baseline(asker.session, asker.run);
    harness.tools.begin_baseline(&asker);
    assert!(!harness.tools.has_baseline(asker.session));
}
