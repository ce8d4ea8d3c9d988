//! Search in the rows of the current file: `/` starts it, then `n` and `N` walk the matches.
//!
//! While a search is active nothing is folded, so that every match has a row to go to; ending the
//! search restores the folds. When the rows change, they are searched again.

use crossterm::event::{KeyCode, KeyEvent};

use super::Review;
use super::moves::{ALL, Way, say};
use crate::effect::Effect;
use crate::widget::text_field::{FieldKey, field_key};
use client::line_editor::LineEditor;
use l10n::counted;
use l10n::say;
use protocol::review::view::ViewOptions;
use protocol::review::{ReviewQuery, ReviewSubject};

/// Identifies the rows that were searched.
type SearchedRows = (ReviewSubject, ViewOptions, u64);

#[derive(Debug, Clone)]
pub(super) struct Search {
    /// The search line while the user types in it.
    typed: Option<LineEditor>,
    text: String,
    found: Vec<u32>,
    more: bool,
    /// The rows to which `found` belongs.
    searched: Option<SearchedRows>,
    /// Whether to go to the first match as soon as it is known.
    begins: bool,
    /// The folds as they were before the search.
    folds: (u32, Vec<(u32, u32)>),
}

impl Review {
    /// `/`: opens the search line.
    pub(super) fn open_search(&mut self) -> Vec<Effect> {
        if self.row_cache.is_none() {
            return say(say!("review-nothing-to-search"));
        }
        let typed = Some(LineEditor::default());
        match &mut self.search {
            Some(search) => search.typed = typed,
            None => {
                self.search = Some(Search {
                    typed,
                    text: String::new(),
                    found: Vec::new(),
                    more: false,
                    searched: None,
                    begins: false,
                    folds: (self.context, self.opened.clone()),
                });
            }
        }
        Vec::new()
    }

    /// Whether the user is typing in the search line.
    pub(super) fn types_search(&self) -> bool {
        self.search
            .as_ref()
            .is_some_and(|search| search.typed.is_some())
    }

    /// Returns the search text in lower case.
    pub(super) fn searched_text(&self) -> Option<String> {
        let text = &self.search.as_ref()?.text;
        (!text.is_empty()).then(|| text.to_lowercase())
    }

    /// Handles a key in the search line.
    pub(super) fn search_key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        let Some(line) = self.search.as_mut().and_then(|one| one.typed.as_mut()) else {
            return Vec::new();
        };
        if key.code == KeyCode::Backspace && line.is_empty() {
            self.leave_search_line();
            return Vec::new();
        }
        match field_key(line, key) {
            FieldKey::Left => self.leave_search_line(),
            FieldKey::Accepted => {
                let text = line.text().to_owned();
                self.look_for(text);
            }
            FieldKey::Edited => {}
        }
        Vec::new()
    }

    /// Inserts a paste into the search line.
    pub(super) fn search_paste(&mut self, text: &str) {
        if let Some(line) = self.search.as_mut().and_then(|one| one.typed.as_mut()) {
            line.paste(text);
        }
    }

    /// Closes the search line; a search that was active before continues.
    pub(super) fn leave_search_line(&mut self) {
        if let Some(search) = &mut self.search {
            search.typed = None;
            if search.text.is_empty() {
                self.end_search();
            }
        }
    }

    fn look_for(&mut self, text: String) {
        let Some(search) = &mut self.search else {
            return;
        };
        search.typed = None;
        if text.is_empty() {
            return self.leave_search_line();
        }
        search.text = text;
        search.found.clear();
        search.searched = None;
        search.begins = true;
        self.context = ALL;
        self.opened.clear();
    }

    /// Ends the search and restores the folds from before it.
    pub(super) fn end_search(&mut self) {
        if let Some(search) = self.search.take() {
            (self.context, self.opened) = search.folds;
        }
    }

    /// Requests the matches if they are not known for the shown rows.
    pub(super) fn query_search_rows(&mut self) {
        let (Some(search), Some(row_cache)) = (&self.search, &self.row_cache) else {
            return;
        };
        let shown = (
            row_cache.of.clone(),
            row_cache.options.clone(),
            row_cache.version,
        );
        let known = search.searched.as_ref() == Some(&shown);
        if search.text.is_empty() || known || row_cache.options != self.options() {
            return;
        }
        let (of, options, _) = shown;
        let text = search.text.clone();
        self.ask(ReviewQuery::Find { of, options, text });
    }

    /// Takes the rows that contain the text.
    pub(super) fn take_found(
        &mut self,
        (of, options, text): (&ReviewSubject, &ViewOptions, &str),
        (rows, more): (&[u32], bool),
        version: u64,
    ) -> Vec<Effect> {
        let shown = self.row_cache.as_ref().is_some_and(|row_cache| {
            row_cache.of == *of && row_cache.options == *options && row_cache.version == version
        });
        let Some(search) = self.search.as_mut().filter(|search| search.text == text) else {
            return Vec::new();
        };
        if !shown {
            // The query is repeated once the rows to which it applies are there.
            return Vec::new();
        }
        search.found = rows.to_vec();
        search.more = more;
        search.searched = Some((of.clone(), options.clone(), version));
        if !std::mem::take(&mut search.begins) {
            return Vec::new();
        }
        if rows.is_empty() {
            return say(say!("review-not-in-file", text));
        }
        let from = self.cursor;
        let next = rows.iter().copied().find(|row| *row >= from);
        if let Some(row) = next.or(rows.first().copied()) {
            self.jump(row);
        }
        Vec::new()
    }

    /// `n` and `N`: goes to the next match and wraps around at the end. Returns `None` without an
    /// active search, so that the keys keep their usual meaning.
    pub(super) fn walk_found(&mut self, way: Way) -> Option<Vec<Effect>> {
        let search = self.search.as_ref()?;
        if search.text.is_empty() {
            return None;
        }
        let from = self.cursor;
        let mut rows = search.found.iter().copied();
        let (next, round) = match way {
            Way::Forward => (rows.find(|row| *row > from), search.found.first()),
            Way::Back => (rows.rfind(|row| *row < from), search.found.last()),
        };
        let (row, word) = match (next, round, way) {
            (Some(row), ..) => (row, None),
            (None, Some(row), Way::Forward) => (*row, Some(say!("review-from-top"))),
            (None, Some(row), Way::Back) => (*row, Some(say!("review-from-bottom"))),
            (None, None, _) => return Some(say(say!("review-not-in-file", text = search.text))),
        };
        self.select = None;
        self.jump(row);
        Some(word.map_or(Vec::new(), say))
    }

    /// Returns the search status below the rows, and its keys.
    pub(super) fn search_words(&self) -> Option<(String, &'static str)> {
        let search = self.search.as_ref()?;
        if let Some(line) = &search.typed {
            return Some((format!("/{}_", line.text()), say!("review-search-keys")));
        }
        let text = &search.text;
        let looks = search.searched.is_none();
        let at = search.found.iter().position(|row| *row == self.cursor);
        let more = if search.more {
            say!("review-more-than")
        } else {
            ""
        };
        let all = search.found.len();
        let words = match (looks, at) {
            (true, _) => say!("review-search-looking", text),
            (false, Some(at)) => say!("review-search-match", text, number = at + 1, more, all),
            (false, None) => format!("/{text}   {more}{}", counted(all, "line")),
        };
        Some((words, say!("review-search-ends")))
    }
}
