//! Open requests to the engine, so that each reply is matched to its purpose.

use super::change_authors::ChangeAuthors;
use super::complete::Completing;
use super::find::Finding;
use super::settings::SettingsTask;
use super::text_entry::EditSubject;
use client::slash::Formatter;
use notice::Notice;
use protocol::command::Command;
use protocol::ids::{FileId, HunkId, QuestionId, SessionId};
use protocol::review::rollback::RollbackRequest;
use protocol::review::{ApplySummary, ReviewBase};

/// Number that matches a reply to its query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct QueryNumber(pub u64);

/// The progress of a sent command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Until {
    /// The engine has accepted the command, and its immediate events were delivered.
    Taken,
    /// The engine has no work in flight any more.
    Idle,
}

/// The point at which the result of a command has been printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SettledWhen {
    /// Nothing to wait for.
    AtOnce,
    /// When the engine has accepted it.
    Taken,
    /// When the work that it starts is done: reading texts or the disk.
    Worked,
}

/// The operation to undo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UndoTarget {
    /// The last operation, whatever it was.
    Anything,
    /// Only a rollback.
    ARollback,
}

/// The purpose of a request.
#[derive(Debug)]
pub(super) enum PendingQuery {
    /// A slash command; these commands follow unless it fails.
    Slash(Formatter, Vec<Command>),
    Custom,
    History,
    Workspace,
    Draft(SessionId),
    /// A session to show.
    Session(SessionId),
    /// The sessions, to choose from, or to find the one with this name.
    Sessions(Option<String>),
    Models,
    Figures,
    Note,
    /// A search for this text.
    Found(String),
    /// Lines of a file to read out.
    Place(String),
    /// A text to edit.
    Edit(EditSubject),
    /// The hunks that a question proposes.
    QuestionHunks(QuestionId),
    QuestionRows(QuestionId, Vec<protocol::review::view::HunkRow>),
    /// The files under review, to be listed.
    ReviewFiles(ReviewBase),
    /// One file under review.
    ReviewFile(FileId),
    /// Rows of a file: the hunk, and its label.
    ReviewRows(Option<HunkId>, String),
    /// The result of applying.
    ReviewResult(String),
    /// A summary of what applying would write.
    Summary,
    /// The last review operation, before it is undone: any, or only a rollback.
    LastOperation(UndoTarget),
    Comments,
    /// The preview of a rollback.
    Preview(RollbackRequest),
    /// The diff of a rollback or between two checkpoints.
    Compared(String),
    /// The checkpoints: to be listed, or to act on one of them.
    Checkpoints(Option<(u64, super::timeline::TimelineAction)>),
    /// The state of the changes of each run or call.
    Changers(ChangeAuthors),
    /// The diff of undoing the last rollback, before the user is asked about it by its label.
    UndoDiff(Notice),
    /// The entries of a folder.
    Tree,
    /// The files that match this pattern.
    Fitting(String),
    /// Lines of this file, from this line on.
    Reading(String, u32),
    /// The diff of a file.
    FileDiff,
    /// The text of a file to search.
    Finding(Finding),
    /// The completions of the typed text.
    Completing(Completing),
    /// A picture to attach to the next message.
    Picture,
    /// A task on settings shared by all workspaces.
    Job(SettingsTask),
    /// The result of the search for a model.
    Model,
    /// The state of the session after the last line.
    Last,
    /// Progress of sent commands.
    Orders(SettledWhen, Until),
}

/// Returns the summary of what applying would write, as lines.
pub(super) fn summary_lines(summary: &ApplySummary) -> Vec<String> {
    use super::text::{line, told};
    use l10n::{counted, say};
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
    if summary.unreported > 0 {
        lines.push(say!("plain-summary-untold", count = summary.unreported));
    }
    lines
}
