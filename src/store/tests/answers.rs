//! Tests of `cache.db`: which answers it returns to whom, and the handling of the file.

use std::path::Path;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use tempfile::TempDir;

use crate::answers::{Answers, Bounds, Hash, LONGEST, Size};
use crate::cache::{self, Contents, Rows};

const SECRET: Hash = [7; 32];
const DAY: i64 = 86_400;

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_second(seconds).unwrap()
}

fn request(number: u8) -> Hash {
    [number; 32]
}

fn size(answer: u64, total: u64) -> Size {
    Size { answer, total }
}

fn open(folder: &Path, secret: Hash, most_bytes: u64) -> Answers {
    let bounds = Bounds {
        most_bytes,
        most_seconds: DAY,
    };
    Answers::new(cache::file_in(folder), secret, bounds)
}

fn given(answers: &Answers, number: u8, now: Timestamp) -> Option<String> {
    let found = answers.find(&request(number), None, now).unwrap();
    found
        .answer
        .map(|answer| String::from_utf8(answer.parts).unwrap())
}

#[test]
fn an_answer_is_there_for_the_next_process_and_counted() {
    let folder = TempDir::new().unwrap();
    let now = at(1_000_000);
    let answers = open(folder.path(), SECRET, 1_000_000);
    assert_eq!(given(&answers, 1, now), None);
    answers
        .keep(&request(1), (b"[1]", size(20, 120)), now)
        .unwrap();
    let next = open(folder.path(), SECRET, 1_000_000);
    assert_eq!(given(&next, 1, now), Some("[1]".to_owned()));
    assert_eq!(given(&next, 1, now), Some("[1]".to_owned()));
    let held = cache::contents(&cache::file_in(folder.path())).unwrap();
    assert_eq!(
        (held.hits, held.misses, held.saved_tokens),
        (2, 1, 240),
        "{held:?}"
    );
    assert_eq!(held.answers, Rows { count: 1, bytes: 3 });
    assert!(held.file_bytes > 0);
    answers
        .keep(&request(1), (b"[2]", size(20, 120)), now)
        .unwrap();
    assert_eq!(given(&next, 1, now), Some("[2]".to_owned()), "the latest");
}

#[test]
fn an_answer_is_not_given_when_it_is_too_old_too_long_or_from_the_future() {
    let folder = TempDir::new().unwrap();
    let made = at(1_000_000);
    let answers = open(folder.path(), SECRET, 1_000_000);
    answers
        .keep(&request(1), (b"[1]", size(20, 120)), made)
        .unwrap();
    let later = |days: i64| made + SignedDuration::from_secs(days * DAY);
    assert!(given(&answers, 1, later(1)).is_some());
    assert!(given(&answers, 1, later(1) + SignedDuration::from_secs(1)).is_none());
    assert!(given(&answers, 1, at(999_999)).is_none());
    let bounded = |most| answers.find(&request(1), Some(most), made).unwrap();
    assert!(bounded(20).answer.is_some() && bounded(19).answer.is_none());
    let long = vec![b' '; LONGEST + 1];
    answers
        .keep(&request(2), (&long, size(1, 1)), made)
        .unwrap();
    assert!(given(&answers, 2, made).is_none());
    // Expired answers are deleted when the next one is stored.
    answers
        .keep(&request(3), (b"[3]", size(1, 1)), later(2))
        .unwrap();
    let held = cache::contents(&cache::file_in(folder.path())).unwrap();
    assert_eq!(held.answers.count, 1);
}

#[test]
fn over_the_cap_those_go_that_were_not_used_for_longest() {
    let folder = TempDir::new().unwrap();
    let now = at(1_000_000);
    let most = 10_000;
    let answers = open(folder.path(), SECRET, most);
    let parts = [b'x'; 800];
    for number in 0..40 {
        answers
            .keep(&request(number), (&parts, size(1, 1)), now)
            .unwrap();
        // The first answer is always in use.
        assert!(given(&answers, 0, now).is_some(), "after {number}");
        let held = cache::contents(&cache::file_in(folder.path())).unwrap();
        assert!(held.answers.bytes <= most, "{held:?}");
    }
    assert!(given(&answers, 39, now).is_some());
    assert!(given(&answers, 1, now).is_none());
    assert!(given(&answers, 20, now).is_none());
}

#[test]
fn what_somebody_else_put_in_or_changed_is_not_given() {
    let folder = TempDir::new().unwrap();
    let now = at(1_000_000);
    let theirs = open(folder.path(), [9; 32], 1_000_000);
    theirs.keep(&request(1), (b"[1]", size(1, 1)), now).unwrap();
    let ours = open(folder.path(), SECRET, 1_000_000);
    assert_eq!(given(&ours, 1, now), None);
    ours.keep(&request(2), (b"[2]", size(1, 1)), now).unwrap();
    let (connection, _) = cache::open(&cache::file_in(folder.path())).unwrap();
    connection
        .execute("UPDATE answers SET parts = '[\"evil\"]'", [])
        .unwrap();
    assert_eq!(given(&ours, 2, now), None);
}

#[test]
fn nothing_of_a_request_is_in_the_file_and_its_owner_alone_may_read_it() {
    let folder = TempDir::new().unwrap();
    let answers = open(folder.path(), SECRET, 1_000_000);
    answers
        .keep(&[0xab; 32], (b"[1]", size(1, 1)), at(1_000_000))
        .unwrap();
    drop(answers);
    let file = cache::file_in(folder.path());
    let bytes = std::fs::read(&file).unwrap();
    for hidden in [[0xab; 32], SECRET] {
        assert!(!bytes.windows(32).any(|window| window == hidden));
    }
    let mode =
        std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&file).unwrap().permissions());
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn a_damaged_cache_is_begun_anew_with_a_word_and_one_of_a_later_version_is_left_alone() {
    let folder = TempDir::new().unwrap();
    let now = at(1_000_000);
    let file = cache::file_in(folder.path());
    std::fs::write(&file, b"this is no database at all").unwrap();
    let answers = open(folder.path(), SECRET, 1_000_000);
    let found = answers.find(&request(1), None, now).unwrap();
    assert!(found.word.unwrap().to_string().contains("was damaged"));
    answers
        .keep(&request(1), (b"[1]", size(1, 1)), now)
        .unwrap();
    assert!(given(&answers, 1, now).is_some());
    drop(answers);
    let (connection, _) = cache::open(&file).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    drop(connection);
    let before = std::fs::read(&file).unwrap();
    let answers = open(folder.path(), SECRET, 1_000_000);
    let error = answers.find(&request(1), None, now).unwrap_err();
    assert!(error.to_string().contains("newer agentichat"), "{error}");
    assert!(cache::empty(&file).is_err());
    assert_eq!(std::fs::read(&file).unwrap(), before);
}

#[test]
fn a_cache_is_emptied_also_while_another_works_with_it() {
    let folder = TempDir::new().unwrap();
    let file = cache::file_in(folder.path());
    assert_eq!(cache::empty(&file).unwrap(), None);
    assert_eq!(cache::contents(&file).unwrap(), Contents::default());
    assert!(!file.exists(), "looking makes none");
    let now = at(1_000_000);
    let answers = open(folder.path(), SECRET, 1_000_000);
    let parts = vec![b'x'; 200_000];
    answers
        .keep(&request(1), (&parts, size(1, 1)), now)
        .unwrap();
    let gone = cache::empty(&file).unwrap().unwrap();
    assert_eq!(gone.answers.count, 1);
    let left = cache::contents(&file).unwrap();
    assert_eq!((left.answers.count, left.hits, left.misses), (0, 0, 0));
    assert!(left.file_bytes < gone.file_bytes, "{left:?} {gone:?}");
    assert_eq!(given(&answers, 1, now), None);
    answers
        .keep(&request(1), (b"[1]", size(1, 1)), now)
        .unwrap();
    assert!(given(&answers, 1, now).is_some());
    drop(answers);
    std::fs::write(&file, b"this is no database at all").unwrap();
    assert!(cache::empty(&file).unwrap().is_some());
    assert!(!file.exists(), "a damaged one goes");
}

#[test]
fn a_link_in_its_place_is_not_followed() {
    let folder = TempDir::new().unwrap();
    let target = folder.path().join("precious");
    std::fs::write(&target, b"mine").unwrap();
    let inside = folder.path().join("state");
    std::fs::create_dir(&inside).unwrap();
    let file = cache::file_in(&inside);
    std::os::unix::fs::symlink(&target, &file).unwrap();
    let answers = open(&inside, SECRET, 1_000_000);
    assert!(answers.find(&request(1), None, at(1)).is_err());
    assert!(cache::contents(&file).is_err() && cache::empty(&file).is_err());
    assert_eq!(std::fs::read(&target).unwrap(), b"mine");
}

#[test]
fn two_that_share_a_cache_lose_nothing() {
    let folder = TempDir::new().unwrap();
    let now = at(1_000_000);
    let open = || Arc::new(open(folder.path(), SECRET, 10_000_000));
    let (one, two) = (open(), open());
    std::thread::scope(|scope| {
        for (answers, first) in [(&one, 0_u8), (&two, 100)] {
            scope.spawn(move || {
                for number in first..first + 50 {
                    let keep = || answers.keep(&request(number), (b"[]", size(1, 1)), now);
                    // The wait for the other process may exceed its limit; then try again.
                    while let Err(error) = keep() {
                        assert!(matches!(error, crate::StoreError::Busy), "{error}");
                    }
                }
            });
        }
    });
    let held = cache::contents(&cache::file_in(folder.path())).unwrap();
    assert_eq!(held.answers.count, 100);
}
