//! A recorded run replays.

use serde_json::Value;

use super::example::{arguments, ollama_scripts};
use crate::support::http::Server;
use crate::support::program::{Place, ProgramOutput};

/// Returns the durable events without what differs between runs: ids, times, token latency, and
/// their order, because parallel reads end in any order.
fn comparable(said: &ProgramOutput) -> Vec<(String, String)> {
    let mut events: Vec<(String, String)> = said
        .events()
        .into_iter()
        .filter(|event| !event["cursor"].is_null())
        .map(|event| {
            let name = event["type"].as_str().expect("a type").to_owned();
            let data = &event["data"];
            let told = match name.as_str() {
                "message.added" | "message.completed" => texts(&data["message"]["blocks"]),
                "tool.call.requested" => data["call"]["arguments"].to_string(),
                "tool.call.completed" => data["result"]["ok"].to_string(),
                "edits.proposed" => data["entry"]["path"].to_string(),
                "diff.generated" => data["diff"].to_string(),
                "job.completed" => {
                    let result = &data["result"];
                    format!("{} {}", result["report"], result["files_modified"])
                }
                _ => String::new(),
            };
            (name, told)
        })
        .collect();
    events.sort();
    events
}

fn texts(blocks: &Value) -> String {
    let blocks = blocks.as_array().expect("blocks").iter();
    blocks.filter_map(|block| block["text"].as_str()).collect()
}

#[tokio::test]
async fn a_recording_replays_to_the_same_events() {
    let place = Place::new().await;
    let server = Server::start(ollama_scripts()).await;
    let cassette = place.beside("run.jsonl").display().to_string();
    let recorded = place
        .run_with_ollama(&server.url, &arguments(&["--json", "--record", &cassette]))
        .await;
    assert_eq!(recorded.status, 0, "{}\n{}", recorded.out, recorded.log);
    let tape = std::fs::read_to_string(&cassette).expect("a recording");
    assert_eq!(tape.lines().count(), 6, "a header and five steps");

    let again = Place::new().await;
    let flags = [
        "--provider",
        "replay",
        "--base-url",
        &cassette,
        "--model",
        "m",
        "--json",
    ];
    let replayed = again.run(&arguments(&flags), &[]).await;
    assert_eq!(replayed.status, 0, "{}\n{}", replayed.out, replayed.log);
    assert_eq!(comparable(&replayed), comparable(&recorded));
    assert_eq!(again.read("docs/api.md"), place.read("docs/api.md"));
    let log = again.git(&["log", "--format=%s"]).await;
    assert_eq!(log.lines().count(), 2);
}

#[tokio::test]
async fn a_recording_is_never_written_over() {
    let place = Place::new().await;
    let cassette = place.beside("run.jsonl");
    std::fs::write(&cassette, "precious\n").expect("a file");
    let shown = cassette.display().to_string();
    let server = Server::start(ollama_scripts()).await;
    let flags = ["--json", "--record", &shown, "go"];
    let said = place.run_with_ollama(&server.url, &flags).await;
    assert_eq!(said.status, 2);
    assert!(said.only_error().contains("run.jsonl"));
    assert_eq!(
        std::fs::read_to_string(&cassette).expect("a file"),
        "precious\n"
    );
}
