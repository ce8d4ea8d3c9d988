//! Tests of database files: created, migrated, refused, moved aside.

use std::fs;

use rusqlite::Connection;

use super::{Harness, commit, created, event, events, session, time, wait, workspace};
use crate::global::{GLOBAL_FILE, GlobalStore};
use crate::lock::{LockError, SessionLock};
use crate::schema::Schema;
use crate::{FaultDuration, Store, StoreError, StoreLocation};
use protocol::ids::{Seq, WorkspaceId};

#[test]
fn the_folder_is_private_and_hidden_from_git() {
    let harness = Harness::new();
    harness.open();
    assert_eq!(
        fs::read_to_string(harness.folder().join(".gitignore")).unwrap(),
        "*\n"
    );
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(harness.folder()), 0o700);
        assert_eq!(mode(harness.file()), 0o600);
    }
}

#[test]
fn an_older_database_is_brought_up_to_date_and_keeps_its_rows() {
    const OLD: Schema = Schema {
        name: "test.db",
        migrations: &["CREATE TABLE one (a INTEGER); INSERT INTO one VALUES (7);"],
    };
    const NEW: Schema = Schema {
        name: "test.db",
        migrations: &[
            "this is never run again",
            "ALTER TABLE one ADD COLUMN b INTEGER; UPDATE one SET b = a + 1;",
        ],
    };
    let mut connection = Connection::open_in_memory().unwrap();
    OLD.migrate(&mut connection).unwrap();
    NEW.migrate(&mut connection).unwrap();
    NEW.migrate(&mut connection).unwrap();
    let sum: i64 = connection
        .query_row("SELECT a + b FROM one", [], |row| row.get(0))
        .unwrap();
    assert_eq!(sum, 15);
}

#[test]
fn a_migration_that_fails_leaves_the_database_as_it_was() {
    const BROKEN: Schema = Schema {
        name: "test.db",
        migrations: &[
            "CREATE TABLE one (a INTEGER);",
            "CREATE TABLE two (b INTEGER); oops",
        ],
    };
    let mut connection = Connection::open_in_memory().unwrap();
    BROKEN.migrate(&mut connection).unwrap_err();
    let state: (u32, u32) = connection
        .query_row(
            "SELECT (SELECT count(*) FROM sqlite_schema), user_version FROM pragma_user_version",
            [],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
        .unwrap();
    assert_eq!(state, (0, 0));
}

#[test]
fn a_database_of_a_newer_build_is_refused_and_left_alone() {
    let harness = Harness::new();
    drop(harness.open());
    let file = harness.file();
    let connection = Connection::open(&file).unwrap();
    connection.pragma_update(None, "user_version", 900).unwrap();
    drop(connection);
    let error = harness.refused();
    assert!(matches!(error, StoreError::Newer { found: 900, .. }));
    assert!(error.to_string().contains("update agentichat"));
    let connection = Connection::open(&file).unwrap();
    let version: u32 = connection
        .query_row("PRAGMA user_version", [], |row| row.get(0))
        .unwrap();
    assert_eq!(version, 900);
}

fn aside(harness: &Harness) -> Vec<fs::DirEntry> {
    fs::read_dir(harness.folder())
        .unwrap()
        .map(Result::unwrap)
        .filter(|entry| {
            let name = entry.file_name().into_string().unwrap();
            name.starts_with("state.db.corrupt-")
                && !name.ends_with("-wal")
                && !name.ends_with("-shm")
        })
        .collect()
}

#[test]
fn a_file_that_is_no_database_is_moved_aside_and_said() {
    let harness = Harness::new();
    fs::create_dir(harness.folder()).unwrap();
    let junk = "this is not a database, and it is longer than a header of SQLite. ".repeat(40);
    fs::write(harness.file(), &junk).unwrap();
    let opened = harness.open();
    assert_eq!(opened.last_seq, Seq(0));
    assert_eq!(opened.notices.len(), 1);
    assert!(opened.notices[0].to_string().contains("moved it to"));
    let moved = aside(&harness);
    assert_eq!(moved.len(), 1);
    assert_eq!(fs::read_to_string(moved[0].path()).unwrap(), junk);
    commit(&opened.store, 1, session(1), vec![created("fresh")]);
}

#[test]
fn a_database_with_damaged_pages_is_moved_aside() {
    let harness = Harness::new();
    {
        let store = harness.store();
        commit(&store, 1, session(1), vec![created("one")]);
        wait(store.writer.run(|connection| {
            connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
            Ok(())
        }))
        .unwrap();
        std::mem::forget(store);
    }
    let file = harness.file();
    let mut bytes = fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[4096..middle].fill(0xa5);
    fs::write(&file, bytes).unwrap();
    fs::remove_file(harness.folder().join("state.db-shm")).ok();
    let opened = harness.open();
    assert_eq!(opened.notices.len(), 1, "{:?}", opened.notices);
    assert_eq!(aside(&harness).len(), 1);
}

/// Creates a database that is too large to be checked as a whole at each start, with
/// one damaged page.
fn large_with_damage_in(harness: &Harness, table: &str) {
    {
        let store = harness.store();
        commit(&store, 1, session(1), vec![created("one")]);
    }
    let file = harness.file();
    let connection = Connection::open(&file).unwrap();
    let grow = "CREATE TABLE filler (x); INSERT INTO filler VALUES (zeroblob(6000000));
                PRAGMA wal_checkpoint(TRUNCATE);";
    connection.execute_batch(grow).unwrap();
    let page: u32 = connection
        .query_row(
            "SELECT rootpage FROM sqlite_schema WHERE name = ?1",
            [table],
            |row| row.get(0),
        )
        .unwrap();
    drop(connection);
    let page = page as usize;
    let mut bytes = fs::read(&file).unwrap();
    bytes[(page - 1) * 4096..page * 4096].fill(0xa5);
    fs::write(&file, bytes).unwrap();
}

#[test]
fn damage_that_the_first_read_meets_is_moved_aside_also_in_a_large_database() {
    let harness = Harness::new();
    large_with_damage_in(&harness, "events");
    let opened = harness.open();
    assert_eq!(opened.notices.len(), 1, "{:?}", opened.notices);
    assert_eq!(aside(&harness).len(), 1);
    commit(&opened.store, 1, session(1), vec![created("fresh")]);
}

#[test]
fn damage_that_a_commit_meets_in_a_large_database_is_moved_aside_by_the_next_start() {
    let harness = Harness::new();
    large_with_damage_in(&harness, "sessions");
    let opened = harness.open();
    assert_eq!(opened.notices, [], "not looked at as a whole");
    let batch = events(vec![event(2, session(2), None, created("two"))]);
    let error = opened.store.commit_blocking(batch).unwrap_err();
    assert!(matches!(error, StoreError::Corrupt { .. }), "{error:?}");
    assert_eq!(error.lasting(), FaultDuration::ForEver);
    drop(opened);
    let opened = harness.open();
    assert_eq!(opened.notices.len(), 1, "{:?}", opened.notices);
    drop(opened);
    let opened = harness.open();
    assert_eq!(opened.notices, [], "it is said once");
    assert_eq!(aside(&harness).len(), 1);
}

#[test]
fn what_may_pass_is_told_from_what_never_does() {
    use rusqlite::ffi;
    let of = |code| StoreError::from(rusqlite::Error::SqliteFailure(ffi::Error::new(code), None));
    for code in [
        ffi::SQLITE_FULL,
        ffi::SQLITE_BUSY,
        ffi::SQLITE_LOCKED,
        ffi::SQLITE_IOERR_WRITE,
        ffi::SQLITE_NOMEM,
    ] {
        assert_eq!(of(code).lasting(), FaultDuration::MayPass, "{code}");
    }
    for code in [
        ffi::SQLITE_CORRUPT,
        ffi::SQLITE_NOTADB,
        ffi::SQLITE_READONLY,
        ffi::SQLITE_CONSTRAINT,
        ffi::SQLITE_ERROR,
        ffi::SQLITE_MISMATCH,
        ffi::SQLITE_TOOBIG,
    ] {
        assert_eq!(of(code).lasting(), FaultDuration::ForEver, "{code}");
    }
}

#[test]
fn a_folder_that_cannot_be_made_is_unwritable_with_its_path() {
    let temp = tempfile::tempdir().unwrap();
    let parent = temp.path().join("file");
    fs::write(&parent, "").unwrap();
    let folder = parent.join(".agentichat");
    let error = Store::open(StoreLocation::Folder(folder.clone()), &workspace()).unwrap_err();
    match error {
        StoreError::Unwritable { path, .. } => assert_eq!(path, Some(folder)),
        other => panic!("{other:?}"),
    }
}

#[cfg(unix)]
#[test]
fn a_linked_folder_or_database_is_not_followed() {
    let harness = Harness::new();
    let elsewhere = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(elsewhere.path(), harness.folder()).unwrap();
    let error = harness.refused();
    assert!(matches!(error, StoreError::Linked { .. }));
    fs::remove_file(harness.folder()).unwrap();
    fs::create_dir(harness.folder()).unwrap();
    let target = elsewhere.path().join("precious");
    std::os::unix::fs::symlink(&target, harness.file()).unwrap();
    let error = harness.refused();
    assert!(matches!(error, StoreError::Linked { .. }));
    assert!(!target.exists());
}

#[test]
fn a_lock_that_is_a_link_is_not_taken_and_what_it_leads_to_stays_as_it_is() {
    let harness = Harness::new();
    let elsewhere = tempfile::tempdir().unwrap();
    let precious = elsewhere.path().join("precious");
    fs::write(&precious, "mine").unwrap();
    let locks = harness.folder().join("locks");
    fs::create_dir_all(&locks).unwrap();
    for name in ["owner.lock", "index.lock"] {
        std::os::unix::fs::symlink(&precious, locks.join(name)).unwrap();
    }
    let refused = |taken: Result<SessionLock, LockError>| {
        let error = taken.err().unwrap().to_string();
        assert!(error.contains("link"), "{error}");
    };
    refused(SessionLock::acquire_owner(&harness.folder()));
    refused(SessionLock::acquire_index(&harness.folder()));
    fs::remove_dir_all(&locks).unwrap();
    std::os::unix::fs::symlink(elsewhere.path(), &locks).unwrap();
    refused(SessionLock::acquire_owner(&harness.folder()));
    assert_eq!(fs::read_to_string(&precious).unwrap(), "mine");
    assert_eq!(fs::read_dir(elsewhere.path()).unwrap().count(), 1);
}

#[test]
fn known_workspaces_are_kept_and_the_one_used_last_comes_first() {
    let temp = tempfile::tempdir().unwrap();
    let (store, notices) = GlobalStore::open(&temp.path().join("data")).unwrap();
    assert!(notices.is_empty());
    let touch = |id: &str, at| {
        let id = WorkspaceId(id.into());
        store
            .touch_blocking(id, "/w".into(), "git".into(), time(at))
            .unwrap();
    };
    touch("a", 1);
    touch("b", 2);
    touch("a", 3);
    let known = wait(store.workspaces()).unwrap();
    let ids: Vec<&str> = known.iter().map(|known| known.id.0.as_str()).collect();
    assert_eq!(ids, ["a", "b"]);
    assert_eq!(known[0].created_at, time(1));
    assert_eq!(known[0].last_active, time(3));
    assert!(temp.path().join("data").join(GLOBAL_FILE).exists());
}

#[test]
fn a_home_that_cannot_be_written_is_an_error_with_its_path() {
    let temp = tempfile::tempdir().unwrap();
    let file = temp.path().join("file");
    fs::write(&file, "").unwrap();
    let error = GlobalStore::open(&file.join("data")).unwrap_err();
    assert!(matches!(error, StoreError::Unwritable { .. }));
}
