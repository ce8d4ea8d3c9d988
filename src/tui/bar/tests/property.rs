//! The central property: whatever is typed, pasted, clicked or focused while questions
//! come up, change and go, text never approves, no typed character is lost, and a key
//! meant as an answer answers.

use crossterm::event::KeyCode;
use proptest::prelude::*;

use super::help::{BarHarness, command, id, ms, write};
use crate::bar::Where;
use client::input::InputKind;
use notice::Notice;
use protocol::approval::{Decision, RiskReport};
use protocol::ids::ContentHash;

/// An event of the trial, each some time after the one before.
#[derive(Debug, Clone)]
enum Happening {
    /// Text: characters, each with the time to the next in milliseconds, and what else happens
    /// between two of them.
    Text(Vec<(char, u64, Between)>),
    Paste(String),
    /// A click at a place of the bar, and steps of the wheel over it.
    Click(u16, u16, isize),
    /// The window loses the focus and regains it.
    Window,
    /// Nobody does anything.
    Quiet(u64),
    /// A question comes up, changes or goes.
    Prompt(Between),
    /// The draft is sent: the editor is empty again.
    Sent,
    /// A pane or dialog has the focus for a while, and keys are pressed there.
    Elsewhere(Where, Vec<char>),
    /// The user answers: F2, then one key alone, once the bar is armed.
    Answer(bool),
}

/// A change of the questions that may happen at any moment.
#[derive(Debug, Clone, Copy)]
enum Between {
    Nothing,
    Opens,
    OpensHighRisk,
    Changes,
    Closes,
    Click,
    WindowBack,
}

fn between() -> impl Strategy<Value = Between> {
    prop_oneof![
        12 => Just(Between::Nothing),
        2 => Just(Between::Opens),
        1 => Just(Between::OpensHighRisk),
        1 => Just(Between::Changes),
        1 => Just(Between::Closes),
        1 => Just(Between::Click),
        1 => Just(Between::WindowBack),
    ]
}

/// Generates characters that mean something to the bar often.
fn character() -> impl Strategy<Value = char> {
    prop_oneof![
        4 => prop::sample::select(vec!['y', 'Y', 'a', 'A', 'n', 'd', 'e', 'c', 'x', 's', 'j', 'k']),
        2 => prop::sample::select(vec![' ', '1', '2', '[', ']', '?', 'r', 'u', 'w']),
        1 => prop::char::range('a', 'z'),
        1 => prop::sample::select(vec!['é', '界', '.', 'Q']),
    ]
}

fn gap() -> impl Strategy<Value = u64> {
    prop_oneof![2 => 0_u64..30, 3 => 30_u64..200, 2 => 200_u64..=450]
}

fn happening() -> impl Strategy<Value = Happening> {
    prop_oneof![
        5 => prop::collection::vec((character(), gap(), between()), 2..9).prop_map(Happening::Text),
        1 => "[yYna ]{1,6}".prop_map(Happening::Paste),
        1 => (0u16..130, 0u16..16, -4isize..4).prop_map(|(x, y, by)| Happening::Click(x, y, by)),
        1 => Just(Happening::Window),
        4 => (0_u64..4_000).prop_map(Happening::Quiet),
        4 => between().prop_map(Happening::Prompt),
        3 => Just(Happening::Sent),
        1 => (
            prop::sample::select(vec![Where::Pane, Where::Popup, Where::Dialog]),
            prop::collection::vec(character(), 0..4),
        )
            .prop_map(|(focus, keys)| Happening::Elsewhere(focus, keys)),
        2 => any::<bool>().prop_map(Happening::Answer),
    ]
}

/// The screen, and the invariants that must hold for it.
#[derive(Debug, Default)]
struct Trial {
    screen: BarHarness,
    typed: String,
    made: u128,
    deliberate: usize,
}

impl Trial {
    fn between(&mut self, what: Between) {
        match what {
            Between::Nothing => {}
            Between::Opens => {
                self.made += 1;
                self.screen.open(write(self.made));
            }
            Between::OpensHighRisk => {
                self.made += 1;
                let risk = RiskReport::high(Notice::text("deletes"));
                self.screen.open(command(self.made, "rm -rf target", risk));
            }
            Between::Changes => {
                if let Some(question) = self.screen.bar.shown() {
                    let mut changed = question.clone();
                    changed.changed = true;
                    changed.shown = ContentHash::of(changed.shown.as_bytes());
                    self.screen.open(changed);
                }
            }
            Between::Closes => {
                if let Some(question) = self.screen.bar.shown() {
                    let id = question.id;
                    self.screen.close(id);
                }
            }
            Between::Click => self.screen.click(),
            Between::WindowBack => self.screen.receive(InputKind::FocusGained),
        }
    }

    fn happen(&mut self, what: Happening) {
        match what {
            Happening::Text(keys) => {
                let last = keys.len() - 1;
                for (index, (character, gap, between)) in keys.into_iter().enumerate() {
                    self.typed.push(character);
                    self.screen.key(KeyCode::Char(character));
                    if index < last {
                        self.screen.wait(gap / 2);
                        self.between(between);
                        self.screen.wait(gap - gap / 2);
                    }
                }
            }
            Happening::Paste(text) => {
                self.typed.push_str(&text);
                self.screen.receive(InputKind::Paste(text));
            }
            Happening::Click(column, row, by) => {
                self.screen.click();
                // Whatever is at that place: a click focuses a button at most.
                self.screen.point(column, row, by);
            }
            Happening::Window => {
                self.screen.receive(InputKind::FocusLost);
                self.screen.wait(500);
                self.screen.receive(InputKind::FocusGained);
                self.screen.click();
            }
            Happening::Quiet(milliseconds) => self.screen.wait(milliseconds),
            Happening::Prompt(between) => self.between(between),
            Happening::Sent => {
                self.screen.wait(50);
                assert_eq!(
                    self.screen.editor, self.typed,
                    "typed text is in the editor"
                );
                self.screen.editor.clear();
                self.typed.clear();
            }
            Happening::Elsewhere(focus, keys) => {
                if self.screen.focus == Where::Editor {
                    self.screen.focus = focus;
                    for character in keys {
                        self.screen.key(KeyCode::Char(character));
                        self.screen.wait(40);
                        assert_eq!(self.screen.focus, focus, "a pane keeps the focus");
                    }
                    self.screen.wait(2_000);
                    assert_eq!(self.screen.focus, focus, "a pane keeps the focus");
                    self.screen.focus = Where::Editor;
                }
            }
            Happening::Answer(yes) => self.answer(yes),
        }
    }

    fn answer(&mut self, yes: bool) {
        self.screen.wait(800);
        self.screen.take_bar();
        let Some(prompt) = self.screen.bar.shown().cloned() else {
            return;
        };
        let before = self.screen.answers.len();
        let high = prompt.risk.risk == protocol::approval::Risk::High;
        self.screen.lone(KeyCode::Char(if yes { 'y' } else { 'n' }));
        if yes && high {
            assert_eq!(
                self.screen.answers.len(),
                before,
                "high risk wants the word"
            );
            self.screen.type_slowly("run");
            self.screen.lone(KeyCode::Enter);
        }
        assert_eq!(self.screen.answers.len(), before + 1, "an answer answers");
        let answer = &self.screen.answers[before];
        assert_eq!(answer.question, prompt.id);
        assert_eq!(answer.shown, prompt.shown);
        let expected = if yes {
            Decision::Yes
        } else {
            Decision::No { reason: None }
        };
        assert_eq!(answer.decision, expected);
        self.deliberate += 1;
        self.screen.close(prompt.id);
    }
}

proptest! {
    #![proptest_config(testing::cases(2_500))]

    #[test]
    fn text_never_answers_and_is_never_lost(
        releases in any::<bool>(),
        happenings in prop::collection::vec(happening(), 1..14),
    ) {
        let mut trial = Trial::default();
        trial.screen.releases = releases;
        trial.made = 10;
        trial.screen.open(write(10));
        for what in happenings {
            trial.happen(what);
            prop_assert_eq!(
                trial.screen.answers.len(), trial.deliberate,
                "something answered that was no answer: {:?}", trial.screen.answers.last()
            );
        }
        trial.screen.wait(50);
        prop_assert_eq!(&trial.screen.editor, &trial.typed);
    }
}

#[test]
fn the_bar_takes_the_focus_in_these_trials() {
    // The property would also hold for a bar that never has the focus; this checks that it can
    // have the focus.
    let mut screen = BarHarness::default();
    screen.open(write(1));
    screen.wait(1_400);
    assert_eq!(screen.focus, Where::Editor);
    screen.wait(200);
    assert_eq!(screen.focus, Where::Bar);
    assert_eq!(screen.now, ms(1_600));
    screen.wait(500);
    screen.key(KeyCode::Char('y'));
    screen.wait(480);
    assert!(screen.answers.is_empty(), "it fills for half a second");
    screen.wait(40);
    assert_eq!(screen.answers.len(), 1);
    assert_eq!(screen.answers[0].question, id(1));
}
