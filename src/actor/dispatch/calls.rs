//! Calls of tools: planned, carried out and ended, each on a task of its own.

use std::path::Path;
use std::sync::Arc;

use jiff::Timestamp;

use super::Dispatch;
use crate::actor::call_task::{CallTask, without_plan};
use crate::actor::live::Live;
use crate::engine::Outcome;
use crate::ordered::OrderedMap;
use crate::protocol::call::ToolCall;
use crate::protocol::command::CancelHow;
use crate::protocol::ids::{CallId, RunId, SessionId};
use crate::protocol::plan::Grant;
use crate::tools::{Asker, Cancel, Prepared};

/// A folder relative to the root; one that is not inside of it, as after the workspace was moved, is the root.
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

    pub(super) fn prepare_call(
        &self,
        session: SessionId,
        run: RunId,
        call: ToolCall,
        lives: &OrderedMap<SessionId, Live>,
    ) {
        let settings = lives.get(&session).map(|live| &live.state.summary.settings);
        let folder = settings.map(|settings| inside(self.workspace.root(), &settings.cwd));
        let asker = Asker {
            session,
            run,
            agent: settings.map_or_else(String::new, |settings| settings.agent.clone()),
            folder: folder.unwrap_or_default(),
            now: Timestamp::now(),
            ids: Arc::new(uuid::Uuid::now_v7),
        };
        let task = self.call_task(session, run);
        match self.own_calls.program_of(session) {
            Some(program) => {
                crate::task::spawn(task.prepare_own(call, asker, program, self.own_calls.clone()));
            }
            None => drop(crate::task::spawn(task.prepare(call, asker))),
        }
    }

    /// Keeps planned work until the engine decides on it.
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
        match self.own_calls.take(call) {
            Some(asked) => drop(crate::task::spawn(
                task.run_own(prepared, grant, cancel, asked),
            )),
            None => drop(crate::task::spawn(task.run(prepared, grant, cancel))),
        }
    }

    pub(super) fn cancel_call(&self, call: CallId, how: CancelHow) {
        if let Some(cancel) = self.running.get(&call) {
            cancel.stop.cancel();
            if how == CancelHow::KillTree {
                cancel.kill.cancel();
            }
        }
    }

    /// Forgets how to end a call that is over.
    pub(in crate::actor) fn forget_call(&mut self, call: CallId) {
        self.running.remove(&call);
    }
}
