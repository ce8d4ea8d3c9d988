//! The paths that a git subcommand writes to or loses.

use super::Parsed;
use crate::shell::field::Field;
use crate::shell::path::{PathLocation, place};
use crate::shell::walk::Walker;
use notice::notice;

/// Records the files and folders that the subcommand writes to.
pub(super) fn targets(walker: &mut Walker<'_>, git: &Parsed<'_>, first: &str) {
    let operands: Vec<&Field> = git.args.iter().filter(|arg| !arg.is_option()).collect();
    let written: &[&Field] = match git.subcommand {
        "worktree" if matches!(first, "add" | "move") => operands.get(1..).unwrap_or_default(),
        "clone" => operands.get(1..).unwrap_or_default(),
        "init" | "mv" | "rm" | "add" => &operands,
        _ => &[],
    };
    for target in written {
        // A branch or a commit is not a path, but an operand that leaves the workspace
        // looks like one.
        if place(target, &walker.state.folders, &walker.state.root) == PathLocation::Outside {
            walker.writes(target, &notice!("risk-deed-writes-to"));
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
            walker.writes(&target, &notice!("risk-deed-writes-to"));
        } else if let (true, Some(target)) = (short || long, args.clone().next()) {
            walker.writes(target, &notice!("risk-deed-writes-to"));
            args.next();
        }
    }
}

/// Records the named paths, for the list of losses.
pub(super) fn note_paths(walker: &mut Walker<'_>, git: &Parsed<'_>) {
    for arg in git.args.iter().filter(|arg| !arg.is_option()) {
        walker.state.findings.delete(arg.readable());
    }
}
