//! Finds, creates and checks a database file. A damaged one is moved aside, never silently.

use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use super::error::StoreError;
use super::schema::Schema;
use notice::{Notice, notice};
use support::private;

/// Maximum wait of a connection for another process.
const BUSY: Duration = Duration::from_secs(5);

/// Maximum size of a file that is checked as a whole when it is opened. Larger ones are only
/// checked where they are read.
const CHECKED_WHOLE: u64 = 4 * 1024 * 1024;

/// Creates `folder` (0700) and makes git ignore it.
///
/// # Errors
/// Fails if the folder cannot be created or is a symbolic link.
pub fn prepare_folder(folder: &Path) -> Result<(), StoreError> {
    refuse_link(folder)?;
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
        .create(folder)
        .map_err(|source| StoreError::io(folder, source))?;
    let ignore = folder.join(".gitignore");
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, private::FILE);
    match options.open(&ignore) {
        Ok(mut file) => file
            .write_all(b"*\n")
            .map_err(|source| StoreError::io(&ignore, source)),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(()),
        Err(source) => Err(StoreError::io(&ignore, source)),
    }
}

/// Opens the database for writing, creates it if it is missing, and migrates it. Moves a damaged
/// file aside, creates a new one, and reports that in `notices`.
///
/// # Errors
/// See [`StoreError`].
pub fn open_file(
    file: &Path,
    schema: &Schema,
    notices: &mut Vec<Notice>,
) -> Result<Connection, StoreError> {
    refuse_strangers(file)?;
    match open_patiently(file, schema) {
        Err(StoreError::Corrupt { reason }) => recreate(file, schema, &reason, notices),
        other => other.map_err(|error| error.at(file)),
    }
}

/// Moves a damaged file aside, creates a new one, and reports that in `notices`. The file must not
/// be open anywhere.
///
/// # Errors
/// See [`StoreError`].
pub(super) fn recreate(
    file: &Path,
    schema: &Schema,
    reason: &Notice,
    notices: &mut Vec<Notice>,
) -> Result<Connection, StoreError> {
    let aside = move_aside(file)?;
    notices.push(notice!(
        "told-store-moved-aside",
        path = file.display(),
        rest = reason,
        places = aside.display(),
    ));
    open_patiently(file, schema).map_err(|error| error.at(file))
}

/// Returns the path of the marker beside a database that was found damaged while in use.
fn damage_mark(file: &Path) -> PathBuf {
    with_suffix(file, "-damaged")
}

/// Makes the next start check the whole database, whatever its size, because a read found damage.
pub(super) fn mark_damaged(file: &Path) {
    if let Err(error) = fs::write(damage_mark(file), b"") {
        tracing::warn!(%error, "a damaged database could not be marked");
    }
}

fn unmark_damaged(file: &Path) {
    match fs::remove_file(damage_mark(file)) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            tracing::warn!(%error, "the mark of a damaged database could not be removed");
        }
        _ => {}
    }
}

/// Opens a database that exists only as long as its connection.
///
/// # Errors
/// See [`StoreError`].
pub fn open_memory(schema: &Schema) -> Result<Connection, StoreError> {
    let mut connection = Connection::open_in_memory()?;
    configure(&connection)?;
    schema.migrate(&mut connection)?;
    Ok(connection)
}

/// Opens a read-only connection.
///
/// # Errors
/// See [`StoreError`].
pub fn open_reader(file: &Path) -> Result<Connection, StoreError> {
    let connection = open_writer(file)?;
    connection.pragma_update(None, "query_only", true)?;
    Ok(connection)
}

/// Opens another writing connection to an existing database.
///
/// # Errors
/// See [`StoreError`].
pub fn open_writer(file: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)
        .map_err(|error| StoreError::from(error).at(file))?;
    configure(&connection)?;
    Ok(connection)
}

/// Opens a connection that deletes unneeded data. A power cut may undo its changes, because it can
/// make them again.
///
/// # Errors
/// See [`StoreError`].
pub(super) fn open_keeper(file: &Path) -> Result<Connection, StoreError> {
    let connection = open_reader(file)?;
    connection.pragma_update(None, "query_only", false)?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    Ok(connection)
}

/// Opens a database and retries on conflicts. Two processes that create the same file at the same
/// moment can block each other in situations where SQLite does not wait (the change to WAL, a lock
/// that would be a deadlock); then one of them retries.
pub fn open_patiently(file: &Path, schema: &Schema) -> Result<Connection, StoreError> {
    let began = Instant::now();
    loop {
        match open_checked(file, schema) {
            Err(StoreError::Busy) if began.elapsed() < BUSY => {
                // Waiting processes use different delays.
                let lag = u64::from(std::process::id() % 7) + 5;
                std::thread::sleep(Duration::from_millis(lag));
            }
            other => return other,
        }
    }
}

fn open_checked(file: &Path, schema: &Schema) -> Result<Connection, StoreError> {
    create_private(file)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(file, flags)?;
    configure(&connection)?;
    connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    check(&connection, file)?;
    schema.migrate(&mut connection)?;
    probe_writing(&mut connection)?;
    Ok(connection)
}

pub(super) fn configure(connection: &Connection) -> Result<(), StoreError> {
    connection.busy_timeout(BUSY)?;
    connection.set_prepared_statement_cache_capacity(96);
    // The file may come with a repository: nothing in its schema may run code or be rewritten.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false)?;
    Ok(())
}

/// Creates the file with private permissions. SQLite gives its side files the mode of the database,
/// so setting the mode once here is enough.
fn create_private(file: &Path) -> Result<(), StoreError> {
    let mut options = fs::OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(file) {
        Ok(_) => Ok(()),
        Err(source) => Err(StoreError::io(file, source)),
    }
}

fn check(connection: &Connection, file: &Path) -> Result<(), StoreError> {
    let bytes = fs::metadata(file).map_or(0, |facts| facts.len());
    let was_damaged = damage_mark(file).exists();
    if bytes > CHECKED_WHOLE && !was_damaged {
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
        return Ok(());
    }
    // The quick check does not compare indexes with their tables.
    let question = if was_damaged {
        "PRAGMA integrity_check(1)"
    } else {
        "PRAGMA quick_check(1)"
    };
    let verdict: String = connection.query_row(question, [], |row| row.get(0))?;
    if verdict != "ok" {
        return Err(StoreError::Corrupt {
            reason: Notice::text(verdict),
        });
    }
    if was_damaged {
        unmark_damaged(file);
    }
    Ok(())
}

/// Checks that the database is writable, so that a read-only file is noticed here and not at the
/// first decision that cannot be stored.
fn probe_writing(connection: &mut Connection) -> Result<(), StoreError> {
    let version: u32 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let transaction =
        connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    transaction.pragma_update(None, "user_version", version)?;
    transaction.rollback()?;
    Ok(())
}

/// Refuses a database if one of its files is a link, a pipe or anything else that is not a regular
/// file: SQLite would wait for the other end, or write through it.
pub fn refuse_strangers(file: &Path) -> Result<(), StoreError> {
    for suffix in ["", "-wal", "-shm", "-journal"] {
        let path = with_suffix(file, suffix);
        refuse_link(&path)?;
        if fs::symlink_metadata(&path).is_ok_and(|facts| !facts.is_file()) {
            let why = std::io::Error::new(
                std::io::ErrorKind::InvalidInput,
                notice!("told-store-not-regular"),
            );
            return Err(StoreError::io(&path, why));
        }
    }
    Ok(())
}

pub(crate) fn refuse_link(path: &Path) -> Result<(), StoreError> {
    match fs::symlink_metadata(path) {
        Ok(facts) if facts.file_type().is_symlink() => Err(StoreError::Linked {
            path: path.to_path_buf(),
        }),
        _ => Ok(()),
    }
}

fn move_aside(file: &Path) -> Result<PathBuf, StoreError> {
    let time = Timestamp::now().strftime("%Y%m%dT%H%M%SZ").to_string();
    let mut aside = with_suffix(file, &format!(".corrupt-{time}"));
    let mut number = 1_u32;
    while aside.exists() {
        number = number.saturating_add(1);
        aside = with_suffix(file, &format!(".corrupt-{time}-{number}"));
    }
    fs::rename(file, &aside).map_err(|source| StoreError::io(file, source))?;
    unmark_damaged(file);
    for side in ["-wal", "-shm"] {
        let from = with_suffix(file, side);
        if from.exists() {
            fs::rename(&from, with_suffix(&aside, side))
                .map_err(|source| StoreError::io(&from, source))?;
        }
    }
    Ok(aside)
}

pub(crate) fn with_suffix(file: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(suffix);
    PathBuf::from(name)
}

/// Deletes a database whose contents can all be recomputed.
///
/// # Errors
/// See [`StoreError`].
pub fn remove(file: &Path) -> Result<(), StoreError> {
    for path in [file.to_path_buf()]
        .into_iter()
        .chain(["-wal", "-shm"].map(|side| with_suffix(file, side)))
    {
        match std::fs::remove_file(&path) {
            Ok(()) => {}
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(source) => return Err(StoreError::io(&path, source)),
        }
    }
    Ok(())
}
