//! Bare web addresses in a text: each becomes a link to itself.
//!
//! The visible text is the link target, so an address whose end or host could be mistaken is no
//! link. Part of the builder of `inline`, which calls it.

use ratatui::style::Modifier;

use super::Builder;
use crate::theme::Role;
use crate::widget::row::{Piece, TextStyle};

/// Characters that end an address, besides blanks and non-ASCII characters.
const ENDS: [char; 9] = ['<', '>', '"', '`', '{', '}', '|', '\\', '^'];

/// Characters at the end that do not belong to the address.
const BEHIND: [char; 12] = ['.', ',', ';', ':', '!', '?', '\'', '*', '_', '~', ']', '['];

impl Builder {
    /// Turns the addresses in a text into links.
    pub(super) fn with_addresses(&mut self, text: Vec<Piece>) -> Vec<Piece> {
        let is_plain = |piece: &Piece| {
            let is_link = piece.style.link.is_some() || piece.style.role == Some(Role::Link);
            !is_link && piece.text.contains("://")
        };
        if !text.iter().any(is_plain) {
            return text;
        }
        let mut out = Vec::with_capacity(text.len() + 2);
        for piece in text {
            if is_plain(&piece) {
                self.part(&piece, &mut out);
            } else {
                out.push(piece);
            }
        }
        out
    }

    /// Splits a piece at the addresses in it.
    fn part(&mut self, piece: &Piece, out: &mut Vec<Piece>) {
        let mut rest = piece.text.as_str();
        while let Some((start, length)) = next_address(rest) {
            let (before, behind) = rest.split_at(start);
            let (address, after) = behind.split_at(length);
            let style = match self.link_to(address) {
                Some(link) => TextStyle {
                    role: Some(Role::Link),
                    link: Some(link),
                    ..piece.style
                }
                .with(Modifier::UNDERLINED),
                None => piece.style,
            };
            for (text, style) in [(before, piece.style), (address, style)] {
                if !text.is_empty() {
                    out.push(Piece::new(text, style));
                }
            }
            rest = after;
        }
        if !rest.is_empty() {
            out.push(Piece::new(rest, piece.style));
        }
    }
}

/// Returns the start of the first address in a text and its length in bytes.
fn next_address(text: &str) -> Option<(usize, usize)> {
    let mut from = 0;
    loop {
        let found = text.get(from..)?.find("://")? + from;
        if let Some(found) = address_around(text, found) {
            return Some(found);
        }
        from = found + 3;
    }
}

/// Returns the address whose `://` is at byte `colon`.
fn address_around(text: &str, colon: usize) -> Option<(usize, usize)> {
    let before = text.get(..colon)?;
    let scheme = ["https", "http"].into_iter().find(|scheme| {
        let begin = colon.checked_sub(scheme.len());
        begin.is_some_and(|begin| {
            before
                .get(begin..)
                .is_some_and(|word| word.eq_ignore_ascii_case(scheme))
        })
    })?;
    let start = colon - scheme.len();
    let is_word = |letter: char| letter.is_alphanumeric() || matches!(letter, '+' | '-' | '.');
    if text.get(..start)?.chars().next_back().is_some_and(is_word) {
        return None;
    }
    let whole = text.get(start..)?;
    let end = whole
        .find(|letter: char| {
            !letter.is_ascii()
                || letter.is_ascii_whitespace()
                || letter.is_ascii_control()
                || ENDS.contains(&letter)
        })
        .unwrap_or(whole.len());
    // A non-ASCII letter might belong to the address or not.
    let is_letter = |letter: char| !letter.is_ascii() && letter.is_alphanumeric();
    if whole.get(end..)?.chars().next().is_some_and(is_letter) {
        return None;
    }
    let address = trimmed(whole.get(..end)?);
    let behind = address.get(scheme.len() + 3..)?;
    let host = behind.split(['/', '?', '#']).next().unwrap_or_default();
    // With `@`, the host is not what stands first.
    let is_host = |letter: char| letter.is_ascii_alphanumeric() || "-.:[]".contains(letter);
    let is_clear = host.starts_with(|letter: char| letter.is_ascii_alphanumeric() || letter == '[')
        && host.chars().all(is_host);
    is_clear.then_some((start, address.len()))
}

/// Removes sentence punctuation behind the address, and a closing bracket whose opening one
/// is before it.
fn trimmed(address: &str) -> &str {
    let mut address = address;
    loop {
        let shorter = address.trim_end_matches(BEHIND);
        let count = |bracket: char| shorter.matches(bracket).count();
        let shorter = match shorter.strip_suffix(')') {
            Some(inner) if count(')') > count('(') => inner,
            _ => shorter,
        };
        if shorter.len() == address.len() {
            return address;
        }
        address = shorter;
    }
}

#[cfg(test)]
mod tests {
    use super::next_address;

    fn found(text: &str) -> Option<&str> {
        next_address(text).map(|(start, length)| &text[start..start + length])
    }

    #[test]
    fn an_address_ends_before_what_is_the_sentences() {
        for (text, address) in [
            ("see https://a.example/b.", "https://a.example/b"),
            ("(http://a.example/b_(c)), and", "http://a.example/b_(c)"),
            ("HTTPS://a.example?q=1#x!", "HTTPS://a.example?q=1#x"),
            ("\"https://a.example:8080/x\"", "https://a.example:8080/x"),
            ("http://[::1]:80/x;", "http://[::1]:80/x"),
            ("x://y https://a.example", "https://a.example"),
            ("https://a.example/\u{2014}then", "https://a.example/"),
        ] {
            assert_eq!(found(text), Some(address), "{text}");
        }
    }

    #[test]
    fn what_could_be_taken_for_another_address_is_no_link() {
        for text in [
            "https://bank.example@evil.example/",
            "https://b\u{e0}nk.example/",
            "https://bank.example/caf\u{e9}",
            "nothttps://a.example",
            "svn+https://a.example",
            "file:///etc/passwd",
            "javascript://a.example/%0aalert(1)",
            "https://",
            "https:///x",
            "://",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }
}
