//! Lays out lines of text in their columns: number, sign, text with marked words, cut or wrapped.

use ratatui::style::Modifier;

use crate::pane::review::Lines;
use crate::pane::review::row_cache::{Column, RowCache};
use crate::pane::review::words::{ending, grounds, line_sign, side};
use crate::theme::Role;
use crate::widget::row::{CodePlace, Piece, Row, TextStyle};
use crate::widget::wrap::chop;
use client::text::{fitting, pad_start, visible, width_of, window};
use protocol::review::view::{Cell, CellKind, LineRow, ViewLayout};

/// Width of the gutter for the cursor and the bar at the left, in columns.
pub(super) const GUTTER: usize = 3;

/// Positions of the columns on the screen.
#[derive(Debug, Clone)]
pub(in crate::pane::review) struct Frame {
    /// Whether there is a single column that carries both line numbers.
    pub(in crate::pane::review) unified: bool,
    /// The shown columns, each with its first cell and its width.
    pub(in crate::pane::review) columns: Vec<(Column, usize, usize)>,
    /// Width of a line number, in columns.
    pub(in crate::pane::review) digits: usize,
}

/// Whether CURRENT and BASE have the same text, so that there is no need for both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::pane::review) enum Sides {
    Same,
    Differ,
}

/// Returns the width of each of so many columns side by side; the last one gets the rest.
pub(in crate::pane::review) fn column_width(width: usize, count: usize) -> usize {
    let between = count.saturating_sub(1) * 2;
    width.saturating_sub(GUTTER + between) / count.max(1)
}

impl Frame {
    pub(super) fn new(width: usize, layout: ViewLayout, shown: &[Column], digits: usize) -> Self {
        let room = width.saturating_sub(GUTTER);
        if layout == ViewLayout::Unified || shown.is_empty() {
            return Self {
                unified: layout == ViewLayout::Unified,
                columns: vec![(Column::Proposed, GUTTER, room)],
                digits,
            };
        }
        let count = shown.len();
        let each = column_width(width, count);
        let columns = shown
            .iter()
            .enumerate()
            .map(|(place, column)| {
                let x = GUTTER + place * (each + 2);
                let last = place + 1 == count;
                let width = if last { width.saturating_sub(x) } else { each };
                (*column, x, width)
            })
            .collect();
        Self {
            unified: false,
            columns,
            digits,
        }
    }
}

/// Settings for fitting lines into a column.
#[derive(Debug, Clone, Copy)]
pub(in crate::pane::review) struct Shape {
    pub(super) lines: Lines,
    /// First text column that is shown when lines are cut.
    pub(super) from: usize,
    pub(super) digits: usize,
}

/// A row together with the row cache that holds its code.
#[derive(Clone, Copy)]
pub(super) struct RowRef<'a> {
    pub(super) row_cache: &'a RowCache,
    pub(super) row: u32,
}

/// Returns the text of a cell as displayed, and the byte ranges of its marked words in that text.
fn shown(cell: &Cell) -> (String, Vec<(usize, usize)>) {
    let text = visible(&cell.text).into_owned();
    let same = text == cell.text;
    let at = |byte: u32| {
        let byte = byte as usize;
        if same {
            return Some(byte.min(text.len()));
        }
        cell.text.get(..byte).map(|before| visible(before).len())
    };
    let words = cell
        .words
        .iter()
        .filter_map(|(from, to)| Some((at(*from)?, at(*to)?)))
        .collect();
    (text, words)
}

/// Splits a cell's text into the parts that stand on its lines. Returns the number of columns
/// before the text, and each part with the byte offset at which it begins.
pub(in crate::pane::review) fn parts_of(
    cell: &Cell,
    width: usize,
    unified: bool,
    shape: Shape,
) -> (usize, Vec<(usize, String)>) {
    let lead = if unified {
        shape.digits * 2 + 4
    } else {
        shape.digits + 3
    };
    let room = width.saturating_sub(lead).max(1);
    let text = visible(&cell.text);
    let parts = match shape.lines {
        Lines::Wrapped => chop(&text, room)
            .into_iter()
            .map(|(start, part)| (start, part.to_owned()))
            .collect(),
        Lines::Cut => {
            let before = match shape.from {
                0 => 0,
                from => fitting(&text, from).0.len(),
            };
            let rest = text.get(before..).unwrap_or_default();
            vec![(before, rest.to_owned())]
        }
    };
    (lead, parts)
}

/// Returns the number of lines that a cell takes at a width.
pub(super) fn height(cell: Option<&Cell>, width: usize, shape: Shape) -> usize {
    match (cell, shape.lines) {
        (Some(cell), Lines::Wrapped) => {
            let room = width.saturating_sub(shape.digits + 3).max(1);
            chop(&visible(&cell.text), room).len().max(1)
        }
        _ => 1,
    }
}

/// Returns the lines of one column of a row; an empty one where the column has no cell.
pub(super) fn column_lines(
    place: RowRef<'_>,
    row: &LineRow,
    column: Column,
    width: usize,
    shape: Shape,
) -> Vec<Row> {
    let Some(cell) = column.of(row) else {
        return vec![Row::default()];
    };
    let (sign, role) = line_sign(cell.kind, column);
    let number = match cell.line {
        0 => String::new(),
        line => line.to_string(),
    };
    let lead = vec![
        Piece::new(
            format!("{} ", pad_start(&number, shape.digits)),
            TextStyle::of(Role::DiffLineno),
        ),
        Piece::new(format!("{sign} "), TextStyle::of(role)),
    ];
    text_lines(place, cell, column, &lead, (width, shape))
}

/// Returns the lines of a row in the unified layout.
pub(super) fn unified_lines(
    place: RowRef<'_>,
    row: &LineRow,
    width: usize,
    shape: Shape,
) -> Vec<Row> {
    let found = [Column::Proposed, Column::Base, Column::Current]
        .into_iter()
        .find_map(|column| Some((column, column.of(row)?)));
    let Some((column, cell)) = found else {
        return vec![Row::default()];
    };
    let number = |cell: Option<&Cell>| match cell.map_or(0, |cell| cell.line) {
        0 => " ".repeat(shape.digits),
        line => pad_start(&line.to_string(), shape.digits),
    };
    let old = number(row.base.as_ref().or(row.current.as_ref()));
    let new = number(row.proposed.as_ref());
    let (sign, role) = line_sign(cell.kind, column);
    let lead = vec![
        Piece::new(format!("{old} {new} "), TextStyle::of(Role::DiffLineno)),
        Piece::new(format!("{sign} "), TextStyle::of(role)),
    ];
    let mut rows = text_lines(place, cell, column, &lead, (width, shape));
    let word = side(cell.kind, column);
    if let Some(first) = rows.first_mut() {
        let free = width.saturating_sub(first.width());
        if !word.is_empty() && free > word.len() + 2 {
            first.push(&" ".repeat(free - word.len() - 1), TextStyle::default());
            first.push(word, TextStyle::of(role));
        }
    }
    rows
}

fn text_lines(
    place: RowRef<'_>,
    cell: &Cell,
    column: Column,
    lead: &[Piece],
    (width, shape): (usize, Shape),
) -> Vec<Row> {
    let (text, words) = shown(cell);
    let lead_width: usize = lead.iter().map(|piece| width_of(&piece.text)).sum();
    let room = width.saturating_sub(lead_width).max(1);
    let mut goes_on = false;
    let parts: Vec<(usize, String)> = match shape.lines {
        Lines::Wrapped => chop(&text, room)
            .into_iter()
            .map(|(start, part)| (start, part.to_owned()))
            .collect(),
        Lines::Cut => {
            let before = match shape.from {
                0 => 0,
                from => fitting(&text, from).0.len(),
            };
            // A line that continues past the edge is marked in its last column.
            goes_on = fitting(text.get(before..).unwrap_or_default(), room)
                .0
                .len()
                + before
                < text.len();
            let room = room.saturating_sub(usize::from(goes_on));
            vec![(before, window(&text, shape.from, room))]
        }
    };
    let look = text_style(cell.kind);
    let marked = word_style(cell.kind);
    // The cells beside the text use the style of the line's sign, which is legible
    // on every background.
    let beside = TextStyle::of(line_sign(cell.kind, column).1);
    let code = place.row_cache.code(place.row, column);
    let last = parts.len().saturating_sub(1);
    let mut rows = Vec::with_capacity(parts.len());
    for (number, (start, part)) in parts.into_iter().enumerate() {
        let mut pieces = match number {
            0 => lead.to_vec(),
            _ => vec![Piece::new(" ".repeat(lead_width), TextStyle::default())],
        };
        let at = pieces.len();
        let is_marked = words
            .iter()
            .any(|(from, to)| *to > start && *from < start + part.len());
        let mut row = Row::default();
        if is_marked {
            pieces.extend(marked_pieces(&part, start, &words, (look, marked)));
        } else {
            if let (Some((block, line)), true) = (code, cell.kind != CellKind::Refused) {
                // A line with marked words shows those marks; all other lines get syntax colours.
                row.code = Some(CodePlace {
                    block: block.key,
                    line,
                    start: u32::try_from(start).unwrap_or(u32::MAX),
                    piece: at,
                });
            }
            pieces.push(Piece::new(part, look));
        }
        if goes_on {
            pieces.push(Piece::new("…", beside));
        } else if number == last && shape.from == 0 {
            let end = ending(cell.ending);
            pieces.push(Piece::new(end, beside));
        }
        row.pieces = pieces;
        row.fill = grounds(cell.kind).map(|(ground, _)| ground);
        rows.push(row);
    }
    rows
}

fn text_style(kind: CellKind) -> TextStyle {
    match kind {
        CellKind::Refused => TextStyle::of(Role::FgMuted).with(Modifier::CROSSED_OUT),
        _ => TextStyle::default(),
    }
}

fn word_style(kind: CellKind) -> TextStyle {
    let look = text_style(kind).with(Modifier::UNDERLINED);
    match grounds(kind) {
        Some((_, ground)) => look.on(ground),
        None => look,
    }
}

/// Cuts a part of a line at the boundaries of its marked words.
fn marked_pieces(
    part: &str,
    start: usize,
    words: &[(usize, usize)],
    (plain, marked): (TextStyle, TextStyle),
) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut at = 0;
    let mut add = |from: usize, to: usize, look: TextStyle| {
        if let Some(text) = part.get(from..to).filter(|text| !text.is_empty()) {
            pieces.push(Piece::new(text, look));
        }
    };
    for (from, to) in words {
        let from = from.saturating_sub(start).clamp(at, part.len());
        let to = to.saturating_sub(start).clamp(from, part.len());
        // If the left edge cut a grapheme cluster, the byte offsets may have shifted; then
        // nothing is marked.
        if !part.is_char_boundary(from) || !part.is_char_boundary(to) {
            continue;
        }
        add(at, from, plain);
        add(from, to, marked);
        at = to;
    }
    add(at, part.len(), plain);
    pieces
}
