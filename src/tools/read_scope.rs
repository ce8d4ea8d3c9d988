//! Checks the conditions on the disk for a read-only command.
//!
//! The text of a command alone makes it low risk only under conditions: everything it names is
//! in the workspace and not on the block list, with links resolved; a folder that it searches
//! contains no blocked file; git works in a repository of the workspace; its programs are those
//! of the machine. The only program that is run here is git, to query names. All work is
//! bounded: anything too large to check is not low. Called by `shell_exec` when it plans a
//! command, and by `debug risk`.

mod pattern;
mod programs;
mod search;

use std::path::{Component, Path, PathBuf};
use std::process::Command;

use notice::{Notice, notice};
use policy::shell::{Condition, TreeReader};
use support::helper::Helpers;
use workspace::block::BlockList;
use workspace::git::location::stays_inside;
use workspace::git::settings::{SHUT, STILL, as_variables, names_of, own_settings, top_of};

/// The paths that commands may read without approval, in one workspace.
pub struct ReadScope<'a> {
    /// Root of the workspace, without links.
    pub root: &'a Path,
    /// Paths that no tool reads.
    pub blocks: &'a BlockList,
    /// `PATH`, as the command would have it.
    pub path: &'a str,
    /// Builds a git command without arguments that runs nothing a repository names, in a folder.
    pub git: &'a dyn Fn(&Path) -> Option<Command>,
}

/// Target of a path, with links resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
enum ResolvedPath {
    /// The place in the workspace.
    Inside(PathBuf),
    /// The path leads to nothing, so opening it fails.
    Nowhere,
    /// Outside the workspace, on the way or at the end.
    Outside,
}

impl ReadScope<'_> {
    /// Checks all conditions.
    ///
    /// # Errors
    /// Returns the reason why the command is not low, as a clause about it.
    pub fn check(&self, conditions: &[Condition]) -> Result<(), Notice> {
        if self.root.parent().is_none() {
            return Err(notice!("risk-whole-machine"));
        }
        self.program("bash")?;
        conditions.iter().try_for_each(|one| self.one(one))
    }

    fn one(&self, condition: &Condition) -> Result<(), Notice> {
        match condition {
            Condition::Program(name) => self.program(name),
            Condition::Contents(path) => self.contents(path),
            Condition::Name(path) => self.inside(path).map(|_| ()),
            Condition::Pattern { path, contents } => {
                for path in pattern::matches(path, self.root)? {
                    if *contents {
                        self.contents(&path)?;
                    } else {
                        self.inside(&path)?;
                    }
                }
                Ok(())
            }
            Condition::Search { path, reader } => self.search(path, reader),
            Condition::Repository(folder) => self.repository(folder),
            Condition::GitNames { folder, arguments } => self.git_names(folder, arguments),
            Condition::NotChosen { folder, files } => programs::not_chosen(folder, files),
        }
    }

    fn program(&self, name: &str) -> Result<(), Notice> {
        programs::of_the_machine(name, self.path, self.root)
    }

    /// Returns the place in the workspace that `path` leads to; `None` if nothing is there.
    fn inside(&self, path: &Path) -> Result<Option<PathBuf>, Notice> {
        match self.lead(path) {
            ResolvedPath::Inside(place) => Ok(Some(place)),
            ResolvedPath::Nowhere => Ok(None),
            ResolvedPath::Outside => {
                let name = path.display();
                Err(notice!("risk-reads-outside-the-workspace", name))
            }
        }
    }

    fn contents(&self, path: &Path) -> Result<(), Notice> {
        let Some(place) = self.inside(path)? else {
            return self.unblocked(path);
        };
        self.unblocked(&place)?;
        self.unblocked(path)?;
        // A pipe or a device would block; a folder is read by some programs.
        if place.symlink_metadata().is_ok_and(|facts| facts.is_file()) {
            return Ok(());
        }
        let name = path.display();
        Err(notice!("risk-reads-no-plain-file", name))
    }

    fn unblocked(&self, path: &Path) -> Result<(), Notice> {
        let inner = path.strip_prefix(self.root).unwrap_or(path);
        let name = inner.to_string_lossy();
        if self.blocks.matches(&name).is_some() {
            return Err(notice!("risk-reads-which-is-on", name));
        }
        Ok(())
    }

    fn search(&self, path: &Path, reader: &TreeReader) -> Result<(), Notice> {
        let Some(place) = self.inside(path)? else {
            return Ok(());
        };
        self.unblocked(&place)?;
        if place.is_file() {
            return self.contents(path);
        }
        search::finds_nothing_blocked(&place, reader, self.root, self.blocks)
    }

    fn repository(&self, folder: &Path) -> Result<(), Notice> {
        let Some(folder) = self.inside(folder)? else {
            return Ok(());
        };
        match top_of(&folder) {
            Some(top) if !top.starts_with(self.root) => {
                let name = top.display();
                Err(notice!("risk-reads-outside-the-workspace", name))
            }
            _ => Ok(()),
        }
    }

    fn git_names(&self, folder: &Path, arguments: &[String]) -> Result<(), Notice> {
        let Some(folder) = self.inside(folder)? else {
            return Ok(());
        };
        let names = names_of(&|| (self.git)(&folder), arguments)
            .ok_or_else(|| notice!("risk-git-does-not-say-which-files"))?;
        match names
            .iter()
            .find(|name| self.blocks.matches(name).is_some())
        {
            Some(name) => Err(notice!("risk-shows-which-is-on", name)),
            None => Ok(()),
        }
    }

    /// Follows `path` name by name. Every step must stay below the root, so that `..` after a link
    /// resolves as the system does it.
    fn lead(&self, path: &Path) -> ResolvedPath {
        let Ok(behind) = path.strip_prefix(self.root) else {
            return ResolvedPath::Outside;
        };
        let mut place = self.root.to_path_buf();
        for part in behind.components() {
            match part {
                Component::Normal(name) => place.push(name),
                Component::ParentDir => {
                    place.pop();
                }
                Component::CurDir => continue,
                Component::RootDir | Component::Prefix(_) => return ResolvedPath::Outside,
            }
            match place.canonicalize() {
                Ok(real) => place = real,
                Err(error) if is_dangling(&place) || !is_missing(&error) => {
                    return ResolvedPath::Outside;
                }
                Err(_) => return ResolvedPath::Nowhere,
            }
            if !place.starts_with(self.root) {
                return ResolvedPath::Outside;
            }
        }
        ResolvedPath::Inside(place)
    }
}

/// Checks the conditions for a command that would run in the workspace `root`, with the environment
/// of this process. `git_folders` are the folders in which it would run git.
///
/// # Errors
/// Returns the reason why the command is not low.
pub fn check_here(
    root: &Path,
    block: &BlockList,
    conditions: &[Condition],
    git_folders: &[PathBuf],
) -> Result<(), Notice> {
    let settings: Vec<(String, String)> = (STILL.iter())
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    let git = |folder: &Path| {
        let mut git = Helpers::outside(root).command("git")?;
        git.current_dir(folder)
            .envs(SHUT)
            .envs(as_variables(&settings));
        Some(git)
    };
    for folder in git_folders.iter().filter(|folder| folder.is_dir()) {
        let own = own_settings(folder, &|| git(folder));
        stays_inside(folder).map_err(|astray| astray.notice())?;
        if own.is_none_or(|own| !own.left.is_empty()) {
            return Err(notice!("risk-runs-git-in-a-repository"));
        }
    }
    let scope = ReadScope {
        root,
        blocks: block,
        path: &std::env::var("PATH").unwrap_or_default(),
        git: &git,
    };
    scope.check(conditions)
}

/// Returns whether a link's target does not exist: writing to it could create a file anywhere.
fn is_dangling(path: &Path) -> bool {
    path.symlink_metadata()
        .is_ok_and(|facts| facts.is_symlink())
}

fn is_missing(error: &std::io::Error) -> bool {
    matches!(
        error.kind(),
        std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory
    )
}

#[cfg(test)]
mod tests;
