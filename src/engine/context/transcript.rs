//! Renders the covered part of a conversation as text, for the model that summarises it.
//! If it is too long for that model, results and then long texts are cut, so that a part
//! of everything remains.

use std::sync::Arc;

use super::history_view::spoken;
use protocol::compaction::Compaction;
use protocol::message::{Block, Message, Role};

/// Limits in bytes for a single text, tried from generous to tight.
const CUTS: [usize; 5] = [usize::MAX, 8_000, 2_000, 600, 160];

/// Renders the first `count` messages as text of at most `bytes` bytes, including
/// an earlier summary.
pub fn transcript(
    messages: &[Arc<Message>],
    compactions: &[Compaction],
    count: usize,
    bytes: usize,
) -> String {
    let told = spoken(messages, compactions);
    let covered: Vec<&Message> = told
        .iter()
        .filter(|one| one.place < count)
        .map(|one| &*one.message)
        .collect();
    let written = CUTS.iter().map(|cut| write(&covered, *cut));
    let mut last = String::new();
    for text in written {
        last = text;
        if last.len() <= bytes {
            return last;
        }
    }
    ends_of(&last, bytes)
}

fn write(messages: &[&Message], cut: usize) -> String {
    let mut out = String::new();
    for message in messages {
        for block in &message.blocks {
            let (who, text) = match block {
                Block::Text { text } if message.role == Role::User => ("USER", text.clone()),
                Block::Text { text } => ("AGENT", text.clone()),
                Block::ToolUse { call } => ("CALL", format!("{} {}", call.tool, call.arguments)),
                Block::ToolResult { result } => ("RESULT", result.content.to_string()),
                // The text beside a picture names it.
                Block::Notice { .. } | Block::Reasoning { .. } | Block::Image { .. } => continue,
            };
            out.push_str(who);
            out.push_str(": ");
            out.push_str(&ends_of(&text, cut));
            out.push_str("\n\n");
        }
    }
    out
}

/// Keeps the beginning and the end of a text that is longer than `bytes`.
fn ends_of(text: &str, bytes: usize) -> String {
    if text.len() <= bytes {
        return text.to_owned();
    }
    let half = bytes / 2;
    let head = text
        .get(..text.floor_char_boundary(half))
        .unwrap_or_default();
    let from = text.ceil_char_boundary(text.len().saturating_sub(half));
    let tail = text.get(from..).unwrap_or_default();
    format!("{head}\n[… cut …]\n{tail}")
}
