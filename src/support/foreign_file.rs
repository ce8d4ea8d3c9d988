//! Reads a file that another program may have put in place: only a regular file, only up to a
//! number of bytes, and without ever waiting for the other end of a pipe. For files opened by name
//! in a repository (`.gitignore`, `.git/info/exclude`, `config.yaml`). Imports only `notice` of
//! this crate; every module may import it.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use nix::fcntl::OFlag;

use notice::notice;

/// Whether a link in place of the file is followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Links {
    Follow,
    /// A link is an error.
    Refuse,
}

/// Opens a regular file for reading.
///
/// # Errors
/// Returns the system's error; `InvalidInput` if it is not a regular file.
pub fn open(path: &Path, links: Links) -> io::Result<File> {
    let facts = match links {
        Links::Follow => path.metadata()?,
        Links::Refuse => path.symlink_metadata()?,
    };
    // Checked before the open, because opening a device can already have an effect.
    if !facts.is_file() {
        return Err(no_file());
    }
    let mut flags = OFlag::O_NONBLOCK | OFlag::O_NOCTTY;
    if links == Links::Refuse {
        flags |= OFlag::O_NOFOLLOW;
    }
    let file = OpenOptions::new()
        .read(true)
        .custom_flags(flags.bits())
        .open(path)?;
    // Another file may have replaced it in the meantime.
    if !file.metadata()?.is_file() {
        return Err(no_file());
    }
    Ok(file)
}

/// Reads the bytes of a regular file.
///
/// # Errors
/// Like [`open`]; `FileTooLarge` if there are more than `limit` bytes.
pub fn read(path: &Path, links: Links, limit: u64) -> io::Result<Vec<u8>> {
    let file = open(path, links)?;
    let too_large = || {
        let why = notice!("told-more-bytes", bytes = limit);
        io::Error::new(ErrorKind::FileTooLarge, why)
    };
    if file.metadata()?.len() > limit {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    // The file may grow while it is read.
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(too_large());
    }
    Ok(bytes)
}

/// Reads the text of a regular file.
///
/// # Errors
/// Like [`read`]; `InvalidData` if it is not UTF-8.
pub fn read_text(path: &Path, links: Links, limit: u64) -> io::Result<String> {
    String::from_utf8(read(path, links, limit)?)
        .map_err(|_| io::Error::new(ErrorKind::InvalidData, notice!("told-no-utf-eight")))
}

fn no_file() -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, notice!("told-not-regular"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pipe_a_folder_a_device_and_a_file_without_an_end_are_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        nix::unistd::mkfifo(&at("pipe"), nix::sys::stat::Mode::S_IRWXU).unwrap();
        let sparse = File::create(at("sparse")).unwrap();
        sparse.set_len(20 << 30).unwrap();
        std::fs::write(at("file"), "four").unwrap();
        std::os::unix::fs::symlink(at("file"), at("link")).unwrap();
        let kind = |path: &Path, links| read(path, links, 4).unwrap_err().kind();
        for name in ["pipe", "."] {
            assert_eq!(kind(&at(name), Links::Follow), ErrorKind::InvalidInput);
        }
        assert_eq!(
            kind(Path::new("/dev/zero"), Links::Follow),
            ErrorKind::InvalidInput
        );
        assert_eq!(kind(&at("sparse"), Links::Follow), ErrorKind::FileTooLarge);
        assert_eq!(kind(&at("link"), Links::Refuse), ErrorKind::InvalidInput);
        assert_eq!(read(&at("link"), Links::Follow, 4).unwrap(), b"four");
        assert_eq!(read_text(&at("file"), Links::Refuse, 4).unwrap(), "four");
        assert_eq!(
            read(&at("file"), Links::Refuse, 3).unwrap_err().kind(),
            ErrorKind::FileTooLarge
        );
    }
}
