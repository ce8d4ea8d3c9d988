//! `agentichat models` and `providers`, and their effect on a run: the real binary
//! against scripted servers.

mod budgets;
mod keys;
mod models;
mod probes;
mod providers;

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::support::http::Script;
use crate::support::program::{Place, ProgramOutput};

/// Returns the model list of a Chat Completions server.
fn listed(models: &[&str]) -> Script {
    let rows: Vec<Value> = models
        .iter()
        .map(|name| serde_json::json!({ "id": name, "object": "model" }))
        .collect();
    let body = serde_json::json!({ "object": "list", "data": rows });
    Script::json(200, &body.to_string())
}

/// Parses standard output as one JSON document.
#[track_caller]
fn json(said: &ProgramOutput) -> Value {
    serde_json::from_str(&said.out).unwrap_or_else(|error| panic!("{error} in {said:?}"))
}

/// Stores a key as a user would send it: on standard input.
fn keep_key(place: &Place, provider: &str, key: &str) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_agentichat"))
        .args(["providers", "key", "set", provider])
        .env_clear()
        .env("HOME", place.beside("home"))
        .current_dir(place.root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut stdin = child.stdin.take().expect("its input");
    stdin
        .write_all(format!("{key}\n").as_bytes())
        .expect("it reads");
    drop(stdin);
    let said = child.wait_with_output().expect("it ends");
    assert!(said.status.success(), "{said:?}");
    for text in [said.stdout, said.stderr] {
        assert!(
            !String::from_utf8_lossy(&text).contains(key),
            "it is not shown"
        );
    }
}
