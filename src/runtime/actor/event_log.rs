//! Writes events to the log file: one line for each major event, with its summary.
//!
//! The actor calls it where events go out, and nowhere else. It logs no message texts, arguments or
//! output: those are in the session. The log's writer masks secrets.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::Serialize;
use tracing::{info, warn};

use protocol::approval::{Answer, Question};
use protocol::call::CallResult;
use protocol::event::{Event, EventKind};
use protocol::ids::{RunId, SessionId, StepId};
use protocol::message::Message;
use protocol::session::{RunResult, SessionSettings};
use protocol::usage::Usage;

#[cfg(test)]
mod tests;

/// Characters of a reason that are logged.
const MAX_REASON: usize = 300;

/// Writes events to the log. Remembers when steps began, for their latency.
#[derive(Debug, Default)]
pub(super) struct EventLog {
    begun: BTreeMap<StepId, Timestamp>,
}

impl EventLog {
    /// Logs an event, if it is a major one.
    pub(super) fn event(&mut self, event: &Event) {
        let session = event.session;
        match &event.fact {
            EventKind::SessionCreated { settings, .. } => {
                opened(session, settings, "session created");
            }
            EventKind::SessionOpened { session: snapshot } => {
                opened(session, &snapshot.summary.settings, "session opened");
            }
            EventKind::SessionChanged { settings } => opened(session, settings, "session set"),
            EventKind::PolicyChanged { policy } => {
                info!(%session, mode = %policy.mode, "policy set");
            }
            EventKind::QuestionOpened { question }
            | EventKind::ClarificationOpened { question } => {
                asked(question);
            }
            EventKind::QuestionAnswered { answer, .. }
            | EventKind::ClarificationAnswered { answer, .. } => {
                answered(session, answer);
            }
            EventKind::CheckpointCreated { checkpoint } => {
                info!(%session, number = checkpoint.number, "checkpoint created");
            }
            EventKind::AgentModeChanged { mode } => {
                info!(%session, mode = mode.word(), "agent mode set");
            }
            EventKind::CompactionUndone { .. } => info!(%session, "compaction undone"),
            EventKind::CommandRejected { command, .. } => {
                info!(%session, %command, "command rejected");
            }
            _ => {
                if let Some(run) = event.run {
                    self.run_event(event, session, run);
                }
            }
        }
    }

    fn run_event(&mut self, event: &Event, session: SessionId, run: RunId) {
        match &event.fact {
            EventKind::RunStarted { .. } => info!(%session, %run, "run started"),
            EventKind::RunCompleted { result } => ended(session, run, result, "run completed"),
            EventKind::RunCancelled { result } => ended(session, run, result, "run cancelled"),
            EventKind::RunFailed { result, code, .. } => {
                let code = code.map_or("", protocol::call::ErrorCode::code);
                warn!(%session, %run, code, "the run failed");
                ended(session, run, result, "run failed");
            }
            EventKind::RunInterrupted { unknown_calls } => {
                let unknown = unknown_calls.len();
                warn!(%session, %run, unknown_calls = unknown, "run interrupted");
            }
            EventKind::StepStarted {
                step,
                number,
                model,
            } => {
                // A step that failed has no end event; a run has one step at a time.
                self.begun.clear();
                self.begun.insert(*step, event.at);
                info!(%session, %run, number, model, "step started");
            }
            EventKind::StepCompleted { step, usage, .. } => {
                let begun = self.begun.remove(step).unwrap_or(event.at);
                step_done(session, run, usage, begun, event.at);
            }
            EventKind::RetryScheduled {
                attempt,
                of,
                after_ms,
                error,
            } => {
                let (kind, reason) = (word(&error.kind), short(&error.message.to_string()));
                warn!(%session, %run, attempt, of, after_ms, kind, reason, "retry scheduled");
            }
            EventKind::RouteChosen { route } => {
                let model = route.target.to_string();
                let reason = route.reason.words().to_string();
                info!(%session, %run, model, reason, "route chosen");
            }
            EventKind::ConversationCompacted { compaction } => {
                let (messages, before, after) =
                    (compaction.messages, compaction.before, compaction.after);
                info!(%session, %run, messages, before, after, "conversation compacted");
            }
            EventKind::CompactionFailed { reason, .. } => {
                warn!(%session, %run, reason = short(&reason.to_string()), "conversation not compacted");
            }
            EventKind::CallStarted { call, .. } => info!(%session, %run, %call, "call started"),
            EventKind::CallCompleted { result, .. } => call_done(session, run, result),
            EventKind::MessageCompleted { message } => message_done(session, run, message),
            EventKind::ApplyCompleted { added, removed, .. } => {
                info!(%session, %run, added, removed, "file written");
            }
            _ => {}
        }
    }
}

fn opened(session: SessionId, settings: &SessionSettings, what: &str) {
    let SessionSettings {
        provider,
        model,
        mode,
        ..
    } = settings;
    info!(%session, provider, model, %mode, "{what}");
}

fn asked(question: &Question) {
    let Question {
        id,
        session,
        run,
        tool,
        ..
    } = question;
    let risk = question.risk.risk.word();
    info!(%session, %run, question = %id, tool, risk, "prompt opened");
}

fn answered(session: SessionId, answer: &Answer) {
    let (decision, by) = (word(&answer.decision), word(&answer.by));
    info!(%session, prompt = %answer.question, decision, by, "prompt answered");
}

fn ended(session: SessionId, run: RunId, result: &RunResult, what: &str) {
    info!(
        %session,
        %run,
        duration_ms = result.duration_ms,
        calls = result.tool_calls,
        files = result.files_modified.len(),
        input_tokens = result.usage.input_tokens,
        output_tokens = result.usage.output_tokens,
        "{what}"
    );
}

fn step_done(session: SessionId, run: RunId, usage: &Usage, begun: Timestamp, at: Timestamp) {
    let latency_ms = at.duration_since(begun).as_millis();
    info!(
        %session,
        %run,
        input_tokens = usage.input_tokens,
        output_tokens = usage.output_tokens,
        estimated = usage.estimated,
        latency_ms,
        "step completed"
    );
}

fn call_done(session: SessionId, run: RunId, result: &CallResult) {
    let CallResult {
        call,
        tool,
        ok,
        duration_ms,
        ..
    } = result;
    let code = result.error.as_ref().map_or("", |error| error.code.code());
    info!(%session, %run, %call, tool, ok, code, duration_ms, "call completed");
}

fn message_done(session: SessionId, run: RunId, message: &Message) {
    let (role, state) = (word(&message.role), word(&message.state));
    let bytes = message.plain_text().len();
    info!(%session, %run, role, state, bytes, "message completed");
}

/// Returns the serialised name of an enum value.
fn word(value: &impl Serialize) -> String {
    let value = serde_json::to_value(value).unwrap_or_default();
    let word = value.get("decision").unwrap_or(&value);
    word.as_str().unwrap_or_default().to_owned()
}

/// Returns the first line of a reason, limited in length.
fn short(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    line.chars().take(MAX_REASON).collect()
}
