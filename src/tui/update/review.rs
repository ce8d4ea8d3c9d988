//! The review on the screen: opening and leaving it, its queries, and passing it
//! events and replies.

use std::time::Duration;

use super::super::app::{App, Redraw};
use super::super::chrome::Focus;
use super::super::dialog::Dialog;
use super::super::dialog::apply_sheet::ApplySheet;
use super::super::dialog::full_text::FullText;
use super::super::effect::Effect;
use super::super::hints::no_session;
use super::super::input::InputUse;
use super::super::keymap::Action;
use super::super::layout::Pane;
use super::super::pane::review::{Review, ReviewTarget};
use l10n::say;
use protocol::approval::QuestionBody;
use protocol::event::{EventKind, NoticeLevel};
use protocol::ids::{CallId, QuestionId, SessionId};
use protocol::query::{Query, Reply};
use protocol::review::{ApplyScope, FileReview, ReviewBase};

/// Interval between queries for a view that is still being refined.
const REFINED: Duration = Duration::from_millis(100);

impl App {
    /// Shows the review, or closes it if it is shown.
    pub(crate) fn toggle_review(&mut self) {
        let has_keys = !self.model.dialogs.is_open();
        if has_keys && self.model.chrome.focus == Focus::Pane(Pane::Review) {
            return self.act_in(Pane::Review, Action::Back);
        }
        self.open_review(ReviewTarget::Somewhere);
    }

    /// Shows the session's review at a place.
    pub(crate) fn open_review(&mut self, place: ReviewTarget) {
        self.show_review_of(ReviewBase::Open, place);
    }

    /// Shows the review of the changes since a base.
    pub(crate) fn review_since(&mut self, base: ReviewBase) {
        self.show_review_of(base, ReviewTarget::Somewhere);
    }

    fn show_review_of(&mut self, base: ReviewBase, place: ReviewTarget) {
        if let Some(coach) = &mut self.coach {
            coach.review_opened();
        }
        let zone = self.options.zone();
        let Some(tab) = self.model.sessions.tab_mut() else {
            return self.tell(NoticeLevel::Info, no_session());
        };
        let is_it = |review: &Review| review.is_since(&base);
        if !tab.review.as_ref().is_some_and(is_it) {
            let review = Review::of_files(tab.facts.id, base, zone.clone());
            tab.review = Some(review);
        }
        if let Some(review) = &mut tab.review {
            review.show(place);
        }
        self.show_review();
    }

    /// Asks whether to apply the changes of this scope, over what is shown.
    pub(crate) fn open_apply(&mut self, of: ApplyScope) {
        let Some(session) = self.model.sessions.session() else {
            return self.tell(NoticeLevel::Info, no_session());
        };
        self.yield_review_dialog();
        self.show_dialog(Box::new(ApplySheet::new(session, of)));
        self.sync_dialogs();
    }

    /// Shows what a question would write, hunk by hunk.
    pub(crate) fn open_question_review(&mut self, full: FullText) {
        let zone = self.options.zone();
        let Some(tab) = self.model.sessions.tab_mut() else {
            return;
        };
        let asked = tab.bar.shown().filter(|shown| shown.id == full.question());
        let Some(prompt) = asked.filter(|prompt| matches!(prompt.body, QuestionBody::Write { .. }))
        else {
            return self.show_full(Box::new(full));
        };
        let review = Review::of_question(tab.facts.id, prompt, zone.clone());
        tab.review = Some(review);
        self.show_review();
        // It is shown if the review cannot show the question.
        self.model.dialogs.set_aside(vec![Box::new(full)]);
    }

    /// Falls back to the full text for a question whose writes cannot be shown hunk by hunk.
    pub(crate) fn question_not_shown(&mut self, prompt: QuestionId) {
        let full = self
            .model
            .dialogs
            .take_aside(|full: &FullText| full.question() == prompt);
        self.close_review();
        if let Some(full) = full {
            self.show_full(full);
        }
    }

    /// Shows the full text of what a question would grant, in place of the other dialogs.
    fn show_full(&mut self, text: Box<dyn Dialog>) {
        self.show_dialog(text);
        self.sync_dialogs();
        self.measure_dialogs();
        self.note_dialog();
    }

    fn show_review(&mut self) {
        self.model.dialogs.close_all();
        self.model.panes.layout_request.main = Pane::Review;
        self.model.chrome.focus = Focus::Pane(Pane::Review);
        // Tell the bar that it lost the keys.
        let (around, now) = (self.around(), self.model.chrome.now);
        let effects = self
            .model
            .sessions
            .tab_mut()
            .map_or(Vec::new(), |tab| tab.bar.tick(now, &around));
        self.carry_out(effects);
        self.model.chrome.focus = Focus::Pane(Pane::Review);
        // The review's queries depend on its size.
        self.measure();
    }

    /// Whether the review is on the screen.
    pub(crate) fn shows_review(&self) -> bool {
        let is_open = self
            .model
            .sessions
            .tab()
            .is_some_and(|tab| tab.review.is_some());
        self.model.panes.layout_request.main == Pane::Review && is_open
    }

    /// Leaves the review. If it was a question's review and the question is still open, the bar
    /// gets the keys again.
    pub(crate) fn close_review(&mut self) {
        let review = self
            .model
            .sessions
            .tab_mut()
            .and_then(|tab| tab.review.take());
        self.model.panes.layout_request.main = Pane::Chat;
        self.model.panes.layout_request.zoom = None;
        let was_prompt = review.is_some_and(|review| review.question().is_some());
        let asks = self
            .model
            .sessions
            .tab()
            .is_some_and(|tab| tab.bar.is_open());
        if was_prompt && asks {
            self.focus_bar();
        } else {
            self.focus_editor();
        }
        let session = self.model.sessions.session();
        self.model.dialogs.review_closed(session);
    }

    /// Shows the review or the panes of the session that became visible.
    pub(crate) fn sync_tab(&mut self) {
        let is_open = self
            .model
            .sessions
            .tab()
            .is_some_and(|tab| tab.review.is_some());
        if !is_open && self.model.panes.layout_request.main == Pane::Review {
            self.model.panes.layout_request.main = Pane::Chat;
        }
        if let Some(tab) = self.model.sessions.tab_mut() {
            tab.reviewed.record_outdated();
            let marks = tab.reviewed.marks();
            self.model.panes.tree.set_marks(marks);
        }
    }

    /// `u` in the review. Undoing a rollback writes files, so the user confirms it first.
    pub(crate) fn undo_in_review(&mut self) {
        let Some(tab) = self.model.sessions.tab_mut() else {
            return;
        };
        let label = tab.reviewed.last_rollback().cloned();
        match (label, &mut tab.review) {
            (Some(label), Some(review)) if review.is_since(&ReviewBase::Open) => {
                review.ask_undo_rollback(&label);
            }
            _ => self.act_in(Pane::Review, Action::ReviewUndo),
        }
    }

    /// Sends the queries of the review, the dialogs and the status line.
    pub(crate) fn sync_review(&mut self) {
        let shown = self.shows_review();
        if let Some(tab) = self.model.sessions.tab_mut() {
            let session = tab.facts.id;
            let review = tab.review.as_mut().filter(|_| shown);
            let mut queries = review.map_or(Vec::new(), Review::take_queries);
            // The view's queries bring the same facts.
            queries.extend(tab.reviewed.take_query());
            for question in queries {
                let effect = Effect::Ask(Query::Review { session, question });
                if !self.effects.contains(&effect) {
                    self.effects.push(effect);
                }
            }
        }
        self.sync_dialogs();
    }

    /// Asks again for a view that was still being refined.
    pub(crate) fn refine_review(&mut self) {
        self.model.panes.refine_at = None;
        if let Some(review) = self
            .model
            .sessions
            .tab_mut()
            .and_then(|tab| tab.review.as_mut())
        {
            review.refine();
        }
        self.sync_review();
    }

    /// Called after the review was measured: tells the bar what the user saw in it, and queries
    /// what is missing.
    pub(crate) fn note_review(&mut self) {
        if !self.shows_review() {
            return;
        }
        let review = self
            .model
            .sessions
            .tab_mut()
            .and_then(|tab| tab.review.as_mut());
        let effects = review.map_or(Vec::new(), |review| review.note_seen());
        self.carry_out(effects);
        self.sync_review();
    }

    /// Passes an event of a session to its review.
    pub(crate) fn review_fact(&mut self, session: SessionId, fact: &EventKind) {
        let current = self.model.sessions.session() == Some(session);
        let Some(tab) = self.model.sessions.tab_of(session) else {
            return;
        };
        tab.reviewed.fact(fact);
        let mut effects = Vec::new();
        let mut over = false;
        if let Some(review) = &mut tab.review {
            effects = review.fact(fact);
            match fact {
                EventKind::QuestionOpened { question: prompt } => review.question_changed(prompt),
                EventKind::QuestionAnswered { answer, .. } => {
                    over = review.question() == Some(answer.question);
                }
                EventKind::RunCompleted { .. }
                | EventKind::RunCancelled { .. }
                | EventKind::RunFailed { .. }
                | EventKind::RunInterrupted { .. } => over = review.question().is_some(),
                _ => {}
            }
        }
        self.carry_out(effects);
        if over && current {
            let text = say!("review-answered");
            self.close_review();
            self.model.chrome.say(NoticeLevel::Info, text);
        } else if over && let Some(tab) = self.model.sessions.tab_of(session) {
            tab.review = None;
        }
    }

    /// Takes a reply about the review. Returns [`InputUse::Yes`] if it is one.
    pub(crate) fn review_reply(&mut self, query: &Query, reply: &Reply) -> InputUse {
        let Query::Review { session, question } = query else {
            return InputUse::No;
        };
        let current = self.model.sessions.session() == Some(*session);
        let of_diff = self.file_in_diff();
        if let Some(tab) = self.model.sessions.tab_of(*session) {
            match reply {
                Reply::Review { answer } => {
                    tab.reviewed.answer(question, answer);
                    let files = tab.reviewed.files().iter();
                    tab.activity
                        .know_changed(files.map(|file| file.path.as_str()));
                }
                _ => tab.reviewed.answered(question),
            }
            let effects = match &mut tab.review {
                Some(review) => review.reply(question, reply),
                None => Vec::new(),
            };
            if tab.reviewed.is_up_to_date() {
                let proposed: Vec<CallId> = tab.reviewed.proposed_calls().collect();
                tab.chat.mark_proposed(&proposed);
            }
            let (calls, runs) = tab.reviewed.changes();
            tab.chat.mark_changes(calls, runs);
            let marks = tab.reviewed.marks();
            let refines = tab.review.as_ref().is_some_and(|one| one.is_refining());
            if current {
                self.model.panes.tree.set_marks(marks);
                let at = self.model.chrome.now + REFINED;
                self.model.panes.refine_at =
                    refines.then(|| self.model.panes.refine_at.unwrap_or(at));
            }
            self.carry_out(effects);
        }
        self.sync_review();
        // Learning about a file for the first time is not a verdict.
        let decided = of_diff.zip(self.file_in_diff());
        if current && decided.is_some_and(|(before, now)| before != now) {
            self.refresh_decided_diff();
        }
        if current {
            // A resumed session may learn only now that it has changed files.
            self.fill_pane(Pane::Diff);
        }
        InputUse::Yes
    }

    /// Returns what the review knows of the file in the diff pane, if the pane follows the file.
    fn file_in_diff(&self) -> Option<FileReview> {
        let path = self.model.panes.diff.path()?;
        let tab = self
            .model
            .sessions
            .tab()
            .filter(|_| self.model.panes.diff_follows)?;
        tab.reviewed.file(path).cloned()
    }

    /// Shows the current diff after the user decided something about the file in the diff pane. A
    /// diff that is proposed and still waits stays.
    fn refresh_decided_diff(&mut self) {
        let waits = self.file_in_diff().is_some_and(|file| file.proposed);
        let path = self.model.panes.diff.path().filter(|_| !waits);
        if let (Some(path), Some(session)) =
            (path.map(str::to_owned), self.model.sessions.session())
        {
            self.effects
                .push(Effect::Ask(Query::FileDiff { session, path }));
        }
    }

    /// Carries out the decision of the held key in the review or a dialog, now known to have been
    /// alone.
    pub(crate) fn settle_key(&mut self) {
        if self.model.dialogs.is_open() {
            return self.settle_dialog();
        }
        if self.model.chrome.focus != Focus::Pane(Pane::Review) {
            return;
        }
        if let Some(review) = self
            .model
            .sessions
            .tab_mut()
            .and_then(|tab| tab.review.as_mut())
        {
            let held = review.holds_key();
            let effects = review.settled();
            // Redraw even if nothing was ordered: the key may have led to another question.
            if held {
                self.touch(Redraw::Now);
            }
            self.carry_out(effects);
        }
    }

    /// Drops a held key that did not come alone or was followed by something else.
    pub(crate) fn drop_held_key(&mut self) {
        if let Some(review) = self
            .model
            .sessions
            .tab_mut()
            .and_then(|tab| tab.review.as_mut())
        {
            review.drop_held_key();
        }
        self.drop_held_in_dialog();
    }

    /// Closes the dialog over the rows of the review, on Ctrl+C and Ctrl+G.
    pub(crate) fn close_review_dialog(&mut self) -> InputUse {
        if self.model.chrome.focus != Focus::Pane(Pane::Review) {
            return InputUse::No;
        }
        let review = self
            .model
            .sessions
            .tab_mut()
            .and_then(|tab| tab.review.as_mut());
        review.map_or(InputUse::No, |review| review.close_dialog())
    }

    /// Closes the review's own box when another one opens: one box at a time.
    pub(crate) fn yield_review_dialog(&mut self) {
        if let Some(review) = self
            .model
            .sessions
            .tab_mut()
            .and_then(|tab| tab.review.as_mut())
        {
            review.yield_dialog();
        }
    }

    /// Tells the bar that the review has shown all that a question would write.
    pub(super) fn question_seen(&mut self, question: QuestionId) {
        if let Some(tab) = self.model.sessions.tab_mut() {
            tab.bar.seen_in_full(question);
        }
    }
}
