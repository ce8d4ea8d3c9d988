//! The notes that accompany copies: a line for each file, and for each command that began. Pure
//! except for the writer that is passed in.

use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::named::Named;
use protocol::ids::{CallId, RunId, SessionId};
use workspace::manifest::Stat;

/// Data from which the files named by a command are determined.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Naming {
    /// Working folder of the command, absolute.
    pub(crate) folder: PathBuf,
    /// The texts of the command and of its simple commands.
    pub(crate) texts: Vec<String>,
    /// Places that it plainly writes to, relative to the root.
    pub(crate) writes: Vec<String>,
}

impl Naming {
    /// Determines the named files.
    pub(super) fn named(&self, root: &Path) -> Named {
        let texts: Vec<&str> = self.texts.iter().map(String::as_str).collect();
        Named::of(root, &self.folder, &texts, &self.writes)
    }
}

/// A command that begins.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct StartedCommand {
    pub(super) session: SessionId,
    pub(super) run: RunId,
    pub(super) call: CallId,
    pub(super) agent: String,
    /// Start time of the scan that its manifest is from.
    pub(super) looked: SystemTime,
    pub(super) naming: Naming,
}

/// An existing file, and the source of its bytes. Compact, because there are many.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct NotedFile(
    String,
    /// Size in bytes, device, inode, mode.
    (u64, u64, u64, u32),
    /// Nanoseconds since 1970 of the last content change, the last change of any kind,
    /// and the creation.
    (i64, i64, Option<i64>),
    /// Git object with the same bytes.
    Option<String>,
    /// Location of the copy.
    Option<(u64, u64)>,
);

impl NotedFile {
    pub(super) fn new(
        path: &str,
        stat: &Stat,
        object: Option<&str>,
        copy: Option<Range<u64>>,
    ) -> Self {
        let time = |time: i128| i64::try_from(time).unwrap_or(i64::MAX);
        let born = stat.born.and_then(|born| {
            let since = born.duration_since(UNIX_EPOCH).ok()?;
            i64::try_from(since.as_nanos()).ok()
        });
        Self(
            path.to_owned(),
            (stat.bytes, stat.inode.0, stat.inode.1, stat.mode),
            (time(stat.modified), time(stat.changed), born),
            object.map(str::to_owned),
            copy.map(|place| (place.start, place.end)),
        )
    }

    /// Returns path, metadata, and the sources of the bytes.
    pub(super) fn take(self) -> (String, Stat, Option<String>, Option<Range<u64>>) {
        let Self(path, (bytes, device, inode, mode), (modified, changed, born), object, copy) =
            self;
        let born = born.and_then(|born| u64::try_from(born).ok());
        let stat = Stat {
            bytes,
            modified: i128::from(modified),
            changed: i128::from(changed),
            inode: (device, inode),
            born: born.map(|born| UNIX_EPOCH + Duration::from_nanos(born)),
            mode,
        };
        (path, stat, object, copy.map(|(start, end)| start..end))
    }
}

pub(super) enum Note {
    /// A file exists; the last line of a path counts.
    File(NotedFile),
    /// A file no longer exists.
    Gone(String),
    /// A command begins.
    Begun(Box<StartedCommand>),
}

impl Note {
    /// Writes the record as a line.
    ///
    /// # Errors
    /// Fails if the line cannot be written.
    pub(super) fn write(&self, to: &mut impl Write) -> io::Result<()> {
        let (letter, text) = match self {
            Note::File(file) => ('F', serde_json::to_string(file)),
            Note::Gone(path) => ('G', serde_json::to_string(path)),
            Note::Begun(begun) => ('B', serde_json::to_string(begun)),
        };
        writeln!(to, "{letter}{}", text?)
    }

    /// Parses a line; `None` for one that was cut off.
    pub(super) fn read(line: &str) -> Option<Self> {
        let mut letters = line.chars();
        let (letter, rest) = (letters.next()?, letters.as_str());
        match letter {
            'F' => support::json::from_str(rest).ok().map(Note::File),
            'G' => support::json::from_str(rest).ok().map(Note::Gone),
            'B' => Note::begun(line).map(|begun| Note::Begun(Box::new(begun))),
            _ => None,
        }
    }

    /// Parses the command of a line that records one.
    pub(super) fn begun(line: &str) -> Option<StartedCommand> {
        support::json::from_str(line.strip_prefix('B')?).ok()
    }
}
