//! Validates typed answers: one rule for every front end.
//!
//! The pattern comes from a model, so an engine without backtracking matches it.

use regex::{Regex, RegexBuilder};

use super::Validation;
use notice::{Notice, notice};

/// Maximum letters of a pattern.
const PATTERN: usize = 500;

/// Maximum bytes of a compiled pattern, and again as many while it is matched.
const COMPILED: usize = 1024 * 1024;

/// Reason why a typed answer is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvalidAnswer {
    Empty,
    /// The answer is not a number.
    NoNumber,
    /// The answer is empty where a path is required.
    NoPath,
    /// The path leads out of the workspace.
    Outside,
    /// The pattern does not match the answer as a whole.
    Unlike,
}

impl InvalidAnswer {
    /// Returns the requirement on the answer, for a sender without a form that shows it.
    pub fn wanted(self) -> Notice {
        match self {
            Self::Empty => notice!("told-answer-not-empty"),
            Self::NoNumber => notice!("told-answer-number"),
            Self::NoPath => notice!("told-answer-path"),
            Self::Outside => notice!("told-answer-inside"),
            Self::Unlike => notice!("told-answer-pattern"),
        }
    }
}

impl Validation {
    /// Creates a validation by a pattern.
    ///
    /// # Errors
    /// If the pattern is too long or invalid; the message is worded for its author.
    pub fn by_pattern(pattern: String) -> Result<Self, Notice> {
        if pattern.chars().count() > PATTERN {
            return Err(notice!("told-pattern-long", number = PATTERN));
        }
        match whole(&pattern) {
            Ok(_) => Ok(Self::Pattern(pattern)),
            Err(why) => Err(notice!("told-pattern-broken", why)),
        }
    }

    /// Returns the reason why `text` is not accepted; `None` if it is. A question with a broken
    /// pattern must still be answerable.
    pub fn unfit(&self, text: &str) -> Option<InvalidAnswer> {
        match self {
            Self::None => None,
            Self::NotEmpty => text.trim().is_empty().then_some(InvalidAnswer::Empty),
            Self::Number => {
                let is_number = text.trim().parse::<f64>().is_ok_and(f64::is_finite);
                (!is_number).then_some(InvalidAnswer::NoNumber)
            }
            Self::Path => unfit_path(text.trim()),
            Self::Pattern(pattern) => {
                let fits = whole(pattern).ok()?.is_match(text);
                (!fits).then_some(InvalidAnswer::Unlike)
            }
        }
    }
}

/// Compiles an expression that matches if the pattern matches all of a text.
fn whole(pattern: &str) -> Result<Regex, Notice> {
    let compile = |pattern: &str| {
        RegexBuilder::new(pattern)
            .size_limit(COMPILED)
            .dfa_size_limit(COMPILED)
            .build()
            .map_err(|error| Notice::text(error.to_string()))
    };
    // First alone: `a)|(b` would close the group around it and mean something else there.
    compile(pattern)?;
    compile(&format!(r"\A(?:{pattern})\z"))
}

fn unfit_path(path: &str) -> Option<InvalidAnswer> {
    if path.is_empty() {
        return Some(InvalidAnswer::NoPath);
    }
    let absolute = path.starts_with(['/', '\\', '~']) || path.get(1..2) == Some(":");
    let mut depth = 0_i32;
    let leaves = path.split(['/', '\\']).any(|part| {
        depth += match part {
            "" | "." => 0,
            ".." => -1,
            _ => 1,
        };
        depth < 0
    });
    (absolute || leaves || path.contains('\0')).then_some(InvalidAnswer::Outside)
}

#[cfg(test)]
mod tests {
    use super::{InvalidAnswer, Validation};

    #[test]
    fn a_pattern_counts_as_a_whole_and_alone() {
        let unfit = |pattern: &str, text| Validation::Pattern(pattern.to_owned()).unfit(text);
        assert_eq!(unfit("a|ab", "ab"), None);
        assert_eq!(unfit("é.", "éé"), None);
        for other in ["abc", "ab\n", "xa", ""] {
            assert_eq!(
                unfit("a|ab", other),
                Some(InvalidAnswer::Unlike),
                "{other:?}"
            );
        }
        for broken in [
            "a)|(b",
            "(",
            "((a{99}){99}){99}",
            r"(?-u)\xff",
            &"a".repeat(501),
        ] {
            assert!(
                Validation::by_pattern(broken.to_owned()).is_err(),
                "{broken}"
            );
        }
        // A question with a broken pattern can still be answered.
        assert_eq!(unfit("a)|(b", "anything"), None);
    }
}
