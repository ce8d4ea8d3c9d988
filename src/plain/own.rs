//! Questions of the line mode's own: choosing from a list, and the last yes before something is written or left.

use super::state::{Effect, Leave, Plain};
use crate::language::say;
use crate::protocol::command::Command;
use crate::protocol::ids::SessionId;

/// A question with numbered choices.
#[derive(Debug, Clone)]
pub(super) struct Own {
    /// What is asked.
    pub(super) title: Vec<String>,
    /// What can be chosen.
    pub(super) options: Vec<Way>,
    /// A word that must be typed whole for the last deed, where no number shall do it.
    pub(super) word: Option<(String, Deed)>,
    /// Whether any other line leaves it and does what it would have done.
    pub(super) is_loose: bool,
}

/// One choice.
#[derive(Debug, Clone)]
pub(super) struct Way {
    /// Its word; it may be typed in the place of the number.
    pub(super) word: String,
    /// What is typed for it as well.
    pub(super) also: &'static [&'static str],
    /// What it does, behind the word; may be empty.
    pub(super) meaning: String,
    /// What it does.
    pub(super) deed: Deed,
}

/// What a choice does.
#[derive(Debug, Clone)]
pub(super) enum Deed {
    /// Nothing; this is said.
    Nothing(&'static str),
    /// These orders.
    Send(Vec<Command>),
    /// A session is shown.
    Load(SessionId),
    /// Lines of a file are read out.
    Read {
        /// The file.
        path: String,
        /// The line in the middle.
        line: u32,
    },
    /// A text that was kept as a draft is sent as a message.
    Message(String),
    /// The program ends.
    Leave(Leave),
}

impl Own {
    /// A question without choices yet.
    pub(super) fn new(title: impl Into<String>) -> Self {
        Self {
            title: vec![title.into()],
            options: Vec::new(),
            word: None,
            is_loose: false,
        }
    }

    /// Any other line leaves it, and is what it is.
    pub(super) fn loose(mut self) -> Self {
        self.is_loose = true;
        self
    }

    /// More of the question.
    pub(super) fn with(mut self, lines: impl IntoIterator<Item = String>) -> Self {
        self.title.extend(lines);
        self
    }

    /// Another choice.
    pub(super) fn or(
        mut self,
        word: impl Into<String>,
        meaning: impl Into<String>,
        deed: Deed,
    ) -> Self {
        let word = word.into();
        let also: &[&str] = match word.as_str() {
            "yes" => &["y"],
            "no" => &["n"],
            _ => &[],
        };
        self.options.push(Way {
            word,
            also,
            meaning: meaning.into(),
            deed,
        });
        self
    }

    /// The last choice is meant by these words, too.
    pub(super) fn also(mut self, words: &'static [&'static str]) -> Self {
        if let Some(way) = self.options.last_mut() {
            way.also = words;
        }
        self
    }

    /// What has to be typed whole.
    pub(super) fn or_word(mut self, word: impl Into<String>, deed: Deed) -> Self {
        self.word = Some((word.into(), deed));
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
            Some((word, _)) => {
                say!("plain-own-word-how", word)
            }
            None => say!("plain-own-how").to_owned(),
        });
        lines
    }

    /// What a line chooses.
    pub(super) fn read(&self, text: &str) -> Option<Deed> {
        let typed = text.trim();
        if let Some((word, deed)) = &self.word
            && typed == word
        {
            return Some(deed.clone());
        }
        let lower = typed.to_lowercase();
        let by_number = lower
            .parse::<usize>()
            .ok()
            .and_then(|number| self.options.get(number.checked_sub(1)?));
        let by_word = || {
            self.options.iter().find(|option| {
                option.word.to_lowercase() == lower || option.also.contains(&lower.as_str())
            })
        };
        by_number.or_else(by_word).map(|option| option.deed.clone())
    }
}

impl Plain {
    /// Asks this; what was asked before is dropped.
    pub(super) fn ask_own(&mut self, own: Own) {
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
        let lower = text.trim().to_lowercase();
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
        if own.is_loose {
            self.drop_own();
            return self.meant_before(text);
        }
        let count = own.options.len();
        self.say(say!("plain-own-no-choice", count));
    }

    fn do_own(&mut self, deed: Deed) {
        match deed {
            Deed::Nothing(said) => self.say(said),
            Deed::Send(commands) => commands.into_iter().for_each(|command| self.order(command)),
            Deed::Load(session) => self.load(session),
            Deed::Read { path, line } => self.read_place(&path, line),
            Deed::Message(text) => {
                if let Some(session) = self.current {
                    let text = String::new();
                    self.send(Command::SaveDraft { session, text });
                }
                self.message(&text);
            }
            Deed::Leave(leave) => self.effects.push(Effect::Leave(leave)),
        }
    }
}
