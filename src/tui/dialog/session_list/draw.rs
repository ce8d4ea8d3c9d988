//! Draws the session list.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Position, Rect};

use super::row::head;
use super::{Line, SessionList, TypedLine};
use crate::theme::{Role, Theme};
use crate::widget::boxed::box_in;
use crate::widget::list_view::ListView;
use crate::widget::row::{Row, TextStyle, draw_rows};
use crate::widget::text_field::{TextField, cursor_at};
use crate::widget::wrap::wrap_text;
use client::text::{truncate, visible};
use l10n::say;
use protocol::session_list::{ListScope, SessionFilter};

/// Maximum columns and rows of the list.
const SIZE: (u16, u16) = (156, 40);
/// Rows of the list that are shown before there is room for details.
const ROWS_FIRST: u16 = 2;

/// The parts of the box.
pub(super) struct Parts {
    head: Rect,
    pub(super) list: ListView,
    rows: Rect,
    /// Details of the chosen session, then the foot.
    below: Rect,
    details: Vec<Row>,
    foot: Vec<Row>,
    /// Column of the cursor in the foot.
    cursor: Option<usize>,
}

impl SessionList {
    /// Draws the list and returns the cursor position.
    pub(super) fn draw_list(
        &self,
        whole: Rect,
        buf: &mut Buffer,
        theme: &Theme,
    ) -> Option<Position> {
        let inner = box_in(whole, self.size(whole), &self.title(), buf, theme);
        let width = usize::from(inner.width);
        let parts = self.parts(inner);
        draw_rows(&[head(width)], parts.head, buf, theme);
        draw_rows(&self.rows(parts.list, width), parts.rows, buf, theme);
        let down = u16::try_from(parts.details.len()).unwrap_or(u16::MAX);
        let below = [parts.details, parts.foot].concat();
        draw_rows(&below, parts.below, buf, theme);
        cursor_at(parts.below, down, parts.cursor?)
    }

    pub(super) fn size(&self, whole: Rect) -> (u16, u16) {
        let wanted = u16::try_from(self.lines.len()).unwrap_or(u16::MAX);
        let height = SIZE
            .1
            .min(wanted.saturating_add(10))
            .min(whole.height.saturating_sub(2));
        (SIZE.0, height.max(12))
    }

    pub(super) fn parts(&self, inner: Rect) -> Parts {
        let width = usize::from(inner.width);
        let (foot, cursor) = self.foot(width);
        let mut details = self.details(width);
        let rows = |rows: &[Row]| u16::try_from(rows.len()).unwrap_or(u16::MAX);
        if 1 + ROWS_FIRST + rows(&details) + rows(&foot) > inner.height {
            details.clear();
        }
        let below = rows(&details) + rows(&foot);
        let [head, rows, below] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Fill(1),
            Constraint::Length(below.min(inner.height.saturating_sub(2))),
        ])
        .areas(inner);
        Parts {
            head,
            list: ListView::new(rows, self.place(), self.lines.len()),
            rows,
            below,
            details,
            foot,
            cursor,
        }
    }

    /// `SESSIONS  active  2 of 14`
    fn title(&self) -> String {
        let which = match self.filter {
            SessionFilter::Present => say!("list-which-present"),
            SessionFilter::Active => say!("list-which-active"),
            SessionFilter::Completed => say!("list-which-completed"),
            SessionFilter::Archived => say!("list-which-archived"),
            SessionFilter::All => say!("list-which-all"),
        };
        let scope = match self.scope {
            ListScope::Workspace => "",
            ListScope::Everywhere => say!("list-everywhere"),
        };
        let rows = self.lines.iter().filter(|line| line.key().is_some());
        let count = if self.known {
            format!("  {}", rows.count())
        } else {
            String::new()
        };
        say!("list-title", which, scope, count)
    }

    /// Returns the rows on the screen; builds no others.
    pub(super) fn rows(&self, list: ListView, width: usize) -> Vec<Row> {
        if self.lines.is_empty() {
            return vec![Row::text(self.nothing(), TextStyle::of(Role::FgMuted))];
        }
        list.rows(|place| match self.lines.get(place) {
            Some(line) => match self.facts(line) {
                Some(facts) => facts.row(width, &self.zone),
                None => self.workspace_row(line, width),
            },
            None => Row::default(),
        })
    }

    fn workspace_row(&self, line: &Line, width: usize) -> Row {
        let Line::Workspace(group) = line else {
            return Row::default();
        };
        let Some(group) = self.groups.get(*group) else {
            return Row::default();
        };
        let is_here = self.groups.first().map(|first| &first.workspace) == Some(&group.workspace);
        let here = if is_here {
            say!("list-this-workspace")
        } else {
            ""
        };
        let root = format!("{}{here}", group.root.display());
        let text = match &group.problem {
            Some(problem) => format!("{root}  {problem}"),
            None => root,
        };
        let role = match group.problem {
            Some(_) => Role::Err,
            None => Role::Accent,
        };
        Row::text(truncate(&visible(&text), width), TextStyle::of(role))
    }

    fn nothing(&self) -> String {
        match (&self.problem, self.known) {
            (Some(problem), _) => visible(problem).into_owned(),
            (None, false) => say!("list-looking").to_owned(),
            (None, true) => say!("list-none-fits").to_owned(),
        }
    }

    /// Returns the last rows, and the column of the cursor in the first of them.
    fn foot(&self, width: usize) -> (Vec<Row>, Option<usize>) {
        let row = |text: &str, role| vec![Row::text(truncate(text, width), TextStyle::of(role))];
        if let Some(deletion) = &self.deletion {
            let words = visible(&deletion.words);
            return (wrap_text(&words, TextStyle::of(Role::Warn), width), None);
        }
        let Some(typing) = &self.typing else {
            let said = self.said.as_ref().or(self.problem.as_ref());
            let rows = match (said, self.search.as_str()) {
                (Some(said), _) => row(&visible(said), Role::Warn),
                (None, "") => vec![self.footer.row(width)],
                (None, search) => {
                    let text = say!("list-search-foot", search);
                    row(&visible(&text), Role::FgMuted)
                }
            };
            return (rows, None);
        };
        let label = match typing.what {
            TypedLine::Search => say!("list-ask-search"),
            TypedLine::Name(_) => say!("list-ask-name"),
        };
        let (row, column) = TextField::new(label, &typing.line).row(width);
        (vec![row], Some(column))
    }
}
