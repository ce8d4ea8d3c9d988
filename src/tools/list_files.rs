//! `list_files`: the contents of a folder, as git would show them.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::api::{Buffer, CallContext};
use super::args::{parse, schema_of};
use super::globs::Glob;
use super::registry::Tool;
use super::toolbox::{Inner, ToolBox};
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
    let limit = args
        .limit
        .map_or(LIMIT_DEFAULT, |limit| limit as usize)
        .clamp(1, LIMIT_CAP);
    let depth = if args.recursive.unwrap_or(args.glob.is_some()) {
        Depth::All
    } else {
        Depth::Direct
    };
    let wanted = Wanted {
        depth,
        only: args.glob.is_some().then_some(glob),
        limit,
    };
    let entries = entries_of(inner, (folder, buffers), &wanted);
    let mut seen = describe(folder, entries.found, limit, entries.more);
    report_unnamed(&mut seen, &entries.unnamed);
    Ok(seen)
}

/// Which entries of a folder to list.
struct Wanted<'a> {
    depth: Depth,
    /// Only files whose path matches.
    only: Option<&'a Glob>,
    limit: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Depth {
    Direct,
    /// Subfolders too.
    All,
}

/// The entries of a folder.
struct Entries {
    /// Kind and size by path; may be more than the limit, because of proposed files.
    found: BTreeMap<String, (EntryKind, u64)>,
    unnamed: Vec<UnnameablePath>,
    /// Whether there are more than the limit.
    more: bool,
}

/// Lists a folder with the session's proposed files, given as buffers.
fn entries_of(
    inner: &Inner,
    (folder, buffers): (&str, BTreeMap<String, Buffer>),
    wanted: &Wanted<'_>,
) -> Entries {
    let recursive = wanted.depth == Depth::All;
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
        if wanted
            .only
            .is_some_and(|glob| is_folder || !glob.takes(&entry.path))
        {
            continue;
        }
        if found.len() >= wanted.limit {
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
            Some(text) if here && wanted.only.is_none_or(|glob| glob.takes(&path)) => {
                found.insert(path, (EntryKind::File, text.len() as u64));
            }
            Some(_) => {}
        }
    }
    more |= found.len() > wanted.limit;
    Entries {
        found,
        unnamed,
        more,
    }
}

impl ToolBox {
    /// Returns the files below a folder, one a line, as the session's agent sees them: all of them
    /// if they are few, else the folder's direct entries. Blocks.
    ///
    /// # Errors
    /// If the path is no folder of the workspace.
    pub fn folder_text(&self, session: SessionId, path: &str) -> Result<String, ToolError> {
        let inner = &self.inner;
        let located = inner.workspace.resolve(path)?;
        let folder = located.path.trim_end_matches('/');
        let buffers = buffers_below(inner, session, folder);
        // A folder may exist only in the session's proposed files.
        if located.kind != PathKind::Folder && buffers.keys().all(|file| file == folder) {
            inner.workspace.folder(folder)?;
        }
        let list = |depth| {
            let wanted = Wanted {
                depth,
                only: None,
                limit: LIMIT_DEFAULT,
            };
            entries_of(inner, (folder, buffers.clone()), &wanted)
        };
        let mut entries = list(Depth::All);
        if entries.more {
            entries = list(Depth::Direct);
        }
        let row = |(path, (kind, _)): &(String, (EntryKind, u64))| match kind {
            EntryKind::Folder => format!("{path}/"),
            EntryKind::File | EntryKind::Link | EntryKind::Special => path.clone(),
        };
        let mut rows: Vec<String> = entries
            .found
            .into_iter()
            .take(LIMIT_DEFAULT)
            .map(|entry| row(&entry))
            .collect();
        if entries.more {
            rows.push("… there are more; list_files shows them".to_owned());
        }
        if rows.is_empty() {
            rows.push("(no files)".to_owned());
        }
        Ok(rows.join("\n"))
    }
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
