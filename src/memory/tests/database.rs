//! The database: versions, two processes, damage.

use std::fs;
use std::path::Path;

use redact::Masker;
use rusqlite::Connection;

use super::{at, id, knowledge};
use crate::database::{MEMORY, file_in};
use crate::{MemoryError, MemoryFilter, MemoryStore, Place};
use store::StoreError;

fn open(folder: &Path) -> MemoryStore {
    let (store, notices) = MemoryStore::open(folder, Masker::default()).unwrap();
    assert_eq!(notices, []);
    store
}

#[tokio::test]
async fn two_processes_see_what_the_other_added() {
    let home = tempfile::tempdir().unwrap();
    let (one, other) = (open(home.path()), open(home.path()));
    for number in 0..20 {
        let store = if number % 2 == 0 { &one } else { &other };
        store
            .add(knowledge(number, &format!("fact {number}")))
            .await
            .unwrap();
    }
    for store in [one, other] {
        assert_eq!(store.counts(Place::Any).await.unwrap().kept, 20);
    }
}

#[tokio::test]
async fn a_damaged_database_is_moved_aside_and_the_user_told() {
    let home = tempfile::tempdir().unwrap();
    fs::write(
        file_in(home.path()),
        b"this is no database, and long enough to be read",
    )
    .unwrap();
    let (store, notices) = MemoryStore::open(home.path(), Masker::default()).unwrap();
    assert_eq!(notices.len(), 1);
    store.add(knowledge(1, "one")).await.unwrap();
    let mut names = fs::read_dir(home.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert!(names.any(|name| name.starts_with("memory.db.corrupt-")));
}

#[test]
fn a_database_of_a_newer_version_is_refused_and_stays() {
    let home = tempfile::tempdir().unwrap();
    drop(open(home.path()));
    let file = file_in(home.path());
    Connection::open(&file)
        .unwrap()
        .pragma_update(None, "user_version", 99)
        .unwrap();
    let refused = MemoryStore::open(home.path(), Masker::default());
    assert!(matches!(
        refused,
        Err(MemoryError::Store(StoreError::Newer { found: 99, .. }))
    ));
    assert!(file.exists());
}

#[cfg(unix)]
#[test]
fn nobody_else_can_read_the_database() {
    use std::os::unix::fs::PermissionsExt;
    let home = tempfile::tempdir().unwrap();
    drop(open(home.path()));
    let mode = fs::metadata(file_in(home.path()))
        .unwrap()
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[tokio::test]
async fn items_that_were_deleted_long_ago_are_gone_after_the_next_start() {
    let home = tempfile::tempdir().unwrap();
    let store = open(home.path());
    store.add(knowledge(1, "one")).await.unwrap();
    store.add(knowledge(2, "two")).await.unwrap();
    store.delete(id(1), at(1_000)).await.unwrap();
    store.delete(id(2), jiff::Timestamp::now()).await.unwrap();
    drop(store);
    let store = open(home.path());
    assert!(store.restore(id(1)).await.is_err());
    assert!(store.restore(id(2)).await.is_ok());
}

/// Databases of every version, as the build of their time wrote them; see `tests/README.md`.
#[tokio::test]
async fn the_items_of_every_version_are_there() {
    for version in 1..=MEMORY.migrations.len() {
        let home = tempfile::tempdir().unwrap();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/schema");
        let sql = fs::read_to_string(folder.join(format!("memory-{version}.sql"))).unwrap();
        let connection = Connection::open(file_in(home.path())).unwrap();
        connection.execute_batch(&sql).unwrap();
        drop(connection);
        let store = open(home.path());
        let page = store.list(MemoryFilter::default(), None, 10).await.unwrap();
        let texts: Vec<&str> = page.items.iter().map(|item| item.text.as_str()).collect();
        assert_eq!(texts, ["Prefers short answers", "Orders are in Postgres"]);
        assert_eq!(page.items[1].tags, ["db"]);
        assert!(store.restore(page.items[0].id).await.is_ok());
    }
}
