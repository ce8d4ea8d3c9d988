//! The sessions that this screen knows: their tabs, the shown one, what was typed into them and what
//! the other screens of the workspace show.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::tab::{Tab, TabVisibility};
use super::update::TypeAhead;
use client::slash::{RunningProbe, SlashQuery};
use notice::Notice;
use protocol::custom::CustomCommand;
use protocol::ids::{SessionId, TerminalId};
use protocol::review::ReviewBase;

/// What is shown over the first session as soon as it exists.
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

/// The state of slash commands, which all sessions share.
#[derive(Debug)]
pub struct SlashState {
    /// Queries of slash commands without a reply.
    pub asked: Vec<SlashQuery>,
    /// The workspace's own commands.
    pub custom: Arc<[CustomCommand]>,
    /// Problems of those commands that were already reported.
    pub custom_problems: Vec<Notice>,
    /// The running probe of a model.
    pub probing: Option<RunningProbe>,
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
            slash: SlashState {
                asked: Vec::new(),
                custom: Arc::from([]),
                custom_problems: Vec::new(),
                probing: None,
            },
            terminal: TerminalId(uuid::Uuid::now_v7()),
            reported_presence: None,
            elsewhere: BTreeMap::new(),
        }
    }
}

impl Sessions {
    /// Returns the shown tab.
    pub fn tab(&self) -> Option<&Tab> {
        self.tabs.get(self.current)
    }

    /// Returns the shown tab.
    pub fn tab_mut(&mut self) -> Option<&mut Tab> {
        self.tabs.get_mut(self.current)
    }

    /// Returns the tab of a session, even if it is not shown.
    pub fn tab_of(&mut self, session: SessionId) -> Option<&mut Tab> {
        self.tabs.iter_mut().find(|tab| tab.facts.id == session)
    }

    /// Returns the shown session.
    pub fn session(&self) -> Option<SessionId> {
        self.tab().map(|tab| tab.facts.id)
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
