//! Tests that a repository in the workspace runs no program of its own choice when git reads it.

use std::process::Command;

use proptest::prelude::*;
use serde_json::json;

use super::Harness;
use crate::Prepared;
use crate::environment::{Git, git_settings};
use protocol::approval::{Risk, RiskReason};
use protocol::plan::Grant;

/// Runs git as a user would, without the user's settings.
fn git(harness: &Harness, folder: &str, arguments: &[&str]) {
    let output = Command::new("git")
        .current_dir(harness.path(folder))
        .args(["-c", "user.name=t", "-c", "user.email=t@example.org"])
        .args(arguments)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
}

/// Creates a folder laid out as a repository whose file monitor creates a file.
fn evil(harness: &Harness) {
    git(harness, "", &["init", "-q", "--bare", "evil"]);
    harness.put("evil/a.txt", "x");
    let program = format!("touch {}; false", harness.path("ran").display());
    for (key, value) in [
        ("core.bare", "false"),
        ("core.worktree", "."),
        ("core.fsmonitor", program.as_str()),
    ] {
        git(harness, "evil", &["config", "-f", "config", key, value]);
    }
}

#[test]
fn a_planted_repository_runs_no_program() {
    let harness = Harness::new();
    evil(&harness);
    // The trap works: git runs the program by default.
    git(&harness, "evil", &["status"]);
    std::fs::remove_file(harness.path("ran")).unwrap();
    for arguments in [
        json!({ "command": "git -C evil status" }),
        json!({ "command": "git status", "cwd": "evil" }),
        json!({ "command": "cd evil && git diff" }),
        json!({ "command": "git --git-dir=evil status" }),
    ] {
        harness.run("shell_exec", arguments.clone());
        assert!(!harness.path("ran").exists(), "{arguments}");
    }
    let refused = harness.run("shell_exec", json!({ "command": "git -C evil status" }));
    assert_eq!(refused["error"]["code"], "E008");
    assert!(refused.to_string().contains("bareRepository"), "{refused}");
}

#[test]
fn hooks_of_the_users_own_repository_still_run() {
    use std::os::unix::fs::PermissionsExt;
    let harness = Harness::new();
    git(&harness, "", &["init", "-q"]);
    harness.put(".git/hooks/pre-commit", "#!/bin/sh\ntouch hooked\n");
    let hook = harness.path(".git/hooks/pre-commit");
    std::fs::set_permissions(hook, std::fs::Permissions::from_mode(0o755)).unwrap();
    harness.ok(
        "shell_exec",
        json!({ "command": "git -c user.name=t -c user.email=t@example.org commit -q --allow-empty -m x" }),
    );
    assert!(harness.path("hooked").exists());
}

/// A workspace with a repository, and possibly one in a subfolder, whose files have
/// the attributes `trap`.
struct Trapped {
    harness: Harness,
}

impl Trapped {
    fn new(folders: &[&str]) -> Self {
        let harness = Harness::judged();
        for folder in folders {
            let at = |name: &str| format!("./{folder}/{name}");
            harness.put(
                &at(".gitattributes"),
                "* filter=trap diff=trap merge=trap\n",
            );
            harness.put(&at("a.txt"), "text\n");
            git(&harness, folder, &["init", "-q"]);
            git(&harness, folder, &["add", "."]);
            git(&harness, folder, &["commit", "-q", "-m", "x"]);
            harness.put(&at("a.txt"), "teXt\n");
        }
        Self { harness }
    }

    fn set(&self, folder: &str, key: &str, value: &str) {
        git(&self.harness, folder, &["config", key, value]);
    }

    /// Returns a program that creates a file and then acts as `cat`.
    fn program(&self) -> String {
        format!(
            "touch {}; cat",
            self.harness.private.path().join("sprung").display()
        )
    }

    fn is_sprung(&self) -> bool {
        std::fs::remove_file(self.harness.private.path().join("sprung")).is_ok()
    }

    fn prepare(&self, command: &str) -> Prepared {
        self.harness
            .prepare("shell_exec", json!({ "command": command }))
            .unwrap()
    }

    /// Checks that the command runs without approval and triggers no trap.
    fn runs_unasked(&self, command: &str) {
        let prepared = self.prepare(command);
        assert_eq!(
            prepared.plan.risk.risk,
            Risk::Low,
            "{command}: {:?}",
            prepared.plan.risk
        );
        let finished = self.harness.finish(prepared, Grant::AsPlanned);
        assert!(
            finished.result.ok,
            "{command}: {:#}",
            finished.result.content
        );
        assert!(!self.is_sprung(), "{command}");
    }

    /// Checks that the command needs approval, with a reason that names `why`; and that, once
    /// approved, git behaves as for the user.
    fn is_asked_for(&self, command: &str, why: &str) {
        let prepared = self.prepare(command);
        let risk = &prepared.plan.risk;
        assert_eq!(risk.risk, Risk::Medium, "{command}");
        assert!(
            risk.reasons
                .iter()
                .any(|reason| reason.text.to_string().contains(why)),
            "{risk:?}"
        );
        assert!(!self.is_sprung(), "{command}");
        self.harness.finish(prepared, Grant::AsPlanned);
        assert!(self.is_sprung(), "{command}: the trap does not work");
    }
}

#[test]
fn what_runs_unasked_runs_no_filter_of_the_repository() {
    for name in ["clean", "process"] {
        let trapped = Trapped::new(&[""]);
        trapped.set("", &format!("filter.trap.{name}"), &trapped.program());
        git(&trapped.harness, "", &["status"]);
        assert!(trapped.is_sprung(), "the trap does not work");
        for command in [
            "git status",
            "git diff",
            "git diff --stat",
            "git show",
            "git blame a.txt",
            "git ls-files -m",
            "git describe --always --dirty",
            "git --no-pager status --short | head -5",
        ] {
            trapped.runs_unasked(command);
        }
    }
}

#[test]
fn what_somebody_allowed_runs_the_filters_as_the_user_would() {
    let trapped = Trapped::new(&[""]);
    trapped.set("", "filter.trap.clean", &trapped.program());
    let prepared = trapped.prepare("git add a.txt");
    assert_eq!(prepared.plan.risk.risk, Risk::Medium);
    trapped.harness.finish(prepared, Grant::AsPlanned);
    assert!(trapped.is_sprung());
    let text = "git add a.txt; git status".to_owned();
    trapped.harness.put("a.txt", "more\n");
    let prepared = trapped.prepare("git status");
    trapped.harness.finish(prepared, Grant::Edited { text });
    assert!(trapped.is_sprung());
}

#[test]
fn a_program_without_a_stand_in_is_asked_for_and_named() {
    for (key, command) in [
        ("diff.trap.textconv", "git diff"),
        ("diff.trap.command", "git diff"),
        ("diff.external", "git diff"),
        ("diff.trap.textconv", "git show"),
        ("diff.trap.textconv", "git blame a.txt"),
    ] {
        let trapped = Trapped::new(&[""]);
        trapped.runs_unasked("git diff");
        trapped.set("", key, &trapped.program());
        trapped.is_asked_for(command, key);
        assert_eq!(trapped.prepare("ls").plan.risk.risk, Risk::Low);
    }
    let trapped = Trapped::new(&[""]);
    trapped.set("", "core.worktree", "..");
    trapped.runs_unasked("git status");
    trapped.set("", "core.worktree", "../..");
    let risk = trapped.prepare("git diff").plan.risk;
    assert_eq!(risk.risk, Risk::Medium);
    assert!(
        risk.reasons[0].text.to_string().contains("elsewhere"),
        "{risk:?}"
    );
}

#[test]
fn a_repository_in_a_folder_is_looked_at_where_the_command_goes_there() {
    let trapped = Trapped::new(&["", "vendor/x"]);
    trapped.set("vendor/x", "filter.trap.clean", &trapped.program());
    for command in [
        "git -C vendor/x status",
        "cd vendor/x && git status",
        "cd vendor && cd x && git diff",
        "cd vendor/x; git status",
        "git status; git -C ./vendor/x diff --stat",
    ] {
        trapped.runs_unasked(command);
    }
    trapped.set("vendor/x", "diff.trap.textconv", &trapped.program());
    trapped.runs_unasked("git diff");
    trapped.is_asked_for("git -C vendor/x diff", "the repository vendor/x");
    let there = json!({ "command": "git diff", "cwd": "vendor/x" });
    let risk = trapped
        .harness
        .prepare("shell_exec", there)
        .unwrap()
        .plan
        .risk;
    assert_eq!(risk.risk, Risk::Medium);
    // A command that needs approval anyway names the repository.
    trapped.is_asked_for("git -C vendor/x add . && git -C vendor/x diff", "vendor/x");
}

#[test]
fn what_runs_unasked_runs_no_hook_and_checks_no_signature_with_a_program_of_the_repository() {
    use std::os::unix::fs::PermissionsExt;
    let trapped = Trapped::new(&[""]);
    let program = trapped.harness.private.path().join("program");
    let marked = trapped.program();
    std::fs::write(&program, format!("#!/bin/sh\n{marked}\n")).unwrap();
    let executable = || std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&program, executable()).unwrap();
    let hook = trapped.harness.path(".git/hooks/post-index-change");
    std::fs::copy(&program, &hook).unwrap();
    trapped.harness.put("a.txt", "text\n");
    git(&trapped.harness, "", &["status"]);
    assert!(trapped.is_sprung(), "the hook does not work");
    for command in ["git status", "git diff"] {
        trapped.harness.put("a.txt", "text\n");
        trapped.runs_unasked(command);
    }
    std::fs::remove_file(hook).unwrap();
    sign(&trapped.harness);
    trapped.set("", "gpg.program", &program.display().to_string());
    trapped.set("", "log.showSignature", "true");
    git(&trapped.harness, "", &["log", "-1"]);
    assert!(trapped.is_sprung(), "the signature is not checked");
    for command in ["git log -1", "git show"] {
        trapped.runs_unasked(command);
    }
    let asks_gpg = trapped.prepare("git log -1 --format=%G?").plan.risk.risk;
    assert_eq!(asks_gpg, Risk::Medium);
}

/// Gives the last commit something that looks like a signature.
fn sign(harness: &Harness) {
    let out = |arguments: &[&str]| {
        let output = Command::new("git")
            .current_dir(harness.path(""))
            .args(arguments)
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let commit = out(&["cat-file", "commit", "HEAD"]);
    let signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n abc\n -----END PGP SIGNATURE-----";
    harness.put(
        "signed",
        commit.replacen("\n\n", &format!("\n{signature}\n\n"), 1),
    );
    let name = out(&["hash-object", "-t", "commit", "-w", "signed"]);
    git(harness, "", &["reset", "-q", "--soft", name.trim()]);
}

#[test]
fn what_runs_unasked_starts_no_git_in_submodules() {
    let trapped = Trapped::new(&["", "source"]);
    let address = trapped.harness.path("source").display().to_string();
    let allowed = "protocol.file.allow=always";
    git(
        &trapped.harness,
        "",
        &[
            "-c",
            allowed,
            "submodule",
            "--quiet",
            "add",
            &address,
            "module",
        ],
    );
    trapped.set("module", "filter.trap.clean", &trapped.program());
    trapped.set("", "submodule.module.ignore", "none");
    trapped.harness.put("module/a.txt", "text\n");
    git(&trapped.harness, "", &["status"]);
    assert!(trapped.is_sprung(), "the trap does not work");
    for command in ["git status", "git diff", "git diff HEAD"] {
        trapped.harness.put("module/a.txt", "text\n");
        trapped.runs_unasked(command);
    }
}

#[test]
fn what_leads_git_to_another_repository_or_a_file_outside_is_not_low() {
    let harness = Harness::judged();
    git(&harness, "", &["init", "-q"]);
    harness.put("a.txt", "x");
    let risk = |command: &str| {
        let prepared = harness.prepare("shell_exec", json!({ "command": command }));
        prepared.unwrap().plan.risk
    };
    let found = risk("git status");
    assert_eq!(found.risk, Risk::Low, "{found:?}");
    git(
        &harness,
        "",
        &["config", "blame.ignoreRevsFile", "/etc/passwd"],
    );
    let found = risk("git blame a.txt");
    assert_eq!(found.risk, Risk::Medium);
    let reasons = found.reasons.iter().map(|reason| reason.text.to_string());
    assert_eq!(
        reasons.collect::<Vec<_>>(),
        ["this repository makes git read a file outside of it (blame.ignorerevsfile)"]
    );
    git(&harness, "", &["config", "--unset", "blame.ignoreRevsFile"]);
    std::fs::create_dir(harness.path("nested")).unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    harness.put(
        "nested/.git",
        format!("gitdir: {}", elsewhere.path().display()),
    );
    let found = risk("git -C nested log");
    assert_eq!(found.risk, Risk::Medium);
    let leads = |reason: &RiskReason| {
        reason
            .text
            .to_string()
            .contains("leads to another repository")
    };
    assert!(found.reasons.iter().any(leads));
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
    assert_eq!(git_settings(&inherited, &Git::AsUsual), expected);
}

proptest! {
    #![proptest_config(testing::cases(256))]

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
        let made = git_settings(&inherited, &Git::AsUsual);
        let number: usize = made[0].1.parse().unwrap();
        prop_assert_eq!(made.len(), 1 + 2 * number);
        let last = format!("GIT_CONFIG_KEY_{}", number - 1);
        prop_assert_eq!(&made[made.len() - 2], &pair(last, "core.fsmonitor"));
        prop_assert_eq!(&made[made.len() - 1].1, "false");
        prop_assert_eq!(&made[made.len() - 3].1, "explicit");
    }
}
