//! Questions to the user: how they are asked, timed out and closed. `answers` handles the answers.

use std::collections::VecDeque;

use super::answers::no_answer;
use super::calls::CallStage;
use super::guard::Looping;
use super::results::one_line;
use super::run::RunKind;
use super::session::{FirstShown, OpenQuestion, Session};
use super::{Attendance, StepBuilder};
use notice::{Notice, notice};
use protocol::approval::{
    AlwaysScope, Answer, AnsweredBy, Decision, NETWORK_AGAIN, Question, QuestionBody, RiskReport,
    WizardPlace,
};
use protocol::call::{ErrorCode, ToolError};
use protocol::command::CommandKind;
use protocol::event::EventKind;
use protocol::ids::{CallId, ContentHash, QuestionId};
use protocol::plan::{CallPlan, Executor, Grant};
use protocol::route::EgressTarget;
use protocol::session::SessionStatus;

/// A question that the engine itself asks about a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum EngineQuestion {
    /// The budget of calls is used up.
    Budget,
    Loop {
        looping: Looping,
        tool: String,
    },
}

impl Session {
    /// Asks whether a planned call may run. Without a user to ask, the answer is no.
    pub(super) fn ask_about_call(
        &mut self,
        plan: CallPlan,
        note: Option<Notice>,
        mut scopes: Vec<AlwaysScope>,
        risk: Option<RiskReport>,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let call = plan.call;
        if let Some(offered) = self.network_to_offer(&plan) {
            scopes.push(policy::network::session_scope(offered));
        }
        if turn.config.attendance == Attendance::Unattended {
            if let Some(run) = &mut self.thread.run {
                run.result.denied_unasked = run.result.denied_unasked.saturating_add(1);
            }
            self.refuse_call(call, nobody_to_ask(&plan), turn);
            return;
        }
        let mut body = plan.body.clone().unwrap_or_else(|| QuestionBody::Confirm {
            question: notice!("told-ask-run", word = plan.tool),
        });
        if let (QuestionBody::Write { note: place, .. }, Some(note)) = (&mut body, note) {
            *place = Some(note);
        }
        if let QuestionBody::Command { proposed, .. } = &mut body {
            *proposed = self.proposed_beside(&plan);
            let unwritten = self.take_unwritten(call);
            proposed
                .iter_mut()
                .for_each(|proposed| proposed.unwritten.clone_from(&unwritten));
        }
        let risk = risk.unwrap_or_else(|| plan.risk.clone());
        let timeout_s = timeout_of(&plan, turn.config.prompt_timeout_s);
        let asked = OpenedQuestion {
            call: Some(call),
            tool: plan.tool.clone(),
            shown: plan.shown,
            scopes,
            send_to: None,
            timeout_s,
            wizard: None,
        };
        self.open_question(body, risk, asked, turn);
        self.set_stage(call, CallStage::Asking(Box::new(plan)));
    }

    /// Asks a question of the agent. Without a user to ask, the answer is `no_user_answer` at once.
    pub(super) fn ask_for_agent(&mut self, plan: CallPlan, turn: &mut StepBuilder<'_, '_>) {
        let call = plan.call;
        if turn.config.attendance == Attendance::Unattended {
            let grant = Grant::Answered {
                answer: no_answer(),
            };
            self.run_call(plan, grant, notice!("told-allowed-unasked"), turn);
            return;
        }
        if !plan.steps.is_empty() {
            return self.begin_wizard(plan, turn);
        }
        let Some(body) = plan.body.clone() else {
            let message = notice!("told-no-question");
            let error = ToolError::new(ErrorCode::InvalidArguments, message);
            self.finish_with_error(call, error, turn);
            self.advance(turn);
            return;
        };
        let shown = plan.shown;
        self.put_question(plan, (body, shown, None), turn);
    }

    /// Asks the question of a plan and waits for its answer.
    pub(super) fn put_question(
        &mut self,
        plan: CallPlan,
        (body, shown, wizard): (QuestionBody, ContentHash, Option<WizardPlace>),
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let call = plan.call;
        let asked = OpenedQuestion {
            call: Some(call),
            tool: plan.tool.clone(),
            shown,
            scopes: Vec::new(),
            send_to: None,
            timeout_s: timeout_of(&plan, None),
            wizard,
        };
        let risk = RiskReport::low(notice!("risk-a-question-of-the"));
        self.open_question(body, risk, asked, turn);
        self.set_stage(call, CallStage::Asking(Box::new(plan)));
    }

    /// Asks whether the run may go on with a call.
    pub(super) fn ask_about_run(
        &mut self,
        call: CallId,
        question: &EngineQuestion,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let (tool, question) = match question {
            EngineQuestion::Budget => {
                let made = self
                    .thread
                    .run
                    .as_ref()
                    .map_or(0, |run| run.result.tool_calls);
                let more = turn.config.max_tool_calls;
                let question = notice!("told-ask-go-on", word = made, number = more);
                ("limit", question)
            }
            EngineQuestion::Loop {
                looping: Looping::Identical,
                tool,
            } => ("loop", notice!("told-ask-in-a-row", word = tool)),
            EngineQuestion::Loop {
                looping: Looping::Alternating,
                tool,
            } => ("loop", notice!("told-ask-in-turn", word = tool)),
        };
        let shown = shown(&question);
        let risk = RiskReport::medium(notice!("risk-the-run-may-be"));
        let timeout_s = turn.config.prompt_timeout_s;
        let asked = OpenedQuestion {
            call: Some(call),
            tool: tool.to_owned(),
            shown,
            scopes: Vec::new(),
            send_to: None,
            timeout_s,
            wizard: None,
        };
        self.open_question(QuestionBody::Confirm { question }, risk, asked, turn);
    }

    /// Asks the question whether a command that ran may run again with the network.
    pub(super) fn ask_about_network(
        &mut self,
        call: CallId,
        (body, shown): (QuestionBody, ContentHash),
        (risk, scope): (RiskReport, AlwaysScope),
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let asked = OpenedQuestion {
            call: Some(call),
            tool: NETWORK_AGAIN.to_owned(),
            shown,
            scopes: vec![scope],
            send_to: None,
            timeout_s: turn.config.prompt_timeout_s,
            wizard: None,
        };
        self.open_question(body, risk, asked, turn);
    }

    /// Names the asker: the agent, or the user who typed the command.
    fn asker(&self) -> String {
        match self.thread.run.as_ref().map(|run| run.kind) {
            Some(RunKind::UserShell) => "you".to_owned(),
            _ => self.thread.settings.agent.clone(),
        }
    }

    /// Asks whether content of the workspace may leave the machine; the question is about the run,
    /// not about a call.
    pub(super) fn ask_to_send(&mut self, to: &EgressTarget, turn: &mut StepBuilder<'_, '_>) {
        let question = notice!("told-ask-send", place = to.notice());
        let asked = OpenedQuestion {
            call: None,
            tool: "send".to_owned(),
            shown: shown(&question),
            scopes: Vec::new(),
            send_to: Some(to.clone()),
            timeout_s: turn.config.prompt_timeout_s,
            wizard: None,
        };
        let risk = RiskReport::medium(notice!("risk-content-leaves-this-machine"));
        self.open_question(QuestionBody::Confirm { question }, risk, asked, turn);
    }

    fn open_question(
        &mut self,
        body: QuestionBody,
        risk: RiskReport,
        asked: OpenedQuestion,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let Some(run) = self.thread.run.as_ref().map(|run| run.id) else {
            return;
        };
        // A question that an earlier process asked is asked again as the same question.
        let before = asked.call.and_then(|call| self.take_asked_before(call));
        let (id, created_at) = match &before {
            Some(before) => (before.id, before.created_at),
            None => (QuestionId(turn.new_id()), turn.cx.now),
        };
        let question = Question {
            id,
            session: self.id,
            run,
            call: asked.call,
            tool: asked.tool,
            origin: self.asker(),
            body,
            risk,
            changed: before.is_some_and(|before| before.shown != asked.shown),
            shown: asked.shown,
            scopes: asked.scopes,
            send_to: asked.send_to,
            created_at,
            timeout_s: asked.timeout_s,
            wizard: asked.wizard,
        };
        self.put(question, turn);
    }

    /// Asks a question; its time-out starts now.
    pub(super) fn put(&mut self, prompt: Question, turn: &mut StepBuilder<'_, '_>) {
        let id = prompt.id;
        let timer = prompt
            .timeout_s
            .map(|seconds| self.start_question_timer(id, seconds, turn));
        self.fact(turn, opened(prompt.clone()));
        let is_clarification = is_clarification(&prompt.body, &prompt.tool);
        self.notify_hooks(&prompt.tool, is_clarification, turn);
        self.questions.push_back(OpenQuestion {
            first: FirstShown::of(&prompt),
            question: prompt,
            timer,
        });
        self.set_status(SessionStatus::Waiting, None, turn);
        self.tell_session(|session| session.set_status(SessionStatus::Waiting, None, turn));
    }

    /// Does work in the session's own thread too, if an agent's is at hand.
    pub(super) fn tell_session(&mut self, work: impl FnOnce(&mut Self)) {
        if !self.is_main() {
            self.in_thread(self.id, work);
        }
    }

    /// Answers a question with no because its time is up.
    pub(super) fn question_timed_out(
        &mut self,
        prompt: QuestionId,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let Some(index) = self
            .questions
            .iter()
            .position(|open| open.question.id == prompt)
        else {
            return;
        };
        let Some(open) = self.questions.get_mut(index) else {
            return;
        };
        open.timer = None;
        let answer = Answer {
            question: prompt,
            shown: open.question.shown,
            decision: Decision::No { reason: None },
            by: AnsweredBy::Timeout,
        };
        self.close_question(index, answer, turn);
    }

    /// Pauses a time-out, or restarts it from the beginning.
    pub(super) fn pause_question(
        &mut self,
        prompt: QuestionId,
        paused: bool,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        self.in_thread_of_question(prompt, |session| session.pause_own(prompt, paused, turn));
    }

    fn pause_own(&mut self, prompt: QuestionId, paused: bool, turn: &mut StepBuilder<'_, '_>) {
        let Some(open) = self
            .questions
            .iter()
            .find(|open| open.question.id == prompt)
        else {
            let why = notice!("told-answered-before");
            turn.reject(self.id, CommandKind::PauseQuestionTimeout, why);
            return;
        };
        let (timer, timeout_s) = (open.timer, open.question.timeout_s);
        let timer = match (paused, timer, timeout_s) {
            (true, Some(timer), _) => {
                self.stop_timer(timer, turn);
                None
            }
            (false, None, Some(seconds)) => Some(self.start_question_timer(prompt, seconds, turn)),
            _ => return,
        };
        for open in self
            .questions
            .iter_mut()
            .filter(|open| open.question.id == prompt)
        {
            open.timer = timer;
        }
        self.fact(
            turn,
            EventKind::QuestionTimerChanged {
                question: prompt,
                paused,
            },
        );
    }

    /// Closes the questions of the run at hand because it is cancelled.
    pub(super) fn cancel_questions(&mut self, turn: &mut StepBuilder<'_, '_>) {
        let own = self.thread.run_id();
        let (own, others): (VecDeque<_>, VecDeque<_>) = std::mem::take(&mut self.questions)
            .into_iter()
            .partition(|open| Some(open.question.run) == own);
        self.questions = others;
        for open in own {
            self.cancel_question(&open, turn);
        }
        // The session may have waited only with this agent.
        self.tell_session(|session| session.resume_running(turn));
    }

    /// Answers a cancelled question with no.
    pub(super) fn cancel_question(&mut self, open: &OpenQuestion, turn: &mut StepBuilder<'_, '_>) {
        if let Some(timer) = open.timer {
            self.stop_timer(timer, turn);
        }
        let answer = Answer {
            question: open.question.id,
            shown: open.question.shown,
            decision: Decision::No { reason: None },
            by: AnsweredBy::Cancel,
        };
        self.fact(turn, answered(&open.question, answer));
        self.cancel_server_question(open.question.id, turn);
    }
}

/// Longest time that an agent program waits for permission, in seconds.
const PROGRAM_WAITS: u32 = 60;

/// Returns the time-out of a question about a plan, given the configured time-out.
fn timeout_of(plan: &CallPlan, configured: Option<u32>) -> Option<u32> {
    match plan.carried_out {
        Executor::ByProgram => {
            Some(configured.map_or(PROGRAM_WAITS, |seconds| seconds.min(PROGRAM_WAITS)))
        }
        Executor::ByUs | Executor::Already => configured,
    }
}

struct OpenedQuestion {
    /// The call that the question is about; a question about the run has none.
    call: Option<CallId>,
    tool: String,
    shown: ContentHash,
    scopes: Vec<AlwaysScope>,
    send_to: Option<EgressTarget>,
    timeout_s: Option<u32>,
    wizard: Option<WizardPlace>,
}

pub(super) fn is_clarification(body: &QuestionBody, tool: &str) -> bool {
    matches!(
        body,
        QuestionBody::Input { .. } | QuestionBody::Select { .. }
    ) || tool == "clarify_user"
}

fn opened(question: Question) -> EventKind {
    if is_clarification(&question.body, &question.tool) {
        EventKind::ClarificationOpened { question }
    } else {
        EventKind::QuestionOpened { question }
    }
}

pub(super) fn answered(question: &Question, answer: Answer) -> EventKind {
    let summary = summary(&question.body);
    if is_clarification(&question.body, &question.tool) {
        EventKind::ClarificationAnswered { answer, summary }
    } else {
        EventKind::QuestionAnswered { answer, summary }
    }
}

/// Returns the hash of the shown text of an engine question.
pub(super) fn shown(question: &Notice) -> ContentHash {
    ContentHash::of(question.to_string().as_bytes())
}

/// Summarises a question in one line.
fn summary(body: &QuestionBody) -> Notice {
    one_line(&match body {
        QuestionBody::Write { path, diff, .. } => notice!(
            "summary-write",
            path,
            added = diff.added,
            removed = diff.removed,
        ),
        QuestionBody::Delete { files } => match files.as_slice() {
            [one] => notice!("summary-delete", path = one.path),
            many => notice!("summary-deletes", number = many.len()),
        },
        QuestionBody::Command { command, .. } => Notice::text(format!("$ {command}")),
        QuestionBody::Confirm { question } => question.clone(),
        QuestionBody::Input { question, .. } | QuestionBody::Select { question, .. } => {
            Notice::text(question)
        }
    })
}

fn nobody_to_ask(plan: &CallPlan) -> ToolError {
    let why = match policy::scopes::exact_pattern(plan) {
        Some(pattern) => notice!("told-allow-to-run", word = pattern),
        None => notice!("told-run-to-be-asked"),
    };
    let message = notice!("told-needs-a-yes", why);
    ToolError::new(ErrorCode::PermissionDenied, message)
}
