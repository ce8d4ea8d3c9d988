//! A repository that lies in the workspace runs nothing of its own choice when git looks at it.

use std::process::Command;

use proptest::prelude::*;
use serde_json::json;

use super::Bench;
use crate::tools::environment::git_settings;

/// Git as a user would call it, without settings of theirs.
fn git(bench: &Bench, folder: &str, arguments: &[&str]) {
    let output = Command::new("git")
        .current_dir(bench.path(folder))
        .args(["-c", "user.name=t", "-c", "user.email=t@example.org"])
        .args(arguments)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
}

/// A folder that is laid out as a repository whose file monitor leaves a file.
fn evil(bench: &Bench) {
    git(bench, "", &["init", "-q", "--bare", "evil"]);
    bench.put("evil/a.txt", "x");
    let program = format!("touch {}; false", bench.path("ran").display());
    for (key, value) in [
        ("core.bare", "false"),
        ("core.worktree", "."),
        ("core.fsmonitor", program.as_str()),
    ] {
        git(bench, "evil", &["config", "-f", "config", key, value]);
    }
}

#[test]
fn a_planted_repository_runs_no_program() {
    let bench = Bench::new();
    evil(&bench);
    // The trap works: by itself git runs the program.
    git(&bench, "evil", &["status"]);
    std::fs::remove_file(bench.path("ran")).unwrap();
    for arguments in [
        json!({ "command": "git -C evil status" }),
        json!({ "command": "git status", "cwd": "evil" }),
        json!({ "command": "cd evil && git diff" }),
        json!({ "command": "git --git-dir=evil status" }),
    ] {
        bench.run("shell_exec", arguments.clone());
        assert!(!bench.path("ran").exists(), "{arguments}");
    }
    let refused = bench.run("shell_exec", json!({ "command": "git -C evil status" }));
    assert_eq!(refused["error"]["code"], "E008");
    assert!(refused.to_string().contains("bareRepository"), "{refused}");
}

#[test]
fn hooks_of_the_users_own_repository_still_run() {
    use std::os::unix::fs::PermissionsExt;
    let bench = Bench::new();
    git(&bench, "", &["init", "-q"]);
    bench.put(".git/hooks/pre-commit", "#!/bin/sh\ntouch hooked\n");
    let hook = bench.path(".git/hooks/pre-commit");
    std::fs::set_permissions(hook, std::fs::Permissions::from_mode(0o755)).unwrap();
    bench.ok(
        "shell_exec",
        json!({ "command": "git -c user.name=t -c user.email=t@example.org commit -q --allow-empty -m x" }),
    );
    assert!(bench.path("hooked").exists());
}

fn pair(name: impl Into<String>, value: impl Into<String>) -> (String, String) {
    (name.into(), value.into())
}

#[test]
fn inherited_settings_stay_but_for_those_with_secrets() {
    let inherited = [
        pair("GIT_CONFIG_COUNT", "3"),
        pair("GIT_CONFIG_KEY_0", "http.https://example.org/.extraHeader"),
        pair("GIT_CONFIG_VALUE_0", "Authorization: basic c2VjcmV0"),
        pair("GIT_CONFIG_KEY_1", "safe.directory"),
        pair("GIT_CONFIG_VALUE_1", "/srv"),
        pair(
            "GIT_CONFIG_KEY_2",
            "URL.https://t:secret@example.org/.insteadOf",
        ),
        pair("GIT_CONFIG_VALUE_2", "https://example.org/"),
    ];
    let expected = [
        pair("GIT_CONFIG_COUNT", "3"),
        pair("GIT_CONFIG_KEY_0", "safe.directory"),
        pair("GIT_CONFIG_VALUE_0", "/srv"),
        pair("GIT_CONFIG_KEY_1", "safe.bareRepository"),
        pair("GIT_CONFIG_VALUE_1", "explicit"),
        pair("GIT_CONFIG_KEY_2", "core.fsmonitor"),
        pair("GIT_CONFIG_VALUE_2", "false"),
    ];
    assert_eq!(git_settings(&inherited), expected);
}

proptest! {
    #[test]
    fn ours_come_last_whatever_is_inherited(
        count in "[0-9]{0,21}|-1|x",
        settings in proptest::collection::vec((0..6_u8, "[a-z.]{0,8}", any::<bool>()), 0..8),
    ) {
        let mut inherited = vec![pair("GIT_CONFIG_COUNT", count)];
        inherited.extend(settings.into_iter().map(|(index, text, is_key)| {
            let kind = if is_key { "KEY" } else { "VALUE" };
            pair(format!("GIT_CONFIG_{kind}_{index}"), text)
        }));
        let made = git_settings(&inherited);
        let number: usize = made[0].1.parse().unwrap();
        prop_assert_eq!(made.len(), 1 + 2 * number);
        let last = format!("GIT_CONFIG_KEY_{}", number - 1);
        prop_assert_eq!(&made[made.len() - 2], &pair(last, "core.fsmonitor"));
        prop_assert_eq!(&made[made.len() - 1].1, "false");
        prop_assert_eq!(&made[made.len() - 3].1, "explicit");
    }
}
