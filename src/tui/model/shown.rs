//! The layout that is on the screen: it derives from the layout that the user asked for, the open review, the
//! dialogs and the size.

use super::Model;
use crate::chrome::Focus;
use crate::dialog::help::Help;
use crate::effect::Effect;
use crate::layout::{LayoutRequest, Pane, TWO_PANES, Visibility, lay_out};
use crate::tab::Tab;

impl Model {
    /// Whether the review is on the screen.
    pub fn shows_review(&self) -> bool {
        let tab = self.sessions.tab();
        let is_open = tab.is_some_and(|tab| tab.review.is_some());
        self.panes.layout_request.main == Pane::Review && is_open
    }

    /// Returns the layout request without the rows for notices. The hint row appears with help on
    /// a low screen.
    pub fn layout_request(&self) -> LayoutRequest {
        let request = self.panes.layout_request;
        LayoutRequest {
            hints: if self.dialogs.shows::<Help>() {
                Visibility::Yes
            } else {
                Visibility::No
            },
            main: match request.main {
                // The review was open in another tab.
                Pane::Review if !self.shows_review() => Pane::Chat,
                main => main,
            },
            has_changes: self.has_changes(),
            plan: self.plan(),
            split: self.panes.splits.is_split() && request.zoom.is_none(),
            ..request
        }
    }

    /// Whether the shown session has open tasks, or agents at work.
    fn plan(&self) -> Visibility {
        let has_open = self.sessions.tab().is_some_and(|tab| {
            let facts = &tab.facts;
            let mut agents = facts.agents.at_work();
            agents.next().is_some() || facts.tasks.iter().any(|task| !task.is_completed())
        });
        if has_open {
            Visibility::Yes
        } else {
            Visibility::No
        }
    }

    /// Whether the shown session proposes a change, has one that is not decided, or is in a run that
    /// applies its changes without asking: the user then sees each one as it is applied.
    fn has_changes(&self) -> bool {
        let has_some =
            |tab: &Tab| tab.reviewed.has_open() || tab.activity.applies_unasked(&tab.facts);
        self.panes.proposed.is_some() || self.sessions.tab().is_some_and(has_some)
    }

    /// Ctrl+X d: pins the diff pane; once it is pinned, hides it, or leaves it to the changes if
    /// there are none.
    pub fn toggle_diff(&mut self) -> Vec<Effect> {
        if self.chrome.width < TWO_PANES {
            return self.panes.in_place_of_chat(Pane::Diff);
        }
        let is_shown = self.shown_panes().contains(&Pane::Diff);
        let has_changes = self.has_changes();
        let placed = self
            .panes
            .place_diff(is_shown, has_changes, self.chrome.width);
        let is_shown = self.shown_panes().contains(&Pane::Diff);
        let follows = self.panes.switched(Pane::Diff, is_shown, self.chrome.focus);
        [placed].into_iter().chain(follows).collect()
    }

    /// Whether a long text on the screen is still being laid out.
    pub fn is_incomplete(&self) -> bool {
        let dialog = self.dialogs.top();
        let windows = self.panes.splits.sessions();
        let mut on_screen = self.sessions.on_screen(&windows);
        dialog.is_some_and(|dialog| dialog.is_incomplete())
            || on_screen.any(|tab| tab.chat.is_incomplete())
    }

    /// Returns the panes that are shown at this size.
    pub fn shown_panes(&self) -> Vec<Pane> {
        let (width, height) = (self.chrome.width, self.chrome.height);
        let layout = lay_out(width, height, 0, 2, &self.layout_request());
        layout.panes.into_iter().map(|(pane, _)| pane).collect()
    }

    /// Whether the diff pane shows the change that the bar asks about; the bar then leaves the
    /// conversation its room.
    pub fn diff_shows_asked_change(&self) -> bool {
        let asked = self.sessions.tab().and_then(|tab| tab.bar.shown());
        let proposed = self.panes.proposed.as_ref();
        let same = match (asked, proposed) {
            (Some(asked), Some(proposed)) => asked.id == proposed.question,
            _ => false,
        };
        same && self.shown_panes().contains(&Pane::Diff)
    }

    /// Whether the review has the keyboard focus and shows the change that the bar asks about,
    /// which the bar then need not repeat.
    pub fn review_shows_asked_change(&self) -> bool {
        let Some(tab) = self.sessions.tab() else {
            return false;
        };
        let shown = tab.review.as_ref().and_then(|review| review.question());
        let asked = tab.bar.shown().map(|asked| asked.id);
        let has_focus = self.chrome.focus == Focus::Pane(Pane::Review);
        shown.is_some() && shown == asked && has_focus && self.shows_review()
    }
}
