//! Arrangement of sessions beside and below each other: a tree of windows in place of
//! the conversation. Pure.
//!
//! A window shows one session, and each session has at most one window. The window with the focus
//! has the editor and the panes; the others mirror their sessions.

use crate::widget::list_view::cycle;
use ratatui::layout::Rect;
use serde::{Deserialize, Serialize};

use protocol::ids::SessionId;

/// Minimum width of a window; two windows without enough width beside each other are placed one
/// below the other.
const LEAST_COLUMNS: u16 = 40;
/// Minimum height of a window, including its title.
const LEAST_ROWS: u16 = 4;

/// Arrangement of two windows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Axis {
    /// Left and right.
    Beside,
    /// Above and below.
    Below,
}

/// Maximum number of windows in a stored layout.
const MOST: usize = 32;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Node {
    Window(SessionId),
    Pair {
        axis: Axis,
        /// Columns or rows that the first window has above or below half.
        more: i16,
        first: Box<Node>,
        second: Box<Node>,
    },
}

/// The window tree described in the module docs. Without a tree there is a single window for
/// the current session.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Splits(Option<Node>);

/// Positions of the windows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Windows {
    /// Each session with its area, left to right and top to bottom.
    pub areas: Vec<(SessionId, Rect)>,
    /// The separator columns between windows.
    pub separators: Vec<Rect>,
}

impl Splits {
    /// Whether there is more than one window.
    pub fn is_split(&self) -> bool {
        self.0.is_some()
    }

    /// Returns the sessions with a window of their own, left to right and top to bottom.
    pub fn sessions(&self) -> Vec<SessionId> {
        let mut sessions = Vec::new();
        if let Some(root) = &self.0 {
            root.sessions(&mut sessions);
        }
        sessions
    }

    /// Whether the tree is valid: each session once, and not too many windows.
    pub fn is_valid(&self) -> bool {
        let sessions = self.sessions();
        let each: std::collections::BTreeSet<_> = sessions.iter().collect();
        sessions.len() <= MOST && each.len() == sessions.len()
    }

    /// Gives half of a session's window to another session, which must not have a window yet.
    pub fn split(&mut self, at: SessionId, axis: Axis, other: SessionId) {
        let root = self.0.take().unwrap_or(Node::Window(at));
        self.0 = Some(root.map(&mut |session| {
            let window = Node::Window(session);
            if session != at {
                return window;
            }
            Node::Pair {
                axis,
                more: 0,
                first: Box::new(window),
                second: Box::new(Node::Window(other)),
            }
        }));
    }

    /// Shows a session in the window of another one. A session that already has a
    /// window stays there.
    pub fn show(&mut self, at: SessionId, session: SessionId) {
        if self.sessions().contains(&session) {
            return;
        }
        let root = self.0.take();
        self.0 = root.map(|root| {
            root.map(&mut |shown| Node::Window(if shown == at { session } else { shown }))
        });
    }

    /// Closes a session's window; returns the session that gets its room. The last window stays.
    pub fn close(&mut self, session: SessionId) -> Option<SessionId> {
        let successor = self.0.as_ref()?.successor(session)?;
        self.retain(|shown| shown != session);
        Some(successor)
    }

    /// Keeps only the windows of sessions for which `keeps` returns true.
    pub fn retain(&mut self, mut keeps: impl FnMut(SessionId) -> bool) {
        self.0 = match self.0.take().and_then(|root| root.retain(&mut keeps)) {
            // A single window needs no tree.
            Some(Node::Window(_)) | None => None,
            pair => pair,
        };
    }

    /// Returns the session of the next or previous window, wrapping around.
    pub fn next(&self, from: SessionId, by: isize) -> Option<SessionId> {
        let sessions = self.sessions();
        let at = sessions.iter().position(|session| *session == from)?;
        sessions.get(cycle(at, by, sessions.len())).copied()
    }

    /// Enlarges a session's window along an axis by some columns or rows; returns false if no other
    /// window lies along that axis.
    pub fn grow(&mut self, session: SessionId, axis: Axis, by: i16, most: i16) -> bool {
        self.0
            .as_mut()
            .is_some_and(|root| root.grow(session, axis, by, most))
    }

    /// Lays out the windows. Windows without room beside each other are placed below each other;
    /// without room there either, only the focused one is shown.
    pub fn lay_out(&self, area: Rect, focused: SessionId) -> Windows {
        let Some(root) = &self.0 else {
            return Windows::default();
        };
        let mut windows = Windows::default();
        if root.place(area, &mut windows) {
            return windows;
        }
        Windows {
            areas: vec![(focused, area)],
            separators: Vec::new(),
        }
    }

    /// Whether all windows fit into an area.
    pub fn fits(&self, area: Rect) -> bool {
        let mut windows = Windows::default();
        self.0
            .as_ref()
            .is_none_or(|root| root.place(area, &mut windows))
    }
}

impl Node {
    fn sessions(&self, into: &mut Vec<SessionId>) {
        match self {
            Node::Window(session) => into.push(*session),
            Node::Pair { first, second, .. } => {
                first.sessions(into);
                second.sessions(into);
            }
        }
    }

    fn has(&self, session: SessionId) -> bool {
        match self {
            Node::Window(shown) => *shown == session,
            Node::Pair { first, second, .. } => first.has(session) || second.has(session),
        }
    }

    /// Replaces each window by the result of `change`.
    fn map(self, change: &mut impl FnMut(SessionId) -> Node) -> Node {
        match self {
            Node::Window(session) => change(session),
            Node::Pair {
                axis,
                more,
                first,
                second,
            } => Node::Pair {
                axis,
                more,
                first: Box::new(first.map(change)),
                second: Box::new(second.map(change)),
            },
        }
    }

    fn retain(self, keeps: &mut impl FnMut(SessionId) -> bool) -> Option<Node> {
        match self {
            Node::Window(session) => keeps(session).then_some(self),
            Node::Pair {
                axis,
                more,
                first,
                second,
            } => match (first.retain(keeps), second.retain(keeps)) {
                (Some(first), Some(second)) => Some(Node::Pair {
                    axis,
                    more,
                    first: Box::new(first),
                    second: Box::new(second),
                }),
                (one, other) => one.or(other),
            },
        }
    }

    /// Returns the session that gets the room of a closed window: the nearest one from the other
    /// half of its split.
    fn successor(&self, session: SessionId) -> Option<SessionId> {
        let Node::Pair { first, second, .. } = self else {
            return None;
        };
        let side = |side: &Node| {
            let mut sessions = Vec::new();
            side.sessions(&mut sessions);
            sessions
        };
        match (&**first, &**second) {
            (Node::Window(shown), other) if *shown == session => side(other).first().copied(),
            (other, Node::Window(shown)) if *shown == session => side(other).last().copied(),
            (one, other) => one.successor(session).or_else(|| other.successor(session)),
        }
    }

    fn grow(&mut self, session: SessionId, along: Axis, by: i16, most: i16) -> bool {
        let Node::Pair {
            axis,
            more,
            first,
            second,
        } = self
        else {
            return false;
        };
        // The user means the border of the innermost pair along the axis.
        if first.grow(session, along, by, most) || second.grow(session, along, by, most) {
            return true;
        }
        let by = match (first.has(session), second.has(session)) {
            (true, _) => by,
            (_, true) => -by,
            _ => return false,
        };
        if *axis != along {
            return false;
        }
        *more = more.saturating_add(by).clamp(-most, most);
        true
    }

    /// Returns the minimum columns and rows of the node, in the arrangement that it would have
    /// at a width.
    fn least(&self, width: u16) -> (u16, u16) {
        let Node::Pair {
            axis,
            first,
            second,
            ..
        } = self
        else {
            return (LEAST_COLUMNS, LEAST_ROWS);
        };
        let half = width.saturating_sub(1) / 2;
        let (one, other) = (first.least(half), second.least(half));
        match axis {
            Axis::Beside if one.0 + 1 + other.0 <= width => {
                (one.0 + 1 + other.0, one.1.max(other.1))
            }
            _ => {
                let (one, other) = (first.least(width), second.least(width));
                (one.0.max(other.0), one.1 + other.1)
            }
        }
    }

    /// Lays out the node; returns false if it has no room.
    fn place(&self, area: Rect, windows: &mut Windows) -> bool {
        let (axis, more, first, second) = match self {
            Node::Window(session) => {
                windows.areas.push((*session, area));
                return area.width >= LEAST_COLUMNS && area.height >= LEAST_ROWS;
            }
            Node::Pair {
                axis,
                more,
                first,
                second,
            } => (*axis, *more, first, second),
        };
        let half = area.width.saturating_sub(1) / 2;
        let columns = (first.least(half).0, second.least(half).0);
        if axis == Axis::Beside && columns.0 + 1 + columns.1 <= area.width {
            let room = area.width - 1;
            let left = share(room, more, columns);
            windows.separators.push(Rect {
                x: area.x + left,
                width: 1,
                ..area
            });
            let one = Rect {
                width: left,
                ..area
            };
            let other = Rect {
                x: area.x + left + 1,
                width: room - left,
                ..area
            };
            return first.place(one, windows) && second.place(other, windows);
        }
        let rows = (first.least(area.width).1, second.least(area.width).1);
        if rows.0 + rows.1 > area.height {
            return false;
        }
        // An offset in columns does not apply to rows.
        let more = if axis == Axis::Below { more } else { 0 };
        let upper = share(area.height, more, rows);
        let one = Rect {
            height: upper,
            ..area
        };
        let other = Rect {
            y: area.y + upper,
            height: area.height - upper,
            ..area
        };
        first.place(one, windows) && second.place(other, windows)
    }
}

/// Returns the first window's share of a room that is large enough for both minimums.
fn share(room: u16, more: i16, least: (u16, u16)) -> u16 {
    let wanted = (room / 2).saturating_add_signed(more);
    wanted.clamp(least.0, room.saturating_sub(least.1).max(least.0))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;

    fn session(number: u8) -> SessionId {
        SessionId(Uuid::from_u128(u128::from(number)))
    }

    fn area(width: u16, height: u16) -> Rect {
        Rect::new(0, 1, width, height)
    }

    #[test]
    fn two_sessions_lie_beside_each_other_and_stack_where_the_screen_is_narrow() {
        let mut splits = Splits::default();
        splits.split(session(1), Axis::Beside, session(2));
        let wide = splits.lay_out(area(160, 40), session(1));
        assert_eq!(wide.areas[0].1, Rect::new(0, 1, 79, 40));
        assert_eq!(wide.areas[1].1, Rect::new(80, 1, 80, 40));
        assert_eq!(wide.separators, [Rect::new(79, 1, 1, 40)]);
        let narrow = splits.lay_out(area(80, 18), session(1));
        assert_eq!(narrow.areas[0].1, Rect::new(0, 1, 80, 9));
        assert_eq!(narrow.areas[1].1, Rect::new(0, 10, 80, 9));
        assert!(narrow.separators.is_empty());
        let low = splits.lay_out(area(80, 7), session(2));
        assert_eq!(low.areas, [(session(2), area(80, 7))]);
    }

    #[test]
    fn the_room_of_a_closed_window_goes_to_its_neighbour() {
        let mut splits = Splits::default();
        splits.split(session(1), Axis::Beside, session(2));
        splits.split(session(2), Axis::Below, session(3));
        assert_eq!(splits.close(session(3)), Some(session(2)));
        assert_eq!(splits.sessions(), [session(1), session(2)]);
        assert_eq!(splits.close(session(1)), Some(session(2)));
        assert!(!splits.is_split());
        assert_eq!(splits.close(session(2)), None);
    }

    #[test]
    fn a_window_grows_along_the_border_that_is_nearest() {
        let mut splits = Splits::default();
        splits.split(session(1), Axis::Beside, session(2));
        splits.split(session(2), Axis::Below, session(3));
        assert!(splits.grow(session(3), Axis::Below, 4, 40));
        assert!(splits.grow(session(3), Axis::Beside, 10, 40));
        assert!(!splits.grow(session(1), Axis::Below, 4, 40));
        let windows = splits.lay_out(area(161, 40), session(1));
        assert_eq!(windows.areas[0].1.width, 70);
        assert_eq!(windows.areas[2].1.height, 24);
    }

    #[test]
    fn what_is_kept_comes_back_as_it_was() {
        let mut splits = Splits::default();
        splits.split(session(1), Axis::Beside, session(2));
        splits.grow(session(1), Axis::Beside, 7, 40);
        let text = serde_json::to_string(&splits).unwrap();
        assert_eq!(support::json::from_str::<Splits>(&text).unwrap(), splits);
    }

    #[test]
    fn a_tree_that_nobody_could_have_made_is_not_taken() {
        let mut splits = Splits::default();
        splits.split(session(1), Axis::Beside, session(2));
        assert!(splits.is_valid());
        let twice = Node::Pair {
            axis: Axis::Below,
            more: 0,
            first: Box::new(Node::Window(session(1))),
            second: Box::new(Node::Window(session(1))),
        };
        assert!(!Splits(Some(twice)).is_valid());
        let mut many = Splits::default();
        for number in 2..=40 {
            many.split(session(number - 1), Axis::Below, session(number));
        }
        assert!(!many.is_valid());
    }

    #[derive(Debug, Clone)]
    enum Change {
        Split(u8, bool, u8),
        Show(u8, u8),
        Close(u8),
        Grow(u8, bool, i16),
    }

    fn change() -> impl Strategy<Value = Change> {
        prop_oneof![
            (0..6_u8, any::<bool>(), 0..6_u8)
                .prop_map(|(at, beside, new)| Change::Split(at, beside, new)),
            (0..6_u8, 0..6_u8).prop_map(|(at, new)| Change::Show(at, new)),
            (0..6_u8).prop_map(Change::Close),
            (0..6_u8, any::<bool>(), any::<i16>())
                .prop_map(|(at, beside, by)| Change::Grow(at, beside, by)),
        ]
    }

    fn axis(beside: bool) -> Axis {
        if beside { Axis::Beside } else { Axis::Below }
    }

    proptest! {
        #![proptest_config(testing::cases(512))]

        #[test]
        fn windows_never_overlap_nor_leave_a_gap_and_each_session_has_one_at_most(
            changes in proptest::collection::vec(change(), 0..20),
            width in 0..400_u16,
            height in 0..200_u16,
        ) {
            let mut splits = Splits::default();
            for change in changes {
                let shown = splits.sessions();
                let is_there = |one: u8| shown.is_empty() || shown.contains(&session(one));
                match change {
                    Change::Split(at, beside, new)
                        if at != new && is_there(at) && !shown.contains(&session(new)) =>
                    {
                        splits.split(session(at), axis(beside), session(new));
                    }
                    Change::Split(..) => {}
                    Change::Show(at, new) => splits.show(session(at), session(new)),
                    Change::Close(at) => drop(splits.close(session(at))),
                    Change::Grow(at, beside, by) => {
                        splits.grow(session(at), axis(beside), by, 100);
                    }
                }
            }
            let sessions = splits.sessions();
            let once: std::collections::BTreeSet<_> = sessions.iter().collect();
            prop_assert_eq!(once.len(), sessions.len());
            prop_assert_ne!(sessions.len(), 1);
            let whole = area(width, height);
            let focused = sessions.last().copied().unwrap_or(session(0));
            let windows = splits.lay_out(whole, focused);
            let cells = |area: &Rect| u32::from(area.width) * u32::from(area.height);
            if splits.is_split() {
                let covered: u32 = windows.areas.iter().map(|(_, area)| cells(area)).sum::<u32>()
                    + windows.separators.iter().map(cells).sum::<u32>();
                prop_assert_eq!(covered, cells(&whole));
                prop_assert!(windows.areas.iter().any(|(session, _)| *session == focused));
                prop_assert_eq!(splits.fits(whole), windows.areas.len() == sessions.len());
            }
            for (index, (_, one)) in windows.areas.iter().enumerate() {
                for (_, other) in windows.areas.iter().skip(index + 1) {
                    prop_assert!(!one.intersects(*other), "{one:?} {other:?}");
                }
            }
        }
    }
}
