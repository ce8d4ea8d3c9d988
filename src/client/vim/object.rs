//! Vim's text objects: `iw`, `a"`, `i(`, `ap` and the like. Pure over the cells of a text.

use std::ops::Range;

use super::cells::Cells;
use super::motion::{BRACKETS, Shape, Span, Words, closing, is_one_word, opening};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// `i`
    Inner,
    /// `a`: with the blanks, the quotes or the brackets around it.
    Around,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Object {
    Word(Words),
    Paragraph,
    Quoted(char),
    Bracketed(&'static str, &'static str),
}

impl Object {
    /// Returns the object that a letter means.
    pub fn of(letter: char) -> Option<Self> {
        Some(match letter {
            'w' => Object::Word(Words::Small),
            'W' => Object::Word(Words::Big),
            'p' => Object::Paragraph,
            '"' | '\'' | '`' => Object::Quoted(letter),
            _ => {
                let sign = match letter {
                    'b' => ')',
                    'B' => '}',
                    sign => sign,
                };
                let (open, close) = BRACKETS
                    .iter()
                    .find(|(open, close)| open.starts_with(sign) || close.starts_with(sign))?;
                Object::Bracketed(open, close)
            }
        })
    }

    /// Returns the object at a place; `None` if there is none.
    pub fn span(self, extent: Extent, cells: &Cells, from: usize, times: usize) -> Option<Span> {
        match self {
            Object::Word(words) => {
                let places = words_at(cells, from, words, extent, times)?;
                Some(Span::characters(places))
            }
            Object::Paragraph => Some(paragraphs(cells, from, extent, times)),
            Object::Quoted(quote) => {
                let places = quoted(cells, from, quote, extent)?;
                Some(Span::characters(places))
            }
            Object::Bracketed(open, close) => bracketed(cells, from, (open, close), extent, times),
        }
    }
}

/// Returns the end of the run of blanks, or of one word, that begins at a place.
fn run_end(cells: &Cells, from: usize, words: Words) -> usize {
    let is_one_run =
        |at: usize| is_one_word(cells, at, words) || (cells.is_blank(at) && cells.is_blank(at + 1));
    let mut at = from;
    while is_one_run(at) {
        at += 1;
    }
    (at + 1).min(cells.line_end(from))
}

fn run_start(cells: &Cells, from: usize, words: Words) -> usize {
    let mut at = from;
    while at > 0
        && (is_one_word(cells, at - 1, words) || (cells.is_blank(at - 1) && cells.is_blank(at)))
    {
        at -= 1;
    }
    at
}

fn words_at(
    cells: &Cells,
    from: usize,
    words: Words,
    extent: Extent,
    times: usize,
) -> Option<Range<usize>> {
    let line = cells.line(from);
    if !line.contains(&from) {
        return None;
    }
    let mut start = run_start(cells, from, words);
    let mut end = start;
    let begins_blank = cells.is_blank(start);
    let mut has_blanks = true;
    for _ in 0..times {
        if end == line.end {
            break;
        }
        let first = run_end(cells, end, words);
        has_blanks = first < line.end && (begins_blank || cells.is_blank(first));
        end = match extent {
            Extent::Around if has_blanks => run_end(cells, first, words),
            _ => first,
        };
    }
    // A word at the end of the line takes the blanks before it.
    if extent == Extent::Around && !has_blanks {
        while start > line.start && cells.is_blank(start - 1) {
            start -= 1;
        }
    }
    Some(start..end)
}

fn paragraphs(cells: &Cells, from: usize, extent: Extent, times: usize) -> Span {
    let is_blank = cells.is_blank_line(from);
    let mut first = cells.line_start(from);
    while let Some(above) = cells.line_above(first) {
        if cells.is_blank_line(above) != is_blank {
            break;
        }
        first = above;
    }
    let runs = match extent {
        Extent::Inner => times,
        Extent::Around => times.saturating_mul(2),
    };
    let (mut last, mut kind, mut taken) = (first, is_blank, 1);
    while let Some(below) = cells.line_below(last) {
        if cells.is_blank_line(below) != kind {
            if taken >= runs {
                break;
            }
            taken += 1;
            kind = !kind;
        }
        last = below;
    }
    // The last paragraph takes the empty lines before it.
    if extent == Extent::Around && taken < runs && !is_blank {
        while let Some(above) = cells
            .line_above(first)
            .filter(|above| cells.is_blank_line(*above))
        {
            first = above;
        }
    }
    Span::lines(cells, first, last)
}

fn quoted(cells: &Cells, from: usize, quote: char, extent: Extent) -> Option<Range<usize>> {
    let line = cells.line(from);
    let mut is_escaped = false;
    let mut quotes = Vec::new();
    for place in line.clone() {
        let piece = cells.piece(place);
        if !is_escaped && piece.starts_with(quote) && piece.len() == quote.len_utf8() {
            quotes.push(place);
        }
        is_escaped = piece == "\\" && !is_escaped;
    }
    let pairs = quotes.chunks_exact(2);
    let (open, close) = pairs
        .filter_map(|pair| Some((*pair.first()?, *pair.last()?)))
        .find(|(_, close)| from <= *close)?;
    if extent == Extent::Inner {
        return Some(open + 1..close);
    }
    let (mut start, mut end) = (open, close + 1);
    while end < line.end && cells.is_blank(end) {
        end += 1;
    }
    if end == close + 1 {
        while start > line.start && cells.is_blank(start - 1) {
            start -= 1;
        }
    }
    Some(start..end)
}

fn bracketed(
    cells: &Cells,
    from: usize,
    (open, close): (&str, &str),
    extent: Extent,
    times: usize,
) -> Option<Span> {
    let mut first = match cells.piece(from) {
        piece if piece == open => from,
        _ => opening(cells, from, open, close)?,
    };
    for _ in 1..times {
        first = opening(cells, first, open, close)?;
    }
    let last = closing(cells, first, open, close)?;
    if extent == Extent::Around {
        return Some(Span::characters(first..last + 1));
    }
    let inner = first + 1..last;
    // Brackets on lines of their own hold whole lines.
    let line = cells.line_start(last);
    let stands_alone = cells.is_break(inner.start) && (line..last).all(|at| cells.is_blank(at));
    if stands_alone && line > inner.start + 1 {
        return Some(Span {
            places: inner.start + 1..line - 1,
            shape: Shape::Lines,
        });
    }
    Some(Span::characters(inner))
}
