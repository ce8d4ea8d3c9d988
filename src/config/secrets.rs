//! Takes secrets out of text that is shown, logged or stored: known shapes of keys, credentials
//! in addresses and headers, and values that were registered because they are keys.
//!
//! Called by the log, by `config` and `doctor`, and by whoever records what came over a wire.

use std::borrow::Cow;

/// What stands in place of a secret.
pub const MASK: &str = "[masked]";

/// Beginnings of keys that vendors give out, with the least number of characters after them.
const PREFIXES: &[(&str, usize)] = &[
    ("sk-", 12),
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
    ("eyJ", 40),
];

/// Words after which a credential follows in a header.
const SCHEMES: &[&str] = &["bearer ", "basic "];

/// Masks secrets. Cheap where there is none: the text is given back as it is.
#[derive(Debug, Clone, Default)]
pub struct Masker {
    /// Longest first, so that a secret which contains another one goes whole.
    values: Vec<String>,
}

impl Masker {
    /// A masker that also knows these values. Those under 6 characters are left out: masking
    /// them would garble ordinary words and hide nothing.
    pub fn new(values: impl IntoIterator<Item = String>) -> Self {
        let mut values: Vec<String> = values
            .into_iter()
            .map(|value| value.trim().to_owned())
            .filter(|value| value.chars().count() >= 6)
            .collect();
        values.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        values.dedup();
        Self { values }
    }

    /// The values of the variables whose names say that they hold a secret.
    pub fn from_environment(environment: &std::collections::BTreeMap<String, String>) -> Self {
        Self::new(
            environment
                .iter()
                .filter(|(name, value)| names_a_secret(name) && value.trim().len() >= 8)
                .map(|(_, value)| value.clone()),
        )
    }

    /// The text without secrets.
    pub fn mask<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let mut masked = Cow::Borrowed(text);
        for value in &self.values {
            if masked.contains(value.as_str()) {
                masked = Cow::Owned(masked.replace(value.as_str(), MASK));
            }
        }
        match mask_shapes(&masked) {
            Some(shaped) => Cow::Owned(shaped),
            None => masked,
        }
    }
}

/// The text without anything that has the shape of a secret.
pub fn mask(text: &str) -> Cow<'_, str> {
    match mask_shapes(text) {
        Some(masked) => Cow::Owned(masked),
        None => Cow::Borrowed(text),
    }
}

/// Whether a variable's or a key's name says that it holds a secret.
pub fn names_a_secret(name: &str) -> bool {
    let name = name.to_ascii_uppercase().replace('-', "_");
    let last = name.rsplit('.').next().unwrap_or(&name);
    let ends = [
        "KEY",
        "TOKEN",
        "SECRET",
        "PASSWORD",
        "PASSWD",
        "CREDENTIALS",
        "APIKEY",
    ];
    ends.iter().any(|end| {
        last == *end
            || last
                .strip_suffix(end)
                .is_some_and(|rest| rest.ends_with('_'))
    })
}

/// `None` where there is nothing to mask.
fn mask_shapes(text: &str) -> Option<String> {
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
    if before.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_') {
        return None;
    }
    for (prefix, least) in PREFIXES {
        if let Some(tail) = rest.strip_prefix(prefix) {
            let length = token_length(tail);
            if length >= *least {
                return Some((0, prefix.len() + length));
            }
        }
    }
    SCHEMES.iter().find_map(|scheme| {
        let head = rest.get(..scheme.len())?;
        let length = token_length(rest.get(scheme.len()..)?);
        (head.eq_ignore_ascii_case(scheme) && length >= 8).then_some((scheme.len(), length))
    })
}

/// `://user:password@host`: everything between `://` and `@`.
fn address_credentials(rest: &str) -> Option<(usize, usize)> {
    let authority = rest.get(3..)?;
    let end = authority
        .find(|c: char| c.is_whitespace() || matches!(c, '/' | '?' | '#' | '"' | '\''))
        .unwrap_or(authority.len());
    let at = authority.get(..end)?.rfind('@')?;
    (at > 0 && authority.get(..at) != Some(MASK)).then_some((3, at))
}

fn token_length(text: &str) -> usize {
    text.bytes()
        .take_while(|byte| byte.is_ascii_alphanumeric() || b"-_.+/=~".contains(byte))
        .count()
}
