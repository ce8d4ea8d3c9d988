//! Tests of the view against hand-made answers: no engine, no file, no clock.

mod answering;
mod deciding;
mod lines;
mod moving;
mod result;
pub(crate) mod sample;
mod searching;
mod streaming;
mod subject;
mod typing;

use crossterm::event::{KeyEvent, KeyEventKind};
use jiff::tz::TimeZone;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use uuid::Uuid;

use super::*;
use crate::highlight::Colours;
use crate::keymap::{Action, Context, Key, Keymap, Resolution};
use crate::pane::{Focused, PaneView};
use crate::theme::Theme;
use crate::widget::row::Paint;
use protocol::change::HunkState;
use protocol::event::EventKind;
use sample::{SampleReview, hunk_id};

/// The session whose changes are reviewed.
const SESSION: SessionId = SessionId(Uuid::nil());

/// The review pane alone, with the world that answers its queries.
pub(super) struct PaneHarness {
    pub(super) review: Review,
    pub(super) sample: SampleReview,
    pub(super) size: (u16, u16),
    /// Commands and notices since they were last taken.
    pub(super) effects: Vec<Effect>,
    /// Every query that the view has asked.
    pub(super) asked: Vec<ReviewQuery>,
    keymap: Keymap,
}

impl PaneHarness {
    pub(super) fn new(width: u16, height: u16) -> Self {
        let mut review = Review::of_files(SESSION, ReviewBase::Open, TimeZone::UTC);
        review.show(ReviewTarget::Somewhere);
        Self::of(review, SampleReview::new(), (width, height))
    }

    pub(super) fn of(review: Review, sample: SampleReview, size: (u16, u16)) -> Self {
        let mut harness = Self {
            review,
            sample,
            size,
            effects: Vec::new(),
            asked: Vec::new(),
            keymap: Keymap::embedded().unwrap(),
        };
        harness.settle();
        harness
    }

    /// Answers queries until the view has none left.
    pub(super) fn settle(&mut self) {
        for _ in 0..50 {
            self.measure();
            let take_queries = self.review.take_queries();
            if take_queries.is_empty() {
                return;
            }
            for question in take_queries {
                self.asked.push(question.clone());
                let answer = self.sample.answer(&question);
                let effects = self.review.answer(&question, &answer);
                self.take(effects);
            }
        }
        panic!("it never stops asking: {:?}", self.asked.last());
    }

    /// Takes effects; the world carries out commands.
    fn take(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            self.effects.push(effect.clone());
            if let Effect::Send(Command::Review { order, .. }) = &effect {
                for fact in self.sample.order(order) {
                    self.fact(&fact);
                }
            }
        }
    }

    pub(super) fn fact(&mut self, fact: &EventKind) {
        let effects = self.review.fact(fact);
        self.take(effects);
    }

    /// Presses keys one after the other, each alone, and answers all queries.
    pub(super) fn press(&mut self, keys: &str) {
        for text in keys.split(' ') {
            self.key(text);
            let effects = self.review.settled();
            self.take(effects);
            self.settle();
        }
    }

    /// Presses a key that is not known to be alone.
    pub(super) fn key(&mut self, text: &str) {
        let key = Key::parse(text).unwrap();
        let event = KeyEvent::new_with_kind(key.code, key.modifiers, KeyEventKind::Press);
        let effects = if self.review.has_dialog() {
            self.review.key(&event)
        } else {
            let contexts = [Context::Review, Context::Pane];
            match self.keymap.resolve(&contexts, &[], &event) {
                Resolution::Action(action) => self.review.act(action),
                _ => Vec::new(),
            }
        };
        self.take(effects);
    }

    pub(super) fn type_text(&mut self, text: &str) {
        for letter in text.chars() {
            let event = KeyEvent::new(
                crossterm::event::KeyCode::Char(letter),
                crossterm::event::KeyModifiers::NONE,
            );
            let effects = self.review.key(&event);
            self.take(effects);
        }
    }

    fn measure(&mut self) {
        let (width, height) = self.size;
        self.review.measure(width, height, &mut Colours::none());
    }

    /// Returns the commands since the last call.
    pub(super) fn orders(&mut self) -> Vec<ReviewCommand> {
        std::mem::take(&mut self.effects)
            .into_iter()
            .filter_map(|effect| match effect {
                Effect::Send(Command::Review { order, .. }) => Some(order),
                _ => None,
            })
            .collect()
    }

    /// Returns the last notice to the user.
    pub(super) fn said(&self) -> String {
        let words = self.effects.iter().rev().find_map(|effect| match effect {
            Effect::Say(_, text) => Some(text.clone()),
            _ => None,
        });
        words.unwrap_or_default()
    }

    pub(super) fn screen(&mut self) -> Vec<String> {
        self.measure();
        let (width, height) = self.size;
        let area = Rect::new(0, 0, width, height);
        let mut buf = Buffer::empty(area);
        let theme = Theme::default();
        let colours = &Colours::none();
        let paint = Paint {
            theme: &theme,
            colours,
        };
        self.review.draw(area, &mut buf, paint, Focused::Yes);
        crate::tests::text_of(&buf)
            .lines()
            .map(str::to_owned)
            .collect()
    }

    pub(super) fn text(&mut self) -> String {
        self.screen().join("\n")
    }

    /// Returns the screen row that contains a text.
    pub(super) fn row_with(&mut self, text: &str) -> usize {
        let screen = self.screen();
        let found = screen.iter().position(|row| row.contains(text));
        found.unwrap_or_else(|| panic!("no {text:?} in\n{}", screen.join("\n")))
    }

    pub(super) fn state_of(&self, number: u128) -> HunkState {
        self.sample.hunk(hunk_id(number)).state
    }
}
