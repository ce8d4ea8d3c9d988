//! Tasks in a session: calls of the agent, orders of the user, and the list for the model.

use serde_json::{Value, json};

use crate::testing::harness::{Harness, SESSION};
use crate::testing::plans::path;
use crate::{Effect, Input, Outcome, RecoveredChanges};
use protocol::approval::Mode;
use protocol::command::Command;
use protocol::compaction::{Compaction, CompactionTrigger};
use protocol::event::EventKind;
use protocol::ids::{CompactionId, MessageId};
use protocol::message::{Block, Role};
use protocol::task::{NewTask, TaskChange, TaskCommand, TaskReference, TaskRequest, TaskStatus};
use protocol::usage::Usage;

fn create(names: &[&str]) -> TaskCommand {
    let tasks = names.iter().map(|name| NewTask {
        name: (*name).to_owned(),
        ..NewTask::default()
    });
    TaskCommand::Create {
        tasks: tasks.collect(),
    }
}

fn set(task: &str, status: TaskStatus) -> TaskCommand {
    TaskCommand::Update {
        task: TaskReference::typed(task),
        change: TaskChange::to(status),
    }
}

/// The arguments of a call that makes this request.
fn request(order: TaskCommand) -> Value {
    serde_json::to_value(TaskRequest::Change { order }).unwrap()
}

trait WithTasks {
    fn orders(&mut self, order: TaskCommand);
    fn agent(&mut self, number: usize, order: TaskCommand);
}

impl WithTasks for Harness {
    fn orders(&mut self, order: TaskCommand) {
        let session = SESSION;
        self.command(Command::Tasks { session, order });
    }

    /// Has the agent make a call, which is the one with this number.
    fn agent(&mut self, number: usize, order: TaskCommand) {
        let tool = match order {
            TaskCommand::Create { .. } => "create_tasks",
            _ => "update_task",
        };
        self.calls(&[(tool, request(order))]);
        self.prepared(number);
    }
}

fn started(mode: Mode) -> Harness {
    let mut harness = Harness::new(mode);
    harness.send("go");
    harness.skip();
    harness
}

/// Returns the texts about tasks that the model was told, and the results of calls about them.
fn told(harness: &Harness) -> Vec<String> {
    let texts = harness.events.iter().filter_map(|event| match &event.fact {
        EventKind::MessageAdded { message } if message.role == Role::System => {
            message.blocks.iter().find_map(|block| match block {
                Block::Text { text } => Some(text.clone()),
                _ => None,
            })
        }
        _ => None,
    });
    texts.collect()
}

fn results(harness: &Harness) -> Vec<Value> {
    let results = harness.events.iter().filter_map(|event| match &event.fact {
        EventKind::CallCompleted { result, .. } => Some(result.content.clone()),
        _ => None,
    });
    results.collect()
}

#[test]
fn the_agent_changes_tasks_without_a_question_and_without_a_worker_in_every_mode() {
    for mode in Mode::ALL {
        let mut harness = started(mode);
        harness.agent(1, create(&["write", "test"]));
        harness.agent(2, set("write", TaskStatus::InProgress));
        let asked = harness
            .events
            .iter()
            .any(|event| matches!(event.fact, EventKind::QuestionOpened { .. }));
        let ran = harness
            .effects
            .iter()
            .any(|effect| matches!(effect, Effect::RunCall { .. }));
        assert!(!asked && !ran, "{mode}");
        assert_eq!(
            results(&harness),
            [
                json!({ "success": true, "tasks": [
                    { "id": 1, "name": "write", "status": "pending", "priority": 3 },
                    { "id": 2, "name": "test", "status": "pending", "priority": 3 },
                ] }),
                json!({ "success": true, "task":
                    { "id": 1, "name": "write", "status": "in_progress", "priority": 3 } }),
            ]
        );
    }
}

#[test]
fn a_call_is_in_the_log_before_its_events_and_its_result_after_them() {
    let mut harness = started(Mode::Review);
    harness.calls(&[("create_tasks", request(create(&["write"])))]);
    harness.skip();
    harness.prepared(1);
    harness.saw(
        "c1 started by it changes only the tasks
        task 1 write created
        c1 ok
        step 2
        -> forget c1
        -> ask the model s2 #2",
    );
}

#[test]
fn a_refused_order_is_an_error_of_the_call_with_the_names() {
    let mut harness = started(Mode::Review);
    harness.agent(1, create(&["write"]));
    let ship = NewTask {
        name: "ship".to_owned(),
        dependencies: vec![TaskReference::typed("1")],
        ..NewTask::default()
    };
    harness.agent(2, TaskCommand::Create { tasks: vec![ship] });
    harness.agent(3, set("ship", TaskStatus::InProgress));
    let results = results(&harness);
    let message = results[2]["error"]["message"].as_str().unwrap();
    assert!(message.ends_with("1 write"), "{message}");
    harness.agent(4, set("write", TaskStatus::Completed));
    harness.agent(
        5,
        TaskCommand::Delete {
            task: TaskReference::typed("write"),
        },
    );
    let results = self::results(&harness);
    assert_eq!(results[3]["can_start_now"], json!([2]));
    assert_eq!(results[4]["no_longer_wait_for_it"], json!([2]));
}

#[test]
fn the_agent_lists_the_tasks_and_shows_one_whole() {
    let mut harness = started(Mode::Review);
    harness.agent(1, create(&["write", "test"]));
    harness.agent(2, set("test", TaskStatus::Completed));
    let list = |status, task| {
        let task: Option<&str> = task;
        let task = task.map(TaskReference::typed);
        serde_json::to_value(TaskRequest::List { status, task }).unwrap()
    };
    harness.calls(&[
        ("list_tasks", list(None, None)),
        ("list_tasks", list(Some(TaskStatus::Completed), None)),
        ("list_tasks", list(None, Some("test"))),
    ]);
    for number in 3..6 {
        harness.prepared(number);
    }
    let results = results(&harness);
    let names = |result: &Value| {
        let rows = result["tasks"].as_array().unwrap().iter();
        rows.map(|row| row["name"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&results[2]), ["write", "test"]);
    assert_eq!(
        (&results[2]["completed"], &results[2]["of"]),
        (&json!(1), &json!(2))
    );
    assert_eq!(names(&results[3]), ["test"]);
    assert_eq!(results[4]["task"]["completed"].as_str().unwrap().len(), 20);
}

#[test]
fn the_model_is_told_of_the_users_changes_once_with_its_next_request() {
    let mut harness = Harness::new(Mode::Review);
    harness.orders(create(&["write"]));
    assert_eq!(told(&harness), [""; 0], "there was no request");
    harness.send("go");
    assert_eq!(told(&harness).len(), 1);
    assert!(told(&harness)[0].ends_with("\n1. write (pending, priority 3)"));
    harness.calls(&[("read_file", path("a"))]);
    harness.orders(set("write", TaskStatus::InProgress));
    harness.read(1);
    assert_eq!(told(&harness).len(), 2);
    harness.calls(&[("read_file", path("b"))]);
    harness.orders(TaskCommand::Delete {
        task: TaskReference::typed("1"),
    });
    harness.read(2);
    assert!(told(&harness)[2].contains("no task of this session is open"));
    harness.says("done");
    harness.send("again");
    assert_eq!(told(&harness).len(), 3);
}

#[test]
fn the_next_run_is_not_told_of_tasks_that_are_in_the_context() {
    let mut harness = started(Mode::Review);
    harness.agent(1, create(&["write"]));
    harness.says("planned");
    harness.send("go on");
    assert_eq!(told(&harness), [""; 0]);
    harness.says("done");
    harness.command(Command::ClearMessages { session: SESSION });
    harness.send("go on");
    assert_eq!(told(&harness).len(), 1, "the conversation was cleared");
}

#[test]
fn a_compaction_is_followed_by_the_open_tasks() {
    let mut harness = started(Mode::Review);
    harness.agent(1, create(&["write", "test"]));
    harness.agent(2, set("test", TaskStatus::Completed));
    let (run, step) = harness.request();
    harness.outcome(Outcome::ContextOverflow {
        session: SESSION,
        run,
        step,
    });
    let (run, step) = harness
        .effects
        .iter()
        .rev()
        .find_map(|effect| match effect {
            Effect::Compact { run, step, .. } => Some((*run, *step)),
            _ => None,
        })
        .expect("a summary was requested");
    harness.skip();
    harness.outcome(Outcome::Compacted {
        session: SESSION,
        run,
        step,
        compaction: Box::new(Compaction {
            id: CompactionId(uuid::Uuid::from_u128(77)),
            through: MessageId(uuid::Uuid::from_u128(1)),
            latest_user: None,
            messages: 3,
            summary: "they planned".to_owned(),
            before: 100,
            after: 10,
            by: CompactionTrigger::Limit,
            model: "ollama/qwen".to_owned(),
            usage: Usage::default(),
        }),
    });
    assert_eq!(told(&harness).len(), 1);
    assert!(told(&harness)[0].ends_with("\n1. write (pending, priority 3)"));
    harness.saw_last("-> ask the model s5 #3");
}

#[test]
fn tasks_in_progress_at_the_end_of_a_run_are_shown_as_left_open() {
    let mut harness = started(Mode::Review);
    harness.agent(1, create(&["write", "test"]));
    harness.agent(2, set("write", TaskStatus::InProgress));
    harness.skip();
    harness.says("enough for today");
    let trace = harness.trace();
    assert!(
        trace.contains("system: Still in progress: 1 write"),
        "{trace}"
    );
    harness.send("and?");
    harness.cancel(protocol::command::CancelMode::Gracefully);
    assert!(harness.trace().contains("Still in progress"));
    harness.orders(set("write", TaskStatus::Completed));
    harness.send("and now?");
    harness.says("done");
    assert!(!harness.trace().contains("Still in progress"));
}

#[test]
fn a_refused_order_of_the_user_is_rejected_with_the_reason() {
    let mut harness = Harness::new(Mode::Review);
    harness.orders(set("7", TaskStatus::Completed));
    harness.saw("rejected tasks: there is no task 7; list the tasks to see their numbers");
    harness.orders(create(&["write"]));
    harness.saw(
        "task 1 write created
        notice created 1 write",
    );
}

#[test]
fn a_session_that_is_opened_again_knows_what_its_model_was_told() {
    // The user changed a task after the agent's call, so the context shows an earlier state.
    for (changes_later, told_again) in [(false, 0), (true, 1)] {
        let mut harness = started(Mode::Review);
        harness.agent(1, create(&["write"]));
        harness.says("planned");
        if changes_later {
            harness.orders(set("write", TaskStatus::InProgress));
        }
        let mut snapshot = super::loading::snapshot(
            protocol::session::RunStatus::Completed,
            messages_of(&harness),
        );
        snapshot.run = None;
        for event in &harness.events {
            snapshot.tasks.apply(event);
        }
        let mut again = Harness::empty(crate::EngineConfig::default());
        let session = snapshot.summary.id;
        again.step(Input::Command(Command::OpenSession { session }));
        again.outcome(Outcome::SessionLoaded {
            snapshot: Box::new(snapshot),
            review: Box::default(),
            recovered: RecoveredChanges::default(),
        });
        again.command(Command::send_message(session, "go on".to_owned()));
        assert_eq!(told(&again).len(), told_again);
        again.skip();
        let order = create(&["more"]);
        again.command(Command::Tasks { session, order });
        assert!(again.trace().contains("task 2 more created"));
    }
}

fn messages_of(harness: &Harness) -> Vec<protocol::message::Message> {
    let mut messages = Vec::new();
    for event in &harness.events {
        match &event.fact {
            EventKind::MessageAdded { message } | EventKind::MessageCompleted { message } => {
                messages.retain(|known: &protocol::message::Message| known.id != message.id);
                messages.push(message.clone());
            }
            EventKind::CallCompleted { message, result } => {
                messages.push(protocol::message::Message::of_result(
                    *message, result, event,
                ));
            }
            _ => {}
        }
    }
    messages
}
