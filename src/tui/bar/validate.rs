//! Whether a typed answer is what was asked for. Called by `decide`.
//!
//! The pattern comes from a model: it is matched by an engine without backtracking.

use grep_matcher::Matcher;
use grep_regex::RegexMatcher;

use crate::protocol::approval::Validation;

/// Why `text` is not accepted; `None` where it is.
pub fn problem(text: &str, validation: &Validation) -> Option<String> {
    match validation {
        Validation::None => None,
        Validation::NotEmpty => text
            .trim()
            .is_empty()
            .then(|| "nothing is typed: type an answer".to_owned()),
        Validation::Number => (!text.trim().parse::<f64>().is_ok_and(f64::is_finite))
            .then(|| "not a number: type digits, such as 12 or -3.5".to_owned()),
        Validation::Path => path_problem(text.trim()),
        Validation::Pattern(pattern) => pattern_problem(text, pattern),
    }
}

fn path_problem(path: &str) -> Option<String> {
    if path.is_empty() {
        return Some("no path: type one inside the workspace".to_owned());
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
    (absolute || leaves || path.contains('\0'))
        .then(|| "outside the workspace: type a path relative to its root".to_owned())
}

fn pattern_problem(text: &str, pattern: &str) -> Option<String> {
    match RegexMatcher::new(&format!(r"\A(?:{pattern})\z")) {
        Ok(matcher) => (!matcher.is_match(text.as_bytes()).unwrap_or(false))
            .then(|| format!("does not fit the pattern {pattern}")),
        // A question with a broken pattern must still be answerable.
        Err(_) => None,
    }
}
