//! What becomes due by itself: the rest of a sequence, the bar's clock, and drafts to be kept.

use std::time::Duration;

use super::super::app::{App, Dirty};
use super::super::effect::Effect;
use super::super::part::PartEffect;
use crate::protocol::command::Command;
use crate::protocol::ids::SessionId;

/// After this time a sequence that has begun shows how it can go on.
const WHICH_KEY: Duration = Duration::from_millis(400);

impl App {
    /// Tells the time where nothing came in.
    pub fn tick(&mut self, at: Duration) {
        self.model.now = self.model.now.max(at);
        let due = |deadline: Option<Duration>| deadline.is_some_and(|deadline| deadline <= at);
        if due(self.which_key_at()) {
            self.touch(Dirty::Now);
        }
        let around = self.around();
        if let Some(tab) = self.model.tab_mut()
            && due(tab.bar.deadline())
        {
            let effects = tab.bar.tick(at, &around);
            self.bar_effects(effects);
            self.touch(Dirty::Now);
        }
        // Drafts are kept also in tabs that are not shown.
        let effects: Vec<_> = self
            .model
            .tabs
            .iter_mut()
            .filter(|tab| due(tab.editor.deadline()))
            .map(|tab| (tab.facts.id, tab.editor.tick(at)))
            .collect();
        for (session, effects) in effects {
            self.kept_drafts(session, effects);
        }
    }

    /// Keeps every draft at once, before the program ends.
    pub fn keep_drafts(&mut self) {
        let effects: Vec<_> = self
            .model
            .tabs
            .iter_mut()
            .map(|tab| (tab.facts.id, tab.editor.keep_draft()))
            .collect();
        for (session, effects) in effects {
            self.kept_drafts(session, effects);
        }
    }

    fn kept_drafts(&mut self, session: SessionId, effects: Vec<PartEffect>) {
        for effect in effects {
            if let PartEffect::SaveDraft(text) = effect {
                let command = Command::SaveDraft { session, text };
                self.effects.push(Effect::Send(command));
            }
        }
    }

    /// When [`App::tick`] must be called next.
    pub fn deadline(&self) -> Option<Duration> {
        let bar = self.model.tab().and_then(|tab| tab.bar.deadline());
        let which_key = self.which_key_at().filter(|at| *at > self.model.now);
        let drafts = self
            .model
            .tabs
            .iter()
            .filter_map(|tab| tab.editor.deadline());
        bar.into_iter().chain(which_key).chain(drafts).min()
    }

    /// When the rest of a sequence is shown.
    pub(in crate::tui) fn which_key_at(&self) -> Option<Duration> {
        self.model
            .pending
            .as_ref()
            .map(|(_, since)| *since + WHICH_KEY)
    }
}
