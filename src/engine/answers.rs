//! The user's answers: whether an answer fits its question, and its consequences.

use serde_json::{Value, json};

use super::calls::CallStage;
use super::questions::{EngineQuestion, answered};
use super::review::command_barrier::ProposalsBeforeCommand;
use super::session::Session;
use super::{Effect, StepBuilder};
use notice::{Notice, notice};
use policy::state as policy_state;
use protocol::approval::{
    Answer, AnsweredBy, Decision, GrantScope, InvalidAnswer, NO_ANSWER, Question, QuestionBody,
    Rule, RuleEffect, RuleScope, Validation,
};
use protocol::call::{ErrorCode, ToolClass, ToolError};
use protocol::command::CommandKind;
use protocol::ids::{CallId, HunkId, RuleId};
use protocol::plan::{CallPlan, Grant};

impl Session {
    /// Handles an answer of the user. Only the shell can tell where a path leads, so an answer with
    /// a path is checked there first.
    pub(super) fn answer_question(&mut self, answer: Answer, turn: &mut StepBuilder<'_, '_>) {
        self.in_thread_of_question(answer.question, |session| session.take_answer(answer, turn));
    }

    fn take_answer(&mut self, answer: Answer, turn: &mut StepBuilder<'_, '_>) {
        if let Some(index) = self.answerable(&answer, turn) {
            match self.path_in(index, &answer) {
                Some(path) => turn.effect(Effect::CheckPath {
                    session: self.id,
                    path,
                    answer,
                }),
                None => self.close_question(index, answer, turn),
            }
        }
    }

    /// Handles the shell's check of the path in an answer.
    pub(super) fn path_checked(
        &mut self,
        answer: Answer,
        result: Result<(), Notice>,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if let Err(why) = result {
            return turn.reject(self.id, CommandKind::AnswerQuestion, why);
        }
        self.in_thread_of_question(answer.question, |session| {
            if let Some(index) = session.answerable(&answer, turn) {
                session.close_question(index, answer, turn);
            }
        });
    }

    /// Returns the typed path if the question asks for one.
    fn path_in(&self, index: usize, answer: &Answer) -> Option<String> {
        let body = &self.questions.get(index)?.question.body;
        match (body, &answer.decision) {
            (
                QuestionBody::Input {
                    validation: Validation::Path,
                    ..
                },
                Decision::Text { text },
            ) => Some(text.trim().to_owned()),
            _ => None,
        }
    }

    /// Returns the index of the question that the answer belongs to and fits; otherwise rejects the
    /// answer and returns `None`.
    fn answerable(&self, answer: &Answer, turn: &mut StepBuilder<'_, '_>) -> Option<usize> {
        let Some(index) = self
            .questions
            .iter()
            .position(|open| open.question.id == answer.question)
        else {
            turn.reject(
                self.id,
                CommandKind::AnswerQuestion,
                notice!("told-answered-or-over"),
            );
            return None;
        };
        let open = self.questions.get(index)?;
        if open.question.shown != answer.shown {
            turn.reject(
                self.id,
                CommandKind::AnswerQuestion,
                notice!("told-shown-changed"),
            );
            return None;
        }
        if !fits(&open.question, &answer.decision) {
            turn.reject(
                self.id,
                CommandKind::AnswerQuestion,
                notice!("told-answer-misfit"),
            );
            return None;
        }
        if let Some(unfit) = unfit(&open.question.body, &answer.decision) {
            turn.reject(self.id, CommandKind::AnswerQuestion, unfit.wanted());
            return None;
        }
        if let Some(why) = self.server_misfit(answer.question, &answer.decision) {
            turn.reject(self.id, CommandKind::AnswerQuestion, why);
            return None;
        }
        if let Some(unknown) = self.unknown_hunk(&open.question, &answer.decision) {
            let why = notice!("told-no-hunk-of", word = unknown.to_string());
            turn.reject(self.id, CommandKind::AnswerQuestion, why);
            return None;
        }
        Some(index)
    }

    /// Returns an accepted hunk that the change in question does not have.
    fn unknown_hunk(&self, question: &Question, decision: &Decision) -> Option<HunkId> {
        let Decision::Hunks { accepted } = decision else {
            return None;
        };
        let change = question
            .call
            .and_then(|call| self.call_state(call))
            .and_then(|state| match &state.stage {
                CallStage::Asking(plan) => plan.change.as_ref(),
                _ => None,
            });
        let known = change.map(|change| change.entry.hunks.as_slice());
        let known = known.unwrap_or_default();
        accepted
            .iter()
            .find(|id| known.iter().all(|hunk| hunk.id != **id))
            .copied()
    }

    /// Closes a question with an answer and carries out the decision.
    pub(super) fn close_question(
        &mut self,
        index: usize,
        answer: Answer,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let Some(open) = self.questions.remove(index) else {
            return;
        };
        if let Some(timer) = open.timer {
            self.stop_timer(timer, turn);
        }
        let decision = answer.decision.clone();
        let by = answer.by;
        self.fact(turn, answered(&open.question, answer));
        self.resume_running(turn);
        if self.server_question_answered(open.question.id, &decision, by, turn) {
            return;
        }
        let Some(call) = open.question.call else {
            self.egress_answered(&decision, by, turn);
            return;
        };
        match self.take_stage(call) {
            Some(CallStage::Held(question)) => {
                self.loop_answered(call, &question, decision, by, turn);
            }
            Some(CallStage::AskingAgain) => self.network_answered(call, &decision, by, turn),
            Some(CallStage::Asking(plan)) => match open.question.wizard {
                Some(place) => self.step_answered(*plan, place, decision, by, turn),
                None => self.asked_answered(*plan, decision, by, turn),
            },
            Some(other) => self.set_stage(call, other),
            None => {}
        }
    }

    fn take_stage(&mut self, call: CallId) -> Option<CallStage> {
        let mut calls = self.thread.run.as_mut()?.calls.iter_mut();
        let state = calls.find(|state| state.call.id == call)?;
        Some(std::mem::replace(&mut state.stage, CallStage::Preparing))
    }

    fn loop_answered(
        &mut self,
        call: CallId,
        question: &EngineQuestion,
        decision: Decision,
        by: AnsweredBy,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let limit = turn.config.max_tool_calls;
        let Some(run) = &mut self.thread.run else {
            return;
        };
        run.guard.reset();
        let reason = match decision {
            Decision::Yes | Decision::Always { .. } => {
                if let Some(budget) = self.call_budget() {
                    *budget = limit.max(*budget);
                }
                self.prepare_call(call, turn);
                // The calls behind the answered one were held with it.
                self.advance(turn);
                return;
            }
            Decision::No { reason } => reason,
            _ => None,
        };
        match question {
            EngineQuestion::Loop { looping, .. } => {
                let error = refused(reason, by);
                self.refuse_loop(call, *looping, Some(error), turn);
            }
            EngineQuestion::Budget => {
                let made = run.result.tool_calls;
                let why = match by {
                    AnsweredBy::Timeout => notice!("told-go-on-unanswered"),
                    _ => notice!("told-as-you-said"),
                };
                self.fail_run(
                    notice!("told-stopped-after", word = made, why),
                    Some(notice!("told-send-another")),
                    Some(ErrorCode::MaxIterations),
                    turn,
                );
            }
        }
    }

    fn asked_answered(
        &mut self,
        mut plan: CallPlan,
        decision: Decision,
        by: AnsweredBy,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let call = plan.call;
        let allowed_by = allowed_by(by);
        if plan.class == ToolClass::Ask {
            let answer = answer_for_model(plan.body.as_ref(), &decision);
            self.run_call(plan, Grant::Answered { answer }, allowed_by, turn);
            return;
        }
        match decision {
            Decision::Yes | Decision::Network => {
                if decision == Decision::Network {
                    self.grant_network(&mut plan);
                }
                self.leave_plan_mode(&plan, turn);
                let grant = self.grant_of_yes(call);
                match self.proposed_beside(&plan) {
                    Some(_) => self.write_then_run(plan, grant, allowed_by, turn),
                    None => self.write_or_propose(plan, grant, allowed_by, turn),
                }
            }
            Decision::OnDisk => {
                let grant = self.grant_of_yes(call);
                self.run_apart(plan, grant, allowed_by, turn);
            }
            Decision::Always { scope } => {
                if scope == GrantScope::Network {
                    if let Some(granted) = self.grant_network(&mut plan) {
                        self.allow_network(&granted, turn);
                    }
                } else {
                    self.grant_always(&plan, scope, turn);
                }
                match self.proposed_beside(&plan) {
                    Some(_) => self.write_then_run(plan, Grant::AsPlanned, allowed_by, turn),
                    None => self.write_or_propose(plan, Grant::AsPlanned, allowed_by, turn),
                }
            }
            Decision::Edited { text, on_disk } if plan.class == ToolClass::Command => {
                let proposed = on_disk.then_some(ProposalsBeforeCommand::Apart);
                self.judge_edited_command(call, text, proposed, turn);
            }
            Decision::Edited { text, .. } => {
                self.write_or_propose(plan, Grant::Edited { text }, allowed_by, turn);
            }
            Decision::Hunks { accepted } => {
                self.write_or_propose(plan, Grant::Hunks { accepted }, allowed_by, turn);
            }
            Decision::Files { paths } => self.files_chosen(plan, &paths, allowed_by, turn),
            Decision::No { reason } => self.refuse_call(call, refused(reason, by), turn),
            Decision::Text { .. }
            | Decision::Selected { .. }
            | Decision::Skipped
            | Decision::Never
            | Decision::Back => {
                self.refuse_call(call, refused(None, by), turn);
            }
        }
    }

    /// Returns the grant of a plain yes: for the plan, or for the command as the user edited it
    /// earlier.
    pub(super) fn grant_of_yes(&self, call: CallId) -> Grant {
        match self.call_state(call).and_then(|state| state.edited.clone()) {
            Some(text) => Grant::Edited { text },
            None => Grant::AsPlanned,
        }
    }

    /// Handles a user's choice of only some of the files to be deleted. A call that can only delete
    /// all of them is refused with the names of the files that may be deleted.
    fn files_chosen(
        &mut self,
        plan: CallPlan,
        paths: &[String],
        allowed_by: Notice,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let all = match &plan.body {
            Some(QuestionBody::Delete { files }) => {
                files.iter().all(|file| paths.contains(&file.path))
            }
            _ => false,
        };
        if all {
            self.run_call(plan, Grant::AsPlanned, allowed_by, turn);
            return;
        }
        let call = plan.call;
        let reason = match paths {
            [] => notice!("told-none-deleted"),
            some => notice!("told-only-deleted", places = some.join(", ")),
        };
        self.refuse_call(call, refused(Some(reason), AnsweredBy::Key), turn);
    }

    fn grant_always(&mut self, plan: &CallPlan, scope: GrantScope, turn: &mut StepBuilder<'_, '_>) {
        let rule_scope = match scope {
            GrantScope::UntilNextMessage => {
                policy_state::grant_until_next_message(&mut self.policy, plan.class);
                self.policy_changed(turn);
                return;
            }
            // Granted with the network itself.
            GrantScope::Network => return,
            GrantScope::Session => RuleScope::Session,
            GrantScope::Workspace => RuleScope::Workspace,
            GrantScope::User => RuleScope::User,
        };
        let Some(pattern) = policy::scopes::exact_pattern(plan) else {
            return;
        };
        let rule = Rule {
            id: RuleId(turn.new_id()),
            effect: RuleEffect::Allow,
            pattern: pattern.clone(),
            scope: rule_scope,
        };
        policy_state::add_rule(&mut self.policy, rule);
        self.policy_changed(turn);
        if rule_scope != RuleScope::Session {
            let (session, effect) = (self.id, RuleEffect::Allow);
            turn.effect(Effect::SaveRule {
                session,
                scope,
                effect,
                pattern,
            });
        }
    }
}

/// Whether the question offers this decision.
fn fits(question: &Question, decision: &Decision) -> bool {
    let body = &question.body;
    match decision {
        Decision::No { .. } => true,
        Decision::Yes => matches!(
            body,
            QuestionBody::Write { .. }
                | QuestionBody::Delete { .. }
                | QuestionBody::Command { .. }
                | QuestionBody::Confirm { .. }
        ),
        Decision::Always { scope } => question.scopes.iter().any(|offer| offer.scope == *scope),
        Decision::Edited { on_disk: true, .. } => Session::asks_about_proposed(body),
        Decision::Edited { .. } => {
            matches!(
                body,
                QuestionBody::Write { .. } | QuestionBody::Command { .. }
            )
        }
        Decision::Hunks { accepted } => {
            matches!(body, QuestionBody::Write { .. }) && !accepted.is_empty()
        }
        Decision::Text { .. } => {
            matches!(
                body,
                QuestionBody::Input { .. } | QuestionBody::Select { .. }
            )
        }
        Decision::Selected { indices } => match body {
            QuestionBody::Select {
                options, multiple, ..
            } => {
                indices.iter().all(|index| *index < options.len())
                    && (*multiple || indices.len() == 1)
            }
            _ => false,
        },
        Decision::Files { .. } => matches!(body, QuestionBody::Delete { .. }),
        Decision::OnDisk => Session::asks_about_proposed(body),
        Decision::Network => question.offers_network(),
        Decision::Never => question.asks_for_network_again(),
        Decision::Skipped => {
            matches!(
                body,
                QuestionBody::Input { .. } | QuestionBody::Select { .. }
            )
        }
        Decision::Back => question.has_way_back(),
    }
}

/// Returns the reason why a typed answer does not match the question; `None` if it matches.
fn unfit(body: &QuestionBody, decision: &Decision) -> Option<InvalidAnswer> {
    match (body, decision) {
        (QuestionBody::Input { validation, .. }, Decision::Text { text }) => validation.unfit(text),
        _ => None,
    }
}

/// Returns a notice of what allowed a call.
pub(super) fn allowed_by(by: AnsweredBy) -> Notice {
    match by {
        AnsweredBy::Key => notice!("told-allowed-answer"),
        AnsweredBy::Rule => notice!("told-allowed-rule"),
        AnsweredBy::Mode => notice!("told-allowed-mode"),
        AnsweredBy::Timeout => notice!("told-allowed-time-out"),
        AnsweredBy::Cancel => notice!("told-allowed-cancel"),
        AnsweredBy::Nobody => notice!("told-allowed-nobody"),
    }
}

fn refused(reason: Option<Notice>, by: AnsweredBy) -> ToolError {
    let why = match by {
        AnsweredBy::Timeout => notice!("told-counts-as-no"),
        _ => notice!("told-user-refused"),
    };
    let reason = reason.filter(|reason| !reason.to_string().trim().is_empty());
    let (message, details) = match reason {
        Some(reason) => (
            notice!("told-refused-reason", why, reason),
            json!({ "reason": reason.to_string() }),
        ),
        None => (notice!("told-refused-explain", why), Value::Null),
    };
    ToolError::new(ErrorCode::UserRejected, message).with_details(details)
}

/// Returns the answer to a question that the user skipped, or that had no user to answer it.
pub(super) fn no_answer() -> Value {
    json!({ "answer": NO_ANSWER })
}

/// Returns the text of an answer for the model.
pub(super) fn answer_for_model(body: Option<&QuestionBody>, decision: &Decision) -> Value {
    match decision {
        Decision::Yes | Decision::Network | Decision::Always { .. } => json!({ "answer": "yes" }),
        Decision::No {
            reason: Some(reason),
        } => json!({ "answer": "no", "reason": reason.to_string() }),
        Decision::No { reason: None } | Decision::Never => json!({ "answer": "no" }),
        Decision::Text { text } | Decision::Edited { text, .. } => json!({ "answer": text }),
        Decision::Selected { indices } => {
            let Some(QuestionBody::Select {
                options, multiple, ..
            }) = body
            else {
                return no_answer();
            };
            let chosen: Vec<&String> = indices
                .iter()
                .filter_map(|index| options.get(*index))
                .collect();
            if *multiple {
                json!({ "answer": chosen })
            } else {
                json!({ "answer": chosen.first() })
            }
        }
        Decision::Hunks { .. }
        | Decision::Files { .. }
        | Decision::OnDisk
        | Decision::Skipped
        | Decision::Back => no_answer(),
    }
}
