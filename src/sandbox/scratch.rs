//! The private folders of a box: temporary files, and the upper and work folders of its overlay.

use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use support::private;

use crate::plan::Overlay;

/// Name of the file whose lock says that a process uses the folders.
const LOCK: &str = "lock";

/// Time after which a lock file that is not locked was left behind.
const MADE_LOCKED: Duration = Duration::from_secs(60);

/// Private folders that are removed on drop. Those of a process that was killed are left, without a
/// lock: see [`Scratch::clean`].
#[derive(Debug)]
pub struct Scratch {
    root: PathBuf,
    _lock: File,
}

impl Scratch {
    /// Makes the folders as `below/name`, which must not exist. For an overlay, `below` lies outside
    /// the workspace, on its file system if possible.
    ///
    /// # Errors
    /// Returns the system's error.
    pub fn new(below: &Path, name: &str) -> io::Result<Self> {
        private::make_folder(below)?;
        let root = below.join(name);
        private::make_new_folder(&root)?;
        let mut options = File::options();
        let lock = options.write(true).create_new(true).mode(private::FILE);
        let lock = lock.open(root.join(LOCK))?;
        lock.try_lock()?;
        let scratch = Self { root, _lock: lock };
        for folder in [scratch.temporary(), scratch.upper(), scratch.work()] {
            private::make_folder(&folder)?;
        }
        Ok(scratch)
    }

    /// Removes the folders in `below` that a process left which is gone.
    pub fn clean(below: &Path) {
        for entry in fs::read_dir(below).into_iter().flatten().flatten() {
            let root = entry.path();
            let lock = File::open(root.join(LOCK));
            if lock.is_ok_and(|lock| is_old(&lock) && lock.try_lock().is_ok()) {
                // A later start tries again to remove what is left.
                remove(&root).ok();
            }
        }
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    pub fn temporary(&self) -> PathBuf {
        self.root.join("temporary")
    }

    pub fn upper(&self) -> PathBuf {
        self.root.join("upper")
    }

    fn work(&self) -> PathBuf {
        self.root.join("work")
    }

    /// Returns the folders of the overlay.
    pub fn overlay(&self) -> Overlay {
        Overlay {
            upper: self.upper(),
            work: self.work(),
        }
    }

    /// Makes the work folder new and empty: an overlay with `volatile` refuses a used one.
    ///
    /// # Errors
    /// Returns the system's error.
    pub fn renew_work(&self) -> io::Result<()> {
        remove(&self.work())?;
        private::make_folder(&self.work())
    }
}

/// Whether a lock file is old enough to be locked by the process that made it, if that still runs.
fn is_old(lock: &File) -> bool {
    let made = lock.metadata().and_then(|facts| facts.modified());
    let age = made.ok().and_then(|made| made.elapsed().ok());
    age.is_some_and(|age| age > MADE_LOCKED)
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Files that stay are removed with the folder of the session.
        remove(&self.root).ok();
    }
}

/// Removes a folder with all that is in it, also folders that nobody may open: an overlay leaves one
/// in its work folder, and a command may leave more. Follows no link.
///
/// # Errors
/// Returns the system's error.
pub fn remove(folder: &Path) -> io::Result<()> {
    fs::set_permissions(folder, Permissions::from_mode(0o700))?;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            remove(&entry.path())?;
        } else {
            fs::remove_file(entry.path())?;
        }
    }
    fs::remove_dir(folder)
}
