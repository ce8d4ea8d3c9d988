//! One request to a model: builds it, reads the stream, and reports the parts as outcomes.
//!
//! Parts that arrive within some milliseconds go out as one outcome. While the actor's inbox is
//! full the reader continues to collect, so a slow actor never holds up the server (architecture,
//! invariant 12): [`stream_assembler`]. Budgets and costs are in [`cost`], the evaluation of token
//! counts in [`measure`].

mod cost;
mod measure;
mod read_batcher;
mod reported_cuts;
mod stream_assembler;

use std::sync::Arc;

use futures_util::StreamExt;
use tokio::time::{Instant, sleep_until};

use self::read_batcher::ReadBatcher;
pub(super) use self::reported_cuts::ReportedCuts;
use self::stream_assembler::{StreamAssembler, StreamItem};
use super::drafts::Drafts;
use super::egress::EgressGate;
use super::in_flight::InFlightGuard;
use super::request::{self, Fit, RequestParts};
use super::worker_message::Inbox;
use super::workspace_scans::WorkspaceScans;
use engine::{EgressRefusal, Outcome, Overflow, StepAnswer};
use notice::notice;
use protocol::catalogue::Spent;
use protocol::ids::{RunId, SessionId, StepId};
use protocol::route::EgressTarget;
use protocol::session::QueuedMessage;
use protocol::stream::{ProviderError, ProviderErrorKind, StopReason, ToolFormat};
use provider::Provider;
use provider::learned_limits::refuses_pictures;
use provider::registry::Registry;

/// Maximum number of stream parts that are taken together, so that none waits long for the others.
const TOGETHER: usize = 256;

/// The purpose of a request, and its inputs.
pub(super) struct StepTask {
    pub(super) session: SessionId,
    pub(super) run: RunId,
    pub(super) step: StepId,
    pub(super) provider: Provider,
    /// All providers, for suggesting other models.
    pub(super) providers: Arc<Registry>,
    pub(super) gate: EgressGate,
    /// Action if the conversation does not fit.
    pub(super) overflow: Overflow,
    pub(super) parts: RequestParts,
    /// Spent in the session.
    pub(super) spent: Spent,
    /// Scans the files if the provider's agent program changes them.
    pub(super) looking: WorkspaceScans,
    pub(super) inbox: Inbox,
    /// Holds calls while they stream in.
    pub(super) drafts: Drafts,
    /// Remembers for which runs and models the user was notified of cut prompts.
    pub(super) cuts: ReportedCuts,
    /// Held until the task is over.
    pub(super) ticket: InFlightGuard,
}

/// The reason why there is no answer.
enum StepFailure {
    /// No request was sent, because the conversation does not fit.
    ContextOverflow,
    /// No request was sent, because it would have left the machine without consent.
    EgressBlocked(EgressTarget, EgressRefusal),
    /// No request was sent, because the model cannot see the pictures of these messages.
    ImagesUnsupported(Vec<QueuedMessage>),
    Failed(ProviderError),
}

impl From<ProviderError> for StepFailure {
    fn from(error: ProviderError) -> Self {
        Self::Failed(error)
    }
}

impl StepTask {
    /// Sends the request and reports until the answer is complete or breaks off.
    pub(super) async fn run(self) {
        let (session, run, step) = (self.session, self.run, self.step);
        let answer = self.ask().await;
        // Changes that an agent program makes in the middle of its turn are reported
        // with its calls.
        if self.provider.agent_tools.is_some()
            && !answer
                .as_ref()
                .is_ok_and(|answer| answer.stop == Some(StopReason::NeedsTools))
        {
            self.looking.scan_now().await;
        }
        let outcome = match answer {
            Ok(answer) => Outcome::StepFinished {
                session,
                run,
                step,
                answer,
            },
            Err(StepFailure::ContextOverflow) => Outcome::ContextOverflow { session, run, step },
            Err(StepFailure::ImagesUnsupported(returned)) => Outcome::ImagesUnsupported {
                session,
                run,
                step,
                returned,
                seeing: self.parts.seeing(&self.providers).await,
            },
            Err(StepFailure::EgressBlocked(to, why)) => Outcome::EgressBlocked {
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
        self.inbox.report(outcome).await;
        drop(self.ticket);
    }

    async fn ask(&self) -> Result<StepAnswer, StepFailure> {
        // The user is not asked for consent to send content to a program that is not installed.
        if let Some(error) = self.provider.unavailable_reason() {
            return Err(error.into());
        }
        if let Some((to, why)) = self.gate.bars(&self.provider).await {
            return Err(StepFailure::EgressBlocked(to, why));
        }
        let capabilities = self.parts.capabilities(&self.provider).await?;
        let format = capabilities.tools;
        if self.parts.sees() == Some(false) {
            self.refuse_unseen()?;
        }
        match self.ask_in(format).await {
            // The model's support of pictures was unknown, and its server has just refused them.
            Err(StepFailure::Failed(error))
                if self.parts.sees() != Some(false)
                    && self.parts.shows_pictures()
                    && refuses_pictures(&error) =>
            {
                self.parts.remember_blind(capabilities);
                self.refuse_unseen()?;
                self.ask_in(format).await
            }
            // A model that turns out to have no tool support is asked again with the tools as text.
            Err(StepFailure::Failed(error))
                if error.kind == ProviderErrorKind::Unsupported && format == ToolFormat::Native =>
            {
                self.parts.remember_simplified(capabilities);
                self.ask_in(ToolFormat::Simplified).await
            }
            other => other,
        }
    }

    /// Withholds the pictures that the user has just shown from a model that cannot see them.
    fn refuse_unseen(&self) -> Result<(), StepFailure> {
        match self.parts.unanswered_pictures() {
            unseen if unseen.is_empty() => Ok(()),
            unseen => Err(StepFailure::ImagesUnsupported(unseen)),
        }
    }

    async fn ask_in(&self, format: ToolFormat) -> Result<StepAnswer, StepFailure> {
        let mut built = request::build(&self.parts, &self.provider, format).await?;
        let is_ours = !self.parts.is_kept_elsewhere();
        if is_ours && built.fit == Fit::Cut && self.overflow == Overflow::Tell {
            return Err(StepFailure::ContextOverflow);
        }
        let paying = self.allow(&mut built).await?;
        if self.provider.agent_tools.is_some() {
            self.looking.begin().await;
        }
        let mut assembler = StreamAssembler::new(self, built.estimate);
        self.send(assembler.progress()).await;
        let mut batcher = ReadBatcher::new();
        // Takes all ready parts together: one part per token would cost the actor a turn each.
        let mut stream = self.provider.stream(built.request).ready_chunks(TOGETHER);
        let ending = 'stream: loop {
            let due = assembler.due();
            let parts = tokio::select! {
                biased;
                parts = stream.next() => parts,
                () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => {
                    assembler.send_due();
                    continue;
                }
            };
            let Some(parts) = parts else { break None };
            for part in parts {
                match assembler.take(part) {
                    StreamItem::Kept => {}
                    StreamItem::Word(outcome) => self.send(*outcome).await,
                    StreamItem::End(ending) => break 'stream Some(ending),
                }
            }
            assembler.send_due();
            // A stream that always has a part ready must not keep the task from being dropped.
            tokio::task::coop::consume_budget().await;
            batcher.pause().await;
        };
        let mut answer = assembler.send_all().await;
        let Some(ending) = ending else {
            let broke = notice!("told-answer-broke");
            return Err(ProviderError::new(ProviderErrorKind::Connection, broke).into());
        };
        answer.stop = Some(ending?);
        answer.window = built.window;
        answer.notice = built.notice.or(paying.notice.clone());
        self.measure(&mut answer, built.estimate);
        self.learn(&answer, &built.asked).await;
        self.pay(&mut answer, &paying).await;
        Ok(answer)
    }

    /// Sends an outcome at once.
    async fn send(&self, outcome: Outcome) {
        self.inbox.report(outcome).await;
    }
}
