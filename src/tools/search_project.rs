//! `search_project`: the best matches for a query, from the index. Ranked, not exact;
//! `search_text` is exact.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::api::CallContext;
use super::args::{invalid, parse, schema_of};
use super::globs::Glob;
use super::registry::Tool;
use super::toolbox::Inner;
use super::view::buffers_below;
use super::work::{ToolOutput, ToolPlan};
use index::{Hit, Index, QuestionVector, SearchQuestion};
use notice::{Notice, count, notice};
use protocol::call::{ErrorCode, ToolCall, ToolClass, ToolError};
use protocol::ids::SessionId;

pub(super) const TOOL: Tool = Tool {
    name: "search_project",
    class: ToolClass::Read,
    description: "Finds the places of the workspace that best fit a question or some words, ranked. \
                  Returns path, start_line, end_line, snippet and score of each. To find every \
                  occurrence of a text, use search_text.",
    schema: schema_of::<Args>,
    prepare,
};

/// Maximum wait of a query for files that are not indexed yet; after that, it only covers the
/// indexed ones.
const PATIENCE: Duration = Duration::from_secs(2);

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Args {
    /// A question, or words and names to find.
    query: String,
    /// Only files whose path matches, like `*.rs`.
    glob: Option<String>,
    /// Maximum number of hits. Default: 20, at most 50.
    #[schemars(range(min = 1))]
    limit: Option<u32>,
}

fn prepare(inner: &Inner, call: &ToolCall, asker: &CallContext) -> Result<ToolPlan, ToolError> {
    let args: Args = parse(call)?;
    check(inner, &args.query)?;
    let glob = Glob::new(inner, args.glob.as_deref())?;
    let session = asker.session;
    Ok(ToolPlan::look(String::new(), move |inner| {
        look(inner, &args, &glob, session)
    }))
}

/// Checks that the index can answer this query.
pub(super) fn check(inner: &Inner, query: &str) -> Result<(), ToolError> {
    if query.trim().is_empty() {
        return Err(invalid(
            notice!("told-query-empty"),
            json!({ "field": "query" }),
        ));
    }
    if inner.index.get().is_none() {
        return Err(unavailable(&notice!("told-no-index")));
    }
    Ok(())
}

/// Returns the maximum number of hits, given the number that the call requests.
pub(super) fn hits_at_most(inner: &Inner, wanted: Option<u32>) -> usize {
    wanted
        .map_or(inner.limits.search_results_default, |limit| limit as usize)
        .clamp(1, inner.limits.search_results_cap)
}

fn look(
    inner: &Inner,
    args: &Args,
    glob: &Glob,
    session: SessionId,
) -> Result<ToolOutput, ToolError> {
    let Some(index) = inner.index.get() else {
        return Err(unavailable(&notice!("told-no-index-here")));
    };
    let is_whole = index.freshen(PATIENCE);
    let sought = ProjectQuery {
        text: &args.query,
        takes: &|path| glob.takes(path),
        limit: hits_at_most(inner, args.limit),
        lines: inner.limits.search_snippet_lines,
        patience: PATIENCE,
    };
    let places = places(inner, index, session, &sought)?;
    let progress = (!is_whole).then(|| index.state().percent().unwrap_or(0));
    Ok(describe(&args.query, &places.hits, progress))
}

/// A query by words and, if an embedding model is available, by meaning.
pub(super) struct ProjectQuery<'a> {
    /// Query as it was written.
    pub(super) text: &'a str,
    /// Filter for paths.
    pub(super) takes: &'a dyn Fn(&str) -> bool,
    /// Maximum number of hits.
    pub(super) limit: usize,
    /// Number of lines of a snippet.
    pub(super) lines: usize,
    /// Time limit of the model; without it the query is answered by words only.
    pub(super) patience: Duration,
}

/// Hits in the files as a session's agent sees them.
pub(super) struct FoundPlaces {
    /// Hits, best first.
    pub(super) hits: Vec<Hit>,
    /// Paths of the proposed texts.
    pub(super) proposed: BTreeSet<String>,
    /// Whether the model contributed to the result.
    pub(super) by_meaning: bool,
}

/// Queries the index.
pub(super) fn places(
    inner: &Inner,
    index: &Index,
    session: SessionId,
    sought: &ProjectQuery<'_>,
) -> Result<FoundPlaces, ToolError> {
    let buffers = buffers_below(inner, session, "");
    let buffered: BTreeSet<String> = buffers.keys().cloned().collect();
    let proposed: Vec<(String, Arc<str>)> = buffers
        .into_iter()
        .filter(|(path, _)| (sought.takes)(path))
        .filter_map(|(path, buffer)| Some((path, buffer.text?)))
        .collect();
    // Without a vector of the question, the search goes by words only.
    let meant = index.question_vector(sought.text, sought.patience).ok();
    let question = SearchQuestion {
        text: sought.text,
        takes: &|path| (sought.takes)(path) && !buffered.contains(path),
        limit: sought.limit,
        lines: sought.lines,
        meaning: meant
            .as_ref()
            .map(|(model, vector)| QuestionVector { model, vector }),
        proposed: &proposed,
    };
    let hits = index.search(&question);
    let hits = hits.map_err(|error| unreadable(&error.notice()))?;
    Ok(FoundPlaces {
        hits,
        by_meaning: meant.is_some(),
        proposed: buffered,
    })
}

pub(super) fn describe(query: &str, hits: &[Hit], progress: Option<u64>) -> ToolOutput {
    let shown: String = query.chars().take(40).collect();
    let rows: Vec<Value> = hits
        .iter()
        .map(|hit| {
            json!({
                "path": hit.place.path,
                "start_line": hit.place.start_line,
                "end_line": hit.place.end_line,
                "snippet": hit.place.snippet,
                "score": (hit.score * 10_000.0).round() / 10_000.0,
            })
        })
        .collect();
    let mut fields = Map::new();
    fields.insert("hits".into(), rows.into());
    let (path, counted) = (format!("{shown:?}"), count(hits.len(), "place"));
    let summary = match progress {
        Some(percent) => {
            let note = format!("The index is {percent} % built. There may be better places.");
            fields.insert("note".into(), note.into());
            notice!("gave-index", path, counted, number = percent)
        }
        None => notice!("gave-counted", path, counted),
    };
    ToolOutput { fields, summary }
}

pub(super) fn unavailable(why: &Notice) -> ToolError {
    ToolError::new(
        ErrorCode::ToolNotAvailable,
        notice!("told-search-otherwise", why),
    )
}

pub(super) fn unreadable(why: &Notice) -> ToolError {
    unavailable(&notice!("told-index-unreadable", why))
}
