//! Tests that an added rule changes nothing else in a file.

use proptest::prelude::*;

use super::super::kind::Kind;
use super::super::rules_edit::{RuleEditError, edited};
use super::*;
use support::yaml::parse;

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
    let loaded = Harness::new().global(&after).load();
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
            matches!(refusal, RuleEditError::Unsafe(..)),
            "{text:?}: {refusal:?}"
        );
    }
    assert!(matches!(
        edited("a: [\n", "a(b)"),
        Err(RuleEditError::Broken(_))
    ));
}

#[test]
fn a_rule_that_is_there_is_not_added_twice() {
    let place = Harness::new();
    let file = place.folders.config_file();
    let first = append_allow(&file, "write_file(docs/**)").unwrap();
    assert!(matches!(first, AppendOutcome::Added { before: None, .. }));
    let second = append_allow(&file, " write_file(docs/**) ").unwrap();
    assert_eq!(second, AppendOutcome::AlreadyThere);
    assert_eq!(place.load().config.rules_allow, ["write_file(docs/**)"]);
}

#[test]
fn a_refused_edit_leaves_the_file_and_says_what_to_add() {
    let place = Harness::new().global("rules: {deny: [a]}\n");
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
    let place = Harness::new();
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
    let place = Harness::new();
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
    let place = Harness::new().global("\u{feff}model: m\r\n");
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

/// Generates config files as people write them, with comments in every position.
fn file() -> impl Strategy<Value = String> {
    let head = prop::sample::select(vec![
        "",
        "# top\n",
        "model: m # why\n",
        "agent:\n  name: n\n",
    ]);
    let note = prop::sample::select(vec!["", "  # note\n", "\n", "    # deep\n"]);
    let allow = prop::sample::select(vec![
        "",
        "  allow:\n",
        "  allow: # none yet\n",
        "  allow: []\n",
        "  allow: [x, 'y: z'] # why\n",
        "  allow: [\n    x,\n    y # why\n  ]\n",
        "  allow:\n    - a\n    # inner\n    - \"b(c: d)\" # why\n",
        "  allow:\n  - a\n",
        "  allow:\n    - |\n      block\n",
        "  allow:\n    -   wide\n",
    ]);
    let deny = prop::sample::select(vec!["", "  deny: [d]\n", "  # why\n  deny:\n    - d\n"]);
    let tail = prop::sample::select(vec!["", "# end", "bell: true\n", "theme: dark # end"]);
    let order = prop::collection::vec(any::<bool>(), 3);
    (head, note, allow, deny, tail, order).prop_map(|(head, note, allow, deny, tail, order)| {
        let inner = if order[0] {
            format!("{note}{allow}{deny}")
        } else {
            format!("{deny}{note}{allow}")
        };
        let rules = if order[1] || !inner.trim().is_empty() {
            format!("rules:\n{inner}")
        } else {
            String::new()
        };
        let text = format!("{head}{rules}{tail}");
        if order[2] {
            text.replace('\n', "\r\n")
        } else {
            text
        }
    })
}

proptest! {
    #![proptest_config(testing::cases(256))]

    /// For any file, the values are the old ones plus the rule. Every line except the one that
    /// holds a list in brackets stays, and every comment.
    #[test]
    fn an_edit_changes_nothing_but_the_list(
        text in file(),
        pattern in "[a-z*(){}\\[\\]:#'\"\\\\, é-]{1,20}",
    ) {
        prop_assume!(!pattern.trim().is_empty());
        let pattern = pattern.trim();
        let after = match edited(&text, pattern) {
            Ok(Some(after)) => after,
            Ok(None) => {
                prop_assert!(text.contains(pattern));
                return Ok(());
            }
            // An edit has no place after a block scalar, and rules are not written as block
            // scalars.
            Err(RuleEditError::Unsafe(..)) => {
                prop_assert!(text.contains("- |"), "{}", text);
                return Ok(());
            }
            Err(refusal) => panic!("{refusal:?} {text}"),
        };
        prop_assert_eq!(comments(&after), comments(&text));
        let now: Vec<&str> = after.lines().collect();
        let lost: Vec<&str> = text.lines().filter(|line| !now.contains(line)).collect();
        let in_brackets = text.contains("allow: [");
        prop_assert!(lost.len() <= usize::from(in_brackets), "{}\n---\n{}", text, after);
        prop_assert_eq!(after.contains("\r\n"), text.contains("\r\n"));
        let found = super::super::walk::settings(&parse(&after).unwrap(), "f".as_ref()).unwrap();
        let allow = found.iter().find(|one| one.key.name == "rules.allow").unwrap();
        prop_assert_eq!(allow.key.kind, Kind::List);
        let Value::List(items) = &allow.value else { panic!("no list") };
        prop_assert_eq!(items.last().map(String::as_str), Some(pattern));
        prop_assert_eq!(edited(&after, pattern), Ok(None));
    }

    #[test]
    fn any_lines_are_edited_right_or_refused(
        lines in prop::collection::vec(prop::sample::select(vec![
            "rules:", "  allow:", "    - a", "  - e", "  deny:", "# note", "model: m", "",
            "  allow: [x, y]", "agent:", "  name: n", "    - |", "      block", "{", "}", "...",
        ]), 0..12),
    ) {
        let text = lines.join("\n");
        if let Ok(Some(after)) = edited(&text, "t(p)") {
            prop_assert_eq!(edited(&after, "t(p)"), Ok(None));
            prop_assert_eq!(comments(&after), comments(&text));
        }
    }
}
