//! Prints the results of the review commands: lines of text, or JSON.

use std::io::{self, Write};

use super::ReviewedFile;
use super::bundle::{Bundle, patch};
use crate::cli::Format;
use crate::cli::config::write_json_line;
use client::review::ChangeState;
use client::text::pad_end;
use l10n::said;
use protocol::change::CheckpointKind;
use protocol::ids::SessionId;
use protocol::review::rollback::RollbackPreview;
use protocol::review::view::{Cell, CellKind, ViewRow};
use protocol::review::{CheckpointRow, Retention};
use redact::one_line as visible;

/// Prints the files with their hunks.
pub(super) fn review(
    format: Format,
    session: SessionId,
    files: &[ReviewedFile],
    out: &mut dyn Write,
) -> io::Result<()> {
    if format == Format::Json {
        return json(&Bundle::of(Some(session), files), out);
    }
    if files.is_empty() {
        return writeln!(out, "nothing is under review");
    }
    for reviewed in files {
        let file = &reviewed.file;
        let dirty = if file.dirty { "  not applied" } else { "" };
        writeln!(
            out,
            "{}  +{} -{}  {}{dirty}",
            visible(&file.path),
            file.added,
            file.removed,
            said(&file.change)
        )?;
        for hunk in &reviewed.hunks {
            writeln!(out, "  {} {}", ChangeState::of(hunk).sign(), hunk.id)?;
            for line in patch(reviewed, hunk).lines() {
                writeln!(out, "      {}", visible(line))?;
            }
        }
    }
    Ok(())
}

/// Prints changes that git knows. Nothing is decided about their hunks, so they have no ids.
pub(super) fn git_review(
    format: Format,
    files: &[ReviewedFile],
    out: &mut dyn Write,
) -> io::Result<()> {
    if format == Format::Json {
        return json(&Bundle::of(None, files), out);
    }
    if files.is_empty() {
        return writeln!(out, "no changes");
    }
    for reviewed in files {
        let file = &reviewed.file;
        let head = format!(
            "{}  +{} -{}  {}",
            visible(&file.path),
            file.added,
            file.removed,
            visible(&said(&file.change))
        );
        writeln!(out, "{}", head.trim_end())?;
        for line in reviewed.patches.iter().flat_map(|hunk| hunk.patch.lines()) {
            writeln!(out, "  {}", visible(line))?;
        }
    }
    Ok(())
}

/// Prints the timeline, and how much is stored for it.
pub(super) fn checkpoints(
    format: Format,
    rows: &[CheckpointRow],
    kept: Retention,
    out: &mut dyn Write,
) -> io::Result<()> {
    if format == Format::Json {
        for row in rows {
            json(row, out)?;
        }
        return json(&serde_json::json!({ "kept": kept }), out);
    }
    if rows.is_empty() {
        writeln!(out, "there are no checkpoints yet")?;
    }
    for row in rows {
        let kind = match row.checkpoint.kind {
            CheckpointKind::Auto => "auto",
            CheckpointKind::User => "user",
            CheckpointKind::Shell => "shell",
            CheckpointKind::Named => "named",
            CheckpointKind::Safety => "safety",
        };
        let dropped = if row.dropped {
            "  (incomplete: contents were dropped)"
        } else {
            ""
        };
        writeln!(
            out,
            "#{:<5} {}  {:<7} {:>3} files  +{} -{}  {}{dropped}",
            row.checkpoint.number,
            row.checkpoint.at.strftime("%Y-%m-%d %H:%M:%S UTC"),
            kind,
            row.files.len(),
            row.added,
            row.removed,
            visible(&said(&row.checkpoint.label))
        )?;
    }
    writeln!(out, "{}", kept_words(kept))
}

/// Describes in a line how much is stored.
fn kept_words(kept: Retention) -> String {
    let contents = match kept.contents {
        1 => "1 content".to_owned(),
        count => format!("{count} contents"),
    };
    match kept.cap {
        Some(cap) => format!(
            "kept: {contents}, {} of at most {}",
            mib(kept.bytes),
            mib(cap)
        ),
        None => format!(
            "kept: nothing, checkpoints.enabled is false; {contents} in memory, {}",
            mib(kept.bytes)
        ),
    }
}

/// Formats bytes in MiB, with one decimal.
fn mib(bytes: u64) -> String {
    let tenths = bytes.saturating_mul(10) / (1024 * 1024);
    format!("{}.{} MiB", tenths / 10, tenths % 10)
}

/// Prints a file in three columns: the disk, the base and the proposal. A sign precedes each line:
/// `-` is removed and `+` added by the proposal, `u` is the user's, `!` conflicts with another
/// hunk, `x` was refused.
pub(super) fn diff3(
    format: Format,
    reviewed: &ReviewedFile,
    out: &mut dyn Write,
) -> io::Result<()> {
    if format == Format::Json {
        for row in &reviewed.rows {
            json(row, out)?;
        }
        return Ok(());
    }
    columns(["CURRENT", "BASE", "PROPOSED"].map(str::to_owned), out)?;
    for row in &reviewed.rows {
        match row {
            ViewRow::Fold { lines, .. } => writeln!(out, "... {lines} lines unchanged")?,
            ViewRow::Lines(row) => {
                let cells = [&row.current, &row.base, &row.proposed];
                columns(cells.map(|cell| cell_text(cell.as_ref())), out)?;
            }
        }
    }
    Ok(())
}

/// Width of each of the three columns in terminal columns.
const COLUMN: usize = 38;

fn columns([current, base, proposed]: [String; 3], out: &mut dyn Write) -> io::Result<()> {
    let column = |text: &str| pad_end(text, COLUMN);
    let line = format!("{} | {} | {proposed}", column(&current), column(&base));
    writeln!(out, "{}", line.trim_end())
}

fn cell_text(cell: Option<&Cell>) -> String {
    let Some(cell) = cell else {
        return String::new();
    };
    let sign = match cell.kind {
        CellKind::Same => ' ',
        CellKind::Added => '+',
        CellKind::Removed => '-',
        CellKind::User => 'u',
        CellKind::Conflict => '!',
        CellKind::Refused => 'x',
    };
    let number = match cell.line {
        0 => String::new(),
        line => line.to_string(),
    };
    format!("{number:>5} {sign} {}", visible(&cell.text))
}

/// Prints the effect of a rollback.
pub(super) fn preview(
    format: Format,
    preview: &RollbackPreview,
    out: &mut dyn Write,
) -> io::Result<()> {
    if format == Format::Json {
        return json(preview, out);
    }
    writeln!(out, "{}", visible(&said(&preview.title)))?;
    for file in &preview.files {
        writeln!(
            out,
            "  {}  +{} -{}  {}",
            visible(&file.path),
            file.added,
            file.removed,
            said(&file.becomes)
        )?;
        for conflict in &file.conflicts {
            writeln!(
                out,
                "    [!] line {}: {}",
                conflict.line,
                said(&conflict.why)
            )?;
        }
        if !file.unclear.is_empty() {
            let count = file.unclear.len();
            writeln!(out, "    {count} hunks may be yours and stay")?;
        }
    }
    for path in &preview.unapplied {
        writeln!(out, "  {} has unapplied decisions", visible(path))?;
    }
    for path in &preview.in_index {
        writeln!(
            out,
            "  {} is staged in git, and stays so; `git restore --staged` takes it out",
            visible(path)
        )?;
    }
    for (path, why) in &preview.not_covered {
        writeln!(
            out,
            "  {} is left alone: {}",
            visible(path),
            visible(&said(why))
        )?;
    }
    if preview.user_hunks_lost > 0 {
        writeln!(out, "  takes {} of your own hunks", preview.user_hunks_lost)?;
    }
    if preview.edited() > 0 {
        let edited = preview.edited();
        writeln!(out, "  takes your edits of {edited} of the agent's hunks")?;
    }
    Ok(())
}

fn json(value: &impl serde::Serialize, out: &mut dyn Write) -> io::Result<()> {
    write_json_line(serde_json::to_value(value)?, out)
}
