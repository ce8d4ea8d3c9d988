//! The rules about tasks hold after any orders in any order.

use jiff::{SignedDuration, Timestamp};
use proptest::prelude::*;

use crate::tasks::{OPEN_TASKS, TOLD, decide, told};
use protocol::event::EventKind;
use protocol::task::{
    NewTask, Task, TaskChange, TaskCommand, TaskId, TaskList, TaskPriority, TaskReference,
    TaskStatus,
};

/// A list with the events that made it.
#[derive(Default)]
struct Plan {
    list: TaskList,
    facts: Vec<(EventKind, Timestamp)>,
    now: Timestamp,
}

impl Plan {
    fn take(&mut self, order: &TaskCommand) -> Result<Vec<EventKind>, String> {
        self.now += SignedDuration::from_secs(1);
        let facts = decide(&self.list, order, (None, self.now)).map_err(|why| why.to_string())?;
        for fact in &facts {
            self.list.apply_fact(fact, self.now);
            self.facts.push((fact.clone(), self.now));
        }
        Ok(facts)
    }

    fn create(&mut self, tasks: &[(&str, &[&str])]) -> Result<Vec<EventKind>, String> {
        let tasks = tasks.iter().map(|(name, dependencies)| NewTask {
            name: (*name).to_owned(),
            dependencies: dependencies
                .iter()
                .copied()
                .map(TaskReference::typed)
                .collect(),
            ..NewTask::default()
        });
        self.take(&TaskCommand::Create {
            tasks: tasks.collect(),
        })
    }

    fn change(&mut self, task: &str, change: TaskChange) -> Result<Vec<EventKind>, String> {
        let task = TaskReference::typed(task);
        self.take(&TaskCommand::Update { task, change })
    }

    fn set(&mut self, task: &str, status: TaskStatus) -> Result<Vec<EventKind>, String> {
        self.change(task, TaskChange::to(status))
    }

    fn delete(&mut self, task: &str) -> Result<Vec<EventKind>, String> {
        let task = TaskReference::typed(task);
        self.take(&TaskCommand::Delete { task })
    }

    fn task(&self, id: u32) -> &Task {
        self.list.get(TaskId(id)).unwrap()
    }

    fn status(&self, id: u32) -> TaskStatus {
        self.list.status(self.task(id))
    }

    /// Checks what must hold after any orders.
    fn check(&self) {
        for task in self.list.iter() {
            assert!(
                !self.reaches(task, task.id, self.list.len()),
                "a cycle at {}",
                task.id
            );
            if task.is_in_progress() {
                assert_eq!(self.list.waits_for(task).count(), 0, "{} waits", task.id);
            }
            let known = task
                .dependencies
                .iter()
                .all(|id| self.list.get(*id).is_some());
            assert!(known, "{} depends on a deleted task", task.id);
        }
        assert!(self.list.len() - self.list.completed_count() <= OPEN_TASKS);
        let mut replayed = TaskList::default();
        for (fact, at) in &self.facts {
            replayed.apply_fact(fact, *at);
        }
        assert_eq!(replayed, self.list);
        let stored = serde_json::to_string(&self.list).unwrap();
        assert_eq!(
            serde_json::from_str::<TaskList>(&stored).unwrap(),
            self.list
        );
        if let Some(told) = told(&self.list) {
            assert!(told.len() <= TOLD, "{} bytes", told.len());
        }
    }

    fn reaches(&self, from: &Task, to: TaskId, depth: usize) -> bool {
        depth > 0
            && from.dependencies.iter().any(|id| {
                let next = self.list.get(*id);
                *id == to || next.is_some_and(|next| self.reaches(next, to, depth - 1))
            })
    }
}

fn reference() -> impl Strategy<Value = TaskReference> {
    prop_oneof![
        3 => (1..9_u32).prop_map(|id| TaskReference::Id(TaskId(id))),
        1 => "[a-d]".prop_map(TaskReference::Name),
    ]
}

fn references() -> impl Strategy<Value = Vec<TaskReference>> {
    proptest::collection::vec(reference(), 0..3)
}

fn order() -> impl Strategy<Value = TaskCommand> {
    let priority = (1..=5_u8).prop_map(|number| TaskPriority::try_from(number).unwrap());
    let status = proptest::sample::select(vec![
        TaskStatus::Pending,
        TaskStatus::InProgress,
        TaskStatus::Completed,
        TaskStatus::Blocked,
    ]);
    let new = ("[a-d]{1,3}", priority.clone(), references()).prop_map(
        |(name, priority, dependencies)| NewTask {
            name,
            priority,
            dependencies,
            ..NewTask::default()
        },
    );
    let change = (
        proptest::option::weighted(0.2, "[a-d]{0,2}"),
        proptest::option::weighted(0.2, priority),
        proptest::option::weighted(0.4, references()),
        proptest::option::weighted(0.7, status),
    )
        .prop_map(|(name, priority, dependencies, status)| TaskChange {
            name,
            priority,
            dependencies,
            status,
            ..TaskChange::default()
        });
    prop_oneof![
        2 => proptest::collection::vec(new, 1..4).prop_map(|tasks| TaskCommand::Create { tasks }),
        4 => (reference(), change).prop_map(|(task, change)| TaskCommand::Update { task, change }),
        1 => reference().prop_map(|task| TaskCommand::Delete { task }),
    ]
}

proptest! {
    #![proptest_config(testing::cases(256))]

    #[test]
    fn no_orders_make_a_cycle_or_start_a_task_that_waits_and_a_replay_gives_the_same_tasks(
        orders in proptest::collection::vec(order(), 1..60),
    ) {
        let mut plan = Plan::default();
        for order in &orders {
            let before = plan.list.clone();
            if plan.take(order).is_err() {
                prop_assert_eq!(&plan.list, &before);
            }
            plan.check();
        }
    }
}

#[test]
fn tasks_of_one_order_may_depend_on_each_other_in_any_order() {
    let mut plan = Plan::default();
    plan.create(&[
        ("ship", &["test", "2"]),
        ("write", &[]),
        ("test", &["write"]),
    ])
    .unwrap();
    let names = |id| {
        plan.task(id)
            .dependencies
            .iter()
            .map(|id| id.0)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        (names(1), names(2), names(3)),
        (vec![2, 3], vec![], vec![2])
    );
    assert_eq!(
        [1, 2, 3].map(|id| plan.status(id)),
        [
            TaskStatus::Blocked,
            TaskStatus::Pending,
            TaskStatus::Blocked,
        ]
    );
    assert_eq!(plan.facts.len(), 3, "one event for each task");
}

#[test]
fn an_order_with_a_cycle_or_an_unknown_name_changes_nothing() {
    let mut plan = Plan::default();
    let why = plan.create(&[("a", &["b"]), ("b", &["a"])]).unwrap_err();
    assert!(why.contains("wait for each other: 1 a → 2 b"), "{why}");
    let why = plan.create(&[("a", &["c"])]).unwrap_err();
    assert!(why.contains("no task c"), "{why}");
    assert!(plan.list.is_unused());
    plan.create(&[("a", &[]), ("b", &["a"])]).unwrap();
    for dependencies in [["1"], ["b"]] {
        let change = TaskChange {
            dependencies: Some(dependencies.map(TaskReference::typed).to_vec()),
            ..TaskChange::default()
        };
        plan.change("a", change).unwrap_err();
    }
}

#[test]
fn a_start_is_refused_with_the_names_of_the_open_dependencies() {
    let mut plan = Plan::default();
    plan.create(&[("write", &[]), ("run", &[]), ("ship", &["1", "2"])])
        .unwrap();
    plan.set("2", TaskStatus::Completed).unwrap();
    for status in [TaskStatus::InProgress, TaskStatus::Completed] {
        let why = plan.set("ship", status).unwrap_err();
        assert!(why.ends_with("1 write"), "{why}");
    }
    plan.set("write", TaskStatus::Completed).unwrap();
    plan.set("ship", TaskStatus::InProgress).unwrap();
    let why = plan.set("write", TaskStatus::Pending).unwrap_err();
    assert!(why.contains("3 ship"), "{why}");
    let waits = TaskChange {
        dependencies: Some(vec![TaskReference::typed("new")]),
        ..TaskChange::default()
    };
    plan.create(&[("new", &[])]).unwrap();
    plan.change("ship", waits).unwrap_err();
}

#[test]
fn the_time_in_progress_adds_up_over_breaks() {
    let mut plan = Plan::default();
    plan.create(&[("a", &[])]).unwrap();
    let statuses = [
        TaskStatus::InProgress,
        TaskStatus::Pending,
        TaskStatus::InProgress,
        TaskStatus::Completed,
    ];
    for status in statuses {
        plan.set("a", status).unwrap();
    }
    assert_eq!(plan.task(1).duration_ms, 2_000);
    plan.set("a", TaskStatus::Pending).unwrap();
    let task = plan.task(1);
    assert_eq!(
        (task.started, task.completed, task.duration_ms),
        (None, None, 2_000)
    );
}

#[test]
fn a_deleted_task_holds_up_nothing_and_its_number_is_not_given_again() {
    let mut plan = Plan::default();
    plan.create(&[("a", &[]), ("b", &["a"]), ("c", &[])])
        .unwrap();
    plan.delete("a").unwrap();
    assert_eq!(plan.status(2), TaskStatus::Pending);
    plan.delete("c").unwrap();
    plan.create(&[("d", &[])]).unwrap();
    assert_eq!(plan.task(4).name, "d");
    plan.check();
}

#[test]
fn a_name_is_one_clean_line_that_no_other_open_task_has() {
    let mut plan = Plan::default();
    for bad in ["", "  ", "a\nb", &"x".repeat(129)] {
        plan.create(&[(bad, &[])]).unwrap_err();
    }
    plan.create(&[(" say \u{1b}[31mred ", &[])]).unwrap();
    let name = plan.task(1).name.clone();
    assert!(
        !name.contains('\u{1b}') && name.starts_with("say"),
        "{name:?}"
    );
    let why = plan.create(&[(&name, &[])]).unwrap_err();
    assert!(why.contains("task 1 "), "{why}");
    plan.set("1", TaskStatus::Completed).unwrap();
    plan.create(&[(&name, &[])]).unwrap();
    assert_eq!(
        plan.list.find(&TaskReference::Name(name)).unwrap().id,
        TaskId(2)
    );
    let why = plan.set("1", TaskStatus::Pending).unwrap_err();
    assert!(
        why.contains("task 2 "),
        "a reopened task has its own name: {why}"
    );
}

#[test]
fn a_session_has_a_limited_number_of_open_tasks_and_forgets_the_oldest_completed_ones() {
    let mut plan = Plan::default();
    for number in 0..300 {
        plan.create(&[(&format!("t{number}"), &[])]).unwrap();
        plan.set(&format!("t{number}"), TaskStatus::Completed)
            .unwrap();
    }
    assert_eq!(plan.list.len(), 200);
    assert_eq!(plan.list.iter().next().unwrap().id, TaskId(101));
    for number in 0..OPEN_TASKS {
        plan.create(&[(&format!("open {number}"), &[])]).unwrap();
    }
    let why = plan.create(&[("one more", &[])]).unwrap_err();
    assert!(why.contains("at most 100"), "{why}");
    plan.check();
    let told = told(&plan.list).unwrap();
    assert!(told.contains("more: list_tasks"), "{told}");
}

#[test]
fn the_model_is_told_of_the_tasks_in_progress_first_and_of_the_reason_why_others_wait() {
    let mut plan = Plan::default();
    assert_eq!(told(&plan.list), None);
    plan.create(&[("a", &[]), ("b", &["a"]), ("c", &[]), ("d", &[])])
        .unwrap();
    plan.set("c", TaskStatus::InProgress).unwrap();
    plan.set("d", TaskStatus::Completed).unwrap();
    let urgent = TaskChange {
        priority: Some(TaskPriority::CRITICAL),
        agent: Some("tester".to_owned()),
        ..TaskChange::default()
    };
    plan.change("b", urgent).unwrap();
    let told = told(&plan.list).unwrap();
    let lines: Vec<&str> = told.lines().skip(1).collect();
    assert_eq!(
        lines,
        [
            "3. c (in progress, priority 3)",
            "2. b (waits for 1, priority 1, for tester)",
            "1. a (pending, priority 3)",
        ]
    );
}
