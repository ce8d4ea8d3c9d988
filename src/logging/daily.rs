//! The files of the log: one a day, at most seven. Opened at the first line of a day.
//!
//! Does not know what is in a line. Called on the thread of the log.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use jiff::civil::Date;

/// Log files that are kept.
pub(super) const MAX_FILES: usize = 7;

/// The log file of a day, for people: whether it is there or not.
pub(super) fn file_of(folder: &Path, day: Date) -> PathBuf {
    folder.join(format!("agentichat.{day}.log"))
}

/// The files of a folder.
pub(super) struct Daily {
    folder: PathBuf,
    open: Option<(Date, BufWriter<File>)>,
}

impl Daily {
    /// The files of this folder; nothing is opened yet.
    pub(super) fn new(folder: PathBuf) -> Self {
        Self { folder, open: None }
    }

    /// Adds a line to the file of its day; a new day makes a new file and deletes the oldest.
    ///
    /// # Errors
    /// If the folder or a file in it cannot be made, listed or written.
    pub(super) fn write(&mut self, day: Date, line: &str) -> io::Result<()> {
        if self.open.as_ref().is_none_or(|(open, _)| *open != day) {
            self.flush()?;
            self.open = Some((day, self.begin(day)?));
        }
        match &mut self.open {
            Some((_, file)) => file.write_all(line.as_bytes()),
            None => Ok(()),
        }
    }

    /// Hands everything to the system.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.open.as_mut().map_or(Ok(()), |(_, file)| file.flush())
    }

    fn begin(&self, day: Date) -> io::Result<BufWriter<File>> {
        crate::private::make_folder(&self.folder)?;
        let path = file_of(&self.folder, day);
        let mut options = OpenOptions::new();
        options.append(true).create(true);
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, crate::private::FILE);
        let file = options.open(&path)?;
        self.delete_old(&path)?;
        Ok(BufWriter::new(file))
    }

    /// Deletes the oldest until there are [`MAX_FILES`], never `today`: after a clock that ran
    /// ahead it may look like the oldest. One that cannot be deleted stays.
    fn delete_old(&self, today: &Path) -> io::Result<()> {
        let mut old: Vec<PathBuf> = Vec::new();
        for entry in std::fs::read_dir(&self.folder)? {
            let path = entry?.path();
            if path != today && day_of(&path).is_some() {
                old.push(path);
            }
        }
        // The names sort as the days do.
        old.sort_unstable();
        let too_many = (old.len() + 1).saturating_sub(MAX_FILES);
        for path in old.iter().take(too_many) {
            let _ = std::fs::remove_file(path);
        }
        Ok(())
    }
}

/// The day whose log this is; `None` for a file that is not ours.
fn day_of(path: &Path) -> Option<Date> {
    let name = path.file_name()?.to_str()?;
    let day = name.strip_prefix("agentichat.")?.strip_suffix(".log")?;
    day.parse().ok()
}
