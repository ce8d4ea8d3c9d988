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
    let mut rest = text.as_bytes();
    while let [byte, after @ ..] = rest {
        if !matches!(byte, b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9') {
            rest = after;
            continue;
        }
        let (length, build) = first_name(rest);
        let (name, after) = rest.split_at_checked(length).unwrap_or((rest, &[]));
        if build == Build::Mixed {
            add_pieces(name, &mut out);
        }
        rest = after;
    }
    out
}

/// Whether a name is plain or in mixed case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Build {
    Plain,
    Mixed,
}

/// Returns the length of the name at the start of a text, and how it is written. Every byte of
/// every file passes through here, so the loop makes no calls.
fn first_name(text: &[u8]) -> (usize, Build) {
    let (mut before, mut last) = (b' ', b' ');
    let mut is_mixed = false;
    let mut rest = text;
    while let [byte, after @ ..] = rest {
        match byte {
            b'a'..=b'z' => {
                is_mixed |= last.is_ascii_uppercase() && before.is_ascii_uppercase();
            }
            b'A'..=b'Z' => is_mixed |= last.is_ascii_lowercase(),
            b'0'..=b'9' => {}
            _ => break,
        }
        (before, last, rest) = (last, *byte, after);
    }
    let length = text.len() - rest.len();
    if is_mixed && length > 2 {
        (length, Build::Mixed)
    } else {
        (length, Build::Plain)
    }
}

fn add_pieces(bytes: &[u8], out: &mut String) {
    let mut last = *b" ";
    for (at, byte) in bytes.iter().enumerate() {
        let next = bytes.get(at + 1).copied().unwrap_or(b' ');
        let [before] = last;
        let begins =
            byte.is_ascii_uppercase() && (before.is_ascii_lowercase() || next.is_ascii_lowercase());
        if begins || before == b' ' {
            out.push(' ');
        }
        out.push(char::from(*byte));
        last = [*byte];
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
    let telling: Vec<String> = all
        .iter()
        .filter(|word| !SAY_NOTHING.contains(&word.as_str()))
        .cloned()
        .collect();
    let mut out = if telling.is_empty() { all } else { telling };
    out.truncate(TERMS);
    out
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
