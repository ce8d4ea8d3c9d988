//! Translates stored English messages into the user's language: reasons of a risk, titles of
//! operations, origins of values. A sentence is recognised by the English messages whose ids have
//! the prefix of its kind, and formatted by the same message of the other language; the names in it
//! stay as they are. A sentence without such a message is shown in English.

use super::counts::{counted_again, figure_again, money_in};
use super::forms::{COUNTED, WHAT, forms};
use super::{Argument, Language, spoken};
use crate::notice::{Notice, Speech};
use std::borrow::Cow;

/// Name of the argument that is a sequence of notices.
const NOTICES: &str = "whys";

/// Name of the argument that is an amount of money; the English message contains its sign.
const DOLLARS: &str = "dollars";

/// Separator between notices.
const BETWEEN: &str = "; ";

/// The kind of a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Telling {
    /// The reason why a call is risky.
    Reason,
    /// The title of an operation or its checkpoint.
    Title,
    /// The scope of a rollback.
    Scope,
    /// The origin of a value, or that there is none.
    Origin,
    /// Texts of the engine, actor and providers: why a command was refused, how a run failed, what
    /// to do next, notices.
    Notice,
    /// A server with its address, inside a notice.
    Place,
    /// The permission that the answer "always" grants.
    Reach,
    /// The result of a call, in one line.
    Gave,
    /// The expected value of a configuration key, and the value found instead.
    Wanted,
    /// The author of a change that was made by neither an agent nor a session.
    Author,
    /// A part of the content that is sent to a model.
    Part,
    /// The subject of a question, in one line.
    Summary,
}

impl Telling {
    /// Every kind, in the order of declaration.
    pub(super) const ALL: [Telling; 12] = [
        Telling::Reason,
        Telling::Title,
        Telling::Scope,
        Telling::Origin,
        Telling::Notice,
        Telling::Place,
        Telling::Reach,
        Telling::Gave,
        Telling::Wanted,
        Telling::Author,
        Telling::Part,
        Telling::Summary,
    ];

    /// Prefix of the ids of the kind's messages.
    pub(super) fn prefix(self) -> &'static str {
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
            Telling::Part => "part-",
            Telling::Summary => "summary-",
        }
    }

    /// Returns the kind of an argument that is translated itself.
    fn of_argument(self, name: &str) -> Option<Self> {
        match (self, name) {
            (_, "title") => Some(Telling::Title),
            (_, "scope") => Some(Telling::Scope),
            (Telling::Notice, name) if name.starts_with("why") => Some(Telling::Notice),
            (Telling::Notice, "place") => Some(Telling::Place),
            (Telling::Notice, "wanted" | "found") => Some(Telling::Wanted),
            _ => None,
        }
    }
}

/// Whether a message belongs to a kind of retold sentences.
#[cfg(test)]
pub(super) fn is_told_again(id: &str) -> bool {
    let mut kinds = Telling::ALL.into_iter();
    kinds.any(|telling| id.starts_with(telling.prefix()))
}

/// Translates a stored English text of any kind.
pub(super) fn any(english: &str) -> String {
    let language = spoken();
    if language == Language::English {
        return english.to_owned();
    }
    let last = [Telling::Notice, Telling::Title];
    let kinds = Telling::ALL.into_iter().filter(|kind| !last.contains(kind));
    let kinds = [Telling::Notice]
        .into_iter()
        .chain(kinds)
        .chain([Telling::Title]);
    let mut said = kinds.filter_map(|kind| translated(language, kind, english));
    said.next().unwrap_or_else(|| english.to_owned())
}

/// A text or a notice that is said in the user's language.
pub trait Told {
    /// The notice, unless it is a text.
    fn message(&self) -> Option<&Notice>;
    /// The text.
    fn english(&self) -> Cow<'_, str>;
}

impl Told for str {
    fn message(&self) -> Option<&Notice> {
        None
    }

    fn english(&self) -> Cow<'_, str> {
        Cow::Borrowed(self)
    }
}

impl Told for String {
    fn message(&self) -> Option<&Notice> {
        None
    }

    fn english(&self) -> Cow<'_, str> {
        Cow::Borrowed(self)
    }
}

impl Told for Cow<'_, str> {
    fn message(&self) -> Option<&Notice> {
        None
    }

    fn english(&self) -> Cow<'_, str> {
        Cow::Borrowed(self)
    }
}

impl Told for Notice {
    fn message(&self) -> Option<&Notice> {
        self.id().map(|_| self)
    }

    fn english(&self) -> Cow<'_, str> {
        Cow::Owned(self.to_string())
    }
}

impl<T: Told + ?Sized> Told for &T {
    fn message(&self) -> Option<&Notice> {
        (**self).message()
    }

    fn english(&self) -> Cow<'_, str> {
        (**self).english()
    }
}

/// Translates a stored English text into the user's language.
pub fn retold(telling: Telling, told: &(impl Told + ?Sized)) -> Cow<'_, str> {
    if let Some(notice) = told.message() {
        return Cow::Owned(super::said(notice));
    }
    let english = told.english();
    match spoken() {
        Language::English => english,
        language => match translated(language, telling, &english) {
            Some(said) => Cow::Owned(said),
            None => english,
        },
    }
}

/// Translates a text of the engine, the actor or a provider.
pub fn notice(told: &(impl Told + ?Sized)) -> String {
    retold(Telling::Notice, told).into_owned()
}

/// Translates a notice after the place or name that it is about, as `config.yaml:2:1: this is not
/// YAML`; the place stays as it is.
pub fn placed(told: &(impl Told + ?Sized)) -> String {
    if let Some(notice) = told.message() {
        return super::said(notice);
    }
    let english = told.english();
    let word = english.split_once(": ");
    match word.filter(|(word, _)| !word.contains(char::is_whitespace)) {
        Some((word, behind)) => format!("{word}: {}", placed(behind)),
        None => notice(&english),
    }
}

/// Translates notices on lines of their own, such as the answer to `/route`.
pub fn lines(english: &str) -> String {
    let told: Vec<_> = english.lines().map(notice).collect();
    told.join("\n")
}

/// Translates a list of authors; names of agents and sessions stay as they are.
pub fn authors(told: &(impl Told + ?Sized)) -> String {
    if let Some(notice) = told.message() {
        return super::said(notice);
    }
    let english = told.english();
    let names = english.split(", ");
    let told: Vec<_> = names.map(|name| retold(Telling::Author, name)).collect();
    told.join(", ")
}

/// Translates a sentence into a language; `None` if no message matches it.
pub(super) fn translated(language: Language, telling: Telling, english: &str) -> Option<String> {
    let forms = forms(telling);
    let (form, found) = forms.of(english)?;
    let catalogue = language.catalogue();
    let in_language = |(name, text): (&'static str, &'_ str)| {
        let deed = (name == WHAT).then(|| catalogue.text(forms.deed(text)?.id));
        let inner = match name {
            NOTICES => Some(each(language, text)),
            DOLLARS if language != Language::English => Some(money_in(language, text)),
            name => {
                let inner = telling.of_argument(name);
                inner.and_then(|inner| translated(language, inner, text))
            }
        };
        let inner = inner.or_else(|| {
            let is_count = name.starts_with(COUNTED);
            is_count.then(|| counted_again(language, text))?
        });
        let inner = inner.or_else(|| figure_again(language, text));
        let said = inner.or(deed.flatten().map(str::to_owned));
        (name, said.unwrap_or_else(|| text.to_owned()))
    };
    let said: Vec<(&'static str, String)> = found.into_iter().map(in_language).collect();
    let arguments = said
        .iter()
        .map(|(name, text)| (*name, Argument::from(text).0));
    catalogue.message(form.id, &arguments.collect())
}

/// Translates a sequence of notices into a language.
fn each(language: Language, english: &str) -> String {
    let between = match language {
        Language::French => "\u{a0}; ",
        Language::English | Language::Portuguese => BETWEEN,
    };
    let one =
        |text: &str| translated(language, Telling::Notice, text).unwrap_or_else(|| text.to_owned());
    let said: Vec<String> = english.split(BETWEEN).map(one).collect();
    said.join(between)
}
