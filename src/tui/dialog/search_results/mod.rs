//! The search results: ranked places, and the file around the chosen one.
//!
//! Owns the search text, the results, the choice and the preview. Sends queries through
//! [`SearchResultsView::take_queries`], one query of a kind at a time, and takes the answers; ignores
//! outdated ones. Lies over the panes.

mod act;
mod draw;
mod preview;
#[cfg(test)]
pub(crate) mod tests;

use std::collections::HashSet;

use self::preview::Preview;
use crate::dialog::{DialogContext, Opened, Opening};
use crate::hints::no_session;
use crate::input::InputUse;
use client::line_editor::LineEditor;
use l10n::said;
use protocol::ids::SessionId;
use protocol::index::{IndexPhase, IndexState};
use protocol::query::{Query, Reply, SearchMethod, SearchResult, SearchResults};

/// Maximum number of results that are requested.
const LIMIT: usize = 100;

/// Progress of the index, in percent, after which the search is worth repeating.
const WORTH_LOOKING: u64 = 10;

/// Pinned lines: path, first, last.
type PinnedLines = (String, u32, u32);

#[derive(Debug)]
pub struct SearchResultsView {
    session: SessionId,
    /// The search text.
    text: String,
    /// The line in which the user types a new search text.
    typing: Option<LineEditor>,
    /// The query that waits for its answer.
    asked: Option<Query>,
    /// Whether the query is to be sent, or sent again.
    wanted: bool,
    found: Option<SearchResults>,
    /// Reason why there is no answer.
    problem: Option<String>,
    /// Notice about the last key.
    said: Option<&'static str>,
    /// Last reported state of the index.
    index: Option<IndexState>,
    selected: usize,
    /// Number of results per page.
    page: usize,
    pinned: HashSet<PinnedLines>,
    preview: Preview,
}

impl SearchResultsView {
    /// Creates a view that searches for a text.
    pub fn new(session: SessionId, text: String) -> Self {
        Self {
            session,
            text,
            typing: None,
            asked: None,
            wanted: true,
            found: None,
            problem: None,
            said: None,
            index: None,
            selected: 0,
            page: 1,
            pinned: HashSet::new(),
            preview: Preview::default(),
        }
    }

    /// Opens the results of a search in the shown session.
    pub fn open(text: String, cx: &DialogContext<'_>) -> Opening {
        let tab = cx.session().ok_or_else(no_session)?;
        Ok(Opened::alone(Self::new(tab.facts.id, text)))
    }

    /// Returns the new queries; each query is returned once.
    fn take_queries(&mut self) -> Vec<Query> {
        let mut queries = Vec::new();
        if self.wanted {
            let query = Query::Find {
                session: self.session,
                text: self.text.clone(),
                limit: LIMIT,
            };
            // A repetition of the same query waits for the previous answer.
            if self.asked.as_ref() != Some(&query) {
                self.wanted = false;
                self.asked = Some(query.clone());
                queries.push(query);
            }
        }
        let (place, marked) = (self.chosen(), self.marked());
        let at = place.map(|place| (place, hit_line(place, marked)));
        let query = self.preview.take_query(self.session, at);
        self.preview.asks(query.clone());
        queries.extend(query);
        queries
    }

    /// Takes an answer. Uses it up if it answers a query of this kind.
    fn reply(&mut self, query: &Query, reply: &Reply) -> InputUse {
        if self.preview.reply(query, reply) == InputUse::Yes {
            return InputUse::Yes;
        }
        if !matches!(query, Query::Find { .. }) {
            return InputUse::No;
        }
        if self.asked.take_if(|asked| asked == query).is_some() {
            match reply {
                Reply::Found { found } => self.take(found.clone()),
                Reply::Failed { reason } => self.problem = Some(said(reason)),
                _ => {}
            }
        }
        InputUse::Yes
    }

    /// Handles progress of the index: a repeated search may now find more.
    fn index_changed(&mut self, state: &IndexState) {
        if let Some(found) = self.found.as_ref().filter(|found| is_partial(found)) {
            let known = found.index.percent().unwrap_or(0);
            let is_further = |percent| percent >= known + WORTH_LOOKING;
            self.wanted |= state.percent().is_none_or(is_further);
        }
        self.index = Some(state.clone());
    }

    /// Searches for another text.
    fn look_for(&mut self, text: String) {
        if text != self.text {
            self.found = None;
            self.selected = 0;
        }
        self.text = text;
        self.problem = None;
        self.wanted = true;
    }

    /// Takes new results. If the user has chosen a result, it stays chosen in the new order.
    fn take(&mut self, found: SearchResults) {
        let chosen = self.chosen().filter(|_| self.selected > 0).cloned();
        let is_it = |place: &SearchResult| Some(place) == chosen.as_ref();
        self.selected = found.places.iter().position(is_it).unwrap_or(0);
        self.index = Some(found.index.clone());
        self.problem = None;
        self.found = Some(found);
    }

    fn places(&self) -> &[SearchResult] {
        self.found
            .as_ref()
            .map(|found| found.places.as_slice())
            .unwrap_or_default()
    }

    fn marked(&self) -> &[String] {
        self.found
            .as_ref()
            .map(|found| found.marked.as_slice())
            .unwrap_or_default()
    }

    fn chosen(&self) -> Option<&SearchResult> {
        self.places().get(self.selected)
    }
}

/// Whether more results are possible once the index is complete.
fn is_partial(found: &SearchResults) -> bool {
    let is_building = matches!(
        found.index.phase,
        IndexPhase::Waiting | IndexPhase::Looking | IndexPhase::Building
    );
    found.by != SearchMethod::Text && is_building
}

/// Returns the line of a result that contains the most marked words, from 1; the first of
/// several such lines.
fn hit_line(place: &SearchResult, marked: &[String]) -> u32 {
    let held = |line: &str| {
        let line = line.to_lowercase();
        marked
            .iter()
            .filter(|mark| line.contains(mark.as_str()))
            .count()
    };
    let hit = &place.hit;
    let lines = hit.snippet.lines().zip(hit.start_line..);
    let best = lines.max_by_key(|(line, number)| (held(line), std::cmp::Reverse(*number)));
    best.map_or(hit.start_line, |(_, number)| number)
}
