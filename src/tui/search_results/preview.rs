//! The file around the chosen place.

use crate::protocol::ids::SessionId;
use crate::protocol::query::{Query, Reply, SearchResult};
use crate::tui::part::InputUse;

/// Lines before the hit that are asked for.
const BEFORE: u32 = 60;
/// Lines that are asked for: more than a screen has.
const LINES: u32 = 240;

/// Some lines of a file, with the hit among them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ShownLines {
    pub(super) path: String,
    /// The first of the lines that are known, from 1.
    pub(super) first: u32,
    pub(super) lines: Vec<String>,
    /// Lines of the file.
    pub(super) total: u32,
    /// Why there are none.
    pub(super) problem: Option<String>,
}

#[derive(Debug, Default)]
pub(super) struct Preview {
    asked: Option<Query>,
    /// The question that what is shown answers.
    answered: Option<Query>,
    shown: ShownLines,
}

impl Preview {
    /// What is to be asked for a place: nothing where it is known, or while another answer is waited for.
    pub(super) fn wish(
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

    /// A question was given away.
    pub(super) fn asks(&mut self, query: Option<Query>) {
        if query.is_some() {
            self.asked = query;
        }
    }

    /// Takes the answer to its own question.
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
            Reply::Failed { reason } => self.shown.problem = Some(reason.clone()),
            _ => {}
        }
        self.answered = Some(asked);
        InputUse::Yes
    }

    /// What is known of a file; `None` until it came.
    pub(super) fn of(&self, path: &str, line: u32) -> Option<&ShownLines> {
        let shown = &self.shown;
        let lines = u32::try_from(shown.lines.len()).unwrap_or(u32::MAX);
        let holds = line >= shown.first && line - shown.first < lines.max(1);
        (shown.path == path && (holds || shown.problem.is_some())).then_some(shown)
    }
}
