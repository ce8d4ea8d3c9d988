//! Timed events: the continuations of a key sequence, the bar's clock, running times, and
//! drafts to store.

use std::time::Duration;

use super::super::app::{App, Redraw};
use super::super::motion::Motion;
use super::super::tab::Tab;

/// Delay after which a sequence that has begun shows its continuations.
pub(super) const WHICH_KEY: Duration = Duration::from_millis(400);

impl App {
    /// Advances the clock when no input came.
    pub fn tick(&mut self, at: Duration) {
        // Computed before the clock advances: afterwards the next ones would be due.
        let (second, silence) = (self.next_second(), self.stall_due());
        self.model.chrome.now = self.model.chrome.now.max(at);
        let due = |deadline: Option<Duration>| deadline.is_some_and(|deadline| deadline <= at);
        if due(self.which_key_at()) {
            self.touch(Redraw::Now);
        }
        if due(second) {
            self.touch(Redraw::Soon);
        }
        if due(silence) {
            self.say_silence();
        }
        if due(self.edge_at()) {
            self.pass_edge(at);
        }
        if due(self.model.panes.refine_at) {
            self.refine_review();
        }
        let around = self.around();
        if let Some(tab) = self.model.sessions.tab_mut()
            && due(tab.bar.next_deadline())
        {
            let effects = tab.bar.tick(at, &around);
            self.carry_out_of_bar(effects);
            self.touch(Redraw::Now);
        }
        self.model.panes.note.set_now(at);
        if due(self.model.panes.note.due()) {
            self.store_note();
            self.touch(Redraw::Soon);
        }
        // Drafts of hidden tabs are stored too.
        let effects: Vec<_> = self
            .model
            .sessions
            .tabs
            .iter_mut()
            .filter(|tab| due(tab.editor.deadline()))
            .flat_map(|tab| tab.editor.tick(at))
            .collect();
        self.carry_out(effects);
    }

    /// Stores every draft at once, before the program ends.
    pub fn store_drafts(&mut self) {
        self.store_note();
        let effects: Vec<_> = self
            .model
            .sessions
            .tabs
            .iter_mut()
            .flat_map(|tab| tab.editor.keep_draft())
            .collect();
        self.carry_out(effects);
    }

    /// When [`App::tick`] must be called next.
    pub fn deadline(&self) -> Option<Duration> {
        let bar = self
            .model
            .sessions
            .tab()
            .and_then(|tab| tab.bar.next_deadline());
        let which_key = self.which_key_at().filter(|at| *at > self.model.chrome.now);
        let drafts = self
            .model
            .sessions
            .tabs
            .iter()
            .filter_map(|tab| tab.editor.deadline());
        let refined = self.model.panes.refine_at;
        let note = self.model.panes.note.due();
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
        if self.options.motion == Motion::Off {
            return None;
        }
        let windows = self.model.panes.splits.sessions();
        let current = self.model.sessions.session();
        let mut on_screen = self
            .model
            .sessions
            .tabs
            .iter()
            .filter(|tab| current == Some(tab.facts.id) || windows.contains(&tab.facts.id));
        if !on_screen.any(is_working) {
            return None;
        }
        let now = self.time_of_day(self.model.chrome.now)?;
        let left = 1_000_000_000 - u64::try_from(now.subsec_nanosecond()).unwrap_or(0);
        Some(self.model.chrome.now + Duration::from_nanos(left))
    }

    /// Returns how long the visible session's run has been working; `None` while it waits
    /// for the user.
    pub(crate) fn working_for(&self) -> Option<u64> {
        if self.options.motion == Motion::Off {
            return None;
        }
        let tab = self.model.sessions.tab().filter(|tab| is_working(tab))?;
        let since = tab.facts.running()?.started_at;
        let now = self.time_of_day(self.model.chrome.now)?;
        u64::try_from(now.as_second() - since.as_second()).ok()
    }

    /// Returns when the continuations of a sequence are due.
    pub(crate) fn which_key_at(&self) -> Option<Duration> {
        self.model
            .chrome
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
