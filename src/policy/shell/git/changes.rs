//! Effects of git subcommands that do not only read: changes, losses, and remote access.

use super::paths::{note_paths, targets};
use super::{Parsed, is_running_key};
use crate::shell::field::Field;
use crate::shell::findings::Span;
use crate::shell::walk::{Walker, script};
use notice::notice;

/// Subcommands known to write to the repository, and to do no more than that as called here.
const WRITERS: &[&str] = &[
    "add",
    "am",
    "apply",
    "branch",
    "checkout",
    "cherry-pick",
    "commit",
    "init",
    "merge",
    "mv",
    "notes",
    "reset",
    "revert",
    "stash",
    "switch",
    "tag",
];

pub(super) fn changes(
    walker: &mut Walker<'_>,
    git: &Parsed<'_>,
    has: &dyn Fn(char, &str) -> bool,
    span: Span,
) {
    let name = git.subcommand;
    let first = git
        .args
        .iter()
        .find(|arg| !arg.is_option())
        .map_or("", |arg| arg.text.as_str());
    match name {
        "reset" if has('\0', "hard") || has('\0', "merge") || has('\0', "keep") => {
            walker
                .state
                .findings
                .always(notice!("risk-git-reset-throws-changes"), span);
        }
        "checkout" if overwrites(git, has) => {
            walker
                .state
                .findings
                .always(notice!("risk-git-checkout-of-files"), span);
            note_paths(walker, git);
        }
        "switch"
            if has('f', "force") || has('\0', "discard-changes") || has('C', "force-create") =>
        {
            walker
                .state
                .findings
                .always(notice!("risk-git-switch-throws-changes"), span);
        }
        "checkout-index" | "read-tree" => {
            walker
                .state
                .findings
                .always(notice!("risk-git-overwrites-files", name), span);
        }
        "rm" => {
            note_paths(walker, git);
            if has('r', "") && !has('\0', "cached") {
                walker
                    .state
                    .findings
                    .always(notice!("risk-git-rm-r-deletes"), span);
            } else {
                walker
                    .state
                    .findings
                    .medium(notice!("risk-git-rm-takes-files"), span);
            }
            if !has('\0', "cached") {
                removes(walker, git);
            }
        }
        "reflog" | "update-ref" => {
            walker
                .state
                .findings
                .always(notice!("risk-git-can-drop-history", name), span);
        }
        "gc" if has('\0', "prune") || has('\0', "aggressive") => {
            walker
                .state
                .findings
                .always(notice!("risk-git-gc-drops-objects"), span);
        }
        "stash" if matches!(first, "drop" | "clear") => {
            walker
                .state
                .findings
                .always(notice!("risk-git-stash-drops-kept"), span);
        }
        "commit" if has('\0', "amend") => {
            walker
                .state
                .findings
                .high(notice!("risk-git-commit-amend-rewrites"), span);
        }
        "branch" if has('D', "") || has('f', "force") || has('M', "") || (has('d', "delete")) => {
            walker
                .state
                .findings
                .high(notice!("risk-git-branch-drops-or"), span);
        }
        "tag" if has('d', "delete") || has('f', "force") => {
            walker
                .state
                .findings
                .high(notice!("risk-git-tag-drops-or"), span);
        }
        "worktree" if first == "remove" => {
            walker
                .state
                .findings
                .always(notice!("risk-git-worktree-remove-deletes"), span);
        }
        "submodule" if first == "deinit" => {
            walker
                .state
                .findings
                .always(notice!("risk-git-submodule-deinit-deletes"), span);
        }
        "submodule" if first == "foreach" => {
            walker
                .state
                .findings
                .high(notice!("risk-git-submodule-foreach-runs"), span);
            let text: Vec<&str> = git
                .args
                .iter()
                .filter(|arg| !arg.is_option())
                .skip(1)
                .map(|arg| arg.text.as_str())
                .collect();
            script(&text.join(" "), Some(span), walker.state);
        }
        "bisect" if first == "run" => {
            let tail: Vec<Field> = git
                .args
                .iter()
                .skip_while(|arg| arg.text != "run")
                .skip(1)
                .cloned()
                .collect();
            walker
                .state
                .findings
                .medium(notice!("risk-git-bisect-run-runs"), span);
            walker.simple(&tail, span);
        }
        "config" => config(walker, git, has, span),
        "fetch" | "pull" | "clone" | "ls-remote" | "submodule" | "remote" => {
            walker
                .state
                .findings
                .medium(notice!("risk-git-may-reach-the", name), span);
            transport(walker, git);
        }
        _ if WRITERS.contains(&name) => walker
            .state
            .findings
            .medium(notice!("risk-git-writes-to-repository", name), span),
        _ => walker
            .state
            .findings
            .medium(notice!("risk-git-is-not-known", name), span),
    }
    targets(walker, git, first);
}

/// Whether a checkout may overwrite files instead of changing the branch.
fn overwrites(git: &Parsed<'_>, has: &dyn Fn(char, &str) -> bool) -> bool {
    let makes_branch = has('b', "") || has('\0', "orphan");
    let operands: Vec<&Field> = git.args.iter().filter(|arg| !arg.is_option()).collect();
    let path_like = |field: &&Field| {
        let text = field.text.as_str();
        let name = text.rsplit('/').next().unwrap_or(text);
        field.glob
            || field.is_dynamic()
            || text.starts_with(['.', ':'])
            || text.ends_with('/')
            || name
                .rsplit_once('.')
                .is_some_and(|(stem, end)| !stem.is_empty() && end.chars().any(char::is_alphabetic))
    };
    let forced = [
        "force",
        "ours",
        "theirs",
        "patch",
        "merge",
        "pathspec-from-file",
    ]
    .iter()
    .any(|long| has('\0', long));
    git.args
        .iter()
        .any(|arg| arg.text == "--" || matches!(arg.text.as_str(), "-f" | "-p" | "-B" | "-m"))
        || forced
        || (!makes_branch && (operands.len() > 1 || operands.iter().any(path_like)))
}

fn config(walker: &mut Walker<'_>, git: &Parsed<'_>, has: &dyn Fn(char, &str) -> bool, span: Span) {
    let shows = |arg: &Field| {
        matches!(
            arg.text.as_str(),
            "--list" | "-l" | "--get" | "--get-all" | "--get-regexp" | "list" | "get"
        )
    };
    if git.args.iter().take(2).any(shows) {
        walker
            .state
            .findings
            .medium(notice!("risk-shows-the-settings-of-git"), span);
        return;
    }
    if has('\0', "global") || has('\0', "system") || has('f', "file") {
        walker
            .state
            .findings
            .always(notice!("risk-changes-git-settings-outside"), span);
        return;
    }
    match git.args.iter().find(|arg| arg.text.contains('.')) {
        Some(key) if !key.is_dynamic() && !is_running_key(&key.text) => walker
            .state
            .findings
            .medium(notice!("risk-changes-the-repository-settings"), span),
        _ => walker
            .state
            .findings
            .high(notice!("risk-changes-a-setting-that"), span),
    }
}

/// Rates `ext::` addresses and `--upload-pack`, which run commands.
fn transport(walker: &mut Walker<'_>, git: &Parsed<'_>) {
    for arg in git.args {
        if arg.text.contains("::")
            || arg.text.starts_with("--upload-pack")
            || arg.text.starts_with("--exec")
        {
            walker.state.findings.high(
                notice!("risk-name-can-run-a-command", name = arg.readable()),
                arg.span,
            );
        }
    }
}

/// Rates `git rm` of paths. Git expands patterns itself, including quoted ones.
fn removes(walker: &mut Walker<'_>, git: &Parsed<'_>) {
    for arg in git.args.iter().filter(|arg| !arg.is_option()) {
        let glob = arg.glob || arg.text.contains(['*', '?', '[']) || arg.text.starts_with(':');
        walker.deletes(&Field {
            glob,
            ..arg.clone()
        });
    }
    if let Some(list) = git.args.iter().find(|arg| arg.text.starts_with("--path")) {
        walker
            .state
            .findings
            .high(notice!("risk-git-rm-takes-its"), list.span);
    }
}
