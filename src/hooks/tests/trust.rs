//! Tests of the content that trust covers.

use protocol::ids::ContentHash;

use super::*;

fn script(text: &str) -> ScriptFile {
    ScriptFile {
        path: format!("{ROOT}/.claude/hooks/check.sh").into(),
        hash: ContentHash::of(text.as_bytes()),
        text: Some(text.to_owned()),
    }
}

fn content(matcher: &str, command: &str, text: &str) -> TrustedContent {
    TrustedContent {
        event: HookEvent::PreToolUse,
        matcher: matcher.to_owned(),
        command: command.to_owned(),
        scripts: vec![script(text)],
    }
}

fn trusted(content: &TrustedContent) -> TrustedHook {
    TrustedHook {
        root: None,
        source: "settings.json".into(),
        hash: content.hash(),
        content: content.clone(),
    }
}

#[test]
fn trust_ends_with_any_change_of_event_matcher_command_or_script() {
    let before = content("Bash", "check.sh", "exit 0\n");
    let known = [trusted(&before)];
    let state = |now: &TrustedContent| {
        let present = [now.hash()];
        state_of(now, Path::new("settings.json"), known.iter(), &present)
    };
    assert_eq!(state(&before), HookState::Trusted);
    let changed = HookState::Changed {
        before: Box::new(before.clone()),
    };
    assert_eq!(state(&content("Bash", "check.sh", "exit 2\n")), changed);
    assert_eq!(state(&content("*", "check.sh", "exit 0\n")), changed);
    assert_eq!(state(&content("Bash", "check.sh -v", "exit 0\n")), changed);
    let other = TrustedContent {
        event: HookEvent::Stop,
        ..before
    };
    assert_eq!(state(&other), HookState::New);
}

#[test]
fn a_hook_beside_one_that_is_still_there_is_new_and_not_changed() {
    let one = content("Bash", "one.sh", "");
    let two = content("Bash", "two.sh", "");
    let known = [trusted(&one)];
    let present = [one.hash(), two.hash()];
    let state = state_of(&two, Path::new("settings.json"), known.iter(), &present);
    assert_eq!(state, HookState::New);
}

#[test]
fn the_difference_shows_the_definition_and_the_script() {
    let before = content("Bash", "check.sh", "a\nb\n");
    let now = content("Bash|Edit", "check.sh", "a\nc\n");
    assert_eq!(
        changes(Some(&before), &now),
        [
            "--- hook",
            " event: PreToolUse",
            "-matcher: Bash",
            "+matcher: Bash|Edit",
            " command: check.sh",
            "--- /home/ada/project/.claude/hooks/check.sh",
            " a",
            "-b",
            "+c",
        ]
    );
    assert_eq!(changes(Some(&now), &now), [""; 0]);
    let new = changes(None, &now);
    assert!(new.contains(&"+command: check.sh".to_owned()), "{new:?}");
    assert!(new.contains(&"+a".to_owned()), "{new:?}");
}

#[test]
fn the_files_that_a_command_names_are_found_as_a_shell_would() {
    let places = Places {
        root: Path::new(ROOT),
        home: Some(Path::new("/home/user")),
    };
    let named = |command: &str| -> Vec<String> {
        let paths = scripts_named(command, places);
        paths
            .iter()
            .map(|path| path.to_string_lossy().into_owned())
            .collect()
    };
    let whole = "/home/ada/project/.claude/hooks/check.py";
    for command in [
        r#""$CLAUDE_PROJECT_DIR"/.claude/hooks/check.py"#,
        "python3 ${CLAUDE_PROJECT_DIR}/.claude/hooks/check.py --strict",
        ".claude/hooks/check.py",
        "cat x | python3 .claude/hooks/check.py>out",
        "tool --config=.claude/hooks/check.py",
    ] {
        assert!(
            named(command).contains(&whole.to_owned()),
            "{command}: {:?}",
            named(command)
        );
    }
    assert!(named("~/bin/log.sh").contains(&"/home/user/bin/log.sh".to_owned()));
    assert!(named("$HOME/my\\ log.sh").contains(&"/home/user/my log.sh".to_owned()));
}
