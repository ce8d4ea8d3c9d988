//! Renders styles by meaning: a theme whose colours represent their roles, and a description of
//! a frame in it. A snapshot of styles thus changes when something is drawn differently, not
//! when a colour changes.

use std::collections::HashSet;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier, Style};

use crate::theme::contrast::DECORATION;
use crate::theme::{ColourDepth, Role, Theme};

/// Symbol for a cell of plain text on the plain background.
const PLAIN: &str = ".";

/// Returns a theme in which each role has a unique colour, with the name and the modifiers of
/// the dark theme.
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

/// Whether the cell's foreground colour is visible.
fn has_ink(cell: &Cell) -> bool {
    let lines = Modifier::UNDERLINED | Modifier::CROSSED_OUT | Modifier::REVERSED;
    !cell.symbol().trim().is_empty() || cell.modifier.intersects(lines)
}

/// Returns the pairs of foreground and background roles of readable text in a frame drawn with that
/// theme. Lines and fillers in a decorative role are not readable text; words in such a role are.
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

/// Describes a cell's style: the role of its character, the role of its background unless it is the
/// plain one, and its modifiers. A blank has no character role.
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

/// A run of cells in a row.
struct Run {
    said: String,
    ground: Color,
    columns: usize,
    /// Number of trailing blanks in the run.
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

    /// Adds a cell with the same style, or a blank that does not end a line drawn through or
    /// below the text.
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

/// Suffixes in the description of a cell that is visible without a character.
const LINES: [&str; 3] = ["underlined", "crossed_out", "reversed"];

/// Returns the runs of a row, each with its style and its number of columns. Blanks belong to the
/// run before them, except those at the end of the row.
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

/// Returns the styles by role of a frame drawn with that theme: per row its runs with their
/// columns, the last one to the end of the row. Identical rows share a line, plain rows have none.
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
