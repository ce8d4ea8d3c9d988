//! An API key goes to its provider and nowhere else.

use std::path::{Path, PathBuf};

use serde_json::json;

use super::{json as json_of, keep_key, listed};
use crate::support::http::{Act, Script, Server};
use crate::support::program::{Place, ProgramOutput};
use crate::support::wire::{Step, openai};

/// A key that matches no vendor's format, so only its value identifies it for masking.
const KEY: &str = "quiet.Heron-51-of-the-north-lake";

/// Finds every file under a folder that contains the key.
fn holding(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        let kind = entry.file_type().expect("its kind");
        if kind.is_dir() {
            holding(&path, found);
        } else if kind.is_file() {
            let bytes = std::fs::read(&path).expect("a file");
            if bytes
                .windows(KEY.len())
                .any(|window| window == KEY.as_bytes())
            {
                found.push(path);
            }
        }
    }
}

/// Returns an error of a server that echoes the request.
fn echo(status: u16) -> Script {
    let body = json!({ "error": {
        "message": format!("bad request with key {KEY}, header 'Authorization: Bearer {KEY}'"),
        "code": "bad_request",
    }});
    Script::json(status, &body.to_string())
}

/// Returns an answer that breaks off with such an error.
fn echo_in_mid_stream() -> Script {
    let text = json!({ "id": "x", "object": "chat.completion.chunk", "created": 1, "model": "m",
        "choices": [{ "index": 0, "delta": { "content": "so far" }, "finish_reason": null }] });
    let error = json!({ "error": { "message": format!("I saw {KEY}"), "code": "weird" } });
    let acts = [text, error].map(|event| Act::send(&format!("data: {event}\n\n")));
    Script::new(200, "text/event-stream", acts.to_vec())
}

/// Runs the program against servers that echo the key, and makes the agent read the key's own file.
async fn everything(place: &Place, variables: &[(&str, &str)]) -> Vec<ProgramOutput> {
    let file = place.beside("home/.local/share/agentichat/keys/openai");
    let command = format!("cat {}; echo $OPENAI_API_KEY # {KEY}", file.display());
    let says = format!("reading with {KEY}");
    let reads = Step::Calls(&says, vec![("shell_exec", json!({ "command": command }))]);
    let mut server = Server::start(vec![
        listed(&["m"]),
        openai(reads, 0),
        echo(400),
        listed(&["m"]),
        echo_in_mid_stream(),
        echo(401),
    ])
    .await;
    let cassette = place.beside("run.jsonl").display().to_string();
    let mut with = variables.to_vec();
    with.extend([
        ("AGENTICHAT_LOG", "trace"),
        ("OPENAI_BASE_URL", &server.url),
    ]);
    let to_openai = ["--provider", "openai", "--model", "m"];
    let mut first = to_openai.to_vec();
    first.extend([
        "--json",
        "--mode",
        "passthrough",
        "--allow",
        "shell_exec(*)",
    ]);
    first.extend(["--record", &cassette, "go"]);
    let mut said = vec![place.run(&first, &with).await];
    assert_eq!(said[0].of_type("tool.call.completed").len(), 1, "{said:?}");
    assert_eq!(said[0].of_type("job.failed").len(), 1, "{said:?}");
    let mut second = to_openai.to_vec();
    second.push("go");
    said.push(place.run(&second, &with).await);
    assert_eq!(said[1].status, 1);
    for arguments in [
        &["providers", "test", "openai", "--json"][..],
        &["providers", "list", "--json"],
        &["providers", "key", "status"],
        &["config", "--json"],
        &["doctor", "--json"],
        &["models", "list", "--kept", "--json"],
    ] {
        said.push(place.agentichat(arguments, &with).await);
    }
    let asked = server.request().await;
    assert!(
        asked.head.contains(KEY),
        "the provider is sent it: {}",
        asked.head
    );
    said
}

/// Checks that the key is in no output, and only in these files.
#[track_caller]
fn nowhere_but(place: &Place, said: &[ProgramOutput], kept: &[PathBuf]) {
    for said in said {
        assert!(!said.out.contains(KEY), "standard output: {}", said.out);
        assert!(!said.log.contains(KEY), "standard error: {}", said.log);
    }
    let mut found = Vec::new();
    let top = place.beside("");
    holding(&top, &mut found);
    assert_eq!(found, kept);
    let logs = place.beside("home/.local/share/agentichat/logs");
    let has_logs = std::fs::read_dir(logs).is_ok_and(|mut logs| logs.next().is_some());
    assert!(has_logs, "there was a log to look in");
    assert!(place.beside("run.jsonl").is_file(), "and a recording");
}

#[tokio::test]
async fn a_key_of_the_environment_is_written_nowhere() {
    let place = Place::new().await;
    let said = everything(&place, &[("OPENAI_API_KEY", KEY)]).await;
    nowhere_but(&place, &said, &[]);
}

#[tokio::test]
async fn a_kept_key_is_in_its_own_file_and_nowhere_else() {
    let place = Place::new().await;
    keep_key(&place, "openai", KEY);
    let said = everything(&place, &[]).await;
    let file = place.beside("home/.local/share/agentichat/keys/openai");
    nowhere_but(&place, &said, std::slice::from_ref(&file));
    let status = place
        .agentichat(&["providers", "key", "status", "openai", "--json"], &[])
        .await;
    let row = &json_of(&status)["keys"][0];
    assert_eq!(row["api_key_configured"], true);
    assert_eq!(row["api_key_from"]["kept"], "file");
    let gone = place
        .agentichat(&["providers", "key", "remove", "openai"], &[])
        .await;
    assert_eq!(gone.status, 0, "{gone:?}");
    assert!(!file.exists());
}

#[tokio::test]
async fn a_key_file_that_others_can_read_is_not_used_and_that_is_said() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new().await;
    keep_key(&place, "openai", KEY);
    let file = place.beside("home/.local/share/agentichat/keys/openai");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).expect("its mode");
    let said = place
        .agentichat(&["providers", "show", "openai"], &[])
        .await;
    assert!(said.out.contains("chmod 600"), "{said:?}");
    assert!(!said.out.contains(KEY));
    let doctor = place
        .agentichat(&["doctor"], &[("OLLAMA_HOST", "http://127.0.0.1:9")])
        .await;
    assert!(doctor.out.contains("chmod 600"), "{doctor:?}");
}
