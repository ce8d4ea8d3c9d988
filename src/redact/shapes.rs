//! Secrets that are known by their shape: keys as vendors give them out, what follows `Bearer`
//! and `Basic`, and credentials in addresses. Called by `masker`.

use super::MASK;

/// Beginnings of keys, with the least number of characters after them.
const PREFIXES: [(&str, usize); 25] = [
    ("sk-", 12),
    ("pk-lf-", 16),
    ("sk_live_", 12),
    ("sk_test_", 12),
    ("rk_live_", 12),
    ("ghp_", 16),
    ("gho_", 16),
    ("ghu_", 16),
    ("ghs_", 16),
    ("ghr_", 16),
    ("github_pat_", 16),
    ("glpat-", 12),
    ("xoxa-", 8),
    ("xoxb-", 8),
    ("xoxp-", 8),
    ("xoxr-", 8),
    ("xoxs-", 8),
    ("AKIA", 16),
    ("ASIA", 16),
    ("AIza", 30),
    ("hf_", 20),
    ("npm_", 30),
    ("gsk_", 20),
    ("xai-", 20),
    // A JSON web token: base64 of an object, the rest after dots.
    ("eyJ", 37),
];

/// Words after which a credential follows in a header.
const SCHEMES: [&str; 2] = ["bearer", "basic"];

/// Shortest credential after such a word.
const SHORTEST_CREDENTIAL: usize = 8;

/// The text with every secret replaced; `None` where there is nothing to mask.
pub(super) fn mask_shapes(text: &str) -> Option<String> {
    let mut out = String::new();
    let mut copied = 0;
    let mut at = 0;
    let mut before = None;
    while let Some(rest) = text.get(at..) {
        let Some(next) = rest.chars().next() else {
            break;
        };
        match secret_at(rest, before) {
            Some((keep, length)) => {
                out.push_str(text.get(copied..at + keep).unwrap_or_default());
                out.push_str(MASK);
                at += keep + length;
                copied = at;
                before = None;
            }
            None => {
                at += next.len_utf8();
                before = Some(next);
            }
        }
    }
    (copied > 0).then(|| {
        out.push_str(text.get(copied..).unwrap_or_default());
        out
    })
}

/// Whether a secret begins here: bytes to keep before it, and its length.
fn secret_at(rest: &str, before: Option<char>) -> Option<(usize, usize)> {
    if rest.starts_with("://") {
        return address_credentials(rest);
    }
    if before.is_some_and(|c| c.is_ascii_alphanumeric()) {
        return None;
    }
    for (prefix, least) in PREFIXES {
        if let Some(tail) = rest.strip_prefix(prefix) {
            let length = token_length(tail);
            if length >= least {
                return Some((0, prefix.len() + length));
            }
        }
    }
    SCHEMES
        .iter()
        .find_map(|scheme| scheme_credential(rest, scheme))
}

/// `Bearer abc…`, `basic: abc…`.
fn scheme_credential(rest: &str, scheme: &str) -> Option<(usize, usize)> {
    let head = rest.get(..scheme.len())?;
    if !head.eq_ignore_ascii_case(scheme) {
        return None;
    }
    let after = rest.get(scheme.len()..)?;
    let credential = after.trim_start_matches([' ', '\t', ':']);
    let gap = after.len() - credential.len();
    let length = token_length(credential);
    if gap == 0 || length < SHORTEST_CREDENTIAL {
        return None;
    }
    // "basic functionality" is prose: base64 of a name and a password is no word of one case.
    let is_prose = scheme == "basic" && is_plain_word(credential.get(..length)?);
    (!is_prose).then_some((scheme.len() + gap, length))
}

fn is_plain_word(word: &str) -> bool {
    let mut letters = word.bytes();
    letters.next().is_some_and(|b| b.is_ascii_alphabetic())
        && letters.all(|b| b.is_ascii_lowercase())
}

/// `://user:password@host`: everything between `://` and `@`.
fn address_credentials(rest: &str) -> Option<(usize, usize)> {
    let authority = rest.get(3..)?;
    let end = authority
        .find(|c: char| c.is_whitespace() || matches!(c, '/' | '?' | '#' | '"' | '\''))
        .unwrap_or(authority.len());
    let at = authority.get(..end)?.rfind('@')?;
    let credentials = authority.get(..at)?;
    // `git` is the name that everyone uses for a repository over ssh.
    (!matches!(credentials, "" | "git" | MASK)).then_some((3, at))
}

/// How far a key goes from here. A point at its end is the sentence's. `*` is in keys that a
/// server has shortened.
fn token_length(text: &str) -> usize {
    let length = text
        .bytes()
        .take_while(|byte| byte.is_ascii_alphanumeric() || b"-_.+/=~*".contains(byte))
        .count();
    let token = text.get(..length).unwrap_or_default();
    token.trim_end_matches('.').len()
}
