//! Reads whole text files, through the gateway.

use std::fs::{File, Metadata};
use std::io::{Read, Seek};

use cap_std::fs::Dir;

use super::errors::{self, MAX_FILE_BYTES};
use super::handle::Workspace;
use super::manifest::Stat;
use super::path_jail::{self, LastLink, PathTarget};
use notice::{Notice, notice};
use protocol::call::{ErrorCode, ToolError};
use protocol::ids::ContentHash;

/// Most attempts to read a file that changes while it is read.
const READ_ATTEMPTS: u32 = 3;

/// A text file on the disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileText {
    /// The real path, relative to the root, with `/`.
    pub path: String,
    /// The text, including a byte order mark.
    pub text: String,
    /// SHA-256 of its bytes, 64 lower-case hex digits.
    pub sha256: ContentHash,
    pub mode: u32,
}

impl FileText {
    pub fn bytes(&self) -> &[u8] {
        self.text.as_bytes()
    }
}

impl Workspace {
    /// Reads a text file. Follows links inside the root.
    ///
    /// # Errors
    /// E001, E002 as [`Workspace::resolve`]; E003 with the nearest paths; E004 over 10 MiB; E005 if
    /// the system refuses; E012 if it is a folder, a pipe, or not UTF-8 text.
    pub fn read(&self, path: &str) -> Result<FileText, ToolError> {
        let place = path_jail::find(self, path, LastLink::Follow)?;
        match place.found {
            PathTarget::File {
                parent,
                name,
                metadata,
            } => {
                // Decided by the size alone, without opening the file.
                if metadata.len() > MAX_FILE_BYTES {
                    return Err(errors::too_large(&place.path, metadata.len()));
                }
                read_text(&parent, &name, &place.path)
            }
            PathTarget::Folder => Err(errors::not_text(
                path,
                &notice!("told-is-folder"),
                &notice!("told-next-look-in"),
            )),
            PathTarget::Special(what) => Err(special(path, &what)),
            PathTarget::Missing { .. } | PathTarget::Link => {
                Err(errors::not_found(path, &self.nearest(&place.path)))
            }
        }
    }
}

impl Workspace {
    /// Returns the size of a regular file in bytes.
    ///
    /// # Errors
    /// As [`Workspace::open_for_search`].
    pub fn size(&self, path: &str) -> Result<u64, ToolError> {
        let file = self.open_for_search(path)?;
        file.metadata()
            .map(|metadata| metadata.len())
            .map_err(|error| errors::from_io(&error, &notice!("told-doing-look"), path))
    }

    /// Returns the bytes of a regular file of at most 10 MiB, with its stat at the time of the
    /// read. Does not follow links.
    ///
    /// # Errors
    /// As [`Workspace::read`], without E012 for binary files; E011 if it changes during the read.
    pub fn read_bytes(&self, path: &str) -> Result<(Vec<u8>, Stat), ToolError> {
        let place = path_jail::find(self, path, LastLink::Keep)?;
        let PathTarget::File { parent, name, .. } = place.found else {
            return Err(errors::not_found(path, &[]));
        };
        if place.path != path {
            return Err(errors::not_found(path, &[]));
        }
        let io = |error: std::io::Error| errors::from_io(&error, &notice!("told-doing-read"), path);
        let file = path_jail::open_file(&parent, &name).map_err(io)?;
        match read_unchanged(&file, path, read_from_start)? {
            (bytes, metadata, Changed::No) => Ok((bytes, Stat::of(&metadata))),
            (.., Changed::Yes) => Err(ToolError::new(
                ErrorCode::Conflict,
                notice!("told-file-busy", path),
            )),
        }
    }

    /// Opens a regular file of any content and size for a search.
    ///
    /// # Errors
    /// As [`Workspace::read`], without E004 and without E012 for binary files.
    pub fn open_for_search(&self, path: &str) -> Result<File, ToolError> {
        let place = path_jail::find(self, path, LastLink::Follow)?;
        let PathTarget::File { parent, name, .. } = place.found else {
            return Err(self.not_found(path));
        };
        let io = |error: std::io::Error| errors::from_io(&error, &notice!("told-doing-read"), path);
        let file = path_jail::open_file(&parent, &name).map_err(io)?;
        if !file.metadata().map_err(io)?.is_file() {
            return Err(special(path, &notice!("told-is-special")));
        }
        Ok(file)
    }
}

/// Returns E012 for a path that is neither file nor folder.
pub(super) fn special(path: &str, what: &Notice) -> ToolError {
    errors::not_text(path, what, &notice!("told-next-never-opened"))
}

/// Reads a text file by its plain name in an open folder.
pub(super) fn read_text(parent: &Dir, name: &str, path: &str) -> Result<FileText, ToolError> {
    let (bytes, mode) = read_bytes(parent, name, path)?;
    let sha256 = ContentHash::of(&bytes);
    let binary = || {
        errors::not_text(
            path,
            &notice!("told-is-no-text"),
            &notice!("told-next-leave"),
        )
    };
    if bytes.contains(&0) {
        return Err(binary());
    }
    let text = String::from_utf8(bytes).map_err(|_| binary())?;
    Ok(FileText {
        path: path.to_owned(),
        text,
        sha256,
        mode,
    })
}

/// Returns the bytes and the permission bits of a regular file of at most 10 MiB; of a file that
/// another program writes all the time, those of one moment.
pub(super) fn read_bytes(
    parent: &Dir,
    name: &str,
    path: &str,
) -> Result<(Vec<u8>, u32), ToolError> {
    let io = |error: std::io::Error| errors::from_io(&error, &notice!("told-doing-read"), path);
    let file: File = path_jail::open_file(parent, name).map_err(io)?;
    let (bytes, metadata, _) = read_unchanged(&file, path, read_from_start)?;
    Ok((bytes, mode_of(&metadata)))
}

/// Whether a file changed during its last read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Changed {
    No,
    Yes,
}

/// Reads a regular file by `read`, which gets its size; again if it changed meanwhile, since its
/// bytes may then be half of what another program writes. Returns its metadata before the last read.
fn read_unchanged(
    file: &File,
    path: &str,
    mut read: impl FnMut(&File, &str, u64) -> Result<Vec<u8>, ToolError>,
) -> Result<(Vec<u8>, Metadata, Changed), ToolError> {
    let io = |error: std::io::Error| errors::from_io(&error, &notice!("told-doing-read"), path);
    let mut attempt = 1;
    loop {
        let before = file.metadata().map_err(io)?;
        if !before.is_file() {
            return Err(special(path, &notice!("told-is-special")));
        }
        let bytes = read(file, path, before.len())?;
        if Stat::of(&file.metadata().map_err(io)?) == Stat::of(&before) {
            return Ok((bytes, before, Changed::No));
        }
        if attempt == READ_ATTEMPTS {
            return Ok((bytes, before, Changed::Yes));
        }
        attempt += 1;
    }
}

/// Reads a file of `size` up to a limit, because it may grow during the read.
fn read_from_start(mut file: &File, path: &str, size: u64) -> Result<Vec<u8>, ToolError> {
    let io = |error: std::io::Error| errors::from_io(&error, &notice!("told-doing-read"), path);
    if size > MAX_FILE_BYTES {
        return Err(errors::too_large(path, size));
    }
    file.rewind().map_err(io)?;
    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or_default());
    file.take(MAX_FILE_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(io)?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(errors::too_large(path, bytes.len() as u64));
    }
    Ok(bytes)
}

/// Permission bits of a file.
pub(super) fn mode_of(metadata: &Metadata) -> u32 {
    use std::os::unix::fs::PermissionsExt;
    metadata.permissions().mode() & 0o7777
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Reads a file that another program appends to during the first `times` reads.
    fn read_while_appended(times: u32) -> (String, Changed) {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("a.txt");
        fs::write(&path, "half").unwrap();
        let (file, mut reads) = (File::open(&path).unwrap(), 0);
        let (bytes, _, changed) = read_unchanged(&file, "a.txt", |file, name, size| {
            let bytes = read_from_start(file, name, size)?;
            reads += 1;
            if reads <= times {
                let longer = format!("{}+", fs::read_to_string(&path).unwrap());
                fs::write(&path, longer).unwrap();
            }
            Ok(bytes)
        })
        .unwrap();
        (String::from_utf8(bytes).unwrap(), changed)
    }

    #[test]
    fn a_file_that_changes_while_it_is_read_is_read_again() {
        assert_eq!(read_while_appended(0), ("half".into(), Changed::No));
        assert_eq!(read_while_appended(1), ("half+".into(), Changed::No));
        assert_eq!(read_while_appended(9), ("half++".into(), Changed::Yes));
    }
}
