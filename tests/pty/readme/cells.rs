//! The cells of a screen, with fixed words in place of those that differ between two runs: folders,
//! times and durations.

use vt100::{Color, Screen};

/// Colours of the dark theme, for cells without their own.
pub const BACKGROUND: &str = "#16181d";
pub const FOREGROUND: &str = "#d3d8de";

/// Words that differ between two runs, those that the pictures have instead, and where blanks make
/// up for the difference in length. A `0` stands for any digit.
const VARYING: [(&str, &str, Room); 10] = [
    // The duration of a call, at the right end, which has one only if it was slow.
    ("  0.0 s", "", Room::Before),
    ("  00.0 s", "", Room::Before),
    ("  0:00", "", Room::Before),
    // Times of day.
    (" 00:00", " 10:42", Room::Behind),
    // The duration of a run, between other facts.
    (" · 0.0 s ·", " · 38.6 s ·", Room::Behind),
    (" · 00.0 s ·", " · 38.6 s ·", Room::Behind),
    (" · 0:00 ·", " · 38.6 s ·", Room::Behind),
    // At the end of a row that is too narrow for more.
    (" · 0.0 s  ", " · 38.6 s  ", Room::Behind),
    (" · 00.0 s  ", " · 38.6 s  ", Room::Behind),
    (" · 0:00  ", " · 38.6 s  ", Room::Behind),
];

/// Words at the right end of a row of which a dialog may cover the beginning, with their variants.
const AT_THE_END: &str = "allowed by you 10:42";
const VARIANTS: [&str; 3] = [
    "allowed by you 00:00",
    "allowed by you 00:00  0.0 s",
    "allowed by you 00:00  00.0 s",
];

/// Style of what is drawn.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ink {
    pub colour: String,
    pub bold: bool,
    pub italic: bool,
    pub underline: bool,
}

/// Style of a cell: its ink, and the colour behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Look {
    pub ink: Ink,
    pub paper: String,
}

/// The letter that one or two columns of a row show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    pub text: String,
    pub columns: u16,
    pub look: Look,
}

/// A screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cells {
    pub columns: u16,
    pub rows: Vec<Vec<Cell>>,
    /// Row and column of the cursor if it is visible.
    pub cursor: Option<(u16, u16)>,
}

impl Cells {
    /// Copies a screen, with `shown` in place of the path `folder`.
    pub fn of(screen: &Screen, (folder, shown): (&str, &str)) -> Self {
        let (rows, columns) = screen.size();
        let columns = columns.get();
        let row = |row| {
            let mut cells = copy(screen, row, columns);
            replace_covered(&mut cells);
            replace_all(&mut cells, folder, shown, Room::Before);
            for (pattern, fixed, room) in VARYING {
                replace_all(&mut cells, pattern, fixed, room);
            }
            cells
        };
        Self {
            columns,
            rows: (0..rows.get()).map(row).collect(),
            cursor: (!screen.hide_cursor()).then(|| screen.cursor_position()),
        }
    }
}

impl Cell {
    /// Whether nothing is to be seen but the paper.
    pub fn is_blank(&self) -> bool {
        self.text == " "
    }
}

fn copy(screen: &Screen, row: u16, columns: u16) -> Vec<Cell> {
    let cells = (0..columns).filter_map(|column| {
        let cell = screen.cell(row, column).expect("the cell is on the screen");
        let text = match cell.contents() {
            "" => " ",
            text => text,
        };
        (!cell.is_wide_continuation()).then(|| Cell {
            text: text.to_owned(),
            columns: if cell.is_wide() { 2 } else { 1 },
            look: look(cell),
        })
    });
    cells.collect()
}

fn look(cell: &vt100::Cell) -> Look {
    let mut colours = [
        colour(cell.fgcolor(), FOREGROUND),
        colour(cell.bgcolor(), BACKGROUND),
    ];
    if cell.inverse() {
        colours.reverse();
    }
    let [colour, paper] = colours;
    let ink = Ink {
        colour,
        bold: cell.bold(),
        italic: cell.italic(),
        underline: cell.underline(),
    };
    Look { ink, paper }
}

fn colour(colour: Color, default: &str) -> String {
    match colour {
        Color::Default => default.to_owned(),
        Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        Color::Idx(index) => panic!("the theme has colours of its own, this is number {index}"),
    }
}

/// The side on which blanks make up for the difference in length: before or behind the sentence,
/// which two blanks or the edge of the pane end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Room {
    Before,
    Behind,
}

/// Replaces what a dialog leaves of the words at the end of a row.
fn replace_covered(cells: &mut [Cell]) {
    let [cells @ .., last] = cells else { return };
    let Some(at) = cells
        .windows(2)
        .rposition(|two| two[0].look.paper != two[1].look.paper)
        .filter(|_| last.is_blank())
    else {
        return;
    };
    let rest = &mut cells[at + 1..];
    let is_end = |variant: &&str| find(rest, end(variant, rest.len())) == Some(0);
    if rest.len() <= AT_THE_END.len() && VARIANTS.iter().any(is_end) {
        let letters = end(AT_THE_END, rest.len());
        for (cell, letter) in rest.iter_mut().zip(letters.chars()) {
            cell.text = letter.into();
        }
    }
}

/// Returns the last letters of a text of ASCII.
fn end(text: &str, length: usize) -> &str {
    &text[text.len().saturating_sub(length)..]
}

fn replace_all(cells: &mut Vec<Cell>, pattern: &str, by: &str, room: Room) {
    let (length, new_length) = (pattern.chars().count(), by.chars().count());
    let mut from = 0;
    while let Some(found) = find(&cells[from..], pattern) {
        let at = from + found;
        let look = cells[at].look.clone();
        let one = |letter: char| Cell {
            text: letter.into(),
            columns: 1,
            look: look.clone(),
        };
        let surplus = new_length.saturating_sub(length);
        let blanks = vec![one(' '); length.saturating_sub(new_length)];
        let new: Vec<Cell> = by.chars().map(one).collect();
        let (place, changed) = match room {
            Room::Before => {
                let begin = begin_of_sentence(cells, at);
                let place = begin - surplus..begin;
                let kept = cells[begin..at].to_vec();
                (place.start..at + length, [blanks, kept, new].concat())
            }
            Room::Behind => {
                let end = end_of_sentence(cells, at + length);
                let kept = cells[at + length..end].to_vec();
                (at..end + surplus, [new, kept, blanks].concat())
            }
        };
        assert_eq!(place.len(), changed.len());
        cells.splice(place, changed);
        from = at + new_length;
    }
}

/// Returns where a pattern, followed by a blank or nothing, begins.
fn find(cells: &[Cell], pattern: &str) -> Option<usize> {
    let letters: Vec<char> = pattern.chars().collect();
    let is_same = |(cell, letter): (&Cell, &char)| match letter {
        '0' => cell.text.bytes().all(|byte| byte.is_ascii_digit()),
        letter => cell.text.chars().eq([*letter]),
    };
    (0..=cells.len().checked_sub(letters.len())?).find(|&at| {
        let (found, behind) = cells[at..].split_at(letters.len());
        found.iter().zip(&letters).all(is_same) && behind.first().is_none_or(Cell::is_blank)
    })
}

fn begin_of_sentence(cells: &[Cell], at: usize) -> usize {
    let is_gap = |two: &[Cell]| two.iter().all(Cell::is_blank);
    let gap = cells[..at].windows(2).rposition(is_gap);
    gap.map_or(0, |gap| gap + 2)
}

fn end_of_sentence(cells: &[Cell], from: usize) -> usize {
    let blank = |at: usize| cells.get(at).is_none_or(Cell::is_blank);
    let is_end = |at: &usize| blank(*at) && (blank(at + 1) || cells[at + 1].text == "│");
    (from..cells.len()).find(is_end).unwrap_or(cells.len())
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU16;

    use super::*;

    /// Returns the rows of a screen of 40 columns on which this was written.
    fn rows(written: &str) -> Vec<String> {
        let side = |length| NonZeroU16::new(length).expect("a side is not zero");
        let mut parser = vt100::Parser::new(side(2), side(40), 0);
        parser.process(written.as_bytes());
        let cells = Cells::of(parser.screen(), ("/tmp/x7/demo", "/home/me/demo"));
        let text = |row: &Vec<Cell>| row.iter().map(|cell| cell.text.as_str()).collect();
        cells.rows.iter().map(text).collect()
    }

    #[test]
    fn two_runs_that_differ_in_folder_time_and_duration_have_the_same_cells() {
        let first = rows(
            " [1 demo]             /tmp/x7/demo  main\r\n\
             done · 9.8 s · ~25k   │ by you 09:15",
        );
        assert_eq!(first[0], " [1 demo]            /home/me/demo  main");
        assert_eq!(first[1], "done · 38.6 s · ~25k  │ by you 10:42    ");
        assert_eq!(
            rows("\r\ndone · 12.1 s · ~25k  │ by you 21:07")[1],
            first[1]
        );
        let quick = rows("\r\n FAIL exit 2           by you 09:15 │ x");
        assert_eq!(rows("\r\n FAIL exit 2    by you 09:16  0.4 s │ x"), quick);
    }

    #[test]
    fn what_a_dialog_leaves_of_a_time_is_the_same_in_two_runs() {
        let dialog = "by you \x1b[48;2;1;2;3m dialog                      \x1b[0m";
        let first = rows(&format!("{dialog}:59 "));
        assert_eq!(first[0], "by you  dialog                      :42 ");
        assert_eq!(rows(&format!("{dialog}7 s ")), first);
        let other = rows(&format!("{dialog}12  "));
        assert!(other[0].ends_with("12  "), "not where times end: {other:?}");
    }

    #[test]
    fn a_wide_letter_is_one_cell_of_two_columns() {
        assert_eq!(rows("漢 1:30")[0].chars().count(), 39);
    }
}
