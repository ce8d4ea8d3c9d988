//! Runs with sub-agents, their commands and a hung MCP server are killed at any moment: no process stays
//! behind, and nothing that was acknowledged is lost.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

use nix::sys::signal::Signal;
use serde_json::{Value, json};

use super::killed::{Acknowledged, Dice};
use crate::support::http::{Request, Script, Server};
use crate::support::program::Place;
use crate::support::wire::{Step, ollama, ollama_end, ollama_stream, ollama_text, show};

/// Number of kills, times `AGENTICHAT_CASES`.
const KILLS: u64 = 40;

/// Approximate number of lines of a run that is not killed.
const LINES: u64 = 60;

/// Longest time after a kill until every process of the run is gone.
const GONE: Duration = Duration::from_secs(20);

fn kills() -> u64 {
    let times = std::env::var("AGENTICHAT_CASES").ok();
    let times = times.and_then(|times| times.parse::<u64>().ok());
    KILLS.saturating_mul(times.unwrap_or(1))
}

/// Returns the answer of a model that shares `share N` out to two agents; each of them writes its file and
/// waits in a command.
fn answer(request: &Request) -> Script {
    if request.line.ends_with("/api/show") {
        return show();
    }
    let body = request.json();
    let messages = body["messages"].as_array().cloned().unwrap_or_default();
    let asked = messages.iter().rev().find(|one| one["role"] == "user");
    let text = asked
        .and_then(|one| one["content"].as_str())
        .unwrap_or_default();
    let results = messages
        .iter()
        .rev()
        .take_while(|one| one["role"] != "user");
    let results = results.filter(|one| one["role"] == "tool").count();
    if let Some(number) = text.split("share ").nth(1)
        && results == 0
    {
        let number = number.split_whitespace().next().unwrap_or("0");
        let tasks = ["a", "b"].map(|part| {
            json!({ "name": format!("{part}{number}"), "prompt": format!("write {number}{part}") })
        });
        return ollama(Step::Calls(
            "I share it out",
            vec![("parallel_tasks", json!({ "tasks": tasks }))],
        ));
    }
    let name = text
        .split("write ")
        .nth(1)
        .and_then(|rest| rest.split_whitespace().next());
    match (name, results) {
        (Some(name), 0) => ollama(Step::Calls(
            "I write it",
            vec![(
                "write_file",
                json!({ "path": format!("out/{name}.txt"), "content": format!("{name}\n"), "mode": "create" }),
            )],
        )),
        (Some(_), 1) => ollama(Step::Calls(
            "I wait",
            vec![("shell_exec", json!({ "command": "sleep 0.2" }))],
        )),
        _ => {
            let mut acts: Vec<_> = ["it is", " done"].into_iter().map(ollama_text).collect();
            acts.push(ollama_end());
            ollama_stream(acts)
        }
    }
}

/// Returns the command lines of processes that work in a folder or name it, but for this one.
fn processes_of(folder: &Path) -> Vec<String> {
    let own = std::process::id().to_string();
    let name = folder.to_string_lossy().into_owned();
    let mut found = Vec::new();
    let Ok(all) = std::fs::read_dir("/proc") else {
        return found;
    };
    for process in all.flatten() {
        let id = process.file_name().to_string_lossy().into_owned();
        if id == own || !id.bytes().all(|byte| byte.is_ascii_digit()) {
            continue;
        }
        let line = std::fs::read(process.path().join("cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        let environment = std::fs::read(process.path().join("environ")).unwrap_or_default();
        let environment = String::from_utf8_lossy(&environment).into_owned();
        let cwd = std::fs::read_link(process.path().join("cwd")).unwrap_or_default();
        if line.contains(&name) || environment.contains(&name) || cwd.starts_with(folder) {
            found.push(format!("{id} {line}"));
        }
    }
    found
}

/// Waits until no process of the place is left.
async fn gone(place: &Place) {
    let folder = place.beside("work");
    let folder = folder.parent().expect("a folder");
    let until = Instant::now() + GONE;
    loop {
        let left = processes_of(folder);
        if left.is_empty() {
            return;
        }
        assert!(Instant::now() < until, "left behind: {left:?}");
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_run_with_agents_and_a_server_leaves_no_process_and_loses_nothing() {
    let place = Place::new().await;
    let config = place.beside("home/.config/agentichat");
    std::fs::create_dir_all(&config).expect("a folder");
    // A server that never answers.
    let servers = json!({ "mcpServers": { "hung": { "command": "sleep", "args": ["600"] } } });
    std::fs::write(config.join("mcp.json"), servers.to_string()).expect("a file");
    let server = Server::answering(answer).await;
    let mut dice = Dice::new();
    let mut known = Acknowledged::default();
    let mut with_agents = 0;
    for number in 1..=kills() {
        let prompt = format!("share {number}");
        let session = known.session.clone();
        let mut flags = vec!["--mode", "passthrough", "--json"];
        if let Some(session) = &session {
            flags.extend(["--session", session]);
        }
        flags.push(&prompt);
        let mut running = place.start_with_ollama(&server.url, &flags);
        let lines = dice.below(LINES).max(u64::from(session.is_none()) * 3);
        running.lines(lines).await;
        running.signal(Signal::SIGKILL);
        let said = running.end().await;
        with_agents += u32::from(said.out.contains("agent.started"));
        known.learn(&said.out);
        gone(&place).await;
    }
    assert!(
        u64::from(with_agents) > kills() / 8,
        "only {with_agents} had agents"
    );
    let session = known.session.clone().expect("a session");
    let flags = ["--session", &session, "--json", "bye"];
    let said = place.run(&flags, &[("OLLAMA_HOST", &server.url)]).await;
    assert_eq!(said.status, 0, "{}\n{}", said.out, said.log);
    let snapshot = &said.of_type("session.opened")[0]["data"]["session"];
    let ids = |list: &Value| -> BTreeSet<String> {
        let all = list.as_array().into_iter().flatten();
        all.filter_map(|one| one["id"].as_str().map(str::to_owned))
            .collect()
    };
    let (messages, agents) = (ids(&snapshot["messages"]), ids(&snapshot["agents"]));
    for event in known.of_type("message.added") {
        if event["session"].as_str() == Some(session.as_str()) {
            let id = event["data"]["message"]["id"].as_str().expect("an id");
            assert!(
                messages.contains(id),
                "{event} was acknowledged and is gone"
            );
        }
    }
    for event in known.of_type("agent.started") {
        let id = event["data"]["agent"]["id"].as_str().expect("an id");
        assert!(agents.contains(id), "{event} was acknowledged and is gone");
    }
    let all = snapshot["agents"].as_array().expect("agents");
    let at_work = |agent: &&Value| agent["state"] == "running" || agent["state"] == "waiting";
    let ended = said.of_type("agent.ended").into_iter();
    let ended: BTreeSet<String> = ended
        .filter_map(|event| event["data"]["agent"].as_str().map(str::to_owned))
        .collect();
    for agent in all.iter().filter(at_work) {
        let id = agent["id"].as_str().expect("an id");
        assert!(ended.contains(id), "{agent} is said to work");
    }
    gone(&place).await;
}
