//! The words about a question that are the same in every front end.

use l10n::say;
use protocol::approval::{AskReason, InvalidAnswer, Question, Validation};
use redact::one_line;

/// Returns why a typed answer is not accepted; `None` if it is.
pub fn problem(text: &str, validation: &Validation) -> Option<String> {
    let words = match (validation.unfit(text)?, validation) {
        (InvalidAnswer::Empty, _) => say!("bar-answer-empty"),
        (InvalidAnswer::NoNumber, _) => say!("bar-answer-number"),
        (InvalidAnswer::NoPath, _) => say!("bar-answer-path"),
        (InvalidAnswer::Outside, _) => say!("bar-answer-outside"),
        (InvalidAnswer::Unlike, Validation::Pattern(pattern)) => {
            return Some(say!("bar-answer-pattern", pattern = one_line(pattern)));
        }
        (InvalidAnswer::Unlike, _) => return None,
    };
    Some(words.to_owned())
}

/// Returns why the call is asked about, apart from the reasons of its risk.
pub fn reason_to_ask(question: &Question) -> Option<&'static str> {
    if question.risk.always_ask {
        return Some(say!("plain-why-always-asked"));
    }
    Some(match question.asked_for()? {
        AskReason::Risk => say!("asked-for-risk"),
        AskReason::Mode => say!("asked-by-mode"),
    })
}

/// Returns who asks: the user who typed the subject, or the agent with this printable name.
pub fn author(question: &Question, name: &str) -> String {
    if question.is_typed_by_user() {
        say!("bar-typed-by-you").to_owned()
    } else {
        say!("bar-asked-by", who = name)
    }
}
