//! The tools' block list, matched against the text of paths and against file patterns.
//!
//! Answers the question "could this name a blocked file?". The built-in names are in the
//! vocabulary, the config's additions come with the command's scope; the workspace's gate checks
//! files against the same list. Errs on the side of yes: `*` may match a `/` here.

use protocol::protected_paths::BLOCKED_NAMES;

/// The block list of a workspace, prepared for matching.
#[derive(Debug)]
pub(super) struct BlockList {
    /// Patterns of names at any depth, the built-in ones first.
    names: Vec<Vec<Token>>,
    /// Patterns of paths from the root: each matches a file or folder, and everything in it.
    paths: Vec<Vec<Token>>,
}

impl BlockList {
    /// Builds the list from the built-in names and the config's additions, read as the
    /// workspace's gate reads them: a pattern with a `/` inside is anchored at the root, one
    /// without matches at any depth.
    pub(super) fn new(extra: &[String]) -> Self {
        let mut list = Self {
            names: BLOCKED_NAMES.iter().map(|name| tokens(name)).collect(),
            paths: Vec::new(),
        };
        for pattern in extra {
            let bare = pattern.trim_end_matches("/**").trim_end_matches('/');
            let anchored = bare.trim_start_matches("./").trim_start_matches('/');
            let entry = entry(anchored);
            if anchored.contains('/') || bare.starts_with('/') {
                list.paths.push(inside(&entry));
                list.paths.push(entry);
            } else if !entry.is_empty() {
                list.names.push(entry);
            }
        }
        list
    }

    /// Whether `path`, relative to the root and with `/`, or a folder that contains it is
    /// on the list.
    pub(super) fn holds(&self, path: &str) -> bool {
        path.split('/').any(|name| self.holds_name(name)) || meets(&self.paths, &exact(path))
    }

    /// Whether a file or folder of this name is on the list, at any location.
    pub(super) fn holds_name(&self, name: &str) -> bool {
        // Some systems drop trailing dots and blanks of names.
        let trimmed = name.trim_end_matches(['.', ' ']);
        meets(&self.names, &exact(name))
            || (trimmed.len() < name.len() && meets(&self.names, &exact(trimmed)))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token {
    /// Any text, including the empty one.
    Many,
    /// Any one character.
    One,
    Exact(char),
}

/// Converts a pattern of the config. A class, a choice of texts and `**/` may match any text.
fn entry(pattern: &str) -> Vec<Token> {
    let mut out = Vec::new();
    let mut rest = pattern;
    while let Some(c) = rest.chars().next() {
        let behind = rest.get(c.len_utf8()..).unwrap_or_default();
        let closing = match c {
            '[' => behind.rfind(']'),
            '{' => behind.rfind('}'),
            _ => None,
        };
        rest = behind;
        out.push(match (c, closing) {
            (_, Some(end)) => {
                rest = behind.get(end + 1..).unwrap_or_default();
                Token::Many
            }
            ('*', None) => {
                rest = rest.strip_prefix("*/").unwrap_or(rest);
                Token::Many
            }
            ('?', None) => Token::One,
            ('\\', None) => {
                rest = rest
                    .char_indices()
                    .nth(1)
                    .map_or("", |(at, _)| rest.get(at..).unwrap_or_default());
                Token::One
            }
            (other, None) => exactly(other),
        });
    }
    out
}

/// Returns the pattern that matches everything in the folder.
fn inside(folder: &[Token]) -> Vec<Token> {
    let mut out = folder.to_vec();
    out.extend([Token::Exact('/'), Token::Many]);
    out
}

fn exact(text: &str) -> Vec<Token> {
    text.chars().map(exactly).collect()
}

fn exactly(c: char) -> Token {
    Token::Exact(c.to_lowercase().next().unwrap_or(c))
}

fn tokens(pattern: &str) -> Vec<Token> {
    let mut out = Vec::new();
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        out.push(match c {
            '*' => Token::Many,
            '?' => Token::One,
            // A class may contain a bracket, so the text after one may be anything.
            '[' => {
                let closed = chars.as_str().contains(']');
                let rest = chars.as_str().rsplit(']').next().unwrap_or_default();
                if closed {
                    out.push(Token::Many);
                    out.extend(tokens(rest));
                    return out;
                }
                Token::Exact('[')
            }
            other => exactly(other),
        });
    }
    out
}

fn meets(list: &[Vec<Token>], name: &[Token]) -> bool {
    !name.is_empty() && list.iter().any(|entry| meet(name, entry))
}

/// Whether there is a text that both patterns match.
fn meet(one: &[Token], other: &[Token]) -> bool {
    // Fast path: most names differ at one end, and this runs for every word.
    if differ(one.first(), other.first()) || differ(one.last(), other.last()) {
        return false;
    }
    // `row[j]`: whether the tokens of `one` read so far and the first `j` of `other` match a common
    // text.
    let mut row = vec![false; other.len() + 1];
    let mut next = row.clone();
    set(&mut row, 0);
    fill(&mut row, other);
    for token in one {
        next.fill(false);
        for at in 0..=other.len() {
            let before = row.get(at).copied().unwrap_or_default();
            if before && *token == Token::Many {
                set(&mut next, at);
            }
            let last = at.checked_sub(1);
            let pair = last.and_then(|last| other.get(last));
            let Some((last, pair)) = last.zip(pair) else {
                continue;
            };
            let left = next.get(last).copied().unwrap_or_default();
            let corner = row.get(last).copied().unwrap_or_default();
            let same = match (token, pair) {
                (Token::Exact(a), Token::Exact(b)) => a == b,
                _ => true,
            };
            let holds = match (token, pair) {
                (Token::Many, _) => left || before || corner,
                (_, Token::Many) => left || before || corner,
                _ => corner && same,
            };
            if holds {
                set(&mut next, at);
            }
        }
        std::mem::swap(&mut row, &mut next);
    }
    row.last().copied().unwrap_or_default()
}

fn differ(one: Option<&Token>, other: Option<&Token>) -> bool {
    matches!((one, other), (Some(Token::Exact(a)), Some(Token::Exact(b))) if a != b)
}

/// Marks the prefixes of `other` that consist of stars: they match the empty text.
fn fill(row: &mut [bool], other: &[Token]) {
    for (at, token) in other.iter().enumerate() {
        if *token != Token::Many {
            break;
        }
        set(row, at + 1);
    }
}

fn set(row: &mut [bool], at: usize) {
    if let Some(cell) = row.get_mut(at) {
        *cell = true;
    }
}
