//! Carries out the effects of the screen: commands, the clipboard, `$EDITOR`, suspending.

use super::driver::Driver;
use super::stop::{Stopped, can_go_on, stop};
use super::{Bell, Message, Notifications, TuiError, external, report};
use crate::alert;
use crate::effect::{Effect, ExternalEdit};
use crate::terminal::{KeyProtocol, Terminal, copy_sequence};
use client::input::TerminalReply;
use client::job::JobCommand;
use l10n::{said, say};
use protocol::command::Command;
use protocol::event::NoticeLevel;
use protocol::presence::Presence;
use session::handle::HandleError;

impl Driver {
    pub(super) fn execute(&mut self, terminal: &mut Terminal) -> Result<(), TuiError> {
        for effect in self.app.take_effects() {
            self.effect(effect, terminal)?;
        }
        Ok(())
    }

    pub(super) fn effect(
        &mut self,
        effect: Effect,
        terminal: &mut Terminal,
    ) -> Result<(), TuiError> {
        match effect {
            Effect::Send(command) => self.send(&command),
            Effect::Ask(query) => {
                let asked = self.queries.ask(&self.connection, query);
                self.told(asked);
            }
            Effect::AskNewest(field, query) => {
                let asked = self.queries.ask_newest(&self.connection, field, query);
                self.told(asked);
            }
            Effect::Job(JobCommand::Begin(id, job)) => {
                let begun = self.connection.begin(id, *job);
                if begun.is_err() {
                    self.app.job_progress(id, None);
                }
                self.told(begun);
            }
            Effect::Job(JobCommand::End(id)) => self.connection.cancel(id),
            Effect::Show(presence) => self.report_presence(presence),
            Effect::Copy(text) => self.copy(text, terminal)?,
            Effect::Mouse(capture) => terminal.capture_mouse(capture)?,
            Effect::Notify(told) => {
                let findings = &self.app.model().chrome.findings;
                let bytes = alert::sequence(findings, &told);
                if let (Notifications::On, Some(bytes)) = (self.notifications, bytes) {
                    terminal.write(&bytes)?;
                }
            }
            Effect::Bell if self.bell == Bell::On => terminal.write(b"\x07")?,
            Effect::Bell => {}
            Effect::Suspend => self.suspend(terminal)?,
            Effect::Redraw => {
                let (width, height) = terminal.size()?;
                self.resize(width, height);
                self.expect_answers();
                terminal.probe()?;
            }
            Effect::Edit(edit) => self.edit(&edit, terminal)?,
            Effect::KeepScreen(text) => {
                if let Some(kept) = &mut self.kept {
                    kept.keep(text);
                }
            }
            Effect::WriteReport(text) => match report::save(&text) {
                Ok(path) => {
                    let text = say!("run-report-in", path = path.display());
                    self.app.say(NoticeLevel::Info, text);
                }
                Err(error) => {
                    let text = say!("run-report-failed", error);
                    self.app.say(NoticeLevel::Warning, text);
                }
            },
            Effect::Theme(request) => self.change_theme(request),
            Effect::Look(order) => self.handle_theme_command(order),
            Effect::Terminal(reply) => self.terminal_replied(&reply, terminal)?,
            Effect::Exit(reason) => {
                self.exit.get_or_insert(reason);
            }
            // `App` carries these out, and queues none of them.
            Effect::FocusBar
            | Effect::FocusEditor
            | Effect::FocusPane(_)
            | Effect::Type(_)
            | Effect::Insert(_)
            | Effect::Submit(_)
            | Effect::SubmitAfterRun(_)
            | Effect::RunLine(_)
            | Effect::Perform(_)
            | Effect::ShowEnd(_)
            | Effect::ShowMessage(_)
            | Effect::Leave
            | Effect::ShowFull(_)
            | Effect::StepFile(_)
            | Effect::EditMessage { .. }
            | Effect::SendAgain { .. }
            | Effect::Pin { .. }
            | Effect::Include(_)
            | Effect::Fill(_)
            | Effect::ShowFile(_)
            | Effect::OpenFile { .. }
            | Effect::OpenReview(_)
            | Effect::ReviewSince(_)
            | Effect::EditForRollback(_)
            | Effect::CloseReview
            | Effect::SeenInFull(_)
            | Effect::NotShown(_)
            | Effect::YieldReview
            | Effect::Open(_)
            | Effect::OpenSettings(_)
            | Effect::Heard(..)
            | Effect::CloseDialog
            | Effect::CloseDialogs
            | Effect::Act(_)
            | Effect::Press(_)
            | Effect::OnStall(_)
            | Effect::EntryUsed(_)
            | Effect::BeginCommand(_)
            | Effect::RunCommand(_)
            | Effect::SearchModel
            | Effect::SetUpProvider(..)
            | Effect::UseProvider { .. }
            | Effect::UseModel(_)
            | Effect::KeepTests(_)
            | Effect::ShowDemo
            | Effect::NewSession
            | Effect::NewSessionWith { .. }
            | Effect::ShowSession(_)
            | Effect::SplitSession(_)
            | Effect::EndSession(_)
            | Effect::ShowDiff { .. }
            | Effect::KeepNote
            | Effect::Say(..)
            | Effect::Tell(..) => {}
        }
        Ok(())
    }

    fn report_presence(&mut self, presence: Presence) {
        if self.connection.handle().show(presence).is_err() {
            self.app.model.sessions.presence_not_sent();
        }
    }

    /// Puts a text on the clipboard by every available means: the terminal's own, which is used
    /// here, and programs, which run on another thread.
    pub(super) fn copy(&mut self, text: String, terminal: &mut Terminal) -> Result<(), TuiError> {
        let mut asked = Vec::new();
        if let Some(bytes) = copy_sequence(&text) {
            terminal.write(&bytes)?;
            asked.push("the terminal (OSC 52)".to_owned());
        }
        let (copier, sender) = (self.copier.clone(), self.sender.clone());
        let by_terminal = asked.clone();
        let started = std::thread::Builder::new()
            .name("clipboard".into())
            .spawn(move || {
                let mut ways = copier.copy(&text);
                ways.extend(asked);
                // An ended loop shows no more notices.
                sender.send(Message::Copied(ways)).ok();
            });
        if started.is_err() {
            self.app.copied_to(&by_terminal);
        }
        Ok(())
    }

    /// Sends a command; a command that cannot be sent is not lost.
    pub(super) fn send(&mut self, command: &Command) {
        let result = self.connection.handle().send(command.clone());
        if result.is_err() {
            self.app.not_sent(command);
        }
        self.told(result);
    }

    /// Reports a failure to send: shows the reason.
    pub(super) fn told(&mut self, result: Result<(), HandleError>) {
        match result {
            Ok(()) => {}
            Err(HandleError::Stopped) => self.app.engine_stopped(),
            Err(error) => self.app.say(NoticeLevel::Warning, said(&error.notice())),
        }
    }

    pub(super) fn terminal_replied(
        &mut self,
        reply: &TerminalReply,
        terminal: &mut Terminal,
    ) -> Result<(), TuiError> {
        let keys = terminal.answered(reply)?;
        self.app.set_findings(terminal.findings());
        if keys == Some(KeyProtocol::Kitty)
            && let Some(input) = &mut self.input
        {
            input.set_key_protocol();
        }
        match reply {
            TerminalReply::Mode { mode: 2026, state } if state.can_be_set() => {
                self.screen.set_synchronized();
            }
            TerminalReply::Background { dark } => self.terminal_is(*dark),
            _ => {}
        }
        Ok(())
    }

    /// Queries the terminal's background, because another program had the terminal and may
    /// have changed it.
    pub(super) fn ask_background(&mut self, terminal: &mut Terminal) -> Result<(), TuiError> {
        self.expect_answers();
        Ok(terminal.ask_background()?)
    }

    /// Tells the input thread that the terminal will send answers.
    fn expect_answers(&mut self) {
        if let Some(input) = &mut self.input {
            input.set_asked();
        }
    }

    /// Stops the whole job, as the shell expects of Ctrl+Z; resumes here when the job is continued.
    pub(super) fn suspend(&mut self, terminal: &mut Terminal) -> Result<(), TuiError> {
        self.stop(Stopped::Job, terminal)
    }

    /// Restores the terminal, stops, and takes the terminal again. Does nothing if nobody could
    /// resume the program.
    pub(super) fn stop(&mut self, who: Stopped, terminal: &mut Terminal) -> Result<(), TuiError> {
        if !can_go_on() {
            return Ok(());
        }
        terminal.lend(|| stop(who))?;
        self.ask_background(terminal)?;
        let (width, height) = terminal.size()?;
        self.resize(width, height);
        Ok(())
    }

    pub(super) fn edit(
        &mut self,
        edit: &ExternalEdit,
        terminal: &mut Terminal,
    ) -> Result<(), TuiError> {
        if let Some(input) = &mut self.input {
            input.pause();
        }
        let root = self.root.clone();
        let done = terminal.lend(|| external::edit(&edit.subject, &root))?;
        if let Some(input) = &mut self.input {
            input.resume();
        }
        self.ask_background(terminal)?;
        let (width, height) = terminal.size()?;
        self.resize(width, height);
        self.app.editor_closed(edit.purpose, done);
        Ok(())
    }
}
