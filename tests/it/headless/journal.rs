//! A journal that cannot be written ends the run soon, with the reason.

use std::io::{Seek, SeekFrom, Write};
use std::time::{Duration, Instant};

use crate::support::http::Server;
use crate::support::program::{Place, ProgramOutput};
use crate::support::wire::{Step, ollama, show};

/// Most time from a journal fault to the end of the run.
const SOON: Duration = Duration::from_secs(10);

async fn server() -> Server {
    let answers = |_| [show(), ollama(Step::Says("It is so."))];
    Server::start((0..3).flat_map(answers).collect()).await
}

async fn run(place: &Place, server: &Server) -> ProgramOutput {
    place.run_with_ollama(&server.url, &["Is it so?"]).await
}

/// Damages the message table of a database that is too large to be checked as a whole
/// at each start.
fn damage_messages(place: &Place) {
    let file = place.root().join(".agentichat/state.db");
    let connection = rusqlite::Connection::open(&file).expect("the database");
    connection
        .execute_batch(
            "CREATE TABLE filler (x); INSERT INTO filler VALUES (zeroblob(6000000));
             PRAGMA wal_checkpoint(TRUNCATE);",
        )
        .expect("it is made larger");
    let number = |sql: &str| -> u64 {
        let found: i64 = connection
            .query_row(sql, [], |row| row.get(0))
            .expect("a number");
        found.try_into().expect("not negative")
    };
    let size = number("PRAGMA page_size");
    let page = number("SELECT rootpage FROM sqlite_schema WHERE name = 'messages'");
    drop(connection);
    let mut file = std::fs::OpenOptions::new()
        .write(true)
        .open(file)
        .expect("the file");
    file.seek(SeekFrom::Start((page - 1) * size))
        .expect("it seeks");
    file.write_all(&vec![0xa5; size.try_into().expect("small")])
        .expect("it is damaged");
}

#[tokio::test]
async fn a_run_on_a_damaged_database_ends_with_the_reason_and_the_next_start_begins_anew() {
    let place = Place::new().await;
    let server = server().await;
    let said = run(&place, &server).await;
    assert_eq!(said.status, 0, "{said:?}");
    damage_messages(&place);
    let began = Instant::now();
    let said = run(&place, &server).await;
    assert!(began.elapsed() < SOON, "{:?}", began.elapsed());
    assert_eq!(said.status, 1, "{said:?}");
    assert!(said.log.contains("saving has failed for good"), "{said:?}");
    assert!(said.log.contains("the database is damaged"), "{said:?}");
    let said = run(&place, &server).await;
    assert_eq!(said.status, 0, "{said:?}");
    assert!(said.log.contains("moved it to"), "{said:?}");
    let kept = std::fs::read_dir(place.root().join(".agentichat")).expect("a folder");
    let kept = kept.flatten().map(|entry| entry.file_name());
    let aside = kept.filter(|name| name.to_string_lossy().starts_with("state.db.corrupt-"));
    assert_eq!(aside.count(), 1, "nothing is thrown away");
}

/// Limits every file to this many blocks of 512 bytes; a program that exceeds it gets an error and
/// is not ended.
const FULL: &str = "trap '' XFSZ; ulimit -f 100";

#[tokio::test]
async fn a_run_on_a_full_disk_ends_with_the_reason() {
    let place = Place::new().await;
    let server = server().await;
    let said = run(&place, &server).await;
    assert_eq!(said.status, 0, "{said:?}");
    let began = Instant::now();
    // One message larger than the limit.
    let long = "Is it so? ".repeat(12_000);
    let arguments = ["run", "--provider", "ollama", "--model", "m", &long];
    let variables = [("OLLAMA_HOST", server.url.as_str())];
    let said = place.after(FULL, &arguments, &variables).await;
    assert!(began.elapsed() < SOON, "{:?}", began.elapsed());
    assert_eq!(said.status, 1, "{said:?}");
    assert!(said.log.contains("saving has failed for good"), "{said:?}");
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_folder_whose_path_is_not_utf8_is_refused_at_once_with_what_to_do() {
    let place = Place::new().await;
    let first =
        "cd .. && name=$(printf 'caf\\351') && mkdir -p \"$name/.git\" && cd \"$name\" || exit 77";
    for (arguments, status) in [
        (&["run", "--model", "m", "go"][..], 2),
        (&["--plain"][..], 1),
        (&["checkpoints"][..], 2),
    ] {
        let said = place.after(first, arguments, &[]).await;
        assert_eq!(said.status, status, "{arguments:?}: {said:?}");
        assert!(said.log.contains("is not UTF-8"), "{arguments:?}: {said:?}");
        assert!(said.log.contains("--cwd"), "{arguments:?}: {said:?}");
    }
    let inside = std::fs::read_dir(place.beside("")).expect("a folder");
    let made = inside
        .flatten()
        .filter(|entry| entry.path().join(".agentichat").exists());
    assert_eq!(made.count(), 0, "nothing was begun in it");
}
