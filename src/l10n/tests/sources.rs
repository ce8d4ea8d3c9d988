//! Compares the messages that the sources name with those in the files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::Language;
use super::files::messages;
use crate::config::KEYS;
use crate::l10n::told::is_told_again;
use crate::l10n::{
    argument_id, context_id, key_id, of_command, of_key, of_setting, setting_id, where_id, word_id,
};
use crate::plain::WORDS;
use crate::slash::SLASH_COMMANDS;
use crate::tui::keymap::{Context, Keymap};

/// Messages that a language lacks and shows in English. A message that its author cannot translate
/// must be listed here; the list is the remaining work.
const MISSING: &[(Language, &[&str])] = &[(Language::French, &[]), (Language::Portuguese, &[])];

/// Returns the sources of the library without its tests, by path.
pub(super) fn sources() -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut out = BTreeMap::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path
                .strip_prefix(&root)
                .expect("inside")
                .display()
                .to_string();
            let is_test = name.contains("/tests/") || name.ends_with("tests.rs");
            if name.ends_with(".rs") && !is_test && !name.starts_with("l10n/") {
                let text = std::fs::read_to_string(&path).expect("a source");
                out.insert(name, text);
            }
        }
    }
    out
}

/// Returns the texts that are a complete literal.
fn literals(text: &str) -> BTreeSet<&str> {
    text.split('"')
        .filter(|piece| {
            let letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            piece.contains('-') && piece.chars().all(letter)
        })
        .collect()
}

/// Returns each `say!` of a source: the id and the names of its arguments.
fn said(text: &str) -> Vec<(String, BTreeSet<String>)> {
    let mut out = Vec::new();
    for (at, found) in text.match_indices("say!(") {
        let inner = inside(&text[at + found.len()..]);
        let mut parts = parts(inner).into_iter();
        let id = parts.next().expect("an id");
        let id = id.trim().trim_matches('"').to_owned();
        let names = parts.map(|part| {
            let name = part.split_once('=').map_or(part.as_str(), |(name, _)| name);
            name.trim().to_owned()
        });
        out.push((id, names.filter(|name| !name.is_empty()).collect()));
    }
    out
}

/// Returns the text up to the matching closing parenthesis; string literals are skipped.
pub(super) fn inside(text: &str) -> &str {
    let mut depth = 0_i32;
    for (at, letter) in outside_of_texts(text) {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' if depth == 0 => return &text[..at],
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
    }
    panic!("no end: {text}")
}

pub(super) fn parts(text: &str) -> Vec<String> {
    let (mut depth, mut from) = (0_i32, 0);
    let mut out = Vec::new();
    for (at, letter) in outside_of_texts(text) {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                out.push(text[from..at].to_owned());
                from = at + 1;
            }
            _ => {}
        }
    }
    out.push(text[from..].to_owned());
    out
}

fn outside_of_texts(text: &str) -> impl Iterator<Item = (usize, char)> {
    let (mut is_text, mut is_escaped) = (false, false);
    text.char_indices().filter(move |(_, letter)| {
        let was_text = is_text;
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' if is_text => is_escaped = true,
            '"' => is_text = !is_text,
            _ => {}
        }
        !was_text && !is_text
    })
}

#[test]
fn what_the_sources_say_is_there_in_english_with_the_same_arguments() {
    let english = messages(Language::English);
    let mut wrong = Vec::new();
    let mut count = 0;
    for (file, text) in sources() {
        for (id, named) in said(&text) {
            count += 1;
            match english.get(&id) {
                None => wrong.push(format!("{file}: {id} is no message")),
                Some(arguments) if *arguments != named => {
                    wrong.push(format!(
                        "{file}: {id} has {arguments:?}, is given {named:?}"
                    ));
                }
                Some(_) => {}
            }
        }
    }
    assert!(count > 500, "the sources were read: {count}");
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn no_message_is_left_over() {
    let sources = sources();
    let mut used: BTreeSet<&str> = sources.values().flat_map(|text| literals(text)).collect();
    let counted: Vec<String> = sources
        .values()
        .flat_map(|text| {
            text.match_indices("counted(")
                .map(|(at, _)| inside(&text[at + 8..]))
        })
        .filter_map(|inner| {
            let last = parts(inner)
                .into_iter()
                .rfind(|part| !part.trim().is_empty())?;
            let what = last.trim().strip_prefix('"')?.strip_suffix('"')?;
            Some(format!("count-{}", what.replace(' ', "-")))
        })
        .collect();
    used.extend(counted.iter().map(String::as_str));
    let english = messages(Language::English);
    let left: Vec<&String> = english
        .keys()
        // Retold messages are found by their English text: see `told`.
        .filter(|id| !used.contains(id.as_str()) && !is_told_again(id))
        .collect();
    assert_eq!(left, Vec::<&String>::new(), "nobody says these");
    let in_the_screen = sources.iter().filter(|(file, _)| speaks(file));
    for (file, text) in in_the_screen {
        assert!(
            !text.contains("words::counted"),
            "{file}: counted is language's"
        );
    }
    for id in counted.iter().filter(|id| is_of_the_screen(id, &sources)) {
        assert!(english.contains_key(id), "{id} is no message");
    }
}

/// Whether everything that a source counts is shown in the user's language.
fn speaks(file: &str) -> bool {
    ["tui/", "slash/", "plain/", "app/terminals/"]
        .iter()
        .any(|home| file.starts_with(home))
}

/// Texts of the line mode that are not messages: typed words, a time format, and text for a model.
const NOT_SAID: &[&str] = &["%Y-%m-%d %H:%M UTC", "go on"];

/// Returns the texts of a source, without its tests and comments.
pub(super) fn texts(source: &str) -> Vec<String> {
    let source = source.split("#[cfg(test)]\nmod tests {").next();
    let source: Vec<&str> = source
        .unwrap_or_default()
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect();
    let source = source.join("\n").replace("'\"'", "").replace("'\\\\'", "");
    let mut out = Vec::new();
    let mut text: Option<String> = None;
    let mut letters = source.chars();
    while let Some(letter) = letters.next() {
        match (letter, &mut text) {
            ('"', None) => text = Some(String::new()),
            ('"', Some(_)) => out.extend(text.take()),
            ('\\', Some(text)) => {
                text.push('\\');
                text.extend(letters.next());
            }
            (letter, Some(text)) => text.push(letter),
            (_, None) => {}
        }
    }
    out
}

/// Whether a text is a sentence or the beginning of one: two consecutive words, or a capital
/// followed by a small letter.
pub(super) fn is_sentence(text: &str) -> bool {
    let letters: Vec<char> = text.chars().collect();
    let in_a_row = |three: &[char]| matches!(three, [one, ' ', two] if one.is_alphabetic() && two.is_alphabetic());
    let begun =
        matches!(letters.as_slice(), [one, two, ..] if one.is_uppercase() && two.is_lowercase());
    begun || letters.windows(3).any(in_a_row)
}

#[test]
fn the_line_mode_says_no_sentence_that_is_not_a_message() {
    let sources = sources();
    let of_lines = sources
        .iter()
        .filter(|(file, _)| file.starts_with("plain/"));
    let texts: Vec<(&String, String)> = of_lines
        .flat_map(|(file, source)| texts(source).into_iter().map(move |text| (file, text)))
        .collect();
    assert!(texts.len() > 500, "the texts were found: {}", texts.len());
    for known in NOT_SAID {
        assert!(texts.iter().any(|(_, text)| text == known), "{known}");
    }
    let english = messages(Language::English);
    // A slash command, or a counted word, which is a message by its word.
    let is_name = |text: &str| {
        text.starts_with('/') || english.contains_key(&format!("count-{}", text.replace(' ', "-")))
    };
    let said: Vec<&(&String, String)> = texts
        .iter()
        .filter(|(_, text)| {
            is_sentence(text) && !is_name(text) && !NOT_SAID.contains(&text.as_str())
        })
        .collect();
    assert_eq!(
        said,
        Vec::<&(&String, String)>::new(),
        "make these messages"
    );
}

/// Whether something is counted in a source that shows the user's language; elsewhere
/// counts are English.
fn is_of_the_screen(id: &str, sources: &BTreeMap<String, String>) -> bool {
    let what = format!("\"{}\"", id.trim_start_matches("count-").replace('-', " "));
    sources.iter().any(|(file, text)| {
        speaks(file)
            && text
                .match_indices("counted(")
                .any(|(at, _)| inside(&text[at + 8..]).contains(&what))
    })
}

#[test]
fn what_a_language_does_not_have_is_listed_and_what_it_has_takes_the_same_arguments() {
    let english = messages(Language::English);
    let keymap = Keymap::embedded().expect("the table");
    let keys = keymap.all().iter().map(|row| key_id(&row.text));
    let commands = SLASH_COMMANDS
        .iter()
        .map(|command| format!("slash-{}", command.name));
    let settings = KEYS.iter().map(|key| setting_id(key.name));
    let contexts = Context::ALL.iter().map(|one| context_id(one.name()));
    let places = Context::ALL.iter().map(|one| where_id(one.name()));
    let words = WORDS.iter().map(|word| word_id(word));
    let arguments = crate::cli::help::tests::texts();
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
    super::speaking(Language::French, || {
        assert_eq!(of_key("undo edit"), Some("défaire"));
        assert_eq!(of_key("a text of the user's own"), None);
        assert!(of_command("help").is_some());
    });
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
        let text = super::files::file(language);
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix(&format!("{id} = ")));
        line.expect("on one line").to_owned()
    };
    for id in buttons {
        let wanted = raw(Language::English, id);
        for language in [Language::French, Language::Portuguese] {
            let text = raw(language, id);
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
const LEFT_IS_NO_KEY: [&str; 4] = [
    "plain-left-as-it-is",
    "plain-own-left",
    "plain-saved-partly",
    "plain-too-large",
];

/// Returns the messages of a language as written in its file.
fn raw(language: Language) -> BTreeMap<String, String> {
    let mut out: BTreeMap<String, String> = BTreeMap::new();
    let mut id = String::new();
    for line in super::files::file(language).lines() {
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
    let arguments = crate::cli::help::tests::texts().into_iter();
    english.extend(arguments.map(|text| (argument_id(&text), text)));
    let all: usize = english.values().map(|text| named(text).len()).sum();
    assert!(all > 200, "keys are found: {all}");
    for language in [Language::French, Language::Portuguese] {
        for (id, text) in raw(language) {
            let mut wanted = english.get(&id).map(|text| named(text)).unwrap_or_default();
            if LEFT_IS_NO_KEY.contains(&id.as_str()) {
                assert!(wanted.remove("Left"), "{id} says it otherwise now");
            }
            assert_eq!(named(&text), wanted, "{}: {id}", language.code());
        }
    }
}
