//! Whether a text that is pasted while a model is missing is a key, and whose by its looks. What is taken for one
//! goes to where keys are entered, masked, and never into the draft.

use crate::protocol::catalogue::MissingKey;
use crate::redact::{Secret, is_secret_variable, mask};

/// Letters of a word that has no known shape and may be a key all the same.
const LONG: usize = 20;

/// How keys of single providers begin; the longer beginnings first.
const BEGINNINGS: [(&str, &str); 2] = [("sk-ant-", "anthropic"), ("sk-", "openai")];

/// What a pasted text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pasted {
    /// A key, or the setting of one.
    Key,
    /// A text with a key in it.
    WithKey,
    Text,
}

impl Pasted {
    /// What this text is.
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

/// The value that a line sets, as `export NAME="value"`, or the text itself.
pub(super) fn value(text: &str) -> &str {
    let text = text.trim();
    let value = match variable(text) {
        Some(_) => text.split_once('=').map_or(text, |(_, value)| value.trim()),
        None => text,
    };
    let inner = |quote| value.strip_prefix(quote)?.strip_suffix(quote);
    inner('"').or_else(|| inner('\'')).unwrap_or(value)
}

/// The variable that a line sets.
fn variable(text: &str) -> Option<&str> {
    let (name, _) = text.trim().split_once('=')?;
    let name = name.trim();
    let name = name.strip_prefix("export ").unwrap_or(name).trim();
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    (!name.is_empty() && name.chars().all(is_name)).then_some(name)
}

/// Whether a word has the shape of a key, or is as long and mixed as one. Paths, addresses and names of files are none.
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

/// The provider whose key a text is by its looks: by the variable that it sets, or by how it begins.
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
