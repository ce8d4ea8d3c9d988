//! Selects the part of the stored conversation that the program does not know: new user messages,
//! and the outcome of its changes. The program remembers its own answers.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::Value;

use crate::pictures::{Pictures, WireImage};
use protocol::ids::{ContentHash, MessageId};
use protocol::message::{Block, Message, Role};

/// Message after a turn that was cut off once its tools had started: they must not run again.
pub(super) const GO_ON: &str = "Your last turn was cut off. Your tools have done what they did: do not \
                                repeat it. Go on where you stopped.";

/// Maximum length, in characters, of the text about an earlier conversation with another model.
const EARLIER: usize = 40_000;

/// Identifies a fact that the program knows.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Key {
    Message(MessageId),
    /// A text that is put before a message: included files.
    Text(ContentHash),
}

/// Content to be sent to the program.
#[derive(Debug, Default, PartialEq)]
pub(super) struct PendingTexts {
    /// The text; may be empty.
    pub(super) text: String,
    /// Pictures that accompany the text.
    pub(super) images: Vec<WireImage>,
    /// Keys of the messages and texts that it contains.
    pub(super) keys: Vec<Key>,
}

/// Part of the conversation that the program knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ProgramKnowledge {
    /// Messages sent to the program, and the program's own answers.
    Its,
    Nothing,
}

/// Returns the content to send to a program that answers as the provider `name`. Pictures of an
/// earlier conversation with another model are only named.
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

/// Splits the messages at the last answer, from any model: those before it, and those after it.
fn split_earlier(messages: &[Arc<Message>]) -> (&[Arc<Message>], &[Arc<Message>]) {
    let last = messages
        .iter()
        .rposition(|message| message.role == Role::Assistant);
    messages.split_at(last.map_or(0, |last| last + 1))
}

fn part(message: &Message) -> Option<(Key, String)> {
    let text = message.plain_text();
    match message.role {
        // Included files precede a message and belong to no run.
        Role::User if message.run.is_none() => {
            Some((Key::Text(ContentHash::of(text.as_bytes())), text))
        }
        Role::User => Some((Key::Message(message.id), text)),
        // The outcome of a result's change, decided later.
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

/// Renders the latest part of an earlier conversation as text.
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
        "For reference, the conversation so far (your tools did not run in it):\n\n{}\n\n\
         The next message is new.",
        kept.join("\n\n")
    )
}
