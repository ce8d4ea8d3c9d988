//! Turns the user's choice or typed text into an answer and hands it out. Part of [`Bar`];
//! called by `decide`.

use super::Bar;
use super::entry::BarPanel;
use super::field::FieldKind;
use crate::effect::Effect;
use client::question::{answer, is_high_risk, problem};
use l10n::say;
use notice::Notice;
use protocol::approval::{Decision, QuestionBody, Validation};
use protocol::command::Command;

impl Bar {
    /// Handles Enter on the highlighted option.
    pub(super) fn take_highlighted(&mut self, effects: &mut Vec<Effect>) {
        let Some(entry) = self.current_mut() else {
            return;
        };
        if entry.cursor + 1 == entry.items() {
            entry.panel = BarPanel::field(FieldKind::Other, "");
            return;
        }
        let selection = entry.draft.selection(entry.cursor);
        self.answer(selection, effects);
    }

    /// Handles Enter in a field.
    pub(super) fn submit(&mut self, effects: &mut Vec<Effect>) {
        let Some(entry) = self.current() else { return };
        let BarPanel::Field(field) = &entry.panel else {
            return;
        };
        let (kind, text) = (field.kind, field.line.whole_text());
        let blank = text.trim().is_empty();
        match kind {
            FieldKind::Reason => {
                let reason = (!blank).then_some(text);
                self.answer(
                    Decision::No {
                        reason: reason.map(Notice::text),
                    },
                    effects,
                );
            }
            FieldKind::Word if entry.draft.is_word(text.trim(), &entry.question) => {
                let decision = entry.draft.approval(&entry.question);
                self.approve(decision, effects);
            }
            FieldKind::Word => {
                let word = entry.word();
                self.complain(&say!("bar-wrong-word", word), effects);
            }
            FieldKind::Edit if blank => self.complain(say!("bar-nothing-to-run"), effects),
            FieldKind::Edit => self.submit_edit(text, effects),
            FieldKind::Input if blank => self.answer(Decision::Skipped, effects),
            FieldKind::Input => {
                let validation = match &entry.question.body {
                    QuestionBody::Input { validation, .. } => validation.clone(),
                    _ => Validation::None,
                };
                match problem(&text, &validation) {
                    Some(problem) => self.complain(&problem, effects),
                    None => self.answer(Decision::Text { text }, effects),
                }
            }
            FieldKind::Other if blank => self.complain(say!("bar-nothing-typed"), effects),
            FieldKind::Other => self.answer(Decision::Text { text }, effects),
        }
    }

    fn submit_edit(&mut self, text: String, effects: &mut Vec<Effect>) {
        let Some(entry) = self.current_mut() else {
            return;
        };
        let unchanged = matches!(&entry.question.body, QuestionBody::Command { command, .. } if *command == text);
        entry.draft.edited = (!unchanged).then_some(text);
        entry.read = (0, 0);
        entry.scroll = 0;
        entry.panel = BarPanel::Buttons;
        let view = self.view;
        let Some(entry) = self.current() else { return };
        if self.is_unread(entry, view) {
            self.refuse_unread(effects);
        } else if is_high_risk(&entry.question) {
            self.show_dialog(BarPanel::field(FieldKind::Word, ""));
        } else {
            let decision = entry.draft.approval(&entry.question);
            self.approve(decision, effects);
        }
    }

    fn complain(&mut self, problem: &str, effects: &mut Vec<Effect>) {
        if let Some(field) = self.field_mut() {
            field.problem = Some(problem.to_owned());
        }
        effects.push(Effect::Bell);
    }

    /// Hands the answer out and returns the focus to the editor: further input is a message,
    /// whatever question comes up. The exception is the next question of a wizard that the
    /// user opened deliberately.
    pub(super) fn answer(&mut self, decision: Decision, effects: &mut Vec<Effect>) {
        let Some(entry) = self.current_mut() else {
            return;
        };
        entry.sent = true;
        let is_wizard = entry.question.wizard.is_some();
        let question = &entry.question;
        let follows = is_wizard.then(|| (question.origin.clone(), question.call));
        let answer = answer(&entry.question, decision);
        let session = self.session;
        self.answering = Some(answer.question);
        effects.push(Effect::Send(Command::AnswerQuestion { session, answer }));
        self.follows = follows.filter(|_| self.guard.is_deliberate());
        self.leave(effects);
        self.guard.has_answered = true;
        self.shown = None;
        self.show_any();
        self.wants_tick = true;
    }
}
