//! An engine with counted ids and a fixed clock, and short helper methods for its inputs.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use serde_json::Value;
use uuid::Uuid;

use super::plans::{class_of, done, plan};
use super::render::Names;
use crate::{
    Effect, Engine, EngineConfig, IdSource, Input, Outcome, ReceivedText, RequestedCall, Step,
    StepAnswer, StepContext,
};
use notice::Notice;
use protocol::approval::{Answer, AnsweredBy, Decision, Mode, Question};
use protocol::call::{ErrorCode, ToolCall, ToolError};
use protocol::command::{CancelMode, Command};
use protocol::event::{Event, EventKind, TextChannel};
use protocol::ids::{MessageId, RunId, SessionId, StepId, TimerId};
use protocol::message::{Block, Message, MessageState};
use protocol::plan::CallPlan;
use protocol::session::{DeliveryPoint, SessionSettings};
use protocol::stream::{ProviderError, ProviderErrorKind};

/// Ids 1, 2, 3, …
#[derive(Debug, Default)]
pub struct Counted(u128);

impl IdSource for Counted {
    fn next(&mut self) -> Uuid {
        self.0 += 1;
        Uuid::from_u128(self.0)
    }
}

/// The messages that are streaming in.
#[derive(Debug, Default)]
struct Streams(BTreeMap<MessageId, Message>);

impl Streams {
    fn take(&mut self, event: &Event) {
        match &event.fact {
            EventKind::MessageAdded { message } if message.state == MessageState::Streaming => {
                self.0.insert(message.id, message.clone());
            }
            EventKind::MessageCompleted { message } => drop(self.0.remove(&message.id)),
            EventKind::TextAppended {
                message,
                channel,
                text,
                ..
            } => {
                let streaming = self.0.get_mut(message).expect("it was added");
                streaming.append(*channel, text);
            }
            _ => {}
        }
    }
}

impl ReceivedText for Streams {
    fn blocks(&self, _: SessionId, message: MessageId) -> Vec<Block> {
        self.0[&message].blocks.clone()
    }
}

/// The session of every trace.
pub const SESSION: SessionId = SessionId(Uuid::from_u128(u128::MAX));

/// An engine with one session.
pub struct Harness {
    pub engine: Engine,
    ids: Counted,
    streams: Streams,
    now: Timestamp,
    names: Names,
    lines: Vec<String>,
    memory: Memory,
    pub events: Vec<Event>,
    pub effects: Vec<Effect>,
}

/// The amount of history that a world keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Memory {
    Everything,
    Nothing,
}

pub fn settings(mode: Mode) -> SessionSettings {
    SessionSettings {
        name: "demo".to_owned(),
        cwd: "/demo".into(),
        agent: "code".to_owned(),
        provider: "ollama".to_owned(),
        model: "qwen".to_owned(),
        mode,
        extra_prompt: String::new(),
        effort: Default::default(),
        known_as: Default::default(),
        agent_of: None,
    }
}

impl Harness {
    /// Creates a session in this mode, with a user there to ask.
    pub fn new(mode: Mode) -> Self {
        Self::with(EngineConfig::default(), mode)
    }

    /// Creates a session with another configuration.
    pub fn with(config: EngineConfig, mode: Mode) -> Self {
        let mut harness = Self::empty(config);
        let settings = settings(mode);
        harness.command(Command::CreateSession {
            session: SESSION,
            settings,
        });
        harness.trace();
        harness
    }

    /// Creates a world without a session.
    pub fn empty(config: EngineConfig) -> Self {
        Self {
            engine: Engine::new(config),
            ids: Counted::default(),
            streams: Streams::default(),
            now: Timestamp::UNIX_EPOCH,
            names: Names::default(),
            lines: Vec::new(),
            memory: Memory::Everything,
            events: Vec::new(),
            effects: Vec::new(),
        }
    }

    /// Creates a world without a session and without memory, for tests that check
    /// each step themselves.
    pub fn forgetful(config: EngineConfig) -> Self {
        Self {
            memory: Memory::Nothing,
            ..Self::empty(config)
        }
    }

    /// Passes a message to the engine; returns the result of this step alone.
    pub fn step(&mut self, msg: Input) -> Step {
        self.now += SignedDuration::from_millis(1);
        let mut cx = StepContext {
            now: self.now,
            ids: &mut self.ids,
            received: &self.streams,
        };
        let step = self.engine.step(msg, &mut cx);
        for event in &step.events {
            self.streams.take(event);
        }
        if self.memory == Memory::Nothing {
            return step;
        }
        for event in &step.events {
            self.lines.push(self.names.event(event));
        }
        for effect in &step.effects {
            self.lines.push(self.names.effect(effect));
        }
        self.events.extend(step.events.iter().cloned());
        self.effects.extend(step.effects.iter().cloned());
        step
    }

    pub fn command(&mut self, command: Command) {
        self.step(Input::Command(command));
    }

    pub fn outcome(&mut self, outcome: Outcome) {
        self.step(Input::Outcome(outcome));
    }

    /// Returns the events and effects since the last call, one line each.
    pub fn trace(&mut self) -> String {
        std::mem::take(&mut self.lines).join("\n")
    }

    /// Compares the events and effects since the last check with `expected`, line by line.
    #[track_caller]
    pub fn saw(&mut self, expected: &str) {
        let expected: Vec<&str> = expected.lines().map(str::trim).collect();
        let expected = expected.join("\n");
        let actual = self.trace();
        assert_eq!(
            actual.trim(),
            expected.trim(),
            "\n--- this happened:\n{actual}\n"
        );
    }

    /// Compares the last lines of the trace with `expected`.
    #[track_caller]
    pub fn saw_last(&mut self, expected: &str) {
        let count = expected.lines().count();
        let lines = std::mem::take(&mut self.lines);
        self.lines = lines[lines.len().saturating_sub(count)..].to_vec();
        self.saw(expected);
    }

    /// Discards the events and effects since the last check.
    pub fn skip(&mut self) {
        self.lines.clear();
    }

    // Actions of the user.

    pub fn send(&mut self, text: &str) {
        self.command(Command::send_message(SESSION, text.to_owned()));
    }

    /// Sends a message that waits for the end of the run.
    pub fn send_for_the_end(&mut self, text: &str) {
        self.command(Command::SendMessage {
            session: SESSION,
            text: text.to_owned(),
            deliver: DeliveryPoint::AfterRun,
        });
    }

    pub fn cancel(&mut self, how: CancelMode) {
        self.command(Command::CancelRun {
            session: SESSION,
            how,
        });
    }

    /// Answers the latest question as it was shown.
    pub fn answer(&mut self, decision: Decision) {
        let question = self.prompt();
        let answer = answer_to(&question, decision);
        self.command(Command::AnswerQuestion {
            session: SESSION,
            answer,
        });
    }

    // Actions of the model.

    pub fn text(&mut self, text: &str) {
        let (run, step) = self.request();
        self.outcome(Outcome::StreamAppended {
            session: SESSION,
            run,
            step,
            channel: TextChannel::Answer,
            text: text.to_owned(),
        });
    }

    /// Completes the answer with these words and no calls.
    pub fn says(&mut self, text: &str) {
        self.answers(text, &[]);
    }

    /// Completes the answer with these calls and no words.
    pub fn calls(&mut self, calls: &[(&str, Value)]) {
        self.answers("", calls);
    }

    fn answers(&mut self, text: &str, calls: &[(&str, Value)]) {
        let (run, _) = self.request();
        self.answers_in(run, text, calls);
    }

    /// Completes the latest answer in a run.
    pub fn answers_in(&mut self, run: RunId, text: &str, calls: &[(&str, Value)]) {
        let calls = calls
            .iter()
            .enumerate()
            .map(|(index, (tool, arguments))| RequestedCall {
                provider_id: format!("call_{index}"),
                tool: (*tool).to_owned(),
                class: class_of(tool),
                arguments: arguments.clone(),
            });
        let answer = StepAnswer {
            text: text.to_owned(),
            calls: calls.collect(),
            ..StepAnswer::default()
        };
        self.finishes_step(run, answer);
    }

    /// Completes the answer with this content.
    pub fn answers_with(&mut self, answer: StepAnswer) {
        let (run, _) = self.request();
        self.finishes_step(run, answer);
    }

    /// Completes the latest answer in a run with this content.
    pub fn finishes_step(&mut self, run: RunId, answer: StepAnswer) {
        let requests = self.effects.iter().rev();
        let mut requests = requests.filter_map(|effect| match effect {
            Effect::RequestStep { run, step, .. } => Some((*run, *step)),
            _ => None,
        });
        let step = requests.find(|(of, _)| *of == run).expect("a request").1;
        self.outcome(Outcome::StepFinished {
            session: SESSION,
            run,
            step,
            answer,
        });
    }

    pub fn fails(&mut self, error: ProviderError) {
        let (run, step) = self.request();
        self.outcome(Outcome::StepFailed {
            session: SESSION,
            run,
            step,
            error,
        });
    }

    pub fn fails_with(&mut self, kind: ProviderErrorKind) {
        self.fails(ProviderError::new(kind, Notice::text(format!("{kind:?}"))));
    }

    // Actions of the workers.

    /// Plans the call with this number (from 1, over the whole trace) as its tool would.
    pub fn prepared(&mut self, number: usize) {
        let call = self.call(number);
        let plan = plan(&call);
        self.prepared_as(number, plan);
    }

    pub fn prepared_as(&mut self, number: usize, plan: CallPlan) {
        let run = self.run_of(number);
        let plan = Box::new(plan);
        self.outcome(Outcome::CallPrepared {
            session: SESSION,
            run,
            plan,
        });
    }

    pub fn refused(&mut self, number: usize, code: ErrorCode) {
        let (run, call) = (self.run_of(number), self.call(number).id);
        let error = ToolError::new(code, Notice::text("it does not fit"));
        self.outcome(Outcome::CallRefused {
            session: SESSION,
            run,
            call,
            error,
        });
    }

    pub fn finished(&mut self, number: usize) {
        let run = self.run_of(number);
        let call = self.call(number);
        let done = Box::new(done(&call));
        self.outcome(Outcome::CallFinished {
            session: SESSION,
            run,
            done,
        });
    }

    pub fn fired(&mut self) {
        let timer = self.timer();
        self.outcome(Outcome::TimerFired { timer });
    }

    /// Plays a complete read call: planned, run, finished.
    pub fn read(&mut self, number: usize) {
        self.prepared(number);
        self.finished(number);
    }

    // Queries.

    pub fn request(&self) -> (RunId, StepId) {
        self.effects
            .iter()
            .rev()
            .find_map(|effect| match effect {
                Effect::RequestStep { run, step, .. } => Some((*run, *step)),
                _ => None,
            })
            .expect("a request was made")
    }

    /// Returns the call that was requested as number `number`, from 1.
    pub fn call(&self, number: usize) -> ToolCall {
        let mut calls = self.events.iter().filter_map(|event| match &event.fact {
            EventKind::CallRequested { call, .. } => Some(call.clone()),
            _ => None,
        });
        calls.nth(number - 1).expect("the call was requested")
    }

    fn run_of(&self, number: usize) -> RunId {
        let mut runs = self.events.iter().filter_map(|event| match &event.fact {
            EventKind::CallRequested { .. } => event.run,
            _ => None,
        });
        runs.nth(number - 1).expect("the call was requested")
    }

    pub fn prompt(&self) -> Question {
        self.events
            .iter()
            .rev()
            .find_map(|event| match &event.fact {
                EventKind::QuestionOpened { question }
                | EventKind::ClarificationOpened { question } => Some(question.clone()),
                _ => None,
            })
            .expect("a prompt was opened")
    }

    fn timer(&self) -> TimerId {
        self.effects
            .iter()
            .rev()
            .find_map(|effect| match effect {
                Effect::StartTimer { timer, .. } => Some(*timer),
                _ => None,
            })
            .expect("a timer was started")
    }
}

/// Builds an answer to the question as it was shown.
pub fn answer_to(prompt: &Question, decision: Decision) -> Answer {
    Answer {
        question: prompt.id,
        shown: prompt.shown,
        decision,
        by: AnsweredBy::Key,
    }
}
