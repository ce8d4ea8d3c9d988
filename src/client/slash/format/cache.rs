//! Formats `/cache`: the contents of the workspace's cache. `agentichat cache` uses
//! the figures too.

use super::{code, disk_size, other};
use l10n::{counted, say, thousands};
use protocol::cache::CacheState;
use protocol::query::Reply;

pub(in crate::slash) fn cache(reply: &Reply) -> String {
    let Reply::Cache { state } = reply else {
        return other(reply);
    };
    let lead = match (&state.problem, state.enabled) {
        (Some(problem), _) => say!("command-cache-unusable", problem),
        (None, false) => say!("command-cache-off").to_owned(),
        (None, true) => say!("command-cache-on").to_owned(),
    };
    let rows = cache_rows(state, code);
    let rows = rows
        .iter()
        .map(|(name, facts)| say!("command-cache-row", name, facts));
    format!("{lead}\n\n{}", rows.collect::<Vec<_>>().join("\n"))
}

/// Returns a row for each item in a cache: its name and its figures. `place` formats the file name.
pub fn cache_rows(
    state: &CacheState,
    place: impl Fn(&str) -> String,
) -> [(&'static str, String); 6] {
    [
        (
            say!("command-cache-answers"),
            say!(
                "command-cache-answers-facts",
                answers = thousands(state.answers),
                size = disk_size(state.answer_bytes),
                most = disk_size(state.most_bytes),
                days = counted(state.most_days, "day")
            ),
        ),
        (
            say!("command-cache-requests"),
            say!(
                "command-cache-requests-facts",
                hits = thousands(state.hits),
                misses = thousands(state.misses),
                saved = counted(state.saved_tokens, "token")
            ),
        ),
        (
            say!("command-cache-models"),
            format!(
                "{}, {}",
                thousands(state.lists),
                disk_size(state.list_bytes)
            ),
        ),
        (
            say!("command-cache-counts"),
            format!(
                "{}, {}",
                thousands(state.counts),
                disk_size(state.count_bytes)
            ),
        ),
        (
            say!("command-cache-vectors"),
            format!(
                "{}, {}",
                thousands(state.vectors),
                disk_size(state.vector_bytes)
            ),
        ),
        (
            say!("command-cache-disk"),
            say!(
                "command-cache-disk-facts",
                size = disk_size(state.file_bytes),
                place = place(&state.file.display().to_string())
            ),
        ),
    ]
}
