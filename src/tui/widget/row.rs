//! One row of a screen before colouring: pieces of text with semantic styles.
//!
//! Rows are made at layout and kept; the theme is applied when they are drawn, so a change of theme
//! needs no new layout.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;

use crate::highlight::{Colours, Token};
use crate::screen::links;
use crate::theme::{Role, Theme};
use client::text::{fitting, width_of};

/// The style of a piece of text, by meaning.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TextStyle {
    /// Foreground; `None` is the plain text colour.
    pub role: Option<Role>,
    /// Background; `None` keeps the one below.
    pub back: Option<Role>,
    /// Bold, italic, underlined and so on.
    pub modifier: Modifier,
    /// Index of the row's link that the piece belongs to.
    pub link: Option<u16>,
}

impl TextStyle {
    /// Returns the style of a role.
    pub fn of(role: Role) -> Self {
        Self {
            role: Some(role),
            ..Self::default()
        }
    }

    /// Returns the style on another background.
    #[must_use]
    pub fn on(mut self, back: Role) -> Self {
        self.back = Some(back);
        self
    }

    /// Returns the style with more modifiers.
    #[must_use]
    pub fn with(mut self, modifier: Modifier) -> Self {
        self.modifier |= modifier;
        self
    }

    /// Returns the concrete style in a theme.
    pub fn style(self, theme: &Theme) -> Style {
        let mut style = theme.style(self.role.unwrap_or(Role::Fg));
        if let Some(back) = self.back {
            style = style.patch(theme.style(back));
        }
        style.add_modifier(self.modifier)
    }
}

/// A piece of a row: text of one style.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Piece {
    /// The text, without line ends and without anything that a terminal would interpret.
    pub text: String,
    pub style: TextStyle,
}

impl Piece {
    pub fn new(text: impl Into<String>, style: TextStyle) -> Self {
        Self {
            text: text.into(),
            style,
        }
    }
}

/// The position of a row's text in a code block, used to find its colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CodePlace {
    /// The block, see [`crate::highlight::block_key`].
    pub block: u64,
    /// Line in the block, from 0.
    pub line: u32,
    /// Byte in that line at which the row's code begins.
    pub start: u32,
    /// Index of the row's piece that holds the code.
    pub piece: usize,
}

/// The connection of a row to the one above it, for copying text without the screen's line breaks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum LineBreaks {
    /// The row begins a line of the text.
    #[default]
    Begins,
    /// The row continues in the middle of a word or of a line of code.
    Cut,
    /// The row continues behind this many blanks, which are not drawn.
    Blanks(u16),
    /// The row begins a line of cells, with bars between them.
    Cells,
    /// The row is not text: a rule, a label, a speaker's name.
    Decoration,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Row {
    /// Pieces from the left.
    pub pieces: Vec<Piece>,
    /// Background of the whole row.
    pub fill: Option<Role>,
    /// Code on the row.
    pub code: Option<CodePlace>,
    /// Bytes that are not white space on the rows of the same text above this one. It is the same
    /// at every width, so it identifies the reading position after the width has changed.
    pub ink: usize,
    /// Connection of the text to the row above.
    pub joins: LineBreaks,
    /// Number of leading pieces that are not text: bars, bullets, numbers, signs, margins.
    pub marks: usize,
    /// The whole source line that begins with this row, if it is drawn differently: with tabs
    /// or invisible characters.
    pub raw: Option<Arc<str>>,
    /// Targets of the row's links.
    pub links: Option<Arc<[String]>>,
}

impl Row {
    /// Creates a row of these pieces.
    pub fn of(pieces: Vec<Piece>) -> Self {
        Self {
            pieces,
            ..Self::default()
        }
    }

    /// Creates a row of one piece.
    pub fn text(text: impl Into<String>, style: TextStyle) -> Self {
        Self::of(vec![Piece::new(text, style)])
    }

    /// Returns the columns that the row takes.
    pub fn width(&self) -> usize {
        self.pieces.iter().map(|piece| width_of(&piece.text)).sum()
    }

    /// Turns the row into decoration, which is not copied.
    #[must_use]
    pub fn decoration(mut self) -> Self {
        self.joins = LineBreaks::Decoration;
        self
    }

    /// Returns the columns of the marks at the beginning.
    pub fn marks_width(&self) -> usize {
        let marks = self.pieces.iter().take(self.marks);
        marks.map(|piece| width_of(&piece.text)).sum()
    }

    /// Returns the text without styles and without the marks at the beginning.
    pub fn copied(&self) -> String {
        let pieces = self.pieces.iter().skip(self.marks);
        let text: String = pieces.map(|piece| piece.text.as_str()).collect();
        text.trim_end().to_owned()
    }

    /// Returns the text without styles.
    pub fn plain(&self) -> String {
        self.pieces
            .iter()
            .map(|piece| piece.text.as_str())
            .collect()
    }

    /// Appends text, to the last piece if the style is the same.
    pub fn push(&mut self, text: &str, style: TextStyle) {
        if text.is_empty() {
            return;
        }
        match self.pieces.last_mut() {
            Some(last) if last.style == style => last.text.push_str(text),
            _ => self.pieces.push(Piece::new(text, style)),
        }
    }

    /// Returns the row if it fits into `columns`, else its beginning and `…`.
    #[must_use]
    pub fn cut(mut self, columns: usize) -> Self {
        if self.width() <= columns {
            return self;
        }
        let mut room = columns.saturating_sub(1);
        let mut kept: Vec<Piece> = Vec::new();
        for mut piece in self.pieces {
            let (head, taken) = fitting(&piece.text, room);
            let is_whole = head.len() == piece.text.len();
            piece.text = head.to_owned();
            room = room.saturating_sub(taken);
            kept.push(piece);
            if !is_whole {
                break;
            }
        }
        if let Some(last) = kept.last_mut().filter(|_| columns > 0) {
            last.text.push('…');
        }
        self.pieces = kept;
        self
    }

    /// Returns the bytes of the row that are not white space.
    pub fn own_ink(&self) -> usize {
        self.pieces.iter().map(|piece| ink_of(&piece.text)).sum()
    }
}

/// Returns the bytes of a text that are not white space.
pub fn ink_of(text: &str) -> usize {
    text.bytes()
        .filter(|byte| !byte.is_ascii_whitespace())
        .count()
}

/// Recomputes the ink above each row, beginning with `start`.
pub fn count_ink(rows: &mut [Row], start: usize) -> usize {
    let mut ink = start;
    for row in rows {
        row.ink = ink;
        ink += row.own_ink();
    }
    ink
}

/// The inputs of drawing besides the rows.
#[derive(Clone, Copy)]
pub struct Paint<'a> {
    pub theme: &'a Theme,
    /// Code colours that have arrived.
    pub colours: &'a Colours,
}

/// The place of a row: its first cell and the columns it may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot {
    /// Column of the first cell.
    pub x: u16,
    /// Row of the screen.
    pub y: u16,
    pub width: u16,
}

pub fn draw_row(row: &Row, slot: Slot, buf: &mut Buffer, paint: Paint<'_>) {
    if slot.width == 0 || slot.y < buf.area.top() || slot.y >= buf.area.bottom() {
        return;
    }
    if let Some(fill) = row.fill {
        let area = Rect::new(slot.x, slot.y, slot.width, 1);
        buf.set_style(area.intersection(buf.area), paint.theme.style(fill));
    }
    let end = slot.x.saturating_add(slot.width).min(buf.area.right());
    let mut x = slot.x;
    for (number, piece) in row.pieces.iter().enumerate() {
        let begin = x;
        let tokens = row
            .code
            .filter(|place| place.piece == number)
            .map(|place| (place, paint.colours.line(place.block, place.line)));
        match tokens {
            Some((place, tokens)) if !tokens.is_empty() => {
                let start = place.start as usize;
                for (part, role) in split_by_tokens(&piece.text, start, tokens) {
                    let style = match role {
                        Some(role) => TextStyle {
                            role: Some(role),
                            ..piece.style
                        },
                        None => piece.style,
                    };
                    x = put(buf, (x, slot.y), end, part, style.style(paint.theme));
                }
            }
            _ => {
                x = put(
                    buf,
                    (x, slot.y),
                    end,
                    &piece.text,
                    piece.style.style(paint.theme),
                );
            }
        }
        let address = piece.style.link.zip(row.links.as_ref());
        let address = address.and_then(|(link, links)| links.get(usize::from(link)));
        if let Some(address) = address.filter(|_| paint.colours.links()) {
            links::mark(buf, (begin, slot.y), x, address);
        }
    }
}

/// Draws rows one below the other, without code colours.
pub fn draw_rows(rows: &[Row], area: Rect, buf: &mut Buffer, theme: &Theme) {
    let colours = &Colours::none();
    for (y, row) in (area.top()..area.bottom()).zip(rows) {
        let slot = Slot {
            x: area.x,
            y,
            width: area.width,
        };
        draw_row(row, slot, buf, Paint { theme, colours });
    }
}

/// Draws lines one below the other on a background of one style; cuts what does not fit.
pub fn draw_lines(lines: &[Line<'_>], area: Rect, buf: &mut Buffer, ground: Style) {
    let area = area.intersection(buf.area);
    buf.set_style(area, ground);
    for (y, line) in (area.top()..area.bottom()).zip(lines) {
        let mut x = area.left();
        for span in &line.spans {
            let style = line.style.patch(span.style);
            x = put(buf, (x, y), area.right(), &span.content, style);
        }
    }
}

fn put(buf: &mut Buffer, at: (u16, u16), end: u16, text: &str, style: Style) -> u16 {
    let (x, y) = at;
    if x >= end {
        return x;
    }
    buf.set_stringn(x, y, text, usize::from(end - x), style).0
}

/// Splits `text`, which begins at byte `start` of its line, at the boundaries of the line's tokens.
fn split_by_tokens<'t>(
    text: &'t str,
    start: usize,
    tokens: &[Token],
) -> Vec<(&'t str, Option<Role>)> {
    let mut parts = Vec::new();
    let mut at = 0;
    for token in tokens {
        let from = (token.start as usize).saturating_sub(start).min(text.len());
        let to = (token.end as usize).saturating_sub(start).min(text.len());
        if to <= at {
            continue;
        }
        let from = from.max(at);
        let (Some(before), Some(inside)) = (text.get(at..from), text.get(from..to)) else {
            break;
        };
        if !before.is_empty() {
            parts.push((before, None));
        }
        parts.push((inside, Some(token.role)));
        at = to;
    }
    if let Some(rest) = text.get(at..)
        && !rest.is_empty()
    {
        parts.push((rest, None));
    }
    parts
}

/// Stores the source line in each row that begins a line, if the line is drawn differently. `raw`
/// has as many lines as the text that the rows were made of.
pub fn keep_source(rows: &mut [Row], raw: &str) {
    let is_plain = |byte: u8| (0x20..0x7f).contains(&byte) || byte == b'\n';
    if raw.bytes().all(is_plain) {
        return;
    }
    let begins = rows
        .iter_mut()
        .filter(|row| row.joins == LineBreaks::Begins);
    for (row, line) in begins.zip(raw.split('\n')) {
        if client::text::visible(line) != line {
            row.raw = Some(Arc::from(line));
        }
    }
}
