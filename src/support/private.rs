//! Folders and files that only the user can access, whatever the umask: creates them so, and fixes
//! existing ones. Imports no module of this crate; every module may import it.

use std::fs::{self, DirBuilder, Metadata, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::Path;

/// Mode of a private folder.
const FOLDER: u32 = 0o700;

/// Mode of a private file.
pub const FILE: u32 = 0o600;

/// The mode bits of group and others.
const OTHERS: u32 = 0o077;

/// Maximum number of entries visited, and maximum folder depth.
const MOST_ENTRIES: usize = 20_000;
const MOST_DEPTH: usize = 8;

/// Creates a folder and its missing parents; the created folders are private to the user.
///
/// # Errors
/// Returns the system's error.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true).mode(FOLDER).create(folder)
}

/// Creates a folder that does not exist, in one that does; it is private to the user.
///
/// # Errors
/// Returns the system's error.
pub fn make_new_folder(folder: &Path) -> io::Result<()> {
    DirBuilder::new().mode(FOLDER).create(folder)
}

/// Removes everyone else's access to an existing folder. Leaves a link or another
/// user's folder unchanged.
pub fn mend_folder(folder: &Path) {
    if let Ok(facts) = folder.symlink_metadata() {
        mend(folder, &facts);
    }
}

/// Like [`mend_folder`], for a folder and its contents. Follows no links.
pub fn mend_all(folder: &Path) {
    let mut left = MOST_ENTRIES;
    let mut folders = vec![(folder.to_path_buf(), 0)];
    mend_folder(folder);
    while let Some((folder, depth)) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let Some(fewer) = left.checked_sub(1) else {
                return;
            };
            left = fewer;
            // Metadata of the entry itself, not of a link's target.
            let Ok(facts) = entry.metadata() else {
                continue;
            };
            let path = entry.path();
            mend(&path, &facts);
            if facts.is_dir() && depth < MOST_DEPTH {
                folders.push((path, depth + 1));
            }
        }
    }
}

fn mend(path: &Path, facts: &Metadata) {
    let mode = facts.mode() & 0o7777;
    let is_ours = facts.uid() == nix::unistd::geteuid().as_raw();
    // A folder with the sticky bit is meant for several users.
    let is_shared = mode & 0o1000 != 0;
    if facts.is_symlink() || !is_ours || is_shared || mode & OTHERS == 0 {
        return;
    }
    if let Err(error) = fs::set_permissions(path, Permissions::from_mode(mode & !OTHERS)) {
        tracing::warn!(path = %path.display(), %error, "others may look into what is yours");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(path: &Path) -> u32 {
        path.symlink_metadata().unwrap().mode() & 0o7777
    }

    #[test]
    fn what_others_may_read_is_taken_from_them_and_links_are_not_followed() {
        let outer = tempfile::tempdir().unwrap();
        let folder = outer.path().join("data");
        let outside = outer.path().join("outside");
        fs::create_dir_all(folder.join("logs/deep")).unwrap();
        for path in [&outside, &folder.join("x.db"), &folder.join("logs/deep/y")] {
            fs::write(path, "x").unwrap();
            fs::set_permissions(path, Permissions::from_mode(0o666)).unwrap();
        }
        std::os::unix::fs::symlink(&outside, folder.join("link")).unwrap();
        for path in [&folder, &folder.join("logs"), &folder.join("logs/deep")] {
            fs::set_permissions(path, Permissions::from_mode(0o777)).unwrap();
        }
        mend_all(&folder);
        for (path, expected) in [
            ("", 0o700),
            ("logs", 0o700),
            ("logs/deep", 0o700),
            ("x.db", 0o600),
            ("logs/deep/y", 0o600),
        ] {
            assert_eq!(mode(&folder.join(path)), expected, "{path}");
        }
        assert_eq!(mode(&outside), 0o666);
        make_folder(&folder.join("a/b")).unwrap();
        assert_eq!(mode(&folder.join("a")), 0o700);
        assert_eq!(mode(&folder.join("a/b")), 0o700);
    }
}
