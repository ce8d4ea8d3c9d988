//! A session in the engine: settings, policy, queue, questions and the active run.

use std::collections::VecDeque;

use super::outcome::Outcome;
use super::review::ReviewState;
use super::server_questions::ServerQuestions;
use super::sub_agents::AgentReport;
use super::thread::{Thread, is_of_conversation};
use super::{Effect, StepBuilder, TimerPurpose};
use notice::Notice;
use policy::state as policy_state;
use protocol::approval::{PolicyState, ProposedNote, Question, QuestionBody};
use protocol::catalogue::Spent;
use protocol::event::{EventKind, UnqueueReason};
use protocol::ids::{MessageId, QuestionId, RunId, SessionId, StepId, TimerId};
use protocol::message::{Block, Message, MessageState, Role};
use protocol::session::{DeliveryPoint, SessionSettings, SessionStatus};
use protocol::sub_agent::AgentList;
use protocol::task::TaskList;

/// A live session. Its threads share everything here but what a [`Thread`] has of its own.
#[derive(Debug)]
pub(super) struct Session {
    pub(super) id: SessionId,
    pub(super) policy: PolicyState,
    /// Open questions of all threads, oldest first.
    pub(super) questions: VecDeque<OpenQuestion>,
    /// Those of MCP servers among them.
    pub(super) server_questions: ServerQuestions,
    /// The decisions on the session's changes.
    pub(super) review: ReviewState,
    /// Amounts that the session has spent so far.
    pub(super) spent: Spent,
    /// Whether the user has been warned that the session's budget and the day's budget
    /// are nearly used.
    pub(super) warned: [bool; 2],
    /// The model that takes over as soon as the session rests, with its provider if that changes.
    pub(super) next_model: Option<(Option<String>, String)>,
    /// The provider whose model is being chosen.
    pub(super) choosing: Option<String>,
    /// Whether the session is deleted as soon as it rests.
    pub(super) is_deleted_next: bool,
    /// Whether the session's front ends know the sandbox of commands.
    pub(super) knows_sandbox: bool,
    pub(super) tasks: TaskList,
    /// The thread that the work at hand is about. Between two inputs it is the session's own.
    pub(super) thread: Thread,
    /// The other threads.
    pub(super) parked: Vec<Thread>,
    /// The agents that were started in the session.
    pub(super) agents: AgentList,
    /// Reports of agents whose call still waits for others.
    pub(super) agent_reports: Vec<AgentReport>,
}

/// The first version of a question, against which later ones count as changed.
#[derive(Debug)]
pub(super) struct FirstShown {
    /// Whether it differed then from what an earlier process had shown.
    pub(super) changed: bool,
    /// The proposed changes that its command would not see.
    pub(super) proposed: Option<ProposedNote>,
}

impl FirstShown {
    pub(super) fn of(question: &Question) -> Self {
        let proposed = match &question.body {
            QuestionBody::Command { proposed, .. } => proposed.clone(),
            _ => None,
        };
        Self {
            changed: question.changed,
            proposed,
        }
    }
}

/// A question with its time-out.
#[derive(Debug)]
pub(super) struct OpenQuestion {
    pub(super) question: Question,
    /// The question as the user saw it first.
    pub(super) first: FirstShown,
    pub(super) timer: Option<TimerId>,
}

/// The purpose of a timer of a thread.
#[derive(Debug, Clone, Copy)]
pub(super) enum TimerUse {
    Retry(RunId),
    QuestionTimeout(QuestionId),
    StepTime(StepId),
}

impl Session {
    pub(super) fn new(id: SessionId, settings: SessionSettings, policy: PolicyState) -> Self {
        Self {
            id,
            policy,
            questions: VecDeque::new(),
            server_questions: ServerQuestions::default(),
            review: ReviewState::default(),
            spent: Spent::default(),
            warned: [false; 2],
            next_model: None,
            choosing: None,
            is_deleted_next: false,
            knows_sandbox: false,
            tasks: TaskList::default(),
            thread: Thread::new(id, settings),
            parked: Vec::new(),
            agents: AgentList::default(),
            agent_reports: Vec::new(),
        }
    }

    /// Emits an event of the thread at hand and its run: in its conversation, or in the session that
    /// all threads share.
    pub(super) fn fact(&self, turn: &mut StepBuilder<'_, '_>, fact: EventKind) {
        let session = if is_of_conversation(&fact) {
            self.thread.conversation
        } else {
            self.id
        };
        turn.fact(session, self.thread.run.as_ref().map(|run| run.id), fact);
    }

    pub(super) fn set_status(
        &mut self,
        status: SessionStatus,
        error: Option<Notice>,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if self.thread.status != status || error.is_some() {
            self.thread.status = status;
            self.fact(turn, EventKind::SessionStatusChanged { status, error });
        }
    }

    /// Emits the policy in the session, and in the conversation of each agent, which is subject to it.
    pub(super) fn policy_changed(&self, turn: &mut StepBuilder<'_, '_>) {
        let policy = self.policy.clone();
        self.fact(turn, EventKind::PolicyChanged { policy });
        let agents = self
            .threads()
            .filter(|thread| thread.conversation != self.id);
        for thread in agents {
            let policy = self.policy.clone();
            let fact = EventKind::PolicyChanged { policy };
            turn.fact(thread.conversation, thread.run_id(), fact);
        }
    }

    /// Adds a message of one text block.
    pub(super) fn add_text_message(
        &self,
        id: MessageId,
        role: Role,
        text: String,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        self.add_message(id, role, vec![Block::Text { text }], turn);
    }

    /// Adds a row of the workbench, for the user alone.
    pub(super) fn add_row(&self, notice: Notice, turn: &mut StepBuilder<'_, '_>) {
        let id = MessageId(turn.new_id());
        self.add_message(id, Role::System, vec![Block::Notice { notice }], turn);
    }

    pub(super) fn add_message(
        &self,
        id: MessageId,
        role: Role,
        blocks: Vec<Block>,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let message = Message {
            id,
            session: self.thread.conversation,
            run: self.thread.run.as_ref().map(|run| run.id),
            at: turn.cx.now,
            role,
            blocks,
            state: MessageState::Complete,
            model: None,
            usage: None,
        };
        self.fact(turn, EventKind::MessageAdded { message });
    }

    /// Delivers the messages that wait for the end of the step. Returns whether there were any.
    pub(super) fn deliver_after_step(&mut self, turn: &mut StepBuilder<'_, '_>) -> bool {
        let (now, later) = self
            .thread
            .queue
            .drain(..)
            .partition::<VecDeque<_>, _>(|message| message.deliver == DeliveryPoint::AfterStep);
        self.thread.queue = later;
        for message in &now {
            let reason = UnqueueReason::Delivered;
            let fact = EventKind::MessageUnqueued {
                message: message.clone(),
                reason,
            };
            self.fact(turn, fact);
            self.thread.last_user_message = Some(message.id);
            self.thread.last_reported_message = Some(message.id);
            self.name_parts(&message.text);
            self.name_pictures(message.id, &message.text);
            self.submit(message.id, &message.text);
            self.add_typed_message(message.id, &message.text, turn);
        }
        if !now.is_empty() {
            self.end_grants(turn);
        }
        !now.is_empty()
    }

    /// Ends the grants that hold until the next message.
    pub(super) fn end_grants(&mut self, turn: &mut StepBuilder<'_, '_>) {
        let before = self.policy.clone();
        policy_state::next_user_message(&mut self.policy);
        if self.policy != before {
            self.policy_changed(turn);
        }
    }

    pub(super) fn start_retry_timer(
        &mut self,
        run: RunId,
        after_ms: u64,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        self.start_timer(TimerUse::Retry(run), after_ms, turn);
    }

    pub(super) fn start_question_timer(
        &mut self,
        question: QuestionId,
        seconds: u32,
        turn: &mut StepBuilder<'_, '_>,
    ) -> TimerId {
        let after_ms = u64::from(seconds) * 1_000;
        self.start_timer(TimerUse::QuestionTimeout(question), after_ms, turn)
    }

    pub(super) fn start_step_timer(
        &mut self,
        step: StepId,
        after_ms: u64,
        turn: &mut StepBuilder<'_, '_>,
    ) -> TimerId {
        self.start_timer(TimerUse::StepTime(step), after_ms, turn)
    }

    fn start_timer(
        &mut self,
        on: TimerUse,
        after_ms: u64,
        turn: &mut StepBuilder<'_, '_>,
    ) -> TimerId {
        let timer = TimerId(turn.new_id());
        let purpose = match on {
            TimerUse::Retry(_) => TimerPurpose::Retry,
            TimerUse::QuestionTimeout(_) => TimerPurpose::QuestionTimeout,
            TimerUse::StepTime(_) => TimerPurpose::StepTime,
        };
        self.thread.timers.insert(timer, on);
        turn.effect(Effect::StartTimer {
            timer,
            after_ms,
            purpose,
        });
        timer
    }

    pub(super) fn stop_timer(&mut self, timer: TimerId, turn: &mut StepBuilder<'_, '_>) {
        if self.thread.timers.remove(&timer).is_some() {
            turn.effect(Effect::StopTimer { timer });
        }
    }

    pub(super) fn stop_retry_timers(&mut self, turn: &mut StepBuilder<'_, '_>) {
        let retries: Vec<_> = self
            .thread
            .timers
            .iter()
            .filter(|(_, on)| matches!(on, TimerUse::Retry(_)))
            .map(|(timer, _)| *timer)
            .collect();
        for timer in retries {
            self.stop_timer(timer, turn);
        }
    }

    /// Carries out the purpose of a timer of the thread at hand.
    pub(super) fn on_timer(&mut self, timer: TimerId, turn: &mut StepBuilder<'_, '_>) {
        match self.thread.timers.remove(&timer) {
            Some(TimerUse::Retry(run)) => self.retry_step(run, turn),
            Some(TimerUse::QuestionTimeout(question)) => self.question_timed_out(question, turn),
            Some(TimerUse::StepTime(step)) => self.step_timed_out(step, turn),
            None => {}
        }
    }

    /// Handles an outcome in the thread of its run; an outcome of an ended run changes nothing.
    pub(super) fn take_run_outcome(&mut self, outcome: Outcome, turn: &mut StepBuilder<'_, '_>) {
        let thread = match outcome.run() {
            Some(run) => self.conversation_of(run),
            None => outcome.session(),
        };
        self.in_thread(thread.unwrap_or(self.id), |session| {
            session.take_outcome_of_thread(outcome, turn);
        });
    }

    fn take_outcome_of_thread(&mut self, outcome: Outcome, turn: &mut StepBuilder<'_, '_>) {
        let current = self.thread.run_id();
        match outcome {
            Outcome::MentionsResolved {
                run,
                found,
                pictures,
                ..
            } if current == Some(run) => self.mentions_resolved(found, pictures, turn),
            Outcome::StreamAppended {
                run,
                step,
                channel,
                text,
                ..
            } if current == Some(run) => self.stream_appended(step, channel, text, turn),
            Outcome::ProposalGrew {
                run, step, path, ..
            } if current == Some(run) => self.proposal_grew(step, path, turn),
            Outcome::StepProgress {
                run,
                step,
                prompt,
                answer,
                ..
            } if current == Some(run) => self.step_progress(step, prompt, answer, turn),
            Outcome::StepNoted {
                run, step, text, ..
            } if current == Some(run) => self.step_noted(step, text, turn),
            Outcome::ConversationNamed { provider, name, .. } => {
                self.conversation_named(provider, name, turn);
            }
            Outcome::CallAdded {
                run,
                parent,
                requested,
                ..
            } if current == Some(run) => self.call_added(parent, requested, turn),
            Outcome::CallWithdrawn { run, call, why, .. } if current == Some(run) => {
                self.call_withdrawn(call, &why, turn);
            }
            Outcome::StepFinished {
                run, step, answer, ..
            } if current == Some(run) => self.step_finished(step, answer, turn),
            Outcome::StepFailed {
                run, step, error, ..
            } if current == Some(run) => self.step_failed(step, error, turn),
            Outcome::ContextOverflow { run, step, .. } if current == Some(run) => {
                self.context_overflow(step, turn);
            }
            Outcome::ImagesUnsupported {
                run,
                step,
                returned,
                seeing,
                ..
            } if current == Some(run) => self.images_unsupported(step, returned, &seeing, turn),
            Outcome::EgressBlocked {
                run, step, to, why, ..
            } if current == Some(run) => self.egress_blocked(step, to, why, turn),
            Outcome::EgressConsentStored {
                run,
                to,
                consent,
                result,
                ..
            } if current == Some(run) => self.egress_consent_stored(&to, (consent, result), turn),
            Outcome::Compacted {
                run,
                step,
                compaction,
                ..
            } if current == Some(run) => self.compacted(step, *compaction, turn),
            Outcome::NotCompacted {
                run,
                step,
                reason,
                usage,
                ..
            } if current == Some(run) => self.not_compacted(step, reason, usage, turn),
            Outcome::CallPrepared { run, plan, .. } if current == Some(run) => {
                self.call_prepared(*plan, turn);
            }
            Outcome::CallRefused {
                run, call, error, ..
            } if current == Some(run) => self.call_refused(call, error, turn),
            Outcome::CallOutput {
                run,
                call,
                offset,
                text,
                ..
            } if current == Some(run) => {
                self.call_output(call, offset, text, turn);
            }
            Outcome::Remembered {
                run,
                call,
                result,
                waiting,
                ..
            } if current == Some(run) => self.remembered(call, result, waiting, turn),
            Outcome::Recalled { run, recall, .. } => self.recalled(run, recall, turn),
            // A call that waits for agents ends with them.
            Outcome::CallFinished { run, done, .. }
                if current == Some(run) && !self.has_agents(done.result.call) =>
            {
                self.call_finished(*done, turn);
            }
            Outcome::ExternalChangesFound {
                run,
                observed,
                not_covered,
                ..
            } => self.changed_besides(run, observed, not_covered, turn),
            // Nobody will decide on the call any more.
            Outcome::CallPrepared { plan, .. } => {
                turn.effect(super::agent_calls::refusal_at_the_end(plan.call));
            }
            _ => {}
        }
    }
}
