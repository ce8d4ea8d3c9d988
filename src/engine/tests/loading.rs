//! Restoring sessions from the store.

use jiff::Timestamp;
use serde_json::json;
use uuid::Uuid;

use crate::testing::harness::{Harness, SESSION, settings};
use crate::{EngineConfig, Outcome};
use notice::{Notice, notice};
use policy::state;
use protocol::approval::{Mode, Question, QuestionBody, RiskReport, Rule, RuleEffect, RuleScope};
use protocol::call::{CallResult, ToolCall};
use protocol::command::Command;
use protocol::ids::{CallId, ContentHash, MessageId, QuestionId, RuleId, RunId, WorkspaceId};
use protocol::message::{Block, Message, MessageState, Role};
use protocol::session::{
    QueuedMessage, Run, RunStatus, SessionSnapshot, SessionStatus, SessionSummary,
};
use protocol::usage::Usage;

pub(super) const RUN: RunId = RunId(Uuid::from_u128(500));

pub(super) fn message(id: u128, role: Role, state: MessageState, blocks: Vec<Block>) -> Message {
    Message {
        id: MessageId(Uuid::from_u128(id)),
        session: SESSION,
        run: Some(RUN),
        at: Timestamp::UNIX_EPOCH,
        role,
        blocks,
        state,
        model: None,
        usage: None,
    }
}

pub(super) fn text(text: &str) -> Vec<Block> {
    let text = text.to_owned();
    vec![Block::Text { text }]
}

pub(super) fn call(id: u128, tool: &str) -> ToolCall {
    ToolCall {
        id: CallId(Uuid::from_u128(id)),
        provider_id: format!("call_{id}"),
        tool: tool.to_owned(),
        arguments: json!({}),
    }
}

pub(super) fn snapshot(status: RunStatus, messages: Vec<Message>) -> SessionSnapshot {
    SessionSnapshot {
        summary: SessionSummary {
            id: SESSION,
            workspace: WorkspaceId("w".to_owned()),
            settings: settings(Mode::Confirm),
            status: SessionStatus::Running,
            created_at: Timestamp::UNIX_EPOCH,
            updated_at: Timestamp::UNIX_EPOCH,
            messages: messages.len() as u64,
            usage: Usage::default(),
            duration_ms: 0,
            pid: None,
            last_error: None,
            about: String::new(),
        },
        policy: state::initial(Mode::Confirm, Vec::new()),
        messages,
        run: Some(Run {
            id: RUN,
            session: SESSION,
            message: MessageId(Uuid::from_u128(900)),
            status,
            started_at: Timestamp::UNIX_EPOCH,
            finished_at: None,
            error: None,
            result: None,
        }),
        runs: Vec::new(),
        questions: Vec::new(),
        queued: Vec::new(),
        context: Vec::new(),
        tasks: Default::default(),
        agents: Default::default(),
        compactions: Vec::new(),
        window: None,
        checkpoint: None,
    }
}

fn load(harness: &mut Harness, snapshot: SessionSnapshot) {
    let snapshot = Box::new(snapshot);
    harness.outcome(Outcome::SessionLoaded {
        snapshot,
        review: Box::default(),
        recovered: Default::default(),
    });
}

pub(super) fn user() -> Message {
    message(900, Role::User, MessageState::Complete, text("go"))
}

#[test]
fn a_session_that_ended_well_is_opened_as_it_was() {
    let mut harness = Harness::empty(EngineConfig::default());
    let mut stored = snapshot(RunStatus::Completed, vec![user()]);
    stored.summary.status = SessionStatus::Idle;
    load(&mut harness, stored);
    harness.saw("opened, Idle");
    harness.command(Command::ResendMessage {
        session: SESSION,
        message: MessageId(Uuid::from_u128(900)),
        text: "again".to_owned(),
    });
    assert!(
        harness
            .trace()
            .starts_with("withdrawn\nuser: again\nrun started")
    );
}

#[test]
fn a_run_whose_process_died_is_interrupted_and_nothing_runs_again() {
    let mut harness = Harness::empty(EngineConfig::default());
    let uses = [call(1, "read_file"), call(2, "write_file")];
    let blocks = uses.iter().cloned().map(|call| Block::ToolUse { call });
    let result = CallResult {
        call: uses[0].id,
        provider_id: "call_1".to_owned(),
        tool: "read_file".to_owned(),
        ok: true,
        content: json!({ "success": true }),
        summary: Notice::default(),
        error: None,
        duration_ms: 0,
    };
    let mut stored = snapshot(
        RunStatus::WaitingForUser,
        vec![
            user(),
            message(
                901,
                Role::Assistant,
                MessageState::Complete,
                blocks.collect(),
            ),
            message(
                902,
                Role::Tool,
                MessageState::Complete,
                vec![Block::ToolResult { result }],
            ),
        ],
    );
    let asks = |id: u128, body: QuestionBody| Question {
        id: QuestionId(Uuid::from_u128(id)),
        session: SESSION,
        run: RUN,
        call: Some(uses[1].id),
        tool: "write_file".to_owned(),
        origin: "code".to_owned(),
        body,
        risk: RiskReport::medium(Notice::text("it writes")),
        shown: ContentHash::of(b"shown"),
        changed: false,
        scopes: Vec::new(),
        created_at: Timestamp::UNIX_EPOCH,
        send_to: None,
        timeout_s: None,
        wizard: None,
    };
    let question = Notice::text("Write?");
    stored
        .questions
        .push(asks(950, QuestionBody::Confirm { question }));
    for (id, text) in [(960, "waiting"), (961, "and waiting")] {
        let id = MessageId(Uuid::from_u128(id));
        let message = QueuedMessage::after_step(id, text.to_owned());
        stored.queued.push(message);
    }
    load(&mut harness, stored);
    harness.saw(
        "opened, Running
        p1 answered no by Cancel
        c1 E015: outcome unknown
        returned: and waiting
        returned: waiting
        run interrupted, 1 unknown
        system: This session was interrupted: its process ended during a run. The outcome of 1 tool call is unknown; nothing was run again. Check the files before you go on.
        status interrupted",
    );
    assert!(harness.effects.is_empty(), "nothing is run again");
}

#[test]
fn a_stream_that_broke_off_keeps_its_text() {
    let mut harness = Harness::empty(EngineConfig::default());
    let half = message(901, Role::Assistant, MessageState::Streaming, text("half"));
    load(
        &mut harness,
        snapshot(RunStatus::Running, vec![user(), half]),
    );
    harness.saw(
        "opened, Running
        end of assistant (interrupted): half
        run interrupted, 0 unknown
        system: This session was interrupted: its process ended during a run. Everything before is here; nothing was run again.
        status interrupted",
    );
    harness.command(Command::AcknowledgeInterrupted { session: SESSION });
    harness.saw("status idle");
}

#[test]
fn sending_on_acknowledges_an_interruption() {
    let mut harness = Harness::empty(EngineConfig::default());
    load(&mut harness, snapshot(RunStatus::Running, vec![user()]));
    harness.skip();
    harness.send("go on");
    harness.saw(
        "status idle
        user: go on
        run started
        status running
        step 1
        -> ask the model s1 #1",
    );
}

#[test]
fn rules_of_the_config_are_those_of_today() {
    let rule = |pattern: &str, scope| Rule {
        id: RuleId(Uuid::from_u128(pattern.len() as u128)),
        effect: RuleEffect::Allow,
        pattern: pattern.to_owned(),
        scope,
    };
    let config = EngineConfig {
        rules: vec![rule("shell_exec(new)", RuleScope::User)],
        ..EngineConfig::default()
    };
    let mut harness = Harness::empty(config);
    let mut stored = snapshot(RunStatus::Completed, vec![user()]);
    stored.policy.rules = vec![
        rule("shell_exec(old one)", RuleScope::User),
        rule("shell_exec(answered)", RuleScope::Session),
    ];
    load(&mut harness, stored);
    harness.saw(
        "opened, Running
        policy confirm Ask Ask [\"shell_exec(new)\", \"shell_exec(answered)\"]",
    );
}

#[test]
fn a_session_that_cannot_be_read_is_rejected_with_why() {
    let mut harness = Harness::empty(EngineConfig::default());
    harness.outcome(Outcome::SessionNotLoaded {
        session: SESSION,
        reason: notice!("told-no-session-id"),
    });
    harness.saw("rejected open_session: no session with this id");
}

#[test]
fn what_is_ordered_while_a_session_is_read_waits_for_it() {
    let mut harness = Harness::empty(EngineConfig::default());
    harness.command(Command::OpenSession { session: SESSION });
    harness.send("go");
    harness.saw("-> load");
    let mut stored = snapshot(RunStatus::Completed, vec![user()]);
    stored.summary.status = SessionStatus::Idle;
    load(&mut harness, stored);
    harness.saw(
        "opened, Idle
        user: go
        run started
        status running
        step 1
        -> ask the model s1 #1",
    );
}

#[test]
fn what_is_ordered_while_a_session_is_read_is_rejected_if_it_cannot_be() {
    let mut harness = Harness::empty(EngineConfig::default());
    harness.command(Command::OpenSession { session: SESSION });
    harness.send("go");
    harness.skip();
    harness.outcome(Outcome::SessionNotLoaded {
        session: SESSION,
        reason: Notice::text("it is open elsewhere"),
    });
    harness.saw(
        "rejected open_session: it is open elsewhere
        rejected send_message: no such session; open it first",
    );
}
