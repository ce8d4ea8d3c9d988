//! The edit that adds a rule to the text of a config file. `yaml-edit` changes its lossless tree; the
//! strict tree of the old text says what may be changed, and that of the new one verifies the result.

use std::str::FromStr;

use yaml_edit::path::YamlPath;
use yaml_edit::{Document, YamlFile};

use notice::{Notice, notice};
use support::yaml::{Entry, Node, NodeKind, Position, YamlError, parse};

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
    let refuse = |spot, what| Err(RuleEditError::Unsafe(spot, what));
    let rules = match &root.kind {
        NodeKind::Null => None,
        NodeKind::Map(_) => find(root, "rules"),
        _ => return refuse(root.spot, notice!("told-edit-no-keys")),
    };
    if let Some(rules) = rules {
        let first = match &rules.value.kind {
            NodeKind::Null => None,
            NodeKind::Map(entries) => entries.first(),
            _ => return refuse(rules.spot, notice!("told-edit-rules-no-group")),
        };
        match (find(&rules.value, "allow"), first) {
            (Some(list), _) => admits_item(list)?,
            (None, Some(first)) => return before_first(text, rules, first, pattern),
            (None, None) => {}
        }
    }
    let path = format!("rules.allow[{}]", allowed(root)?.len());
    with_scalar(text, root, &path, &quoted(pattern))
}

/// Refuses a list that ends in a block scalar: rules are not written that way, and an item added
/// after one could become part of it.
fn admits_item(list: &Entry) -> Result<(), RuleEditError> {
    match &list.value.kind {
        NodeKind::List(items) => match items.last() {
            Some(last) if last.item_text().is_some_and(|text| text.contains('\n')) => Err(
                RuleEditError::Unsafe(last.spot, notice!("told-edit-list-form")),
            ),
            _ => Ok(()),
        },
        _ => Ok(()),
    }
}

/// Puts the list before the first key of its group and before the comment on that key, which an
/// edit of the tree would leave above the list.
fn before_first(
    text: &str,
    rules: &Entry,
    first: &Entry,
    pattern: &str,
) -> Result<String, RuleEditError> {
    let refuse = |what| RuleEditError::Unsafe(rules.spot, what);
    if first.spot.line == rules.spot.line {
        return Err(refuse(notice!("told-edit-rules-one-line")));
    }
    let (before, after) = text
        .get(rules.bytes.end..)
        .and_then(|rest| rest.find('\n'))
        .and_then(|newline| text.split_at_checked(rules.bytes.end + newline + 1))
        .ok_or_else(|| refuse(notice!("told-edit-no-place")))?;
    let (end, indent) = (line_end(text), " ".repeat(first.spot.column - 1));
    let item = quoted(pattern);
    Ok(format!(
        "{before}{indent}allow:{end}{indent}  - {item}{end}{after}"
    ))
}

/// Returns the text with the scalar, in the form in which it is passed, at the path. Adds missing
/// groups and lists on the way.
pub(super) fn with_scalar(
    text: &str,
    root: &Node,
    path: &str,
    scalar: &str,
) -> Result<String, RuleEditError> {
    let refuse = || RuleEditError::Unsafe(root.spot, notice!("told-edit-unsafe"));
    let file = YamlFile::from_str(text).map_err(|_| refuse())?;
    let document = file.ensure_document();
    // Keys in braces, and a text with an end mark, are left to the user.
    let in_braces = document
        .as_mapping()
        .is_some_and(|root| root.is_flow_style());
    let is_ended = text.lines().any(|line| line.starts_with("..."));
    let source = Document::from_str(scalar).map_err(|_| refuse())?;
    let Some(scalar) = source.as_scalar().filter(|_| !in_braces && !is_ended) else {
        return Err(refuse());
    };
    document.try_set_path(path, &scalar).map_err(|_| refuse())?;
    let mut after = file.to_string();
    let is_longer = after.lines().count() > text.lines().count();
    if is_longer && !after.ends_with('\n') {
        after.push_str(line_end(text));
    }
    Ok(after)
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
