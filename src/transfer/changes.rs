//! The changes of a session and the decisions about them, as Markdown for reading.

use std::collections::BTreeMap;

use crate::protocol::change::{Entry, FileOperation, Hunk, HunkState, Origin};
use crate::protocol::transfer::BundledChanges;
use crate::redact::{mask, one_line};
use crate::words::counted;

/// Returns the session's changes made here, and those that it was imported with. Masks secrets.
pub fn changes(own: &BundledChanges, before: Option<&BundledChanges>) -> String {
    let mut out = String::new();
    if let Some(before) = before.filter(|before| !before.is_empty()) {
        out.push_str(
            "**Before the import**\n\nA record of the workspace that the session was exported from: it can be read, \
             and nothing of it is written or taken back here.\n\n",
        );
        add(before, &mut out);
    }
    if !own.is_empty() {
        if !out.is_empty() {
            out.push_str("\n**Here**\n\n");
        }
        add(own, &mut out);
    }
    if out.is_empty() {
        return "Nothing was changed in this session.".to_owned();
    }
    mask(out.trim_end()).into_owned()
}

/// Appends the rows of a change log.
pub(super) fn add(log: &BundledChanges, out: &mut String) {
    if !log.entries.is_empty() {
        out.push_str("| when | file | by | lines | decided |\n|---|---|---|---:|---|\n");
    }
    for entry in &log.entries {
        out.push_str(&row(entry));
    }
    for kept in &log.checkpoints {
        let checkpoint = &kept.checkpoint;
        out.push_str(&format!(
            "\n- checkpoint #{} of {}: {}, {}",
            checkpoint.number,
            checkpoint.at.strftime("%Y-%m-%d %H:%M UTC"),
            one_line(&checkpoint.label.to_string()),
            counted(kept.files.len(), "file"),
        ));
    }
    for comment in &log.comments {
        let text = one_line(&comment.text);
        out.push_str(&format!("\n- you on {}: {text}", code(&comment.path)));
    }
    out.push('\n');
}

fn row(entry: &Entry) -> String {
    let (added, removed) = entry.hunks.iter().fold((0, 0), |(added, removed), hunk| {
        (added + hunk.inserted.len(), removed + hunk.old_count)
    });
    format!(
        "| {} | {} | {} | +{added} -{removed} | {} |\n",
        entry.at.strftime("%Y-%m-%d %H:%M UTC"),
        cell(&format!("{}{}", code(&entry.path), what(&entry.operation))),
        cell(&by(&entry.origin)),
        decided(&entry.hunks),
    )
}

fn what(operation: &FileOperation) -> String {
    match operation {
        FileOperation::Edit => String::new(),
        FileOperation::Create => " made".to_owned(),
        FileOperation::Delete => " deleted".to_owned(),
        FileOperation::Rename { from } => format!(" from {}", code(from)),
        FileOperation::Mode { from, to } => format!(" bits {from:o} to {to:o}"),
    }
}

fn by(origin: &Origin) -> String {
    match origin {
        Origin::Agent { agent, .. } => one_line(agent),
        Origin::User => "you".to_owned(),
        Origin::Shell { .. } => "a command".to_owned(),
        Origin::Session { name } => format!("session {}", one_line(name)),
        Origin::Unclear => "unclear".to_owned(),
    }
}

/// Formats the decisions, such as `2 accepted, 1 rejected, 1 pending (not on the disk)`.
fn decided(hunks: &[Hunk]) -> String {
    let mut counts: BTreeMap<(&str, bool), usize> = BTreeMap::new();
    for hunk in hunks {
        let word = match hunk.state {
            HunkState::Pending => "pending",
            HunkState::Accepted => "accepted",
            HunkState::Rejected => "rejected",
            HunkState::RolledBack => "rolled back",
        };
        let is_apart = hunk.state.is_live() && !hunk.written;
        *counts.entry((word, is_apart)).or_insert(0) += 1;
    }
    let words = counts.into_iter().map(|((word, is_apart), count)| {
        let apart = if is_apart { " (not on the disk)" } else { "" };
        format!("{count} {word}{apart}")
    });
    words.collect::<Vec<_>>().join(", ")
}

/// Puts a path between backticks.
fn code(path: &str) -> String {
    format!("`{}`", one_line(path).replace('`', "'"))
}

/// Escapes bars, which would end the table cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
