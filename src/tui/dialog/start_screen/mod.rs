//! The start screen over the panes, which leads to a first model: the search results, and
//! four options. Opens by itself if no model is usable and the conversation is still empty,
//! and with `/start`.
//!
//! A pasted API key is held masked until its provider is chosen, and then goes into the key field:
//! it is never part of the draft.
//!
//! The screen takes no letter from a user who begins to write: digits choose and `r` searches
//! again, but followed by a letter they become the beginning of the draft, like any other letter.
//! A digit is therefore held for a moment. No key takes an option as soon as the screen appears.

mod act;
mod draw;
mod pasted;
mod searching;
#[cfg(test)]
pub(crate) mod tests;

use std::time::Duration;

use draw::Words;
pub use draw::key_words;
pub use searching::ModelSearchState;

use crate::dialog::settings::Begin;
use crate::theme::Role;
use crate::widget::list_view::cycle;
use client::job::JobId;
use client::line_editor::SecretInput;
use client::question::Arming;
use l10n::say;
use protocol::catalogue::ModelSearch;

/// Keys within this interval may belong to one word.
const WORD: Duration = Duration::from_millis(1_000);

/// An option that leads to a model, or works without one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StartChoice {
    /// Enter a provider's key.
    Key,
    /// Search again for a server on this machine.
    Local,
    /// Set up a provider step by step.
    SetUp,
    Demo,
}

impl StartChoice {
    /// Every option, in screen order.
    pub const ALL: [StartChoice; 4] = [
        StartChoice::Key,
        StartChoice::Local,
        StartChoice::SetUp,
        StartChoice::Demo,
    ];
}

/// The list that the user chooses from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Page {
    Ways,
    /// The providers for the first or the third option.
    Providers(Begin),
}

#[derive(Debug)]
pub struct StartScreen {
    known: Option<ModelSearch>,
    looking: Option<JobId>,
    said: Option<(Role, String)>,
    page: Page,
    selected: usize,
    /// Begins with the first display.
    arming: Arming,
    /// Time of the last input.
    now: Duration,
    words: Words,
    /// Letters that acted as choices, and the time of the last one.
    typed: (String, Duration),
    /// Time at which the marked option is taken, because its digit stayed alone.
    chosen_at: Option<Duration>,
    /// The row chosen before those letters.
    marked_before: usize,
    /// A pasted or typed API key, held until its provider is chosen.
    held: SecretInput,
}

impl StartScreen {
    /// Creates a start screen with the known search result.
    pub fn new(known: Option<ModelSearch>) -> Self {
        Self {
            known,
            looking: None,
            said: None,
            page: Page::Ways,
            selected: 0,
            arming: Arming::default(),
            now: Duration::ZERO,
            words: Words::default(),
            typed: (String::new(), Duration::ZERO),
            chosen_at: None,
            marked_before: 0,
            held: SecretInput::default(),
        }
    }

    /// Returns the background job that searches again.
    pub fn looking(&self) -> Option<JobId> {
        self.looking
    }

    /// Notes that this background job searches again.
    pub fn set_search_job(&mut self, job: JobId) {
        self.looking = Some(job);
        self.said = Some((Role::Info, say!("start-looking").to_owned()));
    }

    /// Takes the result of a search.
    pub fn tell(&mut self, search: ModelSearch) {
        self.looking = None;
        self.said = Some(match (&search.found, search.said.last()) {
            (Some(found), _) => (
                Role::Ok,
                say!(
                    "start-found",
                    provider = found.provider,
                    model = found.model
                ),
            ),
            (None, Some(last)) => (Role::Warn, say!("start-looked-again", said = last)),
            (None, None) => (Role::Warn, say!("start-looked-again", said = "")),
        });
        self.known = Some(search);
        if self.holds_key() && self.page == Page::Ways && self.has_takers() {
            self.page = Page::Providers(Begin::AtItsKey);
            self.selected = 0;
        }
    }

    /// Notes that the search failed.
    pub fn failed(&mut self, why: &str) {
        self.looking = None;
        self.said = Some((Role::Err, why.to_owned()));
    }

    fn count(&self) -> usize {
        match self.page {
            Page::Ways => StartChoice::ALL.len(),
            Page::Providers(begin) => self.providers(begin).len(),
        }
    }

    /// Returns the providers for an option, each with the known state of its key.
    fn providers(&self, begin: Begin) -> Vec<(&str, Option<bool>)> {
        let Some(known) = &self.known else {
            return Vec::new();
        };
        let with_key = |name: &str| {
            let key = known.keys.iter().find(|key| key.provider == name);
            key.map(|key| key.is_set)
        };
        let all = known.providers.iter().map(String::as_str);
        let all = all.map(|name| (name, with_key(name)));
        all.filter(|(_, key)| begin == Begin::AtItsStart || key.is_some())
            .collect()
    }

    /// Moves the choice up or down, wrapping around.
    fn step(&mut self, by: isize) {
        self.typed.0.clear();
        self.selected = cycle(self.selected, by, self.count());
    }

    /// Whether the screen asks for the provider of a key; text typed or pasted then is the key.
    fn asks_for_key(&self) -> bool {
        self.page == Page::Providers(Begin::AtItsKey)
    }

    fn holds_key(&self) -> bool {
        self.held.letters() > 0
    }

    fn has_takers(&self) -> bool {
        !self.providers(Begin::AtItsKey).is_empty()
    }

    /// Takes out the held API key for the key field; the start screen no longer holds it.
    pub fn take_key(&mut self) -> SecretInput {
        std::mem::take(&mut self.held)
    }
}
