//! What was told in English and is kept so, in the language that is spoken: why something is risky, what an operation is
//! called, where a value comes from. A sentence is found again by the English messages whose ids begin as those of its kind
//! do, and said by the same message of the other language, with the names that stand in it as they are. What has no such
//! message is shown in English.

use std::borrow::Cow;
use std::sync::OnceLock;

use fluent_syntax::ast::{Expression, InlineExpression, PatternElement};

use super::catalogue::Catalogue;
use super::counts::counted_again;
use super::{Argument, Language, spoken};

/// What ids of deeds begin with: parts of reasons that are translated themselves, such as `writes to`.
const DEED: &str = "risk-deed-";

/// The argument that is a deed.
const WHAT: &str = "what";

/// The argument that has no blank: where a form has hardly letters of its own, any sentence would be like it.
const WORD: &str = "word";

/// What arguments begin with that are a count with its word, such as `3 files`.
const COUNTED: &str = "counted";

/// What kind of sentence it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Telling {
    /// Why a call is risky.
    Reason,
    /// What an operation or its checkpoint is called.
    Title,
    /// What a rollback is of.
    Scope,
    /// Where a value comes from, or that there is none.
    Origin,
    /// What engine, actor and providers say: why an order was refused, how a run failed, what to do next, notices.
    Notice,
    /// A server with its address, in a notice.
    Place,
    /// What saying always grants.
    Reach,
    /// What a call gave, in a line.
    Gave,
    /// What is expected of a value of the configuration, and what was found in its place.
    Wanted,
    /// Who made a change, where it was no agent and no session.
    Author,
}

impl Telling {
    /// What the ids of its messages begin with.
    fn prefix(self) -> &'static str {
        match self {
            Telling::Reason => "risk-",
            Telling::Title => "title-",
            Telling::Scope => "scope-",
            Telling::Origin => "origin-",
            Telling::Notice => "told-",
            Telling::Place => "address-",
            Telling::Reach => "reach-",
            Telling::Gave => "gave-",
            Telling::Wanted => "wanted-",
            Telling::Author => "author-",
        }
    }

    /// The kind of an argument that is told again itself.
    fn of_argument(self, name: &str) -> Option<Self> {
        match (self, name) {
            (_, "title") => Some(Telling::Title),
            (_, "scope") => Some(Telling::Scope),
            (Telling::Notice, "why") => Some(Telling::Notice),
            (Telling::Notice, "place") => Some(Telling::Place),
            (Telling::Notice, "wanted" | "found") => Some(Telling::Wanted),
            _ => None,
        }
    }
}

/// Whether a message is for sentences that are told again.
#[cfg(test)]
pub(super) fn is_told_again(id: &str) -> bool {
    use Telling::{Author, Gave, Notice, Origin, Place, Reach, Reason, Scope, Title, Wanted};
    let mut kinds = [
        Reason, Title, Scope, Origin, Notice, Place, Reach, Gave, Wanted, Author,
    ]
    .into_iter();
    kinds.any(|telling| id.starts_with(telling.prefix()))
}

/// What was told in English, as people are told it.
pub fn retold(telling: Telling, english: &str) -> Cow<'_, str> {
    match spoken() {
        Language::English => Cow::Borrowed(english),
        language => {
            translated(language, telling, english).map_or(Cow::Borrowed(english), Cow::Owned)
        }
    }
}

/// What engine, actor or a provider has said, as people are told it.
pub fn notice(english: &str) -> String {
    retold(Telling::Notice, english).into_owned()
}

/// A notice behind the place or name that it is about, as `config.yaml:2:1: this is not YAML`: that stays as it is.
pub fn placed(english: &str) -> String {
    let word = english.split_once(": ");
    match word.filter(|(word, _)| !word.contains(char::is_whitespace)) {
        Some((word, behind)) => format!("{word}: {}", placed(behind)),
        None => notice(english),
    }
}

/// Who made changes, one behind the other: names of agents and sessions as they are.
pub fn authors(english: &str) -> String {
    let names = english.split(", ");
    let told: Vec<_> = names.map(|name| retold(Telling::Author, name)).collect();
    told.join(", ")
}

/// The sentence in a language; `None` where no message is like it.
pub(super) fn translated(language: Language, telling: Telling, english: &str) -> Option<String> {
    let forms = forms(telling);
    let (form, found) = forms.of(english)?;
    let catalogue = Catalogue::of(language);
    let in_language = |(name, text): (&'static str, &'_ str)| {
        let deed = (name == WHAT).then(|| catalogue.text(forms.deed(text)?.id));
        let inner = telling.of_argument(name);
        let inner = inner.and_then(|inner| translated(language, inner, text));
        let inner = inner.or_else(|| {
            let is_count = name.starts_with(COUNTED);
            is_count.then(|| counted_again(language, text))?
        });
        let said = inner.or(deed.flatten().map(str::to_owned));
        (name, said.unwrap_or_else(|| text.to_owned()))
    };
    let said: Vec<(&'static str, String)> = found.into_iter().map(in_language).collect();
    let arguments = said
        .iter()
        .map(|(name, text)| (*name, Argument::from(text)));
    catalogue.message(form.id, &arguments.collect())
}

/// The forms that sentences of a kind have in English.
pub(super) struct Forms {
    /// Those with the most letters of their own first, so that a whole sentence goes before one that is mostly a name.
    pub(super) sentences: Vec<Form>,
    /// The longest first.
    pub(super) deeds: Vec<Deed>,
}

/// A form of sentences.
pub(super) struct Form {
    pub(super) id: &'static str,
    pieces: Vec<Piece>,
}

/// A part of a reason that is a message of its own.
pub(super) struct Deed {
    id: &'static str,
    pub(super) english: &'static str,
}

/// What a form is made of.
enum Piece {
    /// These letters.
    Text(&'static str),
    /// One of the deeds.
    Deed,
    /// Anything, nothing too: the argument's name.
    Name(&'static str),
}

/// The arguments of a sentence, by their names.
type Found<'t> = Vec<(&'static str, &'t str)>;

/// The forms of a kind. All are read when the first sentence is said in another language than English.
pub(super) fn forms(telling: Telling) -> &'static Forms {
    struct All {
        reasons: Forms,
        titles: Forms,
        scopes: Forms,
        origins: Forms,
        notices: Forms,
        places: Forms,
        reaches: Forms,
        gave: Forms,
        wanted: Forms,
        authors: Forms,
    }
    static ALL: OnceLock<All> = OnceLock::new();
    let all = ALL.get_or_init(|| All {
        reasons: read(Telling::Reason),
        titles: read(Telling::Title),
        scopes: read(Telling::Scope),
        origins: read(Telling::Origin),
        notices: read(Telling::Notice),
        places: read(Telling::Place),
        reaches: read(Telling::Reach),
        gave: read(Telling::Gave),
        wanted: read(Telling::Wanted),
        authors: read(Telling::Author),
    });
    match telling {
        Telling::Reason => &all.reasons,
        Telling::Title => &all.titles,
        Telling::Scope => &all.scopes,
        Telling::Origin => &all.origins,
        Telling::Notice => &all.notices,
        Telling::Place => &all.places,
        Telling::Reach => &all.reaches,
        Telling::Gave => &all.gave,
        Telling::Wanted => &all.wanted,
        Telling::Author => &all.authors,
    }
}

fn read(telling: Telling) -> Forms {
    let english = Catalogue::of(Language::English);
    let (deeds, sentences): (Vec<_>, Vec<_>) = english
        .ids()
        .filter(|id| id.starts_with(telling.prefix()))
        .partition(|id| id.starts_with(DEED));
    let mut sentences: Vec<Form> = sentences.into_iter().filter_map(Form::of).collect();
    sentences.sort_by_key(|form| (std::cmp::Reverse(form.letters()), form.id));
    let deed = |id| {
        let english = english.text(id)?;
        Some(Deed { id, english })
    };
    let mut deeds: Vec<Deed> = deeds.into_iter().filter_map(deed).collect();
    deeds.sort_by_key(|deed| (std::cmp::Reverse(deed.english.len()), deed.id));
    Forms { sentences, deeds }
}

impl Forms {
    /// The form that a sentence has, with its arguments.
    pub(super) fn of<'t>(&self, english: &'t str) -> Option<(&Form, Found<'t>)> {
        self.sentences.iter().find_map(|form| {
            let mut found = Vec::new();
            let fits = self.fits(&form.pieces, english, &mut found);
            fits.then_some((form, found))
        })
    }

    fn deed(&self, english: &str) -> Option<&Deed> {
        self.deeds.iter().find(|deed| deed.english == english)
    }

    /// Whether a text is made of these pieces; the arguments are found then.
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
                // Where one ends and the next begins could not be told.
                Some(_) => false,
            },
        }
    }
}

impl Form {
    fn of(id: &'static str) -> Option<Self> {
        let pattern = Catalogue::of(Language::English).pattern(id)?;
        let piece = |element: &PatternElement<&'static str>| match element {
            PatternElement::TextElement { value } => Some(Piece::Text(value)),
            PatternElement::Placeable {
                expression: Expression::Inline(InlineExpression::VariableReference { id }),
            } => Some(match id.name {
                WHAT => Piece::Deed,
                name => Piece::Name(name),
            }),
            // A form that depends on something cannot be found again; a test says so.
            PatternElement::Placeable { .. } => None,
        };
        let pieces = pattern.elements.iter().map(piece).collect::<Option<_>>()?;
        Some(Self { id, pieces })
    }

    /// How many letters are its own.
    fn letters(&self) -> usize {
        let own = |piece: &Piece| match piece {
            Piece::Text(text) => text.len(),
            Piece::Deed | Piece::Name(_) => 0,
        };
        self.pieces.iter().map(own).sum()
    }
}
