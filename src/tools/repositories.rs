//! Finds the programs that git would run because a repository names them, in the repositories that
//! a command's git would work in.
//!
//! A provably read-only command runs without approval, so git must not run a program in it that a
//! repository names. Overrides the settings that it can; for the others, the command needs
//! approval. Called by `shell_exec` when it prepares a command.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::environment::{Git, environment};
use super::read_scope::ReadScope;
use super::toolbox::Inner;
use notice::{Notice, notice};
use protocol::approval::{Risk, RiskReason, RiskReport};
use support::helper::Helpers;
use workspace::git::location::stays_inside;
use workspace::git::settings::{is_file_setting, own_settings, submodules_still, top_of};

/// Checks `folders`, in which git would run, and adds the findings to `risk`. Returns how
/// to run git.
pub(super) fn look(inner: &Inner, folders: &[PathBuf], risk: &mut RiskReport) -> Git {
    let folders: Vec<&Path> = folders
        .iter()
        .map(PathBuf::as_path)
        .filter(|folder| folder.is_dir())
        .collect();
    let root = inner.workspace.root();
    if risk.risk != Risk::Low {
        let nested = folders.iter().filter_map(|folder| nested(root, folder));
        risk.reasons.extend(nested.map(|name| RiskReason {
            text: notice!("risk-git-works-in-a", name),
            span: None,
        }));
        risk.reasons.dedup();
        return Git::AsUsual;
    }
    let mut over = Vec::new();
    let mut reasons = Vec::new();
    let still = environment(inner, &Git::Still(Vec::new()), Vec::new());
    for folder in folders {
        let git = || still_git(inner.workspace.root(), folder, &still);
        if let Err(astray) = stays_inside(folder) {
            reasons.push(astray.notice());
            continue;
        }
        match own_settings(folder, &git) {
            Some(own) => {
                reasons.extend(own.left.iter().map(|name| left(root, folder, name)));
                over.extend(own.over);
                over.extend(submodules_still(folder, &git));
            }
            None => reasons.push(notice!("risk-git-does-not-say")),
        }
    }
    if reasons.is_empty() {
        return Git::Still(over);
    }
    risk.risk = Risk::Medium;
    risk.reasons = reasons
        .into_iter()
        .map(|text| RiskReason { text, span: None })
        .collect();
    Git::AsUsual
}

/// Returns whether git, called as usual, runs nothing in these folders that a
/// repository brought along.
pub(super) fn are_plain(inner: &Inner, folders: &[PathBuf]) -> bool {
    let mut none = RiskReport::low(notice!("risk-only-reads"));
    look(inner, folders, &mut none) == Git::Still(Vec::new())
}

/// Calls `check` with the paths that commands may read without approval, and with a git that is
/// called according to `git`.
pub(super) fn with_scope<T>(inner: &Inner, git: &Git, check: &dyn Fn(&ReadScope<'_>) -> T) -> T {
    let still = environment(inner, git, Vec::new());
    let path = still.iter().find(|(name, _)| name == "PATH");
    let git = |folder: &Path| still_git(inner.workspace.root(), folder, &still);
    check(&ReadScope {
        root: inner.workspace.root(),
        blocks: inner.workspace.blocks(),
        path: path.map_or("", |(_, value)| value),
        git: &git,
    })
}

/// Builds a git command in `folder` with this environment and without arguments. `None` if the
/// machine has no git outside the workspace `root`.
fn still_git(root: &Path, folder: &Path, environment: &[(String, String)]) -> Option<Command> {
    let mut command = Helpers::outside(root).command("git")?;
    command
        .current_dir(folder)
        .env_clear()
        .envs(environment.iter().map(|(name, value)| (name, value)));
    Some(command)
}

/// Describes a setting that cannot be overridden.
fn left(root: &Path, folder: &Path, name: &str) -> Notice {
    let place = nested(root, folder);
    if name == "core.worktree" {
        match place {
            Some(place) => notice!("risk-the-repository-says-that", place, name),
            None => notice!("risk-this-repository-says-that", name),
        }
    } else if is_file_setting(name) {
        match place {
            Some(place) => notice!("risk-the-repository-makes-git-read", place, name),
            None => notice!("risk-this-repository-makes-git-read", name),
        }
    } else {
        match place {
            Some(place) => notice!("risk-the-repository-names-a", place, name),
            None => notice!("risk-this-repository-names-a", name),
        }
    }
}

/// Returns the folder, relative to the root, whose repository `folder` belongs to, if it is not the
/// workspace's own repository.
fn nested(root: &Path, folder: &Path) -> Option<String> {
    let top = top_of(folder)?;
    let inside = top.strip_prefix(root).ok()?;
    let name = inside.to_string_lossy().into_owned();
    (!name.is_empty()).then_some(name)
}
