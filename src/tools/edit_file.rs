//! `edit_file`: edits by line numbers, all of them based on the text before the call.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::api::CallContext;
use super::args::{invalid, parse, schema_of};
use super::change::{Wanted, plan};
use super::conflict::{conflict, must_have_read};
use super::memory::lines_now;
use super::registry::Tool;
use super::style::{Style, to_lf, without_bom};
use super::toolbox::Inner;
use super::view::View;
use super::work::ToolPlan;
use notice::{Notice, notice};
use protocol::call::{ToolCall, ToolClass, ToolError};
use protocol::ids::ContentHash;

pub(super) const TOOL: Tool = Tool {
    name: "edit_file",
    class: ToolClass::Text,
    description: "Changes lines of a text file that you have read. Each edit replaces or deletes \
                  lines start_line to end_line (from 1, inclusive), or inserts before start_line. \
                  Use the line numbers from before the call. Edits must not overlap.",
    schema: schema_of::<Args>,
    prepare,
};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Args {
    /// File, relative to the workspace root.
    path: String,
    /// The edits.
    edits: Vec<Edit>,
    /// Why, in one sentence, for the user.
    rationale: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Edit {
    /// What to do with the lines.
    operation: Operation,
    /// First line, from 1. For insert: the line to insert before.
    #[schemars(range(min = 1))]
    start_line: u32,
    /// Last line, inclusive. Default: start_line.
    #[schemars(range(min = 1))]
    end_line: Option<u32>,
    /// The new lines. Empty for delete.
    new_text: Option<String>,
    /// The hash of these lines, if read_file returned it. Otherwise leave it out.
    expected_hash: Option<String>,
    /// Why, in one sentence, for the user.
    rationale: Option<String>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
enum Operation {
    Replace,
    Insert,
    Delete,
}

/// An edit, in lines of the text that was read, from 0.
struct Piece {
    at: std::ops::Range<usize>,
    text: String,
    hash: Option<String>,
    number: usize,
}

fn prepare(inner: &Inner, call: &ToolCall, asker: &CallContext) -> Result<ToolPlan, ToolError> {
    let args: Args = parse(call)?;
    if args.edits.is_empty() {
        return Err(invalid(
            notice!("told-edits-empty"),
            json!({ "field": "edits" }),
        ));
    }
    let view = View::of(inner, asker, &args.path)?;
    let now = view.text_or_missing(inner)?.to_owned();
    let read = must_have_read(inner, asker, &view)?;
    let style = Style::of(&now);
    let (read_body, now_body) = (without_bom(&read), without_bom(&now));
    let read_lines: Vec<&str> = read_body.split_inclusive('\n').collect();
    let mut pieces = pieces(&args.edits, read_lines.len(), style)?;
    refuse_overlap(&pieces)?;
    let reader = view.reader(asker);
    let proposed: String = pieces.iter().map(|piece| piece.text.as_str()).collect();
    let clash = |why: Notice| conflict(inner, &reader, &why, (&read, &now, &proposed));
    for piece in &mut pieces {
        let lines = read_lines
            .get(piece.at.clone())
            .unwrap_or_default()
            .concat();
        if let Some(hash) = &piece.hash
            && !hash_fits(hash, &lines, &read)
            && !inner.memory.was_given(&reader, hash)
        {
            return Err(clash(notice!("told-clash-lines", number = piece.number)));
        }
        piece.at = lines_now(read_body, now_body, &piece.at)
            .ok_or_else(|| clash(notice!("told-clash-changed-lines", number = piece.number)))?;
    }
    pieces.sort_by_key(|piece| (piece.at.start, piece.at.end));
    refuse_overlap(&pieces)?;
    let (after, starts) = put_together(now_body, &pieces, style);
    let rationale = args
        .rationale
        .or_else(|| join_rationales(&args.edits))
        .filter(|text| !text.trim().is_empty());
    plan(
        inner,
        call,
        asker,
        Wanted {
            view,
            after: Some(after),
            edits: &starts,
            rationale,
        },
    )
}

/// Returns the edits as pieces ordered by line; fails with E013 for edits that make no sense.
fn pieces(edits: &[Edit], total: usize, style: Style) -> Result<Vec<Piece>, ToolError> {
    let mut pieces = Vec::with_capacity(edits.len());
    for (number, edit) in edits.iter().enumerate() {
        let wrong = |field: &str, why: Notice| {
            let field = format!("edits[{number}].{field}");
            Err(invalid(
                notice!("told-edit-fault", name = field, why),
                json!({ "field": field, "total_lines": total }),
            ))
        };
        let start = (edit.start_line as usize).saturating_sub(1);
        let text = style.as_lines(edit.new_text.as_deref().unwrap_or_default());
        let at = if edit.operation == Operation::Insert {
            if start > total {
                return wrong("start_line", notice!("told-edit-beyond", number = total));
            }
            start..start
        } else {
            let end = edit.end_line.unwrap_or(edit.start_line) as usize;
            if end <= start {
                return wrong("end_line", notice!("told-edit-before-start"));
            }
            if end > total {
                return wrong("end_line", notice!("told-edit-beyond", number = total));
            }
            start..end
        };
        match edit.operation {
            Operation::Delete if !text.is_empty() => {
                return wrong("new_text", notice!("told-edit-delete-text"));
            }
            Operation::Insert if text.is_empty() => {
                return wrong("new_text", notice!("told-edit-insert-nothing"));
            }
            _ => {}
        }
        pieces.push(Piece {
            at,
            text,
            hash: edit.expected_hash.clone().filter(|hash| is_given(hash)),
            number,
        });
    }
    pieces.sort_by_key(|piece| (piece.at.start, piece.at.end));
    Ok(pieces)
}

/// Returns whether a hash is more than a placeholder: small models copy `sha256:...` literally.
fn is_given(hash: &str) -> bool {
    let digits = hash.strip_prefix("sha256:").unwrap_or(hash);
    digits.contains(|letter: char| letter.is_alphanumeric())
}

fn refuse_overlap(pieces: &[Piece]) -> Result<(), ToolError> {
    for pair in pieces.windows(2) {
        let [a, b] = pair else { continue };
        let both_insert_here = a.at.is_empty() && b.at.is_empty() && a.at.start == b.at.start;
        if b.at.start < a.at.end || both_insert_here {
            return Err(invalid(
                notice!(
                    "told-edits-overlap",
                    word = a.number.min(b.number),
                    number = a.number.max(b.number)
                ),
                json!({ "field": "edits" }),
            ));
        }
    }
    Ok(())
}

/// Returns whether a hash matches these lines in any plausible form: with the file's endings or
/// `\n`, with or without the last one; or matches the whole text.
fn hash_fits(hash: &str, lines: &str, whole: &str) -> bool {
    let wanted = hash.trim().trim_start_matches("sha256:").to_lowercase();
    let Ok(wanted) = wanted.parse::<ContentHash>() else {
        return false;
    };
    let plain = to_lf(lines);
    [
        lines,
        plain.as_str(),
        plain.strip_suffix('\n').unwrap_or(&plain),
        whole,
    ]
    .iter()
    .any(|text| ContentHash::of(text.as_bytes()) == wanted)
}

/// Returns the new text, and the first lines (old, new) of each piece.
fn put_together(now: &str, pieces: &[Piece], style: Style) -> (String, Vec<(usize, usize)>) {
    let lines: Vec<&str> = now.split_inclusive('\n').collect();
    let mut out = String::with_capacity(now.len());
    let mut starts = Vec::with_capacity(pieces.len());
    let mut next = 0;
    let mut count = 0;
    let mut push = |out: &mut String, text: &str| {
        // A last line without an ending gets one if something follows.
        if !text.is_empty() && !out.is_empty() && !out.ends_with('\n') {
            out.push_str(style.ending());
        }
        out.push_str(text);
        count += text.split_inclusive('\n').count();
        count
    };
    let mut new_line = 0;
    for piece in pieces {
        for line in lines.get(next..piece.at.start).unwrap_or_default() {
            new_line = push(&mut out, line);
        }
        starts.push((piece.at.start, new_line));
        new_line = push(&mut out, &piece.text);
        next = piece.at.end;
    }
    for line in lines.get(next..).unwrap_or_default() {
        push(&mut out, line);
    }
    (style.finish(out), starts)
}

fn join_rationales(edits: &[Edit]) -> Option<String> {
    let all: Vec<&str> = edits
        .iter()
        .filter_map(|edit| edit.rationale.as_deref())
        .collect();
    (!all.is_empty()).then(|| all.join("; "))
}
