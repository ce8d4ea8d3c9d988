//! Patches for other programs: the hunks of a unified diff that turn one text into another byte for
//! byte, as `patch` and `git apply` read them. Diffs for display are in `unified`.

use super::binary::blob_of;
use super::hunks::{Span, lines_of, spans_between};

/// Number of unchanged lines around a change.
const CONTEXT: usize = 3;

/// Returns the hunks that turn `before` into `after`; `None` means no file. Returns an empty string
/// if no lines differ, and for binary content.
pub fn patch(before: Option<&str>, after: Option<&str>) -> String {
    let (before, after) = (before.unwrap_or_default(), after.unwrap_or_default());
    if blob_of(before).is_some() || blob_of(after).is_some() {
        return String::new();
    }
    let (old, new) = (lines_of(before), lines_of(after));
    let spans = spans_between(&old, &new);
    let groups =
        spans.chunk_by(|a: &Span, b: &Span| b.old.start.saturating_sub(a.old.end) <= CONTEXT * 2);
    let inserted = |span: &Span| part(&new, span.new.clone());
    groups.map(|group| hunk(group, &old, &inserted)).collect()
}

/// Returns the hunk of one change between two lists of lines. Its lines are those of `old`, so it
/// applies there whether or not other changes are applied.
pub fn patch_of(change: &Span, old: &[&str], new: &[&str]) -> String {
    let inserted = part(new, change.new.clone());
    let start = change.old.start;
    let alone = Span {
        old: change.old.clone(),
        new: start..start.saturating_add(inserted.len()),
    };
    hunk(&[alone], old, &|_| inserted)
}

/// Formats neighboring changes as one hunk, with the lines around them.
fn hunk<'a, 'b>(group: &[Span], old: &[&str], inserted: &dyn Fn(&Span) -> &'a [&'b str]) -> String
where
    'b: 'a,
{
    let (Some(first), Some(last)) = (group.first(), group.last()) else {
        return String::new();
    };
    let lead = CONTEXT.min(first.old.start);
    let tail = CONTEXT.min(old.len().saturating_sub(last.old.end));
    let old_range = first.old.start.saturating_sub(lead)..last.old.end.saturating_add(tail);
    let new_range = first.new.start.saturating_sub(lead)..last.new.end.saturating_add(tail);
    let mut out = format!("@@ -{} +{} @@\n", place(&old_range), place(&new_range));
    let mut put = |sign: char, lines: &[&str]| {
        for line in lines {
            out.push(sign);
            out.push_str(line);
            if !line.ends_with('\n') {
                out.push_str("\n\\ No newline at end of file\n");
            }
        }
    };
    let mut next = old_range.start;
    for span in group {
        put(' ', part(old, next..span.old.start));
        put('-', part(old, span.old.clone()));
        put('+', inserted(span));
        next = span.old.end;
    }
    put(' ', part(old, next..old_range.end));
    out
}

fn part<'a, 'b>(lines: &'a [&'b str], range: std::ops::Range<usize>) -> &'a [&'b str] {
    lines.get(range).unwrap_or_default()
}

/// Formats the first line and the count. An empty range names the line before it, as `diff` does.
fn place(range: &std::ops::Range<usize>) -> String {
    let first = if range.is_empty() {
        range.start
    } else {
        range.start.saturating_add(1)
    };
    format!("{first},{}", range.len())
}
