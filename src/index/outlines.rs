//! The rows of outlines: the definitions of each file and the names used in it, stored when a file
//! is indexed, so that the map of the workspace ([`super::map`]) is built without reading any file.
//!
//! Names are stored as four-byte hashes: the map only counts them, so two names with the same hash
//! cost a little accuracy of ranks.

use std::collections::HashMap;

use rusqlite::{Connection, params};

use super::map::{Defined, FileOutline, MapRequest, repository_map, told_name};
use super::outline;
use store::StoreError;

/// Shorter names are not counted: they are used everywhere.
const SHORTEST: usize = 3;

/// Maximum number of counted names per file; a file with more is data.
const MOST: usize = 4_096;

/// The stored outline of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Outline {
    definitions: String,
    names: Vec<u8>,
}

/// Returns the outline of a text; `None` if the file name does not reveal a known kind.
pub(super) fn of(path: &str, text: &str) -> Option<Outline> {
    if !outline::is_known(path) {
        return None;
    }
    let mut definitions = String::new();
    for found in outline::definitions(path, text) {
        let name = found.name.replace(['\t', '\n', '\r'], " ");
        definitions.push_str(&format!("{}\t{name}\n", found.kind));
    }
    let mut prints = prints(text);
    prints.sort_unstable();
    prints.dedup();
    prints.truncate(MOST);
    let mut names = Vec::with_capacity(prints.len() * 4);
    for print in &prints {
        names.extend_from_slice(&print.to_le_bytes());
    }
    Some(Outline { definitions, names })
}

pub(super) fn insert(
    connection: &Connection,
    file: i64,
    outline: &Outline,
) -> Result<(), StoreError> {
    connection
        .prepare_cached("INSERT INTO outlines (file, definitions, names) VALUES (?1, ?2, ?3)")?
        .execute(params![file, outline.definitions, outline.names])?;
    Ok(())
}

/// Builds the map of all indexed files.
pub(super) fn map(
    connection: &Connection,
    wanted: &MapRequest<'_>,
    measure: &dyn Fn(&str) -> u64,
) -> Result<String, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT path, definitions FROM outlines JOIN files ON files.id = file
         WHERE definitions <> ''",
    )?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let rows: Vec<(String, String)> = rows.collect::<Result<_, _>>()?;
    let files: Vec<FileOutline<'_>> = rows
        .iter()
        .map(|(path, definitions)| FileOutline {
            path,
            definitions: definitions.lines().filter_map(defined).collect(),
        })
        .collect();
    let all = files.iter().flat_map(|file| &file.definitions);
    let mut users: HashMap<u32, u32> = all
        .map(|definition| (print(told_name(definition.name)), 0))
        .collect();
    count(connection, &mut users)?;
    let used = |name: &str| users.get(&print(told_name(name))).copied().unwrap_or(0);
    Ok(repository_map(&files, &used, wanted, measure))
}

fn defined(line: &str) -> Option<Defined<'_>> {
    let (kind, name) = line.split_once('\t')?;
    Some(Defined { kind, name })
}

/// Counts in how many files each name is used.
fn count(connection: &Connection, users: &mut HashMap<u32, u32>) -> Result<(), StoreError> {
    let mut statement = connection.prepare_cached("SELECT names FROM outlines")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let names = row.get_ref(0)?.as_blob().unwrap_or_default();
        for print in names.as_chunks::<4>().0 {
            if let Some(count) = users.get_mut(&u32::from_le_bytes(*print)) {
                *count += 1;
            }
        }
    }
    Ok(())
}

/// Returns the hashes of the names in a text, with repetitions. Every byte of every file passes
/// through here, so the loop over plain letters makes no calls.
fn prints(text: &str) -> Vec<u32> {
    let mut found = Vec::new();
    let mut rest = text.as_bytes();
    let mut hash = EMPTY;
    let mut length = 0_usize;
    let mut first = 0_u8;
    while let [byte, after @ ..] = rest {
        let of_letter = match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'$' => 1,
            0..0x80 => 0,
            // The remaining bytes of the letter are consumed with its first one.
            _ => other_letter(text, rest.len()),
        };
        if of_letter == 0 {
            if length >= SHORTEST && !first.is_ascii_digit() {
                found.push(folded(hash));
            }
            (hash, length, rest) = (EMPTY, 0, after);
            continue;
        }
        if length == 0 {
            first = *byte;
        }
        length += of_letter;
        (hash, rest) = (step(hash, *byte), after);
        let mut left = of_letter - 1;
        while left > 0
            && let [byte, after @ ..] = rest
        {
            (hash, rest) = (step(hash, *byte), after);
            left -= 1;
        }
    }
    if length >= SHORTEST && !first.is_ascii_digit() {
        found.push(folded(hash));
    }
    found
}

/// Returns the length in bytes of the non-ASCII letter that begins at this distance from the end; 0
/// if it is no letter, or the position is inside one.
fn other_letter(text: &str, from_end: usize) -> usize {
    let letter = text
        .get(text.len() - from_end..)
        .and_then(|rest| rest.chars().next());
    letter
        .filter(|letter| letter.is_alphanumeric())
        .map_or(0, char::len_utf8)
}

/// FNV-1a of an empty text, and the prime of FNV-1a.
const EMPTY: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0100_0000_01b3;

/// FNV-1a, folded to four bytes.
fn print(name: &str) -> u32 {
    let mut hash = EMPTY;
    for byte in name.bytes() {
        hash = step(hash, byte);
    }
    folded(hash)
}

fn step(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(PRIME)
}

fn folded(hash: u64) -> u32 {
    (hash ^ hash >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<u32> {
        text.split(|letter: char| !letter.is_alphanumeric() && !matches!(letter, '_' | '$'))
            .filter(|name| {
                name.len() >= SHORTEST && !name.starts_with(|c: char| c.is_ascii_digit())
            })
            .map(print)
            .collect()
    }

    #[test]
    fn the_prints_of_a_text_are_those_of_its_names() {
        for text in [
            "",
            "let retry_limit = $cap(a, bc, 12ab, ab1);",
            "\u{e4}rger \u{f6}\u{2014}na\u{ef}ve_\u{3b1}\u{3b2} \u{1f600}abc\u{e9}",
            "\u{6f22}\u{5b57}\u{3002}\u{6f22} end\u{a0}of_it",
        ] {
            assert_eq!(prints(text), names(text), "{text}");
        }
        assert_eq!(prints("one two").len(), 2);
    }
}
