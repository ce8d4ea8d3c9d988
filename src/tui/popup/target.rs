//! What is being completed at the cursor: a command's name, its argument, or a file. Pure.

use std::ops::Range;

/// What is completed, and where in the text it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// The name of a command.
    Command {
        /// What is typed of it.
        name: String,
        /// Where, with the slash.
        range: Range<usize>,
    },
    /// An argument of a command.
    Argument {
        /// The command.
        command: String,
        /// What is typed of the argument.
        typed: String,
        /// Where.
        range: Range<usize>,
    },
    /// A file behind `@`.
    File {
        /// The fuzzy pattern, without the range of lines.
        pattern: String,
        /// The range of lines as typed, `:10-40`, or nothing.
        lines: String,
        /// Where, with the `@`.
        range: Range<usize>,
    },
}

/// What is completed at `cursor`; `None` where nothing is.
pub fn target(text: &str, cursor: usize) -> Option<Target> {
    let before = text.get(..cursor)?;
    let start = before
        .char_indices()
        .rev()
        .find(|(_, character)| character.is_whitespace())
        .map_or(0, |(index, character)| index + character.len_utf8());
    let word = before.get(start..)?;
    if let Some(mention) = word.strip_prefix('@') {
        let (pattern, lines) = split_lines(mention);
        return Some(Target::File {
            pattern: pattern.to_owned(),
            lines: lines.to_owned(),
            range: start..cursor,
        });
    }
    let line = before.strip_prefix('/')?;
    // A command has one line.
    if text.contains('\n') {
        return None;
    }
    if start == 0 {
        return (!line.contains('/')).then(|| Target::Command {
            name: line.to_owned(),
            range: 0..cursor,
        });
    }
    let command = line.split_whitespace().next()?;
    Some(Target::Argument {
        command: command.to_owned(),
        typed: word.to_owned(),
        range: start..cursor,
    })
}

/// `src/a.rs:10-40` is a pattern and a range of lines.
fn split_lines(mention: &str) -> (&str, &str) {
    match mention.rsplit_once(':') {
        Some((pattern, lines))
            if lines.chars().all(|c| c.is_ascii_digit() || c == '-') && !pattern.is_empty() =>
        {
            (pattern, mention.get(pattern.len()..).unwrap_or_default())
        }
        _ => (mention, ""),
    }
}

impl Target {
    /// Whether both are completed from the same candidates.
    pub fn same_source(&self, other: &Target) -> bool {
        match (self, other) {
            (Target::Command { .. }, Target::Command { .. })
            | (Target::File { .. }, Target::File { .. }) => true,
            (
                Target::Argument { command, range, .. },
                Target::Argument {
                    command: other,
                    range: place,
                    ..
                },
            ) => command == other && range.start == place.start,
            _ => false,
        }
    }

    /// Whether what comes is already matched and in order.
    pub fn is_matched_elsewhere(&self) -> bool {
        match self {
            Target::File { .. } => true,
            Target::Argument { command, .. } => crate::slash::find(command)
                .is_some_and(|found| found.completion == crate::slash::Completion::Files),
            Target::Command { .. } => false,
        }
    }

    /// What is typed of it.
    pub fn typed(&self) -> &str {
        match self {
            Target::Command { name, .. } => name,
            Target::Argument { typed, .. } => typed,
            Target::File { pattern, .. } => pattern,
        }
    }

    /// What is put where for a candidate, with a blank behind it.
    pub fn replacement(&self, insert: &str) -> (Range<usize>, String) {
        let quoted = || {
            if insert.contains(char::is_whitespace) {
                format!("\"{insert}\" ")
            } else {
                format!("{insert} ")
            }
        };
        match self {
            Target::Command { range, .. } => (range.clone(), format!("/{insert} ")),
            Target::Argument { range, .. } => (range.clone(), quoted()),
            Target::File { lines, range, .. } => (range.clone(), format!("@{insert}{lines} ")),
        }
    }
}
