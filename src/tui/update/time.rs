//! Deadlines: the work that is due when time has passed and no input came.

use std::time::Duration;

use super::super::app::{App, Redraw};
use super::super::motion::Motion;

impl App {
    /// Advances the clock when no input came.
    pub fn tick(&mut self, at: Duration) {
        // Computed before the clock advances: afterwards the next ones would be due.
        let (second, silence) = (self.next_second(), self.model.stall_due());
        self.model.chrome.now = self.model.chrome.now.max(at);
        if let Some(dialog) = self.model.dialogs.top_mut() {
            dialog.set_now(self.model.chrome.now);
        }
        let due = |deadline: Option<Duration>| deadline.is_some_and(|deadline| deadline <= at);
        if due(self.model.dialogs.deadline()) {
            self.update(|model| model.dialogs.tick());
            self.touch(Redraw::Now);
        }
        if due(self.model.chrome.which_key_at()) {
            self.touch(Redraw::Now);
        }
        if due(second) {
            self.touch(Redraw::Soon);
        }
        if due(silence) {
            self.model.report_stall();
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
        self.update(|model| model.sessions.store_due_drafts(at));
    }

    /// Stores every draft at once, before the program ends.
    pub fn store_drafts(&mut self) {
        self.update(|model| model.panes.store_note(model.sessions.session()));
        self.update(|model| model.sessions.store_drafts());
    }

    /// When [`App::tick`] must be called next.
    pub fn deadline(&self) -> Option<Duration> {
        let (chrome, panes) = (&self.model.chrome, &self.model.panes);
        let bar = self.model.sessions.tab();
        let timed = [
            panes.note.due(),
            self.model.dialogs.deadline(),
            bar.and_then(|tab| tab.bar.next_deadline()),
            chrome.which_key_at().filter(|at| *at > chrome.now),
            self.next_second(),
            self.model.stall_due(),
            panes.refine_at,
            chrome.pointer.edge_at(),
        ];
        let drafts = self.model.sessions.drafts_due();
        timed.into_iter().flatten().chain(drafts).min()
    }

    /// Returns when a time on the screen changes next: with the next whole second while something
    /// works; never while nothing works, a question waits for the user, or motion is off.
    fn next_second(&self) -> Option<Duration> {
        let windows = self.model.panes.splits.sessions();
        let mut on_screen = self.model.sessions.on_screen(&windows);
        let works = self.options.motion != Motion::Off && on_screen.any(|tab| tab.is_working());
        self.model.chrome.next_second().filter(|_| works)
    }

    /// Returns how long the visible session's run has been working; `None` while it waits
    /// for the user.
    pub(crate) fn working_for(&self) -> Option<u64> {
        if self.options.motion == Motion::Off {
            return None;
        }
        let tab = self.model.sessions.tab().filter(|tab| tab.is_working())?;
        let since = tab.facts.running()?.started_at;
        let now = self.model.chrome.time_of_day()?;
        u64::try_from(now.as_second() - since.as_second()).ok()
    }
}
