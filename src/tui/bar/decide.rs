//! The effect of an act on the shown question. Part of [`Bar`]; `answer` makes
//! the resulting answer.
//!
//! When an act arrives here, its key was already checked to be fresh, alone and armed; see `input`.

use super::Bar;
use super::buttons;
use super::context::TimerHold;
use super::entry::BarPanel;
use super::field::FieldKind;
use super::input::Act;
use super::rows;
use crate::effect::Effect;
use client::question::{Choice, Withheld, asks_permission, has_proposed, is_high_risk};
use l10n::say;
use protocol::approval::{Decision, GrantScope, QuestionBody};

/// A command with more lines than this is edited in the user's editor.
const EDITED_HERE: usize = 8;

impl Bar {
    /// Performs the act of a key.
    pub(super) fn perform(&mut self, act: Act, effects: &mut Vec<Effect>) {
        if self.passthrough.is_some() {
            self.perform_passthrough(act, effects);
            return;
        }
        let Some(entry) = self.current() else {
            self.leave(effects);
            return;
        };
        if act.can_grant() && self.is_covered(entry) {
            self.uncover();
            return self.refuse(say!("bar-was-covered"), effects);
        }
        match (&entry.panel, act) {
            (BarPanel::Scopes { index }, _) => {
                let index = *index;
                self.perform_scopes(index, act, effects);
            }
            (BarPanel::Field(_), Act::Press) => self.submit(effects),
            (BarPanel::Risk | BarPanel::Help, Act::Choose(Choice::Later)) => {
                self.uncover();
            }
            _ => self.perform_on_question(act, effects),
        }
    }

    fn perform_on_question(&mut self, act: Act, effects: &mut Vec<Effect>) {
        match act {
            Act::Choose(choice) => self.choose(choice, effects),
            Act::Comment => self.comment(effects),
            Act::Help => self.toggle_panel(&BarPanel::Help),
            Act::Toggle => self.toggle(effects),
            Act::Down => self.step(1),
            Act::Up => self.step(-1),
            Act::Pick(number) => self.pick(number, effects),
            Act::PreviousQuestion => self.walk(-1),
            Act::NextQuestion => self.walk(1),
            Act::Press => self.press(effects),
            Act::TooEarly => {
                self.message = Some(say!("bar-too-early").to_owned());
                effects.push(Effect::Bell);
            }
        }
    }

    fn choose(&mut self, choice: Choice, effects: &mut Vec<Effect>) {
        let Some(entry) = self.current() else { return };
        match choice.withheld(&entry.question) {
            // The bar asks for the word after an edit too.
            None | Some(Withheld::OnlyByWord) => {}
            Some(why) => return self.refuse(withheld_words(choice, why), effects),
        }
        match choice {
            Choice::Yes => self.yes(effects),
            Choice::Network => self.yes_with_network(effects),
            Choice::Never => self.answer(Decision::Never, effects),
            Choice::No => self.answer(Decision::No { reason: None }, effects),
            Choice::Always => self.open_scopes(effects),
            Choice::Edit => self.edit(effects),
            Choice::Show => self.show_full(effects),
            Choice::Why => self.toggle_panel(&BarPanel::Risk),
            Choice::Skip => self.answer(Decision::Skipped, effects),
            Choice::Back => self.answer(Decision::Back, effects),
            Choice::Later => self.later(effects),
            // The bar has a switch for the one, and the review for the other.
            Choice::OnDisk | Choice::Hunks => {}
        }
    }

    fn yes(&mut self, effects: &mut Vec<Effect>) {
        let Some(entry) = self.current() else { return };
        if entry.items() > 0 && entry.draft.marked_files(&entry.question) == 0 {
            self.refuse(say!("bar-nothing-chosen"), effects);
        } else if self.is_unread(entry, self.view) {
            self.refuse_unread(effects);
        } else if !is_high_risk(&entry.question) {
            let decision = entry.draft.approval(&entry.question);
            self.approve(decision, effects);
        } else if self.guard.is_deliberate() {
            self.show_dialog(BarPanel::field(FieldKind::Word, ""));
        } else {
            self.refuse(say!("bar-focus-then-yes"), effects);
        }
    }

    /// Approves the command with the network, exactly as it is shown.
    fn yes_with_network(&mut self, effects: &mut Vec<Effect>) {
        let Some(entry) = self.current() else { return };
        if self.is_unread(entry, self.view) {
            self.refuse_unread(effects);
        } else if is_high_risk(&entry.question) {
            self.refuse(say!("bar-network-not-high"), effects);
        } else if entry.draft.approval(&entry.question) != Decision::Yes {
            self.refuse(say!("bar-network-as-shown"), effects);
        } else {
            self.approve(Decision::Network, effects);
        }
    }

    fn open_scopes(&mut self, effects: &mut Vec<Effect>) {
        let view = self.view;
        let Some(entry) = self.current_mut() else {
            return;
        };
        if entry.offers_always(view) {
            let index = entry
                .question
                .scopes
                .iter()
                .position(|scope| scope.scope == GrantScope::UntilNextMessage)
                .unwrap_or(0);
            entry.panel = BarPanel::Scopes { index };
            return;
        }
        let why = if entry.draft.edited.is_some() {
            say!("bar-always-not-for-edited")
        } else {
            say!("bar-always-not-all-shown")
        };
        self.refuse(why, effects);
    }

    fn perform_scopes(&mut self, index: usize, act: Act, effects: &mut Vec<Effect>) {
        let Some(entry) = self.current_mut() else {
            return;
        };
        let count = entry.question.scopes.len();
        let target = match act {
            Act::Down => (index + 1).min(count.saturating_sub(1)),
            Act::Up => index.saturating_sub(1),
            Act::Pick(number) if number <= count => number.saturating_sub(1),
            Act::Press => {
                if let Some(scope) = entry.question.scopes.get(index) {
                    let scope = scope.scope;
                    self.approve(Decision::Always { scope }, effects);
                }
                return;
            }
            Act::Choose(Choice::Later) => {
                entry.panel = BarPanel::Buttons;
                return;
            }
            Act::Choose(Choice::No) => {
                self.answer(Decision::No { reason: None }, effects);
                return;
            }
            _ => {
                effects.push(Effect::Bell);
                return;
            }
        };
        entry.panel = BarPanel::Scopes { index: target };
    }

    fn edit(&mut self, effects: &mut Vec<Effect>) {
        let Some(entry) = self.current_mut() else {
            return;
        };
        match &entry.question.body {
            QuestionBody::Command { command, .. } => {
                let text = entry
                    .draft
                    .edited
                    .clone()
                    .unwrap_or_else(|| command.clone());
                if text.lines().count() > EDITED_HERE {
                    self.edit_externally(text, effects);
                } else {
                    entry.panel = BarPanel::field(FieldKind::Edit, &text);
                }
            }
            QuestionBody::Write { .. } => match entry.draft.edited.clone() {
                Some(text) => self.edit_externally(text, effects),
                None => self.edit_proposed_file(effects),
            },
            _ => {}
        }
    }

    fn comment(&mut self, effects: &mut Vec<Effect>) {
        match self.current_mut() {
            Some(entry) if asks_permission(&entry.question) => {
                entry.panel = BarPanel::field(FieldKind::Reason, &entry.reason);
            }
            _ => self.refuse(say!("bar-wants-answer-or-skip"), effects),
        }
    }

    /// Space: marks a file or an option; otherwise holds the countdown.
    fn toggle(&mut self, effects: &mut Vec<Effect>) {
        let now = self.now;
        let Some(entry) = self.current_mut() else {
            return;
        };
        let multiple = match &entry.question.body {
            QuestionBody::Delete { .. } => true,
            QuestionBody::Select { multiple, .. } => *multiple,
            _ => false,
        };
        if multiple {
            if let Some(marked) = entry.draft.marked.get_mut(entry.cursor) {
                *marked = !*marked;
            }
            return;
        }
        if has_proposed(&entry.question) {
            entry.draft.on_disk = !entry.draft.on_disk;
            return;
        }
        let prompt = entry.question.id;
        match entry.timer.as_mut() {
            Some(timer) if timer.held => {
                timer.go_on(now);
                effects.push(self.pause_timeout(prompt, TimerHold::Running));
            }
            Some(timer) => {
                timer.hold(now);
                effects.push(self.pause_timeout(prompt, TimerHold::Held));
            }
            None => effects.push(Effect::Bell),
        }
    }

    fn step(&mut self, step: isize) {
        self.record_read_rows();
        let limit = self
            .current()
            .map_or(0, |entry| rows::overflow(self, entry, self.view));
        let Some(entry) = self.current_mut() else {
            return;
        };
        let items = entry.items();
        if items > 0 {
            entry.cursor = entry.cursor.saturating_add_signed(step).min(items - 1);
        } else {
            entry.scroll = entry.scroll.saturating_add_signed(step).min(limit);
        }
        self.record_read_rows();
    }

    fn pick(&mut self, number: usize, effects: &mut Vec<Effect>) {
        match self.current_mut() {
            Some(entry) if number >= 1 && number <= entry.items() => entry.cursor = number - 1,
            _ => effects.push(Effect::Bell),
        }
    }

    fn press(&mut self, effects: &mut Vec<Effect>) {
        let view = self.view;
        let Some(entry) = self.current_mut() else {
            return;
        };
        if let QuestionBody::Select { .. } = entry.question.body {
            self.take_highlighted(effects);
            return;
        }
        let act = buttons::of(entry, view)
            .get(entry.button)
            .map(|button| button.act);
        match act {
            Some(Act::Press) => {
                let text = std::mem::take(&mut entry.reason);
                entry.panel = BarPanel::field(FieldKind::Input, &text);
                self.submit(effects);
            }
            Some(act) => self.perform_on_question(act, effects),
            None => effects.push(Effect::Bell),
        }
    }

    pub(super) fn refuse(&mut self, why: &str, effects: &mut Vec<Effect>) {
        self.message = Some(why.to_owned());
        effects.push(Effect::Bell);
    }

    pub(super) fn show_dialog(&mut self, panel: BarPanel) {
        if let Some(entry) = self.current_mut() {
            entry.panel = panel;
        }
    }

    /// Closes what lies over the question, at a key of the user.
    fn uncover(&mut self) {
        self.close_panel();
        self.wants_tick = true;
    }

    fn toggle_panel(&mut self, panel: &BarPanel) {
        let shown = self.current().is_some_and(|entry| {
            std::mem::discriminant(&entry.panel) == std::mem::discriminant(panel)
        });
        self.uncover();
        if !shown {
            self.show_dialog(panel.clone());
        }
    }

    /// Handles the user's own move to the editor: like Esc, it decides nothing.
    pub fn left_for_editor(&mut self) -> Vec<Effect> {
        let mut effects = Vec::new();
        if self.has_focus() {
            self.later(&mut effects);
        }
        effects
    }

    /// Defers the question. Never a decision: the question waits, and does not come back by itself.
    fn later(&mut self, effects: &mut Vec<Effect>) {
        self.put_off();
        self.leave(effects);
    }

    pub(super) fn put_off(&mut self) {
        if let Some(entry) = self.current_mut() {
            entry.deferred = true;
        }
    }

    pub(super) fn move_button(&mut self, step: isize) {
        let view = self.view;
        if let Some(question) = self.passthrough.as_mut() {
            question.focus_other();
            return;
        }
        if let Some(entry) = self.current_mut() {
            let count = isize::try_from(buttons::of(entry, view).len())
                .unwrap_or(1)
                .max(1);
            let at = isize::try_from(entry.button).unwrap_or(0);
            entry.button = usize::try_from((at + step).rem_euclid(count)).unwrap_or(0);
        }
    }
}

/// Says why the shown question does not offer a choice.
fn withheld_words(choice: Choice, why: Withheld) -> &'static str {
    match (choice, why) {
        (Choice::Yes, _) => say!("bar-wants-answer"),
        (Choice::Skip, _) => say!("bar-no-skip"),
        (Choice::Always, Withheld::AskedEachTime) => say!("bar-always-not-for-asked"),
        (Choice::Always, _) => say!("bar-always-not-here"),
        (Choice::Edit, _) => say!("bar-nothing-to-edit"),
        (Choice::Network, _) => say!("bar-network-not-here"),
        (Choice::Never, _) => say!("bar-never-not-here"),
        _ => say!("bar-wants-answer-or-skip"),
    }
}
