//! Reads and searches that follow each other, as one row: `read 4 files, searched 2 patterns`.

use std::collections::BTreeSet;

use super::call::{Call, STATE_WIDTH};
use super::cell::{CellFold, LayoutContext};
use super::detail::muted;
use super::lines::two_sides;
use crate::theme::Role;
use crate::widget::row::{Row, TextStyle};
use client::text::pad_end;
use l10n::say;
use protocol::ids::MessageId;

/// How much of the calls is shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum LookupFold {
    /// Their numbers, and the calls that failed or wait.
    #[default]
    Folded,
    /// Each call in its row.
    Listed,
    /// Each call with its details.
    Open,
}

impl LookupFold {
    /// Returns how much of each call is shown.
    fn of_call(self) -> CellFold {
        match self {
            LookupFold::Folded | LookupFold::Listed => CellFold::Folded,
            LookupFold::Open => CellFold::Open,
        }
    }
}

/// The kind of a call that only looks something up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lookup {
    Read,
    Search,
    List,
}

impl Lookup {
    /// Returns the kind of a tool, also of one of another agent; `None` if it may do more.
    fn of(tool: &str) -> Option<Self> {
        match tool {
            "read_file" | "Read" => Some(Lookup::Read),
            "search_text" | "search_semantic" | "search_project" | "Grep" => Some(Lookup::Search),
            "list_files" | "Glob" | "LS" => Some(Lookup::List),
            _ => None,
        }
    }
}

/// Whether a call only looks something up, so that it may share a row with its neighbours.
pub(super) fn is_lookup(tool: &str) -> bool {
    Lookup::of(tool).is_some()
}

#[derive(Debug)]
pub(super) struct Lookups {
    pub(super) calls: Vec<Call>,
    /// The message of each call.
    messages: Vec<MessageId>,
    pub(super) fold: LookupFold,
}

impl Lookups {
    /// Begins with a call, which has a row of its own until another one joins it.
    pub(super) fn new(call: Call, message: MessageId) -> Self {
        Self {
            calls: vec![call],
            messages: vec![message],
            fold: LookupFold::default(),
        }
    }

    /// Shows more, or after the most the least.
    pub(super) fn turn_fold(&mut self) {
        self.fold = match self.fold {
            LookupFold::Folded if self.calls.len() > 1 => LookupFold::Listed,
            LookupFold::Folded | LookupFold::Listed => LookupFold::Open,
            LookupFold::Open => LookupFold::Folded,
        };
    }

    /// Shows each call with its details, or as little as possible.
    pub(super) fn set_fold(&mut self, fold: CellFold) {
        self.fold = match fold {
            CellFold::Open => LookupFold::Open,
            CellFold::Folded => LookupFold::Folded,
        };
    }

    pub(super) fn push(&mut self, call: Call, message: MessageId) {
        self.calls.push(call);
        self.messages.push(message);
    }

    /// Removes the calls of a message, and all later ones unless it alone goes; returns them.
    pub(super) fn withdraw(&mut self, from: MessageId, alone: bool) -> Vec<Call> {
        let Some(first) = self.messages.iter().position(|message| *message == from) else {
            return Vec::new();
        };
        let of_it = self.messages.iter().skip(first);
        let count = of_it.take_while(|message| **message == from).count();
        let end = if alone {
            first + count
        } else {
            self.calls.len()
        };
        self.messages.drain(first..end);
        self.calls.drain(first..end).collect()
    }

    pub(super) fn rows(&mut self, width: usize, given: LayoutContext<'_>) -> Vec<Row> {
        if let [call] = self.calls.as_mut_slice() {
            call.fold = self.fold.of_call();
            return call.rows(width, given);
        }
        let mut rows = vec![self.summary(width)];
        for call in &mut self.calls {
            call.fold = self.fold.of_call();
            if self.fold != LookupFold::Folded || call.needs_attention() {
                rows.extend(call.rows(width, given));
            }
        }
        rows
    }

    fn summary(&self, width: usize) -> Row {
        let open = self.calls.iter().rev().find(|call| call.is_open());
        let (word, role) = match open {
            Some(_) => (say!("chat-state-run"), Role::Info),
            None => (say!("chat-state-ok"), Role::Ok),
        };
        let mut row = Row::default();
        row.push(&pad_end(word, STATE_WIDTH), TextStyle::of(role));
        let hint = match self.fold {
            LookupFold::Open => say!("chat-space-close"),
            _ => say!("chat-space-open"),
        };
        let mut text = self.counts();
        if let Some(call) = open {
            text.push_str("  ");
            text.push_str(&call.subject());
        }
        let room = width.saturating_sub(row.width());
        let rest = two_sides(&text, TextStyle::default(), hint, muted(), room);
        row.pieces.extend(rest.pieces);
        row.cut(width)
    }

    /// Counts the files and patterns of the calls that did not fail.
    fn counts(&self) -> String {
        let count = |kind: Lookup| {
            let calls = self.calls.iter().filter(|call| !call.has_failed());
            let of_kind = calls.filter(|call| Lookup::of(&call.call.tool) == Some(kind));
            of_kind.map(Call::subject).collect::<BTreeSet<_>>().len()
        };
        let mut parts = Vec::new();
        let read = count(Lookup::Read);
        parts.extend((read > 0).then(|| say!("chat-lookups-read", count = read)));
        let searched = count(Lookup::Search);
        parts.extend((searched > 0).then(|| say!("chat-lookups-searched", count = searched)));
        let listed = count(Lookup::List);
        parts.extend((listed > 0).then(|| say!("chat-lookups-listed", count = listed)));
        parts.join(", ")
    }

    /// Returns all of the calls as text, for copying.
    pub(super) fn text(&self) -> String {
        let texts: Vec<String> = self.calls.iter().map(Call::text).collect();
        texts.join("\n")
    }

    /// Returns the searchable text.
    pub(super) fn search_text(&self) -> String {
        let texts: Vec<String> = self.calls.iter().map(Call::search_text).collect();
        format!("{}\n{}", self.counts(), texts.join("\n"))
    }
}
