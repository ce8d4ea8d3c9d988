//! The unsent text of a session: kept as its draft, it outlives the program, and
//! `/resend` sends it.
//!
//! It consists of messages that came back unsent, of lines that end with a backslash, and of the
//! line being typed.

use super::menu::{Menu, MenuAction};
use super::pending::PendingRequest;
use super::state::{Plain, PlainMode};
use super::text;
use client::slash::is_command_line;
use l10n::say;
use notice::words::before;
use protocol::command::Command;
use protocol::ids::SessionId;
use protocol::query::Query;

#[derive(Debug, Default)]
pub(super) struct Draft {
    /// Messages that came back, one below the other.
    back: String,
    /// The line being typed, as last reported.
    typing: String,
    /// The draft as it is stored; `None` while that is unknown.
    saved: Option<String>,
}

impl Plain {
    /// Requests the stored draft of a session that is now shown.
    pub(super) fn query_draft(&mut self, session: SessionId) {
        self.discard_previous_draft();
        self.ask(Query::Draft { session }, PendingRequest::Draft(session));
    }

    /// Begins an empty draft for a session that is now shown and has none stored.
    pub(super) fn begin_draft(&mut self) {
        self.discard_previous_draft();
        self.draft.saved = Some(String::new());
    }

    fn discard_previous_draft(&mut self) {
        self.draft.back.clear();
        self.draft.saved = None;
    }

    /// Takes the stored draft. It stays stored until the user decides about it.
    pub(super) fn restore_draft(&mut self, session: SessionId, kept: &str) {
        if self.current != Some(session) {
            return;
        }
        self.draft.saved = Some(kept.to_owned());
        if kept.trim().is_empty() {
            return;
        }
        kept.clone_into(&mut self.draft.back);
        match self.menu {
            _ if self.is_over() => {}
            Some(_) => self.say(say!("plain-draft-waits")),
            None => self.ask_about_draft(),
        }
    }

    /// Treats a draft that could not be read as an empty one.
    pub(super) fn draft_unreadable(&mut self, session: SessionId) {
        self.restore_draft(session, "");
    }

    /// Whether a message came back unsent.
    pub(super) fn has_unsent(&self) -> bool {
        !self.draft.back.is_empty()
    }

    /// Asks the user about the unsent messages.
    pub(super) fn ask_about_draft(&mut self) {
        let own = Menu::new(say!("plain-draft-sure"))
            .with(text::lines(&self.draft.back))
            .or("send", say!("plain-draft-send"), MenuAction::SendUnsent)
            .also(&["y", "yes"])
            .or(
                "forget",
                say!("plain-draft-forget"),
                MenuAction::DiscardUnsent,
            )
            .or(
                "keep",
                say!("plain-draft-keep"),
                MenuAction::Nothing(say!("plain-draft-kept")),
            )
            .also(&["n", "no"]);
        self.ask_menu(own.loose().early());
    }

    /// Sends the unsent messages.
    pub(super) fn send_draft(&mut self) {
        let text = std::mem::take(&mut self.draft.back);
        self.sync_draft();
        self.message(&text);
    }

    /// Drops the unsent messages.
    pub(super) fn discard_draft(&mut self) {
        self.draft.back.clear();
        self.sync_draft();
        self.say(say!("plain-draft-forgotten"));
    }

    /// Keeps a message that was not sent after those that came back before, and says how to send it.
    pub(super) fn return_unsent(&mut self, text: &str) {
        let back = std::mem::take(&mut self.draft.back);
        self.keep_unsent(&back, text);
    }

    /// Keeps a message that waited in the queue before the text that came back already: the queue
    /// returns its last message first.
    pub(super) fn return_queued(&mut self, text: &str) {
        let back = std::mem::take(&mut self.draft.back);
        self.keep_unsent(text, &back);
    }

    fn keep_unsent(&mut self, first: &str, then: &str) {
        self.draft.back = if first.is_empty() {
            then.to_owned()
        } else {
            before(first, then)
        };
        self.say(say!("plain-draft-back"));
    }

    /// Records the line that is being typed.
    pub(super) fn typing(&mut self, line: String) {
        self.draft.typing = line;
    }

    /// Stores the unsent text if it differs from the stored draft.
    pub(super) fn sync_draft(&mut self) {
        let (Some(session), Some(saved)) = (self.current, &self.draft.saved) else {
            return;
        };
        let text = self.unsent();
        if text == *saved {
            return;
        }
        self.draft.saved = Some(text.clone());
        self.send(Command::SaveDraft { session, text });
    }

    /// Prints messages that were sent but not accepted, and the text begun, after the engine
    /// stopped: they are stored nowhere.
    pub(super) fn print_unsaved(&mut self) {
        let sent = std::mem::take(&mut self.sent);
        let sent = sent.into_iter().map(|sent| sent.text);
        let waiting = std::mem::take(&mut self.for_model);
        let texts = sent.chain(waiting).chain([self.unsent()]);
        let lines: Vec<String> = texts.flat_map(|text: String| text::lines(&text)).collect();
        if !lines.is_empty() {
            self.say(say!("stopped-typed"));
            self.say_all(lines);
        }
    }

    fn unsent(&self) -> String {
        let partial = self.partial.as_ref().map(|partial| partial.text.as_str());
        let typing = Some(self.draft.typing.as_str());
        // A command or an answer is not a message.
        let is_message =
            |line: &&str| partial.is_some() || !(line.trim().is_empty() || is_command_line(line));
        let goes_to_agent = matches!(self.mode, PlainMode::Chat)
            && self.asked.is_none()
            && self.entry.is_none()
            && self.secret.is_none();
        let begun = partial.into_iter().chain(typing.filter(is_message));
        let begun = begun.filter(|_| goes_to_agent);
        let back = Some(self.draft.back.as_str());
        let parts = back.into_iter().chain(begun);
        let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
        parts.join("\n")
    }
}
