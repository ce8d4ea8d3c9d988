//! `read_file`: a text file or a range of its lines, with the hashes that later edits name.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, json};

use super::api::CallContext;
use super::args::{invalid, parse, schema_of};
use super::registry::Tool;
use super::style::{to_lf, without_bom};
use super::toolbox::Inner;
use super::view::View;
use super::work::{ToolOutput, ToolPlan};
use notice::{count, notice};
use protocol::call::{ToolCall, ToolClass, ToolError};
use protocol::ids::ContentHash;

pub(super) const TOOL: Tool = Tool {
    name: "read_file",
    class: ToolClass::Read,
    description: "Reads a text file, or its lines start_line to end_line (from 1, inclusive). \
                  Returns the text, total_lines, sha256 of the whole file and range_hash of the \
                  returned lines, which edit_file takes as expected_hash.",
    schema: schema_of::<Args>,
    prepare,
};

/// Maximum number of bytes of one read, whatever limit the call names.
const BYTES_CAP: usize = 1024 * 1024;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Args {
    /// File, relative to the workspace root.
    path: String,
    /// First line, from 1. Default: 1.
    #[schemars(range(min = 1))]
    start_line: Option<u32>,
    /// Last line, inclusive. Default: as far as the limits allow.
    #[schemars(range(min = 1))]
    end_line: Option<u32>,
    /// Maximum number of bytes of text. Default: 65536.
    #[schemars(range(min = 1))]
    max_bytes: Option<u32>,
}

fn prepare(inner: &Inner, call: &ToolCall, asker: &CallContext) -> Result<ToolPlan, ToolError> {
    let args: Args = parse(call)?;
    if let (Some(start), Some(end)) = (args.start_line, args.end_line)
        && end < start
    {
        return Err(invalid(
            notice!("told-lines-reversed", word = end, number = start),
            json!({ "field": "end_line" }),
        ));
    }
    let path = inner.workspace.resolve(&args.path)?.path;
    let asker = asker.clone();
    Ok(ToolPlan::look(path, move |inner| {
        read(inner, &asker, &args)
    }))
}

fn read(inner: &Inner, asker: &CallContext, args: &Args) -> Result<ToolOutput, ToolError> {
    let view = View::of(inner, asker, &args.path)?;
    let raw = view.text_or_missing(inner)?;
    let body = to_lf(without_bom(raw));
    let lines: Vec<&str> = body.split_inclusive('\n').collect();
    let start = args.start_line.unwrap_or(1) as usize;
    if start > lines.len().max(1) {
        return Err(invalid(
            notice!(
                "told-lines-beyond",
                word = start,
                path = view.path,
                number = lines.len()
            ),
            json!({ "field": "start_line", "total_lines": lines.len() }),
        ));
    }
    let wanted_end = args
        .end_line
        .map_or(lines.len(), |end| end as usize)
        .min(lines.len());
    let part = lines.get(start - 1..wanted_end).unwrap_or_default();
    let bytes_limit = args
        .max_bytes
        .map_or(inner.limits.read_bytes_default, |bytes| bytes as usize)
        .min(BYTES_CAP);
    let (text, shown) = within(part, inner.limits.read_lines_default, bytes_limit);
    let last = start - 1 + shown;
    let truncated =
        last < wanted_end || text.len() < part.iter().take(shown).map(|l| l.len()).sum();
    let range_hash = format!("sha256:{}", ContentHash::of(text.as_bytes()));
    inner
        .memory
        .has_read(&view.reader(asker), raw, Some(range_hash.clone()));
    let mut fields = Map::new();
    fields.insert("path".into(), view.path.clone().into());
    fields.insert("text".into(), text.into());
    fields.insert(
        "first_line".into(),
        if shown == 0 { 0 } else { start }.into(),
    );
    fields.insert("last_line".into(), last.into());
    fields.insert("total_lines".into(), lines.len().into());
    fields.insert(
        "sha256".into(),
        ContentHash::of(raw.as_bytes()).to_string().into(),
    );
    fields.insert("range_hash".into(), range_hash.into());
    fields.insert("truncated".into(), truncated.into());
    if view.proposed {
        fields.insert("staged".into(), true.into());
    }
    let summary = if shown == lines.len() {
        notice!(
            "gave-counted",
            path = view.path,
            counted = count(shown, "line")
        )
    } else {
        notice!(
            "gave-range",
            path = view.path,
            range = format!("{start}-{last}"),
            all = lines.len()
        )
    };
    Ok(ToolOutput { fields, summary })
}

/// Returns as many whole lines as the limits allow, and their number. If the first line alone is
/// too long, returns its beginning.
fn within(lines: &[&str], max_lines: usize, max_bytes: usize) -> (String, usize) {
    let mut text = String::new();
    let mut count = 0;
    for line in lines.iter().take(max_lines) {
        if text.len() + line.len() > max_bytes {
            if count == 0 {
                let cut = line.floor_char_boundary(max_bytes);
                text.push_str(line.get(..cut).unwrap_or_default());
                count = 1;
            }
            break;
        }
        text.push_str(line);
        count += 1;
    }
    (text, count)
}
