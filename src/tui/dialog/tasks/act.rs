//! Key actions of the list of tasks.

use crossterm::event::KeyEvent;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{Tasks, TypedLine, Typing};
use crate::dialog::{Dialog, DialogContext, is_of_screen, leads_elsewhere};
use crate::effect::Effect;
use crate::hints::{KeyHints, NAME_KEYS};
use crate::keymap::{Action, Context};
use crate::theme::Theme;
use crate::widget::boxed::inside;
use crate::widget::list_view::{ListView, distance, step};
use crate::widget::text_field::{FieldKey, field_key};
use client::line_editor::LineEditor;
use l10n::{said, say};
use protocol::command::CommandKind;
use protocol::event::{Event, EventKind, NoticeLevel};
use protocol::task::{
    NewTask, Task, TaskChange, TaskCommand, TaskId, TaskPriority, TaskReference, TaskStatus,
};

/// Rows per page.
const PAGE: usize = 10;

impl Dialog for Tasks {
    fn contexts(&self) -> &'static [Context] {
        &[Context::Tasks, Context::Pane]
    }

    fn key_hints(&self) -> KeyHints {
        match self.typing {
            Some(_) => KeyHints::Keys(NAME_KEYS),
            None => KeyHints::OfContext,
        }
    }

    fn passes_on(&self, action: Action) -> bool {
        is_of_screen(action) || leads_elsewhere(action)
    }

    fn takes_text(&self) -> bool {
        self.typing.is_some()
    }

    fn act(&mut self, action: Action) -> Vec<Effect> {
        self.problem = None;
        let deleting = self.deleting.take();
        if let Some(by) = distance(action, PAGE) {
            self.step(by);
            return Vec::new();
        }
        match action {
            Action::TaskAdd => self.begin(TypedLine::New, ""),
            Action::Back | Action::CancelOverlay | Action::OpenTasks => {
                return vec![Effect::CloseDialog];
            }
            Action::TaskAdvance
            | Action::TaskStart
            | Action::TaskComplete
            | Action::TaskName
            | Action::TaskDescribe
            | Action::TaskAfter
            | Action::TaskAgent
            | Action::TaskRaise
            | Action::TaskLower
            | Action::TaskDelete => match self.at_hand().cloned() {
                Some(task) => return self.act_on(&task, action, deleting),
                None => return none_chosen(),
            },
            _ => {}
        }
        Vec::new()
    }

    fn key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        let Some(typing) = &mut self.typing else {
            return Vec::new();
        };
        match field_key(&mut typing.line, key) {
            FieldKey::Left => self.typing = None,
            FieldKey::Accepted => return self.take_typed(),
            FieldKey::Edited => {}
        }
        Vec::new()
    }

    fn paste(&mut self, text: &str) -> Vec<Effect> {
        if let Some(typing) = &mut self.typing {
            typing.line.paste(text);
        }
        Vec::new()
    }

    fn scroll(&mut self, rows: isize) -> Vec<Effect> {
        self.step(rows);
        Vec::new()
    }

    fn list(&self, whole: Rect) -> Option<ListView> {
        Some(self.layout(inside(whole, self.size(whole))).list)
    }

    fn choose(&mut self, row: usize) {
        self.deleting = None;
        let tasks = self.list.in_order();
        self.chosen = tasks.get(row).map(|task| task.id).or(self.chosen);
    }

    fn on_event(&mut self, event: &Event) -> Vec<Effect> {
        match &event.fact {
            EventKind::CommandRejected {
                command: CommandKind::Tasks,
                reason,
                ..
            } if event.session == self.session => self.problem = Some(said(reason)),
            _ => {}
        }
        Vec::new()
    }

    fn sync(&mut self, cx: &DialogContext<'_>) -> Vec<Effect> {
        if let Some(tab) = cx.session().filter(|tab| tab.facts.id == self.session) {
            self.take(&tab.facts.tasks);
        }
        Vec::new()
    }

    fn measure(&mut self, cx: &DialogContext<'_>) {
        self.footer = cx.footer(self);
    }

    fn draw(&self, whole: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
        self.draw_list(whole, buf, theme)
    }
}

fn none_chosen() -> Vec<Effect> {
    let text = say!("tasks-none-chosen").to_owned();
    vec![Effect::Say(NoticeLevel::Info, text)]
}

impl Tasks {
    fn act_on(&mut self, task: &Task, action: Action, deleting: Option<TaskId>) -> Vec<Effect> {
        let status = self.list.status(task);
        match action {
            Action::TaskName => self.begin(TypedLine::Name(task.id), &task.name),
            Action::TaskDescribe => {
                self.begin(TypedLine::Description(task.id), &task.description);
            }
            Action::TaskAgent => {
                let agent = task.agent.clone().unwrap_or_default();
                self.begin(TypedLine::Agent(task.id), &agent);
            }
            Action::TaskAfter => {
                let numbers: Vec<String> =
                    task.dependencies.iter().map(TaskId::to_string).collect();
                self.begin(TypedLine::Dependencies(task.id), &numbers.join(", "));
            }
            Action::TaskRaise => return self.set_priority(task, task.priority.raised()),
            Action::TaskLower => return self.set_priority(task, task.priority.lowered()),
            Action::TaskDelete if deleting == Some(task.id) => {
                let task = TaskReference::Id(task.id);
                return self.order(TaskCommand::Delete { task });
            }
            Action::TaskDelete => self.deleting = Some(task.id),
            _ => {
                let next = match (action, status) {
                    (Action::TaskStart | Action::TaskComplete, TaskStatus::Completed)
                    | (Action::TaskStart, TaskStatus::InProgress) => TaskStatus::Pending,
                    (Action::TaskAdvance, TaskStatus::Completed) => return Vec::new(),
                    (Action::TaskComplete, _) | (Action::TaskAdvance, TaskStatus::InProgress) => {
                        TaskStatus::Completed
                    }
                    _ => TaskStatus::InProgress,
                };
                return self.update(task.id, TaskChange::to(next));
            }
        }
        Vec::new()
    }

    fn set_priority(&self, task: &Task, priority: TaskPriority) -> Vec<Effect> {
        if task.priority == priority {
            return Vec::new();
        }
        let change = TaskChange {
            priority: Some(priority),
            ..TaskChange::default()
        };
        self.update(task.id, change)
    }

    fn update(&self, task: TaskId, change: TaskChange) -> Vec<Effect> {
        let task = TaskReference::Id(task);
        self.order(TaskCommand::Update { task, change })
    }

    fn take_typed(&mut self) -> Vec<Effect> {
        let Some(typing) = self.typing.take() else {
            return Vec::new();
        };
        let text = typing.line.text().trim().to_owned();
        let change = TaskChange::default();
        let (task, change) = match typing.what {
            TypedLine::New if text.is_empty() => return Vec::new(),
            TypedLine::New => {
                let new = NewTask {
                    name: text,
                    ..NewTask::default()
                };
                return self.order(TaskCommand::Create { tasks: vec![new] });
            }
            TypedLine::Name(task) => {
                let name = Some(text);
                (task, TaskChange { name, ..change })
            }
            TypedLine::Description(task) => {
                let description = Some(text);
                (
                    task,
                    TaskChange {
                        description,
                        ..change
                    },
                )
            }
            TypedLine::Agent(task) => {
                let agent = Some(text);
                (task, TaskChange { agent, ..change })
            }
            TypedLine::Dependencies(task) => {
                let named = text.split(',').filter(|word| !word.trim().is_empty());
                let dependencies = Some(named.map(TaskReference::typed).collect());
                let change = TaskChange {
                    dependencies,
                    ..change
                };
                (task, change)
            }
        };
        self.update(task, change)
    }

    fn begin(&mut self, what: TypedLine, text: &str) {
        let line = LineEditor::of(text);
        self.typing = Some(Typing { line, what });
    }

    fn step(&mut self, by: isize) {
        self.deleting = None;
        let next = step(self.place(), by, self.list.len());
        self.choose(next);
    }
}
