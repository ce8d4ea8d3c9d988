//! Timed events: the continuations of a key sequence, the bar's clock, running times, and
//! drafts to store.

use std::time::Duration;

use super::super::app::{App, Redraw};
use super::super::motion::Motion;
use super::super::tab::Tab;

impl App {
    /// Advances the clock when no input came.
    pub fn tick(&mut self, at: Duration) {
        // Computed before the clock advances: afterwards the next second would be due.
        let second = self.next_second();
        self.model.chrome.now = self.model.chrome.now.max(at);
        let due = |deadline: Option<Duration>| deadline.is_some_and(|deadline| deadline <= at);
        if due(self.model.chrome.which_key_at()) {
            self.touch(Redraw::Now);
        }
        if due(second) {
            self.touch(Redraw::Soon);
        }
        if due(self.stall_due()) {
            self.say_silence();
            self.touch(Redraw::Soon);
        }
        if due(self.model.chrome.pointer.edge_at()) {
            self.pass_edge(at);
        }
        if due(self.model.panes.refine_at) {
            self.model.panes.refine_at = None;
            if let Some(review) = self.model.sessions.review_mut() {
                review.refine();
            }
            self.sync_review();
        }
        let around = self.model.around();
        if let Some(tab) = self.model.sessions.tab_mut()
            && due(tab.bar.next_deadline())
        {
            let effects = tab.bar.tick(at, &around);
            self.carry_out_of_bar(effects);
            self.touch(Redraw::Now);
        }
        self.model.panes.note.set_now(at);
        if due(self.model.panes.note.due()) {
            self.update(|model| model.panes.store_note(model.sessions.session()));
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
        self.update(|model| model.panes.store_note(model.sessions.session()));
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
        let which_key = self
            .model
            .chrome
            .which_key_at()
            .filter(|at| *at > self.model.chrome.now);
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
            self.model.chrome.pointer.edge_at(),
        ];
        timed.into_iter().flatten().chain(drafts).min()
    }

    /// Returns when a time on the screen changes next: with the next whole second while something
    /// works; never while nothing works, a question waits for the user, or motion is off.
    fn next_second(&self) -> Option<Duration> {
        if self.options.motion == Motion::Off {
            return None;
        }
        let splits = &self.model.panes.splits;
        let mut on_screen = self.model.sessions.on_screen(splits);
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
}

/// Whether a session is working and not waiting for the user.
fn is_working(tab: &Tab) -> bool {
    let waits = !tab.facts.questions.is_empty() && !tab.chat.has_running();
    tab.facts.is_running() && !waits
}
