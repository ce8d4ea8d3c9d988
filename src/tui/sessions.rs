//! The sessions that this screen knows: their tabs, the shown one, what was typed into them and what
//! the other screens of the workspace show.

mod arrivals;
mod drafts;
mod included;
mod presence;
mod running;
mod sending;
mod slash;
mod type_ahead;

pub(super) use sending::HISTORY;
pub use slash::SlashState;
use type_ahead::TypeAhead;
pub(super) use type_ahead::is_letter;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use jiff::Timestamp;
use ratatui::layout::{Position, Rect};

use super::effect::Effect;
use super::highlight::Colours;
use super::pane::PaneView as _;
use super::pane::chat::Beginning;
use super::pane::review::Review;
use super::pointer::Pointing;
use super::tab::{Tab, TabVisibility};
use protocol::approval::Question;
use protocol::ids::{SessionId, TerminalId};
use protocol::query::{Query, WorkspaceFacts};
use protocol::review::ReviewBase;

/// The dialog or review that opens over the first session as soon as it exists.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum AfterOpening {
    #[default]
    Nothing,
    /// The list of sessions, to choose another one.
    ChooseSession,
    /// The review of the changes since this base.
    Review(ReviewBase),
}

/// The session that is shown as soon as its first event arrives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Awaited {
    Nothing,
    This(SessionId),
    /// Whichever session comes first.
    First,
}

#[derive(Debug)]
pub struct Sessions {
    /// The sessions, in the order of their tabs.
    pub tabs: Vec<Tab>,
    /// Index of the shown tab.
    pub current: usize,
    /// The session that the user left to answer a question of another one.
    pub came_from: Option<SessionId>,
    /// The session that this screen was started for; shown as soon as its first event arrives.
    pub(super) awaited: Awaited,
    /// The dialog over the first session.
    pub(super) after_opening: AfterOpening,
    /// The lines sent in this workspace, latest last, for the editor of each session.
    pub history: Vec<String>,
    /// The user's input from before the session existed.
    pub(super) type_ahead: TypeAhead,
    /// Text typed into a session that is gone, kept until another session is shown.
    pub(super) orphaned_draft: String,
    /// Sessions whose deletion this screen has requested.
    pub(super) deleting: BTreeSet<SessionId>,
    pub slash: SlashState,
    /// Id of this screen among those of the workspace.
    pub(super) terminal: TerminalId,
    /// The sessions that this screen last reported to the other screens.
    pub(super) reported_presence: Option<Vec<SessionId>>,
    /// Number of other screens that show each session.
    pub elsewhere: BTreeMap<SessionId, usize>,
}

impl Default for Sessions {
    fn default() -> Self {
        Self {
            tabs: Vec::new(),
            current: 0,
            came_from: None,
            awaited: Awaited::Nothing,
            after_opening: AfterOpening::Nothing,
            history: Vec::new(),
            type_ahead: TypeAhead::default(),
            orphaned_draft: String::new(),
            deleting: BTreeSet::new(),
            slash: SlashState::default(),
            terminal: TerminalId(uuid::Uuid::now_v7()),
            reported_presence: None,
            elsewhere: BTreeMap::new(),
        }
    }
}

impl Sessions {
    /// Tells the conversations in which nobody has spoken yet what their first screen shows.
    /// `no_model` is the reason why no model could be connected.
    pub(super) fn begin_chats(
        &mut self,
        workspace: Option<&WorkspaceFacts>,
        no_model: Option<&str>,
    ) {
        for tab in self.tabs.iter_mut().filter(|tab| tab.chat.is_beginning()) {
            let beginning = Beginning::of(&tab.facts.settings, workspace, no_model);
            tab.chat.set_beginning(beginning);
        }
    }

    /// Returns the shown tab.
    pub fn tab(&self) -> Option<&Tab> {
        self.tabs.get(self.current)
    }

    /// Returns the shown tab.
    pub fn tab_mut(&mut self) -> Option<&mut Tab> {
        self.tabs.get_mut(self.current)
    }

    /// Returns the open review of the shown session.
    pub fn review_mut(&mut self) -> Option<&mut Review> {
        self.tab_mut()?.review.as_mut()
    }

    /// Calls `work` with the open review of the shown session.
    pub fn in_review(&mut self, work: impl FnOnce(&mut Review) -> Vec<Effect>) -> Vec<Effect> {
        self.review_mut().map_or_else(Vec::new, work)
    }

    /// Handles the mouse in the editor of the shown session, which lies in `area`.
    pub fn point_in_editor(
        &mut self,
        area: Rect,
        at: Position,
        how: Pointing,
        now: Duration,
    ) -> Vec<Effect> {
        let tab = self.tab_mut();
        tab.map_or_else(Vec::new, |tab| tab.editor.point(area, at, how, now))
    }

    /// Returns the tab of a session, even if it is not shown.
    pub fn tab_of(&mut self, session: SessionId) -> Option<&mut Tab> {
        self.tabs.iter_mut().find(|tab| tab.facts.id == session)
    }

    /// Measures the conversations beside the one with the focus.
    pub fn measure_windows(&mut self, windows: &[(SessionId, Rect)], colours: &mut Colours) {
        let shown = self.session();
        for (session, area) in windows.iter().filter(|(one, _)| Some(*one) != shown) {
            if let Some(tab) = self.tab_of(*session) {
                let height = area.height.saturating_sub(1);
                tab.chat.measure(area.width, height, colours);
            }
        }
    }

    /// Returns the shown session.
    pub fn session(&self) -> Option<SessionId> {
        self.tab().map(|tab| tab.facts.id)
    }

    /// Returns the question that the bar of the shown session asks.
    pub fn question(&self) -> Option<&Question> {
        self.tab()?.bar.shown()
    }

    /// Whether a query was sent for the session on the screen, or for no session.
    pub(crate) fn is_asked_here(&self, query: &Query) -> bool {
        let of = match query {
            Query::FileDiff { session, .. } => Some(*session),
            Query::Files { session, .. } => *session,
            _ => None,
        };
        of.is_none() || of == self.session()
    }

    /// Returns the tabs whose conversations are on the screen: the shown one and those with a window.
    pub fn on_screen(&self, windows: &[SessionId]) -> impl Iterator<Item = &Tab> {
        let current = self.session();
        let is_shown =
            move |tab: &&Tab| current == Some(tab.facts.id) || windows.contains(&tab.facts.id);
        self.tabs.iter().filter(is_shown)
    }

    /// Passes the time to the conversations on the screen, for running calls.
    pub(crate) fn set_time(&mut self, now: Timestamp, windows: &[SessionId]) {
        let current = self.session();
        for tab in &mut self.tabs {
            if current == Some(tab.facts.id) || windows.contains(&tab.facts.id) {
                tab.chat.set_now(now);
            }
        }
    }

    /// Returns the tabs of the row, with their places among all.
    pub fn shown_tabs(&self) -> impl Iterator<Item = (usize, &Tab)> {
        self.tabs
            .iter()
            .enumerate()
            .filter(|(_, tab)| tab.shown == TabVisibility::Yes)
    }

    /// Returns the number that a session has in the row of tabs.
    pub fn number_of(&self, session: SessionId) -> Option<usize> {
        let mut shown = self.shown_tabs();
        let place = shown.position(|(_, tab)| tab.facts.id == session)?;
        Some(place + 1)
    }

    /// Returns how many other screens show a session.
    pub fn elsewhere_of(&self, session: SessionId) -> usize {
        self.elsewhere.get(&session).copied().unwrap_or(0)
    }

    /// Returns the number of live sessions without a tab here, and of the questions that
    /// wait in them.
    pub fn without_tab(&self) -> (usize, usize) {
        let others = self
            .tabs
            .iter()
            .filter(|tab| tab.shown == TabVisibility::No);
        others.fold((0, 0), |(count, asks), tab| {
            (count + 1, asks + tab.facts.questions.len())
        })
    }

    /// Returns another session with a question, if the shown one has none; sessions with a tab
    /// here come first.
    pub fn asks_elsewhere(&self) -> Option<(usize, &Tab)> {
        if self.tab().is_some_and(|tab| tab.bar.is_open()) {
            return None;
        }
        let asks = |(place, tab): &(usize, &Tab)| *place != self.current && tab.bar.is_open();
        let shown = self.shown_tabs().find(asks);
        shown.or_else(|| self.tabs.iter().enumerate().find(asks))
    }

    /// Returns the number of open questions in all tabs.
    pub fn waiting(&self) -> usize {
        self.shown_tabs()
            .map(|(_, tab)| tab.facts.questions.len())
            .sum()
    }
}
