//! Decides which part of a visible file is in the index. This is the only place with that rule.
//!
//! Files that are not visible (ignored by git, on the block list, links, noise: `workspace::walk`)
//! have no row at all. The text of a visible file is in the index unless the file is larger than
//! the setting, holds a NUL byte, is UTF-16, or cannot be read. Such a file has a row that says so,
//! and no words.

use memchr::memchr;

use notice::{Notice, notice};
use workspace::MAX_FILE_BYTES;

/// A search looks for a NUL in this many bytes before anything else.
const FIRST_LOOK: usize = 64 * 1024;

/// Status of a file in the index. The numbers are those in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Eligibility {
    /// The index has the file's words and trigrams.
    Text = 0,
    /// A NUL near the beginning: no words. A search sees the part before the first NUL, and the
    /// trigrams cover that part.
    Binary = 1,
    /// A NUL further on: a search may read the whole file, so nothing is ruled out.
    LateBinary = 2,
    /// UTF-16: a search decodes it, the index does not.
    Utf16 = 3,
    /// Larger than the setting.
    TooLarge = 4,
    /// The file could not be read.
    Unreadable = 5,
}

/// Returns the status of a file, and the part of its bytes that trigrams are made of.
pub fn of(bytes: &[u8]) -> (Eligibility, &[u8]) {
    let nothing: &[u8] = &[];
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return (Eligibility::Utf16, nothing);
    }
    match memchr(0, bytes) {
        None => (Eligibility::Text, bytes),
        Some(at) if at < FIRST_LOOK => (Eligibility::Binary, bytes.get(..at).unwrap_or(nothing)),
        Some(_) => (Eligibility::LateBinary, nothing),
    }
}

impl Eligibility {
    /// Converts the number in the table.
    pub fn from_number(number: u8) -> Self {
        match number {
            0 => Self::Text,
            1 => Self::Binary,
            2 => Self::LateBinary,
            3 => Self::Utf16,
            4 => Self::TooLarge,
            _ => Self::Unreadable,
        }
    }

    /// Returns why the file has no words in the index; `None` if it has.
    pub fn why_left_out(self) -> Option<Notice> {
        Some(match self {
            Self::Text => return None,
            Self::Binary => notice!("told-left-binary"),
            Self::LateBinary => notice!("told-left-late-binary"),
            Self::Utf16 => notice!("told-left-wide"),
            Self::TooLarge => notice!("told-left-large"),
            Self::Unreadable => notice!("told-left-unreadable"),
        })
    }

    /// Whether the trigrams of the file decide if a search could match in it.
    pub fn is_covered(self) -> bool {
        matches!(self, Self::Text | Self::Binary)
    }
}

/// Maximum of the setting: the size up to which the tools read files.
pub const MOST_BYTES: u64 = MAX_FILE_BYTES;
