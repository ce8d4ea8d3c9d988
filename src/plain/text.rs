//! Text made fit for a line: foreign text without anything that steers a terminal, and Markdown as sentences.
//!
//! Two ways to show foreign text. What is only read is cleaned ([`line`], [`lines`]). What a human may approve shows
//! every character that cannot be seen by its name ([`exact`]): nothing hides in it.

use crate::language::{notice, say};
use crate::redact::{is_invisible, mask, one_line, sanitize};

/// Foreign text on one line: no control sequences, no secrets, no line ends.
pub(super) fn line(text: &str) -> String {
    one_line(text)
}

/// What engine, actor or a provider has said, in the language that is spoken, on one line.
pub(super) fn told(text: &str) -> String {
    line(&notice(text))
}

/// Foreign text as lines, tabs as spaces.
pub(super) fn lines(text: &str) -> Vec<String> {
    mask(&sanitize(text))
        .lines()
        .map(|line| line.replace('\t', "    ").trim_end().to_owned())
        .collect()
}

/// A line on its way out: what would steer a terminal is gone, whatever it was made of.
pub(super) fn printable(line: &str) -> String {
    line.chars()
        .map(|letter| match letter {
            '\n' | '\t' => ' ',
            letter => letter,
        })
        .filter(|letter| !crate::redact::is_unsafe(*letter))
        .collect()
}

/// A text that may be approved: each line of it, and whatever cannot be seen by its name.
pub(super) fn exact(text: &str) -> Vec<String> {
    text.split('\n').map(exact_line).collect()
}

/// The same on one line.
pub(super) fn exact_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\t' => out.push_str("<TAB>"),
            '\r' => out.push_str("<CR>"),
            '\n' => out.push_str("<LF>"),
            '\u{1b}' => out.push_str("<ESC>"),
            hidden if is_invisible(hidden) => {
                out.push_str(&format!("<U+{:04X}>", u32::from(hidden)));
            }
            seen => out.push(seen),
        }
    }
    out
}

/// A line of a file in a difference: indentation stays, everything else is exact.
pub(super) fn code(text: &str) -> String {
    exact_line(&text.replace('\t', "    "))
}

/// Markdown of the workbench's own as lines to be read out: no marks of emphasis, rows of tables as sentences.
pub(super) fn spoken(markdown: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut header: Option<Vec<String>> = None;
    let mut fence: Option<usize> = None;
    for row in sanitize(markdown).lines() {
        let ticks = row.chars().take_while(|letter| *letter == '`').count();
        match fence {
            Some(open) if ticks >= open => {
                fence = None;
                continue;
            }
            Some(_) => {
                out.push(row.replace('\t', "    "));
                continue;
            }
            None if ticks >= 3 => {
                fence = Some(ticks);
                continue;
            }
            None => {}
        }
        let trimmed = row.trim();
        if trimmed.starts_with('|') {
            let cells: Vec<String> = cells(trimmed).iter().map(|it| without_marks(it)).collect();
            match &header {
                None => header = Some(cells),
                Some(_) if cells.iter().all(|cell| is_rule(cell)) => {}
                Some(names) => out.push(row_words(names, &cells)),
            }
            continue;
        }
        header = None;
        if !trimmed.is_empty() {
            out.push(without_marks(row.trim_end()));
        }
    }
    out
}

/// The cells of a row of a table, with their marks.
pub(super) fn cells(row: &str) -> Vec<String> {
    let inner = row.trim_start_matches('|');
    let inner = inner.strip_suffix('|').unwrap_or(inner);
    let mut cells = vec![String::new()];
    let mut escaped = false;
    for letter in inner.chars() {
        match (letter, escaped) {
            ('\\', false) => escaped = true,
            ('|', false) => cells.push(String::new()),
            (letter, _) => {
                if escaped && letter != '|' {
                    push(&mut cells, '\\');
                }
                escaped = false;
                push(&mut cells, letter);
            }
        }
    }
    cells.iter().map(|cell| cell.trim().to_owned()).collect()
}

fn push(cells: &mut [String], letter: char) {
    if let Some(last) = cells.last_mut() {
        last.push(letter);
    }
}

/// Whether a cell is of the line below a table's head.
pub(super) fn is_rule(cell: &str) -> bool {
    !cell.is_empty() && cell.chars().all(|letter| matches!(letter, '-' | ':'))
}

/// The first cell names the row; of the others each says what it is, but where there is only one.
pub(super) fn row_words(names: &[String], cells: &[String]) -> String {
    let first = cells.first().cloned().unwrap_or_default();
    let mut words = String::new();
    let rest: Vec<(usize, &String)> = cells
        .iter()
        .enumerate()
        .skip(1)
        .filter(|(_, cell)| !cell.is_empty())
        .collect();
    for (place, (at, cell)) in rest.iter().enumerate() {
        words.push_str(if place == 0 { "" } else { ", " });
        match names.get(*at).filter(|name| !name.is_empty()) {
            Some(name) if cells.len() > 2 => words.push_str(&format!("{name} {cell}")),
            _ => words.push_str(cell),
        }
    }
    match words.is_empty() {
        true => first,
        false => say!("plain-row", first, rest = words),
    }
}

fn without_marks(text: &str) -> String {
    let text = text.trim_start_matches('#').replace("**", "");
    text.replace("`` ", "").replace(" ``", "").replace('`', "")
}

/// A moment to the minute: `2026-07-01 12:30 UTC`.
pub(super) fn moment(at: jiff::Timestamp) -> String {
    at.strftime("%Y-%m-%d %H:%M UTC").to_string()
}

/// So many milliseconds, to be read out.
pub(super) fn time_words(milliseconds: u64) -> String {
    let tenths = milliseconds / 100;
    match milliseconds / 1_000 {
        0..10 => format!("{}.{} s", tenths / 10, tenths % 10),
        seconds @ 10..60 => format!("{seconds} s"),
        seconds => format!("{} min {} s", seconds / 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_named_in_what_may_be_approved() {
        let shown = exact("rm a\u{202e}b\tc\r\nls\u{1b}[2K");
        assert_eq!(shown, ["rm a<U+202E>b<TAB>c<CR>", "ls<ESC>[2K"]);
    }

    #[test]
    fn a_table_is_read_out_row_by_row_without_its_frame() {
        let spoken = spoken(
            "**Models**\n\n| model | size | price |\n|---|---:|---|\n| `a\\|b` | 4 GB | |\n| c | 1 GB | 2 |\n\n`/model` chooses.",
        );
        assert_eq!(
            spoken,
            [
                "Models",
                "a|b: size 4 GB",
                "c: size 1 GB, price 2",
                "/model chooses."
            ]
        );
    }

    #[test]
    fn a_block_of_code_is_read_as_it_stands() {
        assert_eq!(
            spoken("```\n| a |\n**b**\n```\nend"),
            ["| a |", "**b**", "end"]
        );
    }
}
