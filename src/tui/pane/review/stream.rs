//! Live view of an agent's edit: the view follows a call while its arguments stream in.
//!
//! The stream takes the place of its file, or is shown if nothing else is open. Nothing can be
//! decided about it until it is complete. Then the logged file takes its place, at the current row.

use super::{Review, ReviewTarget, ScrollTarget, Subject};
use crate::effect::Effect;
use crate::keymap::Action;
use l10n::say;
use protocol::event::EventKind;
use protocol::ids::StepId;
use protocol::review::ReviewSubject;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stream {
    step: StepId,
    path: String,
    /// Whether the stream has ended.
    over: bool,
}

impl Review {
    /// Returns the path of the file that is being written.
    pub(super) fn streaming_path(&self) -> Option<&str> {
        let stream = self.stream.as_ref().filter(|stream| !stream.over)?;
        Some(&stream.path)
    }

    /// Whether the streamed edit is on the screen, or was until it was complete.
    pub(super) fn shows_stream(&self) -> bool {
        matches!(self.of, Some(ReviewSubject::Stream { .. }))
    }

    /// Whether the stream is shown but has ended, so that queries about it would get no answer.
    pub(super) fn stream_is_over(&self) -> bool {
        self.shows_stream() && self.streaming_path().is_none()
    }

    /// Handles an event about the streamed edit.
    pub(super) fn stream_fact(&mut self, fact: &EventKind) {
        match fact {
            EventKind::ProposalGrew { step, path } => self.stream_grew(*step, path),
            EventKind::MessageCompleted { .. } => {
                if let Some(stream) = &mut self.stream {
                    stream.over = true;
                }
            }
            EventKind::EditsProposed { entry } => {
                let is_it = |stream: &Stream| stream.path == entry.path;
                if self.stream.as_ref().is_some_and(is_it) {
                    let path = entry.path.clone();
                    self.leave_stream(ReviewTarget::Path { path, line: None });
                }
            }
            // The streamed edit stays on the screen until the call is answered.
            EventKind::CallCompleted { .. }
            | EventKind::RunCompleted { .. }
            | EventKind::RunCancelled { .. }
            | EventKind::RunFailed { .. }
            | EventKind::RunInterrupted { .. } => self.leave_stream(ReviewTarget::Somewhere),
            _ => {}
        }
    }

    fn stream_grew(&mut self, step: StepId, path: &str) {
        if self.subject != Subject::Files || self.is_of_git() {
            return;
        }
        let before = self.stream.replace(Stream {
            step,
            path: path.to_owned(),
            over: false,
        });
        let is_at_hand = self.file().is_some_and(|file| file.path == path);
        if self.row_cache.is_some() && !self.shows_stream() && !is_at_hand {
            return;
        }
        let of = Some(ReviewSubject::Stream { step });
        let is_another = before.is_none_or(|before| before.path != path);
        if self.of != of || is_another {
            self.goal = Some(if is_at_hand {
                self.same_row()
            } else {
                ScrollTarget::FirstOpen
            });
            self.coming = None;
            self.place = None;
        }
        self.of = of;
        self.stale.file = true;
        self.refused.clear();
    }

    /// Returns the position of the current row, whatever content takes its place.
    pub(super) fn same_row(&self) -> ScrollTarget {
        ScrollTarget::Anchor {
            hunk: None,
            row: self.cursor,
            above: self.cursor.saturating_sub(self.top),
        }
    }

    fn leave_stream(&mut self, place: ReviewTarget) {
        let shown = self.shows_stream();
        if self.stream.as_ref().is_none_or(|stream| !stream.over) {
            // The completed call is an earlier one.
            return;
        }
        self.stream = None;
        if !shown {
            return;
        }
        if place == ReviewTarget::Somewhere {
            // The call produced no edit.
            (self.of, self.row_cache, self.coming) = (None, None, None);
        }
        self.place = Some(place);
        self.stale.files = true;
    }

    /// Whether a key would decide about an edit that is still incomplete.
    pub(super) fn is_too_early(&self, action: Action) -> bool {
        let decides = matches!(
            action,
            Action::ReviewToggle
                | Action::ReviewAccept
                | Action::ReviewReject
                | Action::ReviewClear
                | Action::ReviewSelectLines
                | Action::ReviewSplit
                | Action::ReviewEdit
                | Action::ReviewEditExternally
                | Action::ReviewComment
                | Action::ReviewTakeMine
                | Action::ReviewTakeAgent
                | Action::ReviewTakeBoth
                | Action::ReviewTakeBase
                | Action::ReviewAcceptFile
                | Action::ReviewRejectFile
        );
        decides && self.shows_stream()
    }

    /// Returns the notice for a key that comes too early.
    pub(super) fn too_early() -> Vec<Effect> {
        super::moves::say(say!("review-still-written"))
    }
}
