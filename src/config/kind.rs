//! The kinds of values that a key accepts: how each is parsed from a scalar or a list, its bounds,
//! and their descriptions.

use super::address::url;
use super::value::Value;
use notice::{Notice, notice};
use support::yaml::{Node, NodeKind, parse};

/// Maximum length of a text value, in bytes.
const MAX_TEXT: usize = 32 * 1024;
/// Maximum length of a list item, in bytes.
const MAX_ITEM: usize = 1_000;
/// Maximum number of items in a list.
const MAX_ITEMS: usize = 500;

/// The kind of a value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    /// A non-empty text.
    Text,
    /// A text, or unset.
    OptionalText,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// One of these words; any other is reported, and only this value falls back to the default.
    Known(&'static [&'static str]),
    /// A whole number in these bounds.
    Integer { min: u64, max: u64 },
    /// A whole number in these bounds, or `off`.
    OptionalInteger { min: u64, max: u64 },
    /// A whole number in these bounds, or `auto`.
    Auto { min: u64, max: u64 },
    /// A number in these bounds, or `off`, or unset.
    Decimal { min: f64, max: f64 },
    /// `true` or `false`.
    Switch,
    /// A list of texts; layers add up.
    List,
    /// An address of a server.
    Url {
        /// The default port; if set, `host` and `host:port` are accepted too, as in
        /// Ollama's own variable.
        default_port: Option<u16>,
    },
    /// Time that a model stays loaded: a number with `s`, `m` or `h`, or a plain one.
    Keep,
    /// The name of an environment variable.
    Variable,
}

impl Kind {
    pub fn expected(self) -> Notice {
        match self {
            Kind::Text => notice!("wanted-text"),
            Kind::OptionalText => notice!("wanted-optional"),
            Kind::Choice(words) | Kind::Known(words) => {
                notice!("wanted-one-of", words = words.join(", "))
            }
            Kind::Integer { min, max } => notice!("wanted-whole", min, max),
            Kind::OptionalInteger { min, max } => notice!("wanted-whole-or-off", min, max),
            Kind::Auto { min, max } => notice!("wanted-whole-or-auto", min, max),
            Kind::Decimal { min, max } => {
                notice!(
                    "wanted-number",
                    min = min.to_string(),
                    max = max.to_string()
                )
            }
            Kind::Switch => notice!("wanted-switch"),
            Kind::List => notice!("wanted-texts"),
            Kind::Url { default_port: None } => {
                notice!("wanted-address", address = "https://host/v1")
            }
            Kind::Url { .. } => notice!("wanted-address", address = "http://host:11434"),
            Kind::Keep => notice!("wanted-time"),
            Kind::Variable => notice!("wanted-variable"),
        }
    }

    /// Returns the empty value of this kind.
    pub fn empty(self) -> Value {
        match self {
            Kind::List => Value::List(Vec::new()),
            _ => Value::Unset,
        }
    }

    /// Formats a value as a file has it; a list has no such form.
    pub fn written(self, value: &Value) -> String {
        match (self, value) {
            (Kind::OptionalInteger { .. } | Kind::Decimal { .. }, Value::Unset) => "off".to_owned(),
            (_, Value::Unset) => String::new(),
            (_, value) => value.to_string(),
        }
    }

    /// Parses the text of a scalar. `None` if it is invalid.
    pub fn read_text(self, text: &str) -> Option<Value> {
        if text.len() > MAX_TEXT {
            return None;
        }
        let trimmed = text.trim();
        match self {
            // Unknown words are reported when the layers are merged.
            Kind::Text | Kind::Known(_) => single_line(trimmed),
            Kind::OptionalText if trimmed.is_empty() => Some(Value::Unset),
            Kind::OptionalText => Some(Value::Text(text.trim_end().to_owned())),
            Kind::Choice(words) => words
                .iter()
                .find(|word| **word == trimmed)
                .map(|word| Value::Text((*word).to_owned())),
            Kind::Integer { min, max } => integer(trimmed, min, max),
            Kind::OptionalInteger { .. } if trimmed == "off" => Some(Value::Unset),
            Kind::OptionalInteger { min, max } => integer(trimmed, min, max),
            Kind::Auto { .. } if trimmed == "auto" => Some(Value::Text("auto".into())),
            Kind::Auto { min, max } => integer(trimmed, min, max),
            Kind::Decimal { .. } if trimmed == "off" => Some(Value::Unset),
            Kind::Decimal { min, max } => trimmed
                .parse::<f64>()
                .ok()
                .filter(|number| number.is_finite() && (min..=max).contains(number))
                .map(Value::Decimal),
            Kind::Switch => switch(trimmed),
            Kind::List => Some(Value::List(list_of_text(text)?)),
            Kind::Url { default_port } => url(trimmed, default_port).map(Value::Text),
            Kind::Keep => keep(trimmed).then(|| Value::Text(trimmed.to_owned())),
            Kind::Variable => variable(trimmed).then(|| Value::Text(trimmed.to_owned())),
        }
    }

    /// Parses a node of a file. `None` if it is invalid.
    pub fn read_node(self, node: &Node) -> Option<Value> {
        match (self, &node.kind) {
            (Kind::List, NodeKind::List(items)) => {
                let texts: Option<Vec<String>> = items.iter().map(Node::item_text).collect();
                texts.filter(|texts| acceptable(texts)).map(Value::List)
            }
            (Kind::List, NodeKind::Null) => Some(Value::List(Vec::new())),
            (Kind::OptionalText | Kind::Decimal { .. }, NodeKind::Null) => Some(Value::Unset),
            // A list in a file must be written as a list: a lone text is more likely a mistake.
            (Kind::List, _) | (_, NodeKind::List(_) | NodeKind::Map(_) | NodeKind::Null) => None,
            (_, NodeKind::Scalar { text, .. }) => self.read_text(text),
        }
    }
}

/// Splits a list in one text, as a variable or a flag holds it: a YAML list in brackets, or one
/// item per line.
fn list_of_text(text: &str) -> Option<Vec<String>> {
    if text.trim_start().starts_with('[') {
        return match Kind::List.read_node(&parse(text).ok()?)? {
            Value::List(items) => Some(items),
            _ => None,
        };
    }
    let items: Vec<String> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(str::to_owned)
        .collect();
    acceptable(&items).then_some(items)
}

fn acceptable(items: &[String]) -> bool {
    items.len() <= MAX_ITEMS && items.iter().all(|item| item_wanted(item).is_none())
}

/// Describes the expected form of a list item, if the text does not have it.
pub(super) fn item_wanted(text: &str) -> Option<Notice> {
    match text {
        _ if text.trim().is_empty() => Some(notice!("wanted-text")),
        _ if text.len() > MAX_ITEM => Some(notice!("wanted-short")),
        _ if text.contains('\n') => Some(notice!("wanted-one-line")),
        _ => None,
    }
}

fn single_line(text: &str) -> Option<Value> {
    let fits = !text.is_empty() && text.len() <= 500 && !text.chars().any(char::is_control);
    fits.then(|| Value::Text(text.to_owned()))
}

fn integer(text: &str, min: u64, max: u64) -> Option<Value> {
    let digits = text.replace('_', "");
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain
        .then(|| digits.parse::<u64>().ok())
        .flatten()
        .filter(|number| (min..=max).contains(number))
        .map(Value::Integer)
}

fn switch(text: &str) -> Option<Value> {
    match text {
        "true" | "True" | "TRUE" => Some(Value::Switch(true)),
        "false" | "False" | "FALSE" => Some(Value::Switch(false)),
        _ => None,
    }
}

fn keep(text: &str) -> bool {
    let number = text.strip_prefix('-').unwrap_or(text);
    let digits = number
        .strip_suffix("ms")
        .or_else(|| number.strip_suffix(['s', 'm', 'h']))
        .unwrap_or(number);
    (1..=9).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn variable(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic() || first == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && text.len() <= 100
}

/// Context length that a model is asked for, in tokens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ContextLength {
    /// The model's own figure, capped at a careful limit.
    #[default]
    Auto,
    Tokens(u64),
}
