//! The rows of a diff's entries.

use ratatui::style::Modifier;

use super::super::row::{CodePlace, LineBreaks, Piece, Row, TextStyle};
use super::super::wrap::chop;
use super::arranged::{Item, Side};
use super::{Diff, Entry, Line};
use crate::theme::Role;
use client::text::{pad_start, truncate, width_of, window};
use l10n::say;
use protocol::change::DiffLineKind;

/// Width from which both line numbers are shown.
const BOTH_NUMBERS: usize = 90;

/// The way a diff is fitted into a width.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiffShape {
    /// Long lines wrap.
    Wrapped,
    /// Long lines are cut; this column of the text is the first visible one.
    From(usize),
}

/// Returns the widths of the two sides; one column separates them.
pub fn halves(width: usize) -> (usize, usize) {
    let left = width.saturating_sub(1) / 2;
    (left, width.saturating_sub(left + 1))
}

/// The line numbers before a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Numbers {
    /// Both, if there is room.
    Unified,
    /// The number of one side.
    Of(Side),
}

impl Diff {
    /// Returns the rows of an item at a width: one, or several if it wraps.
    pub fn rows(&self, item: usize, width: usize, shape: DiffShape) -> Vec<Row> {
        let entry = self.items.get(item).and_then(|item| item.entry());
        entry.map_or(Vec::new(), |entry| {
            self.entry_rows(entry, width, shape, Numbers::Unified)
        })
    }

    /// Returns the rows of both sides of an item, the same number for each, at [`halves`] of a
    /// width. `None` if the item stands alone.
    pub fn sides(
        &self,
        item: usize,
        width: usize,
        shape: DiffShape,
    ) -> Option<(Vec<Row>, Vec<Row>)> {
        let Item::Beside(old, new) = *self.items.get(item)? else {
            return None;
        };
        let (left, right) = halves(width);
        let rows = |entry: Option<usize>, width, side| {
            entry.map_or(Vec::new(), |entry| {
                self.entry_rows(entry, width, shape, Numbers::Of(side))
            })
        };
        let (mut old, mut new) = (rows(old, left, Side::Old), rows(new, right, Side::New));
        let count = old.len().max(new.len());
        for (rows, width) in [(&mut old, left), (&mut new, right)] {
            let missing = if rows.is_empty() {
                Row::text("/".repeat(width), TextStyle::of(Role::DiffFiller))
            } else {
                Row::default()
            };
            rows.resize(count, missing.decoration());
        }
        Some((old, new))
    }

    fn entry_rows(
        &self,
        entry: usize,
        width: usize,
        shape: DiffShape,
        numbers: Numbers,
    ) -> Vec<Row> {
        let plain = |text: &str| {
            let text = truncate(text, width).into_owned();
            vec![Row::text(text, TextStyle::of(Role::FgMuted)).decoration()]
        };
        match self.entries.get(entry) {
            None => Vec::new(),
            Some(Entry::Fold(Some(1))) => plain(say!("widget-fold-one")),
            Some(Entry::Fold(Some(count))) => plain(&say!("widget-fold", count)),
            Some(Entry::LeftOut(1)) => plain(say!("widget-more-one")),
            Some(Entry::LeftOut(count)) => plain(&say!("widget-more", count)),
            Some(Entry::Fold(None)) => plain(say!("widget-no-more")),
            Some(Entry::Cut) => {
                let text = say!("widget-cut");
                let row = Row::text(
                    truncate(text, width).into_owned(),
                    TextStyle::of(Role::Warn),
                );
                vec![row.decoration()]
            }
            Some(Entry::Nothing) => plain(say!("widget-none")),
            Some(Entry::Line(line)) => {
                let other = line.pair.and_then(|pair| self.line(pair));
                let (kind, old) = match other.filter(|_| self.is_same(entry)) {
                    Some(other) if line.kind == DiffLineKind::Add => {
                        (DiffLineKind::Context, other.old)
                    }
                    Some(_) => (DiffLineKind::Context, line.old),
                    None => (line.kind, line.old),
                };
                let gutter = self.gutter((old, line.new), kind, width, numbers);
                self.line_rows(entry, line, kind, &gutter, (width, shape))
            }
        }
    }

    fn line_rows(
        &self,
        entry: usize,
        line: &Line,
        kind: DiffLineKind,
        gutter: &[Piece],
        (width, shape): (usize, DiffShape),
    ) -> Vec<Row> {
        let gutter_width: usize = gutter.iter().map(|piece| width_of(&piece.text)).sum();
        let room = width.saturating_sub(gutter_width).max(1);
        let parts = match shape {
            DiffShape::Wrapped => chop(&line.text, room)
                .into_iter()
                .map(|(start, part)| (start, part.to_owned()))
                .collect(),
            DiffShape::From(column) => {
                let before = if column == 0 {
                    0
                } else {
                    client::text::fitting(&line.text, column).0.len()
                };
                vec![(before, window(&line.text, column, room))]
            }
        };
        let marks = self
            .marks
            .get(&entry)
            .filter(|_| kind != DiffLineKind::Context)
            .map(Vec::as_slice)
            .unwrap_or_default();
        let mut rows = Vec::with_capacity(parts.len());
        for (number, (start, part)) in parts.into_iter().enumerate() {
            let mut pieces = if number == 0 {
                gutter.to_vec()
            } else {
                vec![Piece::new(" ".repeat(gutter_width), TextStyle::default())]
            };
            let at = pieces.len();
            let marked = marks
                .iter()
                .any(|(from, to)| *to > start && *from < start + part.len());
            if marked {
                pieces.extend(marked_pieces(&part, start, marks, kind));
            } else {
                pieces.push(Piece::new(part, text_style(kind)));
            }
            let mut row = Row::of(pieces);
            row.fill = ground(kind);
            row.marks = at;
            match start {
                0 => row.raw.clone_from(&line.raw),
                _ => row.joins = LineBreaks::Cut,
            }
            // Marks stand out on a line with marked words; other lines get the colours of code.
            if !marked {
                row.code = self.code_place(line, start, at);
            }
            rows.push(row);
        }
        rows
    }

    fn code_place(&self, line: &Line, start: usize, piece: usize) -> Option<CodePlace> {
        let code = match line.kind {
            DiffLineKind::Remove => self.old_code.as_ref()?,
            _ => self.new_code.as_ref()?,
        };
        Some(CodePlace {
            block: code.key,
            line: line.code_line,
            start: u32::try_from(start).ok()?,
            piece,
        })
    }

    /// Returns the line numbers and the sign.
    fn gutter(
        &self,
        (old, new): (u32, u32),
        kind: DiffLineKind,
        width: usize,
        numbers: Numbers,
    ) -> Vec<Piece> {
        if width < 4 {
            return Vec::new();
        }
        let digits = self.largest_number.to_string().len().max(4);
        if width < digits + 8 {
            return vec![Piece::new(sign(kind), sign_style(kind))];
        }
        let number = |number: u32, shown: bool| {
            let text = if shown {
                number.to_string()
            } else {
                String::new()
            };
            pad_start(&text, digits)
        };
        let own = match (numbers, kind) {
            (Numbers::Of(Side::Old), _) | (Numbers::Unified, DiffLineKind::Remove) => old,
            _ => new,
        };
        let text = match numbers {
            Numbers::Unified if width >= BOTH_NUMBERS => format!(
                "{} {}",
                number(old, kind != DiffLineKind::Add),
                number(new, kind != DiffLineKind::Remove)
            ),
            _ => number(own, true),
        };
        vec![
            Piece::new(text, TextStyle::of(Role::DiffLineno)),
            Piece::new(format!("  {} ", sign(kind)), sign_style(kind)),
        ]
    }
}

fn sign(kind: DiffLineKind) -> &'static str {
    match kind {
        DiffLineKind::Context => " ",
        DiffLineKind::Add => "+",
        DiffLineKind::Remove => "-",
    }
}

fn sign_style(kind: DiffLineKind) -> TextStyle {
    match kind {
        DiffLineKind::Context => TextStyle::default(),
        DiffLineKind::Add => TextStyle::of(Role::DiffAddFg),
        DiffLineKind::Remove => TextStyle::of(Role::DiffDelFg),
    }
}

fn text_style(kind: DiffLineKind) -> TextStyle {
    sign_style(kind)
}

fn ground(kind: DiffLineKind) -> Option<Role> {
    match kind {
        DiffLineKind::Context => None,
        DiffLineKind::Add => Some(Role::DiffAddBg),
        DiffLineKind::Remove => Some(Role::DiffDelBg),
    }
}

/// Returns the text with its changed words on their own background and underlined, so that the mark
/// is visible without colours too.
fn marked_pieces(
    part: &str,
    start: usize,
    marks: &[(usize, usize)],
    kind: DiffLineKind,
) -> Vec<Piece> {
    let word_ground = match kind {
        DiffLineKind::Remove => Role::DiffDelWordBg,
        _ => Role::DiffAddWordBg,
    };
    let word = text_style(kind).on(word_ground).with(Modifier::UNDERLINED);
    let mut pieces = Vec::new();
    let mut at = 0;
    for (from, to) in marks {
        let from = from.saturating_sub(start).clamp(at, part.len());
        let to = to.saturating_sub(start).clamp(at, part.len());
        let (Some(before), Some(inside)) = (part.get(at..from), part.get(from..to)) else {
            continue;
        };
        if inside.is_empty() {
            continue;
        }
        if !before.is_empty() {
            pieces.push(Piece::new(before, text_style(kind)));
        }
        pieces.push(Piece::new(inside, word));
        at = to;
    }
    if let Some(rest) = part.get(at..)
        && !rest.is_empty()
    {
        pieces.push(Piece::new(rest, text_style(kind)));
    }
    pieces
}
