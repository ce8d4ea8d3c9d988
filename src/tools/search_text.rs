//! `search_text`: exact or regular-expression search, equal to `rg --hidden` over the visible
//! files.
//!
//! The index only rules out files that are unchanged since they were indexed and cannot match the
//! pattern. The result does not depend on it.

use grep_regex::{RegexMatcher, RegexMatcherBuilder};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::api::CallContext;
use super::args::{invalid, parse, schema_of};
use super::globs::Glob;
use super::parallel_search::{Lines, ParallelSearch, SearchMatches, Target};
use super::registry::Tool;
use super::toolbox::Inner;
use super::view::buffers_below;
use super::work::{ToolOutput, ToolPlan};
use index::{Case, TrigramQuery, of_pattern, of_text};
use notice::{count, notice};
use protocol::call::{ToolCall, ToolClass, ToolError};
use protocol::ids::SessionId;
use workspace::handle::PathKind;

pub(super) const TOOL: Tool = Tool {
    name: "search_text",
    class: ToolClass::Read,
    description: "Searches the files of the workspace for text, or with regex for a regular \
                  expression. Returns path, start_line, end_line and snippet of each hit, in order \
                  of path. Skips git-ignored and binary files.",
    schema: schema_of::<Args>,
    prepare,
};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Args {
    /// The text to find, or with `regex` a regular expression.
    query: String,
    /// File or folder to search in, relative to the workspace root. Default: the root.
    path: Option<String>,
    /// Only files whose path matches, like `*.rs`.
    glob: Option<String>,
    /// Whether `query` is a regular expression. Default: false.
    regex: Option<bool>,
    /// Whether letter case matters. Default: true.
    case_sensitive: Option<bool>,
    /// Maximum number of hits. Default: 20, at most 50.
    #[schemars(range(min = 1))]
    limit: Option<u32>,
}

fn prepare(inner: &Inner, call: &ToolCall, asker: &CallContext) -> Result<ToolPlan, ToolError> {
    let args: Args = parse(call)?;
    if args.query.is_empty() {
        return Err(invalid(
            notice!("told-query-nothing"),
            json!({ "field": "query" }),
        ));
    }
    let located = inner
        .workspace
        .resolve(args.path.as_deref().unwrap_or_default())?;
    let glob = Glob::new(inner, args.glob.as_deref())?;
    let matcher = matcher(&args)?;
    let session = asker.session;
    let (path, kind) = (located.path.clone(), located.kind);
    Ok(ToolPlan::look(located.path, move |inner| {
        let limit = args
            .limit
            .map_or(inner.limits.search_results_default, |limit| limit as usize)
            .clamp(1, inner.limits.search_results_cap);
        let need = need(&args);
        let targets = targets(inner, session, (&path, kind), &glob, &need)?;
        let hunt = ParallelSearch {
            workspace: &inner.workspace,
            matcher,
            lines: if args.query.contains('\n') {
                Lines::Many
            } else {
                Lines::One
            },
            limit,
            snippet_lines: inner.limits.search_snippet_lines,
        };
        Ok(describe(&args.query, &hunt.run(&targets)))
    }))
}

fn matcher(args: &Args) -> Result<RegexMatcher, ToolError> {
    let mut builder = RegexMatcherBuilder::new();
    builder
        .case_insensitive(!args.case_sensitive.unwrap_or(true))
        .fixed_strings(!args.regex.unwrap_or(false))
        .multi_line(true);
    if !args.query.contains('\n') {
        builder.line_terminator(Some(b'\n'));
    }
    builder.build(&args.query).map_err(|error| {
        invalid(
            notice!("told-query-no-regex", why = error.to_string()),
            json!({ "field": "query" }),
        )
    })
}

/// Returns what every match must contain, as a query for the index.
fn need(args: &Args) -> TrigramQuery {
    let case = if args.case_sensitive.unwrap_or(true) {
        Case::Matters
    } else {
        Case::Ignored
    };
    match (args.regex.unwrap_or(false), case) {
        (true, _) => of_pattern(&args.query, case),
        (false, Case::Matters) => of_text(&args.query),
        (false, Case::Ignored) => of_pattern(&regex_syntax::escape(&args.query), case),
    }
}

/// Returns the files to search, ordered by path: the visible files and those of the session's
/// buffer, which replace the content on the disk.
fn targets(
    inner: &Inner,
    session: SessionId,
    (path, kind): (&str, PathKind),
    glob: &Glob,
    need: &TrigramQuery,
) -> Result<Vec<Target>, ToolError> {
    let buffers = buffers_below(inner, session, path);
    match kind {
        PathKind::File if !buffers.contains_key(path) => {
            // An explicitly named file is searched even if it is not visible; an unreadable
            // one is reported.
            inner.workspace.open_for_search(path)?;
            return Ok(vec![Target::on_disk(path.to_owned())]);
        }
        PathKind::Missing if buffers.is_empty() => return Err(inner.workspace.not_found(path)),
        PathKind::Special => return Err(inner.workspace.not_found(path)),
        _ => {}
    }
    let ruled_out = inner.index.get().and_then(|index| index.rule_out(need));
    let mut out = Vec::new();
    inner
        .workspace
        .listing(path)
        .for_each(path, &mut |path, mark| {
            let is_out = ruled_out.as_ref().is_some_and(|out| out.has(&path, mark));
            if !is_out && !buffers.contains_key(&path) && glob.takes(&path) {
                out.push(Target::on_disk(path));
            }
        });
    if buffers.is_empty() {
        return Ok(out);
    }
    for (path, buffer) in buffers {
        if let Some(text) = buffer.text.filter(|_| glob.takes(&path)) {
            out.push(Target {
                path,
                text: Some(text),
            });
        }
    }
    // Sorted like a directory walk: the contents of a folder come where the folder's name does.
    out.sort_by(|one, other| one.path.split('/').cmp(other.path.split('/')));
    Ok(out)
}

fn describe(query: &str, found: &SearchMatches) -> ToolOutput {
    let mut files: Vec<&str> = found.hits.iter().map(|hit| hit.path.as_str()).collect();
    files.dedup();
    let shown: String = query.chars().take(40).collect();
    let path = format!("{shown:?}");
    let counted_hits = count(found.hits.len(), "hit");
    let counted = count(files.len(), "file");
    let summary = if found.more {
        notice!("gave-hits-more", path, counted_hits, counted)
    } else {
        notice!("gave-hits", path, counted_hits, counted)
    };
    let hits: Vec<Value> = found
        .hits
        .iter()
        .map(|hit| {
            json!({
                "path": hit.path,
                "start_line": hit.start_line,
                "end_line": hit.end_line,
                "snippet": hit.snippet,
            })
        })
        .collect();
    let mut fields = Map::new();
    fields.insert("hits".into(), hits.into());
    fields.insert("truncated".into(), found.more.into());
    ToolOutput { fields, summary }
}
