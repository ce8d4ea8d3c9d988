//! Names in a question: words that people only write in code. They are searched as written, and as
//! other languages would write them. Pure.

/// Maximum number of names of a question that are searched.
const NAMES: usize = 8;

/// Minimum length of a name, in characters; shorter ones have no trigram.
const SHORTEST: usize = 3;

/// Returns the search texts, in lower case: the question as a whole if it is one line, and each
/// name in it, in its possible spellings.
pub(super) fn forms(question: &str) -> Vec<String> {
    let whole = question.trim();
    let mut out: Vec<String> = Vec::new();
    let mut add = |form: String| {
        if form.chars().count() >= SHORTEST && !out.contains(&form) {
            out.push(form);
        }
    };
    if !whole.contains('\n') {
        add(whole.to_lowercase());
    }
    for name in whole
        .split_whitespace()
        .map(bare)
        .filter(|word| is_name(word))
        .take(NAMES)
    {
        add(name.to_lowercase());
        add(glued(name));
        add(parted(name));
    }
    out
}

/// Strips punctuation around a word.
fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric() && c != '_')
}

/// Whether a word looks like a name in code: it has `_`, a dot or a colon inside, a capital after a
/// small letter, or capitals beside digits.
fn is_name(word: &str) -> bool {
    let letters: Vec<char> = word.chars().collect();
    let inner =
        word.contains(['_', '.', ':', '(', '-']) && letters.iter().any(|c| c.is_alphabetic());
    let camel = letters
        .windows(2)
        .any(|two| matches!(two, [before, after] if before.is_lowercase() && after.is_uppercase()));
    let code = letters.iter().any(char::is_ascii_digit) && letters.iter().any(|c| c.is_uppercase());
    // A hyphenated word of plain letters is no name.
    let hyphened = word.contains('-')
        && !letters
            .iter()
            .any(|c| c.is_uppercase() || c.is_ascii_digit());
    (inner && !hyphened) || camel || code
}

/// Turns `safe_return` into `safereturn`, which is also `safeReturn` in lower case.
fn glued(name: &str) -> String {
    name.to_lowercase().replace(['_', '-'], "")
}

/// Turns `safeReturn` into `safe_return`.
fn parted(name: &str) -> String {
    let mut out = String::new();
    let mut before = '_';
    for c in name.chars() {
        if c.is_uppercase() && before.is_lowercase() {
            out.push('_');
        }
        out.extend(c.to_lowercase());
        before = c;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::forms;

    #[test]
    fn names_are_looked_for_in_every_way_they_are_written() {
        assert_eq!(
            forms("where is safeReturn set?"),
            ["where is safereturn set?", "safereturn", "safe_return"]
        );
        assert_eq!(forms("held_until"), ["held_until", "helduntil"]);
        assert_eq!(forms("what is 40P01")[1..], ["40p01"]);
        assert_eq!(forms("`a.b.c()`, then"), ["`a.b.c()`, then", "a.b.c"]);
    }

    #[test]
    fn plain_words_are_no_names() {
        assert_eq!(
            forms("Does a server-side cache exist"),
            ["does a server-side cache exist"]
        );
        assert_eq!(forms("ab"), [""; 0]);
        assert_eq!(forms("two\nlines"), [""; 0]);
    }
}
