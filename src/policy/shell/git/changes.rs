//! Effects of git subcommands that do not only read: changes, losses, and remote access.

use super::paths::{note_paths, targets};
use super::{Parsed, is_running_key};
use crate::policy::shell::field::Field;
use crate::policy::shell::findings::Span;
use crate::policy::shell::walk::{Walker, script};

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
                .always("git reset throws changes away", span);
        }
        "checkout" if overwrites(git, has) => {
            walker
                .state
                .findings
                .always("git checkout of files throws changes away", span);
            note_paths(walker, git);
        }
        "switch"
            if has('f', "force") || has('\0', "discard-changes") || has('C', "force-create") =>
        {
            walker
                .state
                .findings
                .always("git switch throws changes away", span);
        }
        "checkout-index" | "read-tree" => {
            walker
                .state
                .findings
                .always(format!("git {name} overwrites files"), span);
        }
        "rm" => {
            note_paths(walker, git);
            if has('r', "") && !has('\0', "cached") {
                walker
                    .state
                    .findings
                    .always("git rm -r deletes folders", span);
            } else {
                walker
                    .state
                    .findings
                    .medium("git rm takes files away", span);
            }
            if !has('\0', "cached") {
                removes(walker, git);
            }
        }
        "reflog" | "update-ref" => {
            walker
                .state
                .findings
                .always(format!("git {name} can drop history"), span);
        }
        "gc" if has('\0', "prune") || has('\0', "aggressive") => {
            walker
                .state
                .findings
                .always("git gc drops objects that could bring work back", span);
        }
        "stash" if matches!(first, "drop" | "clear") => {
            walker
                .state
                .findings
                .always("git stash drops kept work", span);
        }
        "commit" if has('\0', "amend") => {
            walker
                .state
                .findings
                .high("git commit --amend rewrites the last commit", span);
        }
        "branch" if has('D', "") || has('f', "force") || has('M', "") || (has('d', "delete")) => {
            walker
                .state
                .findings
                .high("git branch drops or moves a branch", span);
        }
        "tag" if has('d', "delete") || has('f', "force") => {
            walker
                .state
                .findings
                .high("git tag drops or moves a tag", span);
        }
        "worktree" if first == "remove" => {
            walker
                .state
                .findings
                .always("git worktree remove deletes a folder", span);
        }
        "submodule" if first == "deinit" => {
            walker
                .state
                .findings
                .always("git submodule deinit deletes a folder", span);
        }
        "submodule" if first == "foreach" => {
            walker
                .state
                .findings
                .high("git submodule foreach runs a command", span);
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
                .medium("git bisect run runs a command", span);
            walker.simple(&tail, span);
        }
        "config" => config(walker, git, has, span),
        "fetch" | "pull" | "clone" | "ls-remote" | "submodule" | "remote" => {
            walker
                .state
                .findings
                .medium(format!("git {name} may reach the network"), span);
            transport(walker, git);
        }
        _ if WRITERS.contains(&name) => walker
            .state
            .findings
            .medium(format!("git {name} writes to the repository"), span),
        _ => walker
            .state
            .findings
            .medium(format!("git {name} is not known to only read"), span),
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
            .medium("shows git's settings, which may hold secrets", span);
        return;
    }
    if has('\0', "global") || has('\0', "system") || has('f', "file") {
        walker
            .state
            .findings
            .always("changes git's settings outside the workspace", span);
        return;
    }
    match git.args.iter().find(|arg| arg.text.contains('.')) {
        Some(key) if !key.is_dynamic() && !is_running_key(&key.text) => walker
            .state
            .findings
            .medium("changes the repository's settings", span),
        _ => walker
            .state
            .findings
            .high("changes a setting that can make git run programs", span),
    }
}

/// Rates `ext::` addresses and `--upload-pack`, which run commands.
fn transport(walker: &mut Walker<'_>, git: &Parsed<'_>) {
    for arg in git.args {
        if arg.text.contains("::")
            || arg.text.starts_with("--upload-pack")
            || arg.text.starts_with("--exec")
        {
            walker
                .state
                .findings
                .high(format!("{} can run a command", arg.readable()), arg.span);
        }
    }
}

/// Rates `git rm` of paths: git matches patterns itself, including quoted ones.
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
            .high("git rm takes its paths from a file", list.span);
    }
}
