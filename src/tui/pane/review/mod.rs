//! The review: what was changed, in three columns, two or one, hunk by hunk.
//!
//! Owns what the view keeps (which file, the rows around the screen, the place in them, what is
//! open over it) and what keys do to it. It reads no file and asks nobody: it says which questions
//! it has ([`Review::wishes`]) and is given the answers, and gives orders as [`ReviewEffect`].
//! Marks change nothing on the disk; only the summary's `y` orders a save. The same view shows
//! what an open question would write; marks are its own then, and `y` answers the question.

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
#[cfg(test)]
pub(in crate::tui) mod tests;
mod text;
mod words;

pub use field::{Enter, Field, FieldOutcome};

use jiff::tz::TimeZone;

use crate::protocol::approval::{Answer, Question, Risk};
use crate::protocol::event::NoticeLevel;
use crate::protocol::ids::{ContentHash, FileId, HunkId, QuestionId};
use crate::protocol::review::view::{ViewLayout, Whitespace};
use crate::protocol::review::{
    Comment, FileReview, LineOwner, ReviewBase, ReviewCommand, ReviewQuery, ReviewSubject,
};
use dialog::ReviewDialog;
use draw::LaidOutReview;
use lines::Splitting;
use marks::Marks;
use row_cache::RowCache;
use search::Search;
use stream::Stream;

/// What a key in the review comes to, beside what it does here.
#[derive(Debug, Clone, PartialEq)]
pub enum ReviewEffect {
    /// An order for the engine.
    Order(ReviewCommand),
    /// The answer to the question that is looked at.
    Answer(Answer),
    /// This text is to be copied.
    Copy(String),
    /// Lines of a file are to be pinned into the context.
    Pin {
        path: String,
        /// First line, from 1.
        start_line: u32,
        end_line: u32,
    },
    /// What a hunk proposes is to be edited in `$EDITOR`, then [`Review::edited`].
    Edit { hunk: HunkId, text: String },
    /// A word for the human.
    Say(NoticeLevel, String),
    /// All of what a question would write was on the screen.
    SeenInFull(QuestionId),
    /// What a question proposes cannot be shown here.
    NotShown(QuestionId),
    /// The review is left; everything is kept.
    Close,
}

/// Where the review is opened.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum ReviewTarget {
    /// Where something is undecided, or where one was.
    #[default]
    Somewhere,
    /// In this file, at a line of what is proposed where one is named.
    Path {
        /// The file, relative to the root.
        path: String,
        /// The line, from 1.
        line: Option<u32>,
    },
    /// At a hunk of a file.
    Hunk { file: FileId, hunk: HunkId },
}

/// What is looked at.
#[derive(Debug, Clone, PartialEq)]
enum Subject {
    /// The session's files.
    Files,
    /// What a question would write.
    Prompt(Proposal),
}

/// A question and the marks that were made about it.
#[derive(Debug, Clone, PartialEq)]
struct Proposal {
    prompt: QuestionId,
    shown: ContentHash,
    risk: Risk,
    marks: Marks,
    /// The rows from the top that were on the screen, without a gap.
    seen: u32,
}

/// Where the screen goes in rows that are on their way.
#[derive(Debug, Clone, PartialEq, Eq)]
enum ScrollTarget {
    /// The first hunk that is not decided.
    FirstOpen,
    /// The first hunk.
    FirstHunk,
    /// The last hunk.
    LastHunk,
    Hunk(HunkId),
    /// This line of PROPOSED.
    Line(u32),
    /// As it is: so many rows from a hunk, or the same row.
    Anchor {
        hunk: Option<(HunkId, i64)>,
        row: u32,
        above: u32,
    },
}

/// How long lines are shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Lines {
    #[default]
    Cut,
    Wrapped,
}

/// Whether something is shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Visibility {
    #[default]
    Yes,
    No,
}

/// Whether the result of saving is shown below.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Preview {
    /// Where there is much room.
    #[default]
    ByRoom,
    On,
    Off,
}

/// What saving would give near a hunk.
#[derive(Debug, Clone, PartialEq)]
struct Result {
    hunk: HunkId,
    version: u64,
    first_line: u32,
    lines: Vec<(String, LineOwner)>,
    note: Option<String>,
}

/// What is out of date.
#[derive(Debug, Clone, Copy, Default)]
struct Stale {
    files: bool,
    file: bool,
    comments: bool,
}

#[derive(Debug)]
pub struct Review {
    subject: Subject,
    since: ReviewBase,
    zone: TimeZone,
    files: Vec<FileReview>,
    /// Where the screen goes as soon as the files are known.
    place: Option<ReviewTarget>,
    of: Option<ReviewSubject>,
    goal: Option<ScrollTarget>,
    sight: Option<RowCache>,
    coming: Option<(RowCache, ScrollTarget)>,
    layout: Option<ViewLayout>,
    context: u32,
    opened: Vec<(u32, u32)>,
    whitespace: Whitespace,
    columns: [Visibility; 3],
    lines: Lines,
    column: usize,
    top: u32,
    /// Screen lines of the top row that are above the screen, where it is wrapped.
    skip: usize,
    cursor: u32,
    /// The other end of the lines that are selected.
    select: Option<u32>,
    sheet: Option<ReviewDialog>,
    /// The last text that was left before it was taken.
    left: Option<Box<dialog::TextSheet>>,
    /// The last text that was taken, until it is known what came of it.
    sent: Option<Box<dialog::TextSheet>>,
    comments: Vec<Comment>,
    preview: Preview,
    /// What saving would give near the hunk at hand and its neighbours, the last answers last.
    results: Vec<Result>,
    splitting: Option<Splitting>,
    /// Whether something is being undone or done again from here: it is said and shown when it is.
    moving: bool,
    search: Option<Search>,
    stream: Option<Stream>,
    /// The files beside the rows.
    list: Visibility,
    /// A key that decides was pressed and is not known to have been alone yet.
    held: bool,
    stale: Stale,
    wishes: Vec<ReviewQuery>,
    asked: Vec<ReviewQuery>,
    refused: Vec<ReviewQuery>,
    /// Columns of the screen, and of it those that the rows have.
    screen: u16,
    width: u16,
    height: u16,
    /// Rows of the hunk at hand below the last one on the screen.
    below: u32,
    laid: LaidOutReview,
}

/// Lines of context around a change.
const CONTEXT: u32 = 3;

impl Review {
    /// A review of the session's files.
    pub fn of_files(since: ReviewBase, zone: TimeZone) -> Self {
        Self::new(Subject::Files, since, zone)
    }

    /// A review of what a question would write.
    pub fn of_prompt(prompt: &Question, zone: TimeZone) -> Self {
        let proposal = Proposal {
            prompt: prompt.id,
            shown: prompt.shown,
            risk: prompt.risk.risk,
            marks: Marks::default(),
            seen: 0,
        };
        let mut review = Self::new(Subject::Prompt(proposal), ReviewBase::Open, zone);
        review.of = Some(ReviewSubject::Prompt { prompt: prompt.id });
        review.goal = Some(ScrollTarget::FirstOpen);
        review
    }

    fn new(subject: Subject, since: ReviewBase, zone: TimeZone) -> Self {
        Self {
            subject,
            since,
            zone,
            files: Vec::new(),
            place: None,
            of: None,
            goal: None,
            sight: None,
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
            sheet: None,
            left: None,
            sent: None,
            comments: Vec::new(),
            preview: Preview::default(),
            results: Vec::new(),
            splitting: None,
            moving: false,
            search: None,
            stream: None,
            list: Visibility::Yes,
            held: false,
            stale: Stale {
                files: true,
                file: false,
                comments: true,
            },
            wishes: Vec::new(),
            asked: Vec::new(),
            refused: Vec::new(),
            screen: 0,
            width: 0,
            height: 0,
            below: 0,
            laid: LaidOutReview::default(),
        }
    }

    /// Goes to a place, at once or as soon as it is known where that is.
    pub fn show(&mut self, place: ReviewTarget) {
        self.stale.files = true;
        self.stale.file = true;
        self.refused.clear();
        if place != ReviewTarget::Somewhere || self.of.is_none() {
            self.place = Some(place);
            self.go_to_place();
        }
    }

    /// The question that is looked at.
    pub fn prompt(&self) -> Option<QuestionId> {
        match &self.subject {
            Subject::Files => None,
            Subject::Prompt(proposal) => Some(proposal.prompt),
        }
    }

    /// The question was put again because its proposal changed.
    pub fn prompt_changed(&mut self, prompt: &Question) {
        let Subject::Prompt(proposal) = &mut self.subject else {
            return;
        };
        if proposal.prompt == prompt.id && proposal.shown != prompt.shown {
            proposal.shown = prompt.shown;
            proposal.marks = Marks::default();
            proposal.seen = 0;
            self.held = false;
            self.sheet = None;
            self.sight = None;
            self.coming = None;
            self.goal = Some(ScrollTarget::FirstOpen);
            self.refresh();
        }
    }

    /// The file at hand.
    pub fn file(&self) -> Option<&FileReview> {
        self.sight.as_ref().map(|sight| &sight.file)
    }

    /// The file at hand and the hunk, for a rollback.
    pub fn at_hand(&self) -> Option<(FileId, Option<HunkId>)> {
        let sight = self.sight.as_ref()?;
        Some((sight.file.file, self.hunk_at_hand().map(|hunk| hunk.id)))
    }

    /// Whether a better view of a long file is being made.
    pub fn is_refining(&self) -> bool {
        self.sight.as_ref().is_some_and(|sight| sight.refining)
    }

    /// Asks again for a better view of what is shown.
    pub fn refine(&mut self) {
        self.stale.file |= self.is_refining();
    }

    /// Whether it waits for the answer to a question.
    pub fn has_asked(&self, question: &ReviewQuery) -> bool {
        self.asked.contains(question)
    }

    /// Something changed, or may have: what is shown is asked for anew and stays meanwhile.
    pub fn refresh(&mut self) {
        self.stale = Stale {
            files: true,
            file: true,
            comments: true,
        };
        self.refused.clear();
        if let Some(sheet) = &mut self.sheet {
            sheet.grow_old();
        }
    }
}
