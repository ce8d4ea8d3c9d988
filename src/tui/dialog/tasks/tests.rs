use jiff::{SignedDuration, Timestamp};

use super::*;
use crate::dialog::Dialog;
use crate::dialog::harness::DialogHarness;
use client::text::width_of;
use l10n::Language;
use l10n::testing::speaking;
use notice::Notice;
use protocol::command::CommandKind;
use protocol::event::{Event, EventKind};
use protocol::task::{TaskChange, TaskPriority, TaskReference, TaskStatus};

fn task(id: u32, name: &str) -> Task {
    Task {
        id: TaskId(id),
        run: None,
        name: name.to_owned(),
        description: String::new(),
        priority: TaskPriority::default(),
        agent: None,
        dependencies: Default::default(),
        created: Timestamp::UNIX_EPOCH,
        started: None,
        completed: None,
        duration_ms: 0,
    }
}

/// One task of each status, by their numbers in order: done, in progress, blocked, pending.
pub(crate) fn list() -> TaskList {
    let later = |seconds| Some(Timestamp::UNIX_EPOCH + SignedDuration::from_secs(seconds));
    let done = Task {
        started: later(60),
        completed: later(184),
        duration_ms: 124_000,
        ..task(1, "Read how retries work")
    };
    let current = Task {
        priority: TaskPriority::CRITICAL,
        started: later(200),
        description: "Three attempts, and a longer pause after each.\nNot for writes.".to_owned(),
        dependencies: [TaskId(1)].into(),
        ..task(2, "Write the retry")
    };
    let blocked = Task {
        agent: Some("tester".to_owned()),
        dependencies: [TaskId(1), TaskId(2)].into(),
        ..task(3, "Test it against a server that fails")
    };
    let tasks = vec![
        done,
        current,
        blocked,
        task(4, "Tell of it in the changelog"),
    ];
    TaskList::of(tasks, TaskId(4), None)
}

impl DialogHarness<Tasks> {
    fn new() -> Self {
        let session = crate::tests::session();
        Self::of(Tasks::new(session, list(), TimeZone::UTC))
    }

    fn press(&mut self, keys: &str) {
        for key in keys.split(' ') {
            self.key_alone(key);
        }
    }

    /// Returns the orders since the last call.
    fn task_orders(&mut self) -> Vec<TaskCommand> {
        let effects = std::mem::take(&mut self.effects).into_iter();
        let orders = effects.filter_map(|effect| match effect {
            Effect::Send(Command::Tasks { order, .. }) => Some(order),
            _ => None,
        });
        orders.collect()
    }
}

fn update(id: u32, change: TaskChange) -> TaskCommand {
    let task = TaskReference::Id(TaskId(id));
    TaskCommand::Update { task, change }
}

fn set(id: u32, status: TaskStatus) -> TaskCommand {
    update(id, TaskChange::to(status))
}

#[test]
fn it_looks_as_drawn() {
    let mut harness = DialogHarness::new();
    insta::assert_snapshot!("wide", harness.text(120, 30));
    harness.press("j");
    insta::assert_snapshot!("narrow", harness.text(80, 24));
    insta::assert_snapshot!("small", harness.text(40, 10));
    harness.dialog.list = TaskList::default();
    insta::assert_snapshot!("none", harness.text(80, 24));
}

#[test]
fn every_row_fits_at_each_width_and_in_each_language() {
    for language in [Language::English, Language::French, Language::Portuguese] {
        for (width, height) in [(160, 48), (100, 24), (80, 24), (60, 16), (40, 10)] {
            speaking(language, || {
                let text = DialogHarness::new().text(width, height);
                assert!(
                    text.contains("2  ") && text.contains("Write th"),
                    "{width}: {text}"
                );
                let fits = |line: &str| width_of(line) <= usize::from(width);
                assert!(text.lines().all(fits), "{text}");
            });
        }
    }
}

#[test]
fn it_opens_at_the_task_in_progress_and_enter_goes_one_step_on() {
    let mut harness = DialogHarness::new();
    harness.press("Enter");
    assert_eq!(harness.task_orders(), [set(2, TaskStatus::Completed)]);
    harness.press("j j Enter j Enter");
    // The order is 2, 3, 4, 1; what is done stays done.
    assert_eq!(harness.task_orders(), [set(4, TaskStatus::InProgress)]);
}

#[test]
fn a_task_is_put_back_and_reopened() {
    let mut harness = DialogHarness::new();
    harness.press("s j s j Space j Space");
    assert_eq!(
        harness.task_orders(),
        [
            set(2, TaskStatus::Pending),
            set(3, TaskStatus::InProgress),
            set(4, TaskStatus::Completed),
            set(1, TaskStatus::Pending),
        ]
    );
}

#[test]
fn a_delete_needs_the_key_twice_on_the_same_task() {
    let mut harness = DialogHarness::new();
    harness.press("x j x");
    assert_eq!(harness.task_orders(), []);
    assert!(
        harness
            .text(80, 24)
            .contains("Press x again to delete task 3")
    );
    harness.press("x");
    let task = TaskReference::Id(TaskId(3));
    assert_eq!(harness.task_orders(), [TaskCommand::Delete { task }]);
}

#[test]
fn what_is_typed_goes_to_the_field_whose_key_was_pressed() {
    let mut harness = DialogHarness::new();
    harness.press("a");
    harness.dialog.paste("Ask Ada");
    harness.press("Enter");
    let [TaskCommand::Create { tasks }] = &harness.task_orders()[..] else {
        panic!("no task");
    };
    assert_eq!(tasks[0].name, "Ask Ada");
    harness.press("w");
    assert_eq!(harness.dialog.typing.as_ref().unwrap().line.text(), "1");
    harness.dialog.paste(", Read, 4");
    harness.press("Enter d Esc A Enter + -");
    let after = TaskChange {
        dependencies: Some(vec![
            TaskReference::Id(TaskId(1)),
            TaskReference::Name("Read".to_owned()),
            TaskReference::Id(TaskId(4)),
        ]),
        ..TaskChange::default()
    };
    let agent = TaskChange {
        agent: Some(String::new()),
        ..TaskChange::default()
    };
    let lower = TaskChange {
        priority: Some(TaskPriority::CRITICAL.lowered()),
        ..TaskChange::default()
    };
    // Nothing is higher than the highest priority.
    let orders = [update(2, after), update(2, agent), update(2, lower)];
    assert_eq!(harness.task_orders(), orders);
}

#[test]
fn a_refusal_is_shown_until_the_next_key_and_a_new_task_is_chosen() {
    let mut harness = DialogHarness::new();
    let rejected = Event {
        seq: None,
        at: Timestamp::UNIX_EPOCH,
        session: crate::tests::session(),
        run: None,
        fact: EventKind::CommandRejected {
            command: CommandKind::Tasks,
            reason: Notice::text("3 waits for 2"),
            said: None,
        },
    };
    harness.dialog.on_event(&rejected);
    assert!(harness.text(80, 24).contains("3 waits for 2"));
    harness.press("j");
    assert!(!harness.text(80, 24).contains("3 waits for 2"));
    let mut tasks: Vec<Task> = list().iter().cloned().collect();
    tasks.push(task(5, "new"));
    harness.dialog.take(&TaskList::of(tasks, TaskId(5), None));
    assert_eq!(harness.dialog.at_hand().unwrap().name, "new");
}
