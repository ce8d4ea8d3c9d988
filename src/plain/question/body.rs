//! What a question is about: the command, the files, the difference, the options.

use super::Extent;
use crate::plain::text::{code, exact, exact_line, line};
use crate::protocol::approval::{DeleteItem, Prompt, PromptBody, Validation};
use crate::protocol::change::{DiffLineKind, FileDiff};
use crate::words::counted;

/// Lines of a difference that are read out with the question; `show` reads all of it.
const DIFF_LINES: usize = 60;

pub(super) fn body(prompt: &Prompt, extent: Extent) -> Vec<String> {
    match &prompt.body {
        PromptBody::Write { diff, note, .. } => {
            let mut lines: Vec<String> = note
                .iter()
                .map(|note| format!("Note: {}", line(note)))
                .collect();
            let most = match extent {
                Extent::First => DIFF_LINES,
                Extent::Whole => usize::MAX,
            };
            lines.extend(difference(diff, most));
            lines
        }
        PromptBody::Command {
            command,
            cwd,
            sandbox,
            staged,
            touches,
            uncovered,
        } => {
            let text = exact(command);
            let mut lines = match text.as_slice() {
                [one] => vec![format!("Command: {one}")],
                several => {
                    let mut lines = vec![format!("Command, {}:", counted(several.len(), "line"))];
                    lines.extend(several.iter().map(|line| format!("  {line}")));
                    lines
                }
            };
            lines.push(format!(
                "Folder: {}. Sandbox: {}.",
                match cwd.as_str() {
                    "." | "" => "the root of the workspace".to_owned(),
                    folder => exact_line(folder),
                },
                line(sandbox)
            ));
            if let Some(staged) = staged {
                lines.push(format!(
                    "Not on the disk as you see it: {} in {} ({}).",
                    counted(staged.hunks, "hunk"),
                    counted(staged.files.len(), "file"),
                    staged
                        .files
                        .iter()
                        .map(|file| exact_line(file))
                        .collect::<Vec<_>>()
                        .join(", ")
                ));
            }
            lines.extend(
                touches
                    .iter()
                    .map(|item| format!("Touches: {}", file(item))),
            );
            lines.extend(
                uncovered
                    .iter()
                    .map(|words| format!("Not covered: {}", line(words))),
            );
            lines
        }
        PromptBody::Delete { files } => files
            .iter()
            .enumerate()
            .map(|(at, item)| format!("File {}: {}", at + 1, file(item)))
            .collect(),
        PromptBody::Confirm { .. } => Vec::new(),
        PromptBody::Input { validation, .. } => validation_words(validation),
        PromptBody::Select { options, .. } => options
            .iter()
            .enumerate()
            .map(|(at, option)| format!("{}. {}", at + 1, exact_line(option)))
            .collect(),
    }
}

pub(super) fn file(item: &DeleteItem) -> String {
    format!(
        "{}, {}, {}, {}",
        exact_line(&item.path),
        counted(item.files, "file"),
        counted(item.bytes, "byte"),
        line(&item.note)
    )
}

pub(super) fn validation_words(validation: &Validation) -> Vec<String> {
    let words = match validation {
        Validation::None => return Vec::new(),
        Validation::NotEmpty => "It must not be empty.".to_owned(),
        Validation::Number => "It must be a number.".to_owned(),
        Validation::Path => "It must be a path inside the workspace.".to_owned(),
        Validation::Pattern(pattern) => format!("It must fit the pattern {}.", exact_line(pattern)),
    };
    vec![words]
}

/// A difference with + and -, cut after so many lines.
pub(in crate::plain) fn difference(diff: &FileDiff, most: usize) -> Vec<String> {
    let all: usize = diff.hunks.iter().map(|hunk| hunk.lines.len()).sum();
    let mut lines = Vec::new();
    let mut left = most;
    for (at, hunk) in diff.hunks.iter().enumerate() {
        if left == 0 {
            break;
        }
        lines.push(format!(
            "Part {} of {}, from line {}:",
            at + 1,
            diff.hunks.len(),
            hunk.new_start
        ));
        for row in hunk.lines.iter().take(left) {
            let sign = match row.kind {
                DiffLineKind::Context => ' ',
                DiffLineKind::Add => '+',
                DiffLineKind::Remove => '-',
            };
            lines.push(
                format!("{sign} {}", code(&row.content))
                    .trim_end()
                    .to_owned(),
            );
        }
        left = left.saturating_sub(hunk.lines.len());
    }
    if all > most {
        lines.push(format!(
            "{} more: \"show\" reads all of it.",
            counted(all - most, "line")
        ));
    }
    if diff.truncated {
        lines.push("The difference is too long to be shown whole.".to_owned());
    }
    lines
}
