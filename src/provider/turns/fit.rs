//! Adapts a conversation to the rules of a protocol. Otherwise anomalies that a model or another
//! server once sent (an invalid tool name, a repeated id, an answer without text) would go back in
//! every later request, and a strict server would refuse each of them.
//!
//! The rules of a protocol are data ([`WireRules`]); the steps are the same for all. A conversation
//! that fits is not changed, and each change depends only on the turns before it, so the start of a
//! request stays the same from step to step and the server's cache remains valid.

use std::collections::{HashSet, VecDeque};

use super::{NO_RESULT, Turn, WireCall};
use crate::thinking;
use protocol::ids::ContentHash;

/// Inserted user text where a protocol requires a user message first or last.
const GO_ON: &str = "(go on)";

/// Name of a tool without a name.
const UNNAMED: &str = "unnamed";

/// Rules of a protocol for conversations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WireRules {
    /// The form of the ids of calls.
    pub ids: IdForm,
    /// Maximum length of a tool name of characters `[a-zA-Z0-9_-]`; `None` allows any name except
    /// an empty one.
    pub longest_name: Option<usize>,
    /// Whether consecutive turns of one role are joined.
    pub takes_turns: bool,
    /// Whether the first and the last turn must be the user's (or the last the result of a call).
    pub user_opens_and_closes: bool,
    /// Inserted text of the model between the result of a call and a user message, for protocols in
    /// which a user message must not directly follow a result.
    pub after_results: Option<&'static str>,
}

/// The form of call ids. In every form each id is unique.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdForm {
    /// Any id except an empty one.
    Any,
    /// Letters, digits, `_` and `-`.
    Word,
    /// As [`IdForm::Word`] with at most this many characters for ids from another model's server;
    /// ids from this model's server stay unchanged.
    WordOfOthers(usize),
    /// Exactly this many letters and digits.
    Letters(usize),
}

/// Adapts the turns to the rules of a protocol.
pub fn fit(turns: Vec<Turn>, rules: &WireRules) -> Vec<Turn> {
    let mut fitting = Fitting {
        rules,
        out: Vec::with_capacity(turns.len()),
        ids: HashSet::new(),
        due: VecDeque::new(),
    };
    for turn in turns {
        fitting.push(turn);
    }
    fitting.end()
}

struct Fitting<'a> {
    rules: &'a WireRules,
    out: Vec<Turn>,
    /// Ids in use.
    ids: HashSet<String>,
    /// Calls whose results have not been reached yet.
    due: VecDeque<Due>,
}

/// A call without a result.
struct Due {
    /// The original id.
    was: String,
    id: String,
    tool: String,
}

impl Fitting<'_> {
    fn push(&mut self, turn: Turn) {
        match turn {
            Turn::Result { id, tool, content } => self.result(&id, &tool, content),
            Turn::User { text, images } if text.trim().is_empty() && images.is_empty() => {}
            Turn::User { text, images } => {
                self.answer_what_is_due();
                self.user(text, images);
            }
            Turn::Assistant {
                mut text,
                mut reasoning,
                sealed,
                calls,
            } => {
                // Thinking that was stored as part of an answer is separated from it.
                if let Some((thought, answer)) = thinking::apart(&text) {
                    join(&mut reasoning, &thought);
                    text = answer;
                }
                if text.trim().is_empty() && calls.is_empty() {
                    return;
                }
                self.answer_what_is_due();
                let calls = calls.into_iter().map(|call| self.call(call)).collect();
                self.assistant(Turn::Assistant {
                    text,
                    reasoning,
                    sealed,
                    calls,
                });
            }
        }
    }

    fn end(mut self) -> Vec<Turn> {
        self.answer_what_is_due();
        let closes = matches!(
            self.out.last(),
            Some(Turn::User { .. } | Turn::Result { .. })
        );
        if self.rules.user_opens_and_closes && !closes {
            self.user(GO_ON.to_owned(), Vec::new());
        }
        self.out
    }

    fn user(&mut self, said: String, shown: Vec<super::WireImage>) {
        if let (Some(words), Some(Turn::Result { .. })) =
            (self.rules.after_results, self.out.last())
        {
            self.out.push(Turn::Assistant {
                text: words.to_owned(),
                reasoning: String::new(),
                sealed: Vec::new(),
                calls: Vec::new(),
            });
        }
        match self.out.last_mut() {
            Some(Turn::User { text, images }) if self.rules.takes_turns => {
                join(text, &said);
                images.extend(shown);
            }
            _ => self.out.push(Turn::User {
                text: said,
                images: shown,
            }),
        }
    }

    fn assistant(&mut self, turn: Turn) {
        if self.rules.user_opens_and_closes && self.out.is_empty() {
            self.user(GO_ON.to_owned(), Vec::new());
        }
        let (
            true,
            Some(Turn::Assistant {
                text,
                reasoning,
                sealed,
                calls,
            }),
        ) = (self.rules.takes_turns, self.out.last_mut())
        else {
            self.out.push(turn);
            return;
        };
        if let Turn::Assistant {
            text: more,
            reasoning: thought,
            sealed: sealed_more,
            calls: called,
        } = turn
        {
            join(text, &more);
            join(reasoning, &thought);
            sealed.extend(sealed_more);
            calls.extend(called);
        }
    }

    fn call(&mut self, call: WireCall) -> WireCall {
        let id = self.id(&call);
        let tool = self.name(&call.tool);
        self.due.push_back(Due {
            was: call.id,
            id: id.clone(),
            tool: tool.clone(),
        });
        WireCall { id, tool, ..call }
    }

    /// Adds the result of the oldest call that had this id and has none yet. A result without a
    /// call becomes user text, because protocols have no place for it.
    fn result(&mut self, id: &str, tool: &str, content: String) {
        let at = self.due.iter().position(|due| due.was == id);
        match at.and_then(|at| self.due.remove(at)) {
            Some(due) => self.out.push(Turn::Result {
                id: due.id,
                tool: due.tool,
                content,
            }),
            None => {
                self.answer_what_is_due();
                self.user(format!("Result of {tool}: {content}"), Vec::new());
            }
        }
    }

    /// Adds a result to each remaining call that says that there is none.
    fn answer_what_is_due(&mut self) {
        for Due { id, tool, .. } in std::mem::take(&mut self.due) {
            let content = NO_RESULT.to_owned();
            self.out.push(Turn::Result { id, tool, content });
        }
    }

    /// Returns a unique id for a call in the protocol's form.
    fn id(&mut self, call: &WireCall) -> String {
        let form = self.rules.ids;
        let first = form.of(&call.id, call.is_own);
        let mut number = 1_u64;
        let mut id = first.clone();
        while id.is_empty() || self.ids.contains(&id) {
            number += 1;
            id = form.numbered(&first, number);
        }
        self.ids.insert(id.clone());
        id
    }

    fn name(&self, name: &str) -> String {
        let fitted = match self.rules.longest_name {
            Some(longest) => word(name).chars().take(longest).collect(),
            None => name.to_owned(),
        };
        if fitted.trim().is_empty() {
            return UNNAMED.to_owned();
        }
        fitted
    }
}

impl IdForm {
    /// Converts `id` to this form: unchanged if it already has it, otherwise deterministically. May
    /// be empty if `id` is.
    fn of(self, id: &str, is_own: bool) -> String {
        match self {
            IdForm::Any => id.to_owned(),
            IdForm::Word => word(id),
            IdForm::WordOfOthers(_) if is_own => id.to_owned(),
            IdForm::WordOfOthers(most) if id.chars().count() > most => hashed(id, most),
            IdForm::WordOfOthers(_) => word(id),
            IdForm::Letters(most) if is_of_letters(id, most) => id.to_owned(),
            IdForm::Letters(most) => hashed(id, most),
        }
    }

    /// Derives another id in this form for a call whose id is in use or missing.
    fn numbered(self, id: &str, number: u64) -> String {
        let numbered = match id {
            "" => format!("call_{number}"),
            id => format!("{id}_{number}"),
        };
        match self {
            IdForm::Any | IdForm::Word => numbered,
            IdForm::WordOfOthers(most) if numbered.len() > most => hashed(&numbered, most),
            IdForm::WordOfOthers(_) => numbered,
            IdForm::Letters(most) => hashed(&numbered, most),
        }
    }
}

fn is_of_letters(id: &str, count: usize) -> bool {
    id.len() == count && id.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Returns the first `most` hexadecimal digits of the text's hash.
fn hashed(text: &str, most: usize) -> String {
    let hash = ContentHash::of(text.as_bytes()).to_string();
    let digits = hash.chars().filter(char::is_ascii_alphanumeric);
    digits.take(most).collect()
}

/// Replaces everything but letters, digits, `_` and `-` by `_`.
fn word(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' | '-' => c,
            _ => '_',
        })
        .collect()
}

/// Appends a paragraph.
fn join(text: &mut String, more: &str) {
    if text.trim().is_empty() {
        more.clone_into(text);
    } else if !more.trim().is_empty() {
        text.push_str("\n\n");
        text.push_str(more);
    }
}
