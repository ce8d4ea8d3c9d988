//! Repositories that name programs, as an unpacked archive may: asking git for facts runs none of
//! them. A plain `git` first proves that each trap works.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::Harness;
use crate::Workspace;
use crate::git::GitState;
use crate::git::settings::{own_settings, submodules_still};

/// Returns git as a user would call it, without settings of theirs.
fn plain(folder: &Path) -> Command {
    let mut command = Command::new("git");
    command
        .current_dir(folder)
        .args(["-c", "user.name=t", "-c", "user.email=t@example.org"])
        .args(["-c", "protocol.file.allow=always"])
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1");
    command
}

fn git(folder: &Path, arguments: &[&str]) {
    let output = plain(folder).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {output:?}");
}

/// A repository with a file whose attributes name the filter `trap`, committed before the
/// filter does anything.
struct Trapped {
    harness: Harness,
}

impl Trapped {
    fn new() -> Self {
        let trapped = Self {
            harness: Harness::new(),
        };
        trapped.harness.put(".gitattributes", "* filter=trap\n");
        trapped.harness.put("a.txt", "text\n");
        trapped.harness.put("sub/b.txt", "text\n");
        git(&trapped.root(), &["init", "-q"]);
        git(&trapped.root(), &["add", "."]);
        git(&trapped.root(), &["commit", "-q", "-m", "x"]);
        trapped
    }

    fn root(&self) -> PathBuf {
        self.harness.root()
    }

    /// Returns the file that a sprung trap leaves.
    fn mark(&self) -> PathBuf {
        self.harness.outer.path().join("sprung")
    }

    /// Returns a program that leaves the mark and then acts as a filter that changes nothing.
    fn program(&self) -> String {
        format!("touch {}; cat", self.mark().display())
    }

    fn set(&self, arguments: &[&str]) {
        let all: Vec<&str> = ["config"].iter().chain(arguments).copied().collect();
        git(&self.root(), &all);
    }

    /// Makes git read the files again.
    fn touch(&self) {
        for path in ["a.txt", "sub/b.txt"] {
            self.harness.put(path, "text\n");
        }
    }

    fn is_sprung(&self) -> bool {
        let sprung = self.mark().exists();
        std::fs::remove_file(self.mark()).ok();
        sprung
    }

    /// Checks that the trap springs in `folder` with a plain git, and not when the
    /// workspace there asks.
    fn check(&self, folder: &Path) {
        self.touch();
        plain(folder).args(["status"]).output().unwrap();
        assert!(self.is_sprung(), "a plain git does not spring the trap");
        self.touch();
        let workspace = Workspace::open(folder, &[]).unwrap();
        assert!(workspace.git_facts().is_some());
        workspace.state_of("b.txt");
        workspace.tracked_below(".");
        workspace.head_text("b.txt");
        assert!(!self.is_sprung());
    }
}

#[test]
fn a_filter_of_the_repository_runs_not() {
    for name in ["clean", "process"] {
        let trapped = Trapped::new();
        trapped.set(&[&format!("filter.trap.{name}"), &trapped.program()]);
        trapped.set(&["filter.trap.required", "true"]);
        // A process filter that prints nothing fails, so only the fact that it runs counts here.
        trapped.check(&trapped.root());
        trapped.check(&trapped.root().join("sub"));
        let workspace = trapped.harness.open();
        assert_eq!(workspace.state_of("a.txt"), GitState::Clean, "{name}");
        assert_eq!(workspace.git_facts().unwrap().changed, []);
    }
}

#[test]
fn a_filter_from_an_included_file_runs_not() {
    let trapped = Trapped::new();
    let text = format!("[filter \"trap\"]\n\tclean = \"{}\"\n", trapped.program());
    trapped.harness.put("sub/settings", text);
    trapped.set(&["include.path", "../sub/settings"]);
    trapped.check(&trapped.root());
}

#[test]
fn a_filter_of_a_working_trees_own_settings_runs_not() {
    let trapped = Trapped::new();
    trapped.set(&["extensions.worktreeConfig", "true"]);
    trapped.set(&["--worktree", "filter.trap.clean", &trapped.program()]);
    trapped.check(&trapped.root());
}

#[test]
fn a_filter_runs_not_in_a_linked_working_tree() {
    let trapped = Trapped::new();
    let tree = trapped.harness.outer.path().join("tree");
    git(
        &trapped.root(),
        &["worktree", "add", "-q", &tree.display().to_string()],
    );
    trapped.set(&["filter.trap.clean", &trapped.program()]);
    let again = || std::fs::write(tree.join("a.txt"), "text\n").unwrap();
    again();
    plain(&tree).args(["status"]).output().unwrap();
    assert!(trapped.is_sprung());
    again();
    let workspace = Workspace::open(&tree, &[]).unwrap();
    assert_eq!(workspace.git_facts().unwrap().changed, []);
    assert_eq!(workspace.state_of("a.txt"), GitState::Clean);
    assert!(!trapped.is_sprung());
}

#[test]
fn a_file_monitor_and_a_hook_run_not() {
    use std::os::unix::fs::PermissionsExt;
    let trapped = Trapped::new();
    trapped.set(&["core.fsmonitor", &trapped.program()]);
    trapped.check(&trapped.root());
    let trapped = Trapped::new();
    let hook = ".git/hooks/post-index-change";
    trapped
        .harness
        .put(hook, format!("#!/bin/sh\n{}\n", trapped.program()));
    let rights = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(trapped.root().join(hook), rights).unwrap();
    trapped.check(&trapped.root());
}

#[test]
fn git_in_a_submodule_runs_not() {
    let trapped = Trapped::new();
    let source = Trapped::new();
    let address = source.root().display().to_string();
    git(
        &trapped.root(),
        &["submodule", "--quiet", "add", &address, "module"],
    );
    let module = trapped.root().join("module");
    git(
        &module,
        &["config", "filter.trap.clean", &trapped.program()],
    );
    let again = || std::fs::write(module.join("a.txt"), "text\n").unwrap();
    again();
    plain(&trapped.root()).arg("status").output().unwrap();
    assert!(trapped.is_sprung());
    again();
    let workspace = trapped.harness.open();
    workspace.git_facts().unwrap();
    workspace.state_of("module");
    assert!(!trapped.is_sprung());
    let still = submodules_still(&trapped.root(), &|| Some(plain(&trapped.root())));
    assert_eq!(still, [("submodule.module.ignore".into(), "dirty".into())]);
}

#[test]
fn what_is_missing_is_not_fetched() {
    let trapped = Trapped::new();
    let found = plain(&trapped.root())
        .args(["rev-parse", "HEAD:a.txt"])
        .output()
        .unwrap();
    let name = String::from_utf8(found.stdout).unwrap();
    let (folder, rest) = name.trim().split_at(2);
    let object = format!(".git/objects/{folder}/{rest}");
    std::fs::remove_file(trapped.root().join(object)).unwrap();
    for (key, value) in [
        ("core.repositoryFormatVersion", "1"),
        ("extensions.partialClone", "origin"),
        ("remote.origin.url", "."),
        ("remote.origin.promisor", "true"),
        ("remote.origin.uploadpack", &trapped.program()),
    ] {
        trapped.set(&[key, value]);
    }
    plain(&trapped.root())
        .args(["cat-file", "blob", "HEAD:a.txt"])
        .output()
        .unwrap();
    assert!(trapped.is_sprung());
    let workspace = trapped.harness.open();
    assert_eq!(workspace.head_text("a.txt"), None);
    workspace.git_facts();
    workspace.state_of("a.txt");
    assert!(!trapped.is_sprung());
}

#[test]
fn a_repository_that_calls_other_files_its_own_is_none() {
    let trapped = Trapped::new();
    assert!(trapped.harness.open().git_facts().is_some());
    trapped.set(&["core.worktree", "../../outside"]);
    let workspace = trapped.harness.open();
    assert_eq!(workspace.git_facts(), None);
    assert_eq!(workspace.state_of("a.txt"), GitState::Unknown);
    // As git itself sets it for submodules, it leads to the folder beside.
    trapped.set(&["core.worktree", ".."]);
    assert!(trapped.harness.open().git_facts().is_some());
}

#[test]
fn a_program_of_the_users_own_settings_stays_in_force() {
    let trapped = Trapped::new();
    let file = trapped.harness.outer.path().join("global");
    std::fs::write(
        &file,
        "[filter \"trap\"]\n\tclean = tac\n\trequired = true\n[gpg]\n\tprogram = gpg2\n",
    )
    .unwrap();
    for (key, value) in [
        ("filter.trap.clean", "sh"),
        ("filter.trap.process", "sh"),
        ("filter.trap.required", "false"),
        ("filter.other.smudge", "sh"),
        ("gpg.program", "sh"),
        ("gpg.ssh.program", "sh"),
        ("diff.trap.textconv", "sh"),
        ("diff.external", "sh"),
        ("merge.trap.driver", "sh"),
        ("hook.mine.command", "sh"),
        ("alias.status", "!sh"),
        ("core.pager", "sh"),
    ] {
        trapped.set(&[key, value]);
    }
    let ask = || {
        let mut command = plain(&trapped.root());
        command.env("GIT_CONFIG_GLOBAL", &file);
        // The variable affects only `git config`, and must not hide what other commands read.
        command.env("GIT_CONFIG", "/dev/null");
        Some(command)
    };
    let own = own_settings(&trapped.root(), &ask).unwrap();
    let over: Vec<(&str, &str)> = own
        .over
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    assert_eq!(
        over,
        [
            ("filter.other.smudge", ""),
            ("filter.trap.clean", "tac"),
            ("filter.trap.process", ""),
            ("filter.trap.required", "true"),
            ("gpg.program", "gpg2"),
            ("gpg.ssh.program", "ssh-keygen"),
            ("hook.mine.enabled", "false"),
        ]
    );
    assert_eq!(
        own.left,
        ["diff.external", "diff.trap.textconv", "merge.trap.driver"]
    );
}
