//! The front matter of a Markdown file: `key: value` between two lines of `---`, before the text. Pure.

use notice::{Notice, notice};
use support::yaml::{Node, NodeKind, parse};

/// The line that begins and ends a front matter.
const FENCE: &str = "---";

/// How much of YAML the front matter must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Strictness {
    Yaml,
    /// A front matter that is not YAML is read by its lines, as Claude Code does: descriptions with a colon
    /// and a blank in them are common there.
    YamlOrLines,
}

/// A fault of a file, with its line if it is in one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileFault {
    /// From 1.
    pub line: Option<usize>,
    pub why: Notice,
}

impl FileFault {
    pub(crate) fn at(line: usize, why: Notice) -> Self {
        Self {
            line: Some(line),
            why,
        }
    }

    pub(crate) fn whole(why: Notice) -> Self {
        Self { line: None, why }
    }

    /// Returns the message for the user.
    pub fn notice(&self, path: &str) -> Notice {
        let why = &self.why;
        match self.line {
            Some(line) => notice!("agents-file-line", path, line, why),
            None => notice!("agents-file", path, why),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Value {
    /// No value, or `null`.
    Nothing,
    Text(String),
    List(Vec<Value>),
    Map(Vec<(String, Value)>),
}

impl Value {
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the names in a list, or in a text with commas or blanks between them outside of brackets;
    /// `None` for anything else.
    pub(crate) fn names(&self) -> Option<Vec<String>> {
        match self {
            Self::Nothing => Some(Vec::new()),
            Self::Text(text) => Some(names_in(text)),
            Self::List(items) => items
                .iter()
                .map(|item| item.text().map(|text| text.trim().to_owned()))
                .collect(),
            Self::Map(_) => None,
        }
    }
}

/// Splits `Read, Bash(git log:*) Grep` into its names.
fn names_in(text: &str) -> Vec<String> {
    let mut names = vec![String::new()];
    let mut depth = 0_u32;
    for letter in text.chars() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let is_between = depth == 0 && (letter == ',' || letter.is_whitespace());
        match names.last_mut() {
            Some(last) if !is_between => last.push(letter),
            _ => names.push(String::new()),
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Field {
    pub(crate) key: String,
    /// In the file, from 1.
    pub(crate) line: usize,
    pub(crate) value: Value,
}

/// A file in its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Document<'a> {
    pub(crate) fields: Vec<Field>,
    /// The text behind the front matter, without blank edges.
    pub(crate) body: &'a str,
}

impl<'a> Document<'a> {
    /// Reads a clean text. Without a front matter all of it is the body.
    pub(crate) fn read(text: &'a str, strictness: Strictness) -> Result<Self, FileFault> {
        let (head, body) = split(text)?;
        let fields = match parse(head) {
            Ok(node) => fields_of(node),
            Err(_) if strictness == Strictness::YamlOrLines => Ok(fields_in_lines(head)),
            Err(error) => {
                let why = match error.key {
                    Some(key) => notice!("agents-file-key", key, why = error.what),
                    None => error.what,
                };
                Err(FileFault::at(error.spot.line + 1, why))
            }
        }?;
        let body = body.trim();
        Ok(Self { fields, body })
    }

    pub(crate) fn field(&self, key: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.key == key)
    }

    /// Returns the value of a key if it is a text with something in it.
    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        let text = self.field(key)?.value.text()?.trim();
        (!text.is_empty()).then_some(text)
    }

    /// Returns the line of a key.
    pub(crate) fn line(&self, key: &str) -> Option<usize> {
        self.field(key).map(|field| field.line)
    }
}

/// Splits off the front matter, which is empty if there is none.
fn split(text: &str) -> Result<(&str, &str), FileFault> {
    let mut lines = text.split_inclusive('\n');
    let is_fence = |line: &str| line.trim_end() == FENCE;
    let first = lines.next().unwrap_or_default();
    if !is_fence(first) {
        return Ok(("", text));
    }
    let begin = first.len();
    let mut at = begin;
    for line in lines {
        if is_fence(line) {
            let head = text.get(begin..at).unwrap_or_default();
            let body = text.get(at + line.len()..).unwrap_or_default();
            return Ok((head, body));
        }
        at += line.len();
    }
    Err(FileFault::at(1, notice!("agents-file-no-end")))
}

fn fields_of(node: Node) -> Result<Vec<Field>, FileFault> {
    match node.kind {
        NodeKind::Null => Ok(Vec::new()),
        NodeKind::Map(entries) => Ok(entries
            .into_iter()
            .map(|entry| Field {
                line: entry.spot.line + 1,
                value: value_of(entry.value),
                key: entry.key,
            })
            .collect()),
        _ => Err(FileFault::at(
            node.spot.line + 1,
            notice!("agents-file-no-keys"),
        )),
    }
}

fn value_of(node: Node) -> Value {
    match node.kind {
        NodeKind::Null => Value::Nothing,
        NodeKind::Scalar { text } => Value::Text(text),
        NodeKind::List(items) => Value::List(items.into_iter().map(value_of).collect()),
        NodeKind::Map(entries) => Value::Map(
            entries
                .into_iter()
                .map(|entry| (entry.key, value_of(entry.value)))
                .collect(),
        ),
    }
}

/// Reads `key: value` by lines; what follows up to the next key belongs to the value.
fn fields_in_lines(head: &str) -> Vec<Field> {
    let mut fields: Vec<(String, usize, String)> = Vec::new();
    for (number, line) in head.lines().enumerate() {
        match key_in(line) {
            Some((key, value)) if !fields.iter().any(|(known, ..)| known == key) => {
                fields.push((key.to_owned(), number + 2, value.trim().to_owned()));
            }
            _ => {
                if let Some((.., value)) = fields.last_mut() {
                    value.push('\n');
                    value.push_str(line.trim());
                }
            }
        }
    }
    let fields = fields.into_iter().map(|(key, line, value)| Field {
        key,
        line,
        value: if value.is_empty() {
            Value::Nothing
        } else {
            Value::Text(unquoted(&value).to_owned())
        },
    });
    fields.collect()
}

fn key_in(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let is_inner = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    let is_key = key.starts_with(|first: char| first.is_ascii_alphabetic())
        && key.chars().all(is_inner)
        && (value.is_empty() || value.starts_with(' '));
    is_key.then_some((key, value))
}

fn unquoted(value: &str) -> &str {
    let quotes = ['"', '\''].into_iter();
    let mut inner = quotes.filter_map(|quote| value.strip_prefix(quote)?.strip_suffix(quote));
    inner.next().unwrap_or(value)
}

/// Writes a text as a value of YAML on one line.
pub(crate) fn scalar(text: &str) -> String {
    let is_inner = |letter: char| letter.is_ascii_alphanumeric() || " _./-".contains(letter);
    let is_plain = text.starts_with(|first: char| first.is_ascii_alphanumeric())
        && text.chars().all(is_inner)
        && !text.ends_with(' ')
        && !text.eq_ignore_ascii_case("null");
    if is_plain {
        text.to_owned()
    } else {
        // A string of JSON is one of YAML.
        serde_json::Value::from(text).to_string()
    }
}
