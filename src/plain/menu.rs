//! Questions of the line mode's own: choosing from a list, and the last yes before something is written or left.

use super::browse::Browse;
use super::resend::ResendMode;
use super::settings::SettingChoice;
use super::start::StartChoice;
use super::state::{Effect, Plain, PlainExit};
use super::words;
use crate::l10n::say;
use crate::protocol::command::Command;
use crate::protocol::ids::{MessageId, SessionId};

/// A question with numbered choices.
#[derive(Debug, Clone)]
pub(super) struct Menu {
    /// What is asked.
    pub(super) title: Vec<String>,
    /// What can be chosen.
    pub(super) options: Vec<Choice>,
    /// What must be typed whole for the last deed, where no number shall do it: any of these words, the first is told.
    pub(super) word: Option<(Vec<&'static str>, MenuAction)>,
    /// Whether any other line leaves it and does what it would have done.
    pub(super) is_loose: bool,
    /// What chooses that was typed before the question stood there: where no choice gives leave.
    pub(super) early: TypedEarly,
}

/// What chooses though it was typed before the question stood there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TypedEarly {
    Nothing,
    /// A whole word: the question came by itself, so that a letter or a number may be a message.
    Words,
    /// Whatever is a choice: a line of the human's asked for the question, and what follows that line is for it.
    All,
}

/// What a line that was typed before a question stood there is to it.
#[derive(Debug)]
pub(super) enum EarlyLine {
    /// It chooses this.
    Chooses(MenuAction),
    /// It would choose something, so it is no message, and has to be typed again.
    IsForIt,
    IsNot,
}

#[derive(Debug, Clone)]
pub(super) struct Choice {
    /// Its word; it may be typed in the place of the number.
    pub(super) word: String,
    /// What is typed for it as well, in English.
    pub(super) also: Vec<&'static str>,
    /// What it does, behind the word; may be empty.
    pub(super) meaning: String,
    /// What it does.
    pub(super) deed: MenuAction,
}

/// What a choice does.
#[derive(Debug, Clone)]
pub(super) enum MenuAction {
    /// Nothing; this is said.
    Nothing(&'static str),
    /// These orders; what comes of them is told.
    Send(Vec<Command>),
    /// These orders, of which nothing is told but this.
    Done(Vec<Command>, String),
    /// A session is shown.
    Load(SessionId),
    /// Lines of a file are read out.
    Read {
        path: String,
        /// The line in the middle.
        line: u32,
    },
    /// A text is sent as a message.
    Message(String),
    /// What was not sent is sent.
    SendDraft,
    /// It is dropped.
    ForgetDraft,
    /// A way to a first model is gone.
    Start(StartChoice),
    /// A text that was written is not sent, and can be recalled.
    Keep(String),
    /// A text is written on in the human's own editor.
    Write(String),
    /// Something with a message that was sent before.
    Anew(ResendMode),
    /// Something with a folder or file of the workspace.
    Browse(Browse),
    /// A message is said again, from its place in the conversation on.
    SayMessage(MessageId),
    /// A call is said again, by its number.
    SayCall(usize),
    /// What taking the last rollback back would change is told first.
    UndoDiff(String),
    /// Something is set.
    Set(SettingChoice),
    /// The program ends.
    Leave(PlainExit),
}

impl Menu {
    /// A question without choices yet.
    pub(super) fn new(title: impl Into<String>) -> Self {
        Self {
            title: vec![title.into()],
            options: Vec::new(),
            word: None,
            is_loose: false,
            early: TypedEarly::Nothing,
        }
    }

    /// A list that can be left: any other line of several words leaves it, and is what it is.
    pub(super) fn loose(mut self) -> Self {
        self.is_loose = true;
        self.menu()
    }

    /// A whole word that was typed before it stood there chooses, too.
    pub(super) fn early(mut self) -> Self {
        self.early = TypedEarly::Words;
        self
    }

    /// A list that a line of the human's asked for, and in which nothing is allowed: what was typed behind that line
    /// chooses, too.
    pub(super) fn menu(mut self) -> Self {
        self.early = TypedEarly::All;
        self
    }

    /// More of the question.
    pub(super) fn with(mut self, lines: impl IntoIterator<Item = String>) -> Self {
        self.title.extend(lines);
        self
    }

    /// Another choice, by a word of the table.
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
        let mut own = self.or_named(words::said(word), meaning, deed).also(short);
        if let Some(way) = own.options.last_mut() {
            way.also.push(word);
        }
        own
    }

    /// Another choice, by a name.
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

    /// The last choice is meant by these words, too.
    pub(super) fn also(mut self, words: &'static [&'static str]) -> Self {
        if let Some(way) = self.options.last_mut() {
            way.also.extend(words);
        }
        self
    }

    /// What has to be typed whole.
    pub(super) fn or_word(mut self, words: Vec<&'static str>, deed: MenuAction) -> Self {
        self.word = Some((words, deed));
        self
    }

    /// The question as lines.
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

    /// What a line chooses.
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

    /// What a word chooses.
    fn named(&self, typed: &str) -> Option<MenuAction> {
        let lower = typed.trim().to_lowercase();
        let english = words::english(&lower);
        let is_it = |option: &&Choice| {
            option.word.to_lowercase() == lower || option.also.contains(&english.as_str())
        };
        Some(self.options.iter().find(is_it)?.deed.clone())
    }

    /// What a line that was typed before the question stood there is to it.
    pub(super) fn chosen_before(&self, typed: &str) -> EarlyLine {
        let is_word = typed.trim().chars().nth(1).is_some();
        let deed = match self.early {
            TypedEarly::Words if is_word => self.named(typed),
            TypedEarly::Words => return EarlyLine::IsNot,
            TypedEarly::All => self.read(typed),
            TypedEarly::Nothing => {
                return match self.read(typed) {
                    Some(_) => EarlyLine::IsForIt,
                    None => EarlyLine::IsNot,
                };
            }
        };
        deed.map_or(EarlyLine::IsNot, EarlyLine::Chooses)
    }
}

impl Plain {
    /// Asks this; what was asked before is dropped.
    pub(super) fn ask_own(&mut self, own: Menu) {
        if matches!(&self.asked, Some(asked) if asked.subject == super::state::Subject::Own) {
            self.asked = None;
        }
        self.own = Some(own);
    }

    /// The question is over without a choice.
    pub(super) fn drop_own(&mut self) {
        if self.own.take().is_some() {
            self.asked = None;
        }
    }

    /// A line that answers the own question.
    pub(super) fn answer_own(&mut self, text: &str) {
        let Some(own) = &self.own else { return };
        let lower = words::english(text.trim());
        if matches!(lower.as_str(), "?" | "help" | "show") {
            let lines = own.lines();
            self.say_all(lines);
            return;
        }
        if let Some(deed) = own.read(text) {
            self.drop_own();
            return self.do_own(deed);
        }
        if matches!(lower.as_str(), "back" | "later" | "cancel") {
            self.drop_own();
            return self.say(say!("plain-own-left"));
        }
        // One word is meant for the question; a sentence is a message of its own.
        if own.is_loose && (text.trim().contains(char::is_whitespace) || text.starts_with('/')) {
            self.drop_own();
            return self.meant_before(text);
        }
        let count = own.options.len();
        self.say(say!("plain-own-no-choice", count));
    }

    pub(super) fn do_own(&mut self, deed: MenuAction) {
        match deed {
            MenuAction::Nothing(said) => self.say(said),
            MenuAction::Send(commands) => {
                commands.into_iter().for_each(|command| self.order(command));
            }
            MenuAction::Done(commands, said) => {
                commands.into_iter().for_each(|command| self.order(command));
                self.say(said);
            }
            MenuAction::Load(session) => self.load(session),
            MenuAction::Read { path, line } => self.read_place(&path, line),
            MenuAction::Message(text) => self.message(&text),
            MenuAction::SendDraft => self.send_draft(),
            MenuAction::ForgetDraft => self.forget_draft(),
            MenuAction::Start(way) => self.go_way(way),
            MenuAction::Keep(text) => {
                self.keep_for_later(&text);
                self.say(say!("plain-message-kept"));
            }
            MenuAction::Write(text) => self.edit(super::text_entry::EditSubject::Message, &text),
            MenuAction::Anew(anew) => self.do_anew(anew),
            MenuAction::Browse(browse) => self.browse(browse),
            MenuAction::SayMessage(message) => self.say_found_message(message),
            MenuAction::SayCall(number) => {
                self.again(crate::slash::RepeatScope::Call(Some(number)));
            }
            MenuAction::UndoDiff(label) => self.ask_review(
                crate::protocol::review::ReviewQuery::UndoDiff,
                super::pending::PendingQuery::UndoDiff(label),
            ),
            MenuAction::Set(set) => self.set(set),
            MenuAction::Leave(PlainExit::Quit) => self.leave(),
            MenuAction::Leave(leave) => self.effects.push(Effect::Leave(leave)),
        }
    }
}
