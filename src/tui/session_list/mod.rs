//! The list of sessions: what each does, how full its context is, what it cost, what waits, when it last changed.
//!
//! Owns the rows, the choice among them and what is typed. Those that are open here are told as they are now. Asks and
//! orders through [`PartEffect`]; lies over the panes.

mod act;
mod draw;
#[cfg(test)]
mod tests;

use jiff::tz::TimeZone;
use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

use super::composer::LineEdit;
use crate::protocol::ids::SessionId;
use crate::protocol::session::{SessionStatus, SessionSummary};

/// A session that has a tab.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenSession {
    /// Which.
    pub session: SessionId,
    /// The number of its tab.
    pub number: usize,
    /// What it is called now.
    pub name: String,
    /// What it is doing now.
    pub status: SessionStatus,
    /// Questions that wait.
    pub waits: usize,
    /// How full its context is, in percent.
    pub percent: Option<u64>,
}

/// What a typed line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    /// Letters of names, to show fewer rows.
    Filter,
    /// The new name of a session.
    Name(SessionId),
}

/// A line that is typed, and what for.
#[derive(Debug)]
struct Typing {
    line: LineEdit,
    what: What,
}

/// See the module.
#[derive(Debug)]
pub struct SessionList {
    zone: TimeZone,
    sessions: Vec<SessionSummary>,
    open: Vec<OpenSession>,
    known: bool,
    /// Which session is chosen; it stays chosen when rows come and go.
    chosen: Option<SessionId>,
    filter: String,
    typing: Option<Typing>,
    problem: Option<String>,
}

impl SessionList {
    /// A list whose rows are not known yet, but for those that are open.
    pub fn new(zone: TimeZone, chosen: Option<SessionId>, open: Vec<OpenSession>) -> Self {
        Self {
            zone,
            sessions: Vec::new(),
            open,
            known: false,
            chosen,
            filter: String::new(),
            typing: None,
            problem: None,
        }
    }

    /// The sessions of the workspace, the latest first. Archived ones are out of the list.
    pub fn set(&mut self, sessions: &[SessionSummary]) {
        let is_listed = |one: &&SessionSummary| one.status != SessionStatus::Archived;
        self.sessions = sessions.iter().filter(is_listed).cloned().collect();
        self.known = true;
        self.problem = None;
    }

    /// They could not be read.
    pub fn failed(&mut self, reason: &str) {
        self.known = true;
        self.problem = Some(reason.to_owned());
    }

    /// What is known of those that have a tab.
    pub fn set_open(&mut self, open: Vec<OpenSession>) {
        self.open = open;
    }

    /// Whether keys are text for it.
    pub fn takes_text(&self) -> bool {
        self.typing.is_some()
    }

    /// The session that a key is about.
    fn at_hand(&self) -> Option<SessionId> {
        let rows = self.rows();
        let chosen = rows.iter().find(|row| Some(row.session) == self.chosen);
        chosen.or_else(|| rows.first()).map(|row| row.session)
    }

    fn open_of(&self, session: SessionId) -> Option<&OpenSession> {
        self.open.iter().find(|open| open.session == session)
    }

    /// Those that fit the filter: the open ones first, by their tabs.
    fn rows(&self) -> Vec<Line<'_>> {
        let summary_of = |session| self.sessions.iter().find(|one| one.id == session);
        let open = self.open.iter().map(|open| Line {
            session: open.session,
            name: self.named(open.session, &open.name),
            open: Some(open),
            summary: summary_of(open.session),
        });
        let others = self
            .sessions
            .iter()
            .filter(|one| self.open_of(one.id).is_none());
        let others = others.map(|one| Line {
            session: one.id,
            name: self.named(one.id, &one.settings.name),
            open: None,
            summary: Some(one),
        });
        let all = open.chain(others);
        if self.filter.is_empty() {
            return all.collect();
        }
        let mut matcher = Matcher::new(Config::DEFAULT);
        let pattern = Pattern::parse(&self.filter, CaseMatching::Smart, Normalization::Smart);
        let mut buffer = Vec::new();
        let mut fits = |line: &Line<'_>| {
            let text = Utf32Str::new(&line.name, &mut buffer);
            pattern.score(text, &mut matcher).is_some()
        };
        all.filter(|line| fits(line)).collect()
    }

    /// A session's name. Those of one name are told apart by a number, the oldest without one.
    fn named(&self, session: SessionId, name: &str) -> String {
        if name.is_empty() {
            return session.to_string();
        }
        let same = self
            .sessions
            .iter()
            .filter(|other| other.settings.name == name && other.id.0 < session.0);
        match same.count() {
            0 => name.to_owned(),
            older => format!("{name} {}", older + 1),
        }
    }
}

/// One row.
#[derive(Debug)]
struct Line<'a> {
    session: SessionId,
    name: String,
    open: Option<&'a OpenSession>,
    summary: Option<&'a SessionSummary>,
}
