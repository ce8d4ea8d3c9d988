//! Tests that text never approves and arrives in the draft letter for letter, and that an answer
//! answers. The bar's own property, over the whole screen and from the terminal's bytes.

mod happenings;

use proptest::prelude::*;

use happenings::{Between, Happening, Near, happening};

use super::wire::{Weather, Wire};
use crate::chrome::Focus;
use crate::terminal::KeyProtocol;
use client::vim::EditorKeys;
use protocol::approval::Risk;

/// The screen and the conditions that must hold.
struct Trial<'a> {
    wire: &'a mut Wire,
    typed: String,
    meant: usize,
}

impl Trial<'_> {
    fn letter(&mut self, letter: char) {
        self.wire.send(letter.to_string().as_bytes());
    }

    fn between(&mut self, what: Between) {
        match what {
            Between::Nothing => {}
            Between::Opens => self.wire.open(false),
            Between::OpensHigh => self.wire.open(true),
            Between::Changes => self.wire.change(),
            Between::Closes => self.wire.close(),
            Between::Click(x, y) => {
                let bar = self.wire.screen.app.layout.bar;
                if !bar.is_empty() {
                    let (x, y) = (bar.x + x % bar.width + 1, bar.y + y % bar.height + 1);
                    let click = format!("\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m");
                    self.wire.send(click.as_bytes());
                }
            }
            Between::Wheel => self.wire.send(b"\x1b[<65;5;5M"),
            Between::WindowBack => self.wire.send(b"\x1b[I"),
        }
    }

    fn happen(&mut self, what: Happening) {
        match what {
            Happening::Text(letters) => {
                let last = letters.len() - 1;
                for (index, (letter, gap, between)) in letters.into_iter().enumerate() {
                    self.typed.push(letter);
                    self.letter(letter);
                    if index < last {
                        self.wire.pass(gap / 2);
                        self.between(between);
                        self.wire.pass(gap - gap / 2);
                    }
                }
            }
            Happening::Paste(text) => {
                self.wire
                    .send(format!("\x1b[200~{text}\x1b[201~").as_bytes());
                self.typed.push_str(&text);
            }
            Happening::Window => {
                self.wire.send(b"\x1b[O");
                self.wire.pass(500);
                self.wire.send(b"\x1b[I");
                self.between(Between::Click(3, 3));
            }
            Happening::Quiet(milliseconds) => self.wire.pass(milliseconds),
            Happening::Prompt(between) => self.between(between),
            Happening::Sent => self.send(),
            Happening::Resize(width, height) => self.wire.resize(width, height),
            Happening::Nearly(near) => self.nearly(near),
            Happening::Answer(yes) => self.answer(yes),
        }
    }

    /// Asserts that all typed text is in the draft.
    fn compare(&self) {
        assert_eq!(self.wire.text(), self.typed, "typed text is in the draft");
    }

    fn send(&mut self) {
        self.wire.pass(50);
        self.compare();
        if self.typed.trim().is_empty() {
            return;
        }
        assert_eq!(self.wire.screen.app.model().chrome.focus, Focus::Editor);
        self.wire.send(b"\r");
        self.wire.pass(50);
        self.typed.clear();
        self.compare();
    }

    /// Requests the bar; returns false if no question is open.
    fn take_bar(&mut self) -> bool {
        self.wire.pass(800);
        self.compare();
        self.wire.send(b"\x1bOQ");
        let is_asked = self.wire.shown().is_some();
        if is_asked && matches!(self.typed.trim(), "y" | "n") {
            // The key takes a lone letter, which came too early, out of the draft.
            self.typed.clear();
        }
        is_asked
    }

    fn nearly(&mut self, near: Near) {
        self.wire.pass(1_600);
        let had_it = self.wire.screen.app.model().chrome.focus == Focus::Bar;
        if !self.take_bar() {
            return;
        }
        match near {
            // The bar took the focus by itself and has been armed for long.
            Near::TooEarly(_) if had_it => {}
            Near::TooEarly(after) => {
                self.wire.pass(after);
                self.letter('y');
            }
            Near::InCompany(gap) => {
                self.wire.pass(450);
                self.letter('y');
                self.wire.pass(gap);
                self.letter('e');
            }
            Near::HeldDown => {
                self.wire.pass(450);
                self.wire.send(b"\x1b[121;1:2u");
            }
            Near::WithTheWindow(after) => {
                self.wire.pass(450);
                self.wire.send(b"\x1b[O");
                self.wire.pass(500);
                self.wire.send(b"\x1b[I");
                self.wire.pass(after);
                self.letter('y');
            }
            Near::Pasted => {
                self.wire.pass(450);
                self.wire.send(b"\x1b[200~y\r\x1b[201~");
            }
            Near::WithTheMouse(gap) => {
                self.wire.pass(450);
                self.letter('y');
                self.wire.pass(gap);
                self.between(Between::Wheel);
            }
            Near::Changed(after) => {
                self.wire.pass(450);
                self.wire.change();
                self.wire.pass(after);
                self.letter('y');
            }
        }
        self.wire.pass(700);
        if self.wire.screen.app.model().chrome.focus == Focus::Bar {
            self.wire.send(b"\x1b");
            self.wire.pass(1_100);
        }
        // A letter typed after F2 is no message, so the draft need not keep it; earlier
        // text must stay.
        let now = self.wire.text();
        let more = now.strip_prefix(self.typed.as_str());
        assert!(more.is_some(), "{:?} became {now:?}", self.typed);
        self.typed = now;
    }

    fn answer(&mut self, yes: bool) {
        if !self.take_bar() {
            return;
        }
        self.wire.pass(450);
        let asked = self
            .wire
            .shown()
            .map(|question| (question.id, question.risk.risk));
        let high = asked.is_some_and(|(_, risk)| risk == Risk::High);
        let answer = if yes { 'y' } else { 'n' };
        self.letter(answer);
        self.wire.pass(100);
        if yes && high {
            assert_eq!(
                self.wire.watch.approvals, self.meant,
                "high risk wants the word"
            );
            for letter in "run".chars() {
                self.letter(letter);
                self.wire.pass(60);
            }
            self.wire.send(b"\r");
            self.wire.pass(100);
        }
        self.meant += usize::from(yes);
        let still = self.wire.shown().map(|question| question.id);
        assert_ne!(still, asked.map(|(id, _)| id), "an answer answers");
    }
}

fn text_is_text_and_answers_answer(weather: Weather) {
    let happenings = prop::collection::vec(happening(), 80);
    let counts = weather.run(happenings, |happenings, wire| {
        let mut trial = Trial {
            wire,
            typed: String::new(),
            meant: 0,
        };
        trial.wire.open(false);
        for what in happenings {
            trial.happen(what.clone());
            let approvals = trial.wire.watch.approvals;
            assert_eq!(approvals, trial.meant, "it approved: {what:?}");
        }
        trial.wire.pass(50);
        trial.compare();
    });
    assert!(counts.inputs >= 7_500, "{counts:?}");
    // Without this the test would also pass with a bar that never has the focus.
    assert!(counts.armed >= 50 && counts.arming >= 20, "{counts:?}");
    assert!(counts.approvals >= 30, "{counts:?}");
}

#[test]
fn text_on_a_plain_terminal_never_approves_and_is_never_lost() {
    text_is_text_and_answers_answer(Weather {
        seed: 5,
        cases: 36,
        size: (80, 24),
        keys: KeyProtocol::Legacy,
        editor_keys: EditorKeys::Readline,
    });
}

#[test]
fn text_on_a_small_terminal_never_approves_and_is_never_lost() {
    text_is_text_and_answers_answer(Weather {
        seed: 6,
        cases: 36,
        size: (60, 16),
        keys: KeyProtocol::Legacy,
        editor_keys: EditorKeys::Readline,
    });
}

#[test]
fn text_with_releases_never_approves_and_is_never_lost() {
    text_is_text_and_answers_answer(Weather {
        seed: 7,
        cases: 36,
        size: (80, 24),
        keys: KeyProtocol::Kitty,
        editor_keys: EditorKeys::Readline,
    });
}

#[test]
fn text_on_a_wide_terminal_never_approves_and_is_never_lost() {
    text_is_text_and_answers_answer(Weather {
        seed: 8,
        cases: 36,
        size: (160, 48),
        keys: KeyProtocol::Kitty,
        editor_keys: EditorKeys::Readline,
    });
}
