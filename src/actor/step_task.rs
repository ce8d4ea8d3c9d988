//! One request to a model: builds it, reads the stream, brings the parts back as outcomes.
//!
//! What comes within some milliseconds goes out as one outcome; while the actor's inbox is full the
//! reader goes on collecting, so a slow actor never holds up the server (architecture, invariant
//! 12). What it may cost and what it did is in [`cost`], what its figures say in [`measure`].

mod cost;
mod gulps;
mod measure;

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use self::gulps::Gulps;
use super::arrival::Arrival;
use super::drafts::{Drafts, Writing};
use super::gate::Gate;
use super::request::{self, Fit, RequestParts};
use super::ticket::Ticket;
use crate::engine::{Outcome, Overflow, RequestedCall, StepAnswer, Withheld};
use crate::ordered::OrderedMap;
use crate::protocol::catalogue::Spent;
use crate::protocol::event::TextChannel;
use crate::protocol::ids::{RunId, SessionId, StepId};
use crate::protocol::route::SendTo;
use crate::protocol::session::QueuedMessage;
use crate::protocol::stream::{ProviderError, ProviderErrorKind, StreamPart, ToolFormat};
use crate::provider::Provider;
use crate::provider::abilities::refuses_pictures;
use crate::provider::registry::Registry;
use crate::redact::{Sanitizer, sanitize};
use crate::tools::class_of;

/// Parts of a stream that are taken together at most, so that none waits long for the others.
const TOGETHER: usize = 256;

/// Pieces of a stream go out so far apart at least: a frame shows no more of them, and each wakes
/// the actor and every front end.
const PIECES_APART: Duration = Duration::from_millis(40);

/// What a request is for and from what it is made.
pub(super) struct StepTask {
    pub(super) session: SessionId,
    pub(super) run: RunId,
    pub(super) step: StepId,
    pub(super) provider: Arc<dyn Provider>,
    /// All of them, to name other models.
    pub(super) providers: Arc<Registry>,
    pub(super) gate: Gate,
    /// What is done where the conversation does not fit.
    pub(super) overflow: Overflow,
    pub(super) parts: RequestParts,
    /// What the session has cost so far.
    pub(super) spent: Spent,
    pub(super) inbox: mpsc::Sender<Arrival>,
    /// Where calls lie while they stream in.
    pub(super) drafts: Drafts,
    /// Held until the task is over.
    pub(super) ticket: Ticket,
}

/// Why there is no answer.
enum NoAnswer {
    /// Nothing was asked: the conversation does not fit.
    TooLong,
    /// Nothing was asked: it would have left the machine without leave.
    Withheld(SendTo, Withheld),
    /// Nothing was asked: the model cannot see what these messages show.
    Blind(Vec<QueuedMessage>),
    /// The request failed.
    Failed(ProviderError),
}

impl From<ProviderError> for NoAnswer {
    fn from(error: ProviderError) -> Self {
        Self::Failed(error)
    }
}

impl StepTask {
    /// Asks the model and reports until the answer is whole or broken off.
    pub(super) async fn run(self) {
        let (session, run, step) = (self.session, self.run, self.step);
        let answer = self.ask().await;
        let outcome = match answer {
            Ok(answer) => Outcome::StepFinished {
                session,
                run,
                step,
                answer,
            },
            Err(NoAnswer::TooLong) => Outcome::StepTooLong { session, run, step },
            Err(NoAnswer::Blind(returned)) => Outcome::StepBlind {
                session,
                run,
                step,
                returned,
                seeing: self.parts.seeing(&self.providers).await,
            },
            Err(NoAnswer::Withheld(to, why)) => Outcome::StepWithheld {
                session,
                run,
                step,
                to,
                why,
            },
            Err(NoAnswer::Failed(error)) => Outcome::StepFailed {
                session,
                run,
                step,
                error,
            },
        };
        // Fails only if the actor is gone, and then nobody waits for it.
        self.inbox.send(Arrival::Outcome(outcome)).await.ok();
        drop(self.ticket);
    }

    async fn ask(&self) -> Result<StepAnswer, NoAnswer> {
        // Nobody is asked to let content go to a program that is not there.
        if let Some(error) = self.provider.missing() {
            return Err(error.into());
        }
        if let Some((to, why)) = self.gate.bars(&*self.provider).await {
            return Err(NoAnswer::Withheld(to, why));
        }
        let capabilities = self.parts.capabilities(&*self.provider).await?;
        let format = capabilities.tools;
        if self.parts.sees() == Some(false) {
            self.refuse_unseen()?;
        }
        match self.ask_in(format).await {
            // Nobody had said that the model cannot see; its server just did.
            Err(NoAnswer::Failed(error))
                if self.parts.sees() != Some(false)
                    && self.parts.shows_pictures()
                    && refuses_pictures(&error) =>
            {
                self.parts.remember_blind(capabilities);
                self.refuse_unseen()?;
                self.ask_in(format).await
            }
            // A model that turned out to have no tools is asked again in words.
            Err(NoAnswer::Failed(error))
                if error.kind == ProviderErrorKind::Unsupported && format == ToolFormat::Native =>
            {
                self.parts.remember_simplified(capabilities);
                self.ask_in(ToolFormat::Simplified).await
            }
            other => other,
        }
    }

    /// Keeps what the human has just shown from a model that cannot see it.
    fn refuse_unseen(&self) -> Result<(), NoAnswer> {
        match self.parts.unanswered_pictures() {
            unseen if unseen.is_empty() => Ok(()),
            unseen => Err(NoAnswer::Blind(unseen)),
        }
    }

    async fn ask_in(&self, format: ToolFormat) -> Result<StepAnswer, NoAnswer> {
        let mut built = request::build(&self.parts, &*self.provider, format).await?;
        let is_ours = !self.parts.is_kept_elsewhere();
        if is_ours && built.fit == Fit::Cut && self.overflow == Overflow::Tell {
            return Err(NoAnswer::TooLong);
        }
        let paying = self.allow(&mut built).await?;
        let mut answer = StepAnswer {
            window: built.window,
            notice: built.notice.take().or(paying.notice.clone()),
            ..StepAnswer::default()
        };
        let mut sent = Pending::default();
        // By the server's index, which is only a name: a list would be as long as it says.
        let mut calls: OrderedMap<usize, (String, String)> = OrderedMap::new();
        let of = (self.run, self.step);
        let mut writing = Writing::new(self.drafts.clone(), self.session, of);
        // Control sequences are out before anything is shown or stored.
        let mut clean = (Sanitizer::default(), Sanitizer::default());
        let mut gulps = Gulps::new();
        // What is ready is taken together: a piece a token would cost the actor a turn each.
        let mut stream = self.provider.stream(built.request).ready_chunks(TOGETHER);
        loop {
            let parts = tokio::select! {
                biased;
                parts = stream.next() => parts,
                () = sleep_until(sent.due()), if sent.waits() => {
                    self.try_flush(&mut sent);
                    continue;
                }
                () = sleep_until(writing.due().unwrap_or_else(Instant::now)), if writing.due().is_some() => {
                    self.tell_of(&mut writing);
                    continue;
                }
            };
            let Some(parts) = parts else { break };
            for part in parts {
                match part {
                    StreamPart::Text { text } => {
                        let text = clean.0.feed(text.as_bytes());
                        answer.text.push_str(&text);
                        sent.add(self, TextChannel::Answer, &text);
                    }
                    StreamPart::Reasoning { text } => {
                        let text = clean.1.feed(text.as_bytes());
                        answer.reasoning.push_str(&text);
                        sent.add(self, TextChannel::Reasoning, &text);
                    }
                    StreamPart::Sealed { block } => answer.sealed.push(block),
                    StreamPart::CallStart { index, id, name } => {
                        let name = sanitize(&name);
                        writing.begin(index, &name);
                        calls.insert(index, (id, name));
                    }
                    StreamPart::CallArguments { index, text } => writing.append(index, &text),
                    StreamPart::CallEnd { index, arguments } => {
                        let call = self.requested(calls.get(&index), arguments);
                        answer.calls.extend(call);
                    }
                    StreamPart::Notice { text } => {
                        let text = sanitize(&text);
                        self.send(|(session, run, step)| Outcome::StepNoted {
                            session,
                            run,
                            step,
                            text,
                        })
                        .await;
                    }
                    StreamPart::KnownAs { name } => {
                        let provider = self.provider.name().to_owned();
                        let session = self.session;
                        self.send(|_| Outcome::ConversationNamed {
                            session,
                            provider,
                            name,
                        })
                        .await;
                    }
                    StreamPart::Usage { usage } => answer.usage = usage,
                    StreamPart::Done { stop } => {
                        self.flush(&mut sent).await;
                        answer.stop = Some(stop);
                        self.measure(&mut answer, built.estimate);
                        self.learn(&answer, &built.asked).await;
                        self.pay(&mut answer, &paying).await;
                        return Ok(answer);
                    }
                    StreamPart::Error { error } => {
                        self.flush(&mut sent).await;
                        return Err(error.into());
                    }
                }
            }
            if sent.due() <= Instant::now() {
                self.try_flush(&mut sent);
            }
            self.tell_of(&mut writing);
            // A stream that always has something ready must not keep the task from being dropped.
            tokio::task::coop::consume_budget().await;
            gulps.breathe().await;
        }
        self.flush(&mut sent).await;
        Err(ProviderError::new(
            ProviderErrorKind::Connection,
            "the answer broke off before its end",
        )
        .into())
    }

    /// Brings something back at once.
    async fn send(&self, outcome: impl FnOnce((SessionId, RunId, StepId)) -> Outcome) {
        let outcome = outcome((self.session, self.run, self.step));
        // Fails only if the actor is gone.
        self.inbox.send(Arrival::Outcome(outcome)).await.ok();
    }

    fn requested(
        &self,
        start: Option<&(String, String)>,
        arguments: Value,
    ) -> Option<RequestedCall> {
        let (provider_id, tool) = start?.clone();
        let class = match self.provider.own_tools() {
            Some(program) => program.class_of(&tool),
            None => class_of(&tool),
        };
        Some(RequestedCall {
            provider_id,
            tool,
            class,
            arguments,
        })
    }

    /// Tells of a call that streams in, where it is time and the inbox takes it.
    fn tell_of(&self, writing: &mut Writing) {
        let Ok(permit) = self.inbox.try_reserve() else {
            return;
        };
        if let Some(path) = writing.take_due(Instant::now()) {
            permit.send(Arrival::Outcome(Outcome::ProposalGrew {
                session: self.session,
                run: self.run,
                step: self.step,
                path,
            }));
        }
    }

    /// Sends what is ready as long as the inbox takes it, without waiting.
    fn try_flush(&self, pending: &mut Pending) {
        pending.tried = Some(Instant::now());
        while pending.waits() {
            let Ok(permit) = self.inbox.try_reserve() else {
                return;
            };
            if let Some(outcome) = pending.next(self) {
                permit.send(Arrival::Outcome(outcome));
            }
        }
    }

    async fn flush(&self, pending: &mut Pending) {
        while let Some(outcome) = pending.next(self) {
            if self.inbox.send(Arrival::Outcome(outcome)).await.is_err() {
                return;
            }
        }
    }
}

/// Text that came in and has not gone out.
#[derive(Default)]
struct Pending {
    channel: Option<TextChannel>,
    text: String,
    queue: Vec<Outcome>,
    /// When it was tried last to send it.
    tried: Option<Instant>,
}

impl Pending {
    /// Whether something has not gone out.
    fn waits(&self) -> bool {
        !self.queue.is_empty() || !self.text.is_empty()
    }

    /// When it is to go out.
    fn due(&self) -> Instant {
        self.tried
            .map_or_else(Instant::now, |tried| tried + PIECES_APART)
    }

    /// Adds a piece behind what waits.
    fn add(&mut self, task: &StepTask, channel: TextChannel, text: &str) {
        if self.channel != Some(channel)
            && let Some(outcome) = self.take(task)
        {
            // The order of the channels must hold, so this one waits in the queue behind it.
            self.queue.push(outcome);
        }
        self.channel = Some(channel);
        self.text.push_str(text);
    }

    fn take(&mut self, task: &StepTask) -> Option<Outcome> {
        let channel = self.channel?;
        if self.text.is_empty() {
            return None;
        }
        Some(Outcome::StreamAppended {
            session: task.session,
            run: task.run,
            step: task.step,
            channel,
            text: std::mem::take(&mut self.text),
        })
    }

    fn next(&mut self, task: &StepTask) -> Option<Outcome> {
        if self.queue.is_empty() {
            self.take(task)
        } else {
            Some(self.queue.remove(0))
        }
    }
}
