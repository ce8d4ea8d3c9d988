//! Names on the tools' block list, told from a path's text and from file patterns.
//!
//! Owns the question "could this name a blocked file?"; the list itself is in the vocabulary. What
//! the config adds to it is not known here. Called by `sight` and the tables of readers.

use crate::protocol::rails::BLOCKED_NAMES;

/// Whether a part of `path` is on the block list.
pub(super) fn is_blocked(path: &str) -> bool {
    path.split('/').any(|name| {
        let trimmed = name.trim_end_matches(['.', ' ']);
        [name, trimmed].iter().any(|form| {
            let tokens: Vec<Token> = form.chars().map(exactly).collect();
            !tokens.is_empty() && meets_list(&tokens)
        })
    })
}

/// Whether a file pattern could match a blocked name. Says yes too often rather than too seldom:
/// `*.rs` could match `id_x.rs`.
pub(super) fn may_match_blocked(pattern: &str) -> bool {
    pattern.contains('(') || pattern.split('/').any(|name| meets_list(&tokens(name)))
}

/// One piece of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token {
    /// Any text, the empty one too.
    Many,
    /// Any one character.
    One,
    /// This character.
    Exact(char),
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
            // A class may hold a bracket of its own, so what follows one is left open.
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

fn meets_list(name: &[Token]) -> bool {
    !name.is_empty() && BLOCKED_NAMES.iter().any(|entry| meet(name, &tokens(entry)))
}

/// Whether a text exists that both patterns match.
fn meet(one: &[Token], other: &[Token]) -> bool {
    // Most names differ at one end, and this is asked of every word.
    if differ(one.first(), other.first()) || differ(one.last(), other.last()) {
        return false;
    }
    // `row[j]`: whether the tokens so far of `one` and the first `j` of `other` have a common text.
    let mut row = vec![false; other.len() + 1];
    set(&mut row, 0);
    fill(&mut row, other);
    for token in one {
        let mut next = vec![false; other.len() + 1];
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
        row = next;
    }
    row.last().copied().unwrap_or_default()
}

fn differ(one: Option<&Token>, other: Option<&Token>) -> bool {
    matches!((one, other), (Some(Token::Exact(a)), Some(Token::Exact(b))) if a != b)
}

/// What stars at the start of `other` match: nothing.
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
