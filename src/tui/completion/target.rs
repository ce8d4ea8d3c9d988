//! What is being completed at the cursor: a command's name, its argument, or a file. Pure.

use std::ops::Range;

use crate::slash::{Completion, find};

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
        command: String,
        /// What completes this argument.
        completion: Completion,
        /// The argument before it.
        before: Option<String>,
        /// What is typed of the argument.
        typed: String,
        range: Range<usize>,
    },
    /// A file behind `@`, or as an argument.
    File {
        /// The fuzzy pattern, without the range of lines.
        pattern: String,
        /// The range of lines as typed, `:10-40`, or nothing.
        lines: String,
        /// Where, with the `@`.
        range: Range<usize>,
        /// What stands before the path.
        sign: &'static str,
    },
    /// The range of lines behind a file that is known.
    Lines {
        path: String,
        /// What is typed of the range, without the colon.
        typed: String,
        /// Where, with the path.
        range: Range<usize>,
        /// What stands before the path.
        sign: &'static str,
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
        return Some(file(mention, start..cursor, "@"));
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
    let mut words = before.get(1..start)?.split_whitespace();
    let command = words.next()?;
    let arguments: Vec<&str> = words.collect();
    let completion = find(command)?.completion.after(&arguments);
    if completion == Completion::Files {
        return Some(file(word, start..cursor, ""));
    }
    Some(Target::Argument {
        command: command.to_owned(),
        completion,
        before: arguments.last().map(|&last| last.to_owned()),
        typed: word.to_owned(),
        range: start..cursor,
    })
}

/// The folder that a path which is typed lies in: `src/to` in `src`.
pub fn folder_of(typed: &str) -> &str {
    typed.rsplit_once('/').map_or("", |(folder, _)| folder)
}

fn file(typed: &str, range: Range<usize>, sign: &'static str) -> Target {
    let (pattern, lines) = split_lines(typed);
    Target::File {
        pattern: pattern.to_owned(),
        lines: lines.to_owned(),
        range,
        sign,
    }
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
    /// The same, where it is the range of lines of this file that is typed.
    #[must_use]
    pub fn in_known_file(self, known: Option<&str>) -> Self {
        match self {
            Target::File {
                pattern,
                lines,
                range,
                sign,
            } if !lines.is_empty() && known == Some(&pattern) => Target::Lines {
                path: pattern,
                typed: lines.trim_start_matches(':').to_owned(),
                range,
                sign,
            },
            other => other,
        }
    }

    /// Whether both are completed from the same candidates.
    pub fn same_source(&self, other: &Target) -> bool {
        match (self, other) {
            (Target::Command { .. }, Target::Command { .. })
            | (Target::File { .. }, Target::File { .. }) => true,
            (Target::Lines { path, .. }, Target::Lines { path: other, .. }) => path == other,
            (
                Target::Argument {
                    command,
                    range,
                    typed,
                    completion,
                    ..
                },
                Target::Argument {
                    command: other,
                    range: place,
                    typed: now,
                    ..
                },
            ) => {
                // Folders are those of one folder at a time.
                let is_moved =
                    *completion == Completion::Folders && folder_of(typed) != folder_of(now);
                command == other && range.start == place.start && !is_moved
            }
            _ => false,
        }
    }

    /// Whether names of commands are completed.
    pub fn is_of_commands(&self) -> bool {
        match self {
            Target::Command { .. } => true,
            Target::Argument { completion, .. } => *completion == Completion::Commands,
            Target::File { .. } | Target::Lines { .. } => false,
        }
    }

    /// Whether what comes is already matched and in order.
    pub fn is_matched_elsewhere(&self) -> bool {
        matches!(self, Target::File { .. })
    }

    /// What is typed of it.
    pub fn typed(&self) -> &str {
        match self {
            Target::Command { name, .. } => name,
            Target::Argument { typed, .. } | Target::Lines { typed, .. } => typed,
            Target::File { pattern, .. } => pattern,
        }
    }

    /// What is put where for a candidate, with a blank behind it.
    pub fn replacement(&self, insert: &str) -> (Range<usize>, String) {
        let quoted = |text: String| {
            if text.contains(char::is_whitespace) {
                format!("\"{text}\" ")
            } else {
                format!("{text} ")
            }
        };
        match self {
            Target::Command { range, .. } => (range.clone(), format!("/{insert} ")),
            Target::Argument { range, .. } => (range.clone(), quoted(insert.to_owned())),
            Target::File {
                lines, range, sign, ..
            } => (
                range.clone(),
                format!("{sign}{}", quoted(format!("{insert}{lines}"))),
            ),
            Target::Lines {
                path, range, sign, ..
            } => (range.clone(), format!("{sign}{path}:{insert} ")),
        }
    }
}
