//! What was begun and is not sent: it is kept as the draft of its session, outlives the program, and is sent by
//! `/resend`.
//!
//! It is made of messages that came back unsent, of the lines that end with a backslash, and of what stands in the line
//! that is being typed.

use super::menu::{Menu, MenuAction};
use super::pending::PendingQuery;
use super::state::{Plain, PlainMode};
use super::text;
use crate::l10n::say;
use crate::protocol::command::Command;
use crate::protocol::ids::SessionId;
use crate::protocol::query::Query;
use crate::slash::is_command_line;

#[derive(Debug, Default)]
pub(super) struct Draft {
    /// What came back, a message below the other.
    back: String,
    /// What stands in the line that is being typed, as it was told last.
    typing: String,
    /// What is kept by now; nothing while that is not known.
    saved: Option<String>,
}

impl Plain {
    /// Another session is shown: what is kept of it is asked for.
    pub(super) fn ask_for_draft(&mut self, session: SessionId) {
        self.forget_draft_of_before();
        self.ask(Query::Draft { session }, PendingQuery::Draft(session));
    }

    /// Another session is shown, of which nothing is kept.
    pub(super) fn begin_draft(&mut self) {
        self.forget_draft_of_before();
        self.draft.saved = Some(String::new());
    }

    fn forget_draft_of_before(&mut self) {
        self.draft.back.clear();
        self.draft.saved = None;
    }

    /// It came. What was kept stays so until the human says what becomes of it.
    pub(super) fn draft_came(&mut self, session: SessionId, kept: &str) {
        if self.current != Some(session) {
            return;
        }
        self.draft.saved = Some(kept.to_owned());
        if kept.trim().is_empty() {
            return;
        }
        kept.clone_into(&mut self.draft.back);
        match self.own {
            _ if self.is_over() => {}
            Some(_) => self.say(say!("plain-draft-waits")),
            None => self.ask_about_draft(),
        }
    }

    /// That none could be read is as if there were none.
    pub(super) fn no_draft_came(&mut self, session: SessionId) {
        self.draft_came(session, "");
    }

    /// Whether something came back that was not sent.
    pub(super) fn has_unsent(&self) -> bool {
        !self.draft.back.is_empty()
    }

    /// Asks what becomes of what was not sent.
    pub(super) fn ask_about_draft(&mut self) {
        let own = Menu::new(say!("plain-draft-sure"))
            .with(text::lines(&self.draft.back))
            .or("send", say!("plain-draft-send"), MenuAction::SendDraft)
            .also(&["y", "yes"])
            .or(
                "forget",
                say!("plain-draft-forget"),
                MenuAction::ForgetDraft,
            )
            .or(
                "keep",
                say!("plain-draft-keep"),
                MenuAction::Nothing(say!("plain-draft-kept")),
            )
            .also(&["n", "no"]);
        self.ask_own(own.loose().early());
    }

    /// It is sent.
    pub(super) fn send_draft(&mut self) {
        let text = std::mem::take(&mut self.draft.back);
        self.follow_draft();
        self.message(&text);
    }

    /// It is dropped.
    pub(super) fn forget_draft(&mut self) {
        self.draft.back.clear();
        self.follow_draft();
        self.say(say!("plain-draft-forgotten"));
    }

    /// A message was not sent: it is kept, and said how it is sent.
    pub(super) fn give_back(&mut self, text: &str) {
        let back = &mut self.draft.back;
        if !back.is_empty() {
            back.push('\n');
        }
        back.push_str(text);
        self.say(say!("plain-draft-back"));
    }

    /// This stands in the line that is being typed.
    pub(super) fn typing(&mut self, line: String) {
        self.draft.typing = line;
    }

    /// Keeps what is not sent, where it is another than what is kept.
    pub(super) fn follow_draft(&mut self) {
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

    /// The engine has stopped: what was sent and not taken, and what was begun, is kept nowhere, so it is said.
    pub(super) fn tell_what_is_not_kept(&mut self) {
        let sent = std::mem::take(&mut self.sent);
        let sent = sent.into_iter().map(|sent| sent.text);
        let waiting = std::mem::take(&mut self.for_model);
        let texts = sent.chain(waiting).chain([self.unsent()]);
        let lines: Vec<String> = texts.flat_map(|text: String| text::lines(&text)).collect();
        if !lines.is_empty() {
            self.say(say!("plain-not-kept"));
            self.say_all(lines);
        }
    }

    fn unsent(&self) -> String {
        let partial = self.partial.as_ref().map(|partial| partial.text.as_str());
        let typing = Some(self.draft.typing.as_str());
        // A command and an answer are no message.
        let is_message =
            |line: &&str| partial.is_some() || !(line.trim().is_empty() || is_command_line(line));
        let goes_to_agent = matches!(self.place, PlainMode::Chat)
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
