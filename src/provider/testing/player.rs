//! A stand-in for the program that plays a recording, and a front end that talks to it.

use std::collections::{HashMap, HashSet, VecDeque};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, duplex};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::agent_tools::{AgentTools, Next, ToolActivity};
use crate::claude_cli::ClaudeCli;
use crate::claude_cli::launch::{Launch, Life, Running, Start};
use crate::testing::support::{message, request};
use crate::{ChatModel, StepRequest};
use notice::Notice;
use protocol::ids::SessionId;
use protocol::message::{Block, Message, MessageState, Role};
use protocol::permission::{Permission, PermissionRequest};
use protocol::stream::{StopReason, StreamPart, ToolFormat};

pub const SESSION: SessionId = SessionId(Uuid::from_u128(7));

/// A line of a recording.
#[derive(Debug, Clone)]
pub enum Line {
    /// The program writes this.
    Out(Value),
    /// The program receives something like this.
    In(Value),
    /// Files change: each by `["write", path, text]`, `["remove", path]` or `["rename", from, to]`.
    Does(Value),
    /// The program waits until the test lets it continue.
    Waits,
}

/// A recording: its lines, and how the program ends.
#[derive(Debug, Clone)]
pub struct Recording {
    pub lines: Vec<Line>,
    pub exit: i64,
    pub stderr: String,
    /// Whether the program ends by itself after the last line.
    pub ends: bool,
}

impl Recording {
    /// Makes the program end after the last line.
    pub fn ending(self) -> Self {
        Self { ends: true, ..self }
    }
}

pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/claude")
}

pub fn recording(name: &str) -> Recording {
    parsed(&text_of(name))
}

/// Returns the text of a recording file.
pub fn text_of(name: &str) -> String {
    std::fs::read_to_string(folder().join(format!("{name}.jsonl"))).unwrap()
}

pub fn parsed(text: &str) -> Recording {
    let mut recording = Recording {
        lines: Vec::new(),
        exit: 0,
        stderr: String::new(),
        ends: false,
    };
    for line in text.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        match line["dir"].as_str().unwrap() {
            "out" => recording.lines.push(Line::Out(line["msg"].clone())),
            "in" => recording.lines.push(Line::In(line["msg"].clone())),
            "does" => recording.lines.push(Line::Does(line["files"].clone())),
            "waits" => recording.lines.push(Line::Waits),
            "exit" => {
                recording.exit = line["code"].as_i64().unwrap_or(-1);
                recording.stderr = line["stderr"].as_str().unwrap_or_default().to_owned();
            }
            _ => {}
        }
    }
    recording
}

/// Messages that the stand-in received, and the parameters with which it was started.
#[derive(Debug, Default)]
pub struct Heard {
    pub told: Vec<Value>,
    pub starts: Vec<Start>,
    pub asked_to_end: u32,
}

/// Plays recordings, one per start.
#[derive(Clone)]
pub struct ProgramHarness {
    plays: Arc<Mutex<VecDeque<Recording>>>,
    /// Whether the stand-in executes approved calls, as the program would.
    executes: bool,
    pub heard: Arc<Mutex<Heard>>,
    /// Wakes the player to skip the message that it waits for.
    resumed: Arc<Notify>,
}

impl ProgramHarness {
    pub fn playing(recordings: Vec<Recording>) -> Self {
        Self {
            plays: Arc::new(Mutex::new(recordings.into())),
            executes: false,
            heard: Arc::default(),
            resumed: Arc::default(),
        }
    }

    /// Makes the stand-in write the files that it reports as written.
    pub fn executing_calls(self) -> Self {
        Self {
            executes: true,
            ..self
        }
    }

    pub fn of(names: &[&str]) -> Self {
        Self::playing(names.iter().map(|name| recording(name)).collect())
    }

    pub fn claude(&self) -> ClaudeCli {
        let environment = [
            ("PATH", "/bin"),
            ("CLAUDECODE", "1"),
            ("CLAUDE_CODE_X", "y"),
        ];
        let environment = environment.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let launcher = Arc::new(self.clone());
        let folder = PathBuf::from("/workspace");
        ClaudeCli::new(
            "claude-cli",
            "claude",
            folder,
            environment.to_vec(),
            launcher,
        )
    }

    /// Makes the player skip the next message that it waits for.
    pub fn go_on(&self) {
        self.resumed.notify_one();
    }

    pub fn told(&self) -> Vec<Value> {
        self.heard.lock().unwrap().told.clone()
    }

    pub fn starts(&self) -> Vec<Start> {
        self.heard.lock().unwrap().starts.clone()
    }
}

impl Launch for ProgramHarness {
    fn launch(&self, start: &Start) -> io::Result<Running> {
        self.heard.lock().unwrap().starts.push(start.clone());
        let Some(recording) = self.plays.lock().unwrap().pop_front() else {
            return Err(io::Error::from(io::ErrorKind::NotFound));
        };
        let (to, told) = duplex(1 << 20);
        let (says, from) = duplex(1 << 20);
        let (mut complains, errors) = duplex(1 << 16);
        let over = CancellationToken::new();
        let life = Played {
            heard: Arc::clone(&self.heard),
            over: over.clone(),
            words: format!("exit {}", recording.exit),
        };
        let heard = Arc::clone(&self.heard);
        let hands = Hands {
            works: self.executes,
            resumed: Arc::clone(&self.resumed),
            ..Hands::default()
        };
        tokio::spawn(async move {
            complains.write_all(recording.stderr.as_bytes()).await.ok();
            play(&recording, hands, (told, says), &heard, &over).await;
        });
        Ok(Running {
            to: Box::new(to),
            from: Box::new(from),
            errors: Box::new(errors),
            life: Box::new(life),
            told: None,
        })
    }
}

/// Writes the recorded output, each line only after as many messages have been received as
/// in the recording.
async fn play(
    recording: &Recording,
    mut hands: Hands,
    (told, mut says): (DuplexStream, DuplexStream),
    heard: &Mutex<Heard>,
    over: &CancellationToken,
) {
    let mut told = BufReader::new(told).lines();
    for line in &recording.lines {
        match line {
            Line::Out(value) => {
                hands.says(value);
                let mut text = value.to_string();
                text.push('\n');
                if says.write_all(text.as_bytes()).await.is_err() {
                    return;
                }
            }
            Line::Does(files) => files.as_array().unwrap().iter().for_each(does),
            Line::Waits => tokio::select! {
                () = hands.resumed.notified() => {}
                () = over.cancelled() => return,
            },
            Line::In(_) => {
                let line = tokio::select! {
                    line = told.next_line() => line,
                    () = hands.resumed.notified() => continue,
                    () = over.cancelled() => return,
                };
                let Ok(Some(line)) = line else { return };
                let value = serde_json::from_str(&line).expect("a line that is JSON");
                hands.is_told(&value);
                heard.lock().unwrap().told.push(value);
            }
        }
    }
    if recording.ends {
        over.cancel();
        return;
    }
    // Waits for another message, or for its end.
    tokio::select! {
        () = over.cancelled() => {}
        more = told.next_line() => {
            if let Ok(Some(line)) = more {
                let value = serde_json::from_str(&line).expect("a line that is JSON");
                heard.lock().unwrap().told.push(value);
                over.cancelled().await;
            }
        }
    }
}

/// Performs a file change of a tool for which no permission was requested.
fn does(change: &Value) {
    let words: Vec<&str> = change
        .as_array()
        .unwrap()
        .iter()
        .map(|word| word.as_str().unwrap())
        .collect();
    match words.as_slice() {
        ["write", path, text] => std::fs::write(path, text).unwrap(),
        ["remove", path] => std::fs::remove_file(path).unwrap(),
        ["rename", from, to] => std::fs::rename(from, to).unwrap(),
        other => panic!("{other:?}"),
    }
}

/// Carries out the program's effects on files.
#[derive(Default)]
struct Hands {
    works: bool,
    resumed: Arc<Notify>,
    /// Tools with a permission request, by request id.
    asks: HashMap<String, (String, String)>,
    /// Calls that have been carried out.
    done: HashSet<String>,
}

impl Hands {
    /// Executes the actions that the program reports without a permission request.
    fn says(&mut self, value: &Value) {
        let request = &value["request"];
        if request["subtype"] == "can_use_tool" {
            let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            let call = (text(&request["tool_name"]), text(&request["tool_use_id"]));
            self.asks.insert(text(&value["request_id"]), call);
        }
        let result = &value["tool_use_result"];
        let call = value["message"]["content"][0]["tool_use_id"].as_str();
        let call = call.unwrap_or_default().to_owned();
        if result["structuredPatch"].is_array() && !self.done.contains(&call) {
            let input = serde_json::json!({
                "file_path": result["filePath"],
                "content": result["content"],
                "old_string": result["oldString"],
                "new_string": result["newString"],
            });
            let tool = if result["oldString"].is_string() {
                "Edit"
            } else {
                "Write"
            };
            self.work(tool, &input);
        }
    }

    /// Executes the actions that the program receives permission for.
    fn is_told(&mut self, value: &Value) {
        let response = &value["response"];
        let request = response["request_id"].as_str().unwrap_or_default();
        let answer = &response["response"];
        if let (Some((tool, call)), "allow") = (
            self.asks.get(request).cloned(),
            answer["behavior"].as_str().unwrap_or_default(),
        ) {
            self.done.insert(call);
            self.work(&tool, &answer["updatedInput"]);
        }
    }

    fn work(&self, tool: &str, input: &Value) {
        let Some(path) = input["file_path"].as_str().filter(|_| self.works) else {
            return;
        };
        let text = |field: &str| input[field].as_str().unwrap_or_default().to_owned();
        let after = match tool {
            "Write" => text("content"),
            _ => {
                let before = std::fs::read_to_string(path).unwrap();
                assert_eq!(
                    before.matches(&text("old_string")).count(),
                    1,
                    "it would refuse"
                );
                before.replacen(&text("old_string"), &text("new_string"), 1)
            }
        };
        std::fs::write(path, after).unwrap();
    }
}

struct Played {
    heard: Arc<Mutex<Heard>>,
    over: CancellationToken,
    words: String,
}

impl Drop for Played {
    fn drop(&mut self) {
        self.over.cancel();
    }
}

impl Life for Played {
    fn ended(&mut self) -> BoxFuture<'_, Notice> {
        Box::pin(async {
            self.over.cancelled().await;
            Notice::text(&self.words)
        })
    }

    fn ask_to_end(&mut self) {
        self.heard.lock().unwrap().asked_to_end += 1;
        self.over.cancel();
    }

    fn finish(self: Box<Self>) -> BoxFuture<'static, ()> {
        self.over.cancel();
        Box::pin(async {})
    }
}

/// Builds a user message with its own id.
pub fn user(number: u128, text: &str) -> Arc<Message> {
    let mut message = message(
        Role::User,
        vec![Block::Text {
            text: text.to_owned(),
        }],
    );
    let own = Arc::make_mut(&mut message);
    own.id = protocol::ids::MessageId(Uuid::from_u128(number));
    own.run = Some(protocol::ids::RunId(Uuid::from_u128(1)));
    message
}

/// Builds an answer of the program.
pub fn answer(number: u128, text: &str) -> Arc<Message> {
    let mut message = message(
        Role::Assistant,
        vec![Block::Text {
            text: text.to_owned(),
        }],
    );
    let own = Arc::make_mut(&mut message);
    own.id = protocol::ids::MessageId(Uuid::from_u128(number));
    own.model = Some("claude-cli/default".to_owned());
    own.state = MessageState::Complete;
    message
}

pub fn asking(messages: &[Arc<Message>]) -> StepRequest {
    let mut request = request(ToolFormat::Native, messages.to_vec());
    request.model = "default".to_owned();
    request.conversing.session = SESSION;
    request
}

/// Plays a whole turn as the engine would; one line per event.
pub async fn converse(
    claude: &ClaudeCli,
    request: &StepRequest,
    decide: impl FnMut(&PermissionRequest) -> Permission,
) -> Vec<String> {
    // Without the timeout, a recording that is not played to its end would block forever.
    let turn = tokio::time::timeout(Duration::from_secs(60), turn(claude, request, decide));
    turn.await.expect("the turn ends")
}

async fn turn(
    claude: &ClaudeCli,
    request: &StepRequest,
    mut decide: impl FnMut(&PermissionRequest) -> Permission,
) -> Vec<String> {
    let mut lines = Vec::new();
    loop {
        let parts: Vec<StreamPart> = claude.stream(request.clone()).collect().await;
        let mut names = Vec::new();
        let mut calls = Vec::new();
        let mut text = String::new();
        let mut last = None;
        for part in parts {
            match part {
                StreamPart::Text { text: more } => text.push_str(&more),
                StreamPart::Reasoning { text } => lines.push(format!("thinks {text}")),
                StreamPart::CallStart { index, id, name } => names.push((index, id, name)),
                StreamPart::CallArguments { .. }
                | StreamPart::Sealed { .. }
                | StreamPart::TextWasReasoning => {}
                StreamPart::CallEnd { index, .. } => calls.push(names[index].clone()),
                StreamPart::Notice { text } => lines.push(format!("notice {text}")),
                StreamPart::CallIgnored { call } => lines.push(format!("ignored {}", call.tool)),
                StreamPart::KnownAs { name } => lines.push(format!("known as {}", name.len())),
                StreamPart::Usage { usage } => {
                    lines.push(format!(
                        "used {} {}",
                        usage.input_tokens, usage.output_tokens
                    ));
                }
                StreamPart::Done { stop } => last = Some(Ok(stop)),
                StreamPart::Error { error } => last = Some(Err(error)),
            }
        }
        if !text.is_empty() {
            lines.push(format!("says {text}"));
        }
        for (_, id, name) in calls {
            lines.push(format!("calls {name}"));
            execute(claude, id, &mut decide, &mut lines).await;
        }
        match last.expect("an end") {
            Ok(StopReason::NeedsTools) => {}
            Ok(stop) => {
                lines.push(format!("ends {stop:?}"));
                return lines;
            }
            Err(error) => {
                lines.push(format!("fails {:?}: {}", error.kind, error.message));
                return lines;
            }
        }
    }
}

async fn execute(
    claude: &ClaudeCli,
    id: String,
    decide: &mut impl FnMut(&PermissionRequest) -> Permission,
    lines: &mut Vec<String>,
) {
    match claude.next(SESSION, id.clone()).await.unwrap() {
        Next::Runs => {}
        Next::Done(result) => {
            lines.push(format!("did {} {}", result.ok, one_line(&result.text)));
            return;
        }
        Next::Asks(asked) => {
            let leave = decide(&asked);
            let denied = matches!(leave, Permission::Denied { .. });
            lines.push(format!("asks {:?}", asked.wants));
            claude.answer(SESSION, &asked.request, leave);
            if denied {
                return;
            }
        }
    }
    loop {
        match claude.running(SESSION, id.clone()).await.unwrap() {
            ToolActivity::Progress(text) => lines.push(format!("works {text}")),
            ToolActivity::Done(result) => {
                lines.push(format!("did {} {}", result.ok, one_line(&result.text)));
                return;
            }
            ToolActivity::AnotherAsks(asked) => {
                let next = claude.next(SESSION, asked.call.clone()).await.unwrap();
                assert_eq!(next, Next::Asks(asked.clone()));
                lines.push(format!("asks beside {:?}", asked.wants));
                let leave = decide(&asked);
                claude.answer(SESSION, &asked.request, leave);
            }
        }
    }
}

fn one_line(text: &str) -> String {
    text.lines()
        .next()
        .unwrap_or_default()
        .chars()
        .take(60)
        .collect()
}

/// Returns the messages that the program received in the recording, without answers to permission
/// requests and without the form of a message.
pub fn received_messages(name: &str) -> Vec<Value> {
    let lines = recording(name).lines;
    let told = lines.into_iter().filter_map(|line| match line {
        Line::In(value) => Some(value),
        Line::Out(_) | Line::Does(_) | Line::Waits => None,
    });
    told.map(comparable).collect()
}

/// Removes from a message of this program what may differ.
pub fn comparable(mut value: Value) -> Value {
    if let Some(Value::Object(answer)) = value.pointer_mut("/response/response") {
        answer.remove("updatedPermissions");
    }
    value
}

/// Returns the program's id of a recorded conversation.
pub fn conversation_of(name: &str) -> Option<String> {
    let lines = recording(name).lines;
    lines.into_iter().find_map(|line| match line {
        Line::Out(value) => value["session_id"].as_str().map(str::to_owned),
        Line::In(_) | Line::Does(_) | Line::Waits => None,
    })
}
