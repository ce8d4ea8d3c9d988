//! Slash commands in the line mode: the facts they may read, and what only this mode does. A screen
//! of the workbench is a list, a question or a mode here.

use std::sync::Arc;

use super::browse::Browse;
use super::live_session::{LiveSession, model_of, name_of};
use super::menu::{Menu, MenuAction};
use super::narration;
use super::pending::{PendingRequest, UndoTarget};
use super::settings::Page;
use super::state::{Awaited, Effect, Plain, PlainExit, PlainMode};
use super::text;
use client::job::{JobCommand, JobId};
use client::slash::{
    FrontAction, FrontEnd, RepeatScope, RunningProbe, SlashContext, SlashHost, SlashLine,
    SlashQuery, run_line,
};
use l10n::say;
use notice::Notice;
use protocol::command::Command;
use protocol::event::NoticeLevel;
use protocol::ids::SessionId;
use protocol::message::{Block, Message, Role};
use protocol::query::{ModelLists, Query};
use protocol::review::ApplyScope;
use protocol::session::{DeliveryPoint, SessionSummary};

/// Maximum number of search hits listed.
const HITS: usize = 20;

/// Maximum number of runs in `/figures`.
const RUNS: usize = 10;

/// Number of checkpoints listed at first.
pub(super) const CHECKPOINTS: u32 = 20;

impl SlashHost for Plain {
    fn slash_context(&self, session: SessionId) -> Option<SlashContext> {
        let facts = &self.sessions.get(&session)?.facts;
        let (workspace, custom) = (self.workspace.as_ref(), Arc::clone(&self.custom));
        let front = FrontEnd::Lines;
        Some(SlashContext::of(facts, front, workspace, custom, self.ids))
    }

    /// A valid command ends an own question, because the user moved on. An invalid one does not.
    fn line_accepted(&mut self) {
        self.drop_menu();
    }

    fn send_command(&mut self, command: Command) {
        self.send(command);
    }

    fn await_session(&mut self, session: SessionId) {
        self.awaited = Awaited::This(session);
    }

    fn send_query(&mut self, query: SlashQuery) {
        self.ask(query.query.clone(), PendingRequest::Slash(query));
    }

    fn show_output(&mut self, _line: &SlashLine, text: &str) {
        self.say_all(narration::own(text));
    }

    fn show_remark(&mut self, _level: NoticeLevel, text: &str) {
        self.say(text::line(text));
    }

    fn refuse_line(&mut self, _line: &SlashLine, why: &str) {
        self.outcome.fail();
        self.say(say!("plain-not-done", why = text::line(why)));
    }

    fn query_failed(&mut self, _line: &SlashLine, reason: &Notice) {
        self.say(say!("plain-not-found-out", reason = text::told(reason)));
    }

    fn job_failed(&mut self, line: &SlashLine, text: &str) {
        self.outcome.fail();
        self.show_output(line, text);
    }

    fn confirm(&mut self, question: &str, commands: Vec<Command>) {
        let own = Menu::new(text::line(question))
            .or("yes", "", MenuAction::Send(commands))
            .or(
                "no",
                say!("plain-sure-no"),
                MenuAction::Nothing(say!("plain-nothing-done")),
            );
        self.ask_menu(own);
    }

    fn send_text(&mut self, _line: &SlashLine, text: String) {
        self.message(&text);
    }

    fn offer_text(&mut self, line: &SlashLine, text: &str) {
        self.say_all(text::exact(text));
        let send = Command::SendMessage {
            session: line.session,
            text: text.to_owned(),
            deliver: DeliveryPoint::AfterStep,
        };
        self.confirm(say!("plain-offer-send"), vec![send]);
    }

    fn switch_session(&mut self, session: SessionId) {
        self.load(session);
    }

    fn choose_session(&mut self, name: &str, found: &[&SessionSummary]) {
        if found.is_empty() {
            return self.say(say!("plain-no-such-session", name = text::line(name)));
        }
        self.offer_sessions(found);
    }

    fn perform(&mut self, line: &SlashLine, action: FrontAction) {
        self.front(line.session, action);
    }

    fn next_job(&mut self) -> JobId {
        self.last_request += 1;
        JobId(self.last_request)
    }

    fn send_job(&mut self, job: JobCommand) {
        self.effects.push(Effect::Job(job));
    }

    fn probe(&mut self) -> &mut Option<RunningProbe> {
        &mut self.probing
    }
}

impl Plain {
    /// Runs a line that begins with a slash.
    pub(super) fn slash(&mut self, typed: &str) {
        match self.current {
            Some(session) => run_line(self, &SlashLine::new(session, typed)),
            None => self.say(say!("plain-no-session")),
        }
    }

    fn front(&mut self, session: SessionId, action: FrontAction) {
        match action {
            FrontAction::Quit => self.quit(),
            FrontAction::Demo => self.effects.push(Effect::Leave(PlainExit::Demo)),
            FrontAction::OpenModelPicker => {
                let query = Query::Models {
                    provider: None,
                    lists: ModelLists::Now,
                };
                self.say(say!("plain-asking-models"));
                self.ask(query, PendingRequest::Models);
            }
            // `/effort` alone prints the effort here.
            FrontAction::OpenEffortPicker => {}
            FrontAction::OpenSessionPicker => {
                self.ask(Query::Sessions, PendingRequest::Sessions);
            }
            FrontAction::OpenSessionSettings => self.session_settings(),
            FrontAction::OpenReview(since) => self.open_review(since),
            FrontAction::OpenSummary => self.ask_apply_summary(ApplyScope::Proposed),
            FrontAction::OpenStart => self.start(),
            FrontAction::OpenSettings(page) => self.open_settings_page(Page::named(page)),
            FrontAction::OpenCheckpoints => {
                self.mode = PlainMode::Checkpoints(Box::default());
                self.ask_checkpoints(CHECKPOINTS);
            }
            // The line mode has none of the keys that could be tried.
            FrontAction::OpenKeys | FrontAction::TestKeys => self.say_keys(),
            FrontAction::OpenFigures => self.ask(
                Query::Figures {
                    session,
                    limit: RUNS,
                },
                PendingRequest::Figures,
            ),
            FrontAction::ToggleNote => self.ask(Query::Note, PendingRequest::Note),
            // The line front end prints them.
            FrontAction::OpenTasks | FrontAction::OpenAgents | FrontAction::OpenMemory => {}
            FrontAction::OpenRollback => self.open_rollback(None),
            FrontAction::UndoRollback => self.undo_last(UndoTarget::RollbackOnly),
            FrontAction::Theme(_) => self.say(say!("plain-no-colours")),
            FrontAction::OpenSearch(text) => {
                let query = Query::Find {
                    session,
                    text: text.clone(),
                    limit: HITS,
                };
                self.ask(query, PendingRequest::Search(text));
            }
            FrontAction::Answer => self.ask_postponed_questions(),
            FrontAction::Again(again) => self.again(again),
            FrontAction::Resend(number) => self.resend(number),
            FrontAction::EditMessage => self.edit_line(""),
            FrontAction::FindHere(text) => self.find(&text),
            FrontAction::OpenTree(folder) => self.browse(Browse::Folder(folder)),
            FrontAction::OpenFiles(pattern) => self.browse(Browse::MatchingFiles(pattern)),
            FrontAction::Attach(path) => self.attach(path),
            FrontAction::AttachNone => self.attach_none(),
            FrontAction::CopyAnswer(number) => self.print_answer(number),
            FrontAction::ToggleVim => self.say(say!("plain-no-vim")),
            FrontAction::EnterKey(provider) => self.open_settings_page(Page::Key(provider)),
        }
    }

    /// Prints the source of an answer of the agent, 1 being the last, because the line mode has no
    /// clipboard.
    fn print_answer(&mut self, number: usize) {
        let messages = self.shown().map(LiveSession::messages);
        let answers = messages.unwrap_or_default().iter().rev();
        let mut answers = answers
            .filter(|message| message.role == Role::Assistant)
            .map(|message| message.said())
            .filter(|text| !text.trim().is_empty());
        let answer = number.checked_sub(1).and_then(|skip| answers.nth(skip));
        match answer.map(text::lines) {
            Some(lines) => {
                self.say(say!("plain-copy"));
                self.say_all(lines);
            }
            None => self.say(say!("slash-line-no-answer")),
        }
    }

    /// Prints the keys for `/keys`, and for a question mark alone.
    pub(super) fn say_keys(&mut self) {
        self.say_all(say!("plain-keys").lines().map(str::to_owned));
    }

    fn session_settings(&mut self) {
        let Some(facts) = self.facts() else { return };
        let settings = &facts.settings;
        let question = match settings.extra_prompt.as_str() {
            "" => say!("plain-settings-none").to_owned(),
            text => text::line(text),
        };
        let lines = [
            say!("plain-settings-name", name = name_of(facts)),
            say!(
                "plain-settings-folder",
                folder = text::line(&settings.cwd.display().to_string())
            ),
            say!("plain-settings-model", model = model_of(facts)),
            say!("plain-settings-mode", mode = facts.policy.mode.word()),
            say!("plain-settings-prompt", prompt = question),
            say!("plain-settings-how").to_owned(),
        ];
        self.say_all(lines);
    }

    pub(super) fn again(&mut self, again: RepeatScope) {
        let Some(session) = self.shown() else { return };
        let lines = match again {
            RepeatScope::Messages(count) => {
                let said = session
                    .messages()
                    .iter()
                    .filter(|message| message.role != Role::Tool)
                    .filter(|message| !text::shown(message).trim().is_empty());
                let said: Vec<_> = said.collect();
                let skip = said.len().saturating_sub(count);
                let mut lines = Vec::new();
                let last = said.into_iter().skip(skip);
                lines.extend(last.flat_map(|message| message_lines(message)));
                lines
            }
            RepeatScope::Thinking => {
                let mut blocks = session
                    .messages()
                    .iter()
                    .rev()
                    .flat_map(|message| message.blocks.iter());
                let thought = blocks.find_map(|block| match block {
                    Block::Reasoning { text, .. } if !text.trim().is_empty() => Some(text),
                    _ => None,
                });
                match thought {
                    Some(thought) => {
                        let mut lines = vec![say!("plain-again-thinking").to_owned()];
                        lines.extend(narration::told(thought));
                        lines
                    }
                    None => Vec::new(),
                }
            }
            RepeatScope::Call(number) => {
                let number = number.unwrap_or(session.calls.len());
                let of = number.checked_sub(1).and_then(|at| session.calls.get(at));
                match of {
                    Some((call, result)) => {
                        let mut lines = vec![super::events::call_words(number, call)];
                        lines.push(say!(
                            "plain-again-arguments",
                            arguments = text::line(&call.arguments.to_string())
                        ));
                        match result {
                            Some(result) => {
                                let summary = super::events::result_words(result);
                                lines.push(say!("plain-again-result", summary));
                                lines.extend(super::events::output_of(result));
                            }
                            None => lines.push(say!("plain-again-no-result").to_owned()),
                        }
                        lines
                    }
                    None => vec![say!(
                        "plain-again-no-call",
                        number,
                        count = session.calls.len()
                    )],
                }
            }
        };
        if lines.is_empty() {
            self.say(say!("plain-again-none"));
        } else {
            self.say_all(lines);
        }
    }

    /// Shows a session, and loads it if it is not open.
    pub(super) fn load(&mut self, session: SessionId) {
        if self.current == Some(session) {
            return self.say(say!("plain-session-is-this"));
        }
        if self.sessions.contains_key(&session) {
            return self.show_session(session);
        }
        self.awaited = Awaited::This(session);
        self.send(Command::OpenSession { session });
        self.ask(Query::Session { session }, PendingRequest::Session(session));
    }

    /// Reads out the lines of a file around one line.
    pub(super) fn read_lines_around(&mut self, path: &str, line: u32) {
        const AROUND: u32 = 10;
        let Some(session) = self.current else { return };
        let start_line = line.saturating_sub(AROUND).max(1);
        let query = Query::BufferText {
            session,
            path: path.to_owned(),
            start_line,
            lines: 2 * AROUND + 1,
        };
        self.read_last = Some(path.to_owned());
        let title = say!(
            "plain-read-from",
            path = text::line(path),
            line = start_line
        );
        self.ask(query, PendingRequest::LinesAround(title));
    }
}

/// Returns a message as printed again.
pub(super) fn message_lines(message: &Message) -> Vec<String> {
    let mut words = match message.role {
        Role::System => narration::own(&text::shown(message)),
        Role::Assistant => narration::told(message.said()),
        _ => text::lines(message.said()),
    }
    .into_iter();
    let text = words.next().unwrap_or_default();
    let first = match message.role {
        Role::User => say!("plain-you", text),
        Role::Assistant => say!("plain-agent", text),
        _ => say!("plain-note", text),
    };
    let rest = words.filter(|line| !line.is_empty());
    std::iter::once(first).chain(rest).collect()
}
