//! Converts syntax nodes of words to atoms: removes quotes, decodes escapes, inserts known
//! variables.
//!
//! Resolves only exact values, and marks all others as unknown. `walk` visits the commands nested
//! in a word.

use tree_sitter::Node;

use super::field::{Atom, CWD, DYNAMIC, Field, HOME, fields};
use super::walk::Walker;

impl Walker<'_> {
    /// Returns the fields that a word expands to.
    pub(super) fn fields_of(&self, node: Node<'_>) -> Vec<Field> {
        let mut word = Word::default();
        self.atoms(node, Quotes::Outside, &mut word);
        let span = self.span(node);
        if word.atoms.is_empty() && node.end_byte() > node.start_byte() {
            return vec![Field {
                source: self.text(node).to_owned(),
                ..Field::literal("", span)
            }];
        }
        fields(&word.atoms, span, self.text(node), word.unsure)
    }

    fn atoms(&self, node: Node<'_>, quotes: Quotes, word: &mut Word) {
        let text = self.text(node);
        match node.kind() {
            "raw_string" => word.quoted(strip(text, "'", "'")),
            "ansi_c_string" => word.quoted(&decode_ansi_c(strip(text, "$'", "'"))),
            "string" | "translated_string" => self.string_atoms(node, word),
            "concatenation" | "command_name" => self.concatenated(node, quotes, word),
            "simple_expansion" => self.variable(strip(text, "$", ""), word),
            "expansion" => {
                let name = strip(text, "${", "}");
                if name.starts_with("IFS") {
                    word.variable_blank();
                } else {
                    self.variable(name, word);
                }
            }
            "command_substitution" => match self.static_output(node) {
                Some(output) => {
                    word.unsure = true;
                    word.split(&output, quotes);
                }
                None => word.dynamic(),
            },
            "process_substitution" => word.quoted("/dev/fd/63"),
            "number" if node.named_child_count() > 0 => word.dynamic(),
            "word"
            | "number"
            | "variable_name"
            | "test_operator"
            | "regex"
            | "extglob_pattern"
            | "special_variable_name" => word.plain(text),
            _ if !node.is_named() => word.plain(text),
            _ => word.dynamic(),
        }
    }

    /// Appends the children in order, and the text between them verbatim.
    fn concatenated(&self, node: Node<'_>, quotes: Quotes, word: &mut Word) {
        let mut at = node.start_byte();
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            word.plain(self.slice(at, child.start_byte()));
            self.atoms(child, quotes, word);
            at = child.end_byte();
        }
        word.plain(self.slice(at, node.end_byte()));
    }

    /// Appends a string's atoms. The grammar omits blanks from a string's children, so everything
    /// that is not an expansion is taken from the source.
    fn string_atoms(&self, node: Node<'_>, word: &mut Word) {
        let text = self.text(node);
        let begin = node.start_byte() + text.find('"').map_or(0, |at| at + 1);
        let end = node.end_byte().saturating_sub(1);
        let mut at = begin;
        self.expansions(node, &mut |child| {
            word.double_quoted(self.slice(at, child.start_byte()));
            self.atoms(child, Quotes::Inside, word);
            at = child.end_byte();
        });
        word.double_quoted(self.slice(at, end));
        if at >= end && begin == end {
            word.quoted("");
        }
    }

    fn expansions<'t>(&self, node: Node<'t>, visit: &mut dyn FnMut(Node<'t>)) {
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            match child.kind() {
                "string" => self.expansions(child, visit),
                "string_content" => {}
                _ => visit(child),
            }
        }
    }

    fn variable(&self, name: &str, word: &mut Word) {
        match name {
            "IFS" => word.variable_blank(),
            "HOME" => word.atoms.push(Atom::Marker(HOME)),
            "PWD" => word.atoms.push(Atom::Marker(CWD)),
            _ => match self.state.variables.get(name) {
                Some(Some(value)) => {
                    word.unsure = true;
                    word.split(value, Quotes::Outside);
                }
                _ => word.dynamic(),
            },
        }
    }

    /// Returns the output of `$(echo …)` or `$(printf …)` if every word of the command is known.
    fn static_output(&self, node: Node<'_>) -> Option<String> {
        if node.named_child_count() != 1 {
            return None;
        }
        let command = node.named_child(0)?;
        if command.kind() != "command" {
            return None;
        }
        let mut words = Vec::new();
        let mut cursor = command.walk();
        for child in command.named_children(&mut cursor) {
            // Bounds the work: a nested substitution is not resolved and becomes a marker.
            if child.kind() == "command_substitution"
                || self.text(child).contains('`')
                || self.text(child).contains("$(")
            {
                return None;
            }
            words.extend(self.fields_of(child));
        }
        let (name, rest) = words.split_first()?;
        if !matches!(name.text.as_str(), "echo" | "printf") || rest.iter().any(Field::is_dynamic) {
            return None;
        }
        let rest: Vec<&str> = rest
            .iter()
            .map(|field| field.text.as_str())
            .filter(|text| !matches!(*text, "-n" | "-e" | "--"))
            .collect();
        Some(rest.join(" "))
    }
}

/// Whether an expansion is inside double quotes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Quotes {
    Inside,
    Outside,
}

#[derive(Debug, Default)]
struct Word {
    atoms: Vec<Atom>,
    unsure: bool,
}

impl Word {
    fn dynamic(&mut self) {
        self.atoms.push(Atom::Marker(DYNAMIC));
    }

    fn variable_blank(&mut self) {
        self.unsure = true;
        self.atoms.push(Atom::Blank);
    }

    fn quoted(&mut self, text: &str) {
        self.atoms.extend(text.chars().map(Atom::Quoted));
    }

    /// Appends the text of an expansion, split at blanks outside quotes.
    fn split(&mut self, text: &str, quotes: Quotes) {
        for c in text.chars() {
            if quotes == Quotes::Outside && c.is_ascii_whitespace() {
                self.atoms.push(Atom::Blank);
            } else if matches!(c, DYNAMIC | HOME | CWD) {
                self.atoms.push(Atom::Marker(c));
            } else {
                self.atoms.push(Atom::Quoted(c));
            }
        }
    }

    /// Appends unquoted text, in which a backslash keeps the next character and joins lines.
    fn plain(&mut self, text: &str) {
        let mut chars = text.chars();
        while let Some(c) = chars.next() {
            match c {
                '\\' => match chars.next() {
                    Some('\n') => {}
                    Some(kept) => self.atoms.push(Atom::Quoted(kept)),
                    None => self.atoms.push(Atom::Quoted('\\')),
                },
                _ => self.atoms.push(Atom::Plain(c)),
            }
        }
    }

    /// Appends double-quoted text, in which a backslash escapes only a few characters.
    fn double_quoted(&mut self, text: &str) {
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            if c == '\\' {
                match chars.peek() {
                    Some('\n') => {
                        chars.next();
                        continue;
                    }
                    Some('"' | '\\' | '$' | '`') => {
                        self.atoms.extend(chars.next().map(Atom::Quoted));
                        continue;
                    }
                    _ => {}
                }
            }
            self.atoms.push(Atom::Quoted(c));
        }
    }
}

fn strip<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let text = text.strip_prefix(start).unwrap_or(text);
    text.strip_suffix(end).unwrap_or(text)
}

/// Decodes `$'…'` as in the bash manual, "ANSI-C Quoting". Leaves invalid escapes unchanged.
fn decode_ansi_c(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        let Some(kind) = chars.next() else {
            out.push('\\');
            break;
        };
        let (radix, most, seed) = match kind {
            'a' => {
                out.push('\u{7}');
                continue;
            }
            'b' => {
                out.push('\u{8}');
                continue;
            }
            'e' | 'E' => {
                out.push('\u{1b}');
                continue;
            }
            'f' => {
                out.push('\u{c}');
                continue;
            }
            'n' => {
                out.push('\n');
                continue;
            }
            'r' => {
                out.push('\r');
                continue;
            }
            't' => {
                out.push('\t');
                continue;
            }
            'v' => {
                out.push('\u{b}');
                continue;
            }
            'c' => {
                chars.next();
                out.push(DYNAMIC);
                continue;
            }
            'x' => (16, 2, 0),
            'u' => (16, 4, 0),
            'U' => (16, 8, 0),
            '0'..='7' => (8, 2, kind.to_digit(8).unwrap_or(0)),
            other => {
                out.push(other);
                continue;
            }
        };
        let mut value = seed;
        for _ in 0..most {
            let Some(digit) = chars.peek().and_then(|c| c.to_digit(radix)) else {
                break;
            };
            value = value.wrapping_mul(radix).wrapping_add(digit);
            chars.next();
        }
        out.push(char::from_u32(value).unwrap_or(DYNAMIC));
    }
    out
}
