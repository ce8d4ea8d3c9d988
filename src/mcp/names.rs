//! The names under which a model calls the tools of servers: `mcp__server__tool`. Names are never taken apart
//! again: a server may call its tool anything.

use protocol::ids::ContentHash;

use crate::definition::ServerName;

/// Longest name that every provider takes.
const LONGEST: usize = 64;

/// Digits of the hash that tells apart names which were changed.
const DIGITS: usize = 8;

/// Returns the name of a tool for a model: as it is if that is a name which every provider takes, else
/// changed, with a hash of the original.
pub(crate) fn exposed(server: &ServerName, tool: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    let full = format!("mcp__{server}__{tool}");
    // The name of a server has no `__`, so no two plain names are the same.
    if !tool.is_empty() && full.len() <= LONGEST && tool.chars().all(is_plain) {
        return full;
    }
    let hash = ContentHash::of(tool.as_bytes()).to_string();
    let digits = hash.get(..DIGITS).unwrap_or_default();
    let clean = full
        .chars()
        .map(|letter| if is_plain(letter) { letter } else { '_' });
    let clean: String = clean.take(LONGEST - DIGITS - 1).collect();
    format!("{clean}_{digits}")
}
