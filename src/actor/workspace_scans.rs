//! Looks after the files while an agent's own program works: before it is told anything, before a call of it is planned,
//! at the end of its turn, and as long as something that it began goes on. What changed by no call that could be named is
//! brought back as an outcome; what calls change is told with them (`tools::elsewhere`).

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;

use super::call_task::keep_observed;
use super::in_flight::{InFlightCounter, InFlightGuard};
use super::worker_message::WorkerMessage;
use crate::engine::Outcome;
use crate::protocol::permission::ReportedAction;
use crate::provider::agent_tools::{AgentTools, ProgramActivity};
use crate::store::Store;
use crate::tools::{Besides, CallContext, ToolBox};

/// How long a program that was told to stop is waited for: it is killed before.
const STOPPING: Duration = Duration::from_secs(12);

/// How long after work in the background the program may take to go on by itself.
const BY_ITSELF: Duration = Duration::from_millis(500);

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RunEnd {
    /// With its last step.
    Whole,
    CutOff,
}

/// Looks at the files of a workspace on behalf of a run. Cheap to clone.
#[derive(Clone)]
pub(super) struct WorkspaceScans {
    pub(super) tools: Arc<ToolBox>,
    pub(super) store: Store,
    pub(super) asker: CallContext,
    pub(super) inbox: mpsc::Sender<WorkerMessage>,
    pub(super) tickets: InFlightCounter,
}

impl WorkspaceScans {
    /// Before the program is told anything in this run.
    pub(super) async fn begin(&self) {
        self.look(ToolBox::begin_baseline).await;
    }

    /// Brings back what changed since the last look.
    pub(super) async fn look_around(&self) {
        self.look_around_but(Vec::new()).await;
    }

    /// The same but for what these name, which is told with their calls.
    pub(super) async fn look_around_but(&self, acting: Vec<ReportedAction>) {
        self.look(move |tools, asker| tools.changed_besides(asker, &acting))
            .await;
    }

    async fn look(&self, look: impl FnOnce(&ToolBox, &CallContext) -> Besides + Send + 'static) {
        // In a task of its own: stopping a run drops the step that asks, but a look moves the baseline past the changes that
        // it finds, so that nobody would find them again.
        let looking = self.clone();
        let ticket = self.tickets.hand_out();
        let told = tokio::spawn(async move {
            let _ticket = ticket;
            if let Some(outcome) = looking.found(look).await {
                // Fails only if the actor is gone.
                looking
                    .inbox
                    .send(WorkerMessage::Outcome(outcome))
                    .await
                    .ok();
            }
        });
        if told.await.is_err() {
            tracing::error!("looking at the files broke off");
        }
    }

    /// What a look has found, its bytes stored.
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
            let words = format!("{gone} changes of files could not be kept and are not covered");
            not_covered = Some(not_covered.map_or(words.clone(), |it| format!("{it}; {words}")));
        }
        let is_news = !observed.is_empty() || not_covered.is_some();
        is_news.then_some(Outcome::ChangedBesides {
            session: self.asker.session,
            run: self.asker.run,
            observed,
            not_covered,
        })
    }

    /// After the end of the run: the program may still be stopping, or something that it began may go on. The ticket is
    /// held until it has stopped.
    pub(super) async fn until_settled(
        self,
        program: Arc<dyn AgentTools>,
        end: RunEnd,
        ticket: InFlightGuard,
    ) {
        let (session, run) = (self.asker.session, self.asker.run);
        if program.at_work(session) == ProgramActivity::Turn {
            let stopped = program.until_less(session, ProgramActivity::Turn);
            tokio::time::timeout(STOPPING, stopped).await.ok();
        }
        // The end of a whole turn was looked at with its last step.
        if end == RunEnd::CutOff {
            self.look_around().await;
        }
        let goes_on = program.at_work(session) > ProgramActivity::Nothing;
        if !goes_on {
            self.tools.drop_baseline(session, run);
        }
        let over = WorkerMessage::LookedAfter { session };
        self.inbox.send(over).await.ok();
        drop(ticket);
        if !goes_on {
            return;
        }
        while program.at_work(session) == ProgramActivity::InBackground {
            program
                .until_less(session, ProgramActivity::InBackground)
                .await;
            self.look_around().await;
            tokio::time::sleep(BY_ITSELF).await;
        }
        // A turn of ours that has begun meanwhile looks after it.
        if program.at_work(session) == ProgramActivity::Nothing {
            self.look_around().await;
            self.tools.drop_baseline(session, run);
        }
    }

    /// What the program had changed when it was ended with us.
    pub(super) async fn at_the_end(&self) -> Option<Outcome> {
        self.found(|tools, asker| tools.changed_besides(asker, &[]))
            .await
    }
}
