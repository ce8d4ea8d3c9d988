//! Explains in words why a typed answer is not valid. Called by `decide`.

use l10n::say;
use protocol::approval::{InvalidAnswer, Validation};

/// Returns why `text` is not accepted; `None` if it is accepted.
pub fn problem(text: &str, validation: &Validation) -> Option<String> {
    let words = match (validation.unfit(text)?, validation) {
        (InvalidAnswer::Empty, _) => say!("bar-answer-empty"),
        (InvalidAnswer::NoNumber, _) => say!("bar-answer-number"),
        (InvalidAnswer::NoPath, _) => say!("bar-answer-path"),
        (InvalidAnswer::Outside, _) => say!("bar-answer-outside"),
        (InvalidAnswer::Unlike, Validation::Pattern(pattern)) => {
            return Some(say!("bar-answer-pattern", pattern));
        }
        (InvalidAnswer::Unlike, _) => return None,
    };
    Some(words.to_owned())
}
