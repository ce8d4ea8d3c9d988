//! The queue of open questions: opens and closes them, and decides which one is shown. Part of
//! [`Bar`].
//!
//! These changes have no time of their own: what they change is armed at the next input or tick.

use super::buttons;
use super::context::{BarContext, TimerHold, Where};
use super::entry::{BarPanel, Entry, Timer, View};
use super::field::FieldKind;
use super::guard::{FILL, FocusBy, Guard, QUIET, Until};
use super::{Bar, PassthroughQuestion};
use crate::effect::Effect;
use crate::motion::Motion;
use crate::screen::Glyphs;
use client::question::asks_permission;
use l10n::{said, say};
use notice::Notice;
use protocol::approval::Question;
use protocol::ids::{ContentHash, QuestionId, SessionId};
use std::time::Duration;

/// Step of the displayed countdown if nothing on the screen may move.
const STILL_STEP: Duration = Duration::from_secs(10);

impl Bar {
    /// Creates the bar of a session, without a question.
    pub fn new(session: SessionId, glyphs: Glyphs, motion: Motion) -> Self {
        Self {
            session,
            entries: Vec::new(),
            shown: None,
            follows: None,
            passthrough: None,
            guard: Guard::default(),
            now: Duration::ZERO,
            context: BarContext::default(),
            around: BarContext::default(),
            glyphs,
            motion,
            view: View {
                glyphs,
                ..View::default()
            },
            wants_tick: false,
            message: None,
            answering: None,
            open_edit: None,
        }
    }

    /// Opens a question, or opens it again because its proposal changed: discards what was pressed
    /// or typed for the old one, and arms the bar again.
    pub fn open(&mut self, prompt: Question) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.wants_tick = true;
        let id = prompt.id;
        if let Some(index) = self
            .entries
            .iter()
            .position(|entry| entry.question.id == id)
        {
            if self.shown == Some(id) {
                self.type_held_key(&mut effects);
                self.guard.rearm();
                self.message = None;
            }
            if let Some(entry) = self.entries.get_mut(index) {
                let mut fresh = Entry::new(prompt);
                fresh.question.changed |= fresh.question.shown != entry.question.shown;
                fresh.deferred = entry.deferred;
                fresh.reason = std::mem::take(&mut entry.reason);
                if let BarPanel::Field(field) = &entry.panel
                    && field.kind == FieldKind::Reason
                {
                    fresh.reason = field.line.whole_text();
                }
                *entry = fresh;
            }
            return effects;
        }
        let follows = self.follows.as_ref();
        let goes_on = prompt.wizard.is_some()
            && follows
                .is_some_and(|(origin, call)| (origin, call) == (&prompt.origin, &prompt.call));
        self.entries.push(Entry::new(prompt));
        if goes_on && self.follows.take().is_some() && self.guard.focus.is_none() {
            self.shown = Some(id);
            self.guard.take(FocusBy::User, self.now);
            self.guard.rearm();
            effects.push(Effect::FocusBar);
            return effects;
        }
        // A question that the user deferred gives way to a new one, but never while the bar
        // has the focus.
        let deferred = self.current().is_none_or(|entry| entry.deferred);
        if self.guard.focus.is_none() && deferred {
            self.shown = Some(id);
        }
        effects
    }

    /// Closes a question that was answered, by this bar or by something else, or whose run ended.
    pub fn answered(&mut self, id: QuestionId) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.wants_tick = true;
        if self.shown == Some(id) {
            self.save_typed(&mut effects);
            self.leave(&mut effects);
            self.shown = None;
        }
        self.entries.retain(|entry| entry.question.id != id);
        self.show_any();
        effects
    }

    /// Handles an answer that the engine refused: the question waits again, with the typed text and
    /// the reason of the refusal.
    pub fn refused(&mut self, why: Option<&Notice>) {
        let Some(id) = self.answering.take() else {
            return;
        };
        self.wants_tick = true;
        if let Some(entry) = self.entry_mut(id) {
            entry.sent = false;
            match &mut entry.panel {
                BarPanel::Field(field) if field.kind == FieldKind::Input => {
                    field.problem = why.map(said);
                }
                panel => *panel = Entry::new(entry.question.clone()).panel,
            }
        }
        self.show_any();
    }

    /// Holds a question's countdown or lets it continue.
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

    /// Records that the user has seen everything that a question would grant.
    pub fn seen_in_full(&mut self, id: QuestionId) {
        if let Some(entry) = self.entry_mut(id) {
            entry.seen_in_full = true;
        }
    }

    /// Accepts a text from the user's editor for a question: once approved, the edited text is
    /// what runs. Refuses the text if the proposal has changed meanwhile.
    pub(super) fn accept_edit(
        &mut self,
        id: QuestionId,
        shown: &ContentHash,
        text: String,
    ) -> Vec<Effect> {
        self.wants_tick = true;
        self.guard.rearm();
        let Some(entry) = self
            .entry_mut(id)
            .filter(|entry| entry.question.shown == *shown)
        else {
            self.message = Some(say!("bar-edit-not-taken").to_owned());
            return vec![Effect::Bell];
        };
        entry.draft.edited = Some(text);
        entry.read = (0, 0);
        entry.scroll = 0;
        entry.panel = BarPanel::Buttons;
        entry.button = 0;
        Vec::new()
    }

    /// Handles the closing of the user's editor for a question without a change.
    pub(super) fn leave_edit(&mut self) {
        self.wants_tick = true;
        self.guard.rearm();
    }

    /// Returns what the key for "all of it" shows, in a word or two.
    pub fn details(&self) -> &'static str {
        self.current().map_or(say!("bar-details-all"), |entry| {
            buttons::details(&entry.question.body)
        })
    }

    /// Asks whether to turn passthrough on. The user pressed the key for it, so the bar has the
    /// focus as if the user had taken it.
    pub fn ask_passthrough(&mut self, question: PassthroughQuestion, at: Duration) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.type_held_key(&mut effects);
        self.now = at;
        self.passthrough = Some(question);
        self.guard.take(FocusBy::User, at);
        effects.push(Effect::FocusBar);
        effects
    }

    /// Returns the shown question.
    pub fn shown(&self) -> Option<&Question> {
        self.current().map(|entry| &entry.question)
    }

    /// Whether there is something to draw.
    pub fn is_open(&self) -> bool {
        self.passthrough.is_some() || self.current().is_some()
    }

    pub fn has_focus(&self) -> bool {
        self.guard.focus.is_some()
    }

    /// Sets how much room the bar has; "always" is withheld if a text does not fit.
    pub(super) fn set_view(&mut self, width: u16, height_limit: u16) {
        self.view = View {
            width,
            height: height_limit,
            glyphs: self.glyphs,
            others: self.others(),
        };
    }

    /// Advances the time when no input came. Call it at [`Bar::next_deadline`], with no
    /// input left undelivered.
    pub fn tick(&mut self, at: Duration, context: &BarContext) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.advance(at, context, &mut effects);
        self.take_idle_focus(context, &mut effects);
        effects
    }

    /// Returns when [`Bar::tick`] must be called next if no input comes.
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
        let typing = self.typing_ends(&self.context);
        [self.guard.deadline(self.now), counting, quiet, typing]
            .into_iter()
            .flatten()
            .min()
    }

    /// Returns when the displayed countdown changes: each second, or every ten if nothing may move.
    fn next_count(&self, timer: Timer) -> Duration {
        match self.motion {
            Motion::Full => Duration::from_secs(1),
            Motion::Off => {
                let left = timer.left(self.now);
                let said = self.displayed_left(timer).saturating_sub(STILL_STEP);
                left.saturating_sub(said).max(Duration::from_millis(1))
            }
        }
    }

    /// Returns the remaining time of a countdown as displayed.
    pub(super) fn displayed_left(&self, timer: Timer) -> Duration {
        let left = timer.left(self.now);
        match self.motion {
            Motion::Full => left,
            Motion::Off => {
                let steps = left.as_millis().div_ceil(STILL_STEP.as_millis());
                STILL_STEP * u32::try_from(steps).unwrap_or(u32::MAX)
            }
        }
    }

    /// Brings the state up to the time of an input, before the input is handled.
    pub(super) fn advance(
        &mut self,
        at: Duration,
        context: &BarContext,
        effects: &mut Vec<Effect>,
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
            self.type_held_key_keeping_focus(effects);
            self.guard.focus = None;
            self.guard.has_answered = false;
            self.passthrough = None;
            self.close_panel();
        }
        if let Some(held) = self.guard.held
            && held.until == Until::Filled
            && now >= held.at + FILL
        {
            self.guard.held = None;
            self.perform(held.act, effects);
        }
    }

    /// Takes the focus if the editor has been quiet. Called only at a tick: an input belongs to
    /// what had the focus when it came.
    fn take_idle_focus(&mut self, context: &BarContext, effects: &mut Vec<Effect>) {
        if self.can_take_focus(context) && self.now >= self.last_key_at(context) + QUIET {
            self.guard.take(FocusBy::Itself, self.now);
            effects.push(Effect::FocusBar);
        }
    }

    /// Whether the bar may take the focus once the editor has been quiet for long enough.
    fn can_take_focus(&self, context: &BarContext) -> bool {
        self.guard.focus.is_none()
            && context.focus == Where::Editor
            && context.editor_empty
            && self
                .current()
                .is_some_and(|entry| !entry.deferred && asks_permission(&entry.question))
    }

    /// Sets the state of the rest of the screen before drawing: no input carries the effects of the
    /// bar's own last act yet.
    pub(super) fn set_surroundings(&mut self, context: &BarContext) {
        self.around = *context;
    }

    /// Whether the bar waits for the user's typing first: a key came to the editor just now.
    pub(super) fn awaits_typing(&self) -> bool {
        self.typing_ends(&self.around).is_some()
    }

    /// Returns when the user counts as no longer typing if no key follows; `None` if that is so now,
    /// or the shown question does not wait for it.
    fn typing_ends(&self, context: &BarContext) -> Option<Duration> {
        let is_open = self.current().is_some();
        let may_type = match context.focus {
            Where::Editor | Where::Popup if !context.editor_empty => true,
            _ => self.can_take_focus(context),
        };
        let ends = context.last_editor_key_at? + QUIET;
        (is_open && may_type && self.now < ends).then_some(ends)
    }

    fn last_key_at(&self, context: &BarContext) -> Duration {
        let in_editor = context.last_editor_key_at.unwrap_or_default();
        in_editor.max(self.guard.last_key_at.unwrap_or_default())
    }

    /// Gives the bar the focus at the user's request (`F2`, `Ctrl+X y`).
    pub fn take_focus(&mut self, at: Duration) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.now = self.now.max(at);
        self.show_any();
        if !self.is_open() {
            return effects;
        }
        self.type_held_key_keeping_focus(&mut effects);
        match self.guard.focus.as_mut() {
            // The question has been on the screen, and stays armed as before; only the holder of
            // the focus changes.
            Some(focus) => focus.by = FocusBy::User,
            None => {
                self.guard.take(FocusBy::User, self.now);
                effects.push(Effect::FocusBar);
            }
        }
        effects
    }

    pub(super) fn current(&self) -> Option<&Entry> {
        let id = self.shown?;
        self.entries
            .iter()
            .find(|entry| entry.question.id == id && !entry.sent)
    }

    pub(super) fn current_mut(&mut self) -> Option<&mut Entry> {
        let id = self.shown?;
        self.entries
            .iter_mut()
            .find(|entry| entry.question.id == id && !entry.sent)
    }

    fn entry_mut(&mut self, id: QuestionId) -> Option<&mut Entry> {
        self.entries
            .iter_mut()
            .find(|entry| entry.question.id == id)
    }

    /// Shows the first open question if none is shown; one that was not deferred goes first.
    pub(super) fn show_any(&mut self) {
        if self.current().is_some() {
            return;
        }
        let open = || self.entries.iter().filter(|entry| !entry.sent);
        self.shown = open()
            .find(|entry| !entry.deferred)
            .or_else(|| open().next())
            .map(|entry| entry.question.id);
    }

    /// Returns the question's place among the open questions, from 1, and how many there are.
    pub(super) fn place(&self) -> (usize, usize) {
        let open = self.entries.iter().filter(|entry| !entry.sent);
        let place = open
            .clone()
            .position(|entry| Some(entry.question.id) == self.shown);
        (place.map_or(0, |index| index + 1), open.count())
    }

    /// Shows the next or the previous question, and arms it again.
    pub(super) fn walk(&mut self, step: isize) {
        let open: Vec<QuestionId> = self
            .entries
            .iter()
            .filter(|entry| !entry.sent)
            .map(|entry| entry.question.id)
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
