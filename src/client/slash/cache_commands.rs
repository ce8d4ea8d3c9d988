//! `/cache`.

use super::format;
use super::outcome::{Formatter, SlashContext, SlashOutcome};
use super::parse::Line;
use super::registry::usage;
use l10n::say;
use protocol::cache::CacheScope;
use protocol::command::Command;
use protocol::query::Query;

/// `/cache [status|clean|clean all]`.
pub(super) fn cache(line: &Line, context: &SlashContext) -> SlashOutcome {
    let words: Vec<&str> = line.arguments.iter().map(String::as_str).collect();
    let clean = |scope| {
        let session = context.session;
        SlashOutcome::Commands(vec![Command::CleanCache { session, scope }])
    };
    match words.as_slice() {
        [] | ["status"] => SlashOutcome::Ask(Query::Cache, Formatter::new(format::cache)),
        ["clean"] => clean(CacheScope::Workspace),
        ["clean", "all"] => clean(CacheScope::All),
        _ => usage("cache", say!("command-say-cache")),
    }
}
