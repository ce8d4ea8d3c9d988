//! Risk reasons: every reason that the program can give is translated into every language, and
//! unknown ones stay visible.

use std::collections::{BTreeMap, BTreeSet};

use super::sources::{inside, is_sentence, parts, sources, texts};
use super::{Language, speaking};
use crate::l10n::forms::forms;
use crate::l10n::told::translated;
use crate::l10n::{Telling, authors, retold};
use crate::policy::shell::{ShellScope, assess};

const TABLE: &str = include_str!("../../../tests/fixtures/risk/commands.tsv");

/// Texts of the command policy that are not reasons: search patterns for code, and a part
/// of a command.
const NO_REASONS: &[&str] = &[
    "alter table",
    "delete from",
    "git clean",
    "git push",
    "reassign owned",
    "{operator} {}",
];

/// Reasons that are not passed to a `RiskReport` where they are written, with their source.
const ELSEWHERE: &[(&str, &str)] = &[
    (
        "policy/decide.rs",
        "content from outside the workspace came into this run",
    ),
    (
        "tools/read_scope.rs",
        "runs in a workspace that is the whole machine",
    ),
    (
        "tools/read_scope.rs",
        "reads {name}, which is not a plain file",
    ),
    (
        "tools/read_scope.rs",
        "git does not say which files it would show",
    ),
    (
        "tools/read_scope.rs",
        "shows {name}, which is on the block list",
    ),
    (
        "tools/read_scope/pattern.rs",
        "has a pattern that may match too many files",
    ),
    (
        "tools/read_scope/programs.rs",
        "runs {name} from the workspace: {found}",
    ),
    (
        "tools/read_scope/programs.rs",
        "may run {name} from the workspace: PATH has a folder that is not absolute",
    ),
    (
        "tools/read_scope/programs.rs",
        "runs the program that {found} chooses",
    ),
    (
        "tools/read_scope/search.rs",
        "searches a folder that cannot be looked at first",
    ),
    (
        "tools/read_scope/search.rs",
        "would search {name}, which is on the block list",
    ),
    (
        "tools/repositories.rs",
        "git works in {name}, a repository of its own, and runs what its settings name",
    ),
    (
        "tools/repositories.rs",
        "git does not say what its settings are here",
    ),
    (
        "tools/repositories.rs",
        "{place} says that its files lie elsewhere ({name})",
    ),
    (
        "tools/repositories.rs",
        "{place} names a program that git may run ({name})",
    ),
];

/// Returns a text of the sources with its placeholders filled.
fn filled(text: &str) -> String {
    let text = text
        .replace("{place}", "the repository a/b")
        .replace("{what}", "writes to");
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some((before, place)) = rest.split_once('{')
        && let Some((_, behind)) = place.split_once('}')
    {
        out.push_str(before);
        out.push_str("it");
        rest = behind;
    }
    out + rest
}

/// Returns the reasons in the sources, as the program would give them, by source.
fn reasons() -> BTreeMap<String, String> {
    let sources = sources();
    let deeds: BTreeSet<&str> = forms(Telling::Reason)
        .deeds
        .iter()
        .map(|deed| deed.english)
        .collect();
    let mut out = BTreeMap::new();
    for (file, source) in &sources {
        for (at, found) in source.match_indices("RiskReport::") {
            let call = &source[at + found.len()..];
            let Some((_, behind)) = call.split_once('(') else {
                continue;
            };
            if ["low(\"", "medium(\"", "high(\""]
                .iter()
                .any(|begin| call.starts_with(begin))
            {
                let text = inside(behind).trim().trim_matches('"');
                out.insert(filled(text), file.clone());
            }
        }
        // The fallback contains only texts of the shell.
        if file.starts_with("policy/shell/") && !file.ends_with("/fallback.rs") {
            let texts = texts(source).into_iter().filter(|text| {
                let is_other = NO_REASONS.contains(&text.as_str()) || deeds.contains(text.as_str());
                text.contains(' ') && is_sentence(&filled(text)) && !is_other
            });
            out.extend(texts.map(|text| (filled(&text), file.clone())));
        }
    }
    for (file, text) in ELSEWHERE {
        let known = sources
            .get(*file)
            .is_some_and(|source| source.contains(text));
        assert!(known, "{file} does not say this any more: {text}");
        out.insert(filled(text), (*file).to_owned());
    }
    out
}

#[test]
fn each_reason_of_the_sources_is_said_in_every_language() {
    let reasons = reasons();
    assert!(reasons.len() > 150, "they were found: {}", reasons.len());
    // A name that a form extracts must be a filled placeholder, not words of the sentence.
    let is_whole = |reason: &str| {
        let found = forms(Telling::Reason).of(reason).map(|(_, found)| found);
        let is_place = |text: &str| ["it", "a/b", "writes to"].contains(&text);
        found.is_some_and(|found| found.iter().all(|(_, text)| is_place(text)))
    };
    let strange: Vec<_> = reasons
        .iter()
        .filter(|(reason, _)| !is_whole(reason))
        .collect();
    assert_eq!(
        strange,
        Vec::<(&String, &String)>::new(),
        "without a message"
    );
    for language in [Language::French, Language::Portuguese] {
        let missing: Vec<_> = reasons
            .iter()
            .filter(|(reason, _)| {
                translated(language, Telling::Reason, reason).is_none_or(|said| said == **reason)
            })
            .collect();
        assert_eq!(
            missing,
            Vec::<(&String, &String)>::new(),
            "{}",
            language.code()
        );
    }
}

#[test]
fn each_message_of_a_reason_is_one_of_the_sources() {
    let reasons = reasons();
    let mut used: BTreeSet<&str> = reasons
        .keys()
        .filter_map(|reason| Some(forms(Telling::Reason).of(reason)?.0.id))
        .collect();
    // "This repository" has a second form.
    for (_, text) in ELSEWHERE {
        let reason = filled(&text.replace("{place}", "this repository"));
        used.extend(forms(Telling::Reason).of(&reason).map(|(form, _)| form.id));
    }
    let left: Vec<&str> = forms(Telling::Reason)
        .sentences
        .iter()
        .map(|form| form.id)
        .filter(|id| !used.contains(id))
        .collect();
    assert_eq!(left, Vec::<&str>::new(), "nobody gives these");
    let english = super::files::messages(Language::English);
    let all = english.keys().filter(|id| id.starts_with("risk-")).count();
    let read = forms(Telling::Reason).sentences.len() + forms(Telling::Reason).deeds.len();
    assert_eq!(read, all, "each is a form that can be found again");
}

#[test]
fn each_deed_of_the_policy_is_known() {
    let known: BTreeSet<&str> = forms(Telling::Reason)
        .deeds
        .iter()
        .map(|deed| deed.english)
        .collect();
    let mut said = BTreeSet::new();
    for (file, source) in sources() {
        if !file.starts_with("policy/shell/") {
            continue;
        }
        for call in [".writes(", "all("] {
            for (at, found) in source.match_indices(call) {
                let given = parts(inside(&source[at + found.len()..]));
                let text = given
                    .iter()
                    .map(|part| part.trim())
                    .rfind(|part| !part.is_empty());
                let text = text.and_then(|text| text.strip_prefix('"')?.strip_suffix('"'));
                said.extend(text.map(str::to_owned));
            }
        }
    }
    let said: BTreeSet<&str> = said.iter().map(String::as_str).collect();
    assert_eq!(said, known);
}

#[test]
fn each_reason_of_the_table_of_commands_is_said_in_every_language() {
    let scope = ShellScope {
        root: "/home/me/project".into(),
        cwd: "/home/me/project".into(),
        block: Vec::new(),
    };
    let commands = TABLE
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .map(|(_, command)| {
            command
                .replace('\u{240a}', "\n")
                .replace('\u{2407}', "\u{7}")
        });
    let given: BTreeSet<String> = commands
        .flat_map(|command| assess(&command, &scope).report.reasons)
        .map(|reason| reason.text.to_string())
        .collect();
    assert!(given.len() > 100, "{}", given.len());
    for language in [Language::French, Language::Portuguese] {
        let missing: Vec<&String> = given
            .iter()
            .filter(|reason| translated(language, Telling::Reason, reason).is_none())
            .collect();
        assert_eq!(missing, Vec::<&String>::new(), "{}", language.code());
    }
}

#[test]
fn english_is_found_as_it_is_and_names_stay() {
    for reason in reasons().keys() {
        assert_eq!(
            translated(Language::English, Telling::Reason, reason).as_deref(),
            Some(reason.as_str())
        );
    }
    let french = |reason: &str| {
        speaking(Language::French, || {
            retold(Telling::Reason, reason).into_owned()
        })
    };
    assert_eq!(french("writes to a b.c"), "écrit dans a b.c");
    assert_eq!(
        french("deletes the empty folder a b, outside the workspace"),
        "supprime le dossier vide a b, en dehors de l’espace de travail"
    );
    assert_eq!(french("{$x} writes files"), "{$x} écrit des fichiers");
    assert_eq!(
        french("the repository a (b) names a program that git may run (core.pager)"),
        "le dépôt a (b) nomme un programme que git peut exécuter (core.pager)"
    );
}

#[test]
fn what_nobody_knows_is_shown_as_it_is() {
    for unknown in ["", "it runs code of the workspace", "runs a house"] {
        let said = speaking(Language::French, || {
            retold(Telling::Reason, unknown).into_owned()
        });
        assert_eq!(said, unknown);
    }
    assert_eq!(retold(Telling::Reason, "only reads"), "only reads");
}

#[test]
fn titles_are_told_again_with_what_they_name_and_origins_with_their_place() {
    use Telling::{Origin, Title};
    let told = [
        (Title, "hard rollback to #3", "retour forcé à #3"),
        (
            Title,
            "before: rollback of 2 hunks",
            "avant\u{a0}: retour de 2 blocs",
        ),
        (Title, "before: say hello", "avant\u{a0}: say hello"),
        (Title, "edited src/a.rs", "src/a.rs modifié"),
        (Title, "default", "default"),
        (Telling::Scope, "of one run", "d’une exécution"),
        (Origin, "default", "par défaut"),
        (Origin, "flag --mode", "option --mode"),
    ];
    for (telling, english, french) in told {
        let said = speaking(Language::French, || retold(telling, english).into_owned());
        assert_eq!(said.replace(['\u{2068}', '\u{2069}'], ""), french);
        assert_eq!(retold(telling, english), english);
    }
}

#[test]
fn what_a_call_gave_is_told_in_the_language() {
    let told = [
        ("src/a b.rs  1 line", "src/a b.rs  1 ligne"),
        ("src/a.rs  lines 3-9 of 12", "src/a.rs  lignes 3-9 sur 12"),
        (".  14 entries", ".  14 entrées"),
        (".  14+ entries", ".  14+ entrées"),
        (
            "\"to do\"  3 hits in 2 files",
            "\"to do\"  3 résultats dans 2 fichiers",
        ),
        (
            "\"x\"  20 hits+ in 9 files",
            "\"x\"  plus de 20 résultats dans 9 fichiers",
        ),
        (
            "\"x\"  2 places (index 40 %)",
            "\"x\"  2 endroits (index à 40\u{a0}%)",
        ),
        ("exit 0, 12 lines", "fin 0, 12 lignes"),
        (
            "exit 1, 1 line, changed 2 files",
            "fin 1, 1 ligne, changé 2 fichiers",
        ),
        ("ended after 60 s, 0 lines", "arrêté après 60 s, 0 ligne"),
        ("src/a.rs  +5 -0", "src/a.rs  +5 -0"),
        ("what nobody knows", "what nobody knows"),
    ];
    for (english, french) in told {
        let said = |language| speaking(language, || retold(Telling::Gave, english).into_owned());
        assert_eq!(said(Language::French), french);
        assert_eq!(said(Language::English), english);
    }
}

#[test]
fn what_saying_always_grants_is_told_with_its_rule_as_it_is() {
    let sources = sources();
    let scopes = &sources["policy/scopes.rs"];
    let rule = "shell_exec(cargo test in this session)";
    let mut grants = vec![
        "every write until your next message".to_owned(),
        "every command and tool call of low or medium risk until your next message".to_owned(),
    ];
    for grant in &grants {
        assert!(scopes.contains(grant.as_str()), "{grant}");
    }
    for place in [
        "in this session",
        "in this workspace",
        "for this user, in every workspace",
    ] {
        assert!(scopes.contains(place), "{place}");
        grants.push(format!("{rule} {place}"));
    }
    for language in [Language::French, Language::Portuguese] {
        for english in &grants {
            let said = translated(language, Telling::Reach, english).expect("it is known");
            assert_ne!(said, *english, "{language:?}");
            assert_eq!(said.starts_with(rule), english.starts_with(rule), "{said}");
        }
    }
}

#[test]
fn faults_of_the_configuration_are_told_with_what_was_expected_and_found() {
    use crate::config::KEYS;
    let told = [
        (
            "expected a whole number from 0 to 5, found many",
            "attendu un nombre entier de 0 à 5, trouvé many",
        ),
        (
            "expected one of auto, dark, found darc; auto is used",
            "attendu l’un de auto, dark, trouvé darc\u{a0}; auto est utilisé",
        ),
        (
            "expected a group of keys, found a list",
            "attendu un groupe de clés, trouvé une liste",
        ),
        (
            "this key stands in line 3 already",
            "cette clé figure déjà à la ligne 3",
        ),
    ];
    for (english, french) in told {
        let said = speaking(Language::French, || crate::l10n::notice(english));
        assert_eq!(said, french);
    }
    // The expectation of every key is translated.
    for key in KEYS {
        let expected = key.kind.expected();
        for language in [Language::French, Language::Portuguese] {
            let said = translated(language, Telling::Wanted, &expected);
            assert!(said.is_some(), "{}: {expected}", key.name);
        }
    }
    // So is every sentence of the modules that read files.
    for file in [
        "config/yaml.rs",
        "config/read.rs",
        "config/walk.rs",
        "config/layers.rs",
    ] {
        for text in texts(&sources()[file]) {
            let text = filled(&text.replace("\\\n", " "));
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let is_told = |telling| translated(Language::French, telling, &text).is_some();
            let is_sentence = text.contains(' ') && is_sentence(&text);
            assert!(
                !is_sentence || is_told(Telling::Notice) || is_told(Telling::Wanted),
                "{file}: {text}"
            );
        }
    }
}

#[test]
fn who_made_a_change_is_told_in_every_language_and_names_stay() {
    for (language, told) in [
        (Language::English, "build, unclear, you"),
        (Language::French, "build, incertain, vous"),
        (Language::Portuguese, "build, incerto, você"),
    ] {
        let said = speaking(language, || authors("build, unclear, you"));
        assert_eq!(said, told);
    }
}
