//! The screen of the last time: kept whenever it becomes another one, and brought back beside the first session.

use super::super::app::App;
use super::super::effect::Effect;
use super::super::saved_layout::SavedLayout;
use super::super::tab::TabVisibility;
use crate::protocol::command::Command;
use crate::protocol::ids::SessionId;
use crate::protocol::query::Query;

/// What is to come back, and what of it is not there yet.
#[derive(Debug)]
pub(in crate::tui) struct LayoutRestore {
    kept: SavedLayout,
    wanted: Vec<SessionId>,
}

impl App {
    /// Brings back what was kept, as soon as the first session is there. A text that cannot be read is as none.
    pub fn restore(&mut self, text: &str) {
        let Some(kept) = SavedLayout::read(text) else {
            return;
        };
        kept.apply(&mut self.model.wishes);
        let wanted = kept.tabs.clone();
        self.restoring = Some(LayoutRestore { kept, wanted });
    }

    /// The first session is there: the others of the last time are opened.
    pub(in crate::tui) fn reopen(&mut self) {
        let first = self.model.session();
        let Some(restoring) = &mut self.restoring else {
            return;
        };
        restoring.wanted.retain(|session| Some(*session) != first);
        let wanted = restoring.wanted.clone();
        for session in wanted {
            match self.model.tab_of(session) {
                // It is open already: another terminal has it too.
                Some(tab) => {
                    tab.shown = TabVisibility::Yes;
                    self.comes_back(session);
                    self.effects.push(Effect::Ask(Query::Draft { session }));
                }
                None => self
                    .effects
                    .push(Effect::Send(Command::OpenSession { session })),
            }
        }
        self.restored();
    }

    /// Whether a session that is heard of gets its tab back.
    pub(in crate::tui) fn comes_back(&mut self, session: SessionId) -> TabVisibility {
        let Some(restoring) = &mut self.restoring else {
            return TabVisibility::No;
        };
        let before = restoring.wanted.len();
        restoring.wanted.retain(|wanted| *wanted != session);
        if restoring.wanted.len() < before {
            TabVisibility::Yes
        } else {
            TabVisibility::No
        }
    }

    /// A session cannot be opened: its window goes.
    pub(in crate::tui) fn not_opened(&mut self, session: SessionId) {
        if self.model.tab_of(session).is_none() {
            self.model.splits.retain(|shown| shown != session);
        }
        self.comes_back(session);
        self.restored();
    }

    /// All that was to come back is there: the order of the tabs, the windows and the focus are as they were.
    pub(in crate::tui) fn restored(&mut self) {
        let is_whole = |restoring: &LayoutRestore| restoring.wanted.is_empty();
        let Some(restoring) = self.restoring.take_if(|restoring| is_whole(restoring)) else {
            return;
        };
        let kept = restoring.kept;
        let shown = self.model.session();
        let place = |session: SessionId| kept.tabs.iter().position(|tab| *tab == session);
        self.model
            .tabs
            .sort_by_key(|tab| place(tab.facts.id).unwrap_or(usize::MAX));
        if let Some(shown) = shown {
            let mut tabs = self.model.tabs.iter();
            let current = tabs.position(|tab| tab.facts.id == shown);
            self.model.current = current.unwrap_or(0);
        }
        let shown_tabs = self.model.shown_tabs();
        let known: Vec<SessionId> = shown_tabs.map(|(_, tab)| tab.facts.id).collect();
        let mut splits = kept.splits;
        splits.retain(|session| known.contains(&session));
        if splits.is_split() {
            if let Some(shown) = shown.filter(|shown| !splits.sessions().contains(shown)) {
                splits.show(kept.current, shown);
            }
            self.model.splits = splits;
        }
        // Who began to write goes on where that is.
        let writes = self.model.tab().is_some_and(|tab| !tab.draft_is_empty());
        let was_there = known.contains(&kept.current);
        if was_there && !writes && self.model.overlay.is_none() {
            self.show_session(kept.current);
        }
    }

    /// Keeps the screen where it is another one than before.
    pub(in crate::tui) fn keep_screen(&mut self) {
        self.tell_presence();
        let Some(current) = self.model.session().filter(|_| self.restoring.is_none()) else {
            return;
        };
        let tabs = self.model.shown_tabs().map(|(_, tab)| tab.facts.id);
        let kept = SavedLayout::of(
            tabs.collect(),
            current,
            &self.model.splits,
            &self.model.wishes,
        );
        if self.kept.as_ref() != Some(&kept) {
            self.effects.push(Effect::KeepScreen(kept.text()));
            self.kept = Some(kept);
        }
    }
}
