//! Takes back a message of the user and sends it again, and writes messages in the
//! user's own editor.
//!
//! Resending the last message replaces it and everything that followed. From an earlier one the
//! conversation cannot continue in this session: the part before it is copied to a new session, and
//! the text is sent there.

use super::live_session::LiveSession;
use super::menu::{Menu, MenuAction};
use super::state::{Awaited, Plain};
use super::text;
use super::text_entry::EditSubject;
use l10n::{counted, say};
use protocol::command::Command;
use protocol::ids::{MessageId, SessionId};
use protocol::message::{Message, Role};
use protocol::session::{ForkAt, SessionSettings};

/// Maximum number of messages offered.
const OFFERED: usize = 40;

/// Maximum letters of a message in a list.
const LETTERS: usize = 80;

/// An action on a message that was sent before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ResendMode {
    /// Says what resending takes back, and asks.
    Ask(MessageId),
    /// Edits the message first.
    Edit(MessageId),
    /// Sends the message unchanged.
    Send(MessageId),
}

impl Plain {
    /// Handles `/resend` for the message with this number, 1 being the last; without a number
    /// asks for one.
    pub(super) fn resend(&mut self, number: Option<usize>) {
        let Some(facts) = self.facts() else { return };
        if facts.is_running() {
            return self.say(say!("plain-resend-not-while-running"));
        }
        if number.is_none() && self.has_unsent() {
            return self.ask_about_draft();
        }
        let Some(shown) = self.shown() else { return };
        let own: Vec<MessageId> = shown.user_messages().map(|message| message.id).collect();
        match (number, own.as_slice()) {
            (_, []) => self.say(say!("plain-resend-none")),
            (None, [only]) => self.confirm_resend(*only),
            (None, _) => self.choose_message_to_resend(),
            (Some(number), _) => match number.checked_sub(1).and_then(|at| own.get(at)) {
                Some(message) => self.confirm_resend(*message),
                None => self.say(say!("plain-resend-no-such", number, count = own.len())),
            },
        }
    }

    fn choose_message_to_resend(&mut self) {
        let Some(shown) = self.shown() else { return };
        let mut own = Menu::new(say!("plain-resend-which")).loose();
        for message in shown.user_messages().take(OFFERED) {
            let after = shown.after(message.id);
            let meaning = say!(
                "plain-resend-row",
                at = text::moment(message.at),
                after = counted(after, "message")
            );
            own = own.or_named(
                first_words(message),
                meaning,
                MenuAction::Resend(ResendMode::Ask(message.id)),
            );
        }
        self.ask_menu(own);
    }

    /// Says what resending takes back, and asks.
    fn confirm_resend(&mut self, id: MessageId) {
        let Some(shown) = self.shown() else { return };
        let Some(message) = shown.message(id) else {
            return self.say(say!("plain-resend-gone"));
        };
        let after = counted(shown.after(id), "message");
        let told = if shown.is_last_of_user(id) {
            say!("plain-resend-takes-back", after)
        } else {
            say!("plain-resend-forks", after)
        };
        let own = Menu::new(say!("plain-resend-sure", text = first_words(message)))
            .with([told])
            .or(
                "send",
                say!("plain-resend-send"),
                MenuAction::Resend(ResendMode::Send(id)),
            )
            .or(
                "no",
                say!("plain-rollback-no"),
                MenuAction::Nothing(say!("plain-nothing-done")),
            )
            .or(
                "edit",
                say!("plain-resend-edit"),
                MenuAction::Resend(ResendMode::Edit(id)),
            );
        self.ask_menu(own);
    }

    /// Performs the chosen action.
    pub(super) fn execute_resend(&mut self, mode: ResendMode) {
        let (ResendMode::Ask(id) | ResendMode::Edit(id) | ResendMode::Send(id)) = mode;
        let typed = self.shown().and_then(|shown| shown.message(id));
        let Some(typed) = typed.map(Message::typed_text) else {
            return self.say(say!("plain-resend-gone"));
        };
        match mode {
            ResendMode::Ask(id) => self.confirm_resend(id),
            ResendMode::Edit(id) => self.edit(EditSubject::Resend(id), &typed),
            ResendMode::Send(id) => self.resend_text(id, &typed),
        }
    }

    /// Sends a text in place of this message.
    pub(super) fn resend_text(&mut self, message: MessageId, text: &str) {
        let Some(shown) = self.shown() else { return };
        let session = shown.facts.id;
        let text = text.trim_end().to_owned();
        if text.trim().is_empty() {
            return self.say(say!("plain-nothing-left"));
        }
        let place = shown
            .messages()
            .iter()
            .position(|known| known.id == message);
        let Some(place) = place else {
            return self.say(say!("plain-resend-gone"));
        };
        if shown.is_last_of_user(message) {
            self.note_sent(&text);
            return self.send(Command::ResendMessage {
                session,
                message,
                text,
            });
        }
        let before = place.checked_sub(1).and_then(|at| shown.messages().get(at));
        let settings = SessionSettings {
            known_as: Default::default(),
            agent_of: None,
            ..shown.facts.settings.clone()
        };
        let before = before.map(|message| message.id);
        let new = SessionId((self.ids)());
        self.send_when_shown = Some((new, text));
        self.awaited = Awaited::This(new);
        self.send(match before {
            Some(message) => Command::ForkSession {
                session,
                new,
                at: ForkAt::Message { message },
            },
            // There is no earlier message to copy.
            None => Command::CreateSession {
                session: new,
                settings,
            },
        });
    }

    /// Handles `/edit` and its key: opens the message in the user's own editor.
    pub(super) fn edit_line(&mut self, line: &str) {
        if self.entry.is_some() || self.current.is_none() {
            return self.keep_for_later(line);
        }
        self.edit(EditSubject::Message, line);
    }

    /// Takes the message back from the editor.
    pub(super) fn message_edited(&mut self, text: Option<String>, before: &str) {
        let text = text.map(|text| text.trim_end().to_owned());
        let Some(text) = text.filter(|text| !text.trim().is_empty()) else {
            self.keep_for_later(before);
            return self.say(say!("plain-message-not-written"));
        };
        let shown = text::lines(&text);
        let own = Menu::new(say!("plain-message-sure"))
            .with(shown)
            .or(
                "send",
                say!("plain-draft-send"),
                MenuAction::Message(text.clone()),
            )
            .also(&["y", "yes"])
            .or(
                "no",
                say!("plain-message-no"),
                MenuAction::Keep(text.clone()),
            )
            .or("edit", say!("plain-message-edit"), MenuAction::Write(text));
        self.ask_menu(own);
    }

    /// Keeps an unsent text in the history.
    pub(super) fn keep_for_later(&mut self, text: &str) {
        if let Some(session) = self.current.filter(|_| !text.trim().is_empty()) {
            let text = text.to_owned();
            self.send(Command::RememberInput { session, text });
        }
    }
}

impl LiveSession {
    /// Returns the number of messages after this one.
    fn after(&self, id: MessageId) -> usize {
        let mut messages = self.messages().iter().rev();
        messages.position(|known| known.id == id).unwrap_or(0)
    }

    fn is_last_of_user(&self, id: MessageId) -> bool {
        let mut messages = self.messages().iter().rev();
        let last = messages.find(|message| message.role == Role::User);
        last.is_some_and(|last| last.id == id)
    }
}

/// Returns the beginning of a message on one line.
fn first_words(message: &Message) -> String {
    let said = text::line(message.said());
    match said.char_indices().nth(LETTERS) {
        Some((end, _)) => format!("{}...", said.get(..end).unwrap_or_default()),
        None => said,
    }
}
