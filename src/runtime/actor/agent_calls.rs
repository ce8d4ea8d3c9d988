//! Calls that an agent program carries out with its own tools: waits for the program to request
//! permission or to report finished work, grants or denies the permission, and returns the
//! results as outcomes.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::future::BoxFuture;
use tokio::sync::mpsc;

use super::call_task::CallTask;
use super::worker_message::{Inbox, WorkerMessage};
use super::workspace_scans::WorkspaceScans;
use engine::{Outcome, RequestedCall};
use notice::notice;
use protocol::call::{ErrorCode, ToolCall, ToolError};
use protocol::ids::{CallId, RunId, SessionId};
use protocol::permission::{
    AfterDenial, AgentToolResult, Permission, PermissionRequest, ReportedAction, RequestedAction,
};
use protocol::plan::Grant;
use protocol::stream::ProviderError;
use provider::Provider;
use provider::agent_tools::{AgentTools, Next, ToolActivity};
use tools::{CallContext, Cancel, ExternalAgent, Prepared};

/// The agent calls that wait for permission, and the program of each session. Cheap to clone.
#[derive(Clone, Default)]
pub(super) struct AgentCalls(Arc<Mutex<KnownCalls>>);

#[derive(Default)]
struct KnownCalls {
    programs: BTreeMap<SessionId, Arc<dyn AgentTools>>,
    calls: BTreeMap<CallId, AgentCall>,
}

/// A call that an agent program makes with its own tools.
#[derive(Clone)]
pub(super) struct AgentCall {
    program: Arc<dyn AgentTools>,
    session: SessionId,
    /// Id that the program gave the call.
    id: String,
    /// The open permission request, if any.
    request: Option<String>,
}

impl AgentCalls {
    fn known(&self) -> MutexGuard<'_, KnownCalls> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that this provider answers the session from now on.
    pub(super) fn serves(&self, session: SessionId, provider: &Provider) {
        let mut known = self.known();
        match &provider.agent_tools {
            Some(program) => drop(known.programs.insert(session, Arc::clone(program))),
            None => drop(known.programs.remove(&session)),
        }
    }

    /// Returns the agent program that answers a session.
    pub(super) fn program_of(&self, session: SessionId) -> Option<Arc<dyn AgentTools>> {
        self.known().programs.get(&session).cloned()
    }

    /// Removes a call that has been decided on.
    pub(super) fn take(&self, call: CallId) -> Option<AgentCall> {
        self.known().calls.remove(&call)
    }

    /// Denies a call; it is not carried out.
    pub(super) fn refuse(&self, call: CallId, why: String, then: AfterDenial) {
        let Some(call) = self.take(call) else { return };
        if let Some(request) = &call.request {
            let leave = Permission::Denied { why, then };
            call.program.answer(call.session, request, leave);
        }
        if then == AfterDenial::Stop {
            call.program.interrupt(call.session);
        }
    }

    pub(super) async fn end_all(&self) {
        let programs: Vec<_> = self.known().programs.values().cloned().collect();
        for program in programs {
            program.end_all().await;
        }
    }

    fn note(&self, id: CallId, call: AgentCall) {
        self.known().calls.insert(id, call);
    }
}

impl CallTask {
    /// Waits until the program requests permission for a call, and plans the call; or until the
    /// program reports the call as done.
    pub(super) async fn prepare_own(
        self,
        call: ToolCall,
        asker: CallContext,
        (program, known): (Arc<dyn AgentTools>, AgentCalls),
        looking: WorkspaceScans,
    ) {
        let id = call.id;
        let mut own = AgentCall {
            program,
            session: self.session,
            id: call.provider_id.clone(),
            request: None,
        };
        known.note(id, own.clone());
        let next = own.program.next(self.session, own.id.clone()).await;
        let planned = match next {
            Err(error) => Err(gone(&error)),
            Ok(Next::Runs) => Ok(self.tools.prepare_running(&call, &asker)),
            Ok(Next::Done(result)) => Ok(self.tools.prepare_reported(&call, result, &asker)),
            Ok(Next::Asks(asked)) => {
                own.request = Some(asked.request.clone());
                known.note(id, own.clone());
                // The program's earlier changes must be in the log before this call is planned.
                if may_change(&asked.wants) {
                    let acting = own.program.acting(self.session, None);
                    looking.scan_except(acting).await;
                }
                let planned = self.plan_asked(call, *asked, asker).await;
                if let Err(error) = &planned {
                    known.refuse(id, error.message.to_string(), AfterDenial::GoOn);
                }
                planned
            }
        };
        let (session, run) = (self.session, self.run);
        let arrival = match planned {
            Ok(prepared) => {
                if let Some(request) = own.request.clone() {
                    let watch = watch(own, request, (session, run, id), self.inbox.clone());
                    tokio::spawn(watch);
                }
                let prepared = Box::new(prepared);
                WorkerMessage::Prepared {
                    session,
                    run,
                    prepared,
                }
            }
            Err(error) => WorkerMessage::Outcome(Outcome::CallRefused {
                session,
                run,
                call: id,
                error,
            }),
        };
        self.inbox.send(arrival).await;
        drop(self.ticket);
    }

    async fn plan_asked(
        &self,
        call: ToolCall,
        asked: PermissionRequest,
        asker: CallContext,
    ) -> Result<Prepared, ToolError> {
        let tools = Arc::clone(&self.tools);
        let work =
            tokio::task::spawn_blocking(move || tools.prepare_requested(&call, &asked, &asker))
                .await;
        let planned = work.unwrap_or_else(|_| {
            let broke = notice!("told-broke-planning");
            Err(ToolError::new(ErrorCode::CommandFailed, broke))
        });
        self.store_base(planned?).await
    }

    /// Executes a planned call through the program.
    pub(super) async fn run_own(
        self,
        prepared: Prepared,
        grant: Grant,
        cancel: Cancel,
        own: AgentCall,
    ) {
        let program: Arc<dyn ExternalAgent> = Arc::new(AgentCallRunner {
            own,
            of: (self.session, self.run, prepared.plan.call),
            inbox: self.inbox.clone(),
        });
        let tools = Arc::clone(&self.tools);
        self.report(prepared, |prepared, output| async move {
            tools
                .run_external(prepared, grant, cancel, output, program)
                .await
        })
        .await;
    }
}

fn may_change(wants: &RequestedAction) -> bool {
    !matches!(
        wants,
        RequestedAction::Question { .. }
            | RequestedAction::Questions
            | RequestedAction::Plan { .. }
    )
}

/// Reports when an open question no longer needs an answer.
async fn watch(
    own: AgentCall,
    request: String,
    (session, run, call): (SessionId, RunId, CallId),
    inbox: Inbox,
) {
    if let Some(why) = own.program.withdrawn(session, request).await {
        let outcome = Outcome::CallWithdrawn {
            session,
            run,
            call,
            why,
        };
        inbox.report(outcome).await;
    }
}

fn gone(error: &ProviderError) -> ToolError {
    ToolError::new(ErrorCode::Cancelled, error.message.clone())
}

/// Grants a program its permission and waits for the result.
struct AgentCallRunner {
    own: AgentCall,
    of: (SessionId, RunId, CallId),
    inbox: Inbox,
}

impl AgentCallRunner {
    /// Adds another call that the program must finish before this one continues.
    async fn add(&self, asked: &PermissionRequest) {
        let (session, run, parent) = self.of;
        let requested = RequestedCall {
            provider_id: asked.call.clone(),
            tool: asked.tool.clone(),
            class: self.own.program.class_of(&asked.tool),
            arguments: serde_json::to_value(&asked.wants).unwrap_or_default(),
        };
        let outcome = Outcome::CallAdded {
            session,
            run,
            parent,
            requested,
        };
        self.inbox.report(outcome).await;
    }
}

impl ExternalAgent for AgentCallRunner {
    fn execute(
        &self,
        leave: Permission,
        output: mpsc::Sender<String>,
    ) -> BoxFuture<'_, Result<AgentToolResult, ToolError>> {
        Box::pin(async move {
            let AgentCall {
                program,
                session,
                id,
                request,
            } = &self.own;
            if let Some(request) = request {
                program.answer(*session, request, leave);
            }
            loop {
                match program.running(*session, id.clone()).await {
                    Ok(ToolActivity::Done(result)) => return Ok(result),
                    Ok(ToolActivity::AnotherAsks(asked)) => self.add(&asked).await,
                    Ok(ToolActivity::Progress(text)) => {
                        let line = format!("{}\n", redact::sanitize(&text));
                        // A closed channel means that the output is no longer shown.
                        output.send(line).await.ok();
                    }
                    Err(error) => return Err(gone(&error)),
                }
            }
        })
    }

    fn acted(&self) -> Vec<ReportedAction> {
        self.own.program.acted(self.own.session, &self.own.id)
    }

    fn acting(&self) -> Vec<ReportedAction> {
        self.own
            .program
            .acting(self.own.session, Some(&self.own.id))
    }

    fn stop(&self) {
        self.own.program.interrupt(self.own.session);
    }

    fn kill(&self) {
        let end = self.own.program.end(self.own.session);
        tokio::spawn(end);
    }
}
