//! Why a typed answer is not what was asked for, in words. Called by `decide`.

use crate::language::say;
use crate::protocol::approval::{Unfit, Validation};

/// Why `text` is not accepted; `None` where it is.
pub fn problem(text: &str, validation: &Validation) -> Option<String> {
    let words = match (validation.unfit(text)?, validation) {
        (Unfit::Empty, _) => say!("bar-answer-empty"),
        (Unfit::NoNumber, _) => say!("bar-answer-number"),
        (Unfit::NoPath, _) => say!("bar-answer-path"),
        (Unfit::Outside, _) => say!("bar-answer-outside"),
        (Unfit::Unlike, Validation::Pattern(pattern)) => {
            return Some(say!("bar-answer-pattern", pattern));
        }
        (Unfit::Unlike, _) => return None,
    };
    Some(words.to_owned())
}
