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

#[tokio::test]
async fn files_may_go_to_another_machine_only_by_a_word_of_the_user_which_is_kept() {
    let place = Place::new().await;
    let config = |model: &str| {
        place.config(&format!(
            "index:\n  embedding_model: {model}\n  embedding_provider: openai\n\
             providers:\n  openai:\n    base_url: https://embeddings.example/v1\n"
        ));
    };
    config("small");
    let said = place.agentichat(&["index", "build"], &[]).await;
    assert_eq!(said.status, 0, "{}", said.log);
    for words in [
        "vectors of 0 chunks by openai/small",
        "https://embeddings.example",
        "agentichat index allow",
    ] {
        assert!(said.out.contains(words), "{words}: {}", said.out);
    }
    assert_eq!(status(&place).await["vectors"]["consent"], Value::Null);
    for (word, kept, told) in [
        (
            "allow",
            "given",
            "this goes out from now on: the text of this workspace's files",
        ),
        (
            "refuse",
            "refused",
            "no file of this workspace goes to openai",
        ),
    ] {
        let said = place.agentichat(&["index", word], &[]).await;
        assert_eq!(said.status, 0, "{}", said.log);
        assert!(said.out.contains(told), "{}", said.out);
        let known = status(&place).await;
        assert_eq!(known["vectors"]["consent"], kept);
        assert_eq!(known["vectors"]["local"], false);
    }
    place.config("");
    let said = place.agentichat(&["index", "allow"], &[]).await;
    assert_eq!(said.status, 1);
    assert!(said.log.contains("index.embedding_model"), "{}", said.log);
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
