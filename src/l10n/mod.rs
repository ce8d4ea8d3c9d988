//! In which language the program speaks to people: the messages of `assets/language/`, by their ids.
//!
//! Owns the files, the language that is used and what is missing in one. Names nothing of ours. What goes to a model,
//! to a log or to a program stays English and does not pass through here.
//!
//! A message is read when it is first said. One without arguments is put together then, and costs a look-up from there on.

mod argument;
mod catalogue;
mod choice;
mod counts;
mod forms;
#[cfg(test)]
pub(crate) mod tests;
mod told;

pub use argument::Argument;
pub use choice::Language;
pub use counts::{counted, figure, money, tenths, thousands, time_words};
pub use told::{Telling, authors, lines, notice, placed, retold};

use std::sync::atomic::{AtomicU8, Ordering};

use catalogue::Catalogue;

/// The language of the process, as [`Language::number`] has it.
static CURRENT: AtomicU8 = AtomicU8::new(0);

/// A message by its id: `say!("bar-nothing-typed")` is a `&'static str`, `say!("bar-files", files = 3)` a `String`. Without a
/// value the argument is the variable of that name.
macro_rules! say {
    ($id:literal $(,)?) => {
        $crate::l10n::text($id)
    };
    ($id:literal, $($name:ident $(= $value:expr)?),+ $(,)?) => {
        $crate::l10n::message(
            $id,
            [$((
                stringify!($name),
                $crate::l10n::Argument::from($crate::l10n::say!(@value $name $(= $value)?)),
            )),+],
        )
    };
    (@value $name:ident) => { &$name };
    (@value $name:ident = $value:expr) => { &$value };
}
pub(crate) use say;

/// Speaks this language from now on, everywhere in the process. What was said stays as it was said.
pub fn speak(language: Language) {
    CURRENT.store(language.number(), Ordering::Relaxed);
}

/// The language that is spoken.
pub fn spoken() -> Language {
    #[cfg(test)]
    if let Some(language) = tests::spoken_here() {
        return language;
    }
    Language::of_number(CURRENT.load(Ordering::Relaxed))
}

/// A message without arguments. An id that there is not, which a test rules out, is shown itself.
pub fn text(id: &'static str) -> &'static str {
    text_of(Catalogue::of(spoken()), id)
}

fn text_of(catalogue: &'static Catalogue, id: &'static str) -> &'static str {
    catalogue
        .text(id)
        .or_else(|| Catalogue::of(Language::English).text(id))
        .unwrap_or(id)
}

/// What a slash command does. English is in the table of commands.
pub fn of_command(name: &str) -> Option<&'static str> {
    of_tables(|| format!("slash-{name}"))
}

/// What a row of the key table says in `english`, by that: an action has several texts, even in one context.
pub fn of_key(english: &str) -> Option<&'static str> {
    of_tables(|| key_id(english))
}

/// Where keys are pressed, by the name of the context in the key table. English is that name.
pub fn of_context(name: &str) -> Option<&'static str> {
    of_tables(|| context_id(name))
}

/// Where that is, as a sentence. English is in the table of contexts.
pub fn of_where(name: &str) -> Option<&'static str> {
    of_tables(|| where_id(name))
}

fn where_id(name: &str) -> String {
    format!("where-{name}")
}

fn context_id(name: &str) -> String {
    format!("context-{name}")
}

/// What is typed in the line mode for a word of its table, the one that is told first. English is the word itself.
pub fn of_word(english: &str) -> Option<&'static str> {
    of_tables(|| word_id(english))
}

fn word_id(english: &str) -> String {
    format!("word-{}", english.replace(' ', "-"))
}

/// What a key of the configuration is for. English is in the table of keys.
pub fn of_setting(name: &str) -> Option<&'static str> {
    of_tables(|| setting_id(name))
}

fn setting_id(name: &str) -> String {
    format!("config-{}", name.replace(['.', '_'], "-"))
}

/// What the help of the command line says, by its English, which is in the types of the arguments.
pub fn of_argument(english: &str) -> Option<&'static str> {
    of_tables(|| argument_id(english))
}

/// `argument-open-the-last-session`: its first words.
pub(crate) fn argument_id(english: &str) -> String {
    const WORDS: usize = 9;
    let words = english.split(|letter: char| !letter.is_ascii_alphanumeric());
    let mut id = String::from("argument");
    for word in words.filter(|word| !word.is_empty()).take(WORDS) {
        id.push('-');
        id.push_str(&word.to_ascii_lowercase());
    }
    id
}

fn key_id(english: &str) -> String {
    let words = english.split(|letter: char| !letter.is_ascii_alphanumeric());
    let mut id = String::from("key");
    for word in words.filter(|word| !word.is_empty()) {
        id.push('-');
        id.push_str(&word.to_ascii_lowercase());
    }
    id
}

/// Tables hold their English themselves, so that an entry and its words stand in one place.
fn of_tables(id: impl Fn() -> String) -> Option<&'static str> {
    match spoken() {
        Language::English => None,
        language => Catalogue::of(language).text(&id()),
    }
}

/// A message with its arguments; see [`say`].
pub fn message<'a, const N: usize>(
    id: &'static str,
    arguments: [(&'static str, Argument<'a>); N],
) -> String {
    message_of(Catalogue::of(spoken()), id, arguments)
}

fn message_of<'a, const N: usize>(
    catalogue: &'static Catalogue,
    id: &str,
    arguments: [(&'static str, Argument<'a>); N],
) -> String {
    let arguments = arguments.into_iter().collect();
    catalogue
        .message(id, &arguments)
        .or_else(|| Catalogue::of(Language::English).message(id, &arguments))
        .unwrap_or_else(|| id.to_owned())
}
