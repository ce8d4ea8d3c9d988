//! The paths that a subcommand of git writes to, loses, or shows.

use super::Parsed;
use crate::policy::shell::field::Field;
use crate::policy::shell::findings::Span;
use crate::policy::shell::path::{Place, place};
use crate::policy::shell::walk::Walker;

/// Subcommands that only read and never print what files hold.
const TELLS_NO_CONTENTS: &[&str] = &[
    "",
    "branch",
    "check-attr",
    "check-ignore",
    "config",
    "count-objects",
    "describe",
    "for-each-ref",
    "ls-files",
    "ls-tree",
    "merge-base",
    "name-rev",
    "remote",
    "rev-parse",
    "show-branch",
    "show-ref",
    "status",
    "tag",
    "version",
    "worktree",
];

/// Options with which a list of commits stays one.
const LISTING_OPTIONS: &[&str] = &[
    "--",
    "--abbrev-commit",
    "--all",
    "--author",
    "--count",
    "--date",
    "--decorate",
    "--first-parent",
    "--follow",
    "--format",
    "--graph",
    "--grep",
    "--max-count",
    "--merges",
    "--name-only",
    "--name-status",
    "--no-merges",
    "--oneline",
    "--pretty",
    "--reverse",
    "--shortstat",
    "--since",
    "--stat",
    "--until",
    "-n",
];

/// Files and folders that the subcommand writes to.
pub(super) fn targets(walker: &mut Walker<'_>, git: &Parsed<'_>, first: &str) {
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

/// What a subcommand that only reads may see: history, which holds what was committed, but no file
/// outside the workspace and none that is named and blocked.
pub(super) fn sees(
    walker: &mut Walker<'_>,
    git: &Parsed<'_>,
    has: &dyn Fn(char, &str) -> bool,
    span: Span,
) {
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
    if walker.state.blocks.has_extra() && prints_files(git) {
        walker.state.findings.medium(
            format!("git {} may show files on the block list", git.subcommand),
            span,
        );
    }
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
        if walker.state.blocks.holds(path.trim_start_matches("./")) {
            walker.state.findings.medium(
                format!("reads {}, which is on the block list", arg.readable()),
                arg.span,
            );
        }
    }
}

/// Whether a subcommand that only reads may print what files hold or held. What the config adds to
/// the block list may well be in git, unlike the built-in names.
fn prints_files(git: &Parsed<'_>) -> bool {
    let lists = || {
        let mut options = git.args.iter().filter(|arg| arg.is_option());
        options.all(|arg| {
            let option = arg.text.split('=').next().unwrap_or_default();
            LISTING_OPTIONS.contains(&option)
                || option
                    .trim_start_matches('-')
                    .chars()
                    .all(|c| c.is_ascii_digit())
        })
    };
    match git.subcommand {
        "log" | "reflog" | "rev-list" | "shortlog" => !lists(),
        "stash" => !lists() || git.args.first().is_none_or(|arg| arg.text != "list"),
        name => !TELLS_NO_CONTENTS.contains(&name),
    }
}

/// Keeps the paths that are named, for the list of what is lost.
pub(super) fn note_paths(walker: &mut Walker<'_>, git: &Parsed<'_>) {
    for arg in git.args.iter().filter(|arg| !arg.is_option()) {
        walker.state.findings.delete(arg.readable());
    }
}
