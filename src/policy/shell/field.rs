//! Words as the shell would see them after resolving quotes, braces and known variables.
//!
//! A word is first a sequence of [`Atom`]s; brace expansion and splitting turn it into [`Field`]s.
//! Unknown text stays in a field as a marker (a control character: commands that contain such
//! characters count as not understood from the start).

use super::findings::Span;

/// Marker for text that is known only at run time.
pub(super) const DYNAMIC: char = '\u{1}';
/// Marker for the home folder.
pub(super) const HOME: char = '\u{2}';
/// Marker for the current folder (`$PWD`).
pub(super) const CWD: char = '\u{3}';

const MAX_FIELDS: usize = 64;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Atom {
    /// An unquoted character: may be part of a glob, a brace or a tilde.
    Plain(char),
    /// A literal character.
    Quoted(char),
    /// A marker, see the constants.
    Marker(char),
    /// A position at which the word is split (`$IFS`).
    Blank,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Field {
    /// The text, with markers for unknown parts.
    pub(super) text: String,
    /// Position in the command.
    pub(super) span: Span,
    /// Whether the field is a file pattern.
    pub(super) glob: bool,
    /// Whether an obfuscation or a variable was resolved to get it: good for a warning, not
    /// for a proof.
    pub(super) unsure: bool,
    /// Whether a variable or a substitution was inserted: the executed text may differ.
    pub(super) resolved: bool,
    /// The text as written in the command.
    pub(super) source: String,
}

impl Field {
    /// Creates a field with the literal `text`, for the word at `span`.
    pub(super) fn literal(text: &str, span: Span) -> Self {
        Self {
            text: text.to_owned(),
            span,
            glob: false,
            unsure: false,
            resolved: false,
            source: text.to_owned(),
        }
    }

    /// Creates a field of unknown content.
    pub(super) fn unknown(span: Span) -> Self {
        Self {
            source: "…".to_owned(),
            ..Self::literal(&DYNAMIC.to_string(), span)
        }
    }

    /// Whether a part of the field is known only at run time.
    pub(super) fn is_dynamic(&self) -> bool {
        self.text.contains([DYNAMIC, HOME, CWD])
    }

    /// Whether the field looks like an option.
    pub(super) fn is_option(&self) -> bool {
        self.text.len() > 1 && self.text.starts_with('-')
    }

    /// Returns the text shown to the user and matched by rules: resolved if that is exact,
    /// else as written.
    pub(super) fn shown(&self) -> &str {
        if !self.text.is_empty()
            && self
                .text
                .chars()
                .all(|c: char| c.is_alphanumeric() || "_-./:=,+@%^~*?[]{}!".contains(c))
        {
            &self.text
        } else {
            &self.source
        }
    }

    /// Returns the text shown to the user, with markers spelled out.
    pub(super) fn readable(&self) -> String {
        if self.is_dynamic() {
            self.source.clone()
        } else {
            self.text.clone()
        }
    }
}

/// Turns a word's atoms into fields.
pub(super) fn fields(atoms: &[Atom], span: Span, source: &str, unsure: bool) -> Vec<Field> {
    let mut out = Vec::new();
    for alternative in braces(atoms) {
        for piece in alternative.split(|atom| *atom == Atom::Blank) {
            if piece.is_empty() && alternative.len() > piece.len() {
                continue;
            }
            let tricky = unsure || piece.len() != atoms.len();
            out.push(Field {
                resolved: unsure,
                ..field(piece, span, source, tricky)
            });
        }
    }
    out
}

fn field(atoms: &[Atom], span: Span, source: &str, unsure: bool) -> Field {
    let mut text = String::with_capacity(atoms.len());
    let mut glob = false;
    for (at, atom) in atoms.iter().enumerate() {
        match *atom {
            Atom::Plain('~') if at == 0 => text.push(HOME),
            Atom::Plain(c) => {
                glob |= matches!(c, '*' | '?' | '[');
                text.push(c);
            }
            Atom::Quoted(c) | Atom::Marker(c) => text.push(c),
            Atom::Blank => text.push(' '),
        }
    }
    let source = source.split_whitespace().collect::<Vec<_>>().join(" ");
    Field {
        text,
        span,
        glob,
        unsure,
        resolved: false,
        source,
    }
}

/// Expands braces: `{a,b}` gives two words. Ranges and oversized expansions become a marker.
fn braces(atoms: &[Atom]) -> Vec<Vec<Atom>> {
    let mut done = Vec::new();
    let mut todo = vec![atoms.to_vec()];
    while let Some(word) = todo.pop() {
        if done.len() + todo.len() > MAX_FIELDS {
            return vec![vec![Atom::Marker(DYNAMIC)]];
        }
        match first_brace(&word) {
            None => done.push(word),
            Some((open, close, commas)) => {
                let mut cuts = vec![open];
                cuts.extend(commas);
                cuts.push(close);
                let alternatives = cuts.windows(2).map(|cut| {
                    let [from, to] = cut else { return word.clone() };
                    let mut next = word.get(..open).unwrap_or_default().to_vec();
                    next.extend_from_slice(word.get(from + 1..*to).unwrap_or_default());
                    next.extend_from_slice(word.get(close + 1..).unwrap_or_default());
                    next
                });
                let mut alternatives: Vec<_> = alternatives.collect();
                alternatives.reverse();
                todo.append(&mut alternatives);
            }
        }
    }
    done
}

/// Returns the first brace with a comma: its start, its end, and its commas.
fn first_brace(word: &[Atom]) -> Option<(usize, usize, Vec<usize>)> {
    let mut open: Vec<(usize, Vec<usize>)> = Vec::new();
    let mut best: Option<(usize, usize, Vec<usize>)> = None;
    for (at, atom) in word.iter().enumerate() {
        match atom {
            Atom::Plain('{') => open.push((at, Vec::new())),
            Atom::Plain(',') => {
                if let Some((_, commas)) = open.last_mut() {
                    commas.push(at);
                }
            }
            Atom::Plain('}') => {
                if let Some((from, commas)) = open.pop()
                    && !commas.is_empty()
                {
                    best = Some((from, at, commas));
                    break;
                }
            }
            _ => {}
        }
    }
    best
}
