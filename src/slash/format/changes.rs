//! Translates the reply to `/session changes` into the user's language. The text is generated once,
//! in English, and also goes into a document. The program's own words in it are translated here,
//! row by row; paths, names and comments stay unchanged.

use crate::l10n::{authors, notice, say};

/// Number of columns of the table.
const COLUMNS: usize = 5;

/// Translates the whole text for display.
pub(super) fn told(english: &str) -> String {
    let rows: Vec<String> = english.lines().map(row).collect();
    rows.join("\n")
}

/// Translates a row of the table, or any other line.
fn row(line: &str) -> String {
    let inner = line.strip_prefix("| ");
    let inner = inner.and_then(|line| line.strip_suffix(" |"));
    let cells: Vec<&str> = inner.map_or_else(Vec::new, |inner| inner.split(" | ").collect());
    match <[&str; COLUMNS]>::try_from(cells) {
        Ok([when, file, by, lines, decided])
            if when.starts_with(|one: char| one.is_ascii_digit()) =>
        {
            let (file, by, decided) = (changed(file), notice(&authors(by)), decisions(decided));
            format!("| {when} | {file} | {by} | {lines} | {decided} |")
        }
        _ => notice(line),
    }
}

/// Translates `` `src/a.rs` made `` and keeps the path.
fn changed(file: &str) -> String {
    let Some((path, behind)) = file.rsplit_once("` ") else {
        return file.to_owned();
    };
    let path = format!("{path}`");
    match behind {
        "made" => say!("command-change-made", path),
        "deleted" => say!("command-change-deleted", path),
        bits => match bits
            .strip_prefix("bits ")
            .and_then(|two| two.split_once(" to "))
        {
            Some((from, to)) => say!("command-change-bits", path, from, to),
            None => file.to_owned(),
        },
    }
}

/// Translates `2 accepted, 1 pending (not on the disk)`.
fn decisions(english: &str) -> String {
    let told: Vec<String> = english.split(", ").map(decision).collect();
    told.join(", ")
}

fn decision(english: &str) -> String {
    let (words, apart) = match english.strip_suffix(" (not on the disk)") {
        Some(words) => (words, say!("command-change-apart")),
        None => (english, ""),
    };
    let found = words.split_once(' ');
    let found = found.and_then(|(count, state)| Some((count.parse::<u64>().ok()?, state)));
    match found {
        Some((count, state)) => say!(
            "command-change-decided",
            count,
            state = state.replace(' ', "-"),
            apart
        ),
        None => english.to_owned(),
    }
}
