//! A wizard: the questions of one call, asked one after the other with a way back. The answers so
//! far are part of the open question, so they survive the process.

use serde_json::{Value, json};

use super::StepBuilder;
use super::answers::{allowed_by, answer_for_model, no_answer};
use super::session::Session;
use protocol::approval::{AnsweredBy, Decision, QuestionBody, WizardPlace};
use protocol::ids::ContentHash;
use protocol::plan::{CallPlan, Grant};

impl Session {
    /// Asks the first question, or the one that an earlier process asked.
    pub(super) fn begin_wizard(&mut self, plan: CallPlan, turn: &mut StepBuilder<'_, '_>) {
        let asked = self.call_state(plan.call);
        let asked = asked.and_then(|state| state.asked_before.as_ref());
        let before = asked.and_then(|question| question.wizard.clone());
        let before = before.filter(|place| place.of == plan.steps.len());
        let place = before.unwrap_or_else(|| WizardPlace {
            number: 1,
            of: plan.steps.len(),
            answers: Vec::new(),
        });
        self.put_step(plan, place, turn);
    }

    fn put_step(&mut self, plan: CallPlan, place: WizardPlace, turn: &mut StepBuilder<'_, '_>) {
        let step = place.number.checked_sub(1);
        let Some(body) = step.and_then(|step| plan.steps.get(step)).cloned() else {
            return self.finish_wizard(plan, &place.answers, AnsweredBy::Nobody, turn);
        };
        // Each question has its own hash, so that an answer to one never counts for another.
        let shown = serde_json::to_vec(&(&plan.shown, &place)).unwrap_or_default();
        let shown = ContentHash::of(&shown);
        self.put_question(plan, (body, shown, Some(place)), turn);
    }

    /// Handles an answer in a wizard: asks the next question or the previous one, or
    /// completes the call.
    pub(super) fn step_answered(
        &mut self,
        plan: CallPlan,
        mut place: WizardPlace,
        decision: Decision,
        by: AnsweredBy,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let step = place.number.saturating_sub(1);
        let asks_yes_or_no = matches!(plan.steps.get(step), Some(QuestionBody::Confirm { .. }));
        match decision {
            Decision::Back => {
                place.number = step.max(1);
                self.put_step(plan, place, turn);
            }
            // A refusal to answer a question other than yes-or-no ends the whole wizard.
            Decision::No { .. } if !asks_yes_or_no => {
                let answer = answer_for_model(None, &decision);
                self.run_call(plan, Grant::Answered { answer }, allowed_by(by), turn);
            }
            decision => {
                match place.answers.get_mut(step) {
                    Some(given) => *given = decision,
                    None => place.answers.push(decision),
                }
                place.number = place.number.saturating_add(1);
                if place.number > plan.steps.len() {
                    self.finish_wizard(plan, &place.answers, by, turn);
                } else {
                    self.put_step(plan, place, turn);
                }
            }
        }
    }

    fn finish_wizard(
        &mut self,
        plan: CallPlan,
        answers: &[Decision],
        by: AnsweredBy,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let answer = all_answers(&plan.steps, answers);
        self.run_call(plan, Grant::Answered { answer }, allowed_by(by), turn);
    }
}

/// Collects the answers in the order of the questions. A skipped question has `no_user_answer`.
fn all_answers(steps: &[QuestionBody], answers: &[Decision]) -> Value {
    if answers
        .iter()
        .all(|decision| matches!(decision, Decision::Skipped))
    {
        return no_answer();
    }
    let mut given = Vec::new();
    for (body, decision) in steps.iter().zip(answers) {
        let mut answer = answer_for_model(Some(body), decision);
        given.push(
            answer
                .get_mut("answer")
                .map(Value::take)
                .unwrap_or_default(),
        );
    }
    json!({ "answer": given })
}
