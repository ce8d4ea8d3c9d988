//! Messages on their way to the agent: sends them, holds them until the search for a model has
//! ended, and takes back those that were not accepted.

use super::pending::PendingRequest;
use super::state::{Awaiting, Lines, Plain};
use super::text;
use client::connection::CommandProgress;
use l10n::say;
use protocol::command::{Command, CommandKind};
use protocol::event::UnqueueReason;
use protocol::ids::{ContentHash, MessageId, SessionId};
use protocol::instruction::{draft_of, instruction_in};
use protocol::picture;
use protocol::session::{DeliveryPoint, QueuedMessage};

/// A message that was sent from here and is not in the conversation yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SentMessage {
    /// The text as it appears in the conversation, without pictures.
    said: String,
    /// The text as sent.
    pub(super) text: String,
}

impl SentMessage {
    fn is(&self, hash: &ContentHash) -> bool {
        let of = |text: &str| ContentHash::of(text.as_bytes()) == *hash;
        of(&self.text)
            || self.text.strip_prefix('!').is_some_and(of)
            || instruction_in(&self.text).is_some_and(of)
    }
}

impl Plain {
    /// Sends a message to the agent, or runs a command of the user.
    pub(super) fn message(&mut self, text: &str) {
        let Some(facts) = self.facts() else {
            return self.say(say!("plain-no-session-to-send"));
        };
        let session = facts.id;
        if facts.status.is_frozen() {
            let lines = super::events::frozen(facts);
            return self.say_all(lines);
        }
        let has_model = !facts.settings.model.is_empty();
        let shell = text.strip_prefix('!').map(str::trim);
        if let Some(command) = shell.filter(|command| !command.is_empty()) {
            let text = format!("!{command}");
            self.note_sent(&text);
            let command = command.to_owned();
            return self.send(Command::RunShell { session, command });
        }
        if let Some(line) = instruction_in(text) {
            self.note_sent(&draft_of(line));
            let text = line.to_owned();
            return self.send(Command::ProposeInstruction { session, text });
        }
        if !has_model && self.awaiting_model == Awaiting::Yes {
            if self.for_model.is_empty() {
                self.say(say!("plain-model-looked-for"));
            }
            return self.for_model.push(text.to_owned());
        }
        let text = self.with_pictures(text);
        self.note_sent(&text);
        self.send(Command::send_message(session, text));
    }

    /// Remembers a sent text, to recognize it later.
    pub(super) fn note_sent(&mut self, text: &str) {
        self.sent.push(SentMessage {
            said: picture::read(text).0,
            text: text.to_owned(),
        });
    }

    /// Handles the end of the search for a model; its result was delivered before.
    pub(super) fn model_search_ended(&mut self) {
        let number = self.register(PendingRequest::ModelSearch);
        self.effects.push(super::state::Effect::Settle(
            number,
            CommandProgress::Accepted,
        ));
    }

    /// Sends or refuses the waiting messages once the result of the search for a model is known.
    pub(super) fn send_messages_awaiting_model(&mut self) {
        self.awaiting_model = Awaiting::No;
        self.send_waiting_messages();
    }

    /// Handles a model that was found.
    pub(super) fn model_found(&mut self) {
        if self.for_model.is_empty() && self.has_unsent() && !self.is_over() {
            self.say(say!("plain-draft-waits"));
        }
        self.send_waiting_messages();
    }

    fn send_waiting_messages(&mut self) {
        for text in std::mem::take(&mut self.for_model) {
            self.message(&text);
        }
    }

    /// Takes back the messages that wait for a model on Ctrl+C. Returns whether there were any.
    pub(super) fn take_back_waiting_messages(&mut self) -> bool {
        let waited = std::mem::take(&mut self.for_model);
        for text in &waited {
            self.return_unsent(text);
        }
        !waited.is_empty()
    }

    /// Whether the next line waits for the end of the search for a model: lines of a pipe
    /// keep their order.
    pub(super) fn waits_for_model(&self) -> bool {
        !self.for_model.is_empty() && self.manner.lines == Lines::Pipe
    }

    /// Whether a text was sent from here; forgets it.
    pub(super) fn forget_sent(&mut self, said: &str) -> bool {
        let place = self.sent.iter().position(|sent| sent.said == said);
        place.map(|place| self.sent.remove(place)).is_some()
    }

    /// Handles a message of this session that waits for the agent.
    pub(super) fn message_queued(&mut self, message: &QueuedMessage) {
        let said = picture::read(&message.text).0;
        if self.forget_sent(&said) {
            self.queued.insert(message.id);
        }
        self.say(match message.deliver {
            DeliveryPoint::AfterStep => say!("plain-message-waits"),
            DeliveryPoint::AfterRun => say!("plain-message-waits-for-end"),
        });
    }

    /// Handles a message that no longer waits. An unsent one returns to its author.
    pub(super) fn message_unqueued(&mut self, message: &QueuedMessage, reason: UnqueueReason) {
        let is_ours = self.queued.remove(&message.id);
        if reason == UnqueueReason::Delivered {
            return self.say(say!("plain-message-delivered"));
        }
        self.say(say!(
            "plain-message-not-sent",
            text = text::line(&message.text)
        ));
        if is_ours {
            self.return_queued(&message.text);
        }
    }

    /// Handles a message that was withdrawn because of its pictures: it returns to its author.
    pub(super) fn withdrawn_alone(
        &mut self,
        session: SessionId,
        message: MessageId,
    ) -> Option<String> {
        let message = self.sessions.get(&session)?.message(message)?;
        (self.current == Some(session)).then(|| message.typed_text())
    }

    /// Handles a refused command: a typed message was not sent, and returns; a question stays open.
    pub(super) fn rejected(&mut self, command: CommandKind, said: Option<&ContentHash>) {
        if command == CommandKind::AnswerQuestion {
            self.asked = None;
        }
        if !command.is_input() {
            return;
        }
        let place = match said {
            Some(said) => self.sent.iter().position(|sent| sent.is(said)),
            None => Some(0).filter(|_| !self.sent.is_empty()),
        };
        if let Some(place) = place {
            let sent = self.sent.remove(place);
            self.return_unsent(&sent.text);
        }
    }
}
