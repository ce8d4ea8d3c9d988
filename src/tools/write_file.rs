//! `write_file`: replaces a whole text, or appends text to a file.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::api::CallContext;
use super::args::{parse, schema_of};
use super::change::{Wanted, plan};
use super::conflict::{conflict, must_have_read};
use super::registry::Tool;
use super::style::{Style, conform, without_bom};
use super::toolbox::Inner;
use super::view::View;
use super::work::ToolPlan;
use notice::notice;
use protocol::call::{ErrorCode, ToolCall, ToolClass, ToolError};

pub(super) const TOOL: Tool = Tool {
    name: "write_file",
    class: ToolClass::Text,
    description: "Writes a text file: mode create for a new file, overwrite for the whole text, \
                  append to add at the end. Read an existing file first. For small changes \
                  use edit_file or replace_text.",
    schema: schema_of::<Args>,
    prepare,
};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Args {
    /// File, relative to the workspace root. The tool creates missing folders.
    path: String,
    /// The text. An existing file keeps its line endings, final newline and byte order mark.
    content: String,
    /// What to do. Default: overwrite, which creates a missing file.
    mode: Option<WriteMode>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
enum WriteMode {
    Overwrite,
    Append,
    Create,
}

fn prepare(inner: &Inner, call: &ToolCall, asker: &CallContext) -> Result<ToolPlan, ToolError> {
    let args: Args = parse(call)?;
    let view = View::of(inner, asker, &args.path)?;
    let mode = args.mode.unwrap_or(WriteMode::Overwrite);
    let after = match &view.text {
        None => args.content,
        Some(_) if mode == WriteMode::Create => {
            return Err(ToolError::new(
                ErrorCode::Conflict,
                notice!("told-file-exists", path = view.path),
            )
            .with_details(json!({ "path": view.path })));
        }
        Some(now) => {
            let read = must_have_read(inner, asker, &view)?;
            match mode {
                // Appending refers to no line, so it applies to the text at the time of the write.
                WriteMode::Append => append(now, &args.content),
                _ if *read == **now => conform(now, &args.content),
                _ => {
                    return Err(conflict(
                        inner,
                        &view.reader(asker),
                        &notice!("told-clash-changed"),
                        (&read, now, &args.content),
                    ));
                }
            }
        }
    };
    plan(inner, call, asker, Wanted::whole(view, after))
}

/// Returns a text with more at its end, on a line of its own.
pub(super) fn append(now: &str, more: &str) -> String {
    let style = Style::of(now);
    let mut body = without_bom(now).to_owned();
    if !body.is_empty() && !body.ends_with('\n') {
        body.push_str(style.ending());
    }
    body.push_str(&style.with_endings(more));
    style.finish(body)
}
