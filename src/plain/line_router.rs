//! Routes each line of the user to its recipient. Also handles Ctrl+C, Ctrl+D, and the
//! end of input.

use std::time::Duration;

use super::asking::AnswerCheck;
use super::live_session::name_of;
use super::menu::EarlyLine;
use super::state::{Armed, LineState, Plain, PlainExit, PlainMode, Typed, TypedBy};
use client::slash::is_command_line;
use l10n::say;
use protocol::command::{CancelMode, Command};
use protocol::session::SessionStatus;

/// Maximum time until the second press.
const AGAIN: Duration = Duration::from_secs(2);

impl Plain {
    /// Asks the next question, and takes the waiting lines, each after the result of the previous
    /// one was printed.
    pub(super) fn go_on(&mut self) {
        self.ask_next();
        self.await_sent_commands();
        while self.current.is_some() && !self.holds_lines() {
            match self.lines.pop_front() {
                Some(typed) => self.typed(typed),
                None if self.input_closed && !self.ended => self.end_of_input(),
                None => return,
            }
            self.ask_next();
            self.await_sent_commands();
        }
    }

    /// Handles a line.
    fn typed(&mut self, typed: Typed) {
        if self.entry.is_some() {
            return self.entry_line(&typed.text);
        }
        let typed = match self.partial.take() {
            Some(before) => Typed {
                text: format!("{}\n{}", before.text, typed.text),
                begun: before.begun,
                by: match (before.by, typed.by) {
                    (TypedBy::Paste, _) | (_, TypedBy::Paste) => TypedBy::Paste,
                    (_, by) => by,
                },
            },
            None => typed,
        };
        if let Some(text) = typed.text.strip_suffix('\\') {
            let text = text.to_owned();
            self.partial = Some(Typed { text, ..typed });
            return;
        }
        self.line(&typed);
    }

    pub(super) fn line(&mut self, typed: &Typed) {
        let text = typed.text.trim_end();
        if text.trim().is_empty() {
            return self.handle_empty_line();
        }
        if is_command_line(text) {
            self.remember(text);
            return self.slash(text);
        }
        match self.may_answer(typed) {
            AnswerCheck::Answer => self.answer(text),
            AnswerCheck::Pasted => {
                self.say(say!("plain-paste-answers-nothing"));
            }
            AnswerCheck::Early => {
                let before = self.menu.as_ref().map(|own| own.classify_early_line(text));
                match before {
                    Some(EarlyLine::Chooses(deed)) => {
                        self.drop_menu();
                        return self.execute_menu_action(deed);
                    }
                    Some(EarlyLine::MeantForIt) => {}
                    Some(EarlyLine::IsNot) | None => self.handle_unasked_line(text),
                }
                self.say(say!("plain-begun-before"));
                self.ask_again();
            }
            AnswerCheck::Nothing => self.handle_unasked_line(text),
        }
    }

    /// Handles a line when no question is asked.
    pub(super) fn handle_unasked_line(&mut self, text: &str) {
        match &self.mode {
            PlainMode::Chat if text.trim() == "?" => self.say_keys(),
            PlainMode::Chat => {
                self.remember(text);
                self.message(text);
            }
            PlainMode::Review(_) => self.review_line(text),
            PlainMode::Rollback(_) => self.rollback_line(text),
            PlainMode::Checkpoints(_) => self.checkpoints_line(text),
        }
    }

    /// Handles Enter on an empty line: prints the current position. It never answers.
    fn handle_empty_line(&mut self) {
        if self.asked.as_ref().is_some_and(|asked| !asked.sent) {
            return self.ask_again();
        }
        let words = match &self.mode {
            PlainMode::Review(_) => say!("plain-in-review"),
            PlainMode::Rollback(_) => say!("plain-in-rollback"),
            PlainMode::Checkpoints(_) => say!("plain-in-checkpoints"),
            PlainMode::Chat => match self.facts() {
                None => say!("plain-session-opening"),
                Some(facts) if facts.is_running() && !facts.questions.is_empty() => {
                    say!("plain-question-put-off")
                }
                Some(facts) if facts.is_running() => say!("plain-agent-works-stop"),
                Some(facts) if facts.status == SessionStatus::AwaitingReview => {
                    say!("plain-nothing-runs-review")
                }
                Some(_) => say!("plain-nothing-runs"),
            },
        };
        self.say(words);
    }

    fn remember(&mut self, text: &str) {
        if let Some(session) = self.current {
            let text = text.to_owned();
            self.send(Command::RememberInput { session, text });
        }
    }

    /// Handles Ctrl+C: each press takes the mildest action that is left.
    pub(super) fn interrupt(&mut self, begun: LineState) {
        self.typing(String::new());
        if self.interrupt_after_input() {
            return;
        }
        if self.entry.is_some() {
            return self.edited(None);
        }
        if self.secret.is_some() {
            return self.key_entered(None);
        }
        if self.stop_job() || self.take_back_waiting_messages() {
            return;
        }
        if self.menu.is_some() {
            self.drop_menu();
            return self.say(say!("plain-own-left"));
        }
        let Some(facts) = self.facts() else {
            return self.leave_on_second();
        };
        let session = facts.id;
        if facts.is_running() {
            let again = matches!(
                self.armed,
                Some(Armed::Kill(armed, until)) if armed == session && self.now <= until
            );
            let (how, words) = if !again {
                (CancelMode::Gracefully, say!("plain-stopping"))
            } else {
                (CancelMode::KillTree, say!("plain-killing"))
            };
            self.send(Command::CancelRun { session, how });
            self.armed = Some(Armed::Kill(session, self.now + AGAIN));
            return self.say(words);
        }
        if let LineState::Yes(text) = begun {
            self.remember(&text);
            return self.say(say!("plain-line-cleared"));
        }
        if let Some(partial) = self.partial.take() {
            self.remember(&partial.text);
            return self.say(say!("plain-begun-dropped"));
        }
        if !matches!(self.mode, PlainMode::Chat) {
            return self.leave_mode();
        }
        self.leave_on_second();
    }

    /// Says that the unsent text returns at the next start of the program.
    fn announce_saved_draft(&mut self) {
        if self.partial.is_some() || self.has_unsent() {
            self.say(say!("plain-draft-kept"));
        }
    }

    fn leave_on_second(&mut self) {
        if matches!(self.armed, Some(Armed::Leave(until)) if self.now <= until) {
            return self.leave();
        }
        self.armed = Some(Armed::Leave(self.now + AGAIN));
        self.say(say!("plain-again-leaves"));
    }

    /// Returns to the conversation.
    pub(super) fn leave_mode(&mut self) {
        self.mode = PlainMode::Chat;
        self.announced_waiting = None;
        self.say(say!("plain-back"));
    }

    /// Handles Ctrl+D and `/quit`: asks first if quitting would end a run.
    pub(super) fn quit(&mut self) {
        use super::menu::{Menu, MenuAction};
        // Runs continue at the owner process without this front end.
        let attached = self.workspace.as_ref();
        let attached = attached.is_some_and(|facts| facts.attached_to.is_some());
        let sessions = self.sessions.values().map(|session| &session.facts);
        let running = sessions.filter(|facts| facts.is_running());
        let running: Vec<String> = running.map(name_of).collect();
        if attached || running.is_empty() {
            self.announce_saved_draft();
            return self.leave();
        }
        let own = Menu::new(say!(
            "plain-leave-sure",
            sessions = running.join(say!("plain-and"))
        ))
        .or(
            "yes",
            say!("plain-leave-yes"),
            MenuAction::Leave(PlainExit::Quit),
        )
        .or(
            "no",
            say!("plain-leave-no"),
            MenuAction::Nothing(say!("plain-leave-stays")),
        );
        self.ask_menu(own);
    }
}
