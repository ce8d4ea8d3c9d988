//! The tasks of the shown session: a list with the details of the chosen one, and a typed line to
//! add and to change them.
//!
//! Owns the choice and the typed line. The tasks are the session's; orders go to the engine.

mod act;
mod draw;
#[cfg(test)]
pub(crate) mod tests;

use jiff::tz::TimeZone;

use crate::dialog::{DialogContext, Opened, Opening};
use crate::effect::Effect;
use crate::hints::no_session;
use crate::widget::footer::Footer;
use client::line_editor::LineEditor;
use protocol::command::Command;
use protocol::ids::SessionId;
use protocol::task::{Task, TaskCommand, TaskId, TaskList};

/// A line being typed, and its purpose.
#[derive(Debug, Clone)]
struct Typing {
    line: LineEditor,
    what: TypedLine,
}

/// Purpose of a typed line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TypedLine {
    /// The name of a new task.
    New,
    Name(TaskId),
    Description(TaskId),
    /// The numbers or names of the tasks before it.
    Dependencies(TaskId),
    Agent(TaskId),
}

#[derive(Debug)]
pub struct Tasks {
    session: SessionId,
    zone: TimeZone,
    list: TaskList,
    chosen: Option<TaskId>,
    typing: Option<Typing>,
    /// The task that the same key deletes if it is pressed again.
    deleting: Option<TaskId>,
    problem: Option<String>,
    footer: Footer,
}

impl Tasks {
    fn new(session: SessionId, list: TaskList, zone: TimeZone) -> Self {
        let first = list.current().or_else(|| list.next());
        Self {
            session,
            zone,
            chosen: first.map(|task| task.id),
            list,
            typing: None,
            deleting: None,
            problem: None,
            footer: Footer::default(),
        }
    }

    /// Opens the tasks of the shown session.
    pub fn open(cx: &DialogContext<'_>) -> Opening {
        let tab = cx.session().ok_or_else(no_session)?;
        let tasks = Self::new(tab.facts.id, tab.facts.tasks.clone(), cx.zone().clone());
        Ok(Opened::alone(tasks))
    }

    /// Takes over the session's tasks. A new task is chosen, since the user added it just now.
    fn take(&mut self, list: &TaskList) {
        if self.list == *list {
            return;
        }
        let is_new = list.last_id() > self.list.last_id();
        self.list = list.clone();
        self.problem = None;
        self.deleting = self.deleting.filter(|id| list.get(*id).is_some());
        if is_new {
            self.chosen = Some(list.last_id());
        }
    }

    /// Returns the row of the chosen task.
    fn place(&self) -> usize {
        let tasks = self.list.in_order();
        let place = tasks.iter().position(|task| Some(task.id) == self.chosen);
        place.unwrap_or(0)
    }

    fn at_hand(&self) -> Option<&Task> {
        self.list.in_order().get(self.place()).copied()
    }

    fn order(&self, order: TaskCommand) -> Vec<Effect> {
        vec![Effect::Send(Command::Tasks {
            session: self.session,
            order,
        })]
    }
}
