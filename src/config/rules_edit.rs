//! The edit that adds a rule to the text of a config file. Works on the text alone: the tree of the
//! old text gives the position, and the tree of the new one verifies the result.

use super::yaml::{Entry, Node, NodeKind, Position, YamlError, parse};
use notice::{Notice, notice};

/// The reason why a text was not edited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum RuleEditError {
    /// The text is not valid.
    Broken(YamlError),
    /// The text cannot be edited safely.
    Unsafe(Position, Notice),
}

/// Returns the text with the rule; `None` if it contains the rule already.
pub(super) fn edited(text: &str, pattern: &str) -> Result<Option<String>, RuleEditError> {
    let root = parse(text).map_err(RuleEditError::Broken)?;
    let old = allowed(&root)?;
    if old.iter().any(|known| known == pattern) {
        return Ok(None);
    }
    let after = insert(text, &root, pattern)?;
    verify(&root, &after, pattern)?;
    Ok(Some(after))
}

/// Returns the allow rules of the file.
fn allowed(root: &Node) -> Result<Vec<String>, RuleEditError> {
    let wrong = |spot| RuleEditError::Unsafe(spot, notice!("told-edit-allow-no-list"));
    let Some(list) = find(root, "rules").and_then(|rules| find(&rules.value, "allow")) else {
        return Ok(Vec::new());
    };
    match &list.value.kind {
        NodeKind::Null => Ok(Vec::new()),
        NodeKind::List(items) => items
            .iter()
            .map(|item| item.item_text().ok_or_else(|| wrong(item.spot)))
            .collect(),
        _ => Err(wrong(list.value.spot)),
    }
}

fn insert(text: &str, root: &Node, pattern: &str) -> Result<String, RuleEditError> {
    let item = quoted(pattern);
    let end = line_end(text);
    let rules = match &root.kind {
        NodeKind::Null => None,
        NodeKind::Map(_) => find(root, "rules"),
        _ => {
            return Err(RuleEditError::Unsafe(
                root.spot,
                notice!("told-edit-no-keys"),
            ));
        }
    };
    let Some(rules) = rules else {
        let gap = if text.is_empty() || text.ends_with('\n') {
            ""
        } else {
            end
        };
        return Ok(format!(
            "{text}{gap}rules:{end}  allow:{end}    - {item}{end}"
        ));
    };
    let inner = match &rules.value.kind {
        NodeKind::Null => None,
        NodeKind::Map(entries) => entries.first(),
        _ => {
            return Err(RuleEditError::Unsafe(
                rules.spot,
                notice!("told-edit-rules-no-group"),
            ));
        }
    };
    if let Some(list) = find(&rules.value, "allow") {
        return into_list(text, list, &item);
    }
    let indent = match inner {
        None => format!("{}  ", " ".repeat(rules.spot.column - 1)),
        Some(first) if first.spot.line > rules.spot.line => indent_of(text, first)?,
        Some(_) => {
            return Err(RuleEditError::Unsafe(
                rules.spot,
                notice!("told-edit-rules-one-line"),
            ));
        }
    };
    let new = format!("{indent}allow:{end}{indent}  - {item}");
    after_line(text, rules.bytes.end, &new)
}

/// Adds the item to an existing list.
fn into_list(text: &str, list: &Entry, item: &str) -> Result<String, RuleEditError> {
    let items = match &list.value.kind {
        NodeKind::List(items) => items.as_slice(),
        _ => &[],
    };
    let in_brackets = text
        .get(list.value.bytes.clone())
        .is_some_and(|source| source.starts_with('['));
    match items.last() {
        Some(last) if in_brackets => splice(text, last.bytes.end, &format!(", {item}")),
        None if in_brackets => splice(text, list.value.bytes.start + 1, item),
        Some(last) => {
            let lead = lead_of(text, last)?;
            after_line(text, last.bytes.end, &format!("{lead}{item}"))
        }
        None => {
            let indent = indent_of(text, list)?;
            after_line(text, list.bytes.end, &format!("{indent}  - {item}"))
        }
    }
}

/// Returns the text before an item in its line: white space, a dash, white space.
fn lead_of(text: &str, item: &Node) -> Result<String, RuleEditError> {
    let refuse = || RuleEditError::Unsafe(item.spot, notice!("told-edit-list-form"));
    let start = text
        .get(..item.bytes.start)
        .ok_or_else(refuse)?
        .rfind('\n')
        .map_or(0, |newline| newline + 1);
    let lead = text.get(start..item.bytes.start).ok_or_else(refuse)?;
    let plain = lead.trim_start().trim_end() == "-";
    plain.then(|| lead.to_owned()).ok_or_else(refuse)
}

/// Returns the white space before a key that begins its line.
pub(super) fn indent_of(text: &str, entry: &Entry) -> Result<String, RuleEditError> {
    let refuse = || RuleEditError::Unsafe(entry.spot, notice!("told-edit-key-start"));
    let before = text.get(..entry.bytes.start).ok_or_else(refuse)?;
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let indent = before.get(start..).ok_or_else(refuse)?;
    let blank = indent.bytes().all(|byte| byte == b' ');
    blank.then(|| indent.to_owned()).ok_or_else(refuse)
}

/// Inserts a line after the one that contains this byte.
pub(super) fn after_line(text: &str, byte: usize, line: &str) -> Result<String, RuleEditError> {
    let end = line_end(text);
    // A block scalar's bytes extend past its line end.
    let held = byte.saturating_sub(usize::from(
        byte > 0 && text.as_bytes().get(byte - 1) == Some(&b'\n'),
    ));
    let rest = text.get(held..).unwrap_or_default();
    match rest.find('\n') {
        Some(newline) => splice(text, held + newline + 1, &format!("{line}{end}")),
        None => splice(text, text.len(), &format!("{end}{line}{end}")),
    }
}

pub(super) fn splice(text: &str, at: usize, new: &str) -> Result<String, RuleEditError> {
    match (text.get(..at), text.get(at..)) {
        (Some(before), Some(after)) => Ok(format!("{before}{new}{after}")),
        _ => Err(RuleEditError::Unsafe(
            Position::default(),
            notice!("told-edit-no-place"),
        )),
    }
}

/// Checks that the new text holds the old values and the rule, in this order, and nothing else.
fn verify(old: &Node, after: &str, pattern: &str) -> Result<(), RuleEditError> {
    let refuse = || RuleEditError::Unsafe(old.spot, notice!("told-edit-unsafe"));
    let new = parse(after).map_err(|_| refuse())?;
    let mut expected = values(old, "");
    let mut found = values(&new, "");
    expected.push(("rules.allow[]".into(), Some(pattern.to_owned())));
    // Stable sort: items of one list keep their order, so the rule must be its last one.
    expected.sort_by(|a, b| a.0.cmp(&b.0));
    found.sort_by(|a, b| a.0.cmp(&b.0));
    if expected == found {
        Ok(())
    } else {
        Err(refuse())
    }
}

/// Returns every value with the path to it. Empty lists and groups are left out.
pub(super) fn values(node: &Node, path: &str) -> Vec<(String, Option<String>)> {
    match &node.kind {
        NodeKind::Null if matches!(path, "" | "rules" | "rules.allow") => Vec::new(),
        NodeKind::Null => vec![(path.to_owned(), None)],
        NodeKind::Scalar { text } => vec![(path.to_owned(), Some(text.clone()))],
        NodeKind::List(items) => items
            .iter()
            .flat_map(|item| values(item, &format!("{path}[]")))
            .collect(),
        NodeKind::Map(entries) => entries
            .iter()
            .flat_map(|entry| {
                let name = if path.is_empty() {
                    entry.key.clone()
                } else {
                    format!("{path}.{}", entry.key)
                };
                values(&entry.value, &name)
            })
            .collect(),
    }
}

pub(super) fn find<'a>(node: &'a Node, key: &str) -> Option<&'a Entry> {
    match &node.kind {
        NodeKind::Map(entries) => entries.iter().find(|entry| entry.key == key),
        _ => None,
    }
}

pub(super) fn line_end(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

/// Returns a double-quoted YAML scalar. The text must have no control characters.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
