//! Computes the place of every part of the screen from its size and the wanted panes. Pure.
//!
//! Wide screens add panes, narrow ones drop them; the editor and the status line are never lost.

use ratatui::layout::{Position, Rect};

use super::splits::Splits;
use protocol::ids::SessionId;

/// Minimum width of a screen that has room for anything.
pub const LEAST_WIDTH: u16 = 40;
/// Minimum height of a screen that has room for anything.
pub const LEAST_HEIGHT: u16 = 10;
/// From this width on, chat and diff can be side by side.
pub const TWO_PANES: u16 = 100;
/// From this width on, the diff pane opens by itself, and the chat keeps [`LEAST_CHAT`] columns.
pub const ROOMY: u16 = 120;
/// Columns of the chat beside a diff on a [`ROOMY`] screen, unless the user makes it narrower.
const LEAST_CHAT: u16 = 80;
/// From this height on, the row of tabs is shown and the editor has two rows.
const TABS: u16 = 14;
/// From this width on, the tree is shown too.
pub const THREE_PANES: u16 = 150;
/// From this height on, the hint row is always shown.
pub const HINTS: u16 = 24;

/// The line over the editor.
const RULE: u16 = 1;
/// Default columns of the tree.
const TREE: u16 = 26;
/// Minimum columns of a pane.
const LEAST_PANE: u16 = 20;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pane {
    Tree,
    Chat,
    Diff,
    /// The workspace's note, in place of the diff.
    Note,
    /// The review, in place of all other panes.
    Review,
}

impl Pane {
    /// The panes that can be side by side, from left to right.
    pub const ALL: [Pane; 4] = [Pane::Tree, Pane::Chat, Pane::Diff, Pane::Note];
}

/// Whether a screen of this height has no row to spare: without the row of tabs, and with one row of
/// the editor.
pub fn is_low(height: u16) -> bool {
    height < TABS
}

/// Whether a part is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Visibility {
    /// The part is shown if there is room.
    #[default]
    Yes,
    /// The user removed the part.
    No,
}

impl Visibility {
    /// Returns the opposite value.
    #[must_use]
    pub fn flipped(self) -> Self {
        match self {
            Visibility::Yes => Visibility::No,
            Visibility::No => Visibility::Yes,
        }
    }
}

/// When the diff pane stands beside the conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DiffPlacement {
    /// While there are changes to decide, on a [`ROOMY`] screen.
    #[default]
    WithChanges,
    /// Always, if there is room.
    Pinned,
    /// Only while it has the keyboard focus.
    Hidden,
}

/// The parts and sizes that are wanted of the layout.
#[derive(Debug, Clone, Copy)]
pub struct LayoutRequest {
    pub tree: Visibility,
    pub diff: DiffPlacement,
    /// Whether the session has changes to decide.
    pub has_changes: bool,
    /// The note, in place of the diff.
    pub note: Visibility,
    /// The one pane that is shown alone.
    pub zoom: Option<Pane>,
    /// The last focused pane; shown alone if only one has room.
    pub main: Pane,
    /// Columns that the tree has more or fewer than by default.
    pub tree_columns: i16,
    /// Columns that the chat has more or fewer than half.
    pub chat_columns: i16,
    /// Rows that the editor has beyond its text.
    pub editor_rows: u16,
    /// Whether the hint row is wanted on a low screen.
    pub hints: Visibility,
    /// Rows that are wanted for notices without room on the line over the editor.
    pub notices: u16,
    /// Whether the row of the tasks is wanted.
    pub plan: Visibility,
    /// Whether several sessions share the room: then they have all of it, except for the pane
    /// with the focus.
    pub split: bool,
}

impl Default for LayoutRequest {
    fn default() -> Self {
        Self {
            tree: Visibility::Yes,
            diff: DiffPlacement::default(),
            has_changes: false,
            note: Visibility::No,
            zoom: None,
            main: Pane::Chat,
            tree_columns: 0,
            chat_columns: 0,
            editor_rows: 0,
            hints: Visibility::No,
            notices: 0,
            plan: Visibility::No,
            split: false,
        }
    }
}

/// The place of each part.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Layout {
    /// The row of tabs.
    pub tabs: Rect,
    /// The panes with their titles, from left to right.
    pub panes: Vec<(Pane, Rect)>,
    /// The columns between them.
    pub separators: Vec<Rect>,
    /// If several sessions share the place of the conversation: each with its area, including
    /// the focused one.
    pub windows: Vec<(SessionId, Rect)>,
    /// The confirmation bar; empty if there is no question.
    pub bar: Rect,
    /// Notices without room on the line over the editor; empty if there are none.
    pub notices: Rect,
    /// The row of the tasks; empty if there are none, in the review, and on a low screen.
    pub plan: Rect,
    /// The line over the editor.
    pub rule: Rect,
    pub editor: Rect,
    /// The row of keys; empty if there is no room.
    pub hints: Rect,
    /// The status line, the last row.
    pub status: Rect,
    /// Whether the conversation has a row for its title, as all other panes do.
    pub titled: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    Left,
    Right,
    Up,
    Down,
}

/// A part of the screen, as the mouse points at it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScreenPart {
    Tabs,
    Bar,
    Editor,
    /// The window of a session that is not the shown one.
    Window(SessionId),
    /// A pane, with its area.
    Pane(Pane, Rect),
}

impl Layout {
    /// Returns the area of a pane, if it is shown.
    pub fn pane(&self, pane: Pane) -> Option<Rect> {
        self.panes
            .iter()
            .find(|(shown, _)| *shown == pane)
            .map(|(_, area)| *area)
    }

    /// Returns the part of a pane's area below its title.
    pub fn inside(&self, pane: Pane, area: Rect) -> Rect {
        let title = if self.has_title(pane) {
            area.height.min(1)
        } else {
            0
        };
        Rect {
            y: area.y + title,
            height: area.height - title,
            ..area
        }
    }

    /// Returns the part at a position. The window of the shown session is its pane.
    pub fn part_at(&self, at: Position, shown: Option<SessionId>) -> Option<ScreenPart> {
        let here =
            |(session, area): &&(SessionId, Rect)| area.contains(at) && Some(*session) != shown;
        if self.tabs.contains(at) {
            return Some(ScreenPart::Tabs);
        }
        if self.bar.contains(at) {
            return Some(ScreenPart::Bar);
        }
        if self.editor.contains(at) {
            return Some(ScreenPart::Editor);
        }
        if let Some((session, _)) = self.windows.iter().find(here) {
            return Some(ScreenPart::Window(*session));
        }
        let pane = self.panes.iter().find(|(_, area)| area.contains(at));
        pane.map(|(pane, area)| ScreenPart::Pane(*pane, *area))
    }

    /// Returns the nearest window in a direction from that of a session.
    pub fn window_towards(&self, own: SessionId, direction: Direction) -> Option<SessionId> {
        let (_, area) = self.windows.iter().find(|(session, _)| *session == own)?;
        let lies = |other: Rect| {
            let beside = other.y < area.bottom() && area.y < other.bottom();
            let under = other.x < area.right() && area.x < other.right();
            match direction {
                Direction::Left => beside && other.right() <= area.x,
                Direction::Right => beside && other.x >= area.right(),
                Direction::Up => under && other.bottom() <= area.y,
                Direction::Down => under && other.y >= area.bottom(),
            }
        };
        let away = |other: Rect| {
            let columns = other.x.abs_diff(area.x);
            columns.saturating_add(other.y.abs_diff(area.y))
        };
        let windows = self.windows.iter();
        let there = windows.filter(|(session, other)| *session != own && lies(*other));
        let nearest = there.min_by_key(|(_, other)| away(*other));
        nearest.map(|(session, _)| *session)
    }

    /// Returns the area in which the editor's completion may be shown.
    pub fn popup_room(&self) -> Rect {
        Rect {
            y: self.tabs.bottom(),
            height: self.rule.y.saturating_sub(self.tabs.bottom()),
            ..self.editor
        }
    }

    /// Divides the place of the conversation among the windows; the focused session keeps the pane.
    pub fn divide(&mut self, splits: &Splits, focused: SessionId) {
        let Some(place) = self.pane(Pane::Chat) else {
            return;
        };
        let windows = splits.lay_out(place, focused);
        let own = windows
            .areas
            .iter()
            .find(|(session, _)| *session == focused);
        let Some((_, own)) = own else { return };
        for (pane, area) in &mut self.panes {
            if *pane == Pane::Chat {
                *area = *own;
            }
        }
        self.separators.extend(&windows.separators);
        self.windows = windows.areas;
    }

    /// Whether a pane has a row for its title.
    pub fn has_title(&self, pane: Pane) -> bool {
        match pane {
            Pane::Chat => self.titled || !self.windows.is_empty(),
            // Only the title tells which file it is, and whether the pane has the keyboard focus.
            Pane::Tree | Pane::Diff | Pane::Note => true,
            Pane::Review => self.titled,
        }
    }
}

/// Whether a screen of this size can hold anything at all.
pub fn fits(width: u16, height: u16) -> bool {
    width >= LEAST_WIDTH && height >= LEAST_HEIGHT
}

/// Lays a screen out. `bar` and `editor` are the rows that they request; the bar gets its rows
/// first, up to half of the screen, since a decision must be readable.
pub fn lay_out(width: u16, height: u16, bar: u16, editor: u16, request: &LayoutRequest) -> Layout {
    let mut rows = Rows {
        width,
        top: 0,
        bottom: height,
    };
    let mut layout = Layout {
        status: rows.take_below(1),
        titled: width >= TWO_PANES && request.main != Pane::Review,
        ..Layout::default()
    };
    if has_hints(height, request) {
        layout.hints = rows.take_below(1);
    }
    layout.tabs = rows.take_above(tab_rows(height));
    let least_editor = least_editor(height);
    let most_editor = (height / 3).max(least_editor);
    let editor = editor
        .max(least_editor)
        .saturating_add(request.editor_rows)
        .min(most_editor);
    let room = rows.left().saturating_sub(least_panes(height) + RULE);
    let bar = bar.min(most_bar(height, request));
    let editor = editor.min(room.saturating_sub(bar));
    layout.editor = rows.take_below(editor);
    layout.rule = rows.take_below(RULE);
    // The bar and the conversation keep the rows that they need.
    let spare = rows.left().saturating_sub(least_panes(height) + bar);
    let shows_plan = request.plan == Visibility::Yes && request.main != Pane::Review;
    let plan = u16::from(shows_plan && !is_low(height)).min(spare);
    layout.plan = rows.take_below(plan);
    let spare = spare - plan;
    layout.notices = rows.take_below(request.notices.min(spare));
    layout.bar = rows.take_below(bar);
    let middle = rows.rest();
    let shown = panes(width, request);
    columns(middle, &shown, request, &mut layout);
    layout
}

/// Returns the maximum rows of the bar: half of the screen, provided that the conversation and the
/// editor keep what they need.
pub fn most_bar(height: u16, request: &LayoutRequest) -> u16 {
    let status = 1;
    let hints = u16::from(has_hints(height, request));
    let around = tab_rows(height) + status + hints + RULE + least_editor(height);
    let room = height.saturating_sub(around + least_panes(height));
    if height < TABS {
        return room;
    }
    room.min(height / 2)
}

fn tab_rows(height: u16) -> u16 {
    u16::from(height >= TABS)
}

fn least_editor(height: u16) -> u16 {
    if height >= TABS { 2 } else { 1 }
}

fn has_hints(height: u16, request: &LayoutRequest) -> bool {
    height >= HINTS || request.hints == Visibility::Yes
}

/// Returns the rows that the conversation keeps beside a decision.
fn least_panes(height: u16) -> u16 {
    match height {
        HINTS.. => 4,
        TABS.. => 3,
        _ => 1,
    }
}

/// Hands out rows from above and from below.
struct Rows {
    width: u16,
    top: u16,
    bottom: u16,
}

impl Rows {
    fn left(&self) -> u16 {
        self.bottom.saturating_sub(self.top)
    }

    fn take_above(&mut self, rows: u16) -> Rect {
        let rows = rows.min(self.left());
        let area = Rect::new(0, self.top, self.width, rows);
        self.top += rows;
        area
    }

    fn take_below(&mut self, rows: u16) -> Rect {
        let rows = rows.min(self.left());
        self.bottom -= rows;
        Rect::new(0, self.bottom, self.width, rows)
    }

    fn rest(&self) -> Rect {
        Rect::new(0, self.top, self.width, self.left())
    }
}

/// Returns the panes that are shown.
fn panes(width: u16, request: &LayoutRequest) -> Vec<Pane> {
    if request.main == Pane::Review {
        return vec![Pane::Review];
    }
    if let Some(pane) = request.zoom {
        return vec![pane];
    }
    if width < TWO_PANES {
        return vec![request.main];
    }
    if request.split {
        return match request.main {
            Pane::Tree => vec![Pane::Tree, Pane::Chat],
            Pane::Diff | Pane::Note => vec![Pane::Chat, request.main],
            Pane::Chat | Pane::Review => vec![Pane::Chat],
        };
    }
    let asked = |pane| match pane {
        // Between the two widths, a focused tree is shown in place of the diff.
        Pane::Tree if width < THREE_PANES => request.main == Pane::Tree,
        Pane::Tree => request.tree == Visibility::Yes || request.main == Pane::Tree,
        Pane::Chat => true,
        Pane::Review => false,
        Pane::Diff | Pane::Note if width < THREE_PANES && request.main == Pane::Tree => false,
        Pane::Note => request.note == Visibility::Yes || request.main == Pane::Note,
        Pane::Diff if request.note == Visibility::Yes => false,
        Pane::Diff if request.main == Pane::Diff => true,
        Pane::Diff => match request.diff {
            DiffPlacement::WithChanges => request.has_changes && width >= ROOMY,
            DiffPlacement::Pinned => true,
            DiffPlacement::Hidden => false,
        },
    };
    Pane::ALL.into_iter().filter(|pane| asked(*pane)).collect()
}

fn columns(area: Rect, shown: &[Pane], request: &LayoutRequest, layout: &mut Layout) {
    let mut left = area;
    for (index, pane) in shown.iter().enumerate() {
        let others = shown.len().saturating_sub(index + 1);
        if others == 0 {
            layout.panes.push((*pane, left));
            return;
        }
        let room = left.width.saturating_sub(1);
        let wanted = match pane {
            Pane::Tree => TREE.saturating_add_signed(request.tree_columns),
            _ => default_chat(area.width, room).saturating_add_signed(request.chat_columns),
        };
        let kept = LEAST_PANE * u16::try_from(others).unwrap_or(1);
        let columns = wanted.clamp(LEAST_PANE, room.saturating_sub(kept).max(LEAST_PANE));
        layout.panes.push((
            *pane,
            Rect {
                width: columns,
                ..left
            },
        ));
        layout.separators.push(Rect {
            x: left.x + columns,
            width: 1,
            ..left
        });
        left.x += columns + 1;
        left.width = left.width.saturating_sub(columns + 1);
    }
}

/// Returns the columns of a chat beside another pane before the user changes them: half, and
/// [`LEAST_CHAT`] where the screen has room for that.
fn default_chat(screen: u16, room: u16) -> u16 {
    let half = room / 2;
    if screen >= ROOMY {
        half.max(LEAST_CHAT)
    } else {
        half
    }
}
