//! What was told in English and is kept so, in the language that is spoken: why something is risky, what an operation is
//! called, where a value comes from. A sentence is found again by the English messages whose ids begin as those of its kind
//! do, and said by the same message of the other language, with the names that stand in it as they are. What has no such
//! message is shown in English.

use super::catalogue::Catalogue;
use super::counts::{counted_again, figure_again, money_in};
use super::forms::{COUNTED, WHAT, forms};
use super::{Argument, Language, spoken};
use std::borrow::Cow;

/// The argument that is several notices behind each other.
const NOTICES: &str = "whys";

/// The argument that is money, whose sign the English message has.
const DOLLARS: &str = "dollars";

/// What stands between notices.
const BETWEEN: &str = "; ";

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
    /// A part of what is sent to a model.
    Part,
    /// What a question was about, in a line.
    Summary,
}

impl Telling {
    /// Every kind, as they are declared.
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

    /// What the ids of its messages begin with.
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

    /// The kind of an argument that is told again itself.
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

/// Whether a message is for sentences that are told again.
#[cfg(test)]
pub(super) fn is_told_again(id: &str) -> bool {
    let mut kinds = Telling::ALL.into_iter();
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

/// Notices that stand in lines of their own, such as the answer to `/route`.
pub fn lines(english: &str) -> String {
    let told: Vec<_> = english.lines().map(notice).collect();
    told.join("\n")
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
        .map(|(name, text)| (*name, Argument::from(text)));
    catalogue.message(form.id, &arguments.collect())
}

/// Notices behind each other, each in a language.
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
