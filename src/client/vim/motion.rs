//! Where vim's motions lead. Pure over the cells of a text.

use std::ops::Range;

use super::cells::{Cells, Class};

/// How words are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Words {
    /// Letters and digits, and other characters: `w b e`.
    Small,
    /// Everything between blanks: `W B E`.
    Big,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Back,
    Forward,
}

impl Side {
    pub fn opposite(self) -> Self {
        match self {
            Side::Back => Side::Forward,
            Side::Forward => Side::Back,
        }
    }
}

/// The search for a character in the line: `f F t T`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Find {
    pub wanted: char,
    pub side: Side,
    pub stop: Stop,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    On,
    /// One cell before the character is reached.
    Before,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Motion {
    Left,
    Right,
    Up,
    Down,
    LineStart,
    LineText,
    LineEnd,
    /// `|`
    Column,
    Word(Words),
    WordBack(Words),
    WordEnd(Words),
    WordEndBack(Words),
    /// `gg`
    First,
    /// `G`
    Last,
    /// `-`
    TextAbove,
    /// `+`
    TextBelow,
    /// `_`
    TextHere,
    Find(Find),
    /// `;` and `,`: the last search, or the same to the other side.
    FindAgain(Side),
    /// `%`
    Pair,
    Paragraph(Side),
}

/// The part of the text between a command's place and where its motion leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    Exclusive,
    Inclusive,
    Lines,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Target {
    pub to: usize,
    pub reach: Reach,
}

impl Target {
    fn exclusive(to: usize) -> Option<Self> {
        let reach = Reach::Exclusive;
        Some(Self { to, reach })
    }

    fn inclusive(to: usize) -> Option<Self> {
        let reach = Reach::Inclusive;
        Some(Self { to, reach })
    }

    fn lines(to: usize) -> Option<Self> {
        let reach = Reach::Lines;
        Some(Self { to, reach })
    }
}

/// State that motions keep for the next ones: the last search in the line and the column.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Memory {
    /// The column that `j` and `k` keep.
    pub column: Option<usize>,
    pub found: Option<Find>,
}

impl Motion {
    /// Returns where the motion leads; `None` if it cannot be made.
    pub fn target(
        self,
        cells: &Cells,
        from: usize,
        count: Option<usize>,
        memory: &Memory,
    ) -> Option<Target> {
        let times = count.unwrap_or(1);
        match self {
            Motion::Left => {
                let to = from.saturating_sub(times).max(cells.line_start(from));
                (to < from).then(|| Target::exclusive(to))?
            }
            Motion::Right => {
                let to = (from + times).min(cells.line_end(from));
                (to > from).then(|| Target::exclusive(to))?
            }
            Motion::Up => {
                cells.line_above(from)?;
                lines_away(cells, from, cells.lines_above(from, times), memory)
            }
            Motion::Down => {
                cells.line_below(from)?;
                lines_away(cells, from, cells.lines_below(from, times), memory)
            }
            Motion::LineStart => Target::exclusive(cells.line_start(from)),
            Motion::LineText => Target::exclusive(cells.line_text(from)),
            Motion::LineEnd => {
                let line = cells.lines_below(from, times - 1);
                Target::exclusive(cells.line_end(line))
            }
            Motion::Column => Target::exclusive(cells.at_column(from, times - 1)),
            Motion::First => {
                let line = cells.lines_below(0, times - 1);
                Target::lines(cells.line_text(line))
            }
            Motion::Last => {
                let line = match count {
                    Some(number) => cells.lines_below(0, number - 1),
                    None => cells.end(),
                };
                Target::lines(cells.line_text(line))
            }
            Motion::TextAbove => {
                cells.line_above(from)?;
                Target::lines(cells.line_text(cells.lines_above(from, times)))
            }
            Motion::TextBelow => {
                cells.line_below(from)?;
                Target::lines(cells.line_text(cells.lines_below(from, times)))
            }
            Motion::TextHere => Target::lines(cells.line_text(cells.lines_below(from, times - 1))),
            Motion::Find(find) => find.target(cells, from, times),
            Motion::FindAgain(side) => {
                let found = memory.found?;
                let side = match side {
                    Side::Forward => found.side,
                    Side::Back => found.side.opposite(),
                };
                let find = Find { side, ..found };
                // A search that stops before its character would find the same one again.
                let beyond = find.stop == Stop::Before && find.stands_before(cells, from);
                find.target(cells, from, times + usize::from(beyond))
            }
            Motion::Pair => Target::inclusive(pair(cells, from)?),
            _ => by_words(self, cells, from, times),
        }
    }
}

fn by_words(motion: Motion, cells: &Cells, from: usize, times: usize) -> Option<Target> {
    let mut at = from;
    for _ in 0..times {
        let next = match motion {
            Motion::Word(words) => word(cells, at, words),
            Motion::WordBack(words) => word_back(cells, at, words),
            Motion::WordEnd(words) => word_end(cells, at, words),
            Motion::WordEndBack(words) => word_end_back(cells, at, words),
            Motion::Paragraph(Side::Forward) => paragraph(cells, at),
            Motion::Paragraph(Side::Back) => paragraph_back(cells, at),
            _ => at,
        };
        if next == at {
            break;
        }
        at = next;
    }
    if at == from {
        return None;
    }
    match motion {
        Motion::WordEnd(_) | Motion::WordEndBack(_) => Target::inclusive(at),
        _ => Target::exclusive(at),
    }
}

fn lines_away(cells: &Cells, from: usize, line: usize, memory: &Memory) -> Option<Target> {
    let column = memory.column.unwrap_or_else(|| cells.column(from));
    Target::lines(cells.at_column(line, column))
}

/// Whether two neighbouring cells belong to one word.
pub(super) fn is_one_word(cells: &Cells, first: usize, words: Words) -> bool {
    match (cells.class(first), cells.class(first + 1)) {
        (Some(one), Some(other)) => match words {
            Words::Small => one == other && matches!(one, Class::Word | Class::Mark),
            Words::Big => cells.is_in_word(first) && cells.is_in_word(first + 1),
        },
        _ => false,
    }
}

/// Whether a cell lies between words: a blank, or the break of a line that is not empty.
fn is_between(cells: &Cells, place: usize) -> bool {
    match cells.class(place) {
        Some(Class::Blank) => true,
        Some(Class::Break) => !cells.is_empty_line(place),
        _ => false,
    }
}

fn word(cells: &Cells, from: usize, words: Words) -> usize {
    let mut at = from;
    while is_one_word(cells, at, words) {
        at += 1;
    }
    if !is_between(cells, at) {
        at = (at + 1).min(cells.end());
    }
    while is_between(cells, at) {
        at += 1;
    }
    at
}

fn word_back(cells: &Cells, from: usize, words: Words) -> usize {
    let mut at = from.saturating_sub(1);
    while at > 0 && is_between(cells, at) {
        at -= 1;
    }
    while at > 0 && is_one_word(cells, at - 1, words) {
        at -= 1;
    }
    at
}

fn word_end(cells: &Cells, from: usize, words: Words) -> usize {
    let mut at = from + 1;
    while at < cells.end() && !cells.is_in_word(at) {
        at += 1;
    }
    last_of_word(cells, at, words).min(cells.end().saturating_sub(1).max(from))
}

/// Returns the last cell of the word under a place.
pub(super) fn last_of_word(cells: &Cells, from: usize, words: Words) -> usize {
    let mut at = from;
    while is_one_word(cells, at, words) {
        at += 1;
    }
    at
}

fn word_end_back(cells: &Cells, from: usize, words: Words) -> usize {
    let mut at = from;
    while at > 0 && is_one_word(cells, at - 1, words) {
        at -= 1;
    }
    at = at.saturating_sub(1);
    while at > 0 && is_between(cells, at) {
        at -= 1;
    }
    at
}

/// Returns the first empty line behind the paragraph, or the end of the text.
fn paragraph(cells: &Cells, from: usize) -> usize {
    let mut line = cells.line_start(from);
    let mut is_in_text = !cells.is_empty_line(line);
    while let Some(below) = cells.line_below(line) {
        line = below;
        if cells.is_empty_line(line) && is_in_text {
            return line;
        }
        is_in_text |= !cells.is_empty_line(line);
    }
    cells.end()
}

/// Returns the last empty line before the paragraph, or the beginning of the text.
fn paragraph_back(cells: &Cells, from: usize) -> usize {
    let mut line = cells.line_start(from);
    let mut is_in_text = !cells.is_empty_line(line);
    while let Some(above) = cells.line_above(line) {
        line = above;
        if cells.is_empty_line(line) && is_in_text {
            return line;
        }
        is_in_text |= !cells.is_empty_line(line);
    }
    0
}

impl Find {
    fn is_at(self, cells: &Cells, place: usize) -> bool {
        let mut characters = cells.piece(place).chars();
        (characters.next(), characters.next()) == (Some(self.wanted), None)
    }

    fn stands_before(self, cells: &Cells, from: usize) -> bool {
        let next = match self.side {
            Side::Forward => Some(from + 1),
            Side::Back => from.checked_sub(1),
        };
        next.is_some_and(|next| self.is_at(cells, next))
    }

    fn target(self, cells: &Cells, from: usize, times: usize) -> Option<Target> {
        let line = cells.line(from);
        let fits = |place: &usize| self.is_at(cells, *place);
        match self.side {
            Side::Forward => {
                let hit = (from + 1..line.end).filter(fits).nth(times - 1)?;
                Target::inclusive(hit - usize::from(self.stop == Stop::Before))
            }
            Side::Back => {
                let hit = (line.start..from).rev().filter(fits).nth(times - 1)?;
                Target::exclusive(hit + usize::from(self.stop == Stop::Before))
            }
        }
    }
}

/// The brackets that belong together.
pub(super) const BRACKETS: [(&str, &str); 4] = [("(", ")"), ("[", "]"), ("{", "}"), ("<", ">")];

/// Returns the partner of the first bracket at or behind a place in its line. `<` and `>` are no
/// brackets here: they are more often signs.
fn pair(cells: &Cells, from: usize) -> Option<usize> {
    let (_, brackets) = BRACKETS.split_last()?;
    (from..cells.line_end(from)).find_map(|place| {
        let piece = cells.piece(place);
        let (open, close) = brackets
            .iter()
            .find(|(open, close)| [*open, *close].contains(&piece))?;
        if piece == *open {
            Some(closing(cells, place, open, close))
        } else {
            Some(opening(cells, place, open, close))
        }
    })?
}

/// Returns the bracket that closes the one at a place.
pub(super) fn closing(cells: &Cells, at: usize, open: &str, close: &str) -> Option<usize> {
    balanced(cells, at + 1..cells.end(), open, close)
}

/// Returns the bracket that opens what is around a place.
pub(super) fn opening(cells: &Cells, at: usize, open: &str, close: &str) -> Option<usize> {
    balanced(cells, (0..at).rev(), close, open)
}

fn balanced(
    cells: &Cells,
    places: impl Iterator<Item = usize>,
    deeper: &str,
    ends: &str,
) -> Option<usize> {
    let mut depth = 0_usize;
    for place in places {
        let piece = cells.piece(place);
        if piece == ends {
            if depth == 0 {
                return Some(place);
            }
            depth -= 1;
        } else if piece == deeper {
            depth += 1;
        }
    }
    None
}

/// A part of the text, as an operator takes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Span {
    pub places: Range<usize>,
    pub shape: Shape,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Characters,
    /// Whole lines; the places leave out the last line's break.
    Lines,
}

impl Span {
    pub fn characters(places: Range<usize>) -> Self {
        let shape = Shape::Characters;
        Self { places, shape }
    }

    /// Returns the lines from one place to another.
    pub fn lines(cells: &Cells, first: usize, last: usize) -> Self {
        Self {
            places: cells.line_start(first)..cells.line_end(last),
            shape: Shape::Lines,
        }
    }

    /// Returns what lies between a place and where a motion from there leads.
    pub fn between(cells: &Cells, from: usize, target: Target) -> Self {
        let (start, end) = (from.min(target.to), from.max(target.to));
        match target.reach {
            Reach::Lines => Self::lines(cells, start, end),
            Reach::Inclusive => Self::characters(start..(end + 1).min(cells.end())),
            // A motion that ends before the first cell of a line leaves out the break before it,
            // and takes whole lines if it began before the text of its own.
            Reach::Exclusive if end > cells.line_end(start) && end == cells.line_start(end) => {
                if start <= cells.line_text(start) {
                    Self::lines(cells, start, end - 1)
                } else {
                    Self::characters(start..end - 1)
                }
            }
            Reach::Exclusive => Self::characters(start..end),
        }
    }
}
