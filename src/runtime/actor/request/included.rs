//! Content that is sent again with each request: the files and lines that the user included, as
//! the agent sees them now, and the proposed changes if a summary replaces the messages in
//! which they were made.

use std::sync::Arc;

use super::RequestParts;
use notice::words::counted;
use protocol::approval::ProposedNote;
use protocol::call::ToolError;
use protocol::context::{ContextKind, ContextRow};
use protocol::mention::LineRange;
use protocol::message::Message;
use tools::FileExtent;

impl RequestParts {
    /// Returns the included files and ranges as one user message. Files are read again, and the
    /// agent counts as having read them: it may write them without reading them first. If a summary
    /// replaces the messages in which changes were proposed, the proposed changes are added.
    pub(in crate::actor) async fn included(&self) -> Option<Arc<Message>> {
        if self.context.is_empty() && self.proposed.is_none() {
            return None;
        }
        let parts = self.clone();
        let note = self.note().await;
        let text = tokio::task::spawn_blocking(move || {
            let agent = &parts.session.agent;
            let rows = parts.context.iter().map(|row| {
                let shown = match row.start_line {
                    Some(_) => FileExtent::Lines,
                    None => FileExtent::Whole,
                };
                row_text(row, &note, |path| match row.kind {
                    ContextKind::Folder => parts.tools.folder_text(parts.id, path),
                    _ => parts.tools.shown_text(parts.id, agent, path, shown),
                })
            });
            rows.collect::<Vec<_>>()
        });
        let files = text.await.ok()?;
        let files = (!files.is_empty())
            .then(|| format!("For reference, I include:\n\n{}", files.join("\n\n")));
        let told = [self.proposed.as_ref().map(proposed_text), files];
        let text = told.into_iter().flatten().collect::<Vec<_>>().join("\n\n");
        let last = self.messages.last()?;
        Some(Arc::new(Message::model_note(last.id, last, text)))
    }

    /// Returns the workspace's note, if it is included.
    pub(super) async fn note(&self) -> Result<String, String> {
        if self.context.iter().all(|row| row.kind != ContextKind::Note) {
            return Ok(String::new());
        }
        self.store.note().await.map_err(|error| error.to_string())
    }
}

/// Returns one row of included context as the model reads it, with the numbers of the lines that
/// exist now. `read` returns a file's text or the list of a folder; `note` is the workspace's.
pub(super) fn row_text(
    row: &ContextRow,
    note: &Result<String, String>,
    read: impl FnOnce(&str) -> Result<String, ToolError>,
) -> String {
    if row.kind == ContextKind::Note {
        return note_text(note);
    }
    let path = &row.file_path;
    let pinned = match (row.start_line, row.end_line) {
        (Some(first), Some(last)) => Some(LineRange { first, last }),
        _ => None,
    };
    let whole = match &row.content {
        Some(content) => return included_text(path, pinned, content),
        None => read(path),
    };
    match (whole, pinned) {
        (Err(error), _) => format!("{} {}: {error}", kind_word(row), row.place()),
        (Ok(list), None) if row.kind == ContextKind::Folder => {
            format!("Folder {path}, its files:\n```\n{list}\n```")
        }
        (Ok(text), None) => included_text(path, None, &text),
        (Ok(text), Some(pinned)) => match cut(&text, pinned) {
            Some((lines, text)) => included_text(path, Some(lines), text),
            None => format!("File {path}: the file no longer has lines {pinned}"),
        },
    }
}

fn kind_word(row: &ContextRow) -> &'static str {
    match row.kind {
        ContextKind::Folder => "Folder",
        _ => "File",
    }
}

fn note_text(note: &Result<String, String>) -> String {
    match note.as_deref().map(str::trim_end) {
        Ok("") => "My note on this workspace is empty.".to_owned(),
        Ok(text) => format!("My note on this workspace:\n\n{text}"),
        Err(error) => format!("My note on this workspace cannot be read: {error}"),
    }
}

/// Returns the text that informs the model about proposed changes under review.
fn proposed_text(proposed: &ProposedNote) -> String {
    format!(
        "[{} that you proposed in {} for my decision and {} not on the disk. Your reads show the proposed text.]",
        counted(proposed.hunks, "change"),
        proposed.files.join(", ")
            + if proposed.hunks == 1 {
                " waits"
            } else {
                " wait"
            },
        if proposed.hunks == 1 { "is" } else { "are" },
    )
}

fn included_text(path: &str, lines: Option<LineRange>, text: &str) -> String {
    let lines = lines.map_or_else(String::new, |lines| format!(" lines {lines}"));
    let text = text.strip_suffix('\n').unwrap_or(text);
    format!("File {path}{lines}:\n```\n{text}\n```")
}

/// Returns the part of the lines that exists, with its numbers.
fn cut(text: &str, lines: LineRange) -> Option<(LineRange, &str)> {
    let place = |line: u32| usize::try_from(line).unwrap_or(usize::MAX);
    let (mut start, mut end, mut last) = (None, 0, 0);
    for (index, line) in text
        .split_inclusive('\n')
        .enumerate()
        .take(place(lines.last))
    {
        if index + 1 == place(lines.first) {
            start = Some(end);
        }
        end += line.len();
        last = index + 1;
    }
    let last = u32::try_from(last).unwrap_or(u32::MAX);
    Some((LineRange { last, ..lines }, text.get(start?..end)?))
}
