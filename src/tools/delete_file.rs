//! `delete_file`: deletes one file. Its content is stored first, so that it can be restored.

use schemars::JsonSchema;
use serde::Deserialize;

use super::api::CallContext;
use super::args::{parse, schema_of};
use super::change::{Base, Plan, plan_with};
use super::conflict::{conflict, must_have_read};
use super::registry::Tool;
use super::toolbox::Inner;
use super::view::View;
use super::work::ToolPlan;
use notice::notice;
use protocol::call::{ErrorCode, ToolCall, ToolClass, ToolError};
use protocol::ids::ContentHash;

pub(super) const TOOL: Tool = Tool {
    name: "delete_file",
    class: ToolClass::Text,
    description: "Deletes one file. Read a text file before you delete it.",
    schema: schema_of::<Args>,
    prepare,
};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Args {
    /// File, relative to the workspace root.
    path: String,
}

fn prepare(inner: &Inner, call: &ToolCall, asker: &CallContext) -> Result<ToolPlan, ToolError> {
    let args: Args = parse(call)?;
    let (path, before, base, proposed, logged) = match View::of(inner, asker, &args.path) {
        Ok(view) => {
            let now = view.text_or_missing(inner)?.to_owned();
            let read = must_have_read(inner, asker, &view)?;
            if *read != *now {
                return Err(conflict(
                    inner,
                    &view.reader(asker),
                    &notice!("told-clash-not-deleted"),
                    (&read, &now, ""),
                ));
            }
            if !view.proposed {
                // Links are refused here: the request was not to delete the target.
                inner.workspace.bytes_for_delete(&args.path)?;
            }
            let base = view.disk.map(|file| Base {
                bytes: file.text.into_bytes(),
                sha256: file.sha256,
                mode: file.mode,
            });
            (view.path, Some(now), base, view.proposed, view.logged)
        }
        // A binary file cannot be read, so the agent need not have read it.
        Err(error) if error.code == ErrorCode::NotText => {
            let (path, bytes, mode) = inner.workspace.bytes_for_delete(&args.path)?;
            let base = Base {
                sha256: ContentHash::of(&bytes),
                bytes,
                mode,
            };
            (path, None, Some(base), false, None)
        }
        Err(error) => return Err(error),
    };
    plan_with(
        inner,
        call,
        asker,
        Plan {
            path,
            before,
            after: None,
            base,
            proposed,
            logged,
            edits: &[],
            rationale: None,
        },
    )
}
