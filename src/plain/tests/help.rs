//! A scripted conversation: the simulated engine on one side, the user on the other, and the
//! record of both.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use serde_json::json;
use uuid::Uuid;

use crate::pending::PendingRequest;
use crate::{
    Awaiting, Completed, Editor, Effect, Input, Interaction, LineState, Lines, Plain, PlainExit,
    Typed, TypedBy,
};
use client::connection::{CommandProgress, RequestNumber};
use client::job::{JobCommand, JobId};
use notice::Notice;
use protocol::approval::{
    AlwaysScope, Answer, AnsweredBy, Decision, GrantScope, Mode, Question, QuestionBody, RiskReport,
};
use protocol::call::{CallResult, ToolCall};
use protocol::catalogue::BackgroundJob;
use protocol::change::{DiffChange, DiffHunk, DiffLine, DiffLineKind, FileDiff};
use protocol::command::Command;
use protocol::event::{Delivery, Event, EventKind, TextChannel};
use protocol::ids::{
    CallId, ContentHash, MessageId, QuestionId, RunId, Seq, SessionId, WorkspaceId,
};
use protocol::message::{Block, Message, MessageState, Role};
use protocol::query::{Query, Reply};
use protocol::session::{
    RunResult, SessionSettings, SessionSnapshot, SessionStatus, SessionSummary,
};
use protocol::usage::Usage;

/// The session that is shown.
pub(super) const SESSION: SessionId = SessionId(Uuid::from_u128(1));
pub(super) const RUN: RunId = RunId(Uuid::from_u128(2));

pub(super) struct PlainHarness {
    pub(super) plain: Plain,
    pub(super) now: Duration,
    /// Output, typed lines (`<`) and commands (`=>`), line by line.
    pub(super) record: Vec<String>,
    pub(super) asked: Vec<(RequestNumber, Query)>,
    pub(super) sent: Vec<Command>,
    pub(super) left: Option<PlainExit>,
    /// Sent commands that the line mode waits for.
    pub(super) settling: Vec<(RequestNumber, CommandProgress)>,
    pub(super) completed: Vec<Completed>,
    pub(super) jobs: Vec<(JobId, BackgroundJob)>,
    seq: u64,
}

/// A terminal without an editor.
pub(super) fn manner() -> Interaction {
    Interaction {
        lines: Lines::Terminal,
        editor: Editor::None,
        bell: false,
        choose_session: false,
        review: None,
        model: Awaiting::No,
    }
}

impl PlainHarness {
    /// Creates a conversation before any event.
    pub(super) fn unopened(manner: Interaction) -> Self {
        let mut harness = Self {
            plain: Plain::new(manner),
            now: Duration::ZERO,
            record: Vec::new(),
            asked: Vec::new(),
            sent: Vec::new(),
            left: None,
            settling: Vec::new(),
            completed: Vec::new(),
            jobs: Vec::new(),
            seq: 0,
        };
        harness.plain.ids = || Uuid::from_u128(77);
        let effects = harness.plain.begin();
        harness.take(effects);
        harness
    }

    /// Creates a conversation in a new session.
    pub(super) fn begin() -> Self {
        let mut harness = Self::unopened(manner());
        harness.created();
        harness.record.clear();
        harness.sent.clear();
        harness
    }

    pub(super) fn created(&mut self) {
        let settings = settings();
        let policy = policy::state::initial(settings.mode, Vec::new());
        self.hear(EventKind::SessionCreated { settings, policy });
    }

    fn take(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Say(line) => self.record.push(line),
                Effect::Send(Command::RememberInput { .. }) => {}
                Effect::Send(command) => {
                    let mut json = serde_json::to_value(&command).unwrap();
                    json.as_object_mut().unwrap().remove("session");
                    self.record.push(format!("=> {json}"));
                    self.sent.push(command);
                }
                Effect::Ask(number, query) => self.asked.push((number, query)),
                Effect::Settle(number, until) => self.settling.push((number, until)),
                Effect::Edit(text) => self.record.push(format!("=> editor {text:?}")),
                Effect::Leave(leave) => {
                    self.record.push(format!("=> leaves: {leave:?}"));
                    self.left = Some(leave);
                }
                Effect::OpenFile(path) => self.record.push(format!("=> opens {path:?}")),
                Effect::Complete(completed) => self.completed.push(completed),
                Effect::Job(JobCommand::Begin(id, job)) => self.jobs.push((id, *job)),
                Effect::Job(JobCommand::End(id)) => {
                    self.jobs.retain(|(known, _)| *known != id);
                    self.record.push("=> given up".to_owned());
                }
                Effect::Recall(_) | Effect::Present(_) | Effect::Bell => {}
            }
        }
    }

    /// Passes in an input, and completes the sent commands at once.
    pub(super) fn give(&mut self, input: Input) {
        self.give_alone(input);
        self.settle_all();
    }

    /// Same as [`give`](Self::give), but leaves the sent commands incomplete.
    pub(super) fn give_alone(&mut self, input: Input) {
        let effects = self.plain.update(self.now, input);
        self.take(effects);
    }

    /// Completes the first sent command.
    pub(super) fn settles(&mut self) {
        let (number, _) = self.settling.remove(0);
        self.give_alone(Input::Settled(number));
    }

    /// Completes all sent commands.
    pub(super) fn settle_all(&mut self) {
        while !self.settling.is_empty() {
            self.settles();
        }
    }

    /// Answers the queries of the beginning: no custom commands, and no draft.
    pub(super) fn begins(&mut self) {
        self.begins_with_draft("");
    }

    /// Answers the queries of the beginning with a draft.
    pub(super) fn begins_with_draft(&mut self, draft: &str) {
        while let Some(place) = self
            .asked
            .iter()
            .position(|(_, query)| matches!(query, Query::CustomCommands | Query::Draft { .. }))
        {
            let (number, query) = self.asked.remove(place);
            let reply = match query {
                Query::CustomCommands => Reply::CustomCommands {
                    commands: Vec::new(),
                    problems: Vec::new(),
                },
                _ => Reply::Text {
                    text: draft.to_owned(),
                    total_lines: 1,
                },
            };
            self.give_alone(Input::Reply(number, Box::new(reply)));
        }
    }

    /// Marks the last line as printed, as the loop does.
    pub(super) fn mark(&mut self) {
        if self.plain.wants_mark() {
            self.plain.mark(self.now);
        }
    }

    /// Delivers an event, and prints the resulting lines.
    pub(super) fn hear(&mut self, fact: EventKind) {
        self.hear_in(SESSION, fact);
    }

    pub(super) fn hear_in(&mut self, session: SessionId, fact: EventKind) {
        self.deliver(session, fact);
        self.mark();
    }

    /// Same as [`hear`](Self::hear), but leaves the earlier commands incomplete.
    pub(super) fn hear_alone(&mut self, fact: EventKind) {
        let delivery = self.event(SESSION, fact);
        self.give_alone(delivery);
        self.mark();
    }

    /// Same as [`hear`](Self::hear), but the resulting lines are not printed yet.
    pub(super) fn hear_unprinted(&mut self, fact: EventKind) {
        self.deliver(SESSION, fact);
    }

    fn deliver(&mut self, session: SessionId, fact: EventKind) {
        let delivery = self.event(session, fact);
        self.give(delivery);
    }

    fn event(&mut self, session: SessionId, fact: EventKind) -> Input {
        self.seq += 1;
        let event = Arc::new(Event {
            seq: Some(Seq(self.seq)),
            at: Timestamp::from_second(1_800_000_000).unwrap(),
            session,
            run: Some(RUN),
            fact,
        });
        Input::Delivery(Box::new(Delivery::Event { event }))
    }

    /// Types a line one second later.
    pub(super) fn types(&mut self, text: &str) {
        self.now += Duration::from_secs(1);
        self.typed(text, self.now, TypedBy::Keys);
    }

    /// Ends a line that was begun at this time.
    pub(super) fn typed(&mut self, text: &str, begun: Duration, by: TypedBy) {
        self.typed_unprinted(text, begun, by);
        self.mark();
    }

    /// Same as [`typed`](Self::typed), but the resulting lines are not printed yet.
    pub(super) fn typed_unprinted(&mut self, text: &str, begun: Duration, by: TypedBy) {
        self.settle_all();
        self.begins();
        self.bursts(text, begun, by);
        self.settle_all();
    }

    /// Same as [`typed_unprinted`](Self::typed_unprinted), but leaves earlier queries
    /// and commands incomplete.
    pub(super) fn bursts(&mut self, text: &str, begun: Duration, by: TypedBy) {
        self.record.push(format!("< {text}"));
        self.give_alone(Input::Typed(Typed {
            text: text.to_owned(),
            begun,
            by,
        }));
    }

    pub(super) fn presses_ctrl_c(&mut self) {
        self.record.push("< Ctrl+C".to_owned());
        self.give(Input::Interrupt(LineState::No));
        self.mark();
    }

    /// Answers the last matching query.
    pub(super) fn replies(&mut self, fits: impl Fn(&Query) -> bool, reply: Reply) {
        let place = self.asked.iter().rposition(|(_, query)| fits(query));
        let place = place.unwrap_or_else(|| panic!("it was not asked: {:?}", self.asked));
        let (number, _) = self.asked.remove(place);
        self.give_alone(Input::Reply(number, Box::new(reply)));
        self.mark();
    }

    /// Answers every open query with a failure.
    pub(super) fn nothing_is_found(&mut self) {
        while let Some((number, _)) = self.asked.pop() {
            let reason = "not found".to_owned();
            self.give(Input::Reply(
                number,
                Box::new(Reply::Failed {
                    reason: Notice::text(reason),
                }),
            ));
        }
    }

    /// Replies with the session's state after the last line: nothing is in progress.
    pub(super) fn looks_last(&mut self) {
        let summary = SessionSummary {
            id: SESSION,
            workspace: WorkspaceId("w".into()),
            settings: settings(),
            status: SessionStatus::Idle,
            created_at: Timestamp::UNIX_EPOCH,
            updated_at: Timestamp::UNIX_EPOCH,
            messages: 0,
            usage: Usage::default(),
            duration_ms: 0,
            pid: None,
            last_error: None,
            about: String::new(),
        };
        let session = Box::new(SessionSnapshot {
            summary,
            policy: policy::state::initial(settings().mode, Vec::new()),
            messages: Vec::new(),
            run: None,
            runs: Vec::new(),
            questions: Vec::new(),
            queued: Vec::new(),
            context: Vec::new(),
            tasks: Default::default(),
            agents: Default::default(),
            compactions: Vec::new(),
            window: None,
            checkpoint: None,
        });
        self.waits_for_nothing_else();
        let of_session = |query: &Query| matches!(query, Query::Session { .. });
        self.replies(of_session, Reply::Session { session });
    }

    /// Adds the sent messages to the conversation.
    pub(super) fn sent_is_heard_of(&mut self) {
        self.plain.sent.clear();
    }

    /// Treats the queries of the beginning as answered.
    fn waits_for_nothing_else(&mut self) {
        let is_last = |why: &PendingRequest| matches!(why, PendingRequest::FinalSnapshot);
        self.plain.pending.retain(|_, why| is_last(why));
    }

    /// Starts a run with this message of the user.
    pub(super) fn run_begins(&mut self, said: &str) {
        self.types(said);
        self.hear(EventKind::MessageAdded {
            message: message(10, Role::User, said),
        });
        self.hear(EventKind::RunStarted {
            message: MessageId(Uuid::from_u128(10)),
        });
    }

    /// Opens a question, and answers the engine queries that wait.
    pub(super) fn asks(&mut self, question: Question) {
        self.hear(EventKind::QuestionOpened { question });
    }

    /// Lets the engine accept the last answer.
    pub(super) fn answer_is_taken(&mut self, summary: &str) {
        let answer = self.sent.iter().rev().find_map(|command| match command {
            Command::AnswerQuestion { answer, .. } => Some(answer.clone()),
            _ => None,
        });
        self.hear(EventKind::QuestionAnswered {
            answer: answer.expect("an answer was given"),
            summary: Notice::text(summary),
        });
    }

    /// Returns the given answers.
    pub(super) fn decisions(&self) -> Vec<Decision> {
        let of = |command: &Command| match command {
            Command::AnswerQuestion { answer, .. } => Some(answer.decision.clone()),
            _ => None,
        };
        self.sent.iter().filter_map(of).collect()
    }

    /// Returns the texts sent as messages.
    pub(super) fn messages(&self) -> Vec<String> {
        let of = |command: &'_ Command| match command {
            Command::SendMessage { text, .. } => Some(text.clone()),
            _ => None,
        };
        self.sent.iter().filter_map(of).collect()
    }

    pub(super) fn text(&self) -> String {
        self.record.join("\n")
    }
}

pub(super) fn settings() -> SessionSettings {
    SessionSettings {
        name: "demo".to_owned(),
        cwd: "/demo".into(),
        agent: "build".to_owned(),
        provider: "ollama".to_owned(),
        model: "tiny".to_owned(),
        mode: Mode::Confirm,
        extra_prompt: String::new(),
        effort: Default::default(),
        known_as: Default::default(),
        agent_of: None,
    }
}

pub(super) fn message(id: u128, role: Role, text: &str) -> Message {
    Message {
        id: MessageId(Uuid::from_u128(id)),
        session: SESSION,
        run: Some(RUN),
        at: Timestamp::from_second(1_800_000_000).unwrap(),
        role,
        blocks: vec![Block::Text {
            text: text.to_owned(),
        }],
        state: MessageState::Complete,
        model: None,
        usage: None,
    }
}

pub(super) fn prompt(id: u128, body: QuestionBody, risk: RiskReport) -> Question {
    Question {
        id: QuestionId(Uuid::from_u128(id)),
        session: SESSION,
        run: RUN,
        call: None,
        tool: "shell_exec".to_owned(),
        origin: "build".to_owned(),
        body,
        risk,
        shown: ContentHash::of(format!("shown {id}").as_bytes()),
        changed: false,
        scopes: Vec::new(),
        created_at: Timestamp::from_second(1_800_000_000).unwrap(),
        send_to: None,
        timeout_s: None,
        wizard: None,
    }
}

pub(super) fn command(id: u128, command: &str, risk: RiskReport) -> Question {
    let body = QuestionBody::Command {
        command: command.to_owned(),
        cwd: ".".to_owned(),
        sandbox: Default::default(),
        proposed: None,
        touches: Vec::new(),
        uncovered: None,
    };
    let mut question = prompt(id, body, risk);
    question.scopes = vec![
        AlwaysScope {
            scope: GrantScope::UntilNextMessage,
            grants: Notice::text("all commands of low and medium risk"),
            pattern: None,
        },
        AlwaysScope {
            scope: GrantScope::Session,
            grants: Notice::text(format!("exactly `{command}`")),
            pattern: Some(format!("shell_exec({command})")),
        },
    ];
    question
}

pub(super) fn write(id: u128) -> Question {
    let line = |kind, content: &str| DiffLine {
        kind,
        content: content.to_owned(),
    };
    let diff = FileDiff {
        path: "src/a.rs".to_owned(),
        change: DiffChange::Modified,
        hunks: vec![DiffHunk {
            old_start: 3,
            old_count: 2,
            new_start: 3,
            new_count: 3,
            lines: vec![
                line(DiffLineKind::Context, "fn a() {"),
                line(DiffLineKind::Remove, "\told();"),
                line(DiffLineKind::Add, "\tnew();"),
                line(DiffLineKind::Add, "\tmore\u{202e}();"),
            ],
        }],
        added: 2,
        removed: 1,
        truncated: false,
    };
    let body = QuestionBody::Write {
        path: "src/a.rs".to_owned(),
        diff,
        note: None,
    };
    prompt(
        id,
        body,
        RiskReport::low(Notice::text("a file of the workspace")),
    )
}

/// Returns the event for an answer given elsewhere.
pub(super) fn answered_by(prompt: &Question, by: AnsweredBy) -> EventKind {
    EventKind::QuestionAnswered {
        answer: Answer {
            question: prompt.id,
            shown: prompt.shown,
            decision: Decision::No { reason: None },
            by,
        },
        summary: Notice::text("$ ls"),
    }
}

pub(super) fn said(id: u128, offset: u64, text: &str) -> EventKind {
    EventKind::TextAppended {
        message: MessageId(Uuid::from_u128(id)),
        channel: TextChannel::Answer,
        offset,
        text: text.to_owned(),
    }
}

pub(super) fn call(id: u128, tool: &str, arguments: serde_json::Value) -> EventKind {
    EventKind::CallRequested {
        message: MessageId(Uuid::from_u128(20)),
        call: ToolCall {
            id: CallId(Uuid::from_u128(id)),
            provider_id: format!("c{id}"),
            tool: tool.to_owned(),
            arguments,
        },
    }
}

pub(super) fn result(id: u128, tool: &str, ok: bool, summary: &str) -> EventKind {
    gave(id, tool, ok, Notice::text(summary))
}

pub(super) fn gave(id: u128, tool: &str, ok: bool, summary: Notice) -> EventKind {
    EventKind::CallCompleted {
        message: MessageId(Uuid::from_u128(100 + id)),
        result: CallResult {
            call: CallId(Uuid::from_u128(id)),
            provider_id: format!("c{id}"),
            tool: tool.to_owned(),
            ok,
            content: json!({ "success": ok, "output": "one\ntwo" }),
            summary,
            error: None,
            duration_ms: 10,
        },
    }
}

pub(super) fn done() -> EventKind {
    EventKind::RunCompleted {
        result: RunResult {
            tool_calls: 2,
            duration_ms: 3_400,
            ..RunResult::default()
        },
    }
}
