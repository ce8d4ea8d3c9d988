//! `/cache`: what lies in the cache of the workspace, in words; its figures also for `agentichat cache`.

use super::{code, model_size, other};
use crate::protocol::cache::CacheState;
use crate::protocol::query::Reply;
use crate::words::{counted, thousands};

/// `/cache`.
pub(in crate::slash) fn cache(reply: &Reply) -> String {
    let Reply::Cache { state } = reply else {
        return other(reply);
    };
    let lead = match (&state.problem, state.enabled) {
        (Some(problem), _) => format!("**Cache** cannot be used: {problem}"),
        (None, false) => {
            "**Cache** answers are not kept: `cache.enabled` is off. It serves exact repeats at `temperature: 0`"
                .to_owned()
        }
        (None, true) => {
            "**Cache** answers are kept, and given again where exactly the same is asked at `temperature: 0`"
                .to_owned()
        }
    };
    let rows = cache_rows(state, code);
    let rows = rows
        .iter()
        .map(|(name, words)| format!("- {name}: {words}"));
    format!("{lead}\n\n{}", rows.collect::<Vec<_>>().join("\n"))
}

/// What lies in a cache, a row each: its name and its figures. `place` writes the file's name.
pub fn cache_rows(
    state: &CacheState,
    place: impl Fn(&str) -> String,
) -> [(&'static str, String); 6] {
    let size = |bytes| match bytes {
        0 => "0 KB".to_owned(),
        bytes => model_size(bytes),
    };
    [
        (
            "answers",
            format!(
                "{}, {} of {}, {} at most",
                thousands(state.answers),
                size(state.answer_bytes),
                size(state.most_bytes),
                counted(state.most_days, "day")
            ),
        ),
        (
            "requests",
            format!(
                "{} answered from it, {} not; {} not asked for",
                thousands(state.hits),
                thousands(state.misses),
                counted(state.saved_tokens, "token")
            ),
        ),
        (
            "lists of models",
            format!("{}, {}", thousands(state.lists), size(state.list_bytes)),
        ),
        (
            "counts of tokens",
            format!("{}, {}", thousands(state.counts), size(state.count_bytes)),
        ),
        (
            "vectors of the index",
            format!("{}, {}", thousands(state.vectors), size(state.vector_bytes)),
        ),
        (
            "on the disk",
            format!(
                "{} in {}",
                size(state.file_bytes),
                place(&state.file.display().to_string())
            ),
        ),
    ]
}

/// `1 list of models`
pub fn lists_words(count: u64) -> String {
    format!("{} of models", counted(count, "list"))
}

/// `3 counts of tokens`
pub fn counts_words(count: u64) -> String {
    format!("{} of tokens", counted(count, "count"))
}
