//! One compaction: chooses the messages to cover, asks the model for the summary, and reports the
//! result. A summary that failed, is empty, was cut off or saves no tokens changes nothing.

use std::sync::Arc;

use futures_util::StreamExt;

use super::egress::EgressGate;
use super::in_flight::InFlightGuard;
use super::request::RequestParts;
use super::worker_message::Inbox;
use engine::Outcome;
use engine::context::{self, CompactionExtent, CompactionRange};
use notice::{Notice, notice};
use protocol::compaction::{Compaction, CompactionTrigger};
use protocol::effort::Effort;
use protocol::estimate::Estimate;
use protocol::ids::{CompactionId, RunId, SessionId, StepId};
use protocol::message::{Message, Role};
use protocol::stream::{Freshness, StopReason, StreamPart, ToolFormat};
use protocol::usage::Usage;
use provider::{ConversationState, Provider, StepRequest};
use redact::sanitize;

/// The instructions for the model.
const INSTRUCTIONS: &str = include_str!("../../../assets/prompts/compact.md");

/// Upper limit of a summary in bytes; a model that writes more does not summarise.
const SUMMARY_BYTES: usize = 24_000;

/// The session, run and step of a compaction, and its inputs.
pub(super) struct CompactTask {
    pub(super) session: SessionId,
    pub(super) run: RunId,
    pub(super) step: StepId,
    pub(super) provider: Provider,
    pub(super) gate: EgressGate,
    pub(super) parts: RequestParts,
    pub(super) reach: CompactionExtent,
    pub(super) words: String,
    pub(super) inbox: Inbox,
    /// Held until the task is over.
    pub(super) ticket: InFlightGuard,
}

/// The reason for a failed compaction, and the cost of the attempt.
struct CompactionFailure {
    reason: Notice,
    usage: Usage,
}

impl CompactionFailure {
    fn free(reason: Notice) -> Self {
        Self {
            reason,
            usage: Usage::default(),
        }
    }
}

/// The summary as the model wrote it.
#[derive(Default)]
struct WrittenSummary {
    text: String,
    usage: Usage,
}

impl CompactTask {
    /// Makes the summary and reports the outcome.
    pub(super) async fn run(self) {
        let (session, run, step) = (self.session, self.run, self.step);
        let outcome = match self.compact().await {
            Ok(compaction) => Outcome::Compacted {
                session,
                run,
                step,
                compaction: Box::new(compaction),
            },
            Err(CompactionFailure { reason, usage }) => Outcome::NotCompacted {
                session,
                run,
                step,
                reason,
                usage,
            },
        };
        self.inbox.report(outcome).await;
        drop(self.ticket);
    }

    async fn compact(&self) -> Result<Compaction, CompactionFailure> {
        if let Some((to, _)) = self.gate.bars(&self.provider).await {
            let why = notice!("told-would-leave", place = to.notice());
            return Err(CompactionFailure::free(why));
        }
        if self.parts.is_kept_elsewhere() {
            return Err(CompactionFailure::free(notice!("told-no-own-summary")));
        }
        let included = self.parts.included().await;
        let estimate = self.parts.estimate(&self.provider);
        let shares = self.parts.shares(&self.provider, included.as_deref());
        let shares = shares
            .await
            .map_err(|error| CompactionFailure::free(error.message))?;
        let (messages, compactions) = (&self.parts.messages, &self.parts.compactions);
        let budget = shares.conversation();
        let covered = context::cover(messages, compactions, self.reach, budget, estimate)
            .ok_or_else(|| CompactionFailure::free(notice!("told-nothing-to-sum")))?;
        let request = self.request(&covered, shares.window, shares.answer);
        let asked = estimate.text(&request.system)
            + request
                .messages
                .iter()
                .map(|message| context::message_size(message, estimate))
                .sum::<u64>();
        let written = self.ask(request, asked).await?;
        self.made(&covered, written)
    }

    fn request(&self, covered: &CompactionRange, window: u64, answer: u64) -> StepRequest {
        let system = match self.words.trim() {
            "" => INSTRUCTIONS.to_owned(),
            words => {
                format!("{INSTRUCTIONS}\nThe user asks you to mind this above all: {words}\n")
            }
        };
        let estimate = self.parts.estimate(&self.provider);
        let room = window
            .saturating_sub(answer)
            .saturating_sub(estimate.text(&system));
        let bytes = estimate.room(room);
        let (messages, compactions) = (&self.parts.messages, &self.parts.compactions);
        let text = context::transcript(messages, compactions, covered.count, bytes);
        let text =
            format!("<record>\n{text}</record>\n\nWrite the summary that replaces the record.");
        StepRequest {
            agent: "summary".to_owned(),
            number: self.parts.number,
            model: self.parts.session.model.clone(),
            system,
            messages: self.asked(text).into_iter().collect(),
            tools: Arc::from([]),
            format: ToolFormat::Native,
            sends_text_calls: false,
            context_length: window,
            max_output_tokens: None,
            temperature: self.parts.settings.temperature,
            effort: Effort::Auto,
            freshness: Freshness::Any,
            pictures: Arc::default(),
            // A separate conversation: the request is not part of the session's.
            conversing: ConversationState::of(SessionId(uuid::Uuid::now_v7())),
        }
    }

    fn asked(&self, text: String) -> Option<Arc<Message>> {
        let last = self.parts.messages.last()?;
        Some(Arc::new(Message::model_note(last.id, last, text)))
    }

    async fn ask(
        &self,
        request: StepRequest,
        asked: u64,
    ) -> Result<WrittenSummary, CompactionFailure> {
        let estimate = self.parts.estimate(&self.provider);
        let mut written = WrittenSummary::default();
        let mut stream = self.provider.stream(request);
        while let Some(part) = stream.next().await {
            match part {
                StreamPart::Text { text } => written.text.push_str(&text),
                StreamPart::TextWasReasoning => written.text.clear(),
                StreamPart::Usage { usage } => written.usage = usage,
                StreamPart::Done { stop } => {
                    measure(&mut written, asked, estimate);
                    return match stop {
                        StopReason::Length => Err(failed(notice!("told-summary-cut"), written)),
                        _ => Ok(written),
                    };
                }
                StreamPart::Error { error } => {
                    measure(&mut written, asked, estimate);
                    return Err(failed(error.message, written));
                }
                _ => {}
            }
            if written.text.len() > SUMMARY_BYTES {
                measure(&mut written, asked, estimate);
                return Err(failed(notice!("told-summary-long"), written));
            }
        }
        measure(&mut written, asked, estimate);
        Err(failed(notice!("told-summary-broke"), written))
    }

    /// Returns the compaction, if there is a summary and it saves tokens.
    fn made(
        &self,
        covered: &CompactionRange,
        written: WrittenSummary,
    ) -> Result<Compaction, CompactionFailure> {
        let summary = sanitize(written.text.trim()).trim().to_owned();
        if summary.is_empty() {
            return Err(failed(notice!("told-summary-none"), written));
        }
        let settings = &self.parts.session;
        let spoken = self.parts.messages.iter().take(covered.count);
        let spoken = spoken.filter(|message| message.role != Role::System);
        let mut compaction = Compaction {
            id: CompactionId(uuid::Uuid::now_v7()),
            through: covered.through,
            latest_user: covered.latest_user,
            messages: u32::try_from(spoken.count()).unwrap_or(u32::MAX),
            summary,
            before: covered.before,
            after: 0,
            by: CompactionTrigger::Limit,
            model: format!("{}/{}", settings.provider, settings.model),
            usage: written.usage.clone(),
        };
        let mut all = self.parts.compactions.clone();
        all.push(compaction.clone());
        let fitted = context::fit(
            &self.parts.messages,
            &all,
            u64::MAX,
            self.parts.estimate(&self.provider),
        );
        compaction.after = fitted.wanted;
        if compaction.saved() == 0 {
            return Err(failed(notice!("told-summary-no-gain"), written));
        }
        Ok(compaction)
    }
}

fn failed(reason: Notice, written: WrittenSummary) -> CompactionFailure {
    CompactionFailure {
        reason,
        usage: written.usage,
    }
}

/// Fills in the token counts that the server did not report, marked as estimated.
fn measure(written: &mut WrittenSummary, asked: u64, estimate: Estimate) {
    if written.usage.input_tokens == 0 {
        let said = estimate.text(&written.text);
        written.usage.input_tokens = asked;
        written.usage.output_tokens = written.usage.output_tokens.max(said);
        written.usage.estimated = true;
    }
}
