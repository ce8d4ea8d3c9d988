//! The line mode's own questions: choosing from a list, and the final confirmation before something
//! is written or left.

use super::browse::Browse;
use super::resend::ResendMode;
use super::settings::SettingChoice;
use super::start::StartChoice;
use super::state::{Effect, Plain, PlainExit};
use super::words;
use client::slash::send_commands;
use l10n::say;
use notice::Notice;
use protocol::command::Command;
use protocol::ids::{MessageId, SessionId};

/// A question with numbered choices.
#[derive(Debug, Clone)]
pub(super) struct Menu {
    /// The text of the question.
    pub(super) title: Vec<String>,
    pub(super) options: Vec<Choice>,
    /// The words of an action that no number may trigger: one of them must be typed whole; the
    /// first is printed.
    pub(super) word: Option<(Vec<&'static str>, MenuAction)>,
    /// Whether any other line leaves the question and keeps its normal meaning.
    pub(super) is_loose: bool,
    /// The lines typed before the question appeared that may still choose; only for questions in
    /// which no choice grants permission.
    pub(super) early: TypedEarly,
}

/// The lines typed before the question appeared that may still choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TypedEarly {
    Nothing,
    /// A whole word: the question appeared by itself, so a letter or a number may be a message.
    Words,
    /// Any choice: a line of the user asked for the question, so the lines after it are
    /// meant for it.
    All,
}

/// The relation of a line to a question that appeared after the line was typed.
#[derive(Debug)]
pub(super) enum EarlyLine {
    Chooses(MenuAction),
    /// The line would choose something, so it is not a message and must be typed again.
    MeantForIt,
    IsNot,
}

#[derive(Debug, Clone)]
pub(super) struct Choice {
    /// The word of the choice; the user may type it instead of the number.
    pub(super) word: String,
    /// Other accepted words, in English.
    pub(super) also: Vec<&'static str>,
    /// A description printed after the word; may be empty.
    pub(super) meaning: String,
    pub(super) deed: MenuAction,
}

/// The action of a choice.
#[derive(Debug, Clone)]
pub(super) enum MenuAction {
    /// Does nothing; prints this message.
    Nothing(&'static str),
    /// Sends these commands and prints their results.
    Send(Vec<Command>),
    /// Sends these commands and prints only this message.
    Done(Vec<Command>, String),
    /// Shows a session.
    Load(SessionId),
    /// Reads out lines of a file.
    Read {
        path: String,
        /// The line in the middle.
        line: u32,
    },
    /// Sends a text as a message.
    Message(String),
    /// Sends the unsent messages.
    SendUnsent,
    /// Drops the unsent messages.
    DiscardUnsent,
    /// Takes one of the ways to a first model.
    Start(StartChoice),
    /// Does not send a text, but keeps it in the history.
    Keep(String),
    /// Continues a text in the user's own editor.
    Write(String),
    /// Acts on a message that was sent before.
    Resend(ResendMode),
    /// Acts on a folder or file of the workspace.
    Browse(Browse),
    /// Prints the conversation again from this message on.
    SayMessage(MessageId),
    /// Prints a call again, by its number.
    SayCall(usize),
    /// Prints what undoing the last rollback would change, before asking.
    UndoDiff(Notice),
    /// Changes a setting.
    Set(SettingChoice),
    /// Ends the program.
    Leave(PlainExit),
}

impl Menu {
    /// Creates a question without choices.
    pub(super) fn new(title: impl Into<String>) -> Self {
        Self {
            title: vec![title.into()],
            options: Vec::new(),
            word: None,
            is_loose: false,
            early: TypedEarly::Nothing,
        }
    }

    /// Makes the list one that can be left: any other line of several words leaves it and keeps
    /// its normal meaning.
    pub(super) fn loose(mut self) -> Self {
        self.is_loose = true;
        self.menu()
    }

    /// Lets a whole word typed before the question appeared choose, too.
    pub(super) fn early(mut self) -> Self {
        self.early = TypedEarly::Words;
        self
    }

    /// For a list that a line of the user asked for and that grants no permission: lets lines typed
    /// after that line choose, too.
    pub(super) fn menu(mut self) -> Self {
        self.early = TypedEarly::All;
        self
    }

    /// Adds lines to the question.
    pub(super) fn with(mut self, lines: impl IntoIterator<Item = String>) -> Self {
        self.title.extend(lines);
        self
    }

    /// Adds a choice with a word from the word table.
    pub(super) fn or(
        self,
        word: &'static str,
        meaning: impl Into<String>,
        deed: MenuAction,
    ) -> Self {
        let short: &[&str] = match word {
            "yes" => &["y"],
            "no" => &["n"],
            _ => &[],
        };
        let mut own = self
            .or_named(words::printed_form(word), meaning, deed)
            .also(short);
        if let Some(way) = own.options.last_mut() {
            way.also.push(word);
        }
        own
    }

    /// Adds a choice with a name.
    pub(super) fn or_named(
        mut self,
        name: impl Into<String>,
        meaning: impl Into<String>,
        deed: MenuAction,
    ) -> Self {
        self.options.push(Choice {
            word: name.into(),
            also: Vec::new(),
            meaning: meaning.into(),
            deed,
        });
        self
    }

    /// Adds alternative words to the last choice.
    pub(super) fn also(mut self, words: &'static [&'static str]) -> Self {
        if let Some(way) = self.options.last_mut() {
            way.also.extend(words);
        }
        self
    }

    /// Adds an action whose word must be typed whole.
    pub(super) fn or_word(mut self, words: Vec<&'static str>, deed: MenuAction) -> Self {
        self.word = Some((words, deed));
        self
    }

    /// Returns the question as lines.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines = self.title.clone();
        if let Some(first) = lines.first_mut() {
            *first = say!("plain-question", changed = "", title = first.as_str());
        }
        lines.extend(self.options.iter().enumerate().map(|(at, option)| {
            match option.meaning.as_str() {
                "" => format!("{}. {}", at + 1, option.word),
                meaning => say!(
                    "plain-way",
                    number = at + 1,
                    word = option.word.as_str(),
                    meaning
                ),
            }
        }));
        lines.push(match &self.word {
            Some((words, _)) => {
                let word = words.first().copied().unwrap_or_default();
                say!("plain-own-word-how", word)
            }
            None => say!("plain-own-how").to_owned(),
        });
        lines
    }

    /// Returns the action that a line chooses.
    pub(super) fn read(&self, text: &str) -> Option<MenuAction> {
        let typed = text.trim();
        if let Some((words, deed)) = &self.word
            && words.contains(&typed)
        {
            return Some(deed.clone());
        }
        let lower = typed.to_lowercase();
        let by_number = lower
            .parse::<usize>()
            .ok()
            .and_then(|number| self.options.get(number.checked_sub(1)?));
        by_number
            .map(|option| option.deed.clone())
            .or_else(|| self.named(typed))
    }

    /// Returns the action that a word chooses.
    fn named(&self, typed: &str) -> Option<MenuAction> {
        let lower = typed.trim().to_lowercase();
        let english = words::english(&lower);
        let is_it = |option: &&Choice| {
            option.word.to_lowercase() == lower || option.also.contains(&english.as_str())
        };
        Some(self.options.iter().find(is_it)?.deed.clone())
    }

    /// Returns the relation of a line that was typed before the question appeared.
    pub(super) fn classify_early_line(&self, typed: &str) -> EarlyLine {
        let is_word = typed.trim().chars().nth(1).is_some();
        let deed = match self.early {
            TypedEarly::Words if is_word => self.named(typed),
            TypedEarly::Words => return EarlyLine::IsNot,
            TypedEarly::All => self.read(typed),
            TypedEarly::Nothing => {
                return match self.read(typed) {
                    Some(_) => EarlyLine::MeantForIt,
                    None => EarlyLine::IsNot,
                };
            }
        };
        deed.map_or(EarlyLine::IsNot, EarlyLine::Chooses)
    }
}

impl Plain {
    /// Asks this question; drops the previous one.
    pub(super) fn ask_menu(&mut self, own: Menu) {
        if matches!(&self.asked, Some(asked) if asked.subject == super::state::Subject::Menu) {
            self.asked = None;
        }
        self.menu = Some(own);
    }

    /// Ends the question without a choice.
    pub(super) fn drop_menu(&mut self) {
        if self.menu.take().is_some() {
            self.asked = None;
        }
    }

    /// Handles a line that answers the line mode's own question.
    pub(super) fn answer_menu(&mut self, text: &str) {
        let Some(own) = &self.menu else { return };
        let lower = words::english(text.trim());
        if matches!(lower.as_str(), "?" | "help" | "show") {
            let lines = own.lines();
            self.say_all(lines);
            return;
        }
        if let Some(deed) = own.read(text) {
            self.drop_menu();
            return self.execute_menu_action(deed);
        }
        if matches!(lower.as_str(), "back" | "later" | "cancel") {
            self.drop_menu();
            return self.say(say!("plain-own-left"));
        }
        // One word is meant for the question; a sentence is a message.
        if own.is_loose && (text.trim().contains(char::is_whitespace) || text.starts_with('/')) {
            self.drop_menu();
            return self.handle_unasked_line(text);
        }
        let count = own.options.len();
        self.say(say!("plain-own-no-choice", count));
    }

    pub(super) fn execute_menu_action(&mut self, deed: MenuAction) {
        match deed {
            MenuAction::Nothing(said) => self.say(said),
            MenuAction::Send(commands) => send_commands(self, commands),
            MenuAction::Done(commands, said) => {
                send_commands(self, commands);
                self.say(said);
            }
            MenuAction::Load(session) => self.load(session),
            MenuAction::Read { path, line } => self.read_lines_around(&path, line),
            MenuAction::Message(text) => self.message(&text),
            MenuAction::SendUnsent => self.send_draft(),
            MenuAction::DiscardUnsent => self.discard_draft(),
            MenuAction::Start(way) => self.execute_start_choice(way),
            MenuAction::Keep(text) => {
                self.keep_for_later(&text);
                self.say(say!("plain-message-kept"));
            }
            MenuAction::Write(text) => self.edit(super::text_entry::EditSubject::Message, &text),
            MenuAction::Resend(mode) => self.execute_resend(mode),
            MenuAction::Browse(browse) => self.browse(browse),
            MenuAction::SayMessage(message) => self.print_found_message(message),
            MenuAction::SayCall(number) => {
                self.again(client::slash::RepeatScope::Call(Some(number)));
            }
            MenuAction::UndoDiff(label) => self.ask_review(
                protocol::review::ReviewQuery::UndoDiff,
                super::pending::PendingRequest::UndoDiff(label),
            ),
            MenuAction::Set(set) => self.set(set),
            MenuAction::Leave(PlainExit::Quit) => self.leave(),
            MenuAction::Leave(leave) => self.effects.push(Effect::Leave(leave)),
        }
    }
}
