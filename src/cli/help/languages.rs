//! Compares the languages with each other and with the tables that have their English themselves.

use std::collections::{BTreeMap, BTreeSet};

use super::tests::texts;
use client::slash::SLASH_COMMANDS;
use config::KEYS;
use l10n::Language;
use l10n::say;
use l10n::testing::{file, messages, speaking};
use l10n::{
    argument_id, context_id, key_id, of_command, of_key, of_setting, setting_id, where_id, word_id,
};
use plain::WORDS;
use tui::keymap::{Context, Keymap};

/// Messages that a language lacks and shows in English. A message that its author cannot translate
/// must be listed here; the list is the remaining work.
const MISSING: &[(Language, &[&str])] = &[(Language::French, &[]), (Language::Portuguese, &[])];

#[test]
fn what_a_language_does_not_have_is_listed_and_what_it_has_takes_the_same_arguments() {
    let english = messages(Language::English);
    let keymap = Keymap::embedded().expect("the table");
    let rows = keymap.all().iter();
    let keys = rows.flat_map(|row| [&row.text, &row.group]);
    let keys = keys
        .filter(|text| !text.is_empty())
        .map(|text| key_id(text));
    let commands = SLASH_COMMANDS
        .iter()
        .map(|command| format!("slash-{}", command.name));
    let settings = KEYS.iter().map(|key| setting_id(key.name));
    let contexts = Context::ALL.iter().map(|one| context_id(one.name()));
    let places = Context::ALL.iter().map(|one| where_id(one.name()));
    let words = WORDS.iter().map(|word| word_id(word));
    let arguments = texts();
    let arguments = arguments.iter().map(|text| argument_id(text));
    let of_tables: BTreeSet<String> = keys
        .chain(words)
        .chain(arguments)
        .chain(commands)
        .chain(settings)
        .chain(contexts)
        .chain(places)
        .collect();
    for (language, stated) in MISSING {
        let theirs = messages(*language);
        let wanted = english.keys().chain(&of_tables);
        let missing: Vec<&str> = wanted
            .filter(|id| !theirs.contains_key(*id))
            .map(String::as_str)
            .collect();
        println!(
            "{}: {} missing: {missing:?}",
            language.code(),
            missing.len()
        );
        assert_eq!(missing, *stated, "{}.ftl", language.code());
        for (id, arguments) in &theirs {
            match english.get(id) {
                Some(known) => assert_eq!(arguments, known, "{}.ftl: {id}", language.code()),
                None => assert!(
                    of_tables.contains(id),
                    "{}.ftl: {id} is English's no more",
                    language.code()
                ),
            }
        }
    }
}

#[test]
fn texts_of_the_key_table_have_ids_of_their_own() {
    let keymap = Keymap::embedded().expect("the table");
    let mut texts = BTreeMap::new();
    for row in keymap.all() {
        let known = texts.insert(key_id(&row.text), &row.text);
        assert!(
            known.is_none_or(|known| *known == row.text),
            "{known:?} and {}",
            row.text
        );
    }
    assert_eq!(of_key("undo edit"), None, "English is in the table");
    assert_eq!(of_command("help"), None);
    assert_eq!(of_setting("motion"), None);
    speaking(Language::French, || {
        assert_eq!(of_key("undo edit"), Some("défaire"));
        assert_eq!(of_key("a text of the user's own"), None);
        assert!(of_command("help").is_some());
    });
}

/// Replaces a language's own names of keys by the English ones. A workspace is no key.
fn with_english_keys(language: Language, text: &str) -> String {
    let names = speaking(language, || {
        [
            (say!("keyname-enter"), "Enter"),
            (say!("keyname-space"), "Space"),
            (say!("keyname-backspace"), "Backspace"),
        ]
    });
    let replaced = names.iter();
    let text = text.replace("Espace de travail", "");
    let text = text.replace("Espaço de trabalho", "");
    replaced.fold(text, |text, (own, english)| text.replace(own, english))
}

/// Returns the key that a button's text names: its first word.
fn key_of(text: &str) -> &str {
    text.trim_start().split(' ').next().unwrap_or_default()
}

#[test]
fn a_button_names_the_same_key_in_every_language() {
    let english = messages(Language::English);
    let buttons: Vec<&String> = english
        .keys()
        .filter(|id| {
            id.starts_with("bar-button-")
                || id.starts_with("bar-enter-")
                || id.starts_with("bar-esc-")
        })
        .collect();
    assert!(buttons.len() > 30, "{buttons:?}");
    let raw = |language: Language, id: &str| {
        let text = file(language);
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix(&format!("{id} = ")));
        line.expect("on one line").to_owned()
    };
    for id in buttons {
        let wanted = raw(Language::English, id);
        for language in [Language::French, Language::Portuguese] {
            let text = raw(language, id);
            let text = with_english_keys(language, &text);
            assert_eq!(key_of(&text), key_of(&wanted), "{}: {id}", language.code());
        }
    }
}

/// Returns the keys and shell texts that a text names, which must be the same in every language.
fn named(text: &str) -> BTreeSet<&str> {
    const KEYS: [&str; 12] = [
        "Enter",
        "Esc",
        "Tab",
        "Space",
        "Up",
        "Down",
        "Left",
        "Right",
        "PageUp",
        "PageDown",
        "Backspace",
        "OSC",
    ];
    let is_function_key = |word: &str| {
        word.strip_prefix('F')
            .is_some_and(|number| number.parse::<u8>().is_ok())
    };
    let is_key = |word: &str| {
        let modified = ["Ctrl+", "Alt+", "Shift+"];
        KEYS.contains(&word)
            || is_function_key(word)
            || modified.iter().any(|modifier| word.starts_with(modifier))
    };
    let is_flag = |word: &str| word.starts_with("--");
    text.split(|letter: char| !(letter.is_ascii_alphanumeric() || "+-$_".contains(letter)))
        .filter(|word| is_key(word) || is_flag(word))
        .collect()
}

/// Messages whose English "Left" is not a key.
const LEFT_IS_NO_KEY: [&str; 3] = ["plain-own-left", "plain-review-left", "plain-too-large"];

/// Returns the messages of a language as written in its file.
fn raw(language: Language) -> BTreeMap<String, String> {
    let mut out: BTreeMap<String, String> = BTreeMap::new();
    let mut id = String::new();
    for line in file(language).lines() {
        match line.split_once(" =") {
            Some((name, rest)) if !line.starts_with([' ', '#']) => {
                id = name.to_owned();
                out.insert(id.clone(), rest.to_owned());
            }
            _ if line.starts_with(' ') => {
                out.entry(id.clone()).or_default().push_str(line);
            }
            _ => {}
        }
    }
    out
}

#[test]
fn a_message_names_the_same_keys_and_flags_in_every_language() {
    let mut english = raw(Language::English);
    let keymap = Keymap::embedded().expect("the table");
    english.extend(
        keymap
            .all()
            .iter()
            .map(|row| (key_id(&row.text), row.text.clone())),
    );
    english.extend(SLASH_COMMANDS.iter().map(|command| {
        let id = format!("slash-{}", command.name);
        (id, command.help.to_owned())
    }));
    english.extend(
        KEYS.iter()
            .map(|key| (setting_id(key.name), key.doc().to_owned())),
    );
    let places = Context::ALL.iter();
    english.extend(places.map(|one| (where_id(one.name()), one.text().to_owned())));
    let arguments = texts().into_iter();
    english.extend(arguments.map(|text| (argument_id(&text), text)));
    let all: usize = english.values().map(|text| named(text).len()).sum();
    assert!(all > 200, "keys are found: {all}");
    for language in [Language::French, Language::Portuguese] {
        for (id, text) in raw(language) {
            let mut wanted = english.get(&id).map(|text| named(text)).unwrap_or_default();
            if LEFT_IS_NO_KEY.contains(&id.as_str()) {
                assert!(wanted.remove("Left"), "{id} says it otherwise now");
            }
            let text = with_english_keys(language, &text);
            assert_eq!(named(&text), wanted, "{}: {id}", language.code());
        }
    }
}
