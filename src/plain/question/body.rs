//! The subject of a question: the command, the files, the diff, the options.

use super::QuestionExtent;
use crate::text::{code, exact, exact_line, exact_name, line, told};
use client::phrases::files;
use client::phrases::sandbox::place_of;
use l10n::{counted, say};
use protocol::approval::{DeleteItem, Question, QuestionBody, Validation};
use protocol::change::{DiffLineKind, FileDiff};

/// Maximum diff lines that are read out with the question; `show` reads all of them.
const DIFF_LINES: usize = 60;

pub(super) fn body(question: &Question, extent: QuestionExtent) -> Vec<String> {
    match &question.body {
        QuestionBody::Write { diff, note, .. } => {
            let mut lines: Vec<String> = note
                .iter()
                .map(|note| say!("plain-note", text = told(note)))
                .collect();
            let most = match extent {
                QuestionExtent::First => DIFF_LINES,
                QuestionExtent::Whole => usize::MAX,
            };
            lines.extend(difference(diff, most));
            lines
        }
        QuestionBody::Command {
            command,
            cwd,
            sandbox,
            proposed,
            touches,
            uncovered,
        } => {
            let text = exact(command);
            let mut lines = match text.as_slice() {
                [one] => vec![say!("plain-command", line = one)],
                several => {
                    let count = counted(several.len(), "line");
                    let mut lines = vec![say!("plain-command-lines", lines = count)];
                    lines.extend(several.iter().map(|line| format!("  {line}")));
                    lines
                }
            };
            lines.push(say!(
                "plain-command-place",
                folder = match cwd.as_str() {
                    "." | "" => say!("plain-root").to_owned(),
                    folder => exact_name(folder),
                },
                sandbox = line(&place_of(sandbox, question.offered_network()))
            ));
            if let Some(proposed) = proposed {
                lines.push(files::proposed(proposed, exact_name));
                if let Some(why) = &proposed.unwritten {
                    lines.push(say!("plain-command-unapplied", why = told(why)));
                }
            }
            for item in touches {
                lines.push(say!("plain-touches", file = file(item)));
                lines.extend(files::inside(item, NAMED_INSIDE, exact_line));
            }
            lines.extend(
                uncovered
                    .iter()
                    .map(|words| say!("plain-not-covered", why = told(words))),
            );
            lines
        }
        QuestionBody::Delete { files } => files
            .iter()
            .enumerate()
            .flat_map(|(at, item)| {
                let line = say!("plain-delete-file", number = at + 1, file = file(item));
                std::iter::once(line).chain(files::inside(item, NAMED_INSIDE, exact_line))
            })
            .collect(),
        QuestionBody::Confirm { .. } => Vec::new(),
        QuestionBody::Input { validation, .. } => validation_words(validation),
        QuestionBody::Select { options, .. } => options
            .iter()
            .enumerate()
            .map(|(at, option)| format!("{}. {}", at + 1, exact_line(option)))
            .collect(),
    }
}

/// Maximum number of files of a folder that the line mode's question names.
const NAMED_INSIDE: usize = 20;

pub(super) fn file(item: &DeleteItem) -> String {
    format!(
        "{}, {}, {}, {}",
        exact_name(&item.path),
        counted(item.files, "file"),
        counted(item.bytes, "byte"),
        told(&item.note)
    )
}

pub(super) fn validation_words(validation: &Validation) -> Vec<String> {
    let words = match validation {
        Validation::None => return Vec::new(),
        Validation::NotEmpty => say!("plain-must-not-be-empty").to_owned(),
        Validation::Number => say!("plain-must-be-number").to_owned(),
        Validation::Path => say!("plain-must-be-path").to_owned(),
        Validation::Pattern(pattern) => {
            say!("plain-must-fit", pattern = exact_line(pattern))
        }
    };
    vec![words]
}

/// Returns a diff with + and -, cut after `most` lines.
pub(crate) fn difference(diff: &FileDiff, most: usize) -> Vec<String> {
    let all: usize = diff.hunks.iter().map(|hunk| hunk.lines.len()).sum();
    let mut lines = Vec::new();
    let mut left = most;
    for (at, hunk) in diff.hunks.iter().enumerate() {
        if left == 0 {
            break;
        }
        lines.push(say!(
            "plain-diff-part",
            place = at + 1,
            of = diff.hunks.len(),
            line = hunk.new_start
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
        lines.push(say!("plain-diff-more", lines = counted(all - most, "line")));
    }
    if diff.truncated {
        lines.push(say!("plain-diff-too-long").to_owned());
    }
    lines
}
