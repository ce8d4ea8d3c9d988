//! Tests of how the settings look.

use super::*;
use l10n::testing::speaking;
use l10n::{Language, say};
use notice::Notice;

const SIZES: [(u16, u16); 4] = [(160, 48), (120, 40), (80, 24), (60, 16)];

fn tested(provider: &str, error: Option<&str>) -> JobProgress {
    JobProgress::Tested(ConnectionTest {
        provider: provider.into(),
        success: error.is_none(),
        latency_ms: error.is_none().then_some(412),
        error_message: error.map(Notice::text),
        model_tested: None,
    })
}

fn two_tests() -> [JobProgress; 2] {
    let refused =
        "it refused the key (401); look at the key, or enter it again with Enter on its line";
    [tested("anthropic", None), tested("openai", Some(refused))]
}

fn found_models() -> JobProgress {
    JobProgress::Offered {
        found: vec![ModelInfo {
            provider: "ollama".into(),
            name: "qwen2.5-coder:7b".into(),
            bytes: Some(4_661_224_676),
            embeds_only: false,
            unusable: None,
            details: Default::default(),
        }],
        errors: vec![("openai".into(), Notice::text("it has no key"))],
    }
}

/// Returns the states of the settings that keys alone do not lead to, or that lie deep.
pub(crate) fn states(width: u16, height: u16) -> [(&'static str, TuiHarness); 7] {
    let new = || TuiHarness::settings(width, height);
    let mut providers = new();
    let [works, fails] = two_tests();
    providers.press("t");
    providers.answer(&works);
    providers.press("Down Space Down Down t");
    providers.answer(&fails);
    providers.press("Enter Down Down");
    let mut models = new();
    models.press("Tab");
    models.answer(&found_models());
    models.press("G");
    let mut form = new();
    form.press("Tab a");
    let mut policy = new();
    policy.press("Shift+Tab Down Enter");
    let mut agents = TuiHarness::settings_on("agents", width, height);
    agents.press("Down");
    let mut themes = TuiHarness::settings_on("theme", width, height);
    themes.press("Enter Up Up");
    let mut refused = TuiHarness::settings_on("keys", width, height);
    refused.press("/").type_text("session switcher");
    refused.press("Enter Enter F9 Backspace Ctrl+X o Enter");
    [
        ("settings_tested", providers),
        ("settings_offered", models),
        ("settings_form", form),
        ("settings_policy_pick", policy),
        ("settings_agents_shadowed", agents),
        ("settings_themes", themes),
        ("settings_refused", refused),
    ]
}

#[test]
fn each_state_looks_as_drawn() {
    for (name, mut harness) in states(120, 40) {
        insta::assert_snapshot!(name, harness.text());
    }
}

#[test]
fn a_row_of_keys_that_does_not_hold_all_of_them_says_so_and_always_names_enter() {
    for language in Language::ALL {
        for (width, height) in SIZES {
            for page in ["providers", "models", "agents", "keys", "theme", "policy"] {
                let text = speaking(language, || {
                    TuiHarness::settings_on(page, width, height).text()
                });
                let mut rows = text.lines().filter(|line| line.contains("Ctrl+S"));
                let row = rows.next_back().expect("the keys");
                let enter = ["Enter", speaking(language, || say!("keyname-enter"))];
                let names_enter = enter.iter().any(|name| row.contains(name));
                assert!(names_enter, "{page} {width}: {text}");
                let names_help = row.contains('?');
                assert!(
                    names_help || width > 80 || page != "models",
                    "{page} {width}: {row}"
                );
            }
        }
    }
}

#[test]
fn enter_opens_the_file_of_an_agent_of_the_workspace_and_says_how_others_are_changed() {
    let mut harness = TuiHarness::settings_on("agents", 120, 40);
    let text = harness.text();
    for part in [
        "torn.md:3",
        "not used",
        "anthropic haiku-5",
        "of the workspace",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    harness.press("Enter");
    let file = Effect::edit_file(".agentichat/agents/reviewer.md".into());
    assert!(harness.effects.contains(&file), "{:?}", harness.effects);
    harness.press("Down Enter");
    assert!(harness.text().contains("another program’s file"));
    harness.press("Down Enter");
    assert!(harness.text().contains("agentichat agents edit writer"));
}
