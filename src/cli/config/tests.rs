//! Tests of what `config` prints.

use std::collections::BTreeMap;
use std::path::Path;

use super::*;
use config::{Flag, Sources, TrustStore, load};

const SECRET: &str = "sk-abcdefghijklmnopqrstuvwx";

fn loaded(home: &Path) -> (LoadedConfig, Folders) {
    let folders = Folders {
        config: home.join("config"),
        data: home.join("data"),
    };
    let root = home.join("work");
    std::fs::create_dir_all(&folders.config).unwrap();
    std::fs::create_dir_all(root.join(".agentichat")).unwrap();
    let global = "model: tiny\nprovidr: x\n";
    std::fs::write(
        folders.config_file(),
        "model: tiny\nrules:\n  allow:\n    - a\n",
    )
    .unwrap();
    let workspace = "sandbox: off\nrules:\n  deny: [b]\n";
    std::fs::write(root.join(".agentichat/config.yaml"), workspace).unwrap();
    let environment = BTreeMap::from([
        ("OPENAI_API_KEY".to_owned(), SECRET.to_owned()),
        (
            "OPENAI_BASE_URL".to_owned(),
            "https://me:pass@host/v1".to_owned(),
        ),
        ("AGENTICHAT_BELL".to_owned(), SECRET.to_owned()),
    ]);
    let flags = [
        Flag::new("--model", "model", "large\u{1b}[2J"),
        Flag::new("--set", "providr", global),
    ];
    let loaded = load(&Sources {
        folders: &folders,
        workspace: Some(&root),
        trust: &TrustStore::open(&folders.trust_file()),
        environment: &environment,
        flags: &flags,
    });
    (loaded, folders)
}

fn shown(print: impl FnOnce(&LoadedConfig, &Folders, &mut dyn Write) -> io::Result<()>) -> String {
    let home = tempfile::tempdir().unwrap();
    let (loaded, folders) = loaded(home.path());
    let mut out = Vec::new();
    print(&loaded, &folders, &mut out).unwrap();
    let home = home.path().display().to_string();
    String::from_utf8(out).unwrap().replace(&home, "HOME")
}

#[test]
fn each_value_says_where_it_came_from() {
    insta::assert_snapshot!(shown(|loaded, _, out| show(loaded, Format::Text, out)));
}

#[test]
fn problems_are_printed_before_the_values() {
    let text = shown(|loaded, _, out| show(loaded, Format::Text, out));
    let (problems, values) = text.split_once("\n\n").unwrap();
    assert!(
        problems.contains("error: ") && problems.contains("providr"),
        "{problems}"
    );
    assert!(!values.contains("error: "), "{values}");
}

#[test]
fn no_form_of_the_output_shows_a_secret_or_steers_a_terminal() {
    for format in [Format::Text, Format::Json] {
        let text = shown(|loaded, _, out| show(loaded, format, out));
        assert!(
            !text.contains(SECRET) && !text.contains("me:pass"),
            "{text}"
        );
        assert!(
            !text.contains('\u{1b}') && !text.contains("\\u001b"),
            "{text}"
        );
        assert!(text.contains("OPENAI_API_KEY"), "{text}");
    }
}

#[test]
fn the_json_form_has_values_origins_problems_and_what_is_ignored() {
    let text = shown(|loaded, _, out| show(loaded, Format::Json, out));
    let json: Json = serde_json::from_str(&text).unwrap();
    assert_eq!(json["values"]["max_hunk_lines"]["value"], 80);
    assert_eq!(
        json["values"]["max_hunk_lines"]["origin"]["from"],
        "default"
    );
    assert_eq!(
        json["values"]["rules.allow"]["items"][0]["origin"]["line"],
        4
    );
    assert_eq!(json["values"]["prompt_timeout_s"]["value"], Json::Null);
    assert_eq!(json["api_keys"]["openai"]["present"], true);
    assert_eq!(json["api_keys"]["mistral"]["present"], false);
    assert_eq!(json["workspace"], "untrusted");
    assert_eq!(json["ignored_until_trusted"][0]["key"], "sandbox");
    let problems = json["problems"].as_array().unwrap();
    assert!(
        problems.iter().any(|one| one["nearest"] == "provider"),
        "{problems:?}"
    );
}

#[test]
fn the_paths_say_whether_they_are_there() {
    insta::assert_snapshot!(
        shown(|loaded, folders, out| show_paths(loaded, folders, Format::Text, out)),
        @r"
    user       HOME/config/config.yaml
    workspace  HOME/work/.agentichat/config.yaml
    data       HOME/data  (not there yet)
    logs       HOME/data/logs  (not there yet)
    "
    );
}

#[test]
fn the_list_of_keys_has_every_key_with_its_variable() {
    for format in [Format::Text, Format::Json] {
        let mut out = Vec::new();
        show_keys(format, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        for key in KEYS {
            assert!(
                text.contains(key.name) && text.contains(&key.variable()),
                "{}",
                key.name
            );
            assert!(text.contains(key.doc()), "{}", key.name);
        }
    }
}
