//! The full screen as a state machine: input, events and answers in, effects and frames out.
//!
//! Owns the model, the key table and the theme. Touches no terminal, file or clock, so tests drive
//! it as the loop does. The rules of keys are in `update`, those of events in `project`.

use std::collections::BTreeSet;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use ratatui::buffer::Buffer;
use ratatui::layout::Position;

use super::dialog::help::Help;
use super::effect::Effect;
use super::highlight::{Colours, Highlighted};
#[cfg(test)]
use super::keymap::Action;
use super::keymap::{Keymap, KeymapFault};
use super::layout::{Layout, LayoutRequest, Pane, lay_out, most_bar};
use super::model::{Engine, Focus, Model};
use super::pane::PaneView as _;
use super::panes::Panes;
use super::part_options::PartOptions;
use super::run::SaveScope;
use super::saved_layout::SavedLayout;
use super::theme::{ColourDepth, Theme};
use super::update::{LayoutRestore, TypeAhead};
use super::view;
use super::widget::row::Paint;
use client::coach::Coach;
use protocol::command::Command;
use protocol::ids::{SessionId, TerminalId};
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

/// The dialog that is shown over the first session as soon as it exists.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum AfterOpening {
    #[default]
    Nothing,
    /// The list of sessions, to choose another one.
    ChooseSession,
}

/// The session that is shown as soon as its first event arrives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Awaited {
    Nothing,
    This(SessionId),
    /// Whichever session comes first.
    First,
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
    /// The session that this screen was started for; shown as soon as its first event arrives.
    pub(super) awaited_session: Awaited,
    /// The dialog over the first session.
    pub(super) after_opening: AfterOpening,
    /// The time of day at which the screen's own time began; without it no time is shown.
    began: Option<Timestamp>,
    /// Number of colours that the terminal shows.
    pub(super) depth: ColourDepth,
    /// Whether the session's data outlasts the program.
    pub(super) save_scope: SaveScope,
    /// Tells the user of the demo what to press next.
    pub(super) coach: Option<Coach>,
    /// The user's input from before the session existed.
    pub(super) type_ahead: TypeAhead,
    /// The saved layout that is still being restored.
    pub(super) layout_restore: Option<LayoutRestore>,
    /// The screen layout as it was last saved.
    pub(super) saved_layout: Option<SavedLayout>,
    /// Id of this screen among those of the workspace.
    pub(super) terminal: TerminalId,
    /// The sessions that this screen last reported to the other screens.
    pub(super) reported_presence: Option<Vec<SessionId>>,
    /// Actions that keys and choices resulted in, for tests of the key table.
    #[cfg(test)]
    pub(super) acted: Vec<Action>,
    /// Sessions whose deletion this screen has requested.
    pub(super) deleting: BTreeSet<SessionId>,
    /// Text typed into a session that is gone, kept until another session is shown.
    pub(super) orphaned_draft: String,
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
        let model = Model {
            width,
            history: Vec::new(),
            height,
            now: Duration::ZERO,
            panes: Panes::default(),
            focus: Focus::Editor,
            tabs: Vec::new(),
            current: 0,
            came_from: None,
            pane_before: None,
            dialogs: super::dialog::Dialogs::default(),
            tested: std::collections::BTreeMap::new(),
            settings_opened: 0,
            probing: None,
            starting: super::dialog::start_screen::ModelSearchState::default(),
            palette_used: super::dialog::palette::RecentEntries::default(),
            look_tried: std::collections::BTreeMap::new(),
            pending: None,
            page_of_ways: 0,
            armed: None,
            notice: None,
            notice_was_read: false,
            workspace: None,
            index: None,
            findings: super::terminal::findings::KeyFindings::default(),
            engine: Engine::Running,
            asked: Vec::new(),
            custom: std::sync::Arc::from([]),
            custom_problems: Vec::new(),
            elsewhere: std::collections::BTreeMap::new(),
            last_editor_key: None,
            window: super::input::Window::default(),
            notified_sessions: BTreeSet::new(),
            pointer: super::pointer::Pointer::default(),
        };
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
            awaited_session: Awaited::Nothing,
            after_opening: AfterOpening::Nothing,
            began: None,
            depth: ColourDepth::default(),
            save_scope: SaveScope::Yes,
            coach: None,
            type_ahead: TypeAhead::default(),
            layout_restore: None,
            saved_layout: None,
            terminal: TerminalId(uuid::Uuid::now_v7()),
            reported_presence: None,
            #[cfg(test)]
            acted: Vec::new(),
            deleting: BTreeSet::new(),
            orphaned_draft: String::new(),
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
        self.deleting.extend(effects.iter().filter_map(deletes));
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
        (self.model.width, self.model.height)
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
        let (width, height) = (self.model.width, self.model.height);
        let request = self.layout_request();
        let moves = self.options.motion == super::motion::Motion::Full;
        let now = self.time_of_day(self.model.now).filter(|_| moves);
        let (mut bar, mut editor) = (0, 2);
        let mut most = most_bar(height, &request);
        if self.diff_shows_asked_change() {
            most = most.min(BAR_BESIDE_DIFF);
        }
        if self.review_shows_asked_change() {
            most = most.min(BAR_BELOW_REVIEW);
        }
        let asked_elsewhere = self.model.asks_elsewhere().is_some();
        let around = self.around();
        let stopped = self.has_stopped();
        if let Some(tab) = self.model.tab_mut() {
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
        if let Some(session) = self.model.session().filter(|_| request.split) {
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
        let current = self.model.session();
        for tab in &mut self.model.tabs {
            if current == Some(tab.facts.id) || windows.contains(&tab.facts.id) {
                tab.chat.set_now(now);
            }
        }
    }

    /// Measures the conversations beside the one with the focus.
    fn measure_windows(&mut self) {
        let current = self.model.session();
        for tab in &mut self.model.tabs {
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
        let tab = self.model.tab_mut();
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
        let current = self.model.session();
        let mut tabs = self.model.tabs.iter();
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
        let asked = self.model.tab().and_then(|tab| tab.bar.shown());
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
        let Some(tab) = self.model.tab() else {
            return false;
        };
        let shown = tab.review.as_ref().and_then(|review| review.question());
        let asked = tab.bar.shown().map(|asked| asked.id);
        let has_keys = self.model.focus == Focus::Pane(Pane::Review);
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
            split: self.model.panes.splits.is_split()
                && self.model.panes.layout_request.zoom.is_none(),
            ..self.model.panes.layout_request
        }
    }

    /// Returns the panes that are shown at this size.
    pub(super) fn shown_panes(&self) -> Vec<Pane> {
        let (width, height) = (self.model.width, self.model.height);
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
