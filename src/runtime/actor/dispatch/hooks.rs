//! Hooks: run on tasks that are ended with the run that waits for them.

use std::sync::Arc;

use super::Dispatch;
use ::hooks::Occasion;
use engine::{HookSubject, Outcome};
use notice::{Notice, notice};
use protocol::approval::Mode;
use protocol::ids::{RunId, SessionId};
use protocol::plan::Executor;

impl Dispatch {
    pub(super) fn run_hooks(
        &mut self,
        (session, run): (SessionId, Option<RunId>),
        subject: HookSubject,
        (occasion, mode, carried_out): (Occasion, Mode, Executor),
    ) {
        let (inbox, runner) = (self.inbox.clone(), self.hooks.clone());
        let ticket = self.tickets.hand_out();
        let task = tokio::spawn(async move {
            let verdict = runner.run(session, (occasion, mode), carried_out).await;
            let outcome = Outcome::HooksRan {
                session,
                run,
                subject,
                verdict: Box::new(verdict),
            };
            inbox.report(outcome).await;
            drop(ticket);
        });
        self.hook_tasks.retain(|(_, task)| !task.is_finished());
        self.hook_tasks.push((session, task.abort_handle()));
    }

    pub(super) fn read_hooks(&self, session: SessionId, run: RunId) {
        let (runner, servers) = (self.hooks.clone(), self.servers.clone());
        let tools = Arc::clone(&self.tools);
        self.in_background(async move {
            let (events, mut told) = runner.refresh().await;
            tools.refresh_skills().await;
            if let Some(servers) = servers {
                told.extend(servers.refresh().await);
            }
            Outcome::HooksRead {
                session,
                run,
                events,
                told,
            }
        });
    }

    /// Ends the hooks of a session; dropping their tasks kills their processes.
    pub(super) fn cancel_hooks(&mut self, session: SessionId) {
        self.hook_tasks.retain(|(of, task)| {
            if *of == session {
                task.abort();
            }
            *of != session
        });
    }

    pub(super) fn trust_hooks(&self, session: SessionId, names: Vec<String>) {
        let runner = self.hooks.clone();
        self.in_background(async move {
            let result = runner.trust(&names).await.map(|trusted| {
                let names: Vec<String> = trusted.iter().map(|one| one.name()).collect();
                match names.as_slice() {
                    [] => notice!("hooks-all-trusted"),
                    names => notice!("hooks-trusted-now", names = names.join(", ")),
                }
            });
            let result: Result<Notice, Notice> = result;
            Outcome::HooksTrusted { session, result }
        });
    }
}
