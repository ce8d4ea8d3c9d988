//! The pieces of a screen as SVG elements: words, lines and stretches of paper, each with an explicit
//! column and width, so that columns are right in any font of the reader. Box-drawing lines are
//! shapes, so that they meet.

use std::fmt::Write;

use super::cells::{BACKGROUND, Cell, Cells, FOREGROUND, Ink};

/// Width and height of a cell, in the picture's units.
pub const CELL: (f32, f32) = (8.4, 18.0);
/// Distance from the edge to the first cell, and the height of the window's title.
pub const EDGE: (f32, f32) = (14.0, 40.0);
/// Distance from the top of a cell to the base line of its text.
const BASE_LINE: f32 = 13.0;

/// The content of a piece, in the order of drawing.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Shape {
    Paper(String),
    /// Box-drawing cells.
    Line(char),
    Text(String),
    Cursor,
    /// Words in the window's title.
    Caption(String),
}

/// A shape at its place.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Piece {
    shape: Shape,
    row: u16,
    column: u16,
    columns: u16,
    /// `None` for paper.
    pub ink: Option<Ink>,
}

/// Returns the pieces of a screen, and of its caption if it has one.
pub fn pieces_of(screen: &Cells, caption: &str) -> Vec<Piece> {
    let plain = Ink {
        colour: FOREGROUND.to_owned(),
        bold: false,
        italic: false,
        underline: false,
    };
    let mut pieces = Vec::new();
    for (row, cells) in (0..).zip(&screen.rows) {
        papers_of(row, cells, &mut pieces);
        inks_of(row, cells, &mut pieces);
    }
    if let Some((row, column)) = screen.cursor {
        pieces.push(Piece {
            shape: Shape::Cursor,
            row,
            column,
            columns: 1,
            ink: Some(plain.clone()),
        });
    }
    if !caption.is_empty() {
        pieces.push(Piece {
            shape: Shape::Caption(caption.to_owned()),
            row: 0,
            column: 0,
            columns: screen.columns,
            ink: Some(plain),
        });
    }
    pieces
}

fn papers_of(row: u16, cells: &[Cell], pieces: &mut Vec<Piece>) {
    let mut column = 0;
    for stretch in cells.chunk_by(|one, next| one.look.paper == next.look.paper) {
        let columns = stretch.iter().map(|cell| cell.columns).sum();
        let paper = &stretch[0].look.paper;
        if paper != BACKGROUND {
            pieces.push(Piece {
                shape: Shape::Paper(paper.clone()),
                row,
                column,
                columns,
                ink: None,
            });
        }
        column += columns;
    }
}

fn inks_of(row: u16, cells: &[Cell], pieces: &mut Vec<Piece>) {
    let mut column = 0;
    let mut rest = cells;
    while let [first, ..] = rest {
        let line = line_letter(first);
        let length = match line {
            Some(letter) => line_length(rest, letter),
            None if is_plain(first) => words_length(rest),
            None => 1,
        };
        let (these, behind) = rest.split_at(length);
        let columns = these.iter().map(|cell| cell.columns).sum();
        if !first.is_blank() {
            let text = these.iter().map(|cell| cell.text.as_str()).collect();
            pieces.push(Piece {
                shape: line.map_or(Shape::Text(text), Shape::Line),
                row,
                column,
                columns,
                ink: Some(first.look.ink.clone()),
            });
        }
        column += columns;
        rest = behind;
    }
}

/// Whether every font has the letter, in the width of a cell.
fn is_plain(cell: &Cell) -> bool {
    cell.text.bytes().all(|byte| byte.is_ascii_graphic())
}

/// Returns the number of cells that continue the first as a line from left to right.
fn line_length(cells: &[Cell], letter: char) -> usize {
    let ink = &cells[0].look.ink;
    let goes_on = |cell: &&Cell| line_letter(cell) == Some(letter) && cell.look.ink == *ink;
    match arms(letter) {
        [true, true, false, false] => cells.iter().take_while(goes_on).count(),
        _ => 1,
    }
}

/// Returns the number of cells of the words in one style, with one blank between two of them.
fn words_length(cells: &[Cell]) -> usize {
    let ink = &cells[0].look.ink;
    let goes_on = |cell: &Cell| is_plain(cell) && cell.look.ink == *ink;
    let mut length = 0;
    loop {
        match &cells[length..] {
            [next, ..] if goes_on(next) => length += 1,
            [blank, next, ..] if blank.is_blank() && goes_on(next) => length += 2,
            _ => return length,
        }
    }
}

/// Returns the letter of a cell with a box-drawing line.
fn line_letter(cell: &Cell) -> Option<char> {
    let letter = cell.text.chars().next()?;
    arms(letter).contains(&true).then_some(letter)
}

/// Returns whether a line leads from the middle of the cell to its left, right, top and bottom.
fn arms(letter: char) -> [bool; 4] {
    let parts = match letter {
        '─' | '━' => "lr",
        '│' | '┃' => "tb",
        '┌' | '╭' => "rb",
        '┐' | '╮' => "lb",
        '└' | '╰' => "rt",
        '┘' | '╯' => "lt",
        '├' => "rtb",
        '┤' => "ltb",
        '┬' => "lrb",
        '┴' => "lrt",
        '┼' => "lrtb",
        _ => "",
    };
    ['l', 'r', 't', 'b'].map(|arm| parts.contains(arm))
}

/// Returns the top of a row.
pub fn row_top(row: u16) -> f32 {
    EDGE.1 + f32::from(row) * CELL.1
}

impl Piece {
    /// Whether it lies below the others.
    pub fn is_paper(&self) -> bool {
        matches!(self.shape, Shape::Paper(_))
    }

    /// Appends the element of the piece, whose ink has this number.
    pub fn draw(&self, class: Option<usize>, out: &mut String) {
        let class = class.map_or_else(String::new, |number| format!(" class=\"c{number}\""));
        let left = EDGE.0 + f32::from(self.column) * CELL.0;
        let width = f32::from(self.columns) * CELL.0;
        let top = row_top(self.row);
        match &self.shape {
            Shape::Paper(paper) => write!(
                out,
                "<rect x=\"{left:.1}\" y=\"{top}\" width=\"{width:.1}\" height=\"{}\" \
                 fill=\"{paper}\"/>",
                CELL.1
            ),
            Shape::Line(letter) => {
                let heavy = match letter {
                    '┃' | '━' => " stroke-width=\"3\"",
                    _ => "",
                };
                let path = path(arms(*letter), (left, top), width);
                write!(out, "<path{class}{heavy} d=\"{path}\"/>")
            }
            Shape::Text(text) => {
                // Another font may have other letters in another width.
                let fit = if text.is_ascii() {
                    ""
                } else {
                    " lengthAdjust=\"spacingAndGlyphs\""
                };
                write!(
                    out,
                    "<text{class} x=\"{left:.1}\" y=\"{}\" textLength=\"{width:.1}\"{fit}>{}</text>",
                    top + BASE_LINE,
                    escaped(text)
                )
            }
            Shape::Cursor => write!(
                out,
                "<path{class} stroke-width=\"2\" d=\"M{:.1} {}v{}\"/>",
                left + 0.5,
                top + 2.0,
                CELL.1 - 4.0
            ),
            Shape::Caption(text) => write!(
                out,
                "<text{class} x=\"{:.1}\" y=\"24\" text-anchor=\"middle\">{}</text>",
                left + width / 2.0,
                escaped(text)
            ),
        }
        .expect("a text can be written");
        out.push('\n');
    }
}

/// Returns the path from the middle of a cell, or of several, to the sides to which a line leads.
fn path(
    [to_left, to_right, to_top, to_bottom]: [bool; 4],
    (left, top): (f32, f32),
    width: f32,
) -> String {
    let (across, down) = (top + CELL.1 / 2.0, left + CELL.0 / 2.0);
    let (right, bottom) = (left + width, top + CELL.1);
    let mut path = String::new();
    if to_left || to_right {
        let from = if to_left { left } else { down };
        let to = if to_right { right } else { down };
        path += &format!("M{from:.1} {across}H{to:.1}");
    }
    if to_top || to_bottom {
        let from = if to_top { top } else { across };
        let to = if to_bottom { bottom } else { across };
        path += &format!("M{down:.1} {from}V{to}");
    }
    path
}

pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
