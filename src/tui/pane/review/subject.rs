//! Reviews of changes that git knows: of the working tree, the second tab beside the session's
//! changes, and of a branch. Such changes are on the disk or in a commit already, so the keys that
//! decide only say so; comments go to the agent as one message.

use super::draw::cells::Sides;
use super::moves::say;
use super::row_cache::Column;
use super::words::sign;
use super::{Review, Subject};
use crate::effect::Effect;
use crate::keymap::Action;
use crate::theme::Role;
use crate::widget::row::{Piece, TextStyle};
use client::phrases::excerpt;
use client::review::is_users;
use client::text::visible;
use l10n::{counted, said, say};
use protocol::review::view::{HunkRow, ViewLayout};
use protocol::review::{
    Comment, CommentTarget, FileReview, GitPlace, ReviewBase, ReviewCommand, ReviewQuery,
};

/// Rows above a hunk in which the line above it is looked for.
const ABOVE: u32 = 64;

impl Review {
    /// Whether the review shows changes that git knows instead of those of the session.
    pub fn is_of_git(&self) -> bool {
        self.since.is_of_git()
    }

    /// Requests changes that git knows again, because files of the workspace changed.
    pub fn workspace_changed(&mut self) {
        if self.is_of_git() {
            self.refresh();
        }
    }

    /// Whether the review shows the changes since this base.
    pub fn is_since(&self, base: &ReviewBase) -> bool {
        self.subject == Subject::Files && self.since == *base
    }

    /// Returns the notice for a key that has no meaning here; `None` if the key is carried out.
    pub(super) fn refuse_in_git(&self, action: Action) -> Option<Vec<Effect>> {
        if !self.is_of_git() {
            return None;
        }
        match action {
            Action::ReviewToggle
            | Action::ReviewAccept
            | Action::ReviewReject
            | Action::ReviewClear
            | Action::ReviewSplit
            | Action::ReviewEdit
            | Action::ReviewEditExternally
            | Action::ReviewTakeMine
            | Action::ReviewTakeAgent
            | Action::ReviewTakeBoth
            | Action::ReviewTakeBase
            | Action::ReviewUndo
            | Action::ReviewRedo
            | Action::ReviewAcceptFile
            | Action::ReviewRejectFile
            | Action::ReviewAcceptAll
            | Action::ReviewApply
            | Action::ReviewApplyAll => Some(say(match self.since {
                ReviewBase::Branch { .. } => say!("review-git-committed"),
                _ => say!("review-git-on-disk"),
            })),
            Action::ReviewPreview => Some(say(say!("review-git-no-result"))),
            _ => None,
        }
    }

    /// `T`: shows the working tree's changes instead of the session's, or these again.
    pub(super) fn next_tab(&self) -> Vec<Effect> {
        if self.subject != Subject::Files {
            return say(say!("review-question-whole"));
        }
        let next = match self.since {
            ReviewBase::WorkingTree => ReviewBase::Open,
            _ => ReviewBase::WorkingTree,
        };
        vec![Effect::ReviewSince(next)]
    }

    /// `C`: sends the comments, in the session's review with the decisions.
    pub(super) fn send_comments(&self) -> Vec<Effect> {
        if self.subject != Subject::Files {
            return say(say!("review-comment-in-bar"));
        }
        vec![self.order(if self.is_of_git() {
            ReviewCommand::SendComments
        } else {
            ReviewCommand::TellAgent
        })]
    }

    /// Returns the target of a comment: the selected lines, or the current hunk.
    pub(super) fn git_target(&self) -> Option<CommentTarget> {
        let file = self.file()?;
        let row_cache = self.row_cache.as_ref()?;
        let hunk = self.hunk_at_hand()?;
        let (first, last) = self
            .selected_rows()
            .unwrap_or((hunk.first_row, super::row_cache::last_row(hunk)));
        let lines = self.proposed_lines(first, last);
        let (first_line, last_line) = lines.unwrap_or_else(|| {
            let above = self.line_above(first);
            (above, above)
        });
        let rows = (first..=last).filter_map(|row| row_cache.lines(row));
        Some(CommentTarget::Git(Box::new(GitPlace {
            since: self.since.clone(),
            file: file.file,
            path: file.path.clone(),
            hunk: self.select.is_none().then_some(hunk.id),
            first: first_line,
            last: last_line,
            excerpt: excerpt(rows),
        })))
    }

    /// Returns the number of the PROPOSED line above a row; 0 if there is none.
    fn line_above(&self, row: u32) -> u32 {
        let above = row.saturating_sub(ABOVE)..row;
        let lines = above.rev().find_map(|row| self.proposed_lines(row, row));
        lines.map_or(0, |(_, last)| last)
    }

    /// Whether a comment belongs below a row with this number in PROPOSED.
    pub(super) fn is_git_comment_at(
        &self,
        place: &GitPlace,
        (row, number): (u32, Option<u32>),
    ) -> bool {
        let Some(row_cache) = self.row_cache.as_ref() else {
            return false;
        };
        let is_here = place.since == self.since && place.file == row_cache.file.file;
        is_here
            && match place.hunk {
                Some(hunk) => row_cache.ends_at(row).any(|ended| ended.id == hunk),
                None => number == Some(place.last),
            }
    }

    /// Returns whether CURRENT equals BASE: no part of the file was applied, and nobody
    /// else changed it. Of a change that git knows, whether the disk is as PROPOSED.
    pub(super) fn sides(&self) -> Sides {
        let differs = if self.is_of_git() {
            self.file().is_some_and(|file| file.dirty)
        } else {
            let mut hunks = self.row_cache.iter().flat_map(|row_cache| &row_cache.hunks);
            hunks.any(|hunk| hunk.written || is_users(hunk))
        };
        if differs { Sides::Differ } else { Sides::Same }
    }

    /// Returns the heads of the shown tab and of the one that `T` leads to, which also has a shorter
    /// one; `None` for a question's proposal.
    pub(super) fn tabs(&self) -> Option<(Piece, [Piece; 2])> {
        if self.subject != Subject::Files {
            return None;
        }
        let session = (say!("review-to-session"), say!("review-title"));
        let tree = (say!("review-to-tree"), say!("review-title-tree"));
        let (shown, (long, short)) = match &self.since {
            ReviewBase::WorkingTree => (say!("review-title-tree").to_owned(), session),
            ReviewBase::Branch { branch } => {
                (say!("review-title-since", branch = visible(branch)), tree)
            }
            _ => (say!("review-title").to_owned(), tree),
        };
        let other = [long, short]
            .map(|name| Piece::new(format!("T {name} "), TextStyle::of(Role::FgMuted)));
        let shown = Piece::new(format!(" {shown} "), TextStyle::of(Role::Accent));
        Some((shown, other))
    }

    /// Returns what the body says while no file is shown: that nothing has changed, or why the
    /// changes cannot be listed.
    pub(super) fn nothing_of_git(&self) -> Option<String> {
        if !self.is_of_git() {
            return None;
        }
        let since = self.since.clone();
        if self.stale.files || self.has_asked(&ReviewQuery::Files { since }) {
            return None;
        }
        if let Some(trouble) = &self.trouble {
            return Some(format!(" {}", visible(&said(trouble))));
        }
        self.files.is_empty().then(|| match &self.since {
            ReviewBase::Branch { branch } => {
                say!("review-git-no-commits", branch = visible(branch))
            }
            _ => say!("review-git-clean").to_owned(),
        })
    }

    /// Returns the name and the description of a column of a change that git knows. The left one of
    /// two columns is the base.
    pub(super) fn git_column(&self, column: Column) -> Option<(&'static str, String)> {
        if !self.is_of_git() {
            return None;
        }
        let is_base = column == Column::Base
            || (column == Column::Current && self.layout() != ViewLayout::Three);
        let base = || match &self.since {
            ReviewBase::Branch { branch } => {
                say!("review-git-merge-base", branch = visible(branch))
            }
            _ => say!("review-git-head").to_owned(),
        };
        let proposed = || match self.since {
            ReviewBase::Branch { .. } => say!("review-git-head"),
            _ => say!("review-on-disk-now"),
        };
        Some(match column {
            _ if is_base => (say!("review-column-base"), base()),
            Column::Current | Column::Base => (
                say!("review-column-current"),
                say!("review-on-disk-now").to_owned(),
            ),
            Column::Proposed => (say!("review-column-changed"), proposed().to_owned()),
        })
    }

    /// Returns the sign and colour of a hunk; of a change that git knows, whether it has comments.
    pub(super) fn hunk_sign(&self, hunk: &HunkRow) -> (&'static str, Role) {
        match (self.is_of_git(), hunk.comments) {
            (false, _) => sign(hunk),
            (true, 0) => ("   ", Role::HunkUser),
            (true, _) => ("[#]", Role::HunkUser),
        }
    }

    /// Returns the entry of a changed file in the list below the rows.
    pub(super) fn git_strip_word(&self, file: &FileReview) -> Option<Piece> {
        self.is_of_git().then(|| {
            let FileReview { added, removed, .. } = file;
            let word = format!("{} +{added}-{removed}  ", visible(&file.path));
            Piece::new(word, TextStyle::default())
        })
    }

    /// Describes a hunk in one line, and the keys for it.
    pub(super) fn git_hunk_words(&self, hunk: &HunkRow) -> Option<String> {
        self.is_of_git().then(|| {
            let added = counted(hunk.added, "line");
            let mut words = say!("review-git-hunk", added, removed = hunk.removed);
            if hunk.comments > 0 {
                words = format!("{words} · {}", counted(hunk.comments, "comment"));
            }
            words
        })
    }

    /// Returns how many comments on changes that git knows wait to be sent, in words.
    pub(super) fn waiting_comments(&self) -> Option<String> {
        if !self.is_of_git() {
            return None;
        }
        let waits = |one: &&Comment| !one.told && one.on.git().is_some();
        let count = self.comments.iter().filter(waits).count();
        Some(match count {
            0 => say!("review-git-comment").to_owned(),
            _ => say!("review-git-send", comments = counted(count, "comment")),
        })
    }
}
