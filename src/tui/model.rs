//! The state of the full screen. Only `update` and `project` change it; drawing only reads it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use super::dialog::Dialogs;
use super::index_status::Indexed;
use super::input::Window;
use super::keymap::Key;
use super::layout::Pane;
use super::pane::PaneView;
use super::panes::Panes;
use super::pointer::Pointer;
use super::tab::{Tab, TabVisibility};
use super::terminal::findings::KeyFindings;
use client::slash::{RunningProbe, SlashQuery};
use notice::Notice;
use protocol::catalogue::ConnectionTest;
use protocol::custom::CustomCommand;
use protocol::event::NoticeLevel;
use protocol::ids::SessionId;
use protocol::query::WorkspaceFacts;

/// The part of the screen that has the keyboard focus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Focus {
    Editor,
    /// The confirmation bar.
    Bar,
    Pane(Pane),
}

/// The second step of a key: the same key within the time performs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Armed {
    /// The run is being cancelled; the key again kills its processes.
    Kill {
        until: Duration,
        /// The session of the run.
        session: SessionId,
    },
    /// The key again cancels the session's run and closes its tab.
    End {
        until: Duration,
        session: SessionId,
    },
    Quit {
        until: Duration,
    },
}

/// Whether the engine is running.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    Running,
    /// The engine has stopped; nothing can be sent.
    Stopped,
}

#[derive(Debug)]
pub struct Model {
    pub width: u16,
    pub height: u16,
    /// The time of the last input or tick, since the program began.
    pub now: Duration,
    pub panes: Panes,
    /// The part that has the keyboard focus.
    pub focus: Focus,
    /// The lines sent in this workspace, latest last, for the editor of each session.
    pub history: Vec<String>,
    /// The sessions, in the order of their tabs.
    pub tabs: Vec<Tab>,
    /// Index of the shown tab.
    pub current: usize,
    /// The session that the user left to answer a question of another one.
    pub came_from: Option<SessionId>,
    /// The pane that had the keyboard focus when the user took the bar.
    pub pane_before: Option<Pane>,
    /// What lies over the panes.
    pub dialogs: Dialogs,
    /// The last connection test of each provider.
    pub tested: BTreeMap<String, ConnectionTest>,
    /// Number of times the settings were opened.
    pub settings_opened: u64,
    /// The running probe of a model.
    pub probing: Option<RunningProbe>,
    /// State of the search for the first model.
    pub starting: super::dialog::start_screen::ModelSearchState,
    /// Recently used palette entries.
    pub palette_used: super::dialog::palette::RecentEntries,
    /// The theme settings that are being tried.
    pub look_tried: BTreeMap<String, String>,
    /// The keys of an incomplete sequence, and when it began.
    pub pending: Option<(Vec<Key>, Duration)>,
    /// The shown page of the sequence's possible continuations.
    pub page_of_ways: usize,
    /// The second step of a key that the user has just pressed.
    pub armed: Option<Armed>,
    /// The screen's own notice, shown over the session's.
    pub notice: Option<(NoticeLevel, String)>,
    /// Whether a key came since the last notice: the user had time to read it.
    pub notice_was_read: bool,
    /// Known state of the workspace.
    pub workspace: Option<WorkspaceFacts>,
    /// The index status that is worth showing.
    pub index: Option<Indexed>,
    /// Findings about how the terminal sends keys.
    pub findings: KeyFindings,
    pub engine: Engine,
    /// Queries of slash commands without a reply.
    pub asked: Vec<SlashQuery>,
    /// The workspace's own commands.
    pub custom: Arc<[CustomCommand]>,
    /// Problems of those commands that were already reported.
    pub custom_problems: Vec<Notice>,
    /// Number of other screens that show each session.
    pub elsewhere: BTreeMap<SessionId, usize>,
    /// Time of the last key that went to the editor.
    pub last_editor_key: Option<Duration>,
    /// Whether the terminal's window has the focus.
    pub window: Window,
    /// Waiting sessions already announced by a desktop notification since the window
    /// lost the focus.
    pub notified_sessions: BTreeSet<SessionId>,
    /// The mouse, the selection, and select mode.
    pub pointer: Pointer,
}

impl Model {
    /// Returns the shown tab.
    pub fn tab(&self) -> Option<&Tab> {
        self.tabs.get(self.current)
    }

    /// Returns the shown tab.
    pub fn tab_mut(&mut self) -> Option<&mut Tab> {
        self.tabs.get_mut(self.current)
    }

    /// Returns a pane; the conversation and the review are those of the shown session.
    pub fn pane(&self, pane: Pane) -> Option<&dyn PaneView> {
        match pane {
            Pane::Tree => Some(&self.panes.tree),
            Pane::Diff => Some(&self.panes.diff),
            Pane::Note => Some(&self.panes.note),
            Pane::Chat => Some(&self.tab()?.chat),
            Pane::Review => Some(self.tab()?.review.as_ref()?),
        }
    }

    /// Returns a pane; the conversation and the review are those of the shown session.
    pub fn pane_mut(&mut self, pane: Pane) -> Option<&mut dyn PaneView> {
        match pane {
            Pane::Tree => Some(&mut self.panes.tree),
            Pane::Diff => Some(&mut self.panes.diff),
            Pane::Note => Some(&mut self.panes.note),
            Pane::Chat => Some(&mut self.tab_mut()?.chat),
            Pane::Review => Some(self.tab_mut()?.review.as_mut()?),
        }
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

    /// Shows a notice on the line over the editor.
    pub fn say(&mut self, level: NoticeLevel, text: impl Into<String>) {
        self.notice = Some((level, text.into()));
        self.notice_was_read = false;
    }
}
