//! The results of a search: ranked places, and the file around the chosen one.
//!
//! Owns what is looked for, what was found, the choice and the preview. Asks through [`SearchResultsView::wishes`], one
//! question of a kind at a time, and takes the answers; what came too late is passed over. Lies over the panes.

mod act;
mod draw;
mod preview;
#[cfg(test)]
pub(in crate::tui) mod tests;

use std::collections::HashSet;

use self::preview::Preview;
use super::composer::LineEdit;
use super::part::InputUse;
use crate::protocol::ids::SessionId;
use crate::protocol::index::{IndexPhase, IndexState};
use crate::protocol::query::{Query, Reply, SearchMethod, SearchResult, SearchResults};
use crate::tui::hints::KeyHints;
use crate::tui::hints::own::SEARCH_KEYS;

/// Places that are asked for at most.
const LIMIT: usize = 100;

/// So many hundredths of the index make what was found worth another look.
const WORTH_LOOKING: u64 = 10;

/// Lines that are pinned: path, first, last.
type PinnedLines = (String, u32, u32);

#[derive(Debug)]
pub struct SearchResultsView {
    session: SessionId,
    /// What is looked for.
    text: String,
    /// What is typed in its place.
    typing: Option<LineEdit>,
    /// The question that waits for its answer.
    asked: Option<Query>,
    /// Whether it is to be asked, or asked once more.
    wanted: bool,
    found: Option<SearchResults>,
    /// Why there is no answer.
    problem: Option<String>,
    /// What is to be said of the last key.
    said: Option<&'static str>,
    /// How far the index is, as was last heard.
    index: Option<IndexState>,
    selected: usize,
    /// Places that a page goes.
    page: usize,
    pinned: HashSet<PinnedLines>,
    preview: Preview,
}

impl SearchResultsView {
    /// One that looks for a text.
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

    /// Whether keys are text for it.
    pub fn takes_text(&self) -> bool {
        self.typing.is_some()
    }

    /// What the hint row says.
    pub fn hinted(&self) -> KeyHints {
        match self.typing {
            Some(_) => KeyHints::Keys(SEARCH_KEYS),
            None => KeyHints::OfContext,
        }
    }

    /// What it asks; each question is given once.
    pub fn wishes(&mut self) -> Vec<Query> {
        let mut queries = Vec::new();
        if self.wanted {
            let query = Query::Find {
                session: self.session,
                text: self.text.clone(),
                limit: LIMIT,
            };
            // The same question waits for the answer to the one before.
            if self.asked.as_ref() != Some(&query) {
                self.wanted = false;
                self.asked = Some(query.clone());
                queries.push(query);
            }
        }
        let (place, marked) = (self.chosen(), self.marked());
        let at = place.map(|place| (place, hit_line(place, marked)));
        let query = self.preview.wish(self.session, at);
        self.preview.asks(query.clone());
        queries.extend(query);
        queries
    }

    /// Takes an answer. Used up where it is one to a question of its kind.
    pub fn reply(&mut self, query: &Query, reply: &Reply) -> InputUse {
        if self.preview.reply(query, reply) == InputUse::Yes {
            return InputUse::Yes;
        }
        if !matches!(query, Query::Find { .. }) {
            return InputUse::No;
        }
        if self.asked.take_if(|asked| asked == query).is_some() {
            match reply {
                Reply::Found { found } => self.take(found.clone()),
                Reply::Failed { reason } => self.problem = Some(reason.clone()),
                _ => {}
            }
        }
        InputUse::Yes
    }

    /// The index is further: what it could not know when it was asked it may know now.
    pub fn index_changed(&mut self, state: &IndexState) {
        if let Some(found) = self.found.as_ref().filter(|found| is_partial(found)) {
            let known = found.index.percent().unwrap_or(0);
            let is_further = |percent| percent >= known + WORTH_LOOKING;
            self.wanted |= state.percent().is_none_or(is_further);
        }
        self.index = Some(state.clone());
    }

    /// Looks for another text.
    fn look_for(&mut self, text: String) {
        if text != self.text {
            self.found = None;
            self.selected = 0;
        }
        self.text = text;
        self.problem = None;
        self.wanted = true;
    }

    /// The same places in another order keep the chosen one, once the human has chosen.
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

/// Whether more may be found once the index is whole.
fn is_partial(found: &SearchResults) -> bool {
    let is_building = matches!(
        found.index.phase,
        IndexPhase::Waiting | IndexPhase::Looking | IndexPhase::Building
    );
    found.by != SearchMethod::Text && is_building
}

/// The line of a place in which most of what is marked stands, from 1: the first of such.
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
