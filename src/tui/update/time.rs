//! Timed events: the continuations of a key sequence, the bar's clock, running times, and
//! drafts to store.

use std::time::Duration;

use super::super::app::{App, Redraw};
use super::super::effect::Effect;
use super::super::motion::Motion;
use super::super::part::PaneEffect;
use super::super::tab::Tab;
use protocol::command::Command;
use protocol::ids::SessionId;

/// Delay after which a sequence that has begun shows its continuations.
pub(super) const WHICH_KEY: Duration = Duration::from_millis(400);

impl App {
    /// Advances the clock when no input came.
    pub fn tick(&mut self, at: Duration) {
        // Computed before the clock advances: afterwards the next second would be due.
        let second = self.next_second();
        self.model.now = self.model.now.max(at);
        let due = |deadline: Option<Duration>| deadline.is_some_and(|deadline| deadline <= at);
        if due(self.which_key_at()) {
            self.touch(Redraw::Now);
        }
        if due(second) {
            self.touch(Redraw::Soon);
        }
        if due(self.stall_due()) {
            self.say_silence();
            self.touch(Redraw::Soon);
        }
        if due(self.edge_at()) {
            self.pass_edge(at);
        }
        if due(self.model.refine_at) {
            self.refine_review();
        }
        let around = self.around();
        if let Some(tab) = self.model.tab_mut()
            && due(tab.bar.deadline())
        {
            let effects = tab.bar.tick(at, &around);
            self.bar_effects(effects);
            self.touch(Redraw::Now);
        }
        self.model.note.set_now(at);
        if due(self.model.note.due()) {
            self.store_note();
            self.touch(Redraw::Soon);
        }
        // Drafts of hidden tabs are stored too.
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

    /// Stores every draft at once, before the program ends.
    pub fn store_drafts(&mut self) {
        self.store_note();
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

    fn kept_drafts(&mut self, session: SessionId, effects: Vec<PaneEffect>) {
        for effect in effects {
            if let PaneEffect::SaveDraft(text) = effect {
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
        let refined = self.model.refine_at;
        let note = self.model.note.due();
        let timed = [
            note,
            bar,
            which_key,
            self.next_second(),
            self.stall_due(),
            refined,
            self.edge_at(),
        ];
        timed.into_iter().flatten().chain(drafts).min()
    }

    /// Returns when a time on the screen changes next: with the next whole second while something
    /// works; never while nothing works, a question waits for the user, or motion is off.
    fn next_second(&self) -> Option<Duration> {
        if self.motion == Motion::Off {
            return None;
        }
        let windows = self.model.splits.sessions();
        let current = self.model.session();
        let mut on_screen = self
            .model
            .tabs
            .iter()
            .filter(|tab| current == Some(tab.facts.id) || windows.contains(&tab.facts.id));
        if !on_screen.any(is_working) {
            return None;
        }
        let now = self.time_of_day(self.model.now)?;
        let left = 1_000_000_000 - u64::try_from(now.subsec_nanosecond()).unwrap_or(0);
        Some(self.model.now + Duration::from_nanos(left))
    }

    /// Returns how long the visible session's run has been working; `None` while it waits
    /// for the user.
    pub(crate) fn working_for(&self) -> Option<u64> {
        if self.motion == Motion::Off {
            return None;
        }
        let tab = self.model.tab().filter(|tab| is_working(tab))?;
        let since = tab.facts.running()?.started_at;
        let now = self.time_of_day(self.model.now)?;
        u64::try_from(now.as_second() - since.as_second()).ok()
    }

    /// Returns when the continuations of a sequence are due.
    pub(crate) fn which_key_at(&self) -> Option<Duration> {
        self.model
            .pending
            .as_ref()
            .map(|(_, since)| *since + WHICH_KEY)
    }
}

/// Whether a session is working and not waiting for the user.
fn is_working(tab: &Tab) -> bool {
    let waits = !tab.facts.questions.is_empty() && !tab.chat.has_running();
    tab.facts.is_running() && !waits
}
