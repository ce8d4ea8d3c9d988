//! Bytes that must outlive a command, stored one after the other in one private file without a
//! name, so that no crash leaves any of it behind.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::ops::Range;
use std::os::unix::fs::{DirBuilderExt, FileExt, OpenOptionsExt};
use std::path::Path;

#[derive(Debug)]
pub(super) struct BlobFile {
    file: File,
    end: u64,
}

impl BlobFile {
    /// Creates an empty pack in a private folder, which is created if needed.
    ///
    /// # Errors
    /// Fails if the folder or the file cannot be created.
    pub(super) fn create(folder: &Path) -> io::Result<Self> {
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(folder)?;
        let path = folder.join(format!("cover-{}", uuid::Uuid::now_v7().simple()));
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&path)?;
        std::fs::remove_file(&path)?;
        Ok(Self { file, end: 0 })
    }

    /// Appends bytes; returns their location.
    ///
    /// # Errors
    /// Fails if the bytes cannot be written.
    pub(super) fn add(&mut self, bytes: &[u8]) -> io::Result<Range<u64>> {
        self.file.write_all_at(bytes, self.end)?;
        let start = self.end;
        self.end = start.saturating_add(bytes.len() as u64);
        Ok(start..self.end)
    }

    /// Returns the bytes at a location.
    ///
    /// # Errors
    /// Fails if the bytes cannot be read.
    pub(super) fn read(&self, place: &Range<u64>) -> io::Result<Vec<u8>> {
        let length = usize::try_from(place.end.saturating_sub(place.start)).unwrap_or_default();
        let mut bytes = vec![0; length];
        self.file.read_exact_at(&mut bytes, place.start)?;
        Ok(bytes)
    }
}
