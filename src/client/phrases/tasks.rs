//! Tasks in words: one row each, and one task whole. For every front end.

use l10n::{say, time_words};
use protocol::task::{Task, TaskId, TaskList, TaskStatus};
use redact::one_line;

/// Returns the status of a task, with the tasks that it waits for.
pub fn status_words(list: &TaskList, task: &Task) -> String {
    match list.status(task) {
        TaskStatus::Blocked => {
            let open: Vec<String> = list
                .waits_for(task)
                .map(|task| task.id.to_string())
                .collect();
            say!("task-waits-for", numbers = open.join(", "))
        }
        status => say!("task-status", status = status.word()),
    }
}

/// Returns the name of a task in one clean line.
pub fn name_of(task: &Task) -> String {
    one_line(&task.name)
}

/// `1 of 3 done`
pub fn progress_words(list: &TaskList) -> String {
    say!(
        "task-progress",
        number = list.completed_count(),
        total = list.len()
    )
}

/// Lists the tasks in lines: how many are done, then a row for each.
pub fn task_lines(list: &TaskList) -> Vec<String> {
    if list.is_empty() {
        return vec![say!("task-none").to_owned()];
    }
    let tasks = list.in_order();
    let statuses: Vec<String> = tasks.iter().map(|task| status_words(list, task)).collect();
    let columns = statuses.iter().map(|words| words.chars().count()).max();
    let rows = tasks.iter().zip(&statuses).map(|(task, status)| {
        let agent = task.agent.as_deref().map(|agent| {
            let agent = one_line(agent);
            format!("  ({})", say!("task-for", agent))
        });
        format!(
            "{:>3}  {:width$}  P{}  {}{}",
            task.id.to_string(),
            status,
            task.priority,
            name_of(task),
            agent.unwrap_or_default(),
            width = columns.unwrap_or_default(),
        )
    });
    std::iter::once(progress_words(list)).chain(rows).collect()
}

/// Shows one task whole, in lines.
pub fn whole_task_lines(list: &TaskList, id: TaskId) -> Vec<String> {
    let Some(task) = list.get(id) else {
        return Vec::new();
    };
    let mut lines = vec![
        format!("{}  {}", task.id, name_of(task)),
        say!(
            "task-facts",
            status = status_words(list, task),
            priority = task.priority.to_string()
        ),
    ];
    if let Some(agent) = &task.agent {
        let agent = one_line(agent);
        lines.push(say!("task-for", agent));
    }
    if !task.dependencies.is_empty() {
        let names: Vec<String> = task
            .dependencies
            .iter()
            .filter_map(|id| list.get(*id))
            .map(|task| format!("{} {}", task.id, name_of(task)))
            .collect();
        lines.push(say!("task-after", names = names.join(", ")));
    }
    if task.duration_ms > 0 {
        let time = time_words(task.duration_ms);
        lines.push(say!("task-took", time));
    }
    lines.extend(task.description.lines().map(one_line));
    lines
}
