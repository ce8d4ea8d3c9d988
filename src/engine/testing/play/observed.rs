//! Records the state that a front end and the shell would see, and checks the invariants at each
//! step.

use super::*;

/// The state that the promises are checked against, derived from events and effects alone.
#[derive(Default)]
pub struct Observed {
    /// Calls whose command the user edited.
    pub edited: BTreeSet<CallId>,
    /// Calls whose command the user or a rule gave the network.
    pub networked: BTreeSet<CallId>,
    /// The runs of the session and of its agents.
    pub runs: Vec<RunId>,
    pub ended: BTreeSet<RunId>,
    pub agents: AgentList,
    pub requests: Vec<(RunId, StepId)>,
    pub summaries: Vec<(RunId, StepId)>,
    /// Calls with their run, in the order of request.
    pub calls: Vec<(RunId, ToolCall)>,
    pub completed: BTreeMap<CallId, usize>,
    /// Messages of the conversation that hold results.
    pub told: BTreeSet<MessageId>,
    pub under_way: BTreeMap<CallId, ToolClass>,
    pub plans: BTreeMap<CallId, CallPlan>,
    pub prompts: Vec<Question>,
    pub open: BTreeSet<QuestionId>,
    pub timers: Vec<TimerId>,
    /// Timers that neither fired nor were stopped.
    pub ticking: BTreeSet<TimerId>,
    /// Calls whose plan the shell keeps.
    pub kept: BTreeSet<CallId>,
    /// Lines that were ordered to be checked, with their run.
    pub looks: Vec<(RunId, Vec<MentionedPart>)>,
    /// Versions of the jobs that the review ordered.
    pub jobs: Vec<u64>,
    /// Apply operations that were ordered.
    pub applies: Vec<ApplyId>,
    /// Permissions of waiting calls, which wait for the proposed changes to be written, for the
    /// review, or for a new plan with the same result for the file.
    pub leaves: BTreeMap<CallId, ObservedPermission>,
    /// Hunks that were logged.
    pub hunks: Vec<HunkId>,
    pub status: SessionStatus,
    pub policy: Option<PolicyState>,
    pub last_message: Option<MessageId>,
    /// Messages that wait for the agent, oldest first.
    pub queue: Vec<QueuedMessage>,
    /// Messages that left the queue for the agent and are not in the conversation yet.
    pub delivered: Vec<MessageId>,
}

/// An input that may let a call run in a step.
#[derive(Clone)]
#[expect(clippy::large_enum_variant, reason = "a test keeps a few")]
pub enum ObservedPermission {
    /// A plan arrived.
    Plan(CallPlan, PolicyState),
    /// A question was answered.
    Answer(Question, Decision, ContentHash),
    None,
}

impl Observed {
    pub fn learn(&mut self, step: &Step, leave: &ObservedPermission, unattended: bool) {
        if let ObservedPermission::Answer(question, Decision::Edited { .. }, _) = leave {
            self.edited.extend(question.call);
        }
        let answered =
            |call: &CallId| matches!(self.leaves.get(call), Some(ObservedPermission::Answer(..)));
        let allowed = match leave {
            // A plan that arrives again does not override the user's answer.
            ObservedPermission::Plan(plan, policy) => {
                let runs = matches!(decide(policy, plan, Taint::None), Verdict::Run { .. });
                (runs && !answered(&plan.call)).then_some(plan.call)
            }
            ObservedPermission::Answer(question, ..) if takes_answer(step, question.id) => {
                question.call
            }
            ObservedPermission::Answer(..) | ObservedPermission::None => None,
        };
        if let Some(call) = allowed {
            self.leaves.insert(call, leave.clone());
        }
        self.learn_network(step, leave);
        for event in &step.events {
            if let Some(run) = event.run {
                assert!(
                    !self.ended.contains(&run),
                    "after the end of its run: {event:?}"
                );
            }
            if event.session == SESSION {
                self.learn_fact(event.run, &event.fact);
            } else {
                self.learn_of_agent(event);
            }
        }
        for effect in &step.effects {
            self.learn_effect(effect, leave, unattended);
        }
        assert_eq!(
            self.delivered,
            [],
            "what left the queue is in the conversation"
        );
        self.check_status();
    }

    /// Learns who gave a command the network: the user who answered, or the rules when it was planned.
    fn learn_network(&mut self, step: &Step, leave: &ObservedPermission) {
        let call = match leave {
            ObservedPermission::Plan(plan, policy) => {
                let is_free = network_rule(policy) == NetworkRule::Allow;
                (is_free && plan.risk.risk != Risk::Low).then_some(plan.call)
            }
            ObservedPermission::Answer(question, decision, _) => {
                let is_yes = match decision {
                    Decision::Network
                    | Decision::Always {
                        scope: GrantScope::Network,
                    } => true,
                    Decision::Yes => question.asks_for_network_again(),
                    _ => false,
                };
                let gives = is_yes && takes_answer(step, question.id);
                question.call.filter(|_| gives)
            }
            ObservedPermission::None => None,
        };
        self.networked.extend(call);
    }

    /// Learns from the conversation of an agent, which has no queue and no status that the user sees.
    fn learn_of_agent(&mut self, event: &Event) {
        let (run, fact) = (event.run, &event.fact);
        match fact {
            EventKind::RunStarted { .. }
            | EventKind::RunCompleted { .. }
            | EventKind::RunCancelled { .. }
            | EventKind::RunFailed { .. }
            | EventKind::CallRequested { .. }
            | EventKind::CallStarted { .. }
            | EventKind::CallCompleted { .. } => self.learn_fact(run, fact),
            EventKind::EditsProposed { .. }
            | EventKind::QuestionOpened { .. }
            | EventKind::ClarificationOpened { .. }
            | EventKind::CheckpointCreated { .. }
            | EventKind::TaskCreated { .. }
            | EventKind::Notice { .. } => panic!("it is of the session: {event:?}"),
            _ => {}
        }
    }

    fn runs_of_session(&self) -> impl Iterator<Item = &RunId> {
        let mut runs = self.runs.iter();
        std::iter::from_fn(move || runs.find(|run| self.agents.of_run(**run).is_none()))
    }

    /// Whether the session's own run is active.
    fn is_running(&self) -> bool {
        self.runs_of_session().any(|run| !self.ended.contains(run))
    }

    fn run_of(&self, call: CallId) -> Option<RunId> {
        let mut calls = self.calls.iter();
        calls
            .find(|(_, known)| known.id == call)
            .map(|(run, _)| *run)
    }

    fn learn_fact(&mut self, run: Option<RunId>, fact: &EventKind) {
        self.agents.apply(fact, Timestamp::UNIX_EPOCH);
        assert!(self.agents.at_work().count() <= MAX_AGENTS);
        match fact {
            EventKind::SessionCreated { policy, .. } | EventKind::PolicyChanged { policy } => {
                self.policy = Some(policy.clone());
            }
            EventKind::SessionStatusChanged { status, .. } => self.status = *status,
            EventKind::SessionCleared => self.last_message = None,
            EventKind::RunStarted { .. } => self.runs.extend(run),
            EventKind::RunCompleted { .. }
            | EventKind::RunCancelled { .. }
            | EventKind::RunFailed { .. } => {
                self.end(run.expect("a run's end names the run"));
            }
            EventKind::CallRequested { call, .. } => {
                self.calls
                    .push((run.expect("a call has a run"), call.clone()));
            }
            EventKind::CallStarted { call, .. } => self.start(*call),
            EventKind::EditsProposed { entry } => {
                self.hunks.extend(entry.hunks.iter().map(|hunk| hunk.id));
            }
            EventKind::CallCompleted { result, message } => {
                *self.completed.entry(result.call).or_default() += 1;
                assert!(
                    self.told.insert(*message),
                    "each result is a message of its own"
                );
                self.under_way.remove(&result.call);
            }
            EventKind::QuestionOpened { question: prompt }
            | EventKind::ClarificationOpened { question: prompt } => {
                if prompt.asks_for_network_again() {
                    // Its first run is over; a second one starts it once more.
                    let call = prompt.call.expect("it is about a call");
                    assert!(self.under_way.remove(&call).is_some(), "it ran");
                }
                self.prompts.push(prompt.clone());
                self.open.insert(prompt.id);
            }
            EventKind::QuestionAnswered { answer, .. }
            | EventKind::ClarificationAnswered { answer, .. } => {
                assert!(self.open.remove(&answer.question), "answered once");
            }
            EventKind::MessageQueued { message } => self.queue.push(message.clone()),
            EventKind::MessageUnqueued { message, reason } => {
                let runs = self.is_running();
                self.unqueue(message, *reason, runs);
            }
            EventKind::MessageAdded { message } => {
                self.delivered.retain(|delivered| *delivered != message.id);
                if message.role == Role::User {
                    self.last_message = Some(message.id);
                }
                let told = |block: &Block| matches!(block, Block::ToolResult { .. });
                assert!(
                    !message.blocks.iter().any(told),
                    "a result is said once, with the end of its call"
                );
            }
            _ => {}
        }
    }

    /// Checks that a message leaves the queue once and in order: the agent gets the oldest of its
    /// kind, never one for the end of the run during a run, and the user the last one.
    fn unqueue(&mut self, message: &QueuedMessage, reason: UnqueueReason, runs: bool) {
        let of = |deliver| {
            self.queue
                .iter()
                .find(move |other| other.deliver == deliver)
        };
        match reason {
            UnqueueReason::Delivered => {
                assert_eq!(of(message.deliver), Some(message), "in order");
                let waits = message.deliver == DeliveryPoint::AfterRun;
                assert!(!(waits && runs), "not before the end of the run");
                self.delivered.push(message.id);
            }
            UnqueueReason::TakenBack | UnqueueReason::RunEnded => {
                assert_eq!(self.queue.last(), Some(message), "the last one first");
            }
        }
        let before = self.queue.len();
        self.queue.retain(|other| other.id != message.id);
        assert_eq!(
            self.queue.len() + 1,
            before,
            "a message leaves the queue once"
        );
    }

    fn end(&mut self, run: RunId) {
        self.ended.insert(run);
        let mine = self.calls.iter().filter(|(of, _)| *of == run);
        for (_, call) in mine {
            assert_eq!(
                self.completed.get(&call.id),
                Some(&1),
                "one end for {call:?}"
            );
        }
        let mut asked = self.prompts.iter().filter(|prompt| prompt.run == run);
        assert!(
            !asked.any(|prompt| self.open.contains(&prompt.id)),
            "no question outlives its run"
        );
        let mut under_way = self.under_way.keys();
        assert!(
            !under_way.any(|call| self.run_of(*call) == Some(run)),
            "nothing runs on after its run"
        );
        if self.agents.of_run(run).is_none() {
            assert_eq!(
                self.agents.at_work().count(),
                0,
                "no agent outlives the run"
            );
        }
    }

    fn start(&mut self, call: CallId) {
        let plan = self
            .plans
            .get(&call)
            .expect("no call starts without a plan");
        let class = plan.class;
        let reads = |class: ToolClass| {
            matches!(
                class,
                ToolClass::Read | ToolClass::Unknown | ToolClass::Agent
            )
        };
        let run = self.run_of(call);
        let beside: Vec<ToolClass> = self
            .under_way
            .iter()
            .filter(|(other, _)| self.run_of(**other) == run)
            .map(|(_, class)| *class)
            .collect();
        assert!(
            beside.is_empty() || (reads(class) && beside.iter().all(|other| reads(*other))),
            "only reads run side by side in a run"
        );
        assert!(
            !self.completed.contains_key(&call),
            "no call starts after its end"
        );
        assert!(
            self.under_way.insert(call, class).is_none(),
            "no call starts twice"
        );
    }

    fn learn_effect(&mut self, effect: &Effect, leave: &ObservedPermission, unattended: bool) {
        match effect {
            Effect::RequestStep { run, step, .. } => self.requests.push((*run, *step)),
            Effect::Compact { run, step, .. } => self.summaries.push((*run, *step)),
            Effect::StartTimer { timer, .. } => {
                self.timers.push(*timer);
                self.ticking.insert(*timer);
            }
            Effect::StopTimer { timer } => {
                self.ticking.remove(timer);
            }
            Effect::DropCall { call } | Effect::RefuseCall { call, .. } => {
                self.kept.remove(call);
            }
            Effect::ProposeCall { call, .. } => {
                self.kept.remove(call);
                assert!(
                    matches!(leave, ObservedPermission::Plan(plan, policy) if plan.call == *call
                        && decide(policy, plan, Taint::None) == Verdict::Propose),
                    "{call} is proposed without the mode's leave"
                );
            }
            Effect::ResolveMentions { run, named, .. } => self.looks.push((*run, named.clone())),
            Effect::Review { version, .. } => {
                self.jobs.push(*version);
            }
            Effect::Apply { apply, .. } => self.applies.push(apply.id),
            Effect::RunCall { call, grant, .. } => {
                self.kept.remove(call);
                assert!(
                    self.under_way.contains_key(call),
                    "it was said before it is done"
                );
                let has_network = matches!(grant, Grant::WithNetwork { .. });
                assert!(
                    !has_network || self.networked.contains(call),
                    "{call} has a network that nobody gave it"
                );
                let edited = self.edited.contains(call);
                if let (true, Grant::Edited { .. }, ObservedPermission::Plan(plan, _)) =
                    (edited, grant, leave)
                {
                    assert_ne!(plan.risk.risk, Risk::High);
                    assert!(!plan.risk.always_ask);
                }
                let earlier = self.leaves.remove(call);
                let leave = earlier.as_ref().unwrap_or(leave);
                check_leave(*call, grant, leave, edited, unattended);
            }
            _ => {}
        }
    }

    /// Checks that the session's status is running exactly while a run is active.
    fn check_status(&self) {
        let runs = self.is_running();
        let expected = match (runs, self.open.is_empty()) {
            (true, true) => SessionStatus::Running,
            (true, false) => SessionStatus::Waiting,
            (false, _) => {
                assert!(
                    matches!(
                        self.status,
                        SessionStatus::Idle | SessionStatus::AwaitingReview | SessionStatus::Error
                    ),
                    "{:?} without a run",
                    self.status
                );
                return;
            }
        };
        assert_eq!(self.status, expected);
    }
}

/// Whether the answer took effect: it was not a second one, and not for a question
/// that looked different.
fn takes_answer(step: &Step, prompt: QuestionId) -> bool {
    step.events.iter().any(|event| match &event.fact {
        EventKind::QuestionAnswered { answer, .. }
        | EventKind::ClarificationAnswered { answer, .. } => answer.question == prompt,
        _ => false,
    })
}

/// Checks that a call runs because the policy allows it or because its question, as
/// shown, was approved.
fn check_leave(
    call: CallId,
    grant: &Grant,
    leave: &ObservedPermission,
    edited: bool,
    unattended: bool,
) {
    match leave {
        // The user's edit of a command allowed the edited command, unless it is risky.
        ObservedPermission::Plan(plan, _) if edited && matches!(grant, Grant::Edited { .. }) => {
            assert_eq!(plan.call, call);
            assert_ne!(plan.risk.risk, Risk::High);
            assert!(!plan.risk.always_ask);
        }
        ObservedPermission::Plan(plan, policy) => {
            assert_eq!(plan.call, call);
            if plan.class == ToolClass::Ask {
                assert!(unattended, "a question is put where someone is");
                return;
            }
            assert!(matches!(
                grant,
                Grant::AsPlanned | Grant::WithNetwork { text: None, .. }
            ));
            assert!(matches!(
                decide(policy, plan, Taint::None),
                Verdict::Run { .. }
            ));
        }
        ObservedPermission::Answer(question, decision, shown) => {
            assert_eq!(question.call, Some(call));
            assert_eq!(question.shown, *shown, "only what was shown runs");
            let fits = match grant {
                // A rule that was added meanwhile can take the network away again.
                Grant::AsPlanned => matches!(
                    decision,
                    Decision::Yes | Decision::OnDisk | Decision::Network | Decision::Always { .. }
                ),
                Grant::Edited { .. } => {
                    matches!(decision, Decision::Edited { .. })
                        || (edited && matches!(decision, Decision::Yes))
                }
                // The session has the network, and the user edited the command.
                Grant::WithNetwork { text: Some(_), .. }
                    if matches!(decision, Decision::Edited { .. }) =>
                {
                    true
                }
                Grant::WithNetwork { .. } => matches!(
                    decision,
                    Decision::Yes | Decision::Network | Decision::Always { .. }
                ),
                Grant::Hunks { .. } => matches!(decision, Decision::Hunks { .. }),
                Grant::Answered { .. } => question.tool == "clarify_user",
            };
            assert!(fits, "{decision:?} does not allow {grant:?}");
        }
        ObservedPermission::None => panic!("{call} runs without leave"),
    }
}
