//! Represents binary content as a text of one line that no text file can contain. A change of a
//! binary file is therefore one hunk that replaces one line, and replays like any other.
//!
//! Owns the conversion in both directions. The bytes themselves are in the blob store, under
//! the hash in the line. Called by the code that makes entries and by the code that checks
//! or applies them.

use std::borrow::Cow;

use protocol::ids::ContentHash;

/// Start of the line. It cannot occur in text, because text must not contain a
/// NUL, see [`as_text`].
const MARK: &str = "\0sha256:";

/// Returns the text that represents these bytes: the bytes themselves if they are UTF-8 without
/// NUL, else one line with their hash.
pub fn as_text(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.contains('\0') => Cow::Borrowed(text),
        _ => Cow::Owned(format!("{MARK}{}", ContentHash::of(bytes))),
    }
}

/// Returns the hash of the blob that a text represents, or `None` if the text represents itself.
pub fn blob_of(text: &str) -> Option<ContentHash> {
    text.strip_prefix(MARK)?.parse().ok()
}

/// Returns the hash of the bytes that a text represents.
pub fn content_hash(text: &str) -> ContentHash {
    blob_of(text).unwrap_or_else(|| ContentHash::of(text.as_bytes()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(testing::cases(256))]

        #[test]
        fn the_hash_is_that_of_the_bytes_whatever_they_are(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
            let text = as_text(&bytes);
            prop_assert_eq!(content_hash(&text), ContentHash::of(&bytes));
            prop_assert_eq!(blob_of(&text).is_none(), text.as_bytes() == bytes.as_slice());
        }

        #[test]
        fn different_bytes_are_different_texts(one in ".{0,3}", other in prop::collection::vec(0_u8..3, 0..4)) {
            let (left, right) = (as_text(one.as_bytes()), as_text(&other));
            prop_assert_eq!(left == right, one.as_bytes() == other.as_slice());
        }
    }

    #[test]
    fn a_file_that_holds_the_very_line_is_binary_itself() {
        let line = as_text(b"\0").into_owned();
        let again = as_text(line.as_bytes());
        assert_ne!(again, line);
        assert_eq!(content_hash(&again), ContentHash::of(line.as_bytes()));
        assert_eq!(blob_of("\0sha256:short"), None);
        assert_eq!(blob_of("text"), None);
    }
}
