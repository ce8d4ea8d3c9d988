//! Tests of watching one file: each wait is for a written text, never for a time.

use std::fs;
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use super::FileWatch;

/// Long enough for any machine; only a failing test waits that long.
const LIMIT: Duration = Duration::from_secs(30);

/// Watches a file; returns its text whenever it may have changed.
fn watch(file: &Path) -> (FileWatch, Receiver<String>) {
    let (to, texts) = channel();
    let read = file.to_owned();
    let report = move || {
        let text = fs::read_to_string(&read).unwrap_or_default();
        to.send(text).is_ok()
    };
    let watch = FileWatch::start(file.to_owned(), report).expect("a watch");
    (watch, texts)
}

#[track_caller]
fn until(texts: &Receiver<String>, wanted: &str) {
    while texts.recv_timeout(LIMIT).expect("it is heard of") != wanted {}
}

#[test]
fn a_file_that_is_written_replaced_removed_and_made_anew_is_heard_of_each_time() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("keymap.toml");
    fs::write(&file, "one").unwrap();
    let (_watch, texts) = watch(&file);
    until(&texts, "one");
    fs::write(&file, "two").unwrap();
    until(&texts, "two");
    let beside = folder.path().join("keymap.toml.new");
    fs::write(&beside, "three").unwrap();
    fs::rename(&beside, &file).unwrap();
    until(&texts, "three");
    fs::remove_file(&file).unwrap();
    until(&texts, "");
    fs::write(&file, "four").unwrap();
    until(&texts, "four");
}

#[test]
fn one_that_comes_later_with_its_folders_is_heard_of() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a/b/keymap.toml");
    let (_watch, texts) = watch(&file);
    until(&texts, "");
    fs::create_dir(folder.path().join("a")).unwrap();
    // Following the folder reports once more, so that later changes are not missed.
    until(&texts, "");
    fs::create_dir(folder.path().join("a/b")).unwrap();
    until(&texts, "");
    fs::write(&file, "here").unwrap();
    until(&texts, "here");
}

#[test]
fn what_a_link_points_to_is_heard_of_and_so_is_another_link() {
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = (folder.path().join("one"), folder.path().join("other"));
    for place in [&one, &other] {
        fs::create_dir(place).unwrap();
        fs::write(place.join("keys"), "as it was").unwrap();
    }
    let config = folder.path().join("config");
    fs::create_dir(&config).unwrap();
    let file = config.join("keymap.toml");
    std::os::unix::fs::symlink(one.join("keys"), &file).unwrap();
    let (_watch, texts) = watch(&file);
    until(&texts, "as it was");
    fs::write(one.join("keys"), "changed behind the link").unwrap();
    until(&texts, "changed behind the link");
    fs::remove_file(&file).unwrap();
    until(&texts, "");
    std::os::unix::fs::symlink(other.join("keys"), &file).unwrap();
    until(&texts, "as it was");
    fs::write(other.join("keys"), "of the other").unwrap();
    until(&texts, "of the other");
}

#[test]
fn it_ends_with_its_watch_and_with_who_hears_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("keymap.toml");
    let (watch, texts) = watch(&file);
    until(&texts, "");
    drop(watch);
    // The closure is dropped with the thread.
    while texts.recv_timeout(LIMIT).is_ok() {}
    assert!(matches!(
        texts.recv_timeout(LIMIT),
        Err(std::sync::mpsc::RecvTimeoutError::Disconnected)
    ));
}
