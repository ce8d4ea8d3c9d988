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
    let mut prints: Vec<u32> = prints(text).collect();
    prints.sort_unstable();
    prints.dedup();
    prints.truncate(MOST);
    let names = prints
        .iter()
        .flat_map(|print| print.to_le_bytes())
        .collect();
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

/// Returns the hashes of the names in a text, with repetitions.
fn prints(text: &str) -> impl Iterator<Item = u32> {
    text.split(|letter| !is_in_name(letter))
        .filter(|name| name.len() >= SHORTEST && !name.starts_with(|c: char| c.is_ascii_digit()))
        .map(print)
}

/// Whether a letter may be part of a name. Every letter of every file passes through here: the
/// plain ones come first.
fn is_in_name(letter: char) -> bool {
    matches!(letter, 'a'..='z' | 'A'..='Z' | '0'..='9' | '_' | '$')
        || (!letter.is_ascii() && letter.is_alphanumeric())
}

/// FNV-1a of a name, folded to four bytes.
fn print(name: &str) -> u32 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(PRIME);
    let hash = name.bytes().fold(EMPTY, step);
    (hash ^ hash >> 32) as u32
}

/// FNV-1a of an empty text, and the prime of FNV-1a.
const EMPTY: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0100_0000_01b3;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prints_of_a_text_are_those_of_its_names() {
        for (text, names) in [
            ("", &[][..]),
            (
                "let retry_limit = $cap(a, bc, 12ab, ab1);",
                &["let", "retry_limit", "$cap", "ab1"],
            ),
            (
                "\u{e4}rger \u{f6}\u{2014}na\u{ef}ve_\u{3b1}\u{3b2} \u{1f600}abc\u{e9}",
                &["\u{e4}rger", "na\u{ef}ve_\u{3b1}\u{3b2}", "abc\u{e9}"],
            ),
            (
                "\u{6f22}\u{5b57}\u{3002}\u{6f22} end\u{a0}of_it",
                &["\u{6f22}\u{5b57}", "\u{6f22}", "end", "of_it"],
            ),
        ] {
            let expected = names.iter().map(|name| print(name));
            assert!(prints(text).eq(expected), "{text}");
        }
        // The hashes are stored.
        assert_eq!(print("retry_limit"), 0xc959_996e);
    }
}
