//! Moves things out of the way, under names that are free.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use nix::errno::Errno;
use support::private;

/// Moves a file or a folder into a private folder. Returns its new place.
pub(super) fn moved(path: &Path, into: &Path) -> io::Result<PathBuf> {
    private::make_folder(into)?;
    let name = path.file_name().unwrap_or_default();
    let mut number = 0_u32;
    let place = loop {
        let mut free = OsString::from(format!("{number}-"));
        free.push(name);
        let place = into.join(free);
        if place.symlink_metadata().is_err() {
            break place;
        }
        number += 1;
    };
    match fs::rename(path, &place) {
        Err(error) if error.raw_os_error() == Some(Errno::EXDEV as i32) => {
            copied(path, &place).or_else(|_| beside(path, number))
        }
        done => done.map(|()| place),
    }
}

/// Moves to another file system.
fn copied(path: &Path, place: &Path) -> io::Result<PathBuf> {
    let facts = path.symlink_metadata()?;
    if facts.is_dir() {
        fs::create_dir(place)?;
        for entry in fs::read_dir(path)? {
            let name = entry?.file_name();
            copied(&path.join(&name), &place.join(&name))?;
        }
        fs::remove_dir(path)?;
    } else if facts.is_symlink() {
        symlink(fs::read_link(path)?, place)?;
        fs::remove_file(path)?;
    } else {
        fs::copy(path, place)?;
        fs::remove_file(path)?;
    }
    Ok(place.to_path_buf())
}

/// Renames what cannot be copied where it is: nothing looks for it under the new name.
fn beside(path: &Path, number: u32) -> io::Result<PathBuf> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".taken-out-{number}"));
    let beside = path.with_file_name(name);
    fs::rename(path, &beside).map(|()| beside)
}
