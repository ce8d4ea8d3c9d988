//! Recognizes an API key in a text pasted while no model is configured, and its provider by its
//! shape. Such a text goes masked into the key field, never into the draft.

use protocol::catalogue::MissingKey;
use redact::{Secret, is_secret_variable, mask};

/// Minimum length of a word without a known shape that may still be a key.
const LONG: usize = 20;

/// Prefixes of providers' keys; longer prefixes first.
const BEGINNINGS: [(&str, &str); 2] = [("sk-ant-", "anthropic"), ("sk-", "openai")];

/// Kind of a pasted text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pasted {
    /// An API key, or a line that sets one.
    Key,
    /// A text that contains an API key.
    WithKey,
    Text,
}

impl Pasted {
    /// Classifies a text.
    pub fn of(text: &str) -> Self {
        let value = value(text);
        let is_set = variable(text).is_some_and(is_secret_variable);
        let can_be = Secret::new(value).fault().is_none();
        match mask(text) != text {
            _ if can_be && (is_set || looks_like_one(value)) => Self::Key,
            true => Self::WithKey,
            false => Self::Text,
        }
    }
}

/// Returns the value that a line such as `export NAME="value"` sets, or else the text itself.
pub(super) fn value(text: &str) -> &str {
    let text = text.trim();
    let value = match variable(text) {
        Some(_) => text.split_once('=').map_or(text, |(_, value)| value.trim()),
        None => text,
    };
    let inner = |quote| value.strip_prefix(quote)?.strip_suffix(quote);
    inner('"').or_else(|| inner('\'')).unwrap_or(value)
}

/// Returns the variable that a line sets.
fn variable(text: &str) -> Option<&str> {
    let (name, _) = text.trim().split_once('=')?;
    let name = name.trim();
    let name = name.strip_prefix("export ").unwrap_or(name).trim();
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    (!name.is_empty() && name.chars().all(is_name)).then_some(name)
}

/// Whether a word has the shape of a key, or similar length and mix of characters. Paths, addresses
/// and file names do not count.
fn looks_like_one(word: &str) -> bool {
    if mask(word) != word {
        return !word.contains("://");
    }
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'+');
    word.len() >= LONG
        && word.bytes().all(is_plain)
        && word.bytes().any(|byte| byte.is_ascii_digit())
        && word.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// Returns the provider of a key, by the variable that the text sets or by the key's prefix.
pub(super) fn provider_of(text: &str, keys: &[MissingKey]) -> Option<String> {
    let name = variable(text);
    let by_name = keys.iter().find(|key| Some(key.variable.as_str()) == name);
    let value = value(text);
    let by_looks = || {
        let mut beginnings = BEGINNINGS.iter();
        let found = beginnings.find(|(beginning, _)| value.starts_with(beginning));
        found.map(|(_, provider)| (*provider).to_owned())
    };
    by_name.map(|key| key.provider.clone()).or_else(by_looks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_lines_that_set_one_are_told_from_texts() {
        for key in [
            "sk-ant-api03-abcdefghijklmnop",
            " sk-proj-abcdefghijklmnop\n",
            "0a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d",
            "export MISTRAL_API_KEY=\"short-1\"",
            "OPENAI_API_KEY=quiet.Heron-51",
        ] {
            assert_eq!(Pasted::of(key), Pasted::Key, "{key}");
        }
        for text in [
            "fix this\nand that",
            "src/tui/start_screen/pasted.rs",
            "https://example.org/a1b2c3d4e5f6a7b8c9d0",
            "internationalisation",
            "x = 1",
            "",
        ] {
            assert_eq!(Pasted::of(text), Pasted::Text, "{text}");
        }
        let text = "use sk-ant-api03-abcdefghijklmnop for it";
        assert_eq!(Pasted::of(text), Pasted::WithKey);
    }

    #[test]
    fn the_value_of_a_line_is_taken_without_its_quotes() {
        for text in ["export A_KEY='abc'", "A_KEY = \"abc\"", "abc\n", "\"abc\""] {
            assert_eq!(value(text), "abc", "{text}");
        }
    }
}
