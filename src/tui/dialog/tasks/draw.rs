//! Draws the list of tasks.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{Tasks, TypedLine};
use crate::theme::{Role, Theme};
use crate::widget::boxed::{box_in, inside};
use crate::widget::list_layout::ListLayout;
use crate::widget::row::{Piece, Row, TextStyle, draw_rows};
use crate::widget::text_field::TextField;
use crate::widget::wrap::wrap_text;
use client::phrases::tasks::{name_of, progress_words, status_words};
use client::text::{clock, pad_end, pad_start, truncate, visible, width_of};
use l10n::{say, time_words};
use protocol::task::{Task, TaskStatus};

/// Maximum columns and rows of the box.
const SIZE: (u16, u16) = (110, 26);
/// Maximum rows of the details of the chosen task, and of keys.
const DETAILS: usize = 6;
const KEYS: usize = 2;
/// Columns of a list that has room for priorities.
const WITH_PRIORITY: usize = 50;
/// Maximum columns of a status.
const STATUS: usize = 18;

impl Tasks {
    pub(super) fn draw_list(
        &self,
        whole: Rect,
        buf: &mut Buffer,
        theme: &Theme,
    ) -> Option<Position> {
        let title = if self.list.is_empty() {
            say!("tasks-title").to_owned()
        } else {
            say!("tasks-title-of", words = progress_words(&self.list))
        };
        let inner = box_in(whole, self.size(whole), &title, buf, theme);
        let width = usize::from(inner.width);
        let layout = self.layout(inner);
        let tasks = self.list.in_order();
        let rows = if tasks.is_empty() {
            wrap_text(say!("tasks-none"), TextStyle::of(Role::FgMuted), width)
        } else {
            let status = self.status_columns(width);
            layout.list.rows(|place| match tasks.get(place) {
                Some(task) => self.row(task, status, width),
                None => Row::default(),
            })
        };
        draw_rows(&rows, layout.rows, buf, theme);
        draw_rows(&self.details(width), layout.details, buf, theme);
        draw_rows(&self.keys(inner), layout.keys, buf, theme);
        self.draw_typing(&layout, buf, theme)
    }

    pub(super) fn size(&self, whole: Rect) -> (u16, u16) {
        let inner = inside(whole, SIZE);
        let below = self.keys(inner).len() + DETAILS + 1;
        let wanted = u16::try_from(self.list.len() + below + 2).unwrap_or(u16::MAX);
        let height = SIZE.1.min(wanted).min(whole.height.saturating_sub(2));
        (SIZE.0, height.max(9))
    }

    pub(super) fn layout(&self, inner: Rect) -> ListLayout {
        let details = self.details(usize::from(inner.width)).len();
        let list = (self.place(), self.list.len());
        ListLayout::new(inner, list, details, self.keys(inner).len())
    }

    fn keys(&self, inner: Rect) -> Vec<Row> {
        self.footer.rows(usize::from(inner.width), KEYS)
    }

    /// Returns the columns of the longest status, up to a limit.
    fn status_columns(&self, width: usize) -> usize {
        let words = self.list.iter().map(|task| status_words(&self.list, task));
        let longest = words.map(|words| width_of(&words)).max().unwrap_or(0);
        longest.min(STATUS).min(width / 3)
    }

    /// `   2  in progress  P1  Write the retry`
    fn row(&self, task: &Task, status_columns: usize, width: usize) -> Row {
        let muted = TextStyle::of(Role::FgMuted);
        let (role, name) = match self.list.status(task) {
            TaskStatus::InProgress => (Role::Accent, TextStyle::default()),
            TaskStatus::Completed => (Role::Ok, muted),
            TaskStatus::Blocked => (Role::Warn, TextStyle::default()),
            TaskStatus::Pending => (Role::FgMuted, TextStyle::default()),
        };
        let status = visible(&status_words(&self.list, task)).into_owned();
        let status = pad_end(&truncate(&status, status_columns), status_columns);
        let lead = format!(" {}  ", pad_start(&task.id.to_string(), 3));
        let priority = if width < WITH_PRIORITY {
            "  ".to_owned()
        } else {
            format!("  P{}  ", task.priority)
        };
        let agent = task.agent.as_deref().map(|agent| {
            let agent = visible(agent);
            format!("  {}", say!("task-for", agent = agent))
        });
        let agent = agent.unwrap_or_default();
        let used = width_of(&lead) + status_columns + width_of(&priority);
        let room = width.saturating_sub(used);
        let shown = visible(&name_of(task)).into_owned();
        let text = truncate(&shown, room);
        let left = room.saturating_sub(width_of(&text));
        Row::of(vec![
            Piece::new(lead, muted),
            Piece::new(status, TextStyle::of(role)),
            Piece::new(priority, muted),
            Piece::new(text, name),
            Piece::new(truncate(&agent, left), muted),
        ])
    }

    /// Returns the details of the chosen task: its description, the tasks before it, and its times.
    fn details(&self, width: usize) -> Vec<Row> {
        let Some(task) = self.at_hand() else {
            return Vec::new();
        };
        let muted = TextStyle::of(Role::FgMuted);
        let mut rows = vec![Row::text(truncate(&self.times(task), width), muted)];
        if !task.dependencies.is_empty() {
            let before = task.dependencies.iter().filter_map(|id| self.list.get(*id));
            let names: Vec<String> = before
                .map(|task| format!("{} {}", task.id, name_of(task)))
                .collect();
            let text = say!("task-after", names = visible(&names.join(", ")));
            rows.extend(wrap_text(&text, muted, width));
        }
        let description = visible(&task.description);
        rows.extend(wrap_text(&description, TextStyle::default(), width));
        rows.truncate(DETAILS);
        rows.insert(0, Row::default());
        rows
    }

    /// `created 12:03 · started 12:05 · 1 min 4 s`
    fn times(&self, task: &Task) -> String {
        let mut parts = vec![say!(
            "tasks-created",
            time = clock(task.created, &self.zone)
        )];
        if let Some(at) = task.started {
            parts.push(say!("tasks-started", time = clock(at, &self.zone)));
        }
        if let Some(at) = task.completed {
            parts.push(say!("tasks-completed", time = clock(at, &self.zone)));
        }
        if task.duration_ms > 0 {
            parts.push(time_words(task.duration_ms));
        }
        parts.join(" · ")
    }

    fn draw_typing(
        &self,
        layout: &ListLayout,
        buf: &mut Buffer,
        theme: &Theme,
    ) -> Option<Position> {
        let Some(typing) = &self.typing else {
            let words = match (&self.problem, self.deleting) {
                (Some(problem), _) => visible(problem).into_owned(),
                (None, Some(task)) => say!("tasks-delete-again", number = task.to_string()),
                (None, None) => return None,
            };
            layout.draw_warning(&words, buf, theme);
            return None;
        };
        let label = match typing.what {
            TypedLine::New => say!("tasks-ask-new"),
            TypedLine::Name(_) => say!("tasks-ask-name"),
            TypedLine::Description(_) => say!("tasks-ask-description"),
            TypedLine::Dependencies(_) => say!("tasks-ask-after"),
            TypedLine::Agent(_) => say!("tasks-ask-agent"),
        };
        TextField::new(label, &typing.line).draw(layout.line, buf, theme)
    }
}
