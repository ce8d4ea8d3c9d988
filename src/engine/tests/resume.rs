//! Sessions whose process died while a question waited for its answer.

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use uuid::Uuid;

use super::loading::{RUN, message, snapshot, text, user};
use crate::testing::harness::{Harness, SESSION};
use crate::testing::plans::{class_of, done, plan};
use crate::{Attendance, EngineConfig, Outcome, RecoveredChanges};
use notice::Notice;
use protocol::approval::{
    Decision, Question, QuestionBody, RiskReport, Rule, RuleEffect, RuleScope, WizardPlace,
};
use protocol::call::{CallResult, ErrorCode, ToolCall, ToolError};
use protocol::change::FileStat;
use protocol::command::{CancelMode, Command};
use protocol::event::EventKind;
use protocol::ids::{CallId, CheckpointId, MessageId, QuestionId, RuleId};
use protocol::index::Consent;
use protocol::interrupted::{InterruptedCall, InterruptedRun};
use protocol::message::{Block, MessageState, Role};
use protocol::route::EgressTarget;
use protocol::session::{
    DeletePolicy, QueuedMessage, RunStatus, SessionSnapshot, SessionStatus, SettingsChange,
};

const OPEN: Command = Command::OpenSession { session: SESSION };

/// The content of the store's tables.
struct Stored {
    snapshot: SessionSnapshot,
    left: InterruptedRun,
    calls: Vec<ToolCall>,
}

/// Stores a session in which the model made these calls, without results yet.
fn stored(calls: &[(&str, Value)]) -> Stored {
    let call = |(number, (tool, arguments)): (u128, &(&str, Value))| ToolCall {
        id: CallId(Uuid::from_u128(600 + number)),
        provider_id: format!("call_{number}"),
        tool: (*tool).to_owned(),
        arguments: arguments.clone(),
    };
    let calls: Vec<ToolCall> = (1..).zip(calls).map(call).collect();
    let uses = calls.iter().cloned().map(|call| Block::ToolUse { call });
    let answer = message(901, Role::Assistant, MessageState::Complete, uses.collect());
    let mut snapshot = snapshot(RunStatus::WaitingForUser, vec![user(), answer]);
    snapshot.summary.status = SessionStatus::Waiting;
    let left = calls.iter().map(|call| InterruptedCall {
        class: class_of(&call.tool),
        call: call.clone(),
        begun: false,
    });
    let left = InterruptedRun {
        run: RUN,
        calls: left.collect(),
        checkpoint: None,
        kept: Vec::new(),
        files: Vec::new(),
    };
    Stored {
        snapshot,
        left,
        calls,
    }
}

impl Stored {
    /// Adds a result for the call with this number, from 1.
    fn done(mut self, number: usize) -> Self {
        let call = self.calls[number - 1].clone();
        self.left.calls.retain(|left| left.call.id != call.id);
        let result = CallResult {
            call: call.id,
            provider_id: call.provider_id,
            tool: call.tool,
            ok: true,
            content: json!({ "success": true }),
            summary: Notice::default(),
            error: None,
            duration_ms: 0,
        };
        let result = vec![Block::ToolResult { result }];
        let at = 910 + number as u128;
        let message = message(at, Role::Tool, MessageState::Complete, result);
        self.snapshot.messages.push(message);
        self
    }

    /// Marks the call with this number as started.
    fn begun(mut self, number: usize) -> Self {
        let id = self.calls[number - 1].id;
        for left in self.left.calls.iter_mut().filter(|left| left.call.id == id) {
            left.begun = true;
        }
        self
    }

    /// Adds a question about the call with this number.
    fn asked(self, number: usize) -> Self {
        let call = self.calls[number - 1].clone();
        let plan = plan(&call);
        let tool = call.tool;
        let body = plan.body.expect("it is asked about");
        self.asked_as(number, (&tool, body, plan.shown))
    }

    fn asked_as(
        mut self,
        number: usize,
        (tool, body, shown): (&str, QuestionBody, protocol::ids::ContentHash),
    ) -> Self {
        self.snapshot.questions.push(Question {
            id: QuestionId(Uuid::from_u128(950 + number as u128)),
            session: SESSION,
            run: RUN,
            call: Some(self.calls[number - 1].id),
            tool: tool.to_owned(),
            origin: "code".to_owned(),
            body,
            risk: RiskReport::medium(Notice::text("it writes")),
            shown,
            changed: false,
            scopes: Vec::new(),
            created_at: Timestamp::UNIX_EPOCH + SignedDuration::from_secs(7),
            send_to: None,
            timeout_s: None,
            wizard: None,
        });
        self
    }

    /// Loads the session in another process.
    fn load(self, harness: &mut Harness) {
        harness.outcome(Outcome::SessionLoaded {
            snapshot: Box::new(self.snapshot),
            review: Box::default(),
            recovered: RecoveredChanges {
                left: Some(self.left),
                ..RecoveredChanges::default()
            },
        });
    }

    /// Lets the user open the session in another process.
    fn open(self, harness: &mut Harness) {
        harness.command(OPEN);
        harness.skip();
        self.load(harness);
    }
}

fn write(path: &str) -> (&'static str, Value) {
    ("write_file", json!({ "path": path }))
}

fn shell(command: &str) -> (&'static str, Value) {
    ("shell_exec", json!({ "command": command }))
}

fn planned(harness: &mut Harness, call: &ToolCall) {
    harness.outcome(Outcome::CallPrepared {
        session: SESSION,
        run: RUN,
        plan: Box::new(plan(call)),
    });
}

fn over(harness: &mut Harness, call: &ToolCall) {
    harness.outcome(Outcome::CallFinished {
        session: SESSION,
        run: RUN,
        done: Box::new(done(call)),
    });
}

const AGAIN: &str =
    "notice the program ended while a question waited: here it is again; nothing ran meanwhile";

/// Expected trace when a session with a question is opened, then `more`.
fn opened(more: &str) -> String {
    format!("opened, Waiting\n{AGAIN}\n{more}")
}

#[test]
fn a_wizard_goes_on_with_what_was_answered_before_its_process_died() {
    let mut harness = Harness::empty(EngineConfig::default());
    let text = |text: &str| Decision::Text {
        text: text.to_owned(),
    };
    let mut stored = stored(&[("clarify_user", json!({}))]).asked(1);
    let call = stored.calls[0].clone();
    let mut wizard = plan(&call);
    wizard.steps = vec![wizard.body.clone().expect("a question"); 3];
    stored.snapshot.questions[0].wizard = Some(WizardPlace {
        number: 2,
        of: 3,
        answers: vec![text("first")],
    });
    stored.open(&mut harness);
    harness.outcome(Outcome::CallPrepared {
        session: SESSION,
        run: RUN,
        plan: Box::new(wizard),
    });
    let place = harness.prompt().wizard.expect("a wizard");
    assert_eq!((place.number, place.answers.len()), (2, 1));
    harness.skip();
    harness.answer(text("second"));
    harness.answer(text("third"));
    let trace = harness.trace();
    assert!(
        trace.contains(r#"-> run c1 with {"answer":["first","second","third"]}"#),
        "{trace}"
    );
}

#[test]
fn a_question_is_asked_again_as_the_same_and_the_run_goes_on_with_the_answer() {
    let mut harness = Harness::empty(EngineConfig::default());
    let stored = stored(&[write("a.rs"), write("b.rs"), write("c.rs")])
        .done(1)
        .asked(2);
    let calls = stored.calls.clone();
    stored.open(&mut harness);
    harness.saw(&opened("-> prepare c1"));
    planned(&mut harness, &calls[1]);
    harness.saw("p1 asks about c1: write b.rs");
    let question = harness.prompt();
    assert_eq!(question.id, QuestionId(Uuid::from_u128(952)));
    assert!(!question.changed, "it shows what it showed");
    assert_eq!(
        question.created_at,
        Timestamp::UNIX_EPOCH + SignedDuration::from_secs(7)
    );
    harness.answer(Decision::Yes);
    let trace = harness.trace();
    assert!(trace.contains("-> run c1 as planned"), "{trace}");
    over(&mut harness, &calls[1]);
    let trace = harness.trace();
    assert!(
        trace.contains("-> prepare c2"),
        "what comes after it: {trace}"
    );
    planned(&mut harness, &calls[2]);
    harness.answer(Decision::No { reason: None });
    let trace = harness.trace();
    assert!(trace.contains("-> ask the model"), "{trace}");
}

#[test]
fn a_question_about_what_has_changed_says_so() {
    let mut harness = Harness::empty(EngineConfig::default());
    let stored = stored(&[write("a.rs")]);
    let calls = stored.calls.clone();
    let body = plan(&calls[0]).body.unwrap();
    let shown = protocol::ids::ContentHash::of(b"another text");
    stored
        .asked_as(1, ("write_file", body, shown))
        .open(&mut harness);
    planned(&mut harness, &calls[0]);
    assert!(harness.prompt().changed);
}

#[test]
fn what_the_rules_of_today_would_let_through_is_still_asked() {
    let rule = Rule {
        id: RuleId(Uuid::from_u128(1)),
        effect: RuleEffect::Allow,
        pattern: "write_file".to_owned(),
        scope: RuleScope::User,
    };
    let mut harness = Harness::empty(EngineConfig {
        rules: vec![rule],
        ..EngineConfig::default()
    });
    let stored = stored(&[write("a.rs"), write("b.rs")]).asked(1);
    let calls = stored.calls.clone();
    stored.open(&mut harness);
    harness.skip();
    planned(&mut harness, &calls[0]);
    harness.saw("p1 asks about c1: write a.rs (it was asked about before the workbench ended)");
    harness.answer(Decision::Yes);
    over(&mut harness, &calls[0]);
    harness.skip();
    planned(&mut harness, &calls[1]);
    let trace = harness.trace();
    assert!(
        trace.contains("-> run c2"),
        "it was not asked about before: {trace}"
    );
}

#[test]
fn what_was_begun_beside_it_is_unknown_and_not_done_again() {
    let mut harness = Harness::empty(EngineConfig::default());
    let read = ("read_file", json!({ "path": "x" }));
    let stored = stored(&[read.clone(), write("a.rs")]).begun(1).asked(2);
    stored.open(&mut harness);
    harness.saw(&opened("c1 E015: outcome unknown\n-> prepare c2"));
}

#[test]
fn two_questions_that_were_open_are_both_asked() {
    let mut harness = Harness::empty(EngineConfig::default());
    let ask = ("read_file", json!({ "path": "/etc/x" }));
    let mut stored = stored(&[ask.clone(), ask]);
    for number in [1, 2] {
        let question = "Read it?".to_owned();
        let shown = plan(&stored.calls[number - 1]).shown;
        let body = QuestionBody::Confirm {
            question: Notice::text(question),
        };
        stored = stored.asked_as(number, ("read_file", body, shown));
    }
    let calls = stored.calls.clone();
    stored.open(&mut harness);
    harness.saw(&opened("-> prepare c1\n-> prepare c2"));
    planned(&mut harness, &calls[1]);
    planned(&mut harness, &calls[0]);
    harness.saw("p1 asks about c2: Run read_file?\np2 asks about c1: Run read_file?");
}

#[test]
fn a_command_that_was_edited_is_asked_about_as_it_was_edited() {
    let mut harness = Harness::empty(EngineConfig::default());
    let stored = stored(&[shell("rm -r y")]);
    let mut edited = stored.calls[0].clone();
    edited.arguments = json!({ "command": "make x" });
    let plan = plan(&edited);
    stored
        .asked_as(1, ("shell_exec", plan.body.unwrap(), plan.shown))
        .open(&mut harness);
    let asked_for = |effect: &crate::Effect| match effect {
        crate::Effect::PrepareCall { call, .. } => Some(call.arguments.clone()),
        _ => None,
    };
    let arguments = harness.effects.iter().find_map(asked_for);
    assert_eq!(arguments, Some(json!({ "command": "make x" })));
    harness.skip();
    planned(&mut harness, &edited);
    harness.saw("p1 asks about c1: $ make x");
    assert!(!harness.prompt().changed);
}

#[test]
fn a_question_about_what_cannot_be_done_any_more_is_closed_and_the_run_goes_on() {
    let mut harness = Harness::empty(EngineConfig::default());
    let stored = stored(&[write("a.rs")]).asked(1);
    let call = stored.calls[0].id;
    stored.open(&mut harness);
    harness.skip();
    harness.outcome(Outcome::CallRefused {
        session: SESSION,
        run: RUN,
        call,
        error: ToolError::new(ErrorCode::FileNotFound, Notice::text("it is gone")),
    });
    harness.saw(
        "p1 answered no by Cancel
        status running
        c1 E003: it is gone
        step 2
        -> ask the model s1 #2",
    );
}

#[test]
fn a_run_can_be_cancelled_before_its_question_is_there_again() {
    let mut harness = Harness::empty(EngineConfig::default());
    stored(&[write("a.rs")]).asked(1).open(&mut harness);
    harness.skip();
    harness.cancel(CancelMode::Gracefully);
    let trace = harness.trace();
    assert!(trace.contains("p1 answered no by Cancel"), "{trace}");
    assert!(trace.contains("run cancelled"), "{trace}");
    assert!(trace.contains("status idle"), "{trace}");
}

#[test]
fn a_question_about_the_run_is_asked_again_without_looking_at_the_call() {
    let config = EngineConfig {
        max_tool_calls: 1,
        ..EngineConfig::default()
    };
    let mut harness = Harness::empty(config);
    let read = ("read_file", json!({ "path": "x" }));
    let stored = stored(&[read.clone(), read]).done(1);
    let question = "The run has made 1 tool calls. Go on for as many as 1 more?".to_owned();
    let shown = protocol::ids::ContentHash::of(question.as_bytes());
    stored
        .asked_as(
            2,
            (
                "limit",
                QuestionBody::Confirm {
                    question: Notice::text(question),
                },
                shown,
            ),
        )
        .open(&mut harness);
    harness.saw(&opened(
        "p1 asks about c1: The run has made 1 tool calls. Go on for as many as 1 more?",
    ));
    assert!(!harness.prompt().changed);
    harness.answer(Decision::Yes);
    harness.saw_last("-> prepare c1");
}

#[test]
fn a_question_whether_content_may_be_sent_waits_for_its_answer() {
    let mut harness = Harness::empty(EngineConfig::default());
    let mut stored = stored(&[]).done_with_words();
    let to = EgressTarget {
        provider: "far".to_owned(),
        address: "far.example".to_owned(),
    };
    let question = "Send?".to_owned();
    stored.snapshot.questions.push(Question {
        id: QuestionId(Uuid::from_u128(950)),
        session: SESSION,
        run: RUN,
        call: None,
        tool: "send".to_owned(),
        origin: "code".to_owned(),
        shown: protocol::ids::ContentHash::of(question.as_bytes()),
        body: QuestionBody::Confirm {
            question: Notice::text(question),
        },
        risk: RiskReport::medium(Notice::text("content leaves")),
        changed: false,
        scopes: Vec::new(),
        created_at: Timestamp::UNIX_EPOCH,
        send_to: Some(to.clone()),
        timeout_s: None,
        wizard: None,
    });
    stored.open(&mut harness);
    harness.saw(&opened("p1 asks about : Send?"));
    harness.answer(Decision::Yes);
    let asks = |effect: &crate::Effect| matches!(effect, crate::Effect::RequestStep { .. });
    assert!(
        !harness.effects.iter().any(asks),
        "not before the word is kept"
    );
    harness.outcome(Outcome::EgressConsentStored {
        session: SESSION,
        run: RUN,
        to,
        consent: Consent::Given,
        result: Ok(Notice::text("kept")),
    });
    harness.saw_last("-> ask the model s1 #1");
}

impl Stored {
    /// Removes all answers, so that the model has not answered yet.
    fn done_with_words(mut self) -> Self {
        self.snapshot.messages.truncate(1);
        self
    }
}

#[test]
fn messages_that_wait_go_on_waiting() {
    let mut harness = Harness::empty(EngineConfig::default());
    let mut stored = stored(&[write("a.rs")]).asked(1);
    let calls = stored.calls.clone();
    stored.snapshot.queued.push(QueuedMessage::after_step(
        MessageId(Uuid::from_u128(960)),
        "and tests".to_owned(),
    ));
    stored.open(&mut harness);
    planned(&mut harness, &calls[0]);
    harness.skip();
    harness.answer(Decision::No { reason: None });
    let trace = harness.trace();
    assert!(trace.contains("delivered: and tests"), "{trace}");
}

#[test]
fn a_command_of_the_users_own_is_asked_about_again_and_no_model_is_asked_after_it() {
    let mut harness = Harness::empty(EngineConfig::default());
    let mut stored = stored(&[shell("rm -r x")]).asked(1);
    stored.snapshot.messages[1].blocks.clear();
    stored.snapshot.messages.truncate(1);
    let calls = stored.calls.clone();
    stored.open(&mut harness);
    planned(&mut harness, &calls[0]);
    assert_eq!(harness.prompt().origin, "you");
    harness.answer(Decision::No { reason: None });
    let trace = harness.trace();
    assert!(trace.contains("run completed"), "{trace}");
    assert!(!trace.contains("-> ask"), "{trace}");
}

#[test]
fn what_the_run_has_done_before_counts_and_the_time_in_which_nothing_lived_does_not() {
    let mut harness = Harness::empty(EngineConfig::default());
    let mut stored = stored(&[write("a.rs"), write("b.rs")]).done(1).asked(2);
    let checkpoint = CheckpointId(Uuid::from_u128(77));
    stored.left.checkpoint = Some(checkpoint);
    stored.left.files = vec![FileStat {
        path: "a.rs".to_owned(),
        added: 3,
        removed: 1,
    }];
    let calls = stored.calls.clone();
    stored.open(&mut harness);
    planned(&mut harness, &calls[1]);
    harness.answer(Decision::Yes);
    let trace = harness.trace();
    assert!(!trace.contains("checkpoint #"), "the run has one: {trace}");
    over(&mut harness, &calls[1]);
    harness.says("done");
    let result = harness.events.iter().find_map(|event| match &event.fact {
        EventKind::RunCompleted { result } => Some(result.clone()),
        _ => None,
    });
    let result = result.expect("the run ended");
    assert_eq!(result.tool_calls, 2);
    assert_eq!(result.files_modified[0].path, "a.rs");
    assert!(
        result.files_modified[0].added > 3,
        "and what it has done since"
    );
    assert!(
        (7_000..8_000).contains(&result.duration_ms),
        "{}",
        result.duration_ms
    );
}

#[test]
fn where_nobody_is_there_to_answer_the_session_is_interrupted() {
    let config = EngineConfig {
        attendance: Attendance::Unattended,
        ..EngineConfig::default()
    };
    let mut harness = Harness::empty(config);
    stored(&[write("a.rs")]).asked(1).open(&mut harness);
    harness.saw_last("status interrupted");
}

#[test]
fn what_a_program_had_asked_that_is_gone_is_not_asked_again() {
    let mut harness = Harness::empty(EngineConfig::default());
    let mut stored = stored(&[write("a.rs")]).asked(1);
    let settings = &mut stored.snapshot.summary.settings;
    settings
        .known_as
        .insert("claude".to_owned(), "c-1".to_owned());
    stored.snapshot.messages[1].model = Some("claude/opus".to_owned());
    stored.open(&mut harness);
    harness.saw_last("status interrupted");
}

#[test]
fn a_session_that_is_only_looked_into_goes_on_waiting() {
    let mut harness = Harness::empty(EngineConfig::default());
    stored(&[write("a.rs")]).asked(1).load(&mut harness);
    harness.saw("opened, Waiting");
    assert!(harness.effects.is_empty());
}

#[test]
fn a_session_that_waits_can_be_renamed_from_outside_but_neither_changed_nor_put_away() {
    let orders = |command: Command| {
        let mut harness = Harness::empty(EngineConfig::default());
        harness.command(command);
        harness.skip();
        stored(&[write("a.rs")]).asked(1).load(&mut harness);
        harness.trace()
    };
    let session = SESSION;
    let name = "another".to_owned();
    assert_eq!(
        orders(Command::RenameSession { session, name }),
        "opened, Waiting\nsettings another ollama/qwen\nclosed\n-> release"
    );
    let change = SettingsChange {
        model: Some("m".to_owned()),
        ..SettingsChange::default()
    };
    for command in [
        Command::ArchiveSession { session },
        Command::ConfigureSession { session, change },
        Command::DeleteSession {
            session,
            how: DeletePolicy::Carefully,
        },
    ] {
        let trace = orders(command);
        assert!(trace.contains("a question is waiting there"), "{trace}");
        assert!(trace.ends_with("closed\n-> release"), "{trace}");
    }
    let how = DeletePolicy::Forced;
    let trace = orders(Command::DeleteSession { session, how });
    assert!(trace.contains("deleted"), "{trace}");
}

#[test]
fn an_answer_that_was_coming_in_is_interrupted() {
    let mut harness = Harness::empty(EngineConfig::default());
    let mut stored = stored(&[write("a.rs")]).asked(1);
    let half = message(990, Role::Assistant, MessageState::Streaming, text("half"));
    stored.snapshot.messages.push(half);
    stored.open(&mut harness);
    harness.saw_last("status interrupted");
}

#[test]
fn a_start_that_names_a_model_is_not_refused_and_the_model_is_set_when_the_run_is_over() {
    let start = |model: &str| {
        let mut harness = Harness::empty(EngineConfig::default());
        let stored = stored(&[write("a.rs")]).asked(1);
        let calls = stored.calls.clone();
        harness.command(OPEN);
        harness.command(Command::SetModel {
            session: SESSION,
            provider: None,
            model: model.to_owned(),
        });
        harness.skip();
        let own = stored.snapshot.summary.settings.clone();
        stored.load(&mut harness);
        planned(&mut harness, &calls[0]);
        (harness, own)
    };
    let (mut harness, own) = start("another");
    let trace = harness.trace();
    let own = format!("{}/{}", own.provider, own.model);
    let said = format!("the waiting run continues with {own}; ");
    assert!(trace.contains(&said), "{trace}");
    assert!(!trace.contains("rejected"), "{trace}");
    assert!(trace.contains("asks about c1"), "{trace}");
    assert!(!trace.contains("settings"), "{trace}");
    harness.cancel(CancelMode::Gracefully);
    let trace = harness.trace();
    assert!(trace.contains("/another"), "{trace}");
    let (_, model) = own.split_once('/').expect("a model");
    let (mut harness, _) = start(model);
    let trace = harness.trace();
    assert!(!trace.contains("goes on with"), "it is the same: {trace}");
    assert!(!trace.contains("rejected"), "{trace}");
}
