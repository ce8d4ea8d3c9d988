//! Renders a screen as SVG, cell by cell, and reads the text of such a picture.
//!
//! Every run of cells has an explicit column and width, so that the columns are correct in any font
//! of the reader; box-drawing lines are drawn as shapes, so that they meet.

use std::fmt::Write;

use vt100::{Cell, Color, Screen};

/// Width and height of a cell, in the picture's units.
const CELL: (f32, f32) = (8.4, 18.0);
/// Distance from the edge to the first cell, and the height of the window's title.
const EDGE: (f32, f32) = (14.0, 40.0);
/// Colours of the dark theme.
const BACKGROUND: &str = "#16181d";
const FOREGROUND: &str = "#d3d8de";

/// Style of a run of cells.
#[derive(Debug, Clone, PartialEq)]
struct Look {
    ink: String,
    paper: String,
    bold: bool,
    italic: bool,
    underline: bool,
}

/// Adjacent cells of the same style.
struct Run {
    column: u16,
    columns: u16,
    text: String,
    look: Look,
}

/// Renders the screen as a picture.
pub fn draw(screen: &Screen) -> String {
    let (rows, columns) = screen.size();
    let (rows, columns) = (rows.get(), columns.get());
    let width = f32::from(columns) * CELL.0 + EDGE.0 * 2.0;
    let height = f32::from(rows) * CELL.1 + EDGE.1 + EDGE.0;
    let mut out = String::new();
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.1} {height:.1}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\">\n\
         <title>agentichat asks before it writes</title>\n\
         <style>text{{font:14px ui-monospace,SFMono-Regular,\"SF Mono\",Menlo,Consolas,\
         \"DejaVu Sans Mono\",\"Liberation Mono\",monospace;white-space:pre}}\
         .b{{font-weight:700}}.i{{font-style:italic}}.u{{text-decoration:underline}}</style>\n\
         <rect width=\"{width:.1}\" height=\"{height:.1}\" rx=\"10\" fill=\"{BACKGROUND}\"/>\n\
         <rect x=\"0.5\" y=\"0.5\" width=\"{:.1}\" height=\"{:.1}\" rx=\"9.5\" fill=\"none\" \
         stroke=\"#5f6469\"/>",
        width - 1.0,
        height - 1.0,
    )
    .expect("a text can be written");
    for (at, colour) in [(20, "#e67d76"), (40, "#c09426"), (60, "#54ad6b")] {
        writeln!(
            out,
            "<circle cx=\"{at}\" cy=\"19\" r=\"6\" fill=\"{colour}\"/>"
        )
        .expect("a text can be written");
    }
    for row in 0..rows {
        draw_row(screen, row, columns, &mut out);
    }
    out.push_str("</svg>\n");
    out
}

/// Returns the text of a picture, row by row.
pub fn rows(picture: &str) -> Vec<String> {
    picture
        .lines()
        .filter_map(|line| line.strip_prefix("<g>"))
        .map(|line| {
            let mut text = String::new();
            let mut inside = true;
            for letter in line.chars() {
                match letter {
                    '<' => inside = false,
                    '>' => inside = true,
                    letter if inside => text.push(letter),
                    _ => {}
                }
            }
            text.replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&amp;", "&")
        })
        .collect()
}

fn draw_row(screen: &Screen, row: u16, columns: u16, out: &mut String) {
    let runs = runs(screen, row, columns);
    let top = EDGE.1 + f32::from(row) * CELL.1;
    for run in runs.iter().filter(|run| run.look.paper != BACKGROUND) {
        let (left, width) = span(run);
        writeln!(
            out,
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{:.1}\" \
             fill=\"{}\"/>",
            CELL.1, run.look.paper,
        )
        .expect("a text can be written");
    }
    // One line per row, so that its text can be read back.
    out.push_str("<g>");
    for run in &runs {
        draw_run(run, top, out);
    }
    out.push_str("</g>\n");
}

fn draw_run(run: &Run, top: f32, out: &mut String) {
    let (left, width) = span(run);
    let (across, down) = (top + CELL.1 / 2.0, left + CELL.0 / 2.0);
    let path = match sort(&run.text) {
        Sort::Blank => return out.push(' '),
        Sort::Across => Some(format!("M{left:.1} {across:.1}h{width:.1}")),
        Sort::Down => Some(format!("M{down:.1} {top:.1}v{:.1}", CELL.1)),
        Sort::Text => None,
    };
    if let Some(path) = path {
        write!(out, "<path d=\"{path}\" stroke=\"{}\"/> ", run.look.ink)
            .expect("a text can be written");
        return;
    }
    let classes: Vec<&str> = [
        (run.look.bold, "b"),
        (run.look.italic, "i"),
        (run.look.underline, "u"),
    ]
    .into_iter()
    .filter_map(|(is_so, class)| is_so.then_some(class))
    .collect();
    let class = if classes.is_empty() {
        String::new()
    } else {
        format!(" class=\"{}\"", classes.join(" "))
    };
    let text = run
        .text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    write!(
        out,
        "<text x=\"{left:.1}\" y=\"{:.1}\" textLength=\"{width:.1}\" \
         lengthAdjust=\"spacingAndGlyphs\" fill=\"{}\"{class}>{text}</text>",
        top + 13.0,
        run.look.ink,
    )
    .expect("a text can be written");
}

/// Returns the start and width of a run.
fn span(run: &Run) -> (f32, f32) {
    let left = EDGE.0 + f32::from(run.column) * CELL.0;
    (left, f32::from(run.columns) * CELL.0)
}

/// The content of a cell. A run has cells of one sort only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    Text,
    Blank,
    Across,
    Down,
}

fn sort(text: &str) -> Sort {
    match text.chars().next() {
        None | Some(' ') => Sort::Blank,
        Some('─') => Sort::Across,
        Some('│') => Sort::Down,
        Some(_) => Sort::Text,
    }
}

fn runs(screen: &Screen, row: u16, columns: u16) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for column in 0..columns {
        let cell = screen.cell(row, column).expect("the cell is on the screen");
        if cell.is_wide_continuation() {
            if let Some(run) = runs.last_mut() {
                run.columns += 1;
            }
            continue;
        }
        let text = if cell.has_contents() {
            cell.contents()
        } else {
            " "
        };
        let look = look(cell);
        if let Some(run) = runs.last_mut()
            && run.look == look
            && sort(&run.text) == sort(text)
            && sort(text) != Sort::Down
        {
            run.text.push_str(text);
            run.columns += 1;
            continue;
        }
        runs.push(Run {
            column,
            columns: 1,
            text: text.to_owned(),
            look,
        });
    }
    runs
}

fn look(cell: &Cell) -> Look {
    let (mut ink, mut paper) = (
        colour(cell.fgcolor(), FOREGROUND),
        colour(cell.bgcolor(), BACKGROUND),
    );
    if cell.inverse() {
        std::mem::swap(&mut ink, &mut paper);
    }
    let is_blank = !cell.has_contents() || cell.contents() == " ";
    Look {
        // The ink of a blank is invisible, so it does not end a run.
        ink: if is_blank { String::new() } else { ink },
        paper,
        bold: cell.bold() && !is_blank,
        italic: cell.italic() && !is_blank,
        underline: cell.underline() && !is_blank,
    }
}

fn colour(colour: Color, default: &str) -> String {
    match colour {
        Color::Default => default.to_owned(),
        Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        Color::Idx(index) => panic!("the theme has colours of its own, this is number {index}"),
    }
}
