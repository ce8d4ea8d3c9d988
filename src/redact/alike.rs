//! Detects characters that can be mistaken for others: a Cyrillic letter in a Latin word, a
//! division slash in a path. Uses the tables of Unicode Technical Standard 39. Called by `exact`.

use std::collections::BTreeSet;

use unicode_normalization::char::is_combining_mark;
use unicode_security::mixed_script::AugmentedScriptSet;
use unicode_security::{RestrictionLevel, RestrictionLevelDetection, skeleton};

/// Returns the byte positions of characters that can be mistaken for others.
pub(super) fn marked(line: &str) -> BTreeSet<usize> {
    let mut marked = BTreeSet::new();
    if line.is_ascii() {
        return marked;
    }
    let mut word: Vec<(usize, char)> = Vec::new();
    let mut before = None;
    let mut chars = line.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if c.is_alphanumeric() || is_combining_mark(c) {
            word.push((at, c));
        } else {
            mark_word(&std::mem::take(&mut word), &mut marked);
            let after = chars.peek().map(|(_, next)| *next);
            if !c.is_ascii() && looks_ascii(c) && !is_typographic(before, c, after) {
                marked.insert(at);
            }
        }
        before = Some(c);
    }
    mark_word(&word, &mut marked);
    marked
}

/// Marks foreign characters in a word with Latin letters, and a whole word that looks like ASCII
/// from its first letter to its last but is not. Other words in a single script are not marked.
fn mark_word(word: &[(usize, char)], marked: &mut BTreeSet<usize>) {
    let is_ascii = |c: &char| c.is_ascii();
    if word.iter().all(|(_, c)| is_ascii(c)) {
        return;
    }
    let mixed = word.iter().any(|(_, c)| c.is_ascii_alphabetic());
    let all_alike = word.iter().all(|(_, c)| c.is_ascii() || looks_ascii(*c));
    let text: String = word.iter().map(|(_, c)| *c).collect();
    let level = text.as_str().detect_restriction_level();
    let scripts_differ = mixed && level > RestrictionLevel::HighlyRestrictive;
    for (at, c) in word.iter().filter(|(_, c)| !c.is_ascii()) {
        let alike = (mixed || all_alike) && looks_ascii(*c);
        if alike || (scripts_differ && c.is_alphabetic() && !is_latin(*c)) {
            marked.insert(*at);
        }
    }
}

/// Whether a character looks nearly the same as ASCII ones.
fn looks_ascii(c: char) -> bool {
    let mut buffer = [0; 4];
    let mut alike = skeleton(c.encode_utf8(&mut buffer)).peekable();
    alike.peek().is_some() && alike.all(|c| c.is_ascii())
}

fn is_latin(c: char) -> bool {
    let mut scripts = AugmentedScriptSet::from(c);
    scripts.intersect_with(AugmentedScriptSet::from('a'));
    !scripts.is_empty()
}

/// Whether the character is ordinary typography: an apostrophe or a dash between two letters, as in
/// prose; or fullwidth punctuation beside a letter of a script that uses it.
fn is_typographic(before: Option<char>, c: char, after: Option<char>) -> bool {
    let is_letter = |c: Option<char>| c.is_some_and(char::is_alphabetic);
    let is_wide = |c: Option<char>| c.is_some_and(|c| c.is_alphabetic() && c >= '\u{2e80}');
    match c {
        '\u{2019}' | '\u{2010}' | '\u{2011}' | '\u{2013}' => is_letter(before) && is_letter(after),
        '\u{ff01}'..='\u{ff5e}' => is_wide(before) || is_wide(after),
        _ => false,
    }
}
