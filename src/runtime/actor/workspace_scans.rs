//! Scans the files while an agent program works: before it receives input, before one of its calls
//! is planned, at the end of its turn, and until its background work ends. Returns changes without
//! a known call as an outcome; changes of calls are reported with them (`tools::external_call`).

use std::sync::Arc;
use std::time::Duration;

use super::call_task::keep_observed;
use super::in_flight::{InFlightCounter, InFlightGuard};
use super::worker_message::{Inbox, WorkerMessage};
use engine::Outcome;
use notice::notice;
use protocol::permission::ReportedAction;
use provider::agent_tools::{AgentTools, ProgramActivity};
use store::Store;
use tools::{Besides, CallContext, ToolBox};

/// Time to wait for a program that was asked to stop: it is killed before this has passed.
const STOPPING: Duration = Duration::from_secs(12);

/// Time after background work within which the program may continue by itself.
const BY_ITSELF: Duration = Duration::from_millis(500);

/// The way in which a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RunEnd {
    /// The run ended with its last step.
    Whole,
    CutOff,
}

/// Scans the files of a workspace on behalf of a run. Cheap to clone.
#[derive(Clone)]
pub(super) struct WorkspaceScans {
    pub(super) tools: Arc<ToolBox>,
    pub(super) store: Store,
    pub(super) asker: CallContext,
    pub(super) inbox: Inbox,
    pub(super) tickets: InFlightCounter,
}

impl WorkspaceScans {
    /// Takes the baseline. Called before the program receives any input in this run.
    pub(super) async fn begin(&self) {
        self.look(ToolBox::begin_baseline).await;
    }

    /// Reports the changes since the last scan.
    pub(super) async fn scan_now(&self) {
        self.scan_except(Vec::new()).await;
    }

    /// Reports the changes since the last scan, except those made by `acting`, which are reported
    /// with their calls.
    pub(super) async fn scan_except(&self, acting: Vec<ReportedAction>) {
        self.look(move |tools, asker| tools.changed_besides(asker, &acting))
            .await;
    }

    async fn look(&self, look: impl FnOnce(&ToolBox, &CallContext) -> Besides + Send + 'static) {
        // Runs in its own task: stopping a run drops the step that waits here, but a scan moves the
        // baseline past the changes that it finds, so that no later scan would find them again.
        let looking = self.clone();
        let ticket = self.tickets.hand_out();
        let told = tokio::spawn(async move {
            let _ticket = ticket;
            if let Some(outcome) = looking.found(look).await {
                looking.inbox.report(outcome).await;
            }
        });
        if told.await.is_err() {
            tracing::error!("looking at the files broke off");
        }
    }

    /// Returns the changes that a scan has found, after storing their contents.
    async fn found(
        &self,
        look: impl FnOnce(&ToolBox, &CallContext) -> Besides + Send + 'static,
    ) -> Option<Outcome> {
        let (tools, mut asker) = (Arc::clone(&self.tools), self.asker.clone());
        asker.now = jiff::Timestamp::now();
        let looked = tokio::task::spawn_blocking(move || look(&tools, &asker)).await;
        let Ok(besides) = looked else {
            tracing::error!("looking at the files broke");
            return None;
        };
        let Besides {
            mut observed,
            kept,
            mut not_covered,
        } = besides;
        let gone = keep_observed(&self.store, &mut observed, kept).await;
        if gone > 0 {
            let lost = notice!("told-changes-not-kept", number = gone);
            not_covered = Some(match not_covered {
                Some(why) => notice!("told-and-also", why, why_next = lost),
                None => lost,
            });
        }
        let is_news = !observed.is_empty() || not_covered.is_some();
        is_news.then_some(Outcome::ExternalChangesFound {
            session: self.asker.session,
            run: self.asker.run,
            observed,
            not_covered,
        })
    }

    /// Scans after the end of the run: the program may still be stopping, or something that it
    /// started may go on. Holds the ticket until the program has stopped.
    pub(super) async fn until_settled(
        self,
        program: Arc<dyn AgentTools>,
        end: RunEnd,
        ticket: InFlightGuard,
    ) {
        let (session, run) = (self.asker.session, self.asker.run);
        if program.at_work(session) == ProgramActivity::Turn {
            let stopped = program.until_less(session, ProgramActivity::Turn);
            // After the limit the scan only comes earlier.
            tokio::time::timeout(STOPPING, stopped).await.ok();
        }
        // A complete turn was scanned at its last step.
        if end == RunEnd::CutOff {
            self.scan_now().await;
        }
        let goes_on = program.at_work(session) > ProgramActivity::Nothing;
        if !goes_on {
            self.tools.drop_baseline(session, run);
        }
        let over = WorkerMessage::LookedAfter { session };
        self.inbox.send(over).await;
        drop(ticket);
        if !goes_on {
            return;
        }
        while program.at_work(session) == ProgramActivity::InBackground {
            program
                .until_less(session, ProgramActivity::InBackground)
                .await;
            self.scan_now().await;
            tokio::time::sleep(BY_ITSELF).await;
        }
        // If a new turn has begun, that turn scans the files.
        if program.at_work(session) == ProgramActivity::Nothing {
            self.scan_now().await;
            self.tools.drop_baseline(session, run);
        }
    }

    /// Returns the changes that the program had made when it was ended together with this process.
    pub(super) async fn at_the_end(&self) -> Option<Outcome> {
        self.found(|tools, asker| tools.changed_besides(asker, &[]))
            .await
    }
}
