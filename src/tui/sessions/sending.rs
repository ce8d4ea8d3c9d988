//! Sends what the user types to the agent, and returns it if the engine refuses it.

use std::time::Duration;

use super::Sessions;
use crate::effect::Effect;
use crate::hints::no_session;
use crate::keymap::Action;
use crate::pane::PaneView as _;
use crate::tab::PendingMessage;
use client::slash::{SlashLine, is_command_line};
use l10n::say;
use protocol::command::Command;
use protocol::event::NoticeLevel;
use protocol::ids::{MessageId, SessionId};
use protocol::instruction::{draft_of, instruction_in};
use protocol::picture;
use protocol::session::DeliveryPoint;

/// Number of history lines kept in memory.
pub const HISTORY: usize = 1_000;

impl Sessions {
    /// Submits a draft to the agent, the shell or the slash commands.
    pub(crate) fn submit(
        &mut self,
        text: String,
        deliver: DeliveryPoint,
        now: Duration,
    ) -> Vec<Effect> {
        let Some(session) = self.session() else {
            return vec![Effect::Tell(NoticeLevel::Warning, no_session().to_owned())];
        };
        if text.trim().is_empty() {
            return Vec::new();
        }
        let mut effects = self.remember(text.clone());
        let Some(tab) = self.tab_mut() else {
            return effects;
        };
        // The user must see the sent text and its result.
        effects.extend(tab.chat.act(Action::Bottom));
        // A user who sends on has read the earlier notice.
        tab.activity.notice = None;
        let resend = tab.resend;
        if resend.is_some() {
            tab.restore_set_aside();
        }
        if is_command_line(&text) {
            let line = SlashLine {
                session,
                text,
                resend,
            };
            effects.push(Effect::RunLine(line));
            return effects;
        }
        let shell = text.strip_prefix('!').map(str::trim);
        let shell = shell.filter(|line| !line.is_empty());
        effects.push(match (shell, instruction_in(&text)) {
            (Some(line), _) => {
                let (command, taken_as) = (line.to_owned(), format!("!{line}"));
                let command = Command::RunShell { session, command };
                self.give(command, text, taken_as, resend, now)
            }
            (None, Some(line)) => {
                let (line, taken_as) = (line.to_owned(), draft_of(line));
                let command = Command::ProposeInstruction {
                    session,
                    text: line,
                };
                self.give(command, text, taken_as, resend, now)
            }
            (None, None) => self.say_to_agent((session, deliver), text.clone(), text, resend, now),
        });
        effects
    }

    /// Sends one of the user's messages again, also in a session that takes no other input.
    pub(crate) fn send_again(
        &mut self,
        message: MessageId,
        text: String,
        now: Duration,
    ) -> Vec<Effect> {
        let Some(tab) = self.tab_mut() else {
            return Vec::new();
        };
        let session = tab.facts.id;
        let mut effects = tab.chat.act(Action::Bottom);
        let target = (session, DeliveryPoint::AfterStep);
        effects.push(self.say_to_agent(target, text.clone(), text, Some(message), now));
        effects
    }

    /// Sends a message, replacing an earlier one if `resend` names it. If the engine does not
    /// accept the message, its text returns to the editor.
    pub(crate) fn say_to_agent(
        &mut self,
        (session, deliver): (SessionId, DeliveryPoint),
        typed: String,
        text: String,
        resend: Option<MessageId>,
        now: Duration,
    ) -> Effect {
        let taken_as = picture::read(&text).0;
        let command = match resend {
            Some(message) => Command::ResendMessage {
                session,
                message,
                text,
            },
            None => Command::SendMessage {
                session,
                text,
                deliver,
            },
        };
        self.give(command, typed, taken_as, resend, now)
    }

    fn give(
        &mut self,
        command: Command,
        typed: String,
        taken_as: String,
        resend: Option<MessageId>,
        now: Duration,
    ) -> Effect {
        let said = command.said();
        if let Some(tab) = self.tab_of(command.session()) {
            tab.record_activity(now);
            tab.sent.push_back(PendingMessage {
                typed,
                taken_as,
                resend,
                said,
            });
        }
        Effect::Send(command)
    }

    /// Stores a text in the history, so that `Up` brings it back.
    pub(crate) fn remember(&mut self, text: String) -> Vec<Effect> {
        let Some(session) = self.session() else {
            return Vec::new();
        };
        let lines = &mut self.history;
        if lines.last() != Some(&text) {
            lines.push(text.clone());
        }
        lines.drain(..lines.len().saturating_sub(HISTORY));
        // The session's own editor has the text already.
        let others = self.tabs.iter_mut();
        for tab in others.filter(|tab| tab.facts.id != session) {
            tab.editor.recall(lines);
        }
        vec![Effect::Send(Command::RememberInput { session, text })]
    }

    /// Returns to the user what they typed or decided, after a command could not be delivered
    /// to the engine.
    pub(crate) fn not_sent(&mut self, command: &Command) {
        let Some(tab) = self.tab_of(command.session()) else {
            return;
        };
        match command {
            Command::SendMessage { .. }
            | Command::ResendMessage { .. }
            | Command::RunShell { .. }
            | Command::ProposeInstruction { .. } => tab.return_last(),
            Command::AnswerQuestion { .. } => tab.bar.refused(None),
            Command::DeleteSession { session, .. } => {
                self.deleting.remove(session);
            }
            _ => {}
        }
    }

    /// Shows a text as Markdown in the conversation on the screen.
    pub(crate) fn show_markdown(&self, text: String) -> Vec<Effect> {
        let session = self.session();
        let show = |session| Effect::Send(Command::AddNotice { session, text });
        session.map(show).into_iter().collect()
    }

    /// Copies an answer of the agent, 1 being the last.
    pub(crate) fn copy_answer(&self, number: usize) -> Effect {
        let answer = self.tab().and_then(|tab| tab.chat.answer(number));
        answer.map_or_else(
            || {
                Effect::Say(
                    NoticeLevel::Warning,
                    say!("slash-line-no-answer").to_owned(),
                )
            },
            Effect::Copy,
        )
    }
}
