//! `/index`.

use super::format;
use super::outcome::{Formatter, SlashContext, SlashOutcome};
use super::parse::Line;
use super::registry::usage;
use l10n::say;
use protocol::command::Command;
use protocol::index::Consent;
use protocol::query::Query;

pub(super) fn index(line: &Line, context: &SlashContext) -> SlashOutcome {
    let words: Vec<&str> = line.arguments.iter().map(String::as_str).collect();
    let answer = |consent| {
        let session = context.session;
        SlashOutcome::Commands(vec![Command::AnswerConsent { session, consent }])
    };
    match words.as_slice() {
        [] | ["status"] => SlashOutcome::Ask(Query::Index, Formatter::new(format::index)),
        ["allow"] => answer(Consent::Given),
        ["refuse"] => answer(Consent::Refused),
        _ => usage("index", say!("command-say-index")),
    }
}
