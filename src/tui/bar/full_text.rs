//! Everything that a question would grant, as text. Part of [`Bar`].

use super::Bar;
use super::entry::Entry;
use crate::dialog::full_text::{FullQuestion, FullSource};
use crate::effect::Effect;
use client::phrases::files;
use client::phrases::sandbox::place_of;
use l10n::{said, say};
use protocol::approval::{Question, QuestionBody};
use protocol::change::{DiffLineKind, FileDiff};
use protocol::query::Query;
use protocol::review::{ApplyScope, ReviewQuery};

impl Bar {
    /// Shows everything that the shown question would grant.
    pub(super) fn show_full(&mut self, effects: &mut Vec<Effect>) {
        if let Some(Entry {
            question, draft, ..
        }) = self.current()
        {
            effects.push(Effect::ShowFull(FullQuestion {
                question: question.id,
                title: question.tool.clone(),
                source: full_source(question, draft.edited.as_deref()),
                written: self.written_by(question),
            }));
        }
    }

    /// Returns the query for the changes that a yes applies before the command runs.
    fn written_by(&self, question: &Question) -> Option<Query> {
        let QuestionBody::Command { proposed, .. } = &question.body else {
            return None;
        };
        proposed.as_ref().map(|_| Query::Review {
            session: self.session,
            question: ReviewQuery::ApplyDiff {
                files: Vec::new(),
                of: ApplyScope::Proposed,
            },
        })
    }
}

/// Returns the full text of what a question would grant.
fn full_source(prompt: &Question, edited: Option<&str>) -> FullSource {
    let mut exact = String::new();
    let lines: Vec<String> = match &prompt.body {
        QuestionBody::Write { diff, .. } => diff_lines(diff),
        QuestionBody::Command {
            command,
            cwd,
            sandbox,
            proposed,
            touches,
            uncovered,
        } => {
            exact = edited.unwrap_or(command).to_owned();
            let mut lines = vec![String::new()];
            let proposed = proposed.iter().flat_map(|proposed| &proposed.files);
            lines.extend(proposed.map(|path| say!("whole-proposed", path)));
            let place = place_of(sandbox, prompt.offered_network());
            lines.push(say!("whole-place", cwd, sandbox = place));
            lines.extend(sandbox.lower.as_ref().map(said));
            for item in touches {
                lines.push(say!("whole-touches", path = item.path));
                lines.extend(files::inside(item, usize::MAX, str::to_owned));
            }
            lines.extend(uncovered.as_ref().map(said));
            lines
        }
        QuestionBody::Delete { files } => files
            .iter()
            .flat_map(|item| {
                let line = say!(
                    "whole-delete",
                    path = item.path,
                    files = item.files,
                    note = item.note
                );
                std::iter::once(line).chain(files::inside(item, usize::MAX, str::to_owned))
            })
            .collect(),
        QuestionBody::Confirm { question } => said(question).lines().map(str::to_owned).collect(),
        QuestionBody::Input { question, .. } | QuestionBody::Select { question, .. } => {
            question.lines().map(str::to_owned).collect()
        }
    };
    let reasons = prompt.risk.reasons.iter();
    let reasons = reasons.map(|reason| said(&reason.text));
    let risk = say!("whole-risk", risk = prompt.risk.risk.word());
    let below = [String::new(), risk].into_iter();
    let below = below.chain(reasons.map(|reason| format!("  {reason}")));
    FullSource::new(exact, lines.into_iter().chain(below).collect())
}

/// Formats a diff as lines of text.
pub(crate) fn diff_lines(diff: &FileDiff) -> Vec<String> {
    let mut lines = vec![format!("{}  +{} -{}", diff.path, diff.added, diff.removed)];
    for hunk in &diff.hunks {
        lines.push(format!(
            "@@ -{},{} +{},{} @@",
            hunk.old_start, hunk.old_count, hunk.new_start, hunk.new_count
        ));
        lines.extend(hunk.lines.iter().map(|line| {
            let sign = match line.kind {
                DiffLineKind::Context => ' ',
                DiffLineKind::Add => '+',
                DiffLineKind::Remove => '-',
            };
            format!("{sign}{}", line.content)
        }));
    }
    if diff.truncated {
        lines.push(say!("whole-too-long").to_owned());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use notice::notice;
    use protocol::approval::DeleteItem;

    #[test]
    fn behind_the_whole_text_of_a_deletion_stand_the_files_of_each_folder() {
        let build = DeleteItem {
            path: "build".to_owned(),
            files: 5,
            bytes: 20,
            note: notice!("told-git-not"),
            inside: vec!["build/a.o".to_owned(), "build/sub/b\u{1b}.o".to_owned()],
        };
        let command = QuestionBody::Command {
            command: "rm -rf build".to_owned(),
            cwd: ".".to_owned(),
            sandbox: Default::default(),
            proposed: None,
            touches: vec![build.clone()],
            uncovered: None,
        };
        for body in [command, QuestionBody::Delete { files: vec![build] }] {
            let question = Question {
                body,
                ..crate::tests::prompts::prompt()
            };
            let mut source = full_source(&question, None);
            let lines: Vec<String> = std::iter::from_fn(|| source.next())
                .map(|(line, _)| line)
                .collect();
            let at = lines.iter().position(|line| line.trim() == "build/a.o");
            let at = at.expect("the first file has a line");
            assert!(lines[at + 1].contains("build/sub/b") && !lines[at + 1].contains('\u{1b}'));
            assert!(lines[at + 2].contains("3 files"), "{lines:?}");
        }
    }
}
