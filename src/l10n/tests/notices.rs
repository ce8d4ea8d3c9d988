//! Texts of the engine, actor and providers: each of their messages occurs in the sources.

use std::collections::{BTreeMap, BTreeSet};

use fluent_syntax::ast::PatternElement;

use super::sources::{sources, texts};
use super::{Language, speaking};
use crate::l10n::forms::forms;
use crate::l10n::told::translated;
use crate::l10n::{Telling, counted};
use crate::l10n::{notice, placed};
use crate::notice::Speech;

/// Returns a text of the sources as it is emitted, with its placeholders filled.
fn told(text: &str, place: &str) -> String {
    let mut joined = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("\\\n") {
        joined.push_str(before);
        rest = behind.trim_start();
    }
    joined.push_str(rest);
    let mut out = String::new();
    let mut rest = joined.as_str();
    while let Some((before, named)) = rest.split_once('{')
        && let Some((_, behind)) = named.split_once('}')
    {
        out.push_str(before);
        out.push_str(place);
        rest = behind;
    }
    (out + rest).replace("\\\"", "\"").replace("\\n", "\n")
}

/// Returns the texts of the library's sources, by their source file.
fn all_told() -> BTreeMap<String, BTreeSet<String>> {
    let told_of = |source: &String| texts(source).iter().map(|text| told(text, "it")).collect();
    let all = sources();
    all.iter()
        .map(|(file, source)| (file.clone(), told_of(source)))
        .collect()
}

/// Sources of notices.
const HOMES: &[&str] = &[
    "actor/",
    "app/",
    "config/",
    "engine/",
    "ledger/",
    "logging.rs",
    "pictures.rs",
    "policy/",
    "protocol/",
    "provider/",
    "redact/",
    "review/",
    "store/",
    "tools/",
    "transfer/",
    "ipc/",
    "workspace/",
];

/// Messages of the operating system, which occur in no source of this crate, and counts, whose
/// plural does not occur there.
const FOREIGN: &[&str] = &[
    "told-compaction-back-more",
    "told-os-absent",
    "told-os-denied",
    "told-os-exists",
    "told-os-folder",
    "told-os-full",
    "told-os-no-folder",
    "told-os-no-name",
    "told-os-read-only",
    "told-os-refused",
];

/// Maximum number of source texts that a message may be composed of.
const PARTS: usize = 6;

/// Returns the words of a text without separators and numbers.
fn words_of(text: &str) -> Vec<&str> {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    words
        .filter(|word| !word.is_empty() && word.parse::<u64>().is_err())
        .collect()
}

/// Whether the words occur in the sources, in at most this many consecutive parts.
fn is_put_together(words: &[&str], all: &str, parts: usize) -> bool {
    let Some(begin) = (1..=words.len()).rev().find(|end| {
        let text = words[..*end].join(" ");
        all.contains(&text)
    }) else {
        return words.is_empty();
    };
    parts > 0 && is_put_together(&words[begin..], all, parts - 1)
}

#[test]
fn each_message_of_a_notice_is_one_of_the_sources() {
    let english = Language::English.catalogue();
    let of_homes = all_told().into_iter();
    let of_homes = of_homes.filter(|(file, _)| HOMES.iter().any(|home| file.starts_with(home)));
    let all: Vec<String> = of_homes.flat_map(|(_, texts)| texts).collect();
    let all: Vec<String> = all.iter().map(|text| words_of(text).join(" ")).collect();
    let all = all.join("\n");
    let mut left = Vec::new();
    for telling in [Telling::Notice, Telling::Place] {
        for form in &forms(telling).sentences {
            let pattern = english.pattern(form.id).expect("a message");
            let pieces = pattern.elements.iter().filter_map(|piece| match piece {
                PatternElement::TextElement { value } => Some(*value),
                PatternElement::Placeable { .. } => None,
            });
            let own = pieces.max_by_key(|piece| piece.len()).unwrap_or_default();
            if !FOREIGN.contains(&form.id) && !is_put_together(&words_of(own), &all, PARTS) {
                left.push((form.id, own));
            }
        }
    }
    assert_eq!(left, Vec::<(&str, &str)>::new(), "nobody says these");
}

#[test]
fn each_message_of_a_notice_is_found_again_and_said_in_every_language() {
    let english = super::files::messages(Language::English);
    for (telling, prefix) in [(Telling::Notice, "told-"), (Telling::Place, "address-")] {
        let all = english.keys().filter(|id| id.starts_with(prefix)).count();
        assert_eq!(forms(telling).sentences.len(), all, "{prefix}");
    }
    for form in &forms(Telling::Notice).sentences {
        let names = &english[form.id];
        let values = names.iter().map(|name| (name.as_str(), value_of(name)));
        let values: BTreeMap<&str, &str> = values.collect();
        let said = filled(form.id, &values);
        let same = translated(Language::English, Telling::Notice, &said);
        assert_eq!(same.as_deref(), Some(said.as_str()), "{}", form.id);
        for language in [Language::French, Language::Portuguese] {
            let other = translated(language, Telling::Notice, &said).expect("a form");
            assert_ne!(other, said, "{} in {}", form.id, language.code());
        }
    }
}

fn value_of(name: &str) -> &'static str {
    match name {
        name if name.starts_with("counted") => "3 files",
        _ => "x1",
    }
}

/// Returns an English message with its arguments filled in.
fn filled(id: &str, values: &BTreeMap<&str, &str>) -> String {
    use crate::l10n::Argument;
    use fluent_bundle::FluentArgs;
    const NAMES: &[&str] = &[
        "added",
        "address",
        "before",
        "bytes",
        "after",
        "counted",
        "counted_changes",
        "estimate",
        "files",
        "found",
        "key",
        "mebibytes",
        "wanted",
        "limit",
        "model",
        "models",
        "number",
        "path",
        "place",
        "places",
        "reason",
        "removed",
        "rest",
        "rule",
        "saved",
        "server",
        "why",
        "why_left",
        "why_next",
        "why_system",
        "whys",
        "dollars",
        "title",
        "word",
    ];
    for name in values.keys() {
        assert!(NAMES.contains(name), "{name} of {id} is to be named here");
    }
    let known = NAMES
        .iter()
        .filter_map(|name| Some((*name, Argument::from(*values.get(name)?).0)));
    let named: FluentArgs<'_> = known.collect();
    let english = Language::English.catalogue();
    english.message(id, &named).expect("a message")
}

#[test]
fn what_stands_in_a_notice_is_told_again_with_it() {
    let told = [
        ("written: 1 file +3 -1", "écrit\u{a0}: 1 fichier +3 -1"),
        (
            "written: 1,200 files +3 -1",
            "écrit\u{a0}: 1\u{a0}200 fichiers +3 -1",
        ),
        (
            "Ollama at http://localhost:11434 cannot be reached: Connection refused (os error 111)",
            "Ollama (http://localhost:11434) est injoignable\u{a0}: connexion refusée (erreur 111 du système)",
        ),
        (
            "the provider lan at http://10.0.0.5:8080 did not accept the key (401): no key (request r1)",
            "le fournisseur lan (http://10.0.0.5:8080) n’a pas accepté la clé (401): no key (request r1)",
        ),
        (
            "this call was made in turn with another call, three times, and the user refused this call. Explain what it \
             was for, or propose another way; do not repeat it",
            "cet appel a alterné trois fois avec un autre, et vous avez refusé cet appel. L’agent doit dire à quoi il \
             servait ou proposer autre chose, sans le répéter",
        ),
        (
            "the same line was changed by you or a command",
            "la même ligne a été changée par vous ou une commande",
        ),
        (
            "to settle first: the file was deleted by session docs",
            "à régler d’abord\u{a0}: le fichier a été supprimé par la session docs",
        ),
        (
            "it builds on a rejected change by build",
            "il s’appuie sur un changement refusé, fait par build",
        ),
        (
            "set MISTRAL_API_KEY (the key of an account at console.mistral.ai)",
            "définir MISTRAL_API_KEY (la clé d’un compte sur console.mistral.ai)",
        ),
        ("2 of 3 files NOT in git", "2 fichiers sur 3 PAS dans git"),
        ("renamed from a b.rs", "renommé, avant a b.rs"),
        ("what nobody knows at all", "what nobody knows at all"),
        ("wrote 3 things", "wrote 3 things"),
    ];
    for (english, french) in told {
        let said = speaking(Language::French, || notice(english));
        assert_eq!(said, french);
        assert_eq!(notice(english), english);
    }
    let counts = speaking(Language::French, || counted(2_u8, "file"));
    assert_eq!(counts, "2 fichiers");
}

#[test]
fn what_stands_before_a_notice_stays_and_the_notice_is_told_again() {
    let told = [
        (
            "/h/config.yaml:2:1: modle: there is no such key (agentichat config keys lists them); did you mean model?",
            "/h/config.yaml:2:1: modle: cette clé n’existe pas (agentichat config keys les liste)\u{a0}; était-ce \
             model\u{a0}?",
        ),
        (
            "openai: Ollama at http://localhost:11434 cannot be reached: Connection refused (os error 111)",
            "openai: Ollama (http://localhost:11434) est injoignable\u{a0}: connexion refusée (erreur 111 du système)",
        ),
        ("it is odd: nobody says so", "it is odd: nobody says so"),
    ];
    for (english, french) in told {
        assert_eq!(speaking(Language::French, || placed(english)), french);
        assert_eq!(placed(english), english);
    }
}

#[test]
fn what_engine_and_actor_say_names_nothing_of_the_screen_that_lines_do_not_have() {
    let words = [
        "F2",
        "F7",
        "F8",
        "Esc",
        "in the editor",
        "dans l’éditeur",
        "ao editor",
        "pane",
        "panneau",
        "painel",
    ];
    for language in Language::ALL {
        let told = super::files::file(language).lines();
        let told = told.filter(|line| line.starts_with("told-"));
        for line in told {
            for word in words {
                let names = line
                    .split(|letter: char| !letter.is_alphanumeric())
                    .any(|it| it == word);
                let is_named = names || (word.contains(' ') && line.contains(word));
                assert!(!is_named, "{word}: {line}");
            }
        }
    }
}
