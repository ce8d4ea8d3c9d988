//! Tests of cached provider data: kept for the next process, not accepted from anybody else, and
//! gone when the cache is emptied.

use std::path::Path;

use jiff::Timestamp;
use tempfile::TempDir;

use crate::answers::Hash;
use crate::cache;
use crate::model_cache::{KeptList, ProviderMetadata};

const SECRET: Hash = [7; 32];
const HOST: (&str, &str) = ("ollama", "http://127.0.0.1:11434");

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_second(seconds).unwrap()
}

fn open(folder: &Path, secret: Hash) -> ProviderMetadata {
    ProviderMetadata::new(cache::file_in(folder), secret)
}

#[test]
fn a_list_is_of_its_provider_and_address_and_there_for_the_next_process() {
    let folder = TempDir::new().unwrap();
    let told = open(folder.path(), SECRET);
    assert_eq!(told.list(HOST.0, HOST.1).unwrap(), None);
    told.keep_list(HOST, "[1]", at(5)).unwrap();
    told.keep_list(HOST, "[1,2]", at(9)).unwrap();
    let next = open(folder.path(), SECRET);
    let kept = KeptList {
        models: "[1,2]".into(),
        told: at(9),
    };
    assert_eq!(next.list(HOST.0, HOST.1).unwrap(), Some(kept));
    assert_eq!(next.list(HOST.0, "http://other").unwrap(), None);
    assert_eq!(next.list("openai", HOST.1).unwrap(), None);
}

#[test]
fn a_count_is_of_what_was_counted() {
    let folder = TempDir::new().unwrap();
    let told = open(folder.path(), SECRET);
    told.keep_count(&[1; 32], 40, at(5)).unwrap();
    let next = open(folder.path(), SECRET);
    assert_eq!(next.count(&[1; 32], at(200_000)).unwrap(), Some(40));
    assert_eq!(next.count(&[2; 32], at(200_000)).unwrap(), None);
}

#[test]
fn what_somebody_else_put_in_or_changed_is_not_believed() {
    let folder = TempDir::new().unwrap();
    let ours = open(folder.path(), SECRET);
    ours.keep_list(HOST, "[1]", at(5)).unwrap();
    ours.keep_count(&[1; 32], 40, at(5)).unwrap();
    let theirs = open(folder.path(), [8; 32]);
    assert_eq!(theirs.list(HOST.0, HOST.1).unwrap(), None);
    assert_eq!(theirs.count(&[1; 32], at(5)).unwrap(), None);
    let (connection, _) = cache::open(&cache::file_in(folder.path())).unwrap();
    connection
        .execute_batch("UPDATE model_lists SET models = '[2]'; UPDATE token_counts SET tokens = 1")
        .unwrap();
    assert_eq!(ours.list(HOST.0, HOST.1).unwrap(), None);
    assert_eq!(ours.count(&[1; 32], at(5)).unwrap(), None);
}

#[test]
fn lists_and_counts_are_told_by_the_status_and_go_when_the_cache_is_emptied() {
    let folder = TempDir::new().unwrap();
    let file = cache::file_in(folder.path());
    let told = open(folder.path(), SECRET);
    told.keep_list(HOST, "[1]", at(5)).unwrap();
    told.keep_count(&[1; 32], 40, at(5)).unwrap();
    told.keep_count(&[2; 32], 50, at(5)).unwrap();
    let held = cache::contents(&file).unwrap();
    assert_eq!((held.lists.count, held.lists.bytes), (1, 3));
    assert_eq!(held.counts.count, 2);
    let gone = cache::empty(&file).unwrap().unwrap();
    assert_eq!((gone.lists.count, gone.counts.count), (1, 2));
    assert_eq!(told.list(HOST.0, HOST.1).unwrap(), None);
    assert_eq!(told.count(&[1; 32], at(5)).unwrap(), None);
}

#[test]
fn a_damaged_cache_is_begun_anew_and_costs_a_question() {
    let folder = TempDir::new().unwrap();
    let file = cache::file_in(folder.path());
    std::fs::write(
        &file,
        b"no database at all, and longer than a header".repeat(40),
    )
    .unwrap();
    let told = open(folder.path(), SECRET);
    assert_eq!(told.list(HOST.0, HOST.1).unwrap(), None);
    told.keep_list(HOST, "[1]", at(5)).unwrap();
    assert!(told.list(HOST.0, HOST.1).unwrap().is_some());
}

#[test]
fn a_cache_of_an_earlier_build_is_read_and_brought_up_to_date() {
    let folder = TempDir::new().unwrap();
    let file = cache::file_in(folder.path());
    let (connection, _) = cache::open(&file).unwrap();
    connection
        .execute_batch("DROP TABLE model_lists; DROP TABLE token_counts; PRAGMA user_version = 2")
        .unwrap();
    drop(connection);
    assert_eq!(cache::contents(&file).unwrap().lists.count, 0);
    let told = open(folder.path(), SECRET);
    told.keep_list(HOST, "[1]", at(5)).unwrap();
    assert_eq!(cache::contents(&file).unwrap().lists.count, 1);
}
