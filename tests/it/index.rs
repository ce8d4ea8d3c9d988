//! The index from the command line: its results, and that killing the process that builds it
//! does no harm.

use std::path::Path;

use nix::sys::signal::Signal;
use serde_json::{Value, json};

use crate::support::http::{Act, Script, Server};
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
            "now sending: the text of this workspace's files",
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
    let said = place.agentichat(&["index", "allow"], &[]).await;
    assert_eq!(said.status, 0, "{}", said.log);
    let said = place.agentichat(&["trust", "--revoke"], &[]).await;
    assert!(
        said.out
            .contains("may not go to openai at https://embeddings.example"),
        "{}",
        said.out
    );
    assert_eq!(status(&place).await["vectors"]["consent"], Value::Null);
    place.config("");
    let said = place.agentichat(&["index", "allow"], &[]).await;
    assert_eq!(said.status, 1);
    assert!(said.log.contains("index.embedding_model"), "{}", said.log);
}

/// Configures an Ollama server at this address to compute embeddings.
fn embed_at(place: &Place, url: &str) {
    place.config(&format!(
        "index:\n  embedding_model: all-minilm\nproviders:\n  ollama:\n    base_url: {url}\n"
    ));
}

/// Returns an answer with `count` vectors.
fn vectors(count: usize) -> Script {
    let vectors = vec![json!([3, 4]); count];
    Script::json(200, &json!({ "embeddings": vectors }).to_string())
}

/// Records a model that searches by meaning; returns the arguments that replay it.
fn searches_by_meaning(place: &Place) -> Vec<String> {
    let header = json!({
        "cassette": 1, "made_by": "a test", "created_at": "2026-11-01T09:00:00Z",
        "provider": "ollama", "model": "recorded"
    });
    let call = json!({
        "type": "call_start", "index": 0, "id": "call_1", "name": "search_semantic"
    });
    let end = json!({
        "type": "call_end", "index": 0, "arguments": { "query": "is this address right?" }
    });
    let asks = json!([call, end, { "type": "done", "stop": "needs_tools" }]);
    let says = json!([{ "type": "text", "text": "Found." }, { "type": "done", "stop": "done" }]);
    let steps = [(1, asks), (2, says)]
        .map(|(step, parts)| json!({ "agent": "main", "step": step, "parts": parts }));
    let lines: Vec<String> = std::iter::once(&header)
        .chain(&steps)
        .map(Value::to_string)
        .collect();
    let file = place.beside("asks.jsonl");
    std::fs::write(&file, lines.join("\n") + "\n").expect("a recording");
    let file = file.display().to_string();
    let words = ["--json", "--provider", "replay", "--base-url", &file];
    let words = words.iter().chain(&["--model", "recorded", "search"]);
    words.map(|&word| word.to_owned()).collect()
}

async fn result_of_search(place: &Place) -> Value {
    let arguments = searches_by_meaning(place);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let said = place.run(&arguments, &[]).await;
    assert_eq!(said.status, 0, "{}\n{}", said.out, said.log);
    said.of_type("tool.call.completed").remove(0)["data"]["result"].take()
}

#[tokio::test]
async fn a_build_makes_the_vectors_and_a_run_without_a_screen_uses_them() {
    let place = Place::new().await;
    let mut server = Server::start(vec![vectors(2), vectors(1), vectors(1)]).await;
    embed_at(&place, &server.url);
    let said = place.agentichat(&["index", "build", "--json"], &[]).await;
    assert_eq!(said.status, 0, "{}", said.log);
    let known = json_lines(&said.out).remove(0);
    assert_eq!(
        known["vectors"],
        json!({ "model": "ollama/all-minilm", "made": 2, "local": true, "consent": null })
    );
    assert!(
        said.log.contains("vectors are made with ollama/all-minilm"),
        "{}",
        said.log
    );
    let asked = server.request().await.json();
    let texts: Vec<&str> = asked["input"]
        .as_array()
        .expect("texts")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    assert!(
        texts.iter().any(|text| text.contains("def validate_url")),
        "{texts:?}"
    );
    // Existing vectors are not computed again.
    place.write("docs/api.md", "# Something else\n");
    let said = place.agentichat(&["index", "build"], &[]).await;
    assert!(
        said.out
            .contains("vectors of 2 chunks by ollama/all-minilm, on this machine"),
        "{}",
        said.out
    );
    assert_eq!(
        server.request().await.json()["input"],
        json!(["docs/api.md\n# Something else"])
    );
    let result = result_of_search(&place).await;
    assert_eq!(result["ok"], true, "{result}");
    assert!(
        result["content"]
            .to_string()
            .contains("utils/validators.py"),
        "{result}"
    );
    assert_eq!(
        server.request().await.json()["input"],
        json!(["is this address right?"])
    );
}

#[tokio::test]
async fn without_a_model_a_build_says_so_and_a_search_by_meaning_is_refused_with_why() {
    let place = Place::new().await;
    let said = place.agentichat(&["index", "build"], &[]).await;
    assert_eq!(said.status, 0, "{}", said.log);
    assert!(
        said.out.contains("no vectors: no embedding model"),
        "{}",
        said.out
    );
    let result = result_of_search(&place).await;
    assert_eq!(result["error"]["code"], "E007", "{result}");
    assert!(
        result.to_string().contains("index.embedding_model"),
        "{result}"
    );
}

#[tokio::test]
async fn a_server_that_is_away_leaves_an_index_without_vectors_and_a_status_that_tells() {
    let place = Place::new().await;
    embed_at(&place, "http://127.0.0.1:1");
    let said = place.agentichat(&["index", "build", "--json"], &[]).await;
    assert_eq!(said.status, 1, "{}", said.log);
    assert!(said.log.contains("vectors are missing: "), "{}", said.log);
    let known = json_lines(&said.out).remove(0);
    assert_eq!(
        (&known["built"], &known["vectors"]["made"]),
        (&json!(true), &json!(0))
    );
}

#[tokio::test]
async fn ctrl_c_ends_the_making_of_vectors_and_keeps_the_index() {
    let place = Place::new().await;
    let waits = Script::new(200, "application/json", vec![Act::AwaitClose]);
    let mut server = Server::start(vec![waits]).await;
    embed_at(&place, &server.url);
    let building = place.start_any(&["index", "build", "--json"], &[]);
    server.request().await;
    building.signal(Signal::SIGINT);
    server.connection_closed().await;
    let said = building.end().await;
    assert_eq!(said.status, 130, "{}", said.log);
    assert!(said.log.contains("goes on from there"), "{}", said.log);
    let known = json_lines(&said.out).remove(0);
    assert_eq!(
        (&known["built"], &known["vectors"]["made"]),
        (&json!(true), &json!(0))
    );
}

/// Waits until `bytes` bytes, or everything, has been written.
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
        // The existing files are readable.
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
