//! The recorded wires of real servers are played to the client, each in its era.

use std::path::PathBuf;

use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;

use crate::connection::{CallLimits, Connection, Era, open};
use crate::testing::serve;

/// Returns the messages of a recording, with the side that sent each.
fn recording(name: &str) -> Vec<(bool, Value)> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/fixtures/mcp-stdio")
        .join(format!("{name}.jsonl"));
    let text = std::fs::read_to_string(&path).expect("a recording");
    let lines = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"));
    lines
        .filter(|line: &Value| line["dir"] != "exit")
        .map(|line| (line["dir"] == "client", line["msg"].clone()))
        .collect()
}

/// Plays a server: answers a request as the recording does to the same method and parameters.
async fn play(name: &str) -> Connection {
    let messages = recording(name);
    let ends = serve(Box::new(move |request| answers(&messages, request)));
    let opened = open(ends, &["file:///workspace".into()]).await;
    opened.expect("a connection").connection
}

/// Returns the answer of the recording, with the id of this request, after what the server sent of itself
/// before it.
fn answers(messages: &[(bool, Value)], request: &Value) -> Vec<Value> {
    if request.get("id").is_none() || request.get("method").is_none() {
        return Vec::new();
    }
    let is_same = |(by_client, message): &(bool, Value)| {
        let (one, other) = (&message["params"], &request["params"]);
        *by_client
            && message["method"] == request["method"]
            && (request["method"] != "tools/call" && request["method"] != "resources/read"
                || one["name"] == other["name"]
                    && one["arguments"] == other["arguments"]
                    && one["uri"] == other["uri"])
    };
    let Some(at) = messages.iter().position(is_same) else {
        let error = json!({"code": -32601, "message": "Method not found"});
        return vec![json!({"jsonrpc": "2.0", "id": request["id"], "error": error})];
    };
    let id = &messages[at].1["id"];
    let mut sent = Vec::new();
    for (by_client, message) in &messages[at + 1..] {
        if *by_client {
            continue;
        }
        let mut message = message.clone();
        if message.get("method").is_none() && message["id"] == *id {
            message["id"] = request["id"].clone();
            sent.push(message);
            break;
        }
        if message.get("method").is_some() {
            sent.push(message);
        }
    }
    sent
}

async fn call(connection: &Connection, tool: &str, arguments: Value) -> (bool, String) {
    let arguments: Map<String, Value> = arguments.as_object().cloned().unwrap_or_default();
    let cancel = CancellationToken::new();
    let limits = CallLimits::default();
    let outcome = connection.call(tool, arguments, limits, &cancel).await;
    let outcome = outcome.unwrap_or_else(|error| panic!("{tool}: {error}"));
    (outcome.is_error, outcome.text)
}

#[tokio::test]
async fn a_server_that_asks_back_with_the_clients_own_ids_is_answered_and_understood() {
    let connection = play("everything").await;
    let facts = connection.facts();
    assert_eq!(
        (facts.era, facts.protocol.as_str()),
        (Era::Handshake, "2025-11-25")
    );
    assert_eq!(facts.name.as_deref(), Some("mcp-servers/everything"));
    assert!(facts.has_tools && facts.has_resources && facts.has_prompts);
    let tools = connection.tools().await.expect("a list");
    assert!(
        tools.iter().any(|tool| tool.name == "get-sum"),
        "{}",
        tools.len()
    );
    let said = call(&connection, "echo", json!({"message": "žluťoučký 🐎"})).await;
    assert_eq!(said, (false, "Echo: žluťoučký 🐎".into()));
    let said = call(&connection, "get-sum", json!({"a": "x", "b": 1})).await;
    assert!(said.0 && said.1.contains("Invalid arguments"), "{said:?}");
    let said = call(&connection, "no-such-tool", json!({})).await;
    assert!(said.0, "{said:?}");
    let said = call(
        &connection,
        "get-structured-content",
        json!({"location": "New York"}),
    )
    .await;
    assert_eq!(
        said.1.matches("temperature").count(),
        1,
        "said once: {said:?}"
    );
    let said = call(&connection, "get-resource-links", json!({"count": 2})).await;
    assert!(said.1.contains("[resource "), "{said:?}");
}

#[tokio::test]
async fn a_server_without_a_handshake_is_spoken_to_in_its_era() {
    let connection = play("time-2026-07-28").await;
    let facts = connection.facts();
    assert_eq!(
        (facts.era, facts.protocol.as_str()),
        (Era::Stateless, "2026-07-28")
    );
    assert_eq!(facts.name.as_deref(), Some("mcp-time"));
    let tools = connection.tools().await.expect("a list");
    assert_eq!(tools.len(), 2);
    assert!(tools.iter().all(|tool| tool.claims_read_only));
}

#[tokio::test]
async fn servers_of_files_repositories_and_memories_are_understood() {
    let files = play("filesystem").await;
    let said = call(
        &files,
        "read_text_file",
        json!({"path": "/workspace/new.txt"}),
    )
    .await;
    assert_eq!(said, (false, "one\ntwo\n".into()));
    let said = call(&files, "read_text_file", json!({"path": "/etc/passwd"})).await;
    assert!(said.0 && said.1.starts_with("Access denied"), "{said:?}");
    let git = play("git").await;
    let said = call(
        &git,
        "git_diff_unstaged",
        json!({"repo_path": "/workspace"}),
    )
    .await;
    assert_eq!(said, (false, "Unstaged changes:\n".into()));
    let memory = play("memory").await;
    assert!(memory.facts().has_resources && !memory.facts().has_prompts);
    let resources = memory.resources().await.expect("a list");
    assert_eq!(resources[0].uri, "memory://knowledge-graph");
}
