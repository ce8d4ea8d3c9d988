//! A page of lines drawn unchanged, one per row, in one column or several side by side: the help,
//! and the full text of what a question would grant.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::{Form, LineId, LineText, RowSegment, TextPosition, TextView, Way};

#[derive(Debug, Clone, Default)]
pub struct Page {
    pub lines: Vec<String>,
    /// The first drawn line.
    pub top: usize,
    /// Rows of a column.
    pub rows: u16,
    /// Width of a column, including the blank after it.
    pub width: u16,
    /// Number of columns side by side; the text fills one after the other.
    pub columns: u16,
}

impl Page {
    /// Returns the number of lines that fit on the screen.
    pub fn shown(&self) -> usize {
        usize::from(self.rows) * usize::from(self.columns)
    }

    fn last_top(&self) -> usize {
        self.lines.len().saturating_sub(self.shown())
    }
}

fn id(line: usize) -> LineId {
    LineId {
        lane: 0,
        item: line,
        line: 0,
    }
}

impl TextView for Page {
    fn edition(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.lines, self.width, self.columns).hash(&mut hasher);
        hasher.finish()
    }

    fn strips(&self, row: u16) -> Vec<RowSegment> {
        if row >= self.rows {
            return Vec::new();
        }
        let strip = |column: u16| {
            let line = self.top + usize::from(column) * usize::from(self.rows) + usize::from(row);
            let begin = column.saturating_mul(self.width);
            let end = begin.saturating_add(self.width);
            Some(RowSegment {
                line: id(line),
                column: i32::from(begin),
                lane: (begin, end),
                start: 0,
                text: self.lines.get(line)?.clone(),
                ends: true,
            })
        };
        (0..self.columns).filter_map(strip).collect()
    }

    fn line(&mut self, at: LineId) -> Option<LineText> {
        Some(LineText {
            shown: self.lines.get(at.item)?.clone(),
            raw: None,
            form: Form::Plain,
        })
    }

    fn beside(&mut self, at: LineId, way: Way) -> Option<LineId> {
        let line = match way {
            Way::Up => at.item.checked_sub(1)?,
            Way::Down => at.item + 1,
        };
        (line < self.lines.len()).then(|| id(line))
    }

    fn end(&mut self, _lane: u8, way: Way) -> Option<LineId> {
        let last = self.lines.len().checked_sub(1)?;
        Some(match way {
            Way::Up => id(0),
            Way::Down => id(last),
        })
    }

    fn reveal(&mut self, spot: TextPosition) {
        let line = spot.line.item;
        if line < self.top {
            self.top = line;
        } else if line >= self.top + self.shown() {
            self.top = (line + 1).saturating_sub(self.shown());
        }
    }

    fn height(&self) -> u16 {
        self.rows
    }

    fn scroll_text(&mut self, rows: isize) {
        self.top = self.top.saturating_add_signed(rows).min(self.last_top());
    }
}
