//! Messages to the user as data: a [`Notice`] holds a message id and its arguments, and the code
//! that shows it renders it.
//!
//! Owns the notice with its arguments, the English messages (`assets/language/en.ftl`), and the
//! English text of a notice (`Display`), which goes to the model, the log and JSON lines. `l10n`
//! renders it in the user's language.

pub mod catalogue;
mod ids;
mod speech;
mod value;
pub mod words;

pub use ids::{is_message, takes};
pub use speech::{English, Speech};
pub use value::{Count, Figure, Money, ToValue, Value, count, figure, money};

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// A message for the user: an id of `assets/language/en.ftl` with its arguments, or a text from
/// outside the program (a server, the operating system, a store of an older version).
///
/// On the wire it is `{"id": "told-no-checkpoint", "args": {"word": "3"}}`, or the text alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Notice(Arc<Content>);

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
enum Content {
    Message {
        id: Cow<'static, str>,
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        args: Arguments,
    },
    Text(String),
}

/// The arguments of a message, by name.
pub type Arguments = BTreeMap<Cow<'static, str>, Value>;

/// Makes a [`Notice`]: `notice!("told-no-checkpoint", word = name)`. An argument without a value
/// takes the variable of that name. The compiler refuses unknown ids, and arguments that do not
/// match the message.
#[macro_export]
macro_rules! notice {
    ($id:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {{
        const {
            assert!($crate::is_message($id), concat!("en.ftl has no message ", $id));
            assert!(
                $crate::takes($id, &[$(stringify!($name)),*]),
                concat!("these are not the arguments of the message ", $id),
            );
        }
        $crate::Notice::message($id)
            $(.with(stringify!($name), $crate::notice!(@value $name $(= $value)?)))*
    }};
    (@value $name:ident) => { &$name };
    (@value $name:ident = $value:expr) => { &$value };
}

impl Notice {
    /// Returns the message with an id, without its arguments; see [`notice!`](crate::notice!).
    pub fn message(id: impl Into<Cow<'static, str>>) -> Self {
        Self(Arc::new(Content::Message {
            id: id.into(),
            args: Arguments::new(),
        }))
    }

    /// Returns a notice with a fixed text, the same in every language.
    pub fn text(text: impl Into<String>) -> Self {
        Self(Arc::new(Content::Text(text.into())))
    }

    /// Adds an argument to a message; a text takes none.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: &(impl ToValue + ?Sized)) -> Self {
        if let Content::Message { args, .. } = Arc::make_mut(&mut self.0) {
            args.insert(Cow::Borrowed(name), value.to_value());
        }
        self
    }

    /// Returns the message's id; `None` for a text.
    pub fn id(&self) -> Option<&str> {
        match self.0.as_ref() {
            Content::Message { id, .. } => Some(id),
            Content::Text(_) => None,
        }
    }

    /// Returns an argument of the message.
    pub fn argument(&self, name: &str) -> Option<&Value> {
        match self.0.as_ref() {
            Content::Message { args, .. } => args.get(name),
            Content::Text(_) => None,
        }
    }

    /// Applies `change` to every text from outside the program: the notice itself if it is a text,
    /// and the text arguments, also of nested notices.
    #[must_use]
    pub fn map_texts(self, change: &mut dyn FnMut(&str) -> String) -> Self {
        let content = match Arc::unwrap_or_clone(self.0) {
            Content::Text(text) => Content::Text(change(&text)),
            Content::Message { id, args } => {
                let args = args.into_iter();
                let args = args.map(|(name, value)| (name, map_value(value, change)));
                Content::Message {
                    id,
                    args: args.collect(),
                }
            }
        };
        Self(Arc::new(content))
    }

    pub fn is_empty(&self) -> bool {
        matches!(self.0.as_ref(), Content::Text(text) if text.is_empty())
    }

    /// Renders the notice. A message that the language lacks is rendered in English; a message that
    /// English lacks too (another version stored it) as its id and arguments.
    pub fn said_in(&self, speech: &dyn Speech) -> String {
        match self.0.as_ref() {
            Content::Text(text) => text.clone(),
            Content::Message { id, args } => speech
                .words(id, args)
                .or_else(|| English.words(id, args))
                .unwrap_or_else(|| unknown(id, args)),
        }
    }

    /// Returns the notice for a text column: a text unchanged, a message as JSON.
    pub fn to_column(&self) -> String {
        match self.0.as_ref() {
            Content::Text(text) => text.clone(),
            // A map with text keys always has a JSON form.
            Content::Message { .. } => serde_json::to_string(self).unwrap_or_default(),
        }
    }

    /// Reads a column that [`Self::to_column`] or an older version wrote.
    pub fn of_column(text: String) -> Self {
        let is_message = text.starts_with("{\"id\":");
        let message = is_message.then(|| serde_json::from_str(&text).ok());
        message.flatten().unwrap_or_else(|| Self::text(text))
    }
}

/// Renders in English.
impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_ref() {
            Content::Text(text) => f.write_str(text),
            Content::Message { .. } => f.write_str(&self.said_in(&English)),
        }
    }
}

/// Lets a notice be the cause of an `io::Error`; `Notice::from` gets it back.
impl std::error::Error for Notice {}

impl Default for Notice {
    fn default() -> Self {
        Self::text(String::new())
    }
}

impl From<&std::io::Error> for Notice {
    fn from(error: &std::io::Error) -> Self {
        of_system(error)
    }
}

/// Returns the message of a common error of the operating system; any other in the system's words.
fn of_system(error: &std::io::Error) -> Notice {
    use nix::errno::Errno;
    if let Some(notice) = error
        .get_ref()
        .and_then(|inner| inner.downcast_ref::<Notice>())
    {
        return notice.clone();
    }
    let Some(number) = error.raw_os_error() else {
        return Notice::text(error.to_string());
    };
    match Errno::from_raw(number) {
        Errno::ENOENT => notice!("told-os-absent", word = number),
        Errno::EACCES => notice!("told-os-denied", word = number),
        Errno::EEXIST => notice!("told-os-exists", word = number),
        Errno::EISDIR => notice!("told-os-folder", word = number),
        Errno::ENOSPC => notice!("told-os-full", word = number),
        Errno::ENOTDIR => notice!("told-os-no-folder", word = number),
        Errno::EROFS => notice!("told-os-read-only", word = number),
        Errno::ECONNREFUSED => notice!("told-os-refused", word = number),
        _ => Notice::text(error.to_string()),
    }
}

fn map_value(value: Value, change: &mut dyn FnMut(&str) -> String) -> Value {
    match value {
        Value::Text(text) => Value::Text(change(&text)),
        Value::Notice(notice) => Value::Notice(Box::new(notice.map_texts(change))),
        Value::List(notices) => {
            let notices = notices.into_iter();
            Value::List(notices.map(|one| one.map_texts(change)).collect())
        }
        Value::Number(_) | Value::Count(_) | Value::Figure(_) | Value::Money(_) => value,
    }
}

fn unknown(id: &str, args: &Arguments) -> String {
    let args = args
        .iter()
        .map(|(name, value)| format!("{name}: {}", value.said_in(&English)));
    let args: Vec<String> = args.collect();
    format!("{id} ({})", args.join(", "))
}

#[cfg(test)]
mod tests;
