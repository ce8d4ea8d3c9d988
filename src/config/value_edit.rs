//! Sets a key, at the top level or in a group, in the text of a config file. Works on the text
//! alone: the tree of the old text locates the edit, and the tree of the new text verifies it.

use super::rules_edit::{
    RuleEditError, after_line, find, indent_of, line_end, quoted, splice, values,
};
use super::yaml::{Entry, Node, NodeKind, parse};
use notice::notice;

/// Returns the text with the key set to this value; `None` if it has it already. A dotted key lies
/// in a group: `budgets.day_usd`.
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
    let mut names = key.split('.').peekable();
    // Find the deepest group that exists.
    let (mut node, mut group) = (&root, None);
    let after = loop {
        let Some(name) = names.next() else {
            return Err(RuleEditError::Unsafe(
                root.spot,
                notice!("told-edit-is-group"),
            ));
        };
        match (find(node, name), names.peek()) {
            (Some(entry), None) => break replaced(text, entry, value)?,
            (Some(entry), Some(_)) => (node, group) = (&entry.value, Some(entry)),
            (None, _) => {
                let missing: Vec<&str> = std::iter::once(name).chain(names).collect();
                break match group {
                    None => appended(text, &block(text, "", &missing, value)),
                    Some(group) => into_group(text, group, &missing, value)?,
                };
            }
        }
    };
    if after == text {
        return Ok(None);
    }
    verify(&root, &after, key, value)?;
    Ok(Some(after))
}

/// Returns the text with the value of an existing entry replaced; the same text if it has
/// the value already.
fn replaced(text: &str, entry: &Entry, value: &str) -> Result<String, RuleEditError> {
    let refuse = || RuleEditError::Unsafe(entry.spot, notice!("told-edit-no-word"));
    if matches!(entry.value.kind, NodeKind::Null) {
        // `key:` without a value; the documented file has some of these.
        let rest = text.get(entry.bytes.end..).unwrap_or_default();
        let colon = rest.find(':').ok_or_else(refuse)?;
        return splice(
            text,
            entry.bytes.end + colon + 1,
            &format!(" {}", scalar(value)),
        );
    }
    let NodeKind::Scalar { text: before } = &entry.value.kind else {
        return Err(refuse());
    };
    if before == value {
        return Ok(text.to_owned());
    }
    let range = entry.value.bytes.clone();
    let (Some(head), Some(old), Some(tail)) = (
        text.get(..range.start),
        text.get(range.clone()),
        text.get(range.end..),
    ) else {
        return Err(refuse());
    };
    // A value over several lines has a form of its own, so it is refused.
    let kept = old.trim_end();
    if kept.contains('\n') {
        return Err(refuse());
    }
    let blank = old.get(kept.len()..).unwrap_or_default();
    Ok(format!("{head}{}{blank}{tail}", scalar(value)))
}

/// Returns the text with an entry appended to an existing group.
fn into_group(
    text: &str,
    group: &Entry,
    names: &[&str],
    value: &str,
) -> Result<String, RuleEditError> {
    let entries = match &group.value.kind {
        NodeKind::Null => &[],
        NodeKind::Map(entries) => entries.as_slice(),
        _ => {
            return Err(RuleEditError::Unsafe(
                group.spot,
                notice!("told-edit-no-group"),
            ));
        }
    };
    let indent = match entries.first() {
        None => format!("{}  ", " ".repeat(group.spot.column - 1)),
        Some(first) if first.spot.line > group.spot.line => indent_of(text, first)?,
        Some(_) => {
            return Err(RuleEditError::Unsafe(
                group.spot,
                notice!("told-edit-one-line"),
            ));
        }
    };
    let last = entries.last().unwrap_or(group);
    let end = last.bytes.end.max(last.value.bytes.end);
    after_line(text, end, &block(text, &indent, names, value))
}

/// Formats a value nested in groups: every name but the last is a group. The text has no
/// final line end.
fn block(text: &str, indent: &str, names: &[&str], value: &str) -> String {
    let lines = names.iter().enumerate().map(|(depth, name)| {
        let indent = format!("{indent}{}", "  ".repeat(depth));
        if depth + 1 == names.len() {
            format!("{indent}{name}: {}", scalar(value))
        } else {
            format!("{indent}{name}:")
        }
    });
    lines.collect::<Vec<_>>().join(line_end(text))
}

fn appended(text: &str, block: &str) -> String {
    let end = line_end(text);
    let gap = if text.is_empty() || text.ends_with('\n') {
        ""
    } else {
        end
    };
    format!("{text}{gap}{block}{end}")
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
