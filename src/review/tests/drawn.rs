//! Draws a view as text for the tests: one line per row, the three columns side by side.

use crate::view::FileView;
use protocol::review::view::{Cell, CellKind, LineEnding, ViewOptions, ViewRow};

/// Draws all rows. A cell is its number, a sign (`=` unchanged, `+` added, `-` removed, `u` the
/// user's, `!` conflict, `x` refused) and its text with differing words in braces.
pub(super) fn drawn(view: &FileView, options: &ViewOptions) -> Vec<String> {
    let shape = view.shape(options);
    view.rows(&shape, 0, usize::MAX).iter().map(row).collect()
}

pub(super) fn row(row: &ViewRow) -> String {
    match row {
        ViewRow::Fold { fold, lines } => format!("fold {fold}: {lines} lines"),
        ViewRow::Lines(row) => {
            let cells = [&row.current, &row.base, &row.proposed].map(cell);
            cells.join("|")
        }
    }
}

fn cell(cell: &Option<Cell>) -> String {
    let Some(cell) = cell else {
        return "/".into();
    };
    let sign = match cell.kind {
        CellKind::Same => '=',
        CellKind::Added => '+',
        CellKind::Removed => '-',
        CellKind::User => 'u',
        CellKind::Conflict => '!',
        CellKind::Refused => 'x',
    };
    let mut text = cell.text.clone();
    for (start, end) in cell.words.iter().rev() {
        text.insert(usize::try_from(*end).unwrap(), '}');
        text.insert(usize::try_from(*start).unwrap(), '{');
    }
    let ending = match cell.ending {
        None => "",
        Some(LineEnding::Lf) => "<LF>",
        Some(LineEnding::CrLf) => "<CRLF>",
        Some(LineEnding::None) => "<none>",
    };
    format!("{}{sign}{text}{ending}", cell.line)
}
