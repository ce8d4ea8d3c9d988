//! The real binary in a temporary git repository, with a home of its own.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

/// Time limit for a program before a test fails: far more than it needs on a busy machine.
pub const LONG: Duration = Duration::from_secs(60);

/// A git repository with two files, and a home that nothing else uses.
pub struct Place {
    folder: TempDir,
}

/// Exit status and output of a program.
#[derive(Debug)]
pub struct ProgramOutput {
    pub status: i32,
    pub out: String,
    pub log: String,
}

impl ProgramOutput {
    /// Parses standard output as lines of JSON; panics if a line is not JSON.
    #[track_caller]
    pub fn events(&self) -> Vec<Value> {
        json_lines(&self.out)
    }

    /// Returns the events of a type.
    #[track_caller]
    pub fn of_type(&self, name: &str) -> Vec<Value> {
        let mut events = self.events();
        events.retain(|event| event["type"] == name);
        events
    }

    /// Returns the text of the only line, which must be an error.
    #[track_caller]
    pub fn only_error(&self) -> String {
        let events = self.events();
        let [error] = events.as_slice() else {
            panic!("one line, not {events:?}");
        };
        assert_eq!(error["type"], "error");
        error["data"]["message"]
            .as_str()
            .expect("a message")
            .to_owned()
    }
}

/// Parses text as lines of JSON.
#[track_caller]
pub fn json_lines(text: &str) -> Vec<Value> {
    let parse = |line: &str| {
        serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line:?}"))
    };
    text.lines().map(parse).collect()
}

/// The file that the worked example changes.
pub const VALIDATORS: &str = "import re\n\ndef validate_url(url: str) -> bool:\n    return bool(re.match(r'^https?://', url))\n";

/// The other file of the repository.
pub const API: &str = "# API Documentation\n\n## Validators\n";

impl Place {
    pub async fn new() -> Self {
        let place = Self {
            folder: TempDir::new().expect("a temporary folder"),
        };
        for folder in ["home", "work/utils", "work/docs"] {
            std::fs::create_dir_all(place.folder.path().join(folder)).expect("a folder");
        }
        place.write("utils/validators.py", VALIDATORS);
        place.write("docs/api.md", API);
        place
            .git(&["init", "--quiet", "--initial-branch=main"])
            .await;
        place.git(&["config", "user.name", "Ada"]).await;
        place
            .git(&["config", "user.email", "ada@example.org"])
            .await;
        place.git(&["add", "--all"]).await;
        place.git(&["commit", "--quiet", "--message=begin"]).await;
        place
    }

    pub fn root(&self) -> PathBuf {
        self.folder.path().join("work")
    }

    /// Returns a path beside the repository.
    pub fn beside(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file of the repository.
    pub fn write(&self, path: &str, text: &str) {
        let path = self.root().join(path);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }

    /// Reads a file of the repository.
    pub fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.root().join(path)).expect("a file")
    }

    /// Writes the user's config.
    pub fn config(&self, text: &str) {
        let folder = self.beside("home/.config/agentichat");
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join("config.yaml"), text).expect("a file");
    }

    /// Returns git's output.
    pub async fn git(&self, arguments: &[&str]) -> String {
        let mut command = Command::new("git");
        self.surround(&mut command);
        let output = command.args(arguments).output().await.expect("git runs");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "git {arguments:?}: {output:?}");
        said
    }

    /// Copies the repository and the home. No program may be running.
    pub fn keep(&self) -> TempDir {
        let kept = TempDir::new().expect("a temporary folder");
        copy(self.folder.path(), kept.path());
        kept
    }

    /// Restores the copy made by [`Self::keep`].
    pub fn restore(&self, kept: &TempDir) {
        for name in ["home", "work"] {
            std::fs::remove_dir_all(self.beside(name)).expect("a folder goes");
        }
        copy(kept.path(), self.folder.path());
    }

    /// Runs `agentichat` with these arguments and variables to its end.
    pub async fn agentichat(
        &self,
        arguments: &[&str],
        variables: &[(&str, &str)],
    ) -> ProgramOutput {
        let running = self.start_any(arguments, variables);
        tokio::time::timeout(LONG, running.end())
            .await
            .expect("it ends in time")
    }

    /// Runs `agentichat run` with these arguments and variables to its end.
    pub async fn run(&self, arguments: &[&str], variables: &[(&str, &str)]) -> ProgramOutput {
        let running = self.start(arguments, variables);
        tokio::time::timeout(LONG, running.end())
            .await
            .expect("it ends in time")
    }

    /// Runs `agentichat run` against an Ollama server at `url` to its end.
    pub async fn run_with_ollama(&self, url: &str, arguments: &[&str]) -> ProgramOutput {
        let running = self.start_with_ollama(url, arguments);
        tokio::time::timeout(LONG, running.end())
            .await
            .expect("it ends in time")
    }

    /// Starts `agentichat run` against an Ollama server at `url`.
    pub fn start_with_ollama(&self, url: &str, arguments: &[&str]) -> Running {
        let mut all = vec!["--provider", "ollama", "--model", "m"];
        all.extend(arguments);
        self.start(&all, &[("OLLAMA_HOST", url)])
    }

    /// Starts `agentichat run`.
    pub fn start(&self, arguments: &[&str], variables: &[(&str, &str)]) -> Running {
        let all: Vec<&str> = ["run"].iter().chain(arguments).copied().collect();
        self.start_any(&all, variables)
    }

    /// Starts `agentichat` with these arguments and variables.
    pub fn start_any(&self, arguments: &[&str], variables: &[(&str, &str)]) -> Running {
        let mut command = Command::new(env!("CARGO_BIN_EXE_agentichat"));
        command.args(arguments);
        self.begin(command, variables)
    }

    /// Runs `agentichat` with these arguments and variables to its end, from a shell that
    /// first executes `first`.
    pub async fn after(
        &self,
        first: &str,
        arguments: &[&str],
        variables: &[(&str, &str)],
    ) -> ProgramOutput {
        let mut command = Command::new("sh");
        command
            .arg("-c")
            .arg(format!("{first}; exec \"$@\""))
            .arg("sh")
            .arg(env!("CARGO_BIN_EXE_agentichat"))
            .args(arguments);
        let running = self.begin(command, variables);
        tokio::time::timeout(LONG, running.end())
            .await
            .expect("it ends in time")
    }

    fn begin(&self, mut command: Command, variables: &[(&str, &str)]) -> Running {
        self.surround(&mut command);
        command
            .envs(variables.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        let mut child = command.spawn().expect("the program starts");
        let out = child.stdout.take().expect("its output");
        Running {
            child,
            lines: BufReader::new(out).lines(),
            read: String::new(),
        }
    }

    /// Starts `agentichat` with these arguments for a dialogue in lines.
    pub fn start_plain(&self, arguments: &[&str]) -> PlainSession {
        self.start_plain_with(arguments, &[])
    }

    /// Starts a dialogue with these variables.
    pub fn start_plain_with(&self, arguments: &[&str], variables: &[(&str, &str)]) -> PlainSession {
        let mut command = Command::new(env!("CARGO_BIN_EXE_agentichat"));
        self.surround(&mut command);
        command
            .args(arguments)
            .envs(variables.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        let mut child = command.spawn().expect("the program starts");
        let out = child.stdout.take().expect("its output");
        let input = child.stdin.take().expect("its input");
        PlainSession {
            input,
            running: Running {
                child,
                lines: BufReader::new(out).lines(),
                read: String::new(),
            },
        }
    }

    fn surround(&self, command: &mut Command) {
        let path = std::env::var_os("PATH").unwrap_or_default();
        command
            .env_clear()
            .env("PATH", path)
            .env("HOME", self.beside("home"))
            .env("LANG", "C.UTF-8")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .current_dir(self.root());
    }
}

fn copy(from: &Path, to: &Path) {
    let mut cp = std::process::Command::new("cp");
    let status = cp.arg("-a").arg(from.join(".")).arg(to).status();
    assert!(status.expect("cp runs").success());
}

/// A running program.
pub struct Running {
    pub child: Child,
    lines: Lines<BufReader<ChildStdout>>,
    read: String,
}

impl Running {
    /// Waits for an output line that contains `text`.
    pub async fn line(&mut self, text: &str) -> String {
        let search = async {
            while let Some(line) = self.lines.next_line().await.expect("a line") {
                self.read.push_str(&line);
                self.read.push('\n');
                if line.contains(text) {
                    return line;
                }
            }
            panic!("it ended without {text:?}: {}", self.read);
        };
        tokio::time::timeout(LONG, search)
            .await
            .expect("the line in time")
    }

    /// Waits until the program has printed `count` lines, or has ended.
    pub async fn lines(&mut self, count: u64) {
        let read = async {
            for _ in 0..count {
                let Some(line) = self.lines.next_line().await.expect("a line") else {
                    return;
                };
                self.read.push_str(&line);
                self.read.push('\n');
            }
        };
        tokio::time::timeout(LONG, read)
            .await
            .expect("the lines in time");
    }

    /// Waits for an event of this type; returns its session.
    pub async fn session_of(&mut self, kind: &str) -> String {
        let line = self.line(kind).await;
        let event: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        event["session"].as_str().expect("an id").to_owned()
    }

    pub fn signal(&self, signal: nix::sys::signal::Signal) {
        let id = self.child.id().expect("it runs");
        let id = nix::unistd::Pid::from_raw(i32::try_from(id).expect("an id"));
        nix::sys::signal::kill(id, signal).expect("the signal is sent");
    }

    /// Waits for the end of the program.
    pub async fn end(mut self) -> ProgramOutput {
        let errors = self.child.stderr.take();
        let log = tokio::spawn(async move {
            let mut text = Vec::new();
            if let Some(mut errors) = errors {
                let read = tokio::io::AsyncReadExt::read_to_end(&mut errors, &mut text).await;
                read.expect("its messages");
            }
            String::from_utf8_lossy(&text).into_owned()
        });
        while let Some(line) = self.lines.next_line().await.expect("a line") {
            self.read.push_str(&line);
            self.read.push('\n');
        }
        let status = self.child.wait().await.expect("its status");
        ProgramOutput {
            status: status.code().unwrap_or(-1),
            out: self.read,
            log: log.await.expect("its messages"),
        }
    }
}

/// A running program in a dialogue in lines.
pub struct PlainSession {
    input: ChildStdin,
    running: Running,
}

impl PlainSession {
    /// Waits for an output line that contains `text`.
    pub async fn until(&mut self, text: &str) -> String {
        self.running.line(text).await
    }

    /// Waits until each of these was in an output line, in any order.
    pub async fn until_all(&mut self, texts: &[&str]) {
        while !texts.iter().all(|text| self.running.read.contains(text)) {
            self.until("").await;
        }
    }

    /// Sends a line to the program.
    pub async fn send(&mut self, line: &str) {
        let written = self.input.write_all(format!("{line}\n").as_bytes()).await;
        written.expect("it listens");
    }

    /// Closes the program's input, and waits for its end.
    pub async fn end(self) -> ProgramOutput {
        drop(self.input);
        tokio::time::timeout(LONG, self.running.end())
            .await
            .expect("it ends in time")
    }
}

/// Counts the processes that a session has started and that still exist.
pub fn processes_of(session: &str) -> usize {
    let mark = format!("AGENTICHAT_SESSION={session}");
    let entries = std::fs::read_dir(Path::new("/proc"))
        .expect("/proc")
        .flatten();
    entries
        .filter(|entry| {
            let environment = std::fs::read(entry.path().join("environ")).unwrap_or_default();
            let mut pairs = environment.split(|byte| *byte == 0);
            pairs.any(|pair| pair == mark.as_bytes())
        })
        .count()
}

/// A recording in which the agent makes these calls, one in each answer, and then says that it is
/// done.
pub fn recording(calls: &[(&str, Value)]) -> String {
    let header = json!({
        "cassette": 1, "made_by": "a test", "created_at": "2026-11-01T09:00:00Z",
        "provider": "ollama", "model": "recorded"
    });
    let mut lines = vec![header.to_string()];
    for (index, call) in calls.iter().map(Some).chain([None]).enumerate() {
        let mut parts = vec![json!({ "type": "text", "text": "Done." })];
        if let Some((tool, arguments)) = call {
            let start = json!({ "type": "call_start", "index": 0, "id": "call_1", "name": tool });
            parts.push(start);
            parts.push(json!({ "type": "call_end", "index": 0, "arguments": arguments }));
        }
        let stop = call.map_or("done", |_| "needs_tools");
        parts.push(json!({ "type": "done", "stop": stop }));
        lines.push(json!({ "agent": "main", "step": index + 1, "parts": parts }).to_string());
    }
    lines.join("\n") + "\n"
}
