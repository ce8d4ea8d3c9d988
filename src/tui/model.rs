//! The state of the full screen. Only `update` and `project` change it; drawing only reads it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use super::index_status::Indexed;
use super::input::Window;
use super::keymap::Key;
use super::layout::{LayoutRequest, Pane};
use super::overlay::Overlay;
use super::overlay::full_text::FullSource;
use super::pane::note::NotePane;
use super::part::{DiffView, TreeView};
use super::pointer::Pointer;
use super::rollback::Rollback;
use super::settings::Settings;
use super::splits::Splits;
use super::tab::{Tab, TabVisibility};
use super::terminal::findings::KeyFindings;
use crate::protocol::catalogue::ConnectionTest;
use crate::protocol::command::Command;
use crate::protocol::custom::CustomCommand;
use crate::protocol::event::NoticeLevel;
use crate::protocol::ids::{CallId, ContentHash, QuestionId, SessionId};
use crate::protocol::query::{Query, WorkspaceFacts};
use crate::slash::Formatter;

/// What the keys go to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Focus {
    Editor,
    /// The confirmation bar.
    Bar,
    Pane(Pane),
}

/// What a key has armed: the same key within the time does the next thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Armed {
    /// The run is being cancelled; again kills its processes.
    Kill {
        until: Duration,
        /// Which session's run.
        session: SessionId,
    },
    /// Again cancels the session's run and takes its tab away.
    End {
        until: Duration,
        session: SessionId,
    },
    Quit {
        until: Duration,
    },
}

/// A question of a slash command.
#[derive(Debug, Clone)]
pub struct SlashQuery {
    /// In which session.
    pub session: SessionId,
    /// What was typed.
    pub line: String,
    pub query: Query,
    /// How its answer is shown.
    pub formatter: Formatter,
    /// What is ordered where it could be answered.
    pub then: Vec<Command>,
}

impl SlashQuery {
    /// The question of a line, after which nothing is ordered.
    pub fn of(session: SessionId, line: &str, query: Query, formatter: Formatter) -> Self {
        Self {
            session,
            line: line.to_owned(),
            query,
            formatter,
            then: Vec::new(),
        }
    }
}

/// A probe of a model that a slash command asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunningProbe {
    pub id: super::settings::JobId,
    /// In which session what was found is told.
    pub session: SessionId,
    /// The model, as it was named.
    pub model: String,
}

/// The question whose proposal the diff pane was given last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownProposal {
    pub prompt: QuestionId,
    /// The call that it is about.
    pub call: Option<CallId>,
    /// Hash of what was shown: another one is another proposal.
    pub shown: ContentHash,
}

/// All of what a question would grant, as a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FullQuestion {
    pub prompt: QuestionId,
    /// What stands above it.
    pub title: String,
    /// What it is.
    pub source: FullSource,
    /// What tells what a yes writes beside that, where it writes something.
    pub written: Option<Query>,
}

/// Whether the engine is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    Running,
    /// It has stopped; nothing can be sent.
    Stopped,
}

#[derive(Debug)]
pub struct Model {
    pub width: u16,
    pub height: u16,
    /// The time of the last input or tick, since the program began.
    pub now: Duration,
    /// What is wanted of the layout.
    pub wishes: LayoutRequest,
    /// What the keys go to.
    pub focus: Focus,
    /// What was sent in this workspace, latest last, for the editor of each session.
    pub history: Vec<String>,
    /// The sessions, in the order of their tabs.
    pub tabs: Vec<Tab>,
    /// Which tab is shown.
    pub current: usize,
    /// Which sessions are shown beside it.
    pub splits: Splits,
    /// The session that the human left to answer a question of another one.
    pub came_from: Option<SessionId>,
    /// The pane that had the keys when the human took the bar.
    pub pane_before: Option<Pane>,
    pub tree: Box<dyn TreeView>,
    pub diff: Box<dyn DiffView>,
    /// Whether it is that of a file as it is, which changes with what is decided about it.
    pub diff_follows: bool,
    /// The workspace's note.
    pub note: NotePane,
    /// What the diff pane shows of a question.
    pub proposed: Option<ShownProposal>,
    /// What a question would grant, for where the review cannot show it.
    pub full: Option<FullQuestion>,
    /// What lies over the panes.
    pub overlay: Option<Overlay>,
    /// The rollback dialog, while lines that are in its way are edited in the review.
    pub rollback_aside: Option<Box<Rollback>>,
    /// What help lies over, which comes back when that is closed.
    pub under_help: Option<Box<Overlay>>,
    /// The settings, while something else lies over them.
    pub beneath: Option<Box<Settings>>,
    /// The last connection test of each provider.
    pub tested: BTreeMap<String, ConnectionTest>,
    /// How often the settings were opened.
    pub settings_opened: u64,
    /// The probe of a model that is under way.
    pub probing: Option<RunningProbe>,
    /// The way to the first model.
    pub starting: super::start_screen::ModelSearchState,
    /// What was used from the palette lately.
    pub palette_used: super::palette::RecentEntries,
    /// The settings of the look that are tried.
    pub look_tried: BTreeMap<String, String>,
    /// The keys of a sequence that is not whole yet, and since when.
    pub pending: Option<(Vec<Key>, Duration)>,
    /// Which page of the ways on from them is shown.
    pub page_of_ways: usize,
    /// When a view of the review that is not its last is asked for again.
    pub refine_at: Option<Duration>,
    /// What a key has armed.
    pub armed: Option<Armed>,
    /// A line of the screen's own, over the session's.
    pub notice: Option<(NoticeLevel, String)>,
    /// Whether a key came since something was said last: it was there to be read.
    pub notice_was_read: bool,
    /// What is known of the workspace.
    pub workspace: Option<WorkspaceFacts>,
    /// What is worth telling of the index.
    pub index: Option<Indexed>,
    /// How keys are told, as far as that is known.
    pub findings: KeyFindings,
    /// Whether the engine is there.
    pub engine: Engine,
    /// Questions of slash commands, and how their answers are shown.
    pub asked: Vec<SlashQuery>,
    /// The workspace's own commands.
    pub custom: Arc<[CustomCommand]>,
    /// What was said of them already.
    pub custom_problems: Vec<String>,
    /// The question for a file that is to be shown at a line.
    pub opening: Option<(Query, u32)>,
    /// How many other screens show a session.
    pub elsewhere: BTreeMap<SessionId, usize>,
    /// The name or id of a session that is looked for, to be shown.
    pub looked_for: Option<String>,
    /// When a key last went to the editor.
    pub last_editor_key: Option<Duration>,
    /// Whether the terminal's window has the focus.
    pub window: Window,
    /// Sessions of whose waiting the desktop was told while it has not.
    pub told_of: BTreeSet<SessionId>,
    /// The mouse, what is selected, and select mode.
    pub pointer: Pointer,
}

impl Model {
    /// The tab that is shown.
    pub fn tab(&self) -> Option<&Tab> {
        self.tabs.get(self.current)
    }

    /// The tab that is shown.
    pub fn tab_mut(&mut self) -> Option<&mut Tab> {
        self.tabs.get_mut(self.current)
    }

    /// The tab of a session, also one that is not shown.
    pub fn tab_of(&mut self, session: SessionId) -> Option<&mut Tab> {
        self.tabs.iter_mut().find(|tab| tab.facts.id == session)
    }

    /// The session that is shown.
    pub fn session(&self) -> Option<SessionId> {
        self.tab().map(|tab| tab.facts.id)
    }

    /// The tabs of the row, with their places among all.
    pub fn shown_tabs(&self) -> impl Iterator<Item = (usize, &Tab)> {
        self.tabs
            .iter()
            .enumerate()
            .filter(|(_, tab)| tab.shown == TabVisibility::Yes)
    }

    /// The number that a session has in the row of tabs.
    pub fn number_of(&self, session: SessionId) -> Option<usize> {
        let mut shown = self.shown_tabs();
        let place = shown.position(|(_, tab)| tab.facts.id == session)?;
        Some(place + 1)
    }

    /// How many other screens show a session.
    pub fn elsewhere_of(&self, session: SessionId) -> usize {
        self.elsewhere.get(&session).copied().unwrap_or(0)
    }

    /// Sessions that are live and have no tab here, and the questions that wait in them.
    pub fn without_tab(&self) -> (usize, usize) {
        let others = self
            .tabs
            .iter()
            .filter(|tab| tab.shown == TabVisibility::No);
        others.fold((0, 0), |(count, asks), tab| {
            (count + 1, asks + tab.facts.prompts.len())
        })
    }

    /// Another session that asks something, while the one that is shown does not; first those that have a tab here.
    pub fn asks_elsewhere(&self) -> Option<(usize, &Tab)> {
        if self.tab().is_some_and(|tab| tab.bar.is_open()) {
            return None;
        }
        let asks = |(place, tab): &(usize, &Tab)| *place != self.current && tab.bar.is_open();
        let shown = self.shown_tabs().find(asks);
        shown.or_else(|| self.tabs.iter().enumerate().find(asks))
    }

    /// Prompts that are open in all tabs.
    pub fn waiting(&self) -> usize {
        self.shown_tabs()
            .map(|(_, tab)| tab.facts.prompts.len())
            .sum()
    }

    /// Says something in the line over the editor.
    pub fn say(&mut self, level: NoticeLevel, text: impl Into<String>) {
        self.notice = Some((level, text.into()));
        self.notice_was_read = false;
    }
}
