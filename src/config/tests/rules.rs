//! A rule is added to a file without touching anything else in it.

use proptest::prelude::*;

use super::super::kind::Kind;
use super::super::rules_edit::{Refusal, edited};
use super::super::yaml::parse;
use super::*;

fn added(text: &str) -> String {
    edited(text, "shell_exec(cargo test*)").unwrap().unwrap()
}

#[test]
fn comments_and_form_are_kept() {
    let text = "# mine\nmodel: m  # good one\n\nrules:\n  # what runs unasked\n  allow:\n    - \
                'a(b)'   # first\n    # between\n    - c # last\n\n  # refused\n  deny:\n    - d\n\
                theme: dark\n";
    let expected = text.replace(
        "    - c # last\n",
        "    - c # last\n    - \"shell_exec(cargo test*)\"\n",
    );
    assert_eq!(added(text), expected);
}

#[test]
fn every_ordinary_form_is_understood() {
    let rule = "\"shell_exec(cargo test*)\"";
    let new = format!("rules:\n  allow:\n    - {rule}\n");
    let cases = [
        (String::new(), new.clone()),
        ("# only this\n".into(), format!("# only this\n{new}")),
        ("model: m".into(), format!("model: m\n{new}")),
        ("rules:\n".into(), new.clone()),
        ("rules:\n  allow:\n".into(), new),
        (
            "rules:\n  allow: []\n".into(),
            format!("rules:\n  allow: [{rule}]\n"),
        ),
        (
            "rules:\n  allow: [a, 'b'] # x\n".into(),
            format!("rules:\n  allow: [a, 'b', {rule}] # x\n"),
        ),
        (
            "rules:\n  # d\n  deny: [d]\n".into(),
            format!("rules:\n  allow:\n    - {rule}\n  # d\n  deny: [d]\n"),
        ),
        (
            "rules:\n    allow:\n    - a".into(),
            format!("rules:\n    allow:\n    - a\n    - {rule}\n"),
        ),
        (
            "rules:\r\n  allow:\r\n    - a\r\nbell: true\r\n".into(),
            format!("rules:\r\n  allow:\r\n    - a\r\n    - {rule}\r\nbell: true\r\n"),
        ),
    ];
    for (before, after) in cases {
        assert_eq!(added(&before), after, "{before:?}");
    }
}

#[test]
fn the_documented_file_takes_a_rule() {
    let after = added(DEFAULT_FILE);
    assert_eq!(after.lines().count(), DEFAULT_FILE.lines().count());
    let loaded = Place::new().global(&after).load();
    assert_eq!(loaded.config.rules_allow, ["shell_exec(cargo test*)"]);
}

#[test]
fn a_form_that_cannot_be_edited_safely_is_refused() {
    let refused = [
        "rules: {deny: [a]}\n",
        "{model: m}\n",
        "- a\n",
        "rules: 3\n",
        "rules:\n  allow: text\n",
        "rules:\n  allow:\n    - [a]\n",
        "model: m\n...\n",
    ];
    for text in refused {
        let refusal = edited(text, "a(b)").unwrap_err();
        assert!(
            matches!(refusal, Refusal::Unsafe(..)),
            "{text:?}: {refusal:?}"
        );
    }
    assert!(matches!(edited("a: [\n", "a(b)"), Err(Refusal::Broken(_))));
}

#[test]
fn a_rule_that_is_there_is_not_added_twice() {
    let place = Place::new();
    let file = place.folders.config_file();
    let first = append_allow(&file, "write_file(docs/**)").unwrap();
    assert!(matches!(first, Appended::Added { before: None, .. }));
    let second = append_allow(&file, " write_file(docs/**) ").unwrap();
    assert_eq!(second, Appended::AlreadyThere);
    assert_eq!(place.load().config.rules_allow, ["write_file(docs/**)"]);
}

#[test]
fn a_refused_edit_leaves_the_file_and_says_what_to_add() {
    let place = Place::new().global("rules: {deny: [a]}\n");
    let file = place.folders.config_file();
    let error = append_allow(&file, "b").unwrap_err().to_string();
    assert!(
        error.contains(":1: rules is written in one line"),
        "{error}"
    );
    assert!(error.contains("by hand: - \"b\""), "{error}");
    assert_eq!(
        std::fs::read_to_string(&file).unwrap(),
        "rules: {deny: [a]}\n"
    );
    for pattern in ["", "  ", "a\nb", "a\u{1b}[2Jb"] {
        assert!(matches!(
            append_allow(&file, pattern),
            Err(RulesFileError::Pattern { .. })
        ));
    }
}

#[cfg(unix)]
#[test]
fn a_link_to_the_file_stays_a_link_and_permissions_stay() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let target = place.home.path().join("dotfiles.yaml");
    std::fs::write(&target, "model: m\n").unwrap();
    std::fs::set_permissions(&target, PermissionsExt::from_mode(0o640)).unwrap();
    let file = place.folders.config_file();
    std::os::unix::fs::symlink(&target, &file).unwrap();
    append_allow(&file, "a(b)").unwrap();
    assert!(std::fs::symlink_metadata(&file).unwrap().is_symlink());
    assert!(std::fs::read_to_string(&target).unwrap().contains("a(b)"));
    let mode = std::fs::metadata(&target).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
}

#[cfg(unix)]
#[test]
fn a_link_that_leaves_the_workspace_is_neither_read_nor_edited() {
    let place = Place::new();
    let outside = place.home.path().join("outside.yaml");
    std::fs::write(&outside, "model: outside\n").unwrap();
    std::os::unix::fs::symlink(&outside, place.workspace_file()).unwrap();
    assert_eq!(place.load().workspace, WorkspaceConfig::Broken);
    assert_eq!(place.load().config.model, None);
    let error = append_workspace_allow(&place.root(), "a(b)").unwrap_err();
    assert!(matches!(error, RulesFileError::Leaves { .. }), "{error}");
    assert_eq!(
        std::fs::read_to_string(&outside).unwrap(),
        "model: outside\n"
    );
    std::fs::remove_file(&outside).unwrap();
    let error = append_workspace_allow(&place.root(), "a(b)").unwrap_err();
    assert!(matches!(error, RulesFileError::Leaves { .. }), "{error}");
    std::fs::remove_file(place.workspace_file()).unwrap();
    append_workspace_allow(&place.root(), "a(b)").unwrap();
    assert!(
        std::fs::read_to_string(place.workspace_file())
            .unwrap()
            .contains("a(b)")
    );
}

#[test]
fn a_byte_order_mark_stays() {
    let place = Place::new().global("\u{feff}model: m\r\n");
    append_allow(&place.folders.config_file(), "a(b)").unwrap();
    let text = std::fs::read_to_string(place.folders.config_file()).unwrap();
    assert!(
        text.starts_with("\u{feff}model: m\r\nrules:\r\n"),
        "{text:?}"
    );
    assert_eq!(place.load().config.rules_allow, ["a(b)"]);
}

fn comments(text: &str) -> Vec<&str> {
    text.lines()
        .filter(|line| line.trim_start().starts_with('#'))
        .collect()
}

proptest! {
    /// Whatever the file: the edit is refused, or the values are the old ones plus the rule and
    /// every comment is still there.
    #[test]
    fn an_edit_changes_nothing_but_the_list(
        lines in prop::collection::vec(prop::sample::select(vec![
            "rules:", "  allow:", "    - a", "    - \"b(c: d)\"", "  - e", "  deny:", "# note",
            "  # inner", "model: m", "", "  allow: [x, y]", "bell: true", "    # deep",
            "agent:", "  name: n", "    - |", "      block", "  ask: [z] # why",
        ]), 0..14),
        pattern in "[a-z*(){}\\[\\]:#'\"\\\\, é-]{1,20}",
    ) {
        let text = lines.join("\n");
        prop_assume!(!pattern.trim().is_empty());
        let pattern = pattern.trim();
        if let Ok(Some(after)) = edited(&text, pattern) {
            prop_assert_eq!(comments(&after), comments(&text));
            let before: Vec<&str> = text.lines().collect();
            let kept = after.lines().filter(|line| before.contains(line)).count();
            prop_assert!(kept + 1 >= before.len(), "{}\n---\n{}", text, after);
            let root = parse(&after).unwrap();
            let list = super::super::walk::settings(&root, "f".as_ref());
            if let Ok(settings) = list {
                let allow = settings.iter().find(|one| one.key.name == "rules.allow").unwrap();
                prop_assert_eq!(allow.key.kind, Kind::List);
                let Value::List(items) = &allow.value else { panic!("no list") };
                prop_assert_eq!(items.last().map(String::as_str), Some(pattern));
            }
            prop_assert_eq!(edited(&after, pattern), Ok(None));
        }
    }
}
