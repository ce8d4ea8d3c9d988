//! What of a visible file is in the index: the one rule, said once.
//!
//! What is not visible (ignored by git, on the block list, links, noise: `workspace::walk`) has no
//! row at all. Of what is visible, the text of a file is in the index unless it is larger than
//! the setting says, holds a NUL byte, is UTF-16, or cannot be read. Such a file has a row that
//! says so, and no words.

use memchr::memchr;

use crate::workspace::MAX_FILE_BYTES;

/// Up to here a search looks for a NUL before it looks for anything else.
const FIRST_LOOK: usize = 64 * 1024;

/// What a file is to the index. The numbers are those in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Eligibility {
    /// Its words and trigrams are in the index.
    Text = 0,
    /// Binary from its beginning: no words; a search sees what comes before the first NUL, and the
    /// trigrams are of that.
    Binary = 1,
    /// A NUL comes late: a search may look at all of it, so nothing is ruled out.
    LateBinary = 2,
    /// In UTF-16: a search decodes it, the index does not.
    Utf16 = 3,
    /// Larger than the setting.
    TooLarge = 4,
    /// Could not be read.
    Unreadable = 5,
}

/// The part of a file's bytes that trigrams are made of, with its standing.
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
    /// From the table.
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

    /// Why there are no words of it; `None` where there are.
    pub fn why_left_out(self) -> Option<&'static str> {
        match self {
            Self::Text => None,
            Self::Binary => Some("binary"),
            Self::LateBinary => Some("binary after a text"),
            Self::Utf16 => Some("in UTF-16"),
            Self::TooLarge => Some("too large"),
            Self::Unreadable => Some("unreadable"),
        }
    }

    /// Whether its trigrams say what a search could find in it.
    pub fn is_covered(self) -> bool {
        matches!(self, Self::Text | Self::Binary)
    }
}

/// The most that the setting may be: what the tools read at most.
pub const MOST_BYTES: u64 = MAX_FILE_BYTES;
