//! The changes of a session and the decisions about them, as lines of Markdown for reading.

use std::collections::BTreeMap;

use notice::{Notice, count, notice};
use protocol::change::{Entry, FileOperation, Hunk, HunkState};
use protocol::transfer::BundledChanges;
use redact::{mask, one_line};

/// Returns the session's changes made here, and those that it was imported with. Masks secrets.
pub fn changes(own: &BundledChanges, before: Option<&BundledChanges>) -> Vec<Notice> {
    let mut lines = Vec::new();
    if let Some(before) = before.filter(|before| !before.is_empty()) {
        lines.push(notice!("told-changes-before"));
        lines.push(blank());
        lines.push(notice!("told-changes-before-what"));
        lines.push(blank());
        lines.extend(of_log(before));
    }
    if !own.is_empty() {
        if !lines.is_empty() {
            lines.push(blank());
            lines.push(notice!("told-changes-here"));
            lines.push(blank());
        }
        lines.extend(of_log(own));
    }
    if lines.is_empty() {
        lines.push(notice!("told-changes-none"));
    }
    lines
}

/// Returns the lines of a change log: a table of its entries, its checkpoints, its comments. Masks
/// secrets.
pub(super) fn of_log(log: &BundledChanges) -> Vec<Notice> {
    let mut lines = Vec::new();
    if !log.entries.is_empty() {
        lines.push(notice!("told-changes-head"));
        lines.push(Notice::text("|---|---|---|---:|---|"));
    }
    lines.extend(log.entries.iter().map(row));
    for kept in &log.checkpoints {
        let checkpoint = &kept.checkpoint;
        lines.push(blank());
        lines.push(notice!(
            "told-changes-checkpoint",
            number = checkpoint.number,
            rest = minute(checkpoint.at),
            title = checkpoint.label,
            counted = count(kept.files.len(), "file"),
        ));
    }
    for comment in &log.comments {
        let rest = one_line(&comment.text);
        lines.push(blank());
        lines.push(notice!(
            "told-changes-comment",
            path = code(&comment.path),
            rest
        ));
    }
    lines
        .into_iter()
        .map(|line| line.map_texts(&mut |text| mask(text).into_owned()))
        .collect()
}

fn blank() -> Notice {
    Notice::default()
}

fn minute(at: jiff::Timestamp) -> String {
    at.strftime("%Y-%m-%d %H:%M UTC").to_string()
}

fn row(entry: &Entry) -> Notice {
    let (added, removed) = entry.hunks.iter().fold((0, 0), |(added, removed), hunk| {
        (added + hunk.inserted.len(), removed + hunk.old_count)
    });
    let author = entry.origin.author();
    notice!(
        "command-change-row",
        when = minute(entry.at),
        file = file(&entry.path, &entry.operation),
        author = author.map_texts(&mut |name| cell(&one_line(name))),
        added,
        removed,
        decided = decided(&entry.hunks),
    )
}

fn file(path: &str, operation: &FileOperation) -> Notice {
    let path = cell(&code(path));
    match operation {
        FileOperation::Edit => Notice::text(path),
        FileOperation::Create => notice!("command-change-made", path),
        FileOperation::Delete => notice!("command-change-deleted", path),
        FileOperation::Rename { from } => {
            notice!("command-change-renamed", path, from = cell(&code(from)))
        }
        FileOperation::Mode { from, to } => notice!(
            "command-change-bits",
            path,
            from = format!("{from:o}"),
            to = format!("{to:o}")
        ),
    }
}

/// Formats the decisions, such as `2 accepted, 1 rejected, 1 pending (not on the disk)`.
fn decided(hunks: &[Hunk]) -> Notice {
    let mut counts: BTreeMap<(&str, bool), usize> = BTreeMap::new();
    for hunk in hunks {
        let state = match hunk.state {
            HunkState::Pending => "pending",
            HunkState::Accepted => "accepted",
            HunkState::Rejected => "rejected",
            HunkState::RolledBack => "rolled-back",
        };
        let is_apart = hunk.state.is_live() && !hunk.written;
        *counts.entry((state, is_apart)).or_insert(0) += 1;
    }
    let words = counts.into_iter().map(|((state, is_apart), count)| {
        let apart = if is_apart {
            notice!("command-change-apart")
        } else {
            Notice::default()
        };
        notice!("command-change-decided", count, state, apart)
    });
    let listed = words
        .rev()
        .reduce(|others, decision| notice!("command-change-and", decision, others));
    listed.unwrap_or_default()
}

/// Puts a path between backticks.
fn code(path: &str) -> String {
    format!("`{}`", one_line(path).replace('`', "'"))
}

/// Escapes bars, which would end the table cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
