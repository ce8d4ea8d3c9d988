//! The draft on its way to the agent, and what the screen asks of the panes.

use super::super::app::{App, HISTORY, Redraw};
use super::super::chrome::Focus;
use super::super::dialog::session_form::SessionForm;
use super::super::effect::{EditPurpose, Effect};
use super::super::hints::no_session;
use super::super::input::InputUse;
use super::super::keymap::Action;
use super::super::layout::Pane;
use super::super::tab::PendingMessage;
use client::slash::{SlashLine, is_command_line, run_line};
use l10n::say;
use protocol::change::FileDiff;
use protocol::command::Command;
use protocol::event::NoticeLevel;
use protocol::ids::{MessageId, SessionId};
use protocol::picture;
use protocol::query::Query;

impl App {
    /// Submits a draft to the agent, the shell or the slash commands.
    pub(super) fn submit(&mut self, text: String) {
        let Some(session) = self.model.sessions.session() else {
            self.return_draft(&text);
            return self.tell(NoticeLevel::Warning, no_session());
        };
        if text.trim().is_empty() {
            return;
        }
        self.remember(text.clone());
        // The user must see the sent text and its result.
        self.act_in(Pane::Chat, Action::Bottom);
        let Some(tab) = self.model.sessions.tab_mut() else {
            return;
        };
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
            return run_line(self, &line);
        }
        let shell = text.strip_prefix('!').map(str::trim);
        if let Some(line) = shell.filter(|line| !line.is_empty()) {
            let (command, taken_as) = (line.to_owned(), format!("!{line}"));
            let command = Command::RunShell { session, command };
            return self.give(command, text, taken_as, resend);
        }
        self.say_to_agent(session, text.clone(), text, resend);
    }

    /// Sends a message, replacing an earlier one if `resend` names it. If the engine does not
    /// accept the message, its text returns to the editor.
    pub(super) fn say_to_agent(
        &mut self,
        session: SessionId,
        typed: String,
        text: String,
        resend: Option<MessageId>,
    ) {
        let taken_as = picture::read(&text).0;
        let command = match resend {
            Some(message) => Command::ResendMessage {
                session,
                message,
                text,
            },
            None => Command::SendMessage { session, text },
        };
        self.give(command, typed, taken_as, resend);
    }

    fn give(
        &mut self,
        command: Command,
        typed: String,
        taken_as: String,
        resend: Option<MessageId>,
    ) {
        let now = self.model.chrome.now;
        let said = command.said();
        if let Some(tab) = self.model.sessions.tab_of(command.session()) {
            tab.record_activity(now);
            tab.sent.push_back(PendingMessage {
                typed,
                taken_as,
                resend,
                said,
            });
        }
        self.effects.push(Effect::Send(command));
    }

    /// Stores a text in the history, so that `Up` brings it back.
    pub(super) fn remember(&mut self, text: String) {
        let Some(session) = self.model.sessions.session() else {
            return;
        };
        let lines = &mut self.model.sessions.history;
        if lines.last() != Some(&text) {
            lines.push(text.clone());
        }
        lines.drain(..lines.len().saturating_sub(HISTORY));
        // The session's own editor has the text already.
        let others = self.model.sessions.tabs.iter_mut();
        for tab in others.filter(|tab| tab.facts.id != session) {
            tab.editor.recall(lines);
        }
        let command = Command::RememberInput { session, text };
        self.effects.push(Effect::Send(command));
    }

    /// Returns to the user what they typed or decided, after a command could not be delivered
    /// to the engine.
    pub fn not_sent(&mut self, command: &Command) {
        let Some(tab) = self.model.sessions.tab_of(command.session()) else {
            return;
        };
        match command {
            Command::SendMessage { .. }
            | Command::ResendMessage { .. }
            | Command::RunShell { .. } => tab.return_last(),
            Command::AnswerQuestion { .. } => tab.bar.refused(None),
            Command::DeleteSession { session, .. } => {
                self.model.sessions.deleting.remove(session);
            }
            _ => {}
        }
        self.touch(Redraw::Now);
    }

    /// Shows the changed file `by` places after or before the visible one.
    pub(super) fn step_file(&mut self, by: isize) {
        let Some(tab) = self.model.sessions.tab() else {
            return;
        };
        let files = &tab.activity.changed;
        let shown = self.model.panes.diff.path();
        let at = files.iter().position(|path| Some(path.as_str()) == shown);
        let next = at.map_or(Some(0), |at| at.checked_add_signed(by));
        match next.and_then(|next| files.get(next)).cloned() {
            Some(path) => self.show_file(path),
            None => self
                .model
                .chrome
                .say(NoticeLevel::Info, say!("parts-no-other-file")),
        }
    }

    /// Puts one of the user's messages back into the editor; sending it replaces the message.
    pub(super) fn edit_message(&mut self, message: MessageId, text: &str) {
        if self.refuse_input() == InputUse::Yes {
            return;
        }
        let Some(tab) = self.model.sessions.tab_mut() else {
            return;
        };
        let waiting = tab.set_draft_aside();
        tab.resend = Some(message);
        tab.editor.set(text);
        if let Some(draft) = waiting {
            // The draft must not be lost if the program ends meanwhile.
            self.remember(draft);
        }
        self.focus_editor();
        let text = say!("parts-edit-sends");
        self.model.chrome.say(NoticeLevel::Info, text);
    }

    /// Sends one of the user's messages again, unless the session takes no input.
    pub(super) fn send_again(&mut self, message: MessageId, text: String) {
        let session = self.model.sessions.session();
        if let Some(session) = session.filter(|_| self.refuse_input() == InputUse::No) {
            self.act_in(Pane::Chat, Action::Bottom);
            self.say_to_agent(session, text.clone(), text, Some(message));
        }
    }

    /// Esc and Ctrl+C while the user edits a message: the message stays as it is and
    /// the draft returns.
    pub(crate) fn stop_editing(&mut self) {
        let Some(tab) = self.model.sessions.tab_mut() else {
            return;
        };
        let edited = tab.editor.clear();
        tab.restore_set_aside();
        if !edited.trim().is_empty() {
            self.remember(edited);
        }
        let text = say!("parts-message-stays");
        self.model.chrome.say(NoticeLevel::Info, text);
    }

    /// Returns a text to the editor, before the text typed there.
    pub(crate) fn return_draft(&mut self, text: &str) {
        if let Some(tab) = self.model.sessions.tab_mut() {
            tab.return_draft(text);
        }
    }

    /// Shows the diff of a call, which does not change any more.
    pub(super) fn show_diff(&mut self, diff: &FileDiff, sides: String) {
        self.model.panes.show_call_diff(diff, sides);
        self.focus_pane(Pane::Diff);
    }

    /// Shows the diff of a file.
    pub(crate) fn show_file(&mut self, path: String) {
        // The user asked for this file, so it replaces the proposal instead of waiting beneath it.
        self.model.panes.diff.end_proposal();
        if let Some(session) = self.model.sessions.session() {
            self.model.panes.diff.expect(&path);
            self.effects
                .push(Effect::Ask(Query::FileDiff { session, path }));
        }
        self.focus_pane(Pane::Diff);
    }

    /// Queries what a pane needs to show and does not have.
    pub(crate) fn fill_pane(&mut self, pane: Pane) {
        match pane {
            Pane::Tree => {
                let session = self.model.sessions.session();
                let effects = self.model.panes.fill_tree(session);
                self.effects.extend(effects);
            }
            Pane::Diff if self.model.panes.diff.path().is_none() => {
                let changed = self
                    .model
                    .sessions
                    .tab()
                    .and_then(|tab| tab.activity.changed.last().cloned());
                if let (Some(path), Some(session)) = (changed, self.model.sessions.session()) {
                    self.model.panes.diff.expect(&path);
                    self.effects
                        .push(Effect::Ask(Query::FileDiff { session, path }));
                }
            }
            Pane::Note if self.model.panes.note.is_wanted() => {
                self.effects.push(Effect::Ask(Query::Note));
            }
            Pane::Note | Pane::Diff | Pane::Chat | Pane::Review => {}
        }
    }

    /// Returns the selected text of the focused part.
    pub(crate) fn selected_text(&self) -> Option<String> {
        match self.model.chrome.focus {
            Focus::Editor => self.model.sessions.tab()?.editor.selected_text(),
            Focus::Pane(pane) => self.model.pane(pane)?.selected_text(),
            Focus::Bar => None,
        }
        .filter(|text| !text.is_empty())
    }

    /// Takes the outcome of `$EDITOR`. If the editor failed, everything stays as it was and a notice
    /// gives the reason.
    pub fn editor_closed(&mut self, purpose: EditPurpose, outcome: Result<Option<String>, String>) {
        match outcome {
            Ok(text) => self.edited(purpose, text),
            Err(reason) => {
                self.edited(purpose, None);
                self.say(NoticeLevel::Warning, reason);
            }
        }
    }

    /// Takes a text back from `$EDITOR`; `None` if the user left without saving.
    pub fn edited(&mut self, purpose: EditPurpose, text: Option<String>) {
        self.touch(Redraw::Now);
        match (purpose, text) {
            (EditPurpose::Draft(session), Some(text)) => {
                if let Some(tab) = self.model.sessions.tab_of(session) {
                    tab.editor.set(text.trim_end_matches('\n'));
                }
            }
            (EditPurpose::Question(session, question), text) => {
                if let Some(tab) = self.model.sessions.tab_of(session) {
                    let effects = tab.bar.edited(question, text);
                    self.carry_out_of_bar(effects);
                }
            }
            (EditPurpose::Hunk(session, hunk), text) => {
                let tab = self.model.sessions.tab_of(session);
                if let Some(review) = tab.and_then(|tab| tab.review.as_mut()) {
                    let effects = review.edited(hunk, text);
                    self.carry_out(effects);
                    self.sync_review();
                }
            }
            (EditPurpose::SessionPrompt, Some(text)) => {
                if let Some(form) = self.model.dialogs.find_mut::<SessionForm>() {
                    form.set_prompt(text.trim_end_matches('\n'));
                }
            }
            (EditPurpose::Nothing, _) | (_, None) => {}
        }
    }

    /// Reports the outcome of work beside the loop. A failure also goes into the conversation in
    /// full, because the line over the editor is cut.
    pub fn notify_in_other_session(&mut self, level: NoticeLevel, text: String) {
        if level != NoticeLevel::Info {
            self.show(text.clone());
        }
        self.say(level, text);
    }

    /// Shows a notice in the line over the editor; the loop uses it when an effect failed.
    pub fn say(&mut self, level: NoticeLevel, text: impl Into<String>) {
        self.model.chrome.say(level, text);
        self.touch(Redraw::Now);
    }
}
