//! One request to a model: builds it, reads the stream, brings the parts back as outcomes.
//!
//! What comes within some milliseconds goes out as one outcome; while the actor's inbox is full the
//! reader goes on collecting, so a slow actor never holds up the server (architecture, invariant
//! 12): [`hearing`]. What it may cost and what it did is in [`cost`], what its figures say in [`measure`].

mod cost;
mod measure;
mod read_batcher;
mod reported_cuts;
mod stream_assembler;

use std::sync::Arc;

use futures_util::StreamExt;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use self::read_batcher::ReadBatcher;
pub(super) use self::reported_cuts::ReportedCuts;
use self::stream_assembler::{StreamAssembler, StreamItem};
use super::drafts::Drafts;
use super::egress::EgressGate;
use super::in_flight::InFlightGuard;
use super::request::{self, Fit, RequestParts};
use super::worker_message::WorkerMessage;
use super::workspace_scans::WorkspaceScans;
use crate::engine::{EgressRefusal, Outcome, Overflow, StepAnswer};
use crate::protocol::catalogue::Spent;
use crate::protocol::ids::{RunId, SessionId, StepId};
use crate::protocol::route::EgressTarget;
use crate::protocol::session::QueuedMessage;
use crate::protocol::stream::{ProviderError, ProviderErrorKind, StopReason, ToolFormat};
use crate::provider::Provider;
use crate::provider::learned_limits::refuses_pictures;
use crate::provider::registry::Registry;

/// Parts of a stream that are taken together at most, so that none waits long for the others.
const TOGETHER: usize = 256;

/// What a request is for and from what it is made.
pub(super) struct StepTask {
    pub(super) session: SessionId,
    pub(super) run: RunId,
    pub(super) step: StepId,
    pub(super) provider: Arc<dyn Provider>,
    /// All of them, to name other models.
    pub(super) providers: Arc<Registry>,
    pub(super) gate: EgressGate,
    /// What is done where the conversation does not fit.
    pub(super) overflow: Overflow,
    pub(super) parts: RequestParts,
    /// What the session has cost so far.
    pub(super) spent: Spent,
    /// Looks after the files, where the provider's own program changes them.
    pub(super) looking: WorkspaceScans,
    pub(super) inbox: mpsc::Sender<WorkerMessage>,
    /// Where calls lie while they stream in.
    pub(super) drafts: Drafts,
    /// Where the human was told that prompts are cut.
    pub(super) cuts: ReportedCuts,
    /// Held until the task is over.
    pub(super) ticket: InFlightGuard,
}

/// Why there is no answer.
enum StepFailure {
    /// Nothing was asked: the conversation does not fit.
    TooLong,
    /// Nothing was asked: it would have left the machine without leave.
    Withheld(EgressTarget, EgressRefusal),
    /// Nothing was asked: the model cannot see what these messages show.
    Blind(Vec<QueuedMessage>),
    /// The request failed.
    Failed(ProviderError),
}

impl From<ProviderError> for StepFailure {
    fn from(error: ProviderError) -> Self {
        Self::Failed(error)
    }
}

impl StepTask {
    /// Asks the model and reports until the answer is whole or broken off.
    pub(super) async fn run(self) {
        let (session, run, step) = (self.session, self.run, self.step);
        let answer = self.ask().await;
        let goes_on = |answer: &StepAnswer| answer.stop == Some(StopReason::NeedsTools);
        // What it does in the middle of its turn is told with its calls.
        if self.provider.own_tools().is_some() && !answer.as_ref().is_ok_and(goes_on) {
            self.looking.look_around().await;
        }
        let outcome = match answer {
            Ok(answer) => Outcome::StepFinished {
                session,
                run,
                step,
                answer,
            },
            Err(StepFailure::TooLong) => Outcome::StepTooLong { session, run, step },
            Err(StepFailure::Blind(returned)) => Outcome::StepBlind {
                session,
                run,
                step,
                returned,
                seeing: self.parts.seeing(&self.providers).await,
            },
            Err(StepFailure::Withheld(to, why)) => Outcome::StepWithheld {
                session,
                run,
                step,
                to,
                why,
            },
            Err(StepFailure::Failed(error)) => Outcome::StepFailed {
                session,
                run,
                step,
                error,
            },
        };
        // Fails only if the actor is gone, and then nobody waits for it.
        self.inbox.send(WorkerMessage::Outcome(outcome)).await.ok();
        drop(self.ticket);
    }

    async fn ask(&self) -> Result<StepAnswer, StepFailure> {
        // Nobody is asked to let content go to a program that is not there.
        if let Some(error) = self.provider.unavailable_reason() {
            return Err(error.into());
        }
        if let Some((to, why)) = self.gate.bars(&*self.provider).await {
            return Err(StepFailure::Withheld(to, why));
        }
        let capabilities = self.parts.capabilities(&*self.provider).await?;
        let format = capabilities.tools;
        if self.parts.sees() == Some(false) {
            self.refuse_unseen()?;
        }
        match self.ask_in(format).await {
            // Nobody had said that the model cannot see; its server just did.
            Err(StepFailure::Failed(error))
                if self.parts.sees() != Some(false)
                    && self.parts.shows_pictures()
                    && refuses_pictures(&error) =>
            {
                self.parts.remember_blind(capabilities);
                self.refuse_unseen()?;
                self.ask_in(format).await
            }
            // A model that turned out to have no tools is asked again in words.
            Err(StepFailure::Failed(error))
                if error.kind == ProviderErrorKind::Unsupported && format == ToolFormat::Native =>
            {
                self.parts.remember_simplified(capabilities);
                self.ask_in(ToolFormat::Simplified).await
            }
            other => other,
        }
    }

    /// Keeps what the human has just shown from a model that cannot see it.
    fn refuse_unseen(&self) -> Result<(), StepFailure> {
        match self.parts.unanswered_pictures() {
            unseen if unseen.is_empty() => Ok(()),
            unseen => Err(StepFailure::Blind(unseen)),
        }
    }

    async fn ask_in(&self, format: ToolFormat) -> Result<StepAnswer, StepFailure> {
        let mut built = request::build(&self.parts, &*self.provider, format).await?;
        let is_ours = !self.parts.is_kept_elsewhere();
        if is_ours && built.fit == Fit::Cut && self.overflow == Overflow::Tell {
            return Err(StepFailure::TooLong);
        }
        let paying = self.allow(&mut built).await?;
        if self.provider.own_tools().is_some() {
            self.looking.begin().await;
        }
        let mut heard = StreamAssembler::new(self);
        let mut gulps = ReadBatcher::new();
        // What is ready is taken together: a piece a token would cost the actor a turn each.
        let mut stream = self.provider.stream(built.request).ready_chunks(TOGETHER);
        let ending = 'stream: loop {
            let due = heard.due();
            let parts = tokio::select! {
                biased;
                parts = stream.next() => parts,
                () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => {
                    heard.bring_due();
                    continue;
                }
            };
            let Some(parts) = parts else { break None };
            for part in parts {
                match heard.take(part) {
                    StreamItem::Kept => {}
                    StreamItem::Word(outcome) => self.send(*outcome).await,
                    StreamItem::End(ending) => break 'stream Some(ending),
                }
            }
            heard.bring_due();
            // A stream that always has something ready must not keep the task from being dropped.
            tokio::task::coop::consume_budget().await;
            gulps.pause().await;
        };
        let mut answer = heard.bring_all().await;
        let Some(ending) = ending else {
            return Err(ProviderError::new(
                ProviderErrorKind::Connection,
                "the answer broke off before its end",
            )
            .into());
        };
        answer.stop = Some(ending?);
        answer.window = built.window;
        answer.notice = built.notice.or(paying.notice.clone());
        self.measure(&mut answer, built.estimate);
        self.learn(&answer, &built.asked).await;
        self.pay(&mut answer, &paying).await;
        Ok(answer)
    }

    /// Brings something back at once.
    async fn send(&self, outcome: Outcome) {
        // Fails only if the actor is gone.
        self.inbox.send(WorkerMessage::Outcome(outcome)).await.ok();
    }
}
