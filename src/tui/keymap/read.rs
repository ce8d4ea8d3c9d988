//! Parses the text of a key table into rows: checks the TOML, and the allowed fields of a row.
//!
//! Continues after a fault, so that a broken row costs only that row. Knows the form and the
//! contexts; `load` handles the names of actions and keys.

use std::path::Path;

use toml::de::{DeTable, DeValue};

use super::Context;
use super::fault::KeymapFault;
use super::nearest::meant;
use notice::{Notice, notice};
use redact::one_line;

/// Maximum bytes read of a file.
pub(super) const LIMIT: usize = 1024 * 1024;

/// The fields of a row that a user may write.
const FIELDS: &[&str] = &[
    "keys", "action", "text", "group", "danger", "fallback", "note", "later",
];

/// A word of the file, with its position.
#[derive(Debug, Clone)]
pub(super) struct Word {
    pub(super) text: String,
    pub(super) line: usize,
}

/// A row as written.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) context: Context,
    pub(super) keys: Vec<Word>,
    pub(super) action: Word,
    pub(super) text: String,
    pub(super) group: String,
    pub(super) danger: u8,
    pub(super) fallback: Option<String>,
    pub(super) later: bool,
    /// The context's hints; such a row has nothing else.
    pub(super) hints: Vec<Word>,
}

/// A file that is being read.
pub(super) struct Source<'a> {
    file: &'a Path,
    text: &'a str,
    /// The positions of line ends.
    ends: Vec<usize>,
}

impl<'a> Source<'a> {
    pub(super) fn new(file: &'a Path, text: &'a str) -> Self {
        let ends = memchr::memchr_iter(b'\n', text.as_bytes()).collect();
        Self { file, text, ends }
    }

    pub(super) fn fault(&self, line: usize, message: Notice) -> KeymapFault {
        KeymapFault {
            file: self.file.to_owned(),
            line: Some(line),
            message,
        }
    }

    fn line_at(&self, at: usize) -> usize {
        self.ends.partition_point(|end| *end < at) + 1
    }

    /// Returns the rows in the order of the file, and faults for everything that is not a row.
    pub(super) fn rows(&self) -> (Vec<Row>, Vec<KeymapFault>) {
        if self.text.len() > LIMIT {
            let why = notice!("keymap-too-large");
            return (Vec::new(), vec![self.fault(1, why)]);
        }
        let (table, errors) = DeTable::parse_recoverable(self.text);
        let mut faults: Vec<_> = errors
            .iter()
            .map(|error| {
                let at = error.span().map_or(0, |span| span.start);
                let why = notice!("keymap-no-toml", why = one_line(error.message()));
                self.fault(self.line_at(at), why)
            })
            .collect();
        let mut rows = Vec::new();
        for (name, value) in table.get_ref() {
            let (name, line) = (name.get_ref(), self.line_at(name.span().start));
            let Some(context) = Context::from_name(name) else {
                let known: Vec<_> = Context::ALL.iter().map(|one| one.name()).collect();
                let why = notice!(
                    "keymap-no-context",
                    name = one_line(name),
                    meant = meant(name, &known)
                );
                faults.push(self.fault(line, why));
                continue;
            };
            let DeValue::Array(array) = value.get_ref() else {
                let why = notice!("keymap-no-list", name = one_line(name));
                faults.push(self.fault(line, why));
                continue;
            };
            for row in array.iter() {
                let line = self.line_at(row.span().start);
                match self.row(context, row.get_ref(), line) {
                    Ok(row) => rows.push((row.0, row.1)),
                    Err(fault) => faults.push(fault),
                }
            }
        }
        rows.sort_by_key(|(at, _)| *at);
        (rows.into_iter().map(|(_, row)| row).collect(), faults)
    }

    fn row(
        &self,
        context: Context,
        value: &DeValue<'_>,
        line: usize,
    ) -> Result<(usize, Row), KeymapFault> {
        let DeValue::Table(table) = value else {
            let why = notice!("keymap-row-form");
            return Err(self.fault(line, why));
        };
        let mut row = Row {
            context,
            keys: Vec::new(),
            action: Word {
                text: String::new(),
                line,
            },
            text: String::new(),
            group: String::new(),
            danger: 0,
            fallback: None,
            later: false,
            hints: Vec::new(),
        };
        for (name, value) in table {
            let at = self.line_at(name.span().start);
            let wrong = |wanted: Notice| {
                let name = name.get_ref();
                self.fault(at, notice!("keymap-is-wanted", name, wanted))
            };
            match (name.get_ref().as_ref(), value.get_ref()) {
                ("keys", value) => {
                    row.keys = self
                        .words(value, at)
                        .ok_or_else(|| wrong(notice!("keymap-list-of-keys")))?;
                }
                ("hints", value) => row.hints = self.words(value, at).unwrap_or_default(),
                ("action", DeValue::String(text)) => {
                    row.action = Word {
                        text: text.to_string(),
                        line: at,
                    };
                }
                ("text", DeValue::String(text)) => row.text = text.to_string(),
                ("group", DeValue::String(text)) => row.group = text.to_string(),
                ("fallback", DeValue::String(text)) => row.fallback = Some(text.to_string()),
                ("note", DeValue::String(_)) => {}
                ("danger", DeValue::Integer(number)) => {
                    row.danger = number
                        .as_str()
                        .parse()
                        .map_err(|_| wrong(notice!("keymap-danger")))?;
                }
                ("later", DeValue::Boolean(later)) => row.later = *later,
                ("action" | "text" | "group" | "fallback" | "note", _) => {
                    return Err(wrong(notice!("keymap-a-text")));
                }
                ("danger", _) => return Err(wrong(notice!("keymap-danger"))),
                ("later", _) => return Err(wrong(notice!("keymap-true-or-false"))),
                (other, _) => {
                    let why = notice!(
                        "keymap-no-field",
                        other = one_line(other),
                        meant = meant(other, FIELDS)
                    );
                    return Err(self.fault(at, why));
                }
            }
        }
        let is_bound = !row.keys.is_empty() && !row.action.text.is_empty();
        if !is_bound && row.hints.is_empty() {
            let why = notice!("keymap-row-needs");
            return Err(self.fault(line, why));
        }
        Ok((line, row))
    }

    /// Returns a text, or the texts of a list.
    fn words(&self, value: &DeValue<'_>, line: usize) -> Option<Vec<Word>> {
        let word = |value: &DeValue<'_>, line| match value {
            DeValue::String(text) => Some(Word {
                text: text.to_string(),
                line,
            }),
            _ => None,
        };
        match value {
            DeValue::Array(array) => array
                .iter()
                .map(|key| word(key.get_ref(), self.line_at(key.span().start)))
                .collect(),
            other => Some(vec![word(other, line)?]),
        }
    }
}
