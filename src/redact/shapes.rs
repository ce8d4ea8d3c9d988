//! Recognizes secrets by their shape: vendor keys, credentials after `Bearer` and `Basic`, and
//! credentials in URLs. Called by `masker`.

use super::MASK;

/// Key prefixes, each with the minimum number of characters that must follow.
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
    // A JSON web token: base64 of an object, then two more parts after dots.
    ("eyJ", 37),
];

/// Authentication schemes that a credential follows in a header.
const SCHEMES: [&str; 2] = ["bearer", "basic"];

/// Minimum length of a credential after one of the [`SCHEMES`].
const SHORTEST_CREDENTIAL: usize = 8;

/// Replaces every secret in the text. Returns `None` if there is nothing to mask.
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

/// Checks whether a secret starts here. Returns the number of bytes to keep before the secret,
/// and its length.
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

/// Matches `Bearer abc…` and `basic: abc…`.
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
    // "basic functionality" is prose: the base64 of a name and a password is not a word
    // in a single case.
    let is_prose = scheme == "basic" && is_plain_word(credential.get(..length)?);
    (!is_prose).then_some((scheme.len() + gap, length))
}

fn is_plain_word(word: &str) -> bool {
    let mut letters = word.bytes();
    letters.next().is_some_and(|b| b.is_ascii_alphabetic())
        && letters.all(|b| b.is_ascii_lowercase())
}

/// Matches the credentials in `://user:password@host`: everything between `://` and `@`.
fn address_credentials(rest: &str) -> Option<(usize, usize)> {
    let authority = rest.get(3..)?;
    let end = authority
        .find(|c: char| c.is_whitespace() || matches!(c, '/' | '?' | '#' | '"' | '\''))
        .unwrap_or(authority.len());
    let at = authority.get(..end)?.rfind('@')?;
    let credentials = authority.get(..at)?;
    // `git` is the common user name for repositories over ssh and no secret.
    (!matches!(credentials, "" | "git" | MASK)).then_some((3, at))
}

/// Returns the length of the key at the start of a text. A period at its end belongs to the
/// sentence. `*` counts as part of the key, because servers shorten keys with it.
fn token_length(text: &str) -> usize {
    let length = text
        .bytes()
        .take_while(|byte| byte.is_ascii_alphanumeric() || b"-_.+/=~*".contains(byte))
        .count();
    let token = text.get(..length).unwrap_or_default();
    token.trim_end_matches('.').len()
}
