//! Resumes a session whose process died while it waited for the user. The subject of each question
//! is checked again, the question is asked again as the same question, and the run goes on with the
//! answer. It repeats no started work, and does no work that needs an answer without one. Calls of
//! an agent program are lost with the program.

use super::calls::{CallStage, CallState};
use super::load::unknown;
use super::outcome::RecoveredChanges;
use super::questions::answered;
use super::run::{ActiveRun, Phase, RunKind};
use super::session::Session;
use super::taint::may_have_entered;
use super::{Attendance, StepBuilder};
use notice::notice;
use policy::decide::Taint;
use protocol::approval::{Answer, AnsweredBy, Decision, Question, QuestionBody};
use protocol::call::{CallResult, ToolCall};
use protocol::event::NoticeLevel;
use protocol::ids::{CallId, RunId};
use protocol::interrupted::{InterruptedCall, InterruptedRun};
use protocol::message::{Block, Message, MessageState, Role};
use protocol::session::{Run, RunResult, RunStatus, SessionSnapshot, SessionStatus};

/// A run that waited for the user, with the data to continue it.
pub(super) struct WaitingRun<'a> {
    snapshot: &'a SessionSnapshot,
    run: &'a Run,
    left: &'a InterruptedRun,
    /// The message that started the run.
    begun_with: &'a Message,
    kind: RunKind,
}

impl<'a> WaitingRun<'a> {
    /// Returns the run that waited; `None` if no run waited, if no user is present, or if the
    /// waiting call was lost with its process.
    pub(super) fn of(
        snapshot: &'a SessionSnapshot,
        recovered: &'a RecoveredChanges,
        attendance: Attendance,
    ) -> Option<Self> {
        let (run, left) = (snapshot.run.as_ref()?, recovered.left.as_ref()?);
        let mut messages = snapshot.messages.iter();
        let begun_with = messages.find(|message| message.id == run.message)?;
        let this = Self {
            snapshot,
            run,
            left,
            begun_with,
            kind: kind_of(snapshot, left, begun_with),
        };
        let waits = snapshot.summary.status == SessionStatus::Waiting
            && run.status == RunStatus::WaitingForUser
            && left.run == run.id
            && attendance == Attendance::Attended
            && this.kind != RunKind::Compaction;
        (waits && !this.is_cut_off() && this.is_all_there()).then_some(this)
    }

    /// Whether an answer was coming in, or the question came from an agent program that is gone.
    fn is_cut_off(&self) -> bool {
        let last = self
            .messages()
            .rfind(|message| message.role == Role::Assistant);
        let Some(last) = last else { return false };
        let provider = last
            .model
            .as_deref()
            .and_then(|model| model.split_once('/'));
        let by_program = provider.is_some_and(|(provider, _)| {
            let settings = &self.snapshot.summary.settings;
            settings.known_as.contains_key(provider)
        });
        last.state == MessageState::Streaming || (by_program && self.kind == RunKind::Agent)
    }

    /// Whether every open question can be asked again.
    fn is_all_there(&self) -> bool {
        let waits = |id: CallId| {
            let mut calls = self.left.calls.iter();
            calls.any(|left| left.call.id == id && !left.begun)
        };
        let is_there = |question: &Question| match question.call {
            Some(call) => waits(call),
            None => question.send_to.is_some() && self.left.calls.is_empty(),
        };
        let prompts = &self.snapshot.questions;
        !prompts.is_empty() && prompts.iter().all(is_there)
    }

    fn messages(&self) -> impl DoubleEndedIterator<Item = &'a Message> {
        of_run(self.snapshot, self.run.id)
    }

    /// Continues the run where the process died.
    pub(super) fn goes_on(&self, session: &mut Session, turn: &mut StepBuilder<'_, '_>) {
        let mut run = self.active(session, turn);
        let is_consenting = self.left.calls.is_empty();
        if is_consenting {
            run.phase = Phase::Consenting;
            // Once the user answers, the withheld request is sent.
            session.thread.steps = session.thread.steps.saturating_add(1);
            run.step_number = run.step_number.saturating_add(1);
            let asked = self.snapshot.questions.first();
            run.asks_to_send = asked.and_then(|prompt| prompt.send_to.clone());
        }
        if may_have_entered(self.messages()) {
            session.thread.taint = Taint::Outside;
        }
        session.thread.queue = self.snapshot.queued.iter().cloned().collect();
        session.thread.run = Some(run);
        turn.notice(session.id, NoticeLevel::Info, notice!("told-asked-again"));
        for left in self.left.calls.iter().filter(|left| left.begun) {
            session.add_result(unknown(&left.call), turn);
        }
        if is_consenting {
            for prompt in &self.snapshot.questions {
                session.put(prompt.clone(), turn);
            }
        } else {
            session.advance(turn);
        }
    }

    /// Rebuilds the run as far as the stored state allows.
    fn active(&self, session: &Session, turn: &mut StepBuilder<'_, '_>) -> ActiveRun {
        let route = session.first_route(turn);
        let text = text_of(self.begun_with);
        let mut run = ActiveRun::new(self.run.id, self.kind, &text, route, turn);
        let asked_at = self
            .snapshot
            .questions
            .iter()
            .map(|question| question.created_at);
        // The time in which no process ran does not count.
        let lived = asked_at
            .max()
            .map(|at| at.duration_since(self.run.started_at));
        run.started_at = lived
            .and_then(|lived| turn.cx.now.checked_sub(lived).ok())
            .unwrap_or(turn.cx.now);
        let answers = || {
            self.messages()
                .filter(|message| message.role == Role::Assistant)
        };
        run.step_number = u32::try_from(answers().count()).unwrap_or(u32::MAX);
        run.answered_by = answers().next_back().map(|message| message.id);
        run.checkpoint = self.left.checkpoint;
        run.kept = self.left.kept.iter().copied().collect();
        run.result = self.result_so_far();
        for call in self.done().map(|(call, _)| call) {
            run.guard.observe(call);
        }
        let max = turn.config.max_tool_calls;
        run.budget = if self
            .snapshot
            .questions
            .iter()
            .any(|question| question.call.is_some() && question.tool == "limit")
        {
            0
        } else {
            max - run.result.tool_calls.checked_rem(max).unwrap_or(0)
        };
        run.calls = self
            .left
            .calls
            .iter()
            .map(|left| self.call_state(left))
            .collect();
        run
    }

    fn call_state(&self, left: &InterruptedCall) -> CallState {
        let mut state = CallState::waiting(left.call.clone(), left.class);
        if left.begun {
            state.stage = CallStage::Done;
        }
        let mut prompts = self.snapshot.questions.iter();
        let asked = prompts.find(|question| question.call == Some(left.call.id));
        state.edited = asked.and_then(|question| edited_in(question, &left.call));
        state.asked_before = asked.cloned().map(Box::new);
        state
    }

    /// Returns the calls of the run that have a result, with the result.
    fn done(&self) -> impl Iterator<Item = (&'a ToolCall, &'a CallResult)> {
        let blocks = || self.messages().flat_map(|message| &message.blocks);
        let results: Vec<&CallResult> = blocks()
            .filter_map(|block| match block {
                Block::ToolResult { result } => Some(result),
                _ => None,
            })
            .collect();
        let calls: Vec<&ToolCall> = blocks()
            .filter_map(|block| match block {
                Block::ToolUse { call } => Some(call),
                _ => None,
            })
            .collect();
        calls.into_iter().filter_map(move |call| {
            let mut results = results.iter();
            let result = results.find(|result| result.call == call.id)?;
            Some((call, *result))
        })
    }

    fn result_so_far(&self) -> RunResult {
        let mut result = RunResult {
            files_modified: self.left.files.clone(),
            ..RunResult::default()
        };
        for message in self
            .messages()
            .filter(|message| message.role == Role::Assistant)
        {
            if let Some(usage) = &message.usage {
                result.usage.add(usage);
            }
            let text = text_of(message);
            if !text.trim().is_empty() {
                result.report = text;
            }
        }
        for (call, ended) in self.done() {
            result.count_call(&call.tool, None);
            result.count_end(ended);
        }
        result
    }
}

impl Session {
    /// Whether the session only waits for the user's answer.
    pub(super) fn only_waits(&self) -> bool {
        let rests = |run: &ActiveRun| {
            let waits = matches!(run.phase, Phase::Calls | Phase::Consenting);
            waits && !run.calls.iter().any(|state| state.has_begun())
        };
        self.thread.status == SessionStatus::Waiting
            && !self.review.is_applying()
            && self.parked.is_empty()
            && self.thread.run.as_ref().is_some_and(rests)
    }

    /// Whether the session waits for the answer to a question of an earlier process, and no user
    /// has opened it since.
    pub(super) fn waits_elsewhere(&self) -> bool {
        self.thread.run.is_none() && self.thread.status == SessionStatus::Waiting
    }

    pub(super) fn was_asked_before(&self, call: CallId) -> bool {
        self.call_state(call)
            .is_some_and(|state| state.asked_before.is_some())
    }

    pub(super) fn take_asked_before(&mut self, call: CallId) -> Option<Box<Question>> {
        self.call_state_mut(call)?.asked_before.take()
    }

    /// Closes the earlier question about a call that can no longer run, so that the user need not
    /// answer it.
    pub(super) fn close_asked_before(&mut self, call: CallId, turn: &mut StepBuilder<'_, '_>) {
        let Some(prompt) = self.take_asked_before(call) else {
            return;
        };
        let answer = Answer {
            question: prompt.id,
            shown: prompt.shown,
            decision: Decision::No { reason: None },
            by: AnsweredBy::Cancel,
        };
        self.fact(turn, answered(&prompt, answer));
        self.resume_running(turn);
    }
}

/// Determines who drove a run.
fn kind_of(snapshot: &SessionSnapshot, left: &InterruptedRun, begun_with: &Message) -> RunKind {
    let of_model = |call: &ToolCall| {
        let mut blocks = of_run(snapshot, left.run).flat_map(|message| &message.blocks);
        blocks.any(|block| matches!(block, Block::ToolUse { call: of } if of.id == call.id))
    };
    if begun_with.role == Role::System {
        RunKind::Compaction
    } else if left.calls.iter().any(|left| !of_model(&left.call)) {
        RunKind::UserShell
    } else {
        RunKind::Agent
    }
}

fn of_run(snapshot: &SessionSnapshot, run: RunId) -> impl DoubleEndedIterator<Item = &Message> {
    let messages = snapshot.messages.iter();
    messages.filter(move |message| message.run == Some(run))
}

fn text_of(message: &Message) -> String {
    let texts = message.blocks.iter().filter_map(|block| match block {
        Block::Text { text } => Some(text.as_str()),
        _ => None,
    });
    texts.collect()
}

/// Returns the command as the user had edited it, if the question was about the edited command.
fn edited_in(question: &Question, call: &ToolCall) -> Option<String> {
    let QuestionBody::Command { command, .. } = &question.body else {
        return None;
    };
    let asked_for = call.arguments.get("command")?.as_str()?;
    (asked_for != command).then(|| command.clone())
}
