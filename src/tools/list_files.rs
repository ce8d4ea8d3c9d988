//! `list_files`: the contents of a folder, as git would show them.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::api::CallContext;
use super::args::{parse, schema_of};
use super::globs::Glob;
use super::registry::Tool;
use super::toolbox::Inner;
use super::view::buffers_below;
use super::work::{ToolOutput, ToolPlan};
use notice::notice;
use protocol::call::{ToolCall, ToolClass, ToolError};
use protocol::ids::SessionId;
use workspace::handle::PathKind;
use workspace::walk::{EntryKind, UnnameablePath, WalkEntry};

pub(super) const TOOL: Tool = Tool {
    name: "list_files",
    class: ToolClass::Read,
    description: "Lists files and folders with kind and size, without git-ignored files. \
                  Use glob with recursive to find files by name.",
    schema: schema_of::<Args>,
    prepare,
};

/// Number of entries if the call names no limit, and the maximum.
const LIMIT_DEFAULT: usize = 200;
const LIMIT_CAP: usize = 2_000;

/// Maximum number of non-UTF-8 names to list.
const UNNAMED: usize = 10;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Args {
    /// Folder, relative to the workspace root. Default: the root.
    path: Option<String>,
    /// Only files whose path matches, like `*.rs` or `src/**/*.ts`.
    glob: Option<String>,
    /// Whether to list subfolders too. Default: false, or true with a glob.
    recursive: Option<bool>,
    /// Maximum number of entries. Default: 200.
    limit: Option<u32>,
}

fn prepare(inner: &Inner, call: &ToolCall, asker: &CallContext) -> Result<ToolPlan, ToolError> {
    let args: Args = parse(call)?;
    let asked = args.path.clone().unwrap_or_default();
    let located = inner.workspace.resolve(&asked)?;
    let glob = Glob::new(inner, args.glob.as_deref())?;
    let session = asker.session;
    let (path, kind) = (located.path.clone(), located.kind);
    Ok(ToolPlan::look(located.path, move |inner| {
        list(inner, session, (&path, kind), &glob, &args)
    }))
}

fn list(
    inner: &Inner,
    session: SessionId,
    (folder, kind): (&str, PathKind),
    glob: &Glob,
    args: &Args,
) -> Result<ToolOutput, ToolError> {
    let buffers = buffers_below(inner, session, folder);
    if kind == PathKind::File {
        // The path names a file, which is the only entry then.
        let bytes = match buffers.get(folder).and_then(|buffer| buffer.text.as_ref()) {
            Some(text) => text.len() as u64,
            None => inner.workspace.size(folder)?,
        };
        let only = BTreeMap::from([(folder.to_owned(), (EntryKind::File, bytes))]);
        return Ok(describe(folder, only, 1, false));
    }
    if buffers.is_empty() {
        inner.workspace.folder(folder)?;
    }
    let recursive = args.recursive.unwrap_or(args.glob.is_some());
    let limit = args
        .limit
        .map_or(LIMIT_DEFAULT, |limit| limit as usize)
        .clamp(1, LIMIT_CAP);
    let entries: Box<dyn Iterator<Item = Result<WalkEntry, UnnameablePath>>> = if recursive {
        Box::new(inner.workspace.walk_all(folder))
    } else {
        Box::new(inner.workspace.entries_all(folder).into_iter())
    };
    let mut unnamed = Vec::new();
    let mut found: BTreeMap<String, (EntryKind, u64)> = BTreeMap::new();
    let mut more = false;
    for entry in entries {
        let entry = match entry {
            Ok(entry) => entry,
            Err(other) => {
                unnamed.push(other);
                continue;
            }
        };
        let is_folder = entry.kind == EntryKind::Folder;
        if args.glob.is_some() && (is_folder || !glob.takes(&entry.path)) {
            continue;
        }
        if found.len() >= limit {
            more = true;
            break;
        }
        found.insert(entry.path, (entry.kind, entry.bytes));
    }
    for (path, buffer) in buffers {
        let below = path.get(folder.len()..).unwrap_or_default();
        let here = recursive || !below.trim_start_matches('/').contains('/');
        match buffer.text {
            None => {
                found.remove(&path);
            }
            Some(text) if here && glob.takes(&path) => {
                found.insert(path, (EntryKind::File, text.len() as u64));
            }
            Some(_) => {}
        }
    }
    more |= found.len() > limit;
    let mut seen = describe(folder, found, limit, more);
    report_unnamed(&mut seen, &unnamed);
    Ok(seen)
}

/// Reports how many entries have names that are not UTF-8.
fn report_unnamed(seen: &mut ToolOutput, unnamed: &[UnnameablePath]) {
    if unnamed.is_empty() {
        return;
    }
    let first = unnamed
        .iter()
        .take(UNNAMED)
        .map(|one| format!("`{}`", one.shown));
    let first: Vec<String> = first.collect();
    let told = format!(
        "{} more entries have names that are not UTF-8 (\u{fffd} marks the bad bytes): {}{}. No tool takes such a \
         name. Rename them with shell_exec, by a pattern.",
        unnamed.len(),
        first.join(", "),
        if unnamed.len() > UNNAMED { ", …" } else { "" },
    );
    seen.fields.insert("not_utf8".into(), told.into());
}

fn describe(
    folder: &str,
    found: BTreeMap<String, (EntryKind, u64)>,
    limit: usize,
    more: bool,
) -> ToolOutput {
    let entries: Vec<Value> = found
        .into_iter()
        .take(limit)
        .map(|(path, (kind, bytes))| match kind {
            EntryKind::File => json!({ "path": path, "kind": "file", "size": bytes }),
            EntryKind::Folder => json!({ "path": path, "kind": "folder" }),
            EntryKind::Link => json!({ "path": path, "kind": "link" }),
            EntryKind::Special => json!({ "path": path, "kind": "special" }),
        })
        .collect();
    let name = if folder.is_empty() { "." } else { folder };
    let number = format!("{}{}", entries.len(), if more { "+" } else { "" });
    let summary = notice!("gave-entries", path = name, number);
    let mut fields = Map::new();
    fields.insert("path".into(), name.into());
    fields.insert("entries".into(), entries.into());
    fields.insert("truncated".into(), more.into());
    ToolOutput { fields, summary }
}
