//! Replaces a small file of the user's so that a crash leaves the old or the new one, never half.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use notice::notice;

use super::private;

/// Read permissions of the new file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// The owner only.
    Private,
    /// The permissions of the old file; a new file gets the system's default.
    Kept,
}

/// Writes the text beside the file, syncs it and renames it into place. Creates the folder.
///
/// # Errors
/// The system's error; the file is as it was then.
pub fn replace(path: &Path, text: &str, access: Access) -> io::Result<()> {
    let folder = path
        .parent()
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, notice!("told-no-parent")))?;
    // Created folders are private to the user; an existing one keeps its mode.
    private::make_folder(folder)?;
    let (temporary, mut file) = create_beside(path, folder, access)?;
    let written = file
        .write_all(text.as_bytes())
        .and_then(|()| keep_permissions(path, &file, access))
        .and_then(|()| file.sync_all())
        .and_then(|()| std::fs::rename(&temporary, path));
    if written.is_err() {
        // The caller gets the error of the write.
        std::fs::remove_file(&temporary).ok();
    } else {
        // The rename is durable only once the folder is synced. Not every system allows opening a
        // folder; the file is complete either way.
        File::open(folder).and_then(|folder| folder.sync_all()).ok();
    }
    written
}

fn create_beside(path: &Path, folder: &Path, access: Access) -> io::Result<(PathBuf, File)> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let temporary = folder.join(format!(".{name}.{}.tmp", uuid::Uuid::now_v7().simple()));
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    restrict(&mut options, access);
    Ok((temporary.clone(), options.open(&temporary)?))
}

#[cfg(unix)]
fn restrict(options: &mut OpenOptions, access: Access) {
    use std::os::unix::fs::OpenOptionsExt;
    if access == Access::Private {
        options.mode(0o600);
    }
}

#[cfg(not(unix))]
fn restrict(_options: &mut OpenOptions, _access: Access) {}

fn keep_permissions(path: &Path, file: &File, access: Access) -> io::Result<()> {
    match (access, std::fs::metadata(path)) {
        (Access::Kept, Ok(old)) => file.set_permissions(old.permissions()),
        _ => Ok(()),
    }
}

/// Locks a file beside another one, which no other holder has then; dropping it frees the lock. Waits for
/// another holder, and creates the folder.
///
/// # Errors
/// The system's error; some file systems have no locks.
pub fn lock_beside(path: &Path) -> io::Result<File> {
    if let Some(folder) = path.parent() {
        private::make_folder(folder)?;
    }
    let file = File::create(path.with_extension("lock"))?;
    file.lock()?;
    Ok(file)
}
