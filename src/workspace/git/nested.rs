//! Finds the repositories inside a workspace, ignored folders included: a clone, a submodule, a worktree.

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};

use super::location::git_folders;

/// Most repositories that are returned, most entries that are looked at, and the deepest folder in which
/// one is found.
pub const MOST: usize = 128;
const MOST_ENTRIES: usize = 50_000;
const MOST_DEPTH: usize = 8;

/// Folders of packages, in which there are thousands of folders and no repository of the user's.
const PACKAGES: [&str; 3] = ["node_modules", ".venv", "__pycache__"];

/// Returns the `.git` of each repository below `root` but its own, and the folders that those which are
/// files name, as far as they lie below `root`. Outer ones come first; what is over a limit is left out.
/// Follows no link and starts no program.
pub fn nested_git_folders(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut left = MOST_ENTRIES;
    let mut folders = VecDeque::from([(root.to_path_buf(), 0)]);
    while let Some((folder, depth)) = folders.pop_front() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let Some(fewer) = left.checked_sub(1) else {
                return found;
            };
            left = fewer;
            let name = entry.file_name();
            if name == ".git" {
                if folder != root {
                    add(root, &folder, &mut found);
                }
            } else if depth < MOST_DEPTH
                && entry.file_type().is_ok_and(|kind| kind.is_dir())
                && !PACKAGES.iter().any(|packages| name == *packages)
            {
                folders.push_back((entry.path(), depth + 1));
            }
        }
        if found.len() >= MOST {
            return found;
        }
    }
    found
}

fn add(root: &Path, folder: &Path, found: &mut Vec<PathBuf>) {
    let named = git_folders(folder).ok().flatten();
    let named = named
        .into_iter()
        .flat_map(|named| [named.own, named.common]);
    let real = named.filter_map(|path| path.canonicalize().ok());
    for path in [folder.join(".git")].into_iter().chain(real) {
        if path.starts_with(root) && path != root.join(".git") && !found.contains(&path) {
            found.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn make(root: &Path, files: &[(&str, &str)]) {
        for (path, text) in files {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
    }

    #[test]
    fn repositories_are_found_at_any_place_and_the_workspaces_own_is_none_of_them() {
        let ground = tempfile::tempdir().unwrap();
        let root = ground.path().canonicalize().unwrap().join("work");
        make(
            &root,
            &[
                (".git/HEAD", "ref\n"),
                (".git/modules/sub/HEAD", "ref\n"),
                (
                    ".git/modules/sub/config",
                    "[core]\nworktree = ../../../sub\n",
                ),
                ("sub/.git", "gitdir: ../.git/modules/sub\n"),
                ("a/b/clone/.git/HEAD", "ref\n"),
                ("a/b/clone/inside/.git/HEAD", "ref\n"),
                ("elsewhere/.git", "gitdir: ../../outside/.git\n"),
                ("node_modules/x/.git/HEAD", "ref\n"),
                ("../outside/.git/HEAD", "ref\n"),
            ],
        );
        std::os::unix::fs::symlink("a", root.join("link")).unwrap();
        let mut found = nested_git_folders(&root);
        found.sort();
        let expected = [
            ".git/modules/sub",
            "a/b/clone/.git",
            "a/b/clone/inside/.git",
            "elsewhere/.git",
            "sub/.git",
        ];
        assert_eq!(found, expected.map(|path| root.join(path)));
    }

    #[test]
    fn the_number_of_repositories_is_bounded() {
        let ground = tempfile::tempdir().unwrap();
        for number in 0..MOST + 5 {
            let git = ground.path().join(format!("{number}/.git"));
            fs::create_dir_all(git).unwrap();
        }
        let found = nested_git_folders(ground.path());
        assert!(
            found.len() >= MOST && found.len() < MOST + 5,
            "{}",
            found.len()
        );
    }
}
