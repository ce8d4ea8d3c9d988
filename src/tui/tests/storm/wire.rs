//! A screen behind a wire: timed bytes pass through the decoder, and every part that has a deadline
//! gets its tick.

use std::cell::RefCell;

use proptest::test_runner::{Config, RngSeed, TestRunner};

use super::draft::{Draft, Expected};
use super::watch::{By, Moment, Watch};
use super::*;
use crate::keymap::Action;
use crate::terminal::KeyProtocol;
use crate::terminal::findings::KeyFindings;
use client::input::Decoder;
use client::vim::EditorKeys;
use notice::Notice;
use protocol::approval::{Answer, Question};
use protocol::ids::{ContentHash, QuestionId, SessionId};

/// Number of inputs between two frames.
const INPUTS_OF_A_FRAME: usize = 60;

/// Counters over many cases.
#[derive(Debug, Default)]
pub(super) struct Counts {
    /// Keys, pastes, clicks, resizes and focus changes.
    pub(super) inputs: usize,
    /// Letters while the bar had the focus and was armed.
    pub(super) armed: usize,
    /// Letters during the arming delay.
    pub(super) arming: usize,
    pub(super) approvals: usize,
    /// Keys and pastes whose effect on the draft was known exactly.
    pub(super) followed: usize,
}

/// The terminal and the size of a storm.
#[derive(Debug, Clone, Copy)]
pub(super) struct Weather {
    pub(super) seed: u64,
    pub(super) cases: u32,
    pub(super) size: (u16, u16),
    pub(super) keys: KeyProtocol,
    pub(super) editor_keys: EditorKeys,
}

impl Weather {
    /// Runs the cases, each on a new screen.
    pub(super) fn run<S: Strategy>(self, cases: S, storm: impl Fn(S::Value, &mut Wire)) -> Counts {
        let counts = RefCell::new(Counts::default());
        let config = testing::cases(self.cases);
        let rng_seed = match config.rng_seed {
            RngSeed::Fixed(_) => RngSeed::Fixed(self.seed),
            RngSeed::Random => RngSeed::Random,
        };
        let mut runner = TestRunner::new(Config { rng_seed, ..config });
        let done = runner.run(&cases, |case| {
            let mut wire = Wire::new(self);
            storm(case, &mut wire);
            wire.count(&mut counts.borrow_mut());
            Ok(())
        });
        if let Err(error) = done {
            panic!("{error}");
        }
        counts.into_inner()
    }
}

pub(super) struct Wire {
    pub(super) screen: TuiHarness,
    pub(super) watch: Watch,
    pub(super) draft: Draft,
    decoder: Decoder,
    inputs: usize,
    questions: u128,
}

impl Wire {
    fn new(weather: Weather) -> Self {
        let (width, height) = weather.size;
        let mut harness = TuiHarness::furnished(width, height);
        harness.app.set_editor_keys(weather.editor_keys);
        harness.app.set_mouse(crate::terminal::MouseCapture::On);
        let mut decoder = Decoder::default();
        let releases = weather.keys == KeyProtocol::Kitty;
        if releases {
            decoder.set_key_protocol();
            harness.app.set_findings(&KeyFindings {
                protocol: weather.keys,
                ..KeyFindings::default()
            });
        }
        harness.begin_run();
        harness.frame();
        Self {
            screen: harness,
            watch: Watch::on(releases),
            draft: Draft::default(),
            decoder,
            inputs: 0,
            questions: 0,
        }
    }

    fn count(&self, counts: &mut Counts) {
        counts.inputs += self.inputs;
        counts.armed += self.watch.armed;
        counts.arming += self.watch.arming;
        counts.approvals += self.watch.approvals;
        counts.followed += self.draft.followed;
    }

    /// Returns the draft on the screen.
    pub(super) fn text(&self) -> String {
        let tab = self.screen.app.model().sessions.tab();
        tab.map(|tab| tab.editor.text()).unwrap_or_default()
    }

    /// Returns the question that the bar shows.
    pub(super) fn shown(&self) -> Option<&Question> {
        self.screen.app.model().sessions.tab()?.bar.shown()
    }

    /// Lets time pass and triggers each deadline at its time.
    pub(super) fn pass(&mut self, milliseconds: u64) {
        let end = self.screen.now + Duration::from_millis(milliseconds);
        loop {
            let now = self.screen.now;
            let due = [self.decoder.deadline(), self.screen.app.deadline()];
            let due = due.into_iter().flatten().filter(|due| *due > now).min();
            let Some(due) = due.filter(|due| *due <= end) else {
                break;
            };
            self.screen.now = due;
            let told = self.decoder.tick(due);
            self.give_all(told);
            self.tick();
        }
        self.screen.now = end;
        let told = self.decoder.tick(end);
        self.give_all(told);
        self.tick();
    }

    /// Sends bytes from the terminal at once.
    pub(super) fn send(&mut self, bytes: &[u8]) {
        let told = self.decoder.push(bytes, self.screen.now);
        self.give_all(told);
        self.tick();
    }

    /// Resizes the terminal.
    pub(super) fn resize(&mut self, width: u16, height: u16) {
        self.screen.screen.resize(width, height);
        self.give(&Input {
            at: self.screen.now,
            alone: false,
            kind: InputKind::Resize(width, height),
        });
        self.screen.frame();
    }

    /// Opens a question.
    pub(super) fn open(&mut self, high: bool) {
        self.questions += 1;
        let mut question = if high {
            prompts::prompt()
        } else {
            writes::write(3)
        };
        if high {
            question.risk = protocol::approval::RiskReport::high(Notice::text("deletes"));
        }
        question.id = QuestionId(Uuid::from_u128(1_000 + self.questions));
        question.shown = ContentHash::of(format!("shown {}", self.questions).as_bytes());
        self.happen(EventKind::QuestionOpened { question });
    }

    /// Changes the open question.
    pub(super) fn change(&mut self) {
        if let Some(mut question) = self.shown().cloned() {
            question.changed = true;
            question.shown = ContentHash::of(question.shown.as_bytes());
            self.happen(EventKind::QuestionOpened { question });
        }
    }

    /// Closes the open question, as answered elsewhere.
    pub(super) fn close(&mut self) {
        if let Some(prompt) = self.shown() {
            let answer = Answer {
                question: prompt.id,
                shown: prompt.shown,
                decision: Decision::Skipped,
                by: protocol::approval::AnsweredBy::Key,
            };
            self.answered(answer);
        }
    }

    fn answered(&mut self, answer: Answer) {
        let summary = Notice::text("it");
        self.happen(EventKind::QuestionAnswered { answer, summary });
    }

    fn happen(&mut self, fact: EventKind) {
        let before = Draft::of(&self.screen.app);
        self.screen.fact(fact);
        self.conclude(None, before, &Expected::Kept, By::Itself);
        self.tick();
    }

    fn moment(&self) -> Moment {
        let model = self.screen.app.model();
        Moment {
            now: self.screen.now,
            focus: model.chrome.focus,
            covered: model.dialogs.is_open(),
            shown: self.shown().map(|question| question.shown),
        }
    }

    /// Whether the bar shows its help in place of the question.
    fn is_help_over_question(&self) -> bool {
        let model = self.screen.app.model();
        let tab = model.sessions.tab().filter(|tab| tab.bar.has_focus());
        tab.is_some_and(|tab| {
            let area = ratatui::layout::Rect::new(0, 0, 100, 16);
            let mut buffer = ratatui::buffer::Buffer::empty(area);
            tab.bar
                .draw(area, &mut buffer, &crate::theme::Theme::default());
            text_of(&buffer).contains("? closes this")
        })
    }

    fn give_all(&mut self, inputs: Vec<Input>) {
        for input in inputs {
            self.give(&input);
        }
    }

    fn give(&mut self, input: &Input) {
        if input.kind != InputKind::Settled {
            self.inputs += 1;
        }
        let mut moment = self.moment();
        if may_approve(input) {
            moment.covered |= self.is_help_over_question();
        }
        self.watch.input(input, &moment);
        let before = Draft::of(&self.screen.app);
        let expected = self.draft.before(&self.screen.app, input);
        self.screen.app.input(input);
        self.screen.collect();
        self.conclude(Some(input), before, &expected, By::User);
        if self.inputs.is_multiple_of(INPUTS_OF_A_FRAME) {
            self.screen.frame();
        }
    }

    fn tick(&mut self) {
        let before = Draft::of(&self.screen.app);
        self.screen.app.tick(self.screen.now);
        self.screen.collect();
        self.conclude(None, before, &Expected::Kept, By::Itself);
    }

    /// Checks the effect of an input, and carries out the resulting commands.
    fn conclude(
        &mut self,
        input: Option<&Input>,
        before: Option<(SessionId, String)>,
        expected: &Expected,
        by: By,
    ) {
        let orders = self.screen.orders();
        self.draft
            .after(&mut self.screen.app, input, before, expected, &orders);
        let now = self.screen.now;
        let mut answers = Vec::new();
        for order in orders {
            match order {
                Command::AnswerQuestion { answer, .. } => {
                    if !matches!(answer.decision, Decision::No { .. } | Decision::Skipped) {
                        self.watch.approved(now, Some(&answer.shown));
                    }
                    answers.push(answer);
                }
                Command::TogglePassthrough { .. } => self.watch.approved(now, None),
                _ => {}
            }
        }
        let asked = std::mem::take(&mut self.screen.app.acted);
        // The key for passthrough asks for the bar too, with its own question.
        let asked = [Action::FocusConfirmBar, Action::TogglePassthrough]
            .iter()
            .any(|action| asked.contains(action));
        let moment = self.moment();
        self.watch.see(&moment, by, asked);
        for answer in answers {
            self.answered(answer);
        }
    }
}

fn may_approve(input: &Input) -> bool {
    let InputKind::Key(key) = &input.kind else {
        return false;
    };
    key.code == KeyCode::Enter || key.code.as_char().is_some_and(|key| "yYaA".contains(key))
}
