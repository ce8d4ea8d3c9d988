//! Sets a key, at the top level or in a group, in the text of a config file. The strict tree of the
//! old text says whether it may be set, and that of the new text verifies the edit.

use super::rules_edit::{RuleEditError, find, quoted, values, with_scalar};
use notice::notice;
use support::yaml::{Entry, Node, NodeKind, parse};

/// Returns the text with the key set to this value; `None` if the key has the value already. A
/// dotted key belongs to a group: `budgets.day_usd`.
pub(super) fn with_value(
    text: &str,
    key: &str,
    value: &str,
) -> Result<Option<String>, RuleEditError> {
    let root = parse(text).map_err(RuleEditError::Broken)?;
    if !matches!(root.kind, NodeKind::Null | NodeKind::Map(_)) {
        return Err(RuleEditError::Unsafe(
            root.spot,
            notice!("told-edit-no-keys"),
        ));
    }
    // Find the key, or the deepest group that exists.
    let (mut node, mut group) = (&root, None);
    let mut is_there = true;
    for name in key.split('.') {
        let Some(entry) = find(node, name) else {
            is_there = false;
            break;
        };
        (node, group) = (&entry.value, Some(entry));
    }
    if is_there && node.item_text().as_deref() == Some(value) {
        return Ok(None);
    }
    match group {
        Some(entry) if is_there => admits_value(text, entry)?,
        Some(group) => admits_entry(group)?,
        None => {}
    }
    let after = with_scalar(text, &root, key, &scalar(value))?;
    verify(&root, &after, key, value)?;
    Ok(Some(after))
}

/// Refuses an entry whose value is no scalar, or one over several lines, which has a form of
/// its own.
fn admits_value(text: &str, entry: &Entry) -> Result<(), RuleEditError> {
    let source = text.get(entry.bytes.end..entry.value.bytes.end);
    match &entry.value.kind {
        NodeKind::Null => Ok(()),
        NodeKind::Scalar { .. } if source.is_some_and(|it| !it.trim_end().contains('\n')) => Ok(()),
        _ => Err(RuleEditError::Unsafe(
            entry.spot,
            notice!("told-edit-no-word"),
        )),
    }
}

/// Refuses a group that is no mapping, or that is written in one line.
fn admits_entry(group: &Entry) -> Result<(), RuleEditError> {
    let refuse = |what| Err(RuleEditError::Unsafe(group.spot, what));
    match &group.value.kind {
        NodeKind::Null => Ok(()),
        NodeKind::Map(entries)
            if entries
                .first()
                .is_none_or(|first| first.spot.line > group.spot.line) =>
        {
            Ok(())
        }
        NodeKind::Map(_) => refuse(notice!("told-edit-one-line")),
        _ => refuse(notice!("told-edit-no-group")),
    }
}

/// Returns a word or a number unquoted, anything else in quotes.
pub(super) fn scalar(value: &str) -> String {
    let is_word = value
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let is_word = is_word && value.starts_with(|c: char| c.is_ascii_alphabetic());
    let begins = value.starts_with(|c: char| c.is_ascii_digit());
    let is_number = begins
        && value
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.');
    if is_word || is_number {
        value.to_owned()
    } else {
        quoted(value)
    }
}

/// Checks that the new text holds the old values plus this one, and nothing else.
fn verify(old: &Node, after: &str, key: &str, value: &str) -> Result<(), RuleEditError> {
    let refuse = || RuleEditError::Unsafe(old.spot, notice!("told-edit-unsafe"));
    let new = parse(after).map_err(|_| refuse())?;
    let mut expected = values(old, "");
    // A group that was empty has a value now.
    let is_around = |name: &str| {
        key.strip_prefix(name)
            .is_some_and(|rest| rest.starts_with('.'))
    };
    expected.retain(|(name, value)| name != key && (value.is_some() || !is_around(name)));
    expected.push((key.to_owned(), Some(value.to_owned())));
    let mut found = values(&new, "");
    expected.sort();
    found.sort();
    if expected == found {
        Ok(())
    } else {
        Err(refuse())
    }
}
