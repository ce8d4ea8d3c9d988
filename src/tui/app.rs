//! The full screen as a state machine: input, events and answers in, effects and frames out.
//!
//! Owns the model, the key table and the theme. Touches no terminal, file or clock, so tests drive
//! it as the loop does. The rules of keys are in `update`, those of events in `project`.

use jiff::Timestamp;
use ratatui::buffer::Buffer;
use ratatui::layout::Position;

use super::dialog::Dialogs;
use super::effect::Effect;
use super::highlight::{Colours, Highlighted};
#[cfg(test)]
use super::keymap::Action;
use super::keymap::{Keymap, KeymapFault};
use super::layout::{Layout, LayoutRequest, Pane, lay_out, most_bar};
use super::model::Model;
use super::pane::chat::Diffs;
use super::part_options::PartOptions;
use super::sessions::HISTORY;
use super::theme::{ColourDepth, Theme};
use super::view;
use super::widget::row::Paint;
use client::coach::Coach;
use client::vim::EditorKeys;
use protocol::command::Command;
use protocol::memory::MemoryQuery;
use protocol::query::Query;

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
    /// Options with which the parts are created.
    pub(super) options: PartOptions,
    /// The syntax colours of the code that the panes show.
    pub(super) colours: Colours,
    pub(super) effects: Vec<Effect>,
    pub(super) layout: Layout,
    /// Number of colours that the terminal shows.
    pub(super) depth: ColourDepth,
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
        model.chrome.dirty = Redraw::Now;
        Self {
            model,
            keymap,
            faults: Vec::new(),
            theme,
            options,
            colours,
            effects: Vec::new(),
            layout: Layout::default(),
            depth: ColourDepth::default(),
            coach: None,
            #[cfg(test)]
            acted: Vec::new(),
        }
    }

    /// Sets the keys that edit the drafts.
    pub fn set_editor_keys(&mut self, keys: EditorKeys) {
        self.options.editor_keys = keys;
        for tab in &mut self.model.sessions.tabs {
            tab.editor.set_keys(keys);
        }
        self.touch(Redraw::Now);
    }

    /// Sets whether the changes of edits stand below their rows.
    pub fn set_diffs(&mut self, diffs: Diffs) {
        self.options.diffs = diffs;
        for tab in &mut self.model.sessions.tabs {
            tab.chat.set_diffs(diffs);
        }
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
        app.depth = ColourDepth::TrueColour;
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
        self.model.chrome.dirty
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
        let wanted = MemoryQuery::waiting();
        self.effects.push(Effect::Ask(Query::Memory { wanted }));
        for pane in [Pane::Tree, Pane::Diff] {
            self.fill_pane(pane);
        }
    }

    /// Measures every part for its current size; drawing changes nothing.
    pub fn measure(&mut self) {
        let (width, height) = (self.model.chrome.width, self.model.chrome.height);
        let request = self.layout_request();
        let moves = self.options.motion == super::motion::Motion::Full;
        let now = self.model.chrome.time_of_day().filter(|_| moves);
        let (mut bar, mut editor) = (0, 2);
        let mut most = most_bar(height, &request);
        if self.model.diff_shows_asked_change() {
            most = most.min(BAR_BESIDE_DIFF);
        }
        if self.model.review_shows_asked_change() {
            most = most.min(BAR_BELOW_REVIEW);
        }
        let asked_elsewhere = self.model.sessions.asks_elsewhere().is_some();
        let around = self.model.around();
        let stopped = self.model.chrome.has_stopped();
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
        let windows = self.model.panes.splits.sessions();
        if let Some(now) = now.and_then(whole_second) {
            self.model.sessions.set_time(now, &windows);
        }
        self.layout = lay_out(width, height, bar, editor, &request);
        if self.model.bar_must_collapse(&self.layout) {
            self.layout = lay_out(width, height, 1, editor, &request);
        }
        if let Some(session) = self.model.sessions.session().filter(|_| request.split) {
            self.layout.divide(&self.model.panes.splits, session);
        }
        self.with_dialogs(Dialogs::measure);
        // The coach of the demo says itself what to do.
        if self.coach.is_none() {
            let workspace = self.model.chrome.workspace.as_ref();
            let no_model = self.model.dialogs.memory.starting.reason();
            let sessions = &mut self.model.sessions;
            sessions.begin_chats(workspace, no_model.as_deref());
        }
        for (pane, area) in self.layout.panes.clone() {
            let titles = u16::from(self.layout.has_title(pane));
            if let Some(view) = self.model.pane_mut(pane) {
                let height = area.height.saturating_sub(titles);
                view.measure(area.width, height, &mut self.colours);
            }
        }
        let sessions = &mut self.model.sessions;
        sessions.measure_windows(&self.layout.windows, &mut self.colours);
    }

    /// Draws a frame into an empty buffer of the screen's size and returns the cursor's place.
    pub fn draw(&mut self, buf: &mut Buffer) -> Option<Position> {
        let tab = self.model.sessions.tab_mut();
        let found = tab.map(|tab| tab.chat.continue_search());
        self.carry_out(found.unwrap_or_default());
        self.measure();
        if self.model.shows_review() {
            self.update(|model| model.sessions.in_review(|review| review.note_seen()));
        }
        self.sync_review();
        self.update(|model| model.dialogs.note_seen());
        self.model.chrome.dirty = if self.model.is_incomplete() {
            Redraw::Soon
        } else {
            Redraw::No
        };
        view::draw(self, buf)
    }

    /// Returns what panes are drawn with.
    pub(super) fn paint(&self) -> Paint<'_> {
        Paint {
            theme: &self.theme,
            colours: &self.colours,
        }
    }

    pub(super) fn touch(&mut self, dirty: Redraw) {
        self.model.chrome.touch(dirty);
    }

    /// Returns the current layout request.
    pub(super) fn layout_request(&self) -> LayoutRequest {
        LayoutRequest {
            notices: view::notice_rows(self),
            ..self.model.layout_request()
        }
    }
}

/// Returns the last whole second before a time: values shown in seconds change then
/// and not earlier.
fn whole_second(at: Timestamp) -> Option<Timestamp> {
    Timestamp::from_second(at.as_second()).ok()
}
