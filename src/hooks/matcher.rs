//! Decides whether a hook is meant by a tool's name, or by the kind of an event.

use fancy_regex::{Regex, RegexBuilder};

/// Steps that one comparison may take; a pattern that needs more counts as fitting.
const STEPS: usize = 100_000;

/// A matcher as Claude reads it: nothing or `*` fits everything, names separated by `|` fit exactly,
/// everything else is a regular expression that fits anywhere in the name.
#[derive(Debug, Clone)]
pub struct Matcher {
    text: String,
    kind: Kind,
}

#[derive(Debug, Clone)]
enum Kind {
    All,
    Names(Vec<String>),
    Pattern(Box<Regex>),
}

impl Matcher {
    /// Reads a matcher as written.
    ///
    /// # Errors
    /// Returns the fault of the regular expression.
    pub fn read(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let kind = if text.is_empty() || text == "*" {
            Kind::All
        } else if text.chars().all(is_of_name) {
            Kind::Names(text.split('|').map(str::to_owned).collect())
        } else {
            let built = RegexBuilder::new(text).backtrack_limit(STEPS).build();
            Kind::Pattern(Box::new(built.map_err(|error| error.to_string())?))
        };
        Ok(Self {
            text: text.to_owned(),
            kind,
        })
    }

    /// Returns the matcher as written; empty if it fits everything.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it fits one of the names of a thing. An occasion without names is fitted only by a
    /// matcher that fits everything.
    pub fn fits(&self, names: &[&str]) -> bool {
        match &self.kind {
            Kind::All => true,
            Kind::Names(wanted) => wanted.iter().any(|name| names.contains(&name.as_str())),
            // A hook only makes things stricter, so one that cannot be compared is run.
            Kind::Pattern(pattern) => names
                .iter()
                .any(|name| pattern.is_match(name).unwrap_or(true)),
        }
    }
}

impl PartialEq for Matcher {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Matcher {}

fn is_of_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '_' | '|')
}
