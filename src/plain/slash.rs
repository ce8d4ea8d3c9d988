//! Slash commands in the line mode: the facts they may read, and the actions they request. A screen
//! of the workbench is a list, a question or a mode here.

use std::sync::Arc;

use super::browse::Browse;
use super::live_session::{model_of, name_of};
use super::menu::{Menu, MenuAction};
use super::narration;
use super::pending::{PendingRequest, UndoTarget};
use super::settings::Page;
use super::state::{Awaited, Effect, Plain, PlainExit, PlainMode};
use super::text;
use client::slash::{FrontAction, FrontEnd, RepeatScope, SlashContext, SlashOutcome, run};
use l10n::say;
use protocol::command::Command;
use protocol::ids::{ContextId, SessionId};
use protocol::message::{Block, Message, Role};
use protocol::query::{ModelLists, Query};
use protocol::review::{ReviewBase, ReviewQuery};

/// Maximum number of search hits listed.
const HITS: usize = 20;

/// Maximum number of runs in `/figures`.
const RUNS: usize = 10;

/// Number of checkpoints listed at first.
pub(super) const CHECKPOINTS: u32 = 20;

impl Plain {
    /// Returns the process that holds the open sessions: the owner's if this terminal is
    /// attached to one.
    fn session_process(&self) -> u32 {
        let owner = self.workspace.as_ref().and_then(|facts| facts.attached_to);
        owner.unwrap_or_else(std::process::id)
    }

    /// Runs a line that begins with a slash.
    pub(super) fn slash(&mut self, typed: &str) {
        let Some(facts) = self.facts() else {
            return self.say(say!("plain-no-session"));
        };
        let session = facts.id;
        let context = SlashContext {
            front: FrontEnd::Lines,
            session,
            new_session: SessionId((self.ids)()),
            new_context: ContextId((self.ids)()),
            settings: facts.settings.clone(),
            status: facts.status,
            policy: facts.policy.clone(),
            context: facts.context.clone(),
            usage: facts.usage.clone(),
            duration_ms: facts.duration_ms,
            pid: self.session_process(),
            window: facts.window,
            messages: facts.messages.len() as u64,
            last_error: facts.last_error.clone(),
            custom: Arc::clone(&self.custom),
        };
        let outcome = run(typed, &context);
        // A valid command ends an own question, because the user moved on. An invalid one does not.
        if !matches!(outcome, SlashOutcome::Error(_)) {
            self.drop_menu();
        }
        match outcome {
            SlashOutcome::Commands(commands) => self.orders(commands),
            SlashOutcome::Done(commands, text) => {
                self.orders(commands);
                self.say_all(narration::own(&text));
            }
            SlashOutcome::Ask(query, formatter) => {
                self.ask(query, PendingRequest::Slash(formatter, Vec::new()));
            }
            SlashOutcome::Checked(query, formatter, then) => {
                self.ask(query, PendingRequest::Slash(formatter, then));
            }
            SlashOutcome::Sure(question, yes) => {
                let own = Menu::new(text::line(&question))
                    .or("yes", "", MenuAction::Send(yes))
                    .or(
                        "no",
                        say!("plain-sure-no"),
                        MenuAction::Nothing(say!("plain-nothing-done")),
                    );
                self.ask_menu(own);
            }
            SlashOutcome::Message(text) => self.message(&text),
            SlashOutcome::Show(text) => self.say_all(narration::own(&text)),
            SlashOutcome::Front(action) => self.front(action),
            SlashOutcome::Error(why) => {
                self.outcome.fail();
                self.say(say!("plain-not-done", why = text::line(&why)));
            }
        }
    }

    fn orders(&mut self, commands: Vec<Command>) {
        commands.into_iter().for_each(|command| self.order(command));
    }

    /// Sends a command; a session that it creates is shown as soon as it exists.
    pub(super) fn order(&mut self, command: Command) {
        if let Command::CreateSession { session: new, .. }
        | Command::ForkSession { new, .. }
        | Command::ImportSession { new, .. } = &command
        {
            self.awaited = Awaited::This(*new);
        }
        self.send(command);
    }

    fn front(&mut self, action: FrontAction) {
        let Some(session) = self.current else { return };
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
            FrontAction::OpenSessionPicker => {
                self.ask(Query::Sessions, PendingRequest::Sessions(None));
            }
            FrontAction::LoadSession(name) => {
                self.ask(Query::Sessions, PendingRequest::Sessions(Some(name)));
            }
            FrontAction::OpenSessionSettings => self.session_settings(),
            FrontAction::OpenReview => self.open_review(ReviewBase::Open),
            FrontAction::OpenSummary => self.ask_review(
                ReviewQuery::Summary { files: Vec::new() },
                PendingRequest::ApplySummary,
            ),
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
            FrontAction::ProbeModel { provider, model } => self.probe_model(provider, model),
            FrontAction::EnterKey(provider) => self.open_settings_page(Page::Key(provider)),
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
