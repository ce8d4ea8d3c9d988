//! The words that the user can type, in one table: each by its English form, which is always
//! accepted, and by its forms in the active language (`word-<english>` in the language file; the
//! first form is the printed one). Accents may be omitted.

/// Every word that stands alone, at the beginning of a line, or after such a word.
pub const WORDS: &[&str] = &[
    "add",
    "address",
    "agent",
    "all",
    "always",
    "apply",
    "back",
    "base",
    "both",
    "call",
    "calls",
    "cancel",
    "change",
    "checkpoint",
    "comment",
    "comments",
    "compare",
    "diff",
    "disable",
    "disk",
    "done",
    "edit",
    "enable",
    "fetch",
    "forget",
    "go",
    "go on",
    "hard",
    "help",
    "hold",
    "hunks",
    "include",
    "keep",
    "key",
    "later",
    "list",
    "mine",
    "model",
    "more",
    "name",
    "network",
    "never",
    "no",
    "only",
    "open",
    "other",
    "proceed",
    "read",
    "redo",
    "refuse",
    "remove",
    "rename",
    "result",
    "rollback",
    "run",
    "runs",
    "scoped",
    "send",
    "session",
    "settle",
    "show",
    "since",
    "skip",
    "split",
    "take",
    "tell",
    "test",
    "tree",
    "unclear",
    "uncomment",
    "undo",
    "up",
    "use",
    "why",
    "with",
    "without",
    "yes",
];

/// Returns the printed form of a word.
pub(super) fn printed_form(english: &'static str) -> &'static str {
    spoken(english).next().unwrap_or(english)
}

/// Returns the word's forms in the active language; empty in English, whose forms are those
/// of the table.
fn spoken(english: &str) -> impl Iterator<Item = &'static str> {
    l10n::of_word(english)
        .unwrap_or_default()
        .split(',')
        .map(str::trim)
        .filter(|word| !word.is_empty())
}

/// Returns the English form if the text is a word of the active language; else the text
/// in lower case.
pub(super) fn english(typed: &str) -> String {
    let lower = typed.to_lowercase();
    let folded = fold(&lower);
    let mut words = WORDS.iter();
    let is_it = |english: &&&str| spoken(english).any(|word| fold(word) == folded);
    words
        .find(is_it)
        .map_or(lower, |english| (*english).to_owned())
}

/// Returns the first word in English, and the rest of the line.
pub(super) fn first(typed: &str) -> (String, &str) {
    let typed = typed.trim();
    let (word, rest) = typed.split_once(char::is_whitespace).unwrap_or((typed, ""));
    (english(word), rest.trim())
}

/// Returns the rest of a line that begins with this word.
pub(super) fn behind<'t>(typed: &'t str, english_word: &str) -> Option<&'t str> {
    let (word, rest) = typed.trim().split_once(' ')?;
    (english(word) == english_word).then(|| rest.trim())
}

/// Removes the accents of a word, because keyboards may lack them.
fn fold(word: &str) -> String {
    let plain = |letter: char| match letter {
        'à' | 'á' | 'â' | 'ã' => 'a',
        'ç' => 'c',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'í' | 'î' | 'ï' => 'i',
        'ó' | 'ô' | 'õ' => 'o',
        'ú' | 'ù' | 'û' => 'u',
        letter => letter,
    };
    word.chars().map(plain).collect()
}

#[cfg(test)]
mod tests {

    use super::*;
    use l10n::Language;
    use l10n::testing::speaking;
    use std::collections::BTreeMap;

    const OTHERS: [Language; 2] = [Language::French, Language::Portuguese];

    #[test]
    fn a_word_of_a_language_means_one_thing_and_its_english_is_understood_beside_it() {
        for language in OTHERS {
            speaking(language, || {
                let mut meant = BTreeMap::new();
                for word in WORDS {
                    assert_eq!(english(word), *word, "{language:?}: English is understood");
                    for own in spoken(word) {
                        assert_eq!(english(own), *word, "{language:?}: {own}");
                        assert_eq!(english(&fold(own).to_uppercase()), *word, "{own}");
                        let known = meant.insert(fold(own), word);
                        assert_eq!(known, None, "{language:?}: {own} means two things");
                    }
                    assert_ne!(spoken(word).count(), 0, "{language:?}: {word}");
                }
            });
        }
    }

    #[test]
    fn in_english_a_word_is_itself() {
        assert_eq!(english("Take"), "take");
        assert_eq!(english("prendre"), "prendre");
        assert_eq!(printed_form("take"), "take");
        assert_eq!(first(" Take  1.1 "), ("take".to_owned(), "1.1"));
    }
}
