//! Opens many visible files one after the other: the folder of the last one stays open.
//!
//! The paths are those of a [`super::listing::Listing`], so they contain no links and nothing
//! that is blocked. A path that has become a link since is not followed. Used by `index` and by
//! `tools` to search.

use std::fs::File;
use std::io::{self, Read};

use cap_std::fs::Dir;

use super::handle::Workspace;
use super::listing::Mark;
use super::path_jail;

/// Most attempts to read a file that changes while it is read.
const READ_ATTEMPTS: u32 = 3;

pub struct DirCache<'a> {
    workspace: &'a Workspace,
    folder: Option<(String, Dir)>,
}

/// The result of reading a file.
#[derive(Debug)]
pub enum Bytes {
    /// All bytes of the file.
    Whole(Vec<u8>),
    /// The file is larger than the limit.
    TooLarge,
}

impl<'a> DirCache<'a> {
    /// Creates a cache with nothing open.
    pub fn new(workspace: &'a Workspace) -> Self {
        Self {
            workspace,
            folder: None,
        }
    }

    /// Opens a regular file and returns it with its mark.
    ///
    /// # Errors
    /// If the file is gone, cannot be read, or is no longer a regular file.
    pub fn open(&mut self, path: &str) -> io::Result<(File, Mark)> {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let file = match &self.folder {
            Some((known, dir)) if known == folder => path_jail::open_file(dir, name)?,
            _ => {
                let dir = self.enter(folder)?;
                let file = path_jail::open_file(&dir, name)?;
                self.folder = Some((folder.to_owned(), dir));
                file
            }
        };
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            return Err(io::Error::from(io::ErrorKind::InvalidInput));
        }
        Ok((file, Mark::of(&metadata)))
    }

    /// Returns the bytes of a file of at most `most` bytes, and its mark at the time of the read.
    ///
    /// # Errors
    /// As [`DirCache::open`]; [`io::ErrorKind::ResourceBusy`] if the file keeps changing.
    pub fn read(&mut self, path: &str, most: u64) -> io::Result<(Bytes, Mark)> {
        for _ in 0..READ_ATTEMPTS {
            let (file, mark) = self.open(path)?;
            if mark.bytes > most {
                return Ok((Bytes::TooLarge, mark));
            }
            let mut bytes = Vec::with_capacity(usize::try_from(mark.bytes).unwrap_or_default());
            (&file)
                .take(most.saturating_add(1))
                .read_to_end(&mut bytes)?;
            let after = Mark::of(&file.metadata()?);
            if after == mark && bytes.len() as u64 == mark.bytes {
                return Ok((Bytes::Whole(bytes), mark));
            }
        }
        Err(io::Error::from(io::ErrorKind::ResourceBusy))
    }

    fn enter(&self, folder: &str) -> io::Result<Dir> {
        let mut dir = self.workspace.dir().try_clone()?;
        for name in folder.split('/').filter(|name| !name.is_empty()) {
            dir = path_jail::open_folder(&dir, name)?;
        }
        Ok(dir)
    }
}
