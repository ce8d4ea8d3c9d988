//! A session in the engine: settings, policy, queue, questions and the active run.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::hooks::HookSubject;
use super::memory::SessionMemory;
use super::outcome::Outcome;
use super::review::ReviewState;
use super::run::ActiveRun;
use super::task_calls::TasksKnown;
use super::{Effect, StepBuilder, TimerPurpose};
use notice::Notice;
use policy::decide::Taint;
use policy::state as policy_state;
use protocol::approval::{PolicyState, ProposedNote, Question, QuestionBody};
use protocol::catalogue::Spent;
use protocol::event::{EventKind, UnqueueReason};
use protocol::ids::{
    CompactionId, ContextId, MessageId, QuestionId, RunId, SessionId, StepId, TimerId,
};
use protocol::message::{Block, Message, MessageState, Role};
use protocol::route::AgentMode;
use protocol::session::{DeliveryPoint, QueuedMessage, SessionSettings, SessionStatus};
use protocol::task::TaskList;

/// A live session.
#[derive(Debug)]
pub(super) struct Session {
    pub(super) id: SessionId,
    pub(super) settings: SessionSettings,
    /// The rule for choosing between the two models, if the user set it in this process.
    pub(super) agent_mode: Option<AgentMode>,
    pub(super) policy: PolicyState,
    pub(super) status: SessionStatus,
    /// Messages that wait for the end of the step or of the run, oldest first.
    pub(super) queue: VecDeque<QueuedMessage>,
    /// Open questions, oldest first.
    pub(super) questions: VecDeque<OpenQuestion>,
    pub(super) run: Option<ActiveRun>,
    /// The user's last message, which can be edited and sent again.
    pub(super) last_user_message: Option<MessageId>,
    /// The items included in the context, each with its place.
    pub(super) context: Vec<(ContextId, String)>,
    /// Compactions in force, oldest first, each with the last message of the user that it covers.
    pub(super) compactions: Vec<(CompactionId, Option<MessageId>)>,
    /// Number of summaries requested so far, the key of recordings.
    pub(super) summaries: u32,
    /// The decisions on the session's changes.
    pub(super) review: ReviewState,
    /// The last message with the user's words or a call's result that goes to the model.
    pub(super) last_reported_message: Option<MessageId>,
    /// Number of requests made so far, the key of recordings.
    pub(super) steps: u32,
    /// Whether content from outside the workspace came in during this run.
    pub(super) taint: Taint,
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
    /// The things that hooks are asked about at present.
    pub(super) hooks_asked: BTreeSet<HookSubject>,
    pub(super) tasks: TaskList,
    pub(super) tasks_known: TasksKnown,
    pub(super) memory: SessionMemory,
    /// Text of hooks at the beginning of the session, for the next request.
    pub(super) hook_context: Option<String>,
    timers: BTreeMap<TimerId, TimerUse>,
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

#[derive(Debug, Clone, Copy)]
enum TimerUse {
    Retry(RunId),
    QuestionTimeout(QuestionId),
    StepTime(StepId),
}

impl Session {
    pub(super) fn new(id: SessionId, settings: SessionSettings, policy: PolicyState) -> Self {
        Self {
            id,
            settings,
            agent_mode: None,
            policy,
            status: SessionStatus::Idle,
            queue: VecDeque::new(),
            questions: VecDeque::new(),
            run: None,
            last_user_message: None,
            context: Vec::new(),
            compactions: Vec::new(),
            summaries: 0,
            review: ReviewState::default(),
            last_reported_message: None,
            steps: 0,
            taint: Taint::None,
            spent: Spent::default(),
            warned: [false; 2],
            next_model: None,
            choosing: None,
            is_deleted_next: false,
            knows_sandbox: false,
            hooks_asked: BTreeSet::new(),
            tasks: TaskList::default(),
            tasks_known: TasksKnown::Now,
            memory: SessionMemory::default(),
            hook_context: None,
            timers: BTreeMap::new(),
        }
    }

    /// Emits an event of this session and its active run.
    pub(super) fn fact(&self, turn: &mut StepBuilder<'_, '_>, fact: EventKind) {
        turn.fact(self.id, self.run.as_ref().map(|run| run.id), fact);
    }

    pub(super) fn set_status(
        &mut self,
        status: SessionStatus,
        error: Option<Notice>,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if self.status != status || error.is_some() {
            self.status = status;
            self.fact(turn, EventKind::SessionStatusChanged { status, error });
        }
    }

    pub(super) fn policy_changed(&self, turn: &mut StepBuilder<'_, '_>) {
        let policy = self.policy.clone();
        self.fact(turn, EventKind::PolicyChanged { policy });
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
            session: self.id,
            run: self.run.as_ref().map(|run| run.id),
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
            .queue
            .drain(..)
            .partition::<VecDeque<_>, _>(|message| message.deliver == DeliveryPoint::AfterStep);
        self.queue = later;
        for message in &now {
            let reason = UnqueueReason::Delivered;
            let fact = EventKind::MessageUnqueued {
                message: message.clone(),
                reason,
            };
            self.fact(turn, fact);
            self.last_user_message = Some(message.id);
            self.last_reported_message = Some(message.id);
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
        self.timers.insert(timer, on);
        turn.effect(Effect::StartTimer {
            timer,
            after_ms,
            purpose,
        });
        timer
    }

    pub(super) fn stop_timer(&mut self, timer: TimerId, turn: &mut StepBuilder<'_, '_>) {
        if self.timers.remove(&timer).is_some() {
            turn.effect(Effect::StopTimer { timer });
        }
    }

    pub(super) fn stop_retry_timers(&mut self, turn: &mut StepBuilder<'_, '_>) {
        let retries: Vec<_> = self
            .timers
            .iter()
            .filter(|(_, on)| matches!(on, TimerUse::Retry(_)))
            .map(|(timer, _)| *timer)
            .collect();
        for timer in retries {
            self.stop_timer(timer, turn);
        }
    }

    /// Carries out the purpose of a timer of this session; another session's timer changes nothing.
    pub(super) fn timer_fired(&mut self, timer: TimerId, turn: &mut StepBuilder<'_, '_>) {
        match self.timers.remove(&timer) {
            Some(TimerUse::Retry(run)) => self.retry_step(run, turn),
            Some(TimerUse::QuestionTimeout(question)) => self.question_timed_out(question, turn),
            Some(TimerUse::StepTime(step)) => self.step_timed_out(step, turn),
            None => {}
        }
    }

    /// Handles an outcome of the active run; an outcome of an ended run changes nothing.
    pub(super) fn take_run_outcome(&mut self, outcome: Outcome, turn: &mut StepBuilder<'_, '_>) {
        let current = self.run.as_ref().map(|run| run.id);
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
            Outcome::CallFinished { run, done, .. } if current == Some(run) => {
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
