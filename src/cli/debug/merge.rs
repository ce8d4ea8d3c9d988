//! `debug merge BASE OURS THEIRS`: the three-way merge of texts without a history, as
//! `git merge-file -p --diff3 OURS BASE THEIRS` prints it.

use std::io::{self, Write};
use std::path::Path;

use serde_json::json;

use super::files::{Format, read};
use review::merge::{Side, merge};

/// The exit status of a merge that failed, as in git.
pub const FAILED: u8 = 255;

/// The highest exit status that counts conflicts.
const MOST_CONFLICTS: u8 = 127;

/// Prints the merge; returns the number of conflicts, at most 127. Markers show the files' names as
/// they were given. JSON is `{"conflicts": N, "text": "..."}`; there invalid UTF-8 is replaced.
///
/// # Errors
/// If a file cannot be read, or is binary (a NUL among its first 8,000 bytes): git's status is
/// [`FAILED`] then, for binary files too.
pub fn run(
    format: Format,
    [base, ours, theirs]: [&Path; 3],
    out: &mut dyn Write,
) -> io::Result<u8> {
    let (base_bytes, our_bytes, their_bytes) = (read(base)?, read(ours)?, read(theirs)?);
    let merged = merge(
        side(base, &base_bytes),
        side(ours, &our_bytes),
        side(theirs, &their_bytes),
    );
    let merged = merged.map_err(io::Error::other)?;
    match format {
        Format::Text => out.write_all(&merged.bytes)?,
        Format::Json => {
            let text = String::from_utf8_lossy(&merged.bytes);
            writeln!(
                out,
                "{}",
                json!({ "conflicts": merged.conflicts, "text": text })
            )?;
        }
    }
    out.flush()?;
    Ok(u8::try_from(merged.conflicts)
        .unwrap_or(u8::MAX)
        .min(MOST_CONFLICTS))
}

fn side<'a>(path: &'a Path, bytes: &'a [u8]) -> Side<'a> {
    let label = path.as_os_str().as_encoded_bytes();
    Side { label, bytes }
}

#[cfg(test)]
mod tests;
