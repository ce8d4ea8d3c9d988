//! Preview of the file around the chosen result.

use crate::input::InputUse;
use l10n::said;
use protocol::ids::SessionId;
use protocol::query::{Query, Reply, SearchResult};

/// Lines requested before the hit.
const BEFORE: u32 = 60;
/// Lines requested in total: more than fit on a screen.
const LINES: u32 = 240;

/// Some lines of a file, including the hit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ShownLines {
    pub(super) path: String,
    /// Number of the first known line, from 1.
    pub(super) first: u32,
    pub(super) lines: Vec<String>,
    /// Number of lines in the file.
    pub(super) total: u32,
    /// Reason why there are no lines.
    pub(super) problem: Option<String>,
}

#[derive(Debug, Default)]
pub(super) struct Preview {
    asked: Option<Query>,
    /// The query that the shown lines answer.
    answered: Option<Query>,
    shown: ShownLines,
}

impl Preview {
    /// Returns the query for a result; `None` if it is answered already or another
    /// answer is pending.
    pub(super) fn take_query(
        &self,
        session: SessionId,
        place: Option<(&SearchResult, u32)>,
    ) -> Option<Query> {
        let (place, line) = place?;
        let query = Query::BufferText {
            session,
            path: place.hit.path.clone(),
            start_line: line.saturating_sub(BEFORE).max(1),
            lines: LINES,
        };
        let is_known = self.answered.as_ref() == Some(&query);
        (self.asked.is_none() && !is_known).then_some(query)
    }

    /// Notes that a query was sent.
    pub(super) fn asks(&mut self, query: Option<Query>) {
        if query.is_some() {
            self.asked = query;
        }
    }

    /// Takes the answer to the preview's own query.
    pub(super) fn reply(&mut self, query: &Query, reply: &Reply) -> InputUse {
        let Some(asked) = self.asked.take_if(|asked| asked == query) else {
            return InputUse::No;
        };
        if let Query::BufferText {
            path, start_line, ..
        } = &asked
        {
            self.shown = ShownLines {
                path: path.clone(),
                first: *start_line,
                ..ShownLines::default()
            };
        }
        match reply {
            Reply::Text { text, total_lines } => {
                self.shown.lines = text.lines().map(str::to_owned).collect();
                self.shown.total = *total_lines;
            }
            Reply::Failed { reason } => self.shown.problem = Some(said(reason)),
            _ => {}
        }
        self.answered = Some(asked);
        InputUse::Yes
    }

    /// Returns the known lines of a file; `None` before they arrive.
    pub(super) fn of(&self, path: &str, line: u32) -> Option<&ShownLines> {
        let shown = &self.shown;
        let lines = u32::try_from(shown.lines.len()).unwrap_or(u32::MAX);
        let holds = line >= shown.first && line - shown.first < lines.max(1);
        (shown.path == path && (holds || shown.problem.is_some())).then_some(shown)
    }
}
