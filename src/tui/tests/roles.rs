//! What is drawn by meaning: a theme whose colours stand for their roles, and what a frame says in it.
//! So a snapshot of styles changes when something is drawn otherwise, not when a colour does.

use std::collections::HashSet;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier, Style};

use crate::tui::theme::contrast::DECORATION;
use crate::tui::theme::{ColourDepth, Role, Theme};

/// What stands for a cell of the plain text on the plain ground.
const PLAIN: &str = ".";

/// A theme in which each role has a colour of its own, with the name and the modifiers of the dark one.
pub fn theme() -> Theme {
    let dark = Theme::load("dark", ColourDepth::TrueColour).unwrap();
    let styles = Role::ALL.iter().enumerate().map(|(place, role)| {
        let colour = Color::Rgb(u8::try_from(place).unwrap(), 0, 0);
        let plain = if role.is_background() {
            Style::new().bg(colour)
        } else {
            Style::new().fg(colour)
        };
        (*role, plain.add_modifier(dark.style(*role).add_modifier))
    });
    Theme::new(dark.name.clone(), styles.collect())
}

fn role_of(colour: Color) -> Role {
    let place = match colour {
        Color::Rgb(place, 0, 0) => Role::ALL.get(usize::from(place)),
        _ => None,
    };
    *place.unwrap_or_else(|| panic!("{colour} is of no role"))
}

/// Whether the colour of its letter can be seen.
fn has_ink(cell: &Cell) -> bool {
    let lines = Modifier::UNDERLINED | Modifier::CROSSED_OUT | Modifier::REVERSED;
    !cell.symbol().trim().is_empty() || cell.modifier.intersects(lines)
}

/// The roles of what is read and of its grounds in a frame that is drawn with that theme. Lines and fillers in a role
/// that says nothing are not read; words in such a role are.
pub fn pairs_of(buffer: &Buffer) -> HashSet<(Role, Role)> {
    let is_read = |cell: &&Cell| {
        let is_word = cell.symbol().chars().any(char::is_alphanumeric);
        has_ink(cell) && (is_word || !DECORATION.contains(&role_of(cell.fg)))
    };
    let cells = buffer.content.iter().filter(is_read);
    cells
        .map(|cell| (role_of(cell.fg), role_of(cell.bg)))
        .collect()
}

/// How a cell is drawn: the role of its letter, of its ground where that is not the plain one, and its modifiers.
/// A blank has no letter.
fn said(cell: &Cell) -> String {
    let ground = role_of(cell.bg);
    if !has_ink(cell) {
        return match ground {
            Role::Bg => PLAIN.to_owned(),
            ground => ground.key().to_owned(),
        };
    }
    let letter = role_of(cell.fg);
    let mut out = match (letter, ground) {
        (Role::Fg, Role::Bg) => PLAIN.to_owned(),
        (letter, Role::Bg) => letter.key().to_owned(),
        (letter, ground) => format!("{}/{}", letter.key(), ground.key()),
    };
    for (name, _) in cell.modifier.iter_names() {
        out.push_str(&format!("+{}", name.to_ascii_lowercase()));
    }
    out
}

/// A run of cells of a row.
struct Run {
    said: String,
    ground: Color,
    columns: usize,
    /// How many of them are blanks behind its last letter.
    blanks: usize,
}

impl Run {
    fn of(cell: &Cell) -> Self {
        Self {
            said: said(cell),
            ground: cell.bg,
            columns: 1,
            blanks: 0,
        }
    }

    /// Takes a cell in that is drawn alike, or a blank that does not end a line through or below the letters.
    fn take(&mut self, cell: &Cell) -> bool {
        let blank = !has_ink(cell)
            && self.ground == cell.bg
            && !LINES.iter().any(|line| self.said.ends_with(line));
        if !blank && said(cell) != self.said {
            return false;
        }
        self.columns += 1;
        self.blanks = if has_ink(cell) { 0 } else { self.blanks + 1 };
        true
    }
}

/// How the words for a cell end that shows without a letter.
const LINES: [&str; 3] = ["underlined", "crossed_out", "reversed"];

/// The runs of a row, each with how it is drawn and its columns. Blanks go with what stands before them, but for
/// those at the end of the row.
fn runs_of(buffer: &Buffer, y: u16) -> Vec<(String, usize)> {
    let mut runs: Vec<Run> = Vec::new();
    let mut last = None;
    for x in buffer.area.left()..buffer.area.right() {
        let cell = &buffer[(x, y)];
        if !runs.last_mut().is_some_and(|run| run.take(cell)) {
            runs.push(Run::of(cell));
        }
        last = Some(cell);
    }
    let mut out: Vec<_> = runs
        .iter()
        .map(|run| (run.said.clone(), run.columns))
        .collect();
    let blanks = runs.last().map_or(0, |run| run.blanks);
    if let (Some(cell), Some(end)) = (last.filter(|_| blanks > 0), out.last_mut())
        && end.0 != said(cell)
    {
        end.1 -= blanks;
        out.push((said(cell), blanks));
    }
    out
}

/// The styles of a frame that is drawn with that theme, by role: per row its runs with their columns, the last one
/// to the end of the row. Rows that are alike stand on one line, plain ones on none.
pub fn styles_by_role(buffer: &Buffer) -> String {
    let mut lines: Vec<(u16, u16, String)> = Vec::new();
    for y in buffer.area.top()..buffer.area.bottom() {
        let runs = runs_of(buffer, y);
        let last = runs.len() - 1;
        let said = runs.iter().enumerate().map(|(place, (said, columns))| {
            if place == last {
                return said.clone();
            }
            format!("{columns}*{said}")
        });
        let said = said.collect::<Vec<_>>().join(" ");
        match lines.last_mut() {
            Some((_, until, before)) if *before == said => *until = y,
            _ => lines.push((y, y, said)),
        }
    }
    lines.retain(|(.., said)| said != PLAIN);
    let lines = lines.iter().map(|(from, until, said)| {
        if from == until {
            format!("{from}: {said}\n")
        } else {
            format!("{from}-{until}: {said}\n")
        }
    });
    lines.collect()
}

#[test]
fn styles_are_told_by_role_in_runs_and_rows_that_are_alike_once() {
    let theme = theme();
    let mut buffer = Buffer::empty(ratatui::layout::Rect::new(0, 0, 12, 5));
    let plain = theme.style(Role::Fg).patch(theme.style(Role::Bg));
    buffer.set_style(buffer.area, plain);
    buffer.set_string(0, 0, "plain text", plain);
    for y in 1..3 {
        buffer.set_string(2, y, "a link", theme.style(Role::Link));
    }
    buffer.set_style(
        ratatui::layout::Rect::new(0, 4, 8, 1),
        theme.style(Role::BgSel),
    );
    buffer.set_string(1, 4, "x", theme.style(Role::Err));
    assert_eq!(
        styles_by_role(&buffer),
        "1-2: 2*. 6*link+underlined .\n4: 1*bg_sel 7*err/bg_sel .\n"
    );
    let pairs = pairs_of(&buffer);
    let wanted = [
        (Role::Fg, Role::Bg),
        (Role::Link, Role::Bg),
        (Role::Err, Role::BgSel),
    ];
    assert!(pairs.len() == 3 && wanted.iter().all(|pair| pairs.contains(pair)));
}
