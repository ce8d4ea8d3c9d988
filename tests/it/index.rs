//! The index by the command line: what it finds, and that killing who builds it harms nothing.

use std::path::Path;

use nix::sys::signal::Signal;
use serde_json::Value;

use crate::support::program::{Place, json_lines};

async fn status(place: &Place) -> Value {
    let said = place.agentichat(&["index", "--json"], &[]).await;
    assert_eq!(said.status, 0, "{}", said.log);
    json_lines(&said.out).remove(0)
}

#[tokio::test]
async fn the_index_is_built_asked_and_built_anew_by_the_command_line() {
    let place = Place::new().await;
    place.write("big.txt", &"words ".repeat(20_000));
    place.write(".env", "validate_url=secret\n");
    assert_eq!(status(&place).await["built"], false);
    let said = place
        .agentichat(
            &["index", "search", "--json", "where are urls validated?"],
            &[],
        )
        .await;
    assert_eq!(said.status, 0, "{}", said.log);
    let hits = json_lines(&said.out);
    assert_eq!(hits[0]["path"], "utils/validators.py");
    assert_eq!(hits[0]["start_line"], 1);
    assert!(
        hits[0]["snippet"]
            .as_str()
            .is_some_and(|text| text.contains("def validate_url"))
    );
    let known = status(&place).await;
    assert_eq!(
        (&known["built"], &known["files"]),
        (&true.into(), &3.into())
    );
    let said = place
        .agentichat(&["index", "search", "absent", "--glob", "*.py"], &[])
        .await;
    assert_eq!(
        (said.status, said.out.as_str()),
        (1, ""),
        "nothing found is a status"
    );
    place.config("index:\n  max_file_bytes: 2000\n");
    let said = place.agentichat(&["index", "rebuild"], &[]).await;
    assert!(
        said.out.contains("3 files") && said.out.contains("1 too large"),
        "{}",
        said.out
    );
    place.config("index:\n  enabled: false\n");
    let said = place.agentichat(&["index", "build"], &[]).await;
    assert_eq!(said.status, 1);
    assert!(said.log.contains("index.enabled"), "{}", said.log);
}

/// Waits until so much was written, or all was.
async fn until_written(folder: &Path, bytes: u64) {
    let size = |name: &str| std::fs::metadata(folder.join(name)).map_or(0, |file| file.len());
    let is_over = || size("index.db") > 0 && size("index.db-wal") == 0;
    while size("index.db-wal") < bytes && !is_over() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn whoever_builds_it_may_be_killed_at_any_moment() {
    let place = Place::new().await;
    for number in 0..600 {
        let words: String = (0..120)
            .map(|word| format!("word{} ", number * 7 + word))
            .collect();
        place.write(
            &format!("src/f{number}.txt"),
            &format!("only{number}x\n{words}\n"),
        );
    }
    let folder = place.root().join(".agentichat");
    for bytes in [1, 100_000, 600_000, 1_200_000] {
        let building = place.start_any(&["index", "build"], &[]);
        until_written(&folder, bytes).await;
        building.signal(Signal::SIGKILL);
        building.end().await;
        // What is there can be read.
        status(&place).await;
    }
    let said = place.agentichat(&["index", "build", "--json"], &[]).await;
    assert_eq!(said.status, 0, "{}", said.log);
    assert!(!said.log.contains("damaged"), "{}", said.log);
    let known = status(&place).await;
    assert_eq!(
        (&known["built"], &known["files"]),
        (&true.into(), &602.into())
    );
    for number in [0, 300, 599] {
        let word = format!("only{number}x");
        let said = place
            .agentichat(&["index", "search", "--json", &word], &[])
            .await;
        let hits = json_lines(&said.out);
        assert_eq!(hits[0]["path"], format!("src/f{number}.txt"));
    }
}
