//! The rows of outlines: what each file defines and which names stand in it, kept when a file is indexed, so that the
//! map of the workspace ([`super::map`]) is made without a look at any file.
//!
//! Names are kept as prints of four bytes: they are only counted, and two names with one print make a rank a little
//! wrong, no more.

use std::collections::HashMap;

use rusqlite::{Connection, params};

use super::map::{Defined, Outlined, Wanted, repository_map, told_name};
use super::outline;
use crate::store::StoreError;

/// Shorter names are not counted: they are used everywhere.
const SHORTEST: usize = 3;

/// Names of one file that are counted; one with more is data.
const MOST: usize = 4_096;

/// What is kept of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Outline {
    definitions: String,
    names: Vec<u8>,
}

/// The outline of a text; `None` where the kind of file is not known by its name.
pub(super) fn of(path: &str, text: &str) -> Option<Outline> {
    if !outline::is_known(path) {
        return None;
    }
    let mut definitions = String::new();
    for found in outline::definitions(path, text) {
        let name = found.name.replace(['\t', '\n', '\r'], " ");
        definitions.push_str(&format!("{}\t{name}\n", found.kind));
    }
    let mut prints: Vec<u32> = names(text).map(print).collect();
    prints.sort_unstable();
    prints.dedup();
    prints.truncate(MOST);
    let names = prints.into_iter().flat_map(u32::to_le_bytes).collect();
    Some(Outline { definitions, names })
}

/// Keeps a file's outline.
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

/// The map of all files that are known.
pub(super) fn map(
    connection: &Connection,
    wanted: &Wanted<'_>,
    measure: &dyn Fn(&str) -> u64,
) -> Result<String, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT path, definitions FROM outlines JOIN files ON files.id = file
         WHERE definitions <> ''",
    )?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let rows: Vec<(String, String)> = rows.collect::<Result<_, _>>()?;
    let files: Vec<Outlined<'_>> = rows
        .iter()
        .map(|(path, definitions)| Outlined {
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

/// Counts the files in which the names stand.
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

/// The names that stand in a text.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && !matches!(letter, '_' | '$'))
        .filter(|name| name.len() >= SHORTEST && !name.starts_with(|c: char| c.is_ascii_digit()))
}

/// FNV-1a, folded to four bytes.
fn print(name: &str) -> u32 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in name.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    let [a, b, c, d, e, f, g, h] = hash.to_le_bytes();
    u32::from_le_bytes([a ^ e, b ^ f, c ^ g, d ^ h])
}
