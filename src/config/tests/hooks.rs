//! Tests of hooks: the files that define them, faults, trust.

use super::super::hooks::{examine, home_of};
use super::*;
use ::hooks::{Dialect, ExaminedHook, HookOwner, HookState};

const IN_YAML: &str = "\
mode: plan
hooks:
  PreToolUse:
    - matcher: Bash
      hooks:
        - type: command
          command: ./check.sh
          timeout: 5
";

impl Harness {
    /// Writes a file below the temporary folder, and makes this the user's home.
    fn with_file(mut self, name: &str, text: &str) -> Self {
        let path = self.home.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
        let home = self.home.path().to_string_lossy().into_owned();
        self.environment.insert("HOME".into(), home);
        self
    }

    /// Returns a line for each hook: owner, format, event, command.
    fn hooks(&self) -> Vec<String> {
        let loaded = self.load();
        let hooks = loaded.hooks.definitions.iter();
        hooks
            .map(|hook| {
                let owner = match hook.source.owner {
                    HookOwner::User => "user",
                    HookOwner::Workspace => "workspace",
                };
                let dialect = match hook.source.dialect {
                    Dialect::Own => "own",
                    Dialect::Claude => "claude",
                    Dialect::Gemini => "gemini",
                };
                format!("{owner} {dialect} {} {}", hook.event.name(), hook.command)
            })
            .collect()
    }

    fn examined(&self) -> Vec<ExaminedHook> {
        let definitions = self.load().hooks.definitions;
        let home = home_of(&self.environment);
        let trust = TrustStore::open(&self.folders.trust_file());
        examine(&definitions, &trust, &self.root(), home.as_deref())
    }

    fn trust_all(&mut self) {
        let examined = self.examined();
        let root = self.root();
        self.trust.trust_hooks(&examined, &root).unwrap();
    }
}

fn settings(event: &str, command: &str) -> String {
    format!(
        r#"{{"hooks": {{"{event}": [{{"matcher": "*", "hooks": [
            {{"type": "command", "command": "{command}"}}]}}]}}}}"#
    )
}

#[test]
fn hooks_of_all_files_add_up() {
    let harness = Harness::new()
        .global(IN_YAML)
        .with_file(".claude/settings.json", &settings("Stop", "a.sh"))
        .with_file(".gemini/settings.json", &settings("AfterTool", "b.sh"))
        .with_file(
            "work/.claude/settings.json",
            &settings("SessionStart", "c.sh"),
        )
        .with_file(
            "work/.claude/settings.local.json",
            &settings("Notification", "d.sh"),
        )
        .with_file(
            "work/.gemini/settings.json",
            &settings("BeforeTool", "e.sh"),
        );
    assert_eq!(
        harness.hooks(),
        [
            "user own PreToolUse ./check.sh",
            "user claude Stop a.sh",
            "user gemini PostToolUse b.sh",
            "workspace claude SessionStart c.sh",
            "workspace claude Notification d.sh",
            "workspace gemini PreToolUse e.sh",
        ]
    );
    let loaded = harness.load();
    assert_eq!(loaded.hooks.definitions[0].timeout_s, 5);
    assert_eq!(loaded.config.mode, protocol::approval::Mode::Plan);
    assert_eq!(harness.problems(), [""; 0]);
}

#[test]
fn a_fault_in_our_hooks_is_named_with_its_line_and_the_rest_of_the_file_is_used() {
    let harness = Harness::new().global(&format!(
        "{IN_YAML}    - matcher: '('\n      hooks:\n        - command: other.sh\n  Strt: []\n"
    ));
    let problems = harness.problems();
    assert_eq!(problems.len(), 2, "{problems:#?}");
    assert!(
        problems[0].starts_with("config/config.yaml:9:7: hooks.PreToolUse[1].matcher: the matcher"),
        "{problems:#?}"
    );
    assert!(
        problems[1].starts_with("config/config.yaml:12:3: hooks.Strt: there is no event Strt"),
        "{problems:#?}"
    );
    assert_eq!(harness.hooks(), ["user own PreToolUse ./check.sh"]);
    assert_eq!(harness.load().config.mode, protocol::approval::Mode::Plan);
}

#[test]
fn a_broken_file_of_another_program_is_a_warning_with_its_place() {
    let harness = Harness::new()
        .with_file(".claude/settings.json", "{\n  \"hooks\": nothing\n}")
        .with_file(
            "work/.claude/settings.json",
            &settings("PreToolUse", "ok.sh"),
        );
    let loaded = harness.load();
    assert!(!loaded.has_errors());
    let problems = harness.problems();
    assert!(
        problems[0].starts_with(".claude/settings.json:2:13: hooks: this is not JSON"),
        "{problems:#?}"
    );
    assert_eq!(harness.hooks(), ["workspace claude PreToolUse ok.sh"]);
}

#[test]
fn events_that_only_the_other_program_has_are_notes() {
    let harness =
        Harness::new().with_file(".claude/settings.json", &settings("PreCompact", "a.sh"));
    assert_eq!(harness.problems(), [""; 0]);
    let notes = harness.load().hooks.notes;
    assert_eq!(notes.len(), 1);
    assert!(
        notes[0]
            .to_string()
            .contains("hooks of PreCompact are not run here")
    );
}

#[test]
fn a_file_that_switches_its_hooks_off_has_none() {
    let off = settings("Stop", "a.sh").replacen('{', r#"{"disableAllHooks": true, "#, 1);
    let harness = Harness::new().with_file(".claude/settings.json", &off);
    assert_eq!(harness.hooks(), [""; 0]);
}

#[test]
fn a_link_out_of_the_workspace_is_no_settings_file_of_it() {
    let harness = Harness::new().with_file("elsewhere.json", &settings("Stop", "a.sh"));
    std::fs::create_dir(harness.root().join(".claude")).unwrap();
    let link = harness.root().join(".claude/settings.json");
    std::os::unix::fs::symlink(harness.home.path().join("elsewhere.json"), link).unwrap();
    assert_eq!(harness.hooks(), [""; 0]);
    assert_eq!(harness.problems().len(), 1);
}

#[test]
fn an_untrusted_workspace_sets_no_hooks_in_its_own_config() {
    let harness = Harness::new().workspace(IN_YAML);
    assert_eq!(harness.hooks(), [""; 0]);
    let ignored = harness.load().ignored;
    let hooks = ignored.iter().find(|one| one.key == "hooks").unwrap();
    assert_eq!(hooks.value.to_string(), "./check.sh");
    let harness = harness.trusted();
    assert_eq!(harness.hooks(), ["workspace own PreToolUse ./check.sh"]);
}

#[test]
fn a_hook_is_new_then_trusted_then_changed_with_its_script() {
    let mut harness = Harness::new()
        .with_file("work/check.sh", "exit 0\n")
        .with_file(
            "work/.claude/settings.json",
            &settings("PreToolUse", "$CLAUDE_PROJECT_DIR/check.sh --all"),
        );
    assert_eq!(harness.examined()[0].state, HookState::New);
    harness.trust_all();
    assert_eq!(harness.examined()[0].state, HookState::Trusted);
    let harness = harness.with_file("work/check.sh", "rm -rf ~\n");
    let changed = &harness.examined()[0];
    assert!(changed.before().is_some());
    let lines = changed.changes();
    assert!(lines.contains(&"-exit 0".to_owned()), "{lines:#?}");
    assert!(lines.contains(&"+rm -rf ~".to_owned()), "{lines:#?}");
    let mut harness = harness;
    harness.trust_all();
    assert_eq!(harness.examined()[0].state, HookState::Trusted);
    let harness = harness.with_file("work/check.sh", "exit 0\n");
    assert!(
        harness.examined()[0].before().is_some(),
        "what was trusted before is not trusted any more"
    );
}

#[test]
fn the_trust_of_a_workspaces_hook_holds_in_this_workspace_and_until_it_is_revoked() {
    let text = settings("PreToolUse", "make lint");
    let mut harness = Harness::new().with_file("work/.claude/settings.json", &text);
    harness.trust_all();
    let definitions = harness.load().hooks.definitions;
    let other = harness.home.path().join("other");
    std::fs::create_dir(&other).unwrap();
    let trust = TrustStore::open(&harness.folders.trust_file());
    let there = examine(&definitions, &trust, &other, None);
    assert_eq!(there[0].state, HookState::New);
    let root = harness.root();
    harness.trust.revoke(&root).unwrap();
    assert_eq!(harness.examined()[0].state, HookState::New);
}

#[test]
fn the_trust_of_the_users_hook_holds_everywhere() {
    let text = settings("PreToolUse", "make lint");
    let mut harness = Harness::new().with_file(".claude/settings.json", &text);
    harness.trust_all();
    let definitions = harness.load().hooks.definitions;
    let trust = TrustStore::open(&harness.folders.trust_file());
    let there = examine(&definitions, &trust, harness.home.path(), None);
    assert_eq!(there[0].state, HookState::Trusted);
    let root = harness.root();
    harness.trust.revoke(&root).unwrap();
    assert_eq!(harness.examined()[0].state, HookState::Trusted);
}
