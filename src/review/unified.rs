//! Unified diffs for display: one file, with context lines. Control characters stay in the lines;
//! drawing removes them.

use super::hunks::{Span, lines_of, spans_between};
use protocol::change::{DiffChange, DiffHunk, DiffLine, DiffLineKind, FileDiff};

/// Computes the diff of a file. `None` means no file: the diff then is a creation or a deletion.
///
/// Each change has `context` lines around it. After `max_lines` lines the diff is cut and marked as
/// truncated; the counts of added and removed lines cover the whole diff.
pub fn unified(
    path: &str,
    before: Option<&str>,
    after: Option<&str>,
    context: usize,
    max_lines: usize,
) -> FileDiff {
    let old = lines_of(before.unwrap_or_default());
    let new = lines_of(after.unwrap_or_default());
    let spans = spans_between(&old, &new);
    let count = |lengths: &dyn Fn(&Span) -> usize| -> u32 {
        number(spans.iter().map(lengths).sum::<usize>())
    };
    let mut diff = FileDiff {
        path: path.to_owned(),
        change: match (before, after) {
            (None, _) => DiffChange::Created,
            (Some(_), None) => DiffChange::Deleted,
            (Some(_), Some(_)) => DiffChange::Modified,
        },
        added: count(&|span| span.new.len()),
        removed: count(&|span| span.old.len()),
        ..FileDiff::default()
    };
    let mut left = max_lines;
    for group in groups(&spans, context) {
        if left == 0 {
            diff.truncated = true;
            break;
        }
        let mut hunk = draw(group, &old, &new, context);
        if hunk.lines.len() > left {
            hunk.lines.truncate(left);
            diff.truncated = true;
        }
        left -= hunk.lines.len();
        diff.hunks.push(hunk);
    }
    diff
}

/// Formats the diff as `diff -u` does, for tools that read that format.
pub fn to_text(diff: &FileDiff) -> String {
    let (old, new) = match diff.change {
        DiffChange::Modified => (format!("a/{}", diff.path), format!("b/{}", diff.path)),
        DiffChange::Created => ("/dev/null".to_owned(), format!("b/{}", diff.path)),
        DiffChange::Deleted => (format!("a/{}", diff.path), "/dev/null".to_owned()),
    };
    format!("--- {old}\n+++ {new}\n{}", hunks_text(diff))
}

/// Works like [`to_text`] without the two lines that name the files.
pub fn hunks_text(diff: &FileDiff) -> String {
    let mut out = String::new();
    for hunk in &diff.hunks {
        out.push_str(&format!(
            "@@ -{},{} +{},{} @@\n",
            hunk.old_start, hunk.old_count, hunk.new_start, hunk.new_count
        ));
        for line in &hunk.lines {
            out.push(match line.kind {
                DiffLineKind::Context => ' ',
                DiffLineKind::Add => '+',
                DiffLineKind::Remove => '-',
            });
            out.push_str(&line.content);
            out.push('\n');
        }
    }
    if diff.truncated {
        out.push_str("(the diff goes on)\n");
    }
    out
}

/// Groups spans whose context lines touch.
fn groups(spans: &[Span], context: usize) -> impl Iterator<Item = &[Span]> {
    let near = context.saturating_mul(2);
    spans.chunk_by(move |a, b| b.old.start.saturating_sub(a.old.end) <= near)
}

fn draw(group: &[Span], old: &[&str], new: &[&str], context: usize) -> DiffHunk {
    let (Some(first), Some(last)) = (group.first(), group.last()) else {
        return DiffHunk {
            old_start: 0,
            old_count: 0,
            new_start: 0,
            new_count: 0,
            lines: Vec::new(),
        };
    };
    let lead = context.min(first.old.start);
    let tail = context.min(old.len().saturating_sub(last.old.end));
    let old_range = first.old.start - lead..last.old.end + tail;
    let new_range = first.new.start - lead..last.new.end + tail;
    let mut lines = Vec::new();
    let mut push = |kind: DiffLineKind, texts: &[&str]| {
        lines.extend(texts.iter().map(|text| DiffLine {
            kind,
            content: without_ending(text).to_owned(),
        }));
    };
    let mut next = old_range.start;
    for span in group {
        push(DiffLineKind::Context, part(old, next, span.old.start));
        push(
            DiffLineKind::Remove,
            part(old, span.old.start, span.old.end),
        );
        push(DiffLineKind::Add, part(new, span.new.start, span.new.end));
        next = span.old.end;
    }
    push(DiffLineKind::Context, part(old, next, old_range.end));
    DiffHunk {
        old_start: first_line(&old_range),
        old_count: number(old_range.len()),
        new_start: first_line(&new_range),
        new_count: number(new_range.len()),
        lines,
    }
}

fn part<'a, 'b>(lines: &'a [&'b str], from: usize, to: usize) -> &'a [&'b str] {
    lines.get(from..to).unwrap_or_default()
}

/// Returns the number of the first line. An empty range has the number of the line before it,
/// as in `diff`.
fn first_line(range: &std::ops::Range<usize>) -> u32 {
    number(if range.is_empty() {
        range.start
    } else {
        range.start + 1
    })
}

fn without_ending(line: &str) -> &str {
    let line = line.strip_suffix('\n').unwrap_or(line);
    line.strip_suffix('\r').unwrap_or(line)
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
