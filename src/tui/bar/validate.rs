//! Whether a typed answer is what was asked for. Called by `decide`.
//!
//! The pattern comes from a model: it is matched by an engine without backtracking.

use grep_matcher::Matcher;
use grep_regex::RegexMatcher;

use crate::language::say;
use crate::protocol::approval::Validation;

/// Why `text` is not accepted; `None` where it is.
pub fn problem(text: &str, validation: &Validation) -> Option<String> {
    match validation {
        Validation::None => None,
        Validation::NotEmpty => text
            .trim()
            .is_empty()
            .then(|| say!("bar-answer-empty").to_owned()),
        Validation::Number => (!text.trim().parse::<f64>().is_ok_and(f64::is_finite))
            .then(|| say!("bar-answer-number").to_owned()),
        Validation::Path => path_problem(text.trim()),
        Validation::Pattern(pattern) => pattern_problem(text, pattern),
    }
}

fn path_problem(path: &str) -> Option<String> {
    if path.is_empty() {
        return Some(say!("bar-answer-path").to_owned());
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
    (absolute || leaves || path.contains('\0')).then(|| say!("bar-answer-outside").to_owned())
}

fn pattern_problem(text: &str, pattern: &str) -> Option<String> {
    match RegexMatcher::new(&format!(r"\A(?:{pattern})\z")) {
        Ok(matcher) => (!matcher.is_match(text.as_bytes()).unwrap_or(false))
            .then(|| say!("bar-answer-pattern", pattern)),
        // A question with a broken pattern must still be answerable.
        Err(_) => None,
    }
}
