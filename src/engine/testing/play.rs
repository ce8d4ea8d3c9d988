//! The product's promises about runs and calls hold for any input in any order.

mod observed;
mod op;

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use proptest::prelude::*;
use uuid::Uuid;

use self::observed::{Observed, ObservedPermission};
use self::op::from_the_end;

pub use self::op::{Op, op};
use super::harness::{Harness, SESSION, answer_to};
use super::plans::{boxed_plan, class_of, done, hunk_id, lacks_network, path, plan, shell};
use crate::{
    Attendance, Effect, EngineConfig, Input, Outcome, RequestedCall, ReviewWork, Step, StepAnswer,
};
use notice::Notice;
use policy::decide::{Taint, Verdict, decide};
use policy::network::{NetworkRule, network_rule};
use protocol::approval::{
    Decision, GrantScope, Mode, PolicyState, Question, Risk, RuleEffect, Switch,
};
use protocol::call::{ErrorCode, ToolCall, ToolClass, ToolError};
use protocol::change::HunkState;
use protocol::command::{CancelMode, Command, Toggle};
use protocol::event::{Event, EventKind, TextChannel, UnqueueReason};
use protocol::ids::{
    ApplyId, CallId, ContentHash, EntryId, HunkId, MessageId, QuestionId, RunId, StepId, TimerId,
};
use protocol::mention::{MentionedFile, MentionedPart, ResolvedPart};
use protocol::message::{Block, Role};
use protocol::plan::{CallPlan, Grant};
use protocol::review::rollback::{RollbackMode, RollbackRequest, RollbackScope};
use protocol::review::{
    AppliedFile, ApplyResult, ApplyScope, DecisionChange, ReviewCommand, ReviewReport,
};
use protocol::session::{DeliveryPoint, QueuedMessage, SessionStatus};
use protocol::stream::{ProviderError, ProviderErrorKind};
use protocol::sub_agent::{
    AgentCommand, AgentLimits, AgentList, AgentRequest, MAX_AGENTS, NewAgent,
};
use protocol::task::{NewTask, TaskChange, TaskCommand, TaskId, TaskReference, TaskStatus};

/// A session and the inputs it has received.
pub struct Play {
    harness: Harness,
    observed: Observed,
    unattended: bool,
    pub steps: Vec<Vec<Event>>,
    /// The received outcomes.
    pub outcomes: Vec<Outcome>,
}

impl Play {
    pub fn new(attendance: Attendance, mode: Mode) -> Self {
        let config = EngineConfig {
            max_tool_calls: 6,
            max_schema_retries: 2,
            max_conflict_retries: 1,
            prompt_timeout_s: Some(60),
            attendance,
            routing: super::outcomes::hybrid(),
            ..EngineConfig::default()
        };
        let mut play = Self {
            harness: Harness::forgetful(config),
            observed: Observed::default(),
            unattended: attendance == Attendance::Unattended,
            steps: Vec::new(),
            outcomes: Vec::new(),
        };
        play.command(Command::CreateSession {
            session: SESSION,
            settings: super::harness::settings(mode),
        });
        play
    }

    fn give(&mut self, msg: Input, leave: &ObservedPermission) {
        match &msg {
            Input::Outcome(Outcome::TimerFired { timer }) => {
                self.observed.ticking.remove(timer);
            }
            Input::Outcome(Outcome::CallPrepared { plan, .. }) => {
                self.observed.kept.insert(plan.call);
            }
            _ => {}
        }
        if let Input::Outcome(outcome) = &msg {
            self.outcomes.push(outcome.clone());
        }
        let step = self.harness.step(msg);
        self.observed.learn(&step, leave, self.unattended);
        self.steps.push(step.events);
    }

    fn command(&mut self, command: Command) {
        self.give(Input::Command(command), &ObservedPermission::None);
    }

    fn outcome(&mut self, outcome: Outcome) {
        self.give(Input::Outcome(outcome), &ObservedPermission::None);
    }

    #[expect(
        clippy::too_many_lines,
        reason = "one arm for each kind of thing that comes in"
    )]
    pub fn take(&mut self, op: &Op) {
        let session = SESSION;
        match op {
            Op::Send(deliver) => self.command(Command::SendMessage {
                session,
                text: "go".to_owned(),
                deliver: *deliver,
            }),
            Op::SendNaming => {
                self.command(Command::send_message(session, "see @a.rs:1-2".to_owned()));
            }
            Op::Looked(well) => {
                if let Some((run, named)) = self.observed.looks.last().cloned() {
                    let found = if *well {
                        Ok(MentionedFile {
                            path: "a.rs".to_owned(),
                            total_lines: 2,
                        })
                    } else {
                        Err(Notice::text("no"))
                    };
                    let look = |named| ResolvedPart {
                        named,
                        found: found.clone(),
                    };
                    self.outcome(Outcome::MentionsResolved {
                        session,
                        run,
                        found: named.into_iter().map(look).collect(),
                        pictures: Vec::new(),
                    });
                }
            }
            Op::TooLong(which) => {
                if let Some((run, step)) = from_the_end(&self.observed.requests, *which) {
                    self.outcome(Outcome::ContextOverflow { session, run, step });
                }
            }
            Op::Withheld(which, asked) => {
                if let Some((run, step)) = from_the_end(&self.observed.requests, *which) {
                    self.outcome(super::outcomes::withheld(run, step, *asked));
                }
            }
            Op::Kept(given) => {
                if let Some((run, _)) = self.observed.requests.last().copied() {
                    self.outcome(super::outcomes::kept(run, *given));
                }
            }
            Op::Compact { undo: true } => self.command(Command::UndoCompaction { session }),
            Op::Compact { undo: false } => self.command(Command::Compact {
                session,
                words: String::new(),
            }),
            Op::Summarised { which, well } => {
                let ordered = from_the_end(&self.observed.summaries, *which);
                let outcome = ordered.map(|(run, step)| {
                    if *well {
                        super::outcomes::made(run, step, self.observed.last_message)
                    } else {
                        super::outcomes::not_made(run, step)
                    }
                });
                outcome
                    .into_iter()
                    .for_each(|outcome| self.outcome(outcome));
            }
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
            Op::Tasks(order, task) => self.command(Command::Tasks {
                session,
                order: task_order(*order, TaskId(*task)),
            }),
            Op::Agents(which, text) => {
                let mut latest = self.observed.agents.iter().rev();
                let agent = latest.nth(*which).map(|agent| agent.id);
                drop(latest);
                if let Some(agent) = agent {
                    let order = if *text {
                        let text = "go on".to_owned();
                        AgentCommand::Message { agent, text }
                    } else {
                        AgentCommand::Stop { agent }
                    };
                    self.command(Command::Agents { session, order });
                }
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
            Op::Rule(effect) => self.rule(*effect, "shell_exec(make*)"),
            Op::NetworkRule(effect) => self.rule(*effect, policy::network::PATTERN),
            Op::Answer {
                which,
                decision,
                stale,
            } => self.answer(*which, *decision, *stale),
            Op::Pause(which, paused) => {
                if let Some(question) = from_the_end(&self.observed.prompts, *which) {
                    self.command(Command::PauseQuestionTimeout {
                        session,
                        question: question.id,
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
                        error: ProviderError::new(kinds[*kind], Notice::text("it failed")),
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
                        error: ToolError::new(codes[*code], Notice::text("no")),
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
            Op::Lacks(which) => {
                if let Some((run, call)) = from_the_end(&self.observed.calls, *which) {
                    let done = Box::new(lacks_network(&call));
                    self.outcome(Outcome::CallFinished { session, run, done });
                }
            }
            Op::Worked { well, late } => {
                if let Some(version) = self.observed.jobs.last() {
                    let version = if *late {
                        version.wrapping_sub(1)
                    } else {
                        *version
                    };
                    let result = if *well {
                        Ok(Box::new(self.work()))
                    } else {
                        Err(Notice::text("no"))
                    };
                    self.outcome(Outcome::ReviewWorked {
                        session,
                        version,
                        result,
                    });
                }
            }
            Op::Applied(well) => {
                if let Some(apply) = self.observed.applies.last().copied() {
                    let result = if *well {
                        ApplyResult::Done
                    } else {
                        ApplyResult::Nothing {
                            reason: Notice::text("full"),
                        }
                    };
                    self.outcome(Outcome::Applied {
                        session,
                        apply,
                        result,
                    });
                }
            }
            Op::Order(which) => {
                let order = self.order(*which);
                self.command(Command::Review { session, order });
            }
            Op::Story(ops) => ops.iter().for_each(|op| self.take(op)),
            Op::Fire(which) => {
                if let Some(timer) = from_the_end(&self.observed.timers, *which) {
                    self.outcome(Outcome::TimerFired { timer });
                }
            }
        }
    }

    fn rule(&mut self, effect: RuleEffect, pattern: &str) {
        self.command(Command::AddRule {
            session: SESSION,
            effect,
            pattern: pattern.to_owned(),
        });
    }

    /// Builds a result that a worker might find: something to write, and something to report.
    fn work(&self) -> ReviewWork {
        let changes = self.observed.hunks.last().map(|hunk| DecisionChange {
            entry: EntryId(Uuid::nil()),
            hunk: *hunk,
            before: HunkState::Accepted,
            after: HunkState::RolledBack,
        });
        let planned = plan(&ToolCall {
            id: CallId(Uuid::nil()),
            provider_id: String::new(),
            tool: "write_file".to_owned(),
            arguments: path("a.rs"),
        });
        let base = planned.change.expect("a write changes").base;
        let file = AppliedFile {
            file: base.file,
            path: base.path.clone(),
            moves_to: None,
            before: None,
            after: Some(ContentHash::of(b"x")),
            mode_before: None,
            mode_after: None,
            hunks: Vec::new(),
            added: 1,
            removed: 0,
        };
        ReviewWork {
            changes: changes.into_iter().collect(),
            files: vec![(base, file)],
            told: Some(ReviewReport {
                hunks: self.observed.hunks.clone(),
                comments: Vec::new(),
                text: "told".to_owned(),
            }),
            ..ReviewWork::default()
        }
    }

    fn order(&self, which: usize) -> ReviewCommand {
        let hunks = self.observed.hunks.clone();
        match which {
            0 => ReviewCommand::Decide {
                hunks,
                state: HunkState::Accepted,
            },
            1 => ReviewCommand::Decide {
                hunks: hunks.into_iter().take(1).collect(),
                state: HunkState::Rejected,
            },
            2 => ReviewCommand::Undo,
            3 => ReviewCommand::Redo,
            4 => ReviewCommand::Apply {
                files: Vec::new(),
                shown: ContentHash::of(b""),
                of: ApplyScope::Proposed,
            },
            5 => ReviewCommand::RollBack {
                request: RollbackRequest {
                    how: RollbackMode::Scoped,
                    scope: RollbackScope::Session,
                    without: Vec::new(),
                    settle: Vec::new(),
                    unclear: Vec::new(),
                    word: String::new(),
                },
                shown: ContentHash::of(b""),
            },
            6 => ReviewCommand::LookAtDisk,
            _ => ReviewCommand::TellAgent,
        }
    }

    fn prepare(&mut self, run: RunId, call: &ToolCall) {
        let plan = boxed_plan(call);
        let policy = self
            .observed
            .policy
            .clone()
            .expect("a session has a policy");
        self.observed
            .plans
            .entry(call.id)
            .or_insert_with(|| plan.clone());
        let leave = ObservedPermission::Plan(plan.clone(), policy);
        let outcome = Outcome::CallPrepared {
            session: SESSION,
            run,
            plan: Box::new(plan),
        };
        self.give(Input::Outcome(outcome), &leave);
    }

    fn answer(&mut self, which: usize, decision: usize, stale: bool) {
        let Some(question) = from_the_end(&self.observed.prompts, which) else {
            return;
        };
        let call = question.call.unwrap_or(CallId(Uuid::nil()));
        let text = "make it".to_owned();
        let decision = match decision {
            0 | 1 => Decision::Yes,
            2 => Decision::Always {
                scope: GrantScope::Session,
            },
            3 => Decision::Always {
                scope: GrantScope::UntilNextMessage,
            },
            4 => Decision::Edited {
                text,
                on_disk: false,
            },
            5 => Decision::Hunks {
                accepted: vec![hunk_id(call, 1)],
            },
            6 => Decision::Hunks {
                accepted: vec![hunk_id(call, 1), hunk_id(call, 9)],
            },
            7 => Decision::No { reason: None },
            8 => Decision::Text { text },
            9 => Decision::OnDisk,
            10 => Decision::Network,
            11 => Decision::Never,
            12 => Decision::Always {
                scope: GrantScope::Network,
            },
            _ => Decision::Skipped,
        };
        let mut answer = answer_to(&question, decision.clone());
        if stale {
            answer.shown = ContentHash::of(b"stale");
        }
        let leave = ObservedPermission::Answer(question, decision, answer.shown);
        let command = Command::AnswerQuestion {
            session: SESSION,
            answer,
        };
        self.give(Input::Command(command), &leave);
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
                5 => ("parallel_tasks", agents_to_start(*argument)),
                _ => ("fly", path(names[*argument])),
            };
            RequestedCall {
                provider_id: String::new(),
                tool: tool.to_owned(),
                class: class_of(tool),
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

    /// Delivers every earlier outcome again.
    fn nothing_comes_of_what_is_late(&mut self) {
        for outcome in self.outcomes.clone() {
            let step = self.harness.step(Input::Outcome(outcome));
            assert!(step.events.is_empty(), "{:?}", step.events);
            let forgets = |effect: &Effect| matches!(effect, Effect::RefuseCall { .. });
            assert!(step.effects.iter().all(forgets), "{:?}", step.effects);
        }
    }

    /// Cancels, lets everything report, and checks that everything is at rest.
    pub fn come_to_rest(&mut self) {
        if self.observed.runs.len() > self.observed.ended.len() {
            self.take(&Op::Cancel(CancelMode::KillTree));
        }
        // The agents report through their own calls.
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
        // Running jobs of the review report too, and so does what waits for them.
        let ordered = |play: &Self| (play.observed.jobs.len(), play.observed.applies.len());
        let mut before = (usize::MAX, usize::MAX);
        while before != ordered(self) {
            before = ordered(self);
            self.take(&Op::Worked {
                well: false,
                late: false,
            });
            self.take(&Op::Applied(true));
        }
        assert_eq!(self.observed.runs.len(), self.observed.ended.len());
        assert!(self.observed.ticking.is_empty(), "no timer ticks on");
        assert!(self.observed.kept.is_empty(), "no planned work is kept");
        assert_eq!(
            self.observed.queue,
            [],
            "no message waits where nothing runs"
        );
        self.nothing_comes_of_what_is_late();
        for (_, call) in &self.observed.calls {
            assert_eq!(self.observed.completed.get(&call.id), Some(&1));
        }
    }
}

/// Returns the arguments of a call that starts one agent more than this.
fn agents_to_start(more: usize) -> serde_json::Value {
    let agent = |number: usize| NewAgent {
        name: format!("agent {number}"),
        prompt: "go".to_owned(),
        instructions: String::new(),
        provider: None,
        model: None,
        limits: AgentLimits::default(),
    };
    let agents = (0..=more).map(agent).collect();
    serde_json::to_value(AgentRequest::Start { agents }).expect("plain data")
}

/// Returns the order about tasks with this number: a new one that depends on `task`, or its start,
/// completion or deletion.
fn task_order(order: usize, task: TaskId) -> TaskCommand {
    let set = |status| TaskCommand::Update {
        task: TaskReference::Id(task),
        change: TaskChange::to(status),
    };
    match order {
        0 => TaskCommand::Create {
            tasks: vec![NewTask {
                name: format!("after {task}"),
                dependencies: (task.0 > 1)
                    .then_some(TaskReference::Id(task))
                    .into_iter()
                    .collect(),
                ..NewTask::default()
            }],
        },
        1 => set(TaskStatus::InProgress),
        2 => set(TaskStatus::Completed),
        _ => TaskCommand::Delete {
            task: TaskReference::Id(task),
        },
    }
}
