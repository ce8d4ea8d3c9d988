//! Copies of files that git could not restore: written to the disk before a command begins,
//! together with notes about every existing file, so that the previous state can be restored even
//! if the process dies.
//!
//! Kept while the program runs, so that only changed files are read before the next command;
//! deleted when it exits. `cut_off` reads the files that a killed process leaves behind.

use std::collections::BTreeMap;
use std::collections::HashMap;
use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::ops::Range;
use std::os::unix::fs::{DirBuilderExt, FileExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::journal::{Note, NotedFile, StartedCommand};
use workspace::git::tracked::TrackedFiles;
use workspace::manifest::{Manifest, Stat};

/// Folder of the copies inside the tool box's private folder.
pub(super) const FOLDER: &str = "covers";

/// Extension of the file with the notes. The file is locked while its process lives.
pub(super) const NOTES: &str = "notes";

/// Extension of the file with the copies.
pub(super) const BYTES: &str = "bytes";

/// Sizes in bytes of the copies and of the notes above which new files are started, because most of
/// the old content is outdated by then.
const LARGEST: (u64, u64) = (512 * 1024 * 1024, 256 * 1024 * 1024);

/// Location of a file's copy, and the file's metadata at that time.
#[derive(Debug, Clone)]
pub(super) struct Copy {
    pub(super) stat: Stat,
    pub(super) place: Range<u64>,
}

/// Copies by path.
pub(super) type ByPath = Arc<HashMap<String, Copy>>;

/// Files as noted, with git's state of them.
type Noted = (Arc<BTreeMap<String, Stat>>, Arc<TrackedFiles>);

/// File that contains the copies.
pub(super) type Bytes = Arc<File>;

#[derive(Debug)]
pub(crate) struct Copies {
    bytes: Bytes,
    end: u64,
    notes: File,
    noted: u64,
    paths: [PathBuf; 2],
    pub(super) by_path: ByPath,
    /// Last state written to the notes.
    last: Option<Noted>,
}

impl Copies {
    /// Creates an empty set of copies. Creates the folder if needed.
    ///
    /// # Errors
    /// Fails if the files cannot be created.
    pub(super) fn create(private: &Path) -> io::Result<Self> {
        let folder = private.join(FOLDER);
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&folder)?;
        let name = uuid::Uuid::now_v7().simple().to_string();
        let path = |end: &str| folder.join(format!("{name}.{end}"));
        let open = |path: &Path| {
            OpenOptions::new()
                .read(true)
                .write(true)
                .create_new(true)
                .mode(0o600)
                .open(path)
        };
        let (notes_path, bytes_path) = (path(NOTES), path(BYTES));
        let bytes = open(&bytes_path)?;
        // Lock the file before it gets its name, so that no instance takes its process for dead.
        let begun = path("new");
        let notes = open(&begun)?;
        notes.lock()?;
        std::fs::rename(&begun, &notes_path)?;
        Ok(Self {
            bytes: Arc::new(bytes),
            end: 0,
            notes,
            noted: 0,
            paths: [notes_path, bytes_path],
            by_path: Arc::default(),
            last: None,
        })
    }

    /// Whether the files have become so large that new ones should be started, and no reader uses
    /// them.
    pub(super) fn is_over(&self) -> bool {
        let is_read = Arc::strong_count(&self.bytes) > 1;
        !is_read && (self.end > LARGEST.0 || self.noted > LARGEST.1)
    }

    /// Returns the file that contains the copies.
    pub(super) fn bytes(&self) -> Bytes {
        Arc::clone(&self.bytes)
    }

    /// Returns whether there is a copy of a file with this metadata.
    pub(super) fn has(&self, path: &str, stat: &Stat) -> bool {
        self.by_path
            .get(path)
            .is_some_and(|copy| copy.stat == *stat)
    }

    /// Adds a copy.
    ///
    /// # Errors
    /// Fails if the copy cannot be written.
    pub(super) fn add(&mut self, path: &str, bytes: &[u8], stat: Stat) -> io::Result<()> {
        self.bytes.write_all_at(bytes, self.end)?;
        let start = self.end;
        self.end = start.saturating_add(bytes.len() as u64);
        let place = start..self.end;
        let copy = Copy { stat, place };
        Arc::make_mut(&mut self.by_path).insert(path.to_owned(), copy);
        Ok(())
    }

    /// Notes the existing files and the start of a command. When this returns, the notes and the
    /// copies are on the disk.
    ///
    /// # Errors
    /// Fails if the notes cannot be written.
    pub(super) fn note(
        &mut self,
        manifest: &Manifest,
        tracked: &Arc<TrackedFiles>,
        begun: StartedCommand,
    ) -> io::Result<()> {
        let mut notes = BufWriter::new(Counted {
            file: &self.notes,
            bytes: 0,
        });
        let (files, none) = (&manifest.files, BTreeMap::new());
        let known = self
            .last
            .as_ref()
            .map(|(files, tracked)| (&**files, &**tracked));
        let same = self
            .last
            .as_ref()
            .is_some_and(|(known, of)| Arc::ptr_eq(known, files) && Arc::ptr_eq(of, tracked));
        let (known, git) = known.unwrap_or((&none, tracked));
        if !same {
            for (path, stat) in files.iter() {
                let object = tracked.object(path, stat);
                let is_noted = known.get(path) == Some(stat) && git.object(path, stat) == object;
                if !is_noted {
                    let copy = self.by_path.get(path).filter(|copy| copy.stat == *stat);
                    let copy = copy.map(|copy| copy.place.clone());
                    let file = NotedFile::new(path, stat, object, copy);
                    Note::File(file).write(&mut notes)?;
                }
            }
            for path in known.keys().filter(|path| !files.contains_key(*path)) {
                Note::Gone(path.clone()).write(&mut notes)?;
            }
        }
        Note::Begun(Box::new(begun)).write(&mut notes)?;
        let written = notes.into_inner().map_err(io::IntoInnerError::into_error)?;
        self.noted = self.noted.saturating_add(written.bytes);
        self.bytes.sync_data()?;
        self.notes.sync_data()?;
        self.last = Some((Arc::clone(files), Arc::clone(tracked)));
        Ok(())
    }
}

impl Drop for Copies {
    fn drop(&mut self) {
        for path in &self.paths {
            // A later start deletes files that remain.
            std::fs::remove_file(path).ok();
        }
    }
}

/// A file that counts the bytes written to it.
struct Counted<'a> {
    file: &'a File,
    bytes: u64,
}

impl Write for Counted<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.bytes = self.bytes.saturating_add(written as u64);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Returns the bytes at a location.
///
/// # Errors
/// Fails if the bytes cannot be read.
pub(super) fn read(bytes: &File, place: &Range<u64>) -> io::Result<Vec<u8>> {
    let length = usize::try_from(place.end.saturating_sub(place.start)).unwrap_or_default();
    let mut found = vec![0; length];
    bytes.read_exact_at(&mut found, place.start)?;
    Ok(found)
}
