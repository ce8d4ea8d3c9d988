//! Makes a conversation fit what a protocol takes. What a model or another server once sent (an
//! impossible name of a tool, the same id twice, an answer without words) would otherwise go back
//! in every later request, and a strict server would refuse each of them.
//!
//! What a protocol wants is data ([`WireRules`]); the steps are the same for all. A conversation
//! that fits is not changed, and what is changed depends on the turns before it only, so the
//! beginning of a request stays the same from step to step and the server's cache holds.

use std::collections::{HashSet, VecDeque};

use super::{NO_RESULT, Turn, WireCall};
use crate::protocol::ids::ContentHash;
use crate::provider::thinking;

/// What the user is made to say where a protocol wants the user first or last.
const GO_ON: &str = "(go on)";

/// What a tool without a name is called.
const UNNAMED: &str = "unnamed";

/// What a protocol wants of a conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WireRules {
    /// The form of the ids of calls.
    pub ids: IdForm,
    /// Letters of a tool's name at most, each of `[a-zA-Z0-9_-]`; `None` takes any name but an empty one.
    pub longest_name: Option<usize>,
    /// Whether neighbouring turns of one speaker become one.
    pub takes_turns: bool,
    /// Whether the first turn and the last word are the user's (or the last is the result of a call).
    pub user_opens_and_closes: bool,
    /// What the model is made to say between the result of a call and the user, where nobody may speak right after a
    /// tool.
    pub after_results: Option<&'static str>,
}

/// The form of the ids of calls. In every form each is there once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdForm {
    /// Any, but an empty one.
    Any,
    /// Letters, digits, `_` and `-`.
    Word,
    /// As [`IdForm::Word`] with at most so many letters where another model's server gave it; what this model's server
    /// gave goes back as it came.
    WordOfOthers(usize),
    /// Exactly so many letters and digits.
    Letters(usize),
}

/// The turns as a protocol takes them.
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
    /// The ids that are taken.
    ids: HashSet<String>,
    /// Calls whose results have not come yet.
    due: VecDeque<Due>,
}

/// A call without a result so far.
struct Due {
    /// The id that it had.
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
                // Thinking that was kept as an answer is no answer.
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

    /// The result of the oldest call that had this id and has none yet. What is the result of nothing is told by the
    /// user: a protocol has no place for it.
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

    /// Gives the calls that are left a result which says that there is none.
    fn answer_what_is_due(&mut self) {
        for Due { id, tool, .. } in std::mem::take(&mut self.due) {
            let content = NO_RESULT.to_owned();
            self.out.push(Turn::Result { id, tool, content });
        }
    }

    /// The id of a call in the protocol's form, as no other call has it.
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
    /// `id` in this form: the same where it has it, else always made in the same way. May be empty where `id` is.
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

    /// Another id in this form for a call whose id is taken or missing.
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

/// `most` hexadecimal digits of the text's hash.
fn hashed(text: &str, most: usize) -> String {
    let hash = ContentHash::of(text.as_bytes()).to_string();
    let digits = hash.chars().filter(char::is_ascii_alphanumeric);
    digits.take(most).collect()
}

/// The text with everything but letters, digits, `_` and `-` as `_`.
fn word(text: &str) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    text.chars()
        .map(|c| if fits(c) { c } else { '_' })
        .collect()
}

/// Adds a paragraph.
fn join(text: &mut String, more: &str) {
    if text.trim().is_empty() {
        more.clone_into(text);
    } else if !more.trim().is_empty() {
        text.push_str("\n\n");
        text.push_str(more);
    }
}
