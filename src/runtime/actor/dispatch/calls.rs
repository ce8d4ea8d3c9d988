//! Tool calls: planned, carried out and ended, each on its own task.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use jiff::Timestamp;

use super::Dispatch;
use crate::actor::call_task::{CallTask, without_plan};
use crate::actor::workspace_scans::{RunEnd, WorkspaceScans};
use engine::Outcome;
use protocol::approval::TextSwitch;
use protocol::call::ToolCall;
use protocol::command::CancelMode;
use protocol::ids::{CallId, RunId, SessionId};
use protocol::plan::Grant;
use protocol::sub_agent::AgentLimits;
use session::SessionState;
use tools::{CallContext, Cancel, Prepared};

/// Returns a folder relative to the root. A folder outside of the root, for example after the
/// workspace was moved, becomes the root.
pub(in crate::actor) fn inside(root: &Path, folder: &Path) -> String {
    let relative = folder.strip_prefix(root).ok().and_then(Path::to_str);
    relative.unwrap_or_default().to_owned()
}

impl Dispatch {
    pub(super) fn call_task(&self, session: SessionId, run: RunId) -> CallTask {
        CallTask {
            session,
            run,
            tools: Arc::clone(&self.tools),
            store: self.store.clone(),
            inbox: self.inbox.clone(),
            ticket: self.tickets.hand_out(),
        }
    }

    /// Removes the caches that the commands of a closed session left, on a worker.
    pub(in crate::actor) fn forget_caches(&self, session: SessionId) {
        let tools = Arc::clone(&self.tools);
        tokio::task::spawn_blocking(move || tools.forget_session(session));
    }

    /// Returns the context for work that is done on behalf of a run.
    pub(super) fn asker(
        &self,
        (session, run): (SessionId, RunId),
        sessions: &BTreeMap<SessionId, SessionState>,
    ) -> CallContext {
        // The calls of a sub-agent are those of its session, by another author.
        let mut all = sessions.values();
        let author = all.find(|live| live.facts.agent_of_run() == Some((session, run)));
        let author = author.or_else(|| sessions.get(&session));
        let settings = author.map(|live| &live.facts.settings);
        let policy = sessions.get(&session).map(|live| &live.facts.policy);
        let folder = settings.map(|settings| inside(self.workspace.root(), &settings.cwd));
        CallContext {
            session,
            run,
            agent: settings.map_or_else(String::new, |settings| settings.agent.clone()),
            limits: settings
                .and_then(|settings| settings.agent_of.as_ref())
                .map_or_else(AgentLimits::default, |of| of.limits.clone()),
            is_by_user: false,
            proposes: policy.is_some_and(|policy| policy.text == TextSwitch::Propose),
            folder: folder.unwrap_or_default(),
            now: Timestamp::now(),
            ids: Arc::new(uuid::Uuid::now_v7),
        }
    }

    pub(super) fn looking(
        &self,
        of: (SessionId, RunId),
        sessions: &BTreeMap<SessionId, SessionState>,
    ) -> WorkspaceScans {
        WorkspaceScans {
            tools: Arc::clone(&self.tools),
            store: self.store.clone(),
            asker: self.asker(of, sessions),
            inbox: self.inbox.clone(),
            tickets: self.tickets.clone(),
        }
    }

    /// Handles the end of a run. If an agent program worked in it, scans the disk until the program
    /// is at rest.
    pub(in crate::actor) fn run_over(
        &self,
        (session, run): (SessionId, RunId),
        end: RunEnd,
        sessions: &BTreeMap<SessionId, SessionState>,
    ) {
        // Applies even if the first scan is not over yet: that one would be too late.
        if let Some(program) = self.agent_calls.program_of(session) {
            let looking = self.looking((session, run), sessions);
            let ticket = self.tickets.hand_out();
            tokio::spawn(looking.until_settled(program, end, ticket));
        }
    }

    /// Whether an agent program is at work in a session. If it works only in the background, scans
    /// for its changes first.
    pub(in crate::actor) fn looks_after(
        &self,
        session: SessionId,
        sessions: &BTreeMap<SessionId, SessionState>,
    ) -> bool {
        if !self.tools.has_baseline(session) {
            return false;
        }
        let run = sessions
            .get(&session)
            .and_then(|live| live.facts.run.as_ref());
        if let Some(run) = run.filter(|run| run.finished_at.is_some()) {
            let looking = self.looking((session, run.id), sessions);
            let ticket = self.tickets.hand_out();
            tokio::spawn(async move {
                looking.scan_now().await;
                drop(ticket);
            });
        }
        true
    }

    /// Whether scans still run for an agent program that was ended.
    pub(in crate::actor) fn still_looking(
        &self,
        sessions: &BTreeMap<SessionId, SessionState>,
    ) -> Vec<WorkspaceScans> {
        let runs = sessions.iter().filter_map(|(session, live)| {
            let run = live.facts.run.as_ref()?;
            self.tools
                .has_baseline(*session)
                .then_some((*session, run.id))
        });
        runs.map(|of| self.looking(of, sessions)).collect()
    }

    pub(super) fn prepare_call(
        &self,
        (session, run): (SessionId, RunId),
        call: ToolCall,
        on_disk: bool,
        sessions: &BTreeMap<SessionId, SessionState>,
    ) {
        // A command of the user's has no id given by someone else.
        let is_ours = call.provider_id == call.id.to_string();
        let mut asker = self.asker((session, run), sessions);
        asker.is_by_user = is_ours;
        asker.proposes &= !on_disk;
        let task = self.call_task(session, run);
        match self.agent_calls.program_of(session).filter(|_| !is_ours) {
            Some(program) => {
                let own = (program, self.agent_calls.clone());
                let looking = self.looking((session, run), sessions);
                tokio::spawn(task.prepare_own(call, asker, own, looking));
            }
            None => drop(tokio::spawn(task.prepare(call, asker))),
        }
    }

    /// Stores planned work until the engine decides on it.
    pub(in crate::actor) fn keep_prepared(&mut self, prepared: Prepared) {
        self.prepared.insert(prepared.plan.call, prepared);
    }

    pub(super) fn run_call(&mut self, session: SessionId, run: RunId, call: CallId, grant: Grant) {
        let Some(prepared) = self.prepared.remove(&call) else {
            let done = Box::new(without_plan(call));
            self.report(Outcome::CallFinished { session, run, done });
            return;
        };
        let cancel = Cancel::default();
        self.running.insert(call, cancel.clone());
        let task = self.call_task(session, run);
        match self.agent_calls.take(call) {
            Some(asked) => drop(tokio::spawn(task.run_own(prepared, grant, cancel, asked))),
            None => drop(tokio::spawn(task.run(prepared, grant, cancel))),
        }
    }

    pub(super) fn cancel_call(&self, call: CallId, how: CancelMode) {
        if let Some(cancel) = self.running.get(&call) {
            cancel.stop.cancel();
            if how == CancelMode::KillTree {
                cancel.kill.cancel();
            }
        }
    }

    /// Drops the cancel handle of a call that is over.
    pub(in crate::actor) fn forget_call(&mut self, call: CallId) {
        self.running.remove(&call);
    }
}
