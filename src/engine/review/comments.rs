//! Comments of the user: added, edited, removed. Each change can be undone until it is reported
//! to the model.

use crate::StepBuilder;
use crate::session::Session;
use notice::{Notice, notice};
use protocol::event::EventKind;
use protocol::ids::CommentId;
use protocol::review::{Comment, CommentChange, CommentTarget, Operation, OperationKind};

/// Maximum size of a comment, in bytes.
const COMMENT_BYTES: usize = 8 * 1024;

impl Session {
    pub(super) fn comment(
        &mut self,
        on: CommentTarget,
        text: &str,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let Some(text) = self.comment_words(text, turn) else {
            return;
        };
        let file = match &on {
            CommentTarget::Hunk(hunk) => {
                let note = self.review.hunks.get(hunk);
                let entry = note.and_then(|note| self.review.entries.get(&note.entry));
                entry.map(|(file, _)| *file)
            }
            CommentTarget::Lines { file, .. } => Some(*file),
        };
        let Some(file) = file.and_then(|file| self.review.files.get(&file)) else {
            self.reject_review(notice!("told-comment-place"), turn);
            return;
        };
        let comment = Comment {
            id: CommentId(turn.new_id()),
            path: file.path.clone(),
            on,
            text,
            at: turn.cx.now,
            told: false,
        };
        let (before, after) = (None, Some(comment));
        let label = notice!("title-comment-made");
        self.change_comment(label, CommentChange { before, after }, turn);
    }

    pub(super) fn reword(
        &mut self,
        comment: CommentId,
        text: &str,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let Some(text) = self.comment_words(text, turn) else {
            return;
        };
        let Some(before) = self.unreported_comment(comment, turn) else {
            return;
        };
        let after = Comment {
            text,
            ..before.clone()
        };
        let (before, after) = (Some(before), Some(after));
        let label = notice!("title-comment-changed");
        self.change_comment(label, CommentChange { before, after }, turn);
    }

    pub(super) fn remove_comment(&mut self, comment: CommentId, turn: &mut StepBuilder<'_, '_>) {
        if let Some(before) = self.unreported_comment(comment, turn) {
            let (before, after) = (Some(before), None);
            let label = notice!("title-comment-removed");
            self.change_comment(label, CommentChange { before, after }, turn);
        }
    }

    fn comment_words(&self, text: &str, turn: &mut StepBuilder<'_, '_>) -> Option<String> {
        let text = text.trim();
        let fits = !text.is_empty() && text.len() <= COMMENT_BYTES;
        if !fits {
            self.reject_review(notice!("told-comment-words"), turn);
        }
        fits.then(|| text.to_owned())
    }

    fn unreported_comment(
        &self,
        comment: CommentId,
        turn: &mut StepBuilder<'_, '_>,
    ) -> Option<Comment> {
        let known = self.review.comments.get(&comment).cloned();
        if known.is_none() {
            self.reject_review(notice!("told-comment-gone"), turn);
        }
        known
    }

    fn change_comment(
        &mut self,
        label: Notice,
        remark: CommentChange,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        self.set_comment(&remark, turn);
        let operation = Operation {
            comment: Some(Box::new(remark)),
            ..self.new_operation(OperationKind::Comment, label, turn)
        };
        self.review_fact(turn, EventKind::OperationDone { operation });
    }

    /// Emits the change of a comment.
    pub(super) fn set_comment(&mut self, remark: &CommentChange, turn: &mut StepBuilder<'_, '_>) {
        if let Some(before) = &remark.before {
            self.review_fact(turn, EventKind::CommentRemoved { comment: before.id });
        }
        if let Some(comment) = remark.after.clone() {
            self.review_fact(turn, EventKind::CommentAdded { comment });
        }
    }
}
