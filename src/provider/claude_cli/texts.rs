//! What the program is told of a conversation that we keep: the human's messages that it does not know
//! yet, and what became of its changes. Its own answers it remembers itself.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::Value;

use crate::protocol::ids::{ContentHash, MessageId};
use crate::protocol::message::{Block, Message, Role};
use crate::provider::pictures::{Pictures, WireImage};

/// What it is told when a turn was cut off after its tools had begun: they must not run again.
pub(super) const GO_ON: &str = "Your last turn was cut off. What your tools have done is done. Go on \
                                where you were.";

/// Letters of an earlier conversation with another model that it is told at most.
const EARLIER: usize = 40_000;

/// By what something that was said is known.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Key {
    Message(MessageId),
    /// A text that is put before a message: included files.
    Text(ContentHash),
}

/// What is to be said.
#[derive(Debug, Default, PartialEq)]
pub(super) struct PendingTexts {
    /// The text; may be empty.
    pub(super) text: String,
    /// What is shown with it.
    pub(super) images: Vec<WireImage>,
    /// What it is made of.
    pub(super) keys: Vec<Key>,
}

/// What the program knows of the conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ProgramKnowledge {
    /// What it was told and what it answered.
    Its,
    Nothing,
}

/// What is to be said to a program that answers as the provider `name`. Pictures of an earlier conversation with another
/// model are only named.
pub(super) fn to_say(
    (messages, pictures): (&[Arc<Message>], &Pictures),
    name: &str,
    knows: ProgramKnowledge,
    said: &BTreeSet<Key>,
) -> PendingTexts {
    let own = format!("{name}/");
    let is_own = |message: &Arc<Message>| {
        let model = message.model.as_deref();
        message.role == Role::Assistant && model.is_some_and(|model| model.starts_with(&own))
    };
    let last_own = messages.iter().rposition(is_own);
    let from = match knows {
        ProgramKnowledge::Its => last_own.map_or(0, |last| last + 1),
        ProgramKnowledge::Nothing => 0,
    };
    let (earlier, rest) = match knows {
        ProgramKnowledge::Its => (&[][..], messages.get(from..).unwrap_or_default()),
        ProgramKnowledge::Nothing => split_earlier(messages),
    };
    let mut to_say = PendingTexts::default();
    let mut parts = Vec::new();
    if !earlier.is_empty() {
        parts.push(transcript(earlier));
        let keys = earlier.iter().map(|message| Key::Message(message.id));
        to_say.keys.extend(keys);
    }
    for message in rest {
        let Some((key, text)) = part(message) else {
            continue;
        };
        if !text.trim().is_empty() && !said.contains(&key) {
            parts.push(text);
            to_say.images.extend(WireImage::of(message, pictures));
            to_say.keys.push(key);
        }
    }
    to_say.text = parts.join("\n\n");
    to_say
}

/// The messages before the last answer, of whoever, and those after it.
fn split_earlier(messages: &[Arc<Message>]) -> (&[Arc<Message>], &[Arc<Message>]) {
    let last = messages
        .iter()
        .rposition(|message| message.role == Role::Assistant);
    messages.split_at(last.map_or(0, |last| last + 1))
}

fn part(message: &Message) -> Option<(Key, String)> {
    let text = message.plain_text();
    match message.role {
        // Included files stand before a message and belong to no run.
        Role::User if message.run.is_none() => {
            Some((Key::Text(ContentHash::of(text.as_bytes())), text))
        }
        Role::User => Some((Key::Message(message.id), text)),
        // What became of a change that a result speaks of, decided later.
        Role::Tool => message.blocks.iter().find_map(|block| match block {
            Block::ToolResult { result } => {
                let review = result.content.get("review").and_then(Value::as_str)?;
                Some((Key::Message(message.id), review.to_owned()))
            }
            _ => None,
        }),
        Role::Assistant | Role::System => None,
    }
}

/// An earlier conversation as text, the latest of it.
fn transcript(messages: &[Arc<Message>]) -> String {
    let lines: Vec<String> = messages
        .iter()
        .filter_map(|message| {
            let who = match message.role {
                Role::User => "User",
                Role::Assistant => "Assistant",
                Role::Tool | Role::System => return None,
            };
            let text = message.plain_text();
            (!text.trim().is_empty()).then(|| format!("{who}: {text}"))
        })
        .collect();
    let mut kept = Vec::new();
    let mut letters = 0;
    for line in lines.iter().rev() {
        letters += line.len();
        if letters > EARLIER {
            break;
        }
        kept.push(line.as_str());
    }
    kept.reverse();
    format!(
        "For reference, this conversation so far (your tools did not run in it):\n\n{}\n\n\
         The next message is new.",
        kept.join("\n\n")
    )
}
