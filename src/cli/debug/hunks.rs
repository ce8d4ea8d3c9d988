//! `debug hunks OLD NEW`: the hunks that the change log would have if a call turned one file into
//! the other, numbered from 1.

use std::io::{self, Write};
use std::path::Path;

use serde_json::json;
use uuid::Uuid;

use super::files::{Format, read};
use protocol::change::Hunk;
use protocol::ids::HunkId;
use redact::sanitize;
use review::binary::as_text;
use review::hunks::{HunkLimits, hunks_between, lines_of};

/// Prints the hunks: as text with the removed and added lines, as JSON one object per line with
/// `number`, `old_start`, `old_count`, `new_start`, `inserted` and `oversized`. A file that is no
/// text is one line that names its content.
///
/// # Errors
/// If a file cannot be read, or `out` cannot be written to.
pub fn run(format: Format, old: &Path, new: &Path, out: &mut dyn Write) -> io::Result<()> {
    let (old, new) = (read(old)?, read(new)?);
    let (old, new) = (as_text(&old), as_text(&new));
    let mut next = 0_u128;
    let mut next_id = || {
        next += 1;
        HunkId(Uuid::from_u128(next))
    };
    let hunks = hunks_between(&old, &new, HunkLimits::default(), &mut next_id);
    let lines = lines_of(&old);
    for hunk in &hunks {
        match format {
            Format::Json => json_line(hunk, out)?,
            Format::Text => text(hunk, &lines, out)?,
        }
    }
    out.flush()
}

fn json_line(hunk: &Hunk, out: &mut dyn Write) -> io::Result<()> {
    let line = json!({
        "number": hunk.id.0.as_u128(),
        "old_start": hunk.old_start,
        "old_count": hunk.old_count,
        "new_start": hunk.new_start,
        "inserted": hunk.inserted,
        "oversized": hunk.oversized,
    });
    writeln!(out, "{line}")
}

fn text(hunk: &Hunk, old: &[&str], out: &mut dyn Write) -> io::Result<()> {
    let note = if hunk.oversized { " oversized" } else { "" };
    writeln!(
        out,
        "hunk {}: -{},{} +{},{}{note}",
        hunk.id.0.as_u128(),
        hunk.old_start,
        hunk.old_count,
        hunk.new_start,
        hunk.inserted.len(),
    )?;
    let number = |count: u32| usize::try_from(count).unwrap_or(usize::MAX);
    let gone = old.iter().skip(number(hunk.old_start.saturating_sub(1)));
    for line in gone.take(number(hunk.old_count)) {
        draw('-', line, out)?;
    }
    for line in &hunk.inserted {
        draw('+', line, out)?;
    }
    Ok(())
}

fn draw(sign: char, line: &str, out: &mut dyn Write) -> io::Result<()> {
    let text = line.strip_suffix('\n').unwrap_or(line);
    writeln!(out, "{sign}{}", sanitize(text))?;
    if text.len() == line.len() {
        writeln!(out, "\\ no newline at the end")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
