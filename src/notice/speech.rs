//! The words of a language.

use fluent_bundle::FluentArgs;

use super::catalogue::{self, Catalogue};
use super::{Arguments, Value};

/// A language for rendering notices: its messages, and its forms of figures and lists.
pub trait Speech {
    fn catalogue(&self) -> &'static Catalogue;
    /// Writes a figure in English form, `1,234.5`, with the language's separators.
    fn figure(&self, english: &str) -> String;
    /// Writes an amount of dollars in English form, `1,234.50`, with its sign.
    fn money(&self, english: &str) -> String;
    /// Returns the separator between the notices of a list.
    fn between(&self) -> &'static str;
}

/// English, which has every message.
#[derive(Debug, Clone, Copy)]
pub struct English;

impl Speech for English {
    fn catalogue(&self) -> &'static Catalogue {
        catalogue::english()
    }

    fn figure(&self, english: &str) -> String {
        english.to_owned()
    }

    fn money(&self, english: &str) -> String {
        format!("${english}")
    }

    fn between(&self) -> &'static str {
        "; "
    }
}

impl dyn Speech + '_ {
    /// Renders a message; `None` if the language lacks it.
    pub(super) fn words(&self, id: &str, args: &Arguments) -> Option<String> {
        let mut values = FluentArgs::with_capacity(args.len());
        for (name, value) in args {
            match value {
                // A whole number selects the plural.
                Value::Number(number) => values.set(name.as_ref(), *number),
                value => values.set(name.as_ref(), value.said_in(self)),
            }
        }
        self.catalogue().message(id, &values)
    }

    /// Renders a count with its noun, by the message `count-<noun>`; `None` if the language lacks
    /// it.
    pub fn count(&self, count: u64, noun: &str) -> Option<String> {
        let id = format!("count-{}", noun.replace(' ', "-"));
        let mut values = FluentArgs::with_capacity(2);
        values.set("count", count);
        values.set("number", self.figure(&crate::words::thousands(count)));
        self.catalogue().message(&id, &values)
    }
}

impl English {
    pub(super) fn words(self, id: &str, args: &Arguments) -> Option<String> {
        (&self as &dyn Speech).words(id, args)
    }
}
