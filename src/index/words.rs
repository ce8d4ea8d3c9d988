//! Words: the pieces of names in a text, and the search terms of a question. Pure.

/// Maximum number of terms of a question.
const TERMS: usize = 24;

/// Words of a question that say nothing beside others.
const SAY_NOTHING: &[&str] = &[
    "a", "an", "and", "are", "as", "at", "be", "by", "can", "do", "does", "for", "from", "how",
    "i", "if", "in", "into", "is", "it", "its", "of", "on", "or", "that", "the", "then", "there",
    "this", "to", "was", "we", "what", "when", "where", "which", "who", "why", "with", "you",
];

/// Returns the pieces of names that are written as one word: `parse`, `Http` and `Header` of
/// `parseHttpHeader`. Pieces with other separators are already words of the text.
pub fn pieces(text: &str) -> String {
    let mut out = String::new();
    let names = text.as_bytes().split(|byte| !byte.is_ascii_alphanumeric());
    for name in names.filter(|name| is_mixed(name)) {
        add_pieces(name, &mut out);
    }
    out
}

/// Whether a name is in mixed case, as in `parseHttp` or `XMLReader`.
fn is_mixed(name: &[u8]) -> bool {
    let has_new_word = || {
        let mut pairs = name.array_windows();
        pairs.any(|[last, next]| last.is_ascii_lowercase() && next.is_ascii_uppercase())
    };
    let ends_capitals = || {
        let mut triples = name.array_windows();
        triples.any(|[before, last, next]| {
            before.is_ascii_uppercase() && last.is_ascii_uppercase() && next.is_ascii_lowercase()
        })
    };
    name.len() > 2 && (has_new_word() || ends_capitals())
}

/// Appends the pieces of a name, each after a space.
fn add_pieces(name: &[u8], out: &mut String) {
    let is_small = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_lowercase);
    let mut last = None;
    for (at, byte) in name.iter().enumerate() {
        let begins = byte.is_ascii_uppercase() && (is_small(last) || is_small(name.get(at + 1)));
        if begins || last.is_none() {
            out.push(' ');
        }
        out.push(char::from(*byte));
        last = Some(byte);
    }
}

/// Returns the search terms of a question: its words in lower case, each once, with the
/// pieces of names.
pub fn terms(question: &str) -> Vec<String> {
    let whole = format!("{question} {}", pieces(question));
    let mut all: Vec<String> = Vec::new();
    for word in whole.split(|letter: char| !letter.is_alphanumeric()) {
        let word = word.to_lowercase();
        if !word.is_empty() && !all.contains(&word) {
            all.push(word);
        }
    }
    let says_something = |word: &String| !SAY_NOTHING.contains(&word.as_str());
    if all.iter().any(says_something) {
        all.retain(says_something);
    }
    all.truncate(TERMS);
    all
}

/// Builds the FTS5 query that matches any of the terms. The terms are quoted, so that nothing in
/// them is an operator.
pub fn question(terms: &[String]) -> String {
    let quoted: Vec<String> = terms.iter().map(|term| format!("\"{term}\"")).collect();
    quoted.join(" OR ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fall_into_their_pieces() {
        assert_eq!(
            pieces("let parseHttpHeader = XMLReader(a_b)"),
            " parse Http Header XML Reader"
        );
        assert_eq!(pieces("plain words, UPPER and snake_case, aB, A1b"), "");
        assert_eq!(
            pieces("HTTPs a2B xY9 \u{e4}oB\u{f6}fileName"),
            " HTT Ps x Y9 file Name"
        );
    }

    #[test]
    fn a_question_is_its_telling_words() {
        assert_eq!(
            terms("Where is the lock of a session?"),
            ["lock", "session"]
        );
        assert_eq!(terms("what is it"), ["what", "is", "it"]);
        assert_eq!(terms("openFile OR \"x"), ["openfile", "x", "open", "file"]);
        assert_eq!(question(&terms("a\" OR b")), "\"b\"");
    }
}
