//! Turns the tree of a config file into settings: finds each key in the table, reads its value, and
//! reports problems with position, key and the nearest valid name.

use std::path::Path;

use super::kind::{Kind, item_wanted};
use super::nearest::{nearest_group, nearest_key, nearest_word};
use super::problem::{ConfigProblem, ProblemLocation};
use super::schema::{KEYS, Key};
use super::value::Value;
use notice::{Notice, notice};
use redact::{is_secret_setting, one_line};
use support::yaml::{Entry, Node, NodeKind, Position, YamlError};

/// The group of hooks, which is no key.
pub(super) const HOOKS: &str = "hooks";

/// A value that a layer sets.
#[derive(Debug, Clone)]
pub(super) struct Setting {
    pub key: &'static Key,
    pub value: Value,
    /// Position in the file.
    pub spot: Position,
    /// The line of each item, if the value is a list.
    pub item_lines: Vec<usize>,
}

/// Returns the settings of a file.
///
/// # Errors
/// Returns every problem of the file, not only the first.
pub(super) fn settings(root: &Node, path: &Path) -> Result<Vec<Setting>, Vec<ConfigProblem>> {
    let mut walk = Walk {
        path,
        settings: Vec::new(),
        problems: Vec::new(),
    };
    match &root.kind {
        NodeKind::Null => {}
        NodeKind::Map(entries) => walk.group("", entries),
        _ => walk.problem(
            root.spot,
            None,
            misfit(&notice!("wanted-keys"), &root.described()),
        ),
    }
    if walk.problems.is_empty() {
        Ok(walk.settings)
    } else {
        Err(walk.problems)
    }
}

/// Converts a YAML error into a problem of the config.
pub(super) fn yaml_problem(path: &Path, error: YamlError) -> ConfigProblem {
    let problem = ConfigProblem::error(place(path, error.spot), error.what);
    match error.key {
        Some(key) => problem.about(shortened(&key).to_string()),
        None => problem,
    }
}

/// Describes a value that its key does not accept. Quotes the value shortened and without secrets.
/// The second value is the nearest valid one.
pub(super) fn refusal(key: &Key, found: &str) -> (Notice, Option<String>) {
    let near = match key.kind {
        Kind::Choice(words) => nearest_word(found.trim(), words),
        Kind::Switch => nearest_switch(found.trim()),
        Kind::OptionalInteger { .. } => nearest_word(found.trim(), &["off"]),
        Kind::Auto { .. } => nearest_word(found.trim(), &["auto"]),
        _ => None,
    };
    let what = misfit(&key.kind.expected(), &shortened(found));
    (what, near.map(str::to_owned))
}

/// Reports that a value differs from the expected one.
fn misfit(wanted: &Notice, found: &Notice) -> Notice {
    notice!("told-expected-found", wanted, found)
}

/// Maps other programs' words for `true` and `false`, and typing errors of the two, to
/// the valid value.
fn nearest_switch(found: &str) -> Option<&'static str> {
    match found.to_ascii_lowercase().as_str() {
        "yes" | "on" | "1" => Some("true"),
        "no" | "off" | "0" => Some("false"),
        other => nearest_word(other, &["true", "false"]),
    }
}

/// Makes a text fit for a message: one short line without secrets and control characters.
pub(super) fn shortened(text: &str) -> Notice {
    let clean = one_line(text);
    let clean = clean.trim();
    if clean.is_empty() {
        return notice!("wanted-empty");
    }
    let short: String = clean.chars().take(60).collect();
    Notice::text(if short.len() < clean.len() {
        format!("{short}…")
    } else {
        short
    })
}

struct Walk<'a> {
    path: &'a Path,
    settings: Vec<Setting>,
    problems: Vec<ConfigProblem>,
}

impl Walk<'_> {
    fn group(&mut self, prefix: &str, entries: &[Entry]) {
        for entry in entries {
            let name = if prefix.is_empty() {
                entry.key.clone()
            } else {
                format!("{prefix}.{}", entry.key)
            };
            match Key::named(&name) {
                // Read on their own: a fault in them leaves the settings as they are.
                None if name == HOOKS => {}
                Some(key) => self.value(key, entry),
                None if is_group(&name) => self.inner_group(&name, entry),
                None => self.unknown(&name, entry),
            }
        }
    }

    fn inner_group(&mut self, name: &str, entry: &Entry) {
        match &entry.value.kind {
            // All keys of the group are commented out.
            NodeKind::Null => {}
            NodeKind::Map(entries) => self.group(name, entries),
            _ => self.problem(
                entry.value.spot,
                Some(name),
                misfit(&notice!("wanted-group"), &entry.value.described()),
            ),
        }
    }

    fn value(&mut self, key: &'static Key, entry: &Entry) {
        if let Some(first) = self.settings.iter().find(|one| one.key.name == key.name) {
            let what = notice!("told-key-line-already", number = first.spot.line);
            return self.problem(entry.spot, Some(key.name), what);
        }
        match key.kind.read_node(&entry.value) {
            Some(value) => self.settings.push(Setting {
                key,
                value,
                spot: entry.spot,
                item_lines: match &entry.value.kind {
                    NodeKind::List(items) => items.iter().map(|item| item.spot.line).collect(),
                    _ => Vec::new(),
                },
            }),
            None => self.refused(key, &entry.value),
        }
    }

    fn refused(&mut self, key: &'static Key, node: &Node) {
        if let (Kind::List, NodeKind::List(items)) = (key.kind, &node.kind) {
            let faults = self.problems.len();
            for item in items {
                self.item(key, item);
            }
            if self.problems.len() > faults {
                return;
            }
        }
        let (what, nearest) = match &node.kind {
            NodeKind::Scalar { text } => refusal(key, text),
            _ => (misfit(&key.kind.expected(), &node.described()), None),
        };
        self.problems.push(
            ConfigProblem::error(place(self.path, node.spot), what)
                .about(key.name)
                .nearest_to(nearest),
        );
    }

    /// Reports an item of a list of texts that is wrong.
    fn item(&mut self, key: &'static Key, item: &Node) {
        let (wanted, found) = match item.item_text() {
            Some(text) => match item_wanted(&text) {
                Some(wanted) => (wanted, shortened(&text)),
                None => return,
            },
            None => (notice!("wanted-text"), item.described()),
        };
        self.problem(item.spot, Some(key.name), misfit(&wanted, &found));
    }

    fn unknown(&mut self, name: &str, entry: &Entry) {
        let what = if is_secret_setting(name) {
            notice!("told-keys-not-in-files")
        } else {
            notice!("told-no-such-key")
        };
        self.problems.push(
            ConfigProblem::error(place(self.path, entry.spot), what)
                .about(shortened(name).to_string())
                .nearest_to(nearest_for(name, &entry.value)),
        );
    }

    fn problem(&mut self, spot: Position, key: Option<&str>, what: Notice) {
        let problem = ConfigProblem::error(place(self.path, spot), what);
        self.problems.push(match key {
            Some(key) => problem.about(key),
            None => problem,
        });
    }
}

/// Guesses which name an unknown one was meant to be: a group if it has keys under it.
fn nearest_for(name: &str, value: &Node) -> Option<String> {
    let group = || nearest_group(name).map(str::to_owned);
    let key = || nearest_key(name).map(str::to_owned);
    match value.kind {
        NodeKind::Map(_) => group(),
        NodeKind::Null => group().or_else(key),
        _ => key(),
    }
}

fn is_group(name: &str) -> bool {
    KEYS.iter().any(|key| {
        key.name
            .strip_prefix(name)
            .is_some_and(|rest| rest.starts_with('.'))
    })
}

fn place(path: &Path, spot: Position) -> ProblemLocation {
    ProblemLocation::File {
        path: path.to_owned(),
        line: spot.line,
        column: spot.column,
    }
}
