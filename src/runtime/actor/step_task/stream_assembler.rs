//! Assembles the parts of a stream into the answer, and sends the visible parts to the user as they
//! arrive.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::Value;
use tokio::time::Instant;

use super::StepTask;
use crate::actor::drafts::Writing;
use crate::actor::worker_message::WorkerMessage;
use engine::{Outcome, RequestedCall, StepAnswer};
use notice::{Notice, notice};
use protocol::estimate::Estimate;
use protocol::event::TextChannel;
use protocol::stream::{ProviderError, ProviderErrorKind, StopReason, StreamPart};
use redact::{Sanitizer, sanitize};
use tools::class_of;

/// Minimum interval between outgoing pieces of a stream: a frame shows no more of them, and each
/// wakes the actor and every front end.
const PIECES_APART: Duration = Duration::from_millis(40);

/// Minimum interval between two reports of how much has arrived.
const REPORTS_APART: Duration = Duration::from_millis(500);

/// Maximum number of call-like texts that are reported with an answer.
const MOST_IGNORED: usize = 32;
/// Maximum bytes of an answer: its text, the model's reasoning and the arguments of its calls
/// together. The answer is kept in memory, in the database and in every later request.
const MOST_BYTES: usize = 8 * 1024 * 1024;

/// The result of taking a stream part.
pub(super) enum StreamItem {
    /// The part was added to the answer.
    Kept,
    /// An outcome that is to be sent at once.
    Word(Box<Outcome>),
    /// The stream has ended.
    End(Result<StopReason, ProviderError>),
}

impl StreamItem {
    fn word(outcome: Outcome) -> Self {
        StreamItem::Word(Box::new(outcome))
    }
}

/// An answer that is being received. Dropping it removes the drafts of its calls from view.
pub(super) struct StreamAssembler<'a> {
    task: &'a StepTask,
    answer: StepAnswer,
    pieces: PendingText,
    /// The calls that have begun, by the server's index. The index serves only as a key, because a
    /// list would grow to any length that the server claims.
    calls: BTreeMap<usize, (String, String)>,
    writing: Writing,
    /// Bytes received so far, and those that were reported.
    bytes: usize,
    reported_bytes: usize,
    /// Earliest time of the next report.
    next_report: Instant,
    /// Estimated tokens of the prompt, and how those of the answer are estimated.
    prompt: u64,
    estimate: Estimate,
    /// Removes control sequences from the answer before anything is shown or stored.
    answer_cleaner: Sanitizer,
    /// Like `cleaner`, for the model's reasoning.
    reasoning_cleaner: Sanitizer,
}

impl<'a> StreamAssembler<'a> {
    pub(super) fn new(task: &'a StepTask, prompt: u64) -> Self {
        let of = (task.run, task.step);
        Self {
            task,
            answer: StepAnswer::default(),
            pieces: PendingText::new(),
            calls: BTreeMap::new(),
            writing: Writing::new(task.drafts.clone(), task.session, of),
            bytes: 0,
            reported_bytes: 0,
            next_report: Instant::now(),
            prompt,
            estimate: task.parts.estimate(&task.provider),
            answer_cleaner: Sanitizer::default(),
            reasoning_cleaner: Sanitizer::default(),
        }
    }

    /// Takes the next part of the stream; a part that makes the answer too long ends it.
    pub(super) fn take(&mut self, part: StreamPart) -> StreamItem {
        let left = MOST_BYTES - self.bytes;
        let size = size_of(&part);
        if size <= left {
            self.bytes += size;
            return self.take_whole(part);
        }
        self.bytes = MOST_BYTES;
        // The part is kept as far as there is room.
        if let Some(part) = beginning_of(part, left) {
            self.take_whole(part);
        }
        StreamItem::End(Err(too_long()))
    }

    fn take_whole(&mut self, part: StreamPart) -> StreamItem {
        let task = self.task;
        match part {
            StreamPart::Text { text } => {
                let text = self.answer_cleaner.feed(text.as_bytes());
                self.answer.text.push_str(&text);
                self.pieces.add(task, TextChannel::Answer, &text);
            }
            StreamPart::Reasoning { text } => {
                let text = self.reasoning_cleaner.feed(text.as_bytes());
                self.answer.reasoning.push_str(&text);
                self.pieces.add(task, TextChannel::Reasoning, &text);
            }
            StreamPart::TextWasReasoning => {
                let text = std::mem::take(&mut self.answer.text);
                self.answer.reasoning.push_str(&text);
            }
            StreamPart::Sealed { block } => self.answer.sealed.push(block),
            StreamPart::CallStart { index, id, name } => {
                let name = sanitize(&name);
                self.writing.begin(index, &name);
                self.calls.insert(index, (id, name));
            }
            StreamPart::CallArguments { index, text } => self.writing.append(index, &text),
            StreamPart::CallEnd { index, arguments } => {
                let call = self.requested(index, arguments);
                self.answer.calls.extend(call);
            }
            StreamPart::Notice { text } => {
                return StreamItem::word(Outcome::StepNoted {
                    session: task.session,
                    run: task.run,
                    step: task.step,
                    text: without_control_characters(text),
                });
            }
            StreamPart::KnownAs { name } => {
                return StreamItem::word(Outcome::ConversationNamed {
                    session: task.session,
                    provider: task.provider.info.name.clone(),
                    name,
                });
            }
            StreamPart::CallIgnored { call } => {
                if self.answer.ignored.len() < MOST_IGNORED {
                    self.answer.ignored.push(call);
                }
            }
            StreamPart::Usage { usage } => self.answer.usage = usage,
            StreamPart::Done { stop } => return StreamItem::End(Ok(stop)),
            StreamPart::Error { error } => return StreamItem::End(Err(error)),
        }
        StreamItem::Kept
    }

    /// Returns the call that ends here; `None` if none had begun.
    fn requested(&self, index: usize, arguments: Value) -> Option<RequestedCall> {
        let (provider_id, tool) = self.calls.get(&index)?.clone();
        let class = match &self.task.provider.agent_tools {
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

    /// Returns when the next pending piece is due.
    pub(super) fn due(&self) -> Option<Instant> {
        let pieces = self.pieces.waits().then_some(self.pieces.next_time);
        let report = (self.bytes > self.reported_bytes).then_some(self.next_report);
        let due = pieces.into_iter().chain(report);
        due.chain(self.writing.due()).min()
    }

    /// Returns how much was asked and has arrived.
    pub(super) fn progress(&self) -> Outcome {
        Outcome::StepProgress {
            session: self.task.session,
            run: self.task.run,
            step: self.task.step,
            prompt: self.prompt,
            answer: self.estimate.bytes(self.bytes),
        }
    }

    /// Sends due pieces while the inbox accepts them, without waiting.
    pub(super) fn send_due(&mut self) {
        let (now, inbox) = (Instant::now(), &self.task.inbox);
        if self.pieces.next_time <= now {
            self.pieces.next_time = now + PIECES_APART;
            while self.pieces.waits()
                && let Some(permit) = inbox.try_reserve()
            {
                if let Some(outcome) = self.pieces.next(self.task) {
                    permit.send(WorkerMessage::Outcome(outcome));
                }
            }
        }
        if self.writing.due().is_some_and(|due| due <= now) {
            self.report_call(now);
        }
        if self.bytes > self.reported_bytes && self.next_report <= now {
            self.next_report = now + REPORTS_APART;
            if let Some(permit) = inbox.try_reserve() {
                self.reported_bytes = self.bytes;
                permit.send(WorkerMessage::Outcome(self.progress()));
            }
        }
    }

    /// Reports the call that is streaming in.
    fn report_call(&mut self, now: Instant) {
        let Some(permit) = self.task.inbox.try_reserve() else {
            self.writing.put_off(now);
            return;
        };
        if let Some(path) = self.writing.take(now) {
            permit.send(WorkerMessage::Outcome(Outcome::ProposalGrew {
                session: self.task.session,
                run: self.task.run,
                step: self.task.step,
                path,
            }));
        }
    }

    /// Sends all pending text, and returns the answer as far as it came.
    pub(super) async fn send_all(&mut self) -> StepAnswer {
        while let Some(outcome) = self.pieces.next(self.task) {
            if !self.task.inbox.report(outcome).await {
                break;
            }
        }
        std::mem::take(&mut self.answer)
    }
}

/// Returns the bytes that a part adds to the answer. The arguments of a call arrive in pieces, and
/// again whole at its end.
fn size_of(part: &StreamPart) -> usize {
    match part {
        StreamPart::Text { text }
        | StreamPart::Reasoning { text }
        | StreamPart::CallArguments { text, .. } => text.len(),
        StreamPart::CallStart { id, name, .. } => id.len() + name.len(),
        StreamPart::Sealed { block } => length_of(block),
        _ => 0,
    }
}

/// Estimates the size of a value as JSON. The JSON parser limits its depth.
fn length_of(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        Value::Array(values) => values.iter().map(length_of).sum(),
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| name.len() + length_of(value))
            .sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) => 8,
    }
}

/// Cuts a text part to the remaining room.
fn beginning_of(part: StreamPart, left: usize) -> Option<StreamPart> {
    let cut = |mut text: String| {
        text.truncate(text.floor_char_boundary(left));
        text
    };
    match part {
        StreamPart::Text { text } => Some(StreamPart::Text { text: cut(text) }),
        StreamPart::Reasoning { text } => Some(StreamPart::Reasoning { text: cut(text) }),
        _ => None,
    }
}

/// Returns the notice; if a program put control characters into it, its English text without them.
fn without_control_characters(notice: Notice) -> Notice {
    let text = notice.to_string();
    match sanitize(&text) {
        clean if clean == text => notice,
        clean => Notice::text(clean),
    }
}

fn too_long() -> ProviderError {
    let mebibytes = MOST_BYTES / (1024 * 1024);
    let ended = notice!("told-answer-too-long", mebibytes);
    ProviderError::new(ProviderErrorKind::TooLong, ended).with_hint(notice!("told-answer-is-kept"))
}

/// Text that was received and not sent out yet.
struct PendingText {
    channel: Option<TextChannel>,
    text: String,
    queue: Vec<Outcome>,
    /// Earliest time of the next piece.
    next_time: Instant,
}

impl PendingText {
    fn new() -> Self {
        Self {
            channel: None,
            text: String::new(),
            queue: Vec::new(),
            next_time: Instant::now(),
        }
    }

    /// Whether any text has not been sent out.
    fn waits(&self) -> bool {
        !self.queue.is_empty() || !self.text.is_empty()
    }

    /// Appends a piece to the pending text.
    fn add(&mut self, task: &StepTask, channel: TextChannel, text: &str) {
        if self.channel != Some(channel)
            && let Some(outcome) = self.take(task)
        {
            // The order of the channels must hold, so this piece queues behind the other channel's.
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
