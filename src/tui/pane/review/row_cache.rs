//! What is known of the file at hand: its hunks, and the pages of its rows that were fetched.
//!
//! A sight is of one layout and one version; rows of another version never mix with it. Pages far
//! from the screen are dropped. Knows no keys and no screen.

use std::collections::BTreeMap;

use crate::protocol::change::{HunkState, Origin};
use crate::protocol::ids::HunkId;
use crate::protocol::review::view::{Cell, HunkRow, LineRow, ViewOptions, ViewRow};
use crate::protocol::review::{FileReview, ReviewSubject};
use crate::tui::highlight::{CodeBlock, language_of};
use crate::tui::widget::text::visible;

/// Rows of a page.
pub(super) const PAGE: u32 = 128;
/// So many pages are kept.
const MOST_PAGES: usize = 8;

/// One of the three columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    Current,
    Base,
    Proposed,
}

impl Column {
    pub(super) const ALL: [Column; 3] = [Column::Current, Column::Base, Column::Proposed];

    /// The cell of a row in this column.
    pub(super) fn of(self, row: &LineRow) -> Option<&Cell> {
        match self {
            Column::Current => row.current.as_ref(),
            Column::Base => row.base.as_ref(),
            Column::Proposed => row.proposed.as_ref(),
        }
    }

    fn place(self) -> usize {
        match self {
            Column::Current => 0,
            Column::Base => 1,
            Column::Proposed => 2,
        }
    }
}

/// Rows that were fetched together.
#[derive(Debug, Clone, Default)]
pub(super) struct Page {
    rows: Vec<ViewRow>,
    /// The code of each column, to be coloured.
    codes: [Option<CodeBlock>; 3],
    /// For each row, its line in the code of each column.
    code_lines: Vec<[u32; 3]>,
}

impl Page {
    fn new(rows: Vec<ViewRow>, path: &str) -> Self {
        let language = language_of(path);
        let mut texts: [String; 3] = Default::default();
        let mut counts = [0_u32; 3];
        let mut code_lines = Vec::with_capacity(rows.len());
        for row in &rows {
            code_lines.push(counts);
            let ViewRow::Lines(row) = row else { continue };
            for column in Column::ALL {
                let Some(cell) = column.of(row) else { continue };
                let place = column.place();
                if let (Some(text), Some(count)) = (texts.get_mut(place), counts.get_mut(place)) {
                    if *count > 0 {
                        text.push('\n');
                    }
                    text.push_str(&visible(&cell.text));
                    *count += 1;
                }
            }
        }
        let codes = texts.map(|text| (!text.is_empty()).then(|| CodeBlock::new(language, text)));
        Self {
            rows,
            codes,
            code_lines,
        }
    }
}

#[derive(Debug, Clone)]
pub(super) struct RowCache {
    pub(super) of: ReviewSubject,
    pub(super) options: ViewOptions,
    pub(super) version: u64,
    pub(super) file: FileReview,
    pub(super) hunks: Vec<HunkRow>,
    pub(super) rows: u32,
    pub(super) refining: bool,
    pages: BTreeMap<u32, Page>,
}

impl RowCache {
    pub(super) fn new(
        (of, options): (ReviewSubject, ViewOptions),
        file: FileReview,
        hunks: Vec<HunkRow>,
        (rows, version): (u32, u64),
    ) -> Self {
        Self {
            of,
            options,
            version,
            file,
            hunks,
            rows,
            refining: false,
            pages: BTreeMap::new(),
        }
    }

    /// The pages that a part of the rows needs and that are not there.
    pub(super) fn missing(&self, first: u32, last: u32) -> Vec<u32> {
        if self.rows == 0 {
            return Vec::new();
        }
        let end = last.min(self.rows - 1);
        (first.min(end) / PAGE..=end / PAGE)
            .filter(|page| !self.pages.contains_key(page))
            .collect()
    }

    /// Takes rows in; those that are no page are passed over. Keeps the pages near this row.
    pub(super) fn take(&mut self, first: u32, rows: Vec<ViewRow>, near: u32) {
        if !first.is_multiple_of(PAGE) {
            return;
        }
        let page = Page::new(rows, &self.file.path);
        self.pages.insert(first / PAGE, page);
        while self.pages.len() > MOST_PAGES {
            let far = self
                .pages
                .keys()
                .copied()
                .max_by_key(|page| page.abs_diff(near / PAGE));
            match far {
                Some(far) => self.pages.remove(&far),
                None => return,
            };
        }
    }

    /// A row, where it was fetched.
    pub(super) fn row(&self, row: u32) -> Option<&ViewRow> {
        let page = self.pages.get(&(row / PAGE))?;
        page.rows.get((row % PAGE) as usize)
    }

    /// The same, where it has lines.
    pub(super) fn lines(&self, row: u32) -> Option<&LineRow> {
        match self.row(row)? {
            ViewRow::Lines(lines) => Some(lines),
            ViewRow::Fold { .. } => None,
        }
    }

    /// The code of a column around a row, and the row's line in it.
    pub(super) fn code(&self, row: u32, column: Column) -> Option<(&CodeBlock, u32)> {
        let page = self.pages.get(&(row / PAGE))?;
        let lines = page.code_lines.get((row % PAGE) as usize)?;
        let block = page.codes.get(column.place())?.as_ref()?;
        Some((block, *lines.get(column.place())?))
    }

    /// The code of a part of the rows.
    pub(super) fn codes(&self, first: u32, last: u32) -> impl Iterator<Item = &CodeBlock> {
        (first / PAGE..=last / PAGE)
            .filter_map(|page| self.pages.get(&page))
            .flat_map(|page| page.codes.iter().flatten())
    }

    /// A hunk with its place among them.
    pub(super) fn hunk(&self, id: HunkId) -> Option<(usize, &HunkRow)> {
        self.hunks
            .iter()
            .enumerate()
            .find(|(_, hunk)| hunk.id == id)
    }

    /// The hunk in which a row is, or of those that are the nearest one to it.
    pub(super) fn nearest(&self, row: u32) -> Option<&HunkRow> {
        // Where several share a row it is the one that waits, or else the one whose line it is.
        let named = self.lines(row).and_then(|lines| lines.hunk);
        self.hunks.iter().min_by_key(|hunk| {
            let distance = distance(hunk, row);
            let rank = match (
                is_open(hunk) || hunk.conflict.is_some(),
                Some(hunk.id) == named,
            ) {
                _ if distance > 0 => 0,
                (true, _) => 0,
                (false, true) => 1,
                (false, false) => 2,
            };
            (distance, rank, hunk.first_row.abs_diff(row))
        })
    }

    /// Sets what is decided of a hunk ahead of the answer that will say it.
    pub(super) fn mark(&mut self, ids: &[HunkId], state: HunkState) {
        for hunk in self.hunks.iter_mut().filter(|hunk| ids.contains(&hunk.id)) {
            hunk.state = state;
        }
    }

    /// Whether a row is the last one of a hunk, and which.
    pub(super) fn ends_at(&self, row: u32) -> impl Iterator<Item = &HunkRow> {
        self.hunks
            .iter()
            .filter(move |hunk| last_row(hunk) == row && hunk.rows > 0)
    }

    /// Where a line of PROPOSED is, or the page that has to be fetched to know.
    pub(super) fn find_line(&self, line: u32) -> Result<u32, Option<u32>> {
        let (mut low, mut high) = (0, self.rows.div_ceil(PAGE));
        while low < high {
            let middle = low + (high - low) / 2;
            let Some(page) = self.pages.get(&middle) else {
                return Err(Some(middle));
            };
            let numbers = || {
                page.rows.iter().enumerate().filter_map(|(at, row)| {
                    let ViewRow::Lines(row) = row else {
                        return None;
                    };
                    let cell = row.proposed.as_ref().filter(|cell| cell.line > 0)?;
                    Some((at, cell.line))
                })
            };
            let first = numbers().next();
            let found = numbers().find(|(_, number)| *number >= line);
            match (first, found) {
                (Some((_, number)), _) if number > line && middle > 0 => high = middle,
                (_, Some((at, _))) => return Ok(middle * PAGE + u32::try_from(at).unwrap_or(0)),
                _ => low = middle + 1,
            }
        }
        Err(None)
    }
}

/// The last row that a hunk has.
pub(super) fn last_row(hunk: &HunkRow) -> u32 {
    hunk.first_row + hunk.rows.saturating_sub(1)
}

/// Rows between a row and a hunk; 0 inside of it.
pub(super) fn distance(hunk: &HunkRow, row: u32) -> u32 {
    if row < hunk.first_row {
        hunk.first_row - row
    } else {
        row.saturating_sub(last_row(hunk))
    }
}

/// Whether a hunk is the human's own, or of another session: it is no part of the proposal.
pub(super) fn is_yours(hunk: &HunkRow) -> bool {
    matches!(hunk.origin, Origin::User | Origin::Session { .. })
}

/// Whether a decision about a hunk is open.
pub(super) fn is_open(hunk: &HunkRow) -> bool {
    hunk.state == HunkState::Pending && !is_yours(hunk)
}
