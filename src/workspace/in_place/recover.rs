//! Completes writes that a process did not live to finish.

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use nix::fcntl::OFlag;

use super::{BEGUN, Entry, Header, READY, UNDONE, overwrite};
use crate::errors::MAX_FILE_BYTES;
use crate::handle::Workspace;
use crate::path_jail::{self, LastLink, PathTarget};
use crate::read::read_bytes;
use notice::{Notice, notice};
use protocol::call::ToolError;

/// Bytes of a page: a power cut loses whole pages of a file.
const PAGE: usize = 4_096;

/// Longest header line of an entry.
const LONGEST_HEADER: usize = 64 * 1024;

/// Longest entry: a header and two texts.
const LONGEST_ENTRY: u64 = LONGEST_HEADER as u64 + 2 * MAX_FILE_BYTES;

/// Open flags: never follow a link, never wait for a pipe.
const UNLINKED: i32 = OFlag::O_NOFOLLOW.bits() | OFlag::O_NONBLOCK.bits();

/// Suffix of an entry that could not be completed: it is kept for the user.
const LEFT: &str = "left";

/// The outcome for an interrupted write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecoveryOutcome {
    /// The file has its new bytes.
    Finished { path: String },
    /// The file has its old bytes: the write was being reverted.
    Undone { path: String },
    /// The file has neither: another program has written it since, or it cannot be written.
    Left {
        path: String,
        /// The file that holds both texts.
        kept: PathBuf,
    },
}

impl RecoveryOutcome {
    /// Returns the message for the user.
    pub fn words(&self) -> Notice {
        match self {
            Self::Finished { path } => notice!("told-write-finished", path),
            Self::Undone { path } => notice!("told-write-undone", path),
            Self::Left { path, kept } => {
                notice!("told-write-left", path, place = kept.display())
            }
        }
    }
}

impl Workspace {
    /// Completes in-place writes that a process did not live to finish. Writes of living processes
    /// are left to them.
    pub fn finish_in_place(&self) -> Vec<RecoveryOutcome> {
        let Some(folder) = self.in_place_folder() else {
            return Vec::new();
        };
        // A repository may have planted a link.
        if !std::fs::symlink_metadata(&folder).is_ok_and(|found| found.is_dir()) {
            return Vec::new();
        }
        let Ok(entries) = std::fs::read_dir(folder) else {
            return Vec::new();
        };
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        // Entry names sort by creation time.
        paths.sort();
        let told = paths.iter().filter_map(|path| self.finish_one(path));
        told.collect()
    }

    fn finish_one(&self, path: &Path) -> Option<RecoveryOutcome> {
        let state = path.extension()?.to_str()?;
        if !matches!(state, READY | BEGUN | UNDONE) {
            return None;
        }
        let mut options = OpenOptions::new();
        options.read(true).write(true).custom_flags(UNLINKED);
        let file = options.open(path).ok()?;
        let found = file.metadata().ok()?;
        if !found.is_file() || found.len() > LONGEST_ENTRY {
            return None;
        }
        file.try_lock().ok()?;
        let mut entry = Entry {
            file,
            path: path.to_path_buf(),
            is_needed: state != READY,
        };
        if state == READY {
            return None;
        }
        let kept = match JournalEntry::read(&mut entry.file) {
            Ok(kept) => kept,
            Err(error) => {
                tracing::error!(%error, path = %path.display(), "an entry of the journal cannot be read");
                return None;
            }
        };
        let ended = match self.bring(&kept, state == UNDONE) {
            Ok(ended) => ended,
            Err(error) => {
                tracing::error!(%error, path = kept.header.path, "a write that was cut off cannot be finished");
                End::Foreign
            }
        };
        let path = kept.header.path;
        match ended {
            End::AsItWas => {
                entry.is_needed = false;
                None
            }
            End::Brought if state == UNDONE => {
                entry.is_needed = false;
                Some(RecoveryOutcome::Undone { path })
            }
            End::Brought => {
                entry.is_needed = false;
                Some(RecoveryOutcome::Finished { path })
            }
            End::Foreign => {
                entry.becomes(LEFT).ok()?;
                let kept = entry.path.clone();
                Some(RecoveryOutcome::Left { path, kept })
            }
        }
    }

    fn bring(&self, kept: &JournalEntry, is_undone: bool) -> Result<End, ToolError> {
        let path = &kept.header.path;
        let place = path_jail::find(self, path, LastLink::Keep)?;
        let PathTarget::File { parent, name, .. } = place.found else {
            return Ok(End::Foreign);
        };
        let (now, _) = read_bytes(&parent, &name, path)?;
        if now == kept.old {
            return Ok(End::AsItWas);
        }
        let io = |error: io::Error| {
            let doing = notice!("told-doing-finish-write");
            crate::errors::from_io(&error, &doing, path)
        };
        let mut file = match path_jail::open_for_writing(&parent, &name) {
            Ok(file) => file,
            Err(_) if now == kept.new => return Ok(End::Brought),
            Err(error) => return Err(io(error)),
        };
        let is_same = kept.header.is_of(&file.metadata().map_err(io)?);
        let wanted = if is_undone { &kept.old } else { &kept.new };
        if now != kept.new || is_undone {
            let is_ours = if is_undone {
                is_mixed(&now, &kept.old, &kept.new)
            } else {
                is_half(&now, &kept.old, &kept.new)
            };
            if !(is_same && is_ours) {
                return Ok(End::Foreign);
            }
            overwrite(&mut file, wanted).map_err(io)?;
        }
        kept.header.dress(&file, None).map_err(io)?;
        file.sync_all().map_err(io)?;
        Ok(End::Brought)
    }
}

/// The state in which a file was found, or left.
enum End {
    AsItWas,
    Brought,
    Foreign,
}

/// The contents of an entry.
struct JournalEntry {
    header: Header,
    old: Vec<u8>,
    new: Vec<u8>,
}

impl JournalEntry {
    fn read(file: &mut File) -> io::Result<Self> {
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let broken = || io::Error::from(io::ErrorKind::InvalidData);
        let beginning = bytes
            .get(..LONGEST_HEADER.min(bytes.len()))
            .unwrap_or_default();
        let end = beginning
            .iter()
            .position(|byte| *byte == b'\n')
            .ok_or_else(broken)?;
        let line =
            std::str::from_utf8(beginning.get(..end).unwrap_or_default()).map_err(|_| broken())?;
        let header: Header = support::json::from_str(line).map_err(|_| broken())?;
        let texts = bytes.get(end + 1..).unwrap_or_default();
        if header.old.checked_add(header.new) != Some(texts.len()) {
            return Err(broken());
        }
        let (old, new) = texts.split_at(header.old);
        Ok(Self {
            old: old.to_vec(),
            new: new.to_vec(),
            header,
        })
    }
}

/// Whether a file is in the state of an interrupted write from the beginning: the start of the new
/// bytes, then the end of the old ones. After a power cut, whole pages of either may be missing.
fn is_half(now: &[u8], old: &[u8], new: &[u8]) -> bool {
    let same = now
        .iter()
        .zip(new)
        .take_while(|(one, other)| one == other)
        .count();
    let is_cut =
        now.len() == old.len().max(same) && now.get(same..) == old.get(same..now.len().max(same));
    let is_grown = same == now.len() && now.len() >= old.len();
    is_cut || is_grown || is_of_pages(now, old, new)
}

/// Whether every page belongs to one of the two texts, or is zero where neither reached the disk.
fn is_of_pages(now: &[u8], old: &[u8], new: &[u8]) -> bool {
    if !has_length_between(now, old, new) || now.len() <= PAGE {
        return false;
    }
    let page_of = |text: &[u8], number: usize, length: usize| {
        let from = number.saturating_mul(PAGE).min(text.len());
        let mut page = text.get(from..).unwrap_or_default().to_vec();
        page.resize(length, 0);
        page
    };
    now.chunks(PAGE).enumerate().all(|(number, page)| {
        page == page_of(old, number, page.len()) || page == page_of(new, number, page.len())
    })
}

/// Whether every byte belongs to one of the two texts: the state when the reverting
/// is interrupted too.
fn is_mixed(now: &[u8], old: &[u8], new: &[u8]) -> bool {
    has_length_between(now, old, new)
        && now
            .iter()
            .enumerate()
            .all(|(at, byte)| old.get(at) == Some(byte) || new.get(at) == Some(byte))
}

fn has_length_between(now: &[u8], old: &[u8], new: &[u8]) -> bool {
    (old.len().min(new.len())..=old.len().max(new.len())).contains(&now.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{is_half, is_mixed};

    proptest! {
        #[test]
        fn what_a_cut_write_leaves_is_known_and_so_is_what_a_cut_undoing_leaves(
            old in prop::collection::vec(0_u8..3, 0..40),
            new in prop::collection::vec(0_u8..3, 0..40),
            written in 0_usize..41,
            back in 0_usize..41,
        ) {
            let over = |under: &[u8], text: &[u8], count: usize| {
                let count = count.min(text.len());
                let mut now = text[..count].to_vec();
                now.extend(under.iter().skip(count));
                now
            };
            let half = over(&old, &new, written);
            prop_assert!(is_half(&half, &old, &new), "{half:?}");
            prop_assert!(is_mixed(&over(&half, &old, back), &old, &new));
        }
    }

    #[test]
    fn what_somebody_wrote_since_is_not_taken_for_half() {
        for now in [
            &b"a=1\nmine\n"[..],
            b"",
            b"a=1\nb=2\nc=4",
            b"a=2\nb=2\nc=3\nd=4\n",
        ] {
            assert!(
                !is_half(now, b"a=1\nb=1\nc=1\n", b"a=2\nb=2\nc=2\n"),
                "{now:?}"
            );
        }
    }
}
