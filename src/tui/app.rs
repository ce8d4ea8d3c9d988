//! The full screen as a state machine: input, events and answers in, effects and frames out.
//!
//! Owns the model, the key table and the theme. Touches no terminal, file or clock, so tests drive
//! it as the loop does. The rules of keys are in `update`, those of events in `project`.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use ratatui::buffer::Buffer;
use ratatui::layout::Position;

use super::chrome::Focus;
use super::dialog::help::Help;
use super::effect::Effect;
use super::highlight::{Colours, Highlighted};
#[cfg(test)]
use super::keymap::Action;
use super::keymap::{Keymap, KeymapFault};
use super::layout::{Layout, LayoutRequest, Pane, lay_out, most_bar};
use super::model::Model;
use super::pane::PaneView as _;
use super::part_options::PartOptions;
use super::run::SaveScope;
use super::theme::{ColourDepth, Theme};
use super::view;
use super::widget::row::Paint;
use client::coach::Coach;
use protocol::command::Command;
use protocol::query::Query;

/// Number of history lines kept in memory.
pub(super) const HISTORY: usize = 1_000;

/// Maximum rows of the bar when the diff pane shows the same change.
const BAR_BESIDE_DIFF: u16 = 12;
/// Maximum rows of the bar when the review shows the change that the bar asks about and has
/// the keyboard focus.
const BAR_BELOW_REVIEW: u16 = 5;

/// Whether the next frame can differ from the last one, and how soon it is needed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Redraw {
    #[default]
    No,
    /// An event changed something: soon.
    Soon,
    /// An answer to a query arrived, and the user may be waiting for it: sooner.
    Answered,
    /// The user did something: now.
    Now,
}

#[derive(Debug)]
pub struct App {
    pub(super) model: Model,
    pub(super) keymap: Keymap,
    /// Faults in the user's own keys, which are therefore not used.
    pub(super) faults: Vec<KeymapFault>,
    pub(super) theme: Theme,
    /// What the parts are made with.
    pub(super) options: PartOptions,
    /// The syntax colours of the code that the panes show.
    pub(super) colours: Colours,
    pub(super) effects: Vec<Effect>,
    pub(super) dirty: Redraw,
    pub(super) layout: Layout,
    /// The time of day at which the screen's own time began; without it no time is shown.
    began: Option<Timestamp>,
    /// Number of colours that the terminal shows.
    pub(super) depth: ColourDepth,
    /// Whether the session's data outlasts the program.
    pub(super) save_scope: SaveScope,
    /// Tells the user of the demo what to press next.
    pub(super) coach: Option<Coach>,
    /// Actions that keys and choices resulted in, for tests of the key table.
    #[cfg(test)]
    pub(super) acted: Vec<Action>,
}

impl App {
    /// Creates a screen of this size without a session.
    pub fn new(
        width: u16,
        height: u16,
        keymap: Keymap,
        theme: Theme,
        options: PartOptions,
        colours: Colours,
    ) -> Self {
        let mut model = Model::default();
        model.chrome.width = width;
        model.chrome.height = height;
        Self {
            model,
            keymap,
            faults: Vec::new(),
            theme,
            options,
            colours,
            effects: Vec::new(),
            dirty: Redraw::Now,
            layout: Layout::default(),
            began: None,
            depth: ColourDepth::default(),
            save_scope: SaveScope::Yes,
            coach: None,
            #[cfg(test)]
            acted: Vec::new(),
        }
    }

    /// Sets the time of day at which the screen's own time began, so that it can be compared with
    /// the times of events.
    pub fn set_began(&mut self, began: Timestamp) {
        self.began = Some(began);
    }

    /// Sets how many colours the terminal shows.
    pub fn set_colours(&mut self, depth: ColourDepth) {
        self.depth = depth;
    }

    /// Sets whether anything moves by itself.
    pub fn set_motion(&mut self, motion: super::motion::Motion) {
        self.options.motion = motion;
    }

    /// Converts a time of the screen to the time of day.
    pub(super) fn time_of_day(&self, at: Duration) -> Option<Timestamp> {
        let passed = SignedDuration::try_from(at).ok()?;
        self.began?.checked_add(passed).ok()
    }

    /// Creates a screen without a terminal, with plain code and the embedded key table.
    ///
    /// # Panics
    /// Never in a build whose key table and theme can be read.
    #[cfg(test)]
    pub fn for_test(width: u16, height: u16) -> Self {
        let keymap = Keymap::embedded().unwrap();
        let theme = Theme::load("dark", ColourDepth::TrueColour).unwrap();
        let (options, colours) = (PartOptions::for_test(), Colours::none());
        let mut app = Self::new(width, height, keymap, theme, options, colours);
        app.set_colours(ColourDepth::TrueColour);
        app
    }

    /// Returns the pending effects; each effect is returned once.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        let effects = std::mem::take(&mut self.effects);
        let deletes = |effect: &Effect| match effect {
            Effect::Send(Command::DeleteSession { session, .. }) => Some(*session),
            _ => None,
        };
        self.model
            .sessions
            .deleting
            .extend(effects.iter().filter_map(deletes));
        effects
    }

    /// Whether a frame is needed, and how soon.
    pub fn dirty(&self) -> Redraw {
        self.dirty
    }

    /// Returns the state for reading.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Returns columns and rows.
    pub fn size(&self) -> (u16, u16) {
        (self.model.chrome.width, self.model.chrome.height)
    }

    /// Takes syntax colours that the worker computed.
    pub fn coloured(&mut self, made: Highlighted) {
        self.colours.accept(made);
        self.touch(Redraw::Soon);
    }

    /// Queries what the screen shows beside the session. Called once, after the first frame.
    pub fn ask_for_surroundings(&mut self) {
        self.effects.push(Effect::Ask(Query::Workspace));
        self.effects.push(Effect::Ask(Query::CustomCommands));
        self.effects
            .push(Effect::Ask(Query::History { limit: HISTORY }));
        for pane in [Pane::Tree, Pane::Diff] {
            self.fill_pane(pane);
        }
    }

    /// Measures every part for its current size; drawing changes nothing.
    pub fn measure(&mut self) {
        let (width, height) = (self.model.chrome.width, self.model.chrome.height);
        let request = self.layout_request();
        let moves = self.options.motion == super::motion::Motion::Full;
        let now = self.time_of_day(self.model.chrome.now).filter(|_| moves);
        let (mut bar, mut editor) = (0, 2);
        let mut most = most_bar(height, &request);
        if self.diff_shows_asked_change() {
            most = most.min(BAR_BESIDE_DIFF);
        }
        if self.review_shows_asked_change() {
            most = most.min(BAR_BELOW_REVIEW);
        }
        let asked_elsewhere = self.model.sessions.asks_elsewhere().is_some();
        let around = self.around();
        let stopped = self.has_stopped();
        if let Some(tab) = self.model.sessions.tab_mut() {
            bar = tab.bar.measure(width, most, &around);
            if bar == 0 && asked_elsewhere {
                bar = 1;
            } else if bar == 0 {
                bar = tab.activity.strip_rows(height);
            }
            editor = if tab.facts.is_frozen() {
                view::rows_of_banner(&tab.facts, width)
            } else {
                tab.editor.rows(width) + u16::from(stopped)
            };
        }
        if let Some(now) = now.and_then(whole_second) {
            self.update_time(now);
        }
        self.layout = lay_out(width, height, bar, editor, &request);
        if self.bar_must_collapse() {
            self.layout = lay_out(width, height, 1, editor, &request);
        }
        if let Some(session) = self.model.sessions.session().filter(|_| request.split) {
            self.layout.divide(&self.model.panes.splits, session);
        }
        self.measure_dialogs();
        for (pane, area) in self.layout.panes.clone() {
            let titles = u16::from(self.layout.has_title(pane));
            if let Some(view) = self.model.pane_mut(pane) {
                let height = area.height.saturating_sub(titles);
                view.measure(area.width, height, &mut self.colours);
            }
        }
        self.measure_windows();
    }

    /// Passes the time to the conversations on the screen, for running calls.
    fn update_time(&mut self, now: Timestamp) {
        let windows = self.model.panes.splits.sessions();
        let current = self.model.sessions.session();
        for tab in &mut self.model.sessions.tabs {
            if current == Some(tab.facts.id) || windows.contains(&tab.facts.id) {
                tab.chat.set_now(now);
            }
        }
    }

    /// Measures the conversations beside the one with the focus.
    fn measure_windows(&mut self) {
        let current = self.model.sessions.session();
        for tab in &mut self.model.sessions.tabs {
            let session = tab.facts.id;
            let window = self.layout.windows.iter().find(|(one, _)| *one == session);
            if let Some((_, area)) = window.filter(|_| current != Some(session)) {
                let height = area.height.saturating_sub(1);
                tab.chat.measure(area.width, height, &mut self.colours);
            }
        }
    }

    /// Draws a frame into an empty buffer of the screen's size and returns the cursor's place.
    pub fn draw(&mut self, buf: &mut Buffer) -> Option<Position> {
        let tab = self.model.sessions.tab_mut();
        let found = tab.map(|tab| tab.chat.continue_search());
        self.carry_out(found.unwrap_or_default());
        self.measure();
        self.note_review();
        self.note_dialog();
        self.dirty = if self.is_incomplete() {
            Redraw::Soon
        } else {
            Redraw::No
        };
        view::draw(self, buf)
    }

    /// Whether a long text on the screen is still being laid out.
    fn is_incomplete(&self) -> bool {
        let windows = self.model.panes.splits.sessions();
        let current = self.model.sessions.session();
        let mut tabs = self.model.sessions.tabs.iter();
        let dialog = self.model.dialogs.top();
        dialog.is_some_and(|dialog| dialog.is_incomplete())
            || tabs.any(|tab| {
                let is_shown = current == Some(tab.facts.id) || windows.contains(&tab.facts.id);
                is_shown && tab.chat.is_incomplete()
            })
    }

    /// Whether the diff pane shows the change that the bar asks about; the bar then leaves the
    /// conversation its room.
    fn diff_shows_asked_change(&self) -> bool {
        let asked = self.model.sessions.tab().and_then(|tab| tab.bar.shown());
        let proposed = self.model.panes.proposed.as_ref();
        let same = match (asked, proposed) {
            (Some(asked), Some(proposed)) => asked.id == proposed.question,
            _ => false,
        };
        same && self.shown_panes().contains(&Pane::Diff)
    }

    /// Whether the review has the keyboard focus and shows the change that the bar asks about,
    /// which the bar then need not repeat.
    fn review_shows_asked_change(&self) -> bool {
        let Some(tab) = self.model.sessions.tab() else {
            return false;
        };
        let shown = tab.review.as_ref().and_then(|review| review.question());
        let asked = tab.bar.shown().map(|asked| asked.id);
        let has_keys = self.model.chrome.focus == Focus::Pane(Pane::Review);
        shown.is_some() && shown == asked && has_keys && self.shows_review()
    }

    /// Returns what panes are drawn with.
    pub(super) fn paint(&self) -> Paint<'_> {
        Paint {
            theme: &self.theme,
            colours: &self.colours,
        }
    }

    pub(super) fn touch(&mut self, dirty: Redraw) {
        self.dirty = self.dirty.max(dirty);
    }

    /// Returns the current layout request.
    pub(super) fn layout_request(&self) -> LayoutRequest {
        LayoutRequest {
            notices: view::notice_rows(self),
            ..self.layout_request_for_panes()
        }
    }

    /// Returns the layout request without the rows for notices. The hint row appears with help
    /// on a low screen.
    fn layout_request_for_panes(&self) -> LayoutRequest {
        use super::layout::Visibility;
        let hints = if self.model.dialogs.shows::<Help>() {
            Visibility::Yes
        } else {
            Visibility::No
        };
        let main = match self.model.panes.layout_request.main {
            // The review was open in another tab.
            Pane::Review if !self.shows_review() => Pane::Chat,
            main => main,
        };
        LayoutRequest {
            hints,
            main,
            has_changes: self.model.has_changes(),
            split: self.model.panes.splits.is_split()
                && self.model.panes.layout_request.zoom.is_none(),
            ..self.model.panes.layout_request
        }
    }

    /// Returns the panes that are shown at this size.
    pub(super) fn shown_panes(&self) -> Vec<Pane> {
        let (width, height) = (self.model.chrome.width, self.model.chrome.height);
        lay_out(width, height, 0, 2, &self.layout_request_for_panes())
            .panes
            .into_iter()
            .map(|(pane, _)| pane)
            .collect()
    }
}

/// Returns the last whole second before a time: values shown in seconds change then
/// and not earlier.
fn whole_second(at: Timestamp) -> Option<Timestamp> {
    Timestamp::from_second(at.as_second()).ok()
}
