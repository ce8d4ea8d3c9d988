//! `git`: subcommands that read, that change, and that are always asked about.

mod changes;
mod paths;

use self::changes::changes;
use self::paths::note_paths;
use super::command::{Call, is_option, reads_only};
use super::field::Field;
use super::path::{PathLocation, leaves_a_folder, place};
use super::walk::{Walker, script};
use notice::{Notice, notice};

/// Subcommands that change nothing. The table of low risk says with which options they also
/// read nothing forbidden.
const LOOKS: &[&str] = &[
    "annotate",
    "blame",
    "cat-file",
    "cherry",
    "count-objects",
    "describe",
    "diff",
    "diff-files",
    "diff-index",
    "diff-tree",
    "for-each-ref",
    "grep",
    "log",
    "ls-files",
    "ls-tree",
    "merge-base",
    "name-rev",
    "range-diff",
    "rev-list",
    "rev-parse",
    "shortlog",
    "show",
    "show-branch",
    "show-ref",
    "status",
    "verify-pack",
    "version",
    "whatchanged",
];

struct Parsed<'f> {
    subcommand: &'f str,
    args: &'f [Field],
    /// Whether an option before the subcommand changes which programs git runs.
    strange: bool,
}

/// Analyses `call` if it is git.
pub(super) fn look(walker: &mut Walker<'_>, call: Call<'_>) -> bool {
    match call.program {
        "git" => {}
        "git-push" | "git-clean" | "git-restore" => {
            walker
                .state
                .findings
                .always(notice!("risk-runs", word = call.program), call.span);
            return true;
        }
        _ => return false,
    }
    let folders = walker.state.folders.clone();
    let parsed = global_options(walker, call);
    subcommand(walker, &parsed, call);
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

/// Records that git works in another folder. Unlike the shell's `cd`, it follows links.
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

/// Rates `-c name=value`: many values are commands.
fn config_value(walker: &mut Walker<'_>, field: &Field) {
    walker.state.findings.medium(
        notice!("risk-sets-for-this-run", name = field.readable()),
        field.span,
    );
    let Some((key, value)) = field.text.split_once('=') else {
        return;
    };
    if is_running_key(key) || value.starts_with('!') {
        walker
            .state
            .findings
            .high(notice!("risk-name-makes-git-run-a", name = key), field.span);
        script(
            value.trim_start_matches('!'),
            Some(field.span),
            walker.state,
        );
    }
}

/// Whether git runs the value of a key as a command, or reads more config because of it.
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

/// Returns why a subcommand is always asked about: it rewrites or drops history, discards work, or
/// sends something away.
fn always_asked(subcommand: &str) -> Option<Notice> {
    Some(match subcommand {
        "push" => {
            notice!("risk-pushes-to-another-repository-git-fetch-before-it-shows-what-is-new-there")
        }
        "send-pack" | "http-push" => notice!("risk-pushes-to-another-repository"),
        "send-email" => notice!("risk-sends-mail"),
        "clean" => notice!("risk-git-clean-deletes-files"),
        "restore" => notice!("risk-git-restore-throws-changes"),
        "filter-branch" | "filter-repo" | "rebase" | "replace" => notice!("risk-rewrites-history"),
        "prune" => notice!("risk-drops-objects-that-could"),
        _ => return None,
    })
}

fn subcommand(walker: &mut Walker<'_>, git: &Parsed<'_>, call: Call<'_>) {
    let span = call.span;
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
            ) == PathLocation::Outside
        })
    });
    if let Some(why) = always_asked(name) {
        if name == "clean" && has('n', "dry-run") && !has('\0', "force") {
            walker
                .state
                .findings
                .medium(notice!("risk-git-clean-as-a"), span);
            return;
        }
        walker.state.findings.always(why, span);
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
            .always(notice!("risk-pushes-to-another-repository"), span);
        return;
    }
    for folder in walker.state.folders.iter().flatten() {
        walker.state.findings.git_in(folder.clone());
    }
    let writes_a_file = has('\0', "output") || has('O', "open-files-in-pager");
    let looks = LOOKS.contains(&name) && !writes_a_file;
    if !git.strange && (looks || reads_only(call)) {
        return;
    }
    changes(walker, git, &has, span);
    if outside && !looks {
        walker
            .state
            .findings
            .always(notice!("risk-git-in-a-repository", name), span);
    }
}
