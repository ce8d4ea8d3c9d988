//! Tracks the folders that were created for a file: by our own writes, and by commands between two
//! scans. A rollback that empties such a folder removes it; a folder that was there before stays.
//!
//! Stored as JSON lines beside the workspace's state, so that it survives restarts. A folder is
//! identified by its path, device and inode together: a new folder in its place is not ours.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use nix::fcntl::OFlag;
use serde::Deserialize;
use serde_json::json;

use super::handle::Workspace;
use super::path_jail::{self, LastLink, PathTarget};

/// File name in the state folder.
const FILE: &str = "made-folders";

/// Maximum number of bytes to read, from the end of the file.
const MOST: u64 = 4 * 1024 * 1024;

#[derive(Debug, Deserialize)]
struct CreatedFolders {
    path: String,
    device: u64,
    inode: u64,
}

/// Identity of a folder: path, device and inode.
type Known = (String, u64, u64);

impl Workspace {
    /// Records that a folder was created for a file. If the record is lost, only its removal
    /// is skipped later.
    pub fn note_made_folder(&self, path: &str) {
        let Some(state) = self.state_folder() else {
            return;
        };
        let noted = self.known_as(path).and_then(|(path, device, inode)| {
            let line = json!({ "path": path, "device": device, "inode": inode });
            open(state, OpenOptions::new().append(true).create(true))?
                .write_all(format!("{line}\n").as_bytes())
        });
        if let Err(error) = noted {
            tracing::debug!(%error, path, "a folder that was made is not noted");
        }
    }

    /// Removes the folders above these paths that are empty and were created for a file,
    /// the deepest first.
    pub fn remove_made_folders<'a>(&self, gone: impl Iterator<Item = &'a str>) {
        let Some(state) = self.state_folder() else {
            return;
        };
        let mut folders: BTreeSet<&str> = BTreeSet::new();
        for path in gone {
            let mut rest = path;
            while let Some((folder, _)) = rest.rsplit_once('/') {
                folders.insert(folder);
                rest = folder;
            }
        }
        if folders.is_empty() {
            return;
        }
        let made = read(state).unwrap_or_default();
        let mut folders: Vec<&str> = folders.into_iter().collect();
        // Subfolders come before the folder that contains them.
        folders.sort_by(|one, other| other.cmp(one));
        for folder in folders {
            let is_made = self
                .known_as(folder)
                .is_ok_and(|known| made.contains(&known));
            // Removing a folder that is not empty fails.
            if is_made && self.remove_folder(folder) {
                tracing::debug!(folder, "an emptied folder was taken away");
            }
        }
    }

    /// Returns a folder's identity; an error if the path is not a real folder.
    fn known_as(&self, path: &str) -> io::Result<Known> {
        let metadata = self.root().join(path).symlink_metadata()?;
        if !metadata.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        Ok((path.to_owned(), metadata.dev(), metadata.ino()))
    }

    fn remove_folder(&self, folder: &str) -> bool {
        let (above, name) = folder.rsplit_once('/').unwrap_or(("", folder));
        let Ok(place) = path_jail::find(self, folder, LastLink::Keep) else {
            return false;
        };
        if place.path != folder || !matches!(place.found, PathTarget::Folder) {
            return false;
        }
        let parent = match above {
            "" => self.dir().try_clone(),
            above => self.dir().open_dir(above),
        };
        parent.and_then(|parent| parent.remove_dir(name)).is_ok()
    }
}

fn open(state: &Path, options: &mut OpenOptions) -> io::Result<File> {
    // A repository may have planted a link or a pipe here.
    let flags = OFlag::O_NOFOLLOW | OFlag::O_NONBLOCK;
    options
        .mode(0o600)
        .custom_flags(flags.bits())
        .open(file_in(state))
}

fn file_in(state: &Path) -> PathBuf {
    state.join(FILE)
}

fn read(state: &Path) -> io::Result<BTreeSet<Known>> {
    let mut file = open(state, OpenOptions::new().read(true))?;
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let over = metadata.len().saturating_sub(MOST);
    io::Seek::seek(&mut file, io::SeekFrom::Start(over))?;
    let mut bytes = Vec::new();
    file.take(MOST).read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    let made = text
        .lines()
        .filter_map(|line| support::json::from_str::<CreatedFolders>(line).ok());
    Ok(made
        .map(|made| (made.path, made.device, made.inode))
        .collect())
}
