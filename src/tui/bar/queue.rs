//! The queue of open prompts: what is open, what is shown, what closes. Part of [`Bar`].
//!
//! None of this has a time of its own: what it changes is armed at the next input or tick.

use super::buttons;
use super::effect::{BarContext, BarEffect, TimerHold, Where};
use super::entry::{BarSheet, Entry, Timer, View};
use super::field::FieldKind;
use super::guard::{FILL, FocusBy, QUIET, Until};
use super::{Bar, PassthroughQuestion};
use crate::l10n::{notice, say};
use crate::protocol::approval::Question;
use crate::protocol::ids::{ContentHash, QuestionId};
use crate::tui::motion::Motion;
use crate::tui::screen::Glyphs;
use std::time::Duration;

/// Where nothing shall move a count-down is said in steps of this.
const STILL_STEP: Duration = Duration::from_secs(10);

impl Bar {
    /// An empty bar.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same on a screen that is drawn with these signs.
    #[must_use]
    pub fn with_glyphs(mut self, glyphs: Glyphs) -> Self {
        self.glyphs = glyphs;
        self.view.glyphs = glyphs;
        self
    }

    /// The same on a screen on which this moves.
    #[must_use]
    pub fn with_motion(mut self, motion: Motion) -> Self {
        self.motion = motion;
        self
    }

    /// A prompt was opened, or opened again because its proposal changed: what was pressed or
    /// typed for the old one is void, and the bar is armed anew.
    pub fn open(&mut self, prompt: Question) -> Vec<BarEffect> {
        let mut effects = Vec::new();
        self.wants_tick = true;
        let id = prompt.id;
        if let Some(index) = self.entries.iter().position(|entry| entry.prompt.id == id) {
            if self.shown == Some(id) {
                self.give_up_held(&mut effects);
                self.guard.rearm();
                self.message = None;
            }
            if let Some(entry) = self.entries.get_mut(index) {
                let mut fresh = Entry::new(prompt);
                fresh.prompt.changed |= fresh.prompt.shown != entry.prompt.shown;
                fresh.deferred = entry.deferred;
                fresh.reason = std::mem::take(&mut entry.reason);
                if let BarSheet::Field(field) = &entry.sheet
                    && field.kind == FieldKind::Reason
                {
                    fresh.reason = field.line.whole_text();
                }
                *entry = fresh;
            }
            return effects;
        }
        let goes_on = prompt.wizard.is_some() && prompt.call == self.follows;
        self.entries.push(Entry::new(prompt));
        if goes_on && self.follows.take().is_some() && self.guard.focus.is_none() {
            self.shown = Some(id);
            self.guard.take(FocusBy::Human, self.now);
            self.guard.rearm();
            effects.push(BarEffect::Focus);
            return effects;
        }
        // A prompt that the human put off gives way to a new one, but never under his hands.
        let put_off = self.current().is_none_or(|entry| entry.deferred);
        if self.guard.focus.is_none() && put_off {
            self.shown = Some(id);
        }
        effects
    }

    /// A prompt was answered, by this bar or by something else, or its run ended.
    pub fn answered(&mut self, id: QuestionId) -> Vec<BarEffect> {
        let mut effects = Vec::new();
        self.wants_tick = true;
        if self.shown == Some(id) {
            self.save_typed(&mut effects);
            self.leave(&mut effects);
            self.shown = None;
        }
        self.entries.retain(|entry| entry.prompt.id != id);
        self.show_any();
        effects
    }

    /// The engine refused an answer: the prompt waits again, with what was typed and why that was not taken.
    pub fn answer_refused(&mut self, id: QuestionId, why: Option<&str>) {
        self.wants_tick = true;
        if let Some(entry) = self.entry_mut(id) {
            entry.sent = false;
            match &mut entry.sheet {
                BarSheet::Field(field) if field.kind == FieldKind::Input => {
                    field.problem = why.map(notice);
                }
                sheet => *sheet = Entry::new(entry.prompt.clone()).sheet,
            }
        }
        self.show_any();
    }

    /// The count-down of a prompt was held or goes on.
    pub fn timer_changed(&mut self, id: QuestionId, hold: TimerHold) {
        let now = self.now;
        if let Some(timer) = self.entry_mut(id).and_then(|entry| entry.timer.as_mut()) {
            match hold {
                TimerHold::Held if !timer.held => timer.hold(now),
                TimerHold::Running => timer.go_on(now),
                TimerHold::Held => {}
            }
        }
    }

    /// The human has seen all of what a prompt would grant.
    pub fn seen_in_full(&mut self, id: QuestionId) {
        if let Some(entry) = self.entry_mut(id) {
            entry.seen_in_full = true;
        }
    }

    /// The user's editor was closed over a prompt: what it holds is what runs, once it is
    /// approved. Refused where the proposal is another one now.
    pub fn edited(&mut self, id: QuestionId, shown: &ContentHash, text: String) -> Vec<BarEffect> {
        self.wants_tick = true;
        self.guard.rearm();
        let Some(entry) = self
            .entry_mut(id)
            .filter(|entry| entry.prompt.shown == *shown)
        else {
            self.message = Some(say!("bar-edit-not-taken").to_owned());
            return vec![BarEffect::Bell];
        };
        entry.edited = Some(text);
        entry.read = (0, 0);
        entry.scroll = 0;
        entry.sheet = BarSheet::Buttons;
        entry.button = 0;
        Vec::new()
    }

    /// The user's editor was closed over a prompt, and nothing was changed in it.
    pub fn edit_left(&mut self) {
        self.wants_tick = true;
        self.guard.rearm();
    }

    /// What the key for "all of it" shows, in a word or two.
    pub fn details(&self) -> &'static str {
        self.current().map_or(say!("bar-details-all"), |entry| {
            buttons::details(&entry.prompt.body)
        })
    }

    /// Asks whether passthrough shall be turned on. The human pressed the key for it, so the
    /// focus is his.
    pub fn ask_passthrough(
        &mut self,
        question: PassthroughQuestion,
        at: Duration,
    ) -> Vec<BarEffect> {
        let mut effects = Vec::new();
        self.give_up_held(&mut effects);
        self.now = at;
        self.passthrough = Some(question);
        self.guard.take(FocusBy::Human, at);
        effects.push(BarEffect::Focus);
        effects
    }

    /// The text that would run in the place of the one that is asked about: the user edited it.
    pub fn edited_text(&self) -> Option<&str> {
        self.current()?.edited.as_deref()
    }

    /// The prompt that is shown.
    pub fn shown_prompt(&self) -> Option<&Question> {
        self.current().map(|entry| &entry.prompt)
    }

    /// Whether there is something to draw.
    pub fn is_open(&self) -> bool {
        self.passthrough.is_some() || self.current().is_some()
    }

    /// Whether the bar has the focus.
    pub fn has_focus(&self) -> bool {
        self.guard.focus.is_some()
    }

    /// Tells how much room the bar has; "always" is withheld where a text does not fit.
    pub fn set_view(&mut self, width: u16, height_limit: u16) {
        self.view = View {
            width,
            height: height_limit,
            glyphs: self.glyphs,
            others: self.others(),
        };
    }

    /// The time, where nothing came in. Call it at [`Bar::next_deadline`], with no input left
    /// undelivered.
    pub fn tick(&mut self, at: Duration, context: &BarContext) -> Vec<BarEffect> {
        let mut effects = Vec::new();
        self.advance(at, context, &mut effects);
        self.take_focus_by_itself(context, &mut effects);
        effects
    }

    /// When [`Bar::tick`] must be called next, where nothing comes in.
    pub fn next_deadline(&self) -> Option<Duration> {
        if self.wants_tick {
            return Some(self.now);
        }
        let counting = self
            .current()
            .and_then(|entry| entry.timer)
            .filter(|timer| !timer.held && !timer.left(self.now).is_zero())
            .map(|timer| self.now + self.next_count(timer));
        let quiet = (self.can_take_focus(&self.context))
            .then(|| (self.last_key_at(&self.context) + QUIET).max(self.now));
        [self.guard.deadline(self.now), counting, quiet]
            .into_iter()
            .flatten()
            .min()
    }

    /// When the count-down says something else: each second, or each ten where nothing shall move.
    fn next_count(&self, timer: Timer) -> Duration {
        match self.motion {
            Motion::Full => Duration::from_secs(1),
            Motion::Off => {
                let left = timer.left(self.now);
                let said = self.said_left(timer).saturating_sub(STILL_STEP);
                left.saturating_sub(said).max(Duration::from_millis(1))
            }
        }
    }

    /// What is left of a count-down, as it is said.
    pub(super) fn said_left(&self, timer: Timer) -> Duration {
        let left = timer.left(self.now);
        match self.motion {
            Motion::Full => left,
            Motion::Off => {
                let steps = left.as_millis().div_ceil(STILL_STEP.as_millis());
                STILL_STEP * u32::try_from(steps).unwrap_or(u32::MAX)
            }
        }
    }

    /// Brings the state up to a time, before what came in at it is looked at.
    pub(super) fn advance(
        &mut self,
        at: Duration,
        context: &BarContext,
        effects: &mut Vec<BarEffect>,
    ) {
        self.now = self.now.max(at);
        self.wants_tick = false;
        self.context = *context;
        self.guard.window = context.window;
        self.guard.at(self.now);
        let now = self.now;
        for timer in self
            .entries
            .iter_mut()
            .filter_map(|entry| entry.timer.as_mut())
        {
            if !timer.held && timer.running_since.is_none() {
                timer.running_since = Some(now);
            }
        }
        if self.guard.focus.is_some() && context.focus != Where::Bar {
            // Something else was opened over the bar; it keeps the focus.
            self.give_up_held_to(effects);
            self.guard.focus = None;
            self.guard.has_answered = false;
            self.passthrough = None;
        }
        if let Some(held) = self.guard.held
            && held.until == Until::Filled
            && now >= held.at + FILL
        {
            self.guard.held = None;
            self.perform(held.act, effects);
        }
    }

    /// Only at a tick: an input belongs to what had the focus when it came.
    fn take_focus_by_itself(&mut self, context: &BarContext, effects: &mut Vec<BarEffect>) {
        if self.can_take_focus(context) && self.now >= self.last_key_at(context) + QUIET {
            self.guard.take(FocusBy::Itself, self.now);
            effects.push(BarEffect::Focus);
        }
    }

    /// Whether the bar may take the focus once the editor has been quiet for long enough.
    fn can_take_focus(&self, context: &BarContext) -> bool {
        self.guard.focus.is_none()
            && context.focus == Where::Editor
            && context.editor_empty
            && self
                .current()
                .is_some_and(|entry| !entry.deferred && entry.asks_for_leave())
    }

    /// Tells what is around the bar when it is drawn: what it did itself is in no input yet.
    pub fn look_around(&mut self, context: &BarContext) {
        self.around = *context;
    }

    /// Whether the bar lets what is typed go before it: there is a draft, or a key came just now.
    pub(super) fn waits_for_typing(&self) -> bool {
        let around = &self.around;
        let recent = around.last_editor_key_at.max(self.guard.last_key_at);
        let came_just_now = recent.is_some_and(|key| self.now < key + QUIET);
        match around.focus {
            Where::Editor | Where::Popup if !around.editor_empty => true,
            _ => self.can_take_focus(around) && came_just_now,
        }
    }

    fn last_key_at(&self, context: &BarContext) -> Duration {
        let in_editor = context.last_editor_key_at.unwrap_or_default();
        in_editor.max(self.guard.last_key_at.unwrap_or_default())
    }

    /// The human asks for the bar (`F2`, `Ctrl+X y`).
    pub fn take_focus(&mut self, at: Duration) -> Vec<BarEffect> {
        let mut effects = Vec::new();
        self.now = self.now.max(at);
        self.show_any();
        if !self.is_open() {
            return effects;
        }
        self.give_up_held_to(&mut effects);
        match self.guard.focus.as_mut() {
            // What is shown has been there, and is armed as before; only who holds the bar changes.
            Some(focus) => focus.by = FocusBy::Human,
            None => {
                self.guard.take(FocusBy::Human, self.now);
                effects.push(BarEffect::Focus);
            }
        }
        effects
    }

    pub(super) fn current(&self) -> Option<&Entry> {
        let id = self.shown?;
        self.entries
            .iter()
            .find(|entry| entry.prompt.id == id && !entry.sent)
    }

    pub(super) fn current_mut(&mut self) -> Option<&mut Entry> {
        let id = self.shown?;
        self.entries
            .iter_mut()
            .find(|entry| entry.prompt.id == id && !entry.sent)
    }

    fn entry_mut(&mut self, id: QuestionId) -> Option<&mut Entry> {
        self.entries.iter_mut().find(|entry| entry.prompt.id == id)
    }

    /// Where nothing is shown, the first open prompt is; one that was not put off goes first.
    pub(super) fn show_any(&mut self) {
        if self.current().is_some() {
            return;
        }
        let open = || self.entries.iter().filter(|entry| !entry.sent);
        self.shown = open()
            .find(|entry| !entry.deferred)
            .or_else(|| open().next())
            .map(|entry| entry.prompt.id);
    }

    /// Its place among the open prompts, from 1, and how many there are.
    pub(super) fn place(&self) -> (usize, usize) {
        let open = self.entries.iter().filter(|entry| !entry.sent);
        let place = open
            .clone()
            .position(|entry| Some(entry.prompt.id) == self.shown);
        (place.map_or(0, |index| index + 1), open.count())
    }

    /// The next or the previous prompt is shown, and armed anew.
    pub(super) fn walk(&mut self, step: isize) {
        let open: Vec<QuestionId> = self
            .entries
            .iter()
            .filter(|entry| !entry.sent)
            .map(|entry| entry.prompt.id)
            .collect();
        let Some(place) = open.iter().position(|id| Some(*id) == self.shown) else {
            return;
        };
        let count = isize::try_from(open.len()).unwrap_or(1);
        let target = (isize::try_from(place).unwrap_or(0) + step).rem_euclid(count);
        self.shown = usize::try_from(target)
            .ok()
            .and_then(|target| open.get(target).copied());
        if open.len() > 1 {
            self.guard.rearm();
            self.wants_tick = true;
        }
    }
}
