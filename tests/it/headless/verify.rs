//! The engine verifies recordings of whole runs, including retried, rerouted and compacted ones,
//! and detects manipulations of them.

use serde_json::{Value, json};

use super::example::{arguments, ollama_scripts};
use crate::support::http::{Act, Script, Server};
use crate::support::program::{Place, ProgramOutput};
use crate::support::wire::{Step, ollama, ollama_stream, ollama_text, openai, show};

const READ: (&str, &str) = ("read_file", "docs/api.md");

fn read(says: &str) -> Step<'_> {
    Step::Calls(says, vec![(READ.0, json!({ "path": READ.1 }))])
}

/// Records a run against an Ollama server; returns the path of the recording.
async fn recorded(place: &Place, scripts: Vec<Script>, more: &[&str]) -> String {
    let server = Server::start(scripts).await;
    let path = place.beside("run.jsonl").display().to_string();
    let mut flags = vec!["--json", "--record", &path];
    flags.extend(more);
    let said = place.run_with_ollama(&server.url, &flags).await;
    assert_eq!(said.status, 0, "{}\n{}", said.out, said.log);
    path
}

async fn verify(place: &Place, path: &str) -> (ProgramOutput, Value) {
    let said = place
        .agentichat(&["cassette", "verify", "--json", path], &[])
        .await;
    let told =
        serde_json::from_str(said.out.trim()).unwrap_or_else(|error| panic!("{error}: {said:?}"));
    (said, told)
}

/// Checks that replaying the recording gives the same report as the recorded run.
async fn replays(place: &Place, path: &str, more: &[&str], report: &str) {
    let mut flags = vec![
        "--provider",
        "replay",
        "--base-url",
        path,
        "--model",
        "m",
        "--json",
    ];
    flags.extend(more);
    let said = place.run(&flags, &[]).await;
    assert_eq!(said.status, 0, "{}\n{}", said.out, said.log);
    let result = &said.of_type("job.completed")[0]["data"]["result"];
    assert_eq!(result["report"], report, "{said:?}");
}

#[tokio::test]
async fn the_engine_makes_the_requests_of_the_worked_example_again_and_touches_nothing() {
    let place = Place::new().await;
    let path = recorded(&place, ollama_scripts(), &arguments(&[])).await;
    let before = place.git(&["log", "--format=%H"]).await;
    let (said, told) = verify(&place, &path).await;
    assert_eq!(said.status, 0, "{told}");
    assert_eq!(
        (&told["same_requests"], &told["note"]),
        (&json!(5), &Value::Null)
    );
    assert_eq!(place.git(&["log", "--format=%H"]).await, before);
    assert_eq!(place.git(&["status", "--porcelain"]).await, "");
}

#[tokio::test]
async fn a_retried_run_is_verified_and_replayed_to_the_same_end() {
    let place = Place::new().await;
    let scripts = vec![
        show(),
        ollama_stream(vec![ollama_text("I be"), Act::Cut]),
        Script::json(503, r#"{"error":"busy"}"#),
        ollama(read("I look.")),
        ollama(Step::Says("It is the documentation.")),
    ];
    let path = recorded(&place, scripts, &["What is it?"]).await;
    let tape = std::fs::read_to_string(&path).expect("a recording");
    assert_eq!(tape.lines().count(), 5, "three attempts at the first step");
    let (said, told) = verify(&place, &path).await;
    assert_eq!(
        (said.status, &told["same_requests"]),
        (0, &json!(4)),
        "{told}"
    );
    replays(&place, &path, &["What is it?"], "It is the documentation.").await;
}

#[tokio::test]
async fn a_rerouted_run_is_verified() {
    let place = Place::new().await;
    let bad = || Step::Calls("I look.", vec![("read_file", json!({ "paths": 1 }))]);
    let local = Server::start(vec![show(), ollama(bad()), ollama(bad())]).await;
    let models =
        r#"{"object":"list","data":[{"id":"big","object":"model","max_model_len":16384}]}"#;
    let remote = Server::start(vec![
        Script::json(200, models),
        openai(read("I do."), 0),
        openai(Step::Says("It is the documentation."), 1),
    ])
    .await;
    let path = place.beside("run.jsonl").display().to_string();
    let flags = [
        "--provider",
        "ollama",
        "--model",
        "m",
        "--json",
        "--record",
        &path,
        "--set",
        "agent_mode=hybrid_auto",
        "--set",
        "remote_provider=openai",
        "--set",
        "remote_model=big",
        "What is it?",
    ];
    let with = [
        ("OLLAMA_HOST", local.url.as_str()),
        ("OPENAI_BASE_URL", remote.url.as_str()),
    ];
    let run = place.run(&flags, &with).await;
    assert_eq!(run.status, 0, "{}\n{}", run.out, run.log);
    let tape = std::fs::read_to_string(&path).expect("a recording");
    assert_eq!(
        tape.matches("\"provider\":\"openai\",\"step\"").count(),
        2,
        "{tape}"
    );
    let (said, told) = verify(&place, &path).await;
    assert_eq!(
        (said.status, &told["same_requests"]),
        (0, &json!(4)),
        "{told}"
    );
}

#[tokio::test]
async fn a_compacted_run_is_verified() {
    let place = Place::new().await;
    let long = "I think about it for long. ".repeat(400);
    let scripts = vec![
        show(),
        ollama(read(&long)),
        ollama(read(&long)),
        ollama(Step::Says("The file was read twice.")),
        ollama(Step::Says("It is the documentation.")),
    ];
    let more = [
        "--set",
        "providers.ollama.context_length=10600",
        "What is it?",
    ];
    let path = recorded(&place, scripts, &more).await;
    let tape = std::fs::read_to_string(&path).expect("a recording");
    assert_eq!(tape.matches("\"agent\":\"summary\"").count(), 1, "{tape}");
    let (said, told) = verify(&place, &path).await;
    assert_eq!(
        (said.status, &told["same_requests"]),
        (0, &json!(4)),
        "{told}"
    );
}

#[tokio::test]
async fn what_was_changed_in_a_recording_is_told_with_its_line_and_the_difference() {
    let place = Place::new().await;
    let path = recorded(&place, ollama_scripts(), &arguments(&[])).await;
    let tape = std::fs::read_to_string(&path).expect("a recording");
    let changes = [
        // The request of the second step differs.
        (
            3,
            "\"text\":\"Je lis les fichiers.\",\"calls\"",
            "\"text\":\"Je lis.\",\"calls\"",
            3,
        ),
        // The call of the third step differs: the fourth request contains it.
        (4, "git add utils/validators.py docs/api.md", "git add .", 5),
    ];
    for (changed, from, to, line) in changes {
        let lines = tape.lines().enumerate().map(|(at, text)| {
            if at + 1 == changed {
                text.replace(from, to) + "\n"
            } else {
                format!("{text}\n")
            }
        });
        let other = place.beside("changed.jsonl");
        std::fs::write(&other, lines.collect::<String>()).expect("a file");
        let (said, told) = verify(&place, &other.display().to_string()).await;
        assert_eq!((said.status, &told["ok"]), (1, &json!(false)), "{told}");
        let fault = &told["faults"][0];
        assert_eq!(fault["line"], line, "{told}");
        let what = fault["what"].as_str().expect("words");
        assert!(what.contains("is not what the engine asks"), "{what}");
        assert!(what.contains("\n-") && what.contains("\n+"), "{what}");
    }
}

#[tokio::test]
async fn a_recording_whose_run_was_cut_off_is_good_as_far_as_it_goes() {
    let place = Place::new().await;
    let path = recorded(&place, ollama_scripts(), &arguments(&[])).await;
    let tape = std::fs::read_to_string(&path).expect("a recording");
    let short: String = tape
        .lines()
        .take(4)
        .map(|line| format!("{line}\n"))
        .collect();
    std::fs::write(&path, short).expect("a file");
    let (said, told) = verify(&place, &path).await;
    assert_eq!(
        (said.status, &told["same_requests"]),
        (0, &json!(3)),
        "{told}"
    );
    let note = told["note"].as_str().expect("words");
    assert!(note.contains("where the recording ends"), "{note}");
}
