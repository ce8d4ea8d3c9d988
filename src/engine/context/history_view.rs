//! The conversation as the model reads it: without notices and attempts that were retried, and with
//! a compaction's summary in place of the messages that it covers.
//!
//! Of the covered messages these stay word for word: the user's messages; the user's words in
//! answers to questions, in refusals and about changes under review; and the agent's last report,
//! which is its plan if the user asked for one.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{HistoryMessage, Kind, is_users};
use crate::step::TOO_LONG;
use protocol::approval::NO_ANSWER;
use protocol::call::CallResult;
use protocol::compaction::{Compaction, in_force};
use protocol::ids::{CallId, MessageId};
use protocol::instruction::{ADD_INSTRUCTION, INSTRUCTIONS_FILE};
use protocol::message::{Block, Message, MessageState, Role};

/// Returns the messages as the model reads them, in full.
#[cfg(test)]
pub fn told(messages: &[Arc<Message>], compactions: &[Compaction]) -> Vec<Arc<Message>> {
    let spoken = spoken(messages, compactions);
    spoken.into_iter().map(|one| one.message).collect()
}

/// Returns the messages as the model reads them, with the author of each.
pub(super) fn spoken(messages: &[Arc<Message>], compactions: &[Compaction]) -> Vec<HistoryMessage> {
    let all = speakable(messages);
    let Some((through, compaction)) = in_force(compactions, messages) else {
        return all;
    };
    let (covered, rest): (Vec<HistoryMessage>, Vec<HistoryMessage>) =
        all.into_iter().partition(|one| one.place <= through);
    let summary = summary(&covered, compaction, through, messages);
    let kept = covered
        .into_iter()
        .filter(|one| is_users_own(one, messages));
    kept.chain(summary).chain(rest).collect()
}

fn is_users_own(one: &HistoryMessage, messages: &[Arc<Message>]) -> bool {
    messages
        .get(one.place)
        .is_some_and(|message| is_users(message))
}

/// Builds the message that stands in for the covered ones.
fn summary(
    covered: &[HistoryMessage],
    compaction: &Compaction,
    through: usize,
    messages: &[Arc<Message>],
) -> Option<HistoryMessage> {
    let last = messages.get(through)?;
    let text = summary_text(
        &compaction.summary,
        &kept_words(covered.iter().map(|one| &*one.message)),
    );
    let message = Message::model_note(MessageId(compaction.id.0), last, text);
    Some(HistoryMessage {
        message: Arc::new(message),
        kind: Kind::Kept,
        place: through,
    })
}

/// Text that the model reads in place of the covered messages.
pub(super) fn summary_text(summary: &str, kept: &str) -> String {
    format!(
        "[agentichat compacted the conversation up to here. My messages are complete. For the rest there is this \
         summary by a model. Read files again before you rely on their contents.]\n\n{summary}{kept}"
    )
}

/// Collects the texts that stay word for word besides the user's messages.
pub(super) fn kept_words<'a>(covered: impl Iterator<Item = &'a Message> + Clone) -> String {
    let results = covered.clone().flat_map(|message| &message.blocks);
    let said: Vec<String> = results
        .filter_map(|block| match block {
            Block::ToolResult { result } => Some(result),
            _ => None,
        })
        .flat_map(|result| {
            users_words(result)
                .into_iter()
                .map(|(key, said)| format!("- {} ({}): {said}", word_for(key), result.tool))
        })
        .collect();
    let mut out = String::new();
    if !said.is_empty() {
        out.push_str("\n\n[What I said meanwhile, word for word:]\n");
        out.push_str(&said.join("\n"));
    }
    let report = covered
        .filter(|message| message.role == Role::Assistant && message.calls().next().is_none())
        .map(Message::plain_text)
        .filter(|text| !text.trim().is_empty())
        .last();
    if let Some(report) = report {
        out.push_str("\n\n[Your last report, word for word:]\n");
        out.push_str(&report);
    }
    out
}

fn word_for(key: &str) -> &str {
    match key {
        "review" => "about your changes",
        "answer" => "my answer",
        _ => "why I refused",
    }
}

/// Returns the user's words in the result of a call, with their key: about changes under review, in
/// answer to a question, or as the reason of a refusal.
pub(super) fn users_words(result: &CallResult) -> Vec<(&'static str, String)> {
    let said = |value: &serde_json::Value| match value {
        serde_json::Value::Null => None,
        serde_json::Value::String(text) if text == NO_ANSWER => None,
        serde_json::Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    };
    let content = |key: &'static str| Some((key, said(result.content.get(key)?)?));
    let answer = || match result.tool.as_str() {
        "clarify_user" => content("answer"),
        _ => None,
    };
    let reason = || {
        let details = &result.error.as_ref()?.details;
        Some(("reason", said(details.get("reason")?)?))
    };
    [content("review"), answer(), reason()]
        .into_iter()
        .flatten()
        .collect()
}

/// Selects what can be sent to a model. Leaves out notices except for the text that they carry for
/// the model, attempts that were retried, and results of calls that the model did not make. A
/// command that the user ran counts as the user's words, and the work of an agent's sub-agent is in
/// the report that the sub-agent's call ended with.
fn speakable(messages: &[Arc<Message>]) -> Vec<HistoryMessage> {
    let made: BTreeSet<CallId> = messages
        .iter()
        .flat_map(|message| message.calls())
        .map(|call| call.id)
        .collect();
    let mut out: Vec<HistoryMessage> = Vec::with_capacity(messages.len());
    for (place, message) in messages.iter().enumerate() {
        let again = || {
            let mut later = messages
                .iter()
                .skip(place + 1)
                .filter(|next| next.role != Role::System);
            later
                .next()
                .is_some_and(|next| next.role == Role::Assistant)
        };
        let (message, kind) = match message.role {
            Role::System => match message.note_for_model() {
                Some(told) => (Arc::new(told), Kind::Kept),
                None => continue,
            },
            Role::Assistant if message.state == MessageState::Interrupted && again() => continue,
            Role::Assistant if message.blocks.is_empty() => continue,
            Role::Assistant if message.state == MessageState::Interrupted => {
                (broken_off(message), Kind::Answer)
            }
            Role::Assistant => (Arc::clone(message), Kind::Answer),
            Role::Tool => match result_as_told(message, &made) {
                Some(told) => told,
                None => continue,
            },
            Role::User => (Arc::clone(message), Kind::Kept),
        };
        out.push(HistoryMessage {
            message,
            kind,
            place,
        });
    }
    out
}

/// Bytes kept of each text of an answer that exceeded the length limit.
const OF_TOO_LONG: usize = 8 * 1024;

/// Returns a broken-off answer in the form in which the model reads it. An answer that exceeded the
/// length limit would fit into no later request, so the model gets the beginning and the reason for
/// the end. The user still sees all of it.
fn broken_off(message: &Arc<Message>) -> Arc<Message> {
    let was_too_long = message.blocks.iter().any(|block| match block {
        Block::Text { text } => text.ends_with(TOO_LONG),
        _ => false,
    });
    if !was_too_long {
        return Arc::clone(message);
    }
    let mut told = Message::clone(message);
    for block in &mut told.blocks {
        match block {
            Block::Text { text } if text.len() > OF_TOO_LONG => {
                text.truncate(text.floor_char_boundary(OF_TOO_LONG));
                text.push_str(TOO_LONG);
            }
            Block::Reasoning { text, .. } => {
                text.truncate(text.floor_char_boundary(OF_TOO_LONG));
            }
            _ => {}
        }
    }
    Arc::new(told)
}

fn result_as_told(message: &Arc<Message>, made: &BTreeSet<CallId>) -> Option<(Arc<Message>, Kind)> {
    let orphan = message.blocks.iter().find_map(|block| match block {
        Block::ToolResult { result } if !made.contains(&result.call) => Some(result),
        _ => None,
    });
    let Some(result) = orphan else {
        return Some((Arc::clone(message), Kind::Result));
    };
    if !result.is_of_users_command() {
        return None;
    }
    let mut told = Message::clone(message);
    told.role = Role::User;
    let text = if result.tool == ADD_INSTRUCTION {
        format!("I proposed that line for {INSTRUCTIONS_FILE} myself.")
    } else {
        format!("I ran that command myself. Its result: {}", result.content)
    };
    told.blocks = vec![Block::Text { text }];
    Some((Arc::new(told), Kind::OwnResult))
}
