//! The harness of this layer: a whole screen without terminal, engine and clock.

use super::*;
use crate::pane::review::tests::sample::SampleReview;
use protocol::approval::Question;
use protocol::review::{ReviewBase, ReviewCommand, ReviewQuery};

/// A screen with its time and its effects.
pub struct TuiHarness {
    pub app: App,
    pub screen: Screen,
    pub now: Duration,
    /// The effects that nothing has carried out.
    pub effects: Vec<Effect>,
    /// Answers queries about the review and obeys its commands; `None` leaves them in `effects`.
    pub review: Option<SampleReview>,
    /// The commands that `settle` took out of `effects`.
    pub sent: Vec<Command>,
    /// Every effect that `settle` took, described in words.
    pub log: Vec<String>,
}

impl TuiHarness {
    pub(super) fn bare(width: u16, height: u16) -> Self {
        Self {
            app: App::for_test(width, height),
            screen: Screen::new(width, height),
            now: Duration::from_secs(10),
            effects: Vec::new(),
            review: None,
            sent: Vec::new(),
            log: Vec::new(),
        }
    }

    /// Creates a screen of this size for a session that does not exist yet.
    pub fn awaiting(width: u16, height: u16) -> Self {
        let mut harness = Self::bare(width, height);
        harness.app.model.sessions.await_first();
        harness
    }

    /// Reports that the session was created.
    pub fn created(&mut self) {
        self.fact(EventKind::SessionCreated {
            settings: settings(),
            policy: policy(Mode::Review),
        });
    }

    /// Creates a screen of this size with an open session.
    pub fn new(width: u16, height: u16) -> Self {
        Self::bare(width, height).opened()
    }

    /// Opens the session.
    pub(super) fn opened(self) -> Self {
        let mut harness = self;
        harness.app.update(|model| model.show_session(session()));
        harness.created();
        harness.app.ask_for_surroundings();
        harness.collect();
        harness
    }

    /// Keeps the diff pane on the screen.
    pub fn with_diff_pinned(mut self) -> Self {
        self.app.model.panes.layout_request.diff = crate::layout::DiffPlacement::Pinned;
        self
    }

    /// Creates a screen with an open session, a conversation, files and a workspace.
    pub fn furnished(width: u16, height: u16) -> Self {
        Self::new(width, height).furnish()
    }

    /// Creates a furnished screen on which [`SampleReview`] answers about the review.
    pub fn reviewed(width: u16, height: u16) -> Self {
        let mut harness = Self::furnished(width, height).with_review();
        // The query that the session sent when it was opened.
        let question = ReviewQuery::Files {
            since: ReviewBase::Open,
        };
        harness.answer_review(&Query::Review {
            session: session(),
            question,
        });
        harness.settle();
        harness
    }

    /// Lets [`SampleReview`] answer about the review from here on.
    pub fn with_review(mut self) -> Self {
        self.review = Some(SampleReview::new());
        self
    }

    /// Returns the review that answers here.
    pub fn review(&mut self) -> &mut SampleReview {
        self.review.as_mut().expect("a screen with a review")
    }

    /// Answers a query about the review; returns whether it was one.
    fn answer_review(&mut self, query: &Query) -> bool {
        let Query::Review { question, .. } = query else {
            return false;
        };
        let answer = Box::new(self.review().answer(question));
        self.app.reply(query, Reply::Review { answer });
        true
    }

    /// Answers queries about the review until there are none left.
    pub fn settle(&mut self) {
        for _ in 0..60 {
            // The loop tells dialogs the time before it draws.
            if let Some(dialog) = self.app.model.dialogs.top_mut() {
                dialog.set_now(self.now);
            }
            self.frame();
            let mut any = false;
            for effect in std::mem::take(&mut self.effects) {
                self.log.push(format!("{effect:?}"));
                match effect {
                    Effect::Send(command) => {
                        if let Command::Review { order, .. } = &command {
                            for fact in self.review().order(order) {
                                self.fact(fact);
                            }
                        }
                        self.sent.push(command);
                    }
                    Effect::Ask(query) => any |= self.answer_review(&query),
                    _ => {}
                }
            }
            self.collect();
            if !any && self.effects.is_empty() {
                return;
            }
        }
        panic!("it never stops asking");
    }

    /// Opens a question in a run.
    pub fn prompt(&mut self, question: Question) {
        self.begin_run();
        self.fact(EventKind::QuestionOpened { question });
        self.settle();
    }

    /// Adds a conversation, files and a workspace.
    pub(super) fn furnish(self) -> Self {
        let mut harness = self;
        harness
            .app
            .reply(&Query::Workspace, Reply::Workspace { facts: workspace() });
        harness.app.reply(
            &Query::Tree {
                folder: String::new(),
            },
            Reply::Tree {
                folder: String::new(),
                entries: entries(),
            },
        );
        harness.fact(EventKind::MessageAdded {
            message: message(
                1,
                Role::User,
                "Refactor session refresh so that two tabs cannot race.",
            ),
        });
        harness.begin_run();
        harness.fact(EventKind::MessageAdded {
            message: message(
                2,
                Role::Assistant,
                "I will make refresh **single-flight**: one lock per user.",
            ),
        });
        harness.fact(EventKind::StepCompleted {
            step: protocol::ids::StepId(Uuid::from_u128(9)),
            usage: Usage {
                input_tokens: 96_000,
                output_tokens: 14_000,
                cost_usd: Some(0.84),
                ..Usage::default()
            },
            window: ContextWindow {
                used: 82_000,
                limit: 200_000,
                estimated: false,
            },
        });
        harness.fact(EventKind::RunCompleted {
            result: RunResult::default(),
        });
        harness.collect();
        harness.effects.clear();
        harness
    }

    pub fn fact(&mut self, fact: EventKind) {
        self.fact_of(session(), fact);
    }

    /// Delivers an event of this session.
    pub fn fact_of(&mut self, session: SessionId, fact: EventKind) {
        let event = Arc::new(event(session, fact));
        self.app.delivery(&Delivery::Event { event });
        self.collect();
    }

    pub fn begin_run(&mut self) {
        self.fact(EventKind::RunStarted {
            message: MessageId(Uuid::from_u128(101)),
        });
    }

    /// Presses keys a second apart, so that each is alone and settles; the review, where there is
    /// one, answers after each.
    pub fn press(&mut self, keys: &str) -> &mut Self {
        for text in keys.split(' ') {
            self.press_unanswered(text);
            if self.review.is_some() {
                self.settle();
            }
        }
        self
    }

    /// Presses a key and leaves what it causes in `effects`.
    pub fn press_unanswered(&mut self, text: &str) {
        self.now += Duration::from_secs(1);
        self.key_now(text);
        self.now += Duration::from_millis(30);
        self.assert_settled(text);
    }

    /// Types a text character by character.
    pub fn type_text(&mut self, text: &str) -> &mut Self {
        for letter in text.chars() {
            match letter {
                ' ' => self.press("Space"),
                letter => self.press(&letter.to_string()),
            };
        }
        self
    }

    pub fn paste(&mut self, text: &str) -> &mut Self {
        self.input(InputKind::Paste(text.into()));
        self
    }

    /// Draws the frame that shows the delayed effect of the last key, since no further key follows.
    fn assert_settled(&mut self, key: &str) {
        let (width, height) = self.app.size();
        let empty = Buffer::empty(Rect::new(0, 0, width, height));
        let (mut before, mut after) = (empty.clone(), empty);
        self.app.draw(&mut before);
        self.input(InputKind::Settled);
        if self.app.dirty() == Redraw::No {
            crate::view::draw(&self.app, &mut after);
            assert_eq!(text_of(&before), text_of(&after), "{key} is shown late");
        }
    }

    /// Presses a key without letting time pass.
    pub fn key_now(&mut self, text: &str) {
        let key = Key::parse(text).unwrap();
        let event = KeyEvent::new_with_kind(key.code, key.modifiers, KeyEventKind::Press);
        self.input(InputKind::Key(event));
    }

    pub fn input(&mut self, kind: InputKind) {
        if let InputKind::Resize(width, height) = kind {
            self.screen.resize(width, height);
        }
        self.app.input(&Input {
            at: self.now,
            alone: true,
            kind,
        });
        self.collect();
    }

    pub fn wait(&mut self, by: Duration) {
        self.now += by;
        self.app.tick(self.now);
        self.collect();
    }

    pub fn collect(&mut self) {
        self.effects.extend(self.app.take_effects());
    }

    /// Returns the commands since the last call.
    pub fn orders(&mut self) -> Vec<Command> {
        let mut sent = std::mem::take(&mut self.sent);
        for effect in std::mem::take(&mut self.effects) {
            if let Effect::Send(command) = effect {
                sent.push(command);
            }
        }
        sent
    }

    /// Returns the commands about the review since the last call.
    pub fn review_orders(&mut self) -> Vec<ReviewCommand> {
        let orders = self.orders().into_iter();
        orders
            .filter_map(|command| match command {
                Command::Review { order, .. } => Some(order),
                _ => None,
            })
            .collect()
    }

    /// Draws a frame and returns its bytes.
    pub fn frame(&mut self) -> Vec<u8> {
        let app = &mut self.app;
        let bytes = self.screen.frame(|buf| app.draw(buf));
        self.collect();
        bytes
    }

    /// Returns the frame as text.
    pub fn text(&mut self) -> String {
        self.frame();
        text_of(self.screen.shown())
    }

    #[track_caller]
    pub fn shows(&mut self, words: &str) {
        let text = self.text();
        assert!(text.contains(words), "{words:?} is not in\n{text}");
    }

    #[track_caller]
    pub fn hides(&mut self, words: &str) {
        let text = self.text();
        assert!(!text.contains(words), "{words:?} is in\n{text}");
    }
}
