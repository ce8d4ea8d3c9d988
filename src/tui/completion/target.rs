//! The target of the completion at the cursor: a command's name, its argument, or a file. Pure.

use std::ops::Range;

use client::slash::{Completion, find};

/// The target of the completion, with its place in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// The name of a command.
    Command {
        /// The typed part.
        name: String,
        /// Place in the text, with the slash.
        range: Range<usize>,
    },
    /// An argument of a command.
    Argument {
        command: String,
        /// The source of candidates for this argument.
        completion: Completion,
        /// The argument before it.
        before: Option<String>,
        /// The typed part of the argument.
        typed: String,
        range: Range<usize>,
    },
    /// A file or a folder behind `@`, or a file as an argument.
    File {
        /// The fuzzy pattern, without the range of lines.
        pattern: String,
        /// The range of lines as typed, `:10-40`, or nothing.
        lines: String,
        /// Place in the text, with the `@`.
        range: Range<usize>,
        /// The sign before the path.
        sign: &'static str,
    },
    /// The line range behind a known file.
    Lines {
        path: String,
        /// The typed part of the range, without the colon.
        typed: String,
        /// Place in the text, with the path.
        range: Range<usize>,
        /// The sign before the path.
        sign: &'static str,
    },
}

/// Returns the target at `cursor`; `None` if there is none.
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

fn is_one_word(text: &str) -> bool {
    !text.contains(char::is_whitespace)
}

/// Returns the folder of a typed path: `src` for `src/to`.
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

/// Splits `src/a.rs:10-40` into a pattern and a line range.
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
    /// Converts the target to the line range of the known file, if that, or a word for what the
    /// file defines, is what is typed.
    #[must_use]
    pub fn in_known_file(self, known: Option<&str>) -> Self {
        let Target::File {
            pattern,
            lines,
            range,
            sign,
        } = &self
        else {
            return self;
        };
        let whole = format!("{pattern}{lines}");
        let Some((path, typed)) = known.and_then(|path| {
            let typed = whole.strip_prefix(path)?.strip_prefix(':')?;
            Some((path.to_owned(), typed.to_owned()))
        }) else {
            return self;
        };
        Target::Lines {
            path,
            typed,
            range: range.clone(),
            sign,
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
                // Folder candidates come from one folder at a time.
                let is_moved =
                    *completion == Completion::Folders && folder_of(typed) != folder_of(now);
                command == other && range.start == place.start && !is_moved
            }
            _ => false,
        }
    }

    /// Whether the target is a command's name.
    pub fn is_of_commands(&self) -> bool {
        match self {
            Target::Command { .. } => true,
            Target::Argument { completion, .. } => *completion == Completion::Topics,
            Target::File { .. } | Target::Lines { .. } => false,
        }
    }

    /// Whether the arriving candidates are already matched and ordered.
    pub fn is_matched_elsewhere(&self) -> bool {
        matches!(self, Target::File { .. })
    }

    /// Returns the typed part.
    pub fn typed(&self) -> &str {
        match self {
            Target::Command { name, .. } => name,
            Target::Argument { typed, .. } | Target::Lines { typed, .. } => typed,
            Target::File { pattern, .. } => pattern,
        }
    }

    /// Returns the range to replace and its new text for a candidate, with a blank behind it.
    pub fn replacement(&self, insert: &str) -> (Range<usize>, String) {
        let quoted = |text: String| {
            if is_one_word(&text) {
                format!("{text} ")
            } else {
                format!("\"{text}\" ")
            }
        };
        match self {
            Target::Command { range, .. } => (range.clone(), format!("/{insert} ")),
            Target::Argument { range, .. } => (range.clone(), quoted(insert.to_owned())),
            // The completion goes on in a folder that was not typed yet.
            Target::File {
                pattern,
                range,
                sign,
                ..
            } if insert.ends_with('/') && pattern != insert && is_one_word(insert) => {
                (range.clone(), format!("{sign}{insert}"))
            }
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
