//! Counted things in the language that is spoken: `3 hunks`, `3 blocs`, with the plural and the separator that it has.

use super::Argument;
use super::catalogue::Catalogue;
use super::{Language, spoken};

/// A count with its word, which is the message `count-<word>`, with `-` for blanks.
pub fn counted(count: impl TryInto<u64>, what: &str) -> String {
    let count = count.try_into().unwrap_or(u64::MAX);
    let id = format!("count-{}", what.replace(' ', "-"));
    let number = thousands(count);
    let arguments = [
        ("count", Argument::from(&count)),
        ("number", Argument::from(&number)),
    ];
    let arguments = arguments.into_iter().collect();
    Catalogue::of(spoken())
        .message(&id, &arguments)
        .or_else(|| Catalogue::of(Language::English).message(&id, &arguments))
        .unwrap_or_else(|| crate::words::counted(count, what))
}

/// `12,400`; in French and Portuguese with a blank that no line breaks at, `12 400`.
pub fn thousands(number: u64) -> String {
    let english = crate::words::thousands(number);
    match spoken() {
        Language::English => english,
        Language::French | Language::Portuguese => english.replace(',', "\u{a0}"),
    }
}
