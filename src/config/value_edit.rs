//! The edit that sets a key at the top of the text of a config file. Works on the text alone; the
//! tree of the old text says where, and the tree of the new one whether it came out right.

use super::rules_edit::{Refusal, find, line_end, quoted, values};
use super::yaml::{Node, NodeKind, parse};

/// The text in which a key at the top has this value; `None` if it has it already.
pub(super) fn with_value(text: &str, key: &str, value: &str) -> Result<Option<String>, Refusal> {
    let root = parse(text).map_err(Refusal::Broken)?;
    let written = scalar(value);
    let after = match &root.kind {
        NodeKind::Null => appended(text, key, &written),
        NodeKind::Map(_) => match find(&root, key) {
            None => appended(text, key, &written),
            Some(entry) => {
                let refuse = || Refusal::Unsafe(entry.spot, "its value is not a word in its line");
                let NodeKind::Scalar { text: before } = &entry.value.kind else {
                    return Err(refuse());
                };
                if before == value {
                    return Ok(None);
                }
                let range = entry.value.bytes.clone();
                let (Some(head), Some(old), Some(tail)) = (
                    text.get(..range.start),
                    text.get(range.clone()),
                    text.get(range.end..),
                ) else {
                    return Err(refuse());
                };
                // A text over several lines has a form of its own.
                let kept = old.trim_end();
                if kept.contains('\n') {
                    return Err(refuse());
                }
                let blank = old.get(kept.len()..).unwrap_or_default();
                format!("{head}{written}{blank}{tail}")
            }
        },
        _ => return Err(Refusal::Unsafe(root.spot, "the file holds no keys")),
    };
    verify(&root, &after, key, value)?;
    Ok(Some(after))
}

fn appended(text: &str, key: &str, written: &str) -> String {
    let end = line_end(text);
    let gap = match text.is_empty() || text.ends_with('\n') {
        true => "",
        false => end,
    };
    format!("{text}{gap}{key}: {written}{end}")
}

/// A word as it is, anything else in quotes.
pub(super) fn scalar(value: &str) -> String {
    let is_word = value
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    match is_word && value.starts_with(|c: char| c.is_ascii_alphabetic()) {
        true => value.to_owned(),
        false => quoted(value),
    }
}

/// The new text must hold the old values with this one, and nothing else.
fn verify(old: &Node, after: &str, key: &str, value: &str) -> Result<(), Refusal> {
    let refuse = || Refusal::Unsafe(old.spot, "the file's form does not allow a safe edit");
    let new = parse(after).map_err(|_| refuse())?;
    let mut expected = values(old, "");
    expected.retain(|(name, _)| name != key);
    expected.push((key.to_owned(), Some(value.to_owned())));
    let mut found = values(&new, "");
    expected.sort();
    found.sort();
    match expected == found {
        true => Ok(()),
        false => Err(refuse()),
    }
}
