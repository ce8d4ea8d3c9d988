//! Executes effects: starts tasks and keeps handles to end them, but none of their results.

mod cache;
mod calls;
mod catalogue;
mod egress;
mod facts;
mod hooks;
mod index;
mod loading;
mod memory;
mod mentions;
mod note;
mod review;
mod servers;
mod sessions;
mod steps;

pub(super) use calls::inside;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OnceCell, watch};
use tokio::task::AbortHandle;

use self::facts::{GitQueryState, giving_way};
use self::servers::ServerQuestions;

pub use self::review::recover;
use super::agent_calls::AgentCalls;
use super::cache::Cache;
use super::catalogue::Catalogue;
use super::drafts::Drafts;
use super::egress::{EgressConsents, EgressGate};
use super::facts::GitState;
use super::file_list::FileList;
use super::hooks::{HookFiles, HookRunner};
use super::in_flight::InFlightCounter;
use super::latest_only::LatestOnly;
use super::memory::Memory;
use super::prompt::SystemPrompt;
use super::request::RequestSettings;
use super::rules::RuleFiles;
use super::step_task::ReportedCuts;
use super::worker_message::Inbox;
use crate::ledger::Ledger;
use engine::routing::RoutingConfig;
use engine::{Effect, Outcome, TimerPurpose};
use mcp::ServerService;
use notice::notice;
use protocol::approval::GrantScope;
use protocol::ids::{CallId, RunId, SessionId, StepId, TimerId, WorkspaceId};
use protocol::query::ExternalProgram;
use provider::registry::Registry;
use session::SessionState;
use store::Store;
use store::lock::SessionLock;
use tools::{Cancel, Prepared, ToolBox};
use workspace::Workspace;
use workspace::watch::Watch;

/// Starts the work that effects order, and can end it.
pub(super) struct Dispatch {
    pub(super) workspace_id: WorkspaceId,
    pub(super) workspace: Arc<Workspace>,
    pub(super) tools: Arc<ToolBox>,
    pub(super) ledger: Arc<Ledger>,
    pub(super) providers: Arc<Registry>,
    pub(super) store: Store,
    pub(super) inbox: Inbox,
    pub(super) tickets: InFlightCounter,
    pub(super) settings: Arc<RequestSettings>,
    pub(super) catalogue: Arc<dyn Catalogue>,
    pub(super) cache: Arc<dyn Cache>,
    pub(super) memory: Arc<dyn Memory>,
    pub(super) rule_files: Arc<dyn RuleFiles>,
    pub(super) hooks: HookRunner,
    /// The MCP servers, if there are any in this run of the program.
    pub(super) servers: Option<ServerService>,
    server_questions: ServerQuestions,
    /// Hooks that run, each with its session.
    hook_tasks: Vec<(SessionId, AbortHandle)>,
    pub(super) gate: EgressGate,
    pub(super) routing: RoutingConfig,
    /// The last answer from git; requests wait for the first one.
    git: watch::Sender<GitState>,
    git_asked: GitQueryState,
    /// The external programs that were found; `None` until the search has run.
    pub(super) programs: Option<Arc<[ExternalProgram]>>,
    pub(super) facts: super::facts::FixedFacts,
    /// The file list used for completion.
    files: Arc<FileList>,
    turns: LatestOnly,
    /// The folder of session locks, and the locks that this process holds: it owns these sessions
    /// as long as it lives.
    lock_folder: PathBuf,
    locks: BTreeMap<SessionId, SessionLock>,
    systems: BTreeMap<SessionId, (RunId, Arc<OnceCell<SystemPrompt>>)>,
    steps: BTreeMap<StepId, AbortHandle>,
    timers: BTreeMap<TimerId, AbortHandle>,
    prepared: BTreeMap<CallId, Prepared>,
    running: BTreeMap<CallId, Cancel>,
    /// Calls whose arguments are streaming in.
    drafts: Drafts,
    cuts: ReportedCuts,
    /// Agent calls that wait for permission.
    pub(super) agent_calls: AgentCalls,
    /// Watches the workspace until it is dropped.
    watch: Option<Watch>,
}

pub(super) struct DispatchDependencies {
    pub(super) workspace_id: WorkspaceId,
    pub(super) workspace: Arc<Workspace>,
    pub(super) tools: Arc<ToolBox>,
    pub(super) ledger: Arc<Ledger>,
    pub(super) providers: Arc<Registry>,
    pub(super) store: Store,
    pub(super) inbox: Inbox,
    pub(super) settings: Arc<RequestSettings>,
    pub(super) catalogue: Arc<dyn Catalogue>,
    pub(super) cache: Arc<dyn Cache>,
    pub(super) memory: Arc<dyn Memory>,
    pub(super) rule_files: Arc<dyn RuleFiles>,
    pub(super) hooks: Arc<dyn HookFiles>,
    pub(super) servers: Option<ServerService>,
    pub(super) consents: Arc<dyn EgressConsents>,
    pub(super) routing: RoutingConfig,
    pub(super) facts: super::facts::FixedFacts,
    pub(super) lock_folder: PathBuf,
    pub(super) locks: BTreeMap<SessionId, SessionLock>,
}

impl Dispatch {
    pub(super) fn new(dependencies: DispatchDependencies) -> Self {
        let hooks = HookRunner::new(
            dependencies.hooks,
            Arc::clone(&dependencies.tools),
            dependencies.workspace.root().to_path_buf(),
        );
        Self {
            hooks,
            servers: dependencies.servers,
            server_questions: ServerQuestions::default(),
            hook_tasks: Vec::new(),
            workspace_id: dependencies.workspace_id,
            files: Arc::new(FileList::new(Arc::clone(&dependencies.workspace))),
            turns: LatestOnly::default(),
            workspace: dependencies.workspace,
            tools: dependencies.tools,
            ledger: dependencies.ledger,
            providers: dependencies.providers,
            store: dependencies.store,
            inbox: dependencies.inbox,
            tickets: InFlightCounter::default(),
            settings: dependencies.settings,
            catalogue: dependencies.catalogue,
            cache: dependencies.cache,
            memory: dependencies.memory,
            rule_files: dependencies.rule_files,
            gate: EgressGate {
                consents: dependencies.consents,
                leaving: dependencies.routing.leaving,
            },
            routing: dependencies.routing,
            git: watch::Sender::default(),
            git_asked: GitQueryState::Idle,
            programs: None,
            facts: dependencies.facts,
            lock_folder: dependencies.lock_folder,
            locks: dependencies.locks,
            systems: BTreeMap::new(),
            steps: BTreeMap::new(),
            timers: BTreeMap::new(),
            prepared: BTreeMap::new(),
            running: BTreeMap::new(),
            drafts: Drafts::default(),
            cuts: ReportedCuts::default(),
            agent_calls: AgentCalls::default(),
            watch: None,
        }
    }

    /// Starts the work that an effect orders.
    pub(super) fn execute(&mut self, effect: Effect, sessions: &BTreeMap<SessionId, SessionState>) {
        match effect {
            Effect::RequestStep {
                session,
                run,
                step,
                number,
                target,
                overflow,
                proposed,
                freshness,
            } => {
                let ids = (session, run, step);
                let how = (overflow, proposed, freshness);
                self.request_step(ids, (number, target), how, sessions);
            }
            Effect::Compact {
                session,
                run,
                step,
                number,
                target,
                reach,
                words,
            } => {
                let ids = (session, run, step);
                self.compact(ids, (number, target), (reach, words), sessions);
            }
            Effect::ResolveMentions {
                session,
                run,
                named,
                pictures,
            } => self.resolve_mentions((session, run), named, pictures),
            Effect::ResolveFolder { session, change } => self.resolve_folder(session, change),
            Effect::CancelStep { step } => abort(self.steps.remove(&step)),
            Effect::PrepareCall {
                session,
                run,
                call,
                on_disk,
            } => self.prepare_call((session, run), call, on_disk, sessions),
            Effect::RunCall {
                session,
                run,
                call,
                grant,
            } => self.run_call(session, run, call, grant),
            Effect::ProposeCall { session, run, call } => self.propose_call(session, run, call),
            Effect::Review {
                session,
                version,
                job,
            } => self.review(session, version, job),
            Effect::Apply { session, apply } => self.apply(session, apply),
            Effect::FreezeDecisions { session, before } => self.ledger.hold(session, &before),
            Effect::PublishDecisions { session } => self.ledger.share(session),
            Effect::DropCall { call } => drop(self.prepared.remove(&call)),
            Effect::RefuseCall { call, why, then } => {
                self.prepared.remove(&call);
                self.agent_calls.refuse(call, why, then);
            }
            Effect::CancelCall { call, how } => self.cancel_call(call, how),
            Effect::StartTimer {
                timer,
                after_ms,
                purpose,
            } => self.start_timer(timer, after_ms, purpose),
            Effect::StopTimer { timer } => abort(self.timers.remove(&timer)),
            Effect::TrySandbox => self.try_sandbox(),
            Effect::SaveRule {
                session,
                scope,
                pattern,
                ..
            } => self.save_rule(session, scope, pattern),
            Effect::StoreEgressConsent {
                session,
                run,
                to,
                consent,
            } => self.store_egress_consent(session, run, to, consent),
            Effect::SaveNote {
                session,
                base,
                text,
            } => self.save_note(session, base, text),
            Effect::StoreIndexConsent { session, consent } => self.keep_consent(session, consent),
            Effect::ReadHooks { session, run } => self.read_hooks(session, run),
            Effect::RunHooks {
                session,
                run,
                subject,
                occasion,
                mode,
                carried_out,
            } => self.run_hooks((session, run), subject, (*occasion, mode, carried_out)),
            Effect::CancelHooks { session } => self.cancel_hooks(session),
            Effect::TrustHooks { session, names } => self.trust_hooks(session, names),
            Effect::OrderServer { session, order } => self.order_server(session, order),
            Effect::AnswerServer { number, answer } => self.server_questions.answer(number, answer),
            Effect::Remember {
                session,
                run,
                call,
                request,
                taint,
            } => self.remember((session, run, call), request, taint),
            Effect::Recall {
                session,
                run,
                text,
                without,
            } => self.recall((session, run), text, without),
            Effect::OrderMemory { session, order } => self.order_memory(session, order),
            Effect::CleanCache { session, scope } => self.clean_cache(session, scope),
            Effect::CheckPath {
                session,
                path,
                answer,
            } => self.check_path(session, path, answer),
            Effect::ChooseModel { session, provider } => self.choose_model(session, provider),
            Effect::ChangeCatalogue { session, order } => self.change_catalogue(session, order),
            Effect::LoadSession { session } => self.load_session(session),
            Effect::ReadFork { session, new, at } => self.read_fork((session, new), at),
            Effect::ExportSession { session, path } => self.export_session(session, path),
            Effect::ImportSession { session, new, path } => {
                self.import_session((session, new), path);
            }
            Effect::ReleaseSession { session } => self.release(session),
        }
    }

    /// Reports an outcome that needed no work.
    fn report(&self, outcome: Outcome) {
        self.in_background(std::future::ready(outcome));
    }

    /// Does work that counts as in flight, and reports its outcome.
    fn in_background(&self, work: impl Future<Output = Outcome> + Send + 'static) {
        let inbox = self.inbox.clone();
        let ticket = self.tickets.hand_out();
        tokio::spawn(async move {
            inbox.report(work.await).await;
            drop(ticket);
        });
    }

    fn start_timer(&mut self, timer: TimerId, after_ms: u64, purpose: TimerPurpose) {
        let inbox = self.inbox.clone();
        // A run that waits for a retry counts as work in flight; a question that waits does not.
        let ticket = (purpose == TimerPurpose::Retry).then(|| self.tickets.hand_out());
        let jitter = u64::from(uuid::Uuid::now_v7().as_bytes()[15]) * after_ms / 2_560;
        let pause = match purpose {
            TimerPurpose::Retry => after_ms + jitter,
            TimerPurpose::QuestionTimeout | TimerPurpose::StepTime => after_ms,
        };
        let wait = async move {
            tokio::time::sleep(Duration::from_millis(pause)).await;
            let outcome = Outcome::TimerFired { timer };
            inbox.report(outcome).await;
            drop(ticket);
        };
        self.timers.retain(|_, handle| !handle.is_finished());
        self.timers.insert(timer, tokio::spawn(wait).abort_handle());
    }

    /// Makes the boxes that this machine can make, below the priority of the screen: each starts programs.
    fn try_sandbox(&self) {
        let tools = Arc::clone(&self.tools);
        self.in_background(async move {
            let found = giving_way("sandbox", move || tools.sandbox_offer()).await;
            let offer = found.unwrap_or_default();
            Outcome::SandboxFound { offer }
        });
    }

    fn save_rule(&self, session: SessionId, scope: GrantScope, pattern: String) {
        let files = Arc::clone(&self.rule_files);
        self.in_background(async move {
            let work = tokio::task::spawn_blocking(move || files.append_allow(scope, &pattern));
            let result = work
                .await
                .unwrap_or_else(|_| Err(notice!("told-broke-rule")));
            Outcome::RuleSaved { session, result }
        });
    }

    /// Ends every task; running commands are killed with their group.
    pub(super) fn abort_all(&mut self) {
        for (_, handle) in std::mem::take(&mut self.steps) {
            handle.abort();
        }
        for (_, handle) in std::mem::take(&mut self.timers) {
            handle.abort();
        }
        for (_, task) in std::mem::take(&mut self.hook_tasks) {
            task.abort();
        }
        for cancel in self.running.values() {
            cancel.stop.cancel();
            cancel.kill.cancel();
        }
    }
}

fn abort(handle: Option<AbortHandle>) {
    if let Some(handle) = handle {
        handle.abort();
    }
}
