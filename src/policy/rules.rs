//! Rules: parsing patterns, their errors, and matching.
//!
//! A rule names a tool and optionally a pattern: `shell_exec(git status*)`, `write_file(docs/**)`,
//! `mcp__git__*`. In tool names and commands, `*` matches any text and `\*` a star; paths are globs
//! (`*` stays in its folder, `**` does not). `decide` determines which rule wins.

use globset::{GlobBuilder, GlobMatcher};

use notice::{Notice, notice};
use protocol::approval::{Rule, RuleEffect, RuleScope};
use protocol::plan::Subject;
use support::nesting::check_braces;

/// Longest accepted pattern; longer ones are refused, not cut.
const MAX_PATTERN_BYTES: usize = 4_096;

/// Reason why a rule cannot be parsed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.notice())]
pub enum RulePatternError {
    Empty,
    /// The rule is longer than any real one.
    TooLong(usize),
    /// The tool's name has a character that no tool name contains.
    ToolName {
        name: String,
        /// The first invalid character.
        found: char,
    },
    /// The rule has a pattern but no tool before it.
    NoTool(String),
    /// The bracket is not closed.
    Unclosed(String),
    EmptyPattern(String),
    /// The pattern is not a valid glob.
    Glob {
        pattern: String,
        /// The glob parser's message.
        why: Notice,
    },
}

impl RulePatternError {
    /// Returns the mistake and an example, for the user.
    pub fn notice(&self) -> Notice {
        match self {
            Self::Empty => notice!("told-rule-empty"),
            Self::TooLong(bytes) => {
                notice!("told-rule-long", bytes, limit = MAX_PATTERN_BYTES)
            }
            Self::ToolName { name, found } => notice!(
                "told-rule-letter",
                title = format!("{name:?}"),
                word = format!("{found:?}")
            ),
            Self::NoTool(rule) => notice!("told-rule-no-name", rule = format!("{rule:?}")),
            Self::Unclosed(tool) => {
                notice!(
                    "told-rule-unclosed",
                    word = format!("{tool:?}"),
                    model = tool
                )
            }
            Self::EmptyPattern(tool) => {
                notice!(
                    "told-rule-nothing",
                    word = format!("{tool:?}"),
                    model = tool
                )
            }
            Self::Glob { pattern, why } => {
                notice!("told-rule-no-glob", rule = format!("{pattern:?}"), why)
            }
        }
    }
}

/// The parsed pattern of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulePattern {
    tool: Wildcard,
    pattern: Option<String>,
}

impl RulePattern {
    /// Parses `tool` or `tool(pattern)`.
    ///
    /// # Errors
    /// If the text is not a valid rule; the error states the mistake and an example.
    pub fn parse(text: &str) -> Result<Self, RulePatternError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(RulePatternError::Empty);
        }
        if text.len() > MAX_PATTERN_BYTES {
            return Err(RulePatternError::TooLong(text.len()));
        }
        let (tool, pattern) = match text.split_once('(') {
            None => (text, None),
            Some(("", _)) => return Err(RulePatternError::NoTool(text.to_owned())),
            Some((tool, rest)) => {
                let tool = tool.trim_end();
                let inner = rest
                    .strip_suffix(')')
                    .ok_or_else(|| RulePatternError::Unclosed(tool.to_owned()))?
                    .trim();
                if inner.is_empty() {
                    return Err(RulePatternError::EmptyPattern(tool.to_owned()));
                }
                (tool, Some(inner.to_owned()))
            }
        };
        if let Some(found) = tool
            .chars()
            .find(|c| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '*')))
        {
            let name = tool.to_owned();
            return Err(RulePatternError::ToolName { name, found });
        }
        // A command pattern need not be a glob, so only patterns that may name a path
        // tool are checked.
        if let Some(pattern) = &pattern
            && !Wildcard::new(tool).matches("shell_exec")
        {
            path_glob(pattern)?;
        }
        Ok(Self {
            tool: Wildcard::new(tool),
            pattern,
        })
    }

    /// Whether the pattern has a wildcard, in the tool's name or after it. A rule for a whole tool
    /// counts as one with a wildcard: it names no single call.
    pub fn has_wildcard(&self) -> bool {
        self.tool.has_star()
            || match &self.pattern {
                None => true,
                Some(pattern) => {
                    Wildcard::new(pattern).has_star()
                        || (!self.tool.matches("shell_exec") && has_glob_sign(pattern))
                }
            }
    }

    /// Whether a rule with `effect` and this pattern matches a call of `tool` on `subject`.
    ///
    /// For a compound command, deny and ask match the whole or any part, as written and in normal
    /// form; allow must match every part that is not low risk, or equal the whole word for word.
    /// Allow with a wildcard never matches a command that was not understood.
    pub fn matches(&self, effect: RuleEffect, tool: &str, subject: &Subject) -> bool {
        if !self.tool.matches(tool) {
            return false;
        }
        let Some(pattern) = &self.pattern else {
            return match (effect, subject) {
                (RuleEffect::Allow, Subject::Command { understood, .. }) => *understood,
                _ => true,
            };
        };
        match subject {
            Subject::Nothing => pattern == "*",
            Subject::Path { path } => {
                path_glob(pattern).is_ok_and(|glob| glob.is_match(normal_path(path)))
            }
            Subject::Command {
                command,
                parts,
                normal_parts,
                ..
            } => {
                let wildcard = Wildcard::new(pattern);
                let whole = command.trim();
                match effect {
                    RuleEffect::Deny | RuleEffect::Ask => {
                        wildcard.matches(whole)
                            || wildcard.matches(&single_spaces(whole))
                            || (parts.iter().chain(normal_parts)).any(|part| wildcard.matches(part))
                    }
                    RuleEffect::Allow => {
                        self.is_whole(whole)
                            || uncovered_parts(subject).is_some_and(|parts| {
                                parts.iter().all(|part| wildcard.matches(part))
                            })
                    }
                }
            }
        }
    }

    /// Whether the pattern equals this command word for word.
    fn is_whole(&self, command: &str) -> bool {
        self.pattern.as_deref().is_some_and(|pattern| {
            let wildcard = Wildcard::new(pattern);
            !wildcard.has_star() && wildcard.matches(command)
        })
    }

    /// Whether an allow rule with this pattern covers one part of a command.
    fn covers(&self, tool: &str, part: &str) -> bool {
        self.tool.matches(tool)
            && (self.pattern.as_deref()).is_none_or(|pattern| Wildcard::new(pattern).matches(part))
    }
}

/// Whether `rule` may lift high risk and the always-asked list from a call: an allow rule without
/// wildcards, from the user's config or a flag.
pub fn lifts_high_risk(rule: &Rule) -> bool {
    rule.effect == RuleEffect::Allow
        && matches!(rule.scope, RuleScope::User | RuleScope::Flag)
        && RulePattern::parse(&rule.pattern).is_ok_and(|pattern| !pattern.has_wildcard())
}

/// Returns the first matching rule with `effect`. A rule that cannot be parsed matches nothing if
/// it allows, and every call of every tool if it denies or asks: a typo never grants access.
pub fn first_match<'a>(
    rules: &'a [Rule],
    effect: RuleEffect,
    tool: &str,
    subject: &Subject,
) -> Option<&'a Rule> {
    rules
        .iter()
        .filter(|rule| rule.effect == effect)
        .find(|rule| match RulePattern::parse(&rule.pattern) {
            Ok(pattern) => pattern.matches(effect, tool, subject),
            Err(_) => effect != RuleEffect::Allow,
        })
}

/// Returns the parts of a command that each need an allow rule: those that are not low risk.
/// Returns `None` for a subject that is not a command, was not understood, or has no such part: no
/// rule applies to it.
fn uncovered_parts(subject: &Subject) -> Option<Vec<&str>> {
    let Subject::Command {
        parts,
        low_parts,
        understood: true,
        ..
    } = subject
    else {
        return None;
    };
    let parts: Vec<&str> = parts
        .iter()
        .filter(|part| !low_parts.contains(part))
        .map(String::as_str)
        .collect();
    (!parts.is_empty()).then_some(parts)
}

/// Returns the allow rules among `rules` that together let a call of `tool` on `subject` run: one
/// that matches it alone, or several that cover every part of a command that is not low risk. Empty
/// if they do not.
pub fn allowing<'a>(
    rules: impl Iterator<Item = &'a Rule> + Clone,
    tool: &str,
    subject: &Subject,
) -> Vec<&'a Rule> {
    let allow: Vec<(&Rule, RulePattern)> = rules
        .filter(|rule| rule.effect == RuleEffect::Allow)
        .filter_map(|rule| Some((rule, RulePattern::parse(&rule.pattern).ok()?)))
        .collect();
    let alone =
        |(_, pattern): &&(&Rule, RulePattern)| pattern.matches(RuleEffect::Allow, tool, subject);
    if let Some((rule, _)) = allow.iter().find(alone) {
        return vec![rule];
    }
    let mut used: Vec<&Rule> = Vec::new();
    for part in uncovered_parts(subject).unwrap_or_default() {
        let Some((rule, _)) = allow.iter().find(|(_, pattern)| pattern.covers(tool, part)) else {
            return Vec::new();
        };
        if !used.iter().any(|other| std::ptr::eq(*other, *rule)) {
            used.push(rule);
        }
    }
    used
}

/// Escapes every star in `text` with a backslash, for a rule that means exactly this text.
pub fn escape_command(text: &str) -> String {
    text.replace('*', "\\*")
}

/// Escapes every glob character in `path`, for a rule that means exactly this path. A name that
/// begins or ends with a space has no such rule: the text between the brackets is trimmed.
pub fn escape_path(path: &str) -> String {
    let mut escaped = String::with_capacity(path.len());
    for c in path.chars() {
        if matches!(c, '*' | '?' | '[' | ']' | '{' | '}' | '\\' | '!') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

fn has_glob_sign(pattern: &str) -> bool {
    let mut escaped = false;
    pattern.chars().any(|c| {
        let sign = !escaped && matches!(c, '*' | '?' | '[' | '{');
        escaped = !escaped && c == '\\';
        sign
    })
}

fn path_glob(pattern: &str) -> Result<GlobMatcher, RulePatternError> {
    let refused = |why: Notice| RulePatternError::Glob {
        pattern: pattern.to_owned(),
        why,
    };
    check_braces(pattern).map_err(|limit| refused(limit.notice()))?;
    GlobBuilder::new(normal_path(pattern))
        .literal_separator(true)
        .backslash_escape(true)
        .build()
        .map(|glob| glob.compile_matcher())
        .map_err(|error| refused(Notice::text(error.kind().to_string())))
}

fn normal_path(path: &str) -> &str {
    path.strip_prefix("./").unwrap_or(path)
}

fn single_spaces(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A pattern in which `*` matches any text and `\*` a star.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Wildcard {
    /// The literal pieces between the stars; a single piece means no star.
    pieces: Vec<String>,
}

impl Wildcard {
    fn new(text: &str) -> Self {
        let mut pieces = Vec::new();
        let mut piece = String::new();
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '\\' if chars.peek() == Some(&'*') => {
                    chars.next();
                    piece.push('*');
                }
                '*' => pieces.push(std::mem::take(&mut piece)),
                _ => piece.push(c),
            }
        }
        pieces.push(piece);
        Self { pieces }
    }

    fn has_star(&self) -> bool {
        self.pieces.len() > 1
    }

    /// Matches in linear time: the first and the last piece are anchored at the ends, the others
    /// are found one after the other.
    fn matches(&self, text: &str) -> bool {
        match self.pieces.as_slice() {
            [] => text.is_empty(),
            [only] => only == text,
            [first, middle @ .., last] => {
                let Some(mut rest) = text.strip_prefix(first.as_str()) else {
                    return false;
                };
                for piece in middle {
                    let Some(at) = rest.find(piece.as_str()) else {
                        return false;
                    };
                    rest = rest.get(at + piece.len()..).unwrap_or("");
                }
                rest.ends_with(last.as_str())
            }
        }
    }
}
