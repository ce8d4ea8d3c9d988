//! The review on the screen: opening and leaving it, its questions, and what it is told.

use std::time::Duration;

use super::super::app::{App, Redraw};
use super::super::effect::Effect;
use super::super::hints::no_session;
use super::super::keymap::Action;
use super::super::layout::Pane;
use super::super::model::{Focus, FullQuestion};
use super::super::pane::review::ReviewTarget;
use super::super::part::{InputUse, PaneEffect};
use super::super::tab::Tab;
use crate::l10n::say;
use crate::protocol::approval::QuestionBody;
use crate::protocol::event::{EventKind, NoticeLevel};
use crate::protocol::ids::{CallId, QuestionId, SessionId};
use crate::protocol::query::{Query, Reply};
use crate::protocol::review::FileReview;

/// A view that is being made better is asked for so far apart.
const REFINED: Duration = Duration::from_millis(100);

impl App {
    /// F7 and its kin: shows the review; in it, leaves it.
    pub(in crate::tui) fn toggle_review(&mut self) {
        if self.model.focus == Focus::Pane(Pane::Review) {
            return self.act_in(Pane::Review, Action::Back);
        }
        self.open_review(ReviewTarget::Somewhere);
    }

    /// Shows the review at a place.
    pub(in crate::tui) fn open_review(&mut self, place: ReviewTarget) {
        let parts = self.parts.as_ref();
        let current = self.model.current;
        let Some(tab) = self.model.tabs.get_mut(current) else {
            return self.tell(NoticeLevel::Info, no_session());
        };
        let is_of_files = |tab: &Tab| {
            let review = tab.review.as_ref();
            review.is_some_and(|review| review.prompt().is_none())
        };
        if !is_of_files(tab) {
            tab.review = Some(parts.review(tab.facts.id));
        }
        if let Some(review) = &mut tab.review {
            review.show(place);
        }
        self.show_review();
    }

    /// Shows what a save would write.
    pub(in crate::tui) fn open_summary(&mut self) {
        self.open_review(ReviewTarget::Somewhere);
        if let Some(review) = self.model.tab_mut().and_then(|tab| tab.review.as_mut()) {
            review.show_summary();
        }
    }

    /// Shows what a question would write, hunk by hunk.
    pub(in crate::tui) fn open_prompt_review(&mut self, full: FullQuestion) {
        let parts = self.parts.as_ref();
        let current = self.model.current;
        let Some(tab) = self.model.tabs.get_mut(current) else {
            return;
        };
        let asked = tab.bar.shown().filter(|shown| shown.id == full.prompt);
        let Some(prompt) = asked.filter(|prompt| matches!(prompt.body, QuestionBody::Write { .. }))
        else {
            return self.show_full(full);
        };
        tab.review = Some(parts.prompt_review(tab.facts.id, prompt));
        self.model.full = Some(full);
        self.show_review();
    }

    /// What a question would write cannot be shown hunk by hunk: it is shown as a text.
    pub(in crate::tui) fn prompt_not_shown(&mut self, prompt: QuestionId) {
        let full = self.model.full.take_if(|full| full.prompt == prompt);
        self.close_review();
        if let Some(full) = full {
            self.show_full(full);
        }
    }

    fn show_review(&mut self) {
        self.model.overlay = None;
        self.model.wishes.main = Pane::Review;
        self.model.focus = Focus::Pane(Pane::Review);
        // The bar learns that it has the keys no longer.
        let (around, now) = (self.around(), self.model.now);
        let effects = self
            .model
            .tab_mut()
            .map_or(Vec::new(), |tab| tab.bar.tick(now, &around));
        self.part_effects(effects);
        self.model.focus = Focus::Pane(Pane::Review);
        // Its questions depend on its size.
        self.measure();
    }

    /// Whether the review is on the screen.
    pub(in crate::tui) fn shows_review(&self) -> bool {
        let is_open = self.model.tab().is_some_and(|tab| tab.review.is_some());
        self.model.wishes.main == Pane::Review && is_open
    }

    /// Leaves the review. After a question's, the bar has the keys again if it still asks.
    pub(in crate::tui) fn close_review(&mut self) {
        let review = self.model.tab_mut().and_then(|tab| tab.review.take());
        self.model.wishes.main = Pane::Chat;
        self.model.wishes.zoom = None;
        let was_prompt = review.is_some_and(|review| review.prompt().is_some());
        let asks = self.model.tab().is_some_and(|tab| tab.bar.is_open());
        if was_prompt && asks {
            self.focus_bar();
        } else {
            self.focus_editor();
        }
        self.return_to_rollback();
    }

    /// Another session is shown: its review, or its panes.
    pub(in crate::tui) fn follow_tab(&mut self) {
        let is_open = self.model.tab().is_some_and(|tab| tab.review.is_some());
        if !is_open && self.model.wishes.main == Pane::Review {
            self.model.wishes.main = Pane::Chat;
        }
        if let Some(tab) = self.model.tab_mut() {
            tab.reviewed.look();
            let marks = tab.reviewed.marks();
            self.model.tree.set_marks(marks);
        }
    }

    /// `u` in the review: a rollback writes files, so taking it back is asked for.
    pub(in crate::tui) fn undo_in_review(&mut self) {
        let Some(tab) = self.model.tab_mut() else {
            return;
        };
        let label = tab.reviewed.last_rollback().map(str::to_owned);
        match (label, &mut tab.review) {
            (Some(label), Some(review)) if review.prompt().is_none() => {
                review.ask_undo_rollback(&label);
            }
            _ => self.act_in(Pane::Review, Action::ReviewUndo),
        }
    }

    /// Asks what the review, the dialogs and the status line want to know.
    pub(in crate::tui) fn follow_review(&mut self) {
        let shown = self.shows_review();
        let mut queries = Vec::new();
        if let Some(tab) = self.model.tab_mut() {
            let session = tab.facts.id;
            if let Some(review) = tab.review.as_mut().filter(|_| shown) {
                queries.extend(review.wishes());
            }
            // What the view asks tells the same.
            if let Some(question) = tab.reviewed.wish() {
                queries.push(Query::Review { session, question });
            }
        }
        for query in queries {
            let effect = Effect::Ask(query);
            if !self.effects.contains(&effect) {
                self.effects.push(effect);
            }
        }
        self.follow_dialogs();
    }

    /// Asks again for a view that was not its last.
    pub(in crate::tui) fn refine_review(&mut self) {
        self.model.refine_at = None;
        if let Some(review) = self.model.tab_mut().and_then(|tab| tab.review.as_mut()) {
            review.refine();
        }
        self.follow_review();
    }

    /// The review was measured: the bar is told what was seen in it, and what is missing is asked.
    pub(in crate::tui) fn note_review(&mut self) {
        if !self.shows_review() {
            return;
        }
        let review = self.model.tab_mut().and_then(|tab| tab.review.as_mut());
        let effects = review.map_or(Vec::new(), |review| review.note_seen());
        self.part_effects(effects);
        self.follow_review();
    }

    /// Tells the review of a session what happened in it.
    pub(in crate::tui) fn review_fact(&mut self, session: SessionId, fact: &EventKind) {
        let current = self.model.session() == Some(session);
        let Some(tab) = self.model.tab_of(session) else {
            return;
        };
        tab.reviewed.fact(fact);
        let mut effects = Vec::new();
        let mut over = false;
        if let Some(review) = &mut tab.review {
            effects = review.fact(fact);
            match fact {
                EventKind::PromptOpened { prompt } => review.prompt_changed(prompt),
                EventKind::PromptAnswered { answer, .. } => {
                    over = review.prompt() == Some(answer.prompt);
                }
                EventKind::RunCompleted { .. }
                | EventKind::RunCancelled { .. }
                | EventKind::RunFailed { .. }
                | EventKind::RunInterrupted { .. } => over = review.prompt().is_some(),
                _ => {}
            }
        }
        self.part_effects(effects);
        if over && current {
            let text = say!("review-answered");
            self.close_review();
            self.model.say(NoticeLevel::Info, text);
        } else if over && let Some(tab) = self.model.tab_of(session) {
            tab.review = None;
        }
        self.dialog_fact(session, fact);
    }

    /// A reply about the review. Used up where it is one.
    pub(in crate::tui) fn review_reply(&mut self, query: &Query, reply: &Reply) -> InputUse {
        let Query::Review { session, question } = query else {
            return InputUse::No;
        };
        let current = self.model.session() == Some(*session);
        let of_diff = self.file_in_diff();
        if let Some(tab) = self.model.tab_of(*session) {
            match reply {
                Reply::Review { answer } => {
                    tab.reviewed.answer(question, answer);
                    let files = tab.reviewed.files().iter();
                    tab.facts.know_changed(files.map(|file| file.path.as_str()));
                }
                _ => tab.reviewed.answered(question),
            }
            let effects = match &mut tab.review {
                Some(review) => review.reply(question, reply),
                None => Vec::new(),
            };
            if tab.reviewed.is_up_to_date() {
                let staged: Vec<CallId> = tab.reviewed.staged_calls().collect();
                tab.chat.mark_staged(&staged);
            }
            let (calls, runs) = tab.reviewed.fates();
            tab.chat.mark_fates(calls, runs);
            let marks = tab.reviewed.marks();
            let refines = tab.review.as_ref().is_some_and(|one| one.is_refining());
            if current {
                self.model.tree.set_marks(marks);
                let at = self.model.now + REFINED;
                self.model.refine_at = refines.then(|| self.model.refine_at.unwrap_or(at));
            }
            self.part_effects(effects);
        }
        self.dialog_reply(*session, question, reply);
        self.follow_review();
        // That it is known at all is no verdict.
        let decided = of_diff.zip(self.file_in_diff());
        if current && decided.is_some_and(|(before, now)| before != now) {
            self.follow_verdict();
        }
        if current {
            // A session that is gone on with may be known to have changed files only now.
            self.fill_pane(Pane::Diff);
        }
        InputUse::Yes
    }

    /// What the review knows of the file whose difference is shown, where that follows the file.
    fn file_in_diff(&self) -> Option<FileReview> {
        let path = self.model.diff.path()?;
        let tab = self.model.tab().filter(|_| self.model.diff_follows)?;
        tab.reviewed.file(path).cloned()
    }

    /// Something was decided about the file whose difference is shown: what is shown is what there is now. What is
    /// proposed and waits still stays.
    fn follow_verdict(&mut self) {
        let waits = self.file_in_diff().is_some_and(|file| file.staged);
        let path = self.model.diff.path().filter(|_| !waits);
        if let (Some(path), Some(session)) = (path.map(str::to_owned), self.model.session()) {
            self.effects
                .push(Effect::Ask(Query::FileDiff { session, path }));
        }
    }

    /// A key was known to have been alone: what it decides in the review or a dialog is done.
    pub(in crate::tui) fn settle_key(&mut self) {
        if self.model.overlay.is_some() {
            return self.settle_dialog();
        }
        if self.model.focus != Focus::Pane(Pane::Review) {
            return;
        }
        if let Some(review) = self.model.tab_mut().and_then(|tab| tab.review.as_mut()) {
            let held = review.holds_key();
            let effects = review.settled();
            // Also where nothing is ordered: it may have come to another question.
            if held {
                self.touch(Redraw::Now);
            }
            self.part_effects(effects);
        }
    }

    /// What was pressed was not alone, or something else came after it.
    pub(in crate::tui) fn drop_held_key(&mut self) {
        if let Some(review) = self.model.tab_mut().and_then(|tab| tab.review.as_mut()) {
            review.drop_held();
        }
        self.drop_held_in_dialog();
    }

    /// Ctrl+C and Ctrl+G close what lies over the rows of the review.
    pub(in crate::tui) fn close_review_sheet(&mut self) -> InputUse {
        if self.model.focus != Focus::Pane(Pane::Review) {
            return InputUse::No;
        }
        let review = self.model.tab_mut().and_then(|tab| tab.review.as_mut());
        review.map_or(InputUse::No, |review| review.close_sheet())
    }

    /// One box at a time: what the review asks gives way to what is opened over it.
    pub(in crate::tui) fn yield_review_sheet(&mut self) {
        if let Some(review) = self.model.tab_mut().and_then(|tab| tab.review.as_mut()) {
            review.yield_sheet();
        }
    }

    /// Carries out what parts ask of the review and the dialogs.
    pub(super) fn review_effect(&mut self, effect: PaneEffect) {
        match effect {
            PaneEffect::OpenReview(place) => self.open_review(place),
            PaneEffect::EditForRollback(place) => self.edit_for_rollback(place),
            PaneEffect::CloseReview => self.close_review(),
            PaneEffect::SeenInFull(prompt) => {
                if let Some(tab) = self.model.tab_mut() {
                    tab.bar.seen_in_full(prompt);
                }
            }
            PaneEffect::NotShown(prompt) => self.prompt_not_shown(prompt),
            PaneEffect::OpenRollback(scopes) => self.open_rollback(scopes),
            PaneEffect::OpenRollbackOfEarlier(run) => self.open_rollback_of_earlier(run),
            PaneEffect::RollBackFile(path) => self.roll_back_file(&path),
            PaneEffect::CloseOverlay => self.model.overlay = None,
            _ => {}
        }
    }
}
