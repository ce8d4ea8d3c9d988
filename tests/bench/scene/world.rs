//! The cost of a proposed world: commands of the agent that see what is proposed, against the same on
//! the disk without a box. Plays recorded answers with the real binary, as `agentichat run` does, and
//! takes the time of each call from its result: with the world's beginning and end, not with the wait
//! for a model.

use std::ffi::OsString;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::report::{Report, median, percentile};

/// Numbers of measured commands: those that do nothing, and builds of each kind. A run may have 50 calls.
const COMMANDS: usize = 40;
const BUILDS: usize = 12;

/// Size of the crate that is built.
const MODULES: usize = 40;
const FUNCTIONS: usize = 60;

/// Budgets: milliseconds of a command over one without a box; a build, as a multiple of one on the disk.
const OVER_BARE: f64 = 5.0;
const OF_BARE: f64 = 1.1;

/// A way to run commands.
#[derive(Clone, Copy)]
struct Side {
    name: &'static str,
    mode: &'static str,
    config: &'static str,
}

const BARE: Side = Side {
    name: "without a box",
    mode: "accept-edits",
    config: "sandbox: off\n",
};

const WORLD: Side = Side {
    name: "in a proposed world",
    mode: "review",
    config: "sandbox: proposed\n",
};

pub fn run(report: &mut Report) {
    let [bare, world] = [BARE, WORLD].map(|side| commands(side, report));
    let over = percentile(&world, 95.0) - percentile(&bare, 95.0);
    report.promised("a command, over bare, p95", "ms", over, OVER_BARE);
    for (name, line) in [
        ("cargo check", "cargo check --offline --quiet"),
        ("cargo test", "cargo test --offline --quiet"),
    ] {
        let [bare, world] = [BARE, WORLD].map(|side| builds(side, name, line, report));
        let times = median(&world) / median(&bare);
        let what = format!("{name} after one edit, of bare, p50");
        report.promised(&what, "times", times, OF_BARE);
    }
}

/// Runs `echo` again and again beside one change. Each command is another one: a model that repeats one
/// is stopped. A pause comes first: the program asks others for their versions in its first seconds.
fn commands(side: Side, report: &mut Report) -> Vec<Duration> {
    let place = Place::new(side);
    let change = call("write_file", json!({"path": "new", "content": "new\n"}));
    let echo = |number| call("shell_exec", json!({"command": format!("echo {number}")}));
    let pause = call("shell_exec", json!({"command": "sleep 3"}));
    let calls = [pause, change].into_iter().chain((0..COMMANDS).map(echo));
    let times = place.times(&calls.collect::<Vec<_>>());
    for percent in [50.0, 95.0] {
        let what = format!("a command {}, p{percent}", side.name);
        report.noted(&what, "ms", percentile(&times, percent));
    }
    times
}

/// Builds after one edit each. The first build, which has everything to build, does not count. A second
/// passes before each edit, as while a model answers: a proposed text is never given the second that an
/// earlier text of its path had, so edits that come faster wait for the next one.
fn builds(side: Side, name: &str, line: &str, report: &mut Report) -> Vec<Duration> {
    let place = Place::new(side);
    let path = "src/part_0.rs";
    let mut calls = vec![call("read_file", json!({"path": path}))];
    for number in 0..=BUILDS {
        let pause = format!("sleep 1.0{number}");
        calls.push(call("shell_exec", json!({"command": pause})));
        let text = module(0, number + 1);
        calls.push(call("write_file", json!({"path": path, "content": text})));
        calls.push(call("shell_exec", json!({"command": line})));
    }
    let mut times = place.times(&calls);
    times.remove(0);
    let what = format!("{name} after one edit {}, p50", side.name);
    report.noted(&what, "ms", median(&times));
    times
}

fn call(tool: &'static str, arguments: Value) -> (&'static str, Value) {
    (tool, arguments)
}

/// A workspace with a crate, and a home of its own.
struct Place {
    folder: TempDir,
    side: Side,
}

impl Place {
    fn new(side: Side) -> Self {
        // Not below the target folder: the repository around it would be the workspace.
        let folder = tempfile::tempdir().expect("a folder");
        let place = Self { folder, side };
        for name in ["home", "config", "data", "work/src"] {
            fs::create_dir_all(place.at(name)).expect("a folder");
        }
        place.write("config/config.yaml", side.config);
        place.write("work/.gitignore", "target/\n");
        place.write(
            "work/Cargo.toml",
            "[package]\nname = \"measured\"\nversion = \"0.1.0\"\nedition = \"2024\"\n",
        );
        place.write(
            "work/Cargo.lock",
            "version = 4\n\n[[package]]\nname = \"measured\"\nversion = \"0.1.0\"\n",
        );
        let mut top = String::new();
        for number in 0..MODULES {
            writeln!(top, "pub mod part_{number};").expect("a text");
            place.write(&format!("work/src/part_{number}.rs"), &module(number, 0));
        }
        place.write("work/src/lib.rs", &top);
        place
    }

    fn at(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn write(&self, path: &str, text: &str) {
        fs::write(self.at(path), text).expect("a file");
    }

    /// Plays calls, which must succeed; returns the time of each command but the pauses.
    fn times(&self, calls: &[(&str, Value)]) -> Vec<Duration> {
        self.write("answers.jsonl", &recording(calls));
        let mut program = Command::new(env!("CARGO_BIN_EXE_agentichat"));
        program
            .args(["run", "--json", "--mode", self.side.mode])
            .args(["--allow", "shell_exec(cargo *)"])
            .args(["--allow", "shell_exec(sleep *)"])
            .args(["--provider", "replay", "--model", "recorded", "--base-url"])
            .arg(self.at("answers.jsonl"))
            .arg("go")
            .current_dir(self.at("work"))
            .env_clear()
            .env("PATH", search_path())
            .env("HOME", self.at("home"))
            .env("AGENTICHAT_CONFIG_DIR", self.at("config"))
            .env("AGENTICHAT_DATA_DIR", self.at("data"))
            .env("LANG", "C.UTF-8");
        let done = program.output().expect("the program runs");
        let lines = String::from_utf8_lossy(&done.stdout);
        let events = lines.lines().map(|line| {
            let event: Value = serde_json::from_str(line).expect("an event");
            event
        });
        let results = events
            .filter(|event| event["type"] == "tool.call.completed")
            .map(|event| event["data"]["result"].clone());
        let results: Vec<Value> = results.collect();
        assert_eq!(results.len(), calls.len(), "{lines}");
        let is_measured = |arguments: &Value| {
            let command = arguments["command"].as_str();
            command.is_some_and(|command| !command.starts_with("sleep"))
        };
        let both = results.iter().zip(calls);
        both.inspect(|(result, _)| assert_eq!(result["ok"], true, "{result}"))
            .filter(|(_, (_, arguments))| is_measured(arguments))
            .map(|(result, _)| {
                let milliseconds = result["duration_ms"].as_u64().expect("a time");
                Duration::from_millis(milliseconds)
            })
            .collect()
    }
}

/// Returns a module whose functions give other values with each edit.
fn module(number: usize, edit: usize) -> String {
    let mut text = String::new();
    for function in 0..FUNCTIONS {
        writeln!(
            text,
            "pub fn value_{function}(list: &[u64]) -> u64 {{\n    \
             list.iter().map(|one| one.wrapping_mul({function}) ^ {edit}).sum()\n}}\n"
        )
        .expect("a text");
    }
    writeln!(
        text,
        "#[test]\nfn it_sums_{number}() {{\n    assert_eq!(value_0(&[]), 0);\n}}"
    )
    .expect("a text");
    text
}

fn recording(calls: &[(&str, Value)]) -> String {
    let header = json!({
        "cassette": 1, "made_by": "a benchmark", "created_at": "2026-11-01T09:00:00Z",
        "provider": "ollama", "model": "recorded"
    });
    let mut lines = vec![header.to_string()];
    for (index, call) in calls.iter().map(Some).chain([None]).enumerate() {
        let mut parts = vec![json!({"type": "text", "text": "Done."})];
        if let Some((tool, arguments)) = call {
            parts.push(json!({"type": "call_start", "index": 0, "id": "call_1", "name": tool}));
            parts.push(json!({"type": "call_end", "index": 0, "arguments": arguments}));
        }
        let stop = call.map_or("done", |_| "needs_tools");
        parts.push(json!({"type": "done", "stop": stop}));
        lines.push(json!({"agent": "main", "step": index + 1, "parts": parts}).to_string());
    }
    lines.join("\n") + "\n"
}

/// Returns where programs are searched for: first beside the cargo that runs this, since the one of
/// rustup looks for its toolchains in the user's home.
fn search_path() -> OsString {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let cargo = std::env::var_os("CARGO").map(PathBuf::from);
    let beside = cargo.as_deref().and_then(Path::parent);
    let folders = beside.map(Path::to_path_buf).into_iter();
    std::env::join_paths(folders.chain(std::env::split_paths(&path))).unwrap_or(path)
}
