//! The differences between two states, file by file, in a box over the panes: two checkpoints, or
//! before and after a rollback.
//!
//! Owns the query, its answer and the place in it. The timeline, the rollback dialog and the question
//! before applying each hold one while it is open, and send its query.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::highlight::Colours;
use crate::hints::HintRow;
use crate::keymap::Action;
use crate::pane::diff::DiffPane;
use crate::pane::{Focused, PaneView as _};
use crate::theme::{Role, Theme};
use crate::widget::boxed::{box_in, inside};
use crate::widget::row::{Paint, Row, TextStyle, draw_rows};
use client::text::{truncate, visible, width_of};
use l10n::{said, say};
use notice::Notice;
use protocol::change::FileDiff;
use protocol::ids::SessionId;
use protocol::query::{Query, Reply};
use protocol::review::{ReviewQuery, ReviewReply};

/// Hints of a diff over the panes.
pub const COMPARED_HINTS: &[HintRow] = &[
    (Action::NextItem, "hint-next-hunk"),
    (Action::NextFile, "hint-next-file"),
    (Action::DiffWrap, "hint-wrap"),
    (Action::Back, "hint-back"),
];

/// Number of left-out files that are named.
const LEFT_OUT: usize = 3;
/// Separator between two parts of the title.
const GAP: &str = "   ";

/// Whether the dialog stays open after a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyOutcome {
    Yes,
    /// The user left it.
    No,
}

#[derive(Debug)]
pub struct DiffDialog {
    /// Name of the box.
    name: &'static str,
    /// The two sides: `#31 vs now`.
    sides: String,
    question: ReviewQuery,
    diffs: Option<Vec<FileDiff>>,
    left_out: Vec<(String, Notice)>,
    /// The file to show first.
    path: Option<String>,
    at: usize,
    old: bool,
    pane: DiffPane,
}

impl DiffDialog {
    /// Creates a dialog that waits for the answer to its query.
    pub fn new(name: &'static str, sides: impl Into<String>, question: ReviewQuery) -> Self {
        Self {
            name,
            sides: sides.into(),
            question,
            diffs: None,
            left_out: Vec::new(),
            path: None,
            at: 0,
            old: false,
            pane: DiffPane::default(),
        }
    }

    /// Puts this file before the others.
    #[must_use]
    pub fn starting_at(mut self, path: Option<String>) -> Self {
        self.path = path;
        self
    }

    /// Marks the shown answer as possibly outdated: the query is repeated, and the old
    /// answer stays meanwhile.
    pub fn mark_outdated(&mut self) {
        self.old = true;
    }

    /// Returns the query if it must be repeated.
    pub fn take_query(&mut self) -> Option<ReviewQuery> {
        std::mem::take(&mut self.old).then(|| self.question.clone())
    }

    /// Passes an answer to the open dialog if it is to its query. If there is no answer, closes the
    /// dialog and returns the reason.
    pub fn take_answer(
        open: &mut Option<Self>,
        question: &ReviewQuery,
        answer: Result<&ReviewReply, String>,
    ) -> Option<String> {
        let dialog = open
            .as_mut()
            .filter(|dialog| dialog.question == *question)?;
        match answer {
            Ok(answer) => dialog.answer(answer),
            Err(reason) => {
                *open = None;
                return Some(reason);
            }
        }
        None
    }

    fn answer(&mut self, answer: &ReviewReply) {
        let ReviewReply::Compared { diffs, left_out } = answer else {
            return;
        };
        self.left_out.clone_from(left_out);
        // A repeated answer keeps the file that the user is reading.
        let here = self.diffs.as_ref().and_then(|diffs| diffs.get(self.at));
        let wanted = here.map(|diff| diff.path.clone()).or(self.path.take());
        let is_it = |diff: &FileDiff| Some(&diff.path) == wanted.as_ref();
        self.at = diffs.iter().position(is_it).unwrap_or(0);
        self.diffs = Some(diffs.clone());
        self.show();
    }

    fn show(&mut self) {
        let sides = self.sides.clone();
        if let Some(diff) = self.diffs.as_ref().and_then(|diffs| diffs.get(self.at)) {
            self.pane.set(diff, sides);
        }
    }

    /// Performs the action of a key.
    pub fn act(&mut self, action: Action) -> KeyOutcome {
        let count = self.diffs.as_ref().map_or(0, Vec::len);
        match action {
            Action::Back | Action::CancelOverlay => return KeyOutcome::No,
            Action::NextFile if self.at + 1 < count => {
                self.at += 1;
                self.show();
            }
            Action::PreviousFile => {
                self.at = self.at.saturating_sub(1);
                self.show();
            }
            action => {
                // Actions that the pane cannot perform itself are not offered here.
                self.pane.act(action);
            }
        }
        KeyOutcome::Yes
    }

    /// Formats the compared sides and the file's place among the files. The keys are on
    /// the hint row.
    fn title(&self, count: usize, width: usize) -> String {
        let place = match count {
            1 => String::new(),
            _ => say!("compared-file-of", number = self.at + 1, count),
        };
        let room = if place.is_empty() {
            width
        } else {
            width.saturating_sub(width_of(&place) + GAP.len())
        };
        let title = self.pane.title(u16::try_from(room).unwrap_or(u16::MAX));
        if place.is_empty() {
            title
        } else {
            format!("{title}{GAP}{place}")
        }
    }

    /// Sets the size of the screen.
    pub fn measure(&mut self, whole: Rect) {
        let inner = inside(whole, size(whole));
        let height = inner.height.saturating_sub(2);
        self.pane.measure(inner.width, height, &mut Colours::none());
    }

    pub fn draw(&self, whole: Rect, buf: &mut Buffer, theme: &Theme) {
        let inner = box_in(whole, size(whole), self.name, buf, theme);
        let width = usize::from(inner.width);
        let title = match &self.diffs {
            None => say!("compared-comparing", sides = self.sides),
            Some(diffs) if diffs.is_empty() => say!("compared-nothing", sides = self.sides),
            Some(diffs) => self.title(diffs.len(), width),
        };
        let mut rows = vec![Row::text(
            truncate(&title, width),
            TextStyle::of(Role::Accent),
        )];
        let left = self.left_out.iter().map(|(path, why)| {
            let text = say!(
                "compared-left-out",
                path = visible(path),
                why = visible(&said(why))
            );
            Row::text(truncate(&text, width), TextStyle::of(Role::Warn))
        });
        rows.extend(left.take(LEFT_OUT));
        draw_rows(&rows, inner, buf, theme);
        let taken = u16::try_from(rows.len() + 1).unwrap_or(u16::MAX);
        if self.diffs.as_ref().is_some_and(|diffs| !diffs.is_empty()) {
            let area = Rect {
                y: inner.y.saturating_add(taken),
                height: inner.height.saturating_sub(taken),
                ..inner
            };
            let colours = &Colours::none();
            self.pane
                .draw(area, buf, Paint { theme, colours }, Focused::Yes);
        }
    }
}

/// Returns the question about this session's review that a reply answers, with its answer or the
/// reason why there is none.
pub fn review_answer<'a>(
    session: SessionId,
    query: &'a Query,
    reply: &'a Reply,
) -> Option<(&'a ReviewQuery, Result<&'a ReviewReply, String>)> {
    match (query, reply) {
        (Query::Review { session: of, .. }, _) if *of != session => None,
        (Query::Review { question, .. }, Reply::Review { answer }) => Some((question, Ok(answer))),
        (Query::Review { question, .. }, Reply::Failed { reason }) => {
            Some((question, Err(said(reason))))
        }
        _ => None,
    }
}

fn size(whole: Rect) -> (u16, u16) {
    (
        whole.width.saturating_sub(4),
        // Leaves the hint row uncovered.
        whole.height.saturating_sub(4),
    )
}
