//! The log files: one a day, at most seven. A file is opened at the first line of its day.
//!
//! Does not interpret the lines. Runs on the log thread.
//!
//! `tracing_appender::rolling` does not keep what is promised here: it makes the folder and the file
//! readable for others, deletes files that are not its own, and prints to standard error when a day's
//! file cannot be opened.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use jiff::civil::Date;

/// Maximum number of log files kept.
pub(super) const MAX_FILES: usize = 7;

/// Returns the path of a day's log file, to be shown to the user, whether or not the file exists.
pub(super) fn file_of(folder: &Path, day: Date) -> PathBuf {
    folder.join(format!("agentichat.{day}.log"))
}

pub(super) struct Daily {
    folder: PathBuf,
    open: Option<(Date, BufWriter<File>)>,
}

impl Daily {
    /// Creates the writer for this folder; opens nothing yet.
    pub(super) fn new(folder: PathBuf) -> Self {
        Self { folder, open: None }
    }

    /// Appends a line to the file of its day; a new day creates a new file and deletes the oldest.
    ///
    /// # Errors
    /// If the folder or a file in it cannot be created, listed or written.
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

    /// Hands all buffered bytes to the system.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.open.as_mut().map_or(Ok(()), |(_, file)| file.flush())
    }

    fn begin(&self, day: Date) -> io::Result<BufWriter<File>> {
        support::private::make_folder(&self.folder)?;
        let path = file_of(&self.folder, day);
        let mut options = OpenOptions::new();
        options.append(true).create(true);
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, support::private::FILE);
        let file = options.open(&path)?;
        self.delete_old(&path)?;
        Ok(BufWriter::new(file))
    }

    /// Deletes the oldest files until [`MAX_FILES`] are left, but never `today`: after a clock that
    /// ran ahead, it may sort as the oldest. A file that cannot be deleted stays.
    fn delete_old(&self, today: &Path) -> io::Result<()> {
        let mut old: Vec<PathBuf> = Vec::new();
        for entry in std::fs::read_dir(&self.folder)? {
            let path = entry?.path();
            if path != today && day_of(&path).is_some() {
                old.push(path);
            }
        }
        // The names sort in the order of the days.
        old.sort_unstable();
        let too_many = (old.len() + 1).saturating_sub(MAX_FILES);
        for path in old.iter().take(too_many) {
            let _ = std::fs::remove_file(path);
        }
        Ok(())
    }
}

/// Returns the day of a log file; `None` for a file that is not one of ours.
fn day_of(path: &Path) -> Option<Date> {
    let name = path.file_name()?.to_str()?;
    let day = name.strip_prefix("agentichat.")?.strip_suffix(".log")?;
    day.parse().ok()
}
