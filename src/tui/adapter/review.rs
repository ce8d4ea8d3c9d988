//! Adapts the review to a part of the screen: its queries and commands belong to one session.

use crossterm::event::KeyEvent;
use jiff::tz::TimeZone;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::SharedColours;
use crate::effect::{EditPurpose, EditSubject, Effect, ExternalEdit};
use crate::hints::{KeyHints, PROPOSED_HINTS, REVIEW_HINTS, with_whole_lines};
use crate::keymap::Action;
use crate::pane::review::{Review, ReviewEffect, ReviewTarget};
use crate::part::{Focused, InputUse, PaneView, ReviewView};
use crate::select::TextView;
use crate::theme::Theme;
use crate::widget::row::Paint;
use l10n::say;
use notice::Notice;
use protocol::approval::Question;
use protocol::command::Command;
use protocol::event::EventKind;
use protocol::ids::{FileId, HunkId, QuestionId, SessionId};
use protocol::query::{Query, Reply};
use protocol::review::{ReviewBase, ReviewQuery};

#[derive(Debug)]
pub(super) struct ReviewAdapter {
    session: SessionId,
    review: Review,
    colours: SharedColours,
    /// The hunk and the text that `$EDITOR` was given.
    edited: Option<(HunkId, String)>,
}

impl ReviewAdapter {
    pub(super) fn new(session: SessionId, zone: TimeZone, colours: SharedColours) -> Self {
        Self::of(session, Review::of_files(ReviewBase::Open, zone), colours)
    }

    pub(super) fn of(session: SessionId, review: Review, colours: SharedColours) -> Self {
        Self {
            session,
            review,
            colours,
            edited: None,
        }
    }

    fn effects(&mut self, effects: Vec<ReviewEffect>) -> Vec<Effect> {
        effects
            .into_iter()
            .map(|effect| self.effect(effect))
            .collect()
    }

    fn effect(&mut self, effect: ReviewEffect) -> Effect {
        let session = self.session;
        match effect {
            ReviewEffect::Order(order) => Effect::Send(Command::Review { session, order }),
            ReviewEffect::Answer(answer) => {
                Effect::Send(Command::AnswerQuestion { session, answer })
            }
            ReviewEffect::Copy(text) => Effect::Copy(text),
            ReviewEffect::Pin {
                path,
                start_line,
                end_line,
            } => Effect::Pin {
                path,
                start_line,
                end_line,
            },
            ReviewEffect::Edit { hunk, text } => {
                self.edited = Some((hunk, text.clone()));
                Effect::Edit(ExternalEdit {
                    purpose: EditPurpose::Hunk(session, hunk),
                    subject: EditSubject::Text(text),
                })
            }
            ReviewEffect::Say(level, text) => Effect::Say(level, text),
            ReviewEffect::SeenInFull(question) => Effect::SeenInFull(question),
            ReviewEffect::NotShown(question) => Effect::NotShown(question),
            ReviewEffect::Close => Effect::CloseReview,
        }
    }
}

impl PaneView for ReviewAdapter {
    fn act(&mut self, action: Action) -> Vec<Effect> {
        let effects = self.review.act(action);
        self.effects(effects)
    }

    fn key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        let effects = self.review.key(key);
        self.effects(effects)
    }

    fn paste(&mut self, text: &str) -> InputUse {
        if !self.review.has_field() {
            return InputUse::No;
        }
        self.review.paste(text);
        InputUse::Yes
    }

    fn title(&self, _width: u16) -> String {
        say!("review-title").to_owned()
    }

    fn measure(&mut self, width: u16, height: u16) {
        let review = &mut self.review;
        self.colours
            .with(|colours| review.measure(width, height, colours));
    }

    fn draw(&self, area: Rect, buf: &mut Buffer, theme: &Theme, _focused: Focused) {
        self.colours.with(|colours| {
            let paint = Paint { theme, colours };
            self.review.draw(area, buf, paint);
        });
    }

    fn selected_text(&self) -> Option<String> {
        None
    }

    fn takes_text(&self) -> bool {
        self.review.has_dialog()
    }

    fn key_hints(&self) -> KeyHints {
        if let Some(keys) = self.review.own_keys() {
            return KeyHints::Keys(keys);
        }
        let rows = match self.review.question() {
            Some(_) => PROPOSED_HINTS,
            None => REVIEW_HINTS,
        };
        if self.review.cuts_lines() {
            with_whole_lines(rows)
        } else {
            KeyHints::These(rows)
        }
    }

    fn scroll(&mut self, rows: isize) {
        self.review.wheel(rows);
    }

    fn click(&mut self, row: u16) -> Vec<Effect> {
        self.review.click(row);
        Vec::new()
    }

    fn text_view(&self) -> Option<&dyn TextView> {
        Some(&self.review)
    }

    fn text_view_mut(&mut self) -> Option<&mut dyn TextView> {
        Some(&mut self.review)
    }
}

impl ReviewView for ReviewAdapter {
    fn show(&mut self, place: ReviewTarget) {
        self.review.show(place);
    }

    fn show_summary(&mut self) {
        self.review.show_summary();
    }

    fn ask_undo_rollback(&mut self, label: &Notice) {
        self.review.ask_undo_rollback(label);
    }

    fn question(&self) -> Option<QuestionId> {
        self.review.question()
    }

    fn question_changed(&mut self, question: &Question) {
        self.review.question_changed(question);
    }

    fn at_hand(&self) -> Option<(FileId, Option<HunkId>)> {
        self.review.at_hand()
    }

    fn reply(&mut self, question: &ReviewQuery, reply: &Reply) -> Vec<Effect> {
        let effects = match reply {
            Reply::Review { answer } => self.review.answer(question, answer),
            Reply::Failed { reason } if self.review.has_asked(question) => {
                self.review.failed(question, reason)
            }
            _ => Vec::new(),
        };
        self.effects(effects)
    }

    fn fact(&mut self, fact: &EventKind) -> Vec<Effect> {
        let effects = self.review.fact(fact);
        self.effects(effects)
    }

    fn take_queries(&mut self) -> Vec<Query> {
        let session = self.session;
        let query = |question| Query::Review { session, question };
        self.review.take_queries().into_iter().map(query).collect()
    }

    fn holds_key(&self) -> bool {
        self.review.holds_key()
    }

    fn settled(&mut self) -> Vec<Effect> {
        let effects = self.review.settled();
        self.effects(effects)
    }

    fn drop_held_key(&mut self) {
        self.review.drop_held_key();
    }

    fn note_seen(&mut self) -> Vec<Effect> {
        let effects = self.review.note_seen();
        self.effects(effects)
    }

    fn edited(&mut self, hunk: HunkId, text: Option<String>) -> Vec<Effect> {
        let Some((_, before)) = self.edited.take_if(|(edited, _)| *edited == hunk) else {
            return Vec::new();
        };
        let effects = self.review.edited(hunk, &before, text);
        self.effects(effects)
    }

    fn is_refining(&self) -> bool {
        self.review.is_refining()
    }

    fn refine(&mut self) {
        self.review.refine();
    }

    fn refresh(&mut self) {
        self.review.refresh();
    }

    fn close_dialog(&mut self) -> InputUse {
        if !self.review.has_dialog() {
            return InputUse::No;
        }
        self.review.close_dialog();
        InputUse::Yes
    }

    fn yield_dialog(&mut self) {
        self.review.yield_dialog();
    }

    fn cursor(&self, area: Rect) -> Option<Position> {
        self.review.cursor_position(area)
    }
}
