//! `git`: which subcommands read, which change, which are always asked.

use super::command::{Call, is_option};
use super::field::Field;
use super::findings::Span;
use super::path::{Place, leaves_a_folder, place};
use super::walk::{Walker, script};

/// Subcommands that only read, whatever operands they have.
const READS: &[&str] = &[
    "status",
    "log",
    "diff",
    "show",
    "rev-parse",
    "ls-files",
    "ls-tree",
    "describe",
    "blame",
    "annotate",
    "shortlog",
    "rev-list",
    "merge-base",
    "name-rev",
    "count-objects",
    "for-each-ref",
    "show-ref",
    "diff-tree",
    "diff-index",
    "diff-files",
    "check-ignore",
    "check-attr",
    "cherry",
    "range-diff",
    "version",
    "grep",
    "cat-file",
    "show-branch",
    "verify-pack",
    "patch-id",
    "stripspace",
];

/// Options that make a reading subcommand write a file or run a program: also one that the
/// repository's settings name (`--help` a viewer, `--remerge-diff` merge drivers), or git in a
/// submodule, where nothing stands over its settings.
const NOT_READING: &[&str] = &[
    "--help",
    "--alternate-refs",
    "--remerge-diff",
    "--diff-merges",
    "--submodule",
    "--ignore-submodules",
    "--output",
    "--ext-diff",
    "--textconv",
    "--open-files-in-pager",
    "--filters",
    "--show-signature",
    "--batch-command",
    "--web",
    "--contents",
    "--paginate",
    "--write-tree",
];

/// Subcommands that rewrite or drop history, or throw work away.
const ALWAYS: &[(&str, &str)] = &[
    ("push", "pushes to another repository"),
    ("send-pack", "pushes to another repository"),
    ("http-push", "pushes to another repository"),
    ("send-email", "sends mail"),
    ("clean", "git clean deletes files that git does not keep"),
    ("restore", "git restore throws changes away"),
    ("filter-branch", "rewrites history"),
    ("filter-repo", "rewrites history"),
    ("rebase", "rewrites history"),
    ("replace", "rewrites history"),
    ("prune", "drops objects that could bring work back"),
];

struct Parsed<'f> {
    subcommand: &'f str,
    args: &'f [Field],
    /// Whether an option in front of the subcommand changes which programs git runs.
    strange: bool,
}

/// Looks at `call` if it is git.
pub(super) fn look(walker: &mut Walker<'_>, call: Call<'_>) -> bool {
    match call.program {
        "git" => {}
        "git-push" | "git-clean" | "git-restore" => {
            walker
                .state
                .findings
                .always(format!("runs {}", call.program), call.span);
            return true;
        }
        _ => return false,
    }
    let folders = walker.state.folders.clone();
    let parsed = global_options(walker, call);
    subcommand(walker, &parsed, call.span);
    walker.state.folders = folders;
    true
}

fn global_options<'f>(walker: &mut Walker<'_>, call: Call<'f>) -> Parsed<'f> {
    let mut strange = false;
    let mut at = 0;
    while let Some(arg) = call.args.get(at) {
        let text = arg.text.as_str();
        if !arg.is_option() {
            break;
        }
        let value = call.args.get(at + 1);
        match text {
            "-C" | "--git-dir" | "--work-tree" => {
                if let Some(value) = value {
                    elsewhere(walker, value);
                }
                strange |= text != "-C";
                at += 1;
            }
            "-c" => {
                if let Some(value) = value {
                    config_value(walker, value);
                }
                strange = true;
                at += 1;
            }
            "--namespace" | "--config-env" | "--super-prefix" | "--attr-source" => {
                strange = true;
                at += 1;
            }
            "--no-pager"
            | "-P"
            | "--no-optional-locks"
            | "--literal-pathspecs"
            | "--version"
            | "--no-replace-objects"
            | "--icase-pathspecs" => {}
            _ => {
                if let Some((option, value)) = text.split_once('=') {
                    let value = Field {
                        text: value.to_owned(),
                        ..arg.clone()
                    };
                    if matches!(option, "--git-dir" | "--work-tree") {
                        elsewhere(walker, &value);
                    }
                } else if let Some(value) = text.strip_prefix("-c") {
                    let value = Field::literal(value, arg.span);
                    config_value(walker, &value);
                }
                strange = true;
            }
        }
        at += 1;
    }
    let subcommand = call.args.get(at);
    Parsed {
        subcommand: subcommand.map_or("", |arg| arg.text.as_str()),
        args: call.args.get(at + 1..).unwrap_or_default(),
        strange: strange || subcommand.is_some_and(|arg| arg.is_dynamic() || arg.unsure),
    }
}

/// Git works in another folder. Unlike the shell's `cd`, it goes where links lead.
fn elsewhere(walker: &mut Walker<'_>, folder: &Field) {
    walker.state.folders = if folder.resolved || leaves_a_folder(&folder.text) {
        vec![None]
    } else {
        let folders = walker.state.folders.iter();
        folders
            .map(|current| super::path::change(current, folder))
            .collect()
    };
}

/// `-c name=value`: many values are commands.
fn config_value(walker: &mut Walker<'_>, field: &Field) {
    walker.state.findings.medium(
        format!("sets {} for this run of git", field.readable()),
        field.span,
    );
    let Some((key, value)) = field.text.split_once('=') else {
        return;
    };
    if is_running_key(key) || value.starts_with('!') {
        walker
            .state
            .findings
            .high(format!("{key} makes git run a program"), field.span);
        script(
            value.trim_start_matches('!'),
            Some(field.span),
            walker.state,
        );
    }
}

/// Whether git runs the value of this key, or reads more config because of it.
fn is_running_key(key: &str) -> bool {
    let key = key.to_lowercase();
    let ends = [
        "pager",
        "editor",
        "sshcommand",
        "askpass",
        "hookspath",
        "fsmonitor",
        "textconv",
        "helper",
        "command",
        "cmd",
        "external",
        "program",
        "gitproxy",
        "smudge",
        "clean",
        "process",
        "driver",
        "browser",
        "uploadpack",
        "receivepack",
        "sequenceeditor",
    ];
    ends.iter().any(|end| key.rsplit('.').next() == Some(end))
        || ["alias.", "pager.", "include.", "includeif.", "protocol."]
            .iter()
            .any(|start| key.starts_with(start))
}

fn subcommand(walker: &mut Walker<'_>, git: &Parsed<'_>, span: Span) {
    let name = git.subcommand;
    let has = |short: char, long: &str| {
        git.args
            .iter()
            .take_while(|arg| arg.text != "--")
            .any(|arg| arg.is_option() && is_option(&arg.text, short, long))
    };
    let outside = walker.state.folders.iter().any(|folder| {
        folder.as_ref().is_none_or(|folder| {
            let here = Field::literal(&folder.to_string_lossy(), span);
            place(
                &here,
                std::slice::from_ref(&Some(folder.clone())),
                &walker.state.root,
            ) == Place::Outside
        })
    });
    if let Some((_, why)) = ALWAYS.iter().find(|(other, _)| *other == name) {
        if name == "clean" && has('n', "dry-run") && !has('\0', "force") {
            walker.state.findings.medium("git clean as a dry run", span);
            return;
        }
        walker.state.findings.always(*why, span);
        if matches!(name, "clean" | "restore") {
            note_paths(walker, git);
        }
        return;
    }
    if git
        .args
        .iter()
        .take(2)
        .any(|arg| arg.text == "push" || arg.text == "dcommit")
        && matches!(name, "subtree" | "lfs" | "svn" | "p4" | "cvsexportcommit")
    {
        walker
            .state
            .findings
            .always("pushes to another repository", span);
        return;
    }
    for folder in walker.state.folders.iter().flatten() {
        walker.state.findings.git_in(folder.clone());
    }
    let known = reads(git, &has) && !git.strange;
    if known {
        if !matches!(name, "ls-files" | "status" | "check-ignore" | "check-attr") {
            sees(walker, git, &has, span);
        } else {
            walker.looks_here(span);
        }
        return;
    }
    changes(walker, git, &has, span);
    if outside && !reads(git, &has) {
        walker.state.findings.always(
            format!("git {name} in a repository outside the workspace"),
            span,
        );
    }
}

/// Whether the subcommand provably only reads.
fn reads(git: &Parsed<'_>, has: &dyn Fn(char, &str) -> bool) -> bool {
    let args = git.args;
    let operands = || args.iter().filter(|arg| !arg.is_option());
    let first = operands().next().map_or("", |arg| arg.text.as_str());
    let free = args.iter().take_while(|arg| arg.text != "--");
    if free.clone().any(|arg| arg.is_dynamic() || arg.unsure) {
        return false;
    }
    let bad = free.clone().any(|arg| {
        let option = arg.text.split('=').next().unwrap_or_default();
        option.len() > 2
            && option.starts_with("--")
            && NOT_READING.iter().any(|bad| bad.starts_with(option))
            || (git.subcommand == "grep" && arg.text.starts_with("-O"))
    });
    if bad {
        return false;
    }
    let only = |allowed: &[&str]| {
        args.iter().all(|arg| {
            let option = arg.text.split('=').next().unwrap_or_default();
            allowed.contains(&option)
        })
    };
    match git.subcommand {
        "" => true,
        "branch" => {
            let listing = has('\0', "list") || has('l', "");
            let quiet = args.iter().filter(|arg| arg.is_option()).all(|arg| {
                let option = arg.text.split('=').next().unwrap_or_default();
                matches!(
                    option,
                    "-a" | "-r"
                        | "-v"
                        | "-vv"
                        | "-l"
                        | "-av"
                        | "-avv"
                        | "-rv"
                        | "--list"
                        | "--all"
                        | "--remotes"
                        | "--verbose"
                        | "--show-current"
                        | "--contains"
                        | "--no-contains"
                        | "--merged"
                        | "--no-merged"
                        | "--sort"
                        | "--format"
                        | "--points-at"
                        | "--color"
                        | "--no-color"
                        | "--column"
                        | "--no-column"
                )
            });
            let filter = [
                "contains",
                "merged",
                "no-merged",
                "points-at",
                "no-contains",
            ]
            .iter()
            .any(|option| args.iter().any(|arg| arg.text == format!("--{option}")));
            quiet && (operands().next().is_none() || listing || filter)
        }
        "tag" => {
            args.is_empty()
                || (args
                    .iter()
                    .any(|arg| matches!(arg.text.as_str(), "-l" | "--list" | "-n"))
                    && args.iter().filter(|arg| arg.is_option()).all(|arg| {
                        let option = arg.text.split('=').next().unwrap_or_default();
                        matches!(
                            option,
                            "-l" | "--list"
                                | "-n"
                                | "--sort"
                                | "--format"
                                | "--contains"
                                | "--merged"
                        )
                    }))
        }
        "remote" => args.is_empty() || only(&["-v", "--verbose"]) || first == "get-url",
        "stash" => matches!(first, "list") || (first == "show" && args.len() <= 3),
        "worktree" => first == "list",
        "notes" => matches!(first, "list" | "show"),
        "reflog" => {
            matches!(first, "" | "show") || !matches!(first, "expire" | "delete" | "drop" | "write")
        }
        "config" => {
            matches!(first, "get" | "list") && operands().count() <= 2
                || args.first().is_some_and(|arg| {
                    matches!(
                        arg.text.as_str(),
                        "--get" | "--get-all" | "--list" | "-l" | "--get-regexp"
                    )
                })
                || (["--global", "--local", "--system"]
                    .contains(&args.first().map_or("", |arg| &arg.text))
                    && args.get(1).is_some_and(|arg| {
                        matches!(
                            arg.text.as_str(),
                            "--get" | "--get-all" | "--list" | "-l" | "get" | "list"
                        )
                    }))
                || (args.len() == 1 && first.contains('.'))
        }
        name => READS.contains(&name),
    }
}

fn changes(
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

/// `ext::` addresses and `--upload-pack` run commands.
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

/// Files and folders that the subcommand writes to.
fn targets(walker: &mut Walker<'_>, git: &Parsed<'_>, first: &str) {
    let operands: Vec<&Field> = git.args.iter().filter(|arg| !arg.is_option()).collect();
    let written: &[&Field] = match git.subcommand {
        "worktree" if matches!(first, "add" | "move") => operands.get(1..).unwrap_or_default(),
        "clone" => operands.get(1..).unwrap_or_default(),
        "init" | "mv" | "rm" | "add" => &operands,
        _ => &[],
    };
    for target in written {
        // A branch or a commit is no path, but one that leaves the workspace looks like one.
        if place(target, &walker.state.folders, &walker.state.root) == Place::Outside {
            walker.writes(target, "writes to");
        }
    }
    let mut args = git.args.iter();
    while let Some(arg) = args.next() {
        let short = matches!(git.subcommand, "archive" | "format-patch") && arg.text == "-o";
        let name = arg.text.split('=').next().unwrap_or_default();
        let long = name.len() > 3
            && ("--output".starts_with(name) || "--output-directory".starts_with(name));
        if let (true, Some((_, value))) = (long, arg.text.split_once('=')) {
            let target = Field {
                text: value.to_owned(),
                ..arg.clone()
            };
            walker.writes(&target, "writes to");
        } else if let (true, Some(target)) = (short || long, args.clone().next()) {
            walker.writes(target, "writes to");
            args.next();
        }
    }
}

/// `git rm` of paths: git matches patterns itself, quoted ones too.
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

/// What a subcommand that only reads may see: history, which holds what was committed, but no file
/// outside the workspace and none that is named and blocked.
fn sees(walker: &mut Walker<'_>, git: &Parsed<'_>, has: &dyn Fn(char, &str) -> bool, span: Span) {
    if matches!(git.subcommand, "" | "version" | "config" | "rev-parse") {
        let other = has('f', "file") || has('\0', "blob");
        if git.subcommand == "config" && other {
            walker
                .state
                .findings
                .medium("git config reads another file", span);
        }
        return;
    }
    walker.looks_here(span);
    let no_index = has('\0', "no-index");
    if git.subcommand == "grep"
        && (no_index || has('\0', "untracked") || has('\0', "no-exclude-standard"))
    {
        walker.state.findings.medium(
            "git grep of files that git does not keep may read files on the block list",
            span,
        );
    }
    let pattern = usize::from(git.subcommand == "grep" && !has('e', "") && !has('f', ""));
    let mut valued = false;
    let operands = git.args.iter().filter(|arg| {
        let value = std::mem::replace(
            &mut valued,
            matches!(
                arg.text.as_str(),
                "-S" | "-G" | "--grep" | "--author" | "-L" | "-e"
            ),
        );
        !value && !arg.is_option()
    });
    for arg in operands.skip(pattern) {
        if no_index && git.subcommand == "diff" {
            walker.reads_contents(arg);
            if !arg.text.contains('.') {
                walker
                    .state
                    .findings
                    .medium("git diff of folders may read files on the block list", span);
            }
        } else if place(arg, &walker.state.folders, &walker.state.root) == Place::Outside {
            walker.looks_at(arg);
        }
        let path = arg.text.rsplit(':').next().unwrap_or_default();
        if super::blocked::is_blocked(path.trim_start_matches("./")) {
            walker.state.findings.medium(
                format!("reads {}, which is on the block list", arg.readable()),
                arg.span,
            );
        }
    }
}

/// Keeps the paths that are named, for the list of what is lost.
fn note_paths(walker: &mut Walker<'_>, git: &Parsed<'_>) {
    for arg in git.args.iter().filter(|arg| !arg.is_option()) {
        walker.state.findings.delete(arg.readable());
    }
}
