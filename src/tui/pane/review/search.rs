//! Looking for a text in the rows of the file at hand: `/`, then `n` and `N` walk what was found.
//!
//! While a search is on nothing is folded, so that a row that was found is a row to go to; its end
//! folds again as before. Where the rows become others they are searched anew.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::moves::{ALL, Way, say};
use super::{Review, ReviewEffect};
use crate::l10n::counted;
use crate::l10n::say;
use crate::protocol::review::view::ViewOptions;
use crate::protocol::review::{ReviewQuery, ReviewSubject};
use crate::tui::composer::LineEdit;

/// What the rows are that were searched.
type SearchedRows = (ReviewSubject, ViewOptions, u64);

#[derive(Debug, Clone)]
pub(super) struct Search {
    /// The text while it is typed.
    typed: Option<LineEdit>,
    text: String,
    found: Vec<u32>,
    more: bool,
    /// Of which rows that is.
    searched: Option<SearchedRows>,
    /// Whether the first one is to be gone to as soon as it is known.
    begins: bool,
    /// The folds as they were before.
    folds: (u32, Vec<(u32, u32)>),
}

impl Review {
    /// `/`: opens the line in which the text is typed.
    pub(super) fn open_search(&mut self) -> Vec<ReviewEffect> {
        if self.sight.is_none() {
            return say(say!("review-nothing-to-search"));
        }
        let typed = Some(LineEdit::default());
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

    /// Whether the text of a search is typed.
    pub(super) fn types_search(&self) -> bool {
        self.search
            .as_ref()
            .is_some_and(|search| search.typed.is_some())
    }

    /// What is looked for, in lower case.
    pub(super) fn searched_text(&self) -> Option<String> {
        let text = &self.search.as_ref()?.text;
        (!text.is_empty()).then(|| text.to_lowercase())
    }

    /// A key while the text is typed.
    pub(super) fn search_key(&mut self, key: &KeyEvent) -> Vec<ReviewEffect> {
        let Some(line) = self.search.as_mut().and_then(|one| one.typed.as_mut()) else {
            return Vec::new();
        };
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Enter => {
                let text = line.text();
                self.look_for(text);
            }
            KeyCode::Esc => self.leave_search_line(),
            KeyCode::Char('g') if control => self.leave_search_line(),
            KeyCode::Backspace if line.is_empty() => self.leave_search_line(),
            _ => {
                // A key that means nothing in a line changes nothing.
                let _ = line.key(key);
            }
        }
        Vec::new()
    }

    /// A paste into the text that is typed.
    pub(super) fn search_paste(&mut self, text: &str) {
        if let Some(line) = self.search.as_mut().and_then(|one| one.typed.as_mut()) {
            line.insert(text.lines().next().unwrap_or_default());
        }
    }

    /// The line is left; the search that was on before goes on.
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

    /// The search is over: what was folded before it is folded again.
    pub(super) fn end_search(&mut self) {
        if let Some(search) = self.search.take() {
            (self.context, self.opened) = search.folds;
        }
    }

    /// Asks where the text stands, where that is not known of the rows that are shown.
    pub(super) fn wish_search(&mut self) {
        let (Some(search), Some(sight)) = (&self.search, &self.sight) else {
            return;
        };
        let shown = (sight.of, sight.options.clone(), sight.version);
        let known = search.searched.as_ref() == Some(&shown);
        if search.text.is_empty() || known || sight.options != self.options() {
            return;
        }
        let (of, options, _) = shown;
        let text = search.text.clone();
        self.ask(ReviewQuery::Find { of, options, text });
    }

    /// Takes the rows in which a text stands.
    pub(super) fn take_found(
        &mut self,
        (of, options, text): (ReviewSubject, &ViewOptions, &str),
        (rows, more): (&[u32], bool),
        version: u64,
    ) -> Vec<ReviewEffect> {
        let shown = self.sight.as_ref().is_some_and(|sight| {
            sight.of == of && sight.options == *options && sight.version == version
        });
        let Some(search) = self.search.as_mut().filter(|search| search.text == text) else {
            return Vec::new();
        };
        if !shown {
            // It is asked again when the rows are there that it is about.
            return Vec::new();
        }
        search.found = rows.to_vec();
        search.more = more;
        search.searched = Some((of, options.clone(), version));
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

    /// `n` and `N`: the next row that was found, round the end if need be. None where nothing is
    /// looked for, so that the keys mean what they mean without a search.
    pub(super) fn walk_found(&mut self, way: Way) -> Option<Vec<ReviewEffect>> {
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

    /// What the search says below the rows, and its keys.
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
