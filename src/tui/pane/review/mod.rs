//! The review view: shows the changes in three columns, two or one, hunk by hunk.
//!
//! Owns the state of the view (the current file, the rows around the screen, the position in
//! them, the open dialog) and the effect of keys on it. Reads no files and calls nobody: it
//! lists its open queries ([`Review::take_queries`]), receives the answers, and returns commands
//! as effects. Marks change nothing on the disk: the sheet that asks for applying is a dialog.
//! The same view shows the proposal of an open question; its marks are then local, and `y`
//! answers the question.

mod act;
mod answers;
mod ask;
mod decide;
mod dialog;
mod draw;
pub(super) mod field;
mod keys;
mod lines;
mod marks;
mod moves;
mod row_cache;
mod search;
mod stream;
mod subject;
#[cfg(test)]
pub(crate) mod tests;
mod text;
mod words;

pub use field::{Enter, Field, FieldOutcome};

use jiff::tz::TimeZone;

use crate::effect::Effect;
use dialog::ReviewDialog;
use draw::LaidOutReview;
use lines::Splitting;
use marks::Marks;
use notice::Notice;
use protocol::approval::{Question, Risk};
use protocol::command::Command;
use protocol::ids::{CommentId, ContentHash, FileId, HunkId, QuestionId, SessionId};
use protocol::review::view::{ViewLayout, Whitespace};
use protocol::review::{
    Comment, FileReview, LineOwner, ReviewBase, ReviewCommand, ReviewQuery, ReviewSubject,
};
use row_cache::RowCache;
use search::Search;
use stream::Stream;

/// Position at which the review opens.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum ReviewTarget {
    /// At an undecided hunk, or where there was one.
    #[default]
    Somewhere,
    /// In this file, at a line of PROPOSED if one is given.
    Path {
        /// Path of the file, relative to the root.
        path: String,
        /// Line number, from 1.
        line: Option<u32>,
    },
    Hunk {
        file: FileId,
        hunk: HunkId,
    },
}

/// Subject of the review.
#[derive(Debug, Clone, PartialEq)]
enum Subject {
    /// The files that changed since the base: the session's, or those that git knows.
    Files,
    /// The proposal of a question.
    Question(Proposal),
}

/// A question and the marks on its hunks.
#[derive(Debug, Clone, PartialEq)]
struct Proposal {
    question: QuestionId,
    shown: ContentHash,
    risk: Risk,
    marks: Marks,
    /// Number of rows, counted from the top without a gap, that were on the screen.
    seen: u32,
}

/// Scroll position to take once the requested rows arrive.
#[derive(Debug, Clone, PartialEq, Eq)]
enum ScrollTarget {
    /// The first undecided hunk.
    FirstOpen,
    FirstHunk,
    LastHunk,
    Hunk(HunkId),
    /// A line of PROPOSED.
    Line(u32),
    /// The present position: a row offset from a hunk, or the same row.
    Anchor {
        hunk: Option<(HunkId, i64)>,
        row: u32,
        above: u32,
    },
}

/// Display of lines that are longer than their column.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Lines {
    #[default]
    Cut,
    Wrapped,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Visibility {
    #[default]
    Yes,
    No,
}

/// Whether the result of applying is shown below the rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Preview {
    /// Only where there is much room.
    #[default]
    ByRoom,
    On,
    Off,
}

/// The result that applying would give near a hunk.
#[derive(Debug, Clone, PartialEq)]
struct Result {
    hunk: HunkId,
    version: u64,
    first_line: u32,
    lines: Vec<(String, LineOwner)>,
    note: Option<Notice>,
}

/// Parts of the view that are out of date.
#[derive(Debug, Clone, Copy, Default)]
struct Stale {
    files: bool,
    file: bool,
    comments: bool,
}

#[derive(Debug)]
pub struct Review {
    session: SessionId,
    subject: Subject,
    since: ReviewBase,
    zone: TimeZone,
    files: Vec<FileReview>,
    /// Target to scroll to as soon as the files are known.
    place: Option<ReviewTarget>,
    of: Option<ReviewSubject>,
    goal: Option<ScrollTarget>,
    row_cache: Option<RowCache>,
    coming: Option<(RowCache, ScrollTarget)>,
    layout: Option<ViewLayout>,
    context: u32,
    opened: Vec<(u32, u32)>,
    whitespace: Whitespace,
    columns: [Visibility; 3],
    lines: Lines,
    column: usize,
    top: u32,
    /// Screen lines of a wrapped top row that lie above the screen.
    skip: usize,
    cursor: u32,
    /// The other end of the selection.
    select: Option<u32>,
    dialog: Option<ReviewDialog>,
    /// The last text that the user left without accepting it.
    left: Option<Box<dialog::TextDialog>>,
    /// The last text that the user accepted, kept until its outcome is known.
    sent: Option<Box<dialog::TextDialog>>,
    comments: Vec<Comment>,
    /// The comment that was just kept here, until it is shown.
    kept: Option<CommentId>,
    preview: Preview,
    /// Results of applying near the current hunk and its neighbours; the latest answers come last.
    results: Vec<Result>,
    splitting: Option<Splitting>,
    /// Whether an undo or redo started from this view is still running; its completion is then
    /// reported and shown.
    moving: bool,
    /// The hunk and the text that `$EDITOR` was given.
    external: Option<(HunkId, String)>,
    search: Option<Search>,
    stream: Option<Stream>,
    /// Whether the file list beside the rows is shown.
    list: Visibility,
    /// Whether a key that decides was pressed and is not known yet to have been alone.
    held: bool,
    stale: Stale,
    take_queries: Vec<ReviewQuery>,
    asked: Vec<ReviewQuery>,
    refused: Vec<ReviewQuery>,
    /// The reason why the files cannot be listed.
    trouble: Option<Notice>,
    /// Width of the screen in columns; `width` is the part that the rows have.
    screen: u16,
    width: u16,
    height: u16,
    /// Rows of the current hunk below the last row on the screen.
    below: u32,
    laid: LaidOutReview,
}

/// Lines of context around a change.
const CONTEXT: u32 = 3;

impl Review {
    /// Creates a review of the files that changed since a base.
    pub fn of_files(session: SessionId, since: ReviewBase, zone: TimeZone) -> Self {
        Self::new(session, Subject::Files, since, zone)
    }

    /// Creates a review of a question's proposal.
    pub fn of_question(session: SessionId, prompt: &Question, zone: TimeZone) -> Self {
        let proposal = Proposal {
            question: prompt.id,
            shown: prompt.shown,
            risk: prompt.risk.risk,
            marks: Marks::default(),
            seen: 0,
        };
        let subject = Subject::Question(proposal);
        let mut review = Self::new(session, subject, ReviewBase::Open, zone);
        review.of = Some(ReviewSubject::Question {
            question: prompt.id,
        });
        review.goal = Some(ScrollTarget::FirstOpen);
        review
    }

    fn new(session: SessionId, subject: Subject, since: ReviewBase, zone: TimeZone) -> Self {
        Self {
            session,
            subject,
            since,
            zone,
            files: Vec::new(),
            place: None,
            of: None,
            goal: None,
            row_cache: None,
            coming: None,
            layout: None,
            context: CONTEXT,
            opened: Vec::new(),
            whitespace: Whitespace::default(),
            columns: [Visibility::Yes; 3],
            lines: Lines::default(),
            column: 0,
            top: 0,
            skip: 0,
            cursor: 0,
            select: None,
            dialog: None,
            left: None,
            sent: None,
            comments: Vec::new(),
            kept: None,
            preview: Preview::default(),
            results: Vec::new(),
            splitting: None,
            moving: false,
            external: None,
            search: None,
            stream: None,
            list: Visibility::Yes,
            held: false,
            stale: Stale {
                files: true,
                file: false,
                comments: true,
            },
            take_queries: Vec::new(),
            asked: Vec::new(),
            refused: Vec::new(),
            trouble: None,
            screen: 0,
            width: 0,
            height: 0,
            below: 0,
            laid: LaidOutReview::default(),
        }
    }

    /// Returns the effect that sends a command about the review.
    fn order(&self, order: ReviewCommand) -> Effect {
        let session = self.session;
        Effect::Send(Command::Review { session, order })
    }

    /// Goes to a target, at once or as soon as its position is known.
    pub fn show(&mut self, place: ReviewTarget) {
        self.stale.files = true;
        self.stale.file = true;
        self.refused.clear();
        if place != ReviewTarget::Somewhere || self.of.is_none() {
            self.place = Some(place);
            self.go_to_place();
        }
    }

    /// Returns the question that the view shows.
    pub fn question(&self) -> Option<QuestionId> {
        match &self.subject {
            Subject::Files => None,
            Subject::Question(proposal) => Some(proposal.question),
        }
    }

    /// Handles a question that was asked again because its proposal changed.
    pub fn question_changed(&mut self, prompt: &Question) {
        let Subject::Question(proposal) = &mut self.subject else {
            return;
        };
        if proposal.question == prompt.id && proposal.shown != prompt.shown {
            proposal.shown = prompt.shown;
            proposal.marks = Marks::default();
            proposal.seen = 0;
            self.held = false;
            self.dialog = None;
            self.row_cache = None;
            self.coming = None;
            self.goal = Some(ScrollTarget::FirstOpen);
            self.refresh();
        }
    }

    /// Returns the current file.
    pub fn file(&self) -> Option<&FileReview> {
        self.row_cache.as_ref().map(|row_cache| &row_cache.file)
    }

    /// Returns the current file and hunk, for a rollback.
    pub fn at_hand(&self) -> Option<(FileId, Option<HunkId>)> {
        let row_cache = self.row_cache.as_ref().filter(|_| !self.is_of_git())?;
        Some((row_cache.file.file, self.hunk_at_hand().map(|hunk| hunk.id)))
    }

    /// Whether a better diff of a long file is being computed.
    pub fn is_refining(&self) -> bool {
        self.row_cache
            .as_ref()
            .is_some_and(|row_cache| row_cache.refining)
    }

    /// Requests a better diff of the shown file, if one is being computed.
    pub fn refine(&mut self) {
        self.stale.file |= self.is_refining();
    }

    /// Whether the view waits for the answer to a query.
    fn has_asked(&self, question: &ReviewQuery) -> bool {
        self.asked.contains(question)
    }

    /// Requests everything shown again, after something changed or may have changed; the old
    /// content stays until the answers arrive.
    pub fn refresh(&mut self) {
        self.stale = Stale {
            files: true,
            file: true,
            comments: true,
        };
        self.refused.clear();
    }
}
