//! Checks whether data of all workspaces can be kept, in the folders of the user's
//! configuration and data. It only reports what cannot be written; the start shows that once,
//! the doctor beside each folder.

use std::path::{Path, PathBuf};

use nix::unistd::{AccessFlags, access};

use super::Setup;
use l10n::say;
use notice::{Notice, notice};

/// Returns why a file or folder cannot be written, or created if it does not exist yet. Whether a
/// file system accepts anything is known only by trying: if the folder is missing, one beside it is
/// created and removed.
pub fn unwritable(path: &Path) -> Option<Notice> {
    let there = path.ancestors().find(|path| path.exists())?;
    if there != path && !there.is_dir() {
        return Some(notice!("told-not-made-there", path = there.display()));
    }
    let wanted = if there.is_dir() {
        AccessFlags::W_OK | AccessFlags::X_OK
    } else {
        AccessFlags::W_OK
    };
    let why = match access(there, wanted) {
        Err(why) => Notice::text(why.desc()),
        Ok(()) if there == path => return None,
        Ok(()) => create_trial_folder(there)?,
    };
    Some(notice!(
        "told-not-written-there",
        path = there.display(),
        why
    ))
}

/// Returns why nothing can be created in a folder that claims to be writable.
fn create_trial_folder(folder: &Path) -> Option<Notice> {
    let trial = folder.join(format!(".agentichat-{}", std::process::id()));
    match std::fs::create_dir(&trial) {
        Ok(()) => {
            // Another process may have removed it.
            std::fs::remove_dir(&trial).ok();
            None
        }
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => None,
        Err(error) => Some(Notice::from(&error)),
    }
}

impl Setup {
    /// Returns the notice for the start, shown once, if the user's own folders cannot be written.
    pub fn unwritable_notice(&self) -> Option<String> {
        unwritable_notice(&[&self.folders.config, &self.folders.data])
    }
}

/// Returns the same for these folders in one sentence, for small spaces.
pub fn short_unwritable_notice(folders: &[PathBuf]) -> Option<Notice> {
    let folders: Vec<&PathBuf> = folders.iter().collect();
    let shown = unwritables(&folders);
    (!shown.is_empty()).then(|| notice!("told-not-kept", files = shown.join(", ")))
}

fn unwritable_notice(folders: &[&PathBuf]) -> Option<String> {
    let unwritable = unwritables(folders).into_iter();
    let shown: Vec<String> = unwritable.map(|folder| format!("`{folder}`")).collect();
    (!shown.is_empty()).then(|| say!("home-not-kept", folders = shown.join(", ")))
}

fn unwritables(folders: &[&PathBuf]) -> Vec<String> {
    let unwritable = folders.iter().filter(|folder| unwritable(folder).is_some());
    unwritable
        .map(|folder| folder.display().to_string())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_in_which_nothing_can_be_made_is_found_also_by_who_may_do_all() {
        let why = unwritable(Path::new("/proc/.config/agentichat")).expect("nothing is made there");
        let why = why.to_string();
        assert!(why.starts_with("cannot be written (/proc: "), "{why}");
        let said =
            unwritable_notice(&[&PathBuf::from("/proc/.config/agentichat")]).expect("it is said");
        assert!(said.contains("`/proc/.config/agentichat`"), "{said}");
        assert!(said.contains("XDG_CONFIG_HOME"), "{said}");
        let short = short_unwritable_notice(&[PathBuf::from("/proc/.config/agentichat")]);
        assert!(short.is_some_and(|said| said.to_string().contains("/proc/.config")));
    }

    #[test]
    fn a_folder_that_can_be_made_is_not_made_by_looking() {
        let home = tempfile::tempdir().expect("a folder");
        let wanted = home.path().join("a/b");
        assert_eq!(unwritable(&wanted), None);
        assert_eq!(unwritable_notice(&[&wanted]), None);
        let left = std::fs::read_dir(home.path()).expect("it is there").count();
        assert_eq!(left, 0, "nothing is left behind");
    }

    #[test]
    fn a_file_in_the_way_is_named() {
        let home = tempfile::tempdir().expect("a folder");
        let file = home.path().join("a");
        std::fs::write(&file, "").expect("written");
        let why = unwritable(&file.join("b")).expect("it is in the way");
        assert_eq!(
            why.to_string(),
            format!("cannot be made: {} is a file", file.display())
        );
    }
}
