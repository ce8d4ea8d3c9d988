//! Validates typed answers: one rule for every front end.
//!
//! The pattern comes from a model, so an engine without backtracking matches it.

use grep_matcher::Matcher;
use grep_regex::{RegexMatcher, RegexMatcherBuilder};

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
                let matcher = whole(pattern).ok()?;
                let fits = matcher.is_match(text.as_bytes()).unwrap_or(false);
                (!fits).then_some(InvalidAnswer::Unlike)
            }
        }
    }
}

/// Compiles a matcher that matches if the pattern matches all of a text.
fn whole(pattern: &str) -> Result<RegexMatcher, Notice> {
    if closes_foreign_group(pattern) {
        return Err(notice!("told-pattern-foreign-group"));
    }
    let refused = |error: grep_regex::Error| Notice::text(error.to_string());
    let mut builder = RegexMatcherBuilder::new();
    builder.size_limit(COMPILED).dfa_size_limit(COMPILED);
    builder.build(pattern).map_err(refused)?;
    builder
        .build(&format!(r"\A(?:{pattern})\z"))
        .map_err(refused)
}

/// Whether a pattern closes a group that it has not opened: it would close the enclosing group and
/// change the meaning there.
fn closes_foreign_group(pattern: &str) -> bool {
    let mut groups = 0_u32;
    let mut classes = 0_u32;
    let mut letters = pattern.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => {
                letters.next();
            }
            '[' => {
                classes += 1;
                letters.next_if_eq(&'^');
                letters.next_if_eq(&']');
            }
            ']' => classes = classes.saturating_sub(1),
            '(' if classes == 0 => groups += 1,
            ')' if classes == 0 => match groups.checked_sub(1) {
                Some(left) => groups = left,
                None => return true,
            },
            _ => {}
        }
    }
    false
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
