//! The session list: each session's activity, settings, cost, location and last change.
//!
//! Owns the rows, the choice among them, the typed text and the confirmation before a deletion.
//! Rows are built when something changes, not when they are drawn, and only those on the screen are
//! drawn. Live sessions appear in their present state; sessions of other workspaces are read-only.
//! Sends queries and commands through [`Effect`]; lies over the panes.

mod act;
mod delete;
mod details;
mod draw;
mod row;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

pub use row::state_and_about;

use jiff::tz::TimeZone;
use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

use self::delete::DeleteDialog;
use crate::dialog::{DialogContext, Opened};
use crate::effect::{Effect, SearchField};
use crate::widget::footer::Footer;
use client::line_editor::LineEditor;
use client::phrases::session::session_name;
use protocol::approval::Mode;
use protocol::ids::SessionId;
use protocol::query::Query;
use protocol::session::{SessionSettings, SessionStatus, SessionSummary};
use protocol::session_list::{ListScope, SessionFilter, SessionGroup};
use protocol::usage::Usage;

/// A live session: it has a tab here, or an event reported it.
#[derive(Debug, Clone, PartialEq)]
pub struct OpenSession {
    pub session: SessionId,
    /// The number of its tab; `None` if it has no tab here.
    pub number: Option<usize>,
    /// Number of other screens that show it.
    pub elsewhere: usize,
    pub settings: SessionSettings,
    pub mode: Mode,
    pub status: SessionStatus,
    /// Number of open questions.
    pub waits: usize,
    /// Fill level of the context in percent.
    pub percent: Option<u64>,
    /// Number of messages.
    pub messages: u64,
    /// Tokens and cost so far.
    pub usage: Usage,
}

/// Purpose of a typed line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TypedLine {
    /// Filters the rows by letters of the name or words of the first message.
    Search,
    /// The new name of a session.
    Name(SessionId),
}

/// A line being typed, and its purpose.
#[derive(Debug)]
struct Typing {
    line: LineEditor,
    what: TypedLine,
}

/// Identifies a session together with its workspace, because a copy of a folder has
/// the same sessions.
type Key = (usize, SessionId);

#[derive(Debug)]
pub struct SessionList {
    zone: TimeZone,
    filter: SessionFilter,
    scope: ListScope,
    /// Workspaces with their sessions, this workspace first.
    groups: Vec<SessionGroup>,
    open: Vec<OpenSession>,
    known: bool,
    /// The chosen session; it stays chosen when rows come and go.
    chosen: Option<Key>,
    search: String,
    typing: Option<Typing>,
    deletion: Option<DeleteDialog>,
    /// The pressed key that decides and is not known yet to have been alone.
    held: Option<char>,
    problem: Option<String>,
    /// Outcome of the last command.
    said: Option<String>,
    lines: Vec<Line>,
    footer: Footer,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Line {
    /// Heading for the workspace of the rows below.
    Workspace(usize),
    Session {
        key: Key,
        name: String,
        /// Index among the live sessions.
        open: Option<usize>,
        /// Index within the workspace.
        summary: Option<usize>,
    },
}

impl Line {
    fn key(&self) -> Option<Key> {
        match self {
            Line::Workspace(_) => None,
            Line::Session { key, .. } => Some(*key),
        }
    }
}

impl SessionList {
    /// Creates a list that knows only the live sessions so far.
    pub fn new(zone: TimeZone, chosen: Option<SessionId>, open: Vec<OpenSession>) -> Self {
        let mut list = Self {
            zone,
            filter: SessionFilter::default(),
            scope: ListScope::default(),
            groups: Vec::new(),
            open,
            known: false,
            chosen: chosen.map(|session| (0, session)),
            search: String::new(),
            typing: None,
            deletion: None,
            held: None,
            problem: None,
            said: None,
            lines: Vec::new(),
            footer: Footer::default(),
        };
        list.arrange();
        list
    }

    /// Opens the list with this session selected, or the shown one.
    pub fn open(chosen: Option<SessionId>, cx: &DialogContext<'_>) -> Opened {
        let shown = || cx.session().map(|tab| tab.facts.id);
        let list = Self::new(cx.zone().clone(), chosen.or_else(shown), cx.live_sessions());
        let question = list.question();
        Opened::alone(list).with([question])
    }

    /// Returns the query for the rows.
    fn question(&self) -> Effect {
        Effect::AskNewest(SearchField::SessionList, self.query())
    }

    fn query(&self) -> Query {
        Query::SessionList {
            filter: SessionFilter::All,
            scope: self.scope,
        }
    }

    /// Takes an answer; ignores answers to older queries.
    fn set(&mut self, query: &Query, groups: Vec<SessionGroup>) {
        if *query == self.query() {
            self.groups = groups;
            self.known = true;
            self.problem = None;
            self.arrange();
        }
    }

    /// Notes that the sessions could not be read.
    fn failed(&mut self, reason: &str) {
        self.known = true;
        self.problem = Some(reason.to_owned());
    }

    /// Sets the live sessions.
    fn set_open(&mut self, open: Vec<OpenSession>) {
        if self.open != open {
            self.open = open;
            self.arrange();
        }
    }

    /// Returns the row to which a key applies.
    fn at_hand(&self) -> Option<&Line> {
        let is_chosen = |line: &&Line| line.key().is_some() && line.key() == self.chosen;
        let mut lines = self.lines.iter();
        let first = || self.lines.iter().find(|line| line.key().is_some());
        lines.find(is_chosen).or_else(first)
    }

    /// Returns the index of that row; beyond the last row if there is none.
    fn place(&self) -> usize {
        let key = self.at_hand().and_then(Line::key);
        let is_it = |line: &Line| line.key().is_some() && line.key() == key;
        let place = self.lines.iter().position(is_it);
        place.unwrap_or(usize::MAX)
    }

    fn open_of(&self, line: &Line) -> Option<&OpenSession> {
        match line {
            Line::Session { open, .. } => self.open.get((*open)?),
            Line::Workspace(_) => None,
        }
    }

    fn summary_of(&self, line: &Line) -> Option<&SessionSummary> {
        match line {
            Line::Session { key, summary, .. } => self.groups.get(key.0)?.sessions.get((*summary)?),
            Line::Workspace(_) => None,
        }
    }

    fn status_of(&self, line: &Line) -> SessionStatus {
        let told = self.open_of(line).map(|open| open.status);
        let kept = self.summary_of(line).map(|summary| summary.status);
        told.or(kept).unwrap_or(SessionStatus::Idle)
    }

    /// Rebuilds the rows; in this workspace, sessions with a tab come first, in tab order.
    fn arrange(&mut self) {
        let mut lines = Vec::new();
        let groups = self.groups.len().max(1);
        for group in 0..groups {
            let rows = self.rows_of(group);
            let problem = self.groups.get(group).and_then(|one| one.problem.as_ref());
            let is_headed = groups > 1 && (!rows.is_empty() || problem.is_some());
            lines.extend(is_headed.then_some(Line::Workspace(group)));
            lines.extend(rows);
        }
        self.lines = lines;
    }

    fn rows_of(&self, group: usize) -> Vec<Line> {
        let none = Vec::new();
        let sessions = self.groups.get(group).map_or(&none, |one| &one.sessions);
        let places: BTreeMap<SessionId, usize> = sessions
            .iter()
            .enumerate()
            .map(|(place, one)| (one.id, place))
            .collect();
        let mut rows = Vec::new();
        let mut live = BTreeSet::new();
        if group == 0 {
            let mut open: Vec<(usize, &OpenSession)> = self.open.iter().enumerate().collect();
            open.sort_by_key(|(place, one)| (one.number.unwrap_or(usize::MAX), *place));
            for (place, one) in open {
                live.insert(one.session);
                rows.push(Line::Session {
                    key: (0, one.session),
                    name: session_name(&one.settings).to_owned(),
                    open: Some(place),
                    summary: places.get(&one.session).copied(),
                });
            }
        }
        let others = sessions.iter().enumerate();
        rows.extend(
            others
                .filter(|(_, one)| !live.contains(&one.id))
                .map(|(place, one)| Line::Session {
                    key: (group, one.id),
                    name: session_name(&one.settings).to_owned(),
                    open: None,
                    summary: Some(place),
                }),
        );
        let is_present = |line: &Line| {
            let has_tab = self.open_of(line).is_some_and(|open| open.number.is_some());
            let shown = self.filter.takes(self.status_of(line));
            shown || self.filter == SessionFilter::Present && has_tab
        };
        rows.retain(is_present);
        self.retain_found(&mut rows);
        rows
    }

    fn retain_found(&self, rows: &mut Vec<Line>) {
        if self.search.is_empty() {
            return;
        }
        let mut matcher = Matcher::new(Config::DEFAULT);
        let pattern = Pattern::parse(&self.search, CaseMatching::Smart, Normalization::Smart);
        let mut buffer = Vec::new();
        let words = self.search.to_lowercase();
        let is_said = |line: &Line| {
            let about = self.summary_of(line).map(|one| one.about.to_lowercase());
            about.is_some_and(|about| words.split_whitespace().all(|word| about.contains(word)))
        };
        rows.retain(|line| match line {
            Line::Workspace(_) => true,
            Line::Session { name, .. } => {
                let text = Utf32Str::new(name, &mut buffer);
                pattern.score(text, &mut matcher).is_some() || is_said(line)
            }
        });
    }
}
