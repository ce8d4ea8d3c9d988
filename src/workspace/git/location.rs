//! Locates the repository of a folder. `.git` may be a file, a link, or name a folder that it
//! shares: a worktree or submodule that the user made, or an unpacked archive that points to
//! another repository of the user. The first is confirmed by its other end, which the archive
//! cannot have written.

use std::path::{Path, PathBuf};

use super::settings::top_of;
use notice::{Notice, notice};
use support::foreign_file::{Links, read_text};

/// Most bytes of a file that names a folder.
const POINTER: u64 = 8 * 1024;

/// Most bytes of a repository's settings to read.
const SETTINGS: u64 = 1024 * 1024;

/// Most entries of a repository to check for links.
const MOST_ENTRIES: usize = 100_000;

/// Folders of a repository from which git reads nothing of its own accord.
const ASIDE: [&str; 5] = ["annex", "hooks", "lfs", "modules", "worktrees"];

/// The folders of a repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GitFolders {
    pub own: PathBuf,
    /// The folder shared with other worktrees; `own` if none is shared.
    pub common: PathBuf,
}

/// The reason for refusing a repository as the folder's own.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.notice())]
pub enum ForeignRepository {
    /// `.git` leads to a repository that does not know this folder.
    Elsewhere(String),
    /// A part of the repository leads out of it.
    Part(String),
    /// The repository cannot be read.
    Unreadable(Notice),
}

impl ForeignRepository {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            Self::Elsewhere(path) => notice!("risk-git-leads-elsewhere", place = path),
            Self::Part(part) => notice!("risk-git-part-leads-out", name = part),
            Self::Unreadable(why) => notice!("risk-git-cannot-be-read", why),
        }
    }
}

/// Returns the repository whose top folder is `folder`; `None` if there is none. Starts no program.
///
/// # Errors
/// [`ForeignRepository`] if the repository is not the folder's own.
pub fn git_folders(folder: &Path) -> Result<Option<GitFolders>, ForeignRepository> {
    let git = folder.join(".git");
    let Ok(facts) = git.symlink_metadata() else {
        return Ok(None);
    };
    let elsewhere = |path: &Path| ForeignRepository::Elsewhere(path.display().to_string());
    if facts.is_dir() {
        let common = common_of(&git)?;
        return if common == git || leads_into(&common, folder) {
            Ok(Some(GitFolders { own: git, common }))
        } else {
            Err(elsewhere(&common))
        };
    }
    if !facts.is_file() {
        let to = git.read_link().unwrap_or(git);
        return Err(elsewhere(&to));
    }
    let text = pointer(&git)?;
    let named = text
        .strip_prefix("gitdir:")
        .ok_or_else(|| ForeignRepository::Unreadable(notice!("risk-git-names-no-folder")))?;
    let own = folder.join(named.trim());
    let common = common_of(&own)?;
    let is_ours = if leads_into(&own, folder) {
        leads_into(&common, folder)
    } else if common == own {
        // The other end is in the repository itself: no foreign `commondir` can lead to it.
        works_in(&own, folder) || knows(&own, &git)
    } else {
        knows(&own, &git) && leads_into(&own, &common.join("worktrees"))
    };
    if is_ours {
        Ok(Some(GitFolders { own, common }))
    } else {
        Err(elsewhere(&own))
    }
}

/// Checks that git in `folder` reads from no other repository and no file outside its own: for a
/// command that runs without asking the user. A folder without a repository passes.
///
/// # Errors
/// [`ForeignRepository`] says what leads where.
pub fn stays_inside(folder: &Path) -> Result<(), ForeignRepository> {
    let Some(top) = top_of(folder) else {
        return Ok(());
    };
    let Some(found) = git_folders(&top)? else {
        return Ok(());
    };
    let mut left = MOST_ENTRIES;
    links_stay(&found.own, &found, &mut left)?;
    if found.common != found.own {
        links_stay(&found.common, &found, &mut left)?;
    }
    // Alternates name objects and references of another repository.
    let alternates = found.common.join("objects/info/alternates");
    if alternates.symlink_metadata().is_ok() {
        let text = pointer(&alternates)?;
        let base = found.common.join("objects");
        let mut lines = text
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'));
        if lines.any(|line| !leads_into(&base.join(line), &found.common)) {
            return Err(ForeignRepository::Part(
                "objects/info/alternates".to_owned(),
            ));
        }
    }
    Ok(())
}

/// Checks a folder of a repository for links that lead out of it.
fn links_stay(top: &Path, found: &GitFolders, left: &mut usize) -> Result<(), ForeignRepository> {
    let part = |path: &Path| {
        let inside = path.strip_prefix(top).unwrap_or(path);
        ForeignRepository::Part(inside.display().to_string())
    };
    let mut folders = vec![top.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            *left = left.checked_sub(1).ok_or_else(|| part(&folder))?;
            let path = entry.path();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => {
                    let is_aside = folder == top
                        && entry
                            .file_name()
                            .to_str()
                            .is_some_and(|name| ASIDE.contains(&name));
                    if !is_aside {
                        folders.push(path);
                    }
                }
                Ok(kind) if kind.is_file() => {}
                Ok(kind)
                    if kind.is_symlink()
                        && (leads_into(&path, &found.own) || leads_into(&path, &found.common)) => {}
                _ => return Err(part(&path)),
            }
        }
    }
    Ok(())
}

/// Returns the folder that a repository shares with others, by its `commondir`.
fn common_of(own: &Path) -> Result<PathBuf, ForeignRepository> {
    let file = own.join("commondir");
    match file.symlink_metadata() {
        Ok(_) => Ok(own.join(pointer(&file)?.trim())),
        Err(_) => Ok(own.to_path_buf()),
    }
}

fn pointer(file: &Path) -> Result<String, ForeignRepository> {
    read_text(file, Links::Refuse, POINTER)
        .map_err(|error| ForeignRepository::Unreadable(Notice::from(&error)))
}

/// Whether a linked worktree's folder names this `.git`, as `git worktree add` writes it.
fn knows(own: &Path, git: &Path) -> bool {
    let Ok(named) = pointer(&own.join("gitdir")) else {
        return false;
    };
    same(&own.join(named.trim()), git)
}

/// Whether a submodule's repository names this folder as its working tree, as `git submodule
/// add` writes it.
fn works_in(own: &Path, folder: &Path) -> bool {
    let Ok(text) = read_text(&own.join("config"), Links::Refuse, SETTINGS) else {
        return false;
    };
    let mut named = text.lines().filter_map(|line| {
        let (name, value) = line.split_once('=')?;
        let is_it = name.trim().eq_ignore_ascii_case("worktree");
        is_it.then(|| value.trim().trim_matches('"'))
    });
    named.any(|named| same(&own.join(named), folder))
}

fn same(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().ok();
    real(one).is_some() && real(one) == real(other)
}

/// Whether a path, with its links resolved, is a folder or inside it.
fn leads_into(path: &Path, folder: &Path) -> bool {
    match (path.canonicalize(), folder.canonicalize()) {
        (Ok(path), Ok(folder)) => path.starts_with(folder),
        // A dangling path cannot be read.
        (Err(error), _) => error.kind() == std::io::ErrorKind::NotFound,
        (Ok(_), Err(_)) => false,
    }
}
