//! What an opened call shows: what it was given, what it changes, and what it said. Bounded: of a
//! long text the beginning and the end, and how much lies between.

use serde_json::Value;

use super::call::{Call, State};
use crate::language::say;
use crate::language::{counted, notice};
use crate::tui::highlight::CodeBlock;
use crate::tui::theme::Role;
use crate::tui::widget::diff::{Diff, DiffShape};
use crate::tui::widget::row::{Joins, Look, Piece, Row};
use crate::tui::widget::text::{truncate, visible};
use crate::tui::widget::wrap::{chop, wrap, wrap_text};

/// Rows of a diff.
const MAX_DIFF_ROWS: usize = 400;
/// Lines of a text at its beginning and at its end.
const HEAD_LINES: usize = 100;
const TAIL_LINES: usize = 100;
/// Lines of one argument.
const ARGUMENT_LINES: usize = 40;
/// Columns that details stand in.
const INDENT: usize = 2;

/// The rows below an opened call, and the code in them.
pub(super) fn rows(call: &Call, width: usize) -> (Vec<Row>, Vec<CodeBlock>) {
    let room = width.saturating_sub(INDENT).max(1);
    let mut rows = Vec::new();
    let mut codes = Vec::new();
    if let Some(by) = &call.allowed_by {
        rows.extend(field(say!("chat-allowed-by"), &visible(&notice(by)), room));
    }
    arguments(call, room, &mut rows);
    if let Some(diff) = &call.diff {
        let mut diff = Diff::new(diff);
        let shown = diff.item_count().min(MAX_DIFF_ROWS);
        diff.mark_words(0..shown);
        for entry in 0..shown {
            rows.extend(diff.rows(entry, room, DiffShape::Wrapped));
        }
        if diff.item_count() > shown {
            let text = say!("chat-detail-more", count = diff.item_count() - shown);
            let row = Row::text(truncate(&text, room).into_owned(), muted());
            rows.push(row.decoration());
        }
        codes.extend(diff.codes().cloned());
    }
    if let State::Over(result) = &call.state
        && let Some(error) = &result.error
    {
        let text = format!("{} {}", error.code.code(), notice(&error.message));
        rows.extend(wrap_text(&visible(&text), Look::of(Role::Err), room));
    }
    output(call, room, &mut rows);
    if rows.is_empty() {
        rows.push(Row::text(
            truncate(say!("chat-nothing-more"), room).into_owned(),
            muted(),
        ));
    }
    if width > INDENT + 8 {
        for row in &mut rows {
            row.pieces
                .insert(0, Piece::new(" ".repeat(INDENT), Look::default()));
            row.marks += 1;
            if let Some(place) = &mut row.code {
                place.piece += 1;
            }
        }
    }
    (rows, codes)
}

fn muted() -> Look {
    Look::of(Role::FgMuted)
}

fn arguments(call: &Call, room: usize, rows: &mut Vec<Row>) {
    match &call.call.arguments {
        Value::Object(object) => {
            for (name, value) in object {
                // The new text is in the diff.
                let in_diff =
                    matches!(name.as_str(), "content" | "new_text" | "old_text" | "edits");
                if in_diff && call.diff.is_some() {
                    continue;
                }
                let text = match value {
                    Value::String(text) => visible(text).into_owned(),
                    other => visible(&other.to_string()).into_owned(),
                };
                rows.extend(field(&visible(name), &text, room));
            }
        }
        Value::Null => {}
        Value::String(raw) => rows.extend(field(say!("chat-arguments-raw"), &visible(raw), room)),
        other => rows.extend(field(say!("chat-arguments"), &other.to_string(), room)),
    }
}

/// A name and its value; a value of several lines stands below its name.
fn field(name: &str, value: &str, room: usize) -> Vec<Row> {
    let label = format!("{name}: ");
    if !value.contains('\n') {
        let short: String = value.chars().take(2_000).collect();
        return wrap(
            &[
                Piece::new(label, muted()),
                Piece::new(short, Look::default()),
            ],
            room,
        );
    }
    let mut rows = wrap(&[Piece::new(label, muted())], room);
    let lines = value.lines().count();
    for line in value.lines().take(ARGUMENT_LINES) {
        rows.extend(text_rows(line, room));
    }
    if lines > ARGUMENT_LINES {
        rows.push(between(lines - ARGUMENT_LINES, room));
    }
    rows
}

fn output(call: &Call, room: usize, rows: &mut Vec<Row>) {
    let text = call.output();
    let text = text.trim_end();
    if text.is_empty() {
        return;
    }
    let lines = text.lines().count();
    let hidden = lines.saturating_sub(HEAD_LINES + TAIL_LINES);
    for (number, line) in text.lines().enumerate() {
        if hidden > 0 && number == HEAD_LINES {
            rows.push(between(hidden, room));
        }
        if hidden == 0 || number < HEAD_LINES || number >= HEAD_LINES + hidden {
            rows.extend(text_rows(line, room));
        }
    }
}

fn between(lines: usize, room: usize) -> Row {
    let text = say!("chat-lines-hidden", lines = counted(lines, "line"));
    Row::text(truncate(&text, room).into_owned(), muted()).decoration()
}

/// Rows of a line; a very long one is cut.
fn text_rows(line: &str, room: usize) -> Vec<Row> {
    let line = truncate(line, 2_000);
    chop(&line, room)
        .into_iter()
        .map(|(start, part)| {
            let mut row = Row::text(part, Look::of(Role::FgMuted));
            if start > 0 {
                row.joins = Joins::Cut;
            }
            row
        })
        .collect()
}

/// The text in what the model sees, under whichever name the tool gave it.
pub(super) fn output_of(content: &Value) -> Option<&str> {
    const NAMES: [&str; 7] = [
        "output", "stdout", "text", "content", "answer", "report", "result",
    ];
    if let Value::String(text) = content {
        return Some(text);
    }
    NAMES
        .iter()
        .find_map(|name| content.get(name)?.as_str())
        .filter(|text| !text.is_empty())
}
