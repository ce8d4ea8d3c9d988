//! Secrets: a value that no `Debug`, `Display` or `Serialize` shows, and the masking of what
//! looks like one in texts that came from outside.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What stands where a secret was.
pub const MASK: &str = "[secret]";

/// A key or a token. It can be read (from a config file), and it goes to its provider by
/// [`Secret::expose`]; nothing else shows it.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Wraps a value; white space around it (a newline at the end of a file) is dropped.
    pub fn new(value: &str) -> Self {
        Self(value.trim().to_owned())
    }

    /// The value itself, for the request that needs it.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(MASK)
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(MASK)
    }
}

impl Serialize for Secret {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(MASK)
    }
}

impl<'de> Deserialize<'de> for Secret {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self::new(&String::deserialize(deserializer)?))
    }
}

/// Beginnings of keys that are known by their shape, and how many characters must follow.
const SHAPES: [(&str, usize); 13] = [
    ("sk-", 16),
    ("pk-lf-", 16),
    ("ghp_", 20),
    ("gho_", 20),
    ("ghs_", 20),
    ("github_pat_", 20),
    ("glpat-", 16),
    ("xoxb-", 16),
    ("xoxp-", 16),
    ("AKIA", 16),
    ("AIza", 30),
    ("hf_", 20),
    ("gsk_", 20),
];

/// `text` with every given secret, every word of a known key shape, and what follows `Bearer`
/// or `Basic` replaced by [`MASK`].
pub fn mask(text: &str, secrets: &[Secret]) -> String {
    let mut text = text.to_owned();
    for secret in secrets {
        // A very short "secret" would mask half of every text.
        if secret.0.len() >= 4 {
            text = text.replace(&secret.0, MASK);
        }
    }
    mask_shapes(&text)
}

fn mask_shapes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut follows_scheme = false;
    while let Some(first) = rest.chars().next() {
        let length = rest
            .find(|c| is_word(c) != is_word(first))
            .unwrap_or(rest.len());
        let (run, after) = rest.split_at(length);
        rest = after;
        if !is_word(first) {
            out.push_str(run);
            follows_scheme &= run.chars().all(|c| c == ' ' || c == ':');
            continue;
        }
        if looks_like_key(run) || (follows_scheme && run.len() >= 8) {
            out.push_str(MASK);
        } else {
            out.push_str(run);
        }
        follows_scheme = run.eq_ignore_ascii_case("bearer") || run.eq_ignore_ascii_case("basic");
    }
    out
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '*' | '/' | '+')
}

fn looks_like_key(word: &str) -> bool {
    SHAPES.iter().any(|(start, least)| {
        word.find(start).is_some_and(|at| {
            let before = word.get(..at).unwrap_or_default();
            let after = word.get(at + start.len()..).unwrap_or_default();
            before
                .chars()
                .next_back()
                .is_none_or(|c| !c.is_ascii_alphanumeric())
                && after.len() >= *least
                && after
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '*'))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_never_shown() {
        let secret = Secret::new("hush-hush\n");
        assert_eq!(secret.expose(), "hush-hush");
        assert_eq!(format!("{secret} {secret:?}"), "[secret] [secret]");
        let json = serde_json::to_string(&secret).expect("plain data");
        assert_eq!(json, "\"[secret]\"");
    }

    #[test]
    fn keys_and_given_values_are_masked_and_the_rest_is_kept() {
        let given = [Secret::new("correct horse")];
        let masked = |text: &str| mask(text, &given);
        assert_eq!(
            masked("Incorrect key: sk-proj-abcdefghijklmnop1234."),
            "Incorrect key: [secret]."
        );
        assert_eq!(masked("say correct horse twice"), "say [secret] twice");
        assert_eq!(
            masked("Authorization: Bearer abcdef123456"),
            "Authorization: Bearer [secret]"
        );
        assert_eq!(
            masked("export KEY=ghp_abcdefghijklmnopqrstuvwxyz"),
            "export KEY=[secret]"
        );
        for plain in [
            "task-list of the risk-takers",
            "the bearer of news",
            "sk-learn",
            "a/b_c.rs",
        ] {
            assert_eq!(masked(plain), plain);
        }
    }
}
