//! Which subcommands of git provably only read.

use super::Parsed;

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

/// Whether the subcommand provably only reads.
pub(super) fn reads(git: &Parsed<'_>, has: &dyn Fn(char, &str) -> bool) -> bool {
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
