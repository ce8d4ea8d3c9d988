//! The edit that sets a key, at the top or in a group, in the text of a config file. Works on the text alone; the
//! tree of the old text says where, and the tree of the new one whether it came out right.

use super::rules_edit::{
    RuleEditError, after_line, find, indent_of, line_end, quoted, splice, values,
};
use super::yaml::{Entry, Node, NodeKind, parse};

/// The text in which a key has this value; `None` if it has it already. A dotted key is one of a group: `budgets.day_usd`.
pub(super) fn with_value(
    text: &str,
    key: &str,
    value: &str,
) -> Result<Option<String>, RuleEditError> {
    let root = parse(text).map_err(RuleEditError::Broken)?;
    if !matches!(root.kind, NodeKind::Null | NodeKind::Map(_)) {
        return Err(RuleEditError::Unsafe(root.spot, "the file holds no keys"));
    }
    let mut names = key.split('.').peekable();
    // The deepest of the groups that are there.
    let (mut node, mut group) = (&root, None);
    let after = loop {
        let Some(name) = names.next() else {
            return Err(RuleEditError::Unsafe(root.spot, "it is a group of keys"));
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

/// The text with another value of an entry that is there; the same text where it has it already.
fn replaced(text: &str, entry: &Entry, value: &str) -> Result<String, RuleEditError> {
    let refuse = || RuleEditError::Unsafe(entry.spot, "its value is not a word in its line");
    if matches!(entry.value.kind, NodeKind::Null) {
        // `key:` and nothing: the documented file has some of these.
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
    // A text over several lines has a form of its own.
    let kept = old.trim_end();
    if kept.contains('\n') {
        return Err(refuse());
    }
    let blank = old.get(kept.len()..).unwrap_or_default();
    Ok(format!("{head}{}{blank}{tail}", scalar(value)))
}

/// The text with an entry more at the end of a group that is there.
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
                "it is not a group of keys",
            ));
        }
    };
    let indent = match entries.first() {
        None => format!("{}  ", " ".repeat(group.spot.column - 1)),
        Some(first) if first.spot.line > group.spot.line => indent_of(text, first)?,
        Some(_) => {
            return Err(RuleEditError::Unsafe(
                group.spot,
                "it is written in one line",
            ));
        }
    };
    let last = entries.last().unwrap_or(group);
    let end = last.bytes.end.max(last.value.bytes.end);
    after_line(text, end, &block(text, &indent, names, value))
}

/// A value in as many groups as there are names before the last one, without a line end behind it.
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

/// A word or a number as it is, anything else in quotes.
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

/// The new text must hold the old values with this one, and nothing else.
fn verify(old: &Node, after: &str, key: &str, value: &str) -> Result<(), RuleEditError> {
    let refuse = || RuleEditError::Unsafe(old.spot, "the file's form does not allow a safe edit");
    let new = parse(after).map_err(|_| refuse())?;
    let mut expected = values(old, "");
    // A group that held nothing holds it now.
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
