//! Reading the key table: the embedded one, and a user's over it. Faults name file and line.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::Spanned;

use super::{Action, Binding, Context, Key, Keymap};

const EMBEDDED: &str = include_str!("../../../assets/keymap.toml");

/// A key table that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}:{line}: {message}", file.display())]
pub struct KeymapError {
    /// The file.
    pub file: PathBuf,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong and what to do.
    pub message: String,
}

/// One row of the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    keys: Spanned<Vec<String>>,
    action: Spanned<String>,
    #[serde(default)]
    text: String,
    #[serde(default)]
    danger: u8,
    fallback: Option<String>,
    #[serde(default, rename = "note")]
    _note: Option<String>,
    #[serde(default)]
    later: bool,
}

type Table = BTreeMap<Spanned<String>, Vec<Row>>;

/// A file that is being read, for its faults.
struct Source<'a> {
    file: &'a Path,
    text: &'a str,
}

impl Source<'_> {
    fn fault(&self, at: usize, message: impl Into<String>) -> KeymapError {
        let before = self.text.as_bytes().iter().take(at);
        KeymapError {
            file: self.file.to_owned(),
            line: before.filter(|byte| **byte == b'\n').count() + 1,
            message: message.into(),
        }
    }

    fn table(&self) -> Result<Table, KeymapError> {
        toml::from_str(self.text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            self.fault(at, error.message())
        })
    }
}

impl Keymap {
    /// The table that comes with the program.
    ///
    /// # Errors
    /// Never in a build whose tests pass; the type is the user's file's.
    pub fn embedded() -> Result<Self, KeymapError> {
        let mut keymap = Self {
            bindings: Vec::new(),
            by_key: HashMap::new(),
        };
        keymap.read(&Source {
            file: Path::new("assets/keymap.toml"),
            text: EMBEDDED,
        })?;
        Ok(keymap)
    }

    /// The same table with a user's rows over it: each key that they name is bound anew, and
    /// `action = "none"` unbinds it.
    ///
    /// # Errors
    /// If the text is no key table, or names a context, an action or a key that there is not.
    pub fn with_overrides(mut self, file: &Path, text: &str) -> Result<Self, KeymapError> {
        self.read(&Source { file, text })?;
        Ok(self)
    }

    fn read(&mut self, source: &Source<'_>) -> Result<(), KeymapError> {
        let mut seen = HashMap::new();
        for (name, rows) in source.table()? {
            let at = name.span().start;
            let context = Context::from_name(name.get_ref()).ok_or_else(|| {
                let known: Vec<_> = Context::ALL.iter().map(|context| context.name()).collect();
                source.fault(
                    at,
                    format!(
                        "there is no context `{}`; there are: {}",
                        name.get_ref(),
                        known.join(", ")
                    ),
                )
            })?;
            for row in rows {
                self.add(source, context, row, &mut seen)?;
            }
        }
        Ok(())
    }

    fn add(
        &mut self,
        source: &Source<'_>,
        context: Context,
        row: Row,
        seen: &mut HashMap<(Context, Key), Option<Action>>,
    ) -> Result<(), KeymapError> {
        let name = row.action.get_ref();
        let action = match name.as_str() {
            "none" => None,
            name => Some(Action::from_name(name).ok_or_else(|| {
                let message = format!("there is no action `{name}`; /keys lists them");
                source.fault(row.action.span().start, message)
            })?),
        };
        let at = row.keys.span().start;
        for text in row.keys.get_ref() {
            let key = Key::parse(text).ok_or_else(|| {
                let message =
                    format!("`{text}` is no key; write it as Ctrl+X, Alt+B, F9, Space or u");
                source.fault(at, message)
            })?;
            if row.later {
                continue;
            }
            if seen
                .insert((context, key), action)
                .is_some_and(|other| other != action)
            {
                let message = format!(
                    "`{text}` is bound twice in {}; take one out",
                    context.name()
                );
                return Err(source.fault(at, message));
            }
            self.unbind(context, key);
            if let Some(action) = action {
                self.by_key.insert((context, key), action);
            }
        }
        if let Some(action) = action {
            self.bindings.push(Binding {
                context,
                keys: row.keys.into_inner(),
                action,
                text: row.text,
                danger: row.danger,
                fallback: row.fallback,
                later: row.later,
            });
        }
        Ok(())
    }

    /// Takes a key from what it was bound to before, in the rows too, so that help stays true.
    fn unbind(&mut self, context: Context, key: Key) {
        if self.by_key.remove(&(context, key)).is_none() {
            return;
        }
        for binding in self
            .bindings
            .iter_mut()
            .filter(|row| row.context == context)
        {
            binding.keys.retain(|text| Key::parse(text) != Some(key));
        }
        self.bindings.retain(|binding| !binding.keys.is_empty());
    }
}
