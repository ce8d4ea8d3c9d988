//! Parses a typed line into a command's name and arguments. Called by `registry`.

use l10n::say;

/// A parsed line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Command name, without the slash, in lower case.
    pub name: String,
    /// Arguments, without quotes.
    pub arguments: Vec<String>,
    /// Everything after the name, as typed.
    pub rest: String,
}

/// Reason why a line is no command.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SlashError {
    /// The line does not begin with a slash.
    #[error("{}", say!("command-no-slash"))]
    NoSlash,
    /// The line is only a slash.
    #[error("{}", say!("command-no-name-behind"))]
    NoName,
    /// A quote is not closed.
    #[error("{}", open_quote(*.0))]
    OpenQuote(char),
    /// No command has this name.
    #[error("{}", unknown(.name, .nearest))]
    Unknown {
        /// Name as typed.
        name: String,
        /// The command that was probably meant.
        nearest: Option<String>,
    },
    /// Another tool has a command of this name.
    #[error("{}", elsewhere(.name, .here))]
    Elsewhere {
        /// Name as typed.
        name: String,
        /// The equivalent line here, without its slash.
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

/// Parses a line: `/name argument "with blanks"`. A backslash escapes the next character.
///
/// # Errors
/// Fails if there is no slash, no name, or an unclosed quote.
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
