//! What the engine was asked for, so that its answer finds its place.

use super::change_authors::ChangeAuthors;
use super::complete::Completing;
use super::find::Finding;
use super::settings::SettingsTask;
use super::text_entry::EditSubject;
use crate::protocol::command::Command;
use crate::protocol::ids::{FileId, HunkId, QuestionId, SessionId};
use crate::protocol::review::rollback::RollbackRequest;
use crate::protocol::review::{ApplySummary, ReviewBase};
use crate::slash::Formatter;

/// The number of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct QueryNumber(pub u64);

/// How far what was ordered has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Until {
    /// The engine has taken it, and what came of it at once was delivered.
    Taken,
    /// Nothing is in flight any more.
    Idle,
}

/// When what an order leads to has been told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SettledWhen {
    /// There is nothing to wait for.
    AtOnce,
    /// When it was taken.
    Taken,
    /// When the work that it orders is done: it reads texts, or the disk.
    Worked,
}

/// What is taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UndoTarget {
    /// Whatever was done last.
    Anything,
    /// A rollback, and nothing else.
    ARollback,
}

/// Why something was asked.
#[derive(Debug)]
pub(super) enum PendingQuery {
    /// A slash command did; these orders follow unless it fails.
    Slash(Formatter, Vec<Command>),
    Custom,
    History,
    Workspace,
    Draft(SessionId),
    /// A session that is to be shown.
    Session(SessionId),
    /// The sessions, to choose from, or to find the one with this name.
    Sessions(Option<String>),
    Models,
    Figures,
    Note,
    /// A search, and what for.
    Found(String),
    /// Lines of a file that are read out.
    Place(String),
    /// A text that is edited.
    Edit(EditSubject),
    /// The hunks of what a question proposes.
    PromptHunks(QuestionId),
    PromptRows(QuestionId, Vec<crate::protocol::review::view::HunkRow>),
    /// The files under review, to be listed.
    ReviewFiles(ReviewBase),
    /// One of them.
    ReviewFile(FileId),
    /// Rows of a file: which hunk, and what it is called.
    ReviewRows(Option<HunkId>, String),
    /// What saving would give.
    ReviewResult(String),
    /// What a save would write.
    Summary,
    /// The last thing that was done in the review, before it is taken back: any, or a rollback alone.
    LastOperation(UndoTarget),
    Comments,
    /// What a rollback would do.
    Preview(RollbackRequest),
    /// What a rollback would change, or two checkpoints have different.
    Compared(String),
    /// The checkpoints: to be listed, or one of them to do something with.
    Checkpoints(Option<(u64, super::timeline::TimelineAction)>),
    /// What became of what runs or calls have changed.
    Changers(ChangeAuthors),
    /// What taking the last rollback back would change, before it is asked about by its label.
    UndoDiff(String),
    /// What lies in a folder.
    Tree,
    /// The files that fit this.
    Fitting(String),
    /// Lines of this file, from this one on.
    Reading(String, u32),
    /// What is different in a file.
    FileDiff,
    /// A file that is looked through.
    Finding(Finding),
    /// What can stand in the place of what was typed.
    Completing(Completing),
    /// A picture that is attached to the next message.
    Picture,
    /// Something about what is kept for all workspaces.
    Errand(SettingsTask),
    /// What was found where a model was looked for.
    Model,
    /// The session as it is, after the last line.
    Last,
    /// What was ordered.
    Orders(SettledWhen, Until),
}

/// What a save would write, in lines.
pub(super) fn summary_lines(summary: &ApplySummary) -> Vec<String> {
    use super::text::{line, told};
    use crate::l10n::{counted, say};
    let mut lines: Vec<String> = Vec::new();
    for (_, stat) in &summary.files {
        let mut words = say!(
            "plain-summary-file",
            path = line(&stat.path),
            added = counted(stat.added, "line"),
            removed = stat.removed
        );
        let operation = summary
            .operations
            .iter()
            .find(|(path, _)| *path == stat.path);
        if let Some((_, what)) = operation {
            words.push_str(&format!(", {}", told(what)));
        }
        lines.push(words);
    }
    for (path, what) in &summary.operations {
        if !summary.files.iter().any(|(_, stat)| stat.path == *path) {
            lines.push(say!(
                "plain-left-alone",
                path = line(path),
                why = told(what)
            ));
        }
    }
    for (path, why) in &summary.skipped {
        lines.push(say!(
            "plain-summary-skipped",
            path = line(path),
            why = told(why)
        ));
    }
    if summary.pending > 0 {
        lines.push(say!(
            "plain-summary-undecided",
            count = summary.pending,
            hunks = counted(summary.pending, "hunk")
        ));
    }
    if summary.untold > 0 {
        lines.push(say!("plain-summary-untold", count = summary.untold));
    }
    lines
}
