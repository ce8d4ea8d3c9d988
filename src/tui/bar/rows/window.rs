//! Selects the rows of a body to show if there is no room for all: the mandatory ones, and a
//! scrollable part of the others. Pure; called by `rows`.

use ratatui::text::Line;

/// The body of a question, before the number of available rows is known.
#[derive(Debug, Clone, Default)]
pub struct Body {
    pub lines: Vec<Line<'static>>,
    /// Rows that are shown whatever is left out, in their order.
    pub kept: Vec<usize>,
    /// Whether a part of the text has no row because the text is too long to be laid out.
    pub is_cut: bool,
}

impl Body {
    /// Adds rows that may be left out.
    pub fn add(&mut self, lines: Vec<Line<'static>>) {
        self.lines.extend(lines);
    }

    /// Adds rows that are always shown.
    pub fn keep(&mut self, lines: Vec<Line<'static>>) {
        let first = self.lines.len();
        self.lines.extend(lines);
        self.kept.extend(first..self.lines.len());
    }

    /// Adds rows; the first and the last are always shown.
    pub fn keep_ends(&mut self, lines: Vec<Line<'static>>) {
        let first = self.lines.len();
        self.lines.extend(lines);
        let last = self.lines.len().saturating_sub(1);
        if first <= last {
            self.kept.push(first);
            self.kept.extend((last > first).then_some(last));
        }
    }
}

impl From<Vec<Line<'static>>> for Body {
    fn from(lines: Vec<Line<'static>>) -> Self {
        Self {
            lines,
            ..Self::default()
        }
    }
}

/// The rows of a body that are shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Window {
    /// Indices of the shown rows, in their order.
    pub rows: Vec<usize>,
    /// Number of rows that are not shown.
    pub hidden: usize,
    /// Start of the shown part among the rows that need not be kept.
    pub first: usize,
    /// End of the shown part among the rows that need not be kept.
    pub end: usize,
    /// Maximum scroll offset of the shown part.
    pub limit: usize,
}

impl Window {
    /// Selects the part of `length` rows that fits into `room`, with room for the row that tells
    /// what is missing.
    pub fn of(length: usize, kept: &[usize], room: usize, scroll: usize) -> Self {
        if length <= room {
            return Self {
                rows: (0..length).collect(),
                hidden: 0,
                first: 0,
                end: length.saturating_sub(kept.len()),
                limit: 0,
            };
        }
        let capacity = room.saturating_sub(1);
        let kept: Vec<usize> = kept.iter().copied().take(capacity).collect();
        let others: Vec<usize> = (0..length)
            .filter(|row| kept.binary_search(row).is_err())
            .collect();
        let count = capacity - kept.len();
        let limit = if count == 0 { 0 } else { others.len() - count };
        let first = scroll.min(limit);
        let moving = others.iter().copied().skip(first).take(count);
        let mut rows: Vec<usize> = kept.into_iter().chain(moving).collect();
        rows.sort_unstable();
        Self {
            hidden: length - rows.len(),
            rows,
            first,
            end: first + count,
            limit,
        }
    }

    /// Whether the shown row does not directly follow the one above it.
    pub fn follows_gap(&self, place: usize) -> bool {
        let row = self.rows.get(place).copied();
        let above = place.checked_sub(1).and_then(|it| self.rows.get(it));
        match (above, row) {
            (Some(above), Some(row)) => above + 1 < row,
            (None, Some(row)) => row > 0,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_rows_are_in_every_window_and_each_other_row_is_in_one() {
        for (length, room) in [(40, 9), (12, 9), (9, 9), (400, 3), (30, 5)] {
            let kept = [0, length / 2, length - 1];
            let mut seen = std::collections::BTreeSet::new();
            let limit = Window::of(length, &kept, room, 0).limit;
            for scroll in 0..=limit {
                let window = Window::of(length, &kept, room, scroll);
                assert!(window.rows.len() < room.max(length + 1));
                assert_eq!(window.rows.len() + window.hidden, length);
                let shown = kept.iter().filter(|row| window.rows.contains(row)).count();
                assert_eq!(shown, kept.len().min(room.saturating_sub(1)).min(length));
                seen.extend(window.rows);
            }
            let reachable = room > kept.len() + 1 || length <= room;
            assert_eq!(seen.len() == length, reachable, "{length} in {room}");
        }
    }

    #[test]
    fn a_gap_is_known_above_the_row_behind_it() {
        let window = Window::of(20, &[0, 19], 5, 6);
        assert_eq!(window.rows, [0, 7, 8, 19]);
        let gaps: Vec<bool> = (0..4).map(|place| window.follows_gap(place)).collect();
        assert_eq!(gaps, [false, true, false, true]);
    }
}
