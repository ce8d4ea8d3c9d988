//! Makes the reviewed part of an upper folder equal to what is proposed, before a command, and takes it
//! out again afterwards: what stays is the ignored part, the caches of builds.

use std::collections::BTreeMap;
use std::fs::{self, File, FileTimes, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use rustix::fs::{CWD, FileType, Mode, XattrFlags, mknodat};

use super::compare::{is_whiteout, of_facts, state, unreadable};
use super::walk::{OPAQUE, is_opaque, make_readable};
use super::{EntryKind, Part, Proposed, UpperError};
use crate::scratch;

/// Lays proposals into an upper folder that holds nothing reviewed. `times` has the time of change of
/// each file.
///
/// # Errors
/// If something cannot be written.
pub fn lay_in(
    upper: &Path,
    lower: &Path,
    proposed: &BTreeMap<PathBuf, Proposed>,
    times: &dyn Fn(&Path) -> SystemTime,
) -> Result<(), UpperError> {
    // The upper folder itself is what a command sees as the workspace's.
    let facts = lower.symlink_metadata().map_err(unreadable(lower))?;
    fs::set_permissions(upper, facts.permissions()).map_err(unreadable(upper))?;
    let deleted = proposed.iter();
    let deleted = deleted.filter(|(_, state)| **state == Proposed::Deleted);
    for (path, _) in deleted {
        // A file that the disk does not have needs no whiteout.
        if state(&lower.join(path))?.kind().is_some() {
            folders(upper, lower, path)?;
            whiteout(&upper.join(path))?;
        }
    }
    for (path, state) in proposed {
        let Proposed::File { bytes, mode } = state else {
            continue;
        };
        folders(upper, lower, path)?;
        let at = upper.join(path);
        clear(&at)?;
        write(&at, bytes, *mode, times(path)).map_err(unreadable(&at))?;
    }
    Ok(())
}

fn write(at: &Path, bytes: &[u8], mode: u32, time: SystemTime) -> io::Result<()> {
    fs::write(at, bytes)?;
    fs::set_permissions(at, Permissions::from_mode(mode))?;
    let times = FileTimes::new().set_modified(time).set_accessed(time);
    // Opened to read: the mode may forbid writing.
    File::open(at)?.set_times(times)
}

fn whiteout(at: &Path) -> Result<(), UpperError> {
    clear(at)?;
    mknodat(CWD, at, FileType::CharacterDevice, Mode::empty(), 0)
        .map_err(|errno| unreadable(at)(errno.into()))
}

/// Makes the folders above a path, with the modes that they have on the disk. A file or a deletion
/// in the place of one gives way, and nothing of the disk shows through below it.
fn folders(upper: &Path, lower: &Path, path: &Path) -> Result<(), UpperError> {
    let above: Vec<&Path> = path.ancestors().skip(1).collect();
    let above = above.into_iter().rev();
    for folder in above.filter(|folder| !folder.as_os_str().is_empty()) {
        let at = upper.join(folder);
        let on_disk = lower.join(folder).symlink_metadata().ok();
        let is_shown = on_disk.as_ref().is_some_and(fs::Metadata::is_dir);
        let here = at.symlink_metadata().ok();
        if here.as_ref().is_some_and(fs::Metadata::is_dir) {
            continue;
        }
        clear(&at)?;
        fs::create_dir(&at).map_err(unreadable(&at))?;
        match on_disk {
            Some(facts) if is_shown && here.is_none() => {
                fs::set_permissions(&at, facts.permissions()).map_err(unreadable(&at))?;
                let times = facts
                    .modified()
                    .map(|time| FileTimes::new().set_modified(time));
                File::open(&at)
                    .and_then(|file| file.set_times(times?))
                    .map_err(unreadable(&at))?;
            }
            _ => opaque(&at)?,
        }
    }
    Ok(())
}

fn opaque(at: &Path) -> Result<(), UpperError> {
    rustix::fs::setxattr(at, OPAQUE, b"y", XattrFlags::empty())
        .map_err(|errno| unreadable(at)(errno.into()))
}

/// Removes an entry of an upper folder with all that is in it.
fn clear(at: &Path) -> Result<(), UpperError> {
    match at.symlink_metadata() {
        Ok(facts) if facts.is_dir() => scratch::remove(at),
        Ok(_) => fs::remove_file(at),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
    .map_err(unreadable(at))
}

/// Takes all but the ignored part out of an upper folder. Returns the ignored paths that are left, a
/// folder for all that is in it.
///
/// # Errors
/// If something cannot be removed.
pub fn keep_ignored(
    upper: &Path,
    part: &dyn Fn(&Path, EntryKind) -> Part,
) -> Result<Vec<PathBuf>, UpperError> {
    let mut kept = Vec::new();
    keep_in(upper, Path::new(""), part, &mut kept)?;
    Ok(kept)
}

fn keep_in(
    upper: &Path,
    folder: &Path,
    part: &dyn Fn(&Path, EntryKind) -> Part,
    kept: &mut Vec<PathBuf>,
) -> Result<(), UpperError> {
    let at = upper.join(folder);
    let entries = fs::read_dir(&at).map_err(unreadable(&at))?;
    for entry in entries {
        let path = folder.join(entry.map_err(unreadable(&at))?.file_name());
        let at = upper.join(&path);
        let facts = at.symlink_metadata().map_err(unreadable(&at))?;
        // A deleted folder leaves the same sign as a deleted file.
        let kinds = match of_facts(&at, &facts)?.kind() {
            _ if is_whiteout(&facts) => vec![EntryKind::File, EntryKind::Folder],
            Some(kind) => vec![kind],
            None => vec![EntryKind::File],
        };
        if kinds.iter().any(|kind| part(&path, *kind) == Part::Ignored) {
            kept.push(path);
        } else if facts.is_dir() {
            make_readable(&at, &facts)?;
            // Ignored files of a folder that was made anew would mix with those of the disk.
            if is_opaque(&at) {
                clear(&at)?;
                continue;
            }
            let before = kept.len();
            keep_in(upper, &path, part, kept)?;
            if kept.len() == before {
                clear(&at)?;
            }
        } else {
            clear(&at)?;
        }
    }
    Ok(())
}
