//! Tests of the settings at each size, as text and as styles.

use super::*;
use l10n::Language;
use l10n::testing::speaking;
use notice::Notice;

const SIZES: [(&str, u16, u16); 4] = [
    ("160", 160, 48),
    ("120", 120, 40),
    ("80", 80, 24),
    ("60", 60, 16),
];

#[track_caller]
fn snapshot(name: &str, harness: &mut SettingsHarness) {
    insta::assert_snapshot!(format!("{name}_text"), harness.screen());
    let styles = styles_of(harness.screen.screen.shown());
    insta::assert_snapshot!(format!("{name}_styles"), styles);
}

fn tested(provider: &str, error: Option<&str>) -> JobProgress {
    JobProgress::Tested(ConnectionTest {
        provider: provider.into(),
        success: error.is_none(),
        latency_ms: error.is_none().then_some(412),
        error_message: error.map(Notice::text),
        model_tested: None,
    })
}

#[test]
fn the_providers_at_each_size() {
    for (name, width, height) in SIZES {
        let mut harness = SettingsHarness::new(width, height);
        harness.press("t");
        harness.answer(tested("anthropic", None));
        harness.press("Down Space Down Down t");
        harness.answer(tested(
            "openai",
            Some("it refused the key (401); look at the key, or enter it again with Enter on its line"),
        ));
        harness.press("Enter Down Down");
        snapshot(&format!("providers_{name}"), &mut harness);
    }
}

#[test]
fn the_models_at_each_size() {
    for (name, width, height) in SIZES {
        let mut harness = SettingsHarness::new(width, height);
        harness.press("Tab");
        harness.answer(JobProgress::Offered {
            found: vec![ModelInfo {
                provider: "ollama".into(),
                name: "qwen2.5-coder:7b".into(),
                bytes: Some(4_661_224_676),
                embeds_only: false,
                unusable: None,
            }],
            errors: vec![("openai".into(), Notice::text("it has no key"))],
        });
        harness.press("G");
        snapshot(&format!("models_{name}"), &mut harness);
    }
}

#[test]
fn the_providers_and_the_models_in_other_languages() {
    for language in [Language::French, Language::Portuguese] {
        for (size, width, height) in [("160", 160, 48), ("80", 80, 24), ("60", 60, 16)] {
            let place = |name: &str, keys: &str| {
                let text = speaking(language, || {
                    let mut harness = SettingsHarness::new(width, height);
                    harness.press(keys);
                    harness.screen()
                });
                insta::assert_snapshot!(format!("{name}_{}_{size}", language.code()), text);
            };
            place("providers", "Down Enter");
            place("models", "Tab Down");
            place("form", "Tab a");
        }
    }
}

#[test]
fn the_policy_at_each_size() {
    for (name, width, height) in SIZES {
        let mut harness = SettingsHarness::new(width, height);
        harness.press("Shift+Tab Down");
        snapshot(&format!("policy_{name}"), &mut harness);
        harness.press("Enter");
        snapshot(&format!("policy_pick_{name}"), &mut harness);
    }
}

#[test]
fn a_wizard_with_an_error_at_each_size() {
    for (name, width, height) in SIZES {
        let mut harness = SettingsHarness::new(width, height);
        harness
            .press("Tab a Enter")
            .text("mine")
            .press("Enter Enter")
            .text("7")
            .press("Enter");
        snapshot(&format!("wizard_{name}"), &mut harness);
    }
}

#[test]
fn a_key_that_is_entered_at_each_size() {
    for (name, width, height) in SIZES {
        let mut harness = SettingsHarness::new(width, height);
        harness.press("Down a").text("quiet.Heron");
        snapshot(&format!("key_{name}"), &mut harness);
    }
}

#[test]
fn the_question_before_leaving_at_each_size() {
    for (name, width, height) in SIZES {
        let mut harness = SettingsHarness::new(width, height);
        harness.press("Space q");
        snapshot(&format!("leaving_{name}"), &mut harness);
    }
}

#[test]
fn the_look_at_each_size() {
    for (name, width, height) in SIZES {
        let mut harness = SettingsHarness::on("theme", width, height);
        harness.press("Down Space");
        snapshot(&format!("look_{name}"), &mut harness);
    }
}

#[test]
fn a_choice_of_a_theme_at_each_size() {
    for (name, width, height) in SIZES {
        let mut harness = SettingsHarness::on("theme", width, height);
        harness.press("Enter Up Up");
        snapshot(&format!("themes_{name}"), &mut harness);
    }
}

#[test]
fn the_keys_at_each_size() {
    for (name, width, height) in SIZES {
        let mut harness = SettingsHarness::on("keys", width, height);
        harness.press("Down Down Down Down Down Down Space");
        snapshot(&format!("keys_{name}"), &mut harness);
    }
}

#[test]
fn a_key_that_is_bound_at_each_size() {
    for (name, width, height) in SIZES {
        let mut harness = SettingsHarness::on("keys", width, height);
        harness.press("/").text("session switcher");
        harness.press("Enter Enter F9");
        snapshot(&format!("capture_{name}"), &mut harness);
        harness.press("Backspace Ctrl+X o Enter");
        snapshot(&format!("refused_{name}"), &mut harness);
    }
}

#[test]
fn the_look_and_the_keys_in_other_languages() {
    for language in [Language::French, Language::Portuguese] {
        for (size, width, height) in [("80", 80, 24), ("60", 60, 16)] {
            for page in ["theme", "keys"] {
                let text = speaking(language, || {
                    let mut harness = SettingsHarness::on(page, width, height);
                    harness.press("Enter");
                    harness.screen()
                });
                insta::assert_snapshot!(format!("{page}_{}_{size}", language.code()), text);
            }
        }
    }
}

#[test]
fn a_row_of_keys_that_does_not_hold_all_of_them_says_so_and_always_names_enter() {
    for language in Language::ALL {
        for (_, width, height) in SIZES {
            for page in ["providers", "models", "keys", "theme", "policy"] {
                let text = speaking(language, || {
                    SettingsHarness::on(page, width, height).screen()
                });
                let mut rows = text.lines().filter(|line| line.contains("Ctrl+S"));
                let row = rows.next_back().expect("the keys");
                assert!(row.contains("Enter"), "{page} {width}: {text}");
                let names_help = row.contains('?');
                assert!(
                    names_help || width > 80 || page != "models",
                    "{page} {width}: {row}"
                );
            }
        }
    }
}
