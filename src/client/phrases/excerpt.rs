//! The lines of a review that a comment quotes, as in a unified diff.

use protocol::review::view::{Cell, CellKind, LineRow};

/// Size from which on no more lines are quoted, in bytes.
const BYTES: usize = 2 * 1024;

/// Quotes rows with `-`, `+` and blanks before their lines; removed lines come before those that
/// replace them. Leaves out lines that only the disk has.
pub fn excerpt<'a>(rows: impl Iterator<Item = &'a LineRow>) -> String {
    let mut quoted = String::new();
    let mut added = String::new();
    for row in rows {
        if quoted.len() + added.len() > BYTES {
            break;
        }
        let is_old = |cell: &&Cell| !matches!(cell.kind, CellKind::User | CellKind::Added);
        let old = row.base.as_ref().or(row.current.as_ref().filter(is_old));
        let new = row.proposed.as_ref();
        match (old, new) {
            (Some(_), Some(new)) if new.kind == CellKind::Same => {
                quoted.push_str(&std::mem::take(&mut added));
                quoted.push_str(&format!(" {}\n", new.text));
            }
            (old, new) => {
                if let Some(old) = old {
                    quoted.push_str(&format!("-{}\n", old.text));
                }
                if let Some(new) = new {
                    added.push_str(&format!("+{}\n", new.text));
                }
            }
        }
    }
    quoted.push_str(&added);
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(text: &str, kind: CellKind) -> Option<Cell> {
        Some(Cell {
            line: 1,
            text: text.to_owned(),
            kind,
            words: Vec::new(),
            ending: None,
        })
    }

    fn row(current: Option<Cell>, base: Option<Cell>, proposed: Option<Cell>) -> LineRow {
        LineRow {
            hunk: None,
            current,
            base,
            proposed,
        }
    }

    #[test]
    fn removed_lines_are_quoted_above_added_ones_in_every_layout() {
        let same = || cell("a", CellKind::Same);
        let (gone, come) = (cell("b", CellKind::Removed), cell("B", CellKind::Added));
        let mine = cell("mine", CellKind::User);
        let three = [
            row(same(), same(), same()),
            row(come.clone(), gone.clone(), come.clone()),
            row(None, gone.clone(), None),
            row(mine, None, None),
            row(same(), same(), same()),
        ];
        let two = [
            row(same(), None, same()),
            row(gone.clone(), None, come.clone()),
            row(gone.clone(), None, None),
            row(same(), None, same()),
        ];
        let unified = [
            row(None, same(), same()),
            row(None, gone.clone(), None),
            row(None, gone, None),
            row(None, None, come),
            row(None, same(), same()),
        ];
        for rows in [three.as_slice(), two.as_slice(), unified.as_slice()] {
            assert_eq!(excerpt(rows.iter()), " a\n-b\n-b\n+B\n a\n");
        }
    }

    #[test]
    fn a_long_hunk_is_quoted_in_part() {
        let line = row(None, None, cell(&"x".repeat(100), CellKind::Added));
        let rows = vec![line; 1_000];
        assert!(excerpt(rows.iter()).len() < BYTES + 200);
    }
}
