//! Formats counted things and figures in the user's language: `3 hunks`, `3 blocs`, `4.7`, `4,7`,
//! with its plural forms and separators.

use super::{Language, spoken};
use crate::notice::Speech;

/// Formats a count with its word; the message is `count-<word>`, with `-` for blanks.
pub fn counted(count: impl TryInto<u64>, what: &str) -> String {
    let count = count.try_into().unwrap_or(u64::MAX);
    counted_in(spoken(), count, what)
        .or_else(|| counted_in(Language::English, count, what))
        .unwrap_or_else(|| crate::words::counted(count, what))
}

fn counted_in(language: Language, count: u64, what: &str) -> Option<String> {
    (&language as &dyn Speech).count(count, what)
}

/// Translates a count from English, `3 files`, into a language; `None` if there is no such message.
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

/// Translates a figure from English, `1,200.5` or `$0.28`, into a language; `None` if the text is
/// no figure, or may be a number that identifies something, such as `3` or `1200`.
pub(super) fn figure_again(language: Language, english: &str) -> Option<String> {
    let (is_money, figure) = match english.strip_prefix('$') {
        Some(figure) => (true, figure),
        None => (false, english),
    };
    let (whole, decimals) = figure.split_once('.').unwrap_or((figure, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|one| one.is_ascii_digit());
    let number = whole.replace(',', "").parse().ok()?;
    let is_written = whole == crate::words::thousands(number);
    let is_apart = is_money || whole.contains(',');
    (is_apart && is_written && digits(decimals)).then(|| {
        if is_money {
            money_in(language, figure)
        } else {
            figure_in(language, figure)
        }
    })
}

/// Formats with thousands separators: `12,400`; in French with a no-break space, `12 400`, in
/// Portuguese with a dot, `12.400`.
pub fn thousands(number: u64) -> String {
    thousands_in(spoken(), number)
}

fn thousands_in(language: Language, number: u64) -> String {
    figure_in(language, &crate::words::thousands(number))
}

/// Converts a figure in English format, `1,234.5`, to the separators of the user's language.
pub fn figure(english: &str) -> String {
    figure_in(spoken(), english)
}

fn figure_in(language: Language, english: &str) -> String {
    language.figure(english)
}

/// Formats milliseconds as words, to be read aloud.
pub fn time_words(milliseconds: u64) -> String {
    match milliseconds / 1_000 {
        0..10 => format!("{} s", tenths(milliseconds / 100)),
        seconds @ 10..60 => format!("{seconds} s"),
        seconds => format!("{} min {} s", seconds / 60, seconds % 60),
    }
}

/// Formats a number of tenths: `4.7`.
pub fn tenths(tenths: u64) -> String {
    figure(&format!("{}.{}", tenths / 10, tenths % 10))
}

/// Formats dollars with a number of decimals: `$0.28`; the sign stands where the language puts it,
/// and no line breaks at it.
pub fn money(dollars: f64, decimals: usize) -> String {
    money_in(spoken(), &format!("{dollars:.decimals$}"))
}

/// Converts an amount of dollars in English format, without its sign, to a language.
pub(super) fn money_in(language: Language, english: &str) -> String {
    language.money(english)
}
