//! The state of a path before a command, and whether it is the same afterwards.

use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::ops::Bound;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{EntryKind, Proposed, Shown, UpperError};

/// The bits of a mode that a command can change.
const MODE: u32 = 0o7777;

/// The state of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum State {
    Absent,
    File {
        content: Content,
        mode: u32,
    },
    Folder {
        /// `None` for one that only proposed files make.
        mode: Option<u32>,
    },
    Link {
        target: PathBuf,
    },
    /// A device, socket or pipe.
    Other,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Content {
    Bytes(Arc<[u8]>),
    At { file: PathBuf, size: u64 },
}

impl State {
    pub(super) fn kind(&self) -> Option<EntryKind> {
        match self {
            State::File { .. } => Some(EntryKind::File),
            State::Folder { .. } => Some(EntryKind::Folder),
            State::Link { .. } => Some(EntryKind::Link),
            State::Absent | State::Other => None,
        }
    }

    /// Whether kind, mode and content are the same.
    pub(super) fn is_same(&self, other: &State) -> Result<bool, UpperError> {
        match (self, other) {
            (
                State::File { content, mode },
                State::File {
                    content: other,
                    mode: other_mode,
                },
            ) => Ok(mode == other_mode && content.is_same(other)?),
            (State::Folder { mode: None }, State::Folder { .. }) => Ok(true),
            _ => Ok(self == other),
        }
    }
}

impl Content {
    pub(super) fn size(&self) -> u64 {
        match self {
            Content::Bytes(bytes) => bytes.len() as u64,
            Content::At { size, .. } => *size,
        }
    }

    fn open(&self) -> Result<Box<dyn Read + '_>, UpperError> {
        Ok(match self {
            Content::Bytes(bytes) => Box::new(bytes.as_ref()),
            Content::At { file, .. } => Box::new(File::open(file).map_err(unreadable(file))?),
        })
    }

    fn path(&self) -> &Path {
        match self {
            Content::Bytes(_) => Path::new(""),
            Content::At { file, .. } => file,
        }
    }

    pub(super) fn is_same(&self, other: &Content) -> Result<bool, UpperError> {
        if self.size() != other.size() {
            return Ok(false);
        }
        let (mut ours, mut theirs) = (self.open()?, other.open()?);
        let (mut one, mut two) = (vec![0; 64 * 1024], vec![0; 64 * 1024]);
        loop {
            let read = fill(&mut ours, &mut one).map_err(unreadable(self.path()))?;
            let same = fill(&mut theirs, &mut two).map_err(unreadable(other.path()))? == read;
            if !same || one.get(..read) != two.get(..read) {
                return Ok(false);
            }
            if read == 0 {
                return Ok(true);
            }
        }
    }
}

impl Shown<'_> {
    /// Returns the state of a path that the command was shown first.
    pub(super) fn before(&self, path: &Path) -> Result<State, UpperError> {
        match self.proposed.get(path) {
            // A folder with proposed files may stand where a file was.
            Some(Proposed::Deleted) if self.holds_proposed(path) => {
                Ok(State::Folder { mode: None })
            }
            Some(Proposed::Deleted) => Ok(State::Absent),
            Some(Proposed::File { bytes, mode }) => Ok(State::File {
                content: Content::Bytes(bytes.clone()),
                mode: *mode,
            }),
            None if self.is_below_deleted(path) => Ok(State::Absent),
            None => match state(&self.lower.join(path))? {
                State::Folder { mode } => Ok(State::Folder { mode }),
                _ if self.holds_proposed(path) => Ok(State::Folder { mode: None }),
                state => Ok(state),
            },
        }
    }

    fn is_below_deleted(&self, path: &Path) -> bool {
        let mut above = path.ancestors().skip(1);
        above.any(|folder| self.proposed.get(folder) == Some(&Proposed::Deleted))
    }

    /// Whether a proposed file lies in a folder of this path.
    fn holds_proposed(&self, path: &Path) -> bool {
        let after = (Bound::Excluded(path), Bound::Unbounded);
        let below = self.proposed.range::<Path, _>(after);
        let mut below = below.take_while(|(other, _)| other.starts_with(path));
        below.any(|(_, proposed)| matches!(proposed, Proposed::File { .. }))
    }

    /// Lists the names that the disk has in a folder.
    pub(super) fn names_on_disk(&self, folder: &Path) -> Result<Vec<PathBuf>, UpperError> {
        let at = self.lower.join(folder);
        if !at.symlink_metadata().is_ok_and(|facts| facts.is_dir()) {
            return Ok(Vec::new());
        }
        let entries = fs::read_dir(&at).map_err(unreadable(&at))?;
        let names =
            entries.map(|entry| Ok(folder.join(entry.map_err(unreadable(&at))?.file_name())));
        names.collect()
    }
}

/// Returns the state of a file on the disk or in an upper folder. Follows no link.
pub(super) fn state(file: &Path) -> Result<State, UpperError> {
    match file.symlink_metadata() {
        Ok(facts) => of_facts(file, &facts),
        Err(error) if is_absent(&error) => Ok(State::Absent),
        Err(error) => Err(unreadable(file)(error)),
    }
}

pub(super) fn of_facts(file: &Path, facts: &Metadata) -> Result<State, UpperError> {
    let mode = facts.mode() & MODE;
    Ok(if facts.is_dir() {
        State::Folder { mode: Some(mode) }
    } else if facts.is_symlink() {
        let target = fs::read_link(file).map_err(unreadable(file))?;
        State::Link { target }
    } else if facts.is_file() {
        let content = Content::At {
            file: file.to_path_buf(),
            size: facts.len(),
        };
        State::File { content, mode }
    } else {
        State::Other
    })
}

/// Whether an entry of an upper folder stands for a deletion: a device with the number 0:0.
pub(super) fn is_whiteout(facts: &Metadata) -> bool {
    facts.file_type().is_char_device() && facts.rdev() == 0
}

pub(super) fn unreadable(path: &Path) -> impl Fn(io::Error) -> UpperError {
    let path = path.to_path_buf();
    move |cause| UpperError::Unreadable {
        path: path.clone(),
        cause,
    }
}

fn is_absent(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

/// Reads until the buffer is full or the content ends.
fn fill(from: &mut dyn Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while let Some(rest) = buffer.get_mut(filled..).filter(|rest| !rest.is_empty()) {
        match from.read(rest) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}
