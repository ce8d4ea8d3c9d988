//! A run: from the user's message through steps and calls to its result.

use std::collections::{BTreeSet, VecDeque};

use jiff::Timestamp;

use super::calls::CallState;
use super::faults::FaultyAnswers;
use super::guard::LoopGuard;
use super::hooks::HookDefinitions;
use super::ignored_calls::EmptyAnswer;
use super::memory::RecallProgress;
use super::session::Session;
use super::step::Streaming;
use super::thread::AgentEnd;
use super::title::title_of;
use super::{Overflow, StepBuilder};
use notice::Notice;
use policy::decide::Taint;
use protocol::call::ErrorCode;
use protocol::change::FileStat;
use protocol::command::CancelMode;
use protocol::event::{EventKind, UnqueueReason};
use protocol::ids::{CallId, CheckpointId, FileId, MessageId, RunId, StepId, TimerId};
use protocol::mention::MentionedPart;
use protocol::message::Role;
use protocol::picture::MentionedPicture;
use protocol::route::{EgressTarget, Route};
use protocol::session::{RunResult, SessionStatus, UnappliedFile};
use protocol::stream::Freshness;

#[derive(Debug)]
pub(super) struct ActiveRun {
    pub(super) id: RunId,
    /// First words of the message, for the name of the run's checkpoint.
    pub(super) title: String,
    pub(super) kind: RunKind,
    pub(super) started_at: Timestamp,
    pub(super) phase: Phase,
    /// Number of the attempt at the current request, from 1.
    pub(super) attempt: u32,
    /// Number of requests of this run.
    pub(super) step_number: u32,
    pub(super) stream: Option<Streaming>,
    /// Whether answers from the cache may be used.
    pub(super) freshness: Freshness,
    /// Treatment of a conversation that does not fit.
    pub(super) overflow: Overflow,
    /// The model that answers, and why.
    pub(super) route: Route,
    /// Whether the route has been reported.
    pub(super) is_route_said: bool,
    /// Whether the remote model was needed but may not be used.
    pub(super) is_barred: bool,
    /// The target of the withheld content, while the user is asked.
    pub(super) asks_to_send: Option<EgressTarget>,
    /// The timer that ends a step that takes too long.
    pub(super) step_timer: Option<TimerId>,
    /// Edits that did not apply or failed their checks.
    pub(super) failed_edits: u32,
    /// Edits that are valid, on the disk or proposed.
    pub(super) usable_edits: u32,
    /// Lines and folders that the user's messages name, not checked yet; or their faults.
    pub(super) named: Vec<Result<MentionedPart, Notice>>,
    /// Files that the user's messages name, which may be pictures and are not checked yet.
    pub(super) named_pictures: Vec<MentionedPicture>,
    /// Whether the definitions of hooks are those of now.
    pub(super) hook_definitions: HookDefinitions,
    pub(super) recall: RecallProgress,
    /// Messages of the user that hooks have not been asked about.
    pub(super) submitted: VecDeque<(MessageId, String)>,
    /// Whether the run goes on because a hook objected to its end.
    pub(super) is_held_by_hook: bool,
    /// The message of the last answer.
    pub(super) answered_by: Option<MessageId>,
    /// The calls of the last answer, in order.
    pub(super) calls: Vec<CallState>,
    /// Calls that may still be made before the user is asked.
    pub(super) budget: u32,
    pub(super) guard: LoopGuard,
    /// Loops that were detected and refused.
    pub(super) loops_refused: u32,
    /// Answers with calls that do not fit the tools' schema.
    pub(super) schema_errors: FaultyAnswers,
    /// Consecutive answers with writes to files that had changed.
    pub(super) conflicts: FaultyAnswers,
    /// The kind of the last answer, if it was empty.
    pub(super) answered_nothing: Option<EmptyAnswer>,
    /// Number of consecutive empty answers.
    pub(super) empty_answers: u32,
    pub(super) checkpoint: Option<CheckpointId>,
    /// Files whose base was recorded in this run.
    pub(super) kept: BTreeSet<FileId>,
    /// The error that ends the run.
    pub(super) failure: Option<Failure>,
    pub(super) result: RunResult,
    /// The calls that started agents.
    pub(super) agent_calls: Vec<CallId>,
}

/// The error that ends a run.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) error: Notice,
    pub(super) hint: Option<Notice>,
    pub(super) code: Option<ErrorCode>,
    /// Whether the session freezes: nothing can be sent any more, because the model or program that
    /// would answer is gone.
    pub(super) freezes: bool,
}

/// The driver of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RunKind {
    Agent,
    /// The user, with one command.
    UserShell,
    /// A compaction at the user's request.
    Compaction,
}

/// The current activity of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// An answer comes in.
    Streaming(StepId),
    /// The older part of the conversation is being summarised; then the model is asked, or
    /// the run ends.
    Compacting(StepId),
    /// The next attempt waits for its time.
    RetryPending,
    /// Lines and folders that the user named are being checked, to be pinned; then the model is
    /// asked.
    Pinning,
    /// The user is asked whether content may leave the machine.
    Consenting,
    /// Calls are checked, asked about and run.
    Calls,
    /// Hooks are asked about a message or about the end; then the model is asked, or the run ends.
    Hooking,
    /// A worker looks in the memory for what fits the message; then the model is asked.
    Recalling,
    /// The report about decisions is being built; then the model is asked.
    Reporting,
    /// The run ends; running calls still report.
    Ending,
}

impl ActiveRun {
    pub(super) fn new(
        id: RunId,
        kind: RunKind,
        text: &str,
        route: Route,
        turn: &StepBuilder<'_, '_>,
    ) -> Self {
        Self {
            id,
            title: title_of(text),
            kind,
            started_at: turn.cx.now,
            phase: Phase::Calls,
            attempt: 0,
            step_number: 0,
            stream: None,
            freshness: Freshness::Any,
            overflow: Overflow::Tell,
            route,
            is_route_said: false,
            is_barred: false,
            asks_to_send: None,
            step_timer: None,
            failed_edits: 0,
            usable_edits: 0,
            named: Vec::new(),
            named_pictures: Vec::new(),
            hook_definitions: HookDefinitions::default(),
            recall: RecallProgress::default(),
            submitted: VecDeque::new(),
            is_held_by_hook: false,
            answered_by: None,
            calls: Vec::new(),
            budget: turn.config.max_tool_calls,
            guard: LoopGuard::default(),
            loops_refused: 0,
            schema_errors: FaultyAnswers::default(),
            conflicts: FaultyAnswers::default(),
            answered_nothing: None,
            empty_answers: 0,
            checkpoint: None,
            kept: BTreeSet::new(),
            failure: None,
            result: RunResult::default(),
            agent_calls: Vec::new(),
        }
    }

    /// Adds the work of an agent that the run started.
    pub(super) fn absorb(&mut self, of: &RunResult) {
        for stat in &of.files_modified {
            self.count_change(stat.clone());
        }
        let result = &mut self.result;
        result.usage.add(&of.usage);
        for (sum, more) in [
            (&mut result.tool_calls, of.tool_calls),
            (&mut result.mcp_calls, of.mcp_calls),
            (&mut result.denied_unasked, of.denied_unasked),
            (&mut result.refused, of.refused),
            (&mut result.refused_calls, of.refused_calls),
            (&mut result.failed_calls, of.failed_calls),
        ] {
            *sum = sum.saturating_add(more);
        }
        for tool in &of.tools_used {
            if !result.tools_used.contains(tool) {
                result.tools_used.push(tool.clone());
            }
        }
    }

    /// Adds a file's figures to those of its earlier changes in this run.
    pub(super) fn count_change(&mut self, stat: FileStat) {
        let known = self
            .result
            .files_modified
            .iter_mut()
            .find(|file| file.path == stat.path);
        if let Some(file) = known {
            file.added = file.added.saturating_add(stat.added);
            file.removed = file.removed.saturating_add(stat.removed);
        } else {
            self.result.files_modified.push(stat);
        }
    }
}

impl Session {
    /// Starts a run with a message of the user, and asks the model.
    pub(super) fn start_run(
        &mut self,
        message: MessageId,
        text: String,
        kind: RunKind,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let named = text.clone();
        self.start_run_quietly(message, text, kind, turn);
        if kind == RunKind::Agent {
            self.check_then_ask(message, &named, turn);
        }
    }

    /// Collects the parts that the message names, checks them, then asks the model.
    fn check_then_ask(&mut self, message: MessageId, text: &str, turn: &mut StepBuilder<'_, '_>) {
        self.name_parts(text);
        self.name_pictures(message, text);
        self.submit(message, text);
        self.want_recall(text, turn);
        self.report_then_ask(turn);
    }

    /// Notes a message that hooks are asked about before the model sees it.
    pub(super) fn submit(&mut self, message: MessageId, text: &str) {
        if let Some(run) = &mut self.thread.run {
            run.submitted.push_back((message, text.to_owned()));
        }
    }

    /// Starts a run with a message that replaces an answered one, because the user wants a
    /// different answer.
    pub(super) fn start_replacement_run(
        &mut self,
        message: MessageId,
        text: String,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let named = text.clone();
        self.start_run_quietly(message, text, RunKind::Agent, turn);
        if let Some(run) = &mut self.thread.run {
            run.freshness = Freshness::Anew;
        }
        self.check_then_ask(message, &named, turn);
    }

    /// Starts a run without asking the model yet.
    pub(super) fn start_run_quietly(
        &mut self,
        message: MessageId,
        text: String,
        kind: RunKind,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let run = RunId(turn.new_id());
        self.thread.run = Some(ActiveRun::new(
            run,
            kind,
            &text,
            self.first_route(turn),
            turn,
        ));
        self.thread.taint = Taint::None;
        self.thread.last_user_message = Some(message);
        self.thread.last_reported_message = Some(message);
        // The prompt of an agent is not the user's.
        let is_typed = kind == RunKind::Agent && self.is_main();
        if is_typed {
            self.add_typed_message(message, &text, turn);
        } else {
            self.add_text_message(message, Role::User, text, turn);
        }
        self.fact(turn, EventKind::RunStarted { message });
        self.set_status(SessionStatus::Running, None, turn);
        if self.is_main() {
            self.end_grants(turn);
        }
    }

    /// Asks the model for its next answer.
    pub(super) fn request_step(&mut self, turn: &mut StepBuilder<'_, '_>) {
        if self.refuse_mode(turn) {
            return;
        }
        self.thread.steps = self.thread.steps.saturating_add(1);
        if let Some(run) = &mut self.thread.run {
            run.attempt = 0;
            run.schema_errors.next_answer();
            run.conflicts.next_answer();
            run.step_number = run.step_number.saturating_add(1);
            run.calls.clear();
        }
        if self.is_main() {
            self.tell_tasks(turn);
        }
        self.send_request(turn);
    }

    /// Ends a step whose calls are all done: the results and the messages that wait for this go to
    /// the model, or the run ends.
    pub(super) fn end_of_step(&mut self, turn: &mut StepBuilder<'_, '_>) {
        let Some(run) = &self.thread.run else { return };
        let had_calls = !run.calls.is_empty();
        let by_model = run.kind == RunKind::Agent;
        let nothing = run.answered_nothing.filter(|_| by_model);
        let said_more = self.deliver_after_step(turn);
        if (had_calls && by_model) || said_more {
            if let Some(run) = &mut self.thread.run {
                run.kind = RunKind::Agent;
            }
            self.report_then_ask(turn);
        } else if let Some(nothing) = nothing {
            self.answered_nothing(nothing, turn);
        } else if !self.ask_stop_hooks(turn) {
            self.complete_run(turn);
        }
    }

    pub(super) fn complete_run(&mut self, turn: &mut StepBuilder<'_, '_>) {
        self.say_left_open(turn);
        let Some(result) = self.take_result(turn) else {
            return;
        };
        let fact = EventKind::RunCompleted { result };
        self.leave_run(fact, (SessionStatus::Idle, None), turn);
    }

    /// Leaves the run with the fact of its end. An agent's end is kept for its report.
    pub(super) fn leave_run(
        &mut self,
        end: EventKind,
        (status, error): (SessionStatus, Option<Notice>),
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if !self.is_main() {
            let steps = self.thread.run.as_ref().map_or(0, |run| run.step_number);
            self.thread.ended = AgentEnd::of(&end, steps);
        }
        self.fact(turn, end);
        self.thread.run = None;
        self.set_status(status, error, turn);
        if self.is_main() {
            self.publish_decisions(turn);
            self.review_settled(turn);
        }
    }

    /// Ends the run with an error. Running calls are cancelled and still report first, so that each
    /// has its result.
    pub(super) fn fail_run(
        &mut self,
        error: Notice,
        hint: Option<Notice>,
        code: Option<ErrorCode>,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let failure = Failure {
            error,
            hint,
            code,
            freezes: false,
        };
        self.fail_run_with(failure, turn);
    }

    pub(super) fn fail_run_with(&mut self, failure: Failure, turn: &mut StepBuilder<'_, '_>) {
        self.interrupt_message(turn);
        self.cancel_hooks(turn);
        self.cancel_questions(turn);
        self.abandon_open_calls(ErrorCode::Cancelled, &failure.error, turn);
        let Some(run) = &mut self.thread.run else {
            return;
        };
        run.phase = Phase::Ending;
        run.failure = Some(failure);
        self.cancel_running_calls(CancelMode::Gracefully, turn);
        self.end_when_quiet(turn);
    }

    /// Returns waiting messages to the editor as drafts. The last one goes first: each goes before
    /// the text that is in the editor, so they are there in the order in which the user wrote them.
    pub(super) fn return_queue(&mut self, turn: &mut StepBuilder<'_, '_>) {
        for message in std::mem::take(&mut self.thread.queue).into_iter().rev() {
            let reason = UnqueueReason::RunEnded;
            self.fact(turn, EventKind::MessageUnqueued { message, reason });
        }
    }

    pub(super) fn take_result(&mut self, turn: &StepBuilder<'_, '_>) -> Option<RunResult> {
        let mut runs = self.runs_of_agents();
        let book = &self.review;
        let run = self.thread.run.as_mut()?;
        runs.insert(0, run.id);
        let mut result = std::mem::take(&mut run.result);
        result.proposed = book.proposed();
        let paths = result.files_modified.iter().map(|file| file.path.clone());
        let unwritten = paths.filter_map(|path| {
            let what = runs.iter().find_map(|run| book.unwritten(*run, &path))?;
            Some(UnappliedFile { path, what })
        });
        result.unwritten = unwritten.collect();
        let millis = turn.cx.now.as_millisecond() - run.started_at.as_millisecond();
        result.duration_ms = u64::try_from(millis).unwrap_or(0);
        Some(result)
    }
}
