//! Markdown tables, row by row: the cells of a row, and a row as a sentence.

use l10n::say;

/// Returns the cells of a table row, with their marks.
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

/// Whether a cell belongs to the rule below a table's head.
pub(super) fn is_rule(cell: &str) -> bool {
    !cell.is_empty() && cell.chars().all(|letter| matches!(letter, '-' | ':'))
}

/// Formats a row as a sentence. The first cell names the row; each other cell gets its column name,
/// unless there is only one.
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
    if words.is_empty() {
        first
    } else {
        say!("plain-row", first, rest = words)
    }
}
