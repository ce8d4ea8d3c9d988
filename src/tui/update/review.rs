//! The review on the screen: opening and leaving it, which changes the layout and the focus, and
//! its queries and replies.

use super::super::app::App;
use super::super::chrome::Focus;
use super::super::dialog::full_text::FullText;
use super::super::dialog::{Dialog, Dialogs};
use super::super::effect::Effect;
use super::super::hints::no_session;
use super::super::layout::Pane;
use super::super::model::Model;
use super::super::pane::review::ReviewTarget;
use protocol::event::NoticeLevel;
use protocol::ids::{QuestionId, SessionId};
use protocol::query::{Query, Reply};
use protocol::review::ReviewBase;
use protocol::review::ReviewQuery;

impl App {
    /// Shows the review of the changes since a base at a place.
    pub(crate) fn review_since(&mut self, base: ReviewBase, place: ReviewTarget) {
        if let Some(coach) = &mut self.coach {
            coach.review_opened();
        }
        let Some(tab) = self.model.sessions.tab_mut() else {
            return self.tell(NoticeLevel::Info, no_session());
        };
        tab.open_review(base, place, self.options.zone());
        self.show_review();
    }

    /// Shows what a question would write, hunk by hunk.
    pub(crate) fn open_question_review(&mut self, full: FullText) {
        let Some(tab) = self.model.sessions.tab_mut() else {
            return;
        };
        if !tab.open_question_review(full.question(), self.options.zone()) {
            return self.show_full(Box::new(full));
        }
        self.show_review();
        // It is shown if the review cannot show the question.
        self.model.dialogs.set_aside_one(Box::new(full));
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
        self.model.dialogs.show(text);
        self.sync_dialogs();
        self.with_dialogs(Dialogs::measure);
        self.update(|model| model.dialogs.note_seen());
    }

    fn show_review(&mut self) {
        self.model.dialogs.close_all();
        self.model.panes.layout_request.main = Pane::Review;
        self.model.chrome.focus = Focus::Pane(Pane::Review);
        // Tell the bar that it lost the keys.
        let (around, now) = (self.model.around(), self.model.chrome.now);
        let tab = self.model.sessions.tab_mut();
        let effects = tab.map_or_else(Vec::new, |tab| tab.bar.tick(now, &around));
        self.carry_out(effects);
        self.model.chrome.focus = Focus::Pane(Pane::Review);
        // The review's queries depend on its size.
        self.measure();
    }

    /// Leaves the review. If it was a question's review and the question is still open, the bar
    /// gets the keys again.
    pub(crate) fn close_review(&mut self) {
        self.model.panes.layout_request.main = Pane::Chat;
        self.model.panes.layout_request.zoom = None;
        let tab = self.model.sessions.tab_mut();
        let asks = tab.is_some_and(|tab| {
            let review = tab.review.take();
            tab.bar.is_open() && review.is_some_and(|review| review.question().is_some())
        });
        if asks {
            self.focus_bar();
        } else {
            self.focus_editor();
        }
        let session = self.model.sessions.session();
        self.model.dialogs.review_closed(session);
    }

    /// Sends the queries of the review, the dialogs and the status line. They derive from several
    /// parts: what is shown, its size, and what became outdated.
    pub(crate) fn sync_review(&mut self) {
        let is_shown = self.model.shows_review();
        if let Some(tab) = self.model.sessions.tab_mut() {
            for query in tab.take_review_queries(is_shown) {
                if !self.effects.contains(&query) {
                    self.effects.push(query);
                }
            }
        }
        self.sync_dialogs();
    }

    /// Takes a reply about the review of a session.
    pub(crate) fn review_reply(
        &mut self,
        session: SessionId,
        question: &ReviewQuery,
        reply: &Reply,
    ) {
        let is_current = self.model.sessions.session() == Some(session);
        let Model {
            sessions,
            panes,
            chrome,
            ..
        } = &mut self.model;
        let Some(tab) = sessions.tab_of(session) else {
            return self.sync_review();
        };
        let before = panes.followed_file(tab).cloned();
        let effects = tab.review_reply(question, reply);
        let mut refresh = None;
        if is_current {
            panes.review_changed(tab, chrome.now);
            let now = panes.followed_file(tab);
            // Learning about a file for the first time is not a verdict.
            let is_decided = before.is_some() && now.is_some() && before.as_ref() != now;
            // A diff that is proposed and still waits stays.
            let path = now
                .filter(|file| is_decided && !file.proposed)
                .map(|file| file.path.clone());
            refresh = path.map(|path| Effect::Ask(Query::FileDiff { session, path }));
        }
        self.carry_out(effects);
        self.sync_review();
        self.effects.extend(refresh);
        if is_current {
            // A resumed session may learn only now that it has changed files.
            self.fill_pane(Pane::Diff);
        }
    }
}
