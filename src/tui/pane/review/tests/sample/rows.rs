//! Builds the rows of a layout from the segments of a file.

use super::Side;
use protocol::ids::HunkId;
use protocol::review::view::{
    Cell, CellKind, LineEnding, LineRow, ViewLayout, ViewOptions, ViewRow,
};

pub(super) struct Maker<'a> {
    pub(super) options: &'a ViewOptions,
    pub(super) rows: Vec<ViewRow>,
    pub(super) next: (u32, u32, u32),
}

impl Maker<'_> {
    pub(super) fn same(&mut self, text: &str, hunk: Option<HunkId>) {
        let (current, base, proposed) = self.next;
        let cell = |line| Some(cell(text, line, CellKind::Same));
        self.rows.push(ViewRow::Lines(LineRow {
            hunk,
            current: cell(current),
            base: cell(base).filter(|_| self.options.layout != ViewLayout::Two),
            proposed: cell(proposed),
        }));
        self.next = (current + 1, base + 1, proposed + 1);
    }

    pub(super) fn fold(&mut self, lines: u32) {
        let fold = self.next.1;
        let opened = self.options.opened.iter().find(|(open, _)| *open == fold);
        let shown = match self.options.context {
            context if context > 1_000 => lines,
            _ => opened.map_or(0, |(_, shown)| (*shown).min(lines)),
        };
        for number in 0..shown {
            self.same(&format!("unchanged {number}"), None);
        }
        if shown < lines {
            let lines = lines - shown;
            self.rows.push(ViewRow::Fold { fold, lines });
            let (current, base, proposed) = self.next;
            self.next = (current + lines, base + lines, proposed + lines);
        }
    }

    pub(super) fn line(
        &mut self,
        hunk: HunkId,
        (current, base, proposed): (Side, Side, Side),
        refused: bool,
    ) {
        let (mut c, mut b, mut p) = self.next;
        let make = |side: Side, next: &mut u32| {
            side.map(|(text, kind)| {
                let cell = cell(text, *next, kind);
                *next += 1;
                cell
            })
        };
        let current = make(current, &mut c);
        let base = make(base, &mut b);
        let mut proposed = make(proposed, &mut p);
        if let Some(cell) = proposed
            .as_mut()
            .filter(|cell| refused && cell.kind == CellKind::Added)
        {
            cell.kind = CellKind::Refused;
            cell.line = 0;
            p -= 1;
        }
        self.next = (c, b, p);
        let row = |current, base, proposed| {
            ViewRow::Lines(LineRow {
                hunk: Some(hunk),
                current,
                base,
                proposed,
            })
        };
        let is_same = [&current, &base, &proposed].iter().all(|cell| {
            cell.as_ref()
                .is_some_and(|cell| cell.kind == CellKind::Same)
        });
        match self.options.layout {
            ViewLayout::Three => self.rows.push(row(current, base, proposed)),
            ViewLayout::Unified if is_same => self.rows.push(row(current, base, proposed)),
            ViewLayout::Two => {
                let conflict = base
                    .as_ref()
                    .is_some_and(|cell| cell.kind == CellKind::Conflict);
                self.rows.push(row(current, None, proposed));
                if conflict {
                    self.rows.push(row(None, base, None));
                }
            }
            ViewLayout::Unified => {
                let conflict = current
                    .as_ref()
                    .is_some_and(|cell| matches!(cell.kind, CellKind::Conflict | CellKind::User));
                if conflict {
                    self.rows.push(row(current, None, None));
                }
                if base.is_some() {
                    self.rows.push(row(None, base, None));
                }
                if proposed.is_some() {
                    self.rows.push(row(None, None, proposed));
                }
            }
        }
    }
}

fn cell(text: &str, line: u32, kind: CellKind) -> Cell {
    // Words between these quotes are marked, as in the drawings.
    let plain = text.replace(['«', '»'], "");
    let words = match (text.find('«'), text.find('»')) {
        (Some(from), Some(to)) => vec![(from as u32, (to - '«'.len_utf8()) as u32)],
        _ => Vec::new(),
    };
    let ending = text.ends_with('$').then_some(LineEnding::None);
    Cell {
        line,
        text: plain,
        kind,
        words,
        ending,
    }
}
