//! Selects a single run or call to roll back. Runs and calls are listed by number with the
//! state of their changes.

use super::live_session::LiveSession;
use super::pending::PendingRequest;
use super::rollback::RollbackDraft;
use super::state::{Plain, PlainMode};
use super::text;
use l10n::{counted, say};
use protocol::review::rollback::RollbackScope;
use protocol::review::{CallChanges, ReviewBase, ReviewQuery, ReviewReply, RunChanges};

/// The kind of change authors that are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ChangeAuthors {
    Runs,
    /// The calls that changed files.
    Calls,
}

impl Plain {
    /// Selects the last run, or the one with this number.
    pub(super) fn select_run(&mut self, typed: &str) {
        let Some(session) = self.shown() else { return };
        let runs = session.runs();
        let last = session.facts.last_run();
        let run = match typed.trim_start_matches('#') {
            "" => last.or(runs.last().map(|(run, _)| *run)),
            number => {
                let number = number.parse::<usize>().ok();
                let of = number.and_then(|number| runs.get(number.checked_sub(1)?));
                match of {
                    Some((run, _)) => Some(*run),
                    None => return self.say(say!("plain-no-such-run", count = runs.len())),
                }
            }
        };
        match run {
            Some(run) => self.wish(|wish| wish.scope = RollbackScope::Run { run }),
            None => self.say(say!("plain-no-run")),
        }
    }

    /// Selects the call with this number, as announced.
    pub(super) fn select_call(&mut self, typed: &str) {
        let Some(session) = self.shown() else { return };
        let number = typed.trim_start_matches('#').parse::<usize>().ok();
        let of = number.and_then(|number| session.calls.get(number.checked_sub(1)?));
        match of.map(|(call, _)| call.id) {
            Some(call) => self.wish(|wish| wish.scope = RollbackScope::Call { call }),
            None => self.say(say!("plain-no-such-call", count = session.calls.len())),
        }
    }

    pub(super) fn query_change_authors(&mut self, which: ChangeAuthors) {
        let since = ReviewBase::Session;
        self.ask_review(
            ReviewQuery::Files { since },
            PendingRequest::ChangeAuthors(which),
        );
    }

    /// Lists the runs or calls that the engine returned.
    pub(super) fn print_change_authors(&mut self, which: ChangeAuthors, answer: ReviewReply) {
        let ReviewReply::Files {
            changes: fates,
            runs,
            ..
        } = answer
        else {
            return self.say(say!("plain-wrong-answer"));
        };
        let lines = match which {
            ChangeAuthors::Runs => self.run_lines(&runs),
            ChangeAuthors::Calls => self.call_lines(&fates),
        };
        let is_rolling: Option<&RollbackDraft> = match &self.mode {
            PlainMode::Rollback(rolling) => Some(rolling),
            _ => None,
        };
        let how = is_rolling.map(|_| match which {
            ChangeAuthors::Runs => say!("plain-runs-how"),
            ChangeAuthors::Calls => say!("plain-calls-how"),
        });
        if lines.is_empty() {
            self.say(say!("plain-nothing-changed-yet"));
        } else {
            self.say_all(lines.into_iter().chain(how.map(str::to_owned)));
        }
    }

    fn run_lines(&self, changes: &[RunChanges]) -> Vec<String> {
        let runs = self.shown().map(LiveSession::runs);
        let runs = runs.unwrap_or_default().into_iter().enumerate();
        let line = |(at, (run, asked)): (usize, (_, String))| {
            let fate = changes.iter().find(|fate| fate.run == run);
            let what = fate.map_or_else(|| say!("plain-run-changed-nothing").to_owned(), run_words);
            say!(
                "plain-run-row",
                number = at + 1,
                asked = text::line(&asked),
                what
            )
        };
        runs.map(line).collect()
    }

    fn call_lines(&self, changes: &[CallChanges]) -> Vec<String> {
        let Some(session) = self.shown() else {
            return Vec::new();
        };
        let mut known: Vec<_> = changes
            .iter()
            .filter_map(|fate| Some((session.call(fate.call)?, fate)))
            .collect();
        known.sort_by_key(|((number, _), _)| *number);
        let line = |((number, call), fate): ((usize, _), &CallChanges)| {
            say!(
                "plain-call-row",
                call = super::events::call_words(number, call),
                what = gone_words(fate.all, fate.refused, fate.taken_back)
            )
        };
        known.into_iter().map(line).collect()
    }
}

fn run_words(fate: &RunChanges) -> String {
    let stands = say!(
        "plain-run-stands",
        files = counted(fate.files, "file"),
        added = fate.added,
        removed = fate.removed
    );
    let hunks = gone_words(fate.all, fate.refused, fate.taken_back);
    format!("{hunks}; {stands}")
}

/// Says how many hunks there were, and how many of them no longer stand.
fn gone_words(all: u32, refused: u32, taken_back: u32) -> String {
    say!(
        "plain-hunks-gone",
        hunks = counted(all, "hunk"),
        refused,
        back = taken_back
    )
}
