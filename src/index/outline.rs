//! Definitions in a file: names of functions, types and the like, found line by line by the words
//! that introduce them. No parser: a wrong name in a map costs little, a grammar for every language
//! costs much. The repository map ([`super::map`]) and the chunks use them.

pub(super) mod grammars;

use super::language::Language;
use grammars::{Grammar, Shape};
use memchr::memchr;

/// Maximum number of definitions stored per file.
const MOST: usize = 400;

/// Maximum length of an examined line, in bytes; a longer one is generated.
const LINE: usize = 400;

/// A definition in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// Line number, from 1.
    pub line: u32,
    /// The language's word for this kind of definition: `fn`, `class`, `def`.
    pub kind: &'static str,
    pub name: String,
}

/// Whether files with this name have an outline.
pub fn is_known(path: &str) -> bool {
    grammar_of(path).is_some()
}

/// Returns the definitions in a text, in the order of their lines; none if the file name does not
/// reveal a known kind. At most 400 per file.
pub fn definitions(path: &str, text: &str) -> Vec<Definition> {
    let Some(grammar) = grammar_of(path) else {
        return Vec::new();
    };
    let mut fenced = false;
    let mut found = Vec::new();
    let beginnings = grammar.beginnings();
    let mut rest = text;
    let mut number = 0_u32;
    while !rest.is_empty() {
        let line = take_line(&mut rest);
        number = number.saturating_add(1);
        if !beginnings.may_begin(line) {
            continue;
        }
        if grammar.shape == Shape::Heading && line.trim_start().starts_with("```") {
            fenced = !fenced;
        }
        if fenced || line.len() > LINE {
            continue;
        }
        if let Some((kind, name)) = grammar.defined_by(line) {
            found.push(Definition {
                line: number,
                kind,
                name: name.to_owned(),
            });
            if found.len() == MOST {
                break;
            }
        }
    }
    found
}

/// Takes the next line, split like [`str::lines`].
fn take_line<'a>(rest: &mut &'a str) -> &'a str {
    let text = *rest;
    let (line, after) = match memchr(b'\n', text.as_bytes()) {
        Some(at) => {
            let line = text.get(..at).unwrap_or_default();
            let after = text.get(at + 1..).unwrap_or_default();
            (line.strip_suffix('\r').unwrap_or(line), after)
        }
        None => (text, ""),
    };
    *rest = after;
    line
}

/// The first letters of lines that can introduce a name: most lines start otherwise
/// and are skipped.
enum Beginnings {
    Any,
    /// One bit for each ASCII byte.
    OneOf(u128),
}

impl Beginnings {
    fn may_begin(&self, line: &str) -> bool {
        let Self::OneOf(letters) = self else {
            return true;
        };
        let mut rest = line.as_bytes();
        while let [b' ' | b'\t', after @ ..] = rest {
            rest = after;
        }
        match rest {
            [letter @ b'!'..=b'~', ..] => letters >> letter & 1 == 1,
            [] => false,
            // May be another kind of white space.
            _ => true,
        }
    }
}

fn grammar_of(path: &str) -> Option<&'static Grammar> {
    Language::of(path)?.grammar
}

impl Grammar {
    fn beginnings(&self) -> Beginnings {
        if self.shape != Shape::None {
            return Beginnings::Any;
        }
        let words = self.modifiers.iter().chain(self.keywords);
        let first = words.filter_map(|word| word.bytes().next());
        Beginnings::OneOf(first.fold(0, |letters, first| letters | 1 << (first & 0x7f)))
    }

    /// Returns the definition in a line: the word for its kind, and its name.
    fn defined_by<'a>(&self, line: &'a str) -> Option<(&'static str, &'a str)> {
        if self.shape == Shape::Heading {
            let name = line.trim_start_matches('#');
            let level = line.len() - name.len();
            let name = name.strip_prefix(' ')?.trim();
            return ((1..=3).contains(&level) && !name.is_empty()).then_some(("section", name));
        }
        let indented = line.starts_with([' ', '\t']);
        let mut rest = line.trim_start();
        let mut modified = false;
        loop {
            let (word, after) = first_word(rest);
            // A word can be both a keyword and a modifier, like Rust's `const`: it introduces a
            // name unless another such word follows.
            let introduces = self.keywords.iter().find(|keyword| **keyword == word);
            let before_another = || {
                let next = first_word(after).0;
                self.keywords.contains(&next) || self.modifiers.contains(&next)
            };
            if self.modifiers.contains(&word) && (introduces.is_none() || before_another()) {
                modified = true;
                rest = after;
                continue;
            }
            let Some(kind) = introduces else {
                break;
            };
            // A constant inside a definition is a detail.
            if indented && matches!(*kind, "const" | "static" | "type" | "#define") {
                return None;
            }
            return name_after(after).map(|name| (*kind, name));
        }
        let stands = match self.shape {
            Shape::None | Shape::Heading => false,
            Shape::Margin => !indented,
            Shape::Modified => modified,
            Shape::Shell => !indented,
        };
        if !stands {
            return None;
        }
        self.function(rest).map(|name| ("fn", name))
    }

    /// Returns the name before the first bracket of a line that looks like the head of a function.
    fn function<'a>(&self, line: &'a str) -> Option<&'a str> {
        let (head, tail) = line.split_once('(')?;
        let end = tail.trim_end();
        let opens =
            end.ends_with('{') || end.ends_with(')') || end.ends_with(',') || end.is_empty();
        if !opens || head.contains(['=', '"', '\'', '#', '/', ';']) {
            return None;
        }
        let name = head.trim_end();
        let start = name
            .rfind(|c: char| !is_of_name(c) && c != ':' && c != '~')
            .map_or(0, |at| {
                at + name
                    .get(at..)
                    .and_then(|rest| rest.chars().next())
                    .map_or(1, char::len_utf8)
            });
        let before = name.get(..start)?.trim();
        let name = name.get(start..)?;
        let shell = self.shape == Shape::Shell;
        let alone = before.is_empty();
        if alone != shell || !starts_a_name(name) || NOT_NAMES.contains(&name) {
            return None;
        }
        (!shell || tail.trim_start().starts_with(')')).then_some(name)
    }
}

/// Words that may stand before a bracket without being a function.
const NOT_NAMES: &[&str] = &[
    "if", "for", "while", "switch", "catch", "return", "sizeof", "new", "throw", "else", "do",
];

/// Splits off the first word of a text, which ends at a space. Brackets after a modifier
/// (`pub(crate)`) belong to the word.
fn first_word(text: &str) -> (&str, &str) {
    let end = end_of_word(text);
    let (word, rest) = text.split_at_checked(end).unwrap_or((text, ""));
    let rest = match rest.strip_prefix('(') {
        Some(inside) if word == "pub" => inside.split_once(')').map_or(rest, |(_, after)| after),
        _ => rest,
    };
    (word, rest.trim_start())
}

fn end_of_word(text: &str) -> usize {
    let mut rest = text.as_bytes();
    while let [byte, after @ ..] = rest {
        match byte {
            b'\t'..=b'\r' | b' ' | b'(' | b'<' => return text.len() - rest.len(),
            0..0x80 => rest = after,
            _ => {
                return text
                    .find(|c: char| c.is_whitespace() || c == '(' || c == '<')
                    .unwrap_or(text.len());
            }
        }
    }
    text.len()
}

/// Returns the name after an introducing word, and after a receiver in brackets if there is one.
fn name_after(text: &str) -> Option<&str> {
    let text = match text.strip_prefix('(') {
        Some(receiver) => receiver.split_once(')')?.1.trim_start(),
        None => text.trim_start_matches(['*', '&']).trim_start(),
    };
    let end = text
        .find(|c: char| !is_of_name(c) && c != '.' && c != ':')
        .unwrap_or(text.len());
    let name = text.get(..end)?.trim_end_matches(['.', ':']);
    starts_a_name(name).then_some(name)
}

fn starts_a_name(name: &str) -> bool {
    let first = name.trim_start_matches('~').chars().next();
    first.is_some_and(|c| c.is_alphabetic() || matches!(c, '_' | '$'))
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '?' | '!')
}

#[cfg(test)]
mod tests;
