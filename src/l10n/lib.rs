//! The user interface's language: the messages of `assets/language/`, by their ids.
//!
//! Owns the files, the current language and the list of what is missing in one. Depends on no other
//! module. Text for a model, a log or a program stays English and does not pass through here.
//!
//! A message is parsed on first use. One without arguments is formatted then, and
//! costs a look-up afterwards.

mod argument;
mod choice;
mod counts;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
#[cfg(test)]
mod tests;

pub use argument::Argument;
pub use choice::Language;
pub use counts::{counted, figure, money, tenths, thousands, time_words};

use std::sync::atomic::{AtomicU8, Ordering};

use fluent_bundle::FluentArgs;

use notice::catalogue::Catalogue;
#[doc(hidden)]
pub use notice::takes;
use notice::{Notice, Speech};

/// The language of the process, as returned by [`Language::number`].
static CURRENT: AtomicU8 = AtomicU8::new(0);

/// Returns a message by its id: `say!("bar-nothing-typed")` is a `&'static str`, `say!("bar-files",
/// files = 3)` a `String`. An argument without a value takes the variable of that name.
#[macro_export]
macro_rules! say {
    ($id:literal $(,)?) => {{
        const {
            assert!($crate::takes($id, &[]), concat!("no such message: ", $id));
        }
        $crate::text($id)
    }};
    ($id:literal, $($name:ident $(= $value:expr)?),+ $(,)?) => {{
        const {
            assert!(
                $crate::takes($id, &[$(stringify!($name)),+]),
                concat!("no such message, or other arguments: ", $id),
            );
        }
        $crate::message(
            $id,
            [$((
                stringify!($name),
                $crate::Argument::from($crate::say!(@value $name $(= $value)?)),
            )),+],
        )
    }};
    (@value $name:ident) => { &$name };
    (@value $name:ident = $value:expr) => { &$value };
}
/// Sets the language for the whole process. Texts that were already formatted stay as they are.
pub fn speak(language: Language) {
    CURRENT.store(language.number(), Ordering::Relaxed);
}

/// Returns the current language.
pub fn spoken() -> Language {
    #[cfg(any(test, feature = "testing"))]
    if let Some(language) = testing::spoken_here() {
        return language;
    }
    Language::of_number(CURRENT.load(Ordering::Relaxed))
}

/// Says a notice in the user's language.
pub fn said(notice: &Notice) -> String {
    notice.said_in(&spoken())
}

/// Returns a message without arguments. An unknown id, which a test rules out, is returned itself.
pub fn text(id: &'static str) -> &'static str {
    text_of(spoken().catalogue(), id)
}

fn text_of(catalogue: &'static Catalogue, id: &'static str) -> &'static str {
    catalogue
        .text(id)
        .or_else(|| Language::English.catalogue().text(id))
        .unwrap_or(id)
}

/// Returns the description of a slash command. The English one is in the table of commands.
pub fn of_command(name: &str) -> Option<&'static str> {
    of_tables(|| format!("slash-{name}"))
}

/// Returns the description of a row of the key table, by its English text: an action has several
/// texts, even in one context.
pub fn of_key(english: &str) -> Option<&'static str> {
    of_tables(|| key_id(english))
}

/// Returns the word of a key hint, by its name in the key table.
pub fn hint(name: &str) -> Option<&'static str> {
    let id = format!("hint-{name}");
    let english = || Language::English.catalogue().text(&id);
    spoken().catalogue().text(&id).or_else(english)
}

/// Returns the name of a key context, by its name in the key table, which is the English one.
pub fn of_context(name: &str) -> Option<&'static str> {
    of_tables(|| context_id(name))
}

/// Returns the description of a key context, as a sentence. The English one is in the
/// table of contexts.
pub fn of_where(name: &str) -> Option<&'static str> {
    of_tables(|| where_id(name))
}

pub fn where_id(name: &str) -> String {
    format!("where-{name}")
}

pub fn context_id(name: &str) -> String {
    format!("context-{name}")
}

/// Returns the word that the user types in the line mode for a word of its table; the first one,
/// which the program shows. The English one is the word itself.
pub fn of_word(english: &str) -> Option<&'static str> {
    of_tables(|| word_id(english))
}

pub fn word_id(english: &str) -> String {
    format!("word-{}", english.replace(' ', "-"))
}

/// Returns the description of a configuration key. The English one is in the table of keys.
pub fn of_setting(name: &str) -> Option<&'static str> {
    of_tables(|| setting_id(name))
}

pub fn setting_id(name: &str) -> String {
    format!("config-{}", name.replace(['.', '_'], "-"))
}

/// Returns a help text of the command line, by its English text, which is in the types
/// of the arguments.
pub fn of_argument(english: &str) -> Option<&'static str> {
    of_tables(|| argument_id(english))
}

/// Builds the id of a help text from its first words: `argument-open-the-last-session`.
pub fn argument_id(english: &str) -> String {
    const WORDS: usize = 9;
    let words = english.split(|letter: char| !letter.is_ascii_alphanumeric());
    let mut id = String::from("argument");
    for word in words.filter(|word| !word.is_empty()).take(WORDS) {
        id.push('-');
        id.push_str(&word.to_ascii_lowercase());
    }
    id
}

pub fn key_id(english: &str) -> String {
    let words = english.split(|letter: char| !letter.is_ascii_alphanumeric());
    let mut id = String::from("key");
    for word in words.filter(|word| !word.is_empty()) {
        id.push('-');
        id.push_str(&word.to_ascii_lowercase());
    }
    id
}

/// Tables contain their English texts themselves, so that an entry and its text stand in one place.
fn of_tables(id: impl Fn() -> String) -> Option<&'static str> {
    match spoken() {
        Language::English => None,
        language => language.catalogue().text(&id()),
    }
}

/// Returns a message with its arguments; see [`say`].
pub fn message<'a, const N: usize>(
    id: &'static str,
    arguments: [(&'static str, Argument<'a>); N],
) -> String {
    message_of(spoken().catalogue(), id, arguments)
}

fn message_of<'a, const N: usize>(
    catalogue: &'static Catalogue,
    id: &str,
    arguments: [(&'static str, Argument<'a>); N],
) -> String {
    let arguments = arguments.into_iter().map(|(name, value)| (name, value.0));
    let arguments: FluentArgs<'_> = arguments.collect();
    catalogue
        .message(id, &arguments)
        .or_else(|| Language::English.catalogue().message(id, &arguments))
        .unwrap_or_else(|| id.to_owned())
}
