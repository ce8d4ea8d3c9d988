//! The English forms of sentences: patterns that recognise a stored English sentence and
//! extract its names.

use std::sync::OnceLock;

use fluent_syntax::ast::{Expression, InlineExpression, PatternElement};

use super::{Language, Telling};
use crate::notice::Speech;

/// Prefix of the ids of deeds: phrases inside reasons that are messages themselves, such
/// as `writes to`.
const DEED: &str = "risk-deed-";

/// Name of the argument that is a deed.
pub(super) const WHAT: &str = "what";

/// Name of the argument that contains no blank: a form with few letters of its own would otherwise
/// match any sentence.
const WORD: &str = "word";

/// Prefix of the arguments that are a count with its word, such as `3 files`.
pub(super) const COUNTED: &str = "counted";

/// The English forms of one kind of sentence.
pub(super) struct Forms {
    /// Sorted by the number of their own letters, most first, so that a complete sentence matches
    /// before one that is mostly a name.
    pub(super) sentences: Vec<Form>,
    /// Sorted by length, longest first.
    pub(super) deeds: Vec<ReasonPart>,
}

/// The form of a sentence.
pub(super) struct Form {
    pub(super) id: &'static str,
    pieces: Vec<Piece>,
}

/// A part of a reason that is a message of its own.
pub(super) struct ReasonPart {
    pub(super) id: &'static str,
    pub(super) english: &'static str,
}

/// A piece of a form.
enum Piece {
    Text(&'static str),
    /// One of the deeds.
    Deed,
    /// Any text, even an empty one; holds the argument's name.
    Name(&'static str),
}

/// The arguments of a sentence, by name.
type Found<'t> = Vec<(&'static str, &'t str)>;

/// Returns the forms of a kind. They are parsed when the first sentence of the kind is shown in
/// another language than English.
pub(super) fn forms(telling: Telling) -> &'static Forms {
    static ALL: [OnceLock<Forms>; Telling::ALL.len()] =
        [const { OnceLock::new() }; Telling::ALL.len()];
    static NONE: Forms = Forms {
        sentences: Vec::new(),
        deeds: Vec::new(),
    };
    // Each kind has a slot, so this never falls back.
    let place = ALL.get(telling as usize);
    place.map_or(&NONE, |kept| kept.get_or_init(|| read(telling)))
}

fn read(telling: Telling) -> Forms {
    let english = Language::English.catalogue();
    let (deeds, sentences): (Vec<_>, Vec<_>) = english
        .ids()
        .filter(|id| id.starts_with(telling.prefix()))
        .partition(|id| id.starts_with(DEED));
    let mut sentences: Vec<Form> = sentences.into_iter().filter_map(Form::of).collect();
    sentences.sort_by_key(|form| (std::cmp::Reverse(form.letters()), form.id));
    let deed = |id| {
        let english = english.text(id)?;
        Some(ReasonPart { id, english })
    };
    let mut deeds: Vec<ReasonPart> = deeds.into_iter().filter_map(deed).collect();
    deeds.sort_by_key(|deed| (std::cmp::Reverse(deed.english.len()), deed.id));
    Forms { sentences, deeds }
}

impl Forms {
    /// Returns the form that matches a sentence, with its arguments.
    pub(super) fn of<'t>(&self, english: &'t str) -> Option<(&Form, Found<'t>)> {
        self.sentences.iter().find_map(|form| {
            let mut found = Vec::new();
            let fits = self.fits(&form.pieces, english, &mut found);
            fits.then_some((form, found))
        })
    }

    /// Returns the deed with this English text.
    pub(super) fn deed(&self, english: &str) -> Option<&ReasonPart> {
        self.deeds.iter().find(|deed| deed.english == english)
    }

    /// Whether a text consists of these pieces; if so, `found` holds the arguments.
    fn fits<'t>(&self, pieces: &[Piece], text: &'t str, found: &mut Found<'t>) -> bool {
        let Some((piece, rest)) = pieces.split_first() else {
            return text.is_empty();
        };
        let mut try_end = |name, end| {
            let Some((taken, behind)) = text.split_at_checked(end) else {
                return false;
            };
            let is_it = match name {
                WORD => !taken.contains(char::is_whitespace),
                name if name.starts_with(COUNTED) => {
                    taken.starts_with(|one: char| one.is_ascii_digit())
                }
                _ => true,
            };
            if !is_it {
                return false;
            }
            let before = found.len();
            found.push((name, taken));
            let fits = self.fits(rest, behind, found);
            if !fits {
                found.truncate(before);
            }
            fits
        };
        match piece {
            Piece::Text(letters) => text
                .strip_prefix(letters)
                .is_some_and(|behind| self.fits(rest, behind, found)),
            Piece::Deed => self
                .deeds
                .iter()
                .filter(|deed| text.starts_with(deed.english))
                .any(|deed| try_end(WHAT, deed.english.len())),
            Piece::Name(name) => match rest.first() {
                None => try_end(name, text.len()),
                Some(Piece::Text(next)) => {
                    text.match_indices(next).any(|(end, _)| try_end(name, end))
                }
                // The boundary between the two arguments would be ambiguous.
                Some(_) => false,
            },
        }
    }
}

impl Form {
    fn of(id: &'static str) -> Option<Self> {
        let pattern = Language::English.catalogue().pattern(id)?;
        let piece = |element: &PatternElement<&'static str>| match element {
            PatternElement::TextElement { value } => Some(Piece::Text(value)),
            PatternElement::Placeable {
                expression: Expression::Inline(InlineExpression::VariableReference { id }),
            } => Some(match id.name {
                WHAT => Piece::Deed,
                name => Piece::Name(name),
            }),
            // A form that depends on a condition cannot be recognised; a test detects it.
            PatternElement::Placeable { .. } => None,
        };
        let pieces = pattern.elements.iter().map(piece).collect::<Option<_>>()?;
        Some(Self { id, pieces })
    }

    /// Counts the letters that are the form's own.
    fn letters(&self) -> usize {
        let own = |piece: &Piece| match piece {
            Piece::Text(text) => text.len(),
            Piece::Deed | Piece::Name(_) => 0,
        };
        self.pieces.iter().map(own).sum()
    }
}
