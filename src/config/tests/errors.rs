//! Error messages for a wrong config: file, line, column, key, and the nearest valid name.

use proptest::prelude::*;

use super::super::nearest::{distance, nearest_group, nearest_key};
use super::*;

#[test]
fn a_config_with_each_key_of_an_earlier_build_has_no_fault() {
    let text = include_str!("../../../tests/fixtures/stored/config.yaml");
    assert_eq!(Harness::new().global(text).problems(), [""; 0]);
}

#[test]
fn an_unknown_key_names_file_line_column_and_the_nearest_one() {
    let place = Harness::new().global("model: tiny\nmax_hunk_line: 10\n");
    assert_eq!(
        place.problems(),
        [
            "config/config.yaml:2:1: max_hunk_line: no such key (agentichat config keys \
          lists them); did you mean max_hunk_lines?"
        ]
    );
}

#[test]
fn swapped_letters_name_the_key_with_the_same_letters() {
    assert_eq!(nearest_key("modle"), Some("model"));
    assert_eq!(nearest_key("moed"), Some("mode"));
}

#[test]
fn a_file_that_is_no_yaml_names_the_place_once() {
    let problems = Harness::new()
        .global("provider: a\n  model: x\n")
        .problems();
    assert!(problems[0].contains("config.yaml:2:"), "{}", problems[0]);
    assert!(!problems[0].contains("column"), "{}", problems[0]);
}

#[test]
fn a_theme_of_ones_own_is_no_unknown_word_but_a_workspace_names_no_file() {
    let own = |place: Harness| {
        let themes = place.folders.config.join("themes");
        std::fs::create_dir_all(&themes).unwrap();
        std::fs::write(themes.join("mine.toml"), "").unwrap();
        place.load()
    };
    for name in ["mine", "themes/mine.toml"] {
        let loaded = own(Harness::new().global(&format!("theme: {name}\n")));
        assert_eq!(loaded.config.theme, name);
        assert_eq!(loaded.problems, []);
    }
    assert_eq!(
        own(Harness::new().workspace("theme: mine\n")).config.theme,
        "mine"
    );
    let loaded = own(Harness::new().workspace("theme: themes/mine.toml\n"));
    assert_eq!(loaded.config.theme, "auto");
    assert_eq!(loaded.problems.len(), 1);
}

#[test]
fn an_unknown_theme_is_named_with_its_place_and_costs_nothing_but_itself() {
    let place = Harness::new().global("model: tiny\ntheme: darc\n");
    assert_eq!(
        place.problems(),
        [
            "config/config.yaml:2:1: theme: expected one of auto, dark, light, hc, cvd, cvd_light, ansi16, found darc; \
             using auto; did you mean dark?"
        ]
    );
    let loaded = place.load();
    assert!(!loaded.has_errors(), "nothing is left out");
    assert_eq!(loaded.config.theme, "auto");
    assert_eq!(loaded.config.model.as_deref(), Some("tiny"));
    assert_eq!(loaded.origin("theme"), Some(&Origin::Default));
}

#[test]
fn a_wrong_type_names_what_was_expected_and_where() {
    let text = "providers:\n  ollama:\n    context_length: many\nbell: yes\nrules:\n  allow: x\n\
                model: [a]\ntemperature: 3\nagent: me\n";
    insta::assert_snapshot!(Harness::new().global(text).problems().join("\n"), @r"
    config/config.yaml:3:21: providers.ollama.context_length: expected a whole number from 1024 to 2000000, or auto, found many
    config/config.yaml:4:7: bell: expected true or false, found yes; did you mean true?
    config/config.yaml:6:10: rules.allow: expected a list of texts, found x
    config/config.yaml:7:8: model: expected a text, or nothing, found a list
    config/config.yaml:8:14: temperature: expected a number from 0 to 2, or off, found 3
    config/config.yaml:9:8: agent: expected a group of keys, found a single value
    ");
}

#[test]
fn a_number_out_of_bounds_names_the_bounds() {
    let place = Harness::new().global("max_schema_retries: 6\n");
    assert_eq!(
        place.problems(),
        [
            "config/config.yaml:1:21: max_schema_retries: expected a whole number from 0 to 5, \
          found 6"
        ]
    );
}

#[test]
fn a_wrong_word_names_the_nearest_one() {
    let place = Harness::new().global("mode: reveiw\n");
    let problems = place.problems();
    assert!(
        problems[0].ends_with("found reveiw; did you mean review?"),
        "{problems:?}"
    );
}

#[test]
fn each_item_of_a_list_that_is_wrong_is_named_with_its_place_and_hides_nothing_behind_it() {
    let text = "block:\n  - a\n  - [b]\n  - ''\n  - c\n  - k: v\nbell: ture\n";
    insta::assert_snapshot!(Harness::new().global(text).problems().join("\n"), @r"
    config/config.yaml:3:5: block: expected a text, found a list
    config/config.yaml:4:5: block: expected a text, found an empty text
    config/config.yaml:6:5: block: expected a text, found a group of keys
    config/config.yaml:7:7: bell: expected true or false, found ture; did you mean true?
    ");
}

#[test]
fn a_misspelt_group_names_the_nearest_group_and_not_a_key_of_another_one() {
    let text = "providers:\n  opnai:\n    base_url: x\nbudgts:\n  day_tokens: 3\nxyz:\n  a: 1\n";
    let problems = Harness::new().global(text).problems();
    assert!(
        problems[0].ends_with("did you mean providers.openai?"),
        "{problems:?}"
    );
    assert!(
        problems[1].ends_with("did you mean budgets?"),
        "{problems:?}"
    );
    assert!(problems[2].ends_with("lists them)"), "{problems:?}");
    assert_eq!(nearest_group("providers"), Some("providers"));
}

#[test]
fn off_and_auto_are_named_where_they_are_misspelt() {
    let text = "providers:\n  ollama:\n    context_length: atuo\nbudgets:\n  day_tokens: of\n";
    let problems = Harness::new().global(text).problems();
    assert!(problems[0].ends_with("did you mean auto?"), "{problems:?}");
    assert!(problems[1].ends_with("did you mean off?"), "{problems:?}");
}

#[test]
fn a_duplicate_key_is_refused_with_both_lines() {
    let place = Harness::new().global("model: a\nbell: true\nmodel: b\n");
    assert_eq!(
        place.problems(),
        ["config/config.yaml:3:1: model: this key is already in line 1"]
    );
    let place = Harness::new().global("agent:\n  name: a\nagent.name: b\n");
    assert_eq!(
        place.problems(),
        ["config/config.yaml:3:1: agent.name: this key is already in line 2"]
    );
}

#[test]
fn a_broken_file_is_left_out_and_the_other_layers_stand() {
    let place = Harness::new()
        .global("model: good\nbell: maybe\n")
        .flag("max_hunk_lines", "7");
    let loaded = place.load();
    assert!(loaded.has_errors());
    assert_eq!(loaded.config.model, None);
    assert_eq!(loaded.config.max_hunk_lines, 7);
    let place = Harness::new()
        .global("model: [unclosed\n")
        .workspace("model: b\n");
    assert_eq!(place.load().config.model.as_deref(), Some("b"));
    assert!(
        place.problems()[0].contains("not YAML"),
        "{:?}",
        place.problems()
    );
}

#[test]
fn a_wrong_variable_is_left_out_alone() {
    let place = Harness::new()
        .variable("AGENTICHAT_BELL", "ring")
        .variable("AGENTICHAT_MODEL", "m");
    assert_eq!(
        place.problems(),
        ["environment variable AGENTICHAT_BELL: bell: expected true or false, found ring"]
    );
    assert_eq!(place.load().config.model.as_deref(), Some("m"));
}

#[test]
fn an_unknown_variable_is_a_warning_with_the_nearest_one() {
    let place = Harness::new()
        .variable("AGENTICHAT_MODLE", "m")
        .variable("AGENTICHAT_LOG", "debug");
    let loaded = place.load();
    assert!(!loaded.has_errors());
    assert_eq!(
        place.problems(),
        [
            "environment variable AGENTICHAT_MODLE: no key belongs to it, so it has no effect; did \
          you mean AGENTICHAT_MODEL?"
        ]
    );
}

#[test]
fn a_wrong_flag_names_the_nearest_key() {
    let place = Harness::new().flag("modell", "m");
    assert!(place.problems()[0].starts_with("--set: modell: no such key"));
    assert!(place.problems()[0].ends_with("did you mean model?"));
    assert!(
        Flag::set("model")
            .unwrap_err()
            .to_string()
            .contains("expected key=value")
    );
    assert_eq!(Flag::set("model=a=b").unwrap().value, "a=b");
}

#[test]
fn a_key_in_a_file_is_refused_and_not_repeated() {
    let secret = "sk-abcdefghijklmnopqrstuvwx";
    let place = Harness::new().global(&format!("providers:\n  openai:\n    api_key: {secret}\n"));
    let problems = place.problems().join("\n");
    assert!(
        problems.contains(":3:5: providers.openai.api_key: no keys or passwords in a config file")
    );
    assert!(
        problems.ends_with("did you mean providers.openai.api_key_env?"),
        "{problems}"
    );
    assert!(!problems.contains(secret));
    let place = Harness::new().global(&format!("bell: {secret}\n"));
    assert!(!place.problems().join("").contains("abcdef"));
}

#[test]
fn a_place_that_is_no_file_is_a_problem() {
    let place = Harness::new();
    std::fs::create_dir(place.folders.config_file()).unwrap();
    assert_eq!(
        place.problems(),
        ["config/config.yaml: not a file; move it away or make it one"]
    );
    let place = Harness::new();
    std::fs::write(place.folders.config_file(), [b'a', 0xff]).unwrap();
    assert_eq!(place.problems(), ["config/config.yaml: not UTF-8 (byte 1)"]);
}

#[test]
fn a_missing_file_is_no_problem_and_neither_is_an_empty_one() {
    assert_eq!(Harness::new().problems(), [""; 0]);
    assert_eq!(Harness::new().global("# nothing\n").problems(), [""; 0]);
    assert_eq!(
        Harness::new().global("rules:\nagent:\n").problems(),
        [""; 0]
    );
    assert_eq!(
        Harness::new().global("\u{feff}model: m\n").problems(),
        [""; 0]
    );
}

#[test]
fn every_key_is_the_nearest_to_its_own_misspellings() {
    for key in KEYS {
        let mut short = key.name.to_owned();
        short.remove(key.name.len() / 2);
        assert_eq!(nearest_key(&short), Some(key.name), "{short}");
        assert_eq!(nearest_key(&format!("limits.{}", key.name)), Some(key.name));
    }
    assert_eq!(nearest_key("zebra_crossing"), None);
    assert_eq!(
        nearest_key("base_ulr").map(|name| name.ends_with("base_url")),
        Some(true)
    );
}

proptest! {
    #![proptest_config(testing::cases(256))]

    #[test]
    fn edit_distance_is_a_distance(a in "[a-d]{0,8}", b in "[a-d]{0,8}") {
        let there = distance(&a, &b);
        prop_assert_eq!(there, distance(&b, &a));
        prop_assert_eq!(there == 0, a == b);
        prop_assert!(there <= a.len().max(b.len()));
        prop_assert!(there >= a.len().abs_diff(b.len()));
    }

    #[test]
    fn any_text_gives_a_config_and_problems_with_places(text in any::<String>()) {
        problems_have_places(&text)?;
    }

    #[test]
    fn any_pieces_of_yaml_give_a_config_and_problems_with_places(pieces in prop::collection::vec(prop::sample::select(vec![
        "rules:", "  allow:", "    - ", "[", "]", "{", "}", "\n", "model: ", "a", "\"", "'", "&x ",
        "*x", "!!str ", "<<: ", "|", ">", "- ", "? ", ": ", "#", "---\n", "...\n", "\t", "~", "é",
    ]), 0..30)) {
        problems_have_places(&pieces.concat())?;
    }
}

/// Checks that a global file with this text is taken whole, or left out whole with problems that
/// name it.
fn problems_have_places(text: &str) -> Result<(), TestCaseError> {
    let loaded = Harness::new().global(text).load();
    if !loaded.problems.is_empty() {
        prop_assert_eq!(&loaded.config, &Config::default());
    }
    for problem in &loaded.problems {
        let shown = problem.to_string();
        prop_assert!(shown.contains("config.yaml"), "{}", shown);
    }
    Ok(())
}
