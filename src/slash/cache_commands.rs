//! `/cache`.

use super::format;
use super::outcome::{Formatter, SlashContext, SlashOutcome};
use super::parse::Line;
use super::registry::usage;
use crate::l10n::say;
use crate::protocol::cache::CacheScope;
use crate::protocol::command::Command;
use crate::protocol::query::Query;

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
