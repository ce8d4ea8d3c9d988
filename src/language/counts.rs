//! Counted things in the language that is spoken: `3 hunks`, `3 blocs`, with the plural and the separator that it has.

use super::Argument;
use super::catalogue::Catalogue;
use super::{Language, spoken};

/// A count with its word, which is the message `count-<word>`, with `-` for blanks.
pub fn counted(count: impl TryInto<u64>, what: &str) -> String {
    let count = count.try_into().unwrap_or(u64::MAX);
    counted_in(spoken(), count, what)
        .or_else(|| counted_in(Language::English, count, what))
        .unwrap_or_else(|| crate::words::counted(count, what))
}

fn counted_in(language: Language, count: u64, what: &str) -> Option<String> {
    let id = format!("count-{}", what.replace(' ', "-"));
    let number = thousands_in(language, count);
    let arguments = [
        ("count", Argument::from(&count)),
        ("number", Argument::from(&number)),
    ];
    let arguments = arguments.into_iter().collect();
    Catalogue::of(language).message(&id, &arguments)
}

/// What was counted in English, `3 files`, in a language; `None` where that is no message.
pub(super) fn counted_again(language: Language, english: &str) -> Option<String> {
    let (number, words) = english.split_once(' ')?;
    let count: u64 = number.replace(',', "").parse().ok()?;
    let what = match count {
        1 => words,
        _ => words.strip_suffix('s')?,
    };
    let is_it = crate::words::counted(count, what) == english;
    is_it.then(|| counted_in(language, count, what))?
}

/// `12,400`; in French and Portuguese with a blank that no line breaks at, `12 400`.
pub fn thousands(number: u64) -> String {
    thousands_in(spoken(), number)
}

fn thousands_in(language: Language, number: u64) -> String {
    let english = crate::words::thousands(number);
    match language {
        Language::English => english,
        Language::French | Language::Portuguese => english.replace(',', "\u{a0}"),
    }
}
