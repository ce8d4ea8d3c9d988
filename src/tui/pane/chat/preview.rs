//! The rows that stand below a folded call: the beginning of its change, the end of its output, an
//! answer of the user, or an error that its row has no room for.

use super::call::{Call, State};
use super::detail::{self, muted};
use super::lines::one_line;
use crate::highlight::CodeBlock;
use crate::widget::diff::{Diff, DiffShape};
use crate::widget::row::{Row, TextStyle};
use crate::widget::wrap::wrap_text;
use client::text::{truncate, visible};
use l10n::{counted, say};
use protocol::approval::NO_ANSWER;
use protocol::change::{DiffHunk, DiffLineKind, FileDiff};

/// Maximum rows of a change.
const DIFF_ROWS: usize = 16;
/// Unchanged lines kept above and below a changed one.
const CONTEXT: usize = 2;
/// Last lines of the output of a command that failed, and of another command.
const FAILED_LINES: usize = 5;
const OUTPUT_LINES: usize = 3;
/// Maximum rows of an error, and of an answer.
const ERROR_ROWS: usize = 3;
const ANSWER_ROWS: usize = 20;

/// Whether the change of an edit is shown below its folded row.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Diffs {
    #[default]
    Open,
    Folded,
}

impl Diffs {
    /// Reads `open` or `folded`; any other word is `open`.
    pub fn of(word: &str) -> Self {
        match word {
            "folded" => Diffs::Folded,
            _ => Diffs::Open,
        }
    }
}

/// Returns the rows below a folded call, and the code in them.
pub(super) fn rows(call: &Call, width: usize, diffs: Diffs) -> (Vec<Row>, Vec<CodeBlock>) {
    let room = detail::room(width);
    let (mut rows, codes) = match (&call.diff, diffs) {
        // The bar shows what it asks about.
        (Some(diff), Diffs::Open) if !call.is_command() && call.state != State::Waiting => {
            diff_rows(diff, room)
        }
        _ if call.is_command() => {
            let network = call.network_below();
            let network = network.map(|words| hint(&one_line(&words), room));
            let rows = network.into_iter().chain(output_rows(call, room));
            (rows.collect(), Vec::new())
        }
        _ => (said_rows(call, room), Vec::new()),
    };
    rows.extend(error_rows(call, room));
    detail::indent(&mut rows, width);
    (rows, codes)
}

/// Returns the beginning of a change, and the code in it.
fn diff_rows(diff: &FileDiff, room: usize) -> (Vec<Row>, Vec<CodeBlock>) {
    let mut beginning = Diff::new(&beginning_of(diff));
    let lines = |item: &usize| beginning.text(*item).is_some();
    let items = 0..beginning.item_count();
    let first = items.clone().find(lines).unwrap_or(0);
    let last = items.rev().find(lines).map_or(0, |item| item + 1);
    beginning.mark_words(first..last);
    let mut rows = Vec::new();
    let mut changed = 0;
    for item in first..last {
        let more = beginning.rows(item, room, DiffShape::Wrapped);
        if rows.len() + more.len() > DIFF_ROWS && !rows.is_empty() {
            break;
        }
        rows.extend(more);
        changed += usize::from(beginning.is_changed(item));
    }
    rows.truncate(DIFF_ROWS);
    let all = (diff.added + diff.removed) as usize;
    if changed < all {
        rows.push(hint(
            &say!("chat-preview-below", lines = counted(all - changed, "line")),
            room,
        ));
    }
    (rows, beginning.codes().cloned().collect())
}

/// Returns as much of a diff as a preview may show, with little context.
fn beginning_of(diff: &FileDiff) -> FileDiff {
    let mut left = DIFF_ROWS;
    let mut hunks = Vec::new();
    for hunk in &diff.hunks {
        let Some(hunk) = trimmed(hunk, left) else {
            continue;
        };
        left = left.saturating_sub(hunk.lines.len());
        hunks.push(hunk);
        if left == 0 {
            break;
        }
    }
    FileDiff {
        path: diff.path.clone(),
        change: diff.change,
        hunks,
        added: diff.added,
        removed: diff.removed,
        truncated: false,
    }
}

/// Returns the first lines of a hunk, from a little above its first change on.
fn trimmed(hunk: &DiffHunk, most: usize) -> Option<DiffHunk> {
    let is_changed = |kind: DiffLineKind| kind != DiffLineKind::Context;
    let first = hunk.lines.iter().position(|line| is_changed(line.kind))?;
    let last = hunk.lines.iter().rposition(|line| is_changed(line.kind))?;
    let skipped = first.saturating_sub(CONTEXT);
    let count = (last + 1 + CONTEXT - skipped).min(most);
    let skipped_lines = u32::try_from(skipped).unwrap_or(u32::MAX);
    let lines: Vec<_> = hunk
        .lines
        .iter()
        .skip(skipped)
        .take(count)
        .cloned()
        .collect();
    let of_side = |other: DiffLineKind| {
        let count = lines.iter().filter(|line| line.kind != other).count();
        u32::try_from(count).unwrap_or(u32::MAX)
    };
    Some(DiffHunk {
        old_start: hunk.old_start.saturating_add(skipped_lines),
        old_count: of_side(DiffLineKind::Add),
        new_start: hunk.new_start.saturating_add(skipped_lines),
        new_count: of_side(DiffLineKind::Remove),
        lines,
    })
}

/// Returns the last lines of a command's output, below a row that says how many are above them.
fn output_rows(call: &Call, room: usize) -> Vec<Row> {
    let text = detail::seen(call.said());
    if text.is_empty() {
        return Vec::new();
    }
    let (most, style) = if call.has_failed() {
        (FAILED_LINES, TextStyle::default())
    } else {
        (OUTPUT_LINES, muted())
    };
    let lines = detail::lines_of(text);
    let hidden = lines.saturating_sub(most);
    let mut rows = Vec::new();
    if hidden > 0 {
        rows.push(hint(
            &say!("chat-preview-above", lines = counted(hidden, "line")),
            room,
        ));
    }
    let from = match hidden {
        0 => 0,
        _ => text
            .rmatch_indices('\n')
            .nth(most - 1)
            .map_or(0, |(at, _)| at + 1),
    };
    let last = text.get(from..).unwrap_or_default();
    rows.extend(
        last.split('\n')
            .map(|line| Row::text(detail::output_line(line), style).cut(room)),
    );
    rows
}

/// Returns the answer of the user to a question of the agent; one that was skipped in words, not as
/// the model reads it.
fn said_rows(call: &Call, room: usize) -> Vec<Row> {
    let State::Over(result) = &call.state else {
        return Vec::new();
    };
    if call.call.tool != "clarify_user" || !result.ok {
        return Vec::new();
    }
    let said = call.said().replace(NO_ANSWER, say!("chat-answer-skipped"));
    let mut rows = wrap_text(&visible(&said), TextStyle::default(), room);
    let left = rows.len().saturating_sub(ANSWER_ROWS);
    rows.truncate(ANSWER_ROWS);
    rows.extend((left > 0).then(|| {
        hint(
            &say!("chat-preview-below", lines = counted(left, "line")),
            room,
        )
    }));
    rows
}

/// Returns the error of a failed call if its row has no room for it, and how a command that the user
/// stopped ended.
fn error_rows(call: &Call, room: usize) -> Vec<Row> {
    let Some(words) = call.error_words().filter(|_| call.has_error_below()) else {
        return Vec::new();
    };
    let mut rows = wrap_text(&one_line(&words), detail::error_style(call), room);
    rows.truncate(ERROR_ROWS);
    rows
}

fn hint(text: &str, room: usize) -> Row {
    Row::text(truncate(text, room).into_owned(), muted()).decoration()
}
