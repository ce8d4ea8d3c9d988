//! The review of one session: opening it, and what events and answers change in it.

use jiff::tz::TimeZone;

use super::Tab;
use crate::effect::Effect;
use crate::keymap::Action;
use crate::pane::PaneView as _;
use crate::pane::review::{Review, ReviewTarget};
use l10n::say;
use protocol::approval::QuestionBody;
use protocol::event::EventKind;
use protocol::ids::{CallId, QuestionId};
use protocol::query::{Query, Reply};
use protocol::review::{ReviewBase, ReviewQuery};

impl Tab {
    /// Opens the review of the changes since a base at a place.
    pub fn open_review(&mut self, base: ReviewBase, place: ReviewTarget, zone: &TimeZone) {
        let session = self.facts.id;
        let open = self.review.take_if(|open| open.is_since(&base));
        let of_files = || Review::of_files(session, base, zone.clone());
        self.review
            .insert(open.unwrap_or_else(of_files))
            .show(place);
    }

    /// Opens the review of what the visible question would write; returns whether it writes.
    pub fn open_question_review(&mut self, question: QuestionId, zone: &TimeZone) -> bool {
        let shown = self.bar.shown().filter(|shown| shown.id == question);
        let writes = shown.filter(|shown| matches!(shown.body, QuestionBody::Write { .. }));
        let Some(question) = writes else {
            return false;
        };
        let review = Review::of_question(self.facts.id, question, zone.clone());
        self.review = Some(review);
        true
    }

    /// `u` in the review. Undoing a rollback writes files, so the user confirms it first.
    pub fn undo_in_review(&mut self) -> Vec<Effect> {
        let Some(review) = &mut self.review else {
            return Vec::new();
        };
        match self.reviewed.last_rollback() {
            Some(label) if review.is_since(&ReviewBase::Open) => {
                review.ask_undo_rollback(label);
                Vec::new()
            }
            _ => review.act(Action::ReviewUndo),
        }
    }

    /// Returns the queries of the review, if it is shown, of the summary and of the chat's diffs.
    pub fn take_review_queries(&mut self, is_shown: bool) -> Vec<Effect> {
        let session = self.facts.id;
        let review = self.review.as_mut().filter(|_| is_shown);
        let queries = review.map_or_else(Vec::new, Review::take_queries);
        let ask = |question| Effect::Ask(Query::Review { session, question });
        // The view's queries bring the same facts as the summary's.
        let summary = self.reviewed.take_query();
        let diffs = self.chat.take_query();
        let queries = queries.into_iter().chain(summary).chain(diffs);
        queries.map(ask).collect()
    }

    /// Passes an event to the review. It closes once the question that it shows is over.
    pub fn review_fact(&mut self, fact: &EventKind, is_shown: bool) -> Vec<Effect> {
        self.reviewed.fact(fact);
        let Some(review) = &mut self.review else {
            return Vec::new();
        };
        let mut effects = review.fact(fact);
        let is_over = match fact {
            EventKind::QuestionOpened { question } => {
                review.question_changed(question);
                false
            }
            EventKind::QuestionAnswered { answer, .. } => {
                review.question() == Some(answer.question)
            }
            EventKind::RunCompleted { .. }
            | EventKind::RunCancelled { .. }
            | EventKind::RunFailed { .. }
            | EventKind::RunInterrupted { .. } => review.question().is_some(),
            _ => false,
        };
        match (is_over, is_shown) {
            (true, true) => {
                effects.push(Effect::CloseReview);
                effects.push(Effect::info(say!("review-answered")));
            }
            (true, false) => self.review = None,
            (false, _) => {}
        }
        effects
    }

    /// Takes a reply about the review.
    pub fn review_reply(&mut self, question: &ReviewQuery, reply: &Reply) -> Vec<Effect> {
        match reply {
            Reply::Review { answer } => {
                self.reviewed.answer(question, answer);
                self.chat.take_diffs(answer);
                let files = self.reviewed.files().iter();
                self.activity
                    .know_changed(files.map(|file| file.path.as_str()));
            }
            _ => self.reviewed.answered(question),
        }
        let review = self.review.as_mut();
        let effects = review.map_or_else(Vec::new, |review| review.reply(question, reply));
        if self.reviewed.is_up_to_date() {
            let proposed: Vec<CallId> = self.reviewed.proposed_calls().collect();
            self.chat.mark_proposed(&proposed);
        }
        let (calls, runs) = self.reviewed.changes();
        self.chat.mark_changes(calls, runs);
        effects
    }
}
