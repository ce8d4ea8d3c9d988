//! Cache of the current file: its hunks and the fetched pages of its rows.
//!
//! A row cache belongs to one layout and one version; rows of another version never mix with it.
//! Pages far from the screen are dropped. Knows no keys and no screen.

use std::collections::BTreeMap;

use crate::highlight::{CodeBlock, language_of};
use client::review::is_open;
use client::text::visible;
use l10n::say;
use protocol::change::HunkState;
use protocol::ids::HunkId;
use protocol::review::view::{Cell, HunkRow, LineRow, ViewOptions, ViewRow};
use protocol::review::{FileReview, ReviewSubject};

/// Rows per page.
pub(super) const PAGE: u32 = 128;
/// Maximum number of cached pages.
const MOST_PAGES: usize = 8;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    Current,
    Base,
    Proposed,
}

impl Column {
    pub(super) const ALL: [Column; 3] = [Column::Current, Column::Base, Column::Proposed];

    /// Returns the cell of a row in this column.
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
    /// The code of each column, for syntax colours.
    codes: [Option<CodeBlock>; 3],
    /// For each row, its line in the code of each column.
    code_lines: Vec<[u32; 3]>,
}

impl Page {
    fn new(mut rows: Vec<ViewRow>, path: &str) -> Self {
        rows.iter_mut().for_each(name_binary);
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

/// Puts words in the place of the line that stands for the content of a binary file.
fn name_binary(row: &mut ViewRow) {
    let ViewRow::Lines(row) = row else { return };
    let cells = [&mut row.current, &mut row.base, &mut row.proposed];
    for cell in cells.into_iter().flatten() {
        if let Some(words) = binary_words(&cell.text) {
            cell.text = words;
            cell.words.clear();
        }
    }
}

/// Returns the words for the line that stands for a binary content; `None` for any other line.
pub(super) fn binary_words(line: &str) -> Option<String> {
    let hash = review::binary::blob_of(line)?.to_string();
    let hash = hash.get(..12).unwrap_or(&hash);
    Some(say!("review-binary", hash))
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

    /// Returns the pages that a range of rows needs and that are not cached.
    pub(super) fn missing(&self, first: u32, last: u32) -> Vec<u32> {
        if self.rows == 0 {
            return Vec::new();
        }
        let end = last.min(self.rows - 1);
        (first.min(end) / PAGE..=end / PAGE)
            .filter(|page| !self.pages.contains_key(page))
            .collect()
    }

    /// Adds fetched rows; ignores rows that do not form a page. Keeps only the pages near
    /// the row `near`.
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

    /// Returns a row if it was fetched.
    pub(super) fn row(&self, row: u32) -> Option<&ViewRow> {
        let page = self.pages.get(&(row / PAGE))?;
        page.rows.get((row % PAGE) as usize)
    }

    /// Returns the lines of a fetched row, if it has lines.
    pub(super) fn lines(&self, row: u32) -> Option<&LineRow> {
        match self.row(row)? {
            ViewRow::Lines(lines) => Some(lines),
            ViewRow::Fold { .. } => None,
        }
    }

    /// Returns the code of a column around a row, and the row's line in that code.
    pub(super) fn code(&self, row: u32, column: Column) -> Option<(&CodeBlock, u32)> {
        let page = self.pages.get(&(row / PAGE))?;
        let lines = page.code_lines.get((row % PAGE) as usize)?;
        let block = page.codes.get(column.place())?.as_ref()?;
        Some((block, *lines.get(column.place())?))
    }

    /// Returns the code of a range of rows.
    pub(super) fn codes(&self, first: u32, last: u32) -> impl Iterator<Item = &CodeBlock> {
        (first / PAGE..=last / PAGE)
            .filter_map(|page| self.pages.get(&page))
            .flat_map(|page| page.codes.iter().flatten())
    }

    /// Returns a hunk and its index.
    pub(super) fn hunk(&self, id: HunkId) -> Option<(usize, &HunkRow)> {
        self.hunks
            .iter()
            .enumerate()
            .find(|(_, hunk)| hunk.id == id)
    }

    /// Returns the hunk that contains a row, or else the nearest one.
    pub(super) fn nearest(&self, row: u32) -> Option<&HunkRow> {
        // If several hunks share a row, the pending one comes first, then the one that
        // owns the line.
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

    /// Sets the state of hunks ahead of the answer that will confirm it.
    pub(super) fn mark(&mut self, ids: &[HunkId], state: HunkState) {
        for hunk in self.hunks.iter_mut().filter(|hunk| ids.contains(&hunk.id)) {
            hunk.state = state;
        }
    }

    /// Returns the hunks whose last row is this one.
    pub(super) fn ends_at(&self, row: u32) -> impl Iterator<Item = &HunkRow> {
        self.hunks
            .iter()
            .filter(move |hunk| last_row(hunk) == row && hunk.rows > 0)
    }

    /// Finds the row of a PROPOSED line. Fails with the page that has to be fetched first, if any.
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

/// Returns the last row of a hunk.
pub(super) fn last_row(hunk: &HunkRow) -> u32 {
    hunk.first_row + hunk.rows.saturating_sub(1)
}

/// Returns the number of rows between a row and a hunk; 0 inside the hunk.
pub(super) fn distance(hunk: &HunkRow, row: u32) -> u32 {
    if row < hunk.first_row {
        hunk.first_row - row
    } else {
        row.saturating_sub(last_row(hunk))
    }
}

#[cfg(test)]
mod tests {
    use super::binary_words;
    use review::binary::as_text;

    #[test]
    fn a_binary_content_is_named_in_words_and_a_text_stays() {
        let words = binary_words(&as_text(b"\0compiled")).unwrap();
        assert!(words.starts_with("binary file, sha256 "), "{words}");
        assert!(!words.contains('\0'));
        assert_eq!(binary_words("sha256:abc"), None);
    }
}
