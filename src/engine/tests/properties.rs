//! Whatever comes in, in whatever order: what the product promises about runs and calls holds.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use uuid::Uuid;

use super::world::{SESSION, World, answer_to, done, hunk_id, path, plan, shell};
use crate::engine::{
    Attendance, Effect, EngineConfig, Msg, Outcome, RequestedCall, Step, StepAnswer,
};
use crate::policy::decide::{Taint, Verdict, decide};
use crate::protocol::approval::{
    Decision, GrantScope, Mode, PolicyState, Prompt, Risk, RuleEffect, Switch,
};
use crate::protocol::call::{ErrorCode, ToolCall, ToolClass, ToolError};
use crate::protocol::command::{CancelHow, Command, Toggle};
use crate::protocol::event::{Fact, TextChannel};
use crate::protocol::ids::{CallId, ContentHash, MessageId, PromptId, RunId, StepId, TimerId};
use crate::protocol::message::{Block, Role};
use crate::protocol::plan::{CallPlan, Grant};
use crate::protocol::session::SessionStatus;
use crate::protocol::stream::{ProviderError, ProviderErrorKind};

/// Something that comes in. Numbers choose among what there is, late things included.
#[derive(Debug, Clone)]
enum Op {
    Send,
    Shell,
    Cancel(CancelHow),
    Unqueue,
    Resend,
    Clear,
    Mode(Mode),
    Passthrough,
    Confirm(Switch, Toggle),
    Rule(RuleEffect),
    Answer {
        which: usize,
        decision: usize,
        stale: bool,
    },
    Pause(usize, bool),
    Text(usize),
    Finish {
        which: usize,
        calls: Vec<(usize, usize)>,
    },
    Fail(usize, usize),
    Prepare(usize),
    Refuse(usize, usize),
    Output(usize),
    Done(usize),
    Fire(usize),
}

fn op() -> impl Strategy<Value = Op> {
    let toggle = prop_oneof![Just(Toggle::On), Just(Toggle::Off)];
    let switch = prop_oneof![Just(Switch::Text), Just(Switch::Command), Just(Switch::All)];
    let effect = prop_oneof![
        Just(RuleEffect::Deny),
        Just(RuleEffect::Ask),
        Just(RuleEffect::Allow)
    ];
    let how = prop_oneof![Just(CancelHow::Gracefully), Just(CancelHow::KillTree)];
    let calls = proptest::collection::vec((0..6_usize, 0..3_usize), 0..5);
    prop_oneof![
        6 => Just(Op::Send),
        1 => Just(Op::Shell),
        1 => how.prop_map(Op::Cancel),
        1 => Just(Op::Unqueue),
        1 => Just(Op::Resend),
        1 => Just(Op::Clear),
        1 => proptest::sample::select(Mode::ALL.to_vec()).prop_map(Op::Mode),
        1 => Just(Op::Passthrough),
        1 => (switch, toggle).prop_map(|(switch, on)| Op::Confirm(switch, on)),
        1 => effect.prop_map(Op::Rule),
        10 => (0..3_usize, 0..9_usize, prop::bool::weighted(0.15))
            .prop_map(|(which, decision, stale)| Op::Answer { which, decision, stale }),
        1 => (0..3_usize, any::<bool>()).prop_map(|(which, paused)| Op::Pause(which, paused)),
        4 => (0..3_usize).prop_map(Op::Text),
        10 => (0..2_usize, calls).prop_map(|(which, calls)| Op::Finish { which, calls }),
        2 => (0..2_usize, 0..4_usize).prop_map(|(which, kind)| Op::Fail(which, kind)),
        14 => (0..5_usize).prop_map(Op::Prepare),
        2 => (0..4_usize, 0..3_usize).prop_map(|(which, code)| Op::Refuse(which, code)),
        2 => (0..4_usize).prop_map(Op::Output),
        14 => (0..5_usize).prop_map(Op::Done),
        2 => (0..3_usize).prop_map(Op::Fire),
    ]
}

/// The one that was seen `back` places before the last.
fn from_the_end<T: Clone>(items: &[T], back: usize) -> Option<T> {
    items.iter().rev().nth(back).cloned()
}

/// What the promises are checked against, learned from events and effects alone.
#[derive(Default)]
struct Observed {
    /// Calls whose command the human edited.
    edited: BTreeSet<CallId>,
    runs: Vec<RunId>,
    ended: BTreeSet<RunId>,
    requests: Vec<(RunId, StepId)>,
    /// Calls with their run, in the order of request.
    calls: Vec<(RunId, ToolCall)>,
    completed: BTreeMap<CallId, usize>,
    results: BTreeMap<CallId, usize>,
    under_way: BTreeMap<CallId, ToolClass>,
    plans: BTreeMap<CallId, CallPlan>,
    prompts: Vec<Prompt>,
    open: BTreeSet<PromptId>,
    timers: Vec<TimerId>,
    status: SessionStatus,
    policy: Option<PolicyState>,
    last_message: Option<MessageId>,
}

/// What may let a call run in a step.
#[expect(clippy::large_enum_variant, reason = "a test keeps a few")]
enum Leave {
    /// A plan came in.
    Plan(CallPlan, PolicyState),
    /// A prompt was answered.
    Answer(Prompt, Decision, ContentHash),
    /// Nothing does.
    None,
}

impl Observed {
    fn learn(&mut self, step: &Step, leave: &Leave, unattended: bool) {
        if let Leave::Answer(prompt, Decision::Edited { .. }, _) = leave {
            self.edited.extend(prompt.call);
        }
        for event in &step.events {
            if let Some(run) = event.run {
                assert!(
                    !self.ended.contains(&run),
                    "after the end of its run: {event:?}"
                );
            }
            self.learn_fact(event.run, &event.fact);
        }
        for effect in &step.effects {
            self.learn_effect(effect, leave, unattended);
        }
        self.check_status();
    }

    fn learn_fact(&mut self, run: Option<RunId>, fact: &Fact) {
        match fact {
            Fact::SessionCreated { policy, .. } | Fact::PolicyChanged { policy } => {
                self.policy = Some(policy.clone());
            }
            Fact::SessionStatusChanged { status, .. } => self.status = *status,
            Fact::SessionCleared => self.last_message = None,
            Fact::RunStarted { .. } => self.runs.extend(run),
            Fact::RunCompleted { .. } | Fact::RunCancelled { .. } | Fact::RunFailed { .. } => {
                self.end(run.expect("a run's end names the run"));
            }
            Fact::CallRequested { call, .. } => {
                self.calls
                    .push((run.expect("a call has a run"), call.clone()));
            }
            Fact::CallStarted { call, .. } => self.start(*call),
            Fact::CallCompleted { result } => {
                *self.completed.entry(result.call).or_default() += 1;
                self.under_way.remove(&result.call);
            }
            Fact::PromptOpened { prompt } | Fact::ClarificationOpened { prompt } => {
                self.prompts.push(prompt.clone());
                self.open.insert(prompt.id);
            }
            Fact::PromptAnswered { answer, .. } | Fact::ClarificationAnswered { answer, .. } => {
                assert!(self.open.remove(&answer.prompt), "answered once");
            }
            Fact::MessageAdded { message } => {
                if message.role == Role::User {
                    self.last_message = Some(message.id);
                }
                for block in &message.blocks {
                    if let Block::ToolResult { result } = block {
                        *self.results.entry(result.call).or_default() += 1;
                    }
                }
            }
            _ => {}
        }
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
            assert_eq!(
                self.results.get(&call.id),
                Some(&1),
                "one result for {call:?}"
            );
        }
        assert!(self.open.is_empty(), "no question outlives its run");
        assert!(self.under_way.is_empty(), "nothing runs on after its run");
    }

    fn start(&mut self, call: CallId) {
        let plan = self
            .plans
            .get(&call)
            .expect("no call starts without a plan");
        let class = plan.class;
        let reads = |class: ToolClass| matches!(class, ToolClass::Read | ToolClass::Unknown);
        let others_read = self.under_way.values().all(|other| reads(*other));
        assert!(
            self.under_way.is_empty() || (reads(class) && others_read),
            "only reads run side by side"
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

    fn learn_effect(&mut self, effect: &Effect, leave: &Leave, unattended: bool) {
        match effect {
            Effect::RequestStep { run, step, .. } => self.requests.push((*run, *step)),
            Effect::StartTimer { timer, .. } => self.timers.push(*timer),
            Effect::RunCall { call, grant, .. } => {
                assert!(
                    self.under_way.contains_key(call),
                    "it was said before it is done"
                );
                let edited = self.edited.contains(call);
                check_leave(*call, grant, leave, edited, unattended);
            }
            _ => {}
        }
    }

    /// A session says that it runs exactly while it does.
    fn check_status(&self) {
        let runs = self.runs.len() > self.ended.len();
        let expected = match (runs, self.open.is_empty()) {
            (true, true) => SessionStatus::Running,
            (true, false) => SessionStatus::Waiting,
            (false, _) => {
                assert!(
                    matches!(self.status, SessionStatus::Idle | SessionStatus::Error),
                    "{:?} without a run",
                    self.status
                );
                return;
            }
        };
        assert_eq!(self.status, expected);
    }
}

/// A call runs because the policy says so or because its prompt, as it was shown, was approved.
fn check_leave(call: CallId, grant: &Grant, leave: &Leave, edited: bool, unattended: bool) {
    match leave {
        // What the human made of a command was allowed with the edit, unless it is risky.
        Leave::Plan(plan, _) if edited && matches!(grant, Grant::Edited { .. }) => {
            assert_eq!(plan.call, call);
            assert_ne!(plan.risk.risk, Risk::High);
            assert!(!plan.risk.always_ask);
        }
        Leave::Plan(plan, policy) => {
            assert_eq!(plan.call, call);
            if plan.class == ToolClass::Ask {
                assert!(unattended, "a question is put where someone is");
                return;
            }
            assert_eq!(*grant, Grant::AsPlanned);
            assert!(matches!(
                decide(policy, plan, Taint::None),
                Verdict::Run { .. }
            ));
        }
        Leave::Answer(prompt, decision, shown) => {
            assert_eq!(prompt.call, Some(call));
            assert_eq!(prompt.shown, *shown, "only what was shown runs");
            let fits = match grant {
                Grant::AsPlanned => matches!(decision, Decision::Yes | Decision::Always { .. }),
                Grant::Edited { .. } => {
                    matches!(decision, Decision::Edited { .. })
                        || (edited && matches!(decision, Decision::Yes))
                }
                Grant::Hunks { .. } => matches!(decision, Decision::Hunks { .. }),
                Grant::Answered { .. } => prompt.tool == "clarify_user",
            };
            assert!(fits, "{decision:?} does not allow {grant:?}");
        }
        Leave::None => panic!("{call} runs without leave"),
    }
}

struct Play {
    world: World,
    observed: Observed,
    unattended: bool,
}

impl Play {
    fn new(attendance: Attendance, mode: Mode) -> Self {
        let config = EngineConfig {
            max_tool_calls: 6,
            max_schema_retries: 2,
            max_conflict_retries: 1,
            prompt_timeout_s: Some(60),
            attendance,
            ..EngineConfig::default()
        };
        let mut play = Self {
            world: World::forgetful(config),
            observed: Observed::default(),
            unattended: attendance == Attendance::Unattended,
        };
        play.command(Command::CreateSession {
            session: SESSION,
            settings: super::world::settings(mode),
        });
        play
    }

    fn give(&mut self, msg: Msg, leave: &Leave) {
        let step = self.world.step(msg);
        self.observed.learn(&step, leave, self.unattended);
    }

    fn command(&mut self, command: Command) {
        self.give(Msg::Command(command), &Leave::None);
    }

    fn outcome(&mut self, outcome: Outcome) {
        self.give(Msg::Outcome(outcome), &Leave::None);
    }

    #[expect(
        clippy::too_many_lines,
        reason = "one arm for each kind of thing that comes in"
    )]
    fn take(&mut self, op: &Op) {
        let session = SESSION;
        match op {
            Op::Send => self.command(Command::SendMessage {
                session,
                text: "go".to_owned(),
            }),
            Op::Shell => self.command(Command::RunShell {
                session,
                command: "make".to_owned(),
            }),
            Op::Cancel(how) => self.command(Command::CancelRun { session, how: *how }),
            Op::Unqueue => self.command(Command::UnqueueMessage { session }),
            Op::Resend => {
                let unknown = MessageId(Uuid::nil());
                self.command(Command::ResendMessage {
                    session,
                    message: self.observed.last_message.unwrap_or(unknown),
                    text: "again".to_owned(),
                });
            }
            Op::Clear => self.command(Command::ClearMessages { session }),
            Op::Mode(mode) => self.command(Command::SetMode {
                session,
                mode: *mode,
            }),
            Op::Passthrough => self.command(Command::TogglePassthrough { session }),
            Op::Confirm(switch, on) => self.command(Command::SetConfirm {
                session,
                switch: *switch,
                on: *on,
            }),
            Op::Rule(effect) => self.command(Command::AddRule {
                session,
                effect: *effect,
                pattern: "shell_exec(make*)".to_owned(),
            }),
            Op::Answer {
                which,
                decision,
                stale,
            } => self.answer(*which, *decision, *stale),
            Op::Pause(which, paused) => {
                if let Some(prompt) = from_the_end(&self.observed.prompts, *which) {
                    self.command(Command::PausePromptTimeout {
                        session,
                        prompt: prompt.id,
                        paused: *paused,
                    });
                }
            }
            Op::Text(which) => {
                if let Some((run, step)) = from_the_end(&self.observed.requests, *which) {
                    self.outcome(Outcome::StreamAppended {
                        session,
                        run,
                        step,
                        channel: TextChannel::Answer,
                        text: "so".to_owned(),
                    });
                }
            }
            Op::Finish { which, calls } => self.finish(*which, calls),
            Op::Fail(which, kind) => {
                let kinds = [
                    ProviderErrorKind::Connection,
                    ProviderErrorKind::Server,
                    ProviderErrorKind::Authentication,
                    ProviderErrorKind::RateLimited,
                ];
                if let Some((run, step)) = from_the_end(&self.observed.requests, *which) {
                    self.outcome(Outcome::StepFailed {
                        session,
                        run,
                        step,
                        error: ProviderError::new(kinds[*kind], "it failed"),
                    });
                }
            }
            Op::Prepare(which) => {
                if let Some((run, call)) = from_the_end(&self.observed.calls, *which) {
                    self.prepare(run, &call);
                }
            }
            Op::Refuse(which, code) => {
                let codes = [
                    ErrorCode::InvalidArguments,
                    ErrorCode::Conflict,
                    ErrorCode::PathBlocked,
                ];
                if let Some((run, call)) = from_the_end(&self.observed.calls, *which) {
                    self.outcome(Outcome::CallRefused {
                        session,
                        run,
                        call: call.id,
                        error: ToolError::new(codes[*code], "no"),
                    });
                }
            }
            Op::Output(which) => {
                if let Some((run, call)) = from_the_end(&self.observed.calls, *which) {
                    self.outcome(Outcome::CallOutput {
                        session,
                        run,
                        call: call.id,
                        offset: 0,
                        text: "out".to_owned(),
                    });
                }
            }
            Op::Done(which) => {
                if let Some((run, call)) = from_the_end(&self.observed.calls, *which) {
                    let done = Box::new(done(&call));
                    self.outcome(Outcome::CallFinished { session, run, done });
                }
            }
            Op::Fire(which) => {
                if let Some(timer) = from_the_end(&self.observed.timers, *which) {
                    self.outcome(Outcome::TimerFired { timer });
                }
            }
        }
    }

    fn prepare(&mut self, run: RunId, call: &ToolCall) {
        let plan = plan(call);
        let policy = self
            .observed
            .policy
            .clone()
            .expect("a session has a policy");
        self.observed
            .plans
            .entry(call.id)
            .or_insert_with(|| plan.clone());
        let leave = Leave::Plan(plan.clone(), policy);
        let outcome = Outcome::CallPrepared {
            session: SESSION,
            run,
            plan: Box::new(plan),
        };
        self.give(Msg::Outcome(outcome), &leave);
    }

    fn answer(&mut self, which: usize, decision: usize, stale: bool) {
        let Some(prompt) = from_the_end(&self.observed.prompts, which) else {
            return;
        };
        let call = prompt.call.unwrap_or(CallId(Uuid::nil()));
        let text = "make it".to_owned();
        let decision = match decision {
            0 | 1 => Decision::Yes,
            2 => Decision::Always {
                scope: GrantScope::Session,
            },
            3 => Decision::Always {
                scope: GrantScope::UntilNextMessage,
            },
            4 => Decision::Edited { text },
            5 => Decision::Hunks {
                accepted: vec![hunk_id(call, 1)],
            },
            6 => Decision::No { reason: None },
            7 => Decision::Text { text },
            _ => Decision::Skipped,
        };
        let mut answer = answer_to(&prompt, decision.clone());
        if stale {
            answer.shown = ContentHash::of(b"stale");
        }
        let leave = Leave::Answer(prompt, decision, answer.shown.clone());
        let command = Command::AnswerPrompt {
            session: SESSION,
            answer,
        };
        self.give(Msg::Command(command), &leave);
    }

    fn finish(&mut self, which: usize, calls: &[(usize, usize)]) {
        let Some((run, step)) = from_the_end(&self.observed.requests, which) else {
            return;
        };
        let requested = calls.iter().map(|(tool, argument)| {
            let names = ["a.rs", "b.rs", "c.rs"];
            let commands = ["make", "ls", "rm -r x"];
            let (tool, arguments) = match tool {
                0 | 1 => ("read_file", path(names[*argument])),
                2 => ("write_file", path(names[*argument])),
                3 => ("shell_exec", shell(commands[*argument])),
                4 => ("clarify_user", path(names[*argument])),
                _ => ("fly", path(names[*argument])),
            };
            RequestedCall {
                provider_id: String::new(),
                tool: tool.to_owned(),
                class: super::world::class_of(tool),
                arguments,
            }
        });
        let answer = StepAnswer {
            calls: requested.collect(),
            ..StepAnswer::default()
        };
        self.outcome(Outcome::StepFinished {
            session: SESSION,
            run,
            step,
            answer,
        });
    }

    /// Cancels, lets everything report, and looks whether all is at rest.
    fn come_to_rest(&mut self) {
        if self.observed.runs.len() > self.observed.ended.len() {
            self.take(&Op::Cancel(CancelHow::KillTree));
        }
        let running: Vec<CallId> = self.observed.under_way.keys().copied().collect();
        let calls = self.observed.calls.clone();
        for (run, call) in calls
            .into_iter()
            .filter(|(_, call)| running.contains(&call.id))
        {
            let done = Box::new(done(&call));
            self.outcome(Outcome::CallFinished {
                session: SESSION,
                run,
                done,
            });
        }
        assert_eq!(self.observed.runs.len(), self.observed.ended.len());
        for (_, call) in &self.observed.calls {
            assert_eq!(self.observed.completed.get(&call.id), Some(&1));
            assert_eq!(self.observed.results.get(&call.id), Some(&1));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn whatever_comes_in_every_call_has_one_result_and_nothing_runs_without_leave(
        ops in proptest::collection::vec(op(), 1..70),
        attended in any::<bool>(),
        mode in proptest::sample::select(Mode::ALL.to_vec()),
    ) {
        let attendance = if attended { Attendance::Attended } else { Attendance::Unattended };
        let mut play = Play::new(attendance, mode);
        for op in &ops {
            play.take(op);
        }
        play.come_to_rest();
    }
}
