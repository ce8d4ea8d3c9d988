//! What may be stored: limits, cleaning and masking of an item, and the key by which a repeated text is
//! recognised. Pure.

use std::borrow::Cow;

use jiff::Timestamp;
use notice::{Notice, notice};
use redact::{Masker, is_invisible, sanitize};
use sha2::{Digest, Sha256};
use unicode_normalization::UnicodeNormalization;

use protocol::ids::{MemoryId, RunId, WorkspaceId};
use protocol::memory::{MemoryKind, MemoryOrigin};
use protocol::taint::Taint;

/// Most letters of a text.
pub const TEXT_LETTERS: usize = 2_000;

/// Most tags of an item.
pub const TAGS: usize = 16;

/// Most letters of a tag.
pub const TAG_LETTERS: usize = 64;

/// An item to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewItem {
    pub id: MemoryId,
    pub kind: MemoryKind,
    pub text: String,
    pub tags: Vec<String>,
    /// The workspace in which it counts; `None` for every workspace.
    pub workspace: Option<WorkspaceId>,
    pub run: Option<RunId>,
    pub origin: MemoryOrigin,
    pub taint: Taint,
    pub created: Timestamp,
    /// Address of the shared store that it comes from.
    pub received_from: Option<String>,
}

/// A change of an item; `None` leaves a part as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Edit {
    pub kind: Option<MemoryKind>,
    pub text: Option<String>,
    pub tags: Option<Vec<String>>,
    pub workspace: Option<Option<WorkspaceId>>,
}

/// Why an item cannot be stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.notice())]
pub enum ItemFault {
    Empty,
    TooLong { letters: usize },
    TooManyTags { count: usize },
    LongTag,
}

impl ItemFault {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            Self::Empty => notice!("memory-empty"),
            Self::TooLong { letters } => {
                notice!("memory-too-long", number = letters, most = TEXT_LETTERS)
            }
            Self::TooManyTags { count } => {
                notice!("memory-too-many-tags", number = count, most = TAGS)
            }
            Self::LongTag => notice!("memory-long-tag", most = TAG_LETTERS),
        }
    }
}

/// Returns the workspace in which an item of this kind counts unless its author says otherwise: what the
/// user prefers counts everywhere.
pub fn default_workspace(kind: MemoryKind, here: WorkspaceId) -> Option<WorkspaceId> {
    (kind != MemoryKind::UserPref).then_some(here)
}

/// Returns a text as it may be stored: without control sequences, invisible letters and secrets.
///
/// # Errors
/// If it is empty or too long.
pub(crate) fn clean_text(text: &str, masker: &Masker) -> Result<String, ItemFault> {
    let sanitized = sanitize(text);
    let visible: String = sanitized
        .chars()
        .filter(|letter| matches!(letter, '\n' | '\t') || !is_invisible(*letter))
        .collect();
    let masked: Cow<'_, str> = masker.mask(visible.trim());
    let letters = masked.chars().count();
    match letters {
        0 => Err(ItemFault::Empty),
        letters if letters > TEXT_LETTERS => Err(ItemFault::TooLong { letters }),
        _ => Ok(masked.into_owned()),
    }
}

/// Returns tags as they may be stored: in lower case, each once, in order, without the ones that are empty.
///
/// # Errors
/// If one is too long, or there are too many.
pub(crate) fn clean_tags(tags: &[String], masker: &Masker) -> Result<Vec<String>, ItemFault> {
    let mut clean: Vec<String> = Vec::new();
    for tag in tags {
        let line = redact::one_line(tag);
        let tag = masker.mask(line.trim()).to_lowercase();
        if tag.chars().count() > TAG_LETTERS {
            return Err(ItemFault::LongTag);
        }
        if !tag.is_empty() && !clean.contains(&tag) {
            clean.push(tag);
        }
    }
    if clean.len() > TAGS {
        return Err(ItemFault::TooManyTags { count: clean.len() });
    }
    clean.sort();
    Ok(clean)
}

/// Returns the key under which a repetition of a text is found: texts that differ only in case, blanks,
/// Unicode form (NFKC) and a final full stop have the same one.
pub(crate) fn repeat_key(text: &str) -> [u8; 32] {
    let normal: String = text.nfkc().flat_map(char::to_lowercase).collect();
    let words: Vec<&str> = normal.split_whitespace().collect();
    let joined = words.join(" ");
    let bare = joined.trim_end_matches('.').trim_end();
    // A text of full stops alone is that text.
    let key = if bare.is_empty() { &joined } else { bare };
    Sha256::digest(key.as_bytes()).into()
}

/// A checked item: what the database stores.
#[derive(Debug, Clone)]
pub(crate) struct CheckedItem {
    pub(crate) new: NewItem,
    pub(crate) repeat_key: [u8; 32],
}

impl CheckedItem {
    /// Cleans and checks an item.
    ///
    /// # Errors
    /// See [`ItemFault`].
    pub(crate) fn of(new: NewItem, masker: &Masker) -> Result<Self, ItemFault> {
        let text = clean_text(&new.text, masker)?;
        let tags = clean_tags(&new.tags, masker)?;
        Ok(Self {
            repeat_key: repeat_key(&text),
            new: NewItem { text, tags, ..new },
        })
    }
}
