//! `/cache`: what lies in the cache of the workspace, in words.

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
    let size = |bytes| match bytes {
        0 => "0 KB".to_owned(),
        bytes => model_size(bytes),
    };
    let CacheState {
        most_bytes,
        most_days,
        ..
    } = *state.as_ref();
    format!(
        "{lead}\n\n- answers: {}, {} of {} MiB, {} at most\n- requests: {} answered from it, {} not; {} not asked for\n- \
         vectors of the index: {}, {}\n- on the disk: {} in {}",
        thousands(state.answers),
        size(state.answer_bytes),
        thousands(most_bytes / (1024 * 1024)),
        counted(most_days, "day"),
        thousands(state.hits),
        thousands(state.misses),
        counted(state.saved_tokens, "token"),
        thousands(state.vectors),
        size(state.vector_bytes),
        size(state.file_bytes),
        code(&state.file.display().to_string()),
    )
}
