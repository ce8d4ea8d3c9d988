//! Selects the messages of a conversation that go to the model, within a budget of tokens.
//!
//! Pure over messages; the shell calls it when it builds a request. A compaction's summary replaces
//! the messages that it covers ([`history_view`]). Tool results are shortened oldest first; if that
//! is not enough, the conversation is compacted ([`cover`] chooses the range), and if that fails,
//! the oldest answers are left out. The user's messages are never left out, and messages that the
//! model has not answered yet go whole.

mod compaction_range;
mod history_view;
mod transcript;

use std::sync::Arc;

use serde_json::json;

use protocol::call::CallResult;
use protocol::compaction::Compaction;
use protocol::estimate::Estimate;
use protocol::message::{Block, Message, Role};

pub use compaction_range::{CompactionExtent, CompactionRange, cover};
#[cfg(test)]
pub(crate) use history_view::told;
pub use transcript::transcript;

/// Results shorter than this many bytes are not worth shortening.
const SHORT_RESULT_BYTES: usize = 400;

/// A message as it goes to the model.
#[derive(Debug, Clone)]
struct HistoryMessage {
    message: Arc<Message>,
    kind: Kind,
    /// Index in the conversation; a summary has the index of the last message that it covers.
    place: usize,
}

/// The author of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A message of the user, or a summary with content that must not be lost.
    Kept,
    Answer,
    /// The result of a call.
    Result,
    /// The result of a command that the user ran, sent in the user's name.
    OwnResult,
}

/// The messages that go to the model, and how they were made to fit.
#[derive(Debug, Clone, Default)]
pub struct FittedHistory {
    /// The messages, oldest first.
    pub messages: Vec<Arc<Message>>,
    /// Number of tool results that were shortened.
    pub shortened: usize,
    /// Number of messages that were left out because no compaction was possible.
    pub left_out: usize,
    /// Tokens of the conversation with its results shortened and nothing left out, by `estimate`.
    pub wanted: u64,
    /// Tokens of the messages, by `estimate`.
    pub tokens: u64,
}

/// Chooses from `messages` those that fit into `budget` tokens, as `estimate` counts them.
pub fn fit(
    messages: &[Arc<Message>],
    compactions: &[Compaction],
    budget: u64,
    estimate: Estimate,
) -> FittedHistory {
    let mut spoken = history_view::spoken(messages, compactions);
    let mut sizes = sizes(&spoken, estimate);
    let fresh = fresh_from(&spoken);
    let shortened = shorten_oldest(&mut spoken, &mut sizes, fresh, budget, estimate);
    let wanted: u64 = sizes.iter().sum();
    let mut total = wanted;
    let mut left_out = 0;
    // An answer is left out together with its results. They come before the next answer.
    let mut answer_is_out = false;
    let mut kept = Vec::with_capacity(spoken.len());
    for (index, (one, size)) in spoken.into_iter().zip(sizes).enumerate() {
        let is_due = index < fresh && total > budget;
        let is_out = match one.kind {
            Kind::Kept => false,
            Kind::OwnResult => is_due,
            Kind::Result => answer_is_out,
            Kind::Answer => {
                answer_is_out = is_due;
                is_due
            }
        };
        if is_out {
            total = total.saturating_sub(size);
            left_out += 1;
        } else {
            kept.push(one.message);
        }
    }
    FittedHistory {
        messages: kept,
        shortened,
        left_out,
        wanted,
        tokens: total,
    }
}

/// Returns the index of the first message that the model has not answered. The answer whose results
/// are among those messages counts with them.
fn fresh_from(spoken: &[HistoryMessage]) -> usize {
    let of = |kind| spoken.iter().rposition(|one| one.kind == kind);
    let Some(answer) = of(Kind::Answer) else {
        return of(Kind::Kept).unwrap_or(0);
    };
    let mut called = spoken.iter().skip(answer).take(1);
    if called.any(|one| one.message.calls().next().is_some()) {
        answer
    } else {
        answer + 1
    }
}

/// Shortens results before `fresh`, oldest first, until everything fits. Returns how
/// many it shortened.
fn shorten_oldest(
    spoken: &mut [HistoryMessage],
    sizes: &mut [u64],
    fresh: usize,
    budget: u64,
    estimate: Estimate,
) -> usize {
    let mut total: u64 = sizes.iter().sum();
    let mut shortened = 0;
    for (one, size) in spoken.iter_mut().zip(sizes).take(fresh) {
        if total <= budget {
            break;
        }
        if let Some(short) = shorten(one) {
            let new = message_size(&short, estimate);
            total = total.saturating_sub(*size).saturating_add(new);
            *size = new;
            one.message = Arc::new(short);
            shortened += 1;
        }
    }
    shortened
}

fn shorten(one: &HistoryMessage) -> Option<Message> {
    let mut short = Message::clone(&one.message);
    let mut changed = false;
    for block in &mut short.blocks {
        match block {
            Block::ToolResult { result } if json_bytes(&result.content) > SHORT_RESULT_BYTES => {
                result.content = shortened_content(result);
                changed = true;
            }
            Block::Text { text }
                if one.kind == Kind::OwnResult && text.len() > SHORT_RESULT_BYTES =>
            {
                "I ran that command myself. agentichat left out its result to save room."
                    .clone_into(text);
                changed = true;
            }
            _ => {}
        }
    }
    changed.then_some(short)
}

fn shortened_content(result: &CallResult) -> serde_json::Value {
    let mut short = json!({
        "success": result.ok,
        "summary": result.summary.to_string(),
        "note": "agentichat left out the full result to save room; call the tool again if you need it",
    });
    // The user's words about the changes or in answer to a question are kept.
    if let Some(short) = short.as_object_mut() {
        for (key, said) in history_view::users_words(result) {
            short.insert(key.to_owned(), said.into());
        }
    }
    short
}

fn sizes(spoken: &[HistoryMessage], estimate: Estimate) -> Vec<u64> {
    spoken
        .iter()
        .map(|one| message_size(&one.message, estimate))
        .collect()
}

/// Estimates the tokens of a message.
pub fn message_size(message: &Message, estimate: Estimate) -> u64 {
    let blocks = message.blocks.iter().map(|block| match block {
        Block::Text { text } => estimate.bytes(text.len()),
        // Only the user sees a notice.
        Block::Notice { .. } => 0,
        // Reasoning of earlier steps is not sent again, except for the parts that
        // its server requires.
        Block::Reasoning { sealed, .. } => {
            let sizes = sealed.iter().map(|one| estimate.bytes(json_bytes(one)));
            sizes.sum()
        }
        Block::ToolUse { call } => {
            estimate.bytes(call.tool.len()) + estimate.bytes(json_bytes(&call.arguments))
        }
        Block::ToolResult { result } => estimate.bytes(json_bytes(&result.content)),
        Block::Image { picture } => estimate.picture(picture),
    });
    4 + blocks.sum::<u64>()
}

/// Whether the user wrote the message.
fn is_users(message: &Message) -> bool {
    message.role == Role::User
}

/// Counts the bytes of a value as JSON. Every message is measured for every request, so no
/// text is built.
fn json_bytes(value: &serde_json::Value) -> usize {
    let mut count = Count(0);
    // Counting cannot fail.
    serde_json::to_writer(&mut count, value).ok();
    count.0
}

/// A writer that only counts bytes.
struct Count(usize);

impl std::io::Write for Count {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 = self.0.saturating_add(bytes.len());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
