//! Questions of MCP servers to the user: one step for each field of a form, in the queue of the other questions.
//!
//! A server may ask while a call of one of its tools runs; the question ends with that call. Everything else is
//! cancelled: nobody waits for the answer.

use std::collections::{BTreeMap, VecDeque};

use super::session::Session;
use super::{Attendance, Effect, StepBuilder};
use notice::{Notice, notice};
use protocol::approval::{AnsweredBy, Decision, Question, RiskReason, RiskReport, WizardPlace};
use protocol::ids::{CallId, ContentHash, QuestionId, RunId, SessionId};
use protocol::server_question::{AnswerToServer, AskedField, ServerQuestion};

/// Most questions of servers that are open in a session, and most that are asked in a run.
const MOST_OPEN: usize = 4;
const MOST_IN_RUN: u32 = 16;

/// Tool of the questions of servers.
const SERVER: &str = "server";

/// The questions of servers in a session.
#[derive(Debug, Default)]
pub(super) struct ServerQuestions {
    open: Vec<OpenServerQuestion>,
    /// The run in which servers asked last, and how often.
    asked: Option<(RunId, u32)>,
}

/// A question of a server that waits for the user.
#[derive(Debug)]
struct OpenServerQuestion {
    asked: ServerQuestion,
    /// The call that waits for it.
    call: CallId,
    /// The question to the user about the present step.
    question: QuestionId,
    place: WizardPlace,
}

impl ServerQuestions {
    fn with(&self, question: QuestionId) -> Option<usize> {
        let mut open = self.open.iter();
        open.position(|open| open.question == question)
    }

    fn step(&self, question: QuestionId) -> Option<&AskedField> {
        let open = self.open.get(self.with(question)?)?;
        open.asked.steps.get(open.place.number.checked_sub(1)?)
    }
}

/// Handles a question of a server: asks it in the session in which a call of the server runs.
pub(super) fn asked(
    sessions: &mut BTreeMap<SessionId, Session>,
    asked: ServerQuestion,
    turn: &mut StepBuilder<'_, '_>,
) {
    let calls = |session: &Session| session.running_call_of(&asked);
    let waiting = sessions
        .iter()
        .find_map(|(id, session)| Some((*id, calls(session)?)));
    match waiting.and_then(|(id, call)| Some((sessions.get_mut(&id)?, call))) {
        Some((session, call)) => {
            session.in_thread_of_call(call, |session| session.server_asks(asked, call, turn));
        }
        None => answer(asked.number, AnswerToServer::Cancelled, turn),
    }
}

/// Closes a question whose server does not wait for the answer any more.
pub(super) fn withdrawn(
    sessions: &mut BTreeMap<SessionId, Session>,
    number: u64,
    turn: &mut StepBuilder<'_, '_>,
) {
    for session in sessions.values_mut() {
        session.close_server_questions(|open| open.asked.number == number, turn);
    }
}

fn answer(number: u64, answer: AnswerToServer, turn: &mut StepBuilder<'_, '_>) {
    turn.effect(Effect::AnswerServer { number, answer });
}

impl Session {
    fn running_call_of(&self, asked: &ServerQuestion) -> Option<CallId> {
        let mut states = self.running_states();
        let state = states.find(|state| asked.tools.contains(&state.call.tool))?;
        Some(state.call.id)
    }

    fn server_asks(&mut self, asked: ServerQuestion, call: CallId, turn: &mut StepBuilder<'_, '_>) {
        let Some(run) = self.thread.run_id() else {
            return answer(asked.number, AnswerToServer::Cancelled, turn);
        };
        if turn.config.attendance == Attendance::Unattended {
            return answer(asked.number, AnswerToServer::Declined, turn);
        }
        let questions = &mut self.server_questions;
        let before = questions.asked.filter(|(of, _)| *of == run);
        let count = before.map_or(1, |(_, count)| count.saturating_add(1));
        questions.asked = Some((run, count));
        if questions.open.len() >= MOST_OPEN || count > MOST_IN_RUN {
            return answer(asked.number, AnswerToServer::Cancelled, turn);
        }
        let place = WizardPlace {
            number: 1,
            of: asked.steps.len(),
            answers: Vec::new(),
        };
        self.put_server_step(asked, call, place, turn);
    }

    /// Asks the present step. The server's proposal stands there as if the user had given it before.
    fn put_server_step(
        &mut self,
        asked: ServerQuestion,
        call: CallId,
        mut place: WizardPlace,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let step = place.number.saturating_sub(1);
        let (Some(field), Some(run)) = (asked.steps.get(step), &self.thread.run) else {
            return answer(asked.number, AnswerToServer::Cancelled, turn);
        };
        if place.answers.len() == step {
            place.answers.extend(field.default.clone());
        }
        let is_form = asked.steps.len() > 1;
        let id = QuestionId(turn.new_id());
        let shown = serde_json::to_vec(&(id, &asked.server, &field.body, &place));
        let question = Question {
            id,
            session: self.id,
            run: run.id,
            call: None,
            tool: SERVER.to_owned(),
            origin: format!("mcp:{}", asked.server),
            body: field.body.clone(),
            risk: risk(&asked),
            shown: ContentHash::of(&shown.unwrap_or_default()),
            changed: false,
            scopes: Vec::new(),
            send_to: None,
            created_at: turn.cx.now,
            timeout_s: turn.config.prompt_timeout_s,
            wizard: is_form.then(|| place.clone()),
        };
        self.server_questions.open.push(OpenServerQuestion {
            asked,
            call,
            question: id,
            place,
        });
        self.put(question, turn);
    }

    /// Returns why a decision is no answer to the field that a server asks for.
    pub(super) fn server_misfit(
        &self,
        question: QuestionId,
        decision: &Decision,
    ) -> Option<Notice> {
        self.server_questions.step(question)?.misfit(decision)
    }

    /// Handles the answer to a question that was a server's; returns whether it was.
    pub(super) fn server_question_answered(
        &mut self,
        question: QuestionId,
        decision: &Decision,
        by: AnsweredBy,
        turn: &mut StepBuilder<'_, '_>,
    ) -> bool {
        let Some(index) = self.server_questions.with(question) else {
            return false;
        };
        let OpenServerQuestion {
            asked,
            call,
            mut place,
            ..
        } = self.server_questions.open.swap_remove(index);
        let step = place.number.saturating_sub(1);
        match decision {
            Decision::No { .. } => {
                let refused = match by {
                    AnsweredBy::Key => AnswerToServer::Declined,
                    _ => AnswerToServer::Cancelled,
                };
                answer(asked.number, refused, turn);
            }
            Decision::Back => {
                place.number = step.max(1);
                self.put_server_step(asked, call, place, turn);
            }
            decision => {
                match place.answers.get_mut(step) {
                    Some(given) => *given = decision.clone(),
                    None => place.answers.push(decision.clone()),
                }
                place.number = place.number.saturating_add(1);
                if place.number > place.of {
                    let given = place.answers;
                    answer(asked.number, AnswerToServer::Accepted { given }, turn);
                } else {
                    self.put_server_step(asked, call, place, turn);
                }
            }
        }
        true
    }

    /// Tells a server that its question is closed, if the question was a server's.
    pub(super) fn cancel_server_question(
        &mut self,
        question: QuestionId,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if let Some(index) = self.server_questions.with(question) {
            let open = self.server_questions.open.swap_remove(index);
            answer(open.asked.number, AnswerToServer::Cancelled, turn);
        }
    }

    /// Closes the questions that a call of a server's tool waits for, since it is over.
    pub(super) fn close_questions_of_call(&mut self, call: CallId, turn: &mut StepBuilder<'_, '_>) {
        self.close_server_questions(|open| open.call == call, turn);
    }

    fn close_server_questions(
        &mut self,
        is_over: impl Fn(&OpenServerQuestion) -> bool,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let over = self
            .server_questions
            .open
            .iter()
            .filter(|open| is_over(open));
        let over: Vec<QuestionId> = over.map(|open| open.question).collect();
        if over.is_empty() {
            return;
        }
        let (closed, left) = std::mem::take(&mut self.questions)
            .into_iter()
            .partition::<VecDeque<_>, _>(|open| over.contains(&open.question.id));
        self.questions = left;
        for open in closed {
            let thread = self.conversation_of(open.question.run);
            self.in_thread(thread.unwrap_or(self.id), |session| {
                session.cancel_question(&open, turn);
                session.resume_running(turn);
            });
        }
    }
}

fn risk(asked: &ServerQuestion) -> RiskReport {
    let server = asked.server.as_str();
    let reason = notice!("risk-question-of-server", server);
    if !asked.wants_secret {
        return RiskReport::low(reason);
    }
    let mut risk = RiskReport::medium(notice!("risk-server-wants-secret", server));
    risk.reasons.push(RiskReason {
        text: reason,
        span: None,
    });
    risk
}
