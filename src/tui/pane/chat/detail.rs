//! The details of an opened call: its arguments, its changes, and its output. Bounded: a long text
//! is shown with its beginning and its end, and how much is between them.

use serde_json::Value;

use super::call::Call;
use super::lines::{beginning, lines_hidden};
use crate::highlight::CodeBlock;
use crate::theme::Role;
use crate::widget::diff::{Diff, DiffShape};
use crate::widget::row::{LineBreaks, Piece, Row, TextStyle};
use crate::widget::wrap::{chop, wrap, wrap_text};
use client::text::{terminal_text, truncate, visible};
use l10n::{said, say};

/// Maximum rows of a diff.
const MAX_DIFF_ROWS: usize = 400;
/// Maximum lines of a text at its beginning and at its end.
const HEAD_LINES: usize = 100;
const TAIL_LINES: usize = 100;
/// Maximum lines of one argument.
const ARGUMENT_LINES: usize = 40;
/// Maximum columns of a line, and maximum bytes of a line that was overwritten repeatedly.
const MAX_LINE: usize = 2_000;
const MAX_OUTPUT_LINE: usize = 64 * 1024;
/// Indent of the details.
const INDENT: usize = 2;

/// Returns the rows below an opened call, and the code in them.
pub(super) fn rows(call: &Call, width: usize) -> (Vec<Row>, Vec<CodeBlock>) {
    let room = room(width);
    let mut rows = Vec::new();
    let mut codes = Vec::new();
    if let Some(by) = &call.allowed_by {
        rows.extend(field(say!("chat-allowed-by"), &said(by), room));
    }
    if let Some(place) = call.ran_in() {
        rows.extend(field(say!("chat-ran-in"), &place, room));
    }
    arguments(call, room, &mut rows);
    if let Some(diff) = &call.diff {
        let mut diff = Diff::new(diff);
        let most = diff.item_count().min(MAX_DIFF_ROWS);
        diff.mark_words(0..most);
        let (first, mut shown) = (rows.len(), 0);
        // A line may be as long as a file.
        while shown < most && rows.len() < first + MAX_DIFF_ROWS {
            rows.extend(diff.rows(shown, room, DiffShape::Wrapped));
            shown += 1;
        }
        let last = first + MAX_DIFF_ROWS;
        let left = diff.item_count() - shown + rows.len().saturating_sub(last);
        rows.truncate(last);
        if left > 0 {
            let text = say!("chat-detail-more", count = left);
            let row = Row::text(truncate(&text, room).into_owned(), muted());
            rows.push(row.decoration());
        }
        codes.extend(diff.codes().cloned());
    }
    output(call, room, &mut rows);
    if let Some(text) = call.error_words().filter(|_| call.has_error_below()) {
        rows.extend(wrap_text(&visible(&text), error_style(call), room));
    }
    if rows.is_empty() {
        rows.push(Row::text(
            truncate(say!("chat-nothing-more"), room).into_owned(),
            muted(),
        ));
    }
    indent(&mut rows, width);
    (rows, codes)
}

/// Returns the style of a call's error; what the user did themselves is none.
pub(super) fn error_style(call: &Call) -> TextStyle {
    if call.is_cancelled_command() {
        muted()
    } else {
        TextStyle::of(Role::Err)
    }
}

/// Returns the columns for what stands below a call's row.
pub(super) fn room(width: usize) -> usize {
    if width > INDENT + 8 {
        width - INDENT
    } else {
        width.max(1)
    }
}

/// Indents what stands below a call's row, where there is room for it.
pub(super) fn indent(rows: &mut [Row], width: usize) {
    if room(width) == width.max(1) {
        return;
    }
    for row in rows {
        row.pieces
            .insert(0, Piece::new(" ".repeat(INDENT), TextStyle::default()));
        row.marks += 1;
        if let Some(place) = &mut row.code {
            place.piece += 1;
        }
    }
}

pub(super) fn muted() -> TextStyle {
    TextStyle::of(Role::FgMuted)
}

fn arguments(call: &Call, room: usize, rows: &mut Vec<Row>) {
    match &call.call.arguments {
        Value::Object(object) => {
            for (name, value) in object {
                // The diff contains the new text.
                let in_diff =
                    matches!(name.as_str(), "content" | "new_text" | "old_text" | "edits");
                if in_diff && call.diff.is_some() {
                    continue;
                }
                match value {
                    Value::String(text) => rows.extend(field(&visible(name), text, room)),
                    other => rows.extend(field(&visible(name), &as_json(other), room)),
                }
            }
        }
        Value::Null => {}
        Value::String(raw) => rows.extend(field(say!("chat-arguments-raw"), raw, room)),
        other => rows.extend(field(say!("chat-arguments"), &as_json(other), room)),
    }
}

/// Returns the beginning of a value as JSON: the rest is not shown, and so not serialized.
fn as_json(value: &Value) -> String {
    struct Beginning(Vec<u8>);
    impl std::io::Write for Beginning {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            if self.0.len() > MAX_LINE {
                return Err(std::io::ErrorKind::WriteZero.into());
            }
            self.0.extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut beginning = Beginning(Vec::new());
    // Running out of room is not an error here.
    let _full = serde_json::to_writer(&mut beginning, value).is_err();
    String::from_utf8_lossy(&beginning.0).into_owned()
}

/// Formats a name and its value; a value with several lines goes below its name.
fn field(name: &str, value: &str, room: usize) -> Vec<Row> {
    let label = format!("{name}: ");
    if !value.contains('\n') {
        let short = visible(beginning(value, MAX_LINE));
        return wrap(
            &[
                Piece::new(label, muted()),
                Piece::new(short, TextStyle::default()),
            ],
            room,
        );
    }
    let mut rows = wrap(&[Piece::new(label, muted())], room);
    for line in value.lines().take(ARGUMENT_LINES) {
        rows.extend(text_rows(&visible(beginning(line, MAX_LINE)), room));
    }
    let lines = lines_of(value);
    if lines > ARGUMENT_LINES {
        rows.push(lines_hidden(lines - ARGUMENT_LINES, room));
    }
    rows
}

fn output(call: &Call, room: usize, rows: &mut Vec<Row>) {
    let text = seen(call.said());
    if text.is_empty() {
        return;
    }
    let lines = lines_of(text);
    if lines <= HEAD_LINES + TAIL_LINES {
        return output_rows(text, room, rows);
    }
    let head = text.match_indices('\n').nth(HEAD_LINES - 1);
    let tail = text.rmatch_indices('\n').nth(TAIL_LINES - 1);
    let (head, tail) = (head.map_or(0, |it| it.0), tail.map_or(0, |it| it.0 + 1));
    output_rows(text.get(..head).unwrap_or_default(), room, rows);
    rows.push(lines_hidden(lines - HEAD_LINES - TAIL_LINES, room));
    output_rows(text.get(tail..).unwrap_or_default(), room, rows);
}

/// Adds the rows of a command's output. Of a long line the end is shown, which holds what was last
/// written over it.
fn output_rows(text: &str, room: usize, rows: &mut Vec<Row>) {
    for line in text.split('\n') {
        rows.extend(text_rows(&output_line(line), room));
    }
}

/// Returns a line of a command's output as a terminal shows it.
pub(super) fn output_line(line: &str) -> String {
    let end = line.get(line.ceil_char_boundary(line.len().saturating_sub(MAX_OUTPUT_LINE))..);
    terminal_text(end.unwrap_or_default())
}

/// Returns the output up to the last line with visible content.
pub(super) fn seen(text: &str) -> &str {
    let mut text = text.trim_end();
    // A command may end with sequences that only reset colours.
    while let Some(at) = text.rfind('\u{1b}') {
        let begin = text.rfind('\n').map_or(0, |end| end + 1);
        let last = text.get(begin..).unwrap_or_default();
        let is_seen = last.len() > MAX_LINE || !terminal_text(last).trim().is_empty();
        if at < begin || is_seen {
            break;
        }
        text = text.get(..begin).unwrap_or_default().trim_end();
    }
    text
}

/// Counts the lines of a text without reading their content.
pub(super) fn lines_of(text: &str) -> usize {
    let ends = text.bytes().filter(|byte| *byte == b'\n').count();
    ends + usize::from(!text.is_empty() && !text.ends_with('\n'))
}

/// Returns the rows of a line; cuts a very long one.
fn text_rows(line: &str, room: usize) -> Vec<Row> {
    let line = truncate(line, MAX_LINE);
    chop(&line, room)
        .into_iter()
        .map(|(start, part)| {
            let mut row = Row::text(part, TextStyle::of(Role::FgMuted));
            if start > 0 {
                row.joins = LineBreaks::Cut;
            }
            row
        })
        .collect()
}
