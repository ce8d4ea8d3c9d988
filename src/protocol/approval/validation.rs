//! Whether a typed answer is what was asked for: one rule for every front end.
//!
//! The pattern comes from a model: it is matched by an engine without backtracking.

use grep_matcher::Matcher;
use grep_regex::{RegexMatcher, RegexMatcherBuilder};

use super::Validation;

/// Letters of a pattern at most.
const PATTERN: usize = 500;

/// Bytes that a compiled pattern may take, and as many again while it is matched.
const COMPILED: usize = 1024 * 1024;

/// Why a typed answer is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvalidAnswer {
    /// Nothing is typed.
    Empty,
    /// It is no number.
    NoNumber,
    /// No path is typed.
    NoPath,
    /// The path leads out of the workspace.
    Outside,
    /// The pattern does not match it as a whole.
    Unlike,
}

impl InvalidAnswer {
    /// What the answer must be, for who sent it without a form that says so.
    pub fn wanted(self) -> &'static str {
        match self {
            Self::Empty => "the answer must not be empty",
            Self::NoNumber => "the answer must be a number",
            Self::NoPath => "the answer must be a path",
            Self::Outside => "the answer must be a path inside the workspace",
            Self::Unlike => "the answer must fit the pattern as a whole",
        }
    }
}

impl Validation {
    /// A validation by a pattern.
    ///
    /// # Errors
    /// If the pattern is too long, or none; in words for who wrote it.
    pub fn by_pattern(pattern: String) -> Result<Self, String> {
        if pattern.chars().count() > PATTERN {
            return Err(format!("a pattern has at most {PATTERN} letters"));
        }
        match whole(&pattern) {
            Ok(_) => Ok(Self::Pattern(pattern)),
            Err(why) => Err(format!("it is no regular expression: {why}")),
        }
    }

    /// Why `text` is not accepted; `None` where it is. A question with a broken pattern must still be answerable.
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

/// What matches where the pattern matches all of a text.
fn whole(pattern: &str) -> Result<RegexMatcher, String> {
    if closes_foreign_group(pattern) {
        return Err("it closes a group that it has not opened".to_owned());
    }
    let mut builder = RegexMatcherBuilder::new();
    builder.size_limit(COMPILED).dfa_size_limit(COMPILED);
    builder.build(pattern).map_err(|error| error.to_string())?;
    builder
        .build(&format!(r"\A(?:{pattern})\z"))
        .map_err(|error| error.to_string())
}

/// Whether a pattern closes a group that it has not opened: it would close ours, and mean something else inside of it.
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
