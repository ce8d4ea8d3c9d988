//! Slash commands in the line mode: what they may know, and what they ask for. What is a screen of the workbench is a
//! list, a question or a place here.

use std::sync::Arc;

use super::own::{Deed, Own};
use super::state::{Awaited, Effect, Leave, Place, Plain};
use super::text::{self, spoken};
use super::waiting::Waiting;
use crate::protocol::command::Command;
use crate::protocol::ids::{ContextId, SessionId};
use crate::protocol::message::{Block, Role};
use crate::protocol::query::{ModelLists, Query};
use crate::protocol::review::{ReviewBase, ReviewQuestion};
use crate::slash::{Again, FrontAction, SlashContext, SlashOutcome, run};

/// Places of a search that are listed.
const HITS: usize = 20;

/// Runs of `/figures`.
const RUNS: usize = 10;

/// Checkpoints that are listed at first.
pub(super) const CHECKPOINTS: u32 = 20;

/// What `/keys` says.
const KEYS: &str = "\
Enter sends the line. A line that ends with a backslash goes on in the next one.
Up and Down: lines that were sent before, also in earlier sessions. Left, Right, Home, End: in the line.
Backspace and Delete: a letter. Ctrl+W: a word. Ctrl+U: all before the cursor. Ctrl+K: all behind it.
Ctrl+C: stops the run; twice kills its processes. On an idle line twice: leaves. Ctrl+D on an empty line: leaves.
Ctrl+Z: to the shell; fg comes back. Enter on an empty line: says what is asked, or what goes on.
A line with / in front is a command, see /help. One with ! in front is run by the shell, under the same rules.
@path in a message names a file, @path:10-40 lines of it.
A question is answered by a number or its word on a line of its own, begun when the question was there.";

impl Plain {
    /// Runs a line that begins with a slash.
    pub(super) fn slash(&mut self, typed: &str) {
        let Some(facts) = self.facts() else {
            return self.say("No session is open yet; say that again in a moment.");
        };
        let session = facts.id;
        let context = SlashContext {
            session,
            new_session: SessionId((self.ids)()),
            new_context: ContextId((self.ids)()),
            settings: facts.settings.clone(),
            status: facts.status,
            policy: facts.policy.clone(),
            context: facts.context.clone(),
            usage: facts.usage.clone(),
            window: facts.window,
            messages: facts.messages.len() as u64,
            last_error: facts.last_error.clone(),
            custom: Arc::clone(&self.custom),
        };
        // An own question is left by it: the human wants something else.
        self.drop_own();
        match run(typed, &context) {
            SlashOutcome::Commands(commands) => self.orders(commands),
            SlashOutcome::Done(commands, text) => {
                self.orders(commands);
                self.say_all(spoken(&text));
            }
            SlashOutcome::Ask(query, formatter) => {
                self.ask(query, Waiting::Slash(formatter, Vec::new()));
            }
            SlashOutcome::Checked(query, formatter, then) => {
                self.ask(query, Waiting::Slash(formatter, then));
            }
            SlashOutcome::Sure(question, yes) => {
                let own = Own::new(text::line(&question))
                    .or("yes", "", Deed::Send(yes))
                    .or("no", "nothing is done", Deed::Nothing("Nothing was done."));
                self.ask_own(own);
            }
            SlashOutcome::Message(text) => self.message(&text),
            SlashOutcome::Show(text) => self.say_all(spoken(&text)),
            SlashOutcome::Front(action) => self.front(action),
            SlashOutcome::Error(why) => self.say(format!("Not done: {}", text::line(&why))),
        }
    }

    fn orders(&mut self, commands: Vec<Command>) {
        commands.into_iter().for_each(|command| self.order(command));
    }

    /// Gives an order; a session that is made by it is shown when it is there.
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
            FrontAction::Demo => self.effects.push(Effect::Leave(Leave::Demo)),
            FrontAction::OpenModelPicker => {
                let query = Query::Models {
                    provider: None,
                    lists: ModelLists::Now,
                };
                self.say("The providers are asked for their models.");
                self.ask(query, Waiting::Models);
            }
            FrontAction::OpenSessionPicker => self.ask(Query::Sessions, Waiting::Sessions(None)),
            FrontAction::LoadSession(name) => {
                self.ask(Query::Sessions, Waiting::Sessions(Some(name)));
            }
            FrontAction::OpenSessionSettings => self.session_settings(),
            FrontAction::OpenReview => self.open_review(ReviewBase::Open),
            FrontAction::OpenSummary => self.ask_review(
                ReviewQuestion::Summary { files: Vec::new() },
                Waiting::Summary,
            ),
            // The ways to a model that a line mode has.
            FrontAction::OpenStart => self.settings("providers"),
            FrontAction::OpenSettings(page) => self.settings(page),
            FrontAction::OpenCheckpoints => {
                self.place = Place::Checkpoints(Box::default());
                self.ask_checkpoints(CHECKPOINTS);
            }
            FrontAction::OpenKeys => self.say_keys(),
            FrontAction::OpenFigures => self.ask(
                Query::Figures {
                    session,
                    limit: RUNS,
                },
                Waiting::Figures,
            ),
            FrontAction::ToggleNote => self.ask(Query::Note, Waiting::Note),
            FrontAction::OpenRollback => self.open_rollback(None),
            FrontAction::UndoRollback => self.undo_last(),
            FrontAction::Theme(_) => self.say(
                "There are no colours here. In the workbench /theme chooses, or \"theme\" in your config.yaml.",
            ),
            FrontAction::OpenSearch(text) => {
                let query = Query::Find {
                    session,
                    text: text.clone(),
                    limit: HITS,
                };
                self.ask(query, Waiting::Found(text));
            }
            FrontAction::Answer => self.take_up(),
            FrontAction::Again(again) => self.again(again),
        }
    }

    /// `/keys`, and a question mark alone.
    pub(super) fn say_keys(&mut self) {
        self.say_all(KEYS.lines().map(str::to_owned));
    }

    fn session_settings(&mut self) {
        let Some(facts) = self.facts() else { return };
        let settings = &facts.settings;
        let prompt = match settings.extra_prompt.as_str() {
            "" => "none".to_owned(),
            text => text::line(text),
        };
        let lines = [
            format!("Name: {}", facts.name()),
            format!(
                "Folder: {}",
                text::line(&settings.cwd.display().to_string())
            ),
            format!("Model: {}", facts.model()),
            format!("Mode: {}", facts.policy.mode),
            format!("Extra prompt: {prompt}"),
            "\"/session set name|folder|provider|model|mode|prompt VALUE\" changes one of them."
                .to_owned(),
        ];
        self.say_all(lines);
    }

    /// What the screen of settings shows, and the words that change it.
    fn settings(&mut self, page: &str) {
        let pages: &[&str] = match page {
            "providers" => &["/providers"],
            "models" => &["/models"],
            "policy" => &["/confirm status"],
            _ => &["/providers", "/models", "/confirm status"],
        };
        for command in pages {
            self.slash(command);
        }
        let ways = [
            "To change them here: /provider enable|disable NAME, /provider url|model NAME VALUE, /provider test NAME, /use \
             PROVIDER MODEL, /mode, /confirm.",
            "A key is never typed here, for lines are kept: in a shell, \"agentichat providers key set NAME\" asks for it.",
            "In a shell: \"agentichat models --help\" adds, changes and fetches models; \"agentichat config keys\" names \
             every key of config.yaml, \"agentichat config path\" its place.",
        ];
        self.say_all(ways.map(str::to_owned));
    }

    /// `/again`.
    fn again(&mut self, again: Again) {
        let Some(facts) = self.facts() else { return };
        let lines = match again {
            Again::Messages(count) => {
                let said = facts
                    .messages
                    .iter()
                    .filter(|message| message.role != Role::Tool)
                    .filter(|message| !message.said().trim().is_empty());
                let said: Vec<_> = said.collect();
                let skip = said.len().saturating_sub(count);
                let mut lines = Vec::new();
                for message in said.into_iter().skip(skip) {
                    let lead = match message.role {
                        Role::User => "You",
                        Role::Assistant => "Agent",
                        _ => "Note",
                    };
                    let mut words = match message.role {
                        Role::System => spoken(message.said()),
                        _ => text::lines(message.said()),
                    }
                    .into_iter();
                    lines.push(format!("{lead}: {}", words.next().unwrap_or_default()));
                    lines.extend(words.filter(|line| !line.is_empty()));
                }
                lines
            }
            Again::Thinking => {
                let mut blocks = facts
                    .messages
                    .iter()
                    .rev()
                    .flat_map(|message| message.blocks.iter());
                let thought = blocks.find_map(|block| match block {
                    Block::Reasoning { text, .. } if !text.trim().is_empty() => Some(text),
                    _ => None,
                });
                match thought {
                    Some(thought) => {
                        let mut lines =
                            vec!["Thinking of the last answer that has some:".to_owned()];
                        lines.extend(text::lines(thought));
                        lines
                    }
                    None => Vec::new(),
                }
            }
            Again::Call(number) => {
                let number = number.unwrap_or(facts.calls.len());
                let of = number.checked_sub(1).and_then(|at| facts.calls.get(at));
                match of {
                    Some((call, result)) => {
                        let mut lines = vec![super::events::call_words(number, call)];
                        lines.push(format!(
                            "Arguments: {}",
                            text::line(&call.arguments.to_string())
                        ));
                        match result {
                            Some(result) => {
                                lines.push(format!("Result: {}", text::line(&result.summary)));
                                lines.extend(super::events::output_of(result));
                            }
                            None => lines.push("It has no result yet.".to_owned()),
                        }
                        lines
                    }
                    None => vec![format!(
                        "There is no call {number}; there are {} in this session.",
                        facts.calls.len()
                    )],
                }
            }
        };
        match lines.is_empty() {
            true => self.say("There is none yet."),
            false => self.say_all(lines),
        }
    }

    /// Shows a session, and has it loaded where it is not open.
    pub(super) fn load(&mut self, session: SessionId) {
        if self.current == Some(session) {
            return self.say("That session is the one you are in.");
        }
        if self.sessions.contains_key(&session) {
            return self.show_session(session);
        }
        self.awaited = Awaited::This(session);
        self.send(Command::OpenSession { session });
        self.ask(Query::Session { session }, Waiting::Session(session));
    }

    /// Reads lines of a file out, around one of them.
    pub(super) fn read_place(&mut self, path: &str, line: u32) {
        const AROUND: u32 = 10;
        let Some(session) = self.current else { return };
        let start_line = line.saturating_sub(AROUND).max(1);
        let query = Query::BufferText {
            session,
            path: path.to_owned(),
            start_line,
            lines: 2 * AROUND + 1,
        };
        let title = format!("{} from line {start_line}:", text::line(path));
        self.ask(query, Waiting::Place(title));
    }
}
