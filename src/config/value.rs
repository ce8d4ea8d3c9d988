//! Values of config keys, their origin, and their conversion into fields of the typed config.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::Serialize;

use notice::{Notice, notice};
use protocol::approval::Mode;
use protocol::effort::Effort;
use protocol::route::AgentMode;

use super::kind::ContextLength;

/// Value of a key, checked against the key's kind.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Value {
    Unset,
    Text(String),
    Integer(u64),
    Decimal(f64),
    /// True or false.
    Switch(bool),
    List(Vec<String>),
}

impl Value {
    /// Returns the value as the user reads it.
    pub fn notice(&self) -> Notice {
        match self {
            Value::Unset => notice!("origin-not-set"),
            Value::Text(text) => Notice::text(text),
            Value::Integer(number) => Notice::text(number.to_string()),
            Value::Decimal(number) => Notice::text(number.to_string()),
            Value::Switch(on) => Notice::text(on.to_string()),
            Value::List(items) if items.is_empty() => notice!("origin-none"),
            Value::List(items) => Notice::text(items.join(", ")),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.notice(), f)
    }
}

/// The layer that set a value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "from", rename_all = "snake_case")]
pub enum Origin {
    Default,
    /// The user's config file.
    Global {
        path: PathBuf,
        /// Line number, from 1.
        line: usize,
    },
    /// The workspace's config file.
    Workspace {
        path: PathBuf,
        /// Line number, from 1.
        line: usize,
    },
    Environment {
        variable: String,
    },
    /// The command line.
    Flag {
        /// The flag as written, without its value: `--model`, `--set`.
        flag: String,
    },
}

impl Origin {
    /// Rank of the layer: a value of a higher rank overrides one of a lower rank.
    pub fn rank(&self) -> u8 {
        match self {
            Origin::Default => 0,
            Origin::Global { .. } => 1,
            Origin::Workspace { .. } => 2,
            Origin::Environment { .. } => 3,
            Origin::Flag { .. } => 4,
        }
    }

    /// Names the layer for the user.
    pub fn notice(&self) -> Notice {
        let at = |path: &Path, line: &usize| format!("{}:{line}", path.display());
        match self {
            Origin::Default => notice!("origin-default"),
            Origin::Global { path, line } => notice!("origin-user", path = at(path, line)),
            Origin::Workspace { path, line } => notice!("origin-workspace", path = at(path, line)),
            Origin::Environment { variable } => notice!("origin-environment", word = variable),
            Origin::Flag { flag } => notice!("origin-flag", word = flag),
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.notice(), f)
    }
}

/// A type that a [`Value`] converts into. A value of another type yields the empty value.
pub(super) trait Typed: Sized {
    fn typed(value: &Value) -> Self;
}

impl Typed for String {
    fn typed(value: &Value) -> Self {
        match value {
            Value::Text(text) => text.clone(),
            _ => String::new(),
        }
    }
}

impl Typed for Option<String> {
    fn typed(value: &Value) -> Self {
        match value {
            Value::Text(text) => Some(text.clone()),
            _ => None,
        }
    }
}

impl Typed for u64 {
    fn typed(value: &Value) -> Self {
        match value {
            Value::Integer(number) => *number,
            _ => 0,
        }
    }
}

impl Typed for u32 {
    fn typed(value: &Value) -> Self {
        u32::try_from(u64::typed(value)).unwrap_or(u32::MAX)
    }
}

impl Typed for Option<u32> {
    fn typed(value: &Value) -> Self {
        match value {
            Value::Integer(_) => Some(u32::typed(value)),
            _ => None,
        }
    }
}

impl Typed for Option<u64> {
    fn typed(value: &Value) -> Self {
        match value {
            Value::Integer(number) => Some(*number),
            _ => None,
        }
    }
}

impl Typed for Option<f64> {
    fn typed(value: &Value) -> Self {
        match value {
            Value::Decimal(number) => Some(*number),
            _ => None,
        }
    }
}

impl Typed for Option<f32> {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the servers' own type; the value is bounded by its kind"
    )]
    fn typed(value: &Value) -> Self {
        match value {
            Value::Decimal(number) => Some(*number as f32),
            _ => None,
        }
    }
}

impl Typed for bool {
    fn typed(value: &Value) -> Self {
        matches!(value, Value::Switch(true))
    }
}

impl Typed for Vec<String> {
    fn typed(value: &Value) -> Self {
        match value {
            Value::List(items) => items.clone(),
            _ => Vec::new(),
        }
    }
}

impl Typed for ContextLength {
    fn typed(value: &Value) -> Self {
        match value {
            Value::Integer(tokens) => ContextLength::Tokens(*tokens),
            _ => ContextLength::Auto,
        }
    }
}

impl Typed for Mode {
    fn typed(value: &Value) -> Self {
        Mode::from_word(&String::typed(value)).unwrap_or_default()
    }
}

impl Typed for Effort {
    fn typed(value: &Value) -> Self {
        Effort::named(&String::typed(value)).unwrap_or_default()
    }
}

impl Typed for AgentMode {
    fn typed(value: &Value) -> Self {
        AgentMode::named(&String::typed(value)).unwrap_or_default()
    }
}
