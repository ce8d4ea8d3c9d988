//! Finds a text in the rows of a view, ignoring case. Used by search.

use super::FileView;
use super::align::At;
use super::runs::Column;
use super::shape::{Body, Drawn, Shape};

impl FileView {
    /// Returns the rows that show a text, top to bottom, at most `most`. Skips folded lines; use a
    /// shape without folds to find those.
    pub fn find(&self, shape: &Shape, text: &str, most: usize) -> Vec<u32> {
        let wanted = text.to_lowercase();
        if wanted.is_empty() {
            return Vec::new();
        }
        let rows = shape.chunks.iter().flat_map(|chunk| {
            let found: Vec<usize> = match &chunk.body {
                Body::Fold { .. } => Vec::new(),
                Body::Common {
                    run, offset, lines, ..
                } => (0..*lines)
                    .filter(|number| {
                        let offset = offset + number;
                        self.says(At { run: *run, offset }, &wanted)
                    })
                    .collect(),
                Body::Changed(drawn) => (0..drawn.len())
                    .filter(|number| {
                        let row = drawn.get(*number);
                        row.is_some_and(|row| self.row_says(row, &wanted))
                    })
                    .collect(),
            };
            found.into_iter().map(|number| chunk.first + number)
        });
        rows.take(most)
            .map(|row| u32::try_from(row).unwrap_or(u32::MAX))
            .collect()
    }

    fn row_says(&self, row: &Drawn, wanted: &str) -> bool {
        let shown = Column::ALL
            .into_iter()
            .filter(|column| row.shows.has(*column));
        let mut places = shown.filter_map(|column| row.lines.at(column));
        places.any(|at| self.says(at, wanted))
    }

    fn says(&self, at: At, wanted: &str) -> bool {
        let text = self.text(at);
        if text.is_ascii() && wanted.is_ascii() {
            let (text, wanted) = (text.as_bytes(), wanted.as_bytes());
            return text
                .windows(wanted.len())
                .any(|part| part.eq_ignore_ascii_case(wanted));
        }
        text.to_lowercase().contains(wanted)
    }
}
