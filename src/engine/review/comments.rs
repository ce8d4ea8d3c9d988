//! Comments of the user: added, edited, removed. Each change can be undone until it is reported
//! to the model.

use crate::StepBuilder;
use crate::session::Session;
use notice::{Notice, notice};
use protocol::command::CommandKind;
use protocol::event::EventKind;
use protocol::ids::{CommentId, MessageId};
use protocol::review::{
    Comment, CommentChange, CommentTarget, GitPlace, Operation, OperationKind, ReviewBase,
};
use protocol::session::DeliveryPoint;
use redact::{one_line, sanitize};

/// Maximum size of a comment, in bytes.
const COMMENT_BYTES: usize = 8 * 1024;

/// Maximum size of the lines that a comment quotes, in bytes.
const EXCERPT_BYTES: usize = 2 * 1024;

/// Size of a message with comments from which on it quotes no more lines, in bytes.
const MESSAGE_BYTES: usize = 32 * 1024;

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
        if let CommentTarget::Git(place) = on {
            let (path, place) = (one_line(&place.path), cleaned(*place));
            return self.add_comment(path, CommentTarget::Git(Box::new(place)), text, turn);
        }
        let file = match &on {
            CommentTarget::Hunk(hunk) => {
                let note = self.review.hunks.get(hunk);
                let entry = note.and_then(|note| self.review.entries.get(&note.entry));
                entry.map(|(file, _)| *file)
            }
            CommentTarget::Lines { file, .. } => Some(*file),
            CommentTarget::Git(_) => None,
        };
        let Some(file) = file.and_then(|file| self.review.files.get(&file)) else {
            self.reject_review(notice!("told-comment-place"), turn);
            return;
        };
        self.add_comment(file.path.clone(), on, text, turn);
    }

    fn add_comment(
        &mut self,
        path: String,
        on: CommentTarget,
        text: String,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let comment = Comment {
            id: CommentId(turn.new_id()),
            path,
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

    /// Sends the comments on changes that git knows as one message; while a run works, the message
    /// is queued like any other.
    pub(super) fn send_comments(&mut self, turn: &mut StepBuilder<'_, '_>) {
        let all = self.review.comments.values();
        let mut sent: Vec<&Comment> = all.filter(|one| one.on.git().is_some()).collect();
        if sent.is_empty() {
            self.reject_review(notice!("told-comments-none"), turn);
            return;
        }
        if self.choosing.is_none() && self.refuse_without_model(CommandKind::Review, turn) {
            return;
        }
        sent.sort_by_key(|comment| {
            let place = comment.on.git();
            place.map(|place| (format!("{:?}", place.since), &place.path, place.first))
        });
        let text = message(&sent);
        let comments = sent.iter().map(|comment| comment.id).collect();
        let message = MessageId(turn.new_id());
        self.review_fact(turn, EventKind::CommentsSent { message, comments });
        self.send_message_as(message, text, DeliveryPoint::AfterStep, turn);
    }
}

/// Bounds and cleans what a front end quotes: it comes from the repository.
fn cleaned(mut place: GitPlace) -> GitPlace {
    let excerpt = sanitize(&place.excerpt);
    let end = excerpt.floor_char_boundary(EXCERPT_BYTES);
    place.excerpt = excerpt.get(..end).unwrap_or_default().to_owned();
    if end < excerpt.len() {
        place.excerpt.push_str("\n...");
    }
    place
}

/// Writes comments as a message: under each review the places, the quoted lines, and what the user
/// says. Quoted lines begin with `> `, so that nothing in them counts as a mention of a file.
fn message(comments: &[&Comment]) -> String {
    let mut text = String::new();
    let mut since: Option<&ReviewBase> = None;
    for comment in comments {
        let Some(place) = comment.on.git() else {
            continue;
        };
        if since != Some(&place.since) {
            since = Some(&place.since);
            let lead = if text.is_empty() { "" } else { "\n" };
            let what = match &place.since {
                ReviewBase::Branch { branch } => {
                    format!("the commits since `{}` (git diff {0}...)", one_line(branch))
                }
                _ => "the working tree (git diff HEAD)".to_owned(),
            };
            text.push_str(&format!("{lead}My comments on the changes of {what}:\n"));
        }
        let lines = match (place.first, place.last) {
            (first, last) if first == last => format!("line {first}"),
            (first, last) => format!("lines {first}-{last}"),
        };
        text.push_str(&format!("\n{}, {lines}:\n", comment.path));
        if text.len() < MESSAGE_BYTES {
            for line in place.excerpt.lines() {
                text.push_str(&format!("> {line}\n"));
            }
        }
        text.push_str(&format!("{}\n", comment.text));
    }
    text.trim_end().to_owned()
}
