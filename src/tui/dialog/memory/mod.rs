//! The memory: what waits for the user, and what is kept, with the details of the chosen item.
//!
//! Owns the choice, the filter and the typed line. The items come from a query; orders go to the engine.

mod act;
mod draw;
#[cfg(test)]
pub(crate) mod tests;

use jiff::tz::TimeZone;

use crate::dialog::{DialogContext, Opened, Opening};
use crate::effect::Effect;
use crate::hints::no_session;
use crate::widget::footer::Footer;
use client::line_editor::LineEditor;
use protocol::command::Command;
use protocol::ids::{MemoryId, SessionId};
use protocol::memory::{MemoryItem, MemoryList, MemoryOrder, MemoryQuery, MemoryState};

/// Purpose of a typed line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TypedLine {
    /// The text of a new item.
    New,
    /// Words to search for.
    Search,
}

#[derive(Debug)]
pub struct Memory {
    session: SessionId,
    zone: TimeZone,
    /// The state of the items that are shown; all if absent.
    state: Option<MemoryState>,
    /// The words that are searched for.
    words: Option<String>,
    /// The items, once the first answer is there.
    list: Option<MemoryList>,
    chosen: Option<MemoryId>,
    /// The row of the chosen item, where the next one is chosen if it goes.
    place: usize,
    /// Whether the chosen item is shown whole in place of the list, and the first row of it that is shown.
    opened: Option<usize>,
    typing: Option<(TypedLine, LineEditor)>,
    /// The item that the same key forgets if it is pressed again.
    forgetting: Option<MemoryId>,
    problem: Option<String>,
    /// Whether the items are to be queried.
    is_due: bool,
    footer: Footer,
}

impl Memory {
    fn new(session: SessionId, zone: TimeZone) -> Self {
        Self {
            session,
            zone,
            state: Some(MemoryState::Inbox),
            words: None,
            list: None,
            chosen: None,
            place: 0,
            opened: None,
            typing: None,
            forgetting: None,
            problem: None,
            is_due: true,
            footer: Footer::default(),
        }
    }

    /// Opens the memory, at what waits for the user, or at everything if nothing does.
    pub fn open(cx: &DialogContext<'_>) -> Opening {
        let tab = cx.session().ok_or_else(no_session)?;
        Ok(Opened::alone(Self::new(tab.facts.id, cx.zone().clone())))
    }

    fn query(&self) -> MemoryQuery {
        MemoryQuery {
            words: self.words.clone(),
            state: self.state,
        }
    }

    /// Takes over the items of an answer.
    fn take(&mut self, list: &MemoryList) {
        let is_first = self.list.is_none();
        self.list = Some(list.clone());
        self.forgetting = None;
        if is_first && list.items.is_empty() && self.state == Some(MemoryState::Inbox) {
            self.show(None);
            return;
        }
        let mut items = list.items.iter();
        let known = items.position(|item| Some(item.id) == self.chosen);
        let place = known.unwrap_or(self.place);
        self.place = place.min(list.items.len().saturating_sub(1));
        self.chosen = list.items.get(self.place).map(|item| item.id);
        if self.chosen.is_none() || known.is_none() {
            self.opened = None;
        }
    }

    /// Shows the items of another state.
    fn show(&mut self, state: Option<MemoryState>) {
        self.state = state;
        self.is_due = true;
    }

    fn items(&self) -> &[MemoryItem] {
        self.list.as_ref().map_or(&[], |list| &list.items)
    }

    fn at_hand(&self) -> Option<&MemoryItem> {
        self.items().get(self.place)
    }

    fn order(&self, order: MemoryOrder) -> Vec<Effect> {
        vec![Effect::Send(Command::OrderMemory {
            session: self.session,
            order,
        })]
    }
}
