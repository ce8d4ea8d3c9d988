//! Which messages of a conversation go to the model, within a budget of tokens.
//!
//! Pure over messages; the shell calls it when it builds a request. The oldest tool results are
//! shortened first, then the oldest turns are left out; the last turn always goes whole.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::json;

use crate::protocol::call::CallResult;
use crate::protocol::message::{Block, Message, MessageState, Role};

/// Results shorter than this many bytes are not worth shortening.
const SHORT_RESULT_BYTES: usize = 400;

/// What goes to the model.
#[derive(Debug, Clone, Default)]
pub struct Fitted {
    /// The messages, oldest first.
    pub messages: Vec<Arc<Message>>,
    /// Tool results that were shortened.
    pub shortened: usize,
    /// Messages that were left out.
    pub left_out: usize,
    /// Tokens that they take, by `estimate`.
    pub tokens: u64,
}

/// Chooses from `messages` what fits into `budget` tokens, as `estimate` counts them by bytes.
pub fn fit(messages: &[Arc<Message>], budget: u64, estimate: fn(usize) -> u64) -> Fitted {
    let mut chosen = speakable(messages);
    let mut sizes: Vec<u64> = chosen
        .iter()
        .map(|message| size(message, estimate))
        .collect();
    let mut total: u64 = sizes.iter().sum();
    let last_turn = chosen
        .iter()
        .rposition(|message| message.role == Role::User)
        .unwrap_or(0);
    let mut shortened = 0;
    for (index, message) in chosen.iter_mut().enumerate().take(last_turn) {
        if total <= budget {
            break;
        }
        if let (Some(short), Some(old)) = (shorten(message), sizes.get_mut(index)) {
            let new = size(&short, estimate);
            total = total.saturating_sub(*old).saturating_add(new);
            *old = new;
            *message = Arc::new(short);
            shortened += 1;
        }
    }
    let mut from = 0;
    while total > budget && from < last_turn {
        let next = next_turn(&chosen, from).min(last_turn);
        let gone: u64 = sizes.get(from..next).unwrap_or_default().iter().sum();
        total = total.saturating_sub(gone);
        from = next;
    }
    Fitted {
        messages: chosen.split_off(from),
        shortened,
        left_out: from,
        tokens: total,
    }
}

/// Index of the first message of the turn after the one that `from` lies in.
fn next_turn(messages: &[Arc<Message>], from: usize) -> usize {
    messages
        .iter()
        .enumerate()
        .skip(from.saturating_add(1))
        .find(|(_, message)| message.role == Role::User)
        .map_or(messages.len(), |(index, _)| index)
}

/// What can be said to a model: no notices, no attempt that was made anew, and no result whose
/// call it did not make (a command of the human's is told as the human's words).
fn speakable(messages: &[Arc<Message>]) -> Vec<Arc<Message>> {
    let made: BTreeSet<_> = messages
        .iter()
        .flat_map(|message| message.calls())
        .map(|call| call.id)
        .collect();
    let mut out: Vec<Arc<Message>> = Vec::with_capacity(messages.len());
    for (index, message) in messages.iter().enumerate() {
        let again = || {
            let mut later = messages
                .iter()
                .skip(index + 1)
                .filter(|next| next.role != Role::System);
            later
                .next()
                .is_some_and(|next| next.role == Role::Assistant)
        };
        match message.role {
            Role::System => {}
            Role::Assistant if message.state == MessageState::Interrupted && again() => {}
            Role::Assistant if message.blocks.is_empty() => {}
            Role::Tool => out.push(told_by_user(message, &made)),
            _ => out.push(Arc::clone(message)),
        }
    }
    out
}

fn told_by_user(
    message: &Arc<Message>,
    made: &BTreeSet<crate::protocol::ids::CallId>,
) -> Arc<Message> {
    let orphan = message.blocks.iter().find_map(|block| match block {
        Block::ToolResult { result } if !made.contains(&result.call) => Some(result),
        _ => None,
    });
    let Some(result) = orphan else {
        return Arc::clone(message);
    };
    let mut told = Message::clone(message);
    told.role = Role::User;
    told.blocks = vec![Block::Text {
        text: format!("I ran that command myself. Its result: {}", result.content),
    }];
    Arc::new(told)
}

fn shorten(message: &Message) -> Option<Message> {
    if message.role != Role::Tool {
        return None;
    }
    let mut changed = false;
    let mut short = message.clone();
    for block in &mut short.blocks {
        if let Block::ToolResult { result } = block
            && json_bytes(&result.content) > SHORT_RESULT_BYTES
        {
            result.content = shortened_content(result);
            changed = true;
        }
    }
    changed.then_some(short)
}

fn shortened_content(result: &CallResult) -> serde_json::Value {
    let mut short = json!({
        "success": result.ok,
        "summary": result.summary,
        "note": "the full result was left out to save room; call the tool again if you need it",
    });
    // What the human said of the changes stays.
    if let (Some(review), Some(short)) = (result.content.get("review"), short.as_object_mut()) {
        short.insert("review".to_owned(), review.clone());
    }
    short
}

fn size(message: &Message, estimate: fn(usize) -> u64) -> u64 {
    let blocks = message.blocks.iter().map(|block| match block {
        Block::Text { text } => estimate(text.len()),
        // Reasoning of earlier steps is not sent again, but for what its server wants back.
        Block::Reasoning { sealed, .. } => sealed.iter().map(|one| estimate(json_bytes(one))).sum(),
        Block::ToolUse { call } => {
            estimate(call.tool.len()) + estimate(json_bytes(&call.arguments))
        }
        Block::ToolResult { result } => estimate(json_bytes(&result.content)),
    });
    4 + blocks.sum::<u64>()
}

/// How many bytes a value has as JSON. Each message is measured for each request, so nothing is written.
fn json_bytes(value: &serde_json::Value) -> usize {
    let mut count = Count(0);
    // Counting cannot fail.
    serde_json::to_writer(&mut count, value).ok();
    count.0
}

/// A writer that counts.
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
