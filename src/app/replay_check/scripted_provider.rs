//! Plays the recorded models: answers each request from the recording, compares the request with
//! the recorded one, and hands out the recorded results of calls.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use futures_util::future::BoxFuture;
use futures_util::stream::{self, StreamExt};
use serde_json::{Value, json};

use super::script::{MAIN, Script, ScriptedCall, is_included, role};
use super::{Difference, ReplayReport, chooses_models, shown};
use notice::Notice;
use protocol::call::ToolCall;
use protocol::command::Command;
use protocol::ids::SessionId;
use protocol::stream::{
    Capabilities, ModelInfo, ProviderError, ProviderErrorKind, StreamPart, ToolFormat,
};
use provider::cassette::Step;
use provider::normalise::RequestSummary;
use provider::{ChatModel, ModelCatalog, PartStream, Provider, ProviderInfo, StepRequest};
use review::unified::{hunks_text, unified};
use session::Handle;
use tools::Results;

/// The state of the playback.
pub(super) struct ScriptedModels {
    script: Script,
    root: String,
    state: Mutex<State>,
    /// Destination of messages that the user sent during a run.
    front: OnceLock<(Handle, SessionId)>,
}

#[derive(Default)]
struct State {
    /// Number of attempts played, by agent and step number.
    played: BTreeMap<(String, u32), usize>,
    /// The last step of the session that was requested.
    asked: u32,
    /// Results of the calls of its answer that were not handed out yet.
    results: Vec<ScriptedCall>,
    result: ReplayReport,
}

/// The answer to a request.
enum Answer {
    Parts(Vec<StreamPart>),
    /// These parts, and then nothing: the answer timed out.
    Stalled(Vec<StreamPart>),
}

impl ScriptedModels {
    /// Returns the provider of one of the recorded models.
    pub(super) fn provider(self: &Arc<Self>, name: &str) -> Provider {
        let info = ProviderInfo {
            is_local: true,
            is_billable: false,
            ..ProviderInfo::new(name, "the recording")
        };
        Provider::new(info, self.clone(), self.clone())
    }

    pub(super) fn new(script: Script, root: &Path) -> Self {
        Self {
            script,
            root: shown(root),
            state: Mutex::default(),
            front: OnceLock::new(),
        }
    }

    pub(super) fn script(&self) -> &Script {
        &self.script
    }

    /// Sets where messages go.
    pub(super) fn set_front(&self, handle: Handle, session: SessionId) {
        // Called once per playback, so the cell is empty.
        self.front.set((handle, session)).ok();
    }

    fn state<T>(&self, look: impl FnOnce(&mut State) -> T) -> T {
        // Plain values stay valid even if a thread panicked while it held the lock.
        look(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns the last step that was requested.
    pub(super) fn asked(&self) -> u32 {
        self.state(|state| state.asked)
    }

    pub(super) fn result(&self) -> ReplayReport {
        self.state(|state| state.result.clone())
    }

    /// Returns the commands that start the next run; `None` if there is none, or it
    /// cannot be determined.
    pub(super) fn next_run(&self) -> Option<Vec<Command>> {
        let (_, session) = *self.front.get()?;
        let done = self.asked();
        let number = done + 1;
        let record_difference = self.state(|state| state.result.difference.is_some());
        if record_difference || self.script.request(number).is_none() {
            return None;
        }
        let said = self.script.user_messages_before(number);
        if said.is_empty() {
            return None;
        }
        let mut commands = Vec::new();
        if self.script.is_cleared_before(number) {
            commands.push(Command::ClearMessages { session });
        }
        let target = self.script.target(number);
        let routed = self
            .script
            .engine()
            .is_some_and(|engine| chooses_models(&engine.routing));
        if number > 1 && !routed && target != self.script.target(done) {
            commands.push(Command::SetModel {
                session,
                provider: Some(target.provider),
                model: target.model,
            });
        }
        let messages = said.into_iter();
        commands.extend(messages.map(|text| Command::send_message(session, text)));
        Some(commands)
    }

    /// Ends the session: recorded requests that were not made are reported as missing.
    pub(super) fn end(&self) {
        let next = self.asked() + 1;
        let line = self
            .script
            .cassette
            .attempts(MAIN, next)
            .first()
            .map(|step| step.line);
        if let Some(line) = line {
            let what = format!(
                "step {next} is recorded here, and the engine ends the run before it: nothing that the human said \
                 begins another one"
            );
            self.record_difference(line, &what);
        }
    }

    fn answer(&self, request: &StepRequest) -> Answer {
        let (agent, number) = (request.agent.as_str(), request.number);
        let attempts = self.script.cassette.attempts(agent, number);
        let attempt = self.state(|state| {
            let count = state.played.entry((agent.to_owned(), number)).or_default();
            *count += 1;
            *count - 1
        });
        let Some(step) = attempts.get(attempt) else {
            return Answer::Parts(vec![
                self.handle_unrecorded_request(agent, number, attempts),
            ]);
        };
        self.compare(step, request, attempt);
        if agent == MAIN {
            self.state(|state| {
                state.asked = number;
                if step.is_whole() {
                    state.results = self.script.results(number);
                }
            });
            if step.is_whole() {
                self.send_messages_during_run(number);
            }
        }
        let mut parts: Vec<StreamPart> = step.parts.iter().cloned().map(without_pause).collect();
        if step.has_end() {
            return Answer::Parts(parts);
        }
        match attempts.get(attempt + 1) {
            Some(next) if next.provider != step.provider => Answer::Stalled(parts),
            Some(_) => {
                let why = "the recorded answer was dropped here and asked for again";
                parts.push(failed(ProviderErrorKind::Connection, why));
                Answer::Parts(parts)
            }
            None => {
                let why = "the recorded answer was cancelled here";
                parts.push(failed(ProviderErrorKind::Recording, why));
                Answer::Parts(parts)
            }
        }
    }

    /// Handles a request that is not in the recording. At its end that is no difference: a run that
    /// was cancelled or cut off would have continued.
    fn handle_unrecorded_request(&self, agent: &str, number: u32, attempts: &[Step]) -> StreamPart {
        let main = self.asked() + 1;
        if let (false, Some(next)) = (
            agent == MAIN,
            self.script.cassette.attempts(MAIN, main).first(),
        ) {
            let what = format!(
                "before step {main} the engine asks for step {number} of the agent {agent}, which is not recorded"
            );
            self.record_difference(next.line, &what);
            return failed(ProviderErrorKind::Recording, &what);
        }
        let words = match attempts.last() {
            Some(_) => {
                format!("step {number} of the agent {agent} was asked for once more than recorded")
            }
            None => format!(
                "the engine would go on with step {number} of the agent {agent}, where the recording ends"
            ),
        };
        let later = |step: &&Step| step.agent == agent && step.step > number;
        let line = attempts
            .last()
            .map(|step| step.line)
            .filter(|_| self.script.cassette.steps().any(|step| later(&step)));
        match line {
            Some(line) => self.record_difference(line, &words),
            None => self.state(|state| state.result.note = Some(words.clone())),
        }
        failed(ProviderErrorKind::Recording, &words)
    }

    /// Keeps a difference, if it is the first.
    fn record_difference(&self, line: usize, what: &str) {
        let what = what.to_owned();
        self.state(|state| {
            state
                .result
                .difference
                .get_or_insert(Difference { line, what });
        });
    }

    /// Sends messages that the user sent during a run before the answer that the engine waits for.
    fn send_messages_during_run(&self, number: u32) {
        let Some((handle, session)) = self.front.get() else {
            return;
        };
        if !self.script.calls(number) {
            return;
        }
        for text in self.script.user_messages_before(number + 1) {
            let session = *session;
            // A message that does not arrive shows as a difference in the next request.
            handle.send(Command::send_message(session, text)).ok();
        }
    }

    /// Compares a request with the recorded one; keeps the first difference.
    fn compare(&self, step: &Step, request: &StepRequest, attempt: usize) {
        let Some(recorded) = &step.request else {
            return;
        };
        let asked = RequestSummary::of(request, &self.root);
        let (before, after) = (comparable(recorded), comparable(&asked));
        if before == after {
            return self.state(|state| {
                state.result.same += usize::from(state.result.difference.is_none());
            });
        }
        let diff = hunks_text(&unified("", Some(&before), Some(&after), 1, 200));
        let attempt = match attempt {
            0 => String::new(),
            later => format!(", attempt {}", later + 1),
        };
        let what = format!(
            "step {} of the agent {}{attempt} is not what the engine asks:\n--- recorded\n+++ asked\n{diff}",
            step.step, step.agent
        );
        self.record_difference(step.line, &what);
    }
}

/// Returns the parts of a request that have to match: the model, the tools and the turns. Included
/// files are read again for each request, and older results are shortened by the size of
/// everything: of those only the kind is compared.
fn comparable(summary: &RequestSummary) -> String {
    let turns: Vec<&Value> = summary
        .messages
        .iter()
        .filter(|turn| !is_included(turn))
        .collect();
    let last_answer = turns.iter().rposition(|turn| role(turn) == "assistant");
    let mut out = format!(
        "model: {}\ntools: {}\n",
        summary.model,
        summary.tools.join(" ")
    );
    for (at, turn) in turns.into_iter().enumerate() {
        let is_old = last_answer.is_some_and(|answer| at < answer);
        let line = match (role(turn), is_old) {
            ("tool", true) => json!({ "role": "tool", "tool": turn.get("tool") }).to_string(),
            _ => turn.to_string(),
        };
        out.push_str(&line);
        out.push('\n');
    }
    out
}

/// Removes the pause that the server demanded with a failure, so that the retry comes at once.
fn without_pause(part: StreamPart) -> StreamPart {
    match part {
        StreamPart::Error { mut error } => {
            // A pause that is too long for a retry ends the run, now as in the recording.
            error.retry_after_s = error.retry_after_s.filter(|seconds| *seconds > 300);
            StreamPart::Error { error }
        }
        other => other,
    }
}

fn failed(kind: ProviderErrorKind, why: &str) -> StreamPart {
    let error = ProviderError::new(kind, Notice::text(why));
    StreamPart::Error { error }
}

impl Results for ScriptedModels {
    fn of(&self, call: &ToolCall) -> Value {
        self.state(|state| {
            let by_id =
                |given: &ScriptedCall| given.tool == call.tool && given.id == call.provider_id;
            let by_tool = |given: &ScriptedCall| given.tool == call.tool;
            let results = &state.results;
            let at = results
                .iter()
                .position(by_id)
                .or_else(|| results.iter().position(by_tool));
            match at {
                Some(at) => state.results.remove(at).content,
                // The recording ends before the result reached a model.
                None => json!({ "success": true }),
            }
        })
    }
}

impl ModelCatalog for ScriptedModels {
    fn probe(&self) -> BoxFuture<'_, Result<Notice, ProviderError>> {
        Box::pin(async { Ok(Notice::text("a recording")) })
    }

    fn models(&self) -> BoxFuture<'_, Result<Vec<ModelInfo>, ProviderError>> {
        Box::pin(async { Ok(Vec::new()) })
    }

    fn capabilities<'a>(
        &'a self,
        model: &'a str,
    ) -> BoxFuture<'a, Result<Capabilities, ProviderError>> {
        let context_length = self.script.window(model);
        Box::pin(async move {
            Ok(Capabilities {
                tools: ToolFormat::Native,
                reasoning: true,
                // Recorded pictures were shown to the model then.
                images: Some(true),
                context_length,
            })
        })
    }
}

impl ChatModel for ScriptedModels {
    fn stream(&self, request: StepRequest) -> PartStream {
        match self.answer(&request) {
            Answer::Parts(parts) => stream::iter(parts).boxed(),
            Answer::Stalled(parts) => stream::iter(parts).chain(stream::pending()).boxed(),
        }
    }
}
