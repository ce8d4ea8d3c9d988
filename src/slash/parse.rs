//! From a typed line to a command's name and arguments. Called by `registry`.

use crate::l10n::say;

/// A line, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The name, without the slash, in small letters.
    pub name: String,
    /// The arguments, without quotes.
    pub arguments: Vec<String>,
    /// Everything behind the name, as it was typed.
    pub rest: String,
}

/// Why a line is no command.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SlashError {
    /// There is no slash at its beginning.
    #[error("{}", say!("command-no-slash"))]
    NoSlash,
    /// There is only the slash.
    #[error("{}", say!("command-no-name-behind"))]
    NoName,
    /// A quote is not closed.
    #[error("{}", open_quote(*.0))]
    OpenQuote(char),
    /// There is no such command.
    #[error("{}", unknown(.name, .nearest))]
    Unknown {
        /// What was typed.
        name: String,
        /// The one that it was probably meant to be.
        nearest: Option<String>,
    },
    /// Another tool has such a command.
    #[error("{}", elsewhere(.name, .here))]
    Elsewhere {
        /// What was typed.
        name: String,
        /// The line that does the same here, without its slash.
        here: &'static str,
    },
}

fn open_quote(quote: char) -> String {
    say!("command-open-quote", quote)
}

fn unknown(name: &str, nearest: &Option<String>) -> String {
    match nearest {
        Some(nearest) => say!("command-unknown", name, nearest),
        None => say!("command-unknown-none", name),
    }
}

fn elsewhere(name: &str, here: &str) -> String {
    say!("command-elsewhere", name, here)
}

/// Takes a line apart: `/name argument "with blanks"`. A backslash keeps the next character.
///
/// # Errors
/// If there is no slash, no name, or a quote without its end.
pub fn parse(line: &str) -> Result<Line, SlashError> {
    let body = line.trim().strip_prefix('/').ok_or(SlashError::NoSlash)?;
    let (name, rest) = match body.split_once(char::is_whitespace) {
        Some((name, rest)) => (name, rest.trim()),
        None => (body, ""),
    };
    if name.is_empty() {
        return Err(SlashError::NoName);
    }
    Ok(Line {
        name: name.to_lowercase(),
        arguments: arguments(rest)?,
        rest: rest.to_owned(),
    })
}

fn arguments(rest: &str) -> Result<Vec<String>, SlashError> {
    let mut found = Vec::new();
    let mut current: Option<String> = None;
    let mut quote = None;
    let mut characters = rest.chars();
    while let Some(character) = characters.next() {
        match (character, quote) {
            ('\\', None | Some('"')) => {
                let next = characters.next().unwrap_or('\\');
                current.get_or_insert_default().push(next);
            }
            (close, Some(open)) if close == open => quote = None,
            ('"' | '\'', None) => {
                quote = Some(character);
                current.get_or_insert_default();
            }
            (blank, None) if blank.is_whitespace() => found.extend(current.take()),
            (other, _) => current.get_or_insert_default().push(other),
        }
    }
    if let Some(open) = quote {
        return Err(SlashError::OpenQuote(open));
    }
    found.extend(current);
    Ok(found)
}
