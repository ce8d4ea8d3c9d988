//! Draws the session list.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::row::head;
use super::{Line, SessionList, TypedLine};
use crate::theme::{Role, Theme};
use crate::widget::boxed::{box_in, inside};
use crate::widget::row::{Row, TextStyle, draw_rows};
use crate::widget::wrap::wrap_text;
use client::text::{truncate, visible, width_of};
use l10n::{say, text};
use protocol::session_list::{ListScope, SessionFilter};

/// Maximum columns and rows of the list.
const SIZE: (u16, u16) = (156, 40);
/// Minimum height for details that the columns have no room for.
const DETAILS: u16 = 8;

/// Key hints; the longest line that fits is used.
const KEYS: [&str; 3] = ["list-keys-long", "list-keys", "list-keys-short"];

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
        let foot = self.foot(width);
        let details = if inner.height >= DETAILS {
            self.details(width)
        } else {
            Vec::new()
        };
        let below = u16::try_from(foot.0.len() + details.len()).unwrap_or(u16::MAX);
        let room = usize::from(inner.height.saturating_sub(1 + below)).max(1);
        draw_rows(&self.window(width, room), inner, buf, theme);
        let top = inner.bottom().saturating_sub(below.min(inner.height));
        let last = Rect {
            y: top,
            height: inner.bottom().saturating_sub(top),
            ..inner
        };
        let mut rows = details;
        let at = rows.len();
        rows.extend(foot.0);
        draw_rows(&rows, last, buf, theme);
        let column = foot.1?;
        let x = inner.x.saturating_add(u16::try_from(column).ok()?);
        let y = last.y.saturating_add(u16::try_from(at).ok()?);
        Some(Position::new(
            x.min(inner.right().saturating_sub(1)),
            y.min(inner.bottom().saturating_sub(1)),
        ))
    }

    fn size(&self, whole: Rect) -> (u16, u16) {
        let wanted = u16::try_from(self.lines.len()).unwrap_or(u16::MAX);
        let height = SIZE
            .1
            .min(wanted.saturating_add(10))
            .min(whole.height.saturating_sub(2));
        (SIZE.0, height.max(12))
    }

    /// Returns the number of sessions from the chosen one to the one at a screen position; 0 if
    /// there is none.
    pub(super) fn steps_to(&self, whole: Rect, at: Position) -> isize {
        let inner = inside(whole, self.size(whole));
        let width = usize::from(inner.width);
        let details = if inner.height >= DETAILS {
            self.details(width).len()
        } else {
            0
        };
        let below = u16::try_from(self.foot(width).0.len() + details).unwrap_or(u16::MAX);
        let room = usize::from(inner.height.saturating_sub(1 + below)).max(1);
        let row = usize::from(at.y.saturating_sub(inner.y + 1));
        if !inner.contains(at) || at.y <= inner.y || row >= room {
            return 0;
        }
        let at_hand = self.at_hand().and_then(Line::key);
        let is_it = |line: &Line| line.key().is_some() && line.key() == at_hand;
        let place = self.lines.iter().position(is_it).unwrap_or(0);
        let wanted = (place + 1).saturating_sub(room) + row;
        if self.lines.get(wanted).and_then(Line::key).is_none() {
            return 0;
        }
        let between = self.lines.get(place.min(wanted)..place.max(wanted));
        let sessions = between.map_or(0, |lines| {
            let lines = lines.iter().filter(|line| line.key().is_some());
            lines.count().cast_signed()
        });
        if wanted < place { -sessions } else { sessions }
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
    pub(super) fn window(&self, width: usize, room: usize) -> Vec<Row> {
        let mut rows = vec![head(width)];
        let at_hand = self.at_hand().and_then(Line::key);
        let is_it = |line: &Line| line.key().is_some() && line.key() == at_hand;
        let place = self.lines.iter().position(is_it).unwrap_or(0);
        let top = (place + 1).saturating_sub(room);
        if self.lines.is_empty() {
            rows.push(Row::text(self.nothing(), TextStyle::of(Role::FgMuted)));
        }
        for line in self.lines.iter().skip(top).take(room) {
            let mut row = match self.facts(line) {
                Some(facts) => facts.row(width, &self.zone),
                None => self.workspace_row(line, width),
            };
            if is_it(line) {
                row.fill = Some(Role::BgSel);
                if let Some(first) = row.pieces.first_mut() {
                    first.text = format!(">{}", first.text.get(1..).unwrap_or_default());
                }
            }
            rows.push(row);
        }
        rows
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
                (None, "") => {
                    let fits = KEYS
                        .map(text)
                        .into_iter()
                        .find(|keys| width_of(keys) <= width);
                    row(fits.unwrap_or_default(), Role::FgMuted)
                }
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
        let mut row = Row::text(label, TextStyle::of(Role::Accent));
        row.push(&visible(typing.line.text()), TextStyle::default());
        let column = width_of(label) + width_of(&visible(typing.line.before_cursor()));
        (vec![row], Some(column))
    }
}
