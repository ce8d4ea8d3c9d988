//! `search_text`: exact or regular-expression search, equal to `rg --hidden` over what is visible.

use std::collections::BTreeSet;
use std::fs::File;

use grep_regex::{RegexMatcher, RegexMatcherBuilder};
use grep_searcher::{BinaryDetection, Searcher, SearcherBuilder, Sink, SinkMatch};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::api::Asker;
use super::args::{invalid, parse, schema_of};
use super::globs::Glob;
use super::registry::Tool;
use super::toolbox::Inner;
use super::view::buffers_below;
use super::work::{Draft, Seen};
use crate::protocol::call::{ToolCall, ToolClass, ToolError};
use crate::protocol::ids::SessionId;
use crate::protocol::query::SearchHit;
use crate::workspace::gate::PathKind;
use crate::workspace::walk::{Depth, EntryKind};

pub(super) const TOOL: Tool = Tool {
    name: "search_text",
    class: ToolClass::Read,
    description: "Searches the files of the workspace for text, or for a regular expression with \
                  regex. Gives path, start_line, end_line and snippet of each hit, in order of \
                  path. Git-ignored and binary files are left out.",
    schema: schema_of::<Args>,
    prepare,
};

/// Characters of one line of a snippet.
const LINE_LIMIT: usize = 400;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Args {
    /// What to look for: plain text, or a regular expression with `regex`.
    query: String,
    /// File or folder to search in, relative to the workspace root. Default: the root.
    path: Option<String>,
    /// Only files whose path matches, like `*.rs`.
    glob: Option<String>,
    /// Whether `query` is a regular expression. Default: false.
    regex: Option<bool>,
    /// Whether letter case matters. Default: true.
    case_sensitive: Option<bool>,
    /// At most so many hits. Default: 20, at most 50.
    #[schemars(range(min = 1))]
    limit: Option<u32>,
}

fn prepare(inner: &Inner, call: &ToolCall, asker: &Asker) -> Result<Draft, ToolError> {
    let args: Args = parse(call)?;
    if args.query.is_empty() {
        return Err(invalid(
            "`query` is empty; name the text to look for".into(),
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
    Ok(Draft::look(located.path, move |inner| {
        let limit = args
            .limit
            .map_or(inner.limits.search_results_default, |limit| limit as usize)
            .clamp(1, inner.limits.search_results_cap);
        let mut hunt = Hunt::new(inner, matcher, &args.query, limit);
        hunt.everywhere(session, &path, kind, &glob)?;
        Ok(hunt.describe(&args.query))
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
            format!("`query` is not a regular expression: {error}"),
            json!({ "field": "query" }),
        )
    })
}

/// One search.
struct Hunt<'a> {
    inner: &'a Inner,
    matcher: RegexMatcher,
    searcher: Searcher,
    limit: usize,
    hits: Vec<SearchHit>,
    more: bool,
}

impl<'a> Hunt<'a> {
    fn new(inner: &'a Inner, matcher: RegexMatcher, query: &str, limit: usize) -> Self {
        Self {
            inner,
            matcher,
            searcher: SearcherBuilder::new()
                .line_number(true)
                .multi_line(query.contains('\n'))
                .binary_detection(BinaryDetection::quit(0))
                .build(),
            limit,
            hits: Vec::new(),
            more: false,
        }
    }

    fn everywhere(
        &mut self,
        session: SessionId,
        path: &str,
        kind: PathKind,
        glob: &Glob,
    ) -> Result<(), ToolError> {
        let mut buffers = buffers_below(self.inner, session, path);
        let buffered: BTreeSet<String> = buffers.keys().cloned().collect();
        match kind {
            PathKind::File if !buffers.contains_key(path) => {
                self.file(path)?;
                return Ok(());
            }
            PathKind::Missing if buffers.is_empty() => {
                return Err(self.inner.workspace.not_found(path));
            }
            PathKind::Special => return Err(self.inner.workspace.not_found(path)),
            _ => {}
        }
        for entry in self.inner.workspace.walk(path, Depth::All) {
            if self.more {
                return Ok(());
            }
            // Files that are only in the buffer come in at their place in the order of paths.
            while let Some(first) = buffers.first_entry() {
                if first.key() > &entry.path {
                    break;
                }
                let (path, buffer) = first.remove_entry();
                if let Some(text) = buffer.text.filter(|_| glob.takes(&path)) {
                    self.text(&path, &text);
                }
                if path == entry.path {
                    break;
                }
            }
            let is_buffered = buffered.contains(&entry.path);
            if entry.kind == EntryKind::File && !is_buffered && glob.takes(&entry.path) {
                // One that cannot be read is left out, as rg does, with a word on stderr there.
                self.file(&entry.path).ok();
            }
        }
        for (path, buffer) in buffers {
            if let Some(text) = buffer.text.filter(|_| glob.takes(&path)) {
                self.text(&path, &text);
            }
        }
        Ok(())
    }

    fn file(&mut self, path: &str) -> Result<(), ToolError> {
        let file: File = self.inner.workspace.open_for_search(path)?;
        let mut sink = Collect::new(path, self.limit - self.hits.len(), &self.inner.limits);
        self.searcher
            .search_file(&self.matcher, &file, &mut sink)
            .ok();
        self.take(sink);
        Ok(())
    }

    fn text(&mut self, path: &str, text: &str) {
        let mut sink = Collect::new(path, self.limit - self.hits.len(), &self.inner.limits);
        self.searcher
            .search_slice(&self.matcher, text.as_bytes(), &mut sink)
            .ok();
        self.take(sink);
    }

    fn take(&mut self, sink: Collect<'_>) {
        self.more |= sink.more;
        self.hits.extend(sink.hits);
    }

    fn describe(self, query: &str) -> Seen {
        let mut files: Vec<&str> = self.hits.iter().map(|hit| hit.path.as_str()).collect();
        files.dedup();
        let plus = if self.more { "+" } else { "" };
        let words = |count: usize, word: &str| match count {
            1 => format!("1 {word}"),
            _ => format!("{count} {word}s"),
        };
        let shown: String = query.chars().take(40).collect();
        let summary = format!(
            "{shown:?}  {}{plus} in {}",
            words(self.hits.len(), "hit"),
            words(files.len(), "file")
        );
        let hits: Vec<Value> = self
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
        fields.insert("truncated".into(), self.more.into());
        Seen { fields, summary }
    }
}

/// Takes the hits of one file.
struct Collect<'a> {
    path: &'a str,
    room: usize,
    snippet_lines: usize,
    hits: Vec<SearchHit>,
    more: bool,
}

impl<'a> Collect<'a> {
    fn new(path: &'a str, room: usize, limits: &super::api::Limits) -> Self {
        Self {
            path,
            room,
            snippet_lines: limits.search_snippet_lines,
            hits: Vec::new(),
            more: false,
        }
    }
}

impl Sink for Collect<'_> {
    type Error = std::io::Error;

    fn matched(&mut self, _: &Searcher, found: &SinkMatch<'_>) -> Result<bool, Self::Error> {
        if self.hits.len() >= self.room {
            self.more = true;
            return Ok(false);
        }
        let text = String::from_utf8_lossy(found.bytes());
        let lines: Vec<&str> = text.lines().collect();
        let snippet: Vec<String> = lines
            .iter()
            .take(self.snippet_lines)
            .map(|line| line.chars().take(LINE_LIMIT).collect())
            .collect();
        let start = u32::try_from(found.line_number().unwrap_or(1)).unwrap_or(u32::MAX);
        let count = u32::try_from(lines.len().max(1)).unwrap_or(u32::MAX);
        self.hits.push(SearchHit {
            path: self.path.to_owned(),
            start_line: start,
            end_line: start.saturating_add(count - 1),
            snippet: snippet.join("\n"),
        });
        Ok(true)
    }
}
