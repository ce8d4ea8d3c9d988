//! `/tasks`: the plan of the session.

use super::format::fenced;
use super::outcome::{FrontAction, FrontEnd, SlashContext, SlashOutcome};
use super::parse::Line;
use super::registry::usage;
use crate::phrases::tasks::{task_lines, whole_task_lines};
use l10n::say;
use protocol::command::Command;
use protocol::task::{NewTask, TaskChange, TaskCommand, TaskPriority, TaskReference, TaskStatus};

/// Words after `/tasks`.
pub(super) const TASK_WORDS: &[&str] = &[
    "list", "show", "add", "start", "done", "pending", "delete", "name", "describe", "priority",
    "after", "agent",
];

/// `/tasks [list|show <task>|add <name>|start|done|pending|delete <task>|…]`. A task is named by its
/// number, or by its name in quotes.
pub(super) fn tasks(line: &Line, context: &SlashContext) -> SlashOutcome {
    let words: Vec<&str> = line.arguments.iter().map(String::as_str).collect();
    let order = match words.as_slice() {
        [] if context.front == FrontEnd::Screen => {
            return SlashOutcome::Front(FrontAction::OpenTasks);
        }
        [] | ["list"] => return SlashOutcome::Show(fenced("", &task_lines(&context.tasks))),
        ["show", task] => return show(task, context),
        ["add", name @ ..] if !name.is_empty() => TaskCommand::Create {
            tasks: vec![NewTask {
                name: name.join(" "),
                ..NewTask::default()
            }],
        },
        ["start", task] => update(task, TaskChange::to(TaskStatus::InProgress)),
        ["done", task] => update(task, TaskChange::to(TaskStatus::Completed)),
        ["pending", task] => update(task, TaskChange::to(TaskStatus::Pending)),
        ["delete", task] => TaskCommand::Delete {
            task: TaskReference::typed(task),
        },
        ["name", task, name @ ..] if !name.is_empty() => {
            let name = Some(name.join(" "));
            let change = TaskChange {
                name,
                ..TaskChange::default()
            };
            update(task, change)
        }
        ["describe", task, text @ ..] => {
            let change = TaskChange {
                description: Some(text.join(" ")),
                ..TaskChange::default()
            };
            update(task, change)
        }
        ["agent", task, name @ ..] => {
            let change = TaskChange {
                agent: Some(name.join(" ")),
                ..TaskChange::default()
            };
            update(task, change)
        }
        ["priority", task, number] => match priority(number) {
            Some(priority) => {
                let priority = Some(priority);
                let change = TaskChange {
                    priority,
                    ..TaskChange::default()
                };
                update(task, change)
            }
            None => return usage("tasks", say!("command-say-task-priority")),
        },
        ["after", task, others @ ..] => {
            let others = others.iter().flat_map(|word| word.split(','));
            let others = others.filter(|word| !word.is_empty());
            let change = TaskChange {
                dependencies: Some(others.map(TaskReference::typed).collect()),
                ..TaskChange::default()
            };
            update(task, change)
        }
        _ => return usage("tasks", say!("command-say-tasks")),
    };
    SlashOutcome::Commands(vec![Command::Tasks {
        session: context.session,
        order,
    }])
}

fn update(task: &str, change: TaskChange) -> TaskCommand {
    TaskCommand::Update {
        task: TaskReference::typed(task),
        change,
    }
}

fn priority(number: &str) -> Option<TaskPriority> {
    TaskPriority::try_from(number.parse::<u8>().ok()?).ok()
}

fn show(task: &str, context: &SlashContext) -> SlashOutcome {
    match context.tasks.find(&TaskReference::typed(task)) {
        Ok(found) => SlashOutcome::Show(fenced("", &whole_task_lines(&context.tasks, found.id))),
        Err(_) => SlashOutcome::Error(say!("command-no-task", word = task)),
    }
}
