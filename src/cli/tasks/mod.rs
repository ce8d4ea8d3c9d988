//! `agentichat tasks`: the tasks of a session for scripts. A front end like the others: it sends
//! commands through the actor's handle, and prints the results. The session is opened briefly; one
//! that another process has open stays with that process.

pub mod args;

use std::io::{self, Write};
use std::process::ExitCode;

use serde_json::Value;

use self::args::{TaskFields, TasksArguments, TasksCommands};
use super::Format;
use super::config::write_json_line;
use super::failure::Failure;
use super::session::name::named;
use super::stored_sessions::{Outcome, start, with_stored_sessions};
use crate::app::{Setup, StartWith};
use client::phrases::tasks::{task_lines, whole_task_lines};
use client::session_client::SessionClient;
use engine::Attendance;
use l10n::said;
use notice::notice;
use protocol::command::Command;
use protocol::ids::SessionId;
use protocol::task::{NewTask, Task, TaskChange, TaskCommand, TaskList, TaskReference, TaskStatus};
use redact::one_line;

pub(super) fn run(arguments: TasksArguments) -> ExitCode {
    let format = Format::of(arguments.json);
    let cwd = arguments.cwd.clone();
    with_stored_sessions(cwd, Attendance::Unattended, format, async move |setup| {
        // Opens no session: the command that would create one is not sent.
        let (mut client, _) = start(setup, StartWith::New).await?;
        let outcome = carry_out(setup, &mut client, arguments).await;
        client.shutdown().await;
        outcome
    })
}

async fn carry_out(
    setup: &Setup,
    client: &mut SessionClient,
    arguments: TasksArguments,
) -> Outcome {
    let format = Format::of(arguments.json);
    let session = match &arguments.session {
        Some(name) => named(client, name).await?,
        None => latest(setup).await?,
    };
    let before = client.session(session).await?.tasks;
    let order = match arguments.what {
        TasksCommands::List { status } => {
            let status = status.map(TaskStatus::from);
            return Ok(print_list(format, &before, status).map(|()| 0));
        }
        TasksCommands::Show { task } => {
            let task = TaskReference::typed(&task);
            let task = engine::tasks::found(&before, &task).map_err(Failure::refused)?;
            return Ok(print_task(format, &before, task).map(|()| 0));
        }
        TasksCommands::Add { name, fields } => TaskCommand::Create {
            tasks: vec![NewTask {
                name,
                dependencies: references(&fields.after),
                description: fields.description.unwrap_or_default(),
                priority: fields.priority.unwrap_or_default(),
                agent: fields.agent,
            }],
        },
        TasksCommands::Update {
            task,
            name,
            status,
            fields,
        } => TaskCommand::Update {
            task: TaskReference::typed(&task),
            change: change(name, status.map(TaskStatus::from), fields),
        },
        TasksCommands::Done { task } => TaskCommand::Update {
            task: TaskReference::typed(&task),
            change: TaskChange::to(TaskStatus::Completed),
        },
        TasksCommands::Delete { task } => TaskCommand::Delete {
            task: TaskReference::typed(&task),
        },
    };
    let command = Command::Tasks { session, order };
    let outcome = client.execute(command).await?;
    if let Some(why) = outcome.failure {
        return Err(Failure::refused(why));
    }
    let after = client.session(session).await?.tasks;
    let mut out = io::stdout().lock();
    Ok(match format {
        Format::Json => print_changed(&before, &after, &mut out),
        Format::Text => outcome
            .notices
            .iter()
            .try_for_each(|notice| writeln!(out, "{}", one_line(&said(notice)))),
    }
    .map(|()| 0))
}

async fn latest(setup: &Setup) -> Result<SessionId, Failure> {
    let latest = setup.latest_session().await;
    let latest = latest.map_err(|error| error.notice())?;
    latest.ok_or_else(|| notice!("cli-no-session-yet").into())
}

fn references(typed: &[String]) -> Vec<TaskReference> {
    let named = typed.iter().filter(|text| !text.trim().is_empty());
    named.map(|text| TaskReference::typed(text)).collect()
}

fn change(name: Option<String>, status: Option<TaskStatus>, fields: TaskFields) -> TaskChange {
    TaskChange {
        name,
        description: fields.description,
        priority: fields.priority,
        agent: fields.agent,
        dependencies: (!fields.after.is_empty()).then(|| references(&fields.after)),
        status,
    }
}

fn print_list(format: Format, list: &TaskList, status: Option<TaskStatus>) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let fits = |task: &&Task| status.is_none_or(|wanted| list.status(task) == wanted);
    if format == Format::Json {
        let tasks = list.in_order();
        let mut shown = tasks.into_iter().filter(fits);
        return shown.try_for_each(|task| write_json_line(row(list, task), &mut out));
    }
    if status.is_none() {
        let mut lines = task_lines(list).into_iter();
        return lines.try_for_each(|line| writeln!(out, "{line}"));
    }
    // The first line counts all tasks.
    let lines = task_lines(list).into_iter().skip(1);
    let tasks = list.in_order().into_iter();
    let mut shown = tasks.zip(lines).filter(|(task, _)| fits(task));
    shown.try_for_each(|(_, line)| writeln!(out, "{line}"))
}

fn print_task(format: Format, list: &TaskList, task: &Task) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match format {
        Format::Json => write_json_line(row(list, task), &mut out),
        Format::Text => {
            let mut lines = whole_task_lines(list, task.id).into_iter();
            lines.try_for_each(|line| writeln!(out, "{line}"))
        }
    }
}

/// Prints the tasks that a command created or changed; `deleted` marks one that is gone.
fn print_changed(before: &TaskList, after: &TaskList, out: &mut dyn Write) -> io::Result<()> {
    for task in after
        .iter()
        .filter(|task| before.get(task.id) != Some(task))
    {
        write_json_line(row(after, task), out)?;
    }
    for task in before.iter().filter(|task| after.get(task.id).is_none()) {
        let mut gone = row(before, task);
        if let Some(fields) = gone.as_object_mut() {
            fields.insert("deleted".to_owned(), true.into());
        }
        write_json_line(gone, out)?;
    }
    Ok(())
}

/// A task as JSON, with its status and every field.
fn row(list: &TaskList, task: &Task) -> Value {
    let mut row = serde_json::to_value(task).unwrap_or_default();
    if let Some(fields) = row.as_object_mut() {
        let status = list.status(task).word();
        fields.insert("status".to_owned(), status.into());
        fields.insert("priority".to_owned(), task.priority.number().into());
    }
    runtime::transfer::mask_all(&mut row);
    row
}
