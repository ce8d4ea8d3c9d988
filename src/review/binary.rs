//! Files that are no text, in a log of lines: such a file is one line that names its content by hash,
//! so that its change is one hunk and replays like any other.

use std::borrow::Cow;

use crate::protocol::ids::ContentHash;

/// How the one line of a file that is no text begins. No text has a NUL.
const MARK: &str = "\0sha256:";

/// The text of a file's bytes; for what is no text (not UTF-8, or with a NUL) the line that names it.
pub fn as_text(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) if !bytes.contains(&0) => Cow::Borrowed(text),
        _ => Cow::Owned(format!("{MARK}{}", ContentHash::of(bytes))),
    }
}

/// The content that a text stands for, if it is such a line.
pub fn blob_of(text: &str) -> Option<ContentHash> {
    let hash = text.strip_prefix(MARK)?;
    Some(ContentHash(hash.to_owned()))
}

/// Hash of the bytes that a text stands for.
pub fn content_hash(text: &str) -> ContentHash {
    blob_of(text).unwrap_or_else(|| ContentHash::of(text.as_bytes()))
}
