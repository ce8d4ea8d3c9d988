//! Whether a typed answer is what was asked for: one rule for every front end.
//!
//! The pattern comes from a model: it is matched by an engine without backtracking.

use grep_matcher::Matcher;
use grep_regex::RegexMatcher;

use super::Validation;

/// Why a typed answer is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfit {
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

impl Validation {
    /// Why `text` is not accepted; `None` where it is. A question with a broken pattern must still be answerable.
    pub fn unfit(&self, text: &str) -> Option<Unfit> {
        match self {
            Self::None => None,
            Self::NotEmpty => text.trim().is_empty().then_some(Unfit::Empty),
            Self::Number => {
                let is_number = text.trim().parse::<f64>().is_ok_and(f64::is_finite);
                (!is_number).then_some(Unfit::NoNumber)
            }
            Self::Path => unfit_path(text.trim()),
            Self::Pattern(pattern) => {
                let matcher = RegexMatcher::new(&format!(r"\A(?:{pattern})\z")).ok()?;
                let fits = matcher.is_match(text.as_bytes()).unwrap_or(false);
                (!fits).then_some(Unfit::Unlike)
            }
        }
    }
}

fn unfit_path(path: &str) -> Option<Unfit> {
    if path.is_empty() {
        return Some(Unfit::NoPath);
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
    (absolute || leaves || path.contains('\0')).then_some(Unfit::Outside)
}
