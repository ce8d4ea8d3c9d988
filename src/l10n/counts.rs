//! Formats counted things and figures in the user's language: `3 hunks`, `3 blocs`, `4.7`, `4,7`,
//! with its plural forms and separators.

use super::spoken;
use notice::{Speech, Value, count};

/// Formats a count with its word; the message is `count-<word>`, with `-` for blanks.
pub fn counted(number: impl TryInto<u64>, what: &'static str) -> String {
    Value::Count(count(number, what)).said_in(&spoken())
}

/// Formats with thousands separators: `12,400`; in French with a no-break space, `12 400`, in
/// Portuguese with a dot, `12.400`.
pub fn thousands(number: u64) -> String {
    figure(&notice::words::thousands(number))
}

/// Converts a figure in English format, `1,234.5`, to the separators of the user's language.
pub fn figure(english: &str) -> String {
    spoken().figure(english)
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
    spoken().money(&format!("{dollars:.decimals$}"))
}
