//! The requests that wait for the engine: each has a number, which its reply carries, and a purpose,
//! which decides what happens with the reply.

use super::change_authors::ChangeAuthors;
use super::complete::Completing;
use super::find::Finding;
use super::text_entry::EditSubject;
use client::connection::CommandProgress;
use client::slash::SlashQuery;
use notice::Notice;
use protocol::ids::{FileId, HunkId, QuestionId, SessionId};
use protocol::review::rollback::RollbackRequest;
use protocol::review::view::HunkRow;
use protocol::review::{ApplyScope, ApplySummary, ReviewBase};

/// When the result of a command has been printed, so that the next line may be handled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ResultReady {
    /// The command prints nothing.
    AtOnce,
    /// After the engine has accepted the command.
    Accepted,
    /// After the work that the command starts, such as reading files.
    Done,
}

/// The operation that `undo` takes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UndoTarget {
    /// The last operation of any kind.
    AnyOperation,
    /// The last operation, if it was a rollback.
    RollbackOnly,
}

/// The purpose of a request that has no reply yet.
#[derive(Debug)]
pub(super) enum PendingRequest {
    Slash(SlashQuery),
    CustomCommands,
    History,
    Workspace,
    Draft(SessionId),
    /// Shows the session.
    Session(SessionId),
    /// Lists the sessions to choose from.
    Sessions,
    Models,
    Figures,
    /// Opens the workspace's note for editing.
    Note,
    /// Lists the messages in which this text was found.
    Search(String),
    /// Prints lines of a file below this title.
    LinesAround(String),
    /// Opens a text for editing.
    Edit(EditSubject),
    /// Fetches the hunks that a question proposes.
    QuestionHunks(QuestionId),
    /// Fetches the rows of these hunks, to print them.
    QuestionRows(QuestionId, Vec<HunkRow>),
    /// Lists the files under review.
    ReviewFiles(ReviewBase),
    ReviewFile(FileId),
    /// Prints rows of a file below this label: those of one hunk, or all.
    ReviewRows(Option<HunkId>, String),
    /// Quotes these rows in a comment.
    GitComment(Box<super::review::GitComment>),
    /// Prints the lines that a file or hunk would have, below its name.
    ReviewResult(String),
    /// Prints what applying would write, and asks whether to do it.
    ApplySummary(ApplyScope),
    /// Learns what the last review operation was, before it is undone.
    LastOperation(UndoTarget),
    Comments,
    RollbackPreview(RollbackRequest),
    /// Prints the diff of a rollback, or between two checkpoints, below this title.
    StoredDiff(String),
    /// Lists the checkpoints; with an action, finds the one with this number and acts on it.
    Checkpoints(Option<(u64, super::timeline::TimelineAction)>),
    /// Lists the runs or calls with the state of their changes.
    ChangeAuthors(ChangeAuthors),
    /// Prints the diff of undoing the last rollback, then asks about it by this label.
    UndoDiff(Notice),
    Tree,
    /// Lists the files that match this pattern.
    MatchingFiles(String),
    /// Prints lines of this file, from this line number on.
    LinesFrom(String, u32),
    FileDiff,
    /// Searches the text of the file.
    Finding(Finding),
    Completing(Completing),
    /// Attaches the picture to the next message.
    Picture,
    /// Waits for the result of the search for a model.
    ModelSearch,
    /// Checks after the last line whether the session has finished.
    FinalSnapshot,
    /// Waits until the sent commands have progressed this far.
    Settling(ResultReady, CommandProgress),
}

/// Returns the summary of what applying would write, as lines.
pub(super) fn summary_lines(summary: &ApplySummary) -> Vec<String> {
    use super::text::{line, told};
    use client::review::{ForeignText, apply_notes};
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
    let shown = ForeignText {
        path: line,
        reason: told,
    };
    let notes = apply_notes(summary, shown);
    lines.extend(notes.into_iter().map(|note| format!("- {note}")));
    if summary.unreported > 0 {
        lines.push(say!("plain-summary-untold", count = summary.unreported));
    }
    lines
}
