//! Tests of the help and of argument errors in other languages.

use std::collections::BTreeSet;

use super::*;
use l10n::testing::speaking;

const OTHERS: [Language; 2] = [Language::French, Language::Portuguese];

/// Returns every text of the command line in English, each once.
pub(crate) fn texts() -> BTreeSet<String> {
    let mut command = Arguments::command();
    command.build();
    let mut out = BTreeSet::new();
    collect(&command, &mut out);
    out
}

fn collect(command: &Command, out: &mut BTreeSet<String>) {
    out.extend(command.get_about().map(ToString::to_string));
    out.extend(command.get_long_about().map(ToString::to_string));
    for argument in command.get_arguments() {
        out.extend(argument.get_help().map(ToString::to_string));
        out.extend(argument.get_long_help().map(ToString::to_string));
        let values = argument.get_possible_values();
        let helps = values.iter().filter_map(PossibleValue::get_help);
        out.extend(helps.map(ToString::to_string));
    }
    for below in command.get_subcommands() {
        collect(below, out);
    }
}

fn words(line: &str) -> Vec<OsString> {
    line.split_whitespace().map(OsString::from).collect()
}

/// Returns what is printed for a line, and whether it is help.
fn printed(line: &str) -> String {
    let arguments = words(line);
    let error = Arguments::command()
        .try_get_matches_from(&arguments)
        .expect_err("help or a mistake");
    let error = help(error, &arguments);
    mistake(&error).unwrap_or_else(|| error.to_string())
}

/// Collects every command as it is typed.
fn commands(command: &Command, before: &str, out: &mut Vec<String>) {
    let line = format!("{before}{}", command.get_name());
    for below in command.get_subcommands() {
        if below.get_name() != "help" {
            commands(below, &format!("{line} "), out);
        }
    }
    out.push(line);
}

#[test]
fn each_text_of_the_command_line_has_words_in_every_language_and_an_id_of_its_own() {
    let texts = texts();
    assert!(texts.len() > 150, "they were found: {}", texts.len());
    let ids: BTreeSet<String> = texts.iter().map(|text| l10n::argument_id(text)).collect();
    assert_eq!(ids.len(), texts.len(), "two begin with the same words");
    for language in OTHERS {
        speaking(language, || {
            let missing = texts
                .iter()
                .filter(|text| l10n::of_argument(text).is_none());
            let missing: Vec<&String> = missing.collect();
            assert_eq!(missing, Vec::<&String>::new(), "{language:?}");
        });
    }
    assert_eq!(
        l10n::of_argument("The model"),
        None,
        "English is in the types"
    );
}

#[test]
fn the_help_of_every_command_says_nothing_in_english_where_another_language_is_spoken() {
    let mut all = Vec::new();
    commands(&Arguments::command(), "", &mut all);
    assert!(all.len() > 40, "{all:?}");
    // Texts that come from clap itself.
    let own = [
        "Usage:",
        "Options:",
        "Commands:",
        "Arguments:",
        "Possible values",
        "[possible",
        "[default",
        "Print help",
    ];
    let texts = texts();
    let sentences: Vec<&String> = texts
        .iter()
        .filter(|text| text.contains(' ') && text.len() > 12)
        .collect();
    for language in OTHERS {
        speaking(language, || {
            for command in &all {
                for flag in ["-h", "--help"] {
                    let text = printed(&format!("{command} {flag}"));
                    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
                    for english in own {
                        assert!(
                            !text.contains(english),
                            "{language:?} {command}: {english} in {text}"
                        );
                    }
                    for english in &sentences {
                        assert!(
                            !flat.contains(english.as_str()),
                            "{language:?} {command}: {english} in {text}"
                        );
                    }
                    assert!(text.contains(say!("cli-usage")), "{text}");
                }
            }
        });
    }
}

#[test]
fn in_english_help_is_what_clap_makes_of_the_types() {
    let english = Arguments::command()
        .try_get_matches_from(["agentichat", "run", "--help"])
        .expect_err("help");
    assert_eq!(printed("agentichat run --help"), english.to_string());
    assert!(english.to_string().contains("Run one instruction"));
}

#[test]
fn the_help_of_a_command_in_french() {
    speaking(Language::French, || {
        insta::assert_snapshot!(printed("agentichat config --help"));
    });
}

#[test]
fn the_help_of_the_program_in_portuguese() {
    speaking(Language::Portuguese, || {
        insta::assert_snapshot!(printed("agentichat -h"));
    });
}

#[test]
fn mistakes_are_told_in_the_language_with_what_is_near_and_how_it_is_used() {
    let lines = [
        "agentichat --modle x",
        "agentichat rnu",
        "agentichat --mode fast",
        "agentichat --mode",
        "agentichat session show",
        "agentichat checkpoints --limit many",
        "agentichat --demo --continue",
        "agentichat session",
    ];
    let told = |language| {
        let told = speaking(language, || lines.map(printed));
        let told: Vec<String> = lines
            .iter()
            .zip(told)
            .map(|(line, told)| format!("$ {line}\n{told}"))
            .collect();
        told.join("\n")
    };
    let french = told(Language::French);
    for english in [
        "error", "found", "tip:", "Usage", "For more", "required", "cannot",
    ] {
        assert!(!french.contains(english), "{english} in {french}");
    }
    insta::assert_snapshot!(french);
    assert!(told(Language::English).contains("unexpected argument '--modle' found"));
}

#[test]
fn the_language_of_a_flag_is_known_before_a_configuration_is() {
    let said = |line| set_language(&words(line));
    assert_eq!(said("agentichat --set language=fr --help"), ["language=fr"]);
    assert_eq!(said("agentichat run --set=language=pt -h"), ["language=pt"]);
    assert!(said("agentichat --set theme=light").is_empty());
}

#[test]
fn options_before_a_command_are_told_where_they_go() {
    for (language, words) in [
        (Language::English, "the options go behind the command"),
        (Language::French, "les options vont après la commande"),
    ] {
        speaking(language, || {
            let told = printed("agentichat --model small --provider openai run hello");
            assert!(told.contains(words), "{told}");
            assert!(told.contains("agentichat run --model <"), "{told}");
        });
    }
}
