//! `search_semantic`: the places that match the query by meaning, from the vectors of the index.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Deserialize;

use super::api::CallContext;
use super::args::{parse, schema_of};
use super::registry::Tool;
use super::search_project::{check, describe, hits_at_most, unavailable, unreadable};
use super::toolbox::Inner;
use super::view::buffers_below;
use super::work::{ToolOutput, ToolPlan};
use index::{QuestionVector, SearchQuestion};
use notice::notice;
use protocol::call::{ToolCall, ToolClass, ToolError};
use protocol::ids::SessionId;

pub(super) const TOOL: Tool = Tool {
    name: "search_semantic",
    class: ToolClass::Read,
    description: "Finds the places of the workspace that fit a question by meaning, whatever words they use. \
                  Needs an embedding model. Does not search proposed changes.",
    schema: schema_of::<Args>,
    prepare,
};

/// Time limit of the model for the vector of a query.
const PATIENCE: Duration = Duration::from_secs(20);

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Args {
    /// What to find, in words.
    query: String,
    /// Maximum number of hits. Default: 20, at most 50.
    #[schemars(range(min = 1))]
    limit: Option<u32>,
}

fn prepare(inner: &Inner, call: &ToolCall, asker: &CallContext) -> Result<ToolPlan, ToolError> {
    let args: Args = parse(call)?;
    check(inner, &args.query)?;
    let session = asker.session;
    Ok(ToolPlan::look(String::new(), move |inner| {
        look(inner, &args, session)
    }))
}

fn look(inner: &Inner, args: &Args, session: SessionId) -> Result<ToolOutput, ToolError> {
    let Some(index) = inner.index.get() else {
        return Err(unavailable(&notice!("told-no-index-here")));
    };
    let (model, vector) = index
        .question_vector(&args.query, PATIENCE)
        .map_err(|why| unavailable(&why))?;
    let buffers = buffers_below(inner, session, "");
    let limit = hits_at_most(inner, args.limit);
    let question = SearchQuestion {
        text: &args.query,
        takes: &|path| !buffers.contains_key(path),
        limit,
        lines: inner.limits.search_snippet_lines,
        meaning: Some(QuestionVector {
            model: &model,
            vector: &vector,
        }),
        proposed: &[],
    };
    let hits = index.closest(&question);
    let hits = hits.map_err(|error| unreadable(&error.notice()))?;
    let made = index.state().vectors;
    // At the start the vectors may count as complete before the files are known.
    let unfinished = made.filter(|made| made.done < made.total);
    let progress = unfinished.map(|made| made.done.saturating_mul(100) / made.total.max(1));
    Ok(describe(&args.query, &hits, progress))
}
