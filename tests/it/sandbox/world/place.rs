//! A workspace with a home of its own, in which the real binary plays recorded answers.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};
use tempfile::TempDir;

/// One call of the agent.
pub(in crate::sandbox) struct Call {
    tool: &'static str,
    arguments: Value,
}

impl Call {
    pub(in crate::sandbox) fn new(tool: &'static str, arguments: Value) -> Self {
        Self { tool, arguments }
    }
}

pub(in crate::sandbox) fn command(line: &str) -> Call {
    Call::new("shell_exec", json!({ "command": line }))
}

pub(in crate::sandbox) fn read(path: &str) -> Call {
    Call::new("read_file", json!({ "path": path }))
}

pub(in crate::sandbox) fn write(path: &str, content: &str) -> Call {
    Call::new("write_file", json!({ "path": path, "content": content }))
}

/// Runs a line of shell from a file in the workspace: the policy does not see the line, so its risk
/// does not matter.
pub(in crate::sandbox) fn script(line: &str) -> Call {
    Call::new("script", json!({ "line": line }))
}

/// Folder of the scripts.
pub(in crate::sandbox) const SCRIPTS: &str = ".scripts";

/// The result of a call.
#[derive(Debug, Clone)]
pub(in crate::sandbox) struct Outcome {
    /// Output of the command; empty for other calls.
    pub(in crate::sandbox) output: String,
    /// All that the model is told.
    pub(in crate::sandbox) told: String,
    /// The line of the call that the user sees.
    pub(in crate::sandbox) row: String,
}

/// A hunk of the review.
#[derive(Debug)]
pub(in crate::sandbox) struct Hunk {
    pub(in crate::sandbox) id: String,
    pub(in crate::sandbox) path: String,
}

pub(in crate::sandbox) struct WorldPlace {
    folder: TempDir,
    /// Steps of the session so far: a recording counts on from there.
    steps: Cell<usize>,
}

impl WorldPlace {
    pub(in crate::sandbox) fn new(files: &[(&str, &str)]) -> Self {
        // Not below the target folder: the repository around it would be the workspace.
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["home", "config", "data", "work"] {
            fs::create_dir(folder.path().join(name)).expect("a folder");
        }
        let place = Self {
            folder,
            steps: Cell::new(0),
        };
        fs::create_dir(place.at(SCRIPTS)).expect("a folder");
        for (path, text) in files {
            let path = place.at(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        place
    }

    pub(in crate::sandbox) fn at(&self, path: &str) -> PathBuf {
        self.folder.path().join("work").join(path)
    }

    /// Writes the user's config file.
    pub(in crate::sandbox) fn configure(&self, text: &str) {
        let file = self.folder.path().join("config/config.yaml");
        fs::write(file, text).expect("a config file");
    }

    /// Returns every file of the workspace with its mode, but for the program's own and git's.
    pub(in crate::sandbox) fn disk(&self) -> BTreeMap<String, (Vec<u8>, u32)> {
        let mut files = BTreeMap::new();
        collect(&self.at(""), &self.at(""), &mut files);
        files
    }

    /// Plays these calls as one run of a new session, with every command allowed.
    pub(in crate::sandbox) fn run(&self, calls: &[Call]) -> Vec<Outcome> {
        self.play(calls, &[])
    }

    /// Plays like [`Self::run`], with more words on the command line.
    pub(in crate::sandbox) fn run_with(&self, words: &[&str], calls: &[Call]) -> Vec<Outcome> {
        self.play(calls, words)
    }

    /// Plays these calls as another run of the same session.
    pub(in crate::sandbox) fn go_on(&self, calls: &[Call]) -> Vec<Outcome> {
        let listed = self.program(&["session", "list", "--json"]);
        let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
        let latest = listed.lines().next().unwrap_or_default();
        let latest: Value = serde_json::from_str(latest).expect("a session");
        let session = latest["id"].as_str().expect("a session");
        self.play(calls, &["--session", session])
    }

    fn play(&self, calls: &[Call], more: &[&str]) -> Vec<Outcome> {
        let recording = self.folder.path().join("answers.jsonl");
        let calls: Vec<(&str, Value)> = calls.iter().map(|call| self.planned(call)).collect();
        let before = self.steps.replace(self.steps.get() + calls.len() + 1);
        fs::write(&recording, answers(&calls, before)).expect("a recording");
        let recording = recording.display().to_string();
        let words = [
            "run",
            "--json",
            "--mode",
            "review",
            "--allow",
            "shell_exec(*)",
            "--allow",
            "shell_exec(sh .scripts/*)",
            "--provider",
            "replay",
            "--base-url",
            &recording,
            "--model",
            "recorded",
        ];
        let done = self.program(&[&words, more, &["go"]].concat());
        let lines = String::from_utf8_lossy(&done.stdout);
        let events = lines.lines().map(|line| {
            let event: Value = serde_json::from_str(line).expect("an event");
            event
        });
        let results = events.filter(|event| event["type"] == "tool.call.completed");
        let found: Vec<Outcome> = results
            .map(|event| {
                let result = &event["data"]["result"];
                let content = &result["content"];
                let output = match &content["output"] {
                    Value::String(output) => output,
                    _ => content["error"]["details"]["output"].as_str().unwrap_or(""),
                };
                Outcome {
                    output: output.to_owned(),
                    told: content.to_string(),
                    row: result["summary"].to_string(),
                }
            })
            .collect();
        let said = String::from_utf8_lossy(&done.stderr);
        assert_eq!(found.len(), calls.len(), "{said}\n{lines}");
        found
    }

    /// Returns the tool and the arguments of a call; writes the file of a script.
    fn planned(&self, call: &Call) -> (&'static str, Value) {
        if call.tool != "script" {
            return (call.tool, call.arguments.clone());
        }
        let line = call.arguments["line"].as_str().expect("a line");
        let number = fs::read_dir(self.at(SCRIPTS)).expect("a folder").count();
        let name = format!("{SCRIPTS}/{number}.sh");
        fs::write(self.at(&name), line).expect("a script");
        ("shell_exec", json!({ "command": format!("sh {name}") }))
    }

    /// Runs `agentichat review` with these arguments, which must succeed; returns the pending hunks.
    #[track_caller]
    pub(in crate::sandbox) fn review(&self, arguments: &[&str]) -> Vec<Hunk> {
        let done = self.try_review(arguments);
        let said = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{said}");
        let listed = self.program(&["review", "--json"]);
        let Ok(bundle) = serde_json::from_slice::<Value>(&listed.stdout) else {
            return Vec::new();
        };
        let files = bundle["files"].as_array().expect("files").iter();
        files
            .flat_map(|file| {
                let path = file["file_path"].as_str().expect("a path");
                let hunks = file["hunks"].as_array().expect("hunks").iter();
                hunks.map(|hunk| Hunk {
                    id: hunk["hunk_id"].as_str().expect("an id").to_owned(),
                    path: path.to_owned(),
                })
            })
            .collect()
    }

    pub(in crate::sandbox) fn try_review(&self, arguments: &[&str]) -> Output {
        self.program(&[&["review"], arguments].concat())
    }

    pub(in crate::sandbox) fn git(&self, line: &str) -> String {
        self.shell(&format!("git {line}"))
    }

    /// Runs a command in the workspace on the disk; returns its output.
    pub(in crate::sandbox) fn shell(&self, line: &str) -> String {
        let mut shell = Command::new("sh");
        shell.args(["-c", line]).current_dir(self.at(""));
        shell.env("PATH", search_path());
        let done = shell.output().expect("a shell");
        String::from_utf8(done.stdout).expect("a text")
    }

    fn program(&self, words: &[&str]) -> Output {
        let folder = |name: &str| self.folder.path().join(name);
        let mut program = Command::new(env!("CARGO_BIN_EXE_agentichat"));
        program
            .args(words)
            .current_dir(self.at(""))
            .env_clear()
            .env("PATH", search_path())
            .env("HOME", folder("home"))
            .env("AGENTICHAT_CONFIG_DIR", folder("config"))
            .env("AGENTICHAT_DATA_DIR", folder("data"))
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("LANG", "C.UTF-8");
        program.output().expect("the program runs")
    }
}

/// Returns where programs are searched for: first beside the cargo that runs the tests, since the one
/// of rustup looks for its toolchains in the user's home.
fn search_path() -> OsString {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let cargo = std::env::var_os("CARGO").map(PathBuf::from);
    let beside = cargo.as_deref().and_then(Path::parent);
    let folders = beside.map(Path::to_path_buf).into_iter();
    std::env::join_paths(folders.chain(std::env::split_paths(&path))).unwrap_or(path)
}

fn answers(calls: &[(&str, Value)], before: usize) -> String {
    let header = json!({
        "cassette": 1, "made_by": "a test", "created_at": "2026-11-01T09:00:00Z",
        "provider": "ollama", "model": "recorded"
    });
    let mut lines = vec![header.to_string()];
    let says = json!({"type": "text", "text": "Done."});
    for (index, call) in calls.iter().map(Some).chain([None]).enumerate() {
        let mut parts = vec![says.clone()];
        if let Some((tool, arguments)) = call {
            parts.push(json!({"type": "call_start", "index": 0, "id": "call_1", "name": tool}));
            parts.push(json!({"type": "call_end", "index": 0, "arguments": arguments}));
        }
        let stop = if call.is_some() {
            "needs_tools"
        } else {
            "done"
        };
        parts.push(json!({"type": "done", "stop": stop}));
        let line = json!({"agent": "main", "step": before + index + 1, "parts": parts});
        lines.push(line.to_string());
    }
    lines.join("\n") + "\n"
}

fn collect(root: &Path, folder: &Path, files: &mut BTreeMap<String, (Vec<u8>, u32)>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.strip_prefix(root).expect("below the root");
        let facts = path.symlink_metadata().expect("facts");
        let is_ours = name.starts_with(".agentichat") || name.starts_with(SCRIPTS);
        if name.starts_with(".git") && facts.is_dir() || is_ours {
            continue;
        }
        if facts.is_dir() {
            collect(root, &path, files);
        } else if facts.is_file() {
            let bytes = fs::read(&path).expect("a file");
            let name = name.display().to_string();
            files.insert(name, (bytes, facts.permissions().mode() & 0o777));
        }
    }
}
